"""What is seen of a state, and how it is written down."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match.facts import tidy, write_cards, write_numbers, write_trick
from kontrapunkt.families.rank_match.kept import plays
from kontrapunkt.families.rank_match.rank_state import RankState
from kontrapunkt.families.rank_match.state import RankMatchState
from kontrapunkt.families.rank_match.table import in_order
from kontrapunkt.game import SEATS, Pile, Play, Seat, Status, Trick, View


class RankView[S: RankState[Any, Any]](View[S]):
    """What a seat may know of a game in which ranks match."""

    @cached_property
    @override
    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        return dict(zip(self.seats, self._seen.hands, strict=True))

    @cached_property
    @override
    def stock(self) -> int:
        return len(self._seen.stock)

    @cached_property
    @override
    def trick(self) -> tuple[Play, ...]:
        seen = self._seen
        return plays(seen.leader, seen.trick, seen.dark_bits, self.seats)

    @cached_property
    @override
    def best(self) -> int | None:
        trick = self._seen.trick
        return max((i for i, card in enumerate(trick) if card[0] == trick[0][0]), default=None)

    @cached_property
    @override
    def trick_number(self) -> int:
        return self._seen.trick_number - (self._seen.to_act is None)

    @cached_property
    @override
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks that lie open: to a seat the last one, until the piles are counted.

        Nobody may look through the tricks that are taken; how many there are and what they count is told.
        """
        seen = self._seen
        finished = seen.finished if self.seat is None or seen.to_act is None else seen.finished[-1:]
        return tuple([taken.as_trick(self.seats) for taken in finished])

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

    @cached_property
    @override
    def first_trick(self) -> int:
        number: int = self._seen.before.number
        return number


class RankMatchView(RankView[RankMatchState]):
    """What a seat may know of a game of the Sedma kind, for four."""

    @cached_property
    @override
    def statuses(self) -> tuple[Status, ...]:
        return self._seen.game.statuses(self._seen)

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        seen = self._seen
        return facts(seen, known(seen) if self.seat is None else None, hidden=True)


def facts_told(state: RankState[Any, Any], own: Mapping[str, str], last: Mapping[str, str]) -> dict[str, str]:
    """What has been so far and the rules still ask for, as a position says it.

    Args:
        state: The state.
        own: What the game has to say beside what the family says.
        last: What comes after it.
    """
    seats, sides, before = state.game.seats, state.game.sides, state.before
    piles = {"points": (before.points, state.card_points), "tricks": (before.tricks, state.taken)}
    return tidy(
        {
            "lead": "" if state.to_act is None else seats[state.leader],
            "trick": write_trick(seats, state.leader, state.trick, state.dark_bits),
            **own,
            **{
                key: write_numbers(sides, [a + b for a, b in zip(early, later, strict=True)])
                for key, (early, later) in piles.items()
                if early is not None and state.trick_number > 1
            },
            "shown": write_cards([(seats[holder], card) for holder, card in state.shown]),
            **last,
        }
    )


def known(state: RankMatchState) -> frozenset[Card] | None:
    """The cards of all finished tricks; None where hidden cards leave them open."""
    if state.before.played is None:
        return None
    return state.before.played.union(*(taken.cards for taken in state.finished))


def facts(state: RankMatchState, played: frozenset[Card] | None, hidden: bool) -> dict[str, str]:
    """What has been so far, where four play.

    Args:
        state: The state.
        played: The cards of the finished tricks, where they are to be named.
        hidden: Whether cards are hidden; then the kings among those played must be named or counted.
    """
    game, streak = state.game, state.streak
    count_kings = hidden and played is None and game.guards_king and state.kings_played
    own = {
        "turned": state.turned or "",
        "streak": f"{SEATS[streak[0]]} {streak[1]} {streak[2]}" if streak else "",
    }
    last = {
        **game.write_marks(state.marks),
        **state.session.facts,
        "kings": str(state.kings_played) if count_kings else "",
        "played": " ".join(in_order(tuple(played or ()))),
    }
    return facts_told(state, own, last)


def as_deal(state: RankMatchState, seat: Seat | None = None) -> Deal:
    """This moment as the start of a record; for a seat, with what it has not seen hidden."""
    hands = dict(zip(SEATS, state.hands_seen(seat), strict=True))
    stock = state.stock_seen(seat)
    if state.trick_number == 1 and not state.trick and not state.turned:
        return Deal(hands, stock, dealer=state.session.dealer, facts=state.session.facts)
    hidden = HIDDEN in stock or any(HIDDEN in hand for hand in hands.values())
    said = facts(state, known(state) if hidden and seat is None else None, hidden)
    return Deal(hands, stock, True, state.session.dealer, said)
