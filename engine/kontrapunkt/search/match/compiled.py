"""The recursion in `native/source/match.c`: what it is given, how it is asked; nothing else gets in."""

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
"""All techniques; each is a bit, named in the source."""

RANKS: Final = 16
"""The most ranks there may be."""

TARGETS: Final = 4096
"""The most targets that are asked for at once."""

_SEATS: Final = 4
_COPIES: Final = 4  # cards of a rank
_CELLS: Final = 2048
_FAR: Final = 100_000_000  # more than any count
_STREAK: Final = 7  # the longest streak that is told apart
_SMALLEST: Final = 1 << 12
_LARGEST: Final = 1 << 27
_DESK: Final = struct.Struct(f"<{3 + _SEATS + 2 * RANKS + 3 + _SEATS + 4 + 2 + _SEATS + 5}i")
_ASKED: Final = struct.Struct(f"<{2 + _SEATS + 8 + 2 * RANKS + 3}i")
_FOUND: Final = struct.Struct(f"<{2 * RANKS + 2}i")
_FOUND_AT: Final = _SEATS * RANKS + 4 * (2 + _SEATS + 8)

Counts = tuple[int, ...]
"""How many cards of each rank a hand holds."""


@dataclass(frozen=True)
class KernelConfig:
    """A kind of count in a game: all that the kernel is told of them.

    Attributes:
        side: By seat in the order of play, 0 if it is of the side that is counted, else 1.
        worth: By rank, what a card counts.
        group: By rank, a number; ranks of one group differ by their name alone.
        scale: What a card point counts, for those who ask; the kernel is not told.
        trick: What a trick counts beside its cards.
        named: Ranks, as bits, to be told apart even where only one seat holds them; those that clean or
            keep from cleaning are among them.
        cleaner: The rank with which a trick cleans; -1 for none.
        spoiler: The rank that keeps a trick from cleaning if it is led; -1 for none.
        clears: By seat, the flag, as a bit, that its cleaning trick takes away.
        bonus: By flags at the end, what they count; none count nothing.
        limit: After so many leads of a rank running it is barred.
        barred: The ranks, as bits, that this may come to; they are among those named.
        together: By seat, whose leads count with its own, as bits.
        good: An account: by flags at the end, then card points times one more than there are tricks, plus
            tricks, whether these will do, as bytes. What is counted is then 1 or 0. Empty for none.
        points: Card points that there are in the account.
        tricks: Tricks that there are in the account.
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

    def gained(self, points: int, tricks: int) -> int:
        """What card points and tricks count that were taken before; an account keeps them itself.

        Args:
            points: Card points of the side that is counted.
            tricks: Its tricks.
        """
        return 0 if self.tricks else points * self.scale + tricks * self.trick

    @cached_property
    def fits(self) -> bool:
        """Whether the kernel has room for it, and cannot be led astray by it."""
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

    def packed(self, salt: int, techniques: int, size: int) -> bytes:
        """The desk as the kernel reads it.

        Args:
            salt: Its name.
            techniques: Which techniques are used.
            size: The bytes of the table.
        """
        side = [*self.side, *[0] * (_SEATS - len(self.side))]
        by_rank = [[*each, *[0] * (RANKS - len(each))] for each in (self.worth, self.group)]
        head = [len(self.worth), len(self.side), self.trick, *side, *by_rank[0], *by_rank[1]]
        flags = [self.named, self.cleaner, self.spoiler, *self.clears, *self.bonus]
        rest = [self.limit, self.barred, *self.together, salt, techniques, size, self.points, self.tricks]
        cells = b"".join(each.ljust(_CELLS, b"\0") for each in self.good)
        return _DESK.pack(*head, *flags, *rest) + cells


class KernelPosition(NamedTuple):
    """A position at the beginning of a trick or in its midst.

    Attributes:
        hands: The hands by seat, the cards of the trick still in them.
        leader: Who leads the trick.
        laid: The ranks of its cards.
        extra: What goes to its winner beside its cards.
        taken: Card points and tricks that the counted side has taken of an account.
        flags: Which flags are left.
        ran: The rank of the leads before it.
        run: How many tricks running it was led to, by seats whose leads count with the leader's; 0 for none.
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
    """A question in work: how many of some targets each rank reaches that is played next.

    Attributes:
        desk: What is counted.
        question: The position.
        trials: The ranks; none for whatever is best.
        targets: The targets, ascending.
        low: By rank, so many are reached at least; where there are no trials, the first number is that of
            the position itself.
        high: So many at the most.
    """

    desk: KernelConfig
    question: KernelPosition
    trials: Sequence[int]
    targets: Sequence[int]
    low: list[int] = field(init=False)
    high: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.low = [0] * RANKS
        self.high = [len(self.targets)] * RANKS


