"""Turning messages into text, and naming cards, seats and sides.

Names are in the current language and the current faces of cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Final

from kontrapunkt.core import messages
from kontrapunkt.core.action import SEATS, Action
from kontrapunkt.core.cards import HIDDEN, SUIT_SIGNS, Card
from kontrapunkt.core.messages import Message
from kontrapunkt.core.old_names import old_members
from kontrapunkt.core.options import Option
from kontrapunkt.text import catalogue

EITHER: Final = "either"
"""The faces of a game with both kinds of cards: French unless a reader asks."""

ASKED: Final = "asked"
"""German faces in such a game, because the reader has asked for them."""

_faces: ContextVar[str] = ContextVar("kontrapunkt_faces", default="")


def faces() -> str:
    """Return the current faces of the cards: `french`, the default, or `german`."""
    return "german" if _faces.get() in ("german", ASKED) else "french"


def on_request() -> bool:
    """Return True if the reader may ask for German faces instead of French ones."""
    return _faces.get() in (EITHER, ASKED)


@contextmanager
def use_faces(these: str) -> Iterator[None]:
    """Set the current faces for a block: `french`, `german`, `EITHER` or `ASKED`."""
    token = _faces.set(these)
    try:
        yield
    finally:
        _faces.reset(token)


@contextmanager
def use_game_faces(these: str) -> Iterator[None]:
    """Set a game's faces for a block unless the reader has chosen others."""
    with use_faces(_faces.get() or these):
        yield


_reader: ContextVar[Callable[[], str | None]] = ContextVar("kontrapunkt_reader", default=lambda: None)


@contextmanager
def addressing(reader: Callable[[], str | None]) -> Iterator[None]:
    """Say “you” of a seat and its side for a block.

    Args:
        reader: Returns the reader's seat at the moment; None for nobody's.
    """
    token = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(token)


def cached_text[**P](most: int) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """Decorate a function with a cache by arguments, current language, faces and reader's seat.

    The arguments must be hashable.

    Args:
        most: The number of cached results; the least recently used are dropped.
    """

    def of(tell: Callable[P, str]) -> Callable[P, str]:
        once: Callable[..., str] = lru_cache(most)(lambda in_force, *args, **kwargs: tell(*args, **kwargs))

        @wraps(tell)
        def told(*args: P.args, **kwargs: P.kwargs) -> str:
            return once((catalogue.language(), _faces.get(), _reader.get()()), *args, **kwargs)

        return told

    return of


def _rank_name(rank: str, face: str = "") -> str:
    """Return a rank's name ("queen"; German "Ober") in the current language.

    Args:
        face: `french` or `german`; empty for the current faces.
    """
    return catalogue.say(f"cards.{face or faces()}.{rank}")


def _suit_name(suit: str, face: str = "") -> str:
    """Return a suit's name ("spades"; German "Leaves") in the current language.

    Args:
        suit: The suit's letter.
        face: `french` or `german`; empty for the current faces.
    """
    return catalogue.say(f"cards.{face or faces()}.{suit}")


@cached_text(256)
def _card_name(card: Card, face: str = "") -> str:
    """Return a card's name; "a hidden card" for an unseen one.

    Args:
        face: `french` or `german`; empty for the current faces.
    """
    if card == HIDDEN:
        return catalogue.say("cards.hidden")
    return catalogue.say("cards.name", rank=_rank_name(card.rank, face), suit=_suit_name(card.suit, face))


def with_symbol(card: Card) -> str:
    """Return a card with its suit symbol, as in "10♦", in any faces."""
    return f"{'10' if card.rank == 'T' else card.rank}{SUIT_SIGNS.get(card.suit, '')}"


def _card_sign(card: Card) -> str:
    """Return a card with its suit symbol; with German faces, which have none, its name with an article."""
    return _the_card(card) if faces() == "german" else with_symbol(card)


def _the_card(card: Card) -> str:
    """Return a card's name with its article: "the queen of spades", "a hidden card"."""
    return _card_name(card) if card == HIDDEN else catalogue.say("cards.the", card=_card_name(card))


def _the_cards(cards: Iterable[Card], word: str = "and") -> str:
    """List cards with articles: "the ten of hearts and the king of spades twice".

    Args:
        cards: The cards, at least one.
        word: `and` or `or`.
    """
    counted = Counter(cards)
    return catalogue.listed(word, [_times(each, n) for each, n in counted.items()])


def _times(of: Card, n: int) -> str:
    named = _the_card(of)
    return catalogue.say("cards.twice", card=named) if n == 2 and of != HIDDEN else named


def _seat_name(seat: str) -> str:
    """Return a seat's name in the current language: "North"."""
    return catalogue.say(f"seat.{seat}")


def turn_name(seat: str, trick: Sequence[object]) -> str:
    """Describe the turn: "West to lead", or "West to play" once the trick has a card."""
    return catalogue.say("render.to_play" if trick else "render.to_lead", seat=messages.seat_name(seat))


def seat_letter(seat: str) -> str:
    """Return a seat's letter in the current language: "N"."""
    return catalogue.say(f"seat.short.{seat}")


