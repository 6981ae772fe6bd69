"""Messages: keys of the catalogue with the values that their sentences take.

Rules, states and the search make messages, not sentences. `str()` of a `Message` gives the sentence, in the
language and with the card names chosen at that moment. `kontrapunkt.text.phrasing` registers the function
that does this.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

Wording = Callable[["Message"], str]


class Message:
    """A sentence or phrase to show, not yet text; immutable and comparable.

    Attributes:
        key: The key of the sentence in the catalogue, such as `rank_match.refusal.over`, or one of the forms
            that this module makes (`form.card`, `form.list` ...).
        values: The values it takes: text, numbers or other messages.
        faces: The card faces whose names it uses unless the reader has chosen others; empty for no
            preference.
    """

    __slots__ = ("faces", "key", "values")

    key: str
    values: dict[str, object]
    faces: str

    def __init__(self, key: str, values: dict[str, object], faces: str = "") -> None:
        _set_key(self, key)
        _set_values(self, values)
        _set_faces(self, faces)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"what is said does not change; {name} cannot be set")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.key, self.values, self.faces)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.key, self.values, self.faces) == (other.key, other.values, other.faces)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return _wording(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"say({self.key!r}{inside})"

    def with_faces(self, faces: str) -> "Message":
        """Return the message with card names of these faces.

        A reader's own choice of faces takes precedence.
        """
        return self if faces in (self.faces, "french") else Message(self.key, self.values, faces)


# A slot's own setter is the quickest way around `__setattr__`; many messages are made and never shown.
_set_key, _set_values, _set_faces = [Message.__dict__[slot].__set__ for slot in ("key", "values", "faces")]

Text = Message | str
"""A message, or text that is the same in every language."""


class HasText:
    """A mixin for objects with a sentence, turned into text when it is needed.

    Attributes:
        said: The sentence, a message or text.
    """

    __slots__ = ()

    said: Text

    @property
    def text(self) -> str:
        """The sentence in the current language."""
        return str(self.said)


def first_key(said: Text) -> str:
    """Return the key of a sentence, or of the first of several in a row; empty for plain text."""
    while isinstance(said, Message):
        parts = said.values.get("parts")
        if said.key != "form.row" or not isinstance(parts, tuple) or not parts:
            return said.key
        said = parts[0]
    return ""


def set_renderer(wording: Wording) -> None:
    """Register the function that turns a `Message` into text.

    It replaces the one before.
    """
    global _wording
    _wording = wording


_wording: Wording = repr


def say(key: str, /, **values: object) -> Message:
    """Return a message for a sentence of the catalogue, or a part of one.

    Args:
        key: The key in the catalogue.
        values: Text, numbers or other messages that the sentence takes.
    """
    return Message(key, values)


# Forms: phrases that each language makes by rule, without a sentence of the catalogue ----------------------


@lru_cache(256)
def action_name(action: str) -> Message:
    """Return an action in a few words: "seven of clubs", "hearts as trumps"."""
    return Message("form.action", {"action": action})


@lru_cache(256)
def argument_name(argument: str) -> Message:
    """Return the name of an action's argument: a card, a suit, or the text itself."""
    return Message("form.argument", {"argument": argument})


@lru_cache(256)
def card_name(card: str, face: str = "") -> Message:
    """Return a card's name: "queen of spades", "Ober of Leaves", "a hidden card".

    Args:
        face: `french` or `german`; empty for the faces in force.
    """
    return Message("form.card", {"card": card, "face": face})


@lru_cache(256)
def the_card(card: str) -> Message:
    """Return a card's name with its article: "the queen of spades"."""
    return Message("form.the", {"card": card})


def the_cards(cards: Iterable[str], word: str = "and") -> Message:
    """List cards with articles: "the ten of hearts and the king of spades twice".

    Args:
        cards: The cards, at least one.
        word: `and` or `or`.
    """
    return Message("form.cards", {"cards": tuple(cards), "word": word})


@lru_cache(256)
def card_sign(card: str) -> Message:
    """Return a card with its suit symbol, "10♦"; its name in faces without such symbols."""
    return Message("form.sign", {"card": card})


@lru_cache(256)
def rank_name(rank: str, face: str = "") -> Message:
    """Return a rank's name: "queen", "Ober".

    Args:
        face: `french` or `german`; empty for the faces in force.
    """
    return Message("form.rank", {"rank": rank, "face": face})


@lru_cache(256)
def suit_name(suit: str, face: str = "") -> Message:
    """Return a suit's name by its letter: "spades", "Leaves".

    Args:
        face: `french` or `german`; empty for the faces in force.
    """
    return Message("form.suit", {"suit": suit, "face": face})


@lru_cache(256)
def seat_name(seat: str) -> Message:
    """Return a seat's name: "North"."""
    return say(f"seat.{seat}")


def side_name(seats: Sequence[str]) -> Message:
    """Return a side's name, "North–South"; a lone player's own name."""
    return row([seat_name(seat) for seat in seats], "–")


def side_spoken(seats: Sequence[str]) -> Message:
    """List players as in a sentence: "North and South"."""
    return listed("and", [seat_name(seat) for seat in seats])


def true_minus(number: str) -> str:
    """Return a formatted number with a minus sign in place of the hyphen: "−2"."""
    return number.replace("-", "−")


def listed(word: str, parts: Iterable[object]) -> Message:
    """Return a list as in a sentence: "a, b or c".

    Args:
        word: `and` or `or`.
        parts: The parts, at least one.
    """
    return Message("form.list", {"word": word, "parts": tuple(parts)})


def capital(said: Text) -> Message:
    """Return text with a capital first letter."""
    return Message("form.capital", {"said": said})


def row(parts: Iterable[object], between: str = " ") -> Message:
    """Join messages, by default with a space between them."""
    return Message("form.row", {"parts": tuple(parts), "between": between})


def clause(sentence: Text) -> Message:
    """Return a sentence without its full stop, for use inside another."""
    return Message("form.clause", {"sentence": sentence})


def source_of(what: str, kind: str) -> Message:
    """Return the source of a rule or option, in a few words.

    Args:
        what: The key of the rule or option in the catalogues: `rule.RL-R4`.
        kind: The key of its kind, `rule.RL`, whose source is used where it has none of its own.
    """
    return Message("form.source", {"what": what, "kind": kind})


def in_faces(text: Text, faces: str) -> Text:
    """Return text with card names of these faces.

    A reader's own choice of faces takes precedence.
    """
    return text.with_faces(faces) if isinstance(text, Message) else text
