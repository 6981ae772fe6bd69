"""What is seen of a state, and how it is written down."""

from functools import cached_property
from typing import TYPE_CHECKING, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Pile, Play, Seat, Status, Trick, View
from kontrapunkt.games.rank_match.facts import tidy, write_sides, write_trick
from kontrapunkt.games.rank_match.kept import plays
from kontrapunkt.games.rank_match.table import CARDS, DARK, in_order
from kontrapunkt.record.text import tidy_action

if TYPE_CHECKING:
    from kontrapunkt.games.kontra.state import KontraState
    from kontrapunkt.games.rank_match.state import SedmaState


class RankView[S: "SedmaState | KontraState"](View[S]):
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
        return plays(seen.leader, seen.trick, seen._dark, self.seats)

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
        return self._seen.before.number


class SedmaView(RankView["SedmaState"]):
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


def hands_seen(state: "SedmaState | KontraState", seat: Seat | None) -> tuple[tuple[Card, ...], ...]:
    """The hands, with the cards a seat has not seen hidden."""
    seats = state.game.seats
    return tuple(
        [hand if seat in (None, seats[i]) else _shown(state, i) for i, hand in enumerate(state.hands)]
    )


def _shown(state: "SedmaState | KontraState", owner: int) -> tuple[Card, ...]:
    """A hand as others see it: the cards that came into it for all to see, then hidden ones."""
    shown = in_order(tuple(card for holder, card in state.shown if holder == owner))
    return (*shown, *[HIDDEN] * (len(state.hands[owner]) - len(shown)))


def known(state: "SedmaState") -> frozenset[Card] | None:
    """The cards of all finished tricks; None where hidden cards leave them open."""
    if state.before.played is None:
        return None
    return state.before.played.union(*(taken.cards for taken in state._tricks))


def facts(state: "SedmaState", played: frozenset[Card] | None, hidden: bool) -> dict[str, str]:
    """What has been so far and the rules still ask for, as a position says it.

    Args:
        state: The state.
        played: The cards of the finished tricks, where they are to be named.
        hidden: Whether cards are hidden; then the kings among those played must be named or counted.
    """
    count_kings = hidden and played is None and state.game.guards_king and state._kings
    before = state.before
    points = before.points and (before.points[0] + state._points[0], before.points[1] + state._points[1])
    tricks = before.tricks and (before.tricks[0] + state._taken[0], before.tricks[1] + state._taken[1])
    streak = state._streak
    return tidy(
        {
            "lead": SEATS[state._leader] if state.to_act else "",
            "trick": write_trick(state._leader, state._trick, state._dark),
            "turned": state._turned or "",
            "streak": f"{SEATS[streak[0]]} {streak[1]} {streak[2]}" if streak else "",
            "points": write_sides(points) if points and state._number > 1 else "",
            "tricks": write_sides(tricks) if tricks and state._number > 1 else "",
            "shown": " ".join(f"{SEATS[seat]} {card}" for seat, card in state._shown),
            **state.game.write_marks(state._marks),
            **state.match.facts,
            "kings": str(state._kings) if count_kings else "",
            "played": " ".join(in_order(tuple(played or ()))),
        }
    )


def as_deal(state: "SedmaState", seat: Seat | None = None) -> Deal:
    """This moment as the start of a record; for a seat, with what it has not seen hidden."""
    hands = dict(zip(SEATS, hands_seen(state, seat), strict=True))
    stock = state.stock if seat is None else (HIDDEN,) * len(state.stock)
    if state._number == 1 and not state._trick and not state._turned:
        return Deal(hands, stock, dealer=state.match.dealer, facts=state.match.facts)
    hidden = HIDDEN in stock or any(HIDDEN in hand for hand in hands.values())
    said = facts(state, known(state) if hidden and seat is None else None, hidden)
    return Deal(hands, stock, True, state.match.dealer, said)


def supposing(state: "SedmaState", seat: Seat, action: str, chance: str | None) -> "SedmaState":
    """The same moment where the hidden card that is about to be seen is the one shown."""
    text = tidy_action(action)
    if state.to_act != seat:
        return state
    card = CARDS.get(chance or "") if text == DARK else CARDS.get(text)
    hand = state._hands[state._turn]
    if card is None or card in _cards_seen(state):
        return state
    new = state._copy()
    new._turned = state._turned
    if text == DARK:
        if state.stock[:1] == (HIDDEN,):
            new._stock = (*state._stock[: state._top], card, *state._stock[state._top + 1 :])
    elif HIDDEN in hand:
        rest = list(hand)
        rest.remove(HIDDEN)
        hands = list(state._hands)
        hands[state._turn] = in_order((*rest, card))
        new._hands = tuple(hands)
    return new


def having_drawn(state: "SedmaState", seat: Seat, drawn: Card) -> "SedmaState":
    """The same moment where a hidden card that a seat has just drawn is the one said."""
    number = SEATS.index(seat)
    hand = state._hands[number]
    if HIDDEN not in hand or drawn in _cards_seen(state):
        return state
    rest = list(hand)
    rest.remove(HIDDEN)
    new = state._copy()
    new._chance = state._chance
    new._turned = state._turned
    new._hands = (*state._hands[:number], in_order((*rest, drawn)), *state._hands[number + 1 :])
    return new


def _cards_seen(state: "SedmaState") -> set[Card]:
    """All cards that a state names, wherever they lie."""
    finished = (card for taken in state._tricks for card in taken.cards)
    return {*state.stock, *state._trick, *(known(state) or ()), *finished}.union(*state._hands)
