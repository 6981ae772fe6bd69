"""Several people at one screen: whose cards are seen when, and that nobody's are between two turns."""

import random
import re

import pytest

from kontrapunkt.core.registry import game_class
from kontrapunkt.widgets.table import Table
from tests.engine.test_table_widget import GAMES, dealt, table
from tests.engine.test_table_widget import let_play as others_play


def all_people(game: str) -> str:
    return "".join(game_class(game)().seats)


def let_play(widget: Table) -> None:
    """Lets the computer players do what they have to, to the end of the deal."""
    others_play(widget)


def come(widget: Table) -> None:
    """Lets whoever is awaited come to the screen."""
    found = re.search(r'data-do="(show .)"', widget.frame().html)
    if found:
        widget.send(found[1])


def play_together(widget: Table, chance: random.Random, most: int = 1000) -> None:
    """Plays on with several people, each at their turn, to the end or for so many turns."""
    let_play(widget)
    for _ in range(most):
        if widget.ended:
            return
        come(widget)
        assert widget.seat == widget.history.state.to_act
        widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
        let_play(widget)


def backs(html: str, seat: str) -> int:
    """Cards of a hand that lie face down."""
    return html.count(f'data-key="back-{seat}-')


@pytest.mark.parametrize("game", GAMES)
def test_everybody_else_may_sit_at_the_same_screen(game: str) -> None:
    """At a table for two, too, where there is one other seat; and may get up again."""
    seats = all_people(game).replace("S", "")
    assert seats
    fresh = table(game)
    for seat in seats:
        assert f'data-do="join {seat}" aria-pressed="false"' in fresh.frame().html
        fresh.send(f"join {seat}")
        assert f'data-do="join {seat}" aria-pressed="true"' in fresh.frame().html


@pytest.mark.parametrize("game", GAMES)
def test_several_people_are_called_by_their_seats(game: str) -> None:
    """Whoever is at the screen: the next reads what the table said to the one before."""
    chance = random.Random(game)
    widget = dealt(game, 31, f"people={all_people(game)}")
    with widget.speaking():
        play_together(widget, chance, 1)
        for _ in range(6):
            come(widget)
            html = widget.frame().html
            assert 'class="kp-seat-name">You<' not in html
            assert widget.seat
            assert not re.search(
                r"\b(You|you|Your side|your side)\b",
                html.partition('class="kp-say')[2].partition("</div>")[0],
            )
            play_together(widget, chance, 1)


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_covered_between_two_peoples_turns(game: str) -> None:
    chance = random.Random(game)
    people = all_people(game)
    widget = dealt(game, 31, f"people={people}")
    let_play(widget)
    before = ""
    while not widget.ended:
        turn = str(widget.history.state.to_act)
        html = widget.frame().html
        hands = widget.history.state.view(None).hands
        if turn != before:
            assert widget.seat is None
            assert all(backs(html, seat) == len(hand) for seat, hand in hands.items())
            assert "show the cards" in html
            assert "kp-playable" not in html
            assert 'id="t-records' not in html
            log = widget.log
            for wrong in (
                f"play {turn} {widget.history.state.actions()[0]}",
                f"show {people.replace(turn, '')[0]}",
            ):
                widget.send(wrong)
            assert widget.log == log
            widget.send(f"show {turn}")
        assert widget.seat == turn
        html = widget.frame().html
        seen = widget.history.state.view(widget.seat).hands
        assert all(backs(html, seat) == hand.count("?") for seat, hand in seen.items())
        widget.send(f"play {turn} {chance.choice(widget.history.state.actions())}")
        let_play(widget)
        before = turn


@pytest.mark.parametrize("game", GAMES)
def test_a_log_of_several_people_leads_back(game: str) -> None:
    chance = random.Random(game)
    seats = all_people(game)
    widget = dealt(game, 32, f"people={seats[:2]} seat={seats[1]} player=random")
    play_together(widget, chance, 3)
    again = table(game, f"people={seats[:2]} seat={seats[1]} player=random", widget.log)
    assert again.note == ""
    assert again.history.state == widget.history.state
    if not again.ended:
        assert again.seat is None, "who opens the page anew may be anybody"
    play_together(again, chance)
    assert again.ended
    assert again.frame().html.partition("kp-scoresheet")[2].count('<th scope="row">') == 1
    assert table(game, log=again.log).log == again.log


