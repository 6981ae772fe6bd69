"""Sentences name cards, in the faces that the reader sees; what a record says has the words of its game."""

import json
import re

import pytest

from kontrapunkt import app, game
from kontrapunkt.core.cards import HIDDEN, card
from kontrapunkt.core.messages import the_card, the_cards
from kontrapunkt.core.rules import PositionError
from kontrapunkt.record import read, record_of, write
from kontrapunkt.testing import check_deal
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import faces, use_faces, use_game_faces
from tests.rules.pot import dealt, do

HANDS = {"P1": "AH KC QC TC 9C", "P2": "JC 9S TS AD KD", "P4": "AC AS QS KS JD"}
GERMAN = re.compile("Acorns|Leaves|Bells|Unter|Ober")


def led():
    """Hearts are trumps, North has led the nine of Acorns; East has one trump that looks like an Acorn."""
    return do(dealt("KH", HANDS), "play", "9C")


def test_kit_finds_sentences_with_card_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks for one in every game, whenever it plays a deal."""
    say = catalogue.say
    monkeypatch.setattr(catalogue, "say", lambda key, **values: f"{say(key, **values)} 7C")
    with pytest.raises(AssertionError, match="a card is told by its code"):
        check_deal(game("ristikontra"), 1)


def test_cards_in_sentences() -> None:
    two = [card("TH"), card("JC")]
    assert str(the_cards(two)) == "the ten of hearts and the jack of clubs"
    with use_faces("german"):
        assert (
            str(the_cards([*two, HIDDEN], "or")) == "the ten of Hearts, the Unter of Acorns or a hidden card"
        )
        assert str(the_card(card("QS"))) == "the Ober of Leaves"


def test_game_has_own_faces_unless_chosen_otherwise() -> None:
    with use_game_faces("german"):
        assert faces() == "german"
    with use_faces("french"), use_game_faces("german"):
        assert faces() == "french"
    assert faces() == "french"


def test_refusal_names_cards_in_reader_faces() -> None:
    bound = do(dealt("KH", {**HANDS, "P2": "JC 9S TS AC KD", "P4": "AD AS QS KS JD"}), "play", "9C")
    refused = bound.why_not("JC")
    assert refused
    assert (
        refused.reason
        == "The Unter of Acorns is a trump and does not follow Acorns; you hold the ace of Acorns."
    )
    with use_faces("french"):
        french = refused.reason
    assert french == "The jack of clubs is a trump and does not follow clubs; you hold the ace of clubs."


def test_statuses_and_calls_name_visible_suits() -> None:
    state = do(dealt("KH", HANDS), "play", "P4 match D")
    assert "Bells as trumps" in str(state.view(None).statuses[0].text)
    assert str(state.view(None).calls[-1].label) == "march in Bells"
    with use_faces("french"):
        assert "diamonds as trumps" in str(state.view(None).statuses[0].text)
        assert str(state.view(None).calls[-1].label) == "march in diamonds"


def test_french_suits_reader_sees_no_german_names() -> None:
    spec = json.dumps(
        {"kind": "example", "id": "e", "record": write(record_of(dealt("KH", HANDS), ["play", "9C"]))}
    )
    shown = {}
    for faces_chosen in ("", "french"):
        prefs = json.dumps({"faces": faces_chosen})
        frames = json.loads(app.open("e", spec, "[]", prefs))["frames"]
        for event in ("last", "play E KD", "play E JC"):
            frames += json.loads(app.send("e", event)).get("frames", [])
        shown[faces_chosen] = "\n".join(frame["html"] + frame["say"] for frame in frames)
    app.close("e")
    assert GERMAN.search(shown[""])
    assert "nine of clubs" in shown["french"]
    assert not GERMAN.search(shown["french"])


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("kontraspiel", "calls: N play, E say contra"),
        ("konter-a-matt", "calls: E say matt, N say konter"),
        ("koenigrufen-graden", "calls: N bid bettler, E pass"),
    ],
)
def test_unreadable_calls_show_the_games_form(name: str, form: str) -> None:
    text = f'[Game "{name}"]\n[Dealer "W"]\n[Position]\nN: AC\nE: KC\nS: QC\nW: TC\nlead: N\ncalls: E\n'
    with pytest.raises(PositionError) as error:
        game(name).start(read(text))
    assert f"write it as “{form}”" in str(error.value)
