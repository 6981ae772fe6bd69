"""Moments of a deal that may be puzzles, by kind, and the proof that they are.

A draft is cheap; only its check shows its value. If it is sound, it becomes a puzzle with its difficulty, an
explanation and titles to choose from.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Final

from kontrapunkt.core.interface import Action, Game, Seat, State
from kontrapunkt.core.messages import say
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
from kontrapunkt.text.phrasing import use_faces

LEAST_COST: Final = 3
"""The least cost of a wrong card in a puzzle about card points."""


@dataclass(frozen=True, slots=True)
class PuzzleDraft:
    """A puzzle to be checked; its record is written when it is needed.

    Attributes:
        line: The deal.
        template: The puzzle without a record; its difficulty, title and explanation follow after the check.
        at: The number of moves of the deal before the moment of the question.
        begin: The moment at which a short record begins.
        end: The moment at which the record ends.
        ask: The moment at which the question is asked; None for the kind's own choice.
        solver: A solver that has searched the deal already; None for none.
        walk: Returns a quick walk for the proof, or None if there is none.
    """

    line: PlayedDeal
    template: Puzzle
    at: int
    begin: int
    end: int
    ask: int | None = None
    solver: Solver[Any, Any] | None = None
    walk: Callable[[], Walk[Any, Any] | None] = lambda: None

    @property
    def topic(self) -> str:
        """A key that is equal for similar drafts of the same deal."""
        return f"{self.template.kind} {self.template.side} {self.template.goal.partition(' ')[0]}"

    @property
    def moves(self) -> int:
        """The number of moves of the deal that follow the question."""
        return len(self.line.moves) - self.at

    def puzzle(self, whole: bool = False) -> Puzzle:
        """Return the puzzle of the draft.

        Args:
            whole: True if its record must have the whole deal, because a later start cannot be proved
                possible; otherwise it begins with the trick of the question.
        """
        begin = 0 if whole else self.begin
        record = write_record(record_of(self.line.states[begin], self.line.moves[begin : self.end]))
        return replace(self.template, record=record, at=None if self.ask is None else self.ask - begin)


def _puzzle_of(
    line: PlayedDeal,
    kind: str,
    themes: tuple[str, ...],
    side: str = "",
    goal: Goal | None = None,
    number: int = 0,
) -> Puzzle:
    """Return the puzzle of a deal without its record.

    Args:
        number: The target of a goal that is a number.
    """
    target = number if goal and goal.kind not in YES_OR_NO else None
    story = str(say("puzzle.mined.story", name=line.name))
    return Puzzle("draft", kind, "draft", story, themes, 1, "", side, str(goal or ""), target)


Finder = Callable[[PlayedDeal, Knowledge[Any], int], Iterator[PuzzleDraft]]
"""A search for drafts of a kind in a deal, with a limit of cards in a hand."""


Look = Callable[[PlayedDeal, int, Solver[Any, Any], Knowledge[Any]], Iterator[PuzzleDraft]]
"""A search for drafts of a kind at one moment of a deal that can be solved."""


def _in_ending(look: Look, line: PlayedDeal, knowledge: Knowledge[Any], most: int) -> Iterator[PuzzleDraft]:
    """Yield the drafts at all moments with few enough cards for a search."""
    for at, solver in _solvable(line, most):
        yield from look(line, at, solver, knowledge)


def _plays_at(
    line: PlayedDeal, at: int, solver: Solver[Any, Any], knowledge: Knowledge[Any]
) -> Iterator[PuzzleDraft]:
    """Yield drafts in which one card alone keeps a goal."""
    state = line.states[at]
    keys: set[str] = set()  # another goal with the same card would ask the same question
    for goal, side, seat in _goals_at(state, knowledge):
        values = solver.solution(state, goal).values
        best = outlook(goal, seat, values)
        if not isinstance(best, int):
            continue
        aim = Aim.create(side, goal, None if goal.kind in YES_OR_NO else best, state.game.seats)
        keeping = distinct(knowledge, [action for action, value in values.items() if aim.reached(value)])
        costs = [abs(value - best) for value in values.values() if isinstance(value, int) and value != best]
        dull = goal.kind == "points" and min(costs, default=0) < LEAST_COST
        if dull or len(keeping) != 1 or knowledge.alike(keeping[0]) in keys:
            continue
        keys.add(knowledge.alike(keeping[0]))
        themes = knowledge.themes("play", goal, state, keeping[0])
        asked = _puzzle_of(line, "play", themes, side, goal, best)
        walk = partial(knowledge.walk, aim, solver, state)
        yield PuzzleDraft(line, asked, at, trick_start(line.states, at), at, solver=solver, walk=walk)


def _goals_at(state: State, knowledge: Knowledge[Any]) -> Iterator[tuple[Goal, str, Seat]]:
    """Yield the goals that fit the side to act, with the side and the seat.

    There are none if the seat has no choice.
    """
    seat = state.to_act
    if seat is None or len(distinct(knowledge, state.plays())) < 2:
        return
    own = [(side, seats) for side, seats in knowledge.sides(state).items() if seat in seats]
    for side, seats in own[:1]:
        for goal in knowledge.aims(state):
            if fits(goal, seats, state.game.seats):
                yield goal, side, seat


MOST_UNSEEN: Final = 5
"""The most cards in a hand for a puzzle about unseen cards."""


def _sures_at(
    line: PlayedDeal, at: int, solver: Solver[Any, Any], knowledge: Knowledge[Any]
) -> Iterator[PuzzleDraft]:
    """Yield drafts in which one card alone is sure, and another works by luck."""
    state = line.states[at]
    if _longest(state) > MOST_UNSEEN:
        return
    for goal, side, seat in _goals_at(state, knowledge):
        if seat not in goal.seats:
            continue
        target = _sure_target(line, at, solver, Aim.create(side, goal, None, state.game.seats), knowledge)
        if target is None:
            continue
        themes = knowledge.themes("play", goal, state, state.plays()[0])
        asked = _puzzle_of(line, "sure", themes, side, goal, target)
        yield PuzzleDraft(line, asked, at, trick_start(line.states, at), at)


def drafts_at(line: PlayedDeal, at: int, knowledge: Knowledge[Any]) -> Iterator[PuzzleDraft]:
    """Yield the drafts at one moment of a deal: `sure` puzzles first, then `play`.

    Args:
        at: The number of its moves before the moment.
    """
    solver, state = _solver(line.start.game), line.states[at]
    if solver and solver.why_unsolvable(state) is None and not solver.takes_long(state):
        for look in (_sures_at, _plays_at):
            yield from look(line, at, solver, knowledge)


def _sure_target(
    line: PlayedDeal, at: int, solver: Solver[Any, Any], aim: Aim, knowledge: Knowledge[Any]
) -> int | None:
    """Return the most that one card alone makes sure, while another works by luck.

    It is None if there is no such card.
    """
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


def mistake(line: PlayedDeal, knowledge: Knowledge[Any], most: int) -> Iterator[PuzzleDraft]:
    """Yield drafts from endings in which a side has made exactly one mistake.

    Args:
        most: The most cards in a hand.
    """
    ending = next(_solvable(line, most), None)
    if ending is None:
        return
    at, solver = ending
    opening = line.states[at]
    places: set[int] = set()  # another goal that the same card lost would ask the same question
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
            asked = _puzzle_of(line, "find-the-mistake", themes, side, goal, best)
            yield PuzzleDraft(line, asked, at, at, len(line.moves), ask=at)


def _given_away(
    line: PlayedDeal, at: int, solver: Solver[Any, Any], goal: Goal, seats: tuple[Seat, ...]
) -> tuple[int, int, Action] | None:
    """Return the one mistake of a side: the move, the best value and a better card.

    It is None if there is no mistake, or more than one.
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


