"""The renderer: well-formed, accessible, silent about what is hidden, and the same as last time."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import kontrapunkt
from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN, Card, CardError, card, pack
from kontrapunkt.core.interface import Action, Pile, Play, Result, Seat, Status, Trick, View
from kontrapunkt.core.messages import card_name

GOLDEN = Path(__file__).parent / "golden"
VOID = {"path", "circle", "rect", "use"}
SIDES: tuple[tuple[Seat, ...], ...] = (("N", "S"), ("E", "W"))


class Outline(HTMLParser):
    """Checks nesting and collects what the tests ask for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"button", "a"} & ({tag} if tag in self.open else set()), "a button in a button"
        if tag in {"div", "p", "ol"}:
            assert not {"p", "span", "button"} & set(self.open), f"{tag} in {self.open}"
        assert len({name for name, _ in attrs}) == len(attrs)
        self.elements.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data

    def attributes(self, name: str) -> list[str]:
        return [value for _, found in self.elements if (value := found.get(name)) is not None]

    def buttons(self) -> list[dict[str, str | None]]:
        return [found for tag, found in self.elements if tag == "button"]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(each) for each in text.split())


HANDS: dict[Seat, tuple[Card, ...]] = {
    "N": cards("QS TS 7C"),
    "E": cards("TD 8S 6S"),
    "S": cards("KS KH 6C"),
    "W": cards("KC 7H 5H"),
}


def a_view(**changes: object) -> View[Any]:
    facts: dict[str, object] = {
        "game": "ristiklappi",
        "seat": None,
        "phase": "play",
        "dealer": "W",
        "to_act": "S",
        "hands": {**HANDS, "N": cards("QS TS"), "E": cards("TD 8S")},
        "stock": 4,
        "trick": (Play("N", card("7C")), Play("E", card("6S"))),
        "best": 0,
        "trick_number": 9,
        "first_trick": 9,
        "tricks": (),
        "actions": (Action("6C"),),
        "piles": (Pile(SIDES[0], 3, 21), Pile(SIDES[1], None, 0, None)),
        "statuses": (Status("dirty", ("E", "W"), "dirty", "East and West are dirty.", "RL-R10"),),
    }
    nothing: dict[str, object] = {"facts": {}, "result": None, "session": None, "others": {}}
    return kontrapunkt.game("ristiklappi").deal(1).view(None).replace(**{**nothing, **facts, **changes})


TRICK = Trick(9, (*a_view().trick, Play("S", card("6C")), Play("W", card("7H"), dark=True)), "W", 10)
ROWS = (
    render.TrickRow(
        TRICK.number, TRICK.plays, (1, 2, 3, 5), TRICK.winner, TRICK.card_points, ("E–W are clean.",)
    ),
    render.TrickRow(10, (Play("W", card("KC")),), (6,)),
)


def a_table(view: View[Any], *, interactive: bool = True, resting: Trick | None = None) -> str:
    return "".join(render.TableRenderer(view, widget_id="a", interactive=interactive, resting=resting).html())


def every_part() -> dict[str, str]:
    """One of everything, for what holds for all markup."""
    over = Result("card points", {"N": 1}, ("N",), "North & South win <narrowly>.", ())
    blind = {seat: (hand if seat == "S" else (HIDDEN,) * 3) for seat, hand in HANDS.items()}
    again: dict[Seat, tuple[Card, ...]] = {**HANDS, "N": cards("TH TH 9C"), "E": cards("TH 9C 9S")}
    return {
        "table": a_table(a_view()),
        "diagram": a_table(a_view(), interactive=False),
        "resting": a_table(a_view(trick=(), best=None, to_act="W"), resting=TRICK),
        "over": a_table(a_view(trick=(), best=None, to_act=None, actions=(), result=over)),
        "dark": a_table(a_view(actions=(Action("dark"), Action("6C")))),
        "blind": a_table(a_view(hands=blind, seat="S", trick=(), best=None)),
        "twins": a_table(a_view(hands=again, trick=(Play("N", card("TH")),))),
        "trick": render.trick_table(a_view(), widget_id="a", finished=TRICK, caption="West & all"),
        "tricks": "".join(
            render.trick_list(ROWS, notes={0: "<p>First.</p>", 5: "<p>Then.</p>"}, current=5, total="<9>")
        ),
        "record": "".join(render.trick_list(ROWS, interactive=False)),
        "controls": render.controls(widget_id="a", at=0, total=20, branch=True),
        "frame": "".join(render.frame(table="", title="<b>", say=render.feedback("Well.", tone="refusal"))),
        "row": render.card_row(cards("7S QH QH")),
        "inline": render.inline_card("10H") + render.inline_card("Q"),
        "sprite": render.sprite(),
    }


@pytest.mark.parametrize("part", every_part())
def test_markup_is_nested_and_ids_are_unique(part: str) -> None:
    outline = Outline(every_part()[part])
    ids = Counter(outline.attributes("id"))
    assert [name for name, times in ids.items() if times > 1] == []
    assert "style" not in {name for _, found in outline.elements for name in found}
    assert all(button["type"] == "button" for button in outline.buttons())


