"""The public test kit, with checks that every game must pass, whoever wrote it.

    from kontrapunkt.testing import check_game
    def test_my_game():
        check_game(MyGame, deals=20)

`check_game` deals and plays at random with random options. It raises AssertionError with the options and the
seed of a deal that fails a check. `check_deal` checks one deal and `check_session` one session, for tools
that shrink examples. `check_player` checks that a computer player knows no more than its seat.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Game, Option, Seat, State
from kontrapunkt.core.rules import Refusal
from kontrapunkt.record import Done, record_of, write, write_start
from kontrapunkt.testing.players import check_player as check_player
from kontrapunkt.testing.records import check_end as check_end
from kontrapunkt.testing.records import check_past as check_past
from kontrapunkt.testing.records import check_position as check_position
from kontrapunkt.testing.records import check_result as check_result
from kontrapunkt.testing.records import check_seats_record as check_seats_record
from kontrapunkt.testing.records import check_session as check_session
from kontrapunkt.testing.records import check_session_record as check_session_record
from kontrapunkt.testing.sentences import check_keys as check_keys
from kontrapunkt.testing.states import CARDS as CARDS
from kontrapunkt.testing.states import all_cards, cards_in, some_action
from kontrapunkt.testing.states import check_state as check_state

OUT_OF_TURN = 0.4
"""The probability that a seat in a playthrough makes a call out of turn."""


def random_options(game_class: type[Game], seed: int) -> Game:
    """Return a game with a random preset and random options; free numbers are small.

    Args:
        game_class: The class of the game.
        seed: The same seed gives the same options.
    """
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
    """Check every preset and random options, each with a deal and a session.

    It also checks that no sentence is missing.

    Args:
        game_class: The class of the game.
        deals: The number of deals with random options.
        seed: The first seed.
        calls: Actions other than cards, on which `actions` and `why_not` must agree.

    Raises:
        AssertionError: naming the check that failed, with options and seed.
    """
    check_keys(game_class)
    games = [game_class(preset) for preset in game_class.presets]
    for i, game in enumerate([*games, *(random_options(game_class, seed + i) for i in range(deals))]):
        check_deal(game, seed + i, calls)
        check_session(game, seed + i, most=2)


def check_deal(game: Game, seed: int, calls: Sequence[str] = (), thorough: bool = False) -> State:
    """Deal, play out at random, check every state, and return the last one.

    Args:
        seed: The seed of the deal and the play.
        calls: Actions other than cards.
        thorough: True to try every card, call and nonsense text for each seat in every state, which takes
            several times as long. Otherwise only in the first state of a phase in which the seat is to act or
            is not.

    Raises:
        AssertionError: naming the check that failed.
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
        whole = Counter(all_cards(state))
        while state.to_act is not None:
            moments = {(seat, state.phase, seat == state.to_act) for seat in game.seats}
            fresh = {seat for seat, *_ in (moments if thorough else moments - asked)}
            asked |= moments
            check_state(state, calls, fresh)
            assert Counter(all_cards(state)) == whole, "cards got lost or came in"
            for seat in game.seats:
                seen[seat] |= cards_in(state.view(seat))
            check_past(state, game.seats[len(done) % len(game.seats)])
            if len(done) in checked:
                check_position(state, chance)
                check_seats_record(start, done, state, seen)
            seat, action = some_action(state, chance)
            before = state.view(None)
            after = state.apply(action, seat)
            assert state.view(None) == before, f"{action} changed the state it was applied to"
            assert after.session == start.session, f"{action} changed the session"
            state = after
            done.append((seat, action))
            assert len(done) < 5000, "the deal never ends"
        check_end(start, state, done)
    except (AssertionError, Refusal, ValueError, LookupError) as error:
        lines = write(write_start(start)), " ".join(f"{seat} {action}" for seat, action in done)
        raise AssertionError(f"{error}\n{dict(game.options)}, seed {seed}\n{lines[0]}{lines[1]}") from error
    return state


def playthrough(game: Game, seed: int) -> str:
    """Return a random deal as text, action by action, for a readable golden file.

    Args:
        seed: The same seed gives the same deal.
    """
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
        before = state.view(None)
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
        if last := state.view(None).finished(before):
            points = "" if last.card_points is None else f" {last.card_points}"
            lines.append(f"    -> {last.winner}{points}")
    result = state.result()
    lines += ["", f"{result.text} ({result.unit}: {dict(result.seats)}; {dict(result.grades)})"]
    lines += [f"    {item.rule}: {item.text}" for item in result.items]
    return "\n".join([*lines, "", write(record_of(start, done))])
