"""What every kind of puzzle is: Kind, its families Picking and Playing, Pick, Report; and the kinds we have.

A kind is opened from a puzzle's file (`open_puzzle`): that replays the record and does no more. What it
asks, its hints and its solution are worked out when first asked for; `check` tells whether it is sound. A new
kind is a file and a line in `KINDS`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import perf_counter
from typing import ClassVar, Final

from kontrapunkt.core.deal import nearest, short
from kontrapunkt.core.interface import Action, Game, Seat, State, View
from kontrapunkt.core.registry import PluginLoadError, Registry
from kontrapunkt.puzzles.aim import Aim, fits
from kontrapunkt.puzzles.difficulty import difficulty
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.knowledge import Knowledge, knowledge_of
from kontrapunkt.puzzles.model import THEMES, Puzzle, PuzzleError
from kontrapunkt.puzzles.phrasing import AnswerCandidate, card_answer, given_away, named, spoken, wish
from kontrapunkt.record import Record, RecordError, Replay, read, replay
from kontrapunkt.search import Goal, GoalError, Solver, Unsolvable, Value, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_name, turn_name

_PARTS: Final = re.compile("[;:,] ")

REACHED: Final = "reached"
"""The key of what an author says when the goal of a position that is played out has been reached."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Something that the reader may choose.

    Attributes:
        key: What it is called in a log: a card or action, a seat, a number, a step of the record.
        label: What it is, in plain words.
        right: Whether it is right to choose it.
        text: Why it is right or wrong, in a sentence or two.
        rule: The rule behind it; empty for none.
        veiled: What is said to it while the answer is still looked for, if it is wrong: nothing that is right
            is named. As `text` where empty.
    """

    key: str
    label: str
    right: bool
    text: str
    rule: str = ""
    veiled: str = ""

    @property
    def told(self) -> str:
        """What is said to a reader who picks it."""
        return self.text if self.right else self.veiled or self.text


@dataclass(slots=True)
class Report:
    """What a check has found, so far while it goes on.

    Attributes:
        faults: Why the puzzle is not sound, in sentences; empty if it is.
        notes: What else there is to know: duals, defences, refutations.
        features: What was measured, by name; `difficulty.py` says what the names mean.
        difficulty: What the features come to, from 1 to 5; 0 before.
        nodes: Positions looked at.
        seconds: How long it took.
    """

    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    features: dict[str, float] = field(default_factory=dict)
    difficulty: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults

    def fault(self, sentence: str, /, **values: object) -> None:
        """Adds a fault by the key of its sentence."""
        self.faults += (catalogue.say(sentence, **values),)

    def note(self, sentence: str, /, **values: object) -> None:
        """Adds a note by the key of its sentence."""
        self.notes += (catalogue.say(sentence, **values),)


class PuzzleKind(ABC):
    """A puzzle that can be solved.

    Attributes:
        name: The kind's name in a file.
        weights: What each feature adds to its difficulty, as `difficulty.weight` sums them up.
        takes: The keys of a file that only some kinds have, and this one does.
        needs: Those of them that it cannot do without.
        puzzle: The puzzle.
        game: The game with the record's options.
        knowledge: What puzzles know of this game.
        played: The record's last deal, replayed.
        at: After how many of its actions the question is asked.
        state: The state then.
        many: Whether all that is right is to be marked, before an answer comes; else one choice is the
            answer.
        patience: Positions that its proof tree may have; 0 for any number.
    """

    patience: int = 0
    many: ClassVar[bool] = False
    name: ClassVar[str]
    weights: ClassVar[Mapping[str, float]] = {
        "choices": 0.4, "losing": 1.0, "decisions": 0.8, "depth": 0.5, "tree": 0.3, "finders": -0.4,
    }  # fmt: skip
    takes: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[str, ...]] = ()

    def __init__(self, puzzle: Puzzle) -> None:
        """Replays the record.

        Raises:
            PuzzleError: if it cannot be read or replayed, or the puzzle asks for what is not there.
        """
        self.puzzle = puzzle
        for key in ("side", "seat", "goal", "target", "answers"):
            given = getattr(puzzle, key) not in ("", None, ())
            if given and key not in self.takes:
                raise puzzle.error(key, "puzzle.key.not_this_kind", key=key, kind=self.name)
            if not given and key in self.needs:
                raise puzzle.error("kind", "puzzle.key.missing", key=key)
        for theme in puzzle.themes:
            if theme not in THEMES:
                raise puzzle.error("themes", "puzzle.theme.unknown", theme=theme, themes=", ".join(THEMES))
        if not puzzle.themes:
            raise puzzle.error("themes", "puzzle.theme.none")
        self.played = self._replayed()
        self.game: Game = self.played.game
        self.knowledge: Knowledge = knowledge_of(self.game)
        steps = len(self.played.steps)
        self.at = self.opening() if puzzle.at is None else puzzle.at
        if self.at > steps:
            raise self.error_there("puzzle.at", n=steps)
        self.state: State = self.played.states[self.at]

    def _replayed(self) -> Replay:
        puzzle = self.puzzle
        try:
            record: Record = read(puzzle.record)
            if record.deals[-1].hidden:
                raise puzzle.error("record", "puzzle.hidden")
            return replay(record, len(record.deals) - 1)
        except RecordError as error:
            raise PuzzleError(error.text, puzzle.line("record") + error.line - 1) from None

    def error_there(self, sentence: str, /, **values: object) -> PuzzleError:
        """An error about the moment that is asked about, by the key of its sentence."""
        return self.puzzle.error("at" if self.puzzle.at is not None else "record", sentence, **values)

    def opening(self) -> int:
        """The step at which the question is asked unless the file says it."""
        return len(self.played.steps)

    # What the reader meets

    @cached_property
    def question(self) -> str:
        """What is asked, in a sentence or two."""
        return self.puzzle.question or self.ask()

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """Hints in steps: the goal in other words, the trick that matters, the cards to compare, the card."""
        return self.puzzle.hints or self.hint()

    @cached_property
    def solution(self) -> tuple[str, ...]:
        """The solution, in paragraphs of plain text."""
        return self.solve()

    def ask(self) -> str:
        """The question, worked out."""
        return catalogue.say(f"puzzle.{self.name}.ask")

    @abstractmethod
    def hint(self) -> tuple[str, ...]:
        """The hints, worked out."""

    @abstractmethod
    def solve(self) -> tuple[str, ...]:
        """The solution, worked out."""

    def answer_of(self, action: Action, key: str, right: bool) -> AnswerCandidate:
        """An action as something that may be taken for the answer."""
        label, card = self.knowledge.name(action), action.carries
        if card is None:
            return AnswerCandidate(key, right, (label, str(action)))
        return card_answer(key, right, card, self.knowledge.called(card), label)

    @property
    def lying(self) -> tuple[AnswerCandidate, ...]:
        """The cards of the trick in progress: a text may name them, and they are no answers."""
        return tuple(
            card_answer(f"trick {play.card}", False, play.card, self.knowledge.called(play.card))
            for play in self.state.view(None).trick
        )

    def reply(self, key: str, text: str) -> str:
        """What is said to an action or pick: the author's words, if there are any, instead of ours."""
        return self.puzzle.replies.get(key, text)

    # Whether it is sound

    def check(self, any_difficulty: bool = False, patience: int = 0, arising: bool = True) -> Report:
        """Looks for whatever is wrong with the puzzle, and measures how hard it is.

        Args:
            any_difficulty: Whether the difficulty that the file gives does not matter.
            patience: Positions of the proof tree after which that is a fault, too; 0 for never.
            arising: Whether it has to be shown that its start can arise.
        """
        self.patience = patience
        began = perf_counter()
        report = Report()
        reason = arising and self.knowledge.why_unreachable(self.played)
        if reason:
            report.fault("puzzle.unreachable", reason=reason)
        self.examine(report)
        if not (patience and report.faults):  # mining wants no more than the first fault
            self._check_words(report)
        report.difficulty = difficulty(self.weights, report.features)
        if report.difficulty != self.puzzle.difficulty and not any_difficulty:
            report.fault("puzzle.difficulty.other", said=self.puzzle.difficulty, n=report.difficulty)
        report.seconds = perf_counter() - began
        return report

    @abstractmethod
    def examine(self, report: Report) -> None:
        """Looks for faults of this kind, and measures its features."""

    @abstractmethod
    def knows_reply(self, key: str) -> bool:
        """Whether an author's reply of that key can ever be said."""

    @cached_property
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """All that may be taken for the answer, and what it is called; empty where that has no names.

        What a text may name without giving anything away stands among them as wrong.
        """
        return ()

    def refutes(self, key: str) -> bool:
        """Whether an author's reply of that key is said to something wrong."""
        return False

    def named(self, text: str) -> str:
        """The words by which a text names something that is right; empty if it does not."""
        right = {answer.key for answer in self.possible if answer.right}
        found = named(text, self.possible, self.strangers)
        return next((words for key, words in found.items() if key in right), "")

    @property
    def strangers(self) -> tuple[Seat, ...]:
        """The seats whose cards are no answers."""
        return ()

    def _check_words(self, report: Report) -> None:
        """Looks whether replies can be said at all, and whether the answer is named before it is found."""
        for key in self.puzzle.replies:
            if not self.knows_reply(key):
                report.fault("puzzle.reply.stray", key=key)
        for key in ("title", "story", "question"):
            told = given_away(getattr(self.puzzle, key), self.possible, self.many and key == "title")
            if told:
                report.fault(f"puzzle.tells.{key}", words=told)
        for key, text in self.puzzle.replies.items():
            told = self.named(text) if self.refutes(key) else ""
            if told:
                report.fault("puzzle.tells.reply", key=key, words=told)


