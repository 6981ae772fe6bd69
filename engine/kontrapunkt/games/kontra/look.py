"""What is seen of a state, and how it is written down."""

from collections.abc import Sequence
from functools import cached_property
from typing import override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import Action, Laid, Seat, Status
from kontrapunkt.games.kontra.cutting import write_cut
from kontrapunkt.games.kontra.facts import LED, LOCKED, write_cards, write_numbers, write_trick
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import (
    DECLINE,
    ENDGAME,
    ENDGAME1,
    FIRST_LEAD,
    LOCKED_END,
    SPICE,
    SPICE_DARK,
)
from kontrapunkt.games.rank_match.facts import tidy
from kontrapunkt.games.rank_match.look import RankView, hands_seen
from kontrapunkt.games.rank_match.table import CARDS, DARK, a_rank, in_order, ranks
from kontrapunkt.record.text import read_seat, tidy_action
from kontrapunkt.said import Said, Text, say, seat_name


class KontraView(RankView[KontraState]):
    """What a seat may know of a deal of Kontra."""

    @cached_property
    @override
    def statuses(self) -> tuple[Status, ...]:
        return statuses(self._seen)

    @cached_property
    @override
    def laid(self) -> tuple[Laid, ...]:
        return laid(self._seen)

    @cached_property
    @override
    def task(self) -> Text:
        return task(self._seen)

    @cached_property
    @override
    def facts(self) -> dict[str, str]:
        return facts(self._seen)


def stock_seen(state: KontraState, seat: Seat | None) -> tuple[Card, ...]:
    """The pack: to a seat, only what lies face up in it."""
    stock = state.stock
    if seat is None:
        return stock
    first = state.top_up
    last = len(stock) - 1 if state.bottom_up else -1
    return tuple(card if (i == 0 and first) or i == last else HIDDEN for i, card in enumerate(stock))


def laid(state: KontraState) -> tuple[Laid, ...]:
    """The cards of the pack that lie face up."""
    found = []
    if state.top_up:
        found.append(Laid("top", state.stock[:1], say("kontra.laid.top")))
    if state.bottom_up:
        found.append(Laid("bottom", state.stock[-1:], say("kontra.laid.bottom")))
    return tuple(found)


def statuses(state: KontraState) -> tuple[Status, ...]:
    """How it stands with the pack."""
    phase, rank = state.phase, state.lock
    if phase in (ENDGAME1, ENDGAME):
        return (_status("endgame", "KO-R14"),)
    if not rank or state.to_act is None:
        return ()
    if phase == LOCKED_END:
        return (_status("locked_for_good", "KO-R5"),)
    if phase == FIRST_LEAD:
        return (_status("locked", "KO-R3", ranks=ranks(rank)),)
    return (_status("unlocked", "KO-R3", rank=a_rank(rank)),)


def _status(name: str, rule: str, **values: Said) -> Status:
    text = say(f"kontra.status.{name}.text", **values)
    return Status(name, (), say(f"kontra.status.{name}"), text, rule)


def task(state: KontraState) -> Text:
    """What the seat to act is to do, where it is more than to lead or to play."""
    if state.to_act is None:
        return ""
    seat = seat_name(state.to_act)
    if state.phase == SPICE:
        return say("kontra.task.spice", seat=seat)
    if state.phase != FIRST_LEAD:
        return ""
    if not state.lock:
        return say("kontra.task.first_lead", seat=seat)
    key = "unlock" if state.game.must_unlock else "unlock.optional"
    return say(f"kontra.task.{key}", seat=seat, rank=a_rank(state.lock))


def facts(state: KontraState) -> dict[str, str]:
    """What has been so far and the rules still ask for, as a position says it."""
    seats, before = state.game.seats, state.before
    points, tricks = before.points, before.tricks
    later = state.trick_number > 1
    opened = not later and not state.trick
    known = points and tuple(a + b for a, b in zip(points, state.card_points, strict=True))
    won = tricks and tuple(a + b for a, b in zip(tricks, state.taken, strict=True))
    shown: Sequence[tuple[Seat, Card]] = [(seats[holder], card) for holder, card in state.shown]
    over = state.to_act is None
    return tidy(
        {
            "lead": "" if over else seats[state.leader],
            "trick": write_trick(seats, state.leader, state.trick, state._dark),
            "pack": LOCKED if state.phase == LOCKED_END else "",
            "declined": " ".join(seats[seat] for seat in state.declined) if opened else "",
            "bottom": "" if state._bottom else LED,
            "points": write_numbers(seats, known) if known and later else "",
            "tricks": write_numbers(seats, won) if won and later else "",
            "shown": write_cards(shown),
            **state.match.facts,
        }
    )


