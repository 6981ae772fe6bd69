"""Random playouts of every game and preset beside RLCard's bridge: decisions in a second. `make bench`.

RLCard is a well-known pure Python toolkit of card games; its bridge is, like ours, a trick-taking game of
four with 52 cards. All take turns, round by round, and medians of processor time count. A playout is a deal
from a seed, random legal actions to the end, and the result: that is what we compare. RLCard's public
interface makes an observation for every decision, a few arrays of numbers. Our views are measured beside it,
in playouts in which the seat to act reads hand, trick, what it may do, points and calls from a new view.

RLCard is installed when this runs for the first time, into a folder of its own among the project's tools. If
that fails the benchmark says so and goes on. With `--profile`: where the time of a playout goes.
"""

import cProfile
import pstats
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import process_time

from tools import setup

from kontrapunkt.core.interface import Game
from kontrapunkt.core.registry import GAMES, game_class
from tests.benchmarks.calibrate import calibrate

PINNED = ("rlcard==1.2.0", "numpy==2.5.5", "termcolor==3.3.0")
HOME = setup.TOOLS / "rlcard-1.2.0"
THEIRS = "bridge"
ROUNDS = 5
SECONDS = 0.5
AT_LEAST = {"rules": 3.0, "views": 1.0}
"""How many times as fast as RLCard's bridge every game is to decide, by what is done."""

Play = Callable[[Game, Random], int]
"""Plays a deal and tells how many decisions it took."""


def rules_alone(game: Game, chance: Random) -> int:
    """A playout with nothing but actions."""
    state = game.deal(chance.getrandbits(30))
    decisions = 0
    while state.to_act is not None:
        state = state.apply(chance.choice(state.actions()))
        decisions += 1
    state.result()
    return decisions


def with_views(game: Game, chance: Random) -> int:
    """A playout in which every seat looks at hand, trick, points and calls before it acts."""
    state = game.deal(chance.getrandbits(30))
    decisions = 0
    while state.to_act is not None:
        view = state.view(state.to_act)
        looked = view.hands[state.to_act], view.trick, view.piles, view.calls
        assert looked[0] is not None
        state = state.apply(chance.choice(view.actions))
        decisions += 1
    state.result()
    return decisions


def rate(play: Play, game: Game, chance: Random) -> float:
    """Decisions in a second."""
    decisions = 0
    start = process_time()
    while process_time() - start < SECONDS:
        decisions += play(game, chance)
    return decisions / (process_time() - start)


def installed() -> Path | None:
    """The Python that has RLCard; None if it cannot be had."""
    python = HOME / "bin/python"
    if not python.exists() or subprocess.run([python, "-c", "import rlcard"], capture_output=True).returncode:
        try:
            setup.uv("venv", "--clear", "--python", sys.executable, HOME)
            setup.uv("pip", "install", "--no-deps", "--python", python, *PINNED)
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"RLCard cannot be installed here ({error}); our own figures follow")
            return None
    return python


@contextmanager
def theirs() -> Iterator[Callable[[], float] | None]:
    """RLCard in a process of its own: tells its decisions in a second."""
    python = installed()
    if python is None:
        yield None
        return
    command: list[str | Path] = [python, Path(__file__).with_name("rlcard_playouts.py"), THEIRS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        print(f"RLCard {process.stdout.readline().strip()}, {THEIRS}")

        def measure() -> float:
            assert process.stdin
            assert process.stdout
            process.stdin.write(f"{SECONDS}\n")
            process.stdin.flush()
            decisions, _, took = process.stdout.readline().split()
            return int(decisions) / float(took)

        yield measure
        process.stdin.close()


def games() -> dict[str, Game]:
    """Every game with every preset."""
    found = {}
    for name in GAMES:
        cls = game_class(name)
        for preset in cls.presets:
            found[f"{name} {preset}"] = cls(preset)
    return found


def profile(game: Game) -> None:
    """Where the time goes, function by function."""
    chance = Random(1)
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(300):
        rules_alone(game, chance)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(14)


def main(argv: list[str]) -> int:
    """Runs the benchmark; 1 if a game decides more slowly than is asked."""
    ours = games()
    if "--profile" in argv:
        profile(next(iter(ours.values())))
        return 0
    print(f"random playouts, decisions in a second; calibration unit {calibrate() * 1000:.1f} ms")
    rates: dict[tuple[str, str], list[float]] = {}
    with theirs() as measure:
        for _ in range(ROUNDS):
            for name, game in ours.items():
                if measure:
                    rates.setdefault((THEIRS, ""), []).append(measure())
                for how, play in (("rules", rules_alone), ("views", with_views)):
                    rates.setdefault((name, how), []).append(rate(play, game, Random(1)))
    yardstick = statistics.median(rates.pop((THEIRS, ""), [0.0]))
    if yardstick:
        print(f"  {'RLCard ' + THEIRS:28} {yardstick:9.0f}")
    slowest = dict.fromkeys(AT_LEAST, float("inf"))
    for (name, how), each in rates.items():
        median = statistics.median(each)
        beside = f"  {median / yardstick:5.1f} times RLCard's" if yardstick else ""
        print(f"  {name:22} {how:5} {median:9.0f}  [{min(each):.0f}–{max(each):.0f}]{beside}")
        if yardstick:
            slowest[how] = min(slowest[how], median / yardstick)
    late = [how for how, least in AT_LEAST.items() if slowest[how] < least]
    for how, least in AT_LEAST.items() if yardstick else ():
        met = "NOT MET" if how in late else "met"
        print(f"{met}: {how}, {slowest[how]:.2f} times RLCard's at least, where {least} are asked")
    return int(bool(late))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
