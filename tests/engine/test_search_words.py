"""What the solver says in words: labels, the goals worth showing, values as sentences, refusals."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kontrapunkt import game
from kontrapunkt.core.interface import Game, State
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.record import Deal, read, record_view, replay, write_start
from kontrapunkt.search import Goal, GoalError, Interval, Solver, Unsolvable, Value, solver_for
from tests.engine.test_search_minimax import SHAME, one_game, random_ending
from tests.rules.table import position

CLEANING_HAND = Path(__file__).parents[2] / "tutorials" / "ristiklappi" / "cleaning-hand.record"


@cache
def cleaning_hand() -> tuple[State, ...]:
    return replay(read(CLEANING_HAND.read_text())).states


def of(name: str, preset: str | None = None, **options: str) -> Solver[Any, Any]:
    return solver_for(game(name, preset, **options))


# Goals and states -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "label"),
    [
        ("result", "Result"),
        ("points NS", "Card points"),
        ("points EW", "East–West’s card points"),
        ("difference NS", "North–South’s lead in card points"),
        ("difference EW", "East–West’s lead in card points"),
        ("cleans NS", "North–South clean"),
        ("cleans EW", "East–West clean"),
        ("not-cleans EW", "East–West stay dirty"),
    ],
)
def test_labels(goal: str, label: str):
    assert of("ristiklappi").label(goal) == of("ristiklappi").label(Goal.read(goal))
    assert str(of("ristiklappi").label(goal)) == label


def test_goals_worth_showing():
    states = cleaning_hand()
    solver = solver_for(states[0].game)
    both = ("cleans NS", "cleans EW", "result", "points NS")
    assert [solver.goals_for(state) for state in states[:12]] == [both] * 12
    only_ours = ("cleans NS", "result", "points NS")
    assert [solver.goals_for(state) for state in states[12:16]] == [only_ours] * 4
    assert [solver.goals_for(state) for state in states[16:20]] == [("result", "points NS")] * 4
    clean = position(Ristiklappi(), hands={"N": "7C", "E": "8C", "S": "9C", "W": "TC"})
    assert solver_for(clean.game).goals_for(clean) == ("result", "points NS")
    plain = position(Ristikontra(), hands={"N": "7C", "E": "8C", "S": "9C", "W": "TC"})
    assert solver_for(plain.game).goals_for(plain) == ("result", "points NS")


def test_why_unsolvable():
    over, dealt = cleaning_hand()[-1], game("ristiklappi").deal(1)
    solver = solver_for(dealt.game)
    cases = {over: "the deal is over", dealt: "only when the stock is empty"}
    for state, why in cases.items():
        assert why in str(solver.why_unsolvable(state))
        assert solver.goals_for(state) == ()
        with pytest.raises(Unsolvable, match=why):
            solver.search(state, "result")
    for state in cleaning_hand()[:-1]:
        assert solver.why_unsolvable(state) is None


def test_nobody_waits_for_a_stock_that_is_empty():
    chance, state = Random(464), Ristiklappi(dark_barred_lead="exchange").deal(464)
    while state.stock or state.phase != "exchange":
        state = state.apply(chance.choice(state.actions()))
    solver, hidden = solver_for(state.game), state.redacted("N")
    assert "hidden" in str(solver.why_unsolvable(hidden))
    assert solver.why_later(hidden) is None


def test_hidden_hands_are_unsolvable():
    seen = write_start(cleaning_hand()[0], "N")
    assert record_view(seen, "N").to_act == "N"
    hidden = Ristiklappi().start(seen, unseen=True)
    assert "hidden cards" in str(of("ristiklappi").why_unsolvable(hidden))


def test_goals_it_does_not_know():
    for ask in (of("ristikontra").label, lambda goal: of("ristikontra").describe(goal, 1)):
        with pytest.raises(GoalError, match="Ristikontra has no goal “cleans NS”"):
            ask("cleans NS")
        with pytest.raises(GoalError, match="is not a goal"):
            ask("gold")


# Values as sentences ----------------------------------------------------------------------------------------

UP_TO_35 = (Interval(3, 35, -1, -1), Interval(36, 36, 0, 0), Interval(37, 82, 1, 1))


@pytest.mark.parametrize(
    ("goal", "value", "sentence"),
    [
        ("points NS", 24, "With best play North–South take 24 card points from here."),
        ("points EW", 1, "With best play East–West take 1 card point from here."),
        ("points NS", 0, "With best play North–South take no card points from here."),
        (
            "difference NS",
            2,
            "With best play North–South take 2 card points more than East–West from here.",
        ),
        (
            "difference EW",
            -1,
            "With best play North–South take 1 card point more than East–West from here.",
        ),
        (
            "difference EW",
            0,
            "With best play both sides take the same number of card points from here.",
        ),
        ("cleans NS", 0, "Against best play North–South cannot get clean."),
        ("cleans EW", 1, "East–West end clean, whatever North–South play."),
        ("not-cleans NS", 1, "Against best play North–South cannot get clean."),
        ("not-cleans NS", 0, "North–South end clean, whatever East–West play."),
        ("result", -2, "With best play East–West win and North–South lose dishonourably."),
        ("result", 1, "With best play North–South win and East–West lose honourably."),
        ("result", 0, "With best play neither side wins."),
        (
            "result",
            (Interval(3, 82, -2, -2),),
            "With best play East–West win and North–South lose dishonourably, whatever was taken before.",
        ),
        (
            "result",
            UP_TO_35,
            "With best play, if North–South had up to 35 card points before the tricks shown, East–West "
            "win and North–South lose "
            "honourably; with 36 it is a tie; with 37 or more North–South win and East–West lose honourably.",
        ),
        (
            "result",
            (Interval(3, 17, -1, -1), Interval(18, 71, 0, 0)),
            "With best play, if North–South had up to 17 card points before the tricks shown, East–West "
            "win and North–South lose "
            "honourably; with 18 or more neither side wins.",
        ),
        (
            "result",
            (Interval(3, 3, -2, -2), Interval(4, 9, 0, 0), Interval(10, 71, 1, 1)),
            "With best play, if North–South had 3 card points before the tricks shown, East–West win and "
            "North–South lose "
            "dishonourably; with 4 to 9 neither side wins; with 10 or more North–South win and East–West "
            "lose honourably.",
        ),
    ],
)
def test_sentences(goal: str, value: Value, sentence: str):
    assert str(of("ristiklappi").describe(goal, value)) == sentence


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (2, "With best play North–South win the deal with all the card points and score 2 game points."),
        (-1, "With best play East–West win the deal and score 1 game point."),
        (0, "With best play it is a tie."),
        (
            (Interval(0, 35, -2, -1), Interval(36, 36, 0, 0), Interval(37, 60, 1, 1)),
            "With best play, if North–South had up to 35 card points before the tricks shown, the "
            "earlier tricks "
            "decide, from “East–West win the deal with all the card points and score 2 game points” to "
            "“East–West win "
            "the deal and score 1 game point”; with 36 it is a tie; with 37 or more North–South win the "
            "deal and score 1 "
            "game point.",
        ),
        (
            (Interval(0, 0, -2, -1),),
            "With best play the earlier tricks decide, from “East–West win the deal with all the card "
            "points and score 2 "
            "game points” to “East–West win the deal and score 1 game point”.",
        ),
    ],
)
def test_sentences_of_ristikontra(value: Value, sentence: str):
    assert str(of("ristikontra").describe("result", value)) == sentence


def test_sentences_where_card_points_are_added_up():
    solver = of("ristikontra", session="cumulative")
    assert str(solver.describe("result", 1)) == "With best play North–South win the deal."
    assert (
        str(solver.describe("result", -2))
        == "With best play East–West win the deal with all the card points."
    )


@pytest.mark.parametrize(
    ("options", "value", "clause"),
    [
        ({"preset": "lappi6"}, 1, "North–South win and East–West lose on points, with honour"),
        ({"preset": "lappi6"}, -2, "East–West win and North–South lose a piss game"),
        ({"preset": "lappi6"}, 3, "North–South win and East–West are sent to Lapland"),
        ({"preset": "lappi6"}, 4, "North–South win and East–West suffer a cardless lappi"),
        ({"preset": "lappi6"}, 5, "North–South win and East–West suffer a kusilappi"),
        ({"numeric": "coins"}, -5, "East–West win 5 coins each"),
        ({"numeric": "coins"}, 1, "North–South win 1 coin each"),
        ({"numeric": "coins"}, 0, "neither side wins"),
    ],
)
def test_outcomes_by_options(options: dict[str, str], value: int, clause: str):
    assert str(of("ristiklappi", **options).describe("result", value)) == f"With best play {clause}."


@pytest.mark.parametrize("options", [{"tie_break": "cards"}, {"both_unclean": "points_decide"}])
def test_no_tie_where_something_else_decides(options: dict[str, str]):
    assert "with 36 neither side wins;" in str(of("ristiklappi", **options).describe("result", UP_TO_35))


def test_the_cleaning_hand_in_words():
    states = cleaning_hand()
    solver = solver_for(states[0].game)
    search = solver.search(states[10], "result").run()
    assert {str(card): str(solver.describe("result", value)) for card, value in search.values.items()} == {
        "KC": str(solver.describe("result", UP_TO_35)),
        "5H": "With best play East–West win and North–South lose dishonourably, whatever was taken before.",
        "3D": "With best play East–West win and North–South lose dishonourably, whatever was taken before.",
    }


# Sentences are true -----------------------------------------------------------------------------------------


def worth(state: RankMatchState, nobody: int) -> int:
    """Minimax of the result, where two unclean sides count as told and a tie as nothing."""
    if state.to_act is None:
        grades = state.result().grades
        if "win" not in grades.values():
            return 0 if grades["N"] == "tie" else nobody
        return SHAME[grades["E"]] if grades["N"] == "win" else -SHAME[grades["N"]]
    values = [worth(state.apply(action), nobody) for action in state.actions()]
    return max(values) if state.to_act in ("N", "S") else min(values)


def test_what_is_called_a_tie_is_one():
    """Each side can by itself rule out that both end unclean and that it loses: N–S, and E–W."""
    lappi, chance, seen = Ristiklappi(), Random(3), 0
    solver = solver_for(lappi)
    for _ in range(150):
        state = random_ending(chance, lappi, 2, known=False)
        for action, value in solver.search(state, "result", line=False).run().values.items():
            if isinstance(value, int) or "it is a tie" not in str(solver.describe("result", value)):
                continue
            (tie,) = [each for each in value if each.least == each.most == 0]
            deal = state.as_deal()
            left = sum(lappi.values.get(card[0], 0) for hand in state.hands for card in hand)
            points = f"NS {tie.first} EW {lappi.total - left - tie.first}"
            told = lappi.start(Deal(deal.hands, (), True, facts={**deal.facts, "points": points}))
            then = told.apply(action)
            assert worth(then, -1) >= 0 >= worth(then, 1)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("game_class", [Ristikontra, Ristiklappi])
def test_every_value_has_a_sentence(game_class: type[Game]):
    """Also intervals leave no gap, so that a page may read them side by side."""
    for seed in range(60):
        made, chance = one_game(seed, game_class), Random(seed)
        solver = solver_for(made)
        state = random_ending(chance, made, 2, known=chance.random() < 0.5)
        for goal in solver.goals:
            for value in solver.search(state, goal, line=False).run().values.values():
                sentence = str(solver.describe(goal, value))
                assert sentence.endswith(".")
                assert not {"{", "None", "  "} & {*sentence, *sentence.split(" ")}
                if not isinstance(value, int):
                    assert all(a.last + 1 == b.first for a, b in pairwise(value))
