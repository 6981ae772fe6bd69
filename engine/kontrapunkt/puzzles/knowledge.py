"""What puzzles ask of a game beyond its rules: equal cards, settled goals, temptations.

A game's class names what puzzles know of it by the attribute `puzzle_knowledge`, as `module:class`. Of a game
without one they know this much: no two cards are equal, nothing is settled before the end, and a record must
tell the whole deal.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action, Game, Seat, State, Trick
from kontrapunkt.core.registry import class_at
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.puzzles.aim import Aim, side_text, sides_of
from kontrapunkt.record import Replay
from kontrapunkt.record.facts import read_signed
from kontrapunkt.record.text import read_seat
from kontrapunkt.search import Goal, Solver, solver_for
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import name_action, name_argument, rank_name, seat_name, side_name, the_card

Saying = tuple[str, str]
"""A sentence or two, and the id of the rule behind it."""

Mistake = tuple[str, str, str]
"""A wrong answer, why it is wrong, and the id of the rule that it overlooks."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that are counted together.

    Attributes:
        name: What they are called: "cards of the rank king", "trumps".
        cards: The cards.
        rule: The rule by which they belong together, or for which they matter.
    """

    name: str
    cards: frozenset[Card]
    rule: str


class Walk[P: Hashable, M](ABC):
    """What may come of a state, for proofs and habits that go through much of it; equal moves are one.

    `GoalOracle` goes over the engine's own states, and ends where the rules alone tell that the aim is
    reached: what is proved on it does not trust the search that found the cards. A family may have a walk of
    its own (`Knowledge.walk`), over a few numbers, which asks the solver's kernel one question a card; mining
    uses that. Both find the same, position by position.

    Attributes:
        start: The position that it begins with.
    """

    start: P

    def moment(self, at: P) -> Hashable:
        """What two positions share if the same can come of them: all that there is of them."""
        return at

    @abstractmethod
    def decided(self, at: P) -> bool | None:
        """Whether the aim is reached, or missed, whatever is played; None while that is open."""

    @abstractmethod
    def ours(self, at: P) -> bool | None:
        """Whether it is the side's turn; None at the end."""

    @abstractmethod
    def moves(self, at: P) -> Sequence[M]:
        """What may be played, in the order of the hand."""

    def many(self, at: P, move: M) -> int:
        """For how many legal actions a move stands: one, where only copies of a card are equals.

        Args:
            at: The position.
            move: One of its moves.
        """
        return 1

    @abstractmethod
    def keeping(self, at: P) -> Sequence[M]:
        """The moves that keep the aim, where it is the side's turn."""

    def keeps(self, at: P, move: M) -> bool:
        """Whether a move keeps the aim.

        Args:
            at: The position.
            move: One of its moves.
        """
        return move in self.keeping(at)

    @abstractmethod
    def after(self, at: P, move: M) -> P:
        """What a move leads to.

        Args:
            at: The position.
            move: One of its moves.
        """

    @abstractmethod
    def name(self, move: M) -> str:
        """What the move and its equals have in common, as `Knowledge.alike` has it."""

    @abstractmethod
    def worth(self, move: M) -> int:
        """Card points of the card that is played."""

    @abstractmethod
    def gain(self, at: P, move: M) -> int:
        """Card points in the trick after a move: the side's if it is winning it, else the others' below 0.

        Args:
            at: The position.
            move: One of its moves.
        """


