"""The view of a state, and the facts by which a record describes it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Pile, Seat, Status
from kontrapunkt.families.deal_state import plays_of
from kontrapunkt.families.deal_view import DealView, write_trick
from kontrapunkt.families.rank_match.constants import in_order
from kontrapunkt.families.rank_match.state import RankMatchState, RankState
from kontrapunkt.record.facts import tidy, write_numbers, write_pairs


class RankView[S: RankState[Any, Any]](DealView[S]):
    """A seat's view of a game in which ranks match."""

    @cached_property
    @override
    def stock(self) -> int:
        return len(self._seen.stock)

    @cached_property
    @override
    def best(self) -> int | None:
        trick = self._seen.trick
        return self._seen.game.taker(trick) if trick else None

    @cached_property
    @override
    def trick_number(self) -> int:
        return self._seen.trick_number - (self._seen.to_act is None)

    @cached_property
    @override
    def piles(self) -> tuple[Pile, ...]:
        seen, before = self._seen, self._seen.before
        return tuple(
            Pile(
                tuple(seats),
                None if before.tricks is None else before.tricks[side] + seen.taken[side],
                seen.card_points[side],
                None if before.points is None else before.points[side],
            )
            for side, seats in enumerate(seen.game.sides)
        )


class RankMatchView(RankView[RankMatchState]):
    """A seat's view of a game for four of the Sedma group."""

    @cached_property
    @override
    def statuses(self) -> tuple[Status, ...]:
        return self._seen.game.statuses(self._seen)

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        return facts(self._seen, self.seat, hidden=True)


def facts_told(state: RankState[Any, Any], own: Mapping[str, str], last: Mapping[str, str]) -> dict[str, str]:
    """Return the facts about earlier play, as in a record's position.

    Args:
        own: The game's own facts.
        last: Facts at the end.
    """
    seats, sides, before = state.game.seats, state.game.sides, state.before
    trick = plays_of(state.game, state.leader, state.trick, state.dark)
    piles = {"points": (before.points, state.card_points), "tricks": (before.tricks, state.taken)}
    return tidy(
        {
            "lead": "" if state.to_act is None else seats[state.leader],
            "trick": write_trick(trick),
            **own,
            **{
                key: write_numbers(sides, [a + b for a, b in zip(early, later, strict=True)])
                for key, (early, later) in piles.items()
                if early is not None and state.trick_number > 1
            },
            "shown": write_pairs([(seats[holder], card) for holder, card in state.shown]),
            **last,
        }
    )


def facts(state: RankMatchState, seat: Seat | None, hidden: bool) -> dict[str, str]:
    """Return the facts about earlier play in a game of four.

    Args:
        seat: The viewer; None for a viewer who may know the cards already played.
        hidden: True if some cards are hidden; then the facts name the cards played, or the number of kings.
    """
    game, streak, played = state.game, state.streak, state.before.played
    if not hidden or seat is not None or played is None:
        gone: frozenset[Card] = frozenset()
        count_kings = hidden and game.guards_king and state.kings_played
    else:
        gone = played.union(*(taken.cards for taken in state.finished))
        count_kings = False
    own = {
        "turned": state.turned or "",
        "streak": f"{SEATS[streak[0]]} {streak[1]} {streak[2]}" if streak else "",
    }
    last = {
        **game.write_marks(state.marks),
        **state.session.facts,
        "kings": str(state.kings_played) if count_kings else "",
        "played": " ".join(in_order(tuple(gone))),
    }
    return facts_told(state, own, last)


def as_deal(state: RankMatchState, seat: Seat | None = None) -> Deal:
    """Return a state as the start of a record; for a seat, with unseen cards hidden."""
    hands, stock, session = state.hands_seen(seat), state.stock_seen(seat), state.session
    begun = bool(state.trick_number > 1 or state.trick or state.turned)
    hidden = HIDDEN in stock or any(HIDDEN in hand for hand in hands)
    said = facts(state, seat, hidden) if begun else session.facts
    return Deal(dict(zip(SEATS, hands, strict=True)), stock, begun, session.dealer, said)
