"""Base classes of all kinds of puzzle, and the registry of kinds.

`open_puzzle` opens a puzzle from its file; it only replays the record. The question, the hints and the
solution are computed when they are first needed; `check` tells if the puzzle is sound. A new kind is a file
and a line in `KINDS`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import perf_counter
from typing import Any, ClassVar, Final

from kontrapunkt.core.deal import nearest, short
from kontrapunkt.core.interface import Action, Game, Seat, State, View
from kontrapunkt.core.messages import HasText, Text, listed, say, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.registry import PluginLoadError, Registry
from kontrapunkt.puzzles.aim import Aim, fits
from kontrapunkt.puzzles.difficulty import difficulty
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.knowledge import Knowledge, knowledge_of
from kontrapunkt.puzzles.model import THEMES, Puzzle, PuzzleError
from kontrapunkt.puzzles.phrasing import (
    AnswerCandidate,
    action_phrase,
    card_answer,
    find_named,
    revealing_words,
    wish_clause,
)
from kontrapunkt.record import Record, RecordError, Replay, read, replay
from kontrapunkt.search import Goal, GoalError, Solver, Unsolvable, Value, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.text.phrasing import turn_name

_PARTS: Final = re.compile("[;:,] ")

REACHED: Final = "reached"
"""The key of the author's reply when the goal of a played-out position is reached."""


@old_names(told="reply", veiled="hidden_text")
@dataclass(frozen=True, slots=True)
class Pick(HasText):
    """A choice that the reader may pick.

    Attributes:
        key: The name in a log: a card or action, a seat, a number, or a step of the record.
        name: The name in plain words, not yet text.
        right: True if it is a right answer.
        said: The reason that it is right or wrong, in a sentence or two, not yet text.
        rule: The rule behind it; empty for none.
        hidden_text: The reply to a wrong pick before the answer is found, which names nothing that is right;
            `said` if empty.
    """

    key: str
    name: Text
    right: bool
    said: Text
    rule: str = ""
    hidden_text: Text = ""

    @property
    def label(self) -> str:
        """The name in the current language."""
        return str(self.name)

    @property
    def reply(self) -> str:
        """The reply to a reader who picks it, in the current language."""
        return str(self.said if self.right else self.hidden_text or self.said)


@dataclass(slots=True)
class Report:
    """The report of a check, complete when the check ends.

    Attributes:
        faults: The reasons that the puzzle is not sound, in sentences; empty if it is.
        notes: Other findings: duals, defences, refutations.
        features: The measured features, by name; `difficulty.py` explains them.
        difficulty: The difficulty from 1 to 5; 0 before it is known.
        nodes: The number of positions searched.
        seconds: The duration of the check.
    """

    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    features: dict[str, float] = field(default_factory=dict)
    difficulty: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def sound(self) -> bool:
        """True if there are no faults."""
        return not self.faults

    def fault(self, sentence: str, /, **values: object) -> None:
        """Add a fault by the key of its sentence."""
        self.faults += (str(say(sentence, **values)),)

    def note(self, sentence: str, /, **values: object) -> None:
        """Add a note by the key of its sentence."""
        self.notes += (str(say(sentence, **values)),)


