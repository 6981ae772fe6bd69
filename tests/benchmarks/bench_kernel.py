"""The compiled kernel beside a plain one, on the same deals in the same run: `make bench-kernel`.

The floor (`kernel_floor.c`) is alpha-beta with a table, compiled by the same compiler and run by the same
`wasmtime`. Every question begins with empty tables, in memory that an earlier question has used: each of the
two has one machine, as a solver has for all questions in one order. Times are processor milliseconds of this
process, scaled to a machine on which the calibration takes 30 ms. With `--techniques` also what each
technique saves.
"""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import wasmtime

from kontrapunkt.cards import Card
from kontrapunkt.families.follow_suit import Duty, FollowState, Order
from kontrapunkt.game import Action, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.table import CONTRACTS
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.search import solver_for
from kontrapunkt.search.clock import Clock, Paused
from kontrapunkt.search.follow.compiled import ALL, CompiledKernel
from kontrapunkt.search.follow.numbering import Hands, Trial
from kontrapunkt.search.native import Machine, machine
from tests.benchmarks.calibrate import unit as work

OPPOSITE: Final = (0, 1, 0, 1)
BESIDE: Final = (0, 0, 1, 1)
ALONE: Final = (0, 1, 1, 1)
PATIENCE: Final = 60_000
"""Milliseconds after which a question is given up."""

WHOLE: Final = 9
"""Whole deals of Doppelkopf of which the value is asked: few, for they take minutes. The floor is not."""

FEW: Final = 500
"""Milliseconds up to which the floor is asked what the kernel has answered; it takes many times as long.

A tenth of it where the question is whether it is more than half: there it may take a thousand times as long.
"""

MOST: Final = 100
"""Milliseconds that all values of a whole deal of Graden or Kontraspiel may take."""

TECHNIQUES: Final = (
    "relative ranks in large positions",
    "cards that do the same",
    "cards that differ by their worth",
    "sure trumps",
    "what decided before",
    "the table's move",
    "cards to be cashed",
    "patterns",
    "leads with few replies first",
    "worths below a zone in any order",
)


@cache
def one_machine() -> Machine:
    """The kernel's only machine: to fault in fresh memory takes as long as many a search."""
    found = machine("follow")
    assert found, "make setup compiles the kernel"
    return found


@dataclass
class Deal:
    """A position with N to lead.

    Attributes:
        order: The order.
        duty: The duty.
        values: What cards count.
        copies: How many there are of each.
        hands: What everybody holds.
        sides: The side of each seat.
    """

    order: Order
    duty: Duty
    values: dict[Card, int]
    copies: int
    hands: list[list[Card]]
    sides: tuple[int, ...] = OPPOSITE

    def kernel(self, techniques: int = ALL) -> CompiledKernel:
        """A kernel with empty tables: 4 MB for up to 36 cards, as the solver has them, else 64 MB.

        The one before it can be asked nothing more: they have one machine.
        """
        found = one_machine()
        given = self.order, self.duty, self.values, 1, self.sides, Clock(), self.copies
        size = 1 << 22 if sum(map(len, self.hands)) <= 36 else 1 << 26
        return CompiledKernel(found, *given, size=size, techniques=techniques)

    @property
    def left(self) -> int:
        """The card points in play."""
        return sum(self.values[card] for hand in self.hands for card in hand)


def started(state: Any) -> FollowState:
    """The state, as one whose order is known."""
    assert isinstance(state, FollowState)
    return state


def konter(size: int, deals: int) -> Iterator[Deal]:
    """Deals of Konter a Matt, so many cards each."""
    game = KonterAMatt()
    for seed in range(deals):
        state = started(game.deal(seed).apply("trump D"))
        cards = Random(seed).sample(game.pack, 4 * size)
        yield Deal(state.order, state.duty, worths(game), 1, [cards[i::4] for i in range(4)])


