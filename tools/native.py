"""Compile the search's inner loops: every C file in `search/native/source` to the WebAssembly one folder up.

`make setup` runs this with the Python of .venv, and the wheel's build in its own: the compiler is the package
`ziglang`. The same sources give the same bytes, wherever they lie.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "engine/kontrapunkt/search/native/source"
COMPILE = (
    "-m", "ziglang", "cc", "-target", "wasm32-freestanding", "-mcpu=mvp+bulk_memory", "-O3", "-std=c11",
    "-Wall", "-Wextra", "-Werror", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all",
)  # fmt: skip


def build(folder: Path = SOURCES) -> list[Path]:
    """Compile what lies in a folder; what was compiled before is replaced."""
    made = []
    with tempfile.TemporaryDirectory() as cache:
        places = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        for source in sorted(folder.glob("*.c")):
            target = folder.parent / f"{source.stem}.wasm"
            # a relative name: nothing of where it lies can get into the bytes
            command = [sys.executable, *COMPILE, "-o", f"../{target.name}", source.name]
            subprocess.run(command, cwd=folder, env={**os.environ, **places}, check=True)
            made.append(target)
    return made


class NativeHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling asks when it makes a wheel."""

    PLUGIN_NAME = "native"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of the wheel are gathered; an editable one is set up by `make setup`."""
        if version != "editable":
            build()


if __name__ == "__main__":
    build()
