"""Base class for the knowledge of a game that puzzles need beyond its rules.

Examples are equal cards, decided goals and temptations. A game's class names its knowledge in the attribute
`puzzle_knowledge`, as `module:class`. For a game without one, no two cards are equal, nothing is decided
before the end, and a record must show the whole deal.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action, Game, Seat, State, Trick
from kontrapunkt.core.messages import (
    Message,
    Text,
    action_name,
    argument_name,
    capital,
    rank_name,
    row,
    say,
    seat_name,
    side_name,
    the_card,
)
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.registry import class_at
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.puzzles.aim import Aim, side_text, sides_of
from kontrapunkt.record import Replay
from kontrapunkt.record.facts import read_signed
from kontrapunkt.record.text import read_seat
from kontrapunkt.search import Goal, Solver, solver_for
from kontrapunkt.text import catalogue

Saying = tuple[Text, str]
"""A sentence or two, and the id of the rule behind it."""

Mistake = tuple[Text, Text, str]
"""A wrong answer, the reason why it is wrong, and the rule that it overlooks."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that are counted together.

    Attributes:
        name: The name, as in "cards of the rank king" or "trumps".
        rule: The rule that makes them a group, or for which they matter.
    """

    name: Text
    cards: frozenset[Card]
    rule: str


@old_names(decided="certain_outcome", keeping="goal_keeping_moves")
class Walk[P: Hashable, M](ABC):
    """The positions that can follow a state, for proofs and habits.

    Equal moves are one move.

    `GoalOracle` is a walk over the engine's own states. It ends where the rules alone decide the goal, so a
    proof on it does not depend on the search that found the cards. A family may have its own walk
    (`Knowledge.walk`) over a few numbers, which asks the solver's kernel once for each card; mining uses it.
    Both have the same results, position by position.

    Attributes:
        start: The first position.
    """

    start: P

    def moment(self, at: P) -> Hashable:
        """Return a key that is equal for positions with the same future."""
        return at

    @abstractmethod
    def certain_outcome(self, at: P) -> bool | None:
        """Return True if the goal is reached for certain, False if missed; None if open."""

    @abstractmethod
    def ours(self, at: P) -> bool | None:
        """Return True if the side is to act; None at the end."""

    @abstractmethod
    def moves(self, at: P) -> Sequence[M]:
        """Return the moves, in the order of the hand."""

    def many(self, at: P, move: M) -> int:
        """Return the number of legal actions that a move represents.

        It is 1 where only copies of a card are equals.
        """
        return 1

    @abstractmethod
    def goal_keeping_moves(self, at: P) -> Sequence[M]:
        """Return the moves that keep the goal, if the side is to act."""

    def keeps(self, at: P, move: M) -> bool:
        """Return True if a move keeps the goal."""
        return move in self.goal_keeping_moves(at)

    @abstractmethod
    def after(self, at: P, move: M) -> P:
        """Return the position after a move."""

    @abstractmethod
    def name(self, move: M) -> str:
        """Return a name that a move shares with its equals, as in `Knowledge.alike`."""

    @abstractmethod
    def worth(self, move: M) -> int:
        """Return the card points of the card played."""

    @abstractmethod
    def gain(self, at: P, move: M) -> int:
        """Return the card points of the trick after a move.

        They are negative if the other side is winning it.
        """


@old_names(decided="certain_outcome", spoken="action_phrase", called="other_names", left_of="remaining_aim")
class Knowledge[S: State]:
    """The knowledge of a game that puzzles need."""

    def __init__(self, game: Game) -> None:
        """Create the knowledge of a game with its options."""
        self.game = game

    # Words

    kin: ClassVar[tuple[str, ...]] = ("plain",)
    """The prefixes of keys to try after the game's own: family, then general."""

    def keys(self, *keys: str) -> Iterator[str]:
        """Yield the keys of sentences for the game, as in `puzzle.kg.first`, then its kin."""
        return (f"puzzle.{who}.{key}" for who in (self.game.prefix.lower(), *self.kin) for key in keys)

    def tell(self, *keys: str, **values: Any) -> Message:
        """Return the first of these sentences that the game has, or else its kin."""
        return say(catalogue.first_known(*self.keys(*keys)) or keys[0], **values)

    # Cards

    def alike(self, action: Action) -> str:
        """Return a name that equal actions of one hand share."""
        return self.game.alike(action)

    def worth(self, action: Action) -> int:
        """Return the card points of the card played; 0 if there is no card."""
        return 0

    def gain(self, state: S, action: Action, side: Sequence[Seat]) -> int:
        """Return the card points of the trick after a play.

        They are negative if another side is winning it.

        Args:
            side: The seats of the side.
        """
        view = state.apply(action).view(None)
        trick = view.trick
        if not trick:
            last = view.tricks[-1]
            points = last.card_points or 0
            return points if last.winner in side else -points
        points = sum(self.worth(Action(play.card)) for play in trick)
        winning = view.best is not None and trick[view.best].seat in side
        return points if winning else -points

    def name(self, action: Action) -> Text:
        """Return the label of an action, as in "king of clubs".

        Other actions have the game's own words, if any.
        """
        key = catalogue.first_known(*self.keys(f"label.{action}", f"label.{action.verb}"))
        return say(key, what=argument_name(action.argument)) if key else action_name(action)

    deeds: ClassVar[frozenset[str]] = frozenset()
    """Verbs of actions that `name` puts as a task, as in "lay the ten of clubs down"."""

    things: ClassVar[frozenset[str]] = frozenset()
    """Verbs of actions that `name` puts as a thing, as in "the face-up top card".

    All other actions are calls or cards.
    """

    def action_phrase(self, action: Action) -> Text:
        """Return an action in a sentence: "the king of clubs", or a call in quotes."""
        if action.card:
            return the_card(action.card)
        name = self.name(action)
        return name if action.verb in self.things else say("puzzle.action", action=name)

    def barred(self, action: Action) -> Text:
        """Return a sentence that an action is not allowed, without a reason."""
        if action.verb in self.deeds and not action.card:
            return say("puzzle.legal.barred.deed", what=self.name(action))
        return say("puzzle.legal.barred", pick=capital(self.action_phrase(action)))

    def other_names(self, card: Card) -> tuple[str, ...]:
        """Return other names of a card at the table, as in "Karlchen"."""
        keys = (f"puzzle.called.{card.rank}", f"puzzle.called.{self.game.id}.{card}")
        return tuple(name for key in keys if catalogue.knows(key) for name in str(say(key)).split(", "))

    def tempting(self, state: S) -> tuple[Action, ...]:
        """Return the actions that the seat to act may consider beside the cards in hand."""
        return tuple(action for action in state.actions() if action.card is None)

    def calls(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return the calls that a seat may consider, legal or not.

        Args:
            seat: Any seat, to act or not.
        """
        return tuple(action for each in self.game.seats for action in state.actions(each))

    def why_allowed(self, state: S, action: Action, seat: Seat | None = None) -> Saying:
        """Return the reason that a legal action is legal.

        Args:
            seat: The seat that acts; the seat to act unless given.
        """
        return self.tell("allowed", action=action), ""

    def why_lost(self, state: S, trick: Trick, seat: Seat) -> Saying:
        """Return the reason that a seat does not win a trick, or that it does."""
        rule = self.game.trick_rules[0]
        if seat == trick.winner:
            return self.tell("winner", seat=seat_name(seat)), rule
        return self.tell("other"), rule

    def why_not_theirs(self, state: S, trick: Trick, seat: Seat) -> Text:
        """Return the reason that a seat does not win a trick, without naming the winner."""
        return self.tell("other")

    def groups(self, state: S) -> Mapping[str, "CardGroup"]:
        """Return the groups of cards worth counting; by rank, unless a game has others."""
        rule = self.game.trick_rules[0]
        return {
            rank: CardGroup(
                say("puzzle.group.rank", rank=rank_name(rank)),
                frozenset(card for card in self.game.pack if card.rank == rank),
                rule,
            )
            for rank in dict.fromkeys(card.rank for card in self.game.pack)
        }

    def situation(self, state: S) -> Text:
        """Describe the trick in progress in a sentence; empty if there is nothing to say.

        Args:
            state: The state, with all cards known.
        """
        return ""

    def standing(self, state: S, action: Action) -> Text:
        """Describe the effect of an action on the trick, and the cards that could undo it.

        It is a sentence or two, or empty if there is nothing to say.

        Args:
            state: The state, with all cards known.
            action: A legal action of the seat to act.
        """
        return ""

    def twists(self, state: S, trick: Trick) -> int:
        """Count the features of a trick that may mislead."""
        return 0

    # Results

    def name_result(self, end: S) -> Text:
        """Return the name of a finished deal's result in a list of answers."""
        return self.numbers_told(end.result().seats)

    def numbers_told(self, numbers: Mapping[Seat, int]) -> Text:
        """Return a number for each seat as an answer, as in "N–S +2, E–W −2"."""
        found: list[Text] = []
        for side in sides_of(self.game).values():
            by_number: dict[int, list[Seat]] = {}
            for seat in side:
                by_number.setdefault(numbers.get(seat, 0), []).append(seat)
            found += [
                row((side_name(seats), catalogue.signed(number))) for number, seats in by_number.items()
            ]
        return row(found, ", ")

    def mistake(self, answer: Text, mistake: str, rule: str, **values: Any) -> Mistake:
        """Return a wrong answer.

        Args:
            answer: The text of the answer.
            mistake: The end of the key of its sentence, as in `puzzle.kg.not.twice`.
            rule: The rule that it overlooks.
            values: The values of the sentence.
        """
        return answer, self.tell(f"not.{mistake}", **values), rule

    def mistakes(self, end: S) -> Iterable[Mistake]:
        """Yield the results of a finished deal if a rule of the game is misunderstood."""
        return ()

    def mistaken(self, end: S) -> Iterator[Mistake]:
        """Yield wrong results that a finished deal may seem to have.

        The most plausible come first; some may be equal to each other, or to the right result. Unless a game
        has its own, they follow from a misunderstood rule, or from a line of the account that is forgotten,
        counted twice or reversed.
        """
        yield from self.mistakes(end)
        result = end.result()
        for sentence, factor in (("forgets", -1), ("twice", 1), ("turns", -2)):
            for item in result.items:
                if any(item.seats.values()):
                    numbers = {
                        seat: number + factor * item.seats.get(seat, 0)
                        for seat, number in result.seats.items()
                    }
                    text = say(f"puzzle.numbers.{sentence}", text=item.said)
                    yield self.numbers_told(numbers), text, item.rule

    def answer(self, end: S, text: str) -> Text | None:
        """Return the answer for a result written in a file; None if it cannot be read.

        Unless a game has its own form, it is a number for each seat, as in `NS 2 EW -2` or `N 8 E -2`; other
        seats have 0.
        """
        given = text.split()
        numbers: dict[Seat, int] = {}
        for who, number in zip(given[::2], given[1::2], strict=False):
            seats = [read_seat(letter) for letter in who]
            value = read_signed(number)
            if value is None or not all(seat in self.game.seats and seat not in numbers for seat in seats):
                return None
            numbers.update({seat: value for seat in seats if seat})
        return self.numbers_told(numbers) if numbers and len(given) % 2 == 0 else None

    def before_counting(self) -> Text:
        """Return the first thing to look at when a result is asked for."""
        return self.tell("first")

    def counts(self, end: S, action: Action) -> bool:
        """Return True if a card that was played counts for the result."""
        return self.worth(action) > 0

    def steps(self, end: S) -> int:
        """Count the findings that lead to the result of a finished deal."""
        return len(end.result().items)

    # Goals

    @cached_property
    def solver(self) -> Any:
        """The game's solver, for facts about a deal that need no search."""
        return solver_for(self.game)

    def sides(self, state: S) -> Mapping[str, tuple[Seat, ...]]:
        """Return the sides that may have a goal at a state, by their names in puzzles."""
        return {side_text(seats): seats for seats in self.teams(state)}

    def teams(self, state: S) -> Iterable[tuple[Seat, ...]]:
        """Return the same as seats; unless a game has others, the sides of the game."""
        return sides_of(self.game).values()

    def outcome(self, aim: Aim, solver: Solver[Any, Any]) -> Text:
        """Return a target of the goal `result` as an infinitive clause: "win the deal"."""
        return solver.describe(aim.goal, aim.target)

    def in_other_words(self, aim: Aim, state: S) -> Text:
        """Explain an aim in other words, for a reader who does not see how to begin."""
        return self.tell(f"words.{aim.goal.kind}", "words", side=aim.name)

    def remaining_aim(self, aim: Aim, start: S, state: S) -> Aim:
        """Return the rest of an aim after part of what it counts has been taken.

        Args:
            start: The state from which the aim counts.
            state: A later state.
        """
        if aim.goal.kind not in (*_COUNTED, "no-tricks"):
            return aim
        taken = _counted(aim.goal, state) - _counted(aim.goal, start)
        if aim.goal.kind == "no-tricks" and taken:
            taken = -1  # no longer possible for one side, certain for the other
        return replace(aim, target=aim.target - taken) if taken else aim

    def certain_outcome(self, aim: Aim, state: S) -> bool | None:
        """Return True if an aim is reached for certain, False if missed; None if open.

        Args:
            aim: The rest of the aim at the state.
        """
        if state.to_act is None and aim.goal.kind in _COUNTED:
            return aim.reached(0)
        return None

    def moment(self, goal: Goal, state: S) -> Hashable:
        """Return a key that is equal for states of one ending with the same future.

        Args:
            goal: The goal for which they must be equal.
        """
        return state

    def walk(self, aim: Aim, solver: Solver[Any, Any], state: S) -> Walk[Any, Any] | None:
        """Return a quick walk from a state, if there is one; the aim counts from there.

        Args:
            solver: The game's solver, which must be able to solve the state.
        """
        return None

    # Mining

    points_alone: ClassVar[bool] = False
    """True if only card points count, so that losing some is a mistake to ask about."""

    cards_mined: ClassVar[int] = 16
    """The most cards in a hand for mining with a search, unless a user asks for more."""

    def liking(self, state: S, action: Action) -> float:
        """Return the preference of a sensible player for an action, beside its gain."""
        return 0.0

    def aims(self, state: S) -> tuple[Goal, ...]:
        """Return the possible goals of a puzzle of this state, most instructive first."""
        return ()

    def themes(self, kind: str, goal: Goal | None, before: S, action: Action | None) -> tuple[str, ...]:
        """Return the themes of a puzzle, from `model.THEMES`.

        Args:
            kind: Its kind.
            goal: Its goal; None for none.
            before: The state that matters.
            action: The action that matters there; None for none.
        """
        return ("result",)

    def form(self, state: S, seat: Seat) -> str:
        """Return a key for the state as a seat sees it; equal keys ask the same question."""
        return f"{seat} {state.as_deal()}"

    # Origin of positions

    def why_unreachable(self, played: Replay) -> Text:
        """Return the reason that a start cannot be proved possible; empty if it can."""
        return self.tell("no_witness") if played.deal.position else ""


_COUNTED: Final = ("points", "difference", "tricks")
"""The kinds of goals that count something, trick by trick."""


def _counted(goal: Goal, state: State) -> int:
    """Return the card points or tricks since the record began, for a counting goal.

    For partners with a pile each, the goal counts both. A state of our own games tells the numbers without a
    view.
    """
    tricks = goal.kind not in ("points", "difference")
    if isinstance(state, DealState):
        numbers: Sequence[int] = state.taken if tricks else state.card_points
    else:
        piles = state.view(None).piles
        numbers = [(pile.tricks if tricks else pile.card_points) or 0 for pile in piles]
    sides, seats = state.game.sides, {*goal.seats}
    own = sum(number for side, number in zip(sides, numbers, strict=True) if {*side} & seats)
    return 2 * own - sum(numbers) if goal.kind == "difference" else own


def knowledge_of(game: Game) -> Knowledge[Any]:
    """Return the puzzle knowledge of a game."""
    if not game.puzzle_knowledge:
        return Knowledge(game)
    knowledge: Knowledge[Any] = class_at(game.puzzle_knowledge, Knowledge)(game)
    return knowledge
