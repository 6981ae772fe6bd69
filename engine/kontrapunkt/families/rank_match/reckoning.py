"""What both sides have at the end of a deal: one answer, or every answer that an unknown past leaves open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kontrapunkt.families.rank_match.past import pasts
from kontrapunkt.families.rank_match.state import RankMatchState
from kontrapunkt.families.rank_match.table import PACK


@dataclass(frozen=True, slots=True)
class Sums:
    """The whole deal: card points, tricks and the game's marks; side 0 is N–S.

    Attributes:
        points: Card points of each side.
        tricks: Tricks of each side.
        marks: The game's marks.
    """

    points: tuple[int, int]
    tricks: tuple[int, int]
    marks: tuple[int, ...] = ()


def possible_sums(state: RankMatchState) -> list[Sums]:
    """All that both sides may have in the end; one entry where the record says everything."""
    return list(sums(state)) or [_sums(state, (0, 0), (0, 0))]


def sums(state: RankMatchState) -> Iterator[Sums]:
    """The same one by one, as there may be hundreds; none where the past contradicts itself."""
    before = state.before
    if before.points is not None and before.tricks is not None:
        yield _sums(state, before.points, before.tricks)
        return
    game = state.game
    gone = before.played
    if gone is None:  # hidden cards left it open; by now all cards since the start have been seen
        gone = frozenset(PACK).difference(*(trick.cards for trick in state.finished))
    value = sum(game.values.get(card[0], 0) for card in gone)
    leader = state.finished[0].leader if state.finished else state.leader
    for ns, won in pasts(game, before, gone, leader):
        yield _sums(state, (ns, value - ns), (won, before.number - 1 - won))


def _sums(state: RankMatchState, points: Sequence[int], tricks: Sequence[int]) -> Sums:
    return Sums(
        (points[0] + state.card_points[0], points[1] + state.card_points[1]),
        (tricks[0] + state.taken[0], tricks[1] + state.taken[1]),
        state.marks,
    )
