"""The compiled kernel beside a plain one, on the same deals in the same run: `make bench-kernel`.

The floor (`kernel_floor.c`) is alpha-beta with a table, compiled by the same compiler and run by the same
`wasmtime`. Every question begins with empty tables, in memory that an earlier question has used: each of the
two has one machine, as a solver has for all questions in one order. The same questions, or the first of them,
go to Chromium and Firefox, to the built site's runtime in a worker; what they find must be the same.

Times are milliseconds, of the processor in this process, of the clock in browsers, as though the calibration
took 30 here. With `--techniques` also what each technique saves.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import wasmtime

from kontrapunkt.record import write, write_start
from kontrapunkt.search.follow.compiled import ALL, CompiledKernel
from tests.benchmarks.bench_solver import endings
from tests.benchmarks.calibrate import unit as work
from tests.benchmarks.kernel_browsers import Browser, browsers
from tests.benchmarks.kernel_questions import (
    PATIENCE,
    Deal,
    Row,
    about_record,
    contract_values,
    contracts,
    doppelkopf,
    half,
    konter,
    rows,
    timed,
    value,
)

FEW: Final = 500
"""Milliseconds up to which the floor is asked what the kernel has answered; it takes many times as long.

A tenth of it where the question is whether it is more than half: there it may take a thousand times as long.
"""

WHOLE_HAND: Final = 12
"""Cards in a hand of Doppelkopf; the floor takes minutes for some whole deals, and is given up then."""

MOST: Final = 100
"""Milliseconds that all values of a whole deal of Graden or Kontraspiel may take, in Chromium."""

MATCH_MEAN, MATCH_WORST = 5, 20
"""Milliseconds that all values of an ending of Ristikontra or Ristiklappi may take in Chromium."""

MATCHING: Final = (
    ("ristikontra", "points NS"),
    ("ristikontra", "result"),
    ("ristiklappi", "points NS"),
    ("ristiklappi", "cleans NS"),
    ("ristiklappi", "result"),
)
"""Games in which ranks match, with goals that are asked of a hundred endings of six cards each."""

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
        for number, worth in enumerate(kernel.values):
            self.call("card", number, worth, kernel.suit[number], kernel.limit[number])
        for seat, side in enumerate(deal.sides):
            self.call("party", seat, side)
        self.call("setup", len(kernel.cards), kernel.trumps, int(deal.duty.trump_freely))
        masks = kernel.masks_of(deal.hands)
        halves = [signed(half) for mask in masks for half in (mask & 0xFFFFFFFF, mask >> 32)]
        return timed(lambda: int(self.call("solve", *halves, 0, deal.left, low, high)))

    def patiently(self, deal: Deal, low: int, high: int) -> tuple[int | None, float]:
        """The same for a whole deal, in a process of its own: None where it takes longer than `PATIENCE`."""
        forked = get_context("fork")
        receiver, sender = forked.Pipe(duplex=False)
        kernel = deal.kernel()
        process = forked.Process(target=lambda: sender.send(self.asked(deal, kernel, low, high)))
        process.start()
        found: tuple[int | None, float] = (None, PATIENCE)
        if receiver.poll(PATIENCE / 1000):
            found = receiver.recv()
        process.kill()
        process.join()
        return found


def signed(word: int) -> int:
    """A word of 32 bits as WebAssembly takes it."""
    return word - (1 << 32) if word >> 31 else word


def told(where: str, times: list[float], more: str = "") -> None:
    """Prints a line of a question."""
    print(
        f"    {where:9} mean {statistics.mean(times):8.1f}  median {statistics.median(times):8.1f}  "
        f"worst {max(times):8.1f} ms  (n={len(times)}){more}",
        flush=True,
    )


def measured(
    number: int, row: Row, floor: Floor, asked: Mapping[str, Browser], scale: float
) -> tuple[float, bool]:
    """Prints the lines of a question; its mean here, and whether it is as wanted."""
    times, theirs, beside, nodes, impatient, answers = [], [], [], 0, 0, []
    print(f"  {row.name}", flush=True)
    for at, deal in enumerate(row.deals):
        found, took, searched = row.ask(deal)
        times.append(took * scale)
        answers.append(found)
        nodes += searched
        if at < row.floors and took < (FEW if row.open_window else FEW / 10):
            middle = deal.left // 2
            window = (-1, 10_000) if row.open_window else (middle, middle + 1)
            truth, took = (
                floor.patiently(deal, *window)
                if len(deal.hands[0]) == WHOLE_HAND
                else floor.asked(deal, deal.kernel(), *window)
            )
            theirs.append(took * scale)
            beside.append(times[-1])
            impatient += truth is None
            same = truth is None or found == (truth if row.open_window else truth > middle)
            assert same, f"{row.name}, deal {at}"
    given_up = answers.count(None)
    told(
        "CPython", times,
        f", {nodes // len(times):,} positions{f', {given_up} given up' if given_up else ''}",
    )  # fmt: skip
    ratio = row.at_least
    if theirs:
        ratio = statistics.mean(theirs) / statistics.mean(beside)
        told(
            "the floor", theirs,
            f", {ratio:.2f} times as long{f' or more, {impatient} given up' if impatient else ''}",
        )  # fmt: skip
    kept = ratio >= row.at_least and statistics.mean(times) <= row.mean and max(times) <= row.worst
    for name, browser in asked.items():
        each = browser.ask("about", number, min(row.browsers, len(row.deals)))
        for here, (found, _, _) in zip(answers, each, strict=False):
            assert found == here or None in (found, here), f"{row.name}: {name} says {found}, not {here}"
        there = [took * scale for _, took, _ in each]
        told(name, there)
        kept &= name != "chrome" or max(there) <= row.worst
    return statistics.mean(times), kept


def whole_deals(asked: Mapping[str, Browser], scale: float) -> bool:
    """Prints what all values of each goal shown for a whole deal take; whether all are quick."""
    kept = True
    for number, (contract, states) in enumerate(contracts()):
        print(f"  {contract}, whole deals: all values of each goal", flush=True)
        here = [*contract_values(states)]
        told("CPython", [took * scale for _, took in here])
        for name, browser in asked.items():
            there = browser.ask("about_contracts", number)
            assert [found for found, _ in here] == [found for found, _ in there], f"{contract}: {name}"
            times = [took * scale for _, took in there]
            told(name, times)
            kept &= name != "chrome" or max(times) < MOST
    return kept


def matching(asked: Mapping[str, Browser], scale: float) -> bool:
    """Prints what all values of endings take in games in which ranks match; whether they are quick."""
    kept = True
    for game, goal in MATCHING:
        print(f"  {game}, six cards each: all values, {goal}", flush=True)
        records = [write(write_start(state)) for state in endings(game, 6, 100, told=True)]
        here = [json.loads(about_record(record, goal)) for record in records]
        told("CPython", [took * scale for _, took in here])
        for name, browser in asked.items():
            browser.ask("about_record", records[0], goal)
            there = [browser.ask("about_record", record, goal) for record in records]
            assert [found for found, _ in here] == [found for found, _ in there], f"{game}, {goal}: {name}"
            times = [took * scale for _, took in there]
            told(name, times)
            kept &= name != "chrome" or (statistics.mean(times) <= MATCH_MEAN and max(times) <= MATCH_WORST)
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
    with browsers() as asked:
        for browser in asked.values():
            print(browser.version, flush=True)
            browser.ask("about", 0, 1)  # the first of all warms the code up
        floor, met, means = Floor(), True, {}
        for number, row in enumerate(rows()):
            means[row.name], kept = measured(number, row, floor, asked, scale)
            met &= noted(kept)
        met &= noted(whole_deals(asked, scale))
        met &= noted(matching(asked, scale))
    for kind, sizes in (("the value", (5, 6, 7, 8)), ("more than half?", (8, 9, 10, 11, 12))):
        times = [means[f"Doppelkopf, {n} tricks: {kind}"] for n in sizes]
        steps = ", ".join(f"{b / a:.1f}" for a, b in pairwise(times))
        print(f"  Doppelkopf, {kind} from {sizes[0]} to {sizes[-1]} tricks, each trick more: times {steps}")
    if "--techniques" in argv:
        techniques(scale)
    return 0 if met else 1


def noted(kept: bool) -> bool:
    """Says so if what is wanted is not reached."""
    if not kept:
        print("    NOT MET", flush=True)
    return kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
