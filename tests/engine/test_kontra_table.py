"""Kontra as it is shown and played: open cards of the pack, spice by a click, buttons for what is no card."""

import re

import pytest

from kontrapunkt import render
from kontrapunkt.cli import main
from kontrapunkt.core.interface import Seat, State
from kontrapunkt.games.kontra import Kontra
from kontrapunkt.record import record_of, write
from kontrapunkt.render.plain_lines import table_lines
from kontrapunkt.render.speech import say_events
from kontrapunkt.widgets import Prefs, Widget, open_widget
from tests.rules.kontra_table import at, dealt, do

TWO, THREE = Kontra(), Kontra("three")
OPEN = dealt(TWO, "S", {"S": "AC TC 9C 9S 5C 2C"}, "4C ... KC")


def example(start: State, *actions: str) -> Widget:
    return open_widget(
        {"kind": "example", "id": "x", "record": write(record_of(start, actions))}, [], Prefs()
    )


def shown(state: State, interactive: bool = True) -> str:
    return "".join(render.TableRenderer(state.view(None), widget_id="x", interactive=interactive).html())


def events(html: str) -> set[str]:
    return set(re.findall(r'data-do="([^"]*)"', html))


def test_open_cards_lie_at_the_pack():
    html = shown(OPEN)
    assert {"play S top", "play S bottom", "play S AC"} <= events(html)
    assert "dark S" not in events(html)
    assert 'kp-laid-top"' in html
    assert 'kp-laid-bottom"' in html
    said = render.describe(OPEN.view("N"))
    assert "Top card: four of clubs." in said
    assert "Bottom card: king of clubs." in said
    assert "South is to lead a card from the hand, the top card or the bottom card." in said
    later = shown(OPEN.apply("9C"))
    assert "kp-laid-top" not in later
    assert "dark N" in events(later)
    still = shown(OPEN, interactive=False)
    assert "data-do" not in still
    assert 'kp-laid-bottom"' in still


def test_backs_are_as_many_as_lie_face_down():
    """The last card of the pack lies open, and no back is drawn above it."""
    hands: dict[Seat, str] = {"N": "AC TC 9C 9S 5C 2C", "S": "AD TD 9D 9H 5D 2D"}
    for game, fill, backs in ((TWO, 1, 0), (TWO, 4, 3), (THREE, 2, 1)):
        state = at(game, hands, fill=fill, bottom="KC", lead="S")
        assert shown(state).count("#kp-back") == backs, (game.players, fill)


def test_a_click_on_a_card_spices():
    state = do(OPEN, "9C, dark")
    html = shown(state)
    hand = state.view(None).hands["S"]
    assert {f"play S spice {card}" for card in hand} | {"play S spice dark"} <= events(html)
    assert "(spice with the ace of clubs)" in html
    assert "(spice with the top card of the stock)" in html
    widget = example(OPEN)
    for event in ("play S 9C", "dark N", "play S spice AC"):
        frames = widget.send(event)
    assert frames[-1].say.startswith("South spices the trick with the ace of clubs. South takes trick 1")
    assert widget.log[-1] == "S spice AC"
    again = open_widget({**widget.spec}, widget.log, Prefs())
    assert again.frame().html == widget.frame().html
    assert 'class="kp-card kp-added' in frames[-1].html


def test_a_card_that_cannot_spice_is_answered():
    widget = example(OPEN, "9C", "dark")
    widget.send("last")
    frame = widget.send("play S 9S")[-1]
    assert "You have taken the trick and must spice it before you lead" in frame.say
    assert "spice with the ace of clubs" in frame.say
    answer = widget.send("play S bottom")[-1].say
    assert answer.startswith("Only the dealer may lead the bottom card, the king of clubs")


