"""The input of the position editor and the position read from it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import count
from random import Random
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal, Move, Record
from kontrapunkt.core.interface import Game, State
from kontrapunkt.core.rules import PositionError
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.record import RecordError, Replay, game_of, read, record_of, replay, write, write_start
from kontrapunkt.record.recording import Done, Played, game_tags
from kontrapunkt.record.text import read_card
from kontrapunkt.widgets.settings_form import game_by

STOCK: Final = "stock"
DEALER: Final = "dealer"
LEAD: Final = "lead"
START: Final = "start"
"""Key of the choice between cards as dealt (`deal`) and a moment during play."""
DEALT: Final = "deal"
MOVES: Final = "moves"
"""Key of the actions since the position, in the notation of a record."""
_PUZZLE: Final = re.compile(r'^\s*kind\s*=\s*"', re.MULTILINE)
"""A line that the file of a puzzle has and a record has not."""

TRICKS: Final = 3
"""The number of tricks played before an example position."""


@dataclass(frozen=True)
class PositionDraft:
    """The input for a position.

    Attributes:
        rules: The rule set and the options that were chosen, by key.
        typed: The text in each field by key: the cards of a seat or of the stock, facts.
    """

    game_id: str
    rules: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        """The game with its options.

        Raises:
            EventError: if there is no such option or value.
        """
        chosen = {key: value for key, value in self.rules.items() if key != "preset"}
        return game_by(self.game_id, self.rules.get("preset"), chosen)

    @property
    def places(self) -> tuple[str, ...]:
        """The places for cards: the seats and the stock."""
        return (*self.game.seats, STOCK)

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of the facts beside the cards."""
        return (DEALER, *self.game.position_facts, MOVES)

    def with_value(self, key: str, value: str) -> "PositionDraft":
        """Return a copy with the text of one field changed.

        Args:
            key: A place for cards or a fact.
            value: The new text; empty to clear the field.
        """
        typed = {each: text for each, text in {**self.typed, key: " ".join(value.split())}.items() if text}
        return PositionDraft(self.game_id, self.rules, typed)

    def cards_at(self, place: str) -> tuple[Card, ...]:
        """Return the cards typed at a place; words that are no cards are ignored."""
        found = [read_card(word) for word in self.typed.get(place, "").split()]
        return tuple(card for card in found if card)

    def places_with(self, card: Card) -> list[str]:
        """Return the places that have a card; a place with two copies counts twice."""
        return [place for place in self.places for each in self.cards_at(place) if each == card]

    def put(self, card: Card, place: str) -> "PositionDraft":
        """Return a copy with a card put at a place.

        If all copies of the card are in use, one is removed: at the same place to clear it, else at another.
        """
        at = self.places_with(card)
        draft = self
        if len(at) == Counter(self.game.pack)[card]:
            for _ in range(max(1, at.count(place))):
                draft = draft._without(card, place if place in at else at[0])
            if place in at:
                return draft
        kept = draft.typed.get(place, "")
        return draft.with_value(place, f"{'' if kept == '-' else kept} {card}")

    def _without(self, card: Card, place: str) -> "PositionDraft":
        words = self.typed[place].split()
        words.remove(next(word for word in words if read_card(word) == card))
        return self.with_value(place, " ".join(words))

    # The engine's reading of the input

    @property
    def text(self) -> str:
        """The record of the input, valid or not."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for name, value in game_tags(self.game).items():
            yield f'[{name} "{value}"]'
        if DEALER in self.typed:
            yield f'[Dealer "{self.typed[DEALER]}"]'
        yield "[Deal]" if self.typed.get(START) == DEALT else "[Position]"
        for seat in self.game.seats:
            yield f"{seat}: {self.typed.get(seat, '-')}"
        for key in (STOCK, *self.game.position_facts):
            if key in self.typed:
                yield f"{key}: {self.typed[key]}"
        if MOVES in self.typed:
            yield from ("", self.typed[MOVES])

    @cached_property
    def _replayed(self) -> Replay:
        return replay(read(self.text))

    @property
    def done(self) -> Done:
        """The actions since the position; empty if the position is invalid."""
        return self._replayed.done if self.state else []

    def having_done(self, done: Played) -> "PositionDraft":
        """Return a copy with other actions since the position.

        Args:
            done: All actions since the position, in order.

        Raises:
            Refusal: if an action is not legal.
        """
        moves = record_of(self._replayed.start, done).deals[0].moves
        return self.with_value(MOVES, _written(moves))

    @cached_property
    def read(self) -> State | tuple[str, ...]:
        """The position, or the engine's sentences about its faults."""
        try:
            return self._replayed.end
        except RecordError as error:
            impossible = error.__cause__
            if isinstance(impossible, PositionError):
                return tuple(fault.text for fault in impossible.faults)
            return (error.text,)

    @property
    def state(self) -> State | None:
        """The position; None if it is invalid."""
        return self.read if isinstance(self.read, State) else None

    @property
    def record(self) -> str:
        """The position as a record; empty if it is invalid."""
        return write(read(self.text)) if self.state else ""


def record_in(text: str) -> str:
    """Return the record in a text, which is a record or the file of a puzzle.

    Raises:
        PuzzleError: if the file of the puzzle cannot be read.
    """
    return read_puzzle(text, "brought").record if _PUZZLE.search(text) else text


def taken_from(text: str) -> PositionDraft:
    """Return the input that yields the first position of a record.

    Args:
        text: The record.

    Raises:
        RecordError: if it cannot be read, or breaks a rule.
    """
    record = read(text)
    game, deal = game_of(record), record.deals[0]
    replay(record)
    draft = PositionDraft(game.id, game.options.as_text)
    for seat, cards in deal.hands.items():
        draft = draft.with_value(seat, " ".join(cards) or "-")
    if deal.stock is not None:
        draft = draft.with_value(STOCK, " ".join(deal.stock) or "-")
    moves = tuple(replace(move, comment="") for move in deal.moves)
    done = _written(moves)
    said = {DEALER: deal.dealer or "", START: "" if deal.position else DEALT, **deal.facts, MOVES: done}
    for key, value in said.items():
        draft = draft.with_value(key, value)
    return draft


def _written(moves: tuple[Move, ...]) -> str:
    """Write actions in the notation of a record."""
    return write(Record({}, (Deal({}, moves=moves),))).partition("\n\n")[2] if moves else ""


def example(game: Game, seed: int) -> PositionDraft:
    """Return an example position: a random deal after a few tricks.

    Args:
        seed: The same seed gives the same position.
    """
    found = (_in_the_middle(game, each) for each in count(seed))
    return next(taken_from(write(write_start(state))) for state in found if state)


@lru_cache(maxsize=8)  # the form asks for every field, and again after every card
def field_examples(game_id: str, rules: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return example texts for the fields of a game; always the same.

    Args:
        rules: The rule set and the chosen options by key.
    """
    return example(PositionDraft(game_id, dict(rules)).game, 0).typed


def _in_the_middle(game: Game, seed: int) -> State | None:
    """Play a random deal for a few tricks; None if it ends earlier."""
    chance, state = Random(seed), game.deal(seed)
    while state.to_act is not None:
        shown = state.view(None)
        if len(shown.tricks) >= TRICKS and not shown.trick:
            return state
        view = state.view(state.to_act)
        state = state.apply(chance.choices(view.actions, game.leaning(view))[0])
    return None
