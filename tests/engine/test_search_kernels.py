"""The kernels of games with suits to follow, in Python and compiled, against trying everything."""

import importlib.util
import logging
from functools import cache
from pathlib import Path
from random import Random
from shutil import copy
from typing import override

import pytest

from kontrapunkt.core.cards import Card, pack
from kontrapunkt.families.follow_suit import CardOrder, Duty, FollowState
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.search import solver_for
from kontrapunkt.search.clock import Clock
from kontrapunkt.search.follow import solver as follow_solver
from kontrapunkt.search.follow.compiled import ALL, CompiledFollowKernel
from kontrapunkt.search.follow.kernel import FollowKernel
from kontrapunkt.search.follow.numbering import KernelSetup, TrialPosition
from kontrapunkt.search.native import Machine, MachineError, machine
from kontrapunkt.search.native import _in_python as in_python

DUTIES = [
    Duty(),
    Duty(trump_freely=True),
    Duty(must_trump=True),
    Duty(must_beat=True),
    Duty(must_trump=True, must_beat=True),
    Duty(trump_freely=True, must_beat=True),
]
SIDES = [(0, 1, 0, 1), (0, 1, 1, 1), (1, 1, 0, 1), (0, 0, 1, 1)]
COUNTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
EQUAL = {"A": 1, "T": 1, "K": 1}


ROOT = Path(__file__).parents[2]
sources = ROOT / "engine/kontrapunkt/search/native/source"
_spec = importlib.util.spec_from_file_location("native", ROOT / "tools/native.py")
assert _spec
assert _spec.loader
native = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(native)


def fresh() -> Machine:
    """A machine of our own."""
    found = machine("follow")
    assert found, "make setup compiles the kernel, and wasmtime runs it"
    return found


class Table:
    """A random game: cards, trumps, duty, sides and worths; and small endings of it."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        cards = pack(24)
        trumps = chance.sample(cards, chance.choice([0, 3, 7, 12]))
        self.copies = chance.choice([1, 2])
        later = (
            chance.sample(trumps, min(len(trumps), 2)) if self.copies == 2 and chance.random() < 0.5 else []
        )
        self.order = CardOrder(cards, chance.choice(["AKQJT9", "ATKQJ9"]), trumps, later)
        self.duty = chance.choice(DUTIES)
        self.step = chance.choice([1, 3])
        self.sides = chance.choice(SIDES)
        counts = chance.choice([COUNTS, COUNTS, EQUAL, {}])
        self.values = {card: counts.get(card.rank, 0) for card in cards}
        self.trick = chance.choice([0, 0, 1, 5])

    def given(self) -> KernelSetup:
        """What every kernel is given."""
        return KernelSetup(self.order, self.duty, self.values, self.step, self.sides, Clock(), self.copies)

    def compiled(self, techniques: int = ALL, size: int = 1 << 17) -> CompiledFollowKernel:
        """The compiled kernel."""
        return CompiledFollowKernel(fresh(), self.given(), trick=self.trick, size=size, techniques=techniques)

    def python(self) -> FollowKernel:
        """The kernel in Python, which knows no tricks."""
        return FollowKernel(self.given())

    def ending(self, size: int) -> tuple[tuple[tuple[Card, ...], ...], int, tuple[Card, ...]]:
        """Hands, who leads, and the trick in progress."""
        dealt = self.chance.sample(list(self.order.places)[:24] * self.copies, 4 * size)
        hands = [list(self.order.in_order(dealt[i::4])) for i in range(4)]
        leader = self.chance.randrange(4)
        trick: list[Card] = []
        for place in range(self.chance.randrange(4)):
            hand = hands[(leader + place * self.step) & 3]
            card = self.chance.choice(self.duty.allowed(self.order, tuple(hand), trick))
            hand.remove(card)
            trick.append(card)
        return tuple(map(tuple, hands)), leader, tuple(trick)

    def truth(
        self, hands: tuple[tuple[Card, ...], ...], leader: int, trick: tuple[Card, ...]
    ) -> dict[Card, int]:
        """What the first side comes to by each card, by trying everything with orders and duties alone."""

        @cache
        def best(hands: tuple[tuple[Card, ...], ...], leader: int, trick: tuple[Card, ...]) -> int:
            turn = (leader + len(trick) * self.step) & 3
            if not hands[turn]:
                return 0
            return (max, min)[self.sides[turn]](each(hands, leader, trick).values())

        def each(
            hands: tuple[tuple[Card, ...], ...], leader: int, trick: tuple[Card, ...]
        ) -> dict[Card, int]:
            turn = (leader + len(trick) * self.step) & 3
            found = {}
            for card in self.duty.allowed(self.order, hands[turn], trick):
                rest = list(hands[turn])
                rest.remove(card)
                left = (*hands[:turn], tuple(rest), *hands[turn + 1 :])
                laid = (*trick, card)
                if len(laid) < 4:
                    found[card] = best(left, leader, laid)
                    continue
                winner = (leader + self.order.best(laid) * self.step) & 3
                pot = self.trick + sum(self.values[one] for one in laid)
                found[card] = pot * (not self.sides[winner]) + best(left, winner, ())
            return found

        return each(hands, leader, trick)


def trials(
    kernel: FollowKernel | CompiledFollowKernel,
    hands: tuple[tuple[Card, ...], ...],
    leader: int,
    trick: tuple[Card, ...],
) -> dict[Card, TrialPosition]:
    """Each card that may be played, on trial."""
    *masks, _ = (*kernel.masks_of([*hands, *((card,) for card in trick)]), 0)
    laid = tuple(mask.bit_length() - 1 for mask in masks[4:])
    n, e, s, w = masks[:4]
    turn = (leader + len(trick) * kernel.step) & 3
    return {
        card: TrialPosition((n, e, s, w), leader, (*laid, kernel.held(masks[turn], card)))
        for card in hands[turn]
    }


def disagreements(seed: int, sizes: tuple[int, ...] = (1, 2, 2, 3), techniques: int = ALL) -> list[str]:
    """Where a kernel's answers do not hold for what trying everything finds."""
    table, found = Table(seed), []
    kernels: list[FollowKernel | CompiledFollowKernel] = [table.compiled(techniques)]
    if not table.trick:
        kernels.append(table.python())
    for size in sizes:
        hands, leader, trick = table.ending(size)
        truth = table.truth(hands, leader, trick)
        for kernel in kernels:
            put = trials(kernel, hands, leader, trick)
            for card, value in truth.items():
                for least in (value, value + 1, table.chance.randrange(1, 60)):
                    bound = kernel.bound(put[card], least)
                    if (bound >= least) != (value >= least) or (
                        bound > value if bound >= least else bound < value
                    ):
                        found.append(f"{seed}: {type(kernel).__name__} {card} {value} {least} {bound}")
    return found


