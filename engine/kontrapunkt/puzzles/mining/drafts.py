"""What in a deal may be a puzzle, kind by kind. A draft is cheap; only its check tells its worth.

A draft becomes a puzzle, if it is sound: with its difficulty, an explanation, titles to choose from.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Final

from kontrapunkt.core.interface import Action, Game, Seat, State
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.puzzles.aim import Aim, fits
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import GoalPuzzle, PuzzleKind, Report, open_puzzle
from kontrapunkt.puzzles.knowledge import Knowledge, Walk, knowledge_of
from kontrapunkt.puzzles.mining.captions import explanation, forms, titles
from kontrapunkt.puzzles.mining.deals import PlayedDeal
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, write
from kontrapunkt.puzzles.phrasing import distinct
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.puzzles.proof import POLICIES, solves
from kontrapunkt.puzzles.sure import trick_start, unseen_worlds
from kontrapunkt.record import record_of
from kontrapunkt.record import write as write_record
from kontrapunkt.search import Goal, Solver, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import outlook
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import showing

LEAST_COST: Final = 3
"""Card points that every wrong card costs at least, where a puzzle is about card points."""


@dataclass(frozen=True, slots=True)
class PuzzleDraft:
    """A puzzle to be checked; its record is written down when it is asked for.

    Attributes:
        line: The deal.
        asked: What it asks, without a record; its difficulty, title and explanation come when it has been
            checked.
        at: After how many moves of the deal there is something to think about.
        begin: Where a short record begins.
        end: The moment with which its record ends.
        ask: The moment at which the question is asked; None for the kind's own choice.
        solver: A solver that knows the deal already; None where none was asked.
        walk: How a proof would go on quickly from the moment; it gives None where there is no such walk.
    """

    line: PlayedDeal
    asked: Puzzle
    at: int
    begin: int
    end: int
    ask: int | None = None
    solver: Solver | None = None
    walk: Callable[[], Walk[Any, Any] | None] = lambda: None

    @property
    def topic(self) -> str:
        """What it shares with others of its deal that differ from it only by a card or two."""
        return f"{self.asked.kind} {self.asked.side} {self.asked.goal.partition(' ')[0]}"

    @property
    def moves(self) -> int:
        """How many moves of the deal are left to think about."""
        return len(self.line.moves) - self.at

    def puzzle(self, whole: bool = False) -> Puzzle:
        """It.

        Args:
            whole: Whether the whole deal is in its record, for a position that cannot be shown to arise; else
                no more than the trick in which it asks.
        """
        begin = 0 if whole else self.begin
        record = write_record(record_of(self.line.states[begin], self.line.moves[begin : self.end]))
        return replace(self.asked, record=record, at=None if self.ask is None else self.ask - begin)


def _asked(
    line: PlayedDeal,
    kind: str,
    themes: tuple[str, ...],
    side: str = "",
    goal: Goal | None = None,
    number: int = 0,
) -> Puzzle:
    """What a puzzle of a deal asks; the number is how much is wanted of a goal which is none of yes or no."""
    target = number if goal and goal.kind not in YES_OR_NO else None
    story = catalogue.say("puzzle.mined.story", name=line.name)
    return Puzzle("draft", kind, "draft", story, themes, 1, "", side, str(goal or ""), target)


Finder = Callable[[PlayedDeal, Knowledge, int], Iterator[PuzzleDraft]]
"""Looks through a deal for drafts of a kind; where it searches, with so many cards in a hand at most."""


Look = Callable[[PlayedDeal, int, Solver, Knowledge], Iterator[PuzzleDraft]]
"""Looks for drafts of a kind at one moment of a deal, which the solver can search."""


def _in_ending(look: Look, line: PlayedDeal, knowledge: Knowledge, most: int) -> Iterator[PuzzleDraft]:
    """The drafts at all moments that can be searched, with so many cards in a hand at most."""
    for at, solver in _solvable(line, most):
        yield from look(line, at, solver, knowledge)


def _plays_at(line: PlayedDeal, at: int, solver: Solver, knowledge: Knowledge) -> Iterator[PuzzleDraft]:
    """Where one card alone keeps a goal."""
    state = line.states[at]
    keys: set[str] = set()  # another goal with the same card would ask the same again
    for goal, side, seat in _goals_at(state, knowledge):
        values = solver.solution(state, goal).values
        best = outlook(goal, seat, values)
        if not isinstance(best, int):
            continue
        aim = Aim.of(side, goal, None if goal.kind in YES_OR_NO else best, state.game.seats)
        keeping = distinct(knowledge, [action for action, value in values.items() if aim.reached(value)])
        costs = [abs(value - best) for value in values.values() if isinstance(value, int) and value != best]
        dull = goal.kind == "points" and min(costs, default=0) < LEAST_COST
        if dull or len(keeping) != 1 or knowledge.alike(keeping[0]) in keys:
            continue
        keys.add(knowledge.alike(keeping[0]))
        themes = knowledge.themes("play", goal, state, keeping[0])
        asked = _asked(line, "play", themes, side, goal, best)
        walk = partial(knowledge.walk, aim, solver, state)
        yield PuzzleDraft(line, asked, at, trick_start(line.states, at), at, solver=solver, walk=walk)


def _goals_at(state: State, knowledge: Knowledge) -> Iterator[tuple[Goal, str, Seat]]:
    """The goals that a side has to itself at its turn, with the side and who acts; none without a choice."""
    seat = state.to_act
    if seat is None or len(distinct(knowledge, state.plays())) < 2:
        return
    own = [(side, seats) for side, seats in knowledge.sides(state).items() if seat in seats]
    for side, seats in own[:1]:
        for goal in knowledge.aims(state):
            if fits(goal, seats, state.game.seats):
                yield goal, side, seat


MOST_UNSEEN: Final = 5
"""Cards in a hand at most where a puzzle is about unseen ones."""


def _sures_at(line: PlayedDeal, at: int, solver: Solver, knowledge: Knowledge) -> Iterator[PuzzleDraft]:
    """Where one card alone is sure, and another would do as the cards happen to lie."""
    state = line.states[at]
    if _longest(state) > MOST_UNSEEN:
        return
    for goal, side, seat in _goals_at(state, knowledge):
        if seat not in goal.seats:
            continue
        target = _sure_target(line, at, solver, Aim.of(side, goal, None, state.game.seats), knowledge)
        if target is None:
            continue
        themes = knowledge.themes("play", goal, state, state.plays()[0])
        asked = _asked(line, "sure", themes, side, goal, target)
        yield PuzzleDraft(line, asked, at, trick_start(line.states, at), at)


def drafts_at(line: PlayedDeal, at: int, knowledge: Knowledge) -> Iterator[PuzzleDraft]:
    """What one moment of a deal may be a puzzle of: first what is sure, then what keeps a goal, hands open.

    Args:
        line: The deal.
        at: After how many of its moves somebody is to act.
        knowledge: What puzzles know of the game.
    """
    solver, state = _solver(line.start.game), line.states[at]
    if solver and solver.why_unsolvable(state) is None and not solver.takes_long(state):
        for look in (_sures_at, _plays_at):
            yield from look(line, at, solver, knowledge)


def _sure_target(line: PlayedDeal, at: int, solver: Solver, aim: Aim, knowledge: Knowledge) -> int | None:
    """The most that one card alone makes sure, where another would do as the cards lie; None for nothing."""
    state = line.states[at]
    oracle = GoalOracle(aim, knowledge, solver, state)
    worlds = unseen_worlds(oracle, line.states, line.moves, at)
    if len(worlds) < 2:
        return None
    actions = distinct(knowledge, state.plays())
    values = [
        [value for value in map(oracle.values(each).get, actions) if isinstance(value, int)]
        for each in worlds
    ]
    if any(len(each) < len(actions) for each in values):
        return None
    least = [min(each) for each in zip(*values, strict=True)]
    target = max(least)
    tempting = any(value >= target > low for value, low in zip(values[0], least, strict=True))
    return target if least.count(target) == 1 and tempting and target > 0 else None


def mistake(line: PlayedDeal, knowledge: Knowledge, most: int) -> Iterator[PuzzleDraft]:
    """Endings in which a side has given something away just once.

    Args:
        line: The deal.
        knowledge: What puzzles know of the game.
        most: Cards in a hand at most.
    """
    ending = next(_solvable(line, most), None)
    if ending is None:
        return
    at, solver = ending
    opening = line.states[at]
    places: set[int] = set()  # another goal that the same card gave away would ask the same again
    for goal in knowledge.aims(opening):
        if goal.kind == "points" and not knowledge.points_alone:
            continue
        for side, seats in knowledge.sides(opening).items():
            if not fits(goal, seats, opening.game.seats):
                continue
            given = _given_away(line, at, solver, goal, seats)
            if given is None or given[0] in places:
                continue
            place, best, better = given
            places.add(place)
            themes = knowledge.themes("find-the-mistake", goal, line.states[place], better)
            asked = _asked(line, "find-the-mistake", themes, side, goal, best)
            yield PuzzleDraft(line, asked, at, at, len(line.moves), ask=at)


def _given_away(
    line: PlayedDeal, at: int, solver: Solver, goal: Goal, seats: tuple[Seat, ...]
) -> tuple[int, int, Action] | None:
    """The one move with which a side gave something away, what was to be had there, and a card that had it.

    None where there is no such move, or more than one.
    """
    gave: list[tuple[int, int, Action]] = []
    for place in range(at, len(line.moves)):
        seat, action = line.moves[place]
        if seat not in seats:
            continue
        values = solver.solution(line.states[place], goal).values
        best = outlook(goal, seat, values)
        if not isinstance(best, int) or not all(isinstance(value, int) for value in values.values()):
            return None
        if values[action] != best:
            gave.append((place, best, next(each for each, value in values.items() if value == best)))
    return gave[0] if len(gave) == 1 else None


def legal(line: PlayedDeal, knowledge: Knowledge, most: int) -> Iterator[PuzzleDraft]:
    """Moments at which a card of the hand may not be played.

    Args:
        line: The deal.
        knowledge: What the game knows of puzzles.
        most: Cards in a hand at most, where the rest is to be searched.
    """
    for at, state in enumerate(line.states):
        seat = state.to_act
        if seat is None:
            continue
        hand = state.view(seat).hands[seat]
        tempting = [*map(Action, hand), *knowledge.tempting(state)]
        refused = [(action, why) for action in tempting if (why := state.why_not(action))]
        if not refused or len(refused) == len(tempting):
            continue
        themes = knowledge.themes("legal", None, state, refused[0][0])
        yield PuzzleDraft(line, _asked(line, "legal", themes), at, trick_start(line.states, at), at)


def trick(line: PlayedDeal, knowledge: Knowledge, most: int) -> Iterator[PuzzleDraft]:
    """Tricks that mislead.

    Args:
        line: The deal.
        knowledge: What the game knows of puzzles.
        most: Cards in a hand at most, where the rest is to be searched.
    """
    for at, last in line.tricks():
        if knowledge.twists(line.states[at], last):
            themes = knowledge.themes("trick", None, line.states[at - 1], Action(last.plays[-1].card))
            yield PuzzleDraft(line, _asked(line, "trick", themes), at, trick_start(line.states, at - 1), at)


def score(line: PlayedDeal, knowledge: Knowledge, most: int) -> Iterator[PuzzleDraft]:
    """Finished deals, told from the last tricks on.

    Args:
        line: The deal.
        knowledge: What the game knows of puzzles.
        most: Cards in a hand at most, where the rest is to be searched.
    """
    end = line.states[-1]
    if end.to_act is not None or not end.result().settled:
        return
    at, _ = next(_solvable(line, most), (0, None))
    asked = _asked(line, "score", knowledge.themes("score", None, end, None))
    yield PuzzleDraft(line, asked, at, at, len(line.moves))


KINDS_MINED: Final[dict[str, Finder]] = {
    "play": partial(_in_ending, _plays_at),
    "sure": partial(_in_ending, _sures_at),
    "legal": legal,
    "trick": trick,
    "score": score,
    "find-the-mistake": mistake,
}
"""The kinds that can be mined, each with what looks for it."""

SEARCHED: Final = ("play", "sure", "find-the-mistake")
"""Those of them that ask the game's solver."""