def test_nobody_hears_what_another_has_put_away() -> None:
    """In Doppelkopf, Kontra and Graden cards are put away face down; they are told to who did it alone."""
    chance = random.Random(5)
    for game in ("koenigrufen-graden", "kontra", "doppelkopf"):
        for seed in range(12):
            widget = dealt(game, seed, f"people={all_people(game)} player=random")
            let_play(widget)
            while not widget.ended and widget.history.state.view(None).trick_number < 2:
                come(widget)
                turn = widget.seat
                assert turn
                action = chance.choice(widget.history.state.actions())
                widget.send(f"play {turn} {action}")
                if action.verb == "discard" and not widget.ended and widget.seat is None:
                    told = re.search(r'class="kp-say.*?</p>', widget.frame().html, re.DOTALL)
                    assert told
                    assert str(action.argument) not in told[0]
                let_play(widget)


def test_somebody_else_may_come_to_say_something() -> None:
    widget = dealt("ristikontra", 4, "people=NEW seat=S")
    let_play(widget)
    come(widget)
    turn = widget.seat
    other = next(seat for seat in "NESW" if seat != turn)
    widget.send(f"hand {other}")
    assert widget.seat is None
    assert f'data-do="show {other}"' in widget.frame().html
    widget.send(f"show {other}")
    assert widget.seat == other
    widget.send(f"hand {turn}")
    widget.send(f"show {turn}")
    assert widget.seat == turn


def test_taken_back_action_belongs_to_last_actor() -> None:
    widget = dealt("ristikontra", 4, "people=NEW seat=S")
    play_together(widget, random.Random(1), 2)
    seat, action = widget.history.done[-1]
    widget.send("back")
    assert len(widget.history.done) == 1
    assert widget.history.state.to_act == widget.seat == seat
    widget.send(f"play {seat} {action}")
    assert widget.log[-2:] == ["back", f"{seat} {action}"]
    play_together(widget, random.Random(1))
    assert "took back once" in widget.frame().html


def test_hints_are_for_whom_they_were_asked() -> None:
    widget = dealt("ristikontra", 4, "people=NEW seat=S")
    let_play(widget)
    before = widget.log
    widget.send("hint")
    assert widget.log == before, "nobody is there to be advised"
    come(widget)
    assert widget.send("hint")[-1].say
    widget.send("hint")
    widget.send(f"play {widget.seat} {widget.history.state.actions()[0]}")
    come(widget)
    assert "Which card?" not in widget.frame().html


@pytest.mark.parametrize("event", ["look S", "look N"])
def test_the_decisions_of_each_are_reviewed(event: str) -> None:
    widget = dealt("konter-a-matt", 4, "people=N seat=S player=random")
    play_together(widget, random.Random(1))
    let_play(widget)
    widget.send(event)
    while widget.thinking:
        widget.think(50)
    assert widget.seat == event[-1]
    shown = widget.frame().html
    assert "kp-moments" in shown
    assert f"Decisions of {'North' if event == 'look N' else 'South'}" in shown
    assert f"Decisions of {'South' if event == 'look N' else 'North'}" in shown  # the way to the other's


def test_people_are_agreed_on_one_by_one() -> None:
    widget = table("ristikontra")
    widget.send("join N")
    widget.send("join W")
    widget.send("join N")
    first = widget.log
    assert first[1:] == ["terms people=W"]
    assert "join S" not in widget.frame().html
    widget.send("set seat W")
    assert widget.log[1:] == ["terms seat=W"]


def test_covered_table_says_task_before_trumps() -> None:
    widget = dealt("konter-a-matt", 31, "people=NESW")
    html = widget.frame().html
    assert "is to name trumps" in html
    assert "to lead" not in html


def test_four_suits_stand_side_by_side() -> None:
    """They are the only way to name trumps, and no list hides them."""
    widget = dealt("konter-a-matt", 31, "people=NESW")
    come(widget)
    html = widget.frame().html
    assert [suit for suit in "CSHD" if f"trump {suit}" in html] == [*"CSHD"]
    assert "kp-deeds-open" not in html
