"""German-suited faces, cards laid out, the pot and chips: as drawn, and in words."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt import app, render
from kontrapunkt.core.cards import HIDDEN, card
from kontrapunkt.core.interface import View
from kontrapunkt.core.messages import card_name, suit_name
from kontrapunkt.record import read, record_of, replay, write
from kontrapunkt.render.plain_lines import table_lines
from kontrapunkt.render.shapes import GERMAN_RANKS, GERMAN_SIGNS
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.base import Prefs, faces_of
from tests.rules.pot import dealt, do, ended

CSS = Path(__file__).parents[2] / "site_hooks/kontrapunkt_site/assets/widgets"
HANDS = {"P1": "AH KC QC TC 9C", "P4": "JC AC AS AD JD"}


def table(view: View[Any]) -> str:
    with use_faces("german"):
        return "".join(render.TableRenderer(view, widget_id="t").html())


def test_names_follow_the_faces_in_force():
    assert str(card_name(card("QS"))) == "queen of spades"
    with use_faces("german"):
        assert str(card_name(card("QS"))) == "Ober of Leaves"
        assert (str(suit_name("D")), str(card_name(card("JC"), "french"))) == ("Bells", "jack of clubs")
        with use_faces("french"):
            assert str(card_name(card("TH"))) == "ten of hearts"
    assert str(suit_name("D")) == "diamonds"


def test_french_cards_are_as_they_were():
    html = render.card_html(card("QS"))
    assert "kp-de" not in html
    assert "#kp-QS" in html


def test_german_card_carries_both_faces():
    with use_faces("german"):
        html = render.card_html(card("QS"))
        inline = render.inline_card("JC")
    german, french = html.split('class="kp-fr"', 1)[0], html[html.index("kp-fr") :]
    assert "Ober of Leaves" in german
    assert "queen of spades" not in german
    assert "queen of spades" in french
    assert "#kp-g-QS" in html
    assert "#kp-QS" in html
    assert "Unter of Acorns" in inline
    assert "#kp-g-suit-C" in inline
    css = (CSS / "faces.css").read_text(encoding="utf-8")
    assert '[data-kp-faces="french"] .kp-de { display: none; }' in css


def test_french_cards_are_default_and_german_optional():
    with use_faces("either"):
        assert str(card_name(card("QS"))) == "queen of spades"
        html = render.card_html(card("QS"))
    assert html.index('class="kp-de kp-on-request"') < html.index("Ober of Leaves") < html.index("kp-fr")
    assert html.index("kp-fr") < html.index("queen of spades")
    spec = {"game": "koenigrufen-graden"}
    asked, french, silent = (Prefs.read({"faces": wish}).faces(spec) for wish in ("german", "french", ""))
    assert (asked, french, silent) == ("asked", "either", "either")
    with use_faces(asked):
        assert str(card_name(card("QS"))) == "Ober of Leaves"
        assert render.card_html(card("QS")) == html
    assert Prefs.read({"faces": "german"}).faces({"game": "kontra"}) == "french"
    css = (CSS / "faces.css").read_text(encoding="utf-8")
    assert ':root:not([data-kp-faces="german"]) .kp-on-request,' in css


def test_the_sprite_has_all_that_is_referred_to():
    drawn = render.sprite(german=True)
    ids = set(re.findall(r'id="([^"]+)"', drawn))
    assert {f"kp-g-{rank}{suit}" for rank in GERMAN_RANKS for suit in GERMAN_SIGNS} <= ids
    with use_faces("german"):
        shown = "".join(render.card_html(card(rank + suit)) for rank in GERMAN_RANKS for suit in GERMAN_SIGNS)
    used = set(re.findall(r'xlink:href="#([^"]+)"', drawn + shown))
    assert used <= ids
    assert "kp-g-" not in render.sprite()


@pytest.mark.parametrize(
    ("spec", "faces"),
    [
        ({"record": '[Game "kontraspiel"]\n[Deal]'}, "german"),
        ({"record": '[game "ristikontra"]\n[Deal]', "faces": "german"}, "french"),
        ({"puzzle": 'kind = "call"\nrecord = """\n[Game "kontraspiel"]\n[Deal]\n"""'}, "german"),
        ({"game": "kontraspiel"}, "german"),
        ({"faces": "german"}, "german"),
        ({"game": "koenigrufen-graden"}, "either"),
        ({"record": '[Game "pears"]'}, "french"),
        ({}, "french"),
    ],
)
def test_a_spec_has_the_faces_of_its_game(spec, faces):
    assert faces_of(spec) == faces


def test_what_is_laid_out_is_drawn_and_told():
    state = do(dealt("KH", HANDS, pot=3), "play")
    html = table(state.view("S"))
    assert 'class="kp-laid kp-laid-turn-up"' in html
    assert html.count("talon-") >= 3
    assert "pot 4 chips" in html
    assert html.count("kp-chip-top") == 4
    said = re.search(r'<p class="kp-vh">(.*?)</p>', html, re.DOTALL)
    assert said
    for part in ("Turn-up: king of Hearts.", "Talon: 3 unseen cards.", "The pot holds 4 chips."):
        assert part in said[1]
    lines = "\n".join(table_lines(state.view("S")))
    for part in ("turn-up: KH", "talon: 3 cards", "The pot holds 4 chips."):
        assert part in lines


def test_what_was_put_away_is_seen_by_one():
    state = do(dealt("KH", HANDS), "play", "P4 say contra-swap", "discard JD")
    assert ">put away for the king of Hearts (West)<" in table(state.view("S"))
    assert "Unter of Bells" not in table(state.view("S"))
    assert "Unter of Bells" in table(state.view("W"))


def test_calls_are_buttons_in_and_out_of_turn():
    state = do(dealt("KH", HANDS), "play")
    html = render.action_buttons(state.view("W"), widget_id="w")
    for action in ("match C", "say contra", "say contra-swap"):
        assert f'data-do="play W {action}"' in html
    view = do(dealt("AH", {"P4": "JC AC AS KD JD"})).view("W")
    asked = render.action_buttons(view, widget_id="w") + table(view)
    assert 'data-do="play W take"' in asked
    assert "Unter of Acorns" not in asked, "the dealer has not looked"
    assert "West may take up the ace of Hearts, unseen." in asked


def test_lone_players_tricks_and_chips_are_by_name():
    end = ended("P1 P1 P1 P2 P3", "P1 play", pot=3)
    html = table(end.view(None))
    assert html.count("kp-purse") == 4
    assert "3 chips won so far" in html
    assert "1 chip paid so far" in html, "the dealer’s stake"
    assert "card point" not in html


def test_the_example_speaks_of_german_cards():
    text = write(record_of(dealt("KH", HANDS), ["play", "AH"]))
    reply = json.loads(app.open("e", json.dumps({"kind": "example", "id": "e", "record": text})))
    assert "kp-g-AH" in reply["frames"][0]["html"]
    assert "North leads the ace of Hearts." in json.loads(app.send("e", "last"))["frames"][-1]["html"]
    app.close("e")


def test_hidden_cards_have_one_back():
    with use_faces("german"):
        assert render.card_html(HIDDEN).count("kp-back") == 1


def test_cards_put_down_by_two_seats_differ():
    start = """[Game "koenigrufen-graden"]
[Dealer "W"]
[Deal]
N: TC 9C KS QS JH TD
E: JC JS TS 9H KD QD
S: KC AS QH TH JD 9D
W: AC QC 9S AH KH AD

N bid bettler  N lay 9C  E bid bettler  E lay 9H
"""
    state = replay(read(start)).end
    for seat in (None, "S"):
        html = "".join(render.TableRenderer(state.view(seat), widget_id="t").html())
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
    assert 'id="t-9C"' in "".join(render.TableRenderer(state.view(None), widget_id="t").html())
