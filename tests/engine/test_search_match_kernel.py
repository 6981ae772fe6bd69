"""The compiled kernel of games in which ranks match against trying everything; and who asks it."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import override

import pytest

from kontrapunkt.core.interface import Game
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.search import solver_for
from kontrapunkt.search.clock import Clock, SearchPaused
from kontrapunkt.search.match import compiled
from kontrapunkt.search.match.compiled import (
    ALL,
    RANKS,
    TARGETS,
    CompiledMatchKernel,
    KernelConfig,
    KernelPosition,
    TrialSearch,
)
from kontrapunkt.search.match.tables import BIG
from kontrapunkt.search.native import Machine, MachineError, machine
from tests.engine.test_search_minimax import one_game, random_ending

SIDES: dict[int, list[tuple[int, ...]]] = {
    2: [(0, 1)],
    3: [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 1)],
    4: [(0, 1, 0, 1), (0, 1, 1, 1), (0, 0, 1, 1)],
}
WORTHS: list[tuple[int, ...]] = [
    (0, 0, 0, 2, 3, 4, 10, 11),
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 1, 1, 1, 1),
    (16, 32, 48),
]
TOGETHER = [(1, 2, 4, 8), (5, 10, 5, 10), (15, 15, 15, 15)]


def fresh() -> Machine:
    """A machine of our own."""
    found = machine("match")
    assert found, "make setup compiles the kernel, and wasmtime runs it"
    return found


def kernel(techniques: int = ALL, size: int = 1 << 16) -> CompiledMatchKernel:
    """A kernel with an empty table."""
    return CompiledMatchKernel(fresh(), Clock(), size, techniques)


def random_config(chance: Random) -> KernelConfig:
    """A kind of count: with flags or without, with a lead limit or without, sometimes an account."""
    worth = chance.choice(WORTHS)
    seats = chance.choice([2, 3, 4, 4, 4])
    ranks, cleaner, spoiler, bonus = len(worth), -1, -1, (0, 0, 0, 0)
    if chance.random() < 0.6:
        cleaner, spoiler = chance.sample(range(ranks), 2)
        spoiler = chance.choice([-1, spoiler])
        many = [0, 1, -1, 5, BIG, -BIG]
        bonus = (0, chance.choice(many), chance.choice(many), chance.choice(many))
    limit = chance.choice([99, 99, 1, 2, 3])
    barred = (1 << ranks) - 1 if limit < 99 else 0
    special = [rank for rank in (cleaner, spoiler) if rank >= 0]
    named = barred | sum(1 << rank for rank in special)
    plain = [rank for rank in range(ranks) if rank not in special]
    group = [
        at if at in special else next(rank for rank in plain if worth[rank] == each)
        for at, each in enumerate(worth)
    ]
    clears = (1, 2, 1, 2)
    trick, together = chance.choice([0, 0, 1]), chance.choice(TOGETHER)
    config = KernelConfig(
        chance.choice(SIDES[seats]), worth, tuple(group), 1, trick, named, cleaner, spoiler, clears, bonus,
        limit, barred, together,
    )  # fmt: skip
    if chance.random() < 0.3 and 4 * sum(worth) < 150:
        points, tricks = 4 * sum(worth), 5
        odds = chance.choice([0.1, 0.5, 0.9])
        good = tuple(
            bytes(chance.random() < odds for _ in range((points + 1) * (tricks + 1))) for _ in range(4)
        )
        config = replace(config, trick=0, bonus=(0, 0, 0, 0), good=good, points=points, tricks=tricks)
    return config


def random_question(chance: Random, config: KernelConfig, size: int) -> KernelPosition:
    """Hands, and a trick in progress."""
    seats, ranks = len(config.side), len(config.worth)
    few = chance.sample(range(ranks), min(ranks, chance.choice([2, 3, 8])))
    pack = [rank for rank in few for _ in range(4)]
    if len(pack) < seats * size:
        pack = [rank for rank in range(ranks) for _ in range(4)]
    size = min(size, len(pack) // seats)
    dealt = chance.sample(pack, seats * size)
    if chance.random() < 0.2:
        dealt.sort()
    hands = [dealt[seat * size : seat * size + size] for seat in range(seats)]
    leader = chance.randrange(seats)
    ran, run = -1, 0
    if config.limit < 99 and chance.random() < 0.5:
        ran, run = chance.choice(dealt), chance.randint(1, config.limit)
    laid: list[int] = []
    for place in range(chance.choice([0, 0, *range(seats)])):
        seat = (leader + place) % seats
        laid.append(chance.choice(leads(config, hands[seat], ran, run) if not place else hands[seat]))
    counts = tuple(tuple(hand.count(rank) for rank in range(ranks)) for hand in hands)
    flags = chance.randrange(4) if config.cleaner >= 0 else 0
    taken = (chance.randint(0, 3), chance.randint(0, 5 - size)) if config.tricks else (0, 0)
    left = sum(config.worth[rank] for rank in dealt)
    if config.tricks and left + taken[0] > config.points:
        taken = (0, taken[1])
    extra = 0 if config.tricks else chance.choice([0, 0, 7])
    return KernelPosition(counts, leader, tuple(laid), extra, taken, flags, ran, run)


def leads(config: KernelConfig, hand: list[int], ran: int, run: int) -> list[int]:
    """What may be led."""
    allowed = [rank for rank in hand if rank != ran or run < config.limit]
    return allowed or hand


def truth(config: KernelConfig, question: KernelPosition) -> dict[int, int]:
    """What the first side counts by each rank that may be played, by trying everything."""
    seats = len(config.side)
    start = tuple(tuple(rank for rank, n in enumerate(hand) for _ in range(n)) for hand in question.hands)

    def end(points: int, tricks: int, flags: int) -> int:
        if not config.tricks:
            return points + config.trick * tricks + config.bonus[flags]
        return config.good[flags][points * (config.tricks + 1) + tricks]

    @cache
    def best(
        hands: tuple[tuple[int, ...], ...], leader: int, laid: tuple[int, ...], extra: int,
        taken: tuple[int, int], flags: int, ran: int, run: int,
    ) -> int:  # fmt: skip
        seat = (leader + len(laid)) % seats
        if not any(hands):
            return end(*taken, flags)
        found = each(hands, leader, laid, extra, taken, flags, ran, run)
        return (min if config.side[seat] else max)(found.values())

    def each(
        hands: tuple[tuple[int, ...], ...], leader: int, laid: tuple[int, ...], extra: int,
        taken: tuple[int, int], flags: int, ran: int, run: int,
    ) -> dict[int, int]:  # fmt: skip
        seat = (leader + len(laid)) % seats
        can = [*hands[seat]] if laid else leads(config, [*hands[seat]], ran, run)
        found = {}
        for rank in {*can}:
            rest = list(hands[seat])
            rest.remove(rank)
            left, trick = (*hands[:seat], tuple(rest), *hands[seat + 1 :]), (*laid, rank)
            if len(trick) < seats:
                found[rank] = best(left, leader, trick, extra, taken, flags, ran, run)
                continue
            winner = (leader + max(place for place in range(seats) if trick[place] == trick[0])) % seats
            now = flags
            if config.cleaner in trick and trick[0] != config.spoiler:
                now &= ~config.clears[winner]
            gain = (extra + sum(config.worth[one] for one in trick), 1) if not config.side[winner] else (0, 0)
            row = run + 1 if run and ran == trick[0] else 1
            goes_on = config.together[leader] >> winner & 1
            then = (taken[0] + gain[0], taken[1] + gain[1])
            found[rank] = best(left, winner, (), 0, then, now, trick[0] if goes_on else -1, row * goes_on)
        return found

    hands = [list(hand) for hand in start]
    for place, rank in enumerate(question.laid):
        hands[(question.leader + place) % seats].remove(rank)
    _, leader, laid, extra, taken, flags, ran, run = question
    return each(tuple(map(tuple, hands)), leader, laid, extra, taken, flags, ran, run)


def weighed(
    asked: CompiledMatchKernel, config: KernelConfig, question: KernelPosition, values: dict[int, int]
) -> dict[int, int]:
    """How many of the targets around its value each rank reaches."""
    targets = sorted({value + step for value in values.values() for step in (-1, 0, 1)})
    work = TrialSearch(config, question, sorted(values), targets)
    asked.weigh(work)
    assert work.low == work.high or all(work.low[rank] == work.high[rank] for rank in values)
    return {rank: targets[work.low[rank] - 1] for rank in values}


def disagreements(seed: int, asked: CompiledMatchKernel, size: int | None = None) -> list[str]:
    """Where a kernel's answers are not what trying everything finds."""
    chance = Random(seed)
    config = random_config(chance)
    question = random_question(chance, config, size or chance.choice([1, 2, 2, 3]))
    values = truth(config, question)
    found = weighed(asked, config, question, values)
    problems = [
        f"{seed}: {rank} {values[rank]} {found[rank]}" for rank in values if found[rank] != values[rank]
    ]
    turn = (question.leader + len(question.laid)) % len(config.side)
    whole = (min if config.side[turn] else max)(values.values())
    if not question.extra or question.laid:
        targets = [whole, whole + 1]
        work = TrialSearch(config, question, (), targets)
        asked.weigh(work)
        if work.low[0] != 1:
            problems.append(f"{seed}: the position {whole}")
    return problems


