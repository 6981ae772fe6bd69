"""The reference for authors: everything in the code is described, and every example works."""

import re
from collections.abc import Callable
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

import kontrapunkt as package
from kontrapunkt import record
from kontrapunkt.cli import COMMANDS
from kontrapunkt.core.registry import GAMES
from kontrapunkt.puzzles.kind import KINDS
from kontrapunkt.puzzles.model import THEMES, read
from kontrapunkt_site import reference
from kontrapunkt_site.fences import FENCES
from kontrapunkt_site.fences.cited import page_address
from kontrapunkt_site.page import Page
from kontrapunkt_site.reference import records
from kontrapunkt_site.reference.api import MODULES, names_of, public_names
from kontrapunkt_site.reference.fence_guide import converted, guide_to, text_of
from kontrapunkt_site.reference.tables import _puzzles
from tests.site.warm import kontrapunkt

FOLDER = Path(__file__).parents[2]


@pytest.mark.parametrize("name", FENCES)
def test_fence_is_described(name: str) -> None:
    guide = guide_to(name)
    assert guide is not None
    assert guide.does
    assert guide.body
    assert {*guide.options} == {*guide.kind.options}
    assert all(guide.options.values())


@pytest.mark.parametrize("name", FENCES)
def test_example_of_fence_works_and_mistakes_fail(name: str) -> None:
    guide = guide_to(name)
    assert guide is not None
    assert f"```{name}" in guide.example
    assert converted(guide.example, FOLDER) == ""
    assert guide.wrong
    assert all(mistake.said for mistake in guide.mistakes(FOLDER))


@pytest.mark.parametrize(("name", "option"), [("arena", "file"), ("effects", "counts"), ("puzzle", "from")])
def test_file_that_is_not_there_is_named_with_its_option(name: str, option: str) -> None:
    guide = guide_to(name)
    assert guide is not None
    said = [mistake.said for mistake in guide.mistakes(FOLDER)]
    assert any(each.startswith(f"{option}=nowhere.") and "cannot be read" in each for each in said)


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_has_a_meaning(game: str) -> None:
    for keys in records.known_facts(game):
        assert [key for key in keys if not records.meaning(game, key)] == []


@pytest.mark.parametrize("game", GAMES)
def test_record_in_reference_round_trips(game: str) -> None:
    text = records.whole_deal(game)
    read = record.read(text)
    assert record.write(read) == text
    assert record.replay(read).end.to_act is None


def test_reference_names_every_key_and_kind() -> None:
    puzzles = reference.page("puzzles", FOLDER)
    assert {*_puzzles(FOLDER)} == {*KINDS}  # so each kind has an example
    assert all(f"### {kind} " in puzzles for kind in KINDS)
    assert "?." not in puzzles
    assert all(f"`{theme}`" in puzzles for theme in THEMES)
    assert "{{" not in "".join(reference.page(name, FOLDER) for name in reference.PAGES)


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_described(name: str) -> None:
    page = reference.page("commands", FOLDER)
    assert f"## {name} " in page
    assert "`--json`" in page.partition(f"## {name} ")[2].partition("\n## ")[0]
    assert f"`{name}.json`" in page
    assert "%(" not in page


def imports_of(path: Path) -> set[tuple[str, str]]:
    """The names that examples of a page import from us, each with its module."""
    text = path.read_text("utf-8").replace(">>> ", "")
    found = re.findall(r"^ *from (kontrapunkt[\w.]*) import (\([^)]*\)|.+)$", text, re.MULTILINE)
    return {(module, name) for module, names in found for name in re.findall(r"\w+", names)}


PUBLIC = {*chain.from_iterable(MODULES.values())}


def test_library_describes_what_examples_import() -> None:
    templates = FOLDER.glob("site_hooks/kontrapunkt_site/templates/**/*.txt")
    pages = [*FOLDER.glob("docs/make/*.md"), *templates, FOLDER / "README.md"]
    imported = set().union(*map(imports_of, pages))
    assert len(imported) > 20
    described = {(module, each.name) for module in PUBLIC for each in names_of(import_module(module), "")}
    modules = {tuple(module.rsplit(".", 1)) for module in PUBLIC if "." in module}
    assert imported - described - modules == set()


def test_library_describes_the_whole_package() -> None:
    names = {each.name for each in public_names() if each.module == "kontrapunkt"}
    assert names == {*package.__all__}


def test_library_says_types_units_and_errors() -> None:
    page = reference.page("library", FOLDER)
    deal = page.partition("`deal(seed: int | None = None")[2].partition("\n`")[0]
    assert deal.startswith(", dealer: Seat | None = None, session: Session | None = None) -> State`")
    assert "| `seed` | The same seed gives the same deal" in deal
    assert "[`PositionError`](library-games.md#kontrapunkt.core.rules.PositionError)" in deal
    assert "- `gain_unit` (`str`): The unit of `payoffs`" in page
    assert "- `solver` (`str`): The class of its open-hand solver, as `module:class`; empty for none." in page
    assert ">>> state = game.deal(seed=1)" in page


def test_library_shows_no_addresses_of_objects() -> None:
    text = "".join(reference.page(name, FOLDER) for name in MODULES)
    assert re.findall(r".*(?: at 0x|<factory>|<lambda>|<class|typing\.).*", text) == []


def test_sample_puzzle_is_read() -> None:
    assert read(text_of("sample.toml"), "sample").kind == "trick"


def test_fences_are_listed_in_the_terminal(tmp_path: Path) -> None:
    listed = kontrapunkt("fences", folder=tmp_path)
    assert listed.returncode == 0
    assert all(f"\n{name} " in f"\n{listed.stdout}" for name in FENCES)
    one = kontrapunkt("fences", "cards", folder=tmp_path)
    assert "7X" in one.stdout
    assert "“7X” is not a card" in one.stdout
    wrong = kontrapunkt("fences", "crads", folder=tmp_path)
    assert wrong.returncode == 2
    assert wrong.stderr == "kontrapunkt: there is no fence “crads”; did you mean cards?\n"


def test_reference_is_built_in_any_site(little_site: Callable[..., Path]) -> None:
    """A site without our tutorials and pages has the reference, too."""
    config = "site_name: Mine\ntheme: {name: material}\nplugins: [search, kontrapunkt: {reference: make}]\n"
    extensions = "markdown_extensions: [attr_list, md_in_html, tables, pymdownx.superfences]\n"
    folder = little_site(**{"mkdocs.yml": config + extensions})
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 0, built.stderr
    for name in reference.PAGES:
        assert (folder / f"site/make/{name}/index.html").exists()


def test_reference_shows_a_puzzle_as_it_is_now(little_site: Callable[..., Path]) -> None:
    config = "site_name: Mine\ntheme: {name: material}\nplugins: [search, kontrapunkt: {reference: make}]\n"
    for title in ("An old title", "A new title"):
        puzzle = text_of("sample.toml").replace("Four cards", title)
        folder = little_site(**{"mkdocs.yml": config, "tutorials/mine/one.toml": puzzle})
        built = kontrapunkt("build", folder=folder)
        assert built.returncode == 0, built.stderr
        assert title in (folder / "site/make/puzzles/index.html").read_text("utf-8")


def test_page_without_a_file_links_to_sources() -> None:
    page = Page(path="make/fences.md", url="make/fences/")
    assert page_address("docs/kontra/sources.md", page) == "../../kontra/sources/"
