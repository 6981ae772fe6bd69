"""Kontra's solver against the plainest search there is; its slices, its words, and the example it serves."""

from random import Random

import pytest

from kontrapunkt.core.interface import Seat
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.record import Deal
from kontrapunkt.search import GoalError, Solution, Unsolvable, solve, solver_for
from kontrapunkt.search.solver import Engine
from kontrapunkt.search.verdict import judge
from kontrapunkt.widgets import Prefs, open_widget
from tests.rules.kontra_table import at, dealt

TWO, THREE = Kontra(), Kontra("three")


def plain(state: KontraState, seat: Seat) -> int:
    """What a seat takes from here if it does its best and all others their worst to it, line by line."""
    if state.to_act is None:
        return 0
    found = []
    place = state.game.seats.index(seat)
    for action in state.actions():
        then = state.apply(action)
        found.append(then.card_points[place] - state.card_points[place] + plain(then, seat))
    return max(found) if state.to_act == seat else min(found)


def late(game: Kontra, seed: int, cards: int) -> KontraState:
    """A random deal played until the hands hold so many cards, or one more than that."""
    chance = Random(seed)
    state = game.deal(seed)
    while state.phase in ("first_lead", "normal", "spice") or sum(map(len, state.hands)) > cards:
        state = state.apply(chance.choice(state.actions()))
    return state


@pytest.mark.parametrize(
    ("game", "cards", "deals"), [(TWO, 8, 40), (TWO, 7, 40), (THREE, 9, 12), (THREE, 8, 15)]
)
def test_values_are_those_of_every_line(game: Kontra, cards: int, deals: int):
    for seed in range(deals):
        state = late(game, seed, cards)
        for seat in game.seats:
            solution = solve(state, f"points {seat}")
            place = game.seats.index(seat)
            for action, value in solution.values.items():
                then = state.apply(action)
                gained = then.card_points[place] - state.card_points[place]
                assert value == gained + plain(then, seat), (seed, seat, action)
            check_line(state, solution, place)


def check_line(state: KontraState, solution: Solution, place: int) -> None:
    """The best line is legal, goes to the end, and brings the value."""
    here = state
    for seat, action in solution.line:
        here = here.apply(action, seat)
    assert here.to_act is None
    assert here.card_points[place] - state.card_points[place] == solution.value


def naive(hands: tuple[str, ...], leader: int, seat: int, last: int) -> int:
    """The same over whole endings, with ranks alone and a memory.

    Args:
        hands: The hands as sorted ranks.
        leader: Who leads.
        seat: Whose card points count.
        last: What the last cards of the pack bring to this trick.
    """
    memory: dict[tuple[tuple[str, ...], int], int] = {}

    def begin(hands: tuple[str, ...], leader: int, last: int) -> int:
        if not hands[leader]:
            return 0
        if (hands, leader) not in memory:
            memory[hands, leader] = trick(hands, leader, "", last)
        return memory[hands, leader]

    def trick(hands: tuple[str, ...], leader: int, played: str, last: int) -> int:
        if len(played) == len(hands):
            winner = (leader + played.rindex(played[0])) % len(hands)
            gain = last + sum(WORTH.get(rank, 0) for rank in played)
            return (gain if winner == seat else 0) + begin(hands, winner, 0)
        turn = (leader + len(played)) % len(hands)
        found = []
        for rank in {*hands[turn]}:
            left = [*hands]
            left[turn] = left[turn].replace(rank, "", 1)
            found.append(trick(tuple(left), leader, played + rank, last))
        return max(found) if turn == seat else min(found)

    return begin(hands, leader, last)


WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


@pytest.mark.parametrize(("game", "seeds"), [(TWO, range(10)), (THREE, range(1))])
def test_whole_endings_with_last_pack_cards(game: Kontra, seeds: range):
    phases = set()
    for seed in seeds:
        state = late(game, seed, 6 * game.players)
        phases.add(state.phase)
        hands = tuple("".join(sorted(card[0] for card in hand)) for hand in state.hands)
        last = sum(WORTH.get(card[0], 0) for card in state.stock) if state.phase == "endgame1" else 0
        for place, seat in enumerate(game.seats[: 3 - (game is THREE)]):
            assert solve(state, f"points {seat}", line=False).value == naive(hands, state.turn, place, last)
    assert "endgame1" in phases


def test_locked_for_good():
    state = dealt(TWO, "N", {"N": "AC AS TC 3C 3S 2C", "S": "TS KC 7C 7S 4C 4S"}, "JC ... JS")
    assert state.phase == "locked_end"
    north, south = (solve(state, f"points {seat}").value for seat in "NS")
    assert north == naive(("223AAT"[1:] + "3", "TK7744"), 0, 0, 0)
    assert isinstance(north, int)
    assert isinstance(south, int)
    assert north + south == 46


