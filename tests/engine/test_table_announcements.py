"""Messages of a table for listeners: each thing once, all cards of a trick, the turn last."""

import random
import re

import pytest

from kontrapunkt.core.messages import card_name, rank_name
from kontrapunkt.widgets.base import parse_seat_action
from kontrapunkt.widgets.precomputed import Frame
from kontrapunkt.widgets.table import Table
from tests.engine.test_table_widget import GAMES, dealt, let_play, others_do, panel

LEVELS = ("brief", "say", "full")


def sentences(said: str) -> list[str]:
    return re.split(r"(?<=\.) ", said)


def frame_of(widget: Table) -> Frame:
    with widget.speaking():
        return widget.frame()


@pytest.mark.parametrize("game", GAMES)
def test_message_has_each_sentence_once_and_turn_last(game: str) -> None:
    widget, chance = dealt(game, 5, "player=random"), random.Random(game)
    while True:
        let_play(widget)
        frame = frame_of(widget)
        for level in LEVELS:
            told = sentences(getattr(frame, level))
            assert len(told) == len(set(told))
            assert widget.ended or told[-1] == "Your turn."
        assert len(frame.brief) <= len(frame.say)
        if widget.ended:
            return
        able = widget.history.state.actions(widget.seat)
        widget.send(f"play {widget.seat} {chance.choice(able)}")
        assert not others_do(widget) or widget.ended or not frame_of(widget).say


@pytest.mark.parametrize("game", GAMES)
def test_message_has_all_cards_of_trick_it_tells(game: str) -> None:
    widget, chance, tricks = dealt(game, 5), random.Random(game), 0
    while not widget.ended:
        let_play(widget)
        frame = frame_of(widget)
        for event in widget.open_session.events:
            if not event.play or not (trick := event.finished):
                continue
            tricks += 1
            with widget.speaking():
                assert all(str(card_name(play.card)) in frame.full for play in trick.plays)
                assert all(str(rank_name(play.card.rank)) in frame.brief for play in trick.plays)
        if not widget.ended:
            able = widget.history.state.actions(widget.seat)
            widget.send(f"play {widget.seat} {chance.choice(able)}")
    assert tricks


def test_deal_says_sorted_hand_and_asks_for_more_of_it() -> None:
    widget = dealt("doppelkopf", 5)
    first = frame_of(widget).say
    assert first.startswith("Your hand: ten of hearts; queen, jack of spades;")
    let_play(widget)
    assert frame_of(widget).say.startswith(first)


def test_card_taken_back_is_said_without_earlier_cards() -> None:
    widget = dealt("ristiklappi", 3, "player=random")
    let_play(widget)
    action = widget.history.state.actions(widget.seat)[0]
    widget.send(f"play {widget.seat} {action}")
    with widget.speaking():
        told = f"You take back the {card_name(action)}. Your turn."
        assert widget.send("back")[-1].say == told


def answers_of(widget: Table) -> dict[str, str]:
    return dict(re.findall(r'<p hidden data-ear="(\w+)">([^<]*)</p>', frame_of(widget).html))


@pytest.mark.parametrize("level", LEVELS)
def test_trick_and_next_lead_share_a_sentence_unless_full(level: str) -> None:
    widget = dealt("ristiklappi", 3, "player=random")
    let_play(widget)
    widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    let_play(widget)
    told = getattr(frame_of(widget), level)
    assert (" and leads " in told) == (level != "full")
    assert "You draw " in told
    assert ("East ace" in told) == (level != "brief")


def test_result_is_said_once() -> None:
    widget = dealt("ristiklappi", 3, "player=random")
    while not widget.ended:
        let_play(widget)
        if not widget.ended:
            widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    assert len(re.findall(r"Your side (?:wins|loses)", frame_of(widget).say)) <= 1


