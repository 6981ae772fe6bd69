"""Another builder makes the same site: ProperDocs, which continues MkDocs 1."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.site.built import ROOT, run
from tests.site.neighbours import Neighbour

BUILDERS = ("mkdocs", "properdocs")

NAMED = re.compile(rb'(?<=name="generator" content="mkdocs-)(?:ProperDocs )?[\d.]+')
"""The builder's own name, the one thing that may differ."""

OF_CONTENT = re.compile(rb"\b[0-9a-f]{12,64}\b|sha256-[\w+/]+=")
"""Hashes of pages that contain that name, and of files that contain those."""


def content(site: Path) -> dict[str, bytes]:
    """Returns the files of a site without the name of its builder."""
    return {
        path.relative_to(site).as_posix(): OF_CONTENT.sub(b"#", NAMED.sub(b"", path.read_bytes()))
        for path in site.rglob("*")
        if path.suffix in (".html", ".js", ".json", ".xml", ".css")
    }


def build(builder: str, folder: Path, site: Path) -> Path:
    words = ("build", "--quiet", "--strict", "--config-file", "mkdocs.yml", "--site-dir", site)
    built = run("-m", builder, *words, folder=folder)
    assert built.returncode == 0, built.stderr
    return site


def differing(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    return [name for name in sorted(first | second) if first.get(name) != second.get(name)]


def test_properdocs_makes_the_same_small_site(tmp_path: Path) -> None:
    Neighbour("").write(tmp_path / "project")
    made = [content(build(each, tmp_path / "project", tmp_path / each)) for each in BUILDERS]
    assert "Über zwei/one/index.html" in made[0]
    assert differing(*made) == []


@pytest.mark.soak
def test_properdocs_makes_the_same_site(built_site: Path, tmp_path: Path) -> None:
    made = build("properdocs", ROOT, tmp_path / "site")
    page = (made / "index.html").read_text("utf-8")
    assert f"ProperDocs {version('properdocs')}" in page
    assert differing(content(built_site), content(made)) == []
