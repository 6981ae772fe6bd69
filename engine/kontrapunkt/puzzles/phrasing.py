"""Actions, lines of play and goals in words, and the answers that a text names.

A text names a card by its name in either faces, by its rank or its suit alone, or by its name at the table
("Karlchen"); it names anything else by its label. A longer name is not a shorter one: "the ten of spades"
names neither the ten of hearts nor all spades; and "three tricks" does not name a three.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kontrapunkt.core.cards import RANKS, SUITS, Card
from kontrapunkt.core.cards import card as card_of
from kontrapunkt.core.interface import Action, Seat, State
from kontrapunkt.core.messages import (
    Message,
    Text,
    card_name,
    card_sign,
    listed,
    rank_name,
    row,
    say,
    seat_name,
    suit_name,
    the_card,
)
from kontrapunkt.core.old_names import old_members
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.search import Solver
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import with_symbol

Move = tuple[Seat, Action]
"""An action and the seat that takes it."""


def action_phrase(action: str) -> Message:
    """Return an action in a sentence, as in "the ten of diamonds"."""
    card = Action(action).card
    return the_card(card) if card else say("puzzle.action", action=action)


def action_phrases(actions: Iterable[str], word: str = "or") -> Message:
    """Return several actions in a sentence: "the king of clubs or the five of hearts"."""
    return listed(word, [action_phrase(action) for action in actions])


def distinct(knowledge: Knowledge[Any], actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return one action of each kind of equals."""
    return tuple({knowledge.alike(action): action for action in reversed(list(actions))}.values())[::-1]


def describe_line(state: State, moves: Sequence[Move]) -> Message:
    """Return a line of play in words, trick by trick.

    An example is "West 3♣, North Q♠, East 10♦, South 4♠ (East takes trick 10, 13)".
    """
    parts: list[Message] = []
    trick: list[Message] = []
    for seat, action in moves:
        before, state = state.view(None), state.apply(action, seat)
        card = action.card
        trick.append(row((seat_name(seat), card_sign(card) if card else action)))
        if last := state.view(None).finished(before):
            key = "puzzle.line.trick.bare" if last.card_points is None else "puzzle.line.trick"
            values = {"seat": seat_name(last.winner), "number": last.number, "plays": row(trick, ", ")}
            parts.append(say(key, n=last.card_points, **values))
            trick = []
    if trick:
        parts.append(row(trick, ", "))
    return row(parts, "; ")


def wish_clause(aim: Aim, knowledge: Knowledge[Any], solver: Solver[Any, Any]) -> Text:
    """Return the wish of a side as an infinitive clause, as in "get clean"."""
    number, key = aim.target, f"{aim.goal.kind.removeprefix('not-')}.{aim.whose}"
    if aim.goal.kind == "difference":
        lead = number if aim.more else -number
        key, number = "ahead" if lead > 0 else "behind" if lead else "even", abs(lead)
    wanted = f"puzzle.want.{key}"
    if not catalogue.knows(wanted):
        return knowledge.outcome(aim, solver)
    return say(wanted, others=aim.opponents, n=number)


# Names of answers -----------------------------------------------------------------------------------------

_NUMERALS: Final = "T98765432"
"""The ranks whose names are numbers."""

_FACES: Final = ("french", "german")
_WORD: Final = re.compile(r"[+−]?\w[\w♣♠♥♦]*(?P<owner>['’]s\b)?")

Name = tuple[str, ...]
"""A name for comparison: word by word, in lower case, without plurals."""


@dataclass(frozen=True, slots=True)
class AnswerCandidate:
    """A candidate for the answer.

    Attributes:
        key: The name in a log; equals share one.
        right: True if it is a right answer.
        names: The names in a text.
        suits: The suits that may name it, although they rarely distinguish it from others.
    """

    key: str
    right: bool
    names: tuple[str, ...]
    suits: tuple[str, ...] = ()


def card_answer(
    key: str, right: bool, of: Card, called: Iterable[str] = (), also: str = ""
) -> AnswerCandidate:
    """Return a candidate that is a card.

    Args:
        key: The name in a log.
        right: True if it is a right answer.
        of: The card.
        called: Its names at the table.
        also: Another name of the answer; empty for none.
    """
    full = [str(card_name(of, face)) for face in _FACES]
    ranks = [str(rank_name(of.rank, face)) for face in _FACES]
    suits = tuple(str(suit_name(of.suit, face)) for face in _FACES)
    return AnswerCandidate(
        key, right, (*full, *ranks, with_symbol(of), *called, *filter(None, [also])), suits
    )