def test_the_same_as_trying_everything():
    asked = kernel()
    for seed in range(300):
        assert disagreements(seed, asked) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_the_same_as_trying_everything_twenty_thousand_times(part: int):
    asked = kernel()
    for seed in range(1000 + 2000 * part, 3000 + 2000 * part):
        assert disagreements(seed, asked) == []


@pytest.mark.parametrize("technique", range(5))
def test_each_technique_off(technique: int):
    asked = kernel(ALL & ~(1 << technique))
    for seed in range(60):
        assert disagreements(seed, asked) == []


@pytest.mark.parametrize("seed", range(6))
def test_no_technique_changes_an_answer(seed: int):
    """Larger ones: each technique off, and a table so small that it forgets almost everything."""
    chance = Random(seed)
    config = random_config(chance)
    question = random_question(chance, config, 5 if len(config.side) > 3 else 6)
    turn = (question.leader + len(question.laid)) % len(config.side)
    trials = [rank for rank, n in enumerate(question.hands[turn]) if n]
    targets = sorted({*range(-9, 120, 3), *(bonus + n for bonus in config.bonus for n in range(0, 60, 5))})

    def numbers(asked: CompiledMatchKernel) -> list[int]:
        work = TrialSearch(config, question, trials, targets)
        asked.weigh(work)
        return [work.low[trial] for trial in trials]

    whole = numbers(kernel())
    for technique in range(5):
        assert numbers(kernel(ALL & ~(1 << technique))) == whole
    assert numbers(kernel(size=1 << 12)) == whole


