"""Earlier tricks for a position of Kontra: found where there are some, never where there are none."""

from dataclasses import replace
from random import Random

import pytest

from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.puzzle_knowledge.witness import KontraWitness
from kontrapunkt.record import read, replay, write
from tests.witnessed import recorded


def played(seed: int) -> tuple[KontraState, KontraState]:
    """A moment of a random deal, and the same as a position that says some of its past."""
    chance = Random(seed)
    game = Kontra(("two", "three")[seed % 2], unlock=chance.choice(["compulsory", "optional"]))
    state = game.deal(seed)
    steps = chance.randint(game.per_trick + 2, 60 if seed % 2 else 66)
    for _ in range(steps):
        then = state.apply(chance.choice(state.actions()))
        if then.to_act is None:
            break
        state = then
    deal = state.as_deal()
    facts = dict(deal.facts)
    if chance.random() < 0.5:
        facts = {key: text for key, text in facts.items() if key not in ("points", "tricks")}
    return state, game.start(replace(deal, facts=facts, dealer=deal.dealer if seed % 3 else None))


@pytest.mark.parametrize("block", range(2))
def test_what_has_arisen_can_arise(block: int):
    found = asked = 0
    for seed in range(40 * block, 40 * block + 40):
        state, start = played(seed)
        if state.trick_number == 1 or start.shown:
            continue
        asked += 1
        record = recorded(KontraWitness(start).find())
        if record is None:
            continue
        found += 1
        assert not record.deals[0].position
        end = replay(read(write(record))).end
        assert isinstance(end, KontraState)
        assert KontraWitness(start).agrees(end)
    assert found >= asked * 0.9, (found, asked)


def test_locked_for_good():
    for seed in range(300):
        chance = Random(seed)
        state = Kontra().deal(seed)
        if state.phase != "locked_end":
            continue
        for _ in range(5):
            state = state.apply(chance.choice(state.actions()))
        deal = state.as_deal()
        start = state.game.start(deal)
        record = recorded(KontraWitness(start).find())
        assert record is not None
        assert KontraWitness(start).agrees(replay(record).end)  # type: ignore[arg-type]
        return
    raise AssertionError("no pack was locked for good")


ONE_TRICK = """
[Game "kontra"]
[Dealer "N"]
[Position]
N: AC AS AH AD KC KS
S: KH KD QC QS QH QD
stock: {stock}
lead: {lead}
"""


@pytest.mark.parametrize(("lead", "possible"), [("N", True), ("S", False)])
def test_what_cannot_arise_is_not_found(lead: str, possible: bool):
    """North has led to the only trick, and no two of its cards are equal; so nobody else can have won it."""
    rest = [rank + suit for rank in "JT98765432" for suit in "CSHD"]
    stock = " ".join(each for each in rest if each not in ("4C", "3C", "2C"))
    start = replay(read(ONE_TRICK.format(stock=stock, lead=lead))).start
    assert isinstance(start, KontraState)
    assert (KontraWitness(start).find() is not None) == possible