def test_plain_words_are_escaped() -> None:
    parts = every_part()
    assert "North &amp; South win &lt;narrowly&gt;." in parts["over"]
    assert "&lt;9&gt;" in parts["tricks"]
    assert "&lt;b&gt;" in parts["frame"]
    status = Status('d"', ("E", "W"), "<i>", 'a "b"', "")
    html = a_table(a_view(statuses=(status,)))
    assert 'data-status="d&quot;"' in html
    assert "&lt;i&gt;" in html


def test_hidden_cards_tell_nothing() -> None:
    outline = Outline(every_part()["blind"])
    seen = {*HANDS["S"]}
    keys = {key for key in outline.attributes("data-key") if key != "stock"}
    assert keys == seen | {f"back-{seat}-{place}" for seat in "NEW" for place in (1, 2, 3)}
    for each in set(pack(52)) - seen:
        assert f"#kp-{each}" not in every_part()["blind"]
        assert str(card_name(each)) not in outline.words
    assert "East holds 3 unseen cards." in outline.attributes("aria-label")


def test_cards_of_seat_to_act_are_focusable() -> None:
    buttons = {button["data-do"]: button for button in Outline(every_part()["table"]).buttons()}
    assert {do for do, button in buttons.items() if "tabindex" not in button} == {
        "play S KS",
        "play S KH",
        "play S 6C",
    }
    assert "kp-playable" in str(buttons["play S 6C"]["class"])
    assert "data-focus" in buttons["play S 6C"]
    assert "kp-flat" in str(buttons["play S KS"]["class"])
    assert buttons["play N QS"]["tabindex"] == "-1"


def test_stock_is_button_only_when_playable() -> None:
    assert 'data-do="dark S"' in every_part()["dark"]
    assert "dark S" not in every_part()["table"]
    assert "stock empty" in a_table(a_view(stock=0))
    assert "stock" not in Outline(a_table(a_view(stock=None))).words


def test_a_diagram_has_no_buttons() -> None:
    outline = Outline(every_part()["diagram"])
    assert not outline.buttons()
    assert "South holds king of spades, king of hearts, six of clubs." in outline.attributes("aria-label")


def test_equal_cards_have_keys_of_their_own() -> None:
    keys = Outline(every_part()["twins"]).attributes("data-key")
    assert [key for key in keys if key.startswith("TH")] == ["TH", "TH-2", "TH-3", "TH-4"]


def test_the_trick_says_who_led_and_who_wins() -> None:
    words = Outline(every_part()["table"]).words
    assert "seven of clubs by North, led, wins so far" in words
    resting = Outline(every_part()["resting"])
    assert "seven of hearts by West, dark, wins the trick" in resting.words
    assert resting.attributes("data-from") == ["stock"]


def test_the_table_in_words() -> None:
    said = render.describe(a_view())
    assert said == (
        "Trick 9. North leads the seven of clubs. East plays the six of spades."
        " North’s seven of clubs wins so far. South is to play. The stock has 4 cards."
        " North–South: 3 tricks, 21 card points. East–West: dirty, no card points."
    )
    assert "West takes trick 9 with the seven of hearts: 10 card points." in render.describe(
        a_view(trick=(), best=None, to_act="W"), resting=TRICK
    )


def test_tricks_lead_to_their_steps() -> None:
    outline = Outline(every_part()["tricks"])
    assert [button["data-do"] for button in outline.buttons()] == ["go 1", "go 2", "go 3", "go 5", "go 6"]
    assert outline.attributes("aria-current") == ["step"]
    assert "West, 10 card points" in outline.words
    assert "E–W are clean." in outline.words


def test_controls_keep_their_keys() -> None:
    outline = Outline(render.controls(widget_id="a", at=0, total=20))
    assert outline.attributes("aria-keyshortcuts")[:4] == ["Home", "ArrowLeft", "ArrowRight", "End"]
    assert outline.attributes("aria-disabled") == ["true", "true"]
    assert "card 0 of 20" in outline.words


def test_inline_cards_read_as_words() -> None:
    assert "ten of hearts" in Outline(render.inline_card("10h")).words
    assert Outline(render.inline_card("Q")).words == "queenQ"
    for wrong in ("?", "X", "11H"):
        with pytest.raises(CardError):
            render.inline_card(wrong)


def test_sprite_holds_needed_cards_and_is_light() -> None:
    sprite = render.sprite()
    assert len(sprite.encode()) < 30_000
    ids = set(Outline(sprite).attributes("id"))
    referred = set(re.findall(r'href="#([^"]+)"', sprite + "".join(every_part().values())))
    assert referred <= ids
    assert {f"kp-{each}" for each in pack(52)} | {"kp-back", "kp-suit-S"} <= ids
    few = render.sprite(cards("7S QH"))
    assert "kp-QH" in few
    assert "kp-half-K" not in few


@pytest.mark.parametrize("part", ["table", "tricks"])
def test_golden(part: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"{part}.html", every_part()[part].replace("><", ">\n<") + "\n")