def test_slices_find_the_same():
    """A few positions at a time, until the answer is there; what was found is kept."""
    chance = Random(3)
    config = KernelConfig((0, 1, 0, 1), WORTHS[0], (0, 0, 0, 3, 4, 5, 6, 7))
    question = random_question(chance, config, 6)._replace(laid=(), extra=0)
    trials = [rank for rank, n in enumerate(question.hands[question.leader]) if n]
    work, pieces = (TrialSearch(config, question, trials, range(1, 121)) for _ in range(2))
    kernel().weigh(work)
    asked, done, slices, budget = kernel(), False, 0, 20
    asked._lay(config)
    while not done:
        done, nodes = asked._search(pieces, budget)
        assert nodes <= budget
        slices, budget = slices + 1, budget + 5
    assert slices > 3
    assert [pieces.low[trial] for trial in trials] == [work.low[trial] for trial in trials]


def test_a_slice_that_is_over_pauses():
    time = iter(range(1000))
    clock = Clock(lambda: next(time) / 1000)
    asked = CompiledMatchKernel(fresh(), clock)
    config = KernelConfig((0, 1, 0, 1), WORTHS[0], (0, 0, 0, 3, 4, 5, 6, 7))
    question = random_question(Random(8), config, 6)._replace(laid=(), extra=0)
    trials = [rank for rank, n in enumerate(question.hands[question.leader]) if n]
    work, pauses = TrialSearch(config, question, trials, range(1, 121)), 0
    while True:
        with clock.slice(1):
            try:
                asked.weigh(work)
                break
            except SearchPaused:
                pauses += 1
    assert pauses > 2
    whole = TrialSearch(config, question, trials, range(1, 121))
    kernel().weigh(whole)
    assert work.low == whole.low or [work.low[t] for t in trials] == [whole.low[t] for t in trials]


def spoilt(chance: Random, question: KernelPosition) -> KernelPosition:
    """A question with something in it that cannot be, as a rule."""
    hands = [list(hand) for hand in question.hands]
    for _ in range(chance.choice([0, 0, 1, 2])):
        hands[chance.randrange(len(hands))][chance.randrange(len(hands[0]))] = chance.randrange(-2, 9)
    if chance.random() < 0.1:
        hands.append(hands[0])
    if chance.random() < 0.1:
        hands[0] = hands[0][1:]
    odd = chance.randrange(-5, 20)
    return KernelPosition(
        tuple(map(tuple, hands)),
        chance.choice([question.leader, odd]),
        chance.choice([question.laid, (*question.laid, odd), (odd,) * chance.randrange(6)]),
        chance.choice([0, 0, -1, 10**9]),
        chance.choice([(0, 0), (0, 0), (odd, odd), (-1, 9**9)]),
        chance.choice([question.flags, question.flags, odd]),
        chance.choice([-1, odd]),
        chance.choice([0, 0, odd]),
    )


