"""Numbered rules, and the refusal: an illegal action with its reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule of a game.

    Attributes:
        id: Public and never reused: prefix of the game, R (rule), A (ruling) or P (point), number: `RL-R4`.
        statement: What it says, in one or two sentences of our own.
        source: Where it comes from, in a few words.
    """

    id: str
    statement: str
    source: str


class RuleBook(Mapping[str, Rule]):
    """The rules of a game by id, in the order of their numbers."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Collects the rules.

        Raises:
            ValueError: if two rules have one id.
        """
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            if rule.id in self._rules:
                raise ValueError(f"two rules are numbered {rule.id}")
            self._rules[rule.id] = rule

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


class Refusal(Exception):
    """An illegal action: a value when asked for by `why_not`, an exception when raised by `apply`.

    Attributes:
        rule: The id of the rule that forbids it.
        reason: One sentence in the language in force, naming the reader's own cards.
        legal: The actions that would be legal instead, as text.
    """

    def __init__(self, rule: str, reason: str, legal: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason
        self.legal = tuple(legal)


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason why a position cannot exist.

    Attributes:
        name: A fixed name, such as `card_twice` or `uneven_hands`.
        text: One sentence saying what is wrong and where.
        line: The line of the record that says it; 0 where there is none.
    """

    name: str
    text: str
    line: int = 0


class PositionError(ValueError):
    """A position or deal that cannot exist; `faults` says why, each by name."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.text for fault in self.faults))
