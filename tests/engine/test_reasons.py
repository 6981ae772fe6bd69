"""Reasons for a better action: a card of another seat, as far as the trials prove it."""

from random import Random

import pytest

from kontrapunkt.families.card_distributions import consistent
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.play.players.reasons import reason_for
from kontrapunkt.record import ObservedDeal
from kontrapunkt.search import Goal, solve
from kontrapunkt.widgets.review import Decision, describe_cost, in_words
from kontrapunkt.widgets.table import Table
from tests.engine.test_review import played_out


def reviewed_at(seed: int, step: int) -> tuple[Table, Decision]:
    """A table of Konter a Matt whose deal has been played by chance, and one of its decisions."""
    widget = played_out("konter-a-matt", seed, Random(seed))
    review = widget.open_session.review
    assert review
    return widget, next(each for each in review.decisive() if each.step == step)


def test_review_names_the_card_that_mattered() -> None:
    widget, found = reviewed_at(0, 16)
    with widget.speaking():
        assert in_words(found) == (
            "North was unlikely to hold the ace of diamonds: "
            "the king of diamonds was worth 2 lines more on average."
        )
        assert describe_cost(found).endswith(
            "North does not hold the ace of diamonds in 72 of a hundred possible deals; "
            "there the difference is +2.9, in the others +0.1."
        )


def test_key_card_matches_a_count_of_all_deals() -> None:
    """Share and gains are those of all deals that could not be excluded, each solved with open hands."""
    widget, found = reviewed_at(1, 17)
    line, seat = widget.open_session.line, widget.seat
    assert seat
    assert found.foreseen
    assert found.foreseen.reason
    key = found.foreseen.reason.key
    assert key
    watched = ObservedDeal.start(line[0].state, seats=[seat])
    for then in line[1 : found.step + 1]:
        watched = watched.after(then.action, then.seat)
    ending = heuristics_of(widget.history.game).ending
    assert ending
    groups: dict[bool, list[tuple[int, float]]] = {True: [], False: []}
    for deal, weight in consistent(watched.histories[seat]).few:
        values = solve(deal, Goal.read(ending.goal(deal, seat)), line=False).values
        both = [values[each] for each in (found.foreseen.best, found.action)]
        better, made = (ending.gain(deal, seat, value) for value in both if isinstance(value, int))
        held = key.card in deal.view(None).hands[key.seat]
        groups[held == key.held].append((weight, better - made))
    weights = {side: sum(weight for weight, _ in group) for side, group in groups.items()}
    means = {side: sum(w * gain for w, gain in group) / weights[side] for side, group in groups.items()}
    assert key.share == pytest.approx(weights[True] / sum(weights.values()))
    assert [key.gain, key.otherwise] == pytest.approx([means[True], means[False]])
    assert found.foreseen.every


def test_chance_names_no_card() -> None:
    """Of gains that have nothing to do with the cards a sample proves no reason, whichever it is."""
    widget, found = reviewed_at(0, 16)
    seat = widget.seat
    assert seat
    line = widget.open_session.line
    watched = ObservedDeal.start(line[0].state, seats=[seat])
    for then in line[1 : found.step + 1]:
        watched = watched.after(then.action, then.seat)
    worlds, chance = consistent(watched.histories[seat]), Random(1)
    deals = [(worlds.draw(chance), 1) for _ in range(40)]
    named = 0
    for _ in range(60):
        gains = [chance.gauss(1, 2) for _ in deals]
        named += reason_for(seat, deals, gains, every=False).key is not None
    assert named <= 2
