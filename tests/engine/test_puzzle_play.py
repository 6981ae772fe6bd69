"""Puzzles to be played: their soundness, against a plain minimax over the engine's own states."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kontrapunkt import game
from kontrapunkt.core.interface import SEATS, Action, Game, State
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.puzzles import PlayoutPuzzle, Puzzle, PuzzleError, open_puzzle, read
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import Report
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.phrasing import action_phrase, wish_clause
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.puzzles.proof import POLICIES, Proof, UnansweredDefence, solves
from kontrapunkt.record import record_of, write
from kontrapunkt.search import Goal, Interval, solver_for
from kontrapunkt.search.match import MatchSolver
from tests.engine.mined import mined
from tests.engine.test_search_minimax import one_game, payoff, random_ending

TUTORIALS = Path(__file__).parents[2] / "tutorials"


def ours(name: str) -> ReachGoal:
    path = TUTORIALS / f"{name}.toml"
    kind = open_puzzle(read(path.read_text("utf-8"), path.stem))
    assert isinstance(kind, ReachGoal)
    return kind


def changed(kind: ReachGoal, **what: Any) -> ReachGoal:
    found = open_puzzle(replace(kind.puzzle, **what))
    assert isinstance(found, ReachGoal)
    return found


# Against minimax -------------------------------------------------------------------------------------------


def number(goal: Goal, start: RankMatchState, end: RankMatchState) -> int:
    """What a finished deal makes of a goal."""
    took = [after - before for before, after in zip(start.card_points, end.card_points, strict=True)]
    if goal.kind == "points":
        return took[goal.side]
    if goal.kind == "difference":
        return took[goal.side] - took[1 - goal.side]
    dirty, cleaned = end.marks
    clean = not (dirty & ~cleaned) >> goal.side & 1
    return int(clean == (goal.kind == "cleans"))


def reachable(aim: Aim, start: RankMatchState, state: RankMatchState) -> bool:
    """Whether the side reaches its aim against every defence, tried out card by card."""
    if state.to_act is None:
        value = number(aim.goal, start, state)
        return value >= aim.target if aim.more else value <= aim.target
    found = (reachable(aim, start, state.apply(action)) for action in state.actions())
    return any(found) if state.to_act in aim.side else all(found)


def keeping(aim: Aim, state: RankMatchState) -> list[Action]:
    return [action for action in state.actions() if reachable(aim, state, state.apply(action))]


def endings() -> list[RankMatchState]:
    found = []
    for seed in range(36):
        chance = Random(seed)
        game = one_game(seed, type(ours("ristiklappi/cleaning-hand-ten").game))
        state = random_ending(chance, game, 3 if seed % 3 == 0 else 2, seed % 2 == 0)
        for _ in range(chance.choice([0, 0, 1, 2, 3])):
            state = state.apply(chance.choice(state.actions()))
        found.append(state)
    return found


@pytest.mark.parametrize("kind", ["points", "difference", "cleans", "not-cleans"])
def test_keys_cooks_and_targets_are_those_of_minimax(kind: str):
    met = {"sound": 0, "cook": 0, "slack": 0, "missed": 0}
    for state in endings():
        side = "NS" if state.to_act in ("N", "S") else "EW"
        for of in (0, 1):
            goal = Goal(kind, of)
            targets: list[int | None] = [None]
            if "clean" not in kind:
                best = best_target(Aim.create(side, goal, 0), state)
                targets = [best - 1, best, best + 1]
            for target in targets:
                compare(state, side, goal, target, met)
    assert all(met[what] for what in ("sound", "cook", "missed"))
    assert met["slack"] or "clean" in kind


def best_target(aim: Aim, state: RankMatchState) -> int:
    """The most that can be had of card points."""
    targets = range(60, -61, -1) if aim.more else range(-60, 61)
    return next(target for target in targets if reachable(replace(aim, target=target), state, state))


def compare(state: RankMatchState, side: str, goal: Goal, target: int | None, met: dict[str, int]) -> None:
    puzzle = Puzzle("x", "play", "T", "s", ("result",), 1, write(record_of(state)), side, str(goal), target)
    kind = open_puzzle(puzzle)
    assert isinstance(kind, ReachGoal)
    truth = keeping(kind.aim, state)
    assert set(kind.key) == set(truth)
    findings = Report()
    kind.examine(findings)
    said = " ".join(findings.faults)
    assert ("The goal cannot be reached" in said) == (not truth)
    met["missed"] += not truth
    met["sound"] += not findings.faults
    ranks = {card[0] for card in truth}
    cooks = [fault for fault in findings.faults if fault.startswith("Besides")]
    named = {card[0] for card in truth if any(f", {action_phrase(card)} reaches" in fault for fault in cooks)}
    assert len(cooks) == len(named) == max(0, len(ranks) - 1)
    met["cook"] += bool(cooks)
    slack = truth and target is not None and bool(keeping(kind.aim.tighter, state))
    assert ("too modest" in said) == bool(slack)
    met["slack"] += bool(slack)
    if truth:
        check_proof(kind, state)


def check_proof(kind: ReachGoal, state: RankMatchState) -> None:
    """The line of the proof is legal and reaches the aim; a policy that is said to solve it, does."""
    end: State = state
    for seat, action in kind.proof.line():
        end = end.apply(action, seat)
    assert kind.oracle.certain_outcome(end)
    for name, policy in POLICIES.items():
        assert solves(name, kind.oracle) == followed(kind, policy, state, state)


def followed(kind: ReachGoal, policy, start: RankMatchState, state: RankMatchState) -> bool:
    """Whether a policy reaches the aim against every defence, played out to the end."""
    if state.to_act is None:
        return reachable(kind.aim, start, state)
    if state.to_act not in kind.side:
        return all(followed(kind, policy, start, state.apply(action)) for action in state.actions())
    return followed(kind, policy, start, state.apply(policy(kind.oracle, state)))


# Our own ---------------------------------------------------------------------------------------------------


def test_the_cleaning_hand():
    kind = ours("ristiklappi/cleaning-hand-ten")
    assert kind.question.startswith("East to play. East–West are to keep North–South dirty")
    assert kind.key == ("TD",)
    assert kind.hints[-1] == "Play the ten of diamonds."
    assert kind.hints[1] == "Look ahead to trick 12: it decides the puzzle."
    assert kind.hints[2] == "Compare the ten of diamonds and the eight of spades."
    assert kind.solution[0] == "Only the ten of diamonds works."
    assert len(kind.solution) == 2 + 3  # the key, the line, and each other card refuted
    assert any(
        each.startswith("The three of spades fails: South K♠ (East takes trick 10") for each in kind.solution
    )
    report = kind.check()
    assert report.sound
    assert report.features["choices"] == 4
    assert report.features["losing"] == 0.75
    assert sum("fails" in note for note in report.notes) == 3
    assert "111 positions prove it" in report.notes[0]


def test_the_cleaning_hand_is_lost_for_north_south():
    kind = ours("ristiklappi/cleaning-hand-eleven")
    lost = changed(kind, goal="cleans NS", target=None)
    assert lost.check().faults[0] == (
        "The goal cannot be reached. Against best play North–South cannot get clean."
    )
    assert lost.hints == ()
    assert lost.solution == ()


def test_target_plus_one_and_minus_one():
    kind = ours("ristiklappi/cleaning-hand-eleven")
    assert kind.check().sound
    assert "cannot be reached" in changed(kind, target=12).check(any_difficulty=True).faults[0]
    slack = changed(kind, target=10).check(any_difficulty=True).faults
    assert any("The target 10 is too modest." in fault for fault in slack)


def test_a_cook_is_named_with_its_line():
    """With a six for the eight in West's place, another card than the key does as well."""
    kind = ours("ristiklappi/cleaning-hand-ten")
    record = kind.puzzle.record
    cooked = changed(kind, record=record.replace("8S 6S", "9S 6S").replace("TD", "9D").replace("TS", "8D"))
    faults = cooked.check(any_difficulty=True).faults
    assert any(fault.startswith("Besides the ") and "reaches the goal, too: " in fault for fault in faults)
    assert any("takes trick 10" in fault for fault in faults)


