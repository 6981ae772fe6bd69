"""The parts of a record (Record, Deal, Move, Claim), and errors in a text.

Lines and columns count from 1 and refer to the record's text. Two records are equal if they have the same
content, whatever the lines.
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
"""The most characters that a word of a record may have; comments may be longer."""

LONGEST_OPTION: Final = 200
"""The most characters of an option in a record, including its value."""

KNOWN_TAGS: Final = ("Game", "Options", "Title", "Dealer", "Deal", "Position", "Source", "Date")
"""Tags with a meaning.

Any other tag is allowed unless it looks like one of these misspelt.
"""


class PlacedError(HasText, ValueError):
    """An error in a text, with the line and column where it is.

    Attributes:
        said: What is wrong and what to do: one sentence, perhaps a message.
        line: The line of the text, from 1.
        column: The column, from 1; 0 if only the line is known.
    """

    def __init__(self, said: Text, line: int = 1, column: int = 0) -> None:
        super().__init__(said, line, column)
        self.said = said
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """The line, with the column if it is known: `3` or `3:7`."""
        return f"{self.line}:{self.column}" if self.column else str(self.line)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class RecordError(PlacedError):
    """A record that cannot be read, or that its game does not allow."""

    def __init__(self, said: Text, line: int = 1, column: int = 1) -> None:
        super().__init__(said, line, column)


@dataclass(frozen=True, slots=True)
class Claim:
    """A trick's result as the record states it; the reader checks it by replaying.

    Attributes:
        winner: The winner of the trick.
        card_points: The card points in the trick; None where the record does not say.
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
        action: The action as text.
        comment: The comment on it, in Markdown; empty for none.
        claim: The result of the trick that it completes; None where the record does not say.
        trick: The number of the trick that it begins; None where the record does not say.
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
    """One deal of a record: how it starts and the actions in it.

    Attributes:
        hands: The cards of each seat that the record names; `HIDDEN` for an unseen card.
        stock: The stock, top card first; None where the record has none.
        position: True if it starts in the middle of play (`[Position]`), not with cards just dealt.
        dealer: The dealer; None where the record does not say.
        facts: Facts about earlier play and the session, by key; the game defines the keys.
        moves: The actions, in order.
        comment: The comment before the first action, in Markdown.
        lines: The line of `N`, `stock`, each fact and `Dealer`; the heading's line by the empty key.
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
        """True if some of its cards are hidden, so that it can only be viewed."""
        return HIDDEN in self.cards

    def line(self, key: str) -> int:
        """Return the line of `N`, `stock` or a fact; the heading's line if it has none."""
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
        """The title; empty if it has none."""
        return self.tags.get("Title", "")

    def options(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of its `Options` tag.

        Raises:
            RecordError: for a word that is not `key=value`, and for a key given twice.
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
    """Normalize a comment's line ends and strip spaces around it and at line ends."""
    return "\n".join(
        line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ).strip()


def short(text: str) -> str:
    """Shorten text for an error message: one line, at most 40 characters."""
    flat = " ".join(text[:200].split())
    return flat if len(flat) <= 40 else flat[:39] + "…"


def tidy_tag(name: str) -> str:
    """Return a known tag in its usual spelling, `Game` for `game`; others unchanged."""
    return next((tag for tag in KNOWN_TAGS if tag.lower() == name.lower()), name)


def near_tag(name: str) -> str | None:
    """Return the known tag that a name probably misspells; None if there is none."""
    return None if name in KNOWN_TAGS else nearest(name, KNOWN_TAGS)


def nearest(word: str, known: Mapping[str, object] | tuple[str, ...] | list[str]) -> str | None:
    """Return the known word most like a misspelt one; None if none is similar."""
    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(word[:40].lower(), by_lower, 1, 0.7)
    return by_lower[near[0]] if near else None
