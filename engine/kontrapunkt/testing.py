"""The public test kit: what every game must keep, whoever wrote it.

    from kontrapunkt.testing import check_game
    def test_my_game():
        check_game(MyGame, deals=20)

`check_game` deals and plays at random with random options, and raises AssertionError naming options and seed
of a deal that breaks a promise. `check_deal` does so for one deal and `check_match` for a match, for tools
that shrink examples.
"""

import pickle
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from copy import replace
from random import Random

from kontrapunkt.cards import HIDDEN, RANKS, SUITS, Card, card
from kontrapunkt.game import CHANCE, SEATS, Action, Game, Match, Option, Result, Seat, State, View
from kontrapunkt.record import (
    Record,
    RecordError,
    game_of,
    read,
    record_of,
    record_of_match,
    record_view,
    replay,
    replay_match,
    write,
    write_start,
)
from kontrapunkt.rules import PositionError, Refusal

OUT_OF_TURN = 0.4
"""How often, in a playthrough, a seat speaks out of turn if it may."""

Done = list[tuple[Seat, str]]
"""What was done in a deal, by whom."""

NONSENSE = ("", "?", CHANCE, "XX", "1C", "gabble", "dark dark", "N", "7C 7C")
"""Texts that are no game's action."""

CARDS = tuple(card(rank + suit) for suit in SUITS for rank in RANKS)

_QUOTED = re.compile("“[^”]*”")
_CODE = re.compile(rf"\b[{RANKS}][{SUITS}]\b")


def random_options(game_class: type[Game], seed: int) -> Game:
    """A game with a random preset and random options; numbers that may be any are small."""
    chance = Random(seed)
    preset = chance.choice([None, *game_class.presets])
    chosen = {
        option.key: _some_value(option, chance)
        for option in game_class.known_options
        if chance.random() < 0.5
    }
    return game_class(preset, **chosen)


def _some_value(option: Option, chance: Random) -> str:
    if option.several:
        return "+".join(one for one in option.choices if chance.random() < 0.5) or "off"
    return chance.choice(option.choices or ("1", "2", "7", "60"))


def check_game(game_class: type[Game], deals: int = 20, seed: int = 0, calls: Sequence[str] = ()) -> None:
    """Checks every preset and random option sets, a deal and a match each.

    Args:
        game_class: The game.
        deals: How many deals with random options.
        seed: Where to begin.
        calls: Actions other than cards, for the agreement of `actions` and `why_not`.

    Raises:
        AssertionError: naming what broke a promise, with options and seed.
    """
    games = [game_class(preset) for preset in game_class.presets]
    for i, game in enumerate([*games, *(random_options(game_class, seed + i) for i in range(deals))]):
        check_deal(game, seed + i, calls)
        check_match(game, seed + i, most=2)


def check_deal(game: Game, seed: int, calls: Sequence[str] = (), thorough: bool = False) -> State:
    """Deals, plays out at random and checks every state on the way.

    Args:
        game: The game.
        seed: For the deal and for the play.
        calls: Actions other than cards.
        thorough: Whether each seat is asked about every card, call and piece of nonsense in every state, not
            only in the first of a phase in which it is to act, or is not; that takes several times as long.

    Returns:
        The end.

    Raises:
        AssertionError: naming what broke a promise.
    """
    chance = Random(seed)
    dealer = chance.choice(game.seats)
    state = start = game.deal(seed, dealer)
    done: Done = []
    seen: dict[Seat, set[Card]] = {seat: set() for seat in game.seats}
    asked: set[tuple[Seat, str, bool]] = set()
    try:
        assert start == game.deal(seed, dealer), "a seed must always give the same deal"
        checked = set(chance.sample(range(60), 3))
        whole = Counter(_cards(state))
        while state.to_act is not None:
            moments = {(seat, state.phase, seat == state.to_act) for seat in game.seats}
            fresh = {seat for seat, *_ in (moments if thorough else moments - asked)}
            asked |= moments
            check_state(state, calls, fresh)
            assert Counter(_cards(state)) == whole, "cards got lost or came in"
            for seat in game.seats:
                seen[seat] |= _cards_in(state.view(seat))
            check_past(state, game.seats[len(done) % len(game.seats)])
            if len(done) in checked:
                check_position(state, chance)
                check_seats_record(start, done, state, seen)
            seat, action = _some_action(state, chance)
            before = state.view(None)
            after = state.apply(action, seat)
            assert state.view(None) == before, f"{action} changed the state it was applied to"
            assert after.match == start.match, f"{action} changed the match"
            state = after
            done.append((seat, action))
            assert len(done) < 5000, "the deal never ends"
        check_end(start, state, done)
    except (AssertionError, Refusal, ValueError, LookupError) as error:
        lines = write(write_start(start)), " ".join(f"{seat} {action}" for seat, action in done)
        raise AssertionError(f"{error}\n{dict(game.options)}, seed {seed}\n{lines[0]}{lines[1]}") from error
    return state


