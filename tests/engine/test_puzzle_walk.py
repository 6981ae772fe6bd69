"""Quick walks: position by position they say what the engine's own states say."""

from collections.abc import Iterator
from itertools import islice

import pytest

import kontrapunkt
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import PlayoutPuzzle
from kontrapunkt.puzzles.knowledge import Knowledge, knowledge_of
from kontrapunkt.puzzles.mining.drafts import KINDS_MINED, PuzzleDraft, try_open
from kontrapunkt.puzzles.mining.mine import MiningPlan, lines
from kontrapunkt.puzzles.proof import POLICIES, Proof, TooLarge, solves
from kontrapunkt.record.recording import game_tags

GAMES = {
    "ristikontra": {},
    "ristikontra, limit of two": {"lead_limit": "2", "lead_limit_scope": "team"},
    "ristiklappi": {},
    "ristiklappi, six cards": {"preset": "lappi6"},
    "konter-a-matt": {},
    "kontra": {},
    "doppelkopf": {},
}

SMALL = 400


def drafts(named: str) -> Iterator[PuzzleDraft]:
    """What may be puzzles in the last tricks of deals of a game."""
    game = kontrapunkt.game(named.partition(",")[0], **GAMES[named])
    plan = MiningPlan(tuple(game_tags(game).items()), "play", 7)
    for deal in range(60):
        for line in lines(plan, deal):
            yield from islice(KINDS_MINED["play"](line, knowledge_of(line.start.game), 4), 3)


@pytest.mark.parametrize("named", GAMES)
def test_a_quick_walk_proves_what_states_prove(named: str) -> None:
    compared = 0
    for draft in islice(drafts(named), 12):
        kind = try_open(draft.puzzle())
        assert isinstance(kind, PlayoutPuzzle)
        quick = kind.knowledge.walk(kind.aim, kind.solver, kind.state)
        if quick is None:  # a trick that began with a stock
            continue
        plain = GoalOracle(kind.aim, kind.knowledge, kind.solver, kind.state)
        assert [solves(name, quick) for name in POLICIES] == [solves(name, plain) for name in POLICIES]
        try:
            one = Proof(kind.oracle, kind.state, SMALL, quick)
        except TooLarge:
            continue
        other = Proof(kind.oracle, kind.state, SMALL, plain)
        assert (one.size, one.duals, one.defences) == (other.size, other.duals, other.defences)
        assert (one.root.decisions, one.root.plies) == (other.root.decisions, other.root.plies)
        assert one.root.luck == pytest.approx(other.root.luck)
        assert one.line() == other.line()
        compared += 1
    assert compared > 2


@pytest.mark.parametrize("named", GAMES)
def test_card_gain_equals_gain_in_next_state(named: str) -> None:
    game = kontrapunkt.game(named.partition(",")[0], **GAMES[named])
    knowledge = knowledge_of(game)
    compared = 0
    for deal in range(6):
        for line in lines(MiningPlan(tuple(game_tags(game).items()), "play", 3), deal):
            for state in line.states:
                for action in state.plays() if state.to_act else ():
                    if action.card:
                        compared += 1
                        side = next(side for side in game.sides if state.to_act in side)
                        shown = Knowledge.gain(knowledge, state, action, side)
                        assert knowledge.gain(state, action, side) == shown, (state, action)
    assert compared > 200


@pytest.mark.parametrize("named", GAMES)
def test_draft_is_equally_hard_in_deal_and_record(named: str) -> None:
    for draft in islice(drafts(named), 12):
        walk, kind = draft.walk(), try_open(draft.puzzle())
        assert isinstance(kind, PlayoutPuzzle)
        written = kind.knowledge.walk(kind.aim, kind.solver, kind.state)
        assert (walk is None) == (written is None)
        if walk and written:
            assert [solves(name, walk) for name in POLICIES] == [solves(name, written) for name in POLICIES]
            assert walk.goal_keeping_moves(walk.start) == written.goal_keeping_moves(written.start)
