"""Random deals by the hundred thousand, with a line that tells how far it is: `make soak`.

    python -m tests.soak [DEALS] [--games ID...] [--jobs N] [--on ADDRESS] [--seed N]

So many deals of every game, in turn with each preset and with random options. Each is played to the end in a
manner of its own (much or little in the dark, equals hoarded or thrown). On the way and at the end it must
keep what `kontrapunkt.testing` promises: nobody is stuck, actions and refusals agree, no card is lost, the
result adds up, the record comes back from text and replays to the same result. Every hundredth deal is
checked state by state, and as often a session is begun. A failure names options and seed, and ends it all.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from random import Random
from time import monotonic
from typing import NamedTuple

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action, Game, Seat, State
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.puzzles.process_pool import Pool, in_order
from kontrapunkt.testing import CARDS, check_deal, check_end, check_session, random_options
from tests.calls import CALLS
from tests.pools import pool_for

BLOCK = 100
"""Deals that a process plays at a time."""

CLOSELY = 100
"""Every how many deals one is checked state by state, and a session begun."""

PASSING = 0.7
"""How often a player passes who may, so that low bids stand too."""


class Done(NamedTuple):
    """What a block has come to: its deals, decisions, and refusals looked at."""

    game: str
    deals: int
    decisions: int
    refusals: int


def game_of(name: str, seed: int) -> Game:
    """A preset and random options by turns."""
    presets = list(game_class(name).presets)
    turn = seed % (2 * len(presets))
    return game_class(name)(presets[turn]) if turn < len(presets) else random_options(game_class(name), seed)


def someone(state: State, chance: Random) -> Seat:
    """Who acts: now and then a seat that may speak out of turn."""
    speakers = [seat for seat in state.game.seats if seat != state.to_act and state.actions(seat)]
    if speakers and chance.random() < 0.3:
        return chance.choice(speakers)
    assert state.to_act is not None
    return state.to_act


def choose(state: State, seat: Seat, chance: Random, dark: float, hoarding: float) -> Action:
    """An action, by how much a player likes the dark and equal cards."""
    legal = state.actions(seat)
    if "pass" in legal and chance.random() < PASSING:
        return Action("pass")
    cards = [action for action in legal if action.card]
    others = [action for action in legal if not action.card]
    if others and chance.random() < dark:
        return chance.choice(others)
    if not cards or chance.random() > hoarding:
        return chance.choice([action for action in legal if action != "dark"] or legal)
    view = state.view(seat)
    held = [card[0] for card in view.hands[seat]]
    if view.trick:
        return min(cards, key=held_with(held))
    return max(cards, key=held_with(held))


def held_with(held: list[str]) -> Callable[[Action], tuple[int, Action]]:
    """Sorts cards by how many of their rank are held."""
    return lambda card: (held.count(card[0]), card)


def cards_of(state: State) -> list[Card]:
    """The cards in hands and stock, and those that seats have put down."""
    deal = state.as_deal()
    stock = deal.stock or ()
    down = [one for laid in state.view(None).laid if laid.seat for one in laid.cards if one not in stock]
    return [card for cards in (*deal.hands.values(), stock, down) for card in cards]


def check(name: str, seed: int) -> tuple[int, int]:
    """One deal; its decisions, and the refusals looked at.

    Raises:
        AssertionError: naming what broke a promise.
    """
    game, chance = game_of(name, seed), Random(seed)
    if seed % CLOSELY == 0:
        check_deal(game, seed, CALLS, thorough=True)
        check_session(game, seed, most=3)
    dark, hoarding = chance.choice([0, 0.1, 0.5, 0.9]), chance.choice([0, 0, 0.7, 0.95])
    state = start = game.deal(seed, chance.choice(game.seats))
    whole = sorted(cards_of(start))
    done: list[tuple[Seat, str]] = []
    refusals = 0
    while state.to_act is not None:
        legal = state.actions()
        assert legal, f"{state.to_act} is stuck"
        assert len({*legal}) == len(legal), f"an action is listed twice: {legal}"
        one, seat = Action(chance.choice(CARDS)), chance.choice(game.seats)
        refused = state.why_not(one, seat)
        assert (refused is None) == (one in state.actions(seat)), (
            f"actions and why_not differ on {seat} {one}"
        )
        assert refused is None or refused.rule in game.rulebook
        refusals += refused is not None
        who = someone(state, chance)
        action = choose(state, who, chance, dark, hoarding)
        done.append((who, action))
        state = state.apply(action, who)
        view = state.view(None)
        if not view.trick:
            taken = [card for t in view.tricks for card in (*(play.card for play in t.plays), *t.added)]
            assert sorted([*cards_of(state), *taken]) == whole, "cards got lost or came in"
            counted = sum(pile.card_points or 0 for pile in view.piles)
            beyond = counted - sum(trick.card_points or 0 for trick in view.tricks)
            assert beyond == 0 or (state.phase == "over" and beyond == 10), "card points got lost or came in"
    check_end(start, state, done)
    return len(done), refusals


def block(task: tuple[str, int, int]) -> Done:
    """Some deals of a game.

    Raises:
        AssertionError: with the seed of the deal that breaks a promise.
    """
    name, first, number = task
    decisions = refusals = 0
    for seed in range(first, first + number):
        try:
            more, looked = check(name, seed)
        except Exception as error:
            options = dict(game_of(name, seed).options)
            raise AssertionError(f"{name}, seed {seed}, {options}: {error!r}") from error
        decisions, refusals = decisions + more, refusals + looked
    return Done(name, number, decisions, refusals)


def tasks(games: Sequence[str], deals: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """All blocks, the games by turns."""
    for first in range(seed, seed + deals, BLOCK):
        for name in games:
            yield name, first, min(BLOCK, seed + deals - first)


def played_by(pool: Pool, blocks: Iterable[tuple[str, int, int]]) -> Iterator[Done]:
    """What blocks have come to, in their order; a few are asked for before they are needed."""
    work: Callable[..., Done] = import_module("tests.soak").block  # the main module has another name there
    return in_order(pool, work, ((each,) for each in blocks))


def main() -> int:
    """Plays them all and tells how far it is; 1 if a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("deals", nargs="?", type=int, default=100_000, help="deals of each game")
    parser.add_argument("--games", nargs="+", choices=list(OWN), default=list(OWN), metavar="ID")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--on", default="", metavar="ADDRESS", help="a cluster's scheduler")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    whole, begun, told = chosen.deals * len(chosen.games), monotonic(), 0.0
    counts = {name: Done(name, 0, 0, 0) for name in chosen.games}
    with pool_for(parser, max(2, chosen.jobs), chosen.on) as pool:
        assert pool
        try:
            for found in played_by(pool, tasks(chosen.games, chosen.deals, chosen.seed)):
                old = counts[found.game]
                counts[found.game] = Done(
                    found.game, *(a + b for a, b in zip(old[1:], found[1:], strict=True))
                )
                played, took = sum(each.deals for each in counts.values()), monotonic() - begun
                if took - told > (1 if sys.stdout.isatty() else 20) or played == whole:
                    told = took
                    left = took / played * (whole - played)
                    end = "\r" if sys.stdout.isatty() and played < whole else "\n"
                    speed = f"{played / took:.0f} a second, {left / 60:.1f} minutes left   "
                    print(f"{played:,} of {whole:,} deals, {speed}", end=end, flush=True)
        except AssertionError as error:
            print(f"\nBROKEN: {error}")
            return 1
        except KeyboardInterrupt:
            print("\nstopped before the end")
    for each in counts.values():
        print(f"{each.game}: {each.deals:,} deals, {each.decisions:,} decisions, {each.refusals:,} refusals")
    print(f"{(monotonic() - begun) / 60:.1f} minutes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
