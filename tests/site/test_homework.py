"""Links of assignments, and what logs come to: the page's own modules in Node.js, beside the engine's."""

from random import Random
from typing import Any

import pytest

from kontrapunkt.widgets.result import result
from kontrapunkt_site import script_text
from tests.site.built import ROOT
from tests.site.node import answer

ASSETS = ROOT / "site_hooks/kontrapunkt_site/assets"
OWN = (ROOT / "tutorials/ristikontra/fourth-nine.toml").read_text("utf-8")
TITLES = ("", "Week 3, Tuesday", "1.2-3_(*)!~'", "Über 9♠ & 100 %")
MARKS = ("Ab-_", "71ua", "zzzz", "-_-_")
ENTRIES = ("pick A", "answer 7S, 8S", "S KS", "reply W 3D", "lost", "back", "hint", "solution", "start")


def assignments(chance: Random) -> list[dict[str, Any]]:
    tasks: list[dict[str, Any]] = [
        *({"puzzle": mark} for mark in MARKS),
        *({"lesson": mark} for mark in MARKS),
        {"drill": "ab-d", "questions": 10, "plan": 7, "kinds": ["trick", "what-is.it"]},
        {"drill": "Wxyz", "questions": 100, "plan": 999, "kinds": ["legal"]},
        {"own": OWN},
        {"own": 'title = "ä"'},
    ]
    return [
        {"title": title, "tasks": chance.sample(tasks, n)}
        for title in TITLES
        for n in range(1, len(tasks) + 1)
    ]


def logs(chance: Random) -> list[tuple[str, list[list[str]], int]]:
    found: list[tuple[str, list[list[str]], int]] = [("puzzle", [], 1), ("drill", [], 5)]
    for _ in range(300):
        rounds = [
            [
                "kontrapunkt 1 0 puzzle",
                *chance.choices((*ENTRIES, f"solved {chance.randrange(999)}"), k=chance.randrange(7)),
            ]
            for _ in range(chance.randrange(1, 4))
        ]
        found.append(("puzzle", rounds, 1))
        asked = [
            entry
            for n in range(chance.randrange(6))
            for entry in (
                f"ask trick {n} 1",
                "pick N",
                chance.choice(("right R1", "wrong R2")),
                f"took {n}",
                "summary",
            )
        ]
        found.append(("drill", [["kontrapunkt 1 0 drill", *asked]], 5))
    return found


@pytest.fixture(scope="module")
def asked() -> dict[str, Any]:
    chance = Random(20)
    edits = [(chance.randrange(2000), chance.choice("abcXYZ019-_.%")) for _ in range(40)]
    request = {
        "assets": str(ASSETS),
        "assignments": assignments(chance),
        "edits": edits,
        "logs": logs(chance),
    }
    found: dict[str, Any] = answer("homework.mjs", request)
    return {**request, **found}


def test_an_assignment_is_read_as_it_was_written(asked: dict[str, Any]) -> None:
    for given, text, read in zip(asked["assignments"], asked["texts"], asked["read"], strict=True):
        assert read == {**given, "text": text}
        assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%")


def test_cut_or_edited_link_is_refused(asked: dict[str, Any]) -> None:
    assert len(asked["refused"]) > 1000
    assert {str(each) for each in asked["refused"]} <= {
        f"homework.link.{why}" for why in ("cut", "none", "format")
    }
    assert None not in asked["cut"]
    assert [str(each).rpartition(".")[2] for each in asked["forged"]] == [
        *("none", "none", "format", "cut"),
        *("format", "format", "cut", "cut", "none"),
    ]


def test_too_large_link_is_refused_before_unpacking(asked: dict[str, Any]) -> None:
    assert asked["large"] == ["homework.link.large"] * 5
    assert asked["taken"] < 40e6, "one of them holds sixty megabytes"


def test_the_sentences_for_links_are_there() -> None:
    whys = ("cut", "none", "format", "large", "unknown", "failed")
    assert {f"homework.link.{why}" for why in whys} <= {*script_text.sentences()["en"]}


def test_browser_and_engine_read_logs_alike(asked: dict[str, Any]) -> None:
    for (kind, each, questions), told in zip(asked["logs"], asked["results"], strict=True):
        assert told == result(kind, each, questions).as_data()
