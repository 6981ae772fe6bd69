"""Calls the compiled search of `native/source/follow.c` with validated input."""

import struct
from typing import Final

from kontrapunkt.search.clock import Pace
from kontrapunkt.search.follow.numbering import CardNumbering, KernelSetup, TrialPosition
from kontrapunkt.search.native import Machine, MachineError

CARDS: Final = 60
"""The largest number of cards in a pack, with all copies."""

HAND: Final = 16
"""The largest number of cards in a hand."""

VALUE: Final = 30_000
"""An exclusive upper bound of the points of all cards and tricks."""

CLASSES: Final = 16
"""The largest number of different card values."""

ALL: Final = 1023
"""All techniques; each is a bit, named in the C source."""

_MOST: Final = 64
_WORDS: Final = 10 + 4 * _MOST
_SMALLEST: Final = 1 << 14
_LARGEST: Final = 1 << 27


class CompiledFollowKernel(CardNumbering):
    """The compiled search for one card order, duty and direction of play.

    Its table lives as long as it does.

    Attributes:
        nodes: The number of positions between tricks searched, without table hits.
        size: The size of its tables, in bytes.
    """

    def __init__(
        self,
        machine: Machine,
        given: KernelSetup,
        *,
        trick: int = 0,
        size: int = 1 << 22,
        techniques: int = ALL,
    ) -> None:
        """Write the configuration into the machine's memory.

        Args:
            machine: A machine with the kernel `follow` that nobody else uses.
            trick: The points for a trick besides its cards.
            size: The size of its tables, in bytes, a power of two.
            techniques: The techniques to use, as bits.

        Raises:
            ValueError: if there are too many cards, values or points, or the table size is invalid.
            MachineError: if there is no memory for the table.
        """
        super().__init__(given)
        total = sum(self.values) + trick * HAND
        if len(self.cards) > CARDS or len(set(self.values)) > CLASSES or total >= VALUE:
            raise ValueError("the compiled kernel has no room for such a pack")
        if min(*self.values, trick) < 0 or size & (size - 1) or not _SMALLEST <= size <= _LARGEST:
            raise ValueError("worths are not negative, and the bytes of tables a power of two")
        self.nodes = 0
        self.size = size
        self._machine = machine
        self._pace = Pace(self.clock)
        duty = self.duty.trump_freely | self.duty.must_trump << 1 | self.duty.must_beat << 2
        sides = [self.sides[place * self.step & 3] for place in range(4)]
        head = [len(self.cards), self.trumps, duty, trick, *sides]
        by_card = [
            each + [0] * (_MOST - len(each)) for each in (self.values, self.suit, self.limit, self.kind)
        ]
        words = [*head, techniques, size, *(word for each in by_card for word in each)]
        machine.write(machine.call("config_at"), struct.pack(f"<{_WORDS}i", *words))
        self._prepare(machine)
        self._asked = machine.call("asked_at")

    def _prepare(self, machine: Machine) -> None:
        """Let the kernel read its configuration.

        Raises:
            MachineError: if there is no memory for the table.
        """
        if not machine.call("prepare"):
            raise MachineError("no memory for a table of positions")

    def bound(self, trial: TrialPosition, least: int) -> int:
        """Return a bound on the value of a trial card: at least `least`, or below it.

        Args:
            least: The points asked about, including those of the trick in progress.

        Raises:
            SearchPaused: if the slice is over.
            ValueError: if the position is impossible.
            MachineError: if the kernel traps.
        """
        self._check(trial)
        within = max(-VALUE, min(least, VALUE))
        return self._pace.run(lambda budget: self._ask(trial, within, budget))

    def _ask(self, trial: TrialPosition, least: int, budget: int) -> tuple[int, int, int]:
        step, machine = self.step, self._machine
        hands = [trial.hands[place * step & 3] for place in range(4)]
        halves = [half for hand in hands for half in (hand & 0xFFFFFFFF, hand >> 32)]
        laid = [*trial.laid, 0, 0, 0, 0][:4]
        place = trial.leader * step & 3
        question = struct.pack("<8I8i", *halves, place, len(trial.laid), *laid, least, budget)
        machine.write(self._asked, question)
        machine.call("ask")
        answer, done, nodes = struct.unpack("<3i", machine.read(self._asked + len(question), 12))
        self.nodes += nodes
        return answer, done, nodes

    def _check(self, trial: TrialPosition) -> None:
        """Reject positions that could make the kernel read out of bounds or loop forever.

        Raises:
            ValueError: if the position is impossible.
        """
        hands, leader, laid, _, _ = trial
        union, size = hands[0] | hands[1] | hands[2] | hands[3], len(laid)
        if not (0 <= leader <= 3 and size <= 4 and 0 <= union < 1 << len(self.cards)):
            raise ValueError("no such position")
        if (
            union.bit_count() != sum([hand.bit_count() for hand in hands])
            or min(hands) < 0
            or any(not 0 <= card < len(self.cards) for card in laid)
        ):
            raise ValueError("no such cards")
        before = laid[:-1]
        if len({*laid}) < size or any(union >> card & 1 for card in before):
            raise ValueError("a card that is in two places")
        turn = (leader + (size - 1) * self.step) & 3
        if laid and not hands[turn] >> laid[-1] & 1:
            raise ValueError("the card on trial is not in its hand")
        full = hands[turn if laid else leader].bit_count()
        for place in range(4):
            played = place < size - 1
            if hands[(leader + place * self.step) & 3].bit_count() != full - played:
                raise ValueError("hands of different sizes")
        if not 1 <= full <= HAND:
            raise ValueError("hands of too many cards, or of none")
