"""Positions that cannot exist, each fault by its name and line."""

import pytest

from kontrapunkt.record import RecordError, game_of, read, record_view
from kontrapunkt.rules import PositionError

GOOD = """\
[Game "ristiklappi"]
[Position]
N: QS TS 7C
E: TD 8S 6S
S: KS KH 6C
W: KC 7H 5H
stock: -
lead: N
dirty: NS EW
"""

STOCK = """\
[Game "ristikontra"]
[Options "hand_size=5"]
[Position]
N: AC KC 2C 3C 4C
E: AS KS 2S 3S 4S
S: AH KH 2H 3H 4H
W: AD KD 2D 3D 4D
stock: 5C 5S 5H 5D
lead: N
"""

FRESH = """\
[Game "ristikontra"]
[Dealer "W"]
[Deal]
N: AC AS AH AD KC KS
E: KH KD QC QS QH QD
S: JC JS JH JD TC TS
W: TH TD 9C 9S 9H 9D
stock: 8C 8S 8H 8D 7C 7S 7H 7D 6C 6S 6H 6D 5C 5S 5H 5D 4C 4S 4H 4D 3C 3S 3H 3D 2C 2S 2H 2D
"""


def start(text):
    record = read(text)
    return game_of(record).start(record)


@pytest.mark.parametrize("text", [GOOD, STOCK, FRESH])
def test_good_ones(text):
    assert start(text).to_act == "N"


def test_the_trick_follows_from_the_cards():
    assert start(GOOD).trick_number == 11
    assert start(STOCK).trick_number == 8
    assert start(FRESH).trick_number == 1


@pytest.mark.parametrize(
    ("text", "old", "new", "fault", "line"),
    [
        (GOOD, "W: KC 7H", "W: QS 7H", "card_twice", 6),
        (GOOD, "W: KC 7H", "W: 7H 7H", "card_twice", 6),
        (GOOD, "W: KC 7H 5H\n", "", "hand_missing", 2),
        (GOOD, "W: KC 7H 5H", "W: KC 7H", "uneven_hands", 6),
        (GOOD, "W: KC 7H 5H", "W: KC 7H ?", "hidden_card", 6),
        (GOOD, "stock: -", "stock: 2C 3C", "stock_size", 7),
        (GOOD, "stock: -", "stock: 2C 3C 4C 5C", "hand_size", 3),
        (GOOD, "lead: N\n", "", "lead_missing", 2),
        (GOOD, "lead: N", "lead: Q", "fact_unreadable", 8),
        (GOOD, "lead: N", "leed: N", "unknown_fact", 8),
        (GOOD, "dirty: NS EW", "dirty: NX", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "dirty: NS\ncleaned: EW", "cleaned_impossible", 10),
        (GOOD, "dirty: NS EW", "points: NS 10 EW 10", "points_impossible", 9),
        (GOOD, "dirty: NS EW", "points: NS 1", "points_impossible", 9),
        (GOOD, "dirty: NS EW", "points: NS ten", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "tricks: NS 5 EW 3", "tricks_impossible", 9),
        (GOOD, "dirty: NS EW", "tricks: NS 0 EW 10\npoints: NS 11", "points_impossible", 10),
        (GOOD, "dirty: NS EW", "streak: N Q 4", "streak_impossible", 9),
        (GOOD, "dirty: NS EW", "streak: N 11 4", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "shown: N KC", "shown_wrong", 9),
        (GOOD, "dirty: NS EW", "tricks: NS 12", "tricks_impossible", 9),
        (GOOD, "dirty: NS EW", "turned: QS KC", "fact_unreadable", 9),
        (GOOD, "dirty: NS EW", "turned: QS", "hand_size", 3),
        (GOOD, "dirty: NS EW", "played: QS", "card_twice", 9),
        (GOOD, "dirty: NS EW", "played: 2C", "played_wrong", 9),
        (GOOD, "dirty: NS EW", "trick: N 2C S 3C", "trick_wrong", 9),
        (STOCK, "stock: 5C 5S 5H 5D", "stock: 5C 5S 5H 5D 6C 6D 6H", "stock_size", 8),
        (STOCK, "lead: N", "lead: N\ntrick: N 6C", "card_count", 3),
        (STOCK, "lead: N", "lead: N\nturned: AC", "hand_size", 4),
        (STOCK, "hand_size=5", "hand_size=6", "hand_size", 4),
        (FRESH, '[Dealer "W"]\n', "", "dealer_missing", 2),
        (FRESH, "stock:", "lead: E\nstock:", "lead_wrong", 8),
        (FRESH, "stock:", "points: NS 3\nstock:", "unknown_fact", 8),
        (FRESH, " 2C 2S 2H 2D", "", "card_count", 3),
        (FRESH, "[Deal]", "[Position]\npoints: NS 3", "points_impossible", 4),
    ],
)
def test_faults(text, old, new, fault, line):
    assert old in text
    with pytest.raises(PositionError) as caught:
        start(text.replace(old, new, 1))
    first = caught.value.faults[0]
    assert (first.name, first.line) == (fault, line)
    assert len(first.text) > 20