HANDS: Final = ("hand", "card")
"""Where picks lie that are picked among the cards of a hand."""


class ChoicePuzzle(PuzzleKind):
    """A puzzle where something is picked.

    Attributes:
        place: Where the picks lie: in the `hand`, where all that is right is marked; a `card` of it; at the
            `seats`, below the `trick`, among the `tricks`, in a `list`, or as `calls` below the table.
    """

    place: ClassVar[str]

    @cached_property
    def picks(self) -> tuple[Pick, ...]:
        """What may be picked."""
        return tuple(map(self._worded, self._offered))

    @cached_property
    def _offered(self) -> tuple[Pick, ...]:
        return self.offer()

    def _worded(self, pick: Pick) -> Pick:
        if pick.key in self.puzzle.replies:
            return replace(pick, text=self.puzzle.replies[pick.key])
        return pick if pick.right else replace(pick, veiled=self.veil(pick))

    @cached_property
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """The picks by their labels, whole or in parts; actions by name, and what lies in the trick."""
        if self.place in (*HANDS, "calls"):
            picks = [self.answer_of(Action(pick.key), pick.key, pick.right) for pick in self._offered]
            return (*picks, *self.lying)
        return tuple(
            AnswerCandidate(pick.key, pick.right, (pick.label, *_PARTS.split(pick.label)))
            for pick in self._offered
        )

    @property
    def answer(self) -> tuple[str, ...]:
        """The solution in short, as it is said beside the table."""
        return self.solution[:1]

    @property
    def right(self) -> tuple[Pick, ...]:
        """The picks that are right."""
        return tuple(pick for pick in self.picks if pick.right)

    @property
    def wrong(self) -> tuple[Pick, ...]:
        """The picks that are wrong."""
        return tuple(pick for pick in self.picks if not pick.right)

    @abstractmethod
    def offer(self) -> tuple[Pick, ...]:
        """The picks with our own words."""

    def look(self, view: View, given: frozenset[str]) -> View:
        """What the reader sees of a moment, when so much has been answered: all of it.

        Args:
            view: The moment, with all hands open.
            given: The keys of the answer; none before there is one.
        """
        return view

    def veil(self, pick: Pick) -> str:
        """What is said to a wrong pick while the answer is looked for; its own words unless they tell it."""
        return pick.text

    def knows_reply(self, key: str) -> bool:
        """Whether one of the picks has that key."""
        return any(pick.key == key for pick in self.picks)

    def refutes(self, key: str) -> bool:
        """Whether the pick of that key is wrong."""
        return any(pick.key == key and not pick.right for pick in self._offered)

    def examine(self, report: Report) -> None:
        """Looks whether there is something to choose: neither all right nor all wrong."""
        right = len(self.right)
        report.features["choices"] = len(self.picks)
        report.features["losing"] = 1 - right / len(self.picks) if self.picks else 0
        if right == 0:
            report.fault("puzzle.picks.none")
        elif right == len(self.picks):
            report.fault("puzzle.picks.all")
        elif right > 1 and not self.many:
            report.fault("puzzle.picks.several", n=right)
        if len({pick.label for pick in self.picks}) < len(self.picks):
            report.fault("puzzle.picks.alike")