def test_the_same_as_trying_everything():
    for seed in range(60):
        assert disagreements(seed) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_the_same_as_trying_everything_five_thousand_times(part: int):
    for seed in range(1000 + 500 * part, 1500 + 500 * part):
        assert disagreements(seed) == []


def values(kernel: CompiledFollowKernel, put: dict[Card, TrialPosition]) -> dict[Card, int]:
    """The value of each card."""
    found = {}
    for card, trial in put.items():
        low, high = 0, 1000
        while low < high:
            least = (low + high + 1) // 2
            bound = kernel.bound(trial, least)
            low, high = (max(low, bound), high) if bound >= least else (low, min(high, bound))
        found[card] = low
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_technique_changes_an_answer(seed: int):
    """Each technique off, and a table so small that it forgets almost everything."""
    table = Table(seed)
    hands, leader, trick = table.ending(5)
    whole = table.compiled()
    put = {
        card: trial
        for card, trial in trials(whole, hands, leader, trick).items()
        if card in table.duty.allowed(table.order, hands[(leader + len(trick) * table.step) & 3], trick)
    }
    truth = values(whole, put)
    for technique in range(10):
        assert values(table.compiled(ALL & ~(1 << technique)), put) == truth
    assert values(table.compiled(size=1 << 14), put) == truth


def test_last_follower_may_hoard_suit_to_discard():
    """The two hearts that are not asked for are what a side puts least in with, when trumps are cashed."""
    game = KonterAMatt()
    state = game.deal(0).apply("trump S")
    assert isinstance(state, FollowState)
    table = Table(0)
    table.order, table.duty, table.step, table.copies = state.order, state.duty, game.step, 1
    table.values = {card: game.values.get(card.rank, 0) for card in game.pack}
    table.sides, table.trick = (0, 1, 0, 1), 0
    hands = tuple(
        tuple(map(Card, cards.split())) for cards in ("AC KH 9H", "TC 9C KD", "KC AD TD", "TS JC JH TH")
    )
    leader, trick = 2, tuple(map(Card, ("AH", "QC", "QH")))
    kernel = table.compiled()
    value = table.truth(hands, leader, trick)[Card("TS")]
    assert values(kernel, {Card("TS"): trials(kernel, hands, leader, trick)[Card("TS")]}) == {
        Card("TS"): value
    }