def _side_name(seats: Sequence[str]) -> str:
    """Return a side's name, "North–South"; a lone player's own name."""
    return "–".join(_seat_name(seat) for seat in seats)


def side_short(seats: Sequence[str]) -> str:
    """Return a side's short name, "N–S"; a lone player's full name."""
    if len(seats) == 1:
        return _seat_name(seats[0])
    return "–".join(map(seat_letter, seats))


def _side_spoken(seats: Sequence[str]) -> str:
    """List players as in a sentence: "North and South"."""
    return catalogue.listed("and", [_seat_name(seat) for seat in seats])


def preset_name(game: str, preset: str) -> str:
    """Return a preset's name, such as "tutorial rules"; its key if it has none.

    Args:
        game: The game's id.
        preset: The preset's key.
    """
    key = f"preset.{game}.{preset}"
    return catalogue.say(key) if catalogue.knows(key) else preset


def choice_name(option: Option, choice: str) -> str:
    """Return the label of an option's choice, such as "yes".

    A choice without a label is its own label.

    Args:
        choice: One of its choices, or any other valid value.
    """
    plain = "none" if option.several and choice == "off" else choice
    key = catalogue.first_known(f"option.{option.words}.{option.key}.{choice}", f"option.choice.{plain}")
    return catalogue.say(key) if key else choice


def terms_name(known: Iterable[Option], terms: str) -> str:
    """Return conditions as a phrase: "“Solos that may be played” is not “none”".

    Args:
        known: The options of the game.
        terms: The conditions, as in `conditions_met`.
    """
    by_key = {option.key: option for option in known}

    def name(term: str) -> str:
        key, _, wanted = term.partition("=")
        option = by_key[key.removesuffix("!")]
        choices = [choice_name(option, each) for each in wanted.split("|")]
        sentence = "options.only.not" if key.endswith("!") else "options.only.is"
        return catalogue.say(sentence, label=str(option.label), choice=catalogue.listed("or", choices))

    return catalogue.listed("and", [name(term) for term in terms.split()])


def _source_of(what: str, kind: str) -> str:
    """Return the source of a rule or an option.

    Args:
        what: The key of the rule or option in the catalogues: `rule.RL-R4`.
        kind: The key of its kind, `rule.RL`, whose source is used where it has none of its own.
    """
    return catalogue.say(catalogue.first_known(f"{what}.source", f"{kind}.source"))


@cached_text(256)
def _action_name(action: str) -> str:
    """Return an action's name, such as "seven of clubs"; the action if it has none.

    A game defines names under `action.` and the action, or `action.` and its verb. `{what}` is the argument:
    a card, a suit, or text. A seat after the verb may be left out of the key; it is `{seat}`.
    """
    found = Action(action)
    if found.card:
        return _card_name(found.card)
    first, _, rest = found.argument.partition(" ")
    seat, verb = (messages.seat_name(first), f"{found.verb} {rest}") if first in SEATS else ("", found.verb)
    key = catalogue.first_known(f"action.{found}", f"action.{verb}", f"action.{found.verb}")
    return catalogue.say(key, what=_argument_name(found.argument), seat=seat) if key else action


def _argument_name(argument: str) -> str:
    """Return the name of an action's argument: a card, a suit, or the text itself."""
    card = Action(argument).card
    if card:
        return _card_name(card)
    return _suit_name(argument) if argument in SUIT_SIGNS else argument


_FORMS: Final[dict[str, Callable[..., str]]] = {
    "form.card": _card_name,
    "form.the": _the_card,
    "form.cards": _the_cards,
    "form.rank": _rank_name,
    "form.suit": _suit_name,
    "form.action": _action_name,
    "form.argument": _argument_name,
    "form.list": lambda parts, word: catalogue.listed(word, parts),
    "form.clause": lambda sentence: str(sentence).rstrip("."),
    "form.capital": catalogue.capital,
    "form.sign": _card_sign,
    "form.source": _source_of,
    "form.row": lambda parts, between: between.join(str(part) for part in parts),
}


def to_text(what: Message) -> str:
    """Return a message as text, in the current language and faces.

    If no faces are set, the message's own are used.
    """
    if not what.faces:
        return _in_force(what)
    with use_game_faces(what.faces):
        return _in_force(what)


def _in_force(what: Message) -> str:
    """Return a message as text in the current faces."""
    form = _FORMS.get(what.key)
    return form(**what.values) if form else catalogue.say(what.key, **what.values)


def _is_reader(what: Message) -> bool:
    """Return True for the name of the reader's seat, or of a side to which it belongs."""
    reader = _reader.get()()
    parts = what.values.get("parts") if what.key in ("form.row", "form.list") else (what,)
    if reader is None or not isinstance(parts, tuple) or (what.key == "form.list" and len(parts) > 1):
        return False
    seats = [each.key.removeprefix("seat.") for each in parts if isinstance(each, Message)]
    return reader in seats and all(each in SEATS for each in seats)


catalogue.set_reader_test(_is_reader)
messages.set_renderer(to_text)


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(
        __name__, {"showing": use_faces, "played_with": use_game_faces, "word": to_text}
    )