def test_nothing_but_a_position_gets_in():
    """What could make the kernel read beside its tables is refused, and it is asked on as before."""
    chance, asked, refused = Random(2), kernel(), 0
    for seed in range(1500):
        config = random_config(Random(seed % 20))
        question = spoilt(chance, random_question(chance, config, chance.choice([1, 2])))
        trials = [chance.randrange(-3, 20) for _ in range(chance.choice([0, 1, 2]))]
        targets = chance.choice([[1], [], [3, 1], [10**12], list(range(TARGETS + 1)), [1, 5, 9]])
        work = TrialSearch(config, question, trials, targets)
        if chance.random() < 0.1:
            work.high[chance.randrange(RANKS)] = chance.choice([-1, 99999])
        try:
            asked.weigh(work)
        except ValueError:
            refused += 1
    assert 1000 < refused < 1500
    assert [problem for seed in range(20) for problem in disagreements(seed, asked)] == []


def odd_configs() -> Iterator[KernelConfig]:
    """Configurations that it has no room for, or that could lead it astray."""
    good = KernelConfig((0, 1, 0, 1), (0, 1), (0, 1))
    yield replace(good, worth=(1,) * 17, group=(0,) * 17)
    yield replace(good, worth=(0, -1))
    yield replace(good, worth=(0, 10**9))
    yield replace(good, group=(0, 16))
    yield replace(good, group=(0,))
    yield replace(good, side=(0, 2, 0, 1))
    yield replace(good, side=(0,))
    yield replace(good, cleaner=2)
    yield replace(good, clears=(4, 0, 0, 0))
    yield replace(good, bonus=(1, 0, 0, 0))
    yield replace(good, bonus=(0, 10**9, 0, 0))
    yield replace(good, limit=0)
    yield replace(good, together=(16, 0, 0, 0))
    yield replace(good, tricks=3)
    yield replace(good, good=(bytes(4),) * 4, points=0, tricks=4)
    yield replace(good, good=(b"\2\0",) * 4, points=0, tricks=1)
    yield replace(good, good=(bytes(3000),) * 4, points=2999, tricks=0)


@pytest.mark.parametrize("config", list(odd_configs()))
def test_too_large_config_is_refused(config: KernelConfig):
    question = KernelPosition(((1,) + (0,) * (len(config.worth) - 1),) * len(config.side), 0)
    with pytest.raises(ValueError, match="no room"):
        kernel().weigh(TrialSearch(config, question, (), [1]))


def test_a_table_of_another_size_is_refused():
    with pytest.raises(ValueError, match="power of two"):
        kernel(size=100)


class Failing(Machine):
    """A machine that works until it is asked for the second time, then traps."""

    def __init__(self) -> None:
        self._inner, self._asked = fresh(), 0

    @override
    def call(self, name: str) -> int:
        self._asked += name == "weigh"
        if self._asked > 1:
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


def random_state(game_class: type[Game], seed: int, size: int) -> RankMatchState:
    """A position of a game, at the beginning of a trick or in its midst."""
    game = one_game(seed, game_class)
    chance = Random(seed)
    state = random_ending(chance, game, size, chance.random() < 0.7)
    for _ in range(chance.choice([0, 0, 1, 2, 3])):
        state = state.apply(chance.choice(state.actions()))
    return state


@pytest.mark.parametrize("broken", [Failing, Poor])
def test_a_kernel_that_fails_is_replaced(
    broken: type[Machine], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    state = random_state(Ristiklappi, 5, 4)
    truth = solver_for(state.game)
    truth.engine = "python"
    monkeypatch.setattr(compiled, "machine", lambda name: broken())
    solver = solver_for(state.game)
    assert solver.engine == "wasm"
    with caplog.at_level(logging.WARNING):
        for goal in solver.goals:
            found = solver.search(state, goal).run()
            assert found.values == truth.search(state, goal).run().values
            assert solver.value(state, goal) == found.value
    assert (solver.engine, len(solver.engines)) == ("python", 2)
    assert len(caplog.records) == 1
    assert "Python searches in its place" in caplog.text


def both_engines(game_class: type[Game], seed: int, size: int) -> None:
    """Every goal by both engines: values, best actions, and lines that keep the value."""
    state = random_state(game_class, seed, size)
    solvers = [solver_for(state.game), solver_for(state.game)]
    solvers[1].engine = "python"
    assert solvers[0].engine == "wasm"
    for goal in solvers[0].goals:
        compiled, walked = (solver.search(state, goal).run() for solver in solvers)
        assert (compiled.values, compiled.best) == (walked.values, walked.best), (seed, goal)
        assert len(compiled.line) == len(walked.line), (seed, goal)


@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
def test_both_engines_answer_the_same(game_class: type[Game]):
    for seed in range(30):
        both_engines(game_class, seed, 3 + seed % 2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
def test_both_engines_answer_the_same_five_thousand_times(game_class: type[Game], part: int):
    for seed in range(1000 + 500 * part, 1500 + 500 * part):
        both_engines(game_class, seed, 3 + seed % 3)
