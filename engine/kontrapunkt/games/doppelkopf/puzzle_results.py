"""Results of Doppelkopf that a finished deal does not have but may be thought to have."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from kontrapunkt import words
from kontrapunkt.game import SEATS, Seat
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.reckoning import Reckoning, Tally, lines, reckoned, shares
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import CAUGHT_FOX, KONTRA, RE, REDEAL
from kontrapunkt.puzzles import numbers

Mistake = tuple[str, str, str]
"""A wrong answer, why it is wrong, and the rule."""

_ELSEWHERE: Final[Mapping[str, tuple[str, str, str]]] = {
    "target_rule": ("ddv", "seed_literal", "DK-S1"),
    "both_fail": ("ddv", "seed", "DK-S5"),
    "exceed_cumulative": ("on", "off", "DK-S14"),
    "schwarz_means": ("no_trick", "no_points", "DK-S11"),
}
"""Options that others play otherwise: two values each, and the rule that settles it here."""

_LOW: Final = (90, 60, 30)
"""Card points below which a party is kept (DK-S11)."""


def findings(end: DoppelkopfState) -> int:
    """How many findings lead to the result.

    They are the kinds of points, a bid met or missed, a game of one, and what only looks as if it counted.
    """
    if end.mode == REDEAL:
        return 1
    found = reckoned(end)
    kinds = {(line.rule, line.party) for line in found.lines}
    idle = _own_foxes(end) != 0 or (found.tally.alone and bool(end.happened))
    low = _low(found) != 0
    return max(1, len(kinds)) + found.tally.alone + (found.rule != "DK-S1") + idle + low


def mistakes(end: DoppelkopfState) -> Iterator[Mistake]:
    """Results of a deal by one who has a rule wrong; some may repeat one another, or be right after all."""
    if end.mode == REDEAL:
        return
    found = reckoned(end)
    of = found.tally

    def said(value: int, mistake: str, rule: str) -> Mistake:
        return _said(end, shares(end, value), mistake, rule)

    silent = replace(of, levels=(min(of.levels[0], 0), min(of.levels[1], 0)))
    if found.rule in ("DK-S3", "DK-S4", "DK-S5"):
        yield said(_value(end, silent), f"bid.{'none' if not found.won else 'one'}", found.rule)
    if of.alone:
        yield said(_value(end, replace(of, alone=False)), "special", "DK-S19")
        yield _said(end, _single(end, found.value), "single", "DK-S22")
    else:
        yield _said(end, _opposite(end, found.value), "opposite", "DK-R12")
        yield said(found.value + _own_foxes(end), "own_fox", "DK-S17")
    yield said(found.value + _low(found), "low", "DK-S24")
    for name, (one, other, rule) in _ELSEWHERE.items():
        here = end.game.options[name]
        game = Doppelkopf(**{**end.game.options, name: other if here == one else one})
        there = sum(line.party * line.points for line in lines(game, of, end))
        if there != _value(end, of):
            yield said(there, name, rule)
    yield said(-found.value, "turned", "DK-S20")


def _value(end: DoppelkopfState, of: Tally) -> int:
    """What the deal would come to with that."""
    return sum(line.party * line.points for line in lines(end.game, of, end))


def _said(end: DoppelkopfState, seats: Mapping[Seat, int], mistake: str, rule: str) -> Mistake:
    return numbers.told(end.game, seats), words.say(f"puzzle.dk.not.{mistake}"), rule


def _single(end: DoppelkopfState, value: int) -> dict[Seat, int]:
    """A solo that pays its value once."""
    return {seat: value * party for seat, party in zip(SEATS, end.parties, strict=True)}


def _opposite(end: DoppelkopfState, value: int) -> dict[Seat, int]:
    """Partners as if they sat opposite each other: the side of the first who is Re."""
    first = end.parties.index(RE) & 1
    return {seat: value if i & 1 == first else -value for i, seat in enumerate(SEATS)}


def _own_foxes(end: DoppelkopfState) -> int:
    """Foxes that a party took from itself, for Re."""
    parties = end.parties
    foxes = [event for event in end.happened if event.kind == CAUGHT_FOX]
    return sum(parties[fox.winner] for fox in foxes if parties[fox.winner] == parties[fox.owner])


def _low(found: Reckoning) -> int:
    """Points for keeping the others low that a party would have if it had not lost, for Re."""
    if not found.won:
        return 0
    won_with = found.tally.points[found.won == KONTRA]
    return -found.won * sum(won_with < limit for limit in _LOW)
