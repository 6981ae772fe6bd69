"""The stage: table, message and controls of a widget are in the window together, and stay where they are.

Every step of a widget is laid out at six sizes of the window: examples from their first card to their last,
puzzles with right and wrong answers, hints and solution. `make test` looks at a widget of each kind and at a
walk through a deal of each game, those with the most cards: at every step at two sizes, the narrowest among
them, at the others in turn, and at the end at all; at other games' widgets of a kind at the two sizes.
`make soak` looks at all widgets of the site at all sizes, game by game.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import complaints
from tests.browser.conftest import profile
from tests.browser.server import Server, serving
from tests.browser.test_pages import addresses
from tests.browser.walk import Step, questions, short, specs, steps

from kontrapunkt.core.registry import OWN
from kontrapunkt.render.markup import CONTENTS

SIZES: Final = ((1280, 800), (1366, 768), (1920, 1080), (390, 844), (360, 740), (844, 390))
TWO: Final = ((1280, 800), (360, 740))
ZOOMED: Final = ((640, 400), (640, 512), (683, 384), (320, 256))
"""Windows of 1280 by 800, 1280 by 1024 and 1366 by 768 pixels at 200 %, and of the first at 400 %."""

OTHERS: Final = tuple(size for size in SIZES if size not in TWO)
LOOK: Final = (
    (Path(__file__).parent / "stage.js").read_text("utf-8").replace("PARTS = []", f"PARTS = {[*CONTENTS]}")
)
TIGHT: Final = {
    ("doppelkopf/puzzles/high-enough/", "high-enough"): (1280, 800),
    ("doppelkopf/puzzles/lost-in-any-case/", "lost-in-any-case"): (844, 390),
    ("koenigrufen-graden/beggars-and-tens/", "nowhere-to-go"): (360, 740),
    ("koenigrufen-graden/puzzles/ten-over-king/", "ten-over-king"): (844, 390),
    ("koenigrufen-graden/puzzles/partner-at-the-last/", "partner-at-the-last"): (360, 740),
    ("kontra/examples/", "dealer-first"): (360, 740),
    ("kontraspiel/examples/", "pact"): (844, 390),
    ("konter-a-matt/puzzles/guarded-king/", "guarded-king"): (360, 740),
    ("ristikontra/examples/", "dark-barred"): (360, 740),
    ("ristikontra/teach/", "teach-all-the-points"): (1280, 800),
}
"""Widgets that had no room at a size, which those with the most cards did not show."""

WIDE: Final = {"width": 1280, "height": 800}
HAND: Final = "#kp-cleaning-hand"

type Sizes = tuple[tuple[int, int], ...]
type Looks = tuple[tuple[Sizes, slice], ...]
"""At which sizes to look, and at which steps."""

type Chosen = Mapping[str, Mapping[str, Looks]]
"""How to look at widgets, by page and id."""

EVERY: Final = slice(None)
IN_TURN: Final[Looks] = (
    (TWO, EVERY),
    *(((size,), slice(turn, -1, len(OTHERS))) for turn, size in enumerate(OTHERS)),
    (OTHERS, slice(-1, None)),
)


def all_widgets(site: Path) -> Chosen:
    return {address: dict.fromkeys(found, ((SIZES, EVERY),)) for address, found in playing(site)}


def widgets_of(game: str | None, site: Path) -> Chosen:
    """Those below the folder of a game; None stands for what is in no game's."""

    def folder(address: str) -> str | None:
        name = address.partition("/")[0]
        return name if name in OWN else None

    return {address: found for address, found in all_widgets(site).items() if folder(address) == game}


def playing(site: Path) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """The pages with widgets that may be played on, and their specs by id."""
    for address in addresses(site):
        found = {
            id: spec for id, spec in specs(site, address).items() if spec["kind"] not in ("cards", "trick")
        }
        if found:
            yield address, found


def some_widgets(site: Path) -> Chosen:
    """One of each game and kind, of each the one with the most cards to show; then those with little room."""
    best: dict[tuple[str, str], tuple[int, str, str]] = {}
    for address, widgets in playing(site):
        for id, spec in widgets.items():
            text = str(spec.get("record") or spec.get("puzzle"))
            of = " ".join(sorted(name for name in OWN if f'"{name}"' in text))
            kind = text.partition('kind = "')[2].partition('"')[0] or spec["kind"]
            start = text.partition("[Position]")[2] or text.partition("[Deal]")[2]
            cards = len(start.partition("\n\n")[0].split())
            best[of, kind] = max(best.get((of, kind), (0, "", "")), (cards, address, id))
    kinds = {kind for _, kind in best}
    most = {max(found for (_, other), found in best.items() if other == kind) for kind in kinds}
    most |= {found for (_, kind), found in best.items() if kind == "example"}
    chosen: defaultdict[str, dict[str, Looks]] = defaultdict(dict)
    for found in best.values():
        _, address, id = found
        chosen[address][id] = IN_TURN if found in most else ((TWO, EVERY),)
    for (address, id), size in TIGHT.items():
        chosen[address].setdefault(id, (((size,), EVERY),))
    return chosen