def test_a_wrong_difficulty_is_refused():
    kind = ours("ristiklappi/cleaning-hand-ten")
    assert changed(kind, difficulty=5).check().faults == ("The file says difficulty 5, but it measures 3.",)


def test_habit():
    """At the eleventh trick the six is South's only card, but whoever wins no points there finds it, too."""
    kind = ours("ristiklappi/cleaning-hand-ten")
    text = kind.puzzle.record + "   E 3S  S 4S\n11. E 8S\n"
    found = changed(kind, record=text, side="NS", goal="cleans NS")
    assert found.key == ("6C",)
    assert found.check(any_difficulty=True).faults == (
        "A habit solves it: as many card points as possible in every trick.",
    )


def test_one_card_and_a_coin():
    last = """
[Game "ristikontra"]
[Position]
N: AS TD
E: 3S 4S
S: 5S 6S
W: AH 7S
stock: -
lead: N
"""
    coin = Puzzle("x", "play", "T", "s", ("leading",), 1, last, "NS", "points NS", 10)
    assert any("cases" in f or "habit" in f for f in open_puzzle(coin).check().faults)
    only = replace(
        coin,
        record=last.replace("AS TD", "TD")
        .replace("3S 4S", "4S")
        .replace("5S 6S", "6S")
        .replace("AH 7S", "7S"),
    )
    assert (
        "Only the ten of diamonds can be played, so there is nothing to find."
        in open_puzzle(only).check().faults
    )