def test_answers_say_turn_up_trumps_and_calls() -> None:
    widget = dealt("kontraspiel", 5)
    let_play(widget)
    told = answers_of(widget)
    assert "Turn-up: " in told["trick"]
    assert told["turn"].startswith("You may: ")
    widget = dealt("doppelkopf", 5)
    let_play(widget)
    assert answers_of(widget)["turn"].startswith("You may: Say “healthy”, Say “reservation”. ")


def test_answers_say_trick_hand_and_turn() -> None:
    widget = dealt("ristiklappi", 3, "player=random")
    let_play(widget)
    told = answers_of(widget)
    assert told.keys() == {"trick", "cards", "score", "turn"}
    assert told["turn"] == "You may: Play the top card of the stock unseen. Your turn."
    assert told["cards"].startswith("Your hand: ")


def test_solo_that_is_news_too_is_said_once() -> None:
    widget = dealt("doppelkopf", 5)
    let_play(widget)
    widget.send(f"play {widget.seat} say reservation")
    let_play(widget)
    widget.send(f"play {widget.seat} bid solo queens")
    let_play(widget)
    with widget.speaking():
        for told in (widget.frame().say, panel(widget)):
            assert told.count("You play a queens solo.") == 1


@pytest.mark.parametrize("game", GAMES)
def test_focus_goes_to_no_card_of_an_opponent(game: str) -> None:
    """In Kontra a card of an opponent is known, and could be a button."""
    widget, chance = dealt(game, 7), random.Random(game)
    while not widget.ended:
        while others_do(widget) and not widget.ended:
            assert not re.search(r'data-do="play [NEW] [^"]*"[^>]*data-focus', frame_of(widget).html)
            widget.think(50)
        if not widget.ended:
            widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")


@pytest.mark.parametrize("level", LEVELS)
def test_announcement_in_a_trick_leaves_its_cards_in_one_sentence(level: str) -> None:
    widget = dealt("doppelkopf", 1, "player=random")
    let_play(widget)
    widget.send("play S say healthy")
    for done in ("W say healthy", "N 9D", "E say re", "E QC"):
        widget.open_session.act(*parse_seat_action(done), own=False)
    told = getattr(frame_of(widget), level)
    assert told.count("North leads nine of diamonds") == 1
    assert told.endswith("queen of clubs. East says “Re”. Your turn.")
    widget.send("play S QS")
    for done in ("W say re no 90", "W QD", "E TD"):
        widget.open_session.act(*parse_seat_action(done), own=False)
    told = getattr(frame_of(widget), level)
    assert told.startswith("North nine of diamonds, ")
    assert "queen of diamonds. West says “Re, no 90”. East takes " in told


def test_hand_that_trumps_sort_anew_is_announced() -> None:
    widget = dealt("kontraspiel", 2)
    let_play(widget)
    assert "sorted anew" not in frame_of(widget).say
    widget.send(f"play {widget.seat} play")
    let_play(widget)
    assert frame_of(widget).say.endswith(" Your hand is sorted anew. Your turn.")


def test_hand_says_once_that_no_card_may_be_played() -> None:
    widget = dealt("kontraspiel", 1)
    let_play(widget)
    assert frame_of(widget).html.count("may be played now") == 1
    widget.send(f"play {widget.seat} play")
    let_play(widget)
    assert "none may be played now" not in frame_of(widget).html


def test_end_of_the_stock_is_said_once() -> None:
    widget, told = dealt("ristiklappi", 3, "player=random"), []
    while not widget.ended:
        let_play(widget)
        told.append(frame_of(widget).say)
        if not widget.ended:
            widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    assert sum("The stock is empty." in each for each in told) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seed", "soloist"), [(4, "West"), (5, "East")])
def test_soloist_is_said_at_every_level_with_trumps(level: str, seed: int, soloist: str) -> None:
    """The first takes a turn-up before anybody acts, the second bids."""
    widget = dealt("kontraspiel", seed)
    let_play(widget)
    assert f". {soloist} plays alone with " in getattr(frame_of(widget), level)
