"""A position as it is being entered: what was typed, and what the engine makes of it."""

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
"""Whether the cards are those dealt, so that it says `deal`; or those of a moment in the middle of play."""
DEALT: Final = "deal"
MOVES: Final = "moves"
"""What has been done since the cards lay so, as a record says it."""
_PUZZLE: Final = re.compile(r'^\s*kind\s*=\s*"', re.MULTILINE)
"""What the file of a puzzle has, and no record."""

TRICKS: Final = 3
"""So many tricks are played before a position that is dealt as an example."""


@dataclass(frozen=True)
class PositionDraft:
    """A position as it is being entered.

    Attributes:
        game_id: The game's id.
        rules: The rule set and the options that were chosen, by key.
        typed: What stands in each place, as it was typed: cards of a seat or of the stock, facts.
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
        """Where cards go: the seats, and the stock."""
        return (*self.game.seats, STOCK)

    @property
    def facts(self) -> tuple[str, ...]:
        """What may be said beside the cards."""
        return (DEALER, *self.game.position_facts, MOVES)

    def having(self, key: str, value: str) -> "PositionDraft":
        """The same with something typed otherwise.

        Args:
            key: A place for cards, or a fact.
            value: What stands there; nothing where it is empty.
        """
        typed = {each: text for each, text in {**self.typed, key: " ".join(value.split())}.items() if text}
        return PositionDraft(self.game_id, self.rules, typed)

    def held(self, place: str) -> tuple[Card, ...]:
        """The cards at a place, as far as what stands there can be read as cards."""
        found = [read_card(word) for word in self.typed.get(place, "").split()]
        return tuple(card for card in found if card)

    def where(self, card: Card) -> list[str]:
        """The places that have a card; one that has it twice is there twice."""
        return [place for place in self.places for each in self.held(place) if each == card]

    def put(self, card: Card, place: str) -> "PositionDraft":
        """The same with a card put to a place.

        If the pack has no more of it, it is taken away where it lies there, or else comes from elsewhere.

        Args:
            card: The card.
            place: A place for cards.
        """
        at = self.where(card)
        draft = self
        if len(at) == Counter(self.game.pack)[card]:
            for _ in range(max(1, at.count(place))):
                draft = draft._without(card, place if place in at else at[0])
            if place in at:
                return draft
        kept = draft.typed.get(place, "")
        return draft.having(place, f"{'' if kept == '-' else kept} {card}")

    def _without(self, card: Card, place: str) -> "PositionDraft":
        words = self.typed[place].split()
        words.remove(next(word for word in words if read_card(word) == card))
        return self.having(place, " ".join(words))

    # What the engine makes of it

    @property
    def text(self) -> str:
        """The record of what was typed, whether or not it can be read."""
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
        """What has been done since the cards lay so, where there is a position."""
        return self._replayed.done if self.state else []

    def having_done(self, done: Played) -> "PositionDraft":
        """The same position after something else.

        Args:
            done: What has been done since the cards lay so.

        Raises:
            Refusal: if something of it is not legal.
        """
        moves = record_of(self._replayed.start, done).deals[0].moves
        return self.having(MOVES, _written(moves))

    @cached_property
    def read(self) -> State | tuple[str, ...]:
        """The position; or what is impossible about it, in the engine's own sentences."""
        try:
            return self._replayed.end
        except RecordError as error:
            impossible = error.__cause__
            if isinstance(impossible, PositionError):
                return tuple(fault.text for fault in impossible.faults)
            return (error.text,)

    @property
    def state(self) -> State | None:
        """The position; None while it is none."""
        return self.read if isinstance(self.read, State) else None

    @property
    def record(self) -> str:
        """The position as the engine writes it; empty while it is none."""
        return write(read(self.text)) if self.state else ""


def record_in(text: str) -> str:
    """The record in a text: itself, or that of the puzzle whose file it is.

    Args:
        text: The text.

    Raises:
        PuzzleError: if it is the file of a puzzle that cannot be read.
    """
    return read_puzzle(text, "brought").record if _PUZZLE.search(text) else text


def taken_from(text: str) -> PositionDraft:
    """What one would have typed for the position that a record begins with.

    Args:
        text: The record.

    Raises:
        RecordError: if it cannot be read, or breaks a rule.
    """
    record = read(text)
    game, deal = game_of(record), record.deals[0]
    replay(record)
    draft = PositionDraft(game.id, game.options.written)
    for seat, cards in deal.hands.items():
        draft = draft.having(seat, " ".join(cards) or "-")
    if deal.stock is not None:
        draft = draft.having(STOCK, " ".join(deal.stock) or "-")
    moves = tuple(replace(move, comment="") for move in deal.moves)
    done = _written(moves)
    said = {DEALER: deal.dealer or "", START: "" if deal.position else DEALT, **deal.facts, MOVES: done}
    for key, value in said.items():
        draft = draft.having(key, value)
    return draft


def _written(moves: tuple[Move, ...]) -> str:
    """What was done, as a record says it."""
    return write(Record({}, (Deal({}, moves=moves),))).partition("\n\n")[2] if moves else ""


def example(game: Game, seed: int) -> PositionDraft:
    """A position to begin with: what a random deal has come to after a few tricks.

    Args:
        game: The game.
        seed: The same seed gives the same position.
    """
    found = (_in_the_middle(game, each) for each in count(seed))
    return next(taken_from(write(write_start(state))) for state in found if state)


@lru_cache(maxsize=8)  # a form asks for each of its fields, and again with every card that is put
def such(game_id: str, rules: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """What may be typed for a position of a game, field by field: an example that is always the same.

    Args:
        game_id: The game's id.
        rules: The rule set and the options that were chosen, each with its key.
    """
    return example(PositionDraft(game_id, dict(rules)).game, 0).typed


def _in_the_middle(game: Game, seed: int) -> State | None:
    """A random deal after a few tricks; None where it does not come to so many."""
    chance, state = Random(seed), game.deal(seed)
    while state.to_act is not None:
        shown = state.view(None)
        if len(shown.tricks) >= TRICKS and not shown.trick:
            return state
        view = state.view(state.to_act)
        state = state.apply(chance.choices(view.actions, game.leaning(view))[0])
    return None
