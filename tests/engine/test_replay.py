"""Replaying: what a record claims is checked, and the error says where and why."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt import game
from kontrapunkt.core.cards import HIDDEN, pack
from kontrapunkt.core.interface import SEATS, Game, Session, State
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.record import (
    RecordError,
    read,
    record_of,
    record_of_session,
    record_view,
    replay,
    replay_session,
    write,
    write_start,
)
from kontrapunkt.testing import random_options
from tests.rules.test_ristiklappi import CLEANING

GAMES: list[type[Game]] = [Ristikontra, Ristiklappi]
ABEYANCE = Path(__file__).parents[1] / "rules/sessions/rk-6-abeyance.record"
MATCH = ABEYANCE.read_text(encoding="utf-8")

TEXT = """\
[Game "ristiklappi"]

[Position]
N: TS 5S
E: TD 6H
S: KH 6C
W: 5H 3D
lead: E
dirty: NS EW

12. E TD  S KH  W 3D  N TS  -> N 24
13. N 5S  E 6H  S 6C  W 5H  -> W 0
"""


def error(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(read(text))
    return caught.value


def test_states_and_steps():
    played = replay(read(TEXT.replace("S KH", "S KH {Here.}")))
    assert len(played.states) == 9
    assert played.states[-1] == played.end
    assert [(step.seat, step.action, step.line) for step in played.steps[:2]] == [
        ("E", "TD", 11),
        ("S", "KH", 11),
    ]
    assert played.steps[1].comment == "Here."
    assert played.steps[3].claim
    assert played.end.result().text.startswith("North–South win")


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("-> N 24", "-> S 24", 11, "trick 12 is won by North (RK-R8), not by South"),
        ("-> N 24", "-> N 20", 11, "trick 12 counts 24 card points (RK-R14), not 20"),
        ("S KH", "S KH -> N", 11, "no trick ends here"),
        ("12.", "11.", 11, "this is trick 12, not 11"),
        (
            "S KH",
            "S 7C",
            11,
            "South’s “7C” is refused: You do not hold the seven of clubs; your cards are the king of hearts "
            "and the six of clubs (RK-R4)",
        ),
        ("S KH", "W 3D", 11, "It is South’s turn (RK-R3)"),
        ("S KH", "S dark", 11, "stock is empty"),
        ("S KH", "S KH * 7C", 11, "no card turns up"),
        ('"ristiklappi"', '"risticlappi"', 1, "did you mean ristiklappi"),
        ('[Game "ristiklappi"]', "", 1, "names no game"),
        ("]\n\n", ']\n[Options "hand_sise=6"]\n', 2, "did you mean hand_size"),
        ("]\n\n", f']\n[Options "target={"9" * 5000}"]\n', 2, "does not have the form key=value"),
        ("]\n\n", ']\n[Options "preset=lapi6"]\n', 2, "did you mean lappi6"),
        ("]\n\n", ']\n[Options "hand_size=9"]\n', 2, "it takes 5, 6"),
        ("]\n\n", ']\n[Options "hand_size"]\n', 2, "key=value"),
        ("]\n\n", ']\n[Options "hand_size=5 hand_size=6"]\n', 2, "hand_size is twice in the Options"),
        ("dirty:", "drity:", 9, "did you mean dirty"),
        ("W: 5H 3D", "W: 5H TD", 7, "TD is both in East’s hand and in West’s hand"),
        ("lead: E\n", "", 3, "lead: N"),
    ],
)
def test_errors(old, new, line, part):
    assert old in TEXT
    found = error(TEXT.replace(old, new, 1))
    assert part in found.text
    assert found.line == line


def test_chance_is_checked():
    text = write(record_of(game("ristikontra").deal(3), ["dark"]))
    assert replay(read(text)).end.view(None).trick[0].dark
    shown = text.split("* ")[1][:2]
    assert "turns up is" in error(text.replace(f"* {shown}", "* 2C" if shown != "2C" else "* 3C")).text
    assert "no card turns up here" in error(text.replace("N dark", "")).text
    without = read(text.split("* ")[0])
    assert len(replay(without).steps) == 1


def test_a_record_with_hidden_cards_is_viewed_only():
    text = TEXT.replace("E: TD 6H", "E: ? ?").replace("W: 5H 3D", "W: ? ?").split("13.")[0]
    assert "hidden" in error(text).text
    view = record_view(read(text), "N")
    assert view.hands == {"N": ("5S",), "E": ("?",), "S": ("?",), "W": ("?",)}
    assert view.tricks[0].winner == "N"
    assert record_view(read(text), None, at=0).hands["S"] == ("KH", "6C")
    assert record_view(read(text), "E", at=1).trick[0].card == "TD"
    with pytest.raises(RecordError, match="RK-R4"):
        record_view(read(text.replace("E TD", "E 6C")), None)


def test_hidden_stock():
    deal = read(write(record_of(game("ristikontra").deal(3), ["dark", "dark"])))
    one = deal.deals[0]
    backs = (HIDDEN,) * len(one.stock or ())
    hidden = replace(one, stock=backs, hands={**one.hands, "E": (HIDDEN,) * 6})
    view = record_view(replace(deal, deals=(hidden,)), "N")
    assert [str(play.card) for play in view.trick] == [move.action for move in one.moves if move.actor == "*"]


def test_written_options_are_those_that_differ():
    assert write_start(game("ristiklappi").deal(1)).tags == {"Game": "ristiklappi"}
    tags = write_start(game("ristiklappi", "lappi6", draw="after_trick").deal(1)).tags
    assert tags["Options"] == "preset=lappi6 draw=after_trick"


def test_cleaning_hand_round_trips_through_writer():
    record = read(CLEANING.read_text(encoding="utf-8"))
    assert read(write(record)) == record
    played = replay(record)
    again = record_of(played.start, [(step.seat, step.action) for step in played.steps])
    assert [m.claim for m in again.deals[0].moves] == [m.claim for m in record.deals[0].moves]
    assert [m.trick for m in again.deals[0].moves] == [m.trick for m in record.deals[0].moves]


# A session, deal after deal ---------------------------------------------------------------------------------


def line_of(text: str, part: str, which: int = 0) -> int:
    """The line, from 1, on which a part stands for the time after `which` times."""
    return [number for number, line in enumerate(text.splitlines(), 1) if part in line][which]


def test_a_session_is_written_as_it_was_read():
    record = read(MATCH)
    assert write(record) == MATCH
    played = replay_session(record)
    assert [each.deal for each in played] == [*record.deals]
    deals = [(each.start, [(step.seat, step.action) for step in each.steps]) for each in played]
    again = record_of_session(deals, {"Title": record.title})
    assert again == replace(record, deals=tuple(replace(deal, comment="") for deal in record.deals))


def test_one_deal_of_session_is_replayed_in_it():
    assert replay(read(MATCH), 1).record == read(MATCH)
    played = replay(read(MATCH), 4)
    assert (str(played.start.session.standing), played.start.view(None).dealer) == (
        "North–South have 2 game points, East–West none. 2 game points are carried over to the next winner.",
        "W",
    )
    assert record_view(read(MATCH), "N", at=0, deal=4).facts["held"] == "2"
    with pytest.raises(IndexError):
        replay(read(MATCH), 5)


@pytest.mark.parametrize(
    "without",
    [["held:"], ["score:"], ["score:", "held:"], ['[Dealer "N"]', '[Dealer "E"]', "score:", "held:"]],
)
def test_omitted_facts_come_from_earlier_deals(without):
    lines = [line for line in MATCH.splitlines() if not any(line.startswith(part) for part in without)]
    bare = replay_session(read("\n".join(lines)))
    assert [each.after for each in bare] == [each.after for each in replay_session(read(MATCH))]
    assert [each.start for each in bare] == [each.start for each in replay_session(read(MATCH))]


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ('[Dealer "N"]', '[Dealer "E"]', '[Dealer "E"]', "North is to deal here (RK-R19), not East"),
        ("held: 1", "held: 2", "held: 2", "leave “held: 1”; correct"),
        ("score: NS 2 EW 0\nheld: 1", "score: NS 1 EW 0", "score: NS 1", "leave “score: NS 2 EW 0”"),
        ("score: NS 2 EW 0\n{", "score: NS 2 EW 0\nheld: 3\n{", "held: 3", "leave no “held”; take it out"),
        ("score: NS 2 EW 0\nheld: 2", "held: 2\nscore: EW 9 NS 2", "score: EW 9", "has won the session"),
    ],
)
def test_a_later_deal_must_say_what_is_true(old, new, at, said):
    assert old in MATCH
    text = MATCH.replace(old, new, 1)
    with pytest.raises(RecordError) as caught:
        replay_session(read(text))
    assert said in caught.value.text
    assert caught.value.line == line_of(text, at)


@pytest.mark.parametrize("other", ["score: ew 0, n-s 2", "score:  NS 2   EW 0"])
def test_a_standing_is_read_leniently(other):
    replay_session(read(MATCH.replace("score: NS 2 EW 0", other)))


def test_unfinished_deal_has_no_successor():
    lines = MATCH.splitlines(keepends=True)
    text = "".join(line for line in lines if line is not lines[line_of(MATCH, "13. ") - 1])
    with pytest.raises(
        RecordError, match=r"deal 1 is not over, as [NESW][a-z]+ is to act; no other"
    ) as caught:
        replay_session(read(text))
    assert caught.value.line == line_of(text, "[Deal]", 1)
    assert replay(read(text), 0).end.to_act  # alone it can be looked at


def test_underspecified_deal_has_no_successor():
    text = CLEANING.read_text(encoding="utf-8")
    more = text + "\n" + write(write_start(game("ristiklappi").deal(1))).partition("\n")[2]
    with pytest.raises(RecordError, match="deal 1 does not say enough about earlier deals"):
        replay_session(read(more))


def test_a_position_may_follow_and_state_the_standing():
    head, _, last = MATCH.rpartition("[Dealer")
    moment = replay(read(MATCH), 4).states[30]
    text = head + write(write_start(moment)).partition("\n")[2]
    assert "[Position]" in text
    assert "held: 2" in text
    end = replay_session(read(text))[-1].end
    assert (end.session, end.view("W").facts) == (moment.session, moment.view("W").facts)
    with pytest.raises(RecordError, match="leave “held: 2”"):
        replay_session(read(text.replace("held: 2", "held: 1")))
    assert last


def test_what_does_not_follow_is_not_written():
    rk = Ristikontra()
    start = rk.deal(3)
    done, state = [], start
    while state.to_act:
        done.append(state.actions()[0])
        state = state.apply(done[-1])
    following = rk.deal(4, session=start.session.after(state))
    assert len(record_of_session([(start, done), (following, [])]).deals) == 2
    for wrong in (rk.deal(4), rk.deal(4, "N"), Ristikontra(hand_size=5).deal(4, "N")):
        with pytest.raises(ValueError, match=r"before it|within a session"):
            record_of_session([(start, done), (wrong, [])])
    with pytest.raises(ValueError, match="still going on"):
        record_of_session([(start, done[:-1]), (following, [])])
    with pytest.raises(ValueError, match="at least one"):
        record_of_session([])


# What a seat has seen ---------------------------------------------------------------------------------------


def test_a_seats_own_record():
    start = game("ristikontra").deal(3)
    actions = ["AH", "dark", "7S", "2S", "KD"]
    text = write(record_of(start, actions, seat="N"))
    assert (
        text
        == """\