class PuzzleKind(ABC):
    """A puzzle that can be solved.

    Attributes:
        name: The kind's name in a file.
        weights: The weight of each feature in the difficulty, as in `difficulty.weight`.
        takes: The keys of a file that this kind reads and some kinds do not.
        needs: Those of them that are required.
        game: The game with the record's options.
        knowledge: The puzzle knowledge of the game.
        played: The record's last deal, replayed.
        at: The number of its actions after which the question is asked.
        state: The state at the question.
        many: True if all right picks are to be marked before the answer; otherwise one pick is the answer.
        patience: The number of positions that the proof tree may have; 0 for any number.
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
        """Replay the record.

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
        self.knowledge: Knowledge[Any] = knowledge_of(self.game)
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
        """Return an error about the moment of the question, by the key of its sentence."""
        return self.puzzle.error("at" if self.puzzle.at is not None else "record", sentence, **values)

    def opening(self) -> int:
        """Return the step at which the question is asked, unless the file says it."""
        return len(self.played.steps)

    # Texts for the reader

    @property
    def question(self) -> str:
        """The question, in a sentence or two."""
        return self.puzzle.question or str(self._posed)

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints: the goal in other words, the trick, the cards to compare, the card."""
        return self.puzzle.hints or tuple(map(str, self.hinted))

    @property
    def solution(self) -> tuple[str, ...]:
        """The solution, in paragraphs of plain text."""
        return tuple(map(str, self.solved))

    @cached_property
    def _posed(self) -> Text:
        return self.ask()

    @cached_property
    def hinted(self) -> tuple[Text, ...]:
        """The computed hints, not yet text; whoever knows them may set them."""
        return self.hint()

    @cached_property
    def solved(self) -> tuple[Text, ...]:
        """The solution, not yet text."""
        return self.solve()

    def ask(self) -> Text:
        """Compute the question."""
        return say(f"puzzle.{self.name}.ask")

    @abstractmethod
    def hint(self) -> tuple[Text, ...]:
        """Compute the hints."""

    @abstractmethod
    def solve(self) -> tuple[Text, ...]:
        """Compute the solution."""

    def answer_of(self, action: Action, key: str, right: bool) -> AnswerCandidate:
        """Return an action as a candidate for the answer."""
        label, card = str(self.knowledge.name(action)), action.carries
        if card is None:
            return AnswerCandidate(key, right, (label, str(action)))
        return card_answer(key, right, card, self.knowledge.other_names(card), label)

    @property
    def trick_candidates(self) -> tuple[AnswerCandidate, ...]:
        """The cards of the trick in progress as wrong candidates, which a text may name."""
        return tuple(
            card_answer(f"trick {play.card}", False, play.card, self.knowledge.other_names(play.card))
            for play in self.state.view(None).trick
        )

    def reply(self, key: str, text: str) -> str:
        """Return the author's reply to an action or pick, or else the given text."""
        return self.puzzle.replies.get(key, text)

    # Soundness

    def check(self, any_difficulty: bool = False, patience: int = 0, arising: bool = True) -> Report:
        """Check the puzzle for faults and measure its difficulty.

        Args:
            any_difficulty: True if the difficulty in the file does not matter.
            patience: The number of positions of the proof tree above which there is a fault, too; 0 for no
                limit.
            arising: True if it must be proved that the start can arise.
        """
        self.patience = patience
        began = perf_counter()
        report = Report()
        reason = arising and self.knowledge.why_unreachable(self.played)
        if reason:
            report.fault("puzzle.unreachable", reason=reason)
        self.examine(report)
        if not (patience and report.faults):  # mining needs only the first fault
            self._check_words(report)
        report.difficulty = difficulty(self.weights, report.features)
        if report.difficulty != self.puzzle.difficulty and not any_difficulty:
            report.fault("puzzle.difficulty.other", said=self.puzzle.difficulty, n=report.difficulty)
        report.seconds = perf_counter() - began
        return report

    @abstractmethod
    def examine(self, report: Report) -> None:
        """Find the faults of this kind, and measure its features."""

    @abstractmethod
    def knows_reply(self, key: str) -> bool:
        """Return True if an author's reply with that key can ever appear."""

    @cached_property
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """The candidates for the answer, with their names; empty if they have no names.

        Things that a text may name without telling the answer are among them, as wrong.
        """
        return ()

    def refutes(self, key: str) -> bool:
        """Return True if an author's reply with that key is for a wrong answer."""
        return False

    def answer_words(self, text: str) -> str:
        """Return the words of a text that name a right answer; empty if there are none."""
        right = {answer.key for answer in self.possible if answer.right}
        found = find_named(text, self.possible, self.strangers)
        return next((words for key, words in found.items() if key in right), "")

    @property
    def strangers(self) -> tuple[Seat, ...]:
        """The seats whose cards are no answers."""
        return ()

    def _check_words(self, report: Report) -> None:
        """Check that replies can appear, and that no text names the answer too early."""
        for key in self.puzzle.replies:
            if not self.knows_reply(key):
                report.fault("puzzle.reply.stray", key=key)
        for key in ("title", "story", "question"):
            told = revealing_words(getattr(self.puzzle, key), self.possible, self.many and key == "title")
            if told:
                report.fault(f"puzzle.tells.{key}", words=told)
        for key, text in self.puzzle.replies.items():
            told = self.answer_words(text) if self.refutes(key) else ""
            if told:
                report.fault("puzzle.tells.reply", key=key, words=told)