@pytest.fixture(scope="module")
def stage(browser: Browser, built_site: Path) -> Iterator[Callable[[str], Page]]:
    """Opens pages that know how to measure; nothing plays by itself there."""
    with serving(built_site) as server, profile(browser, bypass_csp=True) as context:
        page = context.new_page()

        def opened(address: str) -> Page:
            page.goto(server.url + address)
            page.evaluate(LOOK)
            return page

        yield opened


def looked_at(page: Page, id: str, shown: list[list[Step]], sizes: Sizes = SIZES) -> list[str]:
    """What is wrong with the frames of a widget at some sizes of the window; within a list parts stay."""
    page.evaluate("(shown) => kpStage.take(shown)", shown)
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("(id) => kpStage.look(id)", id)
        wrong += [f"at {width} x {height}, {each}" for each in found]
    return wrong


@pytest.mark.heavy("lays out some widgets step by step, at six sizes of the window")
@pytest.mark.parametrize(
    "choose",
    [
        pytest.param(some_widgets, id="some"),
        *(
            pytest.param(partial(widgets_of, game), id=f"all-{game or 'elsewhere'}", marks=pytest.mark.soak)
            for game in (*OWN, None)
        ),
    ],
)
def test_all_is_in_the_window_at_every_step(
    choose: Callable[[Path], Chosen], stage: Callable[[str], Page], built_site: Path
) -> None:
    wrong: list[str] = []
    looked = 0
    for address, widgets in choose(built_site).items():
        page, found = stage(address), specs(built_site, address)
        for id, looks in widgets.items():
            frames = [(step, short(html)) for step, html in steps(found[id])]
            looked += len(frames)
            for sizes, which in looks:
                shown = [frames[which]] if frames[which] else []
                wrong += [f"{address}#{id} {each}" for each in looked_at(page, id, shown, sizes)]
    assert looked > 100
    assert wrong == [], "\n".join(wrong)


