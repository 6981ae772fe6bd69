"""What in a deal may be a puzzle, kind by kind. A draft is cheap; only its check tells its worth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final

from kontrapunkt import words
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.puzzles.aim import Aim, fits
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.sure import unseen_worlds
from kontrapunkt.puzzles.walk import Walk
from kontrapunkt.puzzles.wording import distinct
from kontrapunkt.record import record_of, write
from kontrapunkt.search import Goal, Solver, Unsolvable, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import judge, outlook

HAND: Final = 16
"""Cards in a hand, more than in any game."""

LEAST_COST: Final = 3
"""Card points that every wrong card costs at least, where a puzzle is about card points."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A puzzle to be checked; it is written down when it is asked for.

    Attributes:
        topic: What it shares with others of its deal that differ from it only by a card or two.
        moves: How many moves of the deal are left when the question is asked.
        made: Makes it, given after how many moves its record begins. Its difficulty, title and explanation
            come when it has been checked.
        begin: Where a short record begins.
        solver: A solver that knows the deal already; None where none was asked.
        walk: How a proof would go on quickly from the moment; it gives None where there is no such walk.
    """

    topic: str
    moves: int
    made: Callable[[int], Puzzle]
    begin: int
    solver: Solver | None = None
    walk: Callable[[], Walk[Any, Any] | None] = lambda: None

    def short(self) -> Puzzle:
        """It, with no more in its record than the trick in which it asks."""
        return self.made(self.begin)

    def whole(self) -> Puzzle:
        """The same with the whole deal in its record, for a position that cannot be shown to arise."""
        return self.made(0)


Finder = Callable[[Line, Knowledge, int], Iterator[Draft]]
"""Looks through a deal for drafts of a kind; where it searches, with so many cards in a hand at most."""


def play(line: Line, knowledge: Knowledge, most: int = HAND) -> Iterator[Draft]:
    """Moments of the ending at which one card alone keeps a goal.

    Args:
        line: The deal.
        knowledge: What puzzles know of the game.
        most: Cards in a hand at most.
    """
    for at, solver in _solvable(line, most):
        yield from plays_at(line, at, solver, knowledge)


def plays_at(line: Line, at: int, solver: Solver, knowledge: Knowledge) -> Iterator[Draft]:
    """The same at one moment.

    Args:
        line: The deal.
        at: After how many of its moves somebody is to act.
        solver: A solver of the game, which can solve that.
        knowledge: What puzzles know of the game.
    """
    state = line.states[at]
    seat = state.to_act
    if seat is None or len(distinct(knowledge, state.plays())) < 2:
        return
    sides = knowledge.sides(state)
    side = next((text for text, seats in sides.items() if seat in seats), None)
    keys: set[str] = set()  # another goal with the same card would ask the same again
    for goal in knowledge.aims(state) if side else ():
        if side is None or not fits(goal, sides[side], state.game.seats):
            continue
        draft, key = _play_at(line, at, solver, goal, side, knowledge)
        if draft and key not in keys:
            keys.add(key)
            yield draft


def _play_at(
    line: Line, at: int, solver: Solver, goal: Goal, side: str, knowledge: Knowledge
) -> tuple[Draft | None, str]:
    """A draft for a goal, if one card alone keeps it; and what that card is, up to its equals."""
    state = line.states[at]
    seat = state.to_act
    assert seat is not None
    values = solver.solution(state, goal).values
    best = outlook(goal, seat, values)
    if not isinstance(best, int):
        return None, ""
    target = None if goal.kind in YES_OR_NO else best
    aim = Aim.of(side, goal, target, state.game.seats)
    keeping = [action for action, value in values.items() if aim.reached(value)]
    costs = [abs(value - best) for value in values.values() if isinstance(value, int) and value != best]
    dull = goal.kind == "points" and min(costs, default=0) < LEAST_COST
    if dull or len(distinct(knowledge, keeping)) != 1:
        return None, ""
    themes = knowledge.themes("play", goal, state, keeping[0])
    made = partial(_puzzle, line, "play", themes, at, side=side, goal=goal, target=target)
    begin = _trick_start(line, at)
    draft = _draft(line, made, begin, at, _topic("play", side, goal), solver)
    return replace(draft, walk=partial(knowledge.walk, aim, solver, state)), knowledge.alike(keeping[0])


MOST_UNSEEN: Final = 5
"""Cards in a hand at most where a puzzle is about unseen ones."""


def sure(line: Line, knowledge: Knowledge, most: int = HAND) -> Iterator[Draft]:
    """Moments at which one card alone is sure, and another would do as the cards happen to lie.

    Args:
        line: The deal.
        knowledge: What puzzles know of the game.
        most: Cards in a hand at most.
    """
    for at, solver in _solvable(line, min(most, MOST_UNSEEN)):
        yield from _sures_at(line, at, solver, knowledge)


def _sures_at(line: Line, at: int, solver: Solver, knowledge: Knowledge) -> Iterator[Draft]:
    """The same at one moment."""
    state = line.states[at]
    seat = state.to_act
    if seat is None or _longest(state) > MOST_UNSEEN or len(distinct(knowledge, state.plays())) < 2:
        return
    sides = knowledge.sides(state)
    side = next((text for text, seats in sides.items() if seat in seats), None)
    for goal in knowledge.aims(state) if side else ():
        if side is None or not fits(goal, sides[side], state.game.seats) or seat not in goal.seats:
            continue
        target = _sure_target(line, at, solver, Aim.of(side, goal, None, state.game.seats), knowledge)
        if target is None:
            continue
        number = None if goal.kind in YES_OR_NO else target
        themes = knowledge.themes("play", goal, state, state.plays()[0])
        made = partial(_puzzle, line, "sure", themes, at, side=side, goal=goal, target=number)
        yield _draft(line, made, _trick_start(line, at), at, _topic("sure", side, goal), solver)


def drafts_at(line: Line, at: int, knowledge: Knowledge) -> Iterator[Draft]:
    """What one moment of a deal may be a puzzle of: first what is sure, then what keeps a goal, hands open.

    Args:
        line: The deal.
        at: After how many of its moves somebody is to act.
        knowledge: What puzzles know of the game.
    """
    try:
        solver = solver_for(line.start.game)
    except Unsolvable:
        return
    state = line.states[at]
    if solver.why_unsolvable(state) is None and not solver.takes_long(state):
        yield from _sures_at(line, at, solver, knowledge)
        yield from plays_at(line, at, solver, knowledge)


def _sure_target(line: Line, at: int, solver: Solver, aim: Aim, knowledge: Knowledge) -> int | None:
    """The most that one card alone makes sure, where another would do as the cards lie; None for nothing."""
    state = line.states[at]
    oracle = GoalOracle(aim, knowledge, solver, state)
    worlds = unseen_worlds(oracle, line.states, line.moves, at)
    if len(worlds) < 2:
        return None
    values = [oracle.values(each) for each in worlds]
    if not all(isinstance(value, int) for each in values for value in each.values()):
        return None
    least = {
        action: min(value for each in values if isinstance(value := each[action], int))
        for action in distinct(knowledge, state.plays())
    }
    target = max(least.values())
    best = [action for action, value in least.items() if value == target]
    tempting = any(
        isinstance(value := values[0][action], int) and value >= target
        for action in least
        if action not in best
    )
    return target if len(best) == 1 and tempting and target > 0 else None


def mistake(line: Line, knowledge: Knowledge, most: int = HAND) -> Iterator[Draft]:
    """Endings in which a side has given something away just once.

    Args:
        line: The deal.
        knowledge: What puzzles know of the game.
        most: Cards in a hand at most.
    """
    at, solver = next(iter(_solvable(line, most)), (None, None))
    if at is None or solver is None:
        return
    opening = line.states[at]
    places: set[int] = set()  # another goal that the same card gave away would ask the same again
    for goal in knowledge.aims(opening):
        for side, seats in knowledge.sides(opening).items():
            if not fits(goal, seats, opening.game.seats):
                continue
            place = _given_away(line, at, solver, goal, seats, knowledge)
            if place is not None and place not in places:
                places.add(place)
                yield _mistake_at(line, at, place, solver, goal, side, knowledge)


def _given_away(
    line: Line, at: int, solver: Solver, goal: Goal, seats: tuple[Seat, ...], knowledge: Knowledge
) -> int | None:
    """The one move with which a side gave something away; None where there is none, or more than one."""
    if goal.kind == "points" and not knowledge.points_alone:
        return None
    gave: list[int] = []
    for place in range(at, len(line.moves)):
        seat, action = line.moves[place]
        if seat not in seats:
            continue
        values = solver.solution(line.states[place], goal).values
        if not all(isinstance(value, int) for value in values.values()):
            return None
        if judge(goal, seat, values, action).kind == "lost":
            gave.append(place)
    return gave[0] if len(gave) == 1 else None


def _mistake_at(
    line: Line, at: int, place: int, solver: Solver, goal: Goal, side: str, knowledge: Knowledge
) -> Draft:
    seat = line.moves[place][0]
    before = line.states[place]
    values = solver.solution(before, goal).values
    best = outlook(goal, seat, values)
    target = None if goal.kind in YES_OR_NO or not isinstance(best, int) else best
    better = next(a for a in values if judge(goal, seat, values, a).kind != "lost")
    themes = knowledge.themes("find-the-mistake", goal, before, better)
    asks = partial(_puzzle, ask=at, side=side, goal=goal, target=target)
    made = partial(asks, line, "find-the-mistake", themes, len(line.moves))
    return _draft(line, made, at, at, _topic("find-the-mistake", side, goal))


def legal(line: Line, knowledge: Knowledge, most: int = HAND) -> Iterator[Draft]:
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
        made = partial(_puzzle, line, "legal", themes, at)
        yield _draft(line, made, _trick_start(line, at), at, "legal")


def trick(line: Line, knowledge: Knowledge, most: int = HAND) -> Iterator[Draft]:
    """Tricks that mislead.

    Args:
        line: The deal.
        knowledge: What the game knows of puzzles.
        most: Cards in a hand at most, where the rest is to be searched.
    """
    for at in range(1, len(line.states)):
        view, before = line.states[at].view(None), line.states[at - 1].view(None)
        if len(view.tricks) == len(before.tricks):
            continue
        last = view.tricks[-1]
        if not knowledge.twists(line.states[at], last):
            continue
        begin = _trick_start(line, at - 1)
        themes = knowledge.themes("trick", None, line.states[at - 1], Action(last.plays[-1].card))
        made = partial(_puzzle, line, "trick", themes, at)
        yield _draft(line, made, begin, at, "trick")


def score(line: Line, knowledge: Knowledge, most: int = HAND) -> Iterator[Draft]:
    """Finished deals, told from the last tricks on.

    Args:
        line: The deal.
        knowledge: What the game knows of puzzles.
        most: Cards in a hand at most, where the rest is to be searched.
    """
    end = line.states[-1]
    if end.to_act is not None or not end.result().settled:
        return
    at, _ = next(iter(_solvable(line, most)), (0, None))
    themes = knowledge.themes("score", None, end, None)
    made = partial(_puzzle, line, "score", themes, len(line.moves))
    yield _draft(line, made, at, at, "score")


KINDS_MINED: Final[dict[str, Finder]] = {
    "play": play,
    "sure": sure,
    "legal": legal,
    "trick": trick,
    "score": score,
    "find-the-mistake": mistake,
}
"""The kinds that can be mined, each with what looks for it."""

SEARCHED: Final = ("play", "sure", "find-the-mistake")
"""Those of them that ask the game's solver."""