def legal(line: PlayedDeal, knowledge: Knowledge[Any], most: int) -> Iterator[PuzzleDraft]:
    """Yield drafts from moments at which a card of the hand is illegal.

    Args:
        most: The most cards in a hand; this kind needs no search.
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
        yield PuzzleDraft(line, _puzzle_of(line, "legal", themes), at, trick_start(line.states, at), at)


def trick(line: PlayedDeal, knowledge: Knowledge[Any], most: int) -> Iterator[PuzzleDraft]:
    """Yield drafts from tricks that mislead.

    Args:
        most: The most cards in a hand; this kind needs no search.
    """
    for at, last in line.tricks():
        if knowledge.twists(line.states[at], last):
            themes = knowledge.themes("trick", None, line.states[at - 1], Action(last.plays[-1].card))
            yield PuzzleDraft(
                line, _puzzle_of(line, "trick", themes), at, trick_start(line.states, at - 1), at
            )


def score(line: PlayedDeal, knowledge: Knowledge[Any], most: int) -> Iterator[PuzzleDraft]:
    """Yield drafts from finished deals; the record begins with the last tricks.

    Args:
        most: The most cards in a hand at the start of the record.
    """
    end = line.states[-1]
    if end.to_act is not None or not end.result().settled:
        return
    at, _ = next(_solvable(line, most), (0, None))
    asked = _puzzle_of(line, "score", knowledge.themes("score", None, end, None))
    yield PuzzleDraft(line, asked, at, at, len(line.moves))


KINDS_MINED: Final[dict[str, Finder]] = {
    "play": partial(_in_ending, _plays_at),
    "sure": partial(_in_ending, _sures_at),
    "legal": legal,
    "trick": trick,
    "score": score,
    "find-the-mistake": mistake,
}
"""The finder of each kind that can be mined."""

SEARCHED: Final = ("play", "sure", "find-the-mistake")
"""The kinds that use the game's solver."""


