"""Plain kernels in C, with which the benches compare the compiled ones, and the scale of all their times."""

import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import wasmtime

from tests.benchmarks.calibrate import unit
from tests.benchmarks.kernel_questions import timed


class Plain:
    """A plain kernel, compiled by the compiler of ours and run by the same `wasmtime`."""

    def __init__(self, source: str) -> None:
        """Compiles it.

        Args:
            source: The C file beside this one.
        """
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "floor.wasm"
            command = (
                "-m ziglang cc -target wasm32-freestanding -O3 -nostdlib -Wl,--no-entry "
                f"-o {target} {Path(__file__).with_name(source)}"
            )
            subprocess.run([sys.executable, *command.split()], check=True)
            code = target.read_bytes()
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, wasmtime.Module(engine, code), []).exports(self._store)

    def call(self, name: str, *given: int) -> Any:
        """Calls one of its functions."""
        function: Any = self._exports[name]
        return function(self._store, *given)


def signed(word: int) -> int:
    """A word of 32 bits as WebAssembly takes it."""
    return word - (1 << 32) if word >> 31 else word


@cache
def own_scale() -> float:
    """What turns milliseconds of this process into those of a machine whose calibration takes 30."""
    return 30 / min(timed(unit)[1] for _ in range(7))