def _solvable(line: PlayedDeal, most: int) -> Iterator[tuple[int, Solver]]:
    """The moments at which the rest can be searched, with so many cards in a hand at most."""
    solver = _solver(line.start.game)
    if solver is None:
        return
    for at, state in enumerate(line.states):
        if _longest(state) <= most and solver.why_unsolvable(state) is None:
            yield at, solver


@lru_cache(1)
def _solver(game: Game) -> Solver | None:
    """The solver of a game, which the deals of a vein share; None if it has none."""
    return solver_for(game) if game.solver else None


def _longest(state: State) -> int:
    """Cards in the longest hand."""
    return max(map(len, state.hands if isinstance(state, DealState) else state.view(None).hands.values()))


# Proving ----------------------------------------------------------------------------------------------------

PATIENCE: Final = (6_000, 150, 400, 1_500, 3_000, 6_000)
"""Positions that a proof tree may have: for any difficulty, and for each. Larger ones are no fun to solve, or
hardly ever of that difficulty."""


@dataclass(frozen=True, slots=True)
class SoundPuzzle:
    """A sound puzzle.

    Attributes:
        puzzle: It.
        report: What its check has found.
        form: What it asks, up to symmetry.
        likeness: The same more coarsely.
        right: What its right first cards share with their equals; none where no goal is to be reached.
        titles: The titles that it may have, best first; it has the first that no other has.
    """

    puzzle: Puzzle
    report: Report
    form: str
    likeness: str
    right: frozenset[str]
    titles: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its file."""
        return write(self.puzzle)


def puzzle_of_mistake(line: PlayedDeal, at: int, patience: int = PATIENCE[0]) -> SoundPuzzle | None:
    """A sound puzzle that asks for something better than what was done at a moment; None if there is none.

    Args:
        line: The deal.
        at: How many moves had been made before.
        patience: Positions that its proof tree may have.
    """
    knowledge = knowledge_of(line.start.game)
    made = knowledge.alike(line.moves[at][1])
    for draft in drafts_at(line, at, knowledge):
        found = checked(draft, patience)
        if found and made not in found.right:
            return found
    return None


def checked(draft: PuzzleDraft, patience: int) -> SoundPuzzle | None:
    """The draft as a puzzle, if it is sound once its difficulty is right.

    Args:
        draft: It.
        patience: Positions that its proof tree may have.
    """
    walk = draft.walk()
    if walk and any(solves(name, walk) for name in POLICIES):
        return None  # as most are, before anything is written down
    kind = opened(draft.puzzle())
    late = isinstance(
        kind, ReachGoal
    )  # it asks about the state alone, so where that comes from is asked last
    if kind and not late:
        kind = _arising(kind, draft)
    if kind is None:
        return None
    if isinstance(kind, ReachGoal) and draft.solver:
        kind.go_by(draft.solver, walk)
    with showing(kind.game.faces):
        report = kind.check(any_difficulty=True, patience=patience, arising=False)
        if not report.sound:
            return None
        shown = _arising(kind, draft) if late else kind
        return _told(kind, shown.puzzle, report) if shown else None


def _arising(kind: PuzzleKind, draft: PuzzleDraft) -> PuzzleKind | None:
    """A draft's puzzle; with the whole deal in its record where its start cannot be shown to arise.

    None where that cannot be shown of the start of the deal either.
    """
    unreachable = kind.knowledge.why_unreachable
    if not unreachable(kind.played):
        return kind
    whole = opened(draft.puzzle(whole=True))
    return None if whole is None or unreachable(whole.played) else whole


def _told(kind: PuzzleKind, puzzle: Puzzle, report: Report) -> SoundPuzzle:
    """The puzzle with its difficulty, explanation and titles."""
    form, likeness = forms(kind)
    digest = sha256(form.encode()).hexdigest()[:8]
    told = explanation(kind)
    name = f"{puzzle.kind}-{digest}"
    puzzle = replace(puzzle, id=name, difficulty=report.difficulty, explanation=told)
    right = frozenset(map(kind.knowledge.alike, kind.key if isinstance(kind, GoalPuzzle) else ()))
    return SoundPuzzle(puzzle, report, form, likeness, right, titles(kind, int(digest, 16)))


def opened(puzzle: Puzzle) -> PuzzleKind | None:
    """The puzzle, opened; None if it is none."""
    try:
        return open_puzzle(puzzle)
    except PuzzleError:
        return None