def _some_action(state: State, chance: Random) -> tuple[Seat, Action]:
    every = [(seat, action) for seat in state.game.seats for action in state.actions(seat)]
    return every[int(chance.random() * len(every))]


def check_state(state: State, calls: Iterable[str] = (), fully: Container[Seat] = SEATS) -> None:
    """Checks one state: never stuck, cards conserved, refusals and actions agreed, views tight.

    Args:
        state: The state.
        calls: Actions other than cards.
        fully: The seats that are asked about every card, call and piece of nonsense; the others only about
            their own cards and what anybody may do.

    Raises:
        AssertionError: naming what broke a promise.
    """
    turn = state.to_act
    assert turn is not None, "nobody is to act"
    legal = state.actions()
    assert legal, f"{turn} is stuck"
    assert legal == state.actions(turn), "the seat to act is meant where none is named"
    assert len(set(legal)) == len(legal), f"an action is listed twice: {legal}"
    _check_refusals(state, {*CARDS, *NONSENSE, *calls}, fully)
    _check_views(state)


def _check_refusals(state: State, everything: Iterable[str], fully: Container[Seat]) -> None:
    rulebook = state.game.rulebook
    words = {str(action) for seat in state.game.seats for action in state.actions(seat)}
    hands = state.view(None).hands
    for seat in state.game.seats:
        legal = state.actions(seat)
        for action in {*words, *(everything if seat in fully else hands[seat])}:
            refused = state.why_not(action, seat)
            assert (refused is None) == (action in legal), f"actions and why_not differ on {seat} {action}"
            if refused is None:
                continue
            assert refused.rule in rulebook, (
                f"{seat} {action} is refused by {refused.rule}, no rule of the game"
            )
            assert refused.reason.strip() == refused.reason != "", (
                f"{seat} {action} is refused without a reason"
            )
            assert refused.rule not in refused.reason, f"the reason names its rule: {refused.reason}"
            _check_sentence(refused.reason)
            assert refused.legal == legal, f"{seat} {action}: the refusal does not list what is legal"


def _check_sentence(text: str) -> None:
    """Cards are named in sentences; their codes stand only in quotes, as what one may write."""
    said = _QUOTED.sub("", text)
    assert not _CODE.search(said), f"a card is told by its code: {text}"


def _check_views(state: State) -> None:
    everything = state.view(None)
    deal = state.as_deal()
    for seat in state.game.seats:
        assert everything.hands[seat] == tuple(deal.hands[seat]), f"{seat}'s hand differs from the record's"
        view = state.view(seat)
        looked = any(card != HIDDEN for card in view.hands[seat])
        if looked or state.phase in ("lead", "follow"):  # before play a hand may not have been looked at
            assert view.hands[seat] == everything.hands[seat], f"{seat} does not see the own hand"
        assert view.actions == state.actions(seat), f"{seat}'s view lists other actions"
        for other in state.game.seats:
            seen_hand, hand = view.hands[other], everything.hands[other]
            assert len(seen_hand) == len(hand), f"{seat} sees a wrong number of {other}'s cards"
            assert not Counter(c for c in seen_hand if c != HIDDEN) - Counter(hand), f"{seat} sees ghosts"
        assert _public(view) == _public(everything), f"{seat} sees public things differently"
        for lying, whole in zip(view.laid, everything.laid, strict=True):
            cards = zip(lying.cards, whole.cards, strict=True)
            assert all(one in (HIDDEN, other) for one, other in cards), f"{seat} sees ghosts on the table"
        assert view.tricks == everything.tricks[len(everything.tricks) - len(view.tricks) :], (
            f"{seat} sees other tricks than the last ones"
        )
        both = view.facts.keys() & everything.facts.keys()
        assert all(_may_be(view.facts[key], everything.facts[key]) for key in both), (
            f"{seat} knows another past"
        )
        assert {*view.statuses} <= {*everything.statuses}, f"{seat} knows of a status that is not there"
        for text in _said(view):
            _check_sentence(text)


