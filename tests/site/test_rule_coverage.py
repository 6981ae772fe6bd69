"""Every rule with a consequence at the table is reached by an example, a puzzle, a lesson or a claim.

`python -m tests.site.test_rule_coverage` lists the rules that are not.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.record import read, replay_session
from tests.site.built import ROOT

RULE: Final = re.compile(r"\b[A-Z]{2}-[A-Z]\d+\b")
FENCE: Final = re.compile(r"^```(?P<kind>\w+)(?P<options>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.DOTALL)
COUNTED: Final = ("example", "score")
PLAYED: Final = (*COUNTED, "trick", "puzzle", "python")

WITHOUT_PLAY: Final[Mapping[str, str]] = {
    "RK-R1": "names the seats",
    "RL-R14": "follows from RL-R10 and RL-R12",
    "RL-R22": "follows from RL-R14",
    "KO-R23": "gives a reason",
    "KM-R1": "the direction changes nothing but the seats",
    "KM-R2": "shuffling and cutting",
    "KM-R5": "choosing partners",
    "KM-R25": "the look of the slate",
    "KM-R27": "the table refuses what this rule is about",
    "KS-R3": "how the cards are dealt",
    "KS-R20": "an order of asking that changes no result",
    "KS-R35": "when to stop",
    "KG-D2": "shuffling and cutting",
    "KG-D3": "how the cards are dealt",
    "KG-D4": "the engine does not misdeal",
    "KG-S23": "cannot happen",
    "DK-D1": "who deals next",
    "DK-D2": "shuffling and cutting",
    "DK-D3": "how the cards are dealt",
    "DK-D4": "the engine does not misdeal",
    "DK-R9": "changes no result",
    "DK-P6": "looking at the last trick",
    "DK-P7": "not offered",
}
"""The rules that nothing on a page plays, with the reason."""


def reached(game: str) -> set[str]:
    """The rules that something to play on the pages of a game shows."""
    found: set[str] = set()
    for path in sorted((ROOT / f"docs/{game}").glob("*.md")):
        found.update(*map(set, _on_page(path.read_text("utf-8"), game)))
    for path in sorted((ROOT / f"tutorials/{game}").rglob("*.*")):
        text = path.read_text("utf-8")
        found.update(RULE.findall(text))
        if path.suffix == ".record":
            found.update(_counted(text))
    return found


def _on_page(text: str, game: str) -> Iterator[list[str]]:
    """The rules that a fence names, that its result names, and that the prose above it names."""
    end = 0
    for fence in FENCE.finditer(text):
        prose, end = text[end : fence.start()], fence.end()
        if fence["kind"] not in PLAYED:
            continue
        section = prose[max(prose.rfind("\n#"), 0) :]
        paragraphs = section.split("\n\n")
        yield [rule for each in paragraphs if not each.startswith("§") for rule in RULE.findall(each)]
        yield RULE.findall(fence["body"])
        if fence["kind"] in COUNTED and fence["body"]:
            body = fence["body"]
            yield _counted(body if "[Game " in body else f'[Game "{game}"]\n{body}')


def _counted(record: str) -> list[str]:
    """The rules by which the deals of a record are scored."""
    ends = [played.end for played in replay_session(read(record))]
    return [item.rule for end in ends if end.to_act is None for item in end.result().items]


@pytest.mark.parametrize("game", OWN)
def test_every_rule_is_reached(game: str) -> None:
    assert unreached(game) == []


@pytest.mark.parametrize("game", OWN)
def test_rules_without_play_are_not_reached(game: str) -> None:
    """A rule that is played by now is no exception any more."""
    there = reached(game)
    assert [rule for rule in own_rules(game) if rule in WITHOUT_PLAY and rule in there] == []


def own_rules(game: str) -> list[str]:
    """The rules of a game; Ristiklappi borrows some of its rules from Ristikontra."""
    return [rule for rule in game_class(game).rulebook if game != "ristiklappi" or rule.startswith("RL")]


def unreached(game: str) -> list[str]:
    """The rules of a game that nothing shows, without the exceptions."""
    there = reached(game)
    return [rule for rule in own_rules(game) if rule not in there and rule not in WITHOUT_PLAY]


if __name__ == "__main__":
    for each in OWN:
        print(f"{each}: {', '.join(unreached(each)) or 'none'}")
