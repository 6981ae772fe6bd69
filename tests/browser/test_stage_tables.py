"""The stage of tables, calculators and the editor: in the window together, as what stands on other pages."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_stage import SIZES, ZOOMED, looked_at, stage
from tests.browser.walk import Step, short, specs
from tests.engine.test_table_widget import let_play

from kontrapunkt.core.registry import OWN
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.table import Table

__all__ = ["stage"]

PHASES = 4
"""So many decisions of the reader are laid out, from the first to the last before the end."""

POSITIONS = {"koenigrufen-graden": (1, 348436)}
"""The seeds of positions that the editor lays out, where it is not the first: a player has much to tell."""


def fresh(spec: Mapping[str, Any]) -> Table:
    """A table on which no cards have been dealt."""
    widget = open_widget({**spec, "log": []})
    assert isinstance(widget, Table)
    return widget


def of_table(spec: Mapping[str, Any]) -> Iterator[list[Step]]:
    """The opening; the settings alone; then, in a table's places, some decisions of a deal and its end."""
    yield [("opened", open_widget(spec).frame().html)]
    widget = fresh(spec)
    with widget.speaking():
        yield [("agreeing", widget.frame().html)]
        widget.replay("terms player=random")
        widget.replay("deal 11")
        chance = Random(11)
        frames = []
        let_play(widget)
        while not widget.ended:
            frames.append(widget.frame().html)
            assert widget.seat
            widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
            let_play(widget)
        chosen = sorted({(len(frames) - 1) * phase // (PHASES - 1) for phase in range(PHASES)})
        steps = [(f"decision {at + 1}", frames[at]) for at in chosen]
        yield [*steps, ("over", widget.frame().html)]


def of_form(spec: Mapping[str, Any]) -> Iterator[list[Step]]:
    """The form as it is opened; in the editor a position of every game, too: as a form, on the table."""
    widget = open_widget(spec)
    with widget.speaking():
        yield [("opened", widget.frame().html)]
        for game in OWN if spec["kind"] == "editor" else ():
            widget.send(f"game {game}")
            for seed in POSITIONS.get(game, (1,)):
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr("kontrapunkt.widgets.editor.randrange", lambda seeds, seed=seed: seed)
                    yield [(f"{game} {seed}, a form", widget.send("example")[-1].html)]
                yield [(f"{game} {seed}, laid out", widget.send("lay")[-1].html)]
                widget.send("lay")


def wrong(
    page: Page, site: Path, address: str, id_: str, frames: Callable[..., Iterator[list[Step]]]
) -> list[str]:
    """What is wrong with the frames of a widget at any size of the window; drawings that its page lacks."""
    made = [[(step, short(html)) for step, html in steps] for steps in frames(specs(site, address)[id_])]
    drawn = {*page.evaluate("[...document.querySelectorAll('.kp-sprite [id]')].map(({ id }) => id)")}
    used = {name for steps in made for _, html in steps for name in re.findall(r'href="#(kp-[^"]*)"', html)}
    found = [f"{address} lacks the drawing {name}" for name in sorted(used - drawn)]
    found += [f"{address}#{id_} {each}" for each in looked_at(page, id_, made, SIZES + ZOOMED)]
    return found


@pytest.mark.parametrize("game", sorted(OWN))
def test_table_is_in_window_from_settings_to_end(
    game: str, stage: Callable[[str], Page], built_site: Path
) -> None:
    address = f"{game}/play/"
    found = wrong(stage(address), built_site, address, "table", of_table)
    assert found == [], "\n".join(found)


def test_calculators_and_the_editor_are_in_the_window(stage: Callable[[str], Page], built_site: Path) -> None:
    found = wrong(stage("editor/"), built_site, "editor/", "editor", of_form)
    for game in sorted(OWN):
        address = f"{game}/calculator/"
        (id_,) = specs(built_site, address)
        found += wrong(stage(address), built_site, address, id_, of_form)
    assert found == [], "\n".join(found)


CUT = """() => [...document.querySelectorAll('#kp-table .kp-bids, #kp-table .kp-middle')].filter(
  (each) => each.scrollHeight > each.clientHeight + 1).length"""
"""The number of parts around the bids that would have to be scrolled."""


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (844, 390), (1280, 800)])
@pytest.mark.parametrize(
    ("game", "seed", "played", "single"),
    [("koenigrufen-graden", 11, (), 3), ("doppelkopf", 1, ("say reservation",), 1)],
)
def test_bids_on_table_cover_no_hand(
    stage: Callable[[str], Page],
    built_site: Path,
    size: tuple[int, int],
    game: str,
    seed: int,
    played: tuple[str, ...],
    single: int,
) -> None:
    """A table's bids, each with its meaning, are between the names and the cards that one bids on.

    They need no scrolling, those neither that are folded under the name of their family.
    """
    address = f"{game}/play/"
    page = stage(address)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    widget = fresh(specs(built_site, address)["table"])
    with widget.speaking():
        widget.replay("terms player=random")
        widget.replay(f"deal {seed}")
        let_play(widget)
        for action in played:
            widget.send(f"play {widget.seat} {action}")
            let_play(widget)
        shown = [[("to bid", short(widget.frame().html))]]
    page.evaluate("(shown) => kpStage.take(shown)", shown)
    assert page.evaluate("kpStage.look('table')") == []
    bids = page.locator("#kp-table .kp-bids")
    assert bids.locator(".kp-deed").count() > 6
    assert bids.locator(".kp-deed:visible").count() == single
    families = bids.locator("summary")
    assert families.count() == 2
    for each in range(families.count() + 1):
        assert page.evaluate(CUT) == 0
        expect(bids.locator(".kp-deed:visible").first).to_be_in_viewport(ratio=1)
        assert (
            bids.locator(".kp-deed:visible").count() == bids.locator(".kp-deed:visible .kp-meaning").count()
        )
        listed = bids.bounding_box()
        assert listed
        for hand in page.locator("#kp-table .kp-seat:not(.kp-closed) > .kp-hand").all():
            box = hand.bounding_box()
            assert box
            assert listed["y"] + listed["height"] <= box["y"]
        if each:
            families.nth(each - 1).click()
        if each < families.count():
            families.nth(each).click()
            expect(families.nth(each)).to_be_in_viewport(ratio=1)