def _said(view: View) -> Iterator[str]:
    """What a view says in words."""
    yield str(view.task)
    for status in view.statuses:
        yield from (str(status.label), str(status.text))
    yield from (str(call.label) for call in view.calls)
    yield from (str(laid.label) for laid in view.laid)


def _public(view: View) -> View:
    laid = tuple(replace(each, cards=(HIDDEN,) * len(each.cards)) for each in view.laid)
    hidden = replace(view, seat=None, hands={}, actions=(), tricks=(), facts={}, others={}, laid=laid)
    return replace(hidden, statuses=())


def _may_be(told: str, truth: str) -> bool:
    """Whether both say the same, word by word, apart from cards that the first hides."""
    ours, theirs = told.replace(",", " ").split(), truth.replace(",", " ").split()
    return len(ours) == len(theirs) and all(a in (b, HIDDEN) for a, b in zip(ours, theirs, strict=True))


def _cards(state: State) -> Iterator[Card]:
    """All cards of a deal, wherever they lie."""
    deal = state.as_deal()
    for cards in (*deal.hands.values(), deal.stock or ()):
        yield from cards
    view = state.view(None)
    for laid in view.laid:
        if laid.seat:  # what lies before a seat has come from its hand; some games count it to the stock
            yield from (one for one in laid.cards if one not in (deal.stock or ()))
    yield from _cards_played(view)


def _cards_played(view: View) -> Iterator[Card]:
    yield from (play.card for play in view.trick)
    yield from view.added
    for trick in view.tricks:
        yield from (play.card for play in trick.plays)
        yield from trick.added


def _cards_in(view: View) -> set[Card]:
    """The cards that a view shows, and those that somebody has named aloud."""
    lying = (*view.hands.values(), *(laid.cards for laid in view.laid))
    named = {call.action.carries for call in view.calls if call.action.carries}
    return {*(one for cards in lying for one in cards if one != HIDDEN), *named, *_cards_played(view)}


def _cards_named(text: str) -> set[Card]:
    """The cards that a record's text names."""
    return {one for one in CARDS if one in text}


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
        assert _cards_named(text) <= seen[seat], f"{seat}'s record names cards that {seat} has not seen"
        assert record_view(record, seat) == state.view(seat), f"{seat}'s record reads back as another view"
        now, view = write_start(state, seat), state.view(seat)
        told = _cards_named(" ".join(now.deals[0].facts.values())) & seen[seat]  # the past, as far as seen
        assert _cards_named(write(now)) <= _cards_in(view) | told, f"{seat}'s position names other cards"


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


def check_end(start: State, end: State, done: Done) -> None:
    """Checks a finished deal: its result, and that its record replays to the same end.

    Raises:
        AssertionError: naming what broke a promise.
    """
    assert end.phase == "over"
    assert all(not end.actions(seat) for seat in end.game.seats), (
        "the deal is over and somebody can still act"
    )
    refused = end.why_not("7C")
    assert refused, "the deal is over and a card is not refused"
    assert refused.rule in end.game.rulebook
    check_result(end.game, end.result())
    played = list(_cards_played(end.view(None)))
    dealt = start.as_deal()
    all_cards = Counter(one for cards in (*dealt.hands.values(), dealt.stock or ()) for one in cards)
    assert not Counter(played) - all_cards, "cards were played that were never dealt"
    record = record_of(start, done, {"Title": "A random deal"})
    text = write(record)
    assert read(text) == record, "a record does not survive being written"
    again = replay(read(text))
    assert again.end.view(None) == end.view(None), "a record replays to another end"
    assert again.end.result() == end.result(), "a record replays to another result"


