"""The browser side over a stand-in for the engine: start, failures, deaths, what is kept, links, offline.

A test whose Python matters bears the mark `pyodide`; for all others something stands in for Pyodide, too.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser import standin
from tests.browser.chromium import complaints, listened
from tests.browser.conftest import Keeping, Motion
from tests.browser.server import Server

HAND, SECOND = "#kp-hand", "#kp-second"
NEXT = f"{HAND} [data-do=next]"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return standin.build(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def built_with_pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return standin.build(tmp_path_factory.mktemp("site"), pyodide=True)


@pytest.fixture
def motion() -> Motion:
    """Cards travel here."""
    return "no-preference"


@pytest.fixture
def keeping() -> Keeping:
    """A site of a few pages is kept in no time."""
    return "allow"


@pytest.fixture
def site(request: pytest.FixtureRequest, serve: Callable[[Path], Server]) -> Server:
    real = request.node.get_closest_marker("pyodide")
    folder: Path = request.getfixturevalue("built_with_pyodide" if real else "built")
    return serve(folder)


def said(page: Page, text: str, widget: str = HAND) -> None:
    expect(page.locator(f"{widget} .kp-say")).to_have_text(text)


def notice(page: Page, widget: str = HAND):
    return page.locator(f"{widget} .kp-notice")


def press(page: Page, *events: str, widget: str = HAND) -> None:
    for event in events:
        page.click(f"{widget} [data-do='{event}']")


def keep(page: Page, *entries: str, name: str = "log//#hand") -> list[str]:
    """Keeps a log as an earlier visit would have."""
    log = ["kontrapunkt 1 0.0.0 example", *entries]
    page.goto(f"{page.url.partition('#')[0]}")
    page.evaluate(
        "([name, log]) => localStorage.setItem(name, log)", [f"kontrapunkt/1/{name}", json.dumps(log)]
    )
    return log


def kept(page: Page, name: str = "log//#hand") -> list[str] | None:
    text = page.evaluate("(name) => localStorage.getItem(name)", f"kontrapunkt/1/{name}")
    found: list[str] | None = json.loads(text or "null")
    return found


def limits(page: Page, **values: int) -> None:
    page.add_init_script(f"globalThis.__kpTest = {json.dumps(values)}")


# --- start --------------------------------------------------------------------------------------------------


def test_untouched_page_loads_no_runtime(page: Page, site: Server) -> None:
    page.goto(site.url)
    expect(page.locator(f"{HAND}[data-live]")).to_be_visible()
    page.wait_for_timeout(1500)
    assert not site.asked_for(standin.RUNTIME)
    assert not site.asked_for("worker.js")
    assert not site.asked_for("sw.js")


def test_a_page_without_widgets_loads_next_to_nothing(page: Page, site: Server) -> None:
    page.goto(f"{site.url}unvisited/")
    page.wait_for_timeout(500)
    assert {path.rpartition("/")[2] for path in site.asked_for(standin.MODULES)} == {
        "main.js", "prefs.js", "storage.js", "site.js", "config.js", "files.js", "kontrapunkt.css",
    }  # fmt: skip


@pytest.mark.parametrize("intent", ["hover", "focus", "scroll"])
def test_intent_starts_the_runtime(page: Page, site: Server, intent: str) -> None:
    page.goto(site.url)
    page.wait_for_selector(f"{HAND}[data-live]")
    if intent == "hover":
        page.hover(NEXT)
    elif intent == "focus":
        page.focus(NEXT)
    else:
        page.mouse.move(1, 1)
        page.mouse.wheel(0, 5)
    expect(page.locator(f"{HAND}[data-state=ready]")).to_be_visible()
    said(page, "start")
    assert page.text_content(".kp-live") == ""


def test_clicks_made_while_it_starts_are_queued(page: Page, site: Server) -> None:
    site.stalled.add("pyodide.asm.wasm")
    page.goto(site.url)
    for _ in range(3):
        page.click(NEXT)
    expect(page.locator(HAND)).to_have_attribute("data-state", "booting")
    expect(page.locator(f"{HAND} .kp-progress")).to_have_count(1)
    expect(page.locator(f"{HAND} .kp-loading")).to_be_visible()
    site.release.set()
    said(page, "next / next / next")
    expect(page.locator(f"{HAND} .kp-progress")).to_have_count(0)
    expect(page.locator("[data-pressed]")).to_have_count(0)
    assert complaints(page) == []


def test_save_data_waits_for_a_click(page: Page, site: Server) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page.goto(site.url)
    page.hover(NEXT)
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(500)
    assert not site.asked_for(standin.RUNTIME)
    page.click(NEXT)
    said(page, "next")
    page.wait_for_timeout(1000)
    assert not site.asked_for("sw.js")
    page.reload()
    expect(notice(page)).to_contain_text("your work is saved")
    said(page, "start")
    page.click("text=Show the position")
    said(page, "next")


def test_one_worker_across_instant_navigation(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click("text=other")
    page.click("#kp-third [data-do=next]")
    said(page, "next", "#kp-third")
    page.go_back()
    said(page, "next")  # kept, and shown without a click
    page.click(NEXT)
    said(page, "next / next")
    assert len(site.asked_for("worker.js")) == 1
    assert len(page.workers) == 1
    assert complaints(page) == []


# --- what fails ---------------------------------------------------------------------------------------------


@pytest.mark.pyodide
def test_missing_file_is_named_and_retry_loses_nothing(page: Page, site: Server) -> None:
    site.missing.add("pyodide.asm.wasm")
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("pyodide.asm.wasm is missing on the server (404)")
    expect(page.locator(HAND)).to_have_attribute("data-state", "failed")
    site.missing.clear()
    page.click(f"{HAND} .kp-retry")
    said(page, "next")
    expect(notice(page)).to_have_count(0)


def test_focus_stays_in_widget_after_keyboard_retry(page: Page, site: Server) -> None:
    site.missing.add("pyodide.asm.wasm")
    page.goto(site.url)
    page.click(NEXT)
    expect(page.locator(HAND)).to_have_attribute("data-state", "failed")
    site.missing.clear()
    page.locator(f"{HAND} .kp-retry").focus()
    page.keyboard.press("Enter")
    said(page, "next")
    assert page.evaluate(f"document.activeElement.closest('{HAND}') !== null")


@pytest.mark.pyodide
@pytest.mark.parametrize("file", ["python.zip", "pyodide.mjs", "pyodide.asm.js", "worker.js"])
def test_every_missing_file_is_named(page: Page, site: Server, file: str) -> None:
    site.missing.add(file)
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text(f"{file} is missing on the server (404)")


@pytest.mark.pyodide
def test_blocked_webassembly_is_named(page: Page, site: Server) -> None:
    site.policy = site.policy.replace(" 'wasm-unsafe-eval'", "")
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("WebAssembly is blocked here")


def test_absent_webassembly_is_named(page: Page, site: Server) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("no WebAssembly")


def test_a_start_that_hangs_is_given_up(page: Page, site: Server) -> None:
    site.stalled.add("python.zip")
    limits(page, bootLimit=2000)
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("nothing has arrived for 2 seconds")
    site.stalled.clear()
    site.release.set()
    page.evaluate("globalThis.__kpTest = {}")
    page.click(NEXT)  # a click is a retry too, and the first one is not lost
    said(page, "next / next")


def test_no_connection_is_named(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.wait_for_selector(f"{HAND}[data-live]")
    page.route("**/python.zip", lambda route: route.abort())
    page.click(NEXT)
    expect(notice(page)).to_contain_text("python.zip could not be loaded")


@pytest.mark.parametrize("file", ["pyodide.asm.wasm", "python.zip", "pyodide.mjs"])
def test_half_file_is_named_and_retry_skips_caches(page: Page, site: Server, file: str) -> None:
    site.halved.add(file)
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text(f"{file} arrived incomplete or damaged")
    site.halved.clear()
    page.click(f"{HAND} .kp-retry")
    said(page, "next")


def test_drawing_fails_once_and_step_is_drawn(page: Page, site: Server) -> None:
    site.missing.add("idiomorph.js")
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("idiomorph.js is missing on the server (404)")
    site.missing.clear()
    page.click(f"{HAND} .kp-retry")
    said(page, "next")
    page.click(NEXT)
    said(page, "next / next")


def test_undrawn_frame_is_drawn_on_reader_retry(page: Page, site: Server) -> None:
    body = """let failed = false;
        const morph = (body, nodes) => {
          if (!failed) { failed = true; throw new Error("odd"); }
          body.replaceChildren(...nodes);
        };
        export const Idiomorph = { morph };"""
    page.route("**/idiomorph.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("odd")
    page.click(f"{HAND} .kp-retry")
    said(page, "next")


def test_python_start_is_told_first_widget(page: Page, site: Server) -> None:
    """So that its game is imported while the page still waits for Python."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    started = [text for text in heard if text.startswith("start kontrapunkt.app ")]
    assert [json.loads(text.split(" ", 2)[2])["id"] for text in started] == [HAND.removeprefix("#kp-")]


