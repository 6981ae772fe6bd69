"""Computer players: what they are asked with, and what they may do."""

from collections.abc import Callable
from inspect import stack
from random import Random
from typing import Any

import pytest

from kontrapunkt.core.interface import Action, Game, View
from kontrapunkt.core.registry import GAMES
from kontrapunkt.play.players import PLAYERS, Player, RandomPlayer, player_for
from kontrapunkt.record import Done, ObservedDeal, SeatHistory, read, record_of, record_view, write
from kontrapunkt.testing import check_player, random_options
from kontrapunkt.testing.states import some_action

ALL = sorted(GAMES)


def watched(game: Game, seed: int, most: int = 500) -> tuple[ObservedDeal, Done]:
    """A deal that is played at random, calls out of turn included, for so many actions."""
    chance = Random(seed)
    now, done = ObservedDeal.start(game.deal(seed)), Done()
    while now.state.to_act and len(done) < most:
        seat, action = some_action(now.state, chance)
        now = now.after(action, seat)
        done.append((seat, action))
    return now, done


@pytest.mark.parametrize("game_id", ALL)
def test_seat_record_holds_only_seen_cards(game_id: str):
    """Kept action by action, it is what a record of the deal says to that seat, and reads as its view."""
    for seed in range(4):
        game = random_options(GAMES[game_id], seed)
        start = game.deal(seed)
        for most in (0, 3, 11, 23, 500):
            now, done = watched(game, seed, most)
            assert now == ObservedDeal.start(start, done)
            for seat in game.seats:
                seen = now.histories[seat]
                assert seen.record == record_of(start, done, seat=seat)
                assert read(seen.text) == seen.record
                assert record_view(read(seen.text), seat) == now.state.view(seat)


def test_seat_record_of_position_begins_there():
    now, _ = watched(GAMES["konter-a-matt"](), 1, 12)
    later = ObservedDeal.start(now.state)
    assert later.histories["N"].moves == ()
    assert later.histories["N"].start.position
    assert write(later.histories["N"].record) == later.histories["N"].text


def played(game: Game, player: Player, seed: int) -> Done:
    """What a player does that plays all seats."""
    now, done = ObservedDeal.start(game.deal(seed)), Done()
    while turn := now.state.to_act:
        view = now.state.view(turn)
        action = player.choose(view, now.histories[turn])
        assert action in view.actions
        now = now.after(action)
        done.append((turn, action))
    return done


def quick(name: str) -> Callable[[Game, int | None], Player]:
    """What makes a player; one that takes its time, with the smallest budget."""
    slow = f"{name}:2" if name in SLOW else name
    return lambda game, seed: player_for(slow, game, seed)


SLOW = ("club", "club-quiet", "open-hands")


@pytest.mark.parametrize("game_id", ALL)
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["some", "all"])
def test_every_player_plays_every_game_reproducibly(game_id: str, every: bool):
    """In `make test` those that take their time play with one preset, in `make soak` with all."""
    for name in PLAYERS:
        for preset in [*GAMES[game_id].presets][: 1 if name in SLOW and not every else None]:
            game = GAMES[game_id](preset)
            done, again = (played(game, quick(name)(game, 5), 3) for _ in range(2))
            assert done == again


@pytest.mark.parametrize("game_id", ALL)
def test_the_random_player_says_only_what_somebody_must(game_id: str):
    said = {
        "doppelkopf": {"say healthy"},
        "koenigrufen-graden": {"pass", "bid", "lay", "call"},
        "kontra": {"spice", "dark", "top", "bottom"},
        "kontraspiel": {"pass", "discard"},
        "konter-a-matt": {"trump"},
        "ristiklappi": {"dark"},
        "ristikontra": {"dark"},
        "sedma": {"stop"},
    }[game_id]
    game = GAMES[game_id]()
    for seed in range(20):
        for _, done in played(game, RandomPlayer(game, seed), seed):
            action = Action(done)
            words = action.verb if action.verb != "say" else str(action)
            assert action.card or words in said


def test_quiet_club_player_bids_plays_and_never_announces():
    game = GAMES["doppelkopf"]()
    said = {
        action
        for seed in range(3)
        for _, action in played(game, quick("club-quiet")(game, seed), seed)
        if game.is_call(Action(action))
    }
    assert said <= {"say healthy", "say reservation"}
    assert said


def test_the_random_player_may_choose_any_card():
    game = GAMES["ristikontra"]()
    now = ObservedDeal.start(game.deal(3))
    again, other = (RandomPlayer(game, 5) for _ in range(2))
    view = now.state.view("N")
    choices = [again.choose(view, now.histories["N"]) for _ in range(100)]
    assert choices == [other.choose(view, now.histories["N"]) for _ in range(100)]
    assert set(choices) == set(view.actions)


# Honesty ----------------------------------------------------------------------------------------------------

POSITIONS = 100


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("game_id", ALL)
def test_no_player_knows_more_than_its_seat(game_id: str, name: str):
    check_player(GAMES[game_id](), quick(name), POSITIONS // len(PLAYERS))


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("game_id", ALL)
def test_no_player_ever_knows_more_than_its_seat(game_id: str, name: str):
    check_player(GAMES[game_id](), quick(name), 10_000, seed=1)


def test_a_player_that_peeks_is_found_out():
    class Peeking(RandomPlayer):
        """Leads otherwise if the next player holds an ace, as the record that it is given would tell."""

        def choose(self, view: View[Any], seen: SeatHistory) -> Action:
            peeked = stack()[2].frame.f_locals.get("each") or stack()[1].frame.f_locals.get("each")
            assert peeked
            held = [one for hand in peeked.state.hands for one in hand]
            place = held.index("AS") if "AS" in held else 0
            return view.actions[place % len(view.actions)]

    with pytest.raises(AssertionError, match="if others hold otherwise"):
        check_player(GAMES["konter-a-matt"](), Peeking, 30)