HANDS: Final = ("hand", "card")
"""The places for picks among the cards of a hand."""


@old_names(veil="hidden_reply")
class ChoicePuzzle(PuzzleKind):
    """A puzzle in which the reader picks something.

    Attributes:
        place: The place of the picks: in the `hand`, where all right cards are marked; a `card` of it; at the
            `seats`, below the `trick`, among the `tricks`, in a `list`, or as `calls` below the table.
    """

    place: ClassVar[str]

    @cached_property
    def picks(self) -> tuple[Pick, ...]:
        """The picks that the reader may choose."""
        return tuple(map(self._with_replies, self._offered))

    @cached_property
    def _offered(self) -> tuple[Pick, ...]:
        return self.offer()

    def _with_replies(self, pick: Pick) -> Pick:
        if reply := self.puzzle.replies.get(pick.key):
            return replace(pick, said=reply)
        return pick if pick.right else replace(pick, hidden_text=self.hidden_reply(pick))

    @cached_property
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """The picks by label, whole or in parts; actions by name, with the trick's cards."""
        if self.place in (*HANDS, "calls"):
            picks = [self.answer_of(Action(pick.key), pick.key, pick.right) for pick in self._offered]
            return (*picks, *self.trick_candidates)
        return tuple(
            AnswerCandidate(pick.key, pick.right, (pick.label, *_PARTS.split(pick.label)))
            for pick in self._offered
        )

    @property
    def answer(self) -> tuple[str, ...]:
        """The short solution for the place beside the table."""
        return self.solution[:1]

    @property
    def right(self) -> tuple[Pick, ...]:
        """The right picks."""
        return tuple(pick for pick in self.picks if pick.right)

    @property
    def wrong(self) -> tuple[Pick, ...]:
        """The wrong picks."""
        return tuple(pick for pick in self.picks if not pick.right)

    def is_answer(self, given: Collection[str]) -> bool:
        """Return True if picks are a right answer: all right ones if they are to be marked, else one.

        Args:
            given: The keys of the picks.
        """
        right = {pick.key for pick in self.right}
        return {*given} == right if self.many else bool(given) and right.issuperset(given)

    @abstractmethod
    def offer(self) -> tuple[Pick, ...]:
        """Return the picks with computed texts."""

    def look(self, view: View[Any], given: frozenset[str]) -> View[Any]:
        """Return the view that the reader sees; all of it unless a kind hides something.

        Args:
            view: The view with all hands open.
            given: The keys of the answer; empty before there is one.
        """
        return view

    def hidden_reply(self, pick: Pick) -> Text:
        """Return the reply to a wrong pick before the answer is found."""
        return pick.said

    def knows_reply(self, key: str) -> bool:
        """Return True if a pick has that key."""
        return any(pick.key == key for pick in self.picks)

    def refutes(self, key: str) -> bool:
        """Return True if the pick with that key is wrong."""
        return any(pick.key == key and not pick.right for pick in self._offered)

    def examine(self, report: Report) -> None:
        """Check that there is a choice: some picks are right and some wrong."""
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
    """A puzzle about the decision of the seat to act."""

    @property
    def turn(self) -> Seat:
        """The seat to act when the question is asked."""
        turn = self.state.to_act
        assert turn is not None, "looked at when the puzzle was opened"
        return turn

    @property
    def turn_text(self) -> str:
        """The same in words."""
        return turn_name(self.turn, self.state.view(None).trick)

    @property
    def strangers(self) -> tuple[Seat, ...]:
        """All other seats, whose cards cannot be played now."""
        return tuple(seat for seat in self.game.seats if seat != self.turn)


