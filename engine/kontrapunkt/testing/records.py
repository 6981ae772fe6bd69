"""Checks of results, positions as records, and sessions with their records."""

import pickle
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import Record, RecordError
from kontrapunkt.core.interface import CHANCE, Game, Result, Seat, Session, State
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.record import ObservedDeal, game_of, read, record_view, replay, replay_session, write
from kontrapunkt.record.recording import Done, record_of, record_of_session, write_start
from kontrapunkt.testing.states import at_random, cards_in, cards_named, cards_played, check_sentence


def check_seats_record(start: State, done: Done, state: State, seen: dict[Seat, set[Card]]) -> None:
    """Check that each seat's record of a deal has all that it has seen and no more.

    Args:
        start: The first state of the deal.
        done: The actions.
        state: The state after them.
        seen: The cards that each seat has seen so far.

    Raises:
        AssertionError: naming the check that failed.
    """
    for seat in state.game.seats:
        record = record_of(start, done, seat=seat)
        text = write(record)
        assert read(text) == record, f"{seat}'s record does not survive being written"
        assert cards_named(text) <= seen[seat], f"{seat}'s record names cards that {seat} has not seen"
        assert record_view(record, seat) == state.view(seat), f"{seat}'s record reads back as another view"
        now, view = write_start(state, seat), state.view(seat)
        told = cards_named(" ".join(now.deals[0].facts.values())) & seen[seat]  # in earlier tricks
        assert cards_named(write(now)) <= cards_in(view) | told, f"{seat}'s position names other cards"


def check_past(state: State, seat: Seat) -> None:
    """Check that a state that has arisen is a valid position, whole and for a seat.

    Raises:
        AssertionError: naming its alleged faults.
    """
    try:
        state.game.start(write_start(state))
        state.game.start(write_start(state, seat), unseen=True)
    except PositionError as error:
        text = write(write_start(state))
        raise AssertionError(f"a moment of the deal is said to be impossible: {error}\n{text}") from error


def check_position(state: State, chance: Random) -> None:
    """Check that a state can be written as a record and read back, for all views."""
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
            continue  # some distributions of the unseen cards cannot arise
        if guess.as_deal(seat).facts != again.as_deal(seat).facts:
            continue  # everybody would know something else, such as that nobody can unlock the stock
        assert guess.view(seat) == again.view(seat), f"{seat}'s view depends on cards that {seat} cannot see"
        assert pickle.dumps(guess.view(seat)) == pickle.dumps(again.view(seat)), (
            f"{seat}'s view holds more than it shows"
        )


