"""The solver of games with suits to follow, against plain minimax over states."""

from functools import cache
from random import Random
from typing import Any

import pytest

from kontrapunkt.core.cards import pack
from kontrapunkt.core.interface import State
from kontrapunkt.families.follow_suit import CardOrder, Duty, FollowState
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.record import read
from kontrapunkt.search import GoalError, Unsolvable, solve, solver_for
from kontrapunkt.search.clock import Clock
from kontrapunkt.search.follow import FollowSolver
from kontrapunkt.search.follow.kernel import FollowKernel
from kontrapunkt.search.follow.numbering import KernelSetup, TrialPosition
from kontrapunkt.search.solver import SearchTask

GAMES = [KonterAMatt(), KonterAMatt("wellkomm", clubs_queen="above_king")]


def ending(game: KonterAMatt, seed: int, tricks: float) -> FollowState:
    """A deal played at random until so many tricks are left; half a trick is two cards."""
    chance = Random(seed)
    state = game.deal(seed).apply(f"trump {chance.choice('CSHD')}")
    assert isinstance(state, FollowState)
    while 6 - state.trick_number + 1 - len(state.trick) / 4 > tricks:
        state = state.apply(chance.choice([action for action in state.actions() if action.card]))
    return state


def taken(state: State) -> int:
    """Card points of N-S so far."""
    pile = state.view(None).piles[0]
    return (pile.card_points or 0) + (pile.card_points_before or 0)


def minimax(state: State) -> int:
    """The card points that N-S end with, by trying everything."""

    @cache
    def best(state: State) -> int:
        if state.to_act is None:
            return taken(state)
        found = [best(state.apply(action)) for action in state.actions() if action.card]
        return max(found) if state.to_act in "NS" else min(found)

    return best(state)


@pytest.mark.parametrize("game", GAMES, ids=["seed", "above-king"])
@pytest.mark.parametrize("tricks", [1, 1.75, 2, 2.5, 3])
def test_the_same_as_minimax(game: KonterAMatt, tricks: float):
    solver = solver_for(game)
    for seed in range(12 if tricks < 3 else 2):
        state = ending(game, seed, tricks)
        before = taken(state)
        left = 40 - sum(state.card_points)
        expected = {
            action: minimax(state.apply(action)) - before for action in state.actions() if action.card
        }
        found = solver.search(state, "points NS").run()
        assert dict(found.values) == expected, seed
        most = (max if state.to_act in ("N", "S") else min)(expected.values())
        assert set(found.best) == {action for action, value in expected.items() if value == most}
        assert solver.value(state, "points EW") == left - most
        assert solver.value(state, "difference NS") == 2 * most - left
        end: State = state
        for seat, action in found.line:
            end = end.apply(action, seat)
        assert end.to_act is None
        assert taken(end) - before == most


DUTIES = [Duty(), Duty(must_beat=True), Duty(must_trump=True), Duty(trump_freely=True, must_beat=True)]


@pytest.mark.parametrize("duty", DUTIES, ids=str)
@pytest.mark.parametrize("ranks", ["AKQJT9", "ATKQJ9"])
def test_other_duties_and_orders(duty: Duty, ranks: str):
    """What Kontraspiel and Königrufen ask: the kernel allows what the duty allows, and finds the same."""
    cards = pack(24)
    trumps = [card for card in cards if card.suit == "H" or card in ("JC", "JS")] if duty.must_trump else []
    order = CardOrder(cards, ranks, trumps)
    values = {card: {"A": 4, "T": 3}.get(card.rank, 0) for card in cards}
    chance = Random(7)
    for _ in range(40):
        deal = chance.sample(cards, 12)
        hands = tuple(order.in_order(deal[i : i + 3]) for i in range(0, 12, 3))
        kernel = FollowKernel(KernelSetup(order, duty, values, 1, (0, 1, 0, 1), Clock()))
        masks = kernel.masks_of(hands)
        leader = chance.randrange(4)
        n, e, s, w = masks
        leads = [TrialPosition((n, e, s, w), leader, (kernel.number[card],)) for card in hands[leader]]
        value = by_hand(order, duty, values, hands, leader, ())
        for least in (value, value + 1):
            reached = [kernel.bound(trial, least) >= least for trial in leads]
            assert (any, all)[leader % 2](reached) == (value >= least)


