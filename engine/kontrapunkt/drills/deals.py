"""Deals to ask about: dealt from a seed, played out by computer players, with words said out of turn."""

from random import Random
from typing import Final

from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.players import Player, player_for
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.record import Seen

CARELESS: Final = 0.3
"""How often a seat plays at random rather than by rules of thumb, which alone would play much the same."""

TALKATIVE: Final = 0.08
"""How often a seat that may say something out of turn does so."""


def dealt(game: Game, chance: Random) -> Line:
    """A deal, played out.

    Args:
        game: What is played.
        chance: Deals, says who plays a seat, and what is said.
    """
    state = game.deal(int(chance.random() * 2**48))
    players = {seat: _player(game, chance) for seat in game.seats}
    seen = {seat: Seen(game, seat, state.as_deal(seat)) for seat in game.seats}  # they look at views alone
    states, moves = [state], list[tuple[Seat, Action]]()
    while (turn := state.to_act) is not None:
        seat, action = _word(state, turn, chance) or (
            turn,
            players[turn].choose(state.view(turn), seen[turn]),
        )
        state = state.apply(action, seat)
        moves.append((seat, action))
        states.append(state)
    return Line(tuple(moves), tuple(states))


def _player(game: Game, chance: Random) -> Player:
    """Somebody for a seat; of a game without rules of thumb it is chance."""
    careless = chance.random() < CARELESS or not game.heuristics
    return player_for("random" if careless else "first-steps", game, int(chance.random() * 2**32))


def _word(state: State, turn: Seat, chance: Random) -> tuple[Seat, Action] | None:
    """What somebody says out of turn, if anybody does: the least that may be said."""
    for seat in state.game.seats:
        able = state.actions(seat) if seat != turn else ()
        if able and chance.random() < TALKATIVE:
            return seat, able[0]
    return None
