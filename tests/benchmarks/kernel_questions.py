"""What the benches of the compiled kernel ask, and how long the answers take, in CPython and in a browser.

A browser's worker is given this file as it stands: it imports nothing but the engine. Every question begins
with empty tables, in memory that an earlier question has used: there is one machine, as a solver has for all
questions in one order. Times are milliseconds of the processor in CPython, of the clock in a browser, which
knows no other.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action, State
from kontrapunkt.families.follow_suit import CardOrder, Duty, FollowState
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.constants import CONTRACTS
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.record import game_of, read
from kontrapunkt.search import solver_for
from kontrapunkt.search.clock import Clock, SearchPaused
from kontrapunkt.search.follow.compiled import ALL, CompiledFollowKernel
from kontrapunkt.search.follow.numbering import Hands, KernelSetup, TrialPosition
from kontrapunkt.search.native import Machine, machine

OPPOSITE: Final = (0, 1, 0, 1)
BESIDE: Final = (0, 0, 1, 1)
ALONE: Final = (0, 1, 1, 1)
clock: Final = perf_counter if sys.platform == "emscripten" else process_time
PATIENCE: Final = 60_000
"""Milliseconds after which a question is given up."""

SOME: Final = 9
"""Whole deals of Doppelkopf of whose value browsers are asked: some take minutes. The floor is not."""


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

    order: CardOrder
    duty: Duty
    values: dict[Card, int]
    copies: int
    hands: list[list[Card]]
    sides: tuple[int, ...] = OPPOSITE

    def kernel(self, techniques: int = ALL) -> CompiledFollowKernel:
        """A kernel with empty tables: 4 MB for up to 36 cards, as the solver has them, else 64 MB.

        The one before it can be asked nothing more: they have one machine.
        """
        found = one_machine()
        given = KernelSetup(self.order, self.duty, self.values, 1, self.sides, Clock(), self.copies)
        size = 1 << 22 if sum(map(len, self.hands)) <= 36 else 1 << 26
        return CompiledFollowKernel(found, given, size=size, techniques=techniques)

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


def timed[T](work: Callable[[], T]) -> tuple[T, float]:
    """What it gives, and milliseconds."""
    start = clock()
    found = work()
    return found, (clock() - start) * 1000


def hands_of(deal: Deal, kernel: CompiledFollowKernel) -> Hands:
    """The hands as sets of bits."""
    n, e, s, w = kernel.masks_of(deal.hands)
    return n, e, s, w


def exact(kernel: CompiledFollowKernel, trial: TrialPosition, most: int) -> int:
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
    found, took = timed(lambda: exact(kernel, TrialPosition(hands_of(deal, kernel), 0, ()), deal.left))
    return found, took, kernel.nodes


def half(deal: Deal, techniques: int = ALL) -> tuple[bool | None, float, int]:
    """Whether the side takes more than half, milliseconds, positions; None where that takes too long."""
    kernel, least = deal.kernel(techniques), deal.left // 2 + 1

    def ask() -> bool | None:
        with suppress(SearchPaused), kernel.clock.slice(PATIENCE):
            return kernel.bound(TrialPosition(hands_of(deal, kernel), 0, ()), least) >= least
        return None

    found, took = timed(ask)
    return found, took, kernel.nodes


def each_card(deal: Deal) -> tuple[int, float, int]:
    """The best of the values of all cards of the seat on lead, milliseconds, positions."""
    kernel = deal.kernel()
    hands = hands_of(deal, kernel)

    def ask() -> int:
        return max(
            exact(kernel, TrialPosition(hands, 0, (kernel.held(hands[0], card),)), deal.left)
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
        browsers: Of how many, from the first, browsers are asked.
        at_least: How many times faster than the floor, on average.
        mean: The mean in milliseconds, at most.
        worst: The worst case in milliseconds, at most.
    """

    name: str
    deals: list[Deal]
    ask: Callable[[Deal], tuple[int | None, float, int]]
    open_window: bool
    floors: int
    browsers: int = 20
    at_least: float = 0.0
    mean: float = float("inf")
    worst: float = float("inf")


@cache
def rows() -> list[Row]:
    """The questions about deals that are dealt for the bench."""
    six, five = [*konter(6, 40)], [*konter(5, 40)]
    found = [
        Row("Konter a Matt, 24 cards: all six values", six, each_card, True, 40, 40, 1 / 3, worst=100),
        Row("Konter a Matt, 24 cards: the value", six, value, True, 40),
        Row("Konter a Matt, 20 cards: the value", five, value, True, 40),
    ]
    found += [
        Row(f"Doppelkopf, {n} tricks: the value", [*doppelkopf(n, deals)], value, True, deals, at_least=least)
        for n, deals, least in ((5, 20, 0), (6, 20, 0), (7, 20, 0), (8, 100, 5))
    ]
    found += [
        Row("Doppelkopf side by side, 7 tricks: the value", [*doppelkopf(7, 10, BESIDE)], value, True, 10),
        Row("Doppelkopf one alone, 7 tricks: the value", [*doppelkopf(7, 10, ALONE)], value, True, 10),
    ]
    found += [
        Row(f"Doppelkopf, {n} tricks: more than half?", [*doppelkopf(n, 20)], half, False, 10)
        for n in (8, 9, 10, 11)
    ]
    whole = [*doppelkopf(12, 100)]
    limits = {"at_least": 5.0, "mean": 1000.0, "worst": 5000.0}
    return [
        *found,
        Row("Doppelkopf, 12 tricks: more than half?", whole, half, False, 10, 100, **limits),
        Row("Doppelkopf, 12 tricks: the value", whole, value, True, 0, SOME, mean=10_000),
    ]


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


def contract_values(states: list[FollowState]) -> Iterator[tuple[str, float]]:
    """All values of each goal shown for some deals, as text, and milliseconds."""
    for state in states:
        solver = solver_for(state.game)
        for goal in solver.goals_for(state):
            found, took = timed(solver.search(state, goal, line=False).run)
            yield repr(found.values), took


# What a browser's worker is asked for, by name; the answers go through JSON.


def about(number: int, many: int) -> str:
    """The first deals of the row of that number: what is found, milliseconds, positions."""
    row = rows()[number]
    return json.dumps([row.ask(deal) for deal in row.deals[:many]])


def about_contracts(number: int) -> str:
    """The contract of that number: values and milliseconds, goal by goal."""
    return json.dumps([*contract_values([*contracts()][number][1])])


def about_record(record: str, goal: str) -> str:
    """The values of all cards of a record's position, with a new solver, and milliseconds."""
    deal = read(record)
    state = game_of(deal).start(deal)
    found, took = timed(solver_for(state.game).search(state, goal, line=False).run)
    return json.dumps([repr(found.values), took])