class SeatPuzzle(PuzzleKind):
    """A puzzle that asks the seat to act what it does."""

    @property
    def turn(self) -> Seat:
        """Who is to act when the question is asked."""
        turn = self.state.to_act
        assert turn is not None, "looked at when the puzzle was opened"
        return turn

    @property
    def turn_told(self) -> str:
        """The same in words."""
        return turn_name(self.turn, self.state.view(None).trick)

    @property
    def strangers(self) -> tuple[Seat, ...]:
        """Everybody else: what another holds is not played now."""
        return tuple(seat for seat in self.game.seats if seat != self.turn)


class GoalPuzzle(SeatPuzzle):
    """A puzzle of a goal that a side is to reach.

    Attributes:
        side: Whom the reader plays: `NS`, or `N` for one who plays alone.
        goal: The goal.
        aim: Side, goal and target in one.
        solver: The game's solver; it keeps its tables.
        oracle: What keeps the aim with all hands open, at the puzzle's state and at whatever comes of it.
        turn_key: The key of a file that is wrong where it is the others' turn.
    """

    takes = ("side", "goal", "target")
    needs = ("side", "goal")
    turn_key: ClassVar[str] = "record"

    def __init__(self, puzzle: Puzzle) -> None:
        """Replays the record and reads the goal.

        Raises:
            PuzzleError: if that cannot be done, the position cannot be solved, or it is the others' turn.
        """
        super().__init__(puzzle)
        self.side = puzzle.side
        self.goal, self.solver = goal_and_solver(self, True)
        self.aim = Aim.of(self.side, self.goal, puzzle.target, self.game.seats)
        self.oracle = GoalOracle(self.aim, self.knowledge, self.solver, self.state)
        why = self.solver.why_unsolvable(self.state)
        if why:
            raise self.error_there("puzzle.unsolvable", reason=why)
        if not self.aim.of_side(self.turn):
            where = "at" if puzzle.at is not None else self.turn_key
            raise puzzle.error(where, "puzzle.turn", seat=seat_name(self.turn), side=self.aim.name)

    def asked(self, **values: object) -> str:
        """The question: whose turn it is, what the side wants, of whom.

        Args:
            **values: What else the sentence names.
        """
        aim, key = self.aim, f"puzzle.{self.name}.ask.{'alone' if self.aim.alone else 'together'}"
        values |= {"turn": self.turn_told, "side": aim.name, "others": aim.opponents}
        return catalogue.say(key, want=wish(aim, self.knowledge, self.solver), n=len(aim.others), **values)

    def compare(self, report: Report, right: Sequence[Action]) -> None:
        """Measures the choice of the first card, one of each kind of equals; a fault where there is none."""
        choices = self.oracle.moves(self.state)
        report.features["choices"] = len(choices)
        report.features["losing"] = 1 - len(right) / len(choices)
        if len(choices) == 1:
            report.fault("puzzle.play.forced", card=spoken(choices[0]))

    @property
    @abstractmethod
    def key(self) -> tuple[Action, ...]:
        """The first cards that are right; in a sound puzzle they are equals of one another."""


