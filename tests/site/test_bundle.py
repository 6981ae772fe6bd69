"""The browser's Python: what is in it, that it boots, and that games from elsewhere come along."""

import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import brotli
import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError

from kontrapunkt_site import assets, bundle, bytecode, stdlib
from kontrapunkt_site.mkdocs import KontrapunktPlugin
from tests.site.built import ROOT, run

node = shutil.which("node")
needs_node = pytest.mark.skipif(
    node is None or not (ROOT / "node_modules/pyodide").is_dir(), reason="needs Node.js and node_modules"
)

SOURCE = '''"""Module
doc."""
from __future__ import annotations


def f():
    """One
    two."""


class C:
    """Doc."""

    def g(self): "doc"; return 1
'''

GAME = """
from colorsys import hls_to_rgb
from kontrapunkt.games.ristiklappi import Ristiklappi

class Fox(Ristiklappi):
    id = "fox"

def late():
    import wave
"""

BOOT = """
import { readFileSync } from "node:fs";
const folder = process.argv[2] + "/";
const { loadPyodide } = await import(folder + "pyodide.mjs");
const lock = JSON.stringify({ info: JSON.parse(readFileSync(process.argv[3])), packages: {} });
const pyodide = await loadPyodide({
  indexURL: folder, stdLibURL: folder + "python.zip", lockFileContents: lock, packageBaseUrl: folder });
console.log(pyodide.runPython(process.argv[4]));
"""


def files(archive: bytes) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(archive)).namelist()


def test_docstrings_go_and_lines_stay() -> None:
    stripped = bytecode.strip_docstrings(SOURCE.encode())
    space: dict[str, object] = {}
    exec(compile(stripped, "stripped", "exec", dont_inherit=True), space)
    assert space.get("__doc__") is None
    assert space["f"].__doc__ is None
    assert space["C"].__doc__ == "."
    assert space["C"]().g() == 1  # type: ignore[operator]
    assert b"class C" in stripped.splitlines()[10]
    assert len(stripped.splitlines()) == len(SOURCE.splitlines())


def test_archive_is_stored_undated_and_readable() -> None:
    with zipfile.ZipFile(io.BytesIO(bundle.make().archive)) as archive:
        entries = archive.infolist()
        assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
        assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
        names = [entry.filename for entry in entries]
        assert names == sorted(names)
        assert {archive.read(name)[4:8] for name in names if name.endswith(".pyc")} == {b"\1\0\0\0"}
    assert {"kontrapunkt/app.pyc", "kontrapunkt_boot.pyc", "kontrapunkt_methods.pyc"} <= {*names}
    assert "kontrapunkt/games/ristiklappi/__init__.pyc" in names
    assert not [name for name in names if name.startswith(("kontrapunkt/cli", "kontrapunkt/commands"))]
    assert not [name for name in names if name.endswith(".py") or "test" in name]


def test_archive_leaves_room_for_pyodide() -> None:
    assert len(brotli.compress(bundle.make().archive, quality=9)) < 1_730_000


def test_an_import_that_no_browser_has_is_named() -> None:
    module = stdlib.Module.at("fox/rules.py", b"import numpy")
    with pytest.raises(bundle.BundleError, match=r"fox/rules.py imports numpy, which the browser"):
        bundle._refuse_unknown_imports([module])


def a_foreign_game(folder: Path) -> None:
    """Installs a package with a game in a folder, as a wheel would."""
    (folder / "fox.py").write_text(GAME)
    info = folder / "fox-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fox\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[kontrapunkt.games]\nfox = fox:Fox\n")
    (info / "LICENSE").write_text("Anybody may.\n")
    (info / "RECORD").write_text("fox.py,,\nfox-1.0.dist-info/LICENSE,,\n")