def test_what_is_no_card_has_a_button():
    asked = dealt(Kontra(unlock="optional"), "N", {"S": "9H"}, "9C ... 9S")
    html = example(asked).frame().html
    assert re.search(r'data-do="play S decline"[^>]*>Decline to unlock the stock</button>', html)
    assert '<span class="kp-chip" data-status="locked"' in html
    widget = example(asked)
    said = widget.send("play S decline")[-1].say
    assert said.startswith("South declines to unlock the stock.")
    assert "locked for good" in widget.frame().html
    assert "kp-deeds" not in "".join(render.TableRenderer(OPEN.view(None), widget_id="w").html())


def test_trick_list_shows_spice_as_own_step():
    start = at(TWO, {"N": "8C AC", "S": "7C"}, "", 25, lead="N")
    widget = example(start, "8C", "7C", "spice AC")
    html = widget.send("last")[-1].html
    assert re.search(r'class="kp-step kp-step-added" data-do="go 3"[^>]*aria-current="step"', html)
    assert "ace of clubs" in widget.send("go 3")[-1].say
    last = at(THREE, {"N": "JC", "E": "TC", "S": "JS"}, "6C AC", 2, lead="N")
    ended = example(last, "JC", "TC", "JS").send("last")[-1]
    assert (
        "South takes trick 9 with the jack of spades, and the six of clubs and the ace of clubs" in ended.say
    )
    assert (
        '<span class="kp-step kp-step-added"' in ended.html
    )  # nobody has added them, so no step leads there
    assert "kp-added-several" in ended.html


@pytest.mark.parametrize(
    ("game", "foot", "places"),
    [
        (TWO, "S", {"N": "top", "S": "foot"}),
        (THREE, "S", {"N": "top", "E": "right", "S": "foot"}),
        (THREE, "E", {"N": "right", "E": "foot", "S": "left"}),
    ],
)
def test_everybody_has_a_place_and_a_pile(game: Kontra, foot: Seat, places: dict[Seat, str]):
    html = "".join(render.TableRenderer(game.deal(3).view(None), widget_id="x", foot=foot).html())
    found = dict(re.findall(r'data-seat="(\w)" data-place="(\w+)"', html))
    assert found == places
    piles = re.findall(r'class="kp-side" role="group" aria-label="(\w+)" data-place="(\w+)"', html)
    assert dict(piles) == {{"N": "North", "E": "East", "S": "South"}[seat]: p for seat, p in places.items()}


def test_keys_on_the_table_are_different():
    for state in (OPEN, do(OPEN, "9C, dark"), do(OPEN, "9C, dark, spice AC")):
        keys = re.findall(r'data-key="([^"]*)"', shown(state))
        assert len(keys) == len({*keys})


def test_in_plain_lines():
    lines = list(table_lines(OPEN.view("S")))
    assert lines[0] == "40 cards in the stock."
    assert {"  top card: 4C", "  bottom card: KC"} <= {*lines}
    assert lines[-1] == "You may: AC TC 9C 9S 5C 2C top bottom"
    locked = list(table_lines(dealt(TWO, "N", {}, "9C ... 9S").view("S")))
    assert any(line.endswith("(KO-R5)") for line in locked)
    state = do(OPEN, "bottom")
    told = say_events(OPEN.view("N"), state.view("N"), "S", "bottom", state.chance)
    assert list(told) == ["South leads the bottom card, the king of clubs."]


def test_a_seat_that_does_not_play(capsys: pytest.CaptureFixture[str]):
    assert main(["play", "kontra", "--seat", "W"]) == 2
    assert "nobody sits at West in this game; choose North or South" in capsys.readouterr().err


def test_spice_can_be_shown_alone():
    start = at(TWO, {"N": "8C", "S": "8S"}, "", 25, lead="N")
    record = write(record_of(start, ["8C", "8S", "spice dark"]))
    html = open_widget({"kind": "trick", "id": "t", "record": record}, [], Prefs()).frame().html
    assert 'class="kp-card kp-added' in html
    assert ">spice</span>" in html
    assert "West" not in html
    bare = '[Game "kontra"]\nN 8C  S 8S'
    html = open_widget({"kind": "trick", "id": "t", "record": bare}, [], Prefs()).frame().html
    assert "South takes it: no card points." in html