def as_deal(state: KontraState, seat: Seat | None = None) -> Deal:
    """This moment as the start of a record; for a seat, with what it has not seen hidden."""
    hands = dict(zip(state.game.seats, hands_seen(state, seat), strict=True))
    stock = stock_seen(state, seat)
    dealer = state.match.dealer
    if state.trick_number > 1 or state.trick or state.declined:
        return Deal(hands, stock, True, dealer, facts(state))
    said = dict(state.match.facts)
    if state.lock:  # where hands are hidden, they do not tell who leads
        said = facts(state)
    if state.before.cut:
        said = {"cut": write_cut(state.before.cut), **said}
    return Deal(hands, stock, dealer=dealer, facts=said)


# Hidden cards -----------------------------------------------------------------------------------------------


class _Told(KontraState):
    """A state in which hidden hands leave open who is asked next, but the record says it."""

    __slots__ = ("_next",)

    _next: int | None

    @override
    def _asked_after(self, declined: tuple[int, ...]) -> int | None:
        return self._next


def supposing(state: KontraState, seat: Seat, action: str, chance: str | None) -> KontraState:
    """The same moment where the hidden cards that are about to be seen are those shown."""
    done = tidy_action(action)
    if state.to_act != seat:
        return state
    if done == DECLINE:
        return _asking(state, chance or "")
    seen = _cards_seen(state)
    new = state._copy()
    if done in (DARK, SPICE_DARK):
        _suppose_stock(new, [chance or ""], seen)
        return new
    card = CARDS.get(done.argument if done.verb == SPICE else done)
    hand = state.hands[state.turn]
    if card is not None and card not in seen and HIDDEN in hand:
        rest = list(hand)
        rest.remove(HIDDEN)
        new._put(state.turn, in_order((*rest, card)))
    if state.phase == ENDGAME1 and chance and Action(chance).verb == SPICE:
        _suppose_stock(new, Action(chance).argument.split(" "), seen | {card or HIDDEN})
    return new


def _suppose_stock(state: KontraState, shown: Sequence[str], seen: set[Card]) -> None:
    """Takes the hidden cards on top of the pack to be those shown."""
    cards = list(state._stock)
    for place, text in enumerate(shown, state._top):
        card = CARDS.get(text)
        if place < len(cards) and cards[place] == HIDDEN and card is not None and card not in seen:
            cards[place] = card
            seen = seen | {card}
    state._stock = tuple(cards)


def _asking(state: KontraState, chance: str) -> KontraState:
    """The same moment where it is settled who is asked when this seat declines."""
    if not any(HIDDEN in hand for hand in state.hands):
        return state
    new = object.__new__(_Told)
    for name in KontraState.kept():
        setattr(new, name, getattr(state, name))
    verb, _, name = chance.partition(" ")
    asked = read_seat(name) if verb == "ask" else None
    seats = state.game.seats
    able = asked in seats and seats.index(asked) not in (*state.declined, state.turn)
    new._next = seats.index(asked) if asked and able else None
    return new


def having_drawn(state: KontraState, seat: Seat, drawn: Card) -> KontraState:
    """The same moment where a hidden card that a seat has just drawn is the one said."""
    seats = state.game.seats
    number = seats.index(seat) if seat in seats else 0
    hand = state.hands[number]
    if HIDDEN not in hand or drawn in _cards_seen(state):
        return state
    rest = list(hand)
    rest.remove(HIDDEN)
    new = state._copy()
    new._chance = state._chance
    new._put(number, in_order((*rest, drawn)))
    return new


def _cards_seen(state: KontraState) -> set[Card]:
    """All cards that a state names, wherever they lie."""
    finished = (card for taken in state.finished for card in (*taken.cards, *taken.added))
    return {*state.stock, *state.trick, *finished}.union(*state.hands) - {HIDDEN}