def test_without_an_intersection_observer_a_click_is_enough(page: Page, site: Server) -> None:
    page.add_init_script("delete globalThis.IntersectionObserver")
    page.goto(site.url)
    page.mouse.wheel(0, 5)
    page.click(NEXT)
    said(page, "next")
    assert complaints(page) == []


@pytest.mark.parametrize(
    ("file", "again", "told"),
    [("live.js", ".kp-retry", "next"), ("widget.js", "[data-do=next]", "next / next")],
)
def test_missing_scripts_are_named_near_the_reader(
    page: Page, site: Server, file: str, again: str, told: str
) -> None:
    site.missing.add(file)
    page.goto(site.url)
    page.wait_for_load_state("networkidle")
    assert notice(page).count() == 0
    page.click(NEXT)
    expect(notice(page)).to_contain_text(f"{file} is missing on the server (404)")
    assert notice(page, SECOND).count() == 0
    site.missing.clear()
    page.click(f"{HAND} {again}")
    said(page, told)
    expect(notice(page)).to_have_count(0)


def test_missing_script_is_named_where_buttons_are_hidden(page: Page, site: Server) -> None:
    """Cards that can be seen meanwhile are no reason to say nothing: *Next* is what a reader looks for."""
    hidden = ".kp:not([data-live]) .kp-controls { visibility: hidden }"
    page.route("**/kontrapunkt.css", lambda route: route.fulfill(body=hidden, content_type="text/css"))
    site.missing.add("live.js")
    page.goto(site.url)
    expect(notice(page)).to_contain_text("live.js is missing on the server (404)")
    site.missing.clear()
    page.click(f"{HAND} .kp-retry")
    press(page, "next")
    said(page, "next")