def test_equals_are_one_key():
    kind = ours("ristiklappi/cleaning-hand-low-lead")
    assert kind.key == ("3C", "3D")
    assert kind.solution[0].startswith("Only the three of clubs or the three of diamonds")
    assert kind.check().sound


def test_replies():
    kind = ours("ristiklappi/cleaning-hand-ten")
    assert kind.reply("E 3S", "ours").startswith("This takes the trick")
    assert kind.reply("E 6S", "ours") == "ours"
    stray = changed(kind, replies={"Z 3S": "never", "key": "never"})
    assert len([fault for fault in stray.check().faults if "can never appear" in fault]) == 2


def test_reached():
    kind = ours("ristikontra/deuce-first")
    assert (kind.aim.reached(54), kind.aim.reached(53)) == (True, False)
    assert kind.aim.reached((Interval(0, 9, 54, 60), Interval(10, 12, 54, 54)))
    assert not kind.aim.reached((Interval(0, 9, 54, 60), Interval(10, 12, 0, 54)))
    state = kind.state
    for action in ("2H", "4H", "8S", "3S"):
        state = state.apply(action)
    assert kind.oracle.aim_at(state).reached(54)  # nothing has been taken yet
    for action in ("QH", "AD", "QS", "6D"):
        state = state.apply(action)
    assert kind.oracle.aim_at(state).reached(37)
    assert not kind.oracle.aim_at(state).reached(36)


def test_the_target_of_the_side_that_wants_less():
    kind = ours("ristikontra/deuce-first")
    other = changed(kind, goal="points NS", target=0)
    assert "leave North–South at most no card points" in other.question
    assert other.key == kind.key
    assert other.check().sound
    assert "too modest" in " ".join(changed(kind, goal="points NS", target=1).check().faults)


def test_a_result_that_hangs_on_the_past():
    """Without the points before it the result of the cleaning hand is open, and so is what keeps it."""
    kind = ours("ristiklappi/cleaning-hand-ten")
    open_result = changed(kind, goal="result", target=-1)
    assert isinstance(next(iter(open_result.values.values())), tuple)
    assert open_result.key == ("TD",)  # dishonour for North–South, whatever was taken before
    assert open_result.question.startswith("East to play. East–West are to win the deal")
    report = open_result.check(any_difficulty=True)
    assert any("too modest" in fault for fault in report.faults)
    assert changed(kind, goal="result", target=-2).check(any_difficulty=True).sound


