"""What was given away by what could be known: as brute force finds, repeatable, blind to hidden cards."""

from collections.abc import Iterator
from random import Random

import pytest

from kontrapunkt.core.interface import PASS, Action, Game, Seat
from kontrapunkt.core.registry import GAMES, OWN
from kontrapunkt.families.card_distributions import consistent
from kontrapunkt.play.players import heuristics_of, player_for
from kontrapunkt.play.players.foresight import DecisionAnalysis, Foresight, alternatives
from kontrapunkt.record import ObservedDeal, read, replay
from kontrapunkt.search import Goal, solve
from kontrapunkt.search.clock import run_to_end
from tests.engine.test_club import CONTRACT

ENDINGS = ("konter-a-matt", "ristikontra", "ristiklappi", "doppelkopf")
"""Games whose endings are solved, deal by deal."""


def moments(game: Game, seed: int) -> Iterator[tuple[ObservedDeal, Action]]:
    """A deal of first steps but for one seat, which plays by chance: the table before each thing it does."""
    now = ObservedDeal.start(game.deal(seed))
    other = game.seats[-1]
    players = {seat: player_for("first-steps", game, seed) for seat in game.seats}
    players[other] = player_for("random", game, seed)
    while turn := now.state.to_act:
        action = players[turn].choose(now.state.view(turn), now.histories[turn])
        if turn == other:
            yield now, action
        now = now.after(action)


def foreseen(
    by: Foresight, now: ObservedDeal, action: Action, seat: Seat | None = None
) -> DecisionAnalysis | None:
    """What an action comes to by what its seat could know."""
    who = seat or now.state.to_act
    assert who
    return run_to_end(by.foresee(now.state.view(who), now.histories[who], action))


def by_force(now: ObservedDeal, action: Action) -> float:
    """The same by brute force: every deal that could not be excluded, solved with all hands open."""
    seat, game = now.state.to_act, now.state.game
    assert seat
    ending = heuristics_of(game).ending
    assert ending
    total: dict[str, float] = {}
    weights = 0
    for deal, weight in consistent(now.histories[seat]).few:
        values = solve(deal, Goal.read(ending.goal(deal, seat)), line=False).values
        for each, value in values.items():
            assert isinstance(value, int)
            total[each] = total.get(each, 0) + weight * ending.gain(deal, seat, value)
        weights += weight
    return (max(total.values()) - total[action]) / weights


@pytest.mark.parametrize("game_id", ENDINGS)
def test_exhaustive_foresight_matches_brute_force(game_id: str) -> None:
    compared = lost = 0
    by = Foresight(GAMES[game_id]())
    for seed in range(60):
        for now, action in moments(GAMES[game_id](), seed):
            few = sum(map(len, now.state.view(None).hands.values())) < 12
            found = foreseen(by, now, action) if few else None
            if not found or not found.every or not found.solved:
                continue
            assert found.loss == pytest.approx(by_force(now, action))
            assert found.error == 0
            assert (found.best != action) == (found.loss > 0)
            compared += 1
            lost += found.loss > 0
        if compared > 8 and lost > 1:
            return
    assert compared > 8
    assert lost


@pytest.mark.parametrize("game_id", sorted(OWN))
def test_hidden_cards_do_not_change_it(game_id: str) -> None:
    """In two deals that the seat cannot tell apart the figure is the same, and so it is each time."""
    compared = 0
    by = Foresight(GAMES[game_id]())
    for seed in range(4):
        for number, (now, action) in enumerate(moments(GAMES[game_id](), seed)):
            seat = now.state.to_act
            assert seat
            if number % 4 or compared > 4:
                continue
            other = consistent(now.histories[seat]).draw(Random(seed))
            elsewhere = ObservedDeal(other, {seat: now.histories[seat]})
            found = foreseen(by, now, action)
            assert found == foreseen(by, elsewhere, action)
            compared += found is not None and other != now.state
    assert compared > 2


def test_thrown_contract_is_found_with_refuting_deal() -> None:
    now = ObservedDeal.start(replay(read(CONTRACT)).start)
    gone = now.state.gone  # type: ignore[attr-defined]
    found = run_to_end(
        Foresight(now.state.game).foresee(now.state.view("S"), now.histories["S"], Action("9C"), gone)
    )
    assert found
    assert found.best == "AD"
    assert found.every
    assert found.loss > 0
    assert found.against is not None
    assert found.against.view("S") == now.state.view("S")


def test_announcement_is_compared_with_silence() -> None:
    """Konter on a hand that loses: somebody who says it out of turn, or in turn, could have been silent."""
    game = GAMES["konter-a-matt"]()
    heuristics, by = heuristics_of(game), Foresight(game)
    judged = 0
    for seed in range(60):
        for now, _ in moments(game, seed):
            for seat in game.seats:
                view = now.state.view(seat)
                for said in filter(game.is_call, view.actions):
                    options = alternatives(view, seat, said, heuristics)
                    assert options[0] == said
                    assert len(options) == 2
                    assert (options[1] == PASS) == (view.to_act != seat)
                    found = foreseen(by, now, said, seat)
                    assert found
                    assert not found.solved
                    assert found.silent == (found.loss > 0)
                    judged += found.silent
            if judged > 2:
                return
    assert judged


def test_a_seat_without_a_choice_is_not_judged() -> None:
    game = GAMES["ristikontra"]()
    last = [(now, action) for now, action in moments(game, 3)][-1]
    assert foreseen(Foresight(game), *last) is None