def test_turn_up_and_pot_show_while_one_bids(stage: Callable[[str], Page], built_site: Path) -> None:
    """In both rounds of Kontraspiel, at every size."""
    address = "kontraspiel/play/"
    widget = fresh(specs(built_site, address)["table"])
    with widget.speaking():
        widget.replay("terms player=random")
        widget.replay("deal 5")
        let_play(widget)
        shown = [short(widget.frame().html)]
        widget.send("play S pass")
        let_play(widget)
        shown.append(short(widget.frame().html))
    assert all("kp-bidding" in html for html in shown)
    page = stage(address)
    assert looked_at(page, "table", [[("to bid", html)] for html in shown], SIZES + ZOOMED) == []
    expect(page.locator("#kp-table :is(.kp-laid-turn-up, .kp-pot):visible")).to_have_count(2)


@pytest.mark.parametrize("game", ["doppelkopf", "konter-a-matt", "kontraspiel"])
def test_buttons_stay_at_end_of_deal(game: str, stage: Callable[[str], Page], built_site: Path) -> None:
    """The result leaves the buttons where the last card was played, as high as the table was."""
    address = f"{game}/play/"
    page = stage(address)
    *_, steps = of_table(specs(built_site, address)["table"])
    page.evaluate("(shown) => kpStage.take(shown)", [[(step, short(html)) for step, html in steps[-2:]]])
    for width, height in ((683, 384), (640, 400), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("kpStage.look('table')")
        assert [each for each in found if ".kp-controls has gone" in each] == [], (width, height)


def test_open_hands_overlap_nothing_in_low_window(stage: Callable[[str], Page], built_site: Path) -> None:
    """A phone that lies: five cards at the side, and the card that the soloist has put away."""
    address = "kontraspiel/play/"
    page = stage(address)
    widget = fresh(specs(built_site, address)["table"])
    with widget.speaking():
        widget.replay("terms player=random")
        widget.replay("deal 11")
        let_play(widget)
        widget.send("open")
        html = short(widget.frame().html)
    assert "kp-laid" in html
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate("(shown) => kpStage.take(shown)", [[("open", html)]])
    assert page.evaluate("kpStage.look('table')") == []