@pytest.mark.parametrize("engine", ["wasm", "python"])
def test_slices_come_to_the_same(engine: Engine):
    state = late(THREE, 4, 18)
    whole = solve(state, "points E")
    solver = solver_for(THREE)
    solver.engine = engine
    search = solver.search(state, "points E")
    slices = 1
    while not search.step(0):
        slices += 1
    assert slices > 15
    assert search.solution is not None
    assert (search.solution.values, search.solution.value) == (whole.values, whole.value)
    check_line(state, search.solution, 1)


def both_engines(game: Kontra, seed: int, cards: int) -> None:
    """What every seat is sure of, by both engines."""
    state = late(game, seed, cards)
    solvers = [solver_for(game), solver_for(game)]
    solvers[1].engine = "python"
    assert solvers[0].engine == "wasm"
    for goal in solvers[0].goals:
        compiled, walked = (solver.search(state, goal).run() for solver in solvers)
        assert (compiled.values, compiled.best) == (walked.values, walked.best), (seed, goal)
        for solution in (compiled, walked):
            check_line(state, solution, game.seats.index(goal[-1]))


@pytest.mark.parametrize(("game", "cards"), [(TWO, 12), (TWO, 11), (THREE, 12), (THREE, 11)])
def test_both_engines_answer_the_same(game: Kontra, cards: int):
    for seed in range(100, 108):
        both_engines(game, seed, cards)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize(("game", "most"), [(TWO, 12), (THREE, 15)])
def test_both_engines_answer_the_same_five_thousand_times(game: Kontra, most: int, part: int):
    for seed in range(1000 + 500 * part, 1500 + 500 * part):
        both_engines(game, seed, 4 + seed % (most - 3))


def test_what_cannot_be_asked():
    solver = solver_for(TWO)
    with pytest.raises(Unsolvable, match="still cards to draw"):
        solve(TWO.deal(1), "points N")
    with pytest.raises(GoalError, match="it has points N, points S"):
        solve(late(TWO, 1, 6), "points E")
    with pytest.raises(GoalError, match="it has points N, points S"):
        solve(late(TWO, 1, 6), "result")
    with pytest.raises(GoalError, match="is not a goal"):
        solve(late(TWO, 1, 6), "cleans N")
    unseen = TWO.start(Deal({"N": ("?",), "S": ("?",)}, (), True, facts={"lead": "N"}), unseen=True)  # type: ignore[dict-item]
    assert str(solver.why_unsolvable(unseen)) == "a card is hidden; the search needs to know all cards"
    assert solver.goals_for(late(TWO, 1, 6)) == ("points S",)
    assert solver_for(THREE).goals_for(late(THREE, 1, 9)) == ("points N", "points E", "points S")


def test_words():
    two, three = solver_for(TWO), solver_for(THREE)
    assert str(two.label("points S")) == "South’s card points"
    assert str(two.describe("points S", 1)) == "With best play South takes 1 card point from here."
    assert str(three.describe("points E", 0)) == (
        "Whatever the others play, East cannot be sure of a single card point from here."
    )


def test_verdicts_name_who_gains():
    """North must not lead the ace while South has one; the seven loses its trick, but no ace."""
    state = at(TWO, {"N": "AC 7C", "S": "7S AS"}, lead="N")
    texts = {}
    for goal in ("points N", "points S"):
        solution = solve(state, goal)
        texts[goal] = [judge(solution.goal, "N", solution.values, card) for card in ("AC", "7C")]
    assert [verdict.kind for verdict in texts["points N"]] == [verdict.kind for verdict in texts["points S"]]
    lost = [[str(verdict.text) for verdict in found if verdict.kind == "lost"] for found in texts.values()]
    assert lost == [
        ["This costs North 22 card points; the seven of clubs would have kept them."],
        ["This gives South 22 card points; the seven of clubs would not have."],
    ]


RECORD = """
[Game "kontra"]
[Options "preset=three"]
[Position]
N: JC 5C 4C
E: TC 9C 2C
S: JS 9S 3C
lead: N

12. N JC  E TC  S JS
"""


def test_the_example_plays_on_against_all_others():
    from kontrapunkt.record import read, replay
    from kontrapunkt.widgets.analysis import solved
    from kontrapunkt.widgets.line import moments

    played = replay(read(RECORD))
    spec = {"record": RECORD, "id": "x", "solved": dict(solved(played.game, moments(played)))}
    widget = open_widget({**spec, "kind": "example"}, [], Prefs())
    html = widget.frame().html
    assert 'data-do="goal points E"' in html
    assert 'data-do="as S"' in html
    for seat in "NES":
        html = widget.send(f"as {seat}")[-1].html
        assert f'data-do="goal points {seat}" aria-pressed="true"' in html
    while widget.thinking:
        widget.think(50)
    assert any(entry.startswith("reply N") for entry in widget.log)
    again = open_widget({**spec, "kind": "example"}, widget.log, Prefs())
    assert again.log == widget.log