@pytest.mark.parametrize("game", ["ristiklappi", "ristikontra"])
def test_every_defence_is_answered_by_the_tree(game: str):
    """Whoever follows the proof's cards reaches the aim, whatever the others do."""
    found_there = mined(game, "play")[:4]
    assert len(found_there) == 4
    for found in found_there:
        kind = open_puzzle(found.puzzle)
        assert isinstance(kind, ReachGoal)
        chance = Random(1)
        for _ in range(30):
            state: State = kind.state
            while state.to_act and not kind.oracle.certain_outcome(state):
                mine = state.to_act in kind.side
                choices = kind.oracle.goal_keeping_moves(state) if mine else state.actions()
                state = state.apply(choices[0] if mine else chance.choice(choices))
            assert kind.oracle.certain_outcome(state)


def test_no_proof_without_a_key():
    kind = ours("ristiklappi/cleaning-hand-ten")
    with pytest.raises(UnansweredDefence) as caught:
        Proof(kind.oracle, kind.state.apply("3S").apply("KS"))
    assert all(seat in SEATS for seat, _ in caught.value.line)


@pytest.mark.parametrize("options", [{}, {"preset": "lappi6"}, {"numeric": "coins"}, {"lapland_below": "10"}])
@pytest.mark.parametrize("of", ["ristiklappi", "ristikontra"])
def test_every_aim_has_its_words(of: str, options: dict[str, str]):
    if of == "ristikontra":
        options = {"values": "simple"} if options else {}
    rules = game(of, **options)
    solver = solver_for(rules)
    assert isinstance(solver, MatchSolver)
    knowledge = knowledge_of(rules)
    said = set()
    for side in ("NS", "EW"):
        for level in solver.payoffs.levels:
            said.add(str(wish_clause(Aim(side, Goal("result"), level), knowledge, solver)))
        for text in solver.goals[:-1]:
            for target in (-3, -1, 0, 1, 3):
                said.add(str(wish_clause(Aim(side, Goal.read(text), target), knowledge, solver)))
    assert len(said) >= 20
    assert not any("{" in each or "puzzle." in each for each in said)


def test_whose_turn_it_is():
    kind = ours("ristiklappi/cleaning-hand-ten")
    with pytest.raises(PuzzleError, match="choose another step or side"):
        changed(kind, side="NS")
    with pytest.raises(PuzzleError, match="cannot be solved: there are cards in the stock"):
        changed(
            kind,
            record=(TUTORIALS / "ristiklappi/two-bars.toml")
            .read_text("utf-8")
            .split('"""\n')[3]
            .split('"""')[0],
        )
    assert issubclass(ReachGoal, PlayoutPuzzle)
    assert set(SEATS) == set(kind.game.seats)


@pytest.mark.parametrize("of", [Ristikontra, Ristiklappi])
def test_what_is_decided_stays_so(of: type[Game]):
    """Tricks, none of them, and who wins: once the rules tell, no play to the end changes it."""
    told = set()
    for seed in range(150):
        chance = Random(seed)
        rules = of()
        assert isinstance(rules, RankMatchGame)
        start = random_ending(chance, rules, 3, known=True)
        side, goal = (
            chance.choice(["NS", "EW"]),
            Goal.read(chance.choice(["tricks", "no-tricks", "wins"]) + chance.choice([" NS", " EW"])),
        )
        target = chance.randint(0, 3) if goal.kind == "tricks" else None
        aim = Aim.create(side, goal, target)
        oracle = GoalOracle(aim, knowledge_of(rules), solver_for(rules), start)
        state, found = start, [oracle.certain_outcome(start)]
        while state.to_act is not None:
            state = state.apply(chance.choice(state.actions()))
            found.append(oracle.certain_outcome(state))
        taken = state.taken[goal.side] - start.taken[goal.side]
        won = payoff(state) * (1 - 2 * goal.side) > 0
        value = {"tricks": taken, "no-tricks": int(not taken), "wins": int(won)}[goal.kind]
        assert found[-1] == aim.reached(value), (seed, str(goal))
        assert {each for each in found if each is not None} == {found[-1]}, (seed, str(goal))
        told.add((goal.kind, found[-1]))
    assert len(told) == 6
