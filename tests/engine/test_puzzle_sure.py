"""Sure play: exact against every deal and defence; the kind `sure`, its faults, and what its reader sees."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import Action, State
from kontrapunkt.core.registry import GAMES
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.proof import TooLarge
from kontrapunkt.puzzles.sure import Sure, SurePlay, unseen_worlds
from kontrapunkt.record import record_of, write
from kontrapunkt.search import Goal, solver_for
from kontrapunkt.widgets.base import Prefs
from kontrapunkt.widgets.puzzle import player


class Open(Exception):
    """A moment at which a strategy does not say yet what to do."""


def some_strategy(oracle: GoalOracle, worlds: tuple[State, ...], chosen: dict[tuple[str, ...], str]) -> bool:
    """Whether some strategy reaches the aim in every world: by trying one after the other.

    Args:
        oracle: The aim.
        worlds: The deals.
        chosen: What the strategy does after what has been seen, as far as it is settled.
    """

    def reached(state: State, seen: tuple[str, ...]) -> bool:
        decided = oracle.certain_outcome(state)
        if decided is not None:
            return decided
        able = oracle.moves(state)
        if oracle.aim.of_side(state.to_act):
            if seen not in chosen:
                raise Open(seen, able)
            able = tuple(each for each in able if oracle.knowledge.alike(each) == chosen[seen])
        return all(reached(state.apply(each), (*seen, oracle.knowledge.alike(each))) for each in able)

    try:
        return all(reached(world, ()) for world in worlds)
    except Open as error:
        seen, able = error.args
        alike = oracle.knowledge.alike
        return any(some_strategy(oracle, worlds, {**chosen, seen: alike(each)}) for each in able)


def asked(game_id: str, seed: int, longest: int) -> Iterator[tuple[GoalOracle, tuple[State, ...]]]:
    """Endings of a random deal, each with what it is about and the worlds that its side cannot tell apart."""
    game, chance = GAMES[game_id](), Random(seed)
    states, moves = [game.deal(seed)], []
    while turn := states[-1].to_act:
        action = chance.choice(states[-1].plays() or states[-1].actions())
        moves.append((turn, action))
        states.append(states[-1].apply(action))
    knowledge, solver = knowledge_of(game), solver_for(game)
    for at, state in enumerate(states):
        if state.to_act is None or solver.why_unsolvable(state):
            continue
        if max(map(len, state.view(None).hands.values())) > longest:
            continue
        side = next(text for text, seats in knowledge.sides(state).items() if state.to_act in seats)
        goal = Goal.create("points", tuple(side))  # type: ignore[arg-type]
        oracle = GoalOracle(Aim.create(side, goal, 0, game.seats), knowledge, solver, state)
        worlds = unseen_worlds(oracle, states, moves, at)
        if worlds:
            rows = [oracle.values(each).values() for each in worlds]
            best = min(max(value for value in row if isinstance(value, int)) for row in rows)
            for target in {best, best + 1, max(best - 3, 1)}:
                aim = Aim.create(side, goal, target, game.seats)
                yield GoalOracle(aim, knowledge, solver, state), worlds


@pytest.mark.parametrize(("game_id", "seeds"), [("konter-a-matt", 6), ("ristikontra", 3)])
def test_sure_means_one_strategy_for_every_world(game_id: str, seeds: int):
    found = set()
    for seed in range(seeds):
        for oracle, worlds in asked(game_id, seed, 2):
            play = SurePlay(oracle, worlds)
            expected = some_strategy(oracle, worlds, {})
            assert bool(play.sure) == expected
            found.add((expected, len(worlds) > 1))
            for action in oracle.moves(worlds[0]):
                after = tuple(each.apply(action) for each in worlds)
                assert play.holds(action) == some_strategy(oracle, after, {})
                against = play.against(action)
                assert against is None or not some_strategy(oracle, (against.apply(action),), {})
    assert {(True, True), (False, True)} <= found


def test_winning_each_world_alone_is_not_sure():
    """With open hands one guesses right each time; who sees only the own hands cannot."""
    fused = False
    for seed in range(40):
        for oracle, worlds in asked("konter-a-matt", seed, 3):
            won = all(oracle.goal_keeping_moves(world) for world in worlds)
            fused = fused or (won and not SurePlay(oracle, worlds).sure)
        if fused:
            break
    assert fused


def test_patience_ends():
    oracle, worlds = next(each for each in asked("konter-a-matt", 1, 3) if len(each[1]) > 5)
    with pytest.raises(TooLarge):
        _ = SurePlay(oracle, worlds, 1).sure


# The kind ---------------------------------------------------------------------------------------------------


def a_puzzle(target: int | None = None, longest: int = 3) -> tuple[Sure, Puzzle]:
    """A sound puzzle, found among random deals."""
    for seed in range(60):
        for oracle, worlds in asked("konter-a-matt", seed, longest):
            play, state = SurePlay(oracle, worlds), oracle.start
            if len(worlds) < 2 or len(play.sure) != 1 or len(oracle.moves(state)) < 2:
                continue
            game, chance = GAMES["konter-a-matt"](), Random(seed)
            start = here = game.deal(seed)
            done = []
            while here != state:
                turn = here.to_act
                assert turn
                done.append((turn, chance.choice(here.plays() or here.actions())))
                here = here.apply(done[-1][1])
            puzzle = Puzzle(
                id="it", kind="sure", title="A title", story="A story.", themes=("result",), difficulty=1,
                record=write(record_of(start, done)), side=oracle.aim.side, goal=str(oracle.aim.goal),
                target=oracle.aim.target if target is None else target,
            )  # fmt: skip
            task = open_puzzle(puzzle)
            assert isinstance(task, Sure)
            if target is not None or task.check(any_difficulty=True).sound:
                return task, puzzle
    raise AssertionError("no puzzle was found")


def test_sound_puzzle_names_card_and_refuting_deals():
    task, _ = a_puzzle()
    assert len(task.right) == 1
    assert task.solution[0].endswith("can lie.")
    assert len(task.solution) == len(task.picks)
    for pick in task.picks:
        if not pick.right:
            beaten = task.lost[pick.key]
            assert beaten in task.worlds
            values = task.oracle.values(beaten)
            assert not task.oracle.aim.reached(values[Action(pick.key)])
            assert "fails against this deal" in pick.text


def test_what_is_not_exact_is_not_sound():
    task, puzzle = a_puzzle()
    assert puzzle.target is not None
    for target, fault in ((puzzle.target + 30, "No card is sure."), (1, "Raise the target.")):
        other = open_puzzle(replace(puzzle, target=target))
        assert any(fault in each for each in other.check(any_difficulty=True).faults)
    assert task.check(any_difficulty=True).sound


def test_too_large_search_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    _, puzzle = a_puzzle()
    monkeypatch.setattr("kontrapunkt.puzzles.sure.PATIENCE", 1)
    for patience in (0, 100):
        (fault,) = open_puzzle(puzzle).check(any_difficulty=True, patience=patience, arising=False).faults
        assert "more than 1 " in fault


def test_reader_sees_own_hands_then_refuting_deal():
    task, puzzle = a_puzzle()
    widget = player(task, {"id": "it", "puzzle": "", "widget_id": "w"}, Prefs())
    shown = task.look(task.state.view(None), frozenset())
    for seat, hand in shown.hands.items():
        assert (HIDDEN in hand) == (seat not in puzzle.side) or not hand
    html = widget.frame().html
    wrong = next(pick for pick in task.picks if not pick.right)
    hands = task.lost[wrong.key].view(None).hands
    theirs = {card for seat, hand in hands.items() if seat not in puzzle.side for card in hand}
    assert not any(f'data-key="{card}"' in html for card in theirs)
    frame = widget.send(f"play {task.turn} {wrong.key}")[-1]
    assert "fails against this deal" in frame.say
    assert all(f'data-key="{card}"' in frame.html for card in theirs)
    right = next(pick for pick in task.picks if pick.right)
    widget.send(f"play {task.turn} {right.key}")
    assert widget.log[-1].startswith("solved")