def doppelkopf(size: int, deals: int, sides: tuple[int, ...] = OPPOSITE) -> Iterator[Deal]:
    """Normal games of Doppelkopf, so many cards each; the parties are as asked for, whoever holds what."""
    game = Doppelkopf("ddv")
    state: Any = game.deal(1, dealer="W")
    for _ in range(4):
        state = state.apply("say healthy")
    state = started(state)
    for seed in range(deals):
        cards = Random(seed * 100 + size).sample(game.pack, 4 * size)
        yield Deal(state.order, state.duty, worths(game), 2, [cards[i::4] for i in range(4)], sides)


def worths(game: KonterAMatt | Doppelkopf) -> dict[Card, int]:
    """What the cards of a game count."""
    return {card: game.values.get(card[0], 0) for card in game.pack}


class Floor:
    """The plain kernel; every question begins with an empty table."""

    def __init__(self) -> None:
        source = Path(__file__).with_name("kernel_floor.c")
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "floor.wasm"
            command = (
                f"-m ziglang cc -target wasm32-freestanding -O3 -nostdlib -Wl,--no-entry -o {target} {source}"
            )
            subprocess.run([sys.executable, *command.split()], check=True)
            code = target.read_bytes()
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, wasmtime.Module(engine, code), []).exports(self._store)

    def call(self, name: str, *given: int) -> Any:
        """Calls one of its functions."""
        function: Any = self._exports[name]
        return function(self._store, *given)

    def asked(self, deal: Deal, kernel: CompiledKernel, low: int, high: int) -> tuple[int, float]:
        """The value between two bounds, and milliseconds."""
        for number, value in enumerate(kernel.values):
            self.call("card", number, value, kernel.suit[number], kernel.limit[number])
        for seat, side in enumerate(deal.sides):
            self.call("party", seat, side)
        self.call("setup", len(kernel.cards), kernel.trumps, int(deal.duty.trump_freely))
        masks = kernel.masks_of(deal.hands)
        halves = [signed(half) for mask in masks for half in (mask & 0xFFFFFFFF, mask >> 32)]
        return timed(lambda: int(self.call("solve", *halves, 0, deal.left, low, high)))


def signed(word: int) -> int:
    """A word of 32 bits as WebAssembly takes it."""
    return word - (1 << 32) if word >> 31 else word


def timed[T](work: Callable[[], T]) -> tuple[T, float]:
    """What it gives, and processor milliseconds."""
    start = process_time()
    found = work()
    return found, (process_time() - start) * 1000


def hands_of(deal: Deal, kernel: CompiledKernel) -> Hands:
    """The hands as sets of bits."""
    n, e, s, w = kernel.masks_of(deal.hands)
    return n, e, s, w


def exact(kernel: CompiledKernel, trial: Trial, most: int) -> int:
    """The value of a position or card, by halving what is left open."""
    low, high = 0, most
    while low < high:
        least = (low + high + 1) // 2
        bound = kernel.bound(trial, least)
        low, high = (bound, high) if bound >= least else (low, bound)
    return low


def value(deal: Deal, techniques: int = ALL) -> tuple[int, float, int]:
    """The exact value, milliseconds, positions."""
    kernel = deal.kernel(techniques)
    found, took = timed(lambda: exact(kernel, Trial(hands_of(deal, kernel), 0, ()), deal.left))
    return found, took, kernel.nodes


def half(deal: Deal, techniques: int = ALL) -> tuple[bool | None, float, int]:
    """Whether the side takes more than half, milliseconds, positions; None where that takes too long."""
    kernel, least = deal.kernel(techniques), deal.left // 2 + 1

    def ask() -> bool | None:
        with suppress(Paused), kernel.clock.slice(PATIENCE):
            return kernel.bound(Trial(hands_of(deal, kernel), 0, ()), least) >= least
        return None

    found, took = timed(ask)
    return found, took, kernel.nodes


