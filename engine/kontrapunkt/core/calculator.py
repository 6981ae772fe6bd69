"""What a deal comes to, from a few choices and without its cards: the fields a game asks for, what is chosen.

A game's folder has a `Calculator`, named by the attribute `calculator` of the game's class. It lists fields,
and makes of what is chosen in them what the game's own scoring reads of a finished deal; it scores nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Game, Result, Seat, Session
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.core.options import conditions_met
from kontrapunkt.core.registry import load_object
from kontrapunkt.core.rules import PositionError

MOST_DIGITS: Final = 4
"""Of a number that can be chosen."""

YES: Final = "yes"
NO: Final = "no"
NOBODY: Final = "nobody"


class Impossible(ValueError):
    """Choices that no deal can come to; one sentence says why."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is asked about a deal.

    Attributes:
        key: Its name, snake_case; no option of the game has the same.
        label: What it asks, in a few words.
        default: What is chosen unless something else is.
        answers: What can be chosen, each with its name; empty where a number is.
        numbers: The least and the greatest number that can be chosen.
        only: The terms on which it counts: choices and options, `game=solo|wedding re!=0`, all of them
            together; empty where it always does. A choice counts only where its own field does.
    """

    key: str
    label: Text
    default: str
    answers: Mapping[str, Text]
    numbers: tuple[int, int] = (0, 0)
    only: str = ""


def choice(key: str, label: Text, answers: Mapping[str, Text], only: str = "", default: str = "") -> Field:
    """A field with some answers; the first is chosen unless another is.

    Args:
        key: Its name.
        label: What it asks.
        answers: What can be chosen, each with its name.
        only: The terms on which it counts.
        default: What is chosen unless something else is.
    """
    return Field(key, label, default or next(iter(answers)), answers, only=only)


def number(key: str, label: Text, most: int, only: str = "", default: int = 0, least: int = 0) -> Field:
    """A field with a number.

    Args:
        key: Its name.
        label: What it asks.
        most: The greatest.
        only: The terms on which it counts.
        default: The number unless another is chosen.
        least: The least.
    """
    return Field(key, label, str(default), {}, (least, most), only)


def a_seat(key: str, label: Text, only: str = "", default: str = "") -> Field:
    """A field with a seat.

    Args:
        key: Its name.
        label: What it asks.
        only: The terms on which it counts.
        default: The seat unless another is chosen; the first, unless given.
    """
    return choice(key, label, {seat: seat_name(seat) for seat in SEATS}, only, default)


def who(key: str, label: Text, only: str = "", among: Mapping[str, Text] | None = None) -> Field:
    """A field that asks who did something: nobody, unless somebody is chosen.

    Args:
        key: Its name.
        label: What it asks.
        only: The terms on which it counts.
        among: Who can be chosen, each with a name; every seat, unless given.
    """
    names: Mapping[str, Text] = among or {seat: seat_name(seat) for seat in SEATS}
    return choice(key, label, {NOBODY: say("calculator.nobody"), **names}, only)


def yes_or_no(key: str, label: Text, only: str = "") -> Field:
    """A field that asks whether something is so; it is not unless chosen.

    Args:
        key: Its name.
        label: What it asks.
        only: The terms on which it counts.
    """
    return choice(key, label, {NO: say("calculator.no"), YES: say("calculator.yes")}, only)


class CalculatorChoices(dict[str, str]):
    """What is chosen in the fields that count, by key; numbers are within their limits.

    Whoever asks for a field that does not count gets its default.
    """

    def __init__(self, fields: Sequence[Field], given: Mapping[str, str], options: Mapping[str, str]) -> None:
        """Reads what is chosen.

        Args:
            fields: The fields, each after those that it depends on.
            given: What is chosen in some of them; what cannot be chosen is as though nothing were.
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
        """Whether something is said to be so."""
        return self[key] == YES

    def number(self, key: str) -> int:
        """A number that is chosen."""
        return int(self[key])

    def seat(self, key: str) -> int:
        """The number of a seat that is chosen, N E S W from 0."""
        return SEATS.index(cast(Seat, self[key]))

    def who(self, key: str) -> int | None:
        """The number of who is chosen, N E S W from 0; None for nobody."""
        return None if self[key] == NOBODY else self.seat(key)

    @property
    def dealer(self) -> Seat:
        """Who is chosen to deal."""
        return cast(Seat, self["dealer"])

    def check(self) -> None:
        """Nothing, unless a number is out of its field's limits.

        Raises:
            Impossible: naming the first that is.
        """
        for field in self.counting:
            least, most = field.numbers
            if not field.answers and not least <= self.number(field.key) <= most:
                raise Impossible(say("calculator.limits", label=field.label, least=least, most=most))


def takes(field: Field, value: str) -> bool:
    """Whether a field takes a value: one of its answers, or a number, if a great one."""
    if field.answers:
        return value in field.answers
    return value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS


class Calculator(ABC):
    """What a game asks about a deal that is over, and what it comes to.

    Attributes:
        options: The keys of the game's options that matter to it.
        game: The game with its options.
    """

    options: tuple[str, ...] = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """What is asked, each field after those that it depends on."""

    @abstractmethod
    def settled(self, chosen: CalculatorChoices) -> Result:
        """What a deal comes to, as the game's own scoring has it.

        Args:
            chosen: What is chosen; numbers are within their limits.

        Raises:
            Impossible: if no deal can come to that.
        """

    def chosen(self, given: Mapping[str, str]) -> CalculatorChoices:
        """What is chosen, where some is given."""
        return CalculatorChoices(self.fields, given, self.game.options)

    def result(self, given: Mapping[str, str]) -> Result:
        """What a deal comes to.

        Args:
            given: What is chosen in some of the fields.

        Raises:
            Impossible: if no deal can come to that.
        """
        chosen = self.chosen(given)
        chosen.check()
        return self.settled(chosen)

    def session(self, dealer: Seat | None, facts: Mapping[str, str]) -> Session:
        """The session before the deal.

        Args:
            dealer: Who deals; None where that does not matter.
            facts: How the session stands, as a record says it.

        Raises:
            Impossible: if no session can stand so.
        """
        try:
            return self.game.session(Deal({}, dealer=dealer, facts=facts))
        except PositionError as error:
            raise Impossible(error.faults[0].said) from error


def check_sums(numbers: Iterable[int], values: Mapping[str, int], times: int = 4) -> None:
    """Nothing, unless there is a number of card points that no cards make.

    Args:
        numbers: Numbers of card points.
        values: What a card counts, by its rank; a rank left out counts nothing.
        times: How many cards of each rank there are.

    Raises:
        Impossible: naming the first such number.
    """
    made = {0}
    for value in values.values():
        for _ in range(times):
            made |= {each + value for each in made}
    for one in numbers:
        if one not in made:
            raise Impossible(say("calculator.sum", n=one))


def calculator(game: Game) -> Calculator | None:
    """The calculator of a game; None where it has none."""
    return cast(Calculator, load_object(game.calculator)(game)) if game.calculator else None