@pytest.mark.heavy("lays out some widgets at 200 and 400 % zoom")
def test_table_keeps_its_height_in_zoomed_window(stage: Callable[[str], Page], built_site: Path) -> None:
    """The page scrolls there, but no hand is cut or lies over another, and the question is whole."""
    wrong: list[str] = []
    for address, widgets in some_widgets(built_site).items():
        page, found = stage(address), specs(built_site, address)
        for id in widgets:
            frames = [(step, short(html)) for step, html in steps(found[id])]
            shown = [frames[::9], frames[-1:]]
            wrong += [f"{address}#{id} {each}" for each in looked_at(page, id, shown, ZOOMED)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.heavy("lays out a question of each kind of drill, at six sizes of the window")
@pytest.mark.parametrize(
    "game",
    ["doppelkopf", *(pytest.param(each, marks=pytest.mark.soak) for each in OWN if each != "doppelkopf")],
)
def test_drill_question_is_in_window_and_stays(
    game: str, stage: Callable[[str], Page], built_site: Path
) -> None:
    page = stage(f"{game}/drill/")
    ((id, spec),) = specs(built_site, f"{game}/drill/").items()
    wrong = looked_at(
        page, id, [[(step, short(html)) for step, html in frames] for frames in questions(spec)]
    )
    assert wrong == [], "\n".join(wrong)


BELOW = """() => {
  const parts = [
    ".kp-table", ".kp-table .kp-card", ".kp-asked", ".kp-story", ".kp-say", ".kp-deeds", ".kp-controls",
    ".kp-choices > :not([popover])",
  ];
  const widget = document.querySelector(".kp-own-page .kp");
  const question = widget.querySelector(".kp-question");
  const answers = widget.querySelector(".kp-stage > .kp-choices");
  if (innerWidth < 640 && answers?.clientHeight > 60) parts.splice(6, 1); // two rows push the buttons down
  const over = parts.flatMap((part) => [...widget.querySelectorAll(part)])
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > innerHeight + 1)
    .map((part) => `${part.className} ends at ${Math.round(part.getBoundingClientRect().bottom)}`);
  if (question.scrollHeight > question.clientHeight + 1) over.push("the question is cut");
  return over;
}"""
"""The parts of a puzzle that are outside the window."""


LONG: Final = (
    "all-but-four-tricks", "all-thirteen", "before-anybody-else", "both-old-ladies", "cleaning-hand-slip",
    "six-queens", "two-go-with-it",
)  # fmt: skip
"""Puzzles with a long title, a long question or many buttons."""


@pytest.mark.heavy("opens every fifth page of a puzzle in four windows")
@pytest.mark.parametrize(
    "which",
    [pytest.param(slice(0, None, 5), id="some"), pytest.param(EVERY, id="all", marks=pytest.mark.soak)],
)
def test_puzzle_page_shows_whole_puzzle_on_opening(
    which: slice, page: Page, site: Server, built_site: Path
) -> None:
    page.route("**/worker.js", lambda route: None)
    own = [
        path for path in sorted(built_site.glob("*/puzzles/*/index.html")) if path.parent.name != "kp-sheet"
    ]
    wrong = []
    for path in [*own[which], *(each for each in own if each.parent.name in LONG)]:
        address = f"{path.parent.relative_to(built_site)}/"
        page.goto(site.url + address)
        for width, height in ((390, 844), (844, 390), (1280, 800), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{address} at {width} x {height}: {each}" for each in page.evaluate(BELOW)]
    assert wrong == [], "\n".join(wrong)


SHORTENED = """(id) => [...document.querySelectorAll(`#kp-${id} .kp-seat-name > :is(.kp-chip, .kp-call)`)]
  .filter((part) => getComputedStyle(part).clipPath === "none" && part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""
"""The chips and calls beside a name that end in an ellipsis."""


@pytest.mark.parametrize(
    ("address", "id", "contract"),
    [
        ("doppelkopf/examples/", "reservations", "jacks solo"),
        ("kontraspiel/examples/", "void", "soloist in Hearts"),
        ("koenigrufen-graden/examples/", "partner", "Durchmarsch mit einer anderen"),
    ],
)
def test_contract_is_named_whole_on_a_phone(
    stage: Callable[[str], Page], built_site: Path, address: str, id: str, contract: str
) -> None:
    page, named = stage(address), 0
    page.set_viewport_size({"width": 390, "height": 844})
    for step, html in steps(specs(built_site, address)[id]):
        page.evaluate("(shown) => kpStage.take(shown)", [[(step, short(html))]])
        page.evaluate("(id) => kpStage.look(id)", id)
        named += contract in html
        assert contract not in page.evaluate(SHORTENED, id), step
    assert named


def test_next_stays_under_the_finger(page: Page, site: Server) -> None:
    """By real clicks at one place, from the first card to the last; the list of tricks follows."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site.url}ristiklappi/cleaning-hand/")
    widget = page.locator(HAND)
    widget.scroll_into_view_if_needed()
    box = widget.locator("[data-do=next]").bounding_box()
    assert box
    for step in range(1, 21):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2)
        expect(widget.locator(".kp-position")).to_have_text(f"card {step} of 20")
        assert page.locator(f"{HAND} .kp-lists [aria-current]").evaluate(
            """(entry) => {
              const list = entry.closest('.kp-lists').getBoundingClientRect();
              const here = entry.getBoundingClientRect();
              return here.top >= list.top - 1 && here.bottom <= list.bottom + 1;
            }"""
        ), f"the list does not show step {step}"
    assert complaints(page) == []


