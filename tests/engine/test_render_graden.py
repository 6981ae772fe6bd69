"""What a table of Königrufen of Graden shows: bids, face-down cards, called card, order, open hands."""

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import Seat
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.render import TableRenderer, action_buttons, describe
from kontrapunkt.render.plain_lines import table_lines
from tests.rules.graden import G5, G7, G10_HANDS, JOINED, bid, dealt, do, play


def drawn(state: KoenigrufenState, seat: Seat | None = None) -> str:
    return "".join(TableRenderer(state.view(seat), widget_id="t").html()) + action_buttons(
        state.view(seat), widget_id="t"
    )


def test_bids_are_buttons():
    html = drawn(do(dealt(G5), "A bid bettler, A lay D9"))
    assert 'data-do="play E bid bettler"' in html
    assert 'data-do="play E pass"' in html
    assert ">Bettler<" in html


def test_clicked_card_is_put_down():
    html = drawn(do(dealt(G5), "A bid bettler"))
    assert 'data-do="play N lay 9D"' in html
    assert 'data-do="play N 9D"' not in html
    assert "kp-deed" not in html, "the cards are the buttons"


def test_a_face_down_card_is_hidden_from_others():
    state = do(dealt(G5), JOINED.format("D9", "HA"))
    assert "face-down card" in drawn(state, "E")
    assert "nine of diamonds" not in drawn(state, "E")
    assert "nine of diamonds" in drawn(state, "N")
    assert "9D" not in "\n".join(table_lines(state.view("E")))
    assert state.view("S").laid[0].cards == (HIDDEN,)


def test_cards_to_call_are_small_buttons():
    html = drawn(bid(dealt(G7), "durchmarsch"))
    assert html.count('class="kp-button kp-deed"') == 18
    assert "Call the ace of spades" in html


def test_the_called_card_and_the_order_are_told():
    state = do(bid(dealt(G7), "durchmarsch"), "A call SA")
    assert "called: ace of spades" in drawn(state, "W")
    assert "king second" in drawn(state, "W")
    assert "partner, in secret" in drawn(state, "S")
    assert "partner, in secret" not in drawn(state, "W")
    assert "Cards rank ace, king" in describe(state.view("W"))
    assert "nobody else knows yet" not in describe(state.view("N"))


def test_open_hands_are_seen_by_all():
    state = do(bid(dealt(G10_HANDS), "plauderer"), "A lay C9, B pass, C pass, D pass")
    assert "6 unseen cards" in drawn(state, "N")
    state = play(state, "C9 CJ CQ CA (D)")
    assert "unseen" not in drawn(state, "N")
    assert "open hand" in drawn(state, "N")
    assert "5 unseen cards" in drawn(state, "E")
