"""The effects of options: which deals, examples and puzzles change under another value, and how often."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kontrapunkt.core.registry import GAMES, OWN
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.record import game_of, read
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt_site.chapter_effects import ChapterItem, chapter_items, effects_on
from kontrapunkt_site.option_effects import compare_deals, play_deals
from kontrapunkt_site.option_values import changed_games, conditions_of, other_values, with_options
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import PageError
from kontrapunkt_site.puzzle_effects import puzzle_effects
from kontrapunkt_site.watched_game import Watch
from tests.benchmarks.option_counts import FOLDER, count
from tests.site.test_markdown import GOLDEN, PAGE, convert

ROOT = Path(__file__).parents[2]


@cache
def items_of(game: str) -> dict[str, ChapterItem]:
    """The examples and puzzles of a game's chapter by the end of their addresses."""
    page = Page(path=f"docs/{game}/options.md", url=f"{game}/options/", folder=ROOT)
    return {each.url: each for each in chapter_items(page)}


def example(game: str, place: str) -> ChapterItem:
    return next(each for url, each in items_of(game).items() if url.endswith(place))


CASES = [
    ("ristiklappi", "#kp-dark-king-stands", "dark_play=off", "refused", "does not play in the dark"),
    ("ristiklappi", "#kp-grade-tie", "tie_break=cards", "result", "East–West win"),
    ("ristikontra", "#kp-finnish-king", "hand_size=5", "start", "North holds"),
    (
        "ristikontra",
        "#kp-dark-following",
        "fourth_king_rule=on",
        "refused",
        "keep it until the stock is gone",
    ),
    ("kontra", "#kp-dealer-first", "unlock=optional", "choice", "decline to unlock the stock"),
    ("kontraspiel", "#kp-pact-ends", "revolt_payees=undeclared_only", "result", "North and East +2"),
    ("konter-a-matt", "#kp-tie", "tie_rule=carry_forward", "result", "North, East, South and West 0"),
    (
        "koenigrufen-graden",
        "#kp-two-bettler",
        "settle_one_bettler_fails=seed_literal",
        "result",
        "South +150",
    ),
    ("koenigrufen-graden", "#kp-both-fail", "must_beat=not_for_negative", "choice", "the ten of hearts"),
    ("doppelkopf", "#kp-trick-1", "second_dulle=second_wins", "course", "East takes trick 12, not North"),
    ("doppelkopf", "#kp-normal", "dulle=off", "refused", "South may not play the ten of hearts"),
]
"""Worked examples of the rules in which an option decides."""


@pytest.mark.parametrize(("game", "place", "option", "kind", "words"), CASES)
def test_option_changes_a_worked_example(game: str, place: str, option: str, kind: str, words: str) -> None:
    [effects] = effects_on([example(game, place)], PAGE)
    assert effects is not None
    found = dict(effects[option])
    assert kind in found
    assert words in found[kind]


def test_example_names_the_options_that_it_chooses() -> None:
    [effects] = effects_on([example("ristiklappi", "#kp-dark-king-stands")], PAGE)
    assert effects is not None
    assert effects["dark_fourth_king=stands"] == [("played", "")]
    assert "dark_fourth_king=keep" not in effects


