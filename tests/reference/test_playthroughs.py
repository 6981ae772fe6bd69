"""The golden playthroughs, line by line, before the naive reference: hands, refusals, tricks, the result."""

import re
from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.core.registry import GUESTS, OWN, game_class
from kontrapunkt.record import read
from tests.reference import kontra, sedma

HERE = Path(__file__).parents[1] / "playthroughs"
NAMES = [f"{name}-{preset}" for name in OWN for preset in game_class(name).presets]
OF_FOUR = [name for name in NAMES if name.startswith("risti")]
STEP = re.compile(
    r" {4}(?:lead|follow|exchange) +(?P<seat>[NESW]) \[(?P<hand>[^]]*)\] (?P<action>\S+)"
    r"(?: \* (?P<turned>\S+))?(?: {4}refused: (?P<refused>.*))?"
)
TRICK = re.compile(r"    -> (?P<winner>[NESW]) (?P<points>\d+)")
KONTRA_STEP = re.compile(
    r" {4}(?P<phase>[a-z_0-9]+) +(?P<seat>[NES]) \[(?P<hand>[^]]*)\] (?P<action>\S+(?: \S+)?)"
    r"(?: \* (?P<chance>.+?))?(?: {4}refused: (?P<refused>.*))?"
)
KONTRA_HEAD = re.compile(r"trick (?P<number>\d+) \(stock (?P<stock>\d+); (?P<piles>[^;)]*)")
HEAD = re.compile(r"trick (?P<number>\d+) \(stock (?P<stock>\d+); N-S (?P<ns>\d+), E-W (?P<ew>\d+)")


def begun(text: str) -> sedma.Deal:
    """The deal that a playthrough tells of, nothing played yet."""
    options = literal_eval(text.partition(": ")[2].partition("\n")[0])
    deal = read(text[text.rindex("[Game ") :]).deals[0]
    hands = {str(seat): [str(card) for card in hand] for seat, hand in deal.hands.items()}
    return sedma.begin(hands, [str(card) for card in deal.stock or ()], str(deal.dealer), options)


def take(deal: sedma.Deal, told: dict[str, Any]) -> None:
    """One step, as it is told."""
    seat = deal["turn"]
    assert told["seat"] == seat
    assert sorted(told["hand"].split()) == sorted(deal["hands"][seat])
    legal = sedma.legal(deal)
    assert told["action"] in legal
    refused = {entry.split()[0] for entry in (told["refused"] or "").split(", ") if entry}
    assert refused == {card for card in deal["hands"][seat] if card not in legal}
    turned = deal["stock"][0] if told["action"] == "dark" else None
    assert told["turned"] == turned
    sedma.play(deal, told["action"])


@pytest.mark.parametrize("name", OF_FOUR)
def test_the_reference_tells_the_same(name: str):
    text = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    deal, found = begun(text), [0, 0, 0]
    for line in text.splitlines():
        if step := STEP.fullmatch(line):
            take(deal, step.groupdict())
            found[0] += 1
        elif trick := TRICK.fullmatch(line):
            last = deal["tricks"][-1]
            points = sum(sedma.value(card, deal["options"]) for _, card, _ in last["plays"])
            assert (trick["winner"], int(trick["points"])) == (last["winner"], points)
            found[1] += 1
        elif head := HEAD.match(line):
            assert int(head["number"]) == len(deal["tricks"]) + 1
            assert int(head["stock"]) == len(deal["stock"])
            sums = [sedma.points_of(deal, side) for side in sedma.SIDES]
            assert [int(head["ns"]), int(head["ew"])] == sums
            found[2] += 1
    assert sedma.over(deal)
    assert found == [52 + text.count("    exchange "), 13, 13]
    result = sedma.ristiklappi_result if "results" in deal["options"] else sedma.ristikontra_result
    grades = literal_eval(text[text.rindex("; {") + 2 : text.rindex("})") + 1])
    assert {"NS": grades["N"], "EW": grades["E"]} == result(deal)["grades"]


def kontra_shown(deal: kontra.Deal, action: str) -> str | None:
    """What the pack will show with an action, as a record has it."""
    if action in ("top", "dark", "spice dark"):
        return str(deal["pack"][0])
    if action == "bottom":
        return str(deal["pack"][-1])
    last = len(deal["trick"]["plays"]) == len(deal["hands"]) - 1
    return " ".join(["spice", *deal["pack"]]) if kontra.phase(deal) == "endgame1" and last else None


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("kontra-")])
def test_kontra_is_told_the_same(name: str):
    text = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    options = literal_eval(text.partition(": ")[2].partition("\n")[0])
    start = read(text[text.rindex("[Game ") :]).deals[0]
    hands = {str(seat): [str(card) for card in hand] for seat, hand in start.hands.items()}
    pack = [str(card) for card in start.stock or ()]
    deal = kontra.begin(hands, pack, str(start.dealer), {**options, "min_dealer": int(options["min_dealer"])})
    found = [0, 0, 0]
    for line in text.splitlines():
        if step := KONTRA_STEP.fullmatch(line):
            assert (step["phase"], step["seat"]) == (kontra.phase(deal), deal["turn"])
            assert sorted(step["hand"].split()) == sorted(deal["hands"][deal["turn"]])
            assert step["refused"] is None
            assert step["action"] in kontra.legal(deal, deal["turn"])
            assert step["chance"] == kontra_shown(deal, step["action"])
            kontra.act(deal, step["action"])
            found[0] += 1
        elif trick := TRICK.fullmatch(line):
            last = deal["tricks"][-1]
            points = sum(map(kontra.value, kontra.cards_of(last)))
            assert (trick["winner"], int(trick["points"])) == (last["winner"], points)
            found[1] += 1
        elif head := KONTRA_HEAD.match(line):
            assert int(head["number"]) == len(deal["tricks"]) + 1
            assert int(head["stock"]) == len(deal["pack"])
            counts = {seat: str(number) for seat, number in kontra.points(deal).items()}
            assert dict(pile.split() for pile in head["piles"].split(", ")) == counts
            found[2] += 1
    assert kontra.over(deal)
    tricks = len(deal["tricks"])
    assert found == [sum(len(trick["plays"]) for trick in deal["tricks"]) + tricks - 6, tricks, tricks]
    assert text.count("card points: " + str(kontra.points(deal))) == 1


def test_there_is_one_for_every_preset():
    every = [f"{name}-{preset}" for name in (*OWN, *GUESTS) for preset in game_class(name).presets]
    assert sorted(path.stem for path in HERE.glob("*.txt")) == sorted(every)
