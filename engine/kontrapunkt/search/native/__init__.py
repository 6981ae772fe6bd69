"""The inner loops of the search, compiled to WebAssembly: one C source a family of games.

The browser runs them itself, CPython through the package `wasmtime` (extra `fast`): the same bytes in both
homes. They know no game. Where neither is at hand, the same questions are answered in Python, more slowly.
"""

from kontrapunkt.search.native.machine import Machine, MachineError, forget, machine, memory_to_spare, runs

__all__ = ["Machine", "MachineError", "forget", "machine", "memory_to_spare", "runs"]
