"""Computer players choose legal actions, whatever was agreed; one that fails does not end a table."""

import warnings
from random import Random
from typing import Any, override

import pytest

from kontrapunkt.core.interface import PASS, Action, Game, View
from kontrapunkt.core.options import IdleOption
from kontrapunkt.core.registry import GAMES, OWN
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.play.players import PLAYERS, PlayerError, checked_choice, player_for, substitute
from kontrapunkt.record import ObservedDeal, SeatHistory
from kontrapunkt.testing import random_options
from tests.engine.test_table_widget import dealt, others_do, play_out

BUDGETS = {"club": 2, "club-quiet": 2, "open-hands": 1}
"""Deals that a player may look into here; the usual budget would take hours."""


def play_deals(game_id: str, name: str, seeds: range) -> None:
    """Play deals with random options; each seat that may speak out of turn is asked now and then.

    Raises:
        AssertionError: for a choice that is illegal, or an error of a player, with the seed of the deal.
    """
    for seed in seeds:
        chance = Random(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IdleOption)
            game = random_options(GAMES[game_id], seed)
        named = f"{name}:{BUDGETS[name]}" if name in BUDGETS else name
        players = {seat: player_for(named, game, seed) for seat in game.seats}
        watched = ObservedDeal.start(game.deal(seed))
        try:
            while (turn := watched.state.to_act) is not None:
                others = [seat for seat in game.seats if seat != turn and watched.state.actions(seat)]
                for seat in [each for each in others if chance.random() < 0.2] + [turn]:
                    view, seen = watched.state.view(seat), watched.histories[seat]
                    if not view.actions:
                        continue
                    chosen = checked_choice(name, players[seat], view, seen)
                    if chosen != PASS or seat == turn:
                        watched = watched.after(chosen, seat)
                        break
        except PlayerError as error:
            raise AssertionError(f"{game_id}, seed {seed}, {dict(game.chosen)}: {error}") from error


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("game_id", sorted(OWN))
def test_players_choose_legal_actions_by_random_options(game_id: str, name: str) -> None:
    play_deals(game_id, name, range(2 if name in BUDGETS else 60))


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("game_id", sorted(OWN))
def test_players_choose_legal_actions_in_2000_deals(game_id: str, name: str) -> None:
    play_deals(game_id, name, range(2000))


@pytest.mark.parametrize("name", ["club", "open-hands"])
def test_players_pass_over_impossible_deals(name: str) -> None:
    """A hand thrown in for its points is not deduced, so that a sampled one may have nothing to name."""
    play_deals("doppelkopf", name, range(60_000, 60_001))


def test_players_know_a_king_that_ended_a_trick() -> None:
    """Whoever had proved to hold the fourth king played it as the last card of a trick (RL-R12)."""
    play_deals("ristiklappi", "open-hands", range(70_006, 70_007))


@pytest.mark.parametrize(("name", "seeds"), [("first-steps", range(120)), ("club", range(5))])
def test_obligatory_announcement_is_made_by_computer_players(name: str, seeds: range) -> None:
    """Where only an announcement is legal (DK-V20), beginners chose a card, and club players failed."""
    for seed in seeds:
        game = Doppelkopf(obligatory_announcement="on", skipped_levels="implied")
        players = {
            seat: player_for(f"{name}:2" if name == "club" else name, game, seed) for seat in game.seats
        }
        watched = ObservedDeal.start(game.deal(seed))
        while (turn := watched.state.to_act) is not None:
            view = watched.state.view(turn)
            watched = watched.after(checked_choice(name, players[turn], view, watched.histories[turn]))


def test_club_plays_where_house_rules_prevent_solving() -> None:
    """The solver does not count a caught Karlchen (DK-V16); a club player asked it all the same."""
    game = Doppelkopf(karlchen_caught="on")
    players = {seat: player_for("club:2", game, 1) for seat in game.seats}
    watched = ObservedDeal.start(game.deal(3))
    while (turn := watched.state.to_act) is not None:
        view = watched.state.view(turn)
        watched = watched.after(checked_choice("club", players[turn], view, watched.histories[turn]))


# Players that fail -----------------------------------------------------------------------------------------


class Bare:
    """A player without a constructor."""

    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        return view.actions[0]


class Cheat(Bare):
    """A player that answers with an illegal action."""

    @override
    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        return Action("AS of my sleeve")


class Broken(Bare):
    """A player that raises an error."""

    @override
    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        raise KeyError("no idea")


class Unmade(Bare):
    """A player that cannot be made."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        raise RuntimeError("out of paper")


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {each.__name__.lower(): f"{__name__}:{each.__name__}" for each in (Bare, Cheat, Broken, Unmade)}
    monkeypatch.setattr("kontrapunkt.core.registry._plugin_entries", lambda: {"players": places})


def moment() -> tuple[View[Any], SeatHistory]:
    """The view and the own record of the seat that leads first in a deal."""
    watched = ObservedDeal.start(GAMES["ristikontra"]().deal(1))
    turn = watched.state.to_act
    assert turn
    return watched.state.view(turn), watched.histories[turn]


@pytest.mark.usefixtures("strangers")
def test_player_without_constructor_sits_down() -> None:
    game = GAMES["ristikontra"]()
    view, seen = moment()
    assert checked_choice("bare", player_for("bare", game, 1), view, seen) in view.actions


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cheat", "the player cheat chose “AS of my sleeve”, which is not legal"),
        ("broken", "the player broken has failed: KeyError: 'no idea'"),
    ],
)
def test_failing_player_is_named_in_a_sentence(name: str, sentence: str) -> None:
    view, seen = moment()
    player = player_for(name, GAMES["ristikontra"](), 1)
    with pytest.raises(PlayerError) as raised:
        checked_choice(name, player, view, seen)
    assert str(raised.value) == sentence
    assert substitute(view, seen) in view.actions


@pytest.mark.usefixtures("strangers")
def test_player_that_cannot_be_made_is_named() -> None:
    with pytest.raises(PlayerError, match="the player unmade has failed: RuntimeError: out of paper"):
        player_for("unmade", GAMES["ristikontra"](), 1)


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("name", ["cheat", "broken", "unmade"])
def test_table_goes_on_when_its_player_fails(name: str) -> None:
    widget = dealt("ristikontra", 5, f"player={name} pace=swift")
    heard = ""
    while others_do(widget):
        heard += "".join(frame.say for frame in widget.think(50))
    if name != "unmade":  # instead of one that cannot be made, another one sits there from the beginning
        assert f"Something went wrong: the player {name} " in heard
    play_out(widget, Random(1))
    assert widget.ended


def test_game_without_heuristics_is_played_at_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["ristikontra"], "heuristics", "")
    widget = dealt("ristikontra", 5)
    play_out(widget, Random(1))
    assert widget.ended
