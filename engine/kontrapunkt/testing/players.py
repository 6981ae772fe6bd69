"""What every computer player must keep: it does what is legal, and knows no more than its seat."""

import pickle
from collections.abc import Callable, Iterator
from random import Random

from kontrapunkt.game import PASS, Game, State
from kontrapunkt.players import Player
from kontrapunkt.record import Watched
from kontrapunkt.testing.states import Done, some_action
from kontrapunkt.testing.worlds import other_world

OFTEN = 3
"""One position of so many, about, is looked at; so those of a deal are far apart."""


def check_player(
    game: Game, made: Callable[[Game, int | None], Player], positions: int, seed: int = 0
) -> None:
    """Checks that a player does the same where the unseen cards lie otherwise.

    In each position a seat that may do something, in turn or out of it, is shown two deals that it cannot
    tell apart: what it has seen is the same, its view is the same to the last bit, and so is what the player
    does: a card, a bid or a call.

    Args:
        game: The game; the cards of a double pack must not change hands before play.
        made: What makes the player, as it is registered.
        positions: How many positions are looked at.
        seed: The same seed looks at the same positions.

    Raises:
        AssertionError: naming what differed, or what is not legal.
    """
    chance = Random(seed)
    for number, (start, done) in zip(range(positions), moments(game, chance), strict=False):
        here = Watched.of(start, done)
        seat = chance.choice([each for each in game.seats if here.state.actions(each)])
        there, _ = other_world(start, done, seat, chance)
        views = here.state.view(seat), there.state.view(seat)
        assert pickle.dumps(views[0]) == pickle.dumps(views[1]), f"{seat}'s view holds more than it shows"
        one, other = (
            made(game, number).choose(view, each.seen[seat])
            for view, each in zip(views, (here, there), strict=True)
        )
        silent = one == PASS and seat != here.state.to_act
        assert silent or one in views[0].actions, f"{one} is not legal:\n{here.seen[seat].text}"
        assert one == other, (
            f"{seat} does {one}, or {other} if others hold otherwise:\n{here.seen[seat].text}"
        )


def moments(game: Game, chance: Random) -> Iterator[tuple[State, Done]]:
    """Positions of deals played at random, in which there is something to choose, without end.

    Args:
        game: The game.
        chance: Where chance comes from.

    Returns:
        How each deal began, and what was done in it.
    """
    while True:
        start = state = game.deal(chance.randrange(10**9))
        done: Done = []
        while state.to_act:
            if len(state.actions()) > 1 and chance.random() * OFTEN < 1:
                yield start, [*done]
            seat, action = some_action(state, chance)
            state = state.apply(action, seat)
            done.append((seat, action))