def find_named(
    text: str, answers: Sequence[AnswerCandidate], others: Sequence[Seat] = (), suits: bool = False
) -> dict[str, str]:
    """Return the candidates that a text names, by key, each with the words that do.

    Args:
        answers: All candidates.
        others: Seats whose cards are no candidates: "South’s king" is not North’s.
        suits: True if a suit alone names its cards.
    """
    meant: dict[Name, list[str]] = {name: [] for name in _cards(catalogue.language())}
    for answer in answers:
        for name in (*answer.names, *(answer.suits if suits else ())):
            meant.setdefault(_name(name), []).append(answer.key)
    owners = {_name(str(seat_name(seat))) for seat in others}
    found: dict[str, str] = {}
    for keys, start, end, before in _find_names(text, meant):
        if not any(word.owner and (word.bare,) in owners for word in before):
            found = dict.fromkeys(keys, text[start:end]) | found
    return found


def revealing_words(text: str, answers: Sequence[AnswerCandidate], many: bool = False) -> str:
    """Return the words of a title or story that name the answer and nothing else.

    They are empty if there are none. A text that names wrong candidates, too, leaves the choice to the
    reader.

    Args:
        answers: All candidates.
        many: True if all right candidates are asked for, so that naming all wrong ones tells the answer, too.
    """
    found = find_named(text, answers, suits=True)
    right = {answer.key for answer in answers if answer.right}
    wrong = {answer.key for answer in answers if not answer.right}
    if found and (found.keys() == right or (many and found.keys() == wrong)):
        return next(iter(found.values()))
    return ""


class _Word(NamedTuple):
    """A word of a text.

    Attributes:
        bare: The word in lower case, without its plural.
        raw: The word in lower case.
        start: The index of its first character.
        end: The index after its last character.
        owner: True if it is a possessive.
    """

    bare: str
    raw: str
    start: int
    end: int
    owner: bool


def _words(text: str) -> list[_Word]:
    found = []
    for match in _WORD.finditer(text):
        raw = match[0].removesuffix(match["owner"] or "").casefold()
        bare = raw.removesuffix("es") if raw.endswith("xes") else raw.removesuffix("s")
        found.append(_Word(bare or raw, raw, match.start(), match.end(), bool(match["owner"])))
    return found


@lru_cache(1 << 10)  # there are few names, and they are needed again and again
def _name(text: str) -> Name:
    return tuple(word.bare for word in _words(text))


@cache
def _cards(language: str) -> tuple[Name, ...]:
    """Return the full names of all cards in the language in force."""
    cards = [card_of(rank + suit) for suit in SUITS for rank in RANKS]
    return tuple(_name(str(card_name(of, face))) for of in cards for face in _FACES)


def _counts(text: str, before: Sequence[_Word], word: _Word) -> bool:
    """Return True if a word that may be a rank is a number.

    It is in "two other kings", but not in "the two".
    """
    follows = text[word.end : word.end + 2]
    plain = word.bare == word.raw and len(follows) == 2 and follows[0].isspace() and follows[1].isalpha()
    articles = str(say("puzzle.naming.articles")).split(", ")
    return plain and not (before and (before[-1].owner or before[-1].raw in articles))


def _find_names(text: str, meant: dict[Name, list[str]]) -> Iterator[tuple[list[str], int, int, list[_Word]]]:
    """Yield the names in a text, the longest at each place.

    Each comes with the keys, its start and end, and the two words before it.
    """
    met, longest = _words(text), max(map(len, meant))
    numerals = {_name(str(rank_name(rank))) for rank in _NUMERALS}
    at = 0
    while at < len(met):
        before = met[max(0, at - 2) : at]
        for size in range(min(longest, len(met) - at), 0, -1):
            name = tuple(word.bare for word in met[at : at + size])
            if name in meant and not (name in numerals and _counts(text, before, met[at])):
                yield meant[name], met[at].start, met[at + size - 1].end, before
                break
        at += size


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(
        __name__, {"spoken": action_phrase, "wish": wish_clause, "told_line": describe_line}
    )