def _solvable(line: PlayedDeal, most: int) -> Iterator[tuple[int, Solver[Any, Any]]]:
    """Yield the moments with few enough cards for a search."""
    solver = _solver(line.start.game)
    if solver is None:
        return
    for at, state in enumerate(line.states):
        if _longest(state) <= most and solver.why_unsolvable(state) is None:
            yield at, solver


@lru_cache(1)
def _solver(game: Game) -> Solver[Any, Any] | None:
    """Return the solver of a game, shared by all deals of a plan; None if it has none."""
    return solver_for(game) if game.solver else None


def _longest(state: State) -> int:
    """Return the number of cards in the longest hand."""
    return max(map(len, state.hands if isinstance(state, DealState) else state.view(None).hands.values()))


# Proving ----------------------------------------------------------------------------------------------------

PATIENCE: Final = (6_000, 150, 400, 1_500, 3_000, 6_000)
"""The most positions of a proof tree: for any difficulty, and for each.

Larger trees are no fun to solve, or hardly ever have that difficulty.
"""


@dataclass(frozen=True, slots=True)
class SoundPuzzle:
    """A sound puzzle.

    Attributes:
        report: The report of its check.
        form: A key for the question, equal up to symmetry.
        likeness: A coarser key.
        right: The names of its right first cards with their equals; empty if there is no goal.
        titles: The possible titles, best first; it gets the first that no other puzzle has.
    """

    puzzle: Puzzle
    report: Report
    form: str
    likeness: str
    right: frozenset[str]
    titles: tuple[str, ...]

    @property
    def text(self) -> str:
        """The file of the puzzle."""
        return write(self.puzzle)


def puzzle_of_mistake(line: PlayedDeal, at: int, patience: int = PATIENCE[0]) -> SoundPuzzle | None:
    """Return a sound puzzle that asks for a better action than the one taken, or None.

    Args:
        at: The number of moves made before.
        patience: The most positions of its proof tree.
    """
    knowledge = knowledge_of(line.start.game)
    made = knowledge.alike(line.moves[at][1])
    for draft in drafts_at(line, at, knowledge):
        found = check_draft(draft, patience)
        if found and made not in found.right:
            return found
    return None


def check_draft(draft: PuzzleDraft, patience: int) -> SoundPuzzle | None:
    """Return a draft as a puzzle, if it is sound once its difficulty is set.

    Args:
        patience: The most positions of its proof tree.
    """
    walk = draft.walk()
    if walk and any(solves(name, walk) for name in POLICIES):
        return None  # most drafts end here, before a record is written
    kind = try_open(draft.puzzle())
    # This kind depends on the state alone, so the origin of the state is checked last.
    late = isinstance(kind, ReachGoal)
    if kind and not late:
        kind = _with_provable_start(kind, draft)
    if kind is None:
        return None
    if isinstance(kind, ReachGoal) and draft.solver:
        kind.go_by(draft.solver, walk)
    with use_faces(kind.game.faces):
        report = kind.check(any_difficulty=True, patience=patience, arising=False)
        if not report.sound:
            return None
        shown = _with_provable_start(kind, draft) if late else kind
        return _complete(kind, shown.puzzle, report) if shown else None


def _with_provable_start(kind: PuzzleKind, draft: PuzzleDraft) -> PuzzleKind | None:
    """Return a draft's puzzle, with the whole deal if necessary.

    The whole deal is in its record if a later start cannot be proved possible. It is None if not even the
    start of the deal can.
    """
    unreachable = kind.knowledge.why_unreachable
    if not unreachable(kind.played):
        return kind
    whole = try_open(draft.puzzle(whole=True))
    return None if whole is None or unreachable(whole.played) else whole


def _complete(kind: PuzzleKind, puzzle: Puzzle, report: Report) -> SoundPuzzle:
    """Return the puzzle with its difficulty, explanation and titles."""
    form, likeness = forms(kind)
    digest = sha256(form.encode()).hexdigest()[:8]
    told = explanation(kind)
    name = f"{puzzle.kind}-{digest}"
    puzzle = replace(puzzle, id=name, difficulty=report.difficulty, explanation=told)
    right = frozenset(map(kind.knowledge.alike, kind.key if isinstance(kind, GoalPuzzle) else ()))
    return SoundPuzzle(puzzle, report, form, likeness, right, titles(kind, int(digest, 16)))


def try_open(puzzle: Puzzle) -> PuzzleKind | None:
    """Return the opened puzzle; None if it cannot be opened."""
    try:
        return open_puzzle(puzzle)
    except PuzzleError:
        return None
