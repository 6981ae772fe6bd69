"""Numbered rules, refusals of illegal actions, and faults of impossible positions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kontrapunkt.core.messages import HasText, Text, row, say, source_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule of a game.

    The catalogue has its text as `rule.RL-R4` and its source as `rule.RL-R4.source`, or as `rule.RL.source`
    if the source is the game's usual one.

    Attributes:
        id: Public and never reused: prefix of the game, R (rule), A (ruling) or P (point), number: `RL-R4`.
    """

    id: str

    @property
    def statement(self) -> str:
        """The rule in one or two sentences of our own, in the current language."""
        return str(say(f"rule.{self.id}"))

    @property
    def source(self) -> str:
        """The rule's source, in a few words."""
        return str(source_of(f"rule.{self.id}", f"rule.{self.id.partition('-')[0]}"))


def number_rules(prefix: str, numbers: str) -> tuple[Rule, ...]:
    """Return the rules with these numbers, in order: `number_rules("RL", "R1-4 A2")`.

    Args:
        prefix: The prefix of a game.
        numbers: The numbers, each after its letter; `R1-4` for R1 to R4.
    """
    found = []
    for letter, first, last in re.findall(r"([A-Z])(\d+)(?:-(\d+))?", numbers):
        found += [Rule(f"{prefix}-{letter}{number}") for number in range(int(first), int(last or first) + 1)]
    return tuple(found)


class RuleBook(dict[str, Rule]):
    """The rules of a game by id, in the order of their numbers."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Collect the rules.

        Raises:
            ValueError: if two rules have the same id.
        """
        for rule in rules:
            if rule.id in self:
                raise ValueError(f"two rules are numbered {rule.id}")
            self[rule.id] = rule


class Refusal(Exception):
    """The refusal of an illegal action: returned by `why_not`, raised by `apply`.

    Attributes:
        rule: The id of the rule that forbids it.
        said: The reason as one sentence, with the names of the reader's own cards; not yet text.
        legal: The legal actions, as text.
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
        """The reason as one sentence, in the current language."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Fault(HasText):
    """A reason why a position cannot exist.

    Attributes:
        name: A fixed name, such as `card_twice` or `uneven_hands`.
        said: What is wrong and where: one sentence, not yet text.
        line: The line of the record; 0 for none.
    """

    name: str
    said: Text
    line: int = 0


class PositionError(ValueError):
    """A position or deal that cannot exist; `faults` has the named reasons."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(row([fault.said for fault in self.faults], "; "))
