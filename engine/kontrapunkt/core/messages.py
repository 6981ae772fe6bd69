"""Messages: a key of the catalogue and the values that its sentence takes, not yet put into words.

Rules, states and the search make messages, not sentences. `str()` of a `Message` gives the sentence, in the
language and with the card names in force at that moment; `kontrapunkt.text.phrasing` registers how.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

Wording = Callable[["Message"], str]


class Message:
    """Something to be said; immutable, and equal to what says the same.

    Attributes:
        key: Which sentence of the catalogue, such as `rank_match.refusal.over`, or one of the forms that this
            module makes (`form.card`, `form.list` ...).
        values: What it takes: text, numbers, or what else is to be said.
        faces: The faces in which it names cards unless the reader has chosen others; empty for no preference.
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
        """The same, naming cards in these faces unless the reader has chosen others."""
        return self if faces in (self.faces, "french") else Message(self.key, self.values, faces)


# A slot's own setter is the quickest way to fill what cannot be changed; much is said that nobody hears.
_set_key, _set_values, _set_faces = [Message.__dict__[slot].__set__ for slot in ("key", "values", "faces")]

Text = Message | str
"""What is to be said, or text that is the same in every language."""


class HasText:
    """What has one sentence to say, worded when it is asked for.

    Attributes:
        said: The sentence, not yet worded.
    """

    __slots__ = ()

    said: Text

    @property
    def text(self) -> str:
        """The sentence in the language in force."""
        return str(self.said)


def worded_by(wording: Wording) -> None:
    """Registers what turns a `Message` into words; the last one registered is asked."""
    global _wording
    _wording = wording


_wording: Wording = repr


def say(key: str, /, **values: object) -> Message:
    """A sentence of the catalogue, or part of one, with what it takes.

    Args:
        key: Which.
        values: Text, numbers, or what else is to be said.
    """
    return Message(key, values)


# Forms: what every language makes by rule and not by a sentence ------------------------------------------


@lru_cache(256)
def action_name(action: str) -> Message:
    """An action in a few words: "seven of clubs", "hearts as trumps"."""
    return Message("form.action", {"action": action})


@lru_cache(256)
def card_name(card: str) -> Message:
    """A card: "queen of spades", "Ober of Leaves"; "a hidden card" for one unseen."""
    return Message("form.card", {"card": card})


@lru_cache(256)
def the_card(card: str) -> Message:
    """A card as a sentence names it: "the queen of spades"."""
    return Message("form.the", {"card": card})


def the_cards(cards: Iterable[str], word: str = "and") -> Message:
    """Cards as a sentence names them: "the ten of hearts and the king of spades twice".

    Args:
        cards: The cards, at least one.
        word: `and` or `or`.
    """
    return Message("form.cards", {"cards": tuple(cards), "word": word})


@lru_cache(256)
def rank_name(rank: str) -> Message:
    """A rank: "queen", "Ober"."""
    return Message("form.rank", {"rank": rank})


@lru_cache(256)
def suit_name(suit: str) -> Message:
    """A suit, by its letter: "spades", "Leaves"."""
    return Message("form.suit", {"suit": suit})


@lru_cache(256)
def seat_name(seat: str) -> Message:
    """A seat: "North"."""
    return say(f"seat.{seat}")


def side_name(seats: Sequence[str]) -> Message:
    """A side, "North–South"; a lone player by name."""
    return row([seat_name(seat) for seat in seats], "–")


def side_spoken(seats: Sequence[str]) -> Message:
    """Some players as a sentence names them: "North and South"."""
    return listed("and", [seat_name(seat) for seat in seats])


def listed(word: str, parts: Iterable[object]) -> Message:
    """A list as one speaks it: "a, b or c".

    Args:
        word: `and` or `or`.
        parts: The parts, at least one.
    """
    return Message("form.list", {"word": word, "parts": tuple(parts)})


def row(parts: Iterable[object], between: str = " ") -> Message:
    """What is said one after the other: sentences, or with ", " between them the entries of a list."""
    return Message("form.row", {"parts": tuple(parts), "between": between})


def clause(sentence: Text) -> Message:
    """A sentence without its full stop, to be part of another."""
    return Message("form.clause", {"sentence": sentence})


def source_of(what: str, kind: str) -> Message:
    """Where something comes from, in a few words; where that is not said, as most of its kind do.

    Args:
        what: What has the source, as the catalogues call it: `rule.RL-R4`.
        kind: Its kind: `rule.RL`.
    """
    return Message("form.source", {"what": what, "kind": kind})


def in_faces(text: Text, faces: str) -> Text:
    """What is said, naming cards in these faces unless the reader has chosen others."""
    return text.with_faces(faces) if isinstance(text, Message) else text