class RankNumbering:
    """The ranks of a game, those that count least first.

    Attributes:
        number: By rank, its number.
        values: By number, its card points.
        hands: How many cards of each rank every hand holds, or held when the trick in progress began: given
            the hands by seat, and where there is a trick, the number of who leads to it, and its cards.
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        """Numbers the ranks.

        Args:
            values: Card points by rank letter.
        """
        ranks = sorted(NAMES, key=lambda rank: (values.get(rank, 0), NAMES.index(rank)))
        self.number = {rank: number for number, rank in enumerate(ranks)}
        self.values = tuple(values.get(rank, 0) for rank in ranks)
        self.hands = lru_cache(64)(self._hands)

    def groups(self, worth: Sequence[int], special: Collection[int] = ()) -> tuple[int, ...]:
        """By number, the first rank that differs from it by name alone.

        Args:
            worth: By number, what a card counts.
            special: Ranks that differ from all others.
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
        """The ranks of a trick.

        Args:
            trick: Its cards.
        """
        return tuple(self.number[card[0]] for card in trick)


class CompiledMatchKernel:
    """Search by a machine; its table lasts as long as it does, whatever is asked.

    Attributes:
        nodes: Positions between tricks that were searched, those found in the table not counted.
    """

    def __init__(self, machine: Machine, clock: Clock, size: int = 1 << 20, techniques: int = ALL) -> None:
        """Takes the machine.

        Args:
            machine: A machine with the kernel `match`, in nobody else's use.
            clock: What interrupts a search.
            size: The bytes of its table, a power of two.
            techniques: Which techniques are used.

        Raises:
            ValueError: for a table of another size.
        """
        if size & (size - 1) or not _SMALLEST <= size <= _LARGEST:
            raise ValueError("the bytes of a table are a power of two")
        self.nodes = 0
        self._machine = machine
        self._size = size
        self._techniques = techniques
        self._pace = Pace(clock)
        self._salts: dict[KernelConfig, int] = {}
        self._desk: KernelConfig | None = None
        self._asked = machine.call("asked_at")

    def weigh(self, work: TrialSearch) -> None:
        """Finds how many targets each trial reaches.

        Args:
            work: What is asked; it keeps what has been found, so that it may be asked again after a pause.

        Raises:
            SearchPaused: if the slice is over.
            ValueError: for a desk or position that cannot be.
            MachineError: if the kernel traps, or there is no memory for the table.
        """
        _check(work)
        self._lay(work.desk)
        self._pace.through(lambda budget: (work, *self._search(work, budget)))

    def _lay(self, desk: KernelConfig) -> None:
        """Puts a desk before the kernel, unless it is there."""
        if self._desk is desk:
            return
        salt = self._salts.setdefault(desk, len(self._salts))
        self._desk = None
        self._machine.write(self._machine.call("desk_at"), desk.packed(salt, self._techniques, self._size))
        if not self._machine.call("prepare"):
            raise MachineError("no memory for a table of positions")
        self._desk = desk

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


class RankSolver[S: State = Any, G: DealGame = Any](Solver[S, G]):
    """The solver of a game in which ranks match: what it asks the kernel with.

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
            MachineError: if there is none.
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
    """Refuses what could make the kernel read beside its tables, or search without end.

    Raises:
        ValueError: for what cannot be.
    """
    desk = work.desk
    hands, leader, laid, extra, taken, flags, ran, run = work.question
    ranks, seats = len(desk.worth), len(desk.side)
    if not desk.fits:
        raise ValueError("the compiled kernel has no room for that")
    held, size = _held(hands, seats, ranks)
    if not (0 <= leader < seats and len(laid) < seats and 0 <= extra < _FAR and 0 <= flags < 4):
        raise ValueError("no such trick")
    if (flags and desk.cleaner < 0) or not (0 <= run <= _STREAK and (not run or 0 <= ran < ranks)):
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
    left = sum(map(mul, held, desk.worth)) + extra
    if not (0 <= points < _CELLS and 0 <= tricks < _CELLS) or (
        desk.tricks and (left + points > desk.points or size + tricks > desk.tricks)
    ):
        raise ValueError("more is left than the account has")
    _check_targets(work)


@lru_cache(1 << 12)
def _held(hands: tuple[Counts, ...], seats: int, ranks: int) -> tuple[list[int], int]:
    """How many cards of each rank there are, and how many in each hand.

    Args:
        hands: The hands.
        seats: How many there are to be.
        ranks: How many ranks.

    Raises:
        ValueError: for hands that cannot be.
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
    """Hands as the kernel reads them."""
    return b"".join([bytes(hand).ljust(RANKS, b"\0") for hand in hands]).ljust(_SEATS * RANKS, b"\0")


def _check_targets(work: TrialSearch) -> None:
    """The same for targets, and for what is known of them.

    Raises:
        ValueError: for what cannot be.
    """
    targets, many = work.targets, len(work.targets)
    if many > TARGETS or (many and not -5 * _FAR < targets[0] <= targets[-1] < 5 * _FAR):
        raise ValueError("no such targets")
    if not (isinstance(targets, range) and targets.step == 1) and any(map(gt, targets, targets[1:])):
        raise ValueError("targets that do not ascend")
    low, high = work.low, work.high
    if min(low) < 0 or max(high) > many or (max(low) > min(high) and any(map(gt, low, high))):
        raise ValueError("no such bounds")
