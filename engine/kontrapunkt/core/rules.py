"""Numbered rules, and the refusal: an illegal action with its reason."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kontrapunkt.core.messages import HasText, Text, row, say, source_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule of a game; what it says is in the catalogue, as `rule.RL-R4`.

    Where it comes from is said there as `rule.RL-R4.source`; where it is not, as `rule.RL.source`.

    Attributes:
        id: Public and never reused: prefix of the game, R (rule), A (ruling) or P (point), number: `RL-R4`.
    """

    id: str

    @property
    def statement(self) -> str:
        """What it says, in one or two sentences of our own, in the language in force."""
        return str(say(f"rule.{self.id}"))

    @property
    def source(self) -> str:
        """Where it comes from, in a few words."""
        return str(source_of(f"rule.{self.id}", f"rule.{self.id.partition('-')[0]}"))


def numbered(prefix: str, numbers: str) -> tuple[Rule, ...]:
    """The rules of these numbers, in order: `numbered("RL", "R1-4 A2")`.

    Args:
        prefix: The prefix of a game.
        numbers: The numbers with their letter; those in a row as the first and the last.
    """
    found = []
    for letter, first, last in re.findall(r"([A-Z])(\d+)(?:-(\d+))?", numbers):
        found += [Rule(f"{prefix}-{letter}{number}") for number in range(int(first), int(last or first) + 1)]
    return tuple(found)


class RuleBook(dict[str, Rule]):
    """The rules of a game by id, in the order of their numbers."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Collects the rules.

        Raises:
            ValueError: if two rules have one id.
        """
        for rule in rules:
            if rule.id in self:
                raise ValueError(f"two rules are numbered {rule.id}")
            self[rule.id] = rule


class Refusal(Exception):
    """An illegal action: a value when asked for by `why_not`, an exception when raised by `apply`.

    Attributes:
        rule: The id of the rule that forbids it.
        said: Why, naming the reader's own cards: one sentence, not yet worded.
        legal: The actions that would be legal instead, as text.
    """

    def __init__(self, rule: str, said: Text, legal: Iterable[str] = ()) -> None:
        super().__init__(rule, said, tuple(legal))
        self.rule = rule
        self.said = said
        self.legal = tuple(legal)

    def __str__(self) -> str:
        return self.reason

    @property
    def reason(self) -> str:
        """Why, as one sentence in the language in force."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Fault(HasText):
    """A reason why a position cannot exist.

    Attributes:
        name: A fixed name, such as `card_twice` or `uneven_hands`.
        said: What is wrong and where: one sentence, not yet worded.
        line: The line of the record that says it; 0 where there is none.
    """

    name: str
    said: Text
    line: int = 0


class PositionError(ValueError):
    """A position or deal that cannot exist; `faults` says why, each by name."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(row([fault.said for fault in self.faults], "; "))