def each_card(deal: Deal) -> tuple[int, float, int]:
    """The best of the values of all cards of the seat on lead, milliseconds, positions."""
    kernel = deal.kernel()
    hands = hands_of(deal, kernel)

    def ask() -> int:
        return max(
            exact(kernel, Trial(hands, 0, (kernel.held(hands[0], card),)), deal.left)
            for card in deal.hands[0]
        )

    found, took = timed(ask)
    return found, took, kernel.nodes


@dataclass
class Row:
    """A line of the table: a question, and what is wanted of it.

    Attributes:
        name: The question.
        deals: The deals.
        ask: How the kernel is asked.
        open_window: Whether the floor is asked for the value, not whether it is more than half.
        floors: Of how many deals, from the first, the floor is asked, too, if they are answered soon.
        at_least: How many times faster than the floor, in the mean.
        mean: The mean in milliseconds, at most.
        worst: The worst case in milliseconds, at most.
    """

    name: str
    deals: list[Deal]
    ask: Callable[[Deal], tuple[int | None, float, int]]
    open_window: bool
    floors: int
    at_least: float = 0.0
    mean: float = float("inf")
    worst: float = float("inf")


def rows() -> list[Row]:
    """The questions."""
    found = [
        Row("Konter a Matt, 24 cards: all six values", [*konter(6, 40)], each_card, True, 40, 1 / 3),
        Row("Konter a Matt, 24 cards: the value", [*konter(6, 40)], value, True, 40),
        Row("Konter a Matt, 20 cards: the value", [*konter(5, 40)], value, True, 40),
    ]
    found += [
        Row(f"Doppelkopf, {n} tricks: the value", [*doppelkopf(n, deals)], value, True, deals, least)
        for n, deals, least in ((5, 20, 0), (6, 20, 0), (7, 20, 0), (8, 100, 5))
    ]
    found += [
        Row("Doppelkopf side by side, 7 tricks: the value", [*doppelkopf(7, 10, BESIDE)], value, True, 10),
        Row("Doppelkopf one alone, 7 tricks: the value", [*doppelkopf(7, 10, ALONE)], value, True, 10),
    ]
    many = {8: 20, 9: 20, 10: 20, 11: 20, 12: 100}
    found += [
        Row(
            f"Doppelkopf, {n} tricks: more than half?",
            [*doppelkopf(n, deals)],
            half,
            False,
            min(deals, 10),
            *((5, 1000, 5000) if n == 12 else ()),
        )
        for n, deals in many.items()
    ]
    whole = [*doppelkopf(12, WHOLE)]
    return [*found, Row("Doppelkopf, 12 tricks: the value", whole, value, True, 0, mean=10_000)]


def measured(row: Row, floor: Floor, scale: float) -> tuple[float, bool]:
    """Prints a line; its mean, and whether it is as wanted."""
    times, theirs, beside, nodes, open_still = [], [], [], 0, 0
    for number, deal in enumerate(row.deals):
        found, took, searched = row.ask(deal)
        times.append(took * scale)
        nodes += searched
        open_still += found is None
        if number < row.floors and took < (FEW if row.open_window else FEW / 10):
            middle = deal.left // 2
            window = (-1, 10_000) if row.open_window else (middle, middle + 1)
            truth, took = floor.asked(deal, deal.kernel(), *window)
            theirs.append(took * scale)
            beside.append(times[-1])
            assert found == (truth if row.open_window else truth > middle), f"{row.name}, deal {number}"
    mean, worst, ratio, floors = statistics.mean(times), max(times), row.at_least, ""
    if theirs:
        ratio = statistics.mean(theirs) / statistics.mean(beside)
        floors = (
            f" | floor mean {statistics.mean(theirs):8.1f}  median {statistics.median(theirs):8.1f}  "
            f"worst {max(theirs):8.1f} ms (n={len(theirs)})  {ratio:5.2f} times as fast"
        )
    print(
        f"  {row.name:46} mean {mean:8.1f}  median {statistics.median(times):8.1f}  worst {worst:8.1f} ms  "
        f"{nodes // len(times):9,} positions{floors}"
        f"{f', {open_still} of {len(times)} given up' if open_still else ''}",
        flush=True,
    )
    return mean, ratio >= row.at_least and mean <= row.mean and worst <= row.worst