class PlayoutPuzzle(GoalPuzzle):
    """A puzzle where a goal is to be reached against every defence, all hands of the side in the reader's."""

    turn_key = "side"

    @cached_property
    def values(self) -> Mapping[Action, Value]:
        """The value of every first card."""
        return self.oracle.values(self.state)

    @cached_property
    def key(self) -> tuple[Action, ...]:
        """The first cards that keep the goal."""
        return tuple(action for action, value in self.values.items() if self.aim.reached(value))

    @cached_property
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """The first cards, equals of one another under one key, and what lies in the trick."""
        alike, key = self.knowledge.alike, self.key
        first = [self.answer_of(action, alike(action), action in key) for action in self.values]
        return (*first, *self.lying)

    def refutes(self, key: str) -> bool:
        """Whether it names a first card that loses the goal."""
        seat, _, action = key.partition(" ")
        return seat == self.turn and action in self.values and action not in self.key

    def knows_reply(self, key: str) -> bool:
        """Whether it names a seat and an action, or the end."""
        seat, _, action = key.partition(" ")
        return key == REACHED or (seat in self.game.seats and bool(action))


def goal_and_solver(kind: PuzzleKind, wants_target: bool) -> tuple[Goal, Solver]:
    """The goal that a puzzle names, and the solver that knows it.

    Args:
        kind: The puzzle.
        wants_target: Whether a goal that is a number needs a target.

    Raises:
        PuzzleError: if there is no such goal, or its target is missing or too much.
    """
    puzzle = kind.puzzle
    try:
        solver = solver_for(kind.game)
        goal = Goal.read(puzzle.goal)
        solver.label(goal)
    except (GoalError, Unsolvable) as error:
        raise PuzzleError(str(error), puzzle.line("goal")) from None
    if goal.kind in YES_OR_NO and puzzle.target is not None:
        raise puzzle.error("target", "puzzle.target.stray", goal=goal)
    if goal.kind not in YES_OR_NO and puzzle.target is None and wants_target:
        raise puzzle.error("goal", "puzzle.target.missing", goal=goal)
    sides = kind.knowledge.sides(kind.state)
    if puzzle.side and puzzle.side not in sides:
        raise puzzle.error(
            "side", "puzzle.side", side=short(puzzle.side), sides=catalogue.listed("or", [*sides])
        )
    able = [text for text, seats in sides.items() if fits(goal, seats, kind.game.seats)]
    if puzzle.side not in able if puzzle.side else len(able) < len(sides):
        values = {"goal": goal, "sides": catalogue.listed("or", able) if able else ""}
        sentence = "puzzle.side.goal" if able else "puzzle.side.goal.none"
        raise puzzle.error("side" if puzzle.side else "goal", sentence, **values)
    return goal, solver