@needs_node
def test_runtime_boots_with_all_modules_and_foreign_game(tmp_path: Path) -> None:
    a_foreign_game(tmp_path)
    code = (
        "import pathlib, shutil; from kontrapunkt_site import bundle\n"
        "assert bundle.make().licences['LICENSE-fox.txt'] == 'Anybody may.\\n'\n"
        "pathlib.Path('rt').mkdir(); pathlib.Path('rt/python.zip').write_bytes(bundle.make().archive)\n"
        "[shutil.copy(bundle.VENDOR / name, 'rt') for name in (*bundle.PYODIDE, 'lock-info.json')]"
    )
    made = run("-c", code, folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert made.returncode == 0, made.stderr
    modules = [
        name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        for name in files((tmp_path / "rt/python.zip").read_bytes())
        if name.startswith("kontrapunkt/") and name.endswith(".pyc")
    ]
    session = (
        f"import importlib\nfor name in {modules}: importlib.import_module(name)\n"
        "import fox, kontrapunkt\nfox.late()\n"
        "state = kontrapunkt.game('fox').deal(seed=7)\n"
        "while state.to_act: state = state.apply(state.actions()[0])\n"
        "f'{len(state.view(None).tricks)} tricks'"
    )
    (tmp_path / "boot.mjs").write_text(BOOT)
    booted = subprocess.run(
        [str(node), tmp_path / "boot.mjs", tmp_path / "rt", tmp_path / "rt/lock-info.json", session],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert booted.stdout.strip() == "13 tricks", booted.stderr[-600:]


@needs_node
def test_browser_engine_compiles_no_dataclass_methods(tmp_path: Path) -> None:
    """They are in the archive already; those of a reader's own class are compiled as ever."""
    (tmp_path / "python.zip").write_bytes(bundle.make().archive)
    for name in (*bundle.PYODIDE, "lock-info.json"):
        shutil.copy(bundle.VENDOR / name, tmp_path)
    (tmp_path / "boot.mjs").write_text(BOOT)
    modules = [
        name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        for name in files((tmp_path / "python.zip").read_bytes())
        if name.startswith("kontrapunkt/") and name.endswith(".pyc")
    ]
    spec = '{"kind": "example", "record": "[Game \\"doppelkopf\\"]"}'
    session = (
        "import gc, importlib, sys, kontrapunkt_boot\nmissed = []\n"
        "kontrapunkt_boot.exec = lambda *args: missed.append(args[0]) or exec(*args)\n"
        f"door = kontrapunkt_boot.start('kontrapunkt.app', {spec!r})\n"
        "assert door.__name__ == 'kontrapunkt.app' and gc.isenabled()\n"
        "assert {'kontrapunkt.games.doppelkopf', 'kontrapunkt.widgets.example'} <= {*sys.modules}\n"
        f"for name in {modules}: importlib.import_module(name)\n"
        "ours = len(missed)\n"
        "from dataclasses import dataclass\n"
        "from kontrapunkt.search.goals import Goal\n"
        "@dataclass(frozen=True)\nclass Own:\n    a: int\n    b: str = 'x'\n"
        "f'{ours} {len(missed)} {Own(1)} {Own(1) == Own(1)} {Goal(\"points\", 1)!r}'"
    )
    booted = subprocess.run(
        [str(node), tmp_path / "boot.mjs", tmp_path, tmp_path / "lock-info.json", session],
        capture_output=True,
        text=True,
        timeout=60,
    )
    goal = "Goal(kind='points', side=1, party=())"
    assert booted.stdout.strip() == f"0 1 Own(a=1, b='x') True {goal}", booted.stderr[-600:]


@needs_node
def test_boot_list_matches_vendored_pyodide() -> None:
    said = subprocess.run(
        [str(node), "tools/record_boot.mjs", "--print"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert said.stdout == (ROOT / "site_hooks/kontrapunkt_site/boot_modules.txt").read_text()


def test_archive_shows_views_and_results() -> None:
    """The browser has all that `repr` of a view or result imports."""
    with zipfile.ZipFile(io.BytesIO(bundle.make().archive)) as archive:
        names = archive.namelist()
        catalogue = json.loads(archive.read("kontrapunkt/text/lang/en.json"))
    assert "kontrapunkt/render/plain_lines.pyc" in names
    assert "render.result.open" in catalogue
    assert not [key for key in catalogue if key.startswith(("cli.", "script."))]


def test_build_with_old_scripts_stops_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "minified_version", lambda: "old")
    monkeypatch.setattr(bundle, "cached_runtime", lambda: pytest.fail("it has begun"))
    plugin = KontrapunktPlugin()
    with pytest.raises(PluginError, match="run make setup"):
        plugin.on_config(load_config(str(ROOT / "mkdocs.yml")))
