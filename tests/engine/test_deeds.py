"""The buttons for what may be said: by seat, the seat to act first, out of turn apart, long lists closed."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Seat, View
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.record import read, replay
from kontrapunkt.widgets.base import Prefs
from kontrapunkt.widgets.example import Example
from tests.rules.graden import G7, bid, dealt
from tests.rules.slate import E5
from tests.rules.slate import dealt as konter_dealt

NAMED = konter_dealt(E5, KonterAMatt()).apply("trump C")
MATCHES = replay(
    read(
        '[Game "kontraspiel"]\n[Dealer "W"]\n[Deal]\nN: JS AS KH QH 9D\nE: TC QS AH TH KD\n'
        "S: JC TS 9H AD JD\nW: KC QC KS QD TD\nstock: 9S AC 9C JH\npot: 3\n\nN play\n"
    ),
    0,
).states[-1]


class Deeds(HTMLParser):
    """Groups and buttons for deeds in the order in which keyboard and screen reader come to them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if told.get("role") == "group":
            self.found.append(f"({told['aria-label']})" + (" closed" if "popover" in told else ""))
        elif told.get("data-do"):
            self.found.append(str(told["data-do"]))
        elif told.get("popovertarget"):
            self.found.append(f"opens {told['popovertarget']}")


def deeds(view: View[Any]) -> list[str]:
    return Deeds(shown(view)).found


def shown(view: View[Any]) -> str:
    return render.action_buttons(view, widget_id="w")


def having(others: dict[Seat, Sequence[str]], to_act: Seat = "E") -> View[Any]:
    """The table of `NAMED` with other things to say."""
    told = {seat: tuple(Action(each) for each in found) for seat, found in others.items()}
    return NAMED.view(None).replace(others=told, to_act=to_act)


def test_call_out_of_turn_names_its_seat():
    assert deeds(NAMED.view(None)) == [
        "opens w-deeds",
        "(Out of turn) closed",
        "(South may)",
        "play S say matt",
    ]
    assert re.search(r'kp-deeds-seat" aria-hidden="true">South may</span>', shown(NAMED.view(None)))


def test_seat_to_act_comes_first_then_play_order():
    state = konter_dealt(E5, KonterAMatt())
    view = state.view(None).replace(others={"E": (Action("say matt"),), "W": (Action("say konter"),)})
    assert (view.to_act, view.seats) == ("N", ("N", "W", "S", "E"))
    assert deeds(view) == [
        "(North may)",
        *(f"play N trump {suit}" for suit in "CSHD"),
        "opens w-deeds",
        "(Out of turn) closed",
        "(West may)",
        "play W say konter",
        "(East may)",
        "play E say matt",
    ]


def test_calls_out_of_turn_are_listed_by_seat():
    found = deeds(MATCHES.view(None))
    assert found[:3] == ["opens w-deeds", "(Out of turn) closed", "(East may)"]
    assert [each for each in found if each.startswith("(")][1:] == [
        f"({seat} may)" for seat in ("East", "South", "West")
    ]
    assert [each for each in found if each.startswith("play S")] == [
        f"play S {action}" for action in MATCHES.actions("S")
    ]
    assert '>Out of turn …<span class="kp-vh">(15 calls)</span></button>' in shown(MATCHES.view(None))


def test_three_calls_show_at_once_four_do_not():
    said = tuple(Action(f"say {each}") for each in ("matt", "konter", "konter-a-matt", "nothing"))
    three = NAMED.view(None).replace(actions=said[:3], others={})
    assert not any(each.startswith("opens") for each in deeds(three))
    assert deeds(three.replace(actions=said))[0] == f"opens w-{three.to_act}-deeds"


def test_place_is_reserved_where_requested():
    view = NAMED.view(None).replace(others={})
    assert (render.has_non_card_actions(view), render.has_non_card_actions(NAMED.view(None))) == (False, True)
    assert shown(view) == ""
    assert render.action_buttons(view, widget_id="w", kept=True) == '<div class="kp-deeds"></div>'


def test_a_seat_sees_no_call_of_another():
    assert deeds(NAMED.view("E")) == []
    assert "(South may)" in deeds(NAMED.view("S"))
    assert isinstance(MATCHES.game, Kontraspiel)
    assert not any(" E " in each for each in deeds(MATCHES.view("S")))


def test_cards_to_call_keep_together_by_suit():
    html = shown(bid(dealt(G7), "durchmarsch").view(None))
    suits = re.findall(r'<span class="kp-deeds-suit">(.*?)</button></span>', html)
    assert [set(re.findall(r'data-suit="(\w)"', each)) for each in suits] == [{"C"}, {"S"}, {"H"}, {"D"}]


def test_what_a_seat_bid_is_not_said_twice():
    html = "".join(render.TableRenderer(bid(dealt(G7), "durchmarsch").view(None), widget_id="w").html())
    assert html.count(">Durchmarsch mit einer anderen<") == 1
    assert html.count('class="kp-call" aria-hidden="true">Gut<') == 3


def test_auction_steps_are_not_called_cards():
    spec = {
        "id": "x",
        "record": '[Game "koenigrufen-graden"]\n[Dealer "W"]\n[Deal]\nN: AC KC QC AS KS QS\n'
        "E: JC TC AH TH AD 9D\nS: 9C JS TS KH QH TD\nW: 9S JH 9H KD QD JD\n\nN bid koenigmord\n",
    }
    assert '<p class="kp-position">step 0 of 1</p>' in Example(spec, Prefs()).frame().html
