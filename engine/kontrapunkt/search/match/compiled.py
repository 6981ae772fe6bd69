"""Calls the compiled search of `native/source/match.c` with validated input."""

import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import gt, mul
from typing import Any, Final, NamedTuple, override

from kontrapunkt.core.cards import RANKS as NAMES
from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import State
from kontrapunkt.families.deal_state import DealGame
from kontrapunkt.search.clock import Clock, Pace
from kontrapunkt.search.native import Machine, MachineError, machine
from kontrapunkt.search.solver import Solver

ALL: Final = 31
"""All techniques; each is a bit, named in the C source."""

RANKS: Final = 16
"""The largest number of ranks."""

TARGETS: Final = 4096
"""The largest number of targets in a query."""

_SEATS: Final = 4
_COPIES: Final = 4  # cards of each rank
_CELLS: Final = 2048
_FAR: Final = 100_000_000  # more than any count
_STREAK: Final = 7  # the longest streak that is distinguished
_SMALLEST: Final = 1 << 12
_LARGEST: Final = 1 << 27
_CONFIG: Final = struct.Struct(f"<{3 + _SEATS + 2 * RANKS + 3 + _SEATS + 4 + 2 + _SEATS + 5}i")
_ASKED: Final = struct.Struct(f"<{2 + _SEATS + 8 + 2 * RANKS + 3}i")
_FOUND: Final = struct.Struct(f"<{2 * RANKS + 2}i")
_FOUND_AT: Final = _SEATS * RANKS + 4 * (2 + _SEATS + 8)

Counts = tuple[int, ...]
"""The number of cards of each rank in a hand."""


@dataclass(frozen=True)
class KernelConfig:
    """The kernel's configuration for one kind of count in a game.

    Attributes:
        side: For each seat in the order of play 0 if its side is counted, else 1.
        worth: The count of a card by rank.
        group: A number by rank; ranks of a group are interchangeable.
        scale: The count of a card point; for callers, not for the kernel.
        trick: The count of a trick besides its cards.
        named: Ranks, as bits, that are distinguished even if only one seat holds them, among them those that
            clean or prevent cleaning.
        cleaner: The rank that cleans the side that takes it in a trick; -1 for none.
        spoiler: The rank that prevents cleaning if it is led; -1 for none.
        clears: For each seat the flag, as a bit, that its cleaning trick removes.
        bonus: The count of the flags at the end; none count nothing.
        limit: The number of leads in a row after which a rank is barred.
        barred: The ranks, as bits, that can be barred; they are among those named.
        together: For each seat those whose leads count together with its own, as bits.
        good: For each set of flags at the end a byte for each count, 1 if it wins, at index `card points *
            (tricks + 1) + tricks`; the value is then 1 or 0. Empty for other kinds of count.
        points: The card points in such a table.
        tricks: The tricks in such a table.
    """

    side: tuple[int, ...]
    worth: tuple[int, ...]
    group: tuple[int, ...]
    scale: int = 1
    trick: int = 0
    named: int = 0
    cleaner: int = -1
    spoiler: int = -1
    clears: tuple[int, ...] = (0, 0, 0, 0)
    bonus: tuple[int, ...] = (0, 0, 0, 0)
    limit: int = 99
    barred: int = 0
    together: tuple[int, ...] = (0, 0, 0, 0)
    good: tuple[bytes, ...] = ()
    points: int = 0
    tricks: int = 0

    def count_taken(self, points: int, tricks: int) -> int:
        """Return the count of card points and tricks taken before the search.

        It is 0 for tables of winning counts, which track them.

        Args:
            points: The card points of the counted side.
            tricks: Its tricks.
        """
        return 0 if self.tricks else points * self.scale + tricks * self.trick

    @cached_property
    def fits(self) -> bool:
        """Return True if the configuration is valid for the kernel."""
        ranks, seats, cells = len(self.worth), len(self.side), (self.points + 1) * (self.tricks + 1)
        return (
            1 <= ranks <= RANKS
            and 2 <= seats <= _SEATS
            and {*self.side} <= {0, 1}
            and min(*self.worth, self.trick) >= 0
            and _COPIES * sum(self.worth) + 13 * self.trick < _FAR
            and len(self.group) == ranks
            and all(0 <= each < RANKS for each in self.group)
            and 0 <= self.barred < 1 << ranks
            and 0 <= self.named < 1 << ranks
            and all(-1 <= each < ranks for each in (self.cleaner, self.spoiler))
            and len(self.clears) == len(self.together) == _SEATS
            and all(0 <= each < 4 for each in self.clears)
            and all(0 <= each < 1 << _SEATS for each in self.together)
            and not self.bonus[0]
            and all(abs(each) < _FAR for each in self.bonus)
            and 1 <= self.limit < _FAR
            and (not self.good or (len(self.good) == 4 and self.tricks > 0 and not self.trick))
            and (bool(self.good) or not self.tricks)
            and min(self.points, self.tricks) >= 0
            and cells <= _CELLS
            and all(len(each) == cells and {*each} <= {0, 1} for each in self.good)
        )

    def to_bytes(self, salt: int, techniques: int, size: int) -> bytes:
        """Return the configuration as the kernel's bytes.

        Args:
            salt: The number of the configuration, part of table keys.
            techniques: The techniques to use, as bits.
            size: The size of the table, in bytes.
        """
        side = [*self.side, *[0] * (_SEATS - len(self.side))]
        by_rank = [[*each, *[0] * (RANKS - len(each))] for each in (self.worth, self.group)]
        head = [len(self.worth), len(self.side), self.trick, *side, *by_rank[0], *by_rank[1]]
        flags = [self.named, self.cleaner, self.spoiler, *self.clears, *self.bonus]
        rest = [self.limit, self.barred, *self.together, salt, techniques, size, self.points, self.tricks]
        cells = b"".join(each.ljust(_CELLS, b"\0") for each in self.good)
        return _CONFIG.pack(*head, *flags, *rest) + cells


