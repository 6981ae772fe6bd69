"""Another builder makes the same site: ProperDocs, which continues MkDocs 1."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.site.built import ROOT, run
from tests.site.checker import broken_links
from tests.site.neighbours import Neighbour
from tests.site.warm import kontrapunkt

BUILDERS = ("mkdocs", "properdocs")

NAMED = re.compile(rb'(?<=name="generator" content="mkdocs-)(?:ProperDocs )?[\d.]+')
"""The builder's own name, the one thing that may differ."""

OF_CONTENT = re.compile(rb"\b[0-9a-f]{12,64}\b|sha256-[\w+/]+=")
"""Hashes of pages that contain that name, and of files that contain those."""


def content(site: Path) -> dict[str, bytes]:
    """Return the files of a site without the name of its builder."""
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


LINKS = {
    "index.md#kp=one&v=1~0.1.0&log=go.1": '"../#kp-one" data-kp-state="kp=one&amp;v=1~0.1.0&amp;log=go.1"',
    "index.md#a=1.pAbCd": '"../" data-kp-state="a=1.pAbCd"',
    "#q=kontra.trick.1.1": '"#" data-kp-state="q=kontra.trick.1.1"',
}
"""Links with state, as an author copies them, and as a page has them."""


def test_link_with_state_is_no_missing_anchor(tmp_path: Path) -> None:
    """MkDocs checks anchors if an author asks it to, and others check the built site."""
    project = Neighbour("", config="validation: {anchors: warn}\n")
    links = " ".join(f"[link]({each})" for each in LINKS)
    project.files["docs/two.md"] = f'# Two\n\n{links} `<a href="#kp=one">`\n'
    project.write(tmp_path)
    assert kontrapunkt("build", folder=tmp_path).returncode == 0
    assert broken_links(tmp_path / "site") == []
    page = (tmp_path / "site/two/index.html").read_text("utf-8")
    assert [f"<a href={each}>link</a>" in page for each in LINKS.values()] == [True] * len(LINKS)
    assert '&lt;a href="#kp=one"&gt;' in page  # words about a link are none
    (tmp_path / "docs/two.md").write_text("# Two\n\n[nowhere](index.md#nowhere)\n")
    again = kontrapunkt("build", folder=tmp_path)
    assert again.returncode == 1
    assert "'index.md' does not contain an anchor '#nowhere'" in again.stderr


@pytest.mark.soak
def test_properdocs_makes_the_same_site(built_site: Path, tmp_path: Path) -> None:
    made = build("properdocs", ROOT, tmp_path / "site")
    page = (made / "index.html").read_text("utf-8")
    assert f"ProperDocs {version('properdocs')}" in page
    assert differing(content(built_site), content(made)) == []