def check_result(game: Game, result: Result) -> None:
    """Checks that a result is complete and cites rules that exist.

    Raises:
        AssertionError: naming what broke a promise.
    """
    assert set(result.seats) == set(game.seats), "a seat has no number"
    assert result.text
    _check_sentence(result.text)
    assert result.unit
    assert result.items, "a result says how it came about"
    for item in result.items:
        assert item.rule in game.rulebook, f"the result cites {item.rule}, no rule of the game"
        assert item.text
        _check_sentence(item.text)
    if result.settled:
        for seat, number in result.seats.items():
            items = sum(item.seats.get(seat, 0) for item in result.items)
            assert items == number, f"the items bring {seat} {items}, the result {number}"
    if game.zero_sum:
        assert sum(result.seats.values()) + result.pot == 0, (
            f"what is paid does not add up to nothing: {result.seats}, pot {result.pot}"
        )


def check_match(game: Game, seed: int, most: int = 4) -> Match:
    """Plays a match at random, deal after deal, and checks what is carried and how its record tells it.

    Args:
        game: The game.
        seed: For the deals and for the play.
        most: After how many deals to stop, if it has not ended by then.

    Returns:
        The match in the end.

    Raises:
        AssertionError: naming what broke a promise.
    """
    chance = Random(seed)
    match = game.match()
    assert not match.over, "a match is over before it has begun"
    assert not match.facts, "a fresh match has nothing to state"
    deals: list[tuple[State, Done]] = []
    try:
        while len(deals) < most and not match.over:
            dealer, number = chance.choice(match.dealers), chance.randrange(10**9)
            start = game.deal(number, dealer, match)
            assert start.match == replace(match, dealers=(dealer,)), "a deal is played in another match"
            for dealt in (start, game.deal(number, match=match)):
                again = game.start(read(write(write_start(dealt))), match=dealt.match)
                assert again == dealt, "a deal is another one when it is started in its own match"
            alone = game_of(write_start(start)).start(read(write(write_start(start))))
            assert alone == start, "a deal written alone states another match"
            end, done = _played_out(start, chance)
            deals.append((start, done))
            check_result(game, end.result())
            match = start.match.after(end)
            assert not game.zero_sum or sum(match.scores.values()) + match.pot == 0, (
                "the match loses or makes chips"
            )
            _check_carried(start.match, end.result(), match)
        check_match_record(deals, match, chance)
    except (AssertionError, Refusal, ValueError, LookupError) as error:
        told = write(record_of_match(deals)) if deals else ""
        raise AssertionError(f"{error}\n{dict(game.options)}, seed {seed}\n{told}") from error
    return match


def _played_out(state: State, chance: Random) -> tuple[State, Done]:
    done: Done = []
    while state.to_act is not None:
        seat, action = _some_action(state, chance)
        done.append((seat, action))
        state = state.apply(action, seat)
    return state, done


def _check_carried(before: Match, result: Result, after: Match) -> None:
    """What a deal brings must be what the match has more, if both count the same."""
    assert after.standing
    assert after.over or after.dealers, "nobody can deal"
    assert after.over == bool(after.winners) or not after.winners, "somebody has won, and the match goes on"
    assert after.dealer_rule in after.game.rulebook
    if after.unit == result.unit:
        more = {who: number - before.scores[who] for who, number in after.scores.items()}
        sitting = {before.sitting[seat]: number for seat, number in result.seats.items()}
        due = {who: sitting.get(who, 0) for who in after.scores}
        assert more == due, f"the deal brings {result.seats}, the match has more by {more}"
        placed = {seat: after.scores[who] for seat, who in after.sitting.items()}
        assert placed == dict(after.seats), f"{placed} sit at the seats of {after.seats}"
        assert after.pot - before.pot == result.pot, f"the deal brings the pot {result.pot}, not {after.pot}"