[Game "ristikontra"]
[Dealer "W"]
[Deal]
N: AH KD QC 4H 2H 2D
E: ? ? ? ? ? ?
S: ? ? ? ? ? ?
W: ? ? ? ? ? ?
stock: ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?

1. N AH * draw TD  E dark * 5D  S 7S  W 2S  -> N 11
2. N KD * draw AD
"""
    )
    assert "AD" in record_view(read(text), "N").hands["N"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("draw TD", "draw TD * draw 9H", "North draws TD, not 9H"),
        ("draw TD", "draw 5D", "5D cannot turn up here, as it has been seen before"),
        ("S 7S", "S 7S * draw TD", "South cannot draw TD, which has been seen before"),
        ("S 7S", "S 7S * draw nothing", "no card turns up here"),
        ("S 7S", "S 7S * draw 9H * QC", "no card turns up here; take “* QC” out"),
        ("S 7S", 'S 7S * "draw N 3H"', "North draws no card here"),
        ("draw AD", "draw KD", "which has been seen before"),
    ],
)
def test_draws_are_checked_as_far_as_may_be(old, new, said):
    start = game("ristikontra").deal(3)
    text = write(record_of(start, ["AH", "dark", "7S", "2S", "KD"], seat="N"))
    assert old in text
    with pytest.raises(RecordError) as caught:
        record_view(read(text.replace(old, new, 1)), "N")
    assert said in caught.value.text


def test_full_record_draws_are_checked_against_stock():
    text = write(record_of(game("ristikontra").deal(3), ["AH"]))
    assert replay(read(text.replace("N AH", "N AH * draw TD"))).end == replay(read(text)).end
    assert "North draws TD, not 2C" in error(text.replace("N AH", "N AH * draw 2C")).text


def test_draws_after_the_trick():
    """The seat that drew is named where it is not the one that has just acted."""
    start = game("ristikontra", draw="after_trick").deal(3)
    state, actions = start, []
    for _ in range(4):
        actions.append(state.actions()[0])
        state = state.apply(actions[-1])
    told = write(record_of(start, actions, seat="N"))
    assert '* "draw N ' in told
    assert record_view(read(told), "N") == state.view("N")


@st.composite
def moments(draw: st.DrawFn) -> tuple[list[tuple[State, list[str]]], State]:
    """A session at a random moment: its deals with what was done in them, and the state it has come to."""
    seed = draw(st.integers(0, 10**6))
    chance = Random(seed)
    rules = random_options(draw(st.sampled_from(GAMES)), seed)
    session: Session = rules.session()
    deals: list[tuple[State, list[str]]] = []
    last = draw(st.integers(1, 3))
    while True:
        start = state = rules.deal(chance.randrange(10**9), chance.choice(session.dealers), session)
        done: list[str] = []
        deals.append((start, done))
        stop = draw(st.integers(0, 60)) if len(deals) == last else 99
        while state.to_act and len(done) < stop:
            done.append(state.actions()[int(chance.random() * len(state.actions()))])
            state = state.apply(done[-1])
        if len(deals) == last or (session := start.session.after(state)).over:
            return deals, state


def shown(state: State, seat: str) -> set[str]:
    """The cards that a seat's view shows."""
    view = state.view(next(each for each in SEATS if each == seat))
    plays = (*view.trick, *(play for trick in view.tricks for play in trick.plays))
    return {str(play.card) for play in plays} | {str(one) for hand in view.hands.values() for one in hand}