def test_the_authors_words_are_the_message(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristiklappi/cleaning-hand/")
    said = page.locator(f"{HAND} .kp-say")
    page.locator(f"{HAND} [data-do=next]").click()
    expect(said).to_contain_text("cannot be beaten, because the other three")
    expect(page.locator(".kp-live")).to_contain_text("cannot be beaten, because the other three")


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
def test_large_takes_the_window_and_gives_it_back(page: Page, site: Server, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}style/")
    widget = page.locator("#kp-style-parties")
    expect(widget).to_have_attribute("data-live", "")
    widget.scroll_into_view_if_needed()
    widget.locator("[data-ui=large]").focus()
    before = widget.bounding_box()
    page.keyboard.press("f")
    expect(widget).to_have_attribute("data-large", "")
    assert widget.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
    index = widget.locator("[data-place=left] .kp-small use").first.bounding_box()
    assert index
    assert index["height"] >= 0.05 * height
    letters = widget.locator(".kp-say").evaluate("(box) => parseFloat(getComputedStyle(box).fontSize)")
    assert letters >= 0.035 * height
    assert page.evaluate("document.querySelector('.md-header').closest('[inert]') !== null")
    page.keyboard.press("v")
    expect(widget.locator(".kp-hand").first).to_be_hidden()
    page.keyboard.press("v")
    expect(widget.locator(".kp-hand").first).to_be_visible()
    where = widget.locator(".kp-position")
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text("step 13 of 14")
    expect(widget).to_have_attribute("data-large", "")
    for part in (".kp-say", ".kp-controls", ".kp-table", ".kp-hand .kp-card >> nth=0"):
        expect(widget.locator(part).first).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(widget).not_to_have_attribute("data-large", "")
    assert widget.bounding_box() == before
    assert page.evaluate("document.querySelectorAll('[inert]').length") == 0
    assert complaints(page) == []


BESIDE = """(list) => {
  const opener = document.querySelector(`[popovertarget="${list.id}"]`).getBoundingClientRect();
  const { left, top, right, bottom } = list.getBoundingClientRect();
  const gap = Math.max(left - opener.right, opener.left - right, top - opener.bottom, opener.top - bottom);
  return [Math.round(gap), left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight];
}"""
"""The distance of a list from the button that opens it, and whether the list is in the window."""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (844, 390), (640, 400)])
def test_lists_open_beside_their_buttons(page: Page, site: Server, size: tuple[int, int]) -> None:
    site.stalled.add("worker.js")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in ("koenigrufen-graden/play/", "ristiklappi/cleaning-hand/", "editor/", "doppelkopf/drill/"):
        page.goto(site.url + address)
        page.locator(".kp[data-live]").first.wait_for()
        openers = page.locator(".kp [popovertarget]:visible").all()
        assert openers
        for opener in openers:
            opener.click()
            assert page.locator(":popover-open").evaluate(BESIDE) == [6, True], address
            page.keyboard.press("Escape")


def test_cards_and_page_grow_in_large_window(page: Page, site: Server) -> None:
    site.stalled.add("worker.js")
    for address in ("ristikontra/play/", "ristiklappi/puzzles/two-bars/", "ristiklappi/cleaning-hand/"):
        page.goto(site.url + address)
        grown = []
        for width, height in ((1366, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            card = page.locator(".kp-table [data-place=foot] .kp-face").first.bounding_box()
            text = page.locator("article").first.bounding_box()
            assert card
            assert text
            grown.append((card["width"], text["width"]))
        (small, narrow), (large, wide) = grown
        assert large > 1.25 * small, address
        assert wide > 1.05 * narrow, address


CUT = """(name) => [...name.querySelectorAll(".kp-chip, .kp-call")].filter((each) =>
  each.scrollWidth > each.clientWidth + 1 || getComputedStyle(each).clipPath !== "none")
  .map((each) => each.textContent)"""

WITHIN = """(line) => {
  const table = line.closest(".kp-table").getBoundingClientRect();
  const { left, right, top, bottom } = line.getBoundingClientRect();
  return left >= table.left && right <= table.right && top >= table.top && bottom <= table.bottom;
}"""

HANDS = """(widget) => [...widget.querySelectorAll(".kp-seat > .kp-hand")].map((hand) => {
  const { x, y, width, height } = hand.getBoundingClientRect();
  return [x, y, width, height];
})"""


@pytest.mark.parametrize(
    ("address", "id", "width", "height"),
    [
        ("doppelkopf/weddings-and-solos/#step-hearts-again", "hearts-again", 360, 740),
        ("doppelkopf/weddings-and-solos/#step-later-to-speak", "later-to-speak", 390, 844),
        ("doppelkopf/weddings-and-solos/#step-later-to-speak", "later-to-speak", 844, 390),
        ("koenigrufen-graden/puzzles/ten-over-king/", "ten-over-king", 844, 390),
    ],
)
def test_cut_text_is_shown_on_pointing(
    page: Page, site: Server, address: str, id: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site.url + address)
    widget = page.locator(f"#kp-{id}[data-live]")
    widget.locator(".kp-table").scroll_into_view_if_needed()
    hands, cut = widget.evaluate(HANDS), 0
    for line in widget.locator(".kp-seat-name, .kp-edge > .kp-common").all():
        cut += len(line.evaluate(CUT))
        line.hover()
        assert line.evaluate(CUT) == []
        assert widget.evaluate(HANDS) == hands
        assert line.evaluate(WITHIN)
    assert cut > 0