class KernelPosition(NamedTuple):
    """A position at the beginning or in the middle of a trick.

    Attributes:
        hands: The hands by seat, with the cards that they played to the trick.
        leader: The number of the seat that leads the trick.
        laid: The ranks of the trick's cards.
        extra: The count that goes to its winner besides its cards.
        taken: Card points and tricks of the counted side, for tables of winning counts.
        flags: The flags that are left.
        ran: The rank of the earlier leads.
        run: The number of tricks in a row in which it was led, by seats whose leads count with the leader's;
            0 for none.
    """

    hands: tuple[Counts, ...]
    leader: int
    laid: tuple[int, ...] = ()
    extra: int = 0
    taken: tuple[int, int] = (0, 0)
    flags: int = 0
    ran: int = -1
    run: int = 0


@dataclass
class TrialSearch:
    """A search in progress: how many targets each trial rank reaches.

    Attributes:
        config: The configuration.
        question: The position.
        trials: The ranks to play; empty for the best one.
        targets: The targets, ascending.
        low: A lower bound on the targets reached, by trial; without trials the first is that of the position.
        high: An upper bound, likewise.
    """

    config: KernelConfig
    question: KernelPosition
    trials: Sequence[int]
    targets: Sequence[int]
    low: list[int] = field(init=False)
    high: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.low = [0] * RANKS
        self.high = [len(self.targets)] * RANKS