class GoalPuzzle(SeatPuzzle):
    """A puzzle about a goal that a side is to reach.

    Attributes:
        side: The side that the reader plays: `NS`, or `N` for a single player.
        aim: Side, goal and target in one.
        solver: The game's solver, with its tables.
        oracle: The actions that keep the goal with all hands open, at the puzzle's state and later ones.
        turn_key: The key of a file that is wrong if another side is to act.
    """

    takes = ("side", "goal", "target")
    needs = ("side", "goal")
    turn_key: ClassVar[str] = "record"

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record and read the goal.

        Raises:
            PuzzleError: if that cannot be done, the position cannot be solved, or another side is to act.
        """
        super().__init__(puzzle)
        self.side = puzzle.side
        self.goal, self.solver = goal_and_solver(self, True)
        self.aim = Aim.create(self.side, self.goal, puzzle.target, self.game.seats)
        self.oracle = GoalOracle(self.aim, self.knowledge, self.solver, self.state)
        why = self.solver.why_unsolvable(self.state)
        if why:
            raise self.error_there("puzzle.unsolvable", reason=why)
        if not self.aim.of_side(self.turn):
            where = "at" if puzzle.at is not None else self.turn_key
            raise puzzle.error(where, "puzzle.turn", seat=seat_name(self.turn), side=self.aim.name)

    def question_text(self, **values: object) -> Text:
        """Return the question with the seat to act, the side's wish and its opponents.

        Args:
            **values: Other values of the sentence.
        """
        aim, key = self.aim, f"puzzle.{self.name}.ask.{'alone' if self.aim.alone else 'together'}"
        values |= {"turn": self.turn_text, "side": aim.name, "others": aim.opponents}
        return say(key, want=wish_clause(aim, self.knowledge, self.solver), n=len(aim.others), **values)

    def compare(self, report: Report, right: Sequence[Action]) -> None:
        """Measure the choice of the first card; add a fault if there is no choice."""
        choices = self.oracle.moves(self.state)
        report.features["choices"] = len(choices)
        report.features["losing"] = 1 - len(right) / len(choices)
        if len(choices) == 1:
            report.fault("puzzle.play.forced", card=action_phrase(choices[0]))

    @property
    @abstractmethod
    def key(self) -> tuple[Action, ...]:
        """The right first cards; in a sound puzzle all are equals."""


class PlayoutPuzzle(GoalPuzzle):
    """A puzzle to reach a goal against every defence, playing all hands of a side."""

    turn_key = "side"

    @cached_property
    def values(self) -> Mapping[Action, Value]:
        """The value of every first card."""
        return self.oracle.values(self.state)

    @cached_property
    def key(self) -> tuple[Action, ...]:
        """The first cards that keep the goal."""
        return tuple(action for action, value in self.values.items() if self.aim.reached(value))

    def keeps(self, state: State, action: Action) -> bool:
        """Return True if the goal is still within reach after an action; a call keeps it.

        Args:
            state: The state before the action.
        """
        value = self.oracle.values(state).get(action)
        return value is None or self.oracle.aim_at(state).reached(value)

    @cached_property
    def possible(self) -> tuple[AnswerCandidate, ...]:
        """The first cards, equals under one key, and the cards of the trick."""
        alike, key = self.knowledge.alike, self.key
        first = [self.answer_of(action, alike(action), action in key) for action in self.values]
        return (*first, *self.trick_candidates)

    def refutes(self, key: str) -> bool:
        """Return True if the key names a first card that loses the goal."""
        seat, _, action = key.partition(" ")
        return seat == self.turn and action in self.values and action not in self.key

    def knows_reply(self, key: str) -> bool:
        """Return True if the key names a seat and an action, or the end."""
        seat, _, action = key.partition(" ")
        return key == REACHED or (seat in self.game.seats and bool(action))


def goal_and_solver(kind: PuzzleKind, wants_target: bool) -> tuple[Goal, Solver[Any, Any]]:
    """Return the goal that a puzzle names, and a solver for it.

    Args:
        wants_target: True if a goal that is a number needs a target.

    Raises:
        PuzzleError: if there is no such goal, or its target is missing or not wanted.
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
        raise puzzle.error("side", "puzzle.side", side=short(puzzle.side), sides=listed("or", [*sides]))
    able = [text for text, seats in sides.items() if fits(goal, seats, kind.game.seats)]
    if puzzle.side not in able if puzzle.side else len(able) < len(sides):
        values = {"goal": goal, "sides": listed("or", able) if able else ""}
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
    """Open a puzzle. It replays the record; nothing is searched yet.

    Raises:
        PuzzleError: if there is no such kind, or the record does not fit it.
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
