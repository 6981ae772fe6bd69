"""Suits, ranks, cards and packs; their text codes; their French and German names.

A card is its text: rank then suit (`7S`, `TH`). French and German suits share the letters: clubs and acorns
C, spades and leaves S, hearts H, diamonds and bells D. Two equal cards of a double pack are equal here too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from typing import Final

from kontrapunkt import words

RANKS: Final = "AKQJT98765432"
SUITS: Final = "CSHD"
SUIT_SIGNS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}

_READABLE_SUITS = {letter: letter for letter in SUITS} | {sign: letter for letter, sign in SUIT_SIGNS.items()}


EITHER: Final = "either"
"""The faces of a game that is played with French and with German cards: French ones unless a reader asks."""

ASKED: Final = "asked"
"""German faces in such a game, because the reader has asked for them."""

_faces: ContextVar[str] = ContextVar("kontrapunkt_faces", default="")


def faces() -> str:
    """The faces in force, in which cards are named and drawn: `french` or `german`; French unless set."""
    return "german" if _faces.get() in ("german", ASKED) else "french"


def on_request() -> bool:
    """Whether German faces may be asked for where French ones are meant."""
    return _faces.get() in (EITHER, ASKED)


@contextmanager
def showing(these: str) -> Iterator[None]:
    """Puts faces in force for the block: `french`, `german`, `EITHER` or `ASKED`."""
    token = _faces.set(these)
    try:
        yield
    finally:
        _faces.reset(token)


@contextmanager
def played_with(these: str) -> Iterator[None]:
    """Puts the faces of a game in force for the block, unless others are: a reader's choice comes first."""
    with showing(_faces.get() or these):
        yield


class CardError(ValueError):
    """Text that is not a card."""


class Card(str):
    """A card as its two-letter text, such as `QS`; `HIDDEN` stands for a card that is not seen."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """One of `RANKS`; `?` for a hidden card."""
        return self[0]

    @property
    def suit(self) -> str:
        """One of `SUITS`; empty for a hidden card."""
        return self[1:]

    @property
    def name(self) -> str:
        """The name in the faces and the language in force: "queen of spades", "Ober of Leaves"."""
        return card_name(self)


HIDDEN: Final = Card("?")

_CARDS: Final = {text: Card(text) for text in [r + s for s in SUITS for r in RANKS]}


def card(text: str) -> Card:
    """Reads one card, leniently: `QS`, `qs`, `10h`, `10♥`, and `?` for a hidden one.

    Raises:
        CardError: if the text names no card.
    """
    found = _CARDS.get(text)
    if found is not None:
        return found
    if text == HIDDEN:
        return HIDDEN
    tidy = text.strip().upper().replace("10", "T")
    if len(tidy) == 2 and tidy[0] in RANKS and tidy[1] in _READABLE_SUITS:
        return _CARDS[tidy[0] + _READABLE_SUITS[tidy[1]]]
    raise CardError(words.say("cards.unreadable", text=text))


def pack(size: int) -> tuple[Card, ...]:
    """A fresh pack in fixed order: 52 cards (ace to two), 24 (ace to nine), or 48 as two packs of 24.

    Raises:
        ValueError: for any other size.
    """
    if size == 48:
        return pack(24) * 2
    ranks = {52: RANKS, 24: RANKS[:6]}.get(size)
    if ranks is None:
        raise ValueError(f"there is no pack of {size} cards; packs have 24, 48 or 52")
    return tuple(_CARDS[r + s] for s in SUITS for r in ranks)


def shuffled(cards: Iterable[Card], seed: int | None = None) -> tuple[Card, ...]:
    """The cards in random order, top card first.

    Args:
        cards: What to shuffle.
        seed: The same seed gives the same order on every Python; None for any order.
    """
    order = list(cards)
    chance = Random(seed).random  # the one method that promises the same numbers for ever
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def rank_name(rank: str, face: str = "") -> str:
    """The name of a rank ("queen"; German-suited "Ober") in the language in force.

    Args:
        rank: The rank.
        face: `french` or `german`; the faces in force unless given.
    """
    return words.say(f"cards.{face or faces()}.{rank}")


def suit_name(suit: str, face: str = "") -> str:
    """The name of a suit ("spades"; German-suited "Leaves") in the language in force.

    Args:
        suit: The suit's letter.
        face: `french` or `german`; the faces in force unless given.
    """
    return words.say(f"cards.{face or faces()}.{suit}")


def card_name(of: Card, face: str = "") -> str:
    """The spoken name of a card, "a hidden card" for one unseen.

    Args:
        of: The card.
        face: `french` or `german`; the faces in force unless given.
    """
    if of == HIDDEN:
        return words.say("cards.hidden")
    return words.say("cards.name", rank=rank_name(of.rank, face), suit=suit_name(of.suit, face))


def the_card(of: Card) -> str:
    """A card as a sentence names it: "the queen of spades"; "a hidden card" for one unseen."""
    return card_name(of) if of == HIDDEN else words.say("cards.the", card=card_name(of))


def the_cards(cards: Iterable[Card], word: str = "and") -> str:
    """Cards as a sentence names them: "the ten of hearts and the king of spades twice".

    Args:
        cards: The cards, at least one.
        word: `and` or `or`.
    """
    counted = Counter(cards)
    return words.listed(word, [_times(each, n) for each, n in counted.items()])


def _times(of: Card, n: int) -> str:
    named = the_card(of)
    return words.say("cards.twice", card=named) if n == 2 and of != HIDDEN else named


_FRENCH_NAMES: Final = {
    **dict(zip(RANKS[:5], ("ace", "king", "queen", "jack", "ten"), strict=True)),
    **dict(zip(RANKS[5:], ("nine", "eight", "seven", "six", "five", "four", "three", "two"), strict=True)),
    **dict(zip(SUITS, ("clubs", "spades", "hearts", "diamonds"), strict=True)),
}
_GERMAN_NAMES: Final = {
    **_FRENCH_NAMES,
    **dict(zip("QJ", ("Ober", "Unter"), strict=True)),
    **dict(zip(SUITS, ("Acorns", "Leaves", "Hearts", "Bells"), strict=True)),
}

words.register(
    "en",
    {
        "cards.the": "the {card}",
        "cards.twice": "{card} twice",
        "cards.unreadable": "“{text}” is not a card; write rank then suit, as in 7S, TH or QC",
        "cards.hidden": "a hidden card",
        "cards.name": "{rank} of {suit}",
        **{f"cards.french.{key}": name for key, name in _FRENCH_NAMES.items()},
        **{f"cards.german.{key}": name for key, name in _GERMAN_NAMES.items()},
    },
)