def test_dirt_needs_a_queen():
    queens = GOOD.replace("TS 7C", "QC 7C").replace("8S 6S", "QH QD")
    with pytest.raises(PositionError) as caught:
        start(queens)
    assert caught.value.faults[0].name == "points_impossible"


def test_the_fourth_king_cannot_have_gone():
    text = STOCK.replace("KC", "8C").replace("KS", "8S").replace("KH", "8H").replace("KD", "8D")
    assert start(text)
    with pytest.raises(PositionError) as caught:
        start(text.replace("hand_size=5", "hand_size=5 fourth_king_rule=on"))
    assert caught.value.faults[0].name == "fourth_king"
    assert start(text.replace("hand_size=5", "hand_size=5 fourth_king_rule=on dark_fourth_king=stands"))


TURNED = """\
[Game "ristikontra"]
[Options "hand_size=5"]
[Position]
N: KC 8C 2C 3C 4C 5C
E: AS 2S 3S 4S 6C
S: AH 2H 3H 4H 6S
W: AD 2D 3D 4D 6D
stock: 5S 5H 5D
lead: N
turned: KC
"""


@pytest.mark.parametrize(
    ("old", "new", "possible"),
    [
        ("", "", False),  # RK-R12 is off, so the king would have been played
        ("hand_size=5", "hand_size=5 fourth_king_rule=on", True),
        ("hand_size=5", "hand_size=5 fourth_king_rule=on dark_fourth_king=stands", False),
        ("turned: KC", "turned: 8C\nstreak: N 8 3", False),  # RK-R11: it stands
    ],
)
def test_what_is_turned_and_kept(old, new, possible):
    text = TURNED.replace(old, new)
    if possible:
        assert start(text).phase == "exchange"
        return
    with pytest.raises(PositionError) as caught:
        start(text)
    assert caught.value.faults[0].name == "turned_wrong"


@pytest.mark.parametrize(("leader", "possible"), [("N", True), ("S", False)])
def test_a_rank_is_exchanged_only_by_whom_it_is_barred_to(leader, possible):
    text = TURNED.replace("turned: KC", f"turned: 8C\nstreak: {leader} 8 3")
    text = text.replace("hand_size=5", "hand_size=5 dark_barred_lead=exchange")
    if possible:
        assert start(text).phase == "exchange"
        return
    with pytest.raises(PositionError, match="cannot just have been turned"):
        start(text)


def test_many_unknown_facts_are_told_shortly():
    with pytest.raises(PositionError) as caught:
        start(GOOD + "".join(f"{a}{b}:\n" for a in "abcdefgh" for b in "abcdefgh"))
    assert len(caught.value.faults) == 5


def test_a_hidden_past_must_fit():
    hands = "N: ?\nE: ?\nS: ?\nW: ?\nstock: -\nlead: N\n"
    hidden = f'[Game "ristiklappi"]\n[Position]\n{hands}13. N 7C E 5C S AC W 3C\n'
    seen = record_view(read(hidden), None).result
    assert seen is not None
    assert not seen.settled  # nothing is known of the first twelve tricks
    for fact in ("tricks: NS 20", "played: 2C"):
        with pytest.raises(RecordError):
            record_view(read(hidden.replace("lead: N", f"lead: N\n{fact}")), None)


def test_a_trick_in_progress():
    text = GOOD.replace("N: QS TS 7C", "N: QS TS").replace("dirty:", "trick: N 7C\ndirty:")
    state = start(text)
    assert (state.to_act, state.phase, state.trick_number) == ("E", "follow", 11)
    assert state.view(None).best == 0
    with pytest.raises(PositionError, match="another seat began"):
        start(text.replace("lead: N", "lead: E"))
    early = STOCK.replace("stock: 5C 5S 5H 5D", "stock: 5S 5H 5D").replace("lead: N", "trick: N dark 5C")
    assert start(early).view(None).trick[0].dark


def test_a_single_trick():
    state = start('[Game "ristikontra"]\n[Position]\nN: 7C\nE: 5C\nS: AC\nW: 3C\nlead: N\n')
    assert state.trick_number == 13
    assert [pile.card_points_before for pile in state.view(None).piles] == [None, None]


def test_a_side_left_out_has_the_rest():
    assert start(GOOD + "points: NS 40\n").before.points == (40, 45)