def check_match_record(deals: Sequence[tuple[State, Done]], end: Match, chance: Random) -> None:
    """Checks that the record of a match replays to the same match, and that it cannot say anything else.

    Args:
        deals: How each deal began, and what was done in it; all are over.
        end: The match after them.
        chance: Where to look.

    Raises:
        AssertionError: naming what broke a promise.
    """
    record = record_of_match(deals, {"Title": "A random match"})
    assert read(write(record)) == record, "the record of a match does not survive being written"
    due = [played.after for played in replay_match(record)]
    bare = [
        replace(deal, facts={}, dealer=None if before and before.dealer else deal.dealer)
        for before, deal in zip(due, record.deals[1:], strict=False)
    ]
    for told in (record, Record(record.tags, (record.deals[0], *bare))):
        played = replay_match(told)
        assert [each.start for each in played] == [start for start, _ in deals], "a deal starts another match"
        assert played[-1].after == end, "the record of a match replays to another standing"
    if len(deals) > 1:
        _check_wrong_matches(record)
    if end.over:
        _check_refused(Record(record.tags, (*record.deals, record.deals[0])), "a deal after the end")
    start, done = deals[-1]
    cut = chance.randrange(len(done))
    state = start
    for seat, action in done[:cut]:
        state = state.apply(action, seat)
    position = read(write(write_start(state)))
    assert game_of(position).start(position).match == state.match, "a position states another match"
    for seat in end.game.seats:
        seen = record_of_match([*deals[:-1], (start, done[:cut])], seat=seat)
        assert read(write(seen)) == seen, f"{seat}'s record of a match does not survive being written"
        view = record_view(seen, seat, deal=len(deals) - 1)
        assert view == state.view(seat), f"{seat}'s record of a match reads back as another view"


def _check_wrong_matches(record: Record) -> None:
    """A later deal must follow a finished one, be dealt by whom the rules say, and state what is true."""
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
        replay_match(read(write(record)))
    except RecordError as error:
        line = error.line
    assert 1 <= line <= lines, f"{what} is not refused, or nowhere"


def playthrough(game: Game, seed: int) -> str:
    """A random deal told action by action, to be kept as a golden file and read by people."""
    chance = Random(seed)
    start = state = game.deal(seed)
    done: Done = []
    lines = [
        f"# {game.title}: {dict(game.options)}",
        f"# seed {seed}",
        write(write_start(start)).rstrip(),
        "",
    ]
    told_of = 0
    while state.to_act is not None:
        turn = state.to_act
        calls = [(seat, call) for seat in game.seats if seat != turn for call in state.actions(seat)]
        if calls and chance.random() < OUT_OF_TURN:
            seat, call = calls[int(chance.random() * len(calls))]
            done.append((seat, call))
            state = state.apply(call, seat)
            lines.append(f"    {'call':8} {seat} {call}")
            continue
        view = state.view(state.to_act)
        before = len(state.view(None).tricks)
        leading = not view.trick and any(action.card for action in view.actions)
        if leading and view.trick_number > told_of:
            told_of = view.trick_number
            marks = ", ".join(f"{'-'.join(s.seats)} {s.label}".strip() for s in view.statuses)
            piles = ", ".join(
                f"{'-'.join(p.seats)} {p.tricks if p.card_points is None else p.card_points}"
                for p in view.piles
            )
            stock = "" if view.stock is None else f"stock {view.stock}; "
            lines.append(f"trick {view.trick_number} ({stock}{piles}{'; ' if marks else ''}{marks})")
        hand = view.hands[turn]
        able = {action.carries for action in view.actions}
        refused = [f"{one} {why.rule}" for one in hand if one not in able and (why := state.why_not(one))]
        action = view.actions[int(chance.random() * len(view.actions))]
        done.append((turn, action))
        told = f"    {view.phase:8} {turn} [{' '.join(hand)}] {action}"
        state = state.apply(action)
        told += f" * {state.chance}" if state.chance else ""
        lines.append(told + (f"    refused: {', '.join(refused)}" if refused else ""))
        tricks = state.view(None).tricks
        if len(tricks) > before:
            points = tricks[-1].card_points
            lines.append(f"    -> {tricks[-1].winner}" + ("" if points is None else f" {points}"))
    result = state.result()
    lines += ["", f"{result.text} ({result.unit}: {dict(result.seats)}; {dict(result.grades)})"]
    lines += [f"    {item.rule}: {item.text}" for item in result.items]
    return "\n".join([*lines, "", write(record_of(start, done))])


__all__ = [
    "check_deal",
    "check_end",
    "check_game",
    "check_match",
    "check_match_record",
    "check_past",
    "check_position",
    "check_result",
    "check_seats_record",
    "check_state",
    "playthrough",
    "random_options",
]
