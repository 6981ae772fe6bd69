"""Tables to sit down at: whole deals in all games, what the log keeps, what the reader is told."""

import json
import random
import re
from html import unescape
from typing import Any

import pytest

from kontrapunkt import app
from kontrapunkt.core.action import Action
from kontrapunkt.core.messages import action_name
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.play.players import player_for
from kontrapunkt.text import catalogue
from kontrapunkt.widgets import SpecError, open_widget
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.table import HEARD, ROOM, Table

GAMES = sorted(OWN)


def table(game: str, terms: str = "", log: list[str] | None = None) -> Table:
    widget = open_widget({"kind": "table", "id": "t", "game": game, "terms": terms}, log or ())
    assert isinstance(widget, Table)
    return widget


def dealt(game: str, seed: int, terms: str = "") -> Table:
    widget = table(game, terms)
    widget.replay(f"deal {seed}")
    return widget


def let_play(widget: Table) -> None:
    """Lets the computer players do what they have to; what the reader did or may do is not judged."""
    while others_do(widget) and not widget.ended:
        widget.think(50)


def others_do(widget: Table) -> bool:
    """Whether anybody is busy but with what the reader may do."""
    return widget.thinking and (
        widget.ended or widget.open_session.thinks or widget.open_session.next is not None
    )


def hint_text(widget: Table) -> str:
    """What a hint says, once that has been weighed."""
    widget.send("hint")
    while widget.thinking:
        widget.think(1000)
    return widget.frame().say


def panel(widget: Table) -> str:
    """Return the text of the message box."""
    _, _, after = widget.frame().html.partition('class="kp-say')
    told, _, _ = after.partition(">")[2].partition("</p>")
    return unescape(re.sub("<[^>]*>", "", told))


def play_out(widget: Table, chance: random.Random) -> None:
    """Plays a deal to its end, the reader by chance."""
    let_play(widget)
    while not widget.ended:
        seat = widget.seat
        assert seat is not None
        widget.send(f"play {seat} {chance.choice(widget.history.state.actions(seat))}")
        let_play(widget)


@pytest.mark.parametrize("game", GAMES)
def test_deals_are_played_and_the_log_leads_back(game: str) -> None:
    chance = random.Random(game)
    widget = dealt(game, 5)
    for _ in range(3):
        play_out(widget, chance)
        again = table(game, log=widget.log)
        assert (again.note, again.log) == ("", widget.log)
        assert again.frame() == widget.frame()
        if widget.history.over:
            break
        widget.send("next")
    assert widget.log[1] == "deal 5"


@pytest.mark.parametrize("game", GAMES)
def test_table_shows_only_what_seat_sees(game: str) -> None:
    """No card of another hand is in the markup."""
    chance = random.Random(game)
    widget = dealt(game, 11)
    while not widget.ended:
        html = widget.frame().html
        for other, hand in widget.history.state.view(None).hands.items():
            assert other == widget.seat or not any(f"play {other} {card}" in html for card in hand)
        if others_do(widget):
            widget.think(50)
        else:
            able = widget.history.state.actions(widget.seat)
            widget.send(f"play {widget.seat} {chance.choice(able)}")


@pytest.mark.parametrize(
    ("game", "terms"),
    [("konter-a-matt", ""), ("ristikontra", "target=3"), ("ristikontra", "session=cumulative")],
)
def test_a_session_is_played_to_its_end(game: str, terms: str) -> None:
    chance = random.Random(game)
    widget = dealt(game, 3, f"player=random {terms}")
    for _ in range(60):
        play_out(widget, chance)
        if widget.history.over:
            break
        widget.send("next")
    assert widget.history.over
    session = widget.history.session_after
    assert session is not None
    assert session.winners
    assert str(session.standing) in widget.frame().html.replace("&amp;", "&")


def test_illegal_card_is_answered_with_its_rule() -> None:
    widget = dealt("konter-a-matt", 1)
    let_play(widget)
    seat, state = widget.seat, widget.history.state
    assert seat is not None
    refusal = next(filter(None, (state.why_not(card, seat) for card in state.view(seat).hands[seat])))
    before = widget.log
    card = next(card for card in state.view(seat).hands[seat] if state.why_not(card, seat))
    frames = widget.send(f"play {seat} {card}")
    assert refusal.rule in frames[-1].html
    assert widget.log == before


@pytest.mark.parametrize("game", OWN)
def test_a_card_pressed_twice_is_pressed_once(game: str) -> None:
    widget, chance = dealt(game, 378202147), random.Random(4)
    repeated = 0
    for _ in range(12):
        let_play(widget)
        state, seat = widget.history.state, widget.seat
        if seat is None or widget.ended:
            break
        action = chance.choice(state.actions(seat))
        frames = widget.send(f"play {seat} {action}")
        log, now = widget.log, widget.history.state
        if now.why_not(action, seat):
            repeated += 1
            assert widget.send(f"play {seat} {action}") == frames[-1:]
            assert widget.log == log
    assert repeated


