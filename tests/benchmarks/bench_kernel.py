"""The compiled kernel beside a plain one, on the same deals in the same run: `make bench-kernel`.

The floor (`kernel_floor.c`) is alpha-beta with a table, compiled by the same compiler and run by the same
`wasmtime`. Every question begins with empty tables, in memory that an earlier question has used: each of the
two has one machine, as a solver has for all questions in one order. The same questions, or the first of them,
go to Chromium and Firefox, to the built site's runtime in a worker; what they find must be the same.

Times are milliseconds, of the processor in this process, of the clock in browsers, as though the calibration
took 30 here. With `--jobs` and `--on` deals go to several processes or to a cluster, each with a calibration
of its own. With `--techniques` also what each technique saves.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import pairwise
from multiprocessing import get_context
from typing import Final, NamedTuple

from kontrapunkt.puzzles.process_pool import Pool
from kontrapunkt.record import write, write_start
from kontrapunkt.search.follow.compiled import ALL, CompiledFollowKernel
from tests.benchmarks.bench_match_kernel import MEAN_MS, WORST_MS
from tests.benchmarks.bench_solver import endings
from tests.benchmarks.kernel_browsers import Browser, browsers
from tests.benchmarks.kernel_questions import (
    PATIENCE,
    Deal,
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
from tests.benchmarks.plain import Plain, own_scale, signed
from tests.pools import pool_for

FEW: Final = 500
"""Milliseconds up to which the floor is asked what the kernel has answered; it takes many times as long.

A tenth of it where the question is whether it is more than half: there it may take a thousand times as long.
"""

WHOLE_HAND: Final = 12
"""Cards in a hand of Doppelkopf; the floor takes minutes for some whole deals, and is given up then."""

MOST: Final = 100
"""Milliseconds that all values of a whole deal of Graden or Kontraspiel may take, in Chromium."""

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


class Floor(Plain):
    """The plain kernel; every question begins with an empty table."""

    def __init__(self) -> None:
        super().__init__("kernel_floor.c")

    def asked(self, deal: Deal, kernel: CompiledFollowKernel, low: int, high: int) -> tuple[int, float]:
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


def told(where: str, times: list[float], more: str = "") -> None:
    """Prints a line of a question."""
    print(
        f"    {where:9} mean {statistics.mean(times):8.1f}  median {statistics.median(times):8.1f}  "
        f"worst {max(times):8.1f} ms  (n={len(times)}){more}",
        flush=True,
    )


class Answer(NamedTuple):
    """What a deal of a question has come to, times as though the calibration took 30 ms.

    Attributes:
        found: What the kernel answers; None if it was given up.
        took: Milliseconds.
        nodes: Positions.
        floor: Milliseconds of the floor; None if it was not asked.
        patient: Whether the floor came to an end.
    """

    found: int | None
    took: float
    nodes: int
    floor: float | None = None
    patient: bool = True


@cache
def own_floor() -> Floor:
    """The plain kernel of this process."""
    return Floor()


def answer(number: int, at: int) -> Answer:
    """Asks about one deal of the row of that number, the floor beside it; whoever does, in whatever process.

    Raises:
        AssertionError: if the floor finds something else.
    """
    row = rows()[number]
    deal = row.deals[at]
    found, took, nodes = row.ask(deal)
    told_here = Answer(found, took * own_scale(), nodes)
    if at >= row.floors or took >= (FEW if row.open_window else FEW / 10):
        return told_here
    middle = deal.left // 2
    window = (-1, 10_000) if row.open_window else (middle, middle + 1)
    whole = len(deal.hands[0]) == WHOLE_HAND
    floor = own_floor()
    truth, took = floor.patiently(deal, *window) if whole else floor.asked(deal, deal.kernel(), *window)
    same = truth is None or found == (truth if row.open_window else truth > middle)
    assert same, f"{row.name}, deal {at}"
    return told_here._replace(floor=took * own_scale(), patient=truth is not None)


def answers(number: int, pool: Pool | None) -> list[Answer]:
    """What all deals of the row of that number come to, asked here or by others."""
    deals = range(len(rows()[number].deals))
    if pool is None:
        return [answer(number, at) for at in deals]
    work = import_module("tests.benchmarks.bench_kernel").answer  # to others, `__main__` is something else
    promised = [pool.submit(work, number, at) for at in deals]
    return [each.result() for each in promised]


def measured(
    number: int, pool: Pool | None, asked: Mapping[str, Browser], scale: float
) -> tuple[float, bool]:
    """Prints the lines of the row of that number; its mean here, and whether it is as wanted."""
    row = rows()[number]
    print(f"  {row.name}", flush=True)
    found = answers(number, pool)
    times = [each.took for each in found]
    beside = [each for each in found if each.floor is not None]
    nodes, given_up = sum(each.nodes for each in found), sum(each.found is None for each in found)
    told(
        "CPython", times,
        f", {nodes // len(times):,} positions{f', {given_up} given up' if given_up else ''}",
    )  # fmt: skip
    ratio = row.at_least
    if beside:
        theirs = [each.floor or 0.0 for each in beside]
        ratio = sum(theirs) / sum(each.took for each in beside)
        impatient = sum(not each.patient for each in beside)
        told(
            "the floor", theirs,
            f", {ratio:.2f} times as long{f' or more, {impatient} given up' if impatient else ''}",
        )  # fmt: skip
    kept = ratio >= row.at_least and statistics.mean(times) <= row.mean and max(times) <= row.worst
    for name, browser in asked.items():
        each_there = browser.ask("about", number, min(row.browsers, len(row.deals)))
        for here, (there, _, _) in zip(found, each_there, strict=False):
            same = there == here.found or None in (there, here.found)
            assert same, f"{row.name}: {name} says {there}, not {here.found}"
        took = [took * scale for _, took, _ in each_there]
        told(name, took)
        kept &= name != "chrome" or max(took) <= row.worst
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
            kept &= name != "chrome" or (statistics.mean(times) <= MEAN_MS and max(times) <= WORST_MS)
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


def main() -> int:
    """Runs the benchmark; 1 if the kernel is not as fast as wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1, help="how many deals are asked about at a time")
    parser.add_argument("--on", default="", metavar="ADDRESS", help="a cluster's scheduler")
    parser.add_argument("--techniques", action="store_true", help="what each technique saves, too")
    chosen = parser.parse_args()
    scale = own_scale()
    print(f"calibration unit {30 / scale:.1f} ms; all times as though it were 30", flush=True)
    with pool_for(parser, chosen.jobs, chosen.on) as pool, browsers() as asked:
        for browser in asked.values():
            print(browser.version, flush=True)
            browser.ask("about", 0, 1)  # the first of all warms the code up
        met, means = True, {}
        for number, row in enumerate(rows()):
            means[row.name], kept = measured(number, pool, asked, scale)
            met &= noted(kept)
        met &= noted(whole_deals(asked, scale))
        met &= noted(matching(asked, scale))
    for kind, sizes in (("the value", (5, 6, 7, 8)), ("more than half?", (8, 9, 10, 11, 12))):
        times = [means[f"Doppelkopf, {n} tricks: {kind}"] for n in sizes]
        steps = ", ".join(f"{b / a:.1f}" for a, b in pairwise(times))
        print(f"  Doppelkopf, {kind} from {sizes[0]} to {sizes[-1]} tricks, each trick more: times {steps}")
    if chosen.techniques:
        techniques(scale)
    return 0 if met else 1


def noted(kept: bool) -> bool:
    """Says so if what is wanted is not reached."""
    if not kept:
        print("    NOT MET", flush=True)
    return kept


if __name__ == "__main__":
    sys.exit(main())