def contracts() -> Iterator[tuple[str, list[FollowState]]]:
    """Whole deals of Königrufen of Graden by contract, and of Kontraspiel, before the first lead."""
    graden, kontraspiel = KoenigrufenGraden(), Kontraspiel()
    for contract in CONTRACTS:
        bid = [contract.action] if contract.rank else []
        yield f"Graden, {contract.name}", [begun(graden.deal(seed), bid, seed) for seed in range(30)]
    plays = [begun(kontraspiel.deal(seed), [Action("play")], seed) for seed in range(30)]
    yield "Kontraspiel", [state for state in plays if state.to_act]


def begun(state: State, wanted: list[Action], seed: int) -> FollowState:
    """A deal in which the first to speak says what is wanted, and all others pass."""
    chance = Random(seed)
    while state.to_act and state.phase not in ("lead", "follow"):
        able = state.actions()
        said = [action for action in wanted if action in able]
        wanted = wanted[len(said) :]
        state = state.apply((said or [each for each in able if each == "pass"] or [chance.choice(able)])[0])
    return started(state)


def whole_deals(scale: float) -> bool:
    """Prints what all values of each goal shown for a whole deal take; whether all are quick."""
    kept = True
    for name, states in contracts():
        times = []
        for state in states:
            solver = solver_for(state.game)
            for goal in solver.goals_for(state):
                times.append(timed(solver.search(state, goal, line=False).run)[1] * scale)
        print(
            f"  {name + ': all values of a goal':46} mean {statistics.mean(times):8.1f}  "
            f"median {statistics.median(times):8.1f}  worst {max(times):8.1f} ms",
            flush=True,
        )
        kept &= max(times) < MOST
    return kept


def techniques(scale: float) -> None:
    """What each technique saves: all but it, beside all."""
    for name, deals, ask in (
        ("Konter a Matt, 24 cards: the value", [*konter(6, 20)], value),
        ("Doppelkopf, 7 tricks: the value", [*doppelkopf(7, 20)], value),
        ("Doppelkopf, 9 tricks: more than half?", [*doppelkopf(9, 10)], half),
    ):
        print(f"  {name}")
        whole = 0.0
        for off in (-1, *range(len(TECHNIQUES))):
            found = [ask(deal, ALL & ~(1 << off) if off >= 0 else ALL) for deal in deals]
            mean = statistics.mean(took for _, took, _ in found) * scale
            nodes = sum(searched for _, _, searched in found) // len(found)
            whole = whole or mean
            label = f"without {TECHNIQUES[off]}" if off >= 0 else "all techniques"
            print(
                f"    {label:44} {mean:8.1f} ms  {mean / whole:5.2f} times as long  {nodes:9,} positions",
                flush=True,
            )


def main(argv: list[str]) -> int:
    """Runs the benchmark; 1 if the kernel is not as fast as wanted."""
    unit = min(timed(work)[1] for _ in range(7))
    scale = 30 / unit
    print(f"calibration unit {unit:.1f} ms; all times as though it were 30", flush=True)
    floor, met, means = Floor(), True, {}
    for row in rows():
        means[row.name], kept = measured(row, floor, scale)
        if not kept:
            print("    NOT MET")
        met &= kept
    met &= whole_deals(scale)
    for kind, sizes in (("the value", (5, 6, 7, 8)), ("more than half?", (8, 9, 10, 11, 12))):
        times = [means[f"Doppelkopf, {n} tricks: {kind}"] for n in sizes]
        steps = ", ".join(f"{b / a:.1f}" for a, b in pairwise(times))
        print(f"  Doppelkopf, {kind} from {sizes[0]} to {sizes[-1]} tricks, each trick more: times {steps}")
    if "--techniques" in argv:
        techniques(scale)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
