"""The inner loops of the search, compiled to WebAssembly from C.

There is one source for each family of games. Browsers run the kernels natively, CPython through the package
`wasmtime` (extra `fast`): the same bytes in both. The kernels know no game. If neither is available, Python
answers the same queries, more slowly.

A `Machine` is an instance of a compiled kernel with a memory of its own.
"""

import gc
import pkgutil
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from functools import cache
from typing import Any, override


class MachineError(RuntimeError):
    """Raised if a kernel traps or gets no memory."""


class Machine(ABC):
    """A compiled kernel: functions without arguments, and their memory."""

    @abstractmethod
    def call(self, name: str) -> int:
        """Call one of its functions.

        Returns:
            The function's result; 0 if it has none.

        Raises:
            MachineError: if it traps.
        """

    @abstractmethod
    def write(self, at: int, data: bytes) -> None:
        """Write bytes into its memory.

        Args:
            at: The address, in bytes from 0.
        """

    @abstractmethod
    def read(self, at: int, size: int) -> bytes:
        """Read bytes of its memory.

        Args:
            at: The address, in bytes from 0.
            size: How many bytes.
        """


def machine(name: str) -> Machine | None:
    """Return a new machine with a kernel; None if it cannot be run here.

    Raises:
        MachineError: if there is no memory for it.
    """
    make = _maker(name)
    return make() if make else None


def runs(name: str) -> bool:
    """Return True if a kernel exists and can be run here."""
    return _maker(name) is not None


def forget() -> None:
    """Drop all compiled kernels; they are compiled again on demand.

    They belong to the browser: an image of Python's memory cannot contain them.
    """
    _maker.cache_clear()
    gc.collect()  # the classes created there form reference cycles


def memory_to_spare() -> bool:
    """Return True if the device reports 4 GB of memory or more; always in CPython."""
    if sys.platform != "emscripten":
        return True
    from js import navigator

    return (getattr(navigator, "deviceMemory", 0) or 0) >= 4


@cache
def _maker(name: str) -> Any:
    """Return the factory of a kernel's machines; None if it cannot be run here."""
    with suppress(OSError, ImportError, MachineError):
        if code := pkgutil.get_data(__name__, f"{name}.wasm"):
            return _in_browser(code) if sys.platform == "emscripten" else _in_python(code)
    return None


def _in_browser(code: bytes) -> Any:
    from js import Object, Uint8Array, WebAssembly
    from pyodide.ffi import JsException, to_js

    try:
        module = WebAssembly.Module.new(to_js(code))
    except JsException as error:
        raise MachineError(str(error)) from None

    class BrowserMachine(Machine):
        """A kernel run by the browser's WebAssembly."""

        def __init__(self) -> None:
            try:
                self._exports = WebAssembly.Instance.new(module, Object.new()).exports
            except JsException as error:
                raise MachineError(str(error)) from None

        @override
        def call(self, name: str) -> int:
            try:
                return getattr(self._exports, name)() or 0
            except JsException as error:
                raise MachineError(str(error)) from None

        @override
        def write(self, at: int, data: bytes) -> None:
            Uint8Array.new(self._exports.memory.buffer, at, len(data)).assign(data)

        @override
        def read(self, at: int, size: int) -> bytes:
            found: bytes = Uint8Array.new(self._exports.memory.buffer, at, size).to_bytes()
            return found

    return BrowserMachine


def _in_python(code: bytes) -> Any:
    import ctypes

    import wasmtime
    from wasmtime import _ffi as ffi  # wasmtime's own calls and writes take longer than many a search

    engine = wasmtime.Engine()
    module = wasmtime.Module(engine, code)

    class PythonMachine(Machine):
        """A kernel run by `wasmtime`."""

        def __init__(self) -> None:
            self._store = wasmtime.Store(engine)
            self._context = self._store._context()
            exports = wasmtime.Instance(self._store, module, []).exports(self._store)
            self._functions: dict[str, tuple[Any, int]] = {
                name: (ctypes.byref(found._func), len(found.type(self._store).results))
                for name in exports
                if isinstance(found := exports[name], wasmtime.Func)
            }
            self._found = ffi.wasmtime_val_t()
            self._memory: Any = exports["memory"]
            self._size = self._address = 0
            self._measure()

        def _measure(self) -> None:
            """Update the address and size of the memory, which change only in a call."""
            size = self._memory.data_len(self._store)
            if size != self._size:
                self._size = size
                self._address = ctypes.addressof(self._memory.data_ptr(self._store).contents)

        @override
        def call(self, name: str) -> int:
            function, many = self._functions[name]
            trap = ctypes.POINTER(ffi.wasm_trap_t)()
            error = ffi.wasmtime_func_call(
                self._context, function, None, 0, ctypes.byref(self._found), many, ctypes.byref(trap)
            )
            if error or trap:
                told = wasmtime.WasmtimeError._from_ptr(error) if error else wasmtime.Trap._from_ptr(trap)
                reason = str(told).partition("Stack backtrace:")[0]  # with RUST_BACKTRACE it follows
                raise MachineError(reason.strip().rpartition("\n")[2].strip())
            self._measure()
            return self._found.of.i32 if many else 0

        @override
        def write(self, at: int, data: bytes) -> None:
            ctypes.memmove(self._within(at, len(data)), data, len(data))

        @override
        def read(self, at: int, size: int) -> bytes:
            return ctypes.string_at(self._within(at, size), size)

        def _within(self, at: int, size: int) -> int:
            """Convert an address in the kernel's memory to one in Python's."""
            if at < 0 or at + size > self._size:
                raise IndexError("beside the memory")
            return self._address + at

    return PythonMachine
