"""What random deals come to, as one hash a game: numbers, rule ids, actions and records, no wording.

    python -m tests.fingerprint [DEALS] [--games ID...] [--jobs N] [--write]

Whoever rebuilds the house runs this before and after: the same hash says that the same deals allow the same
actions, refuse by the same rules, show each seat the same, end with the same numbers and are written alike.
Deals take presets and random options by turns, seats speak out of turn, and each fifth deal goes on into the
next one of its series. Hashes lie in `tests/fingerprints/`, of the deals that `make test` plays and of those
that `make soak` does; `--write` writes them anew.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random

from kontrapunkt.core.interface import SEATS, Game, Refusal, Seat, State, UnsettledError
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.record import record_of, write, write_start
from kontrapunkt.testing import CARDS, random_options
from tests.calls import CALLS

FOLDER = Path(__file__).with_name("fingerprints")
FEW, MANY = 100, 20_000
BLOCK = 100
"""Deals that are hashed together; the hash of a game is that of its blocks in turn."""

LOOKS = 0.15
"""How often somebody looks at the table."""

NEXT = 5
"""Every how many deals the next one of the series is played, too."""


def kept(name: str, deals: int) -> Path:
    """The file that holds the hash of so many deals of a game."""
    return FOLDER / f"{name}-{deals}.txt"


def fingerprint(name: str, deals: int) -> str:
    """The hash of so many deals of a game."""
    return whole(block((name, first, min(BLOCK, deals - first))) for first in range(0, deals, BLOCK))


def whole(blocks: Iterator[str]) -> str:
    """The hash of hashes."""
    return hashlib.sha256("\n".join(blocks).encode()).hexdigest()


def block(task: tuple[str, int, int]) -> str:
    """The hash of some deals: of a game, from a seed on, so many."""
    name, first, number = task
    found = hashlib.sha256()
    for seed in range(first, first + number):
        for line in told(name, seed):
            found.update(line.encode() + b"\n")
    return found.hexdigest()


def game_of(name: str, seed: int) -> Game:
    """A preset and random options by turns."""
    presets = list(game_class(name).presets)
    turn = seed % (2 * len(presets))
    return game_class(name)(presets[turn]) if turn < len(presets) else random_options(game_class(name), seed)


def told(name: str, seed: int) -> Iterator[str]:
    """All that is kept of a deal, line by line."""
    game, chance = game_of(name, seed), Random(seed)
    yield f"{name} {seed} {sorted(game.options.items())}"
    yield from deal(game.deal(seed, chance.choice(game.seats)), chance, again=seed % NEXT == 0)


def deal(start: State, chance: Random, *, again: bool) -> Iterator[str]:
    """A deal that is played at random, and perhaps the one after it."""
    game, state = start.game, start
    done: list[tuple[Seat, str]] = []
    yield write(write_start(start))
    while state.to_act is not None:
        yield moment(state, chance)
        who = state.to_act
        others = [seat for seat in game.seats if seat != who and state.actions(seat)]
        if others and chance.random() < 0.3:
            who = chance.choice(others)
        legal = state.actions(who)
        action = "pass" if "pass" in legal and chance.random() < 0.6 else str(chance.choice(legal))
        done.append((who, action))
        state = state.apply(action, who)
    yield moment(state, chance)
    result = state.result()
    items = [(item.rule, sorted(item.seats.items())) for item in result.items]
    numbers = sorted(result.seats.items()), result.winners, sorted(result.grades.items()), result.pot
    yield repr((result.unit, numbers, result.settled, items))
    yield write(record_of(start, done, seat=chance.choice((None, *game.seats))))
    try:
        after = state.session.after(state)
    except UnsettledError:
        return
    yield repr(
        (sorted(after.facts.items()), after.dealers, sorted(after.scores.items()), after.pot, after.winners)
    )
    if again and not after.over:
        yield from deal(
            game.deal(chance.getrandbits(30), chance.choice(after.dealers), after), chance, again=False
        )


def moment(state: State, chance: Random) -> str:
    """What a state allows, refuses and shows, as one line."""
    allowed = [(seat, state.actions(seat)) for seat in state.game.seats]
    seat = chance.choice(SEATS)
    refused = refusal(state, str(chance.choice(chance.choice((CARDS, CALLS)))), seat)
    viewer = chance.choice((None, *state.game.seats))
    seen = shown(state, viewer) if chance.random() < LOOKS else ()
    return repr((state.phase, state.to_act, state.chance, allowed, refused, viewer, seen))


def refusal(state: State, action: str, seat: Seat) -> tuple[str, ...]:
    """By which rule a seat may not do this, and what it might do instead."""
    try:
        refused = state.why_not(action, seat)
    except Refusal as error:  # pragma: no cover - a fault, which the hash would show
        return ("raised", error.rule)
    return () if refused is None else (action, refused.rule, *refused.legal)


def shown(state: State, seat: Seat | None) -> tuple[object, ...]:
    """What a view holds beside words."""
    view = state.view(seat)
    return (
        sorted(view.hands.items()), view.stock, view.trick, view.best, view.trick_number, view.tricks,
        view.actions, view.piles, view.dealer, view.to_act, view.phase, view.first_trick, view.seats,
        view.added, view.trump,
        [(laid.name, laid.cards, laid.seat) for laid in view.laid],
        [(call.seat, call.action) for call in view.calls],
        [(status.name, status.seats, status.rule) for status in view.statuses],
        sorted(view.facts.items()), view.pinned, sorted(view.others.items()), view.pot, view.trumps,
        view.double_pack, bool(view.task), view.opening,
    )  # fmt: skip


def main() -> int:
    """Compares, or writes; 1 if a hash differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("deals", nargs="?", type=int, default=MANY, help="deals of each game")
    parser.add_argument("--games", nargs="+", choices=list(OWN), default=list(OWN), metavar="ID")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="keep the hashes that are found")
    chosen = parser.parse_args()
    differs = 0
    with get_context("spawn").Pool(chosen.jobs) as pool:
        for name in chosen.games:
            tasks = [
                (name, first, min(BLOCK, chosen.deals - first)) for first in range(0, chosen.deals, BLOCK)
            ]
            found = whole(pool.imap(block, tasks))
            file = kept(name, chosen.deals)
            if chosen.write:
                file.write_text(f"{found}\n", "utf-8")
            known = file.read_text("utf-8").strip() if file.is_file() else ""
            differs += bool(known) and known != found
            told = "as kept" if known == found else "NOT AS KEPT" if known else "of so many none is kept"
            print(f"{name}: {chosen.deals} deals, {found[:16]}, {told}", flush=True)
    return int(differs > 0)


if __name__ == "__main__":
    sys.exit(main())
