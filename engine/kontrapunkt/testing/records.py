"""A moment as a record: written, read back, and seen by each seat."""

import pickle
from collections import Counter
from copy import replace
from random import Random

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Seat, State
from kontrapunkt.record import (
    Record,
    game_of,
    read,
    record_of,
    record_view,
    write,
    write_start,
)
from kontrapunkt.rules import PositionError
from kontrapunkt.testing.states import Done, cards_in, cards_named


def check_seats_record(start: State, done: Done, state: State, seen: dict[Seat, set[Card]]) -> None:
    """Checks what each seat can write down of a deal in progress: all that it has seen, and nothing else.

    Args:
        start: The deal.
        done: What was done.
        state: Where that has led.
        seen: The cards that each seat has seen so far.

    Raises:
        AssertionError: naming what broke a promise.
    """
    for seat in state.game.seats:
        record = record_of(start, done, seat=seat)
        text = write(record)
        assert read(text) == record, f"{seat}'s record does not survive being written"
        assert cards_named(text) <= seen[seat], f"{seat}'s record names cards that {seat} has not seen"
        assert record_view(record, seat) == state.view(seat), f"{seat}'s record reads back as another view"
        now, view = write_start(state, seat), state.view(seat)
        told = cards_named(" ".join(now.deals[0].facts.values())) & seen[seat]  # the past, as far as seen
        assert cards_named(write(now)) <= cards_in(view) | told, f"{seat}'s position names other cards"


def check_past(state: State, seat: Seat) -> None:
    """Checks that no position is refused that has come about: the state's own, and what a seat sees of it.

    Raises:
        AssertionError: naming the faults that it is said to have.
    """
    try:
        state.game.start(write_start(state))
        state.game.start(write_start(state, seat), unseen=True)
    except PositionError as error:
        text = write(write_start(state))
        raise AssertionError(f"a moment of the deal is said to be impossible: {error}\n{text}") from error


def check_position(state: State, chance: Random) -> None:
    """Checks that a state can be written as a record's start and read back, by all and by each seat.

    Raises:
        AssertionError: naming what broke a promise.
    """
    record = write_start(state)
    assert read(write(record)) == record, "a position does not survive being written"
    again = game_of(record).start(record)
    assert again.actions() == state.actions(), "a position read back allows other actions"
    assert again.view(None).facts == state.view(None).facts, "a position read back has another past"
    for seat in state.game.seats:
        seen = write_start(state, seat)
        assert read(write(seen)) == seen, f"what {seat} sees does not survive being written"
        assert record_view(seen, seat) == again.view(seat), f"what {seat} sees reads back as another view"
        other = _reshuffled(record, seen, chance)
        try:
            guess = game_of(record).start(other)
        except PositionError:
            continue  # some shares of the unseen cards cannot have come about
        if guess.as_deal(seat).facts != again.as_deal(seat).facts:
            continue  # all would have been told something else, such as that nobody can unlock the pack
        assert guess.view(seat) == again.view(seat), f"{seat}'s view depends on cards that {seat} cannot see"
        assert pickle.dumps(guess.view(seat)) == pickle.dumps(again.view(seat)), (
            f"{seat}'s view holds more than it shows"
        )


def _reshuffled(record: Record, seen: Record, chance: Random) -> Record:
    """The record with the cards shared out anew that are hidden in what was seen."""
    full, part = record.deals[0], seen.deals[0]
    places = [
        *((seat, i) for seat, hand in part.hands.items() for i, one in enumerate(hand) if one == HIDDEN),
        *(("stock", i) for i, one in enumerate(part.stock or ()) if one == HIDDEN),
    ]
    known = Counter(one for hand in (*part.hands.values(), part.stock or ()) for one in hand if one != HIDDEN)
    everything = Counter(one for hand in (*full.hands.values(), full.stock or ()) for one in hand)
    loose = list((everything - known).elements())
    chance.shuffle(loose)
    hands = {seat: list(hand) for seat, hand in part.hands.items()}
    stock = list(part.stock or ())
    for (place, i), one in zip(places, loose, strict=True):
        (stock if place == "stock" else hands[_seat(place)])[i] = one
    deal = replace(
        full,
        hands={seat: tuple(hand) for seat, hand in hands.items()},
        stock=None if full.stock is None else tuple(stock),
    )
    return Record(record.tags, (deal,))


def _seat(text: str) -> Seat:
    return next(seat for seat in SEATS if seat == text)
