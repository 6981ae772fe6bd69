"""Methods of dataclasses, compiled at build time instead of at Python's start.

`dataclasses` writes the methods of each class as source and compiles it at import, which takes a quarter of
the time for importing the engine in a browser.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from typing import Final

from kontrapunkt_site.bytecode import CompileError

MODULE: Final = "kontrapunkt_methods"
"""The module with the methods in the browser's Python, by their source."""

_COLLECT: Final = """
import dataclasses, importlib, sys

def run(source, names, found):
    sources.setdefault(source)
    exec(source, names, found)

sources = {}
dataclasses.exec = run
for name in sys.argv[1:]:
    importlib.import_module(name)
sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write("\\0".join(sources))
"""


def source_of(modules: Iterable[str]) -> bytes:
    """Return the source of a module with the methods of some modules' dataclasses.

    Args:
        modules: The modules, which must be importable here; a separate process imports them.

    Raises:
        CompileError: if one cannot be imported.
    """
    command = [sys.executable, "-c", _COLLECT, *modules]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise CompileError((done.stderr.strip() or "the engine cannot be imported").splitlines()[-1])
    sources = sorted(filter(None, done.stdout.split("\0")))
    made = [text.replace("def __create_fn__", f"def _{n}", 1) for n, text in enumerate(sources)]
    by_source = "".join(f"    {text!r}: _{n},\n" for n, text in enumerate(sources))
    return "\n".join([*made, f"METHODS = {{\n{by_source}}}\n"]).encode()
