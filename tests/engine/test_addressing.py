"""“You” at a table: sentences about the reader's seat and side, in all that it says."""

import pytest

from kontrapunkt.core import messages
from kontrapunkt.core.cards import card
from kontrapunkt.core.interface import Play
from kontrapunkt.core.messages import seat_name, side_name
from kontrapunkt.render.speech import describe_non_card_action, say_play
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import addressing
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.table import Table
from tests.engine.test_table_widget import let_play


def test_sentence_about_the_reader_says_you():
    play = Play("S", card("AC"))
    with addressing(lambda: "S"):
        assert say_play(play, leads=True) == "You lead the ace of clubs."
        assert describe_non_card_action("S", "pass") == "You pass."
        assert describe_non_card_action("N", "pass") == "North passes."
    assert say_play(play, leads=True) == "South leads the ace of clubs."


def test_sentence_about_the_readers_side_says_your_side():
    winners, losers = messages.side_name("NS"), messages.side_name("EW")
    told = messages.say("ristikontra.open.won", side=winners, summed=0)
    with addressing(lambda: "N"):
        assert str(told).startswith("Your side wins;")
    with addressing(lambda: "E"):
        assert str(told).startswith("North–South win;")
        assert str(messages.say("ristikontra.open.won", side=losers, summed=0)).startswith("Your side wins;")


def test_sentence_with_two_seats_addresses_the_readers():
    told = messages.say("ks.item.first", seat=messages.seat_name("W"), other=messages.seat_name("S"))
    with addressing(lambda: "S"):
        assert str(told) == "Nobody has three tricks; West had two before you and wins."


def test_name_alone_stays_a_name():
    with addressing(lambda: "S"):
        assert (str(seat_name("S")), str(side_name("NS"))) == ("South", "North–South")


def test_sentences_about_reader_name_nobody():
    """Their first value is the reader, whom they call “you”."""
    own = {key: text for key, text in catalogue.catalogue("en").items() if key.endswith(".you")}
    named = {key for key, text in own.items() if "{seat}" in text and catalogue.knows(key[: -len(".you")])}
    assert named == set()


@pytest.mark.parametrize(
    "game", ["doppelkopf", "koenigrufen-graden", "kontraspiel", "konter-a-matt", "kontra"]
)
def test_table_speaks_to_the_reader(game: str):
    widget = open_widget({"kind": "table", "id": "table", "game": game})
    assert isinstance(widget, Table)
    with widget.speaking():
        widget.replay("terms player=random")
        widget.replay("deal 11")
        let_play(widget)
        while not widget.ended:
            html = widget.frame().html
            message = html.partition('class="kp-say')[2].partition("</div>")[0]
            assert "South" not in message, message
            assert 'class="kp-seat-name">You<' in html
            assert widget.seat
            widget.send(f"play {widget.seat} {widget.history.state.actions(widget.seat)[0]}")
            let_play(widget)
        result = str(widget.history.state.result().text)
        if game == "doppelkopf":
            assert "our side" in result or result.startswith(("You play alone", "Nobody wins: you")), result


@pytest.mark.parametrize(
    ("key", "seats", "reader", "begins"),
    [
        ("re", ("SN", "EW"), "S", "Your side, Re, wins with 130 card points to 110;"),
        ("re", ("SN", "EW"), "E", "Your side, Kontra, loses against South and North with 110"),
        ("re", ("S", "WNE"), "S", "You play alone as Re and win with 130"),
        ("kontra", ("SN", "EW"), "N", "Your side, Re, loses with 130"),
        ("kontra", ("S", "WNE"), "W", "Your side, Kontra, wins against South with 110"),
    ],
)
def test_doppelkopf_result_says_your_side(key: str, seats: tuple[str, str], reader: str, begins: str) -> None:
    """The sentence is about the side of whoever reads it, alone or with others."""
    sides = {"for_re": side_name(seats[0]), "for_kontra": side_name(seats[1])}
    told = messages.say(
        f"dk.won.{key}",
        **sides,
        re=messages.side_spoken(seats[0]),
        n=len(seats[0]),
        ours=130,
        theirs=110,
        turned=0,
        value=1,
        party="Re",
    )
    with addressing(lambda: reader):
        assert str(told).startswith(begins)
