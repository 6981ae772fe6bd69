"""Cards, seats and sides by name, in the faces and the language in force; and what is said, in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Final

from kontrapunkt.core import messages
from kontrapunkt.core.action import SEATS, Action
from kontrapunkt.core.cards import HIDDEN, SUIT_SIGNS, Card
from kontrapunkt.core.messages import Message
from kontrapunkt.core.options import Option
from kontrapunkt.text import catalogue

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


def remembered[**P](most: int) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """For what says or draws the same again and again: it does so once for all that it is given.

    What it is given has to be hashable; language and faces are those in force.

    Args:
        most: How many answers are remembered, the latest.
    """

    def of(tell: Callable[P, str]) -> Callable[P, str]:
        once: Callable[..., str] = lru_cache(most)(lambda in_force, *args, **kwargs: tell(*args, **kwargs))

        @wraps(tell)
        def told(*args: P.args, **kwargs: P.kwargs) -> str:
            return once((catalogue.language(), _faces.get()), *args, **kwargs)

        return told

    return of


def rank_name(rank: str, face: str = "") -> str:
    """The name of a rank ("queen"; German-suited "Ober") in the language in force.

    Args:
        rank: The rank.
        face: `french` or `german`; the faces in force unless given.
    """
    return catalogue.say(f"cards.{face or faces()}.{rank}")


def suit_name(suit: str, face: str = "") -> str:
    """The name of a suit ("spades"; German-suited "Leaves") in the language in force.

    Args:
        suit: The suit's letter.
        face: `french` or `german`; the faces in force unless given.
    """
    return catalogue.say(f"cards.{face or faces()}.{suit}")


@remembered(256)
def card_name(card: Card, face: str = "") -> str:
    """The spoken name of a card, "a hidden card" for one unseen.

    Args:
        card: The card.
        face: `french` or `german`; the faces in force unless given.
    """
    if card == HIDDEN:
        return catalogue.say("cards.hidden")
    return catalogue.say("cards.name", rank=rank_name(card.rank, face), suit=suit_name(card.suit, face))


def the_card(card: Card) -> str:
    """A card as a sentence names it: "the queen of spades"; "a hidden card" for one unseen."""
    return card_name(card) if card == HIDDEN else catalogue.say("cards.the", card=card_name(card))


def the_cards(cards: Iterable[Card], word: str = "and") -> str:
    """Cards as a sentence names them: "the ten of hearts and the king of spades twice".

    Args:
        cards: The cards, at least one.
        word: `and` or `or`.
    """
    counted = Counter(cards)
    return catalogue.listed(word, [_times(each, n) for each, n in counted.items()])


def _times(of: Card, n: int) -> str:
    named = the_card(of)
    return catalogue.say("cards.twice", card=named) if n == 2 and of != HIDDEN else named


def seat_name(seat: str) -> str:
    """A seat's name in the language in force: "North"."""
    return catalogue.say(f"seat.{seat}")


def turn_name(seat: str, trick: Sequence[object]) -> str:
    """Whose turn it is: "West to lead", or "West to play" where something lies in the trick."""
    return catalogue.say("render.to_play" if trick else "render.to_lead", seat=seat_name(seat))


def seat_letter(seat: str) -> str:
    """The seat's letter in the language in force: "N"."""
    return catalogue.say(f"seat.short.{seat}")


def side_name(seats: Sequence[str]) -> str:
    """A side, "North–South"; a lone player by name."""
    return "–".join(seat_name(seat) for seat in seats)


def side_short(seats: Sequence[str]) -> str:
    """A side where there is room for two letters, "N–S"; a lone player by name."""
    if len(seats) == 1:
        return seat_name(seats[0])
    return "–".join(map(seat_letter, seats))


def side_spoken(seats: Sequence[str]) -> str:
    """Some players as a sentence names them: "North and South"."""
    return catalogue.listed("and", [seat_name(seat) for seat in seats])


def preset_name(game: str, preset: str) -> str:
    """What a preset is called where people read: "tutorial rules"; its key, where nobody has named it.

    Args:
        game: The game's id.
        preset: The key of the preset.
    """
    key = f"preset.{game}.{preset}"
    return catalogue.say(key) if catalogue.knows(key) else preset


def choice_name(option: Option, choice: str) -> str:
    """Return the label of one choice of an option: "yes", "the second one wins"; the choice if it has none.

    Args:
        option: The option.
        choice: One of its choices, or any other value that it takes.
    """
    plain = "none" if option.several and choice == "off" else choice
    key = catalogue.first_known(f"option.{option.words}.{option.key}.{choice}", f"option.choice.{plain}")
    return catalogue.say(key) if key else choice


def terms_name(known: Iterable[Option], terms: str) -> str:
    """Return terms as a reader says them: "“Solos that may be played” is not “none”".

    Args:
        known: The options of the game.
        terms: The terms, as in `hold`.
    """
    by_key = {option.key: option for option in known}

    def name(term: str) -> str:
        key, _, wanted = term.partition("=")
        option = by_key[key.removesuffix("!")]
        choices = [choice_name(option, each) for each in wanted.split("|")]
        sentence = "options.only.not" if key.endswith("!") else "options.only.is"
        return catalogue.say(sentence, label=str(option.label), choice=catalogue.listed("or", choices))

    return catalogue.listed("and", [name(term) for term in terms.split()])


def source_of(what: str, kind: str) -> str:
    """Where a rule or an option comes from; where that is not said, as most of its kind do.

    Args:
        what: The rule or option, as the catalogues call it: `rule.RL-R4`.
        kind: Its kind: `rule.RL`.
    """
    return catalogue.say(catalogue.first_known(f"{what}.source", f"{kind}.source"))


@remembered(256)
def name_action(action: str) -> str:
    """An action in a few words: "seven of clubs", "hearts as trumps", "Konter"; its text if nobody named it.

    A game names what it adds under `action.` and the action, or `action.` and its first word, with `{what}`
    for what follows: a card, a suit, or text. A seat after the first word may be left out; it is `{seat}`.
    """
    found = Action(action)
    if found.card:
        return card_name(found.card)
    first, _, rest = found.argument.partition(" ")
    seat, verb = (seat_name(first), f"{found.verb} {rest}") if first in SEATS else ("", found.verb)
    key = catalogue.first_known(f"action.{found}", f"action.{verb}", f"action.{found.verb}")
    return catalogue.say(key, what=name_argument(found.argument), seat=seat) if key else action


def name_argument(argument: str) -> str:
    """What follows the first word of an action: a card's name, a suit's, or text as it is."""
    card = Action(argument).card
    if card:
        return card_name(card)
    return suit_name(argument) if argument in SUIT_SIGNS else argument


_FORMS: Final[dict[str, Callable[..., str]]] = {
    "form.card": card_name,
    "form.the": the_card,
    "form.cards": the_cards,
    "form.rank": rank_name,
    "form.suit": suit_name,
    "form.action": name_action,
    "form.list": lambda parts, word: catalogue.listed(word, [str(part) for part in parts]),
    "form.clause": lambda sentence: str(sentence).rstrip("."),
    "form.source": source_of,
    "form.row": lambda parts, between: between.join(str(part) for part in parts),
}


def word(what: Message) -> str:
    """What is said, in the language in force, and in the faces in force or else in its own."""
    if not what.faces:
        return _in_force(what)
    with played_with(what.faces):
        return _in_force(what)


def _in_force(what: Message) -> str:
    """The same in the faces in force."""
    form = _FORMS.get(what.key)
    return form(**what.values) if form else catalogue.say(what.key, **what.values)


messages.worded_by(word)