def test_slices_find_the_same():
    """A budget of a few hundred positions at a time, until the answer is there."""
    table = Table(5)
    hands, leader, trick = table.ending(5)
    kernel, pieces = table.compiled(), table.compiled()
    put = trials(kernel, hands, leader, trick)
    for card in table.duty.allowed(table.order, hands[(leader + len(trick) * table.step) & 3], trick):
        value = values(kernel, {card: put[card]})[card]
        for least in (value, value + 1):
            done, asked, budget = 0, 0, 20
            while not done:
                answer, done, nodes = pieces._ask(put[card], least, budget)
                asked, budget = asked + 1, budget + 5
                assert nodes <= budget
            assert (answer >= least) == (value >= least)


def test_slice_may_have_any_length():
    """The kernel counts positions in 32 bits."""
    table = Table(5)
    hands, leader, trick = table.ending(3)
    kernel = table.compiled()
    put = trials(kernel, hands, leader, trick)
    (card, *_) = table.duty.allowed(table.order, hands[(leader + len(trick) * table.step) & 3], trick)
    with kernel.clock.slice(1e12):
        assert values(kernel, {card: put[card]}) == values(table.compiled(), {card: put[card]})


def test_nothing_but_a_position_gets_in():
    """What could make the kernel read beside its tables is refused, and it is asked on as before."""
    table = Table(11)
    kernel = table.compiled()
    hands, leader, trick = table.ending(3)
    card, good = next(iter(trials(kernel, hands, leader, trick).items()))
    before = kernel.bound(good, 10)
    chance, refused = Random(1), 0
    many = len(kernel.cards)
    for _ in range(3000):
        odd = (
            tuple(
                chance.choice([hand, hand ^ 1 << chance.randrange(64), chance.getrandbits(70)])
                for hand in good.hands
            ),
            chance.choice([good.leader, chance.randrange(-9, 9)]),
            tuple(chance.choice([one, chance.randrange(-9, many + 9)]) for one in good.laid)
            + (1,) * chance.choice([0, 0, 1, 9]),
        )
        try:
            kernel.bound(
                TrialPosition(*odd),  # type: ignore[arg-type]
                chance.choice([10, -(10**9), 10**12]),
            )
        except ValueError:
            refused += 1
    assert refused > 2500
    assert kernel.bound(good, 10) == before
    assert card


def test_too_large_pack_is_refused():
    table = Table(3)
    with pytest.raises(ValueError, match="power of two"):
        CompiledFollowKernel(fresh(), table.given(), size=12)
    table.values = dict.fromkeys(table.values, 40000)
    with pytest.raises(ValueError, match="no room"):
        CompiledFollowKernel(fresh(), table.given())


class Failing(Machine):
    """A machine that works until it is asked for the third time, then traps."""

    def __init__(self) -> None:
        self._inner, self._asked = fresh(), 0

    @override
    def call(self, name: str) -> int:
        self._asked += name == "ask"
        if self._asked > 2:
            raise MachineError("unreachable")
        return self._inner.call(name)

    @override
    def write(self, at: int, data: bytes) -> None:
        self._inner.write(at, data)

    @override
    def read(self, at: int, size: int) -> bytes:
        return self._inner.read(at, size)


class Poor(Failing):
    """A machine without memory."""

    @override
    def call(self, name: str) -> int:
        return 0 if name == "prepare" else self._inner.call(name)


@pytest.mark.parametrize("broken", [Failing, Poor])
def test_a_kernel_that_fails_is_replaced(
    broken: type[Machine], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    game = KonterAMatt()
    state = game.deal(1).apply("trump C")
    for _ in range(13):
        state = state.apply(next(action for action in state.actions() if action.card))
    truth = solver_for(game).search(state, "points NS").run()
    monkeypatch.setattr(follow_solver, "machine", lambda name: broken())
    solver = solver_for(game)
    assert solver.engines[0] == "wasm"
    with caplog.at_level(logging.WARNING):
        found = solver.search(state, "points NS").run()
    assert (found.values, found.best) == (truth.values, truth.best)
    assert solver.engine == "python"
    assert len(caplog.records) == 1
    assert "Python searches in its place" in caplog.text


def test_the_same_bytes_wherever_it_lies(tmp_path: Path):
    for name in ("one", "two/three"):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        for source in sources.glob("*.[ch]"):
            copy(source, folder)
        made = native.build(folder)
        assert made
        for path in made:
            assert path.read_bytes() == (sources.parent / path.name).read_bytes()


def test_a_trap_is_told():
    wasmtime = pytest.importorskip("wasmtime")
    code = wasmtime.wat2wasm('(module (memory (export "memory") 1) (func (export "ask") unreachable))')
    with pytest.raises(MachineError, match="unreachable"):
        in_python(code)().call("ask")
