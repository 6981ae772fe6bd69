"""The Pythons on which the engine is tested, and the ones that this machine has.

`python -m tests.pythons` (`make pythons`) runs the tests of the rules and of the engine on those beside the
Python of `.venv`.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
UV = ROOT / ".tools/uv/bin/uv"
ENVIRONMENTS = ROOT / ".tools/pythons"
VERSIONS = ("3.12", "3.13", "3.14")

IN_NODE = "3.14"
"""The version that Node.js runs where the machine has no other: Pyodide is CPython, without processes."""


def candidates(version: str) -> Iterator[Path]:
    """The files that may be a Python: on PATH, from pyenv, from uv."""
    name = f"python{version}"
    if on_path := shutil.which(name):
        yield Path(on_path)
    for home, pattern in (
        (Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")), f"versions/{version}*/bin/{name}"),
        (Path.home() / ".local/share/uv/python", f"cpython-{version}*/bin/{name}"),
    ):
        yield from sorted(home.glob(pattern), reverse=True)


def native(version: str) -> Path | None:
    """The Python of a version on this machine; None if there is none. A shim of pyenv may be of another."""
    for path in candidates(version):
        asked = [str(path), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        told = subprocess.run(asked, capture_output=True, text=True)
        if told.stdout.strip() == version:
            return path
    return None


def in_node(folders: list[Path], code: str) -> list[str]:
    """The command that runs code in Node.js."""
    return ["node", str(ROOT / "tests/pythons.mjs"), ":".join(map(str, folders)), code]


def has_node() -> bool:
    return bool(shutil.which("node")) and (ROOT / "node_modules/pyodide-314").is_dir()


def tool(name: str) -> Any:
    """A module of the folder `tools`."""
    if (folder := str(ROOT / "tools")) not in sys.path:
        sys.path.insert(0, folder)
    return import_module(name)


def environment(folder: Path, python: str | Path, lock: Path = ROOT / "tools/lock/dev.txt") -> Path:
    """A Python with all packages of the checkout; uv downloads it if it must and can."""
    uv = tool("setup").uv
    uv("venv", "--clear", "--python", python, folder)
    uv("pip", "sync", "--python", folder, "--require-hashes", lock)
    uv("pip", "install", "--python", folder, "--no-deps", "--no-build-isolation", "--editable", ".")
    return folder / "bin/python"


TESTS = ["-q", "-m", "not soak and not browser"]

IN_PYODIDE = """
import os, sys
sys.dont_write_bytecode = True
sys.path[:0] = {paths!r}
os.chdir({root!r})
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
import pytest
if status := pytest.main({words!r}):
    raise SystemExit(int(status))
"""


def rules_in_node() -> list[str]:
    """The command that runs the tests of the rules in Node.js; those of the engine start processes."""
    paths = [str(ROOT), *(str(ROOT / each) for each in ("engine", "site_hooks"))]
    paths += [str(each) for each in ROOT.glob(".venv/lib/python3*/site-packages")]
    words = [*TESTS, "-p", "no:cacheprovider", "-p", "xdist.plugin", "tests/rules"]
    # Hypothesis has a part that is compiled for this machine's Python, and Pyodide starts no processes
    for each in (ROOT / "tests/rules").glob("*.py"):
        if re.search("import (hypothesis|subprocess)|from hypothesis", each.read_text("utf-8")):
            words.append(f"--ignore={each}")
    return in_node([ROOT, Path("/tmp")], IN_PYODIDE.format(paths=paths, root=str(ROOT), words=words))


def run_tests(name: str, command: list[str], began: float) -> int:
    """Run tests, print how long they took with their preparation, and return their exit code.

    Args:
        name: The name of what they are run with.
        command: The command.
        began: When the preparation began, by `time.monotonic`.
    """
    status = subprocess.run(command, cwd=ROOT).returncode
    print(f"{name}: {'failed' if status else 'passed'} in {time.monotonic() - began:.0f} s")
    return status


def main() -> int:
    """Run the tests on every Python but ours; say how long each took."""
    failed = 0
    jobs = sys.argv[1:] or ["2"]
    for version in VERSIONS:
        if version == "{}.{}".format(*sys.version_info[:2]):
            continue
        began = time.monotonic()
        try:
            python = environment(ENVIRONMENTS / version, native(version) or version)
            command = [str(python), "-m", "pytest", *TESTS, "-n", *jobs, "tests/rules", "tests/engine"]
        except subprocess.CalledProcessError:
            if not (version == IN_NODE and has_node()):
                print(f"Python {version}: none here, and none could be downloaded", flush=True)
                continue
            command = rules_in_node()
        failed |= run_tests(f"Python {version}", command, began)
    return failed


if __name__ == "__main__":
    sys.exit(main())