def test_nobody_plays_for_the_others() -> None:
    widget = dealt("ristikontra", 4)
    state = widget.history.state
    other = next(seat for seat in state.game.seats if seat != widget.seat)
    before = widget.log
    assert "You cannot do that now." in widget.send(f"play {other} 7C")[-1].say
    assert widget.log == before


def test_what_is_taken_back_is_noted() -> None:
    widget = dealt("ristikontra", 4)
    let_play(widget)
    seat = widget.seat
    at = len(widget.history.done)
    widget.send(f"play {seat} {widget.history.state.actions(seat)[0]}")
    let_play(widget)
    widget.send("back")
    assert len(widget.history.done) == at
    play_out(widget, random.Random(1))
    assert "took back once" in widget.frame().html
    again = table("ristikontra", log=widget.log)
    let_play(again)
    assert again.frame() == widget.frame()


def test_nothing_to_take_back_is_said() -> None:
    widget = dealt("ristikontra", 4)
    before = widget.log
    assert widget.send("back")[-1].say
    assert widget.log == before


@pytest.mark.parametrize("game", GAMES)
def test_hint_is_heuristic_then_action(game: str) -> None:
    widget = dealt(game, 9)
    let_play(widget)
    first = hint_text(widget)
    assert first
    assert widget.open_session.hint
    assert widget.open_session.hint.recommendation
    advised = widget.open_session.hint.recommendation.action
    asked = "Which card?" if advised.card or Action(advised.argument).card else "What exactly?"
    assert f'data-do="hint" aria-keyshortcuts="h">{asked}' in widget.frame().html
    again = table(game, log=widget.log)
    while again.thinking:
        again.think(1000)
    assert again.frame() == widget.frame(), "a page opened anew says it, too"
    second, hint = hint_text(widget), widget.open_session.hint
    assert hint
    assert hint.recommendation
    if hint.recommendation.instead is None:
        assert second.startswith(first.rstrip("."))
    assert str(action_name(hint.recommendation.action)).lower() in second.lower()
    assert widget.log.count("hint") == 2
    widget.send("hint")
    assert widget.log.count("hint") == 2, "there is no third step"


@pytest.mark.parametrize(
    "game",
    [
        *sorted({*OWN} - {"doppelkopf"}),
        pytest.param("doppelkopf", marks=pytest.mark.heavy("calls are weighed, too, each to the last card")),
    ],
)
def test_no_hint_is_a_mistake_afterwards(game: str) -> None:
    """Whoever follows them has given nothing away by what could be known, as the review measures it."""
    widget = dealt(game, 3, "player=first-steps")
    let_play(widget)
    while not widget.ended:
        hint_text(widget)
        hint = widget.open_session.hint
        assert hint
        assert hint.recommendation
        widget.send(f"play {widget.seat} {hint.recommendation.action}")
        let_play(widget)
    while widget.thinking:
        widget.think(1000)
    assert widget.open_session.review
    assert not [each for each in widget.open_session.review.decisions if each.worse]


def test_action_better_than_heuristic_is_named() -> None:
    widget, found = dealt("ristikontra", 0), 0
    let_play(widget)
    while not widget.ended:
        first, second, hint = hint_text(widget), hint_text(widget), widget.open_session.hint
        assert hint
        assert hint.recommendation
        if hint.recommendation.instead:
            found += 1
            assert "A rule of thumb says" in first
            assert " rather than " in second
        widget.send(f"play {widget.seat} {hint.recommendation.thumb.action}")
        let_play(widget)
    assert found


@pytest.mark.parametrize("game", ["konter-a-matt", "ristikontra"])
def test_club_players_slice_and_answer_alike(game: str) -> None:
    widget = dealt(game, 6, "player=club pace=swift")
    player = player_for("club", widget.history.game, widget.history.game.seats.index("W"))
    while (state := widget.history.state).to_act != "W" or len({*map(state.game.alike, state.actions())}) < 2:
        if others_do(widget):
            widget.think(1000)
        else:
            widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    watched = widget.history.watched
    at_once = player.choose(watched.state.view("W"), watched.histories["W"])
    slices = 0
    while widget.history.watched is watched:
        widget.think(1)
        slices += 1
    assert slices > 1
    assert widget.log[-1] == f"reply W {at_once}"


def test_a_club_player_tells_what_it_would_do() -> None:
    widget = dealt("konter-a-matt", 6, "player=random")
    let_play(widget)
    while widget.history.state.view(widget.seat).trick_number < 3:
        widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
        let_play(widget)
    before = widget.history.state
    assert widget.send("ask")[-1].say
    let_play(widget)
    assert widget.history.state is before
    assert "on average" in widget.frame().html
    assert table("konter-a-matt", "player=random", widget.log).note == ""
    widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    assert "on average" not in widget.frame().html, "what was thought of another moment"
    play_out(widget, random.Random(1))
    assert "asked a club player once" in widget.frame().html