@pytest.mark.parametrize("file", ["live.js", "widget.js"])
def test_half_a_script_is_fetched_past_the_caches(page: Page, site: Server, file: str) -> None:
    site.cache = "max-age=31536000, immutable"
    site.halved.add(file)
    page.goto(site.url)
    page.click(NEXT)
    expect(notice(page)).to_contain_text("arrived incomplete or damaged")
    site.halved.clear()
    with page.expect_event("load"):
        page.click(f"{HAND} .kp-retry")
    page.click(NEXT)
    said(page, "next")


def test_what_manages_the_reader_s_data_is_missing(page: Page, site: Server) -> None:
    site.missing.add("data.js")
    page.goto(f"{site.url}about/")
    expect(page.locator("[data-kp-data] .kp-notice")).to_contain_text(
        "data.js is missing on the server (404)"
    )
    site.missing.clear()
    page.click("text=Try again")
    expect(page.locator("[data-kp-data]")).to_contain_text("Nothing of yours")


# --- what dies ----------------------------------------------------------------------------------------------


def test_a_killed_worker_loses_nothing(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click(f"{SECOND} [data-do=next]")
    said(page, "next", SECOND)
    page.evaluate("document.dispatchEvent(new CustomEvent('kp:kill'))")
    page.click(NEXT)
    page.click(f"{SECOND} [data-do=next]")
    said(page, "next / next")
    said(page, "next / next", SECOND)
    assert notice(page).count() == 0


def test_step_is_repeated_after_worker_death(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click(f"{HAND} [data-do=slow]")
    page.wait_for_timeout(100)
    page.evaluate("document.dispatchEvent(new CustomEvent('kp:kill'))")
    assert page.text_content(f"{HAND} .kp-say") == "next"
    said(page, "next / slow")
    assert notice(page).count() == 0


@pytest.mark.pyodide
def test_step_that_always_kills_is_given_up(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click(f"{HAND} [data-do=poison]")
    expect(notice(page)).to_contain_text("again and again", timeout=60_000)
    expect(page.locator(f"{HAND} .kp-retry")).to_be_visible()
    page.click(NEXT)
    said(page, "next / next")


def test_a_call_without_an_answer_is_cut(page: Page, site: Server) -> None:
    limits(page, callLimit=400)
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click(f"{HAND} [data-do=hang]")
    expect(notice(page)).to_contain_text("again and again", timeout=60_000)


@pytest.mark.pyodide
def test_python_error_is_shown_and_log_continues(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    page.click(f"{HAND} [data-do=raise]")
    expect(notice(page)).to_contain_text("LookupError: no such thing")
    page.click(NEXT)
    said(page, "next / next")
    expect(notice(page)).to_have_count(0)
    page.click(f"{HAND} [data-do=refuse]")
    expect(notice(page)).to_have_text("You must follow suit.")


# --- frames, focus, keys, voice -----------------------------------------------------------------------------


def test_frames_play_one_after_another_and_cards_travel(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          window.travelled = [];
          Element.prototype.animate = function (...given) {
            window.travelled.push(this.id);
            return animate.apply(this, given);
          };
        }"""
    )
    page.click(f"{HAND} [data-key='8C']")
    said(page, "next / on the way play 8C")
    said(page, "next / play 8C")
    assert page.evaluate("travelled").count("hand-8C") == 1
    assert page.evaluate("document.activeElement.dataset.do") == "next"  # the card is no button any more


def test_a_click_skips_the_rest(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click(f"{HAND} [data-key='8C']")
    said(page, "next / on the way play 8C")
    page.mouse.click(2, 400)
    assert page.text_content(f"{HAND} .kp-say") == "next / play 8C"
    assert page.evaluate("document.getAnimations().length") == 0


def test_no_motion_where_it_is_not_wanted(page: Page, site: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(site.url)
    page.click(f"{HAND} [data-key='8C']")
    said(page, "on the way play 8C")
    assert page.evaluate("document.getAnimations().length") == 0
    said(page, "play 8C")


def test_keys_of_the_widget_in_focus(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.focus(NEXT)
    page.keyboard.press("ArrowRight")
    said(page, "next")
    page.keyboard.press("s")  # ours, not the theme's
    said(page, "next / undo")
    assert page.title() == "A page"
    page.keyboard.press("ArrowLeft")
    said(page, "next")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.key") == "TC"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.key") == "9C"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "TC"
    page.keyboard.press("?")
    expect(page.locator("#hand-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#hand-keys")).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.key") == "TC"


def test_keys_outside_a_widget_are_the_page_s(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    assert page.title() == "A page search"
    page.click(NEXT)
    said(page, "next")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")  # to the one used last, in view
    said(page, "next / next")
    page.keyboard.press("s")
    assert page.title() == "A page search search"
    said(page, "next / next")


def test_a_reply_is_announced_once(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.wait_for_selector(f"{HAND}[data-live]")
    page.evaluate("""() => {
        window.spoken = [];
        const region = document.querySelector(".kp-live");
        new MutationObserver(() => window.spoken.push(region.textContent)).observe(region, {childList: true});
    }""")
    page.hover(NEXT)
    expect(page.locator(f"{HAND}[data-state=ready]")).to_be_visible()
    page.click(f"{HAND} [data-key='8C']")
    said(page, "play 8C")
    assert page.evaluate("window.spoken") == ["1 entries"]


def test_click_to_layout_is_under_a_frame(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    times = page.evaluate("""async () => {
        const times = [];
        for (let n = 0; n < 40; n++) {
            const body = document.querySelector("#kp-hand .kp-body");
            const start = performance.now();
            const morphed = new Promise((done) => {
                new MutationObserver((_, self) => { self.disconnect(); done(); })
                    .observe(body, {childList: true, subtree: true, characterData: true});
            });
            document.querySelector(`#kp-hand [data-do=${n % 2 ? "back" : "next"}]`).click();
            await morphed;
            body.getBoundingClientRect();
            times.push(performance.now() - start);
        }
        return times.sort((a, b) => a - b);
    }""")
    assert times[20] < 16


def test_next_frame_is_read_before_it_is_requested(page: Page, site: Server) -> None:
    page.add_init_script("""
        const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
        globalThis.read = [];
        Object.defineProperty(Element.prototype, "innerHTML", {
            get, set(text) { globalThis.read.push(text); set.call(this, text); },
        });
    """)
    page.goto(site.url)
    press(page, "next")
    for event, found, likely in (
        ("next", "next / next", "next / next"), ("back", "next", "next / next / next"),
    ):  # fmt: skip
        page.wait_for_function(
            "(text) => globalThis.read.some((each) => each.includes(`>${text}</p>`))", arg=likely
        )
        page.evaluate("() => { globalThis.read = []; }")
        press(page, event)
        said(page, found)
        assert not page.evaluate(
            "(text) => globalThis.read.some((each) => each.includes(`>${text}</p>`))", found
        )


# --- what is kept -------------------------------------------------------------------------------------------


def test_a_reload_goes_on_where_the_reader_was(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    page.click(f"{HAND} [data-key='8C']")
    said(page, "next / play 8C")
    page.reload()
    said(page, "next / play 8C")
    said(page, "start", SECOND)
    page.click(f"{HAND} [data-do=back]")
    page.click(f"{HAND} [data-do=back]")
    said(page, "start")
    assert page.evaluate("Object.keys(localStorage)") == []


@pytest.mark.parametrize("rubbish", ["{", "[1]", '"text"', '["kontrapunkt 1 0 example","rubbish"]'])
def test_unreadable_log_is_stored_until_reader_deletes_it(page: Page, site: Server, rubbish: str) -> None:
    page.goto(site.url)
    page.wait_for_selector(f"{HAND}[data-live]")
    page.evaluate("(text) => localStorage.setItem('kontrapunkt/1/log//#hand', text)", rubbish)
    everything = "Object.values(localStorage)"
    for _ in range(2):
        page.reload()
        expect(notice(page)).to_contain_text("cannot be read")
        assert rubbish in page.evaluate(everything)
        page.click(NEXT)
        expect(page.locator(f"{HAND} .kp-say")).to_contain_text("next")
        assert rubbish in page.evaluate(everything)
    said(page, "next / next")
    page.reload()
    said(page, "next / next")
    page.click("text=Delete it")
    expect(notice(page)).to_have_count(0)
    assert list(map(json.loads, page.evaluate(everything))) == [
        ["kontrapunkt 1 0.0.0 example", "next", "next"]
    ]
    page.reload()
    said(page, "next / next")
    assert notice(page).count() == 0


def test_unreadable_log_can_be_deleted_at_once(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.evaluate("localStorage.setItem('kontrapunkt/1/log//#hand', '{')")
    page.reload()
    page.click("text=Delete it")
    assert page.evaluate("localStorage.length") == 0
    page.click(NEXT)
    said(page, "next")


def test_unfitting_rest_of_log_is_stored(page: Page, site: Server) -> None:
    page.goto(site.url)
    log = keep(page, "next", "odd")
    page.reload()
    expect(notice(page)).to_contain_text("It goes on from step 1.")
    page.click(NEXT)
    said(page, "next / next")
    assert kept(page, "aside//#hand") == log


def test_solved_widget_stays_solved_and_starts_fresh(page: Page, site: Server) -> None:
    page.goto(site.url)
    press(page, "hint", "solved 7")
    said(page, "hint / solved 7")
    mark = page.locator(f"{HAND} .kp-reached")
    assert mark.count() == 0, "what is shown tells it"
    page.reload()
    expect(mark).to_contain_text("You have solved this.")
    said(page, "start")
    expect(page.locator(f"{SECOND} .kp-reached")).to_have_count(0)
    press(page, "hint")
    said(page, "hint")
    expect(mark).to_be_visible()
    page.reload()
    said(page, "hint")
    page.click("text=Show how")
    said(page, "hint / solved 7")
    expect(mark).to_have_count(0)
    page.click("text=Go back to it")
    said(page, "hint")
    press(page, "again")
    said(page, "start")
    expect(mark).to_be_visible()


def test_two_tabs_lose_nothing_of_what_was_reached(page: Page, site: Server, context: BrowserContext) -> None:
    page.goto(site.url)
    older = context.new_page()
    older.goto(site.url)
    press(older, "next")
    said(older, "next")
    press(page, "lost", "lost", "hint")
    said(page, "lost / lost / hint")
    press(older, "hint", "hint")
    said(older, "next / hint / hint")
    assert kept(older) == ["kontrapunkt 1 0.0.0 example", "lost", "lost", "hint", "hint"]
    press(page, "solved 7")
    said(page, "lost / lost / hint / solved 7")
    expect(older.locator(f"{HAND} .kp-reached")).to_be_visible()
    press(older, "hint")
    said(older, "next / hint / hint / hint")
    older.reload()
    expect(older.locator(f"{HAND} .kp-reached")).to_be_visible()
    older.click("text=Show how")
    said(older, "lost / lost / hint / solved 7")


def test_later_step_wins_between_tabs_without_results(
    page: Page, site: Server, context: BrowserContext
) -> None:
    page.goto(site.url)
    other = context.new_page()
    other.goto(site.url)
    expect(other.locator(f"{HAND}[data-live]")).to_be_visible()  # it has read what is kept: nothing
    press(page, "next", "next")
    said(page, "next / next")
    press(other, "undo")
    said(other, "undo")
    page.reload()
    said(page, "undo")


def test_a_note_of_the_engine_is_shown(page: Page, site: Server) -> None:
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=next~odd")
    expect(notice(page)).to_have_text("It goes on from step 1.")
    said(page, "next")


def test_a_storage_that_refuses_stops_nobody(page: Page, site: Server) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    expect(notice(page)).to_contain_text("cannot save anything")
    page.click(NEXT)
    said(page, "next / next")
    expect(notice(page)).to_have_count(0)


def test_import_from_file_loses_no_progress(page: Page, site: Server, tmp_path: Path) -> None:
    page.goto(site.url)
    solved = keep(page, "hint", "solved 7")
    file = tmp_path / "data.json"
    entries = {
        "log/#hand": [solved[0], "hint"],
        "log/#second": [solved[0], "next"],
        "log/#third": "{",
        "rest": 1,
    }
    file.write_text(json.dumps({"format": "kontrapunkt data 1", "entries": entries}))
    page.goto(f"{site.url}about/")
    page.set_input_files("[data-kp-data] input", file)
    expect(page.locator("[data-kp-data]")).to_contain_text("Positions and results read: 3.")
    assert kept(page) == kept(page, "solved//#hand") == solved
    with page.expect_download() as download:
        page.click("text=Save as a file")
    saved = json.loads(download.value.path().read_text())["entries"]
    assert saved == {
        "log/#hand": solved,
        "solved/#hand": solved,
        "log/#second": [solved[0], "next"],
        "aside/#third": "{",
    }
    expect(page.locator("[data-kp-data]")).to_contain_text("3 positions and results")


def test_data_can_be_saved_deleted_and_read(page: Page, site: Server, tmp_path: Path) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.goto(f"{site.url}about/")
    expect(page.locator("[data-kp-data]")).to_contain_text("one position")
    with page.expect_download() as download:
        page.click("text=Save as a file")
    saved = tmp_path / "data.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["entries"] == {"log/#hand": ["kontrapunkt 1 0.0.0 example", "next"]}
    page.click("text=Delete all")
    page.click("text=Yes, delete all")
    expect(page.locator("[data-kp-data]")).to_contain_text("Nothing of yours")
    assert page.evaluate("localStorage.length") == 0
    page.set_input_files("[data-kp-data] input", saved)
    expect(page.locator("[data-kp-data]")).to_contain_text("Positions and results read: 1.")
    (tmp_path / "bad.json").write_text("[]")
    page.set_input_files("[data-kp-data] input", tmp_path / "bad.json")
    expect(page.locator("[data-kp-data]")).to_contain_text("cannot be read")
    page.goto(site.url)
    said(page, "next")


# --- links --------------------------------------------------------------------------------------------------


def test_a_link_is_copied_and_opens_elsewhere(page: Page, site: Server, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.url)
    page.click(NEXT)
    page.click(f"{HAND} [data-key='8C']")
    said(page, "next / play 8C")
    page.click(f"{HAND} [data-ui=share]")
    expect(notice(page)).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{site.url}#kp=hand&v=1~0.0.0~example&log=next~play.8C"
    page.evaluate("localStorage.clear()")
    other = context.new_page()
    other.goto(link)
    said(other, "next / play 8C")
    assert other.evaluate("localStorage.length") == 0
    other.click(f"{HAND} [data-do=back]")
    said(other, "next")
    assert other.url == site.url  # the reader has gone on from there
    other.reload()
    said(other, "next")


def test_link_copied_during_start_includes_actions(page: Page, site: Server, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    site.stalled.add("pyodide.asm.wasm")
    page.goto(site.url)
    page.click(f"{HAND} [data-ui=share]")
    expect(notice(page)).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}#kp=hand&v=1~0~example"
    press(page, "next", "play 8C")
    page.click(f"{HAND} [data-ui=share]")
    expect(notice(page)).to_have_count(0)
    site.release.set()
    expect(notice(page)).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{site.url}#kp=hand&v=1~0.0.0~example&log=next~play.8C"
    expect(page.locator("[data-pressed]")).to_have_count(0)


def test_to_copy_a_link_is_to_try_again(page: Page, site: Server, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    site.missing.add("python.zip")
    page.goto(site.url)
    page.click(NEXT)
    expect(page.locator(f"{HAND} .kp-retry")).to_be_visible()
    site.missing.clear()
    page.click(f"{HAND} [data-ui=share]")
    expect(notice(page)).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith("&log=next")


def test_a_link_takes_the_place_of_a_place(page: Page, site: Server) -> None:
    page.goto(site.url)
    keep(page, "go 8")
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=undo")
    page.reload()
    said(page, "undo")
    assert notice(page).count() == 0
    press(page, "next")
    said(page, "undo / next")
    assert page.url == site.url


def test_a_link_costs_the_reader_nothing(page: Page, site: Server) -> None:
    page.goto(site.url)
    solved = keep(page, "hint", "solved 37")
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=undo")
    page.reload()
    said(page, "undo")
    expect(page.locator(f"{HAND} .kp-reached")).to_be_visible()
    press(page, "hint")
    said(page, "undo / hint")
    assert kept(page) == solved
    assert page.url.endswith("&log=undo~hint")
    page.goto(f"{site.url}other/")
    page.goto(site.url)
    expect(page.locator(f"{HAND} .kp-reached")).to_be_visible()


def test_link_does_not_overwrite_reader_log(page: Page, site: Server) -> None:
    page.goto(site.url)
    own = keep(page, "next", "lost")
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=undo")
    page.reload()
    said(page, "undo")
    expect(notice(page)).to_contain_text("Your own play here is saved.")
    press(page, "hint")
    said(page, "undo / hint")
    assert kept(page) == own
    assert page.url == f"{site.url}#kp=hand&v=1~0.0.0~example&log=undo~hint", "the address goes along"
    page.reload()
    said(page, "undo / hint")
    press(page, "solved 7")
    said(page, "undo / hint / solved 7")
    page.reload()
    page.click("text=Go back to it")
    said(page, "next / lost")
    assert page.url == site.url
    expect(page.locator(f"{HAND} .kp-reached")).to_be_visible()
    press(page, "next")
    said(page, "next / lost / next")
    assert kept(page) == [*own, "next"]


def test_foreign_solution_does_not_count_for_reader(page: Page, site: Server) -> None:
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=hint~solved.5")
    said(page, "hint / solved 5")
    press(page, "next")
    said(page, "hint / solved 5 / next")
    page.goto(f"{site.url}other/")
    page.goto(site.url)
    page.wait_for_selector(f"{HAND}[data-live]")
    said(page, "start")
    assert page.locator(".kp-reached").count() == 0
    assert page.evaluate("localStorage.length") == 0


def test_restart_from_link_belongs_to_reader(page: Page, site: Server) -> None:
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=hint~solved.5")
    said(page, "hint / solved 5")
    press(page, "again", "solved 7")
    said(page, "solved 7")
    assert page.url == site.url
    page.reload()
    expect(page.locator(f"{HAND} .kp-reached")).to_be_visible()


def test_link_without_clipboard_can_be_copied_by_hand(page: Page, site: Server) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    page.goto(site.url)
    page.click(f"{HAND} [data-ui=share]")
    expect(page.locator(f"{HAND} .kp-notice input")).to_be_focused()
    assert "#kp=hand" in page.input_value(f"{HAND} .kp-notice input")


def test_fragment_beats_storage_and_follows_history(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=undo~undo")
    said(page, "undo / undo")
    page.evaluate("location.hash = '#kp=hand&v=1~0~example&log=undo'")
    said(page, "undo")
    page.go_back()
    said(page, "undo / undo")
    page.click("text=rule")
    said(page, "undo / undo")
    assert page.url.endswith("#RL-R4")


def test_link_followed_while_earlier_log_is_replayed(page: Page, site: Server) -> None:
    kept = json.dumps(["kontrapunkt 1 0.0.0 example", "next"])
    page.add_init_script(f"localStorage.setItem('kontrapunkt/1/log//#hand', {kept!r})")
    site.stalled.add("idiomorph.js")
    page.goto(site.url)
    page.wait_for_timeout(1000)  # the engine has answered, and nothing can be drawn yet
    page.evaluate("location.hash = '#kp=hand&v=1~0~example&log=undo'")
    page.wait_for_timeout(100)
    site.release.set()
    said(page, "undo")


@pytest.mark.parametrize(
    "fragment",
    [
        "#kp=hand&v=1~0.0.0~example&log=next~play.8C.",
        "#kp=hand&v=1~0.0.0~example&log=next~play.8C)>",
        "#kp%3Dhand%26v%3D1~0.0.0~example%26log%3Dnext~play.8C",
        "#kp=hand&v=1~0%2E0%2E0~example&log=next~play%2E8C",
        "#kp=hand&v=1%7E0.0.0%7Eexample&log=next%7Eplay.8C%20",
    ],
    ids=str.split("stop brackets escaped dots tildes"),
)
def test_link_mangled_by_mail_is_read(page: Page, site: Server, fragment: str) -> None:
    page.goto(site.url + fragment)
    said(page, "next / play 8C")
    press(page, "next")
    said(page, "next / play 8C / next")
    assert complaints(page) == []


def test_a_short_address_that_leads_nowhere_is_told(page: Page, site: Server) -> None:
    page.goto(f"{site.url}#q=kontra.trick.")
    expect(page.locator("main > .kp-notice")).to_contain_text("leads to no question")
    assert complaints(page) == []


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        ("#kp=hand&log=%E0%A4", "The link to this page cannot be read"),
        ("#kp=hand&v=1~0~example&log=%", "The link to this page cannot be read"),
        ("#kp=hand&v=1~0~example&log=rubbish", "The link to this page cannot be read"),
        ("#kp=nobody&v=1~0~example", "not on this page (“nobody”)"),
        ("#kp=", "not on this page"),
        ("#kp=" + "nobody" * 50_000, "…”)"),
    ],
    ids=str.split("entries sign engine nobody empty long"),
)
def test_rubbish_in_a_link_is_told(page: Page, site: Server, fragment: str, sentence: str) -> None:
    page.goto(site.url + fragment)
    expect(notice(page)).to_contain_text(sentence)
    said(page, "start")
    height = "(notice) => notice.offsetHeight < innerHeight / 3"
    assert notice(page).evaluate(height)
    assert complaints(page) == []


def test_unreadable_link_leads_to_reader_log(page: Page, site: Server) -> None:
    page.goto(site.url)
    own = keep(page, "next")
    page.goto(f"{site.url}#kp=hand&v=1~0~example&log=rubbish")
    page.reload()
    expect(notice(page)).to_contain_text("The link to this page cannot be read")
    said(page, "next")
    press(page, "next")
    said(page, "next / next")
    assert kept(page) == [*own, "next"]


# --- without a connection -----------------------------------------------------------------------------------


def keep_offline(page: Page, site: Server) -> None:
    page.goto(f"{site.url}about/")
    page.click("[data-kp-offline]")
    expect(page.locator("main")).to_contain_text("works without a connection")


def damage(page: Page, *files: str) -> None:
    """Cuts what the service worker keeps under these ends of addresses in half."""
    cut = page.evaluate(
        """async (files) => {
          let cut = 0;
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              if (!files.some((file) => request.url.endsWith(file))) continue;
              const { headers, blob } = await cache.match(request).then(async (found) => (
                { headers: found.headers, blob: await found.blob() }
              ));
              await cache.put(request, new Response(blob.slice(0, blob.size / 2), { headers }));
              cut += 1;
            }
          }
          return cut;
        }""",
        files,
    )
    assert cut == len(files)


def update(page: Page) -> None:
    """Has the browser look for a new version."""
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")


TAKE_OVER = """async () => {
  const headers = { "Content-Type": "text/javascript" };
  const taken = "document.documentElement.dataset.taken = 'yes'";
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.endsWith("/main.js")) await cache.put(request, new Response(taken, { headers }));
    }
  }
}"""


def test_script_put_into_cache_is_never_served(page: Page, site: Server) -> None:
    keep_offline(page, site)
    page.evaluate(TAKE_OVER)
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    assert page.evaluate("document.documentElement.dataset.taken") is None
    assert "dataset.taken" not in page.evaluate(
        """() => caches.keys().then((names) => Promise.all(names.map(async (name) => {
          const cache = await caches.open(name);
          const found = (await cache.keys()).filter(({ url }) => url.endsWith("/main.js"));
          return (await Promise.all(found.map(async (each) => (await cache.match(each)).text()))).join("");
        }))).then((texts) => texts.join(""))"""
    )


def test_delete_all_empties_the_caches(page: Page, site: Server) -> None:
    keep_offline(page, site)
    page.reload()
    expect(page.locator("[data-kp-data]")).to_contain_text("Nothing of yours")
    page.click("text=Delete all")
    page.click("text=Yes, delete all")
    expect(page.locator("[data-kp-data]")).to_contain_text("Deleted.")
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_the_whole_site_works_offline_after_the_button(
    page: Page, site: Server, context: BrowserContext
) -> None:
    keep_offline(page, site)
    page.close()
    site.stop()
    page = listened(context.new_page())
    page.goto(f"{site.url}unvisited/?from=mail")
    expect(page.locator("h1")).to_have_text("unvisited one")
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.click("text=other")
    expect(page.locator("h1")).to_have_text("other one")
    page.click("#kp-third [data-do=next]")
    said(page, "next", "#kp-third")
    site_map = page.evaluate("fetch('/sitemap.xml').then((found) => found.text())")
    assert re.findall("<loc>(.*?)</loc>", site_map) == [
        f"{site.url}{path}" for path in ("about/", "", "other/", "unvisited/")
    ]
    answer = page.goto(f"{site.url}nowhere/")
    assert answer
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("No such page")


def test_silent_service_worker_is_asked_again(page: Page, site: Server) -> None:
    keep_offline(page, site)
    limits(page, askAgain=100)
    page.add_init_script(
        """
        const send = ServiceWorker.prototype.postMessage;
        let lost = 0;
        ServiceWorker.prototype.postMessage = function (message) {
          if (message.kp === "keep" && (lost += 1) > 2) send.call(this, message);
        };
        """
    )
    keep_offline(page, site)


def test_leaving_while_offline_copy_begins_stops_asking(page: Page, site: Server) -> None:
    limits(page, askAgain=50)
    page.add_init_script(
        """
        globalThis.asked = 0;
        const send = ServiceWorker.prototype.postMessage;
        ServiceWorker.prototype.postMessage = function (message) {
          asked += Number(message.kp === "keep");
          send.call(this, message);
        };
        const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
        navigator.serviceWorker.register = async (...given) => {
          await new Promise((rest) => setTimeout(rest, 500));
          return register(...given);
        };
        """
    )
    page.goto(f"{site.url}about/")
    page.click("[data-kp-offline]")
    page.click("text=other")
    expect(page.locator("h1")).to_have_text("other one")
    page.wait_for_function("() => asked > 0")
    page.wait_for_timeout(500)
    assert page.evaluate("asked") == 1


def test_playing_keeps_the_site_quietly(page: Page, site: Server) -> None:
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")
    page.evaluate("navigator.serviceWorker.ready")
    site.stop()
    page.goto(f"{site.url}unvisited/")
    expect(page.locator("h1")).to_have_text("unvisited one")


def test_online_is_never_stale_and_unchanged_files_stay(
    page: Page, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    site = serve(standin.build(tmp_path / "site"))
    site.cache = "no-store"
    keep_offline(page, site)
    site.asked.clear()
    standin.build(tmp_path / "site", version="two")
    page.goto(site.url)
    expect(page.locator("h1")).to_have_text("two")
    page.wait_for_function(
        "async () => (await caches.keys()).filter((name) => name.includes('pages')).length == 2"
    )
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.wait_for_timeout(2000)
    assert not site.asked_for("python.zip")
    assert not site.asked_for("about/")
    site.stop()
    page.goto(f"{site.url}unvisited/")
    expect(page.locator("h1")).to_have_text("unvisited two")
    names = page.evaluate("caches.keys()")
    assert sum("pages" in name for name in names) == 2
    assert all(re.match(r"kontrapunkt / (assets|pages [0-9a-f]{12})$", name) for name in names)


def test_half_file_is_refused_then_stored_when_whole(page: Page, site: Server) -> None:
    site.halved.add("python.zip")
    page.goto(f"{site.url}about/")
    page.click("[data-kp-offline]")
    expect(page.locator("main")).to_contain_text("python.zip arrived incomplete")
    expect(page.locator("main")).not_to_contain_text("works without a connection")
    site.halved.clear()
    keep_offline(page, site)
    site.stop()
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")


def test_button_and_retry_mend_damaged_cache(page: Page, site: Server) -> None:
    keep_offline(page, site)
    damage(page, "pyodide.asm.wasm", "unvisited/index.html")
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next")  # it is compared when it is first served
    damage(page, "pyodide.asm.wasm")
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next / next")  # the start that failed is tried again, past what is kept
    damage(page, "python.zip")
    keep_offline(page, site)
    site.stop()
    page.goto(f"{site.url}unvisited/")
    expect(page.locator("h1")).to_have_text("unvisited one")
    page.goto(site.url)
    page.click(NEXT)
    said(page, "next / next / next")


def test_new_version_inherits_bytes_and_notifies_old_tab(
    page: Page, context: BrowserContext, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    site = serve(standin.build(tmp_path / "site"))
    site.cache = "no-store"
    keep_offline(page, site)
    damage(page, "python.zip", "about/index.html")
    old = listened(context.new_page())
    old.goto(site.url)
    standin.build(tmp_path / "site", version="two")
    young = context.new_page()
    young.goto(site.url)  # the new page, before its service worker
    update(page)
    expect(old.locator(".kp-newer")).to_contain_text("There is a newer version of this site")
    expect(young.locator("h1")).to_have_text("two")
    young.wait_for_timeout(500)
    assert young.locator(".kp-newer").count() == 0
    assert page.locator(".kp-newer").count() == 0  # this page is as it was
    old.click("text=Reload")
    expect(old.locator("h1")).to_have_text("two")
    assert old.locator(".kp-newer").count() == 0
    site.stop()
    young.goto(f"{site.url}about/")
    expect(young.locator("[data-kp-data]")).to_contain_text("Nothing of yours")
    old.click(NEXT)
    said(old, "next")
    assert complaints(old) == []


def test_a_page_of_another_version_is_not_kept(
    page: Page, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    """As long as the server has some files of the new version and some of the old one."""
    site = serve(standin.build(tmp_path / "site"))
    keep_offline(page, site)
    old = (tmp_path / "site/unvisited/index.html").read_bytes()
    standin.build(tmp_path / "site", version="two")
    new = (tmp_path / "site/unvisited/index.html").read_bytes()
    standin.put(tmp_path / "site", "unvisited/index.html", old)
    page.click("[data-kp-offline]")
    expect(page.locator("main")).to_contain_text(
        "unvisited/index.html arrived incomplete, damaged or from another"
    )
    standin.put(tmp_path / "site", "unvisited/index.html", new)
    page.click("[data-kp-offline]")
    expect(page.locator("main")).to_contain_text("works without a connection")
    site.stop()
    page.goto(f"{site.url}unvisited/")
    expect(page.locator("h1")).to_have_text("unvisited two")


@pytest.mark.parametrize("gone", [False, True])
def test_page_of_other_version_in_old_tab(
    page: Page, serve: Callable[[Path], Server], tmp_path: Path, gone: bool
) -> None:
    """The theme swaps pages within one document, which says so; without its own files it is loaded anew."""
    site = serve(standin.build(tmp_path / "site"))
    page.goto(site.url)
    standin.build(tmp_path / "site", version="two", modules="assets/kontrapunkt/ba9876543210/")
    if gone:
        site.missing.add(f"{standin.MODULES}newer.js")
    if gone:
        with page.expect_event("load"):
            page.click("text=other")
    else:
        page.click("text=other")
        expect(page.locator(".kp-newer")).to_contain_text("a newer version")
        page.click("text=Later")
        expect(page.locator(".kp-newer")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("other two")
    page.click("#kp-third [data-do=next]")
    said(page, "next", "#kp-third")


def test_a_site_below_a_path(page: Page, serve: Callable[[Path], Server], tmp_path: Path) -> None:
    standin.build(tmp_path / "some/where")
    site = serve(tmp_path)
    page.goto(f"{site.url}some/where/other/")
    page.click("#kp-third [data-do=next]")
    said(page, "next", "#kp-third")
    page.evaluate("navigator.serviceWorker.ready")
    site.stop()
    page.reload()
    said(page, "next", "#kp-third")
    page.goto(f"{site.url}some/where/unvisited/")
    expect(page.locator("h1")).to_have_text("unvisited one")
    assert all(path.startswith("/some/where/") for path in site.asked)
