"""Doppelkopf drawn and told: parties beside the names, what is done without a card, what a deal comes to."""

import pytest

from kontrapunkt import record
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.record import replay
from kontrapunkt.render import TableRenderer, say_trick, trick_list
from kontrapunkt.widgets.line import moments
from tests.rules.doko import DDV, dealt, ended, healthy, plays

POOR = """[Game "doppelkopf"]
[Options "poverty=shift"]
[Dealer "W"]
[Deal]
N: TH JS JH JD TD 9D KC AS TS TS KS 9S
E: QC QC QH QD QD JC JH AD KD 9D AH 9H
S: TH JD KD TC TC KC 9C AS KS AH KH KH
W: QS QS QH JC JS AD TD AC AC 9C 9S 9H

N say healthy  E say healthy  S say reservation  W say healthy  S bid poverty
S discard TH  S discard KD  S discard JD  W pass  N pass  E accept
E discard 9H  E discard AH  E discard 9D  E trumps 1
1. N say kontra  N 9S
"""


def test_a_party_stands_beside_the_name_alone():
    html = "".join(TableRenderer(healthy(dealt({})).view(None), widget_id="x").html())
    assert 'class="kp-side"' not in html
    assert html.count('data-status="hidden_kontra"') == 2
    assert html.count('data-status="hidden_re"') == 2


@pytest.mark.parametrize(("second_dulle", "which"), [("first_wins", "first"), ("second_wins", "second")])
def test_of_two_alike_it_says_which_has_won(second_dulle: str, which: str) -> None:
    state = healthy(dealt({"N": "TH", "E": "TH"}, Doppelkopf("ddv", second_dulle=second_dulle)))
    state = plays(state, "TH TH")
    for _ in range(2):
        state = plays(state, str(state.plays()[0]))
    told = say_trick(state.view(None).tricks[-1])
    assert f"with the ten of hearts, the {which} of two: " in told


def test_actions_without_card_are_listed_before_trick():
    row = moments(replay(record.read(POOR))).rows[-1]
    assert row.winner is None
    assert not row.effects
    told = " ".join(each for _, effects in row.opening for each in effects)
    assert "West passes." in told
    assert "South puts the ten of hearts away." in told
    assert "East gives back three cards: 1 trump." in told
    assert "North says “Kontra”." in told


def test_healthy_calls_are_heard_and_secrets_kept():
    text = (
        POOR.partition("\nN say")[0]
        + "\nN say healthy  E say healthy  S say healthy  W say healthy\n1. N 9S\n"
    )
    row = moments(replay(record.read(text))).rows[-1]
    told = [each for _, effects in row.opening for each in effects]
    assert sum("healthy" in each for each in told) == 4
    assert not any("the others do not know it yet" in each for each in told)


def test_events_before_trick_are_above_with_notes():
    found = moments(replay(record.read(POOR))).rows
    said, taken = found[-1].opening[-2][0], found[-1].opening[-1][0]
    notes = {said: "<p>First.</p>", taken: "<p>Second.</p>", taken + 1: "<p>Third.</p>"}
    html = "".join(trick_list(found, notes=notes))
    places = [html.index(each) for each in ("1 trump.", "First.", "Kontra", "Second.", "kp-line", "Third.")]
    assert places == sorted(places)
    assert html.count("kp-opening") == 2


def test_announcements_within_trick_follow_its_cards():
    (row,) = moments(replay(record.read(f"{POOR}  E AD  S say re"))).rows
    assert row.effects == ("South says “Re”.",)
    assert all("Re”" not in each for _, effects in row.opening for each in effects)


def test_each_item_says_points_and_party():
    items = [item.text for item in ended((90, 150), kontra=2, rules=DDV).result().items]
    assert "Kontra announced: 2 for Re." in items
    assert "Re reached 90 against “no 60”: 1 for Re." in items
