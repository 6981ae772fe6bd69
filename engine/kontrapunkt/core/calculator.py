"""Calculators that score a deal from a few choices, without its cards.

A game's folder has a subclass of `Calculator`; the attribute `calculator` of the game's class names it. The
subclass lists form fields and turns the choices in them into the facts that the game's own scoring reads from
a finished deal. It contains no scoring itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Game, Result, Seat, Session
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.options import conditions_met
from kontrapunkt.core.registry import load_object
from kontrapunkt.core.rules import PositionError

MOST_DIGITS: Final = 4
"""The most digits that a chosen number may have."""

YES: Final = "yes"
NO: Final = "no"
NOBODY: Final = "nobody"


class Impossible(ValueError):
    """Choices that no deal can lead to; the message gives the reason in one sentence."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said


@dataclass(frozen=True, slots=True)
class Field:
    """A form field of a calculator.

    Attributes:
        key: The field's name, snake_case, different from every option of the game.
        label: The question, in a few words.
        default: The value unless another is chosen.
        answers: The possible values with their labels; empty for a number field.
        numbers: The least and the greatest number that can be chosen.
        only: The conditions under which the field counts: choices and options, `game=solo|wedding re!=0`; all
            of them must be met. Empty if it always counts. A choice counts only if its own field does.
    """

    key: str
    label: Text
    default: str
    answers: Mapping[str, Text]
    numbers: tuple[int, int] = (0, 0)
    only: str = ""


def choice(key: str, label: Text, answers: Mapping[str, Text], only: str = "", default: str = "") -> Field:
    """Return a field with a fixed set of answers.

    Args:
        only: The conditions under which the field counts.
        default: The value unless another is chosen; empty for the first answer.
    """
    return Field(key, label, default or next(iter(answers)), answers, only=only)


def number(key: str, label: Text, most: int, only: str = "", default: int = 0, least: int = 0) -> Field:
    """Return a number field.

    Args:
        most: The greatest number.
        only: The conditions under which the field counts.
        default: The number unless another is chosen.
        least: The least number.
    """
    return Field(key, label, str(default), {}, (least, most), only)


def a_seat(key: str, label: Text, only: str = "", default: str = "") -> Field:
    """Return a field in which one seat is chosen.

    Args:
        only: The conditions under which the field counts.
        default: The seat unless another is chosen; empty for the first.
    """
    return choice(key, label, {seat: seat_name(seat) for seat in SEATS}, only, default)


def who(key: str, label: Text, only: str = "", among: Mapping[str, Text] | None = None) -> Field:
    """Return a field that asks who did something; its default is nobody.

    Args:
        only: The conditions under which the field counts.
        among: The possible answers with their names; every seat if None.
    """
    names: Mapping[str, Text] = among or {seat: seat_name(seat) for seat in SEATS}
    return choice(key, label, {NOBODY: say("calculator.nobody"), **names}, only)


def yes_or_no(key: str, label: Text, only: str = "") -> Field:
    """Return a yes-or-no field; its default is no.

    Args:
        only: The conditions under which the field counts.
    """
    return choice(key, label, {NO: say("calculator.no"), YES: say("calculator.yes")}, only)


class CalculatorChoices(dict[str, str]):
    """The chosen values by field key, with numbers within their limits.

    A field that does not count has its default value.
    """

    def __init__(self, fields: Sequence[Field], given: Mapping[str, str], options: Mapping[str, str]) -> None:
        """Read the choices.

        Args:
            fields: The fields, each after those that it depends on.
            given: The values chosen so far; a value that its field does not take is ignored.
            options: The game's options.
        """
        super().__init__({field.key: field.default for field in fields})
        self.counting: list[Field] = []
        """The fields that count."""
        known: dict[str, str] = dict(options)
        for field in fields:
            known[field.key] = ""
            if not conditions_met(field.only, known):
                continue
            self.counting.append(field)
            value = given.get(field.key, field.default)
            known[field.key] = value if takes(field, value) else field.default
        self.update({field.key: known[field.key] for field in self.counting})

    def yes(self, key: str) -> bool:
        """Return True if the answer to a yes-or-no field is yes."""
        return self[key] == YES

    def number(self, key: str) -> int:
        """Return the value of a number field."""
        return int(self[key])

    def seat(self, key: str) -> int:
        """Return the chosen seat as a number, N E S W from 0."""
        return SEATS.index(cast(Seat, self[key]))

    def who(self, key: str) -> int | None:
        """Return the chosen seat as a number, N E S W from 0; None for nobody."""
        return None if self[key] == NOBODY else self.seat(key)

    @property
    def dealer(self) -> Seat:
        """The chosen dealer."""
        return cast(Seat, self["dealer"])

    def check(self) -> None:
        """Check that every chosen number is within its field's limits.

        Raises:
            Impossible: naming the first number that is not.
        """
        for field in self.counting:
            least, most = field.numbers
            if not field.answers and not least <= self.number(field.key) <= most:
                raise Impossible(say("calculator.limits", label=field.label, least=least, most=most))


def takes(field: Field, value: str) -> bool:
    """Return True if a field takes a value: one of its answers, or a number.

    A number need not be within the field's limits, but may have at most `MOST_DIGITS` digits.
    """
    if field.answers:
        return value in field.answers
    return value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS


@old_names(settled="score_deal")
class Calculator(ABC):
    """A calculator for the result of a finished deal, from a few choices.

    Attributes:
        options: The keys of the game's options that affect the result.
        game: The game with its options.
    """

    options: tuple[str, ...] = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """The form fields, each after those that it depends on."""

    @abstractmethod
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        """Return the result of a deal with these choices, from the game's own scoring.

        Args:
            chosen: The choices; numbers are within their limits.

        Raises:
            Impossible: if no deal can lead to these choices.
        """

    def chosen(self, given: Mapping[str, str]) -> CalculatorChoices:
        """Return the complete choices, with defaults for fields that are not given."""
        return CalculatorChoices(self.fields, given, self.game.options)

    def result(self, given: Mapping[str, str]) -> Result:
        """Return the result of a deal.

        Args:
            given: The values chosen in some of the fields.

        Raises:
            Impossible: if no deal can lead to these choices.
        """
        chosen = self.chosen(given)
        chosen.check()
        return self.score_deal(chosen)

    def session(self, dealer: Seat | None, facts: Mapping[str, str]) -> Session:
        """Return the session before the deal.

        Args:
            dealer: The dealer; None where it does not matter.
            facts: The facts of the session, as a record writes them.

        Raises:
            Impossible: if a session cannot have these facts.
        """
        try:
            return self.game.session(Deal({}, dealer=dealer, facts=facts))
        except PositionError as error:
            raise Impossible(error.faults[0].said) from error


def check_sums(numbers: Iterable[int], values: Mapping[str, int], times: int = 4) -> None:
    """Check that each number of card points is the sum of some cards.

    Args:
        numbers: Numbers of card points.
        values: The card points of a card by its rank; a rank left out counts nothing.
        times: The number of cards of each rank.

    Raises:
        Impossible: naming the first number that no cards add up to.
    """
    made = {0}
    for value in values.values():
        for _ in range(times):
            made |= {each + value for each in made}
    for one in numbers:
        if one not in made:
            raise Impossible(say("calculator.sum", n=one))


def calculator(game: Game) -> Calculator | None:
    """Return the calculator of a game; None if it has none."""
    return cast(Calculator, load_object(game.calculator)(game)) if game.calculator else None