KINDS: Final = Registry[type[PuzzleKind]](
    "puzzles",
    {
        "play": "kontrapunkt.puzzles.play:ReachGoal",
        "sure": "kontrapunkt.puzzles.sure:Sure",
        "legal": "kontrapunkt.puzzles.legal:Legal",
        "call": "kontrapunkt.puzzles.legal:Calls",
        "trick": "kontrapunkt.puzzles.trick:WhoWins",
        "worth": "kontrapunkt.puzzles.trick:TrickWorth",
        "score": "kontrapunkt.puzzles.score:Score",
        "find-the-mistake": "kontrapunkt.puzzles.find_the_mistake:FindTheMistake",
    },
)
"""The class of each kind, by its name."""


def open_puzzle(puzzle: Puzzle) -> PuzzleKind:
    """A puzzle as something to solve. It replays the record; nothing is searched yet.

    Raises:
        PuzzleError: if there is no such kind, or the record does not give what it asks for.
    """
    if puzzle.kind not in KINDS:
        near = nearest(puzzle.kind, KINDS)
        sentence = "puzzle.kind.near" if near else "puzzle.kind.unknown"
        values = {"kind": short(puzzle.kind), "near": near or "", "kinds": ", ".join(KINDS)}
        raise puzzle.error("kind", sentence, **values)
    try:
        found = KINDS[puzzle.kind]
    except PluginLoadError as error:
        raise PuzzleError(str(error), puzzle.line("kind")) from error
    return found(puzzle)