@settings(max_examples=60, deadline=None)
@given(moments(), st.sampled_from(SEATS))
def test_seat_record_holds_what_the_seat_saw(moment, seat):
    """It reads back equal, gives the same view, and names no card that no view of the seat has shown."""
    deals, state = moment
    record = record_of_session(deals, seat=seat)
    text = write(record)
    assert read(text) == record
    assert record_view(read(text), seat, deal=len(deals) - 1) == state.view(seat)
    seen: list[set[str]] = []
    for start, done in deals:
        here = shown(start, seat)
        passing = start
        for action in done:
            passing = passing.apply(action)
            here |= shown(passing, seat)
        seen.append(here)
    told = text.split("[Deal]")[1:]
    for each, cards in zip(told, seen, strict=True):
        assert {str(one) for one in pack(52) if one in each} <= cards
    now = write(write_start(state, seat)) if state.to_act else ""
    assert {str(one) for one in pack(52) if one in now} <= shown(state, seat)
    assert not now or record_view(read(now), seat).hands == state.view(seat).hands


DECIDED = """[Game "koenigrufen-graden"]
[Options "stop_when_decided=always"]
[Dealer "N"]
[Deal]
N: KC JC AS KD QD 9D
E: QH JH 9H AD JD TD
S: AC QC TS 9S AH TH
W: TC 9C KS QS JS KH

E bid plauderer  E lay QH  S pass  W bid hundert  N pass  E pass  W call TD
1. W KH  N KC  E 9H  S AH  -> S
"""
"""It is over since East holds the called ten; South learns that when East's hand is shown, after North's."""


def test_hand_may_be_shown_before_final_one():
    played = replay(read(DECIDED))
    assert played.end.to_act is None
    done = [(step.seat, step.action) for step in played.steps]
    seen = record_of_session([(played.start, done)], seat="S")
    assert "show N" in write(seen).partition("show E")[0]
    assert record_view(seen, "S") == played.end.view("S")
