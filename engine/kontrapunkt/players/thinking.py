"""What a player that looks into deals thinks of each thing it may do."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Action, Seat, State
from kontrapunkt.said import Said, Text, action_name, listed, say, seat_name


@dataclass(slots=True)
class Thought:
    """What is thought of one action.

    Attributes:
        action: The action.
        gains: What it brought in each deal that was looked into, in the unit of `Game.gains`.
        extras: What counts beside that in each, where actions are compared; see `thumbs.Margin`.
        weights: How many physical deals each of them stands for.
        worst: The deal in which it brought least; None before one was looked into.
    """

    action: Action
    gains: list[float] = field(default_factory=list)
    extras: list[float] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    worst: State | None = None

    def add(self, gain: float, weight: int, deal: State, extra: float = 0.0) -> None:
        """Notes what came of it in one more deal.

        Args:
            gain: What it brought, in the unit of `Game.gains`.
            weight: How many physical deals this one stands for.
            deal: The deal.
            extra: What counts beside it, where actions are compared.
        """
        if self.worst is None or gain < min(self.gains):
            self.worst = deal
        self.gains.append(gain)
        self.extras.append(extra)
        self.weights.append(weight)

    @property
    def deals(self) -> int:
        """How many deals were looked into."""
        return len(self.gains)

    @property
    def wins(self) -> int:
        """In how many of them the seat comes out ahead."""
        return sum(gain > 0 for gain in self.gains)

    @property
    def expected(self) -> float:
        """What it brings in the mean."""
        return self._mean(self.gains)

    @property
    def weighed(self) -> float:
        """The same with what counts beside it: by this actions are compared."""
        return self.expected + self._mean(self.extras)

    def _mean(self, values: list[float]) -> float:
        total = sum(self.weights)
        pairs = zip(values, self.weights, strict=True)
        return sum(value * weight for value, weight in pairs) / total if total else 0.0

    def ahead_of(self, other: "Thought") -> float:
        """By how many standard errors it is better than another, in the deals that both were tried in."""
        mine, theirs = (
            [gain + extra for gain, extra in zip(each.gains, each.extras, strict=True)]
            for each in (self, other)
        )
        apart = [own - others for own, others in zip(mine, theirs, strict=False)]
        if not apart:
            return 0.0
        mean = sum(apart) / len(apart)
        spread = math.sqrt(sum((each - mean) ** 2 for each in apart) / max(1, len(apart) - 1))
        return (
            math.copysign(math.inf, mean) if mean and not spread else mean / (spread or 1) * len(apart) ** 0.5
        )


@dataclass(slots=True)
class Thoughts:
    """What is thought of all that may be done at a moment.

    Attributes:
        seat: Whose thoughts they are.
        unit: What gains are counted in, as `Game.gain_unit`.
        thoughts: One for each action, in the order in which they were weighed.
        count: How many deals the seat cannot exclude, known or drawn from.
        chosen: What it would do now.
    """

    seat: Seat
    unit: str
    thoughts: Sequence[Thought]
    count: int
    chosen: Action

    @property
    def of_chosen(self) -> Thought:
        """What is thought of the action that is chosen."""
        return next(each for each in self.thoughts if each.action == self.chosen)

    @property
    def told(self) -> Iterable[Text]:
        """One sentence an action, the chosen one first, then by what they bring."""
        first = self.of_chosen
        rest = [each for each in self.thoughts if each is not first and each.deals]
        ordered = [first, *sorted(rest, key=lambda each: -each.expected)]
        for each in ordered:
            what = action_name(each.action)
            values = {"wins": each.wins, "deals": each.deals, "unit": say(f"gain.{self.unit}")}
            yield say("think.action", what=what, mean=f"{each.expected:+.2f}", **values)
            if each.worst is not None and each.wins < each.deals:
                yield say("think.against", hands=_hands(each.worst, self.seat))


def _hands(deal: State, seat: Seat) -> Said:
    """Who holds what in a deal, but for the seat that thinks."""
    hands: Mapping[Seat, tuple[str, ...]] = deal.view(None).hands
    others = [
        say("think.hand", seat=seat_name(other), cards=" ".join(cards))
        for other, cards in hands.items()
        if other != seat and cards and HIDDEN not in cards
    ]
    return listed("and", others)