def _solvable(line: Line, most: int) -> Iterator[tuple[int, Solver]]:
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
    try:
        return solver_for(game)
    except Unsolvable:
        return None


def _longest(state: State) -> int:
    """Cards in the longest hand."""
    return max(map(len, state.hands if isinstance(state, DealState) else state.view(None).hands.values()))


def _trick_start(line: Line, at: int) -> int:
    """The moment at which the trick of another moment began."""
    while at and line.states[at].view(None).trick:
        at -= 1
    return at


def _topic(kind: str, side: str, goal: Goal) -> str:
    return f"{kind} {side} {goal.kind}"


def _draft(
    line: Line, made: Callable[[int], Puzzle], begin: int, at: int, topic: str, solver: Solver | None = None
) -> Draft:
    """A draft that asks at a moment; its record begins at one before it, or at the start of the deal."""
    return Draft(topic, len(line.moves) - at, made, begin, solver)


def _puzzle(
    line: Line,
    kind: str,
    themes: tuple[str, ...],
    end: int,
    begin: int,
    ask: int | None = None,
    side: str = "",
    goal: Goal | None = None,
    target: int | None = None,
) -> Puzzle:
    """A puzzle of a part of a deal.

    Args:
        line: The deal.
        kind: The kind.
        themes: What it is about.
        end: The moment with which its record ends.
        begin: The moment with which it begins.
        ask: The moment at which the question is asked; None for the kind's own choice.
        side: Whose puzzle it is.
        goal: The goal.
        target: How much of it.
    """
    record = record_of(line.states[begin], line.moves[begin:end])
    story = words.say("puzzle.mined.story", name=line.name)
    at = None if ask is None else ask - begin
    text = write(record)
    return Puzzle("draft", kind, "draft", story, themes, 1, text, side, str(goal or ""), target, at)