class Knowledge[S: State = Any]:
    """What puzzles know of a game."""

    def __init__(self, game: Game) -> None:
        """For a game with its options."""
        self.game = game

    # Words

    kin: ClassVar[tuple[str, ...]] = ("plain",)
    """Who tells what the game has no words of its own for, as keys name them: its family, then anybody."""

    def keys(self, *keys: str) -> Iterator[str]:
        """The keys of sentences as the game may have them, `puzzle.kg.first`, then as its kin may."""
        return (f"puzzle.{who}.{key}" for who in (self.game.prefix.lower(), *self.kin) for key in keys)

    def tell(self, *keys: str, **values: Any) -> str:
        """The first of these sentences that the game has, or else its kin."""
        return catalogue.say(catalogue.first_known(*self.keys(*keys)) or keys[0], **values)

    # Cards

    def alike(self, action: Action) -> str:
        """What equal actions of one hand have in common; the action itself where it has no equal."""
        return self.game.alike(action)

    def worth(self, action: Action) -> int:
        """Card points of the card that is played; 0 where it has none."""
        return 0

    def gain(self, state: S, action: Action, side: Sequence[Seat]) -> int:
        """Card points in the trick after a play: a side's if it is winning it, else the others' below 0.

        Args:
            state: The state.
            action: What the seat to act plays there.
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

    def name(self, action: Action) -> str:
        """An action as a label names it: "king of clubs"; a deed or thing in the game's own words, if any."""
        key = catalogue.first_known(*self.keys(f"label.{action}", f"label.{action.verb}"))
        return catalogue.say(key, what=name_argument(action.argument)) if key else name_action(action)

    deeds: ClassVar[frozenset[str]] = frozenset()
    """Verbs of actions that `name` tells as something that one does: "lay the ten of clubs down"."""

    things: ClassVar[frozenset[str]] = frozenset()
    """Verbs of actions that it tells as a thing: "the open top card". All others are said, or are cards."""

    def spoken(self, action: Action) -> str:
        """An action as a sentence names it: "the king of clubs"; what is said, in quotes."""
        if action.card:
            return the_card(action.card)
        name = self.name(action)
        return name if action.verb in self.things else catalogue.say("puzzle.action", action=name)

    def barred(self, action: Action) -> str:
        """That an action is not allowed, and no more."""
        if action.verb in self.deeds and not action.card:
            return catalogue.say("puzzle.legal.barred.deed", what=self.name(action))
        return catalogue.say("puzzle.legal.barred", pick=catalogue.capital(self.spoken(action)))

    def called(self, card: Card) -> tuple[str, ...]:
        """What a card is called at the table besides its name: "Charlie"."""
        keys = (f"puzzle.called.{card.rank}", f"puzzle.called.{self.game.id}.{card}")
        return tuple(name for key in keys if catalogue.knows(key) for name in catalogue.say(key).split(", "))

    def tempting(self, state: S) -> tuple[Action, ...]:
        """What the seat to act may think of doing, besides playing the cards in the hand."""
        return tuple(action for action in state.actions() if action.card is None)

    def calls(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """What a seat may think of saying, whether it may or not.

        Args:
            state: The state.
            seat: The seat, to act or not.
        """
        return tuple(action for each in self.game.seats for action in state.actions(each))

    def why_allowed(self, state: S, action: Action, seat: Seat | None = None) -> Saying:
        """Why a legal action is legal.

        Args:
            state: The state.
            action: The action.
            seat: Who would do it; the seat to act unless given.
        """
        return self.tell("allowed", action=action), ""

    def why_lost(self, state: S, trick: Trick, seat: Seat) -> Saying:
        """Why a seat does not take a trick; why it does, for the winner."""
        rule = self.game.trick_rules[0]
        if seat == trick.winner:
            return self.tell("winner", seat=seat_name(seat)), rule
        return self.tell("other"), rule

    def why_not_theirs(self, state: S, trick: Trick, seat: Seat) -> str:
        """Why a seat does not take a trick, as it is said while that is still asked: without who does."""
        return self.tell("other")

    def groups(self, state: S) -> Mapping[str, "CardGroup"]:
        """What cards it is worth to count, by a word for each group: a rank, unless the game says it.

        Args:
            state: The state.
        """
        rule = self.game.trick_rules[0]
        return {
            rank: CardGroup(
                catalogue.say("puzzle.group.rank", rank=rank_name(rank)),
                frozenset(card for card in self.game.pack if card.rank == rank),
                rule,
            )
            for rank in dict.fromkeys(card.rank for card in self.game.pack)
        }

    def situation(self, state: S) -> str:
        """How the trick in progress stands, in a sentence; empty for nothing to be said.

        Args:
            state: The state, of which all cards are known.
        """
        return ""

    def standing(self, state: S, action: Action) -> str:
        """What an action does to the trick, and who could undo it, in a sentence or two; empty for nothing.

        Args:
            state: The state, of which all cards are known.
            action: What its seat may do there.
        """
        return ""

    def twists(self, state: S, trick: Trick) -> int:
        """How many things about a trick may mislead."""
        return 0

    # Results

    def name_result(self, end: S) -> str:
        """What the result of a finished deal is called in a list of answers."""
        return self.numbers_told(end.result().seats)

    def numbers_told(self, numbers: Mapping[Seat, int]) -> str:
        """A number for each seat as an answer reads, partners together: "N–S +2, E–W −2"."""
        found = []
        for side in sides_of(self.game).values():
            by_number: dict[int, list[Seat]] = {}
            for seat in side:
                by_number.setdefault(numbers.get(seat, 0), []).append(seat)
            found += [f"{side_name(seats)} {catalogue.signed(number)}" for number, seats in by_number.items()]
        return ", ".join(found)

    def mistake(self, answer: str, mistake: str, rule: str, **values: Any) -> Mistake:
        """A wrong answer.

        Args:
            answer: How it reads.
            mistake: What is wrong with it: the end of the sentence's key, `puzzle.kg.not.twice`.
            rule: The rule that it overlooks.
            values: What the sentence tells.
        """
        return answer, self.tell(f"not.{mistake}", **values), rule

    def mistakes(self, end: S) -> Iterable[Mistake]:
        """Results of a finished deal by one who has a rule of the game wrong."""
        return ()

    def mistaken(self, end: S) -> Iterator[Mistake]:
        """Results that a finished deal does not have but may be thought to.

        Those that are most plausible come first; some may repeat one another, or be right after all. Unless
        the game knows better they have a rule wrong, forget a line of the account, count one twice, or turn
        it round.
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
                    text = catalogue.say(f"puzzle.numbers.{sentence}", text=item.text)
                    yield self.numbers_told(numbers), text, item.rule

    def answer(self, end: S, text: str) -> str | None:
        """A result written in a file, as an answer reads; None if it cannot be read.

        Unless the game knows better it is a number for each seat, `NS 2 EW -2` or `N 8 E -2`; who is left out
        has 0.
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

    def before_counting(self) -> str:
        """What to look at first when a result is asked for."""
        return self.tell("first")

    def counts(self, end: S, action: Action) -> bool:
        """Whether a card that was played is one to be added up for the result.

        Args:
            end: The finished deal.
            action: The card.
        """
        return self.worth(action) > 0

    def steps(self, end: S) -> int:
        """How many findings lead to the result of a finished deal."""
        return len(end.result().items)

    # Goals

    @cached_property
    def solver(self) -> Any:
        """The game's solver, for what it can tell of a deal without a search."""
        return solver_for(self.game)

    def sides(self, state: S) -> Mapping[str, tuple[Seat, ...]]:
        """The sides that may have a goal at a state, as puzzles name them."""
        return {side_text(seats): seats for seats in self.teams(state)}

    def teams(self, state: S) -> Iterable[tuple[Seat, ...]]:
        """The same, seat by seat: those of the game."""
        return sides_of(self.game).values()

    def outcome(self, aim: Aim, solver: Solver) -> str:
        """A target of the goal `result` as an infinitive clause: "win the deal"."""
        return str(solver.describe(aim.goal, aim.target))

    def in_other_words(self, aim: Aim, state: S) -> str:
        """What an aim comes to, for one who does not see how to begin.

        Args:
            aim: The aim.
            state: The state.
        """
        return self.tell(f"words.{aim.goal.kind}", "words", side=aim.name)

    def left_of(self, aim: Aim, start: S, state: S) -> Aim:
        """What is left of an aim once some of what it counts has been taken.

        Args:
            aim: The aim.
            start: The state that it counts from.
            state: A state that came of it.
        """
        if aim.goal.kind not in (*_COUNTED, "no-tricks"):
            return aim
        taken = _counted(aim.goal, state) - _counted(aim.goal, start)
        if aim.goal.kind == "no-tricks" and taken:
            taken = -1  # out of reach for the one side, certain for the other
        return replace(aim, target=aim.target - taken) if taken else aim

    def decided(self, aim: Aim, state: S) -> bool | None:
        """Whether an aim is reached, or missed, whatever is played from here; None while that is open.

        Args:
            aim: What is left of the aim at the state.
            state: The state.
        """
        if state.to_act is None and aim.goal.kind in _COUNTED:
            return aim.reached(0)
        return None

    def moment(self, goal: Goal, state: S) -> Hashable:
        """What two states of one ending share if the same can come of them.

        Args:
            goal: What matters of it.
            state: The state.
        """
        return state

    def walk(self, aim: Aim, solver: Solver, state: S) -> Walk[Any, Any] | None:
        """A quick walk from a state that an aim counts from; None where there is none.

        Args:
            aim: The aim.
            solver: The game's solver; it has to be able to solve the state.
            state: The state.
        """
        return None

    # Mining

    points_alone: ClassVar[bool] = False
    """Whether card points are all there is to play for, so that to give some away is a mistake to ask for."""

    cards_mined: ClassVar[int] = 16
    """Cards in a hand at most where puzzles are looked for by search, unless more are asked for."""

    def liking(self, state: S, action: Action) -> float:
        """How much a player of some sense likes an action, beyond what it brings in the trick at once."""
        return 0.0

    def aims(self, state: S) -> tuple[Goal, ...]:
        """The goals that a puzzle of this state may ask for, the most instructive first."""
        return ()

    def themes(self, kind: str, goal: Goal | None, before: S, action: Action | None) -> tuple[str, ...]:
        """What a puzzle is about, of `model.THEMES`.

        Args:
            kind: Its kind.
            goal: Its goal; None for none.
            before: The state that matters.
            action: What matters there; None for nothing in particular.
        """
        return ("result",)

    def form(self, state: S, seat: Seat) -> str:
        """A state as it looks from a seat, up to what makes no difference: two of one form ask the same.

        Args:
            state: The state.
            seat: The seat.
        """
        return f"{seat} {state.as_deal()}"

    # Where positions come from

    def why_unreachable(self, played: Replay) -> str:
        """Why it cannot be shown that a record's start can arise; empty if it can."""
        return self.tell("no_witness") if played.deal.position else ""


_COUNTED: Final = ("points", "difference", "tricks")
"""The kinds of goals for which something is counted, trick by trick."""


def _counted(goal: Goal, state: State) -> int:
    """What card points or tricks have come to since the record began, for a goal that counts them.

    A goal of two partners counts what both have, where each of them has a pile, too. A state of ours tells
    them without a view.
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


def knowledge_of(game: Game) -> Knowledge:
    """What puzzles know of a game."""
    if not game.puzzle_knowledge:
        return Knowledge(game)
    knowledge: Knowledge = class_at(game.puzzle_knowledge, Knowledge)(game)
    return knowledge
