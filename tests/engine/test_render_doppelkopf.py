"""Doppelkopf drawn and told: parties beside the names, what is done without a card, what a deal comes to."""

from kontrapunkt import record
from kontrapunkt.record import replay
from kontrapunkt.render import table
from kontrapunkt.widgets.line import moments, rows
from tests.rules.doko import DDV, dealt, ended, healthy

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
    html = table(healthy(dealt({})).view(None), widget_id="x")
    assert 'class="kp-side"' not in html
    assert html.count('data-status="hidden_kontra"') == 2
    assert html.count('data-status="hidden_re"') == 2


def test_what_is_done_without_a_card_is_told_beside_the_trick():
    row = rows(moments(replay(record.read(POOR))))[-1]
    assert row.winner is None
    told = " ".join(row.effects)
    assert "West passes." in told
    assert "South puts the ten of hearts away." in told
    assert "East gives three cards back: 1 trump." in told
    assert "North says “Kontra”." in told


def test_all_four_are_heard_to_be_healthy_and_no_secret_is_news():
    text = (
        POOR.partition("\nN say")[0]
        + "\nN say healthy  E say healthy  S say healthy  W say healthy\n1. N 9S\n"
    )
    row = rows(moments(replay(record.read(text))))[-1]
    assert sum("healthy" in each for each in row.effects) == 4
    assert not any("has not shown it" in each for each in row.effects)


def test_each_item_says_what_it_counts_and_for_whom():
    items = [item.text for item in ended((90, 150), kontra=2, rules=DDV).result().items]
    assert "Kontra was announced: 2 for Re." in items
    assert "Re has reached 90 against “no 60”: 1 for Re." in items
