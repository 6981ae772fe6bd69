"""The compiled kernel of games in which ranks match beside a plain one: `make bench-kernel`.

A hundred fixed deals, six cards each, N to lead: the values of all cards, every kind of goal, each with a
fresh machine and an empty table. The floor (`match_floor.c`) is alpha-beta with a table, compiled by the same
compiler and run by the same `wasmtime`; it is asked for the same counts. Times are processor milliseconds of
this process, scaled to a machine on which the calibration takes 30 ms; those of the whole solver include what
is done in Python, and have limits where it is told what was taken before. With `--techniques` also what each
technique saves.
"""

import statistics
import sys
from typing import Final

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.search import solver_for
from kontrapunkt.search.clock import Clock
from kontrapunkt.search.match.compiled import ALL, CompiledMatchKernel, RankNumbering, TrialSearch
from kontrapunkt.search.match.tables import BIG, EW_UNCLEAN, NS_UNCLEAN, POINTS, Family
from kontrapunkt.search.match.wasm_engine import WasmEngine
from kontrapunkt.search.native import machine
from tests.benchmarks.bench_solver import endings
from tests.benchmarks.kernel_questions import timed
from tests.benchmarks.plain import Plain, own_scale, signed

DEALS: Final = 100
MEAN_MS: Final = 5.0
WORST_MS: Final = 20.0
TECHNIQUES: Final = (
    "relative ranks",
    "sure points",
    "order of moves",
    "memory",
    "the last two tricks by hand",
)
CLEANS: Final = Family(0, 0, NS_UNCLEAN, bonus=(0, -1, 0, -1))
WINS: Final = Family(1, 0, NS_UNCLEAN | EW_UNCLEAN, bonus=(0, -3 * BIG, 3 * BIG, 0))
KINDS: Final = (
    ("card points, Ristikontra", "ristikontra", POINTS),
    ("cleaning, Ristiklappi", "ristiklappi", CLEANS),
    ("card points and both sides' dirt, Ristiklappi", "ristiklappi", WINS),
)
"""Kinds of count that goals come down to, each with its game; who alone is clean wins, whatever is taken."""


class Floor(Plain):
    """The plain kernel; every question begins with an empty table."""

    def __init__(self) -> None:
        super().__init__("match_floor.c")

    def asked(self, state: RankMatchState, family: Family) -> tuple[dict[int, int], float]:
        """What N-S count by each rank that N may lead, and milliseconds."""
        numbering = RankNumbering(state.game.values)
        for rank, value in enumerate(numbering.values):
            self.call("rank", rank, value * family.scale)
        number, flags = numbering.number, family.flags >> 2
        spoiler = -1 if state.game.queen_trick_cleans else number["Q"]
        self.call("setup", number["K"] if flags else -1, spoiler, *family.bonus[1:])
        spread = numbering.hands(state.hands)
        packed = [sum(n << 4 * rank for rank, n in enumerate(hand)) for hand in spread]
        halves = [signed(half) for hand in packed for half in (hand & 0xFFFFFFFF, hand >> 32)]
        ranks = [rank for rank, n in enumerate(spread[0]) if n]
        return timed(lambda: {rank: self.call("solve", *halves, 0, rank, flags) for rank in ranks})


def weighed(
    state: RankMatchState, family: Family, techniques: int = ALL
) -> tuple[dict[int, int], float, int]:
    """What N-S count by each rank that N may lead, milliseconds, positions."""
    found = machine("match")
    assert found, "make setup compiles the kernel"
    kernel = CompiledMatchKernel(found, Clock(), techniques=techniques)
    numbering = RankNumbering(state.game.values)
    weighed = WasmEngine(kernel, numbering, state)
    config = weighed.engine(family)
    left = family.scale * sum(state.game.values.get(card[0], 0) for hand in state.hands for card in hand)
    bonus = sorted({*family.bonus})
    targets = sorted({each + points for each in bonus for points in range(left + 1)})
    trials = [rank for rank, n in enumerate(numbering.hands(state.hands)[0]) if n]
    asked = TrialSearch(config, weighed.question(state, state, config), trials, targets)
    _, took = timed(lambda: kernel.weigh(asked))
    return {rank: targets[asked.low[rank] - 1] for rank in trials}, took, kernel.nodes


def row(name: str, times: list[float], more: str = "") -> None:
    """A line of the table."""
    print(
        f"  {name:58} mean {statistics.mean(times):7.2f}  median {statistics.median(times):7.2f}  "
        f"worst {max(times):7.2f} ms{more}",
        flush=True,
    )


def against_floor(scale: float) -> None:
    """The kernel alone, beside the floor."""
    floor = Floor()
    for name, game, family in KINDS:
        ours, theirs, nodes = [], [], 0
        for state in endings(game, 6, DEALS):
            found, took, searched = weighed(state, family)
            ours.append(took * scale)
            nodes += searched
            truth, took = floor.asked(state, family)
            theirs.append(took * scale)
            assert found == truth, name
        ratio = statistics.mean(theirs) / statistics.mean(ours)
        row(name, ours, f"  {nodes // DEALS:7,} positions")
        row(f"{name}, floor", theirs, f"  {ratio:5.1f} times as long")


def whole(scale: float) -> bool:
    """The whole solver, every goal; whether it is as fast as wanted."""
    met = True
    for game in ("ristikontra", "ristiklappi"):
        for past in ("", ", past unknown"):
            states = endings(game, 6, DEALS, told=not past)
            goals = [goal for goal in solver_for(states[0].game).goals if not past or goal == "result"]
            for goal in goals:
                times = []
                for state in states:
                    solver = solver_for(state.game)
                    _, took = timed(solver.search(state, goal, line=False).run)
                    times.append(took * scale)
                row(f"{game}, {goal}{past}, with Python", times)
                if not past:
                    met &= statistics.mean(times) <= MEAN_MS and max(times) <= WORST_MS
    return met


def techniques(scale: float) -> None:
    """What each technique saves: all but it, beside all."""
    for name, game, family in KINDS:
        print(f"  {name}")
        states = endings(game, 6, 40)
        first = 0.0
        for off in (-1, *range(len(TECHNIQUES))):
            found = [weighed(state, family, ALL & ~(1 << off) if off >= 0 else ALL) for state in states]
            mean = statistics.mean(took for _, took, _ in found) * scale
            nodes = sum(searched for _, _, searched in found) // len(found)
            first = first or mean
            label = f"without {TECHNIQUES[off]}" if off >= 0 else "all techniques"
            print(
                f"    {label:44} {mean:8.2f} ms  {mean / first:6.2f} times as long  {nodes:9,} positions",
                flush=True,
            )


def main(argv: list[str]) -> int:
    """Runs the benchmark; 1 if the kernel is not as fast as wanted."""
    scale = own_scale()
    print(f"calibration unit {30 / scale:.1f} ms; all times as though it were 30", flush=True)
    against_floor(scale)
    met = whole(scale)
    if "--techniques" in argv:
        techniques(scale)
    print("met" if met else f"NOT MET: {MEAN_MS} ms on average, {WORST_MS} ms at the most")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