def _reshuffled(record: Record, seen: Record, chance: Random) -> Record:
    """Return a record with the cards redistributed that another record hides."""
    full, part = record.deals[0], seen.deals[0]
    loose = list((Counter(full.cards) - Counter(one for one in part.cards if one != HIDDEN)).elements())
    chance.shuffle(loose)

    def dealt(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(loose.pop() if one == HIDDEN else one for one in cards)

    hands = {seat: dealt(hand) for seat, hand in part.hands.items()}
    stock = None if part.stock is None else dealt(part.stock)
    assert not loose, "a seat sees a wrong number of hidden cards"
    return Record(record.tags, (replace(full, hands=hands, stock=stock),))


def check_end(start: State, end: State, done: Done) -> None:
    """Check a finished deal: its result, and that its record replays to the same end.

    Raises:
        AssertionError: naming the check that failed.
    """
    assert end.phase == "over"
    assert all(not end.actions(seat) for seat in end.game.seats), (
        "the deal is over and somebody can still act"
    )
    refused = end.why_not("7C")
    assert refused, "the deal is over and a card is not refused"
    assert refused.rule in end.game.rulebook
    check_result(end.game, end.result())
    played = list(cards_played(end.view(None)))
    assert not Counter(played) - Counter(start.as_deal().cards), "cards were played that were never dealt"
    record = record_of(start, done, {"Title": "A random deal"})
    text = write(record)
    assert read(text) == record, "a record does not survive being written"
    again = replay(read(text))
    assert again.end.view(None) == end.view(None), "a record replays to another end"
    assert again.end.result() == end.result(), "a record replays to another result"


def check_result(game: Game, result: Result) -> None:
    """Check that a result is complete and cites rules that exist.

    Raises:
        AssertionError: naming the check that failed.
    """
    assert set(result.seats) == set(game.seats), "a seat has no number"
    assert result.text
    check_sentence(result.text)
    assert result.unit
    assert result.items, "a result says how it came about"
    for item in result.items:
        assert item.rule in game.rulebook, f"the result cites {item.rule}, no rule of the game"
        assert item.text
        check_sentence(item.text)
    if result.settled:
        for seat, number in result.seats.items():
            items = sum(item.seats.get(seat, 0) for item in result.items)
            assert items == number, f"the items bring {seat} {items}, the result {number}"
    if game.zero_sum:
        assert sum(result.seats.values()) + result.pot == 0, (
            f"what is paid does not add up to nothing: {result.seats}, pot {result.pot}"
        )


def check_session(game: Game, seed: int, most: int = 4) -> Session:
    """Play a session at random, and check what carries over and its record.

    Args:
        seed: The seed of the deals and the play.
        most: The number of deals after which to stop, if the session has not ended.

    Returns:
        The session at the end.

    Raises:
        AssertionError: naming the check that failed.
    """
    chance = Random(seed)
    session = game.session()
    assert not session.over, "a session is over before it has begun"
    assert not session.facts, "a fresh session has nothing to state"
    deals: list[tuple[State, Done]] = []
    try:
        while len(deals) < most and not session.over:
            dealer, number = chance.choice(session.dealers), chance.randrange(10**9)
            start = game.deal(number, dealer, session)
            assert start.session == replace(session, dealers=(dealer,)), "a deal is played in another session"
            for dealt in (start, game.deal(number, session=session)):
                again = game.start(read(write(write_start(dealt))), session=dealt.session)
                assert again == dealt, "a deal is another one when it is started in its own session"
            alone = game_of(write_start(start)).start(read(write(write_start(start))))
            assert alone == start, "a deal written alone states another session"
            *_, (end, done) = at_random(start, chance)
            deals.append((start, done))
            check_result(game, end.result())
            session = start.session.after(end)
            assert not game.zero_sum or sum(session.scores.values()) + session.pot == 0, (
                "the session loses or makes chips"
            )
            _check_carried(start.session, end.result(), session)
        check_session_record(deals, session, chance)
    except (AssertionError, Refusal, ValueError, LookupError) as error:
        told = write(record_of_session(deals)) if deals else ""
        raise AssertionError(f"{error}\n{dict(game.options)}, seed {seed}\n{told}") from error
    return session


def _check_carried(before: Session, result: Result, after: Session) -> None:
    """Check that a deal's result has changed the session, if both have the same unit."""
    assert after.standing
    assert after.over or after.dealers, "nobody can deal"
    assert after.over == bool(after.winners) or not after.winners, "somebody has won, and the session goes on"
    assert after.dealer_rule in after.game.rulebook
    if after.unit == result.unit:
        more = {who: number - before.scores[who] for who, number in after.scores.items()}
        numbers = {before.players_by_seat[seat]: number for seat, number in result.seats.items()}
        due = {who: numbers.get(who, 0) for who in after.scores}
        assert more == due, f"the deal brings {result.seats}, the session has more by {more}"
        placed = {seat: after.scores[who] for seat, who in after.players_by_seat.items()}
        assert placed == dict(after.seats), f"{placed} sit at the seats of {after.seats}"
        assert after.pot - before.pot == result.pot, f"the deal brings the pot {result.pot}, not {after.pot}"


def check_session_record(deals: Sequence[tuple[State, Done]], end: Session, chance: Random) -> None:
    """Check that a session's record replays to it; wrong records must be rejected.

    Args:
        deals: The first state and the actions of each deal; all are over.
        end: The session after them.
        chance: The random generator that chooses a position to check.

    Raises:
        AssertionError: naming the check that failed.
    """
    record = record_of_session(deals, {"Title": "A random session"})
    assert read(write(record)) == record, "the record of a session does not survive being written"
    due = [played.after for played in replay_session(record)]
    bare = [
        replace(deal, facts={}, dealer=None if before and before.dealer else deal.dealer)
        for before, deal in zip(due, record.deals[1:], strict=False)
    ]
    for told in (record, Record(record.tags, (record.deals[0], *bare))):
        played = replay_session(told)
        assert [each.start for each in played] == [start for start, _ in deals], "a deal is of another one"
        assert played[-1].after == end, "the record of a session replays to another standing"
    if len(deals) > 1:
        _check_wrong_sessions(record)
    if end.over:
        _check_refused(Record(record.tags, (*record.deals, record.deals[0])), "a deal after the end")
    start, done = deals[-1]
    cut = chance.randrange(len(done))
    state = ObservedDeal.start(start, done[:cut], ()).state
    position = read(write(write_start(state)))
    assert game_of(position).start(position).session == state.session, "a position states another session"
    for seat in end.game.seats:
        seen = record_of_session([*deals[:-1], (start, done[:cut])], seat=seat)
        assert read(write(seen)) == seen, f"{seat}'s record of a session does not survive being written"
        view = record_view(seen, seat, deal=len(deals) - 1)
        assert view == state.view(seat), f"{seat}'s record of a session reads back as another view"


def _check_wrong_sessions(record: Record) -> None:
    """Check that a second deal is rejected if it contradicts the first.

    It must follow a finished deal, have a dealer that the rules allow, and give true facts.
    """
    first, second = record.deals[:2]
    last = max(place for place, move in enumerate(first.moves) if move.actor != CHANCE)
    unfinished = replace(first, moves=first.moves[:last])
    _check_refused(Record(record.tags, (unfinished, second)), "a deal after an unfinished one")
    due = replay(record).after
    assert due is not None
    for seat in due.game.seats:
        if seat not in due.dealers:
            wrong = replace(second, dealer=seat)
            _check_refused(Record(record.tags, (first, wrong)), f"a deal by {seat}, who is not to deal")
    for key, text in due.facts.items():
        other = "".join(str((int(sign) + 1) % 10) if sign.isdigit() else sign for sign in text)
        other = "-" if other == text else other
        wrong = replace(second, facts={**second.facts, key: other})
        _check_refused(Record(record.tags, (first, wrong)), f"“{key}: {other}” in place of “{text}”")


def _check_refused(record: Record, what: str) -> None:
    lines = write(record).count("\n")
    line = 0
    try:
        replay_session(read(write(record)))
    except RecordError as error:
        line = error.line
    assert 1 <= line <= lines, f"{what} is not refused, or nowhere"
