"""Every command with `--json`: what it prints fits its schema, which stands in the wheel."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from jsonschema import Draft202012Validator

import kontrapunkt
from kontrapunkt import schemas
from kontrapunkt.cli import COMMANDS, main
from kontrapunkt.core.registry import OWN
from kontrapunkt.record import play_at_random, record_of, write
from kontrapunkt_site.reference.commands import places

ROOT = Path(__file__).parents[2]
PUZZLE = ROOT / "site_hooks/kontrapunkt_site/reference/sample.toml"
COMPLAINT = ROOT / "tests/complaints/unter-is-no-acorn.record"
SERVED = "serve"
PUBLISHED = Path(__file__).with_name("json_fields.txt")

CALLS: dict[str, tuple[str, ...]] = {
    "arena": ("arena kontraspiel --players first-steps,random --deals 1 --jobs 1",),
    "build": ("build --config mkdocs.yml --site-dir site",),
    "bundle": ("bundle --site-dir site --out bundled",),
    "check": ("check puzzle.toml --jobs 1", "check one.lesson --jobs 1"),
    "complaint": (f"complaint {COMPLAINT}",),
    "deal": ("deal kontra --seed 1", "deal whole.record --seed 1"),
    "export": ("export qti ristikontra --count 3 --out questions.zip",),
    "fences": ("fences", "fences cards"),
    "games": ("games", *(f"games {name}" for name in OWN)),
    "legal": ("legal whole.record --at 6", "legal whole.record"),
    "mine": ("mine ristikontra --kind trick --count 1 --jobs 1", "mine kontraspiel --count 1 --deals 0"),
    "new": ("new page fresh.md", "new game badger"),
    "perft": ("perft ristikontra --depth 2",),
    "play": ("play ristikontra --seed 1",),
    "review": ("review whole.record --seat S",),
    "score": tuple(f"score {name}.record" for name in OWN),
    "sheet": ("sheet ristikontra --count 3", "sheet ristikontra --count 3 --out sheet.html"),
    "solve": ("solve whole.record --at 15", "solve kontra.record --at 40"),
}
"""Calls of each command; only `serve`, which does not end, has a test of its own."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records, a puzzle, a lesson and a small site."""
    place = tmp_path_factory.mktemp("json")
    for name in OWN:
        start = kontrapunkt.game(name).deal(seed=4)
        *_, (_, done) = play_at_random(start, Random(4))
        (place / f"{name}.record").write_text(write(record_of(start, done)), "utf-8")
    (place / "whole.record").write_text((place / "kontraspiel.record").read_text("utf-8"), "utf-8")
    (place / "puzzle.toml").write_text(PUZZLE.read_text("utf-8"), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        for words in ("new lesson one.lesson", "new site ."):
            with redirect_stdout(StringIO()):
                assert main(words.split()) == 0
    return place


def printed(words: str) -> tuple[int, Any]:
    """The status and the JSON of a call."""
    out, typed = StringIO(), TextIOWrapper(BytesIO(b"6S\nquit\n"))
    with redirect_stdout(out), redirect_stderr(StringIO()), patch("sys.stdin", typed):
        status = main([*words.split(), "--json"])
    return status, json.loads(out.getvalue())


CAN_BUILD = sys.version_info[:2] == (3, 13)
"""True on the Python that browsers get; no other builds a site."""


@pytest.mark.heavy("it builds a site, and calls every command")
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != SERVED])
def test_output_of_every_command_fits_its_schema(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name in ("build", "bundle") and not CAN_BUILD:
        pytest.skip("a site is built with Python 3.13")
    monkeypatch.chdir(folder)
    check = Draft202012Validator(schemas.schema_of(name))
    check.check_schema(check.schema)
    for words in CALLS[name]:
        status, told = printed(words)
        check.validate(told)
        assert status == (1 if words.endswith("--deals 0") else 0)


def test_published_fields_stay_in_schemas() -> None:
    """The list grows when a field is added; one that is gone, renamed or of another type was published."""
    assert list(fields()) == PUBLISHED.read_text("utf-8").splitlines()[2:]


def fields() -> Iterator[str]:
    """Each field of each schema with its types; `?` marks a key that an object of the schema may lack."""
    for name in sorted([*COMMANDS, "error"]):
        schema = schemas.schema_of(name)
        missing = optional(schema)
        for place, kinds in places(schema, schema):
            mark = "?" if place.rpartition(".")[2].removesuffix("[]") in missing else ""
            yield f"{name} {place or '.'}{mark}: {kinds}"


def optional(part: Any) -> set[str]:
    """The keys that an object of a schema may lack."""
    if isinstance(part, list):
        return set().union(*map(optional, part))
    if not isinstance(part, dict):
        return set()
    missing: set[str] = part.get("properties", {}).keys() - {*part.get("required", ())}
    return missing.union(*map(optional, part.values()))


def test_error_of_every_command_is_json(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    check = Draft202012Validator(schemas.schema_of("error"))
    (folder / "broken").mkdir(exist_ok=True)
    (folder / "broken/mkdocs.yml").write_text("site_name: Broken\nplugins: [kontrapunkt]\n", "utf-8")
    (folder / "broken/docs").mkdir(exist_ok=True)
    (folder / "broken/docs/index.md").write_text("```example\nnonsense\n```\n", "utf-8")
    wrong = {"build": "build --config broken/mkdocs.yml", "serve": "serve --port 99999"}
    for name in COMMANDS:
        status, told = printed(wrong.get(name, f"{name} --wrong"))
        check.validate(told)
        assert status == told["error"]["status"] > 0
        if name == "build" and CAN_BUILD:
            assert any("index.md" in line for line in told["error"]["details"]), told
    status, told = printed("score nowhere.record")
    assert (status, told["error"]["place"]) == (2, "nowhere.record")


def test_served_address_is_json(folder: Path) -> None:
    (folder / "empty").mkdir(exist_ok=True)
    (folder / "empty/index.html").write_text("", "utf-8")
    command = [
        sys.executable,
        "-m",
        "kontrapunkt.cli",
        "serve",
        "--port",
        "0",
        "--site-dir",
        "empty",
        "--json",
    ]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        told = json.loads("".join(iter(served.stdout.readline, "}\n")) + "}")
        served.terminate()
    Draft202012Validator(schemas.schema_of(SERVED)).validate(told)
    assert told["url"].startswith("http://127.0.0.1:")


def test_items_of_results_are_data() -> None:
    """Key, side and number stand beside the text; Doppelkopf's number is what its line says."""
    game, seen = kontrapunkt.game("doppelkopf"), set()
    for seed in range(20):
        *_, (state, _) = play_at_random(game.deal(seed=seed), Random(seed))
        for item in state.result().items:
            data = item.as_data()
            assert data["key"]
            assert (data["number"] is None) == (not data["seats"])
            if data["key"].startswith("dk.line."):
                seen.add(data["key"])
                assert f": {data['number']} for " in data["text"]
                assert data["side"]
    assert len(seen) >= 5
