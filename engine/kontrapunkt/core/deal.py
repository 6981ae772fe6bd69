"""What a record is made of: Record, Deal, Move, Claim; and RecordError, text that cannot be read.

Lines and columns count from 1 and refer to the record's text; two records are equal when they say the same,
wherever they say it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from typing import Final

from kontrapunkt.core.action import SEATS, Action, Seat
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.messages import HasText, Text, say

LONGEST_WORD: Final = 80
"""Characters that a word of a record may have, comments apart."""

LONGEST_OPTION: Final = 200
"""Characters that an option of a record may have with its value, which may be several joined."""

KNOWN_TAGS: Final = ("Game", "Options", "Title", "Dealer", "Deal", "Position", "Source", "Date")
"""Tags with a meaning; others are kept unless they look like one of these misspelt."""


class PlacedError(HasText, ValueError):
    """A text that cannot be used, and the place in it that tells so.

    Attributes:
        said: What is wrong and what to do: one sentence, perhaps not yet worded.
        line: The line of the text, from 1.
        column: The column, from 1; 0 where the line alone is told.
    """

    def __init__(self, said: Text, line: int = 1, column: int = 0) -> None:
        super().__init__(said, line, column)
        self.said = said
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """The line, and the column after a colon."""
        return f"{self.line}:{self.column}" if self.column else str(self.line)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class RecordError(PlacedError):
    """A record that cannot be read, or that says what its game does not allow."""

    def __init__(self, said: Text, line: int = 1, column: int = 1) -> None:
        super().__init__(said, line, column)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a record says a trick came to; the reader checks it by replaying.

    Attributes:
        winner: Who took the trick.
        card_points: What its cards count; None where the record does not say.
    """

    winner: Seat
    card_points: int | None = None
    line: int = field(default=1, compare=False)
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a record.

    Attributes:
        actor: The seat that acts, or `*` for chance: a card turned, a cut.
        action: What it does, as text.
        comment: What is said about it, in Markdown; empty for nothing.
        claim: What the trick it completes came to, where the record says so.
        trick: The number of the trick it begins, where the record says so.
    """

    actor: str
    action: Action
    comment: str = ""
    claim: Claim | None = None
    trick: int | None = None
    line: int = field(default=1, compare=False)
    column: int = field(default=1, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", tidy_comment(self.comment))


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a record: how it starts, and what was done.

    Attributes:
        hands: The cards of each seat that the record names; `HIDDEN` for one not seen.
        stock: The stock, top card first; None where the record has none.
        position: Whether it starts in the middle of play (`[Position]`) rather than with cards just dealt.
        dealer: Who dealt; None where the record does not say.
        facts: What the past has left, by key; the game knows the keys.
        moves: What was done, in order.
        comment: What is said before the first action, in Markdown.
        lines: The line of `N`, `stock`, each fact and `Dealer`; that of its heading by the empty key.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    stock: tuple[Card, ...] | None = None
    position: bool = False
    dealer: Seat | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    comment: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", tidy_comment(self.comment))
        object.__setattr__(self, "facts", {key: " ".join(text.split()) for key, text in self.facts.items()})
        object.__setattr__(self, "hands", {s: tuple(self.hands[s]) for s in SEATS if s in self.hands})

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards, hand by hand, then the stock."""
        return tuple(chain(*self.hands.values(), self.stock or ()))

    @property
    def hidden(self) -> bool:
        """Whether some of its cards are not seen, so that it can only be viewed."""
        return HIDDEN in self.cards

    def line(self, key: str) -> int:
        """The line of `N`, `stock` or a fact; that of the heading where it has none."""
        return self.lines.get(key, self.lines.get("", 1))


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text: tags, and one deal or several of a session.

    Attributes:
        tags: `Game`, `Options`, `Title` and any others, in the order given.
        deals: The deals, first to last.
        lines: The line of each tag.
    """

    tags: Mapping[str, str]
    deals: tuple[Deal, ...]
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", {key: " ".join(text.split()) for key, text in self.tags.items()})

    @property
    def title(self) -> str:
        """Its title; empty if it has none."""
        return self.tags.get("Title", "")

    def options(self) -> Iterator[tuple[str, str]]:
        """The pairs of its `Options` tag.

        Raises:
            RecordError: for a word that is not `key=value`, and for a key that stands there twice.
        """
        keys = set()
        for word in self.tags.get("Options", "").split():
            key, sign, value = word.partition("=")
            if not (key and sign and value) or len(word) > LONGEST_OPTION:
                raise RecordError(say("record.option.form", word=short(word)), self.lines.get("Options", 1))
            if key in keys:
                raise RecordError(say("record.option.twice", key=key), self.lines.get("Options", 1))
            keys.add(key)
            yield key, value


def tidy_comment(text: str) -> str:
    """A comment with plain line ends and no space around it; the spaces at line ends go too."""
    return "\n".join(
        line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ).strip()


def short(text: str) -> str:
    """Foreign text as an error quotes it: on one line, at most 40 characters."""
    flat = " ".join(text[:200].split())
    return flat if len(flat) <= 40 else flat[:39] + "…"


def tidy_tag(name: str) -> str:
    """A tag's name as it is written: `Game` for `game`; one without a meaning as it is."""
    return next((tag for tag in KNOWN_TAGS if tag.lower() == name.lower()), name)


def near_tag(name: str) -> str | None:
    """The known tag that a name seems to misspell, if it does."""
    return None if name in KNOWN_TAGS else nearest(name, KNOWN_TAGS)


def nearest(word: str, known: Mapping[str, object] | tuple[str, ...] | list[str]) -> str | None:
    """The known word most like a misspelt one, if any is."""
    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(word[:40].lower(), by_lower, 1, 0.7)
    return by_lower[near[0]] if near else None