def test_who_acts_waits_for_no_advice() -> None:
    widget = dealt("doppelkopf", 2)
    let_play(widget)
    widget.send("ask")
    widget.think(1)
    before = len(widget.history.done)
    widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    let_play(widget)
    assert len(widget.history.done) > before + 1
    assert "on average" not in widget.frame().say


def test_rare_options_list_keeps_its_places() -> None:
    """It lies open while the others act, and the turn may come under the finger."""
    widget = dealt("doppelkopf", 2)
    listed = set()
    able = set()
    for _ in range(12):
        html = widget.frame().html
        rare = re.findall(r'data-do="(ask|open|finish|leave)"( aria-disabled)?', html)
        listed.add(tuple(event for event, _ in rare))
        able.add(("ask", "") in rare)
        if others_do(widget):
            widget.think(50)
        else:
            widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
    assert listed == {("ask", "open", "finish", "leave")}
    assert able == {True, False}


def test_last_trick_shows_added_card() -> None:
    chance, widget = random.Random(4), dealt("kontra", 4)
    let_play(widget)
    while (
        not (widget.open_session.view.tricks and widget.open_session.view.tricks[-1].added)
        or widget.open_session.finished
    ):
        assert widget.seat is not None
        widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
        let_play(widget)
    shown = widget.frame().html.partition("kp-last-trick")[2].partition("</details>")[0]
    assert shown.count("kp-step-added") == 1


def test_the_computer_plays_it_out() -> None:
    widget = dealt("doppelkopf", 2)
    widget.send("finish")
    let_play(widget)
    assert widget.ended
    assert "let the computer finish" in widget.frame().html


def test_hands_are_shown_when_asked_for() -> None:
    widget = dealt("doppelkopf", 2)
    assert "kp-hidden" in widget.frame().html
    widget.send("open")
    assert "kp-hidden" not in widget.frame().html


def test_terms_are_agreed_before_the_first_deal() -> None:
    widget = table("ristiklappi")
    widget.send("set preset lappi6")
    widget.send("set seat E")
    assert widget.log[1:] == ["terms preset=lappi6 seat=E"]
    assert 'aria-pressed="true"' in widget.frame().html
    widget.send("deal")
    assert widget.seat == "E"
    assert widget.history.game.options["hand_size"] == "6"
    widget.send("leave")
    assert widget.log[1:] == ["terms preset=lappi6 seat=E"]


def test_settings_redeal_same_cards_until_somebody_acts() -> None:
    widget = dealt("ristiklappi", 5)
    let_play(widget)
    widget.send("set seat E")
    let_play(widget)
    assert widget.log[1:3] == ["terms seat=E", "deal 5"]
    assert widget.seat == "E"
    assert "set seat Q" not in widget.log
    assert widget.send("set seat Q")[-1].say
    assert widget.seat == "E", "what cannot be leaves the deal alone"
    assert re.search(r'<button[^>]*data-do="deal"', widget.frame().html)
    widget.send("deal")
    assert widget.log[1] == "terms seat=E"
    assert widget.log[2] != "deal 5"
    let_play(widget)
    widget.send(f"play E {widget.history.state.actions('E')[0]}")
    before = widget.log
    for event in ("set seat N", "deal"):
        widget.send(event)
    assert widget.log == before
    for gone in ('data-do="deal"', "t-settings"):
        assert gone not in widget.frame().html


def test_unreadable_record_leaves_the_deal_on_the_table() -> None:
    widget = dealt("ristikontra", 5)
    before = widget.log
    assert widget.send("record [Game nonsense")[-1].say
    assert widget.log == before
    assert widget.seat == "S"


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_agreed_on_as_all_else(game: str) -> None:
    widget = table(game)
    for option in game_class(game)().known_options:
        if option.choices:
            continue
        assert f'data-set="set {option.key}"' in widget.frame().html
        widget.send(f"set {option.key} 3")
        assert 'value="3"' in widget.frame().html
        assert f"{option.key}=3" in widget.log[1]
        before = widget.log
        for wrong in ("", "0", "-1", "x", "10000"):
            assert widget.send(f"set {option.key} {wrong}")[-1].say
            assert widget.log == before
    again = table(game, log=widget.log)
    assert (again.note, again.log) == ("", widget.log)