class RankNumbering:
    """The ranks of a game as numbers, in the order of their card points.

    Attributes:
        number: The number of each rank.
        values: Card points by number.
        hands: Returns the number of cards of each rank in every hand at the start of the trick in progress,
            from the hands by seat, the number of the seat that leads it, and its cards.
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        """Number the ranks.

        Args:
            values: Card points by rank letter.
        """
        ranks = sorted(NAMES, key=lambda rank: (values.get(rank, 0), NAMES.index(rank)))
        self.number = {rank: number for number, rank in enumerate(ranks)}
        self.values = tuple(values.get(rank, 0) for rank in ranks)
        self.hands = lru_cache(64)(self._hands)

    def groups(self, worth: Sequence[int], special: Collection[int] = ()) -> tuple[int, ...]:
        """Return for each rank the first one that is interchangeable with it.

        Args:
            worth: The count of a card by rank number.
            special: Ranks that are not interchangeable with others.
        """
        plain = [number for number in self.number.values() if number not in special]
        return tuple(
            number if number in special else next(one for one in plain if worth[one] == each)
            for number, each in enumerate(worth)
        )

    def _hands(
        self, hands: tuple[tuple[Card, ...], ...], leader: int = 0, trick: tuple[Card, ...] = ()
    ) -> tuple[Counts, ...]:
        held = ["".join([card[0] for card in hand]) for hand in hands]
        for place, card in enumerate(trick):
            held[(leader + place) % len(held)] += card[0]
        return tuple([tuple([hand.count(rank) for rank in self.number]) for hand in held])

    def laid(self, trick: Iterable[Card]) -> tuple[int, ...]:
        """Return the ranks of a trick."""
        return tuple(self.number[card[0]] for card in trick)


class CompiledMatchKernel:
    """The compiled search; its table serves all queries as long as it lives.

    Attributes:
        nodes: The number of positions between tricks searched, without table hits.
    """

    def __init__(self, machine: Machine, clock: Clock, size: int = 1 << 20, techniques: int = ALL) -> None:
        """Take over a machine.

        Args:
            machine: A machine with the kernel `match` that nobody else uses.
            clock: The clock that interrupts a search.
            size: The size of its table, in bytes, a power of two.
            techniques: The techniques to use, as bits.

        Raises:
            ValueError: if the table size is invalid.
        """
        if size & (size - 1) or not _SMALLEST <= size <= _LARGEST:
            raise ValueError("the bytes of a table are a power of two")
        self.nodes = 0
        self._machine = machine
        self._size = size
        self._techniques = techniques
        self._pace = Pace(clock)
        self._salts: dict[KernelConfig, int] = {}
        self._config: KernelConfig | None = None
        self._asked = machine.call("asked_at")

    def weigh(self, work: TrialSearch) -> None:
        """Find how many targets each trial reaches.

        Args:
            work: The search; it stores the bounds so far, so that it can go on after a pause.

        Raises:
            SearchPaused: if the slice is over.
            ValueError: if the configuration or position is invalid.
            MachineError: if the kernel traps, or there is no memory for the table.
        """
        _check(work)
        self._lay(work.config)
        self._pace.run(lambda budget: (work, *self._search(work, budget)))

    def _lay(self, config: KernelConfig) -> None:
        """Write a configuration into the kernel's memory, unless it is there."""
        if self._config is config:
            return
        salt = self._salts.setdefault(config, len(self._salts))
        self._config = None
        self._machine.write(
            self._machine.call("config_at"), config.to_bytes(salt, self._techniques, self._size)
        )
        if not self._machine.call("prepare"):
            raise MachineError("no memory for a table of positions")
        self._config = config

    def _search(self, work: TrialSearch, budget: int) -> tuple[bool, int]:
        hands, leader, laid, extra, taken, flags, ran, run = work.question
        spread = _spread(hands)
        trials = sum([1 << rank for rank in work.trials])
        head = _ASKED.pack(
            leader, len(laid), *[*laid, 0, 0, 0, 0][:_SEATS], extra, *taken,
            flags, ran, run, budget, trials,            *work.low, *work.high, 0, 0, len(work.targets),
        )  # fmt: skip
        self._machine.write(self._asked, spread + head + struct.pack(f"<{len(work.targets)}i", *work.targets))
        self._machine.call("weigh")
        found = _FOUND.unpack(self._machine.read(self._asked + _FOUND_AT, _FOUND.size))
        work.low[:], work.high[:] = found[:RANKS], found[RANKS : 2 * RANKS]
        self.nodes += found[-1]
        return bool(found[-2]), found[-1]