PUZZLES = {
    "ristiklappi/sixty-each": ("tie_break=cards", "answers"),
    "kontra/who-has-the-key": ("unlock=optional", "answers"),
    "koenigrufen-graden/no-third-beggar": ("max_joiners=0", "gone"),
    "doppelkopf/two-tens": ("second_dulle=second_wins", "answers"),
    "doppelkopf/the-answer": ("reply=off", "answers"),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_option_changes_answers_of_a_puzzle(name: str) -> None:
    option, kind = PUZZLES[name]
    path = ROOT / f"tutorials/{name}.toml"
    assert puzzle_effects(read_puzzle(path.read_text("utf-8"), path.stem))[option] == kind


@pytest.mark.parametrize("game", OWN)
def test_deal_that_reads_nothing_changed_is_the_same(game: str) -> None:
    """The build skips what it need not play again; nothing of it would have changed."""
    skipped = 0
    for item in [each for each in items_of(game).values() if each.kind == "example"][:6]:
        record = read(item.text)
        usual = game_of(record)
        watch = Watch(usual)
        played = [*play_deals(watch.game, record.deals)]
        for _, _, changed in changed_games(usual):
            if not watch.depends_on(changed):
                skipped += 1
                assert [*compare_deals(played, changed)] == []
    assert skipped


@pytest.mark.parametrize("game", OWN)
def test_every_option_can_be_compared_where_it_matters(game: str) -> None:
    usual = GAMES[game]()
    for option in usual.known_options:
        base = with_options(usual, conditions_of(usual, option))
        assert base is not None
        changed = {value for each, value, _ in changed_games(base) if each is option}
        assert changed == {*other_values(option, base.options[option.key])}


@pytest.mark.parametrize("game", OWN)
def test_counts_have_every_other_value(game: str) -> None:
    told = json.loads((FOLDER / f"{game}.json").read_text("utf-8"))
    assert told["deals"] >= 1000
    usual = GAMES[game]()
    known = {
        (option.key, value)
        for option in usual.known_options
        for value in other_values(option, {**usual.options, **conditions_of(usual, option)}[option.key])
    }
    counted = [(each["key"], each["value"]) for each in told["options"]]
    assert {*counted} == known
    assert len(counted) == len(known)
    assert all(sum(each["found"].values()) <= told["deals"] for each in told["options"])


def test_same_deals_are_counted_again() -> None:
    first, again = (count("kontraspiel", 12)["options"] for _ in range(2))
    assert first == again
    by_option = {(each["key"], each["value"]): each["found"] for each in first}
    assert by_option["packets", "2-3"] == {}
    assert by_option["direction", "anticlockwise"] == {"course": 12}
    assert set(by_option["base_moment", "after_stake"]) == {"result"}


def test_other_call_before_the_first_card_counts() -> None:
    """Whoever has a hand to throw in says reservation, which anybody may say."""
    by_option = {(each["key"], each["value"]): each["found"] for each in count("doppelkopf", 6)["options"]}
    assert by_option["throw_in", "points70"]["choice"] > 2
    assert by_option["throw_in", "kings6"] == {}


CHAPTER = {
    "options.md": "```effects game=konter-a-matt counts=counts.json\n```\n",
    "examples.md": '## A tie\n\n```example id=tie game=konter-a-matt title="Twenty each"\n{record}\n```\n',
    "puzzles.md": "```puzzles from=tutorials\n```\n",
}


def test_form_shows_counts_examples_and_puzzles(tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    """A chapter of one example and one puzzle."""
    record = example("konter-a-matt", "#kp-tie").text
    for name, text in CHAPTER.items():
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "docs" / name).write_text(text.replace("{record}", record), "utf-8")
    (tmp_path / "tutorials").mkdir()
    puzzle = (ROOT / "tutorials/konter-a-matt/twenty-each.toml").read_text("utf-8")
    (tmp_path / "tutorials/tie.toml").write_text(puzzle, "utf-8")
    counts = {
        "deals": 2000,
        "date": "2026-11-28",
        "options": [
            {"key": "direction", "value": "clockwise", "found": {"start": 2000}},
            {"key": "deal_procedure", "value": "three_each_first", "found": {}},
            {"key": "tie_rule", "value": "add_1", "found": {"result": 62, "session": 20}},
            {
                "key": "claim_keeps_capot",
                "value": "on",
                "needs": {"claim": "allowed"},
                "found": {"choice": 1},
            },
            {"key": "start_lines", "value": "18", "found": {"session": 2000}},
        ],
    }
    (tmp_path / "counts.json").write_text(json.dumps(counts), "utf-8")
    page = Page(path="docs/options.md", url="options/", folder=tmp_path)
    with use_faces("french"):
        html = convert(CHAPTER["options.md"], page)
    golden(GOLDEN / "effects.html", html.replace("><", ">\n<") + "\n")


def test_wrong_file_of_counts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"cells": []}')
    with pytest.raises(PageError, match="no file of counts"):
        convert("```effects game=kontra counts=other.json\n```", replace(PAGE, folder=tmp_path))
    with pytest.raises(PageError, match="no body"):
        convert("```effects game=kontra\n7C\n```")