@pytest.mark.parametrize("game", GAMES)
def test_joint_options_are_chosen_separately(game: str) -> None:
    widget = table(game)
    for option in game_class(game)().known_options:
        if not option.several:
            continue
        for each in (*option.choices, *option.choices):
            before = widget._terms.game.options.parts(option.key)
            button = re.search(rf'id="t-{option.key}-{each}" data-do="([^"]*)"', widget.frame().html)
            assert button, (option.key, each)
            widget.send(button[1])
            assert {*widget._terms.game.options.parts(option.key)} == {*before} ^ {each}
        again = table(game, log=widget.log)
        assert (again.note, again.log, again.frame()) == ("", widget.log, widget.frame())


def test_daily_deal_is_same_for_all() -> None:
    one, other = table("kontra"), table("kontra")
    one.send("deal day")
    other.send("deal day")
    assert one.log == other.log


@pytest.mark.parametrize("players", [5, 6, 7])
def test_large_table_has_players_sitting_out(players: int) -> None:
    chance = random.Random(players)
    widget = dealt("doppelkopf", 6, f"players={players} player=random")
    sat_out = False
    for _ in range(players):
        sat_out = sat_out or widget.seat is None
        play_out(widget, chance)
        widget.send("next")
    assert sat_out


@pytest.mark.parametrize(
    ("terms", "named"),
    [("preset=nope", "nope"), ("hand_size=99", "99"), ("seat=Q", "Q"), ("player=nobody", "nobody")],
)
def test_terms_that_cannot_be_stop_the_page(terms: str, named: str) -> None:
    with pytest.raises(SpecError, match=named):
        table("ristiklappi", terms)


@pytest.mark.parametrize(
    "entry", ["next", "back", "reply W 7C", "deal x", "S 7C", "terms seat=Q", "deal -1", ""]
)
def test_unfit_log_is_refused_at_unseated_table(entry: str) -> None:
    with pytest.raises(EventError):
        table("ristikontra").replay(entry)


def test_the_door_takes_rubbish() -> None:
    spec = json.dumps({"kind": "table", "id": "t", "game": "ristikontra"})
    app.open("t", spec)
    for event in ("set", "set seat", "set nothing 1", "go 5", "play", "deal", "play S", "next", "set seat N"):
        reply: dict[str, Any] = json.loads(app.send("t", event))
        assert reply.get("error") or reply["frames"][-1]["html"]
    app.close("t")


def test_reopened_table_says_you_in_its_first_frame() -> None:
    widget = dealt("sedma", 5)
    let_play(widget)
    (frame,) = json.loads(app.open("t", json.dumps(dict(widget.spec)), json.dumps(widget.log)))["frames"]
    app.close("t")
    with widget.speaking():
        assert frame["html"] == widget.frame().html
    assert "<span>Your turn</span>" in frame["html"]


def test_what_has_become_known_stands_with_its_cause() -> None:
    widget = dealt("ristiklappi", 3)
    chance, heard = random.Random(3), 0
    while not widget.ended:
        let_play(widget)
        said = panel(widget)
        if "took a queen" in said:
            heard += 1
            assert re.search(r"takes trick [^.]*\. [^.]*took a queen", said), said
        if not widget.ended:
            widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
    assert heard


def test_message_fits_beside_table_on_phone() -> None:
    """What happened last is in it with whose turn it is; of what was before, what has room."""
    widget, chance, long = dealt("ristiklappi", 3, "player=random"), random.Random(3), 0
    while not widget.ended:
        let_play(widget)
        told, said = widget.open_session.sentences, panel(widget)
        long += len(" ".join(told[-HEARD:])) > ROOM
        assert len(said) <= ROOM or sum(each in said for each in told) == 1
        assert not told or told[-1] in said
        if not widget.ended:
            widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
    assert long


def test_session_ends_after_agreed_deals() -> None:
    chance = random.Random(3)
    widget = table("konter-a-matt")
    widget.send("set length 2")
    widget.send("number 5")
    play_out(widget, chance)
    widget.send("next")
    assert not widget.ended
    play_out(widget, chance)
    assert widget.open_session.over
    assert not widget.history.over, "the rules have more deals"
    assert catalogue.say("table.next") not in widget.frame().html
    log = widget.log
    widget.send("next")
    assert widget.log == log
    with pytest.raises(EventError):
        widget.replay("next")
    again = table("konter-a-matt", log=log)
    assert again.open_session.over


def test_other_peoples_deal_is_dealt_by_number() -> None:
    widget = table("kontra")
    before = widget.frame().html
    assert 'data-do="number" data-field="t-number"' in before
    for wrong in ("x", "-1", "1.5", str(10**9)):
        assert "whole number" in widget.send(f"number {wrong}")[-1].say
        assert len(widget.log) == 1
    widget.send("number 4711")
    assert widget.log[1:] == ["deal 4711"]
    assert "4711" not in widget.frame().html, "it would tell what the others hold"
    play_out(widget, random.Random(1))
    assert "Number of the first deal: 4711." in widget.frame().html