class RankSolver[S: State, G: DealGame[Any]](Solver[S, G]):
    """The base of solvers that use the kernel for matching ranks.

    Attributes:
        numbering: The ranks of the game.
    """

    kernels = ("match",)

    def __init__(self, game: G) -> None:
        super().__init__(game)
        self.numbering = RankNumbering(game.values)

    @cached_property
    def kernel(self) -> CompiledMatchKernel:
        """The compiled kernel, with a machine of its own.

        Raises:
            MachineError: if no machine is available.
        """
        found = machine("match")
        if found is None:
            raise MachineError("it is not there")
        return CompiledMatchKernel(found, self.clock)

    @override
    def goals_ahead(self, state: S) -> tuple[str, ...]:
        return self.worth_showing(state)

    @override
    def give_up(self, error: MachineError) -> None:
        super().give_up(error)
        vars(self).pop("kernel", None)


def _check(work: TrialSearch) -> None:
    """Reject input that could make the kernel read out of bounds or loop forever.

    Raises:
        ValueError: if the input is invalid.
    """
    config = work.config
    hands, leader, laid, extra, taken, flags, ran, run = work.question
    ranks, seats = len(config.worth), len(config.side)
    if not config.fits:
        raise ValueError("the compiled kernel has no room for that")
    held, size = _held(hands, seats, ranks)
    if not (0 <= leader < seats and len(laid) < seats and 0 <= extra < _FAR and 0 <= flags < 4):
        raise ValueError("no such trick")
    if (flags and config.cleaner < 0) or not (0 <= run <= _STREAK and (not run or 0 <= ran < ranks)):
        raise ValueError("no such flags or streak")
    for place, rank in enumerate(laid):
        if not (0 <= rank < ranks and hands[(leader + place) % seats][rank]):
            raise ValueError("a card that is in no hand was played")
    turn = hands[(leader + len(laid)) % seats]
    for rank in work.trials:
        if not (0 <= rank < ranks and turn[rank]):
            raise ValueError("a card that is in no hand is on trial")
    if extra and not (laid or work.trials):
        raise ValueError("what is added to a trick is added to one that is begun")
    points, tricks = taken
    left = sum(map(mul, held, config.worth)) + extra
    if not (0 <= points < _CELLS and 0 <= tricks < _CELLS) or (
        config.tricks and (left + points > config.points or size + tricks > config.tricks)
    ):
        raise ValueError("more is left than the account has")
    _check_targets(work)


@lru_cache(1 << 12)
def _held(hands: tuple[Counts, ...], seats: int, ranks: int) -> tuple[list[int], int]:
    """Return the number of cards of each rank and the size of a hand.

    Args:
        seats: The required number of seats.
        ranks: The required number of ranks.

    Raises:
        ValueError: if the hands are impossible.
    """
    if len(hands) != seats or {*map(len, hands)} != {ranks}:
        raise ValueError("no such hands")
    if min(map(min, hands)) < 0:
        raise ValueError("no such cards")
    held, size = [*map(sum, zip(*hands, strict=True))], sum(hands[0])
    if max(held) > _COPIES or not size or {*map(sum, hands)} != {size}:
        raise ValueError("more cards of a rank than there are, or hands of different sizes")
    return held, size


@lru_cache(1 << 12)
def _spread(hands: tuple[Counts, ...]) -> bytes:
    """Return hands as the kernel's bytes."""
    return b"".join([bytes(hand).ljust(RANKS, b"\0") for hand in hands]).ljust(_SEATS * RANKS, b"\0")


def _check_targets(work: TrialSearch) -> None:
    """Reject invalid targets and bounds.

    Raises:
        ValueError: if they are invalid.
    """
    targets, many = work.targets, len(work.targets)
    if many > TARGETS or (many and not -5 * _FAR < targets[0] <= targets[-1] < 5 * _FAR):
        raise ValueError("no such targets")
    if not (isinstance(targets, range) and targets.step == 1) and any(map(gt, targets, targets[1:])):
        raise ValueError("targets that do not ascend")
    low, high = work.low, work.high
    if min(low) < 0 or max(high) > many or (max(low) > min(high) and any(map(gt, low, high))):
        raise ValueError("no such bounds")