def by_hand(order, duty, values, hands, turn, trick):
    """N-S's card points, by trying everything with orders and duties alone."""
    if not hands[turn]:
        return 0
    found = []
    for card in duty.allowed(order, hands[turn], trick):
        rest = tuple(tuple(c for c in hand if c != card) for hand in hands)
        laid = (*trick, card)
        if len(laid) == 4:
            winner = (turn + 1 + order.best(laid)) % 4
            pot = sum(values[c] for c in laid)
            found.append(pot * (winner % 2 == 0) + by_hand(order, duty, values, rest, winner, ()))
        else:
            found.append(by_hand(order, duty, values, rest, (turn + 1) % 4, laid))
    return max(found) if turn % 2 == 0 else min(found)


def test_slices_find_the_same():
    state = ending(GAMES[0], 3, 5)
    whole = solve(state, "points NS")
    solver = FollowSolver[Any, Any](GAMES[0])
    solver.engine = "python"
    search = solver.search(state, "points NS")
    slices = 0
    while not search.step(1):
        slices += 1
    assert slices > 2
    assert search.solution is not None
    assert (search.solution.values, search.solution.line) == (whole.values, whole.line)


def test_slices_of_the_compiled_kernel_find_the_same():
    state = ending(GAMES[0], 3, 6)
    whole = solve(state, "points NS", line=False)
    search = FollowSolver[Any, Any](GAMES[0]).search(state, "points NS", line=False)
    slices = 0
    while not search.step(0.2):
        slices += 1
    assert slices > 2
    assert search.solution is not None
    assert search.solution.values == whole.values


def test_whole_deal_is_solved_in_50_ms_slices():
    """Slices keep to their time, by a clock of their own that counts looks instead of seconds."""
    looks = 0

    def tick() -> float:
        nonlocal looks
        looks += 1
        return looks / 1000

    state = ending(GAMES[0], 1, 6)
    solver = FollowSolver[Any, Any](GAMES[0])
    solver.engine = "python"
    solver.clock = Clock(tick)
    search: SearchTask = solver.search(state, "points NS", line=False)
    longest = 0
    done = False
    while not done:
        before = looks
        done = search.step(50)
        longest = max(longest, looks - before)
    assert longest <= 60
    assert search.solution is not None
    assert search.solution.values == solve(state, "points NS", line=False).values


def test_what_it_cannot_answer():
    game = GAMES[0]
    start = game.deal(1)
    solver = solver_for(game)
    with pytest.raises(Unsolvable, match="play has not begun"):
        solver.search(start, "points NS")
    with pytest.raises(GoalError, match="no goal “cleans NS”"):
        solver.search(ending(game, 1, 3), "cleans NS")
    hidden = (
        '[Game "konter-a-matt"]\n[Dealer "W"]\n[Position]\nN: AC\nE: ?\nS: 9D\nW: TS\nlead: N\ntrump: C\n'
        "points: NS 20 EW 14\ntricks: NS 3 EW 2\n"
    )
    with pytest.raises(Unsolvable, match="hidden"):
        solver.search(game.start(read(hidden), unseen=True), "points NS")
    assert solver.goals_for(start) == ()
    assert solver.goals_for(ending(game, 1, 3)) == ("points NS", "lines NS", "tricks NS")
    assert str(solver.label("points NS")) == "Card points"
    assert str(solver.label("wins EW")) == "East–West win the deal"
    assert str(solver.describe("lines EW", -2)) == "With best play North–South end the deal 2 lines ahead."
    assert str(solver.describe("tricks NS", 0)) == "With best play North–South take no trick from here."
    assert str(solver.describe("points NS", 7)) == "With best play North–South take 7 card points from here."


def test_what_is_said_has_no_value():
    state = ending(GAMES[0], 2, 6)
    assert all(action.card for action in solve(state, "points NS").values)
