"""Readers' Python attacks the site from a cell: it reaches nothing, and the next run works."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from tests.browser.chromium import listened
from tests.browser.conftest import profile
from tests.browser.firefox import run as run_firefox
from tests.browser.server import Server
from tests.browser.test_cells import cell, run
from tests.site.built import kontrapunkt

from kontrapunkt_site import portable

START = 90_000  # ms; a busy machine takes some to start Python

NAMES = ("caches", "IndexedDB", "storage", "fetch", "request", "script", "parent", "engine")
REFUSED = "\n".join(f"{name}: refused" for name in NAMES)

NO_POLICY = """\
site_name: Mine
theme: {name: material}
plugins:
  - kontrapunkt: {policy: "off"}
markdown_extensions: [pymdownx.superfences]
"""


def typed(page: Page, code: str, id: str = "style-cell") -> Locator:
    """Types code into a cell and runs it to its end; answers what came out."""
    one = cell(page, id)
    one.locator("textarea").fill(code)
    return run(one)


def state(page: Page, id: str = "style-cell") -> Locator:
    return cell(page, id).locator(".kp-cell-state")


def answers(page: Page) -> Locator:
    """Makes all attempts of the page of attempts; answers what it says of them."""
    run(cell(page, "attempts"))
    return run(cell(page, "answers"))


@pytest.fixture
def style(visit: Callable[[str], Page]) -> Page:
    """A page on which attacks follow each other, in one Python as long as that lives."""
    return visit("style/")


@pytest.fixture(scope="module")
def without_policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose pages have no policy at all, with one cell."""
    folder = tmp_path_factory.mktemp("off")
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(NO_POLICY)
    (folder / "docs/index.md").write_text("# Mine\n\n```python id=style-cell\n1\n```\n")
    done = kontrapunkt("build", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder / "site"


# --- out of the sandbox -------------------------------------------------------------------------------------


def test_every_attempt_of_the_page_is_refused(page: Page, site: Server) -> None:
    page.goto(f"{site.url}cells/")
    expect(cell(page, "answers").locator(".kp-cell-print")).to_have_text(REFUSED)
    expect(answers(page)).to_have_text(REFUSED)


def test_every_attempt_is_refused_under_a_path(page: Page, site: Server) -> None:
    site.path = "/under/a/path/"
    page.goto(f"{site.url}cells/")
    expect(answers(page)).to_have_text(REFUSED)


def test_every_attempt_is_refused_in_firefox(site: Server) -> None:
    seen = run_firefox("firefox_cells.mjs", f"{site.url}cells/")
    assert seen["answers"].strip() == REFUSED


def test_every_attempt_is_refused_from_disk(
    context: BrowserContext, built_site: Path, tmp_path: Path
) -> None:
    stick = portable.copy(built_site, tmp_path / "stick").folder
    context.set_offline(True)
    page = context.new_page()
    page.goto((stick / "site/cells/index.html").as_uri())
    expect(answers(page)).to_have_text(REFUSED)


def test_attempts_without_the_sandbox_succeed(context: BrowserContext, site: Server) -> None:
    """The attempts are good ones: in a frame with an origin and without a policy they get there."""
    context.add_init_script(
        """const set = Element.prototype.setAttribute;
        Element.prototype.setAttribute = function (name, value) {
          return set.call(this, name, name === "sandbox" ? `${value} allow-same-origin` : value);
        };"""
    )

    def strip(route: Route) -> None:
        text = re.sub(r"<meta http-equiv=[^>]*>", "", route.fetch().text().replace('\\"', "'"))
        route.fulfill(body=text, content_type="text/javascript")

    context.route("**/config.js", strip)
    site.policy = ""
    page = context.new_page()
    page.route("**/cells/", lambda route: route.fulfill(body=without_meta(route), content_type="text/html"))
    page.goto(f"{site.url}cells/")
    attempts = cell(page, "attempts")
    source = attempts.locator("textarea").input_value()
    attempts.locator("textarea").fill(source.replace("https://example.org/", site.url))
    said = answers(page).inner_text().splitlines()
    reached = {line.partition(":")[0] for line in said if line.endswith(": reached")}
    assert {"caches", "IndexedDB", "storage", "fetch", "request"} <= reached


def without_meta(route: Route) -> str:
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", route.fetch().text())


ATTACK = """
import js
said = []
def attempt(name, reach):
    try:
        reach()
        said.append(name)
    except Exception:
        pass
script = js.Response.new("document.documentElement.dataset.taken = 'yes'")
def take_over():
    js.caches.open("kontrapunkt / assets").then(lambda cache: cache.put("{url}main.js", script))
def ask():
    asked = js.XMLHttpRequest.new()
    asked.open("GET", "{url}stolen-request", False)
    asked.send()
attempt("caches", take_over)
attempt("databases", lambda: js.indexedDB.open("mine"))
attempt("request", ask)
attempt("script", lambda: js.importScripts("{url}stolen-script"))
attempt("fetch", lambda: js.fetch("{url}stolen-fetch"))
attempt("opaque", lambda: js.fetch("{url}stolen-opaque", js.JSON.parse('{{"mode": "no-cors"}}')))
attempt("socket", lambda: js.WebSocket.new("{url}stolen-socket".replace("http", "ws")))
attempt("events", lambda: js.EventSource.new("{url}stolen-events"))
attempt("worker", lambda: js.Worker.new("{url}stolen-worker"))
attempt("channel", lambda: js.BroadcastChannel.new("site").postMessage("stolen"))
attempt("code", lambda: js.eval("1"))
print("attacked")
"""


@pytest.mark.parametrize("host", ["with headers", "without headers", "without policy"])
def test_attack_from_a_cell_leaves_the_site_alone(
    page: Page, site: Server, serve: Callable[[Path], Server], without_policy: Path, host: str
) -> None:
    if host == "without policy":
        site = serve(without_policy)
    if host != "with headers":
        site.policy = ""
    page.goto(f"{site.url}style/" if host != "without policy" else site.url)
    page.evaluate(
        "new BroadcastChannel('site').onmessage = ({ data }) => (document.title = data);"
        "localStorage.mine = 'mine'; caches.open('mine').then((cache) => cache.put('/a', new Response('a')))"
    )
    title = page.title()
    expect(typed(page, ATTACK.format(url=site.url))).to_have_text("attacked")
    page.wait_for_timeout(500)
    assert site.asked_for("stolen") == []
    assert page.evaluate("caches.keys()") == ["mine"]
    assert page.evaluate("indexedDB.databases().then((all) => all.length)") == 0
    assert page.title() == title
    page.reload()
    assert page.evaluate("[document.documentElement.dataset.taken, localStorage.mine]") == [None, "mine"]


def test_cells_say_when_no_sandbox_is_available(page: Page, site: Server) -> None:
    """A host whose own headers do not name the sandbox's script."""
    site.policy = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    page.add_init_script("globalThis.__kpTest = { frameLimit: 3000 }")
    page.goto(f"{site.url}style/")
    cell(page, "style-cell").get_by_role("button", name="Run").click()
    expect(state(page)).to_contain_text("cells do not run here")
    assert page.locator("iframe[sandbox]").count() == 0
    expect(cell(page, "style-cell").locator("textarea")).to_be_editable()


# --- what it says -------------------------------------------------------------------------------------------

TELL = """
import json, sys
frame = sys._getframe()
while not {"tell", "request"} <= {*frame.f_locals}:
    frame = frame.f_back
tell = frame.f_locals["tell"]
"""
"""Python finds the way out that the engine itself uses."""

MARKUP = "<style>body{display:none}</style><meta http-equiv=refresh content=0><img src=x onerror=alert(1)>"


def test_markup_sent_past_the_engine_is_text(style: Page) -> None:
    part = {"cell": "style-cell", "kind": "print", "line": 0, "origin": MARKUP, "rows": [], "html": MARKUP}
    parts = [
        part | {"text": MARKUP},
        part | {"kind": "error", "text": MARKUP, "line": 1},
        part | {"kind": "show", "text": MARKUP, "rows": [[MARKUP, MARKUP, 0.5]]},
        part | {"kind": "right", "text": MARKUP},
    ]
    out = typed(style, TELL + "".join(f"tell({json.dumps(json.dumps(each))})\n" for each in parts))
    expect(out.locator(".kp-cell-right")).to_have_text(MARKUP)
    expect(out.locator("style, meta, img")).to_have_count(0)
    expect(out.locator("th")).to_have_text(MARKUP)


FORGED = {
    "boot failed": '{"boot": "failed", "kind": "python", "values": {"detail": "x"}}',
    "boot ready": '{"boot": "ready", "times": {}}',
    "boot anew": '{"boot": "anew"}',
    "boot progress": '{"boot": "progress", "loaded": "x", "total": null}',
    "fatal": '{"id": 1, "fatal": "x"}',
    "error": '{"id": 1, "error": {"a": 1}}',
    "no JSON": '{"id": 1, "reply": "{"}',
    "null": '{"id": 1, "reply": "null"}',
    "odd reply": '{"id": 1, "reply": "{\\\\"ok\\\\": 5, \\\\"last\\\\": {}}"}',
    "odd part": '{"id": 1, "told": "{\\\\"cell\\\\": \\\\"style-cell\\\\", \\\\"kind\\\\": \\\\"html\\\\"}"}',
    "no part": '{"id": 1, "told": "null"}',
    "told twice": '{"id": 1, "told": 5}',
    "nothing": "{}",
    "a list": "[]",
    "null itself": "null",
}


@pytest.mark.parametrize("message", FORGED.values(), ids=FORGED.keys())
def test_forged_message_leaves_the_next_run_working(style: Page, message: str) -> None:
    one = cell(style, "style-cell")
    one.locator("textarea").fill(f"import js\njs.postMessage(js.JSON.parse({message!r}))\n'went on'")
    run(one)
    expect(typed(style, "6 * 7")).to_have_text("42")
    expect(state(style)).to_have_text("")


TOO_MUCH, FLOOD = "shows no more than 20000 characters", "sent more than a page can show"
PART = (
    "part = json.dumps({{'cell': 'style-cell', 'kind': '{}', 'text': 'a', 'line': 0, 'origin': '',"
    " 'rows': {}}})\n"
)
FLOODS = {
    "tables": ("while True:\n    show({'a': 1})", TOO_MUCH),
    "many tables": ("for n in range(2000):\n    show({'a': n})", TOO_MUCH),
    "prints": ("while True:\n    print('x' * 99)", TOO_MUCH),
    "a long error": ("raise ValueError('x' * 30_000_000)", "ValueError: xxx"),
    "parts": (TELL + PART.format("show", "[['a', '1', 1]] * 9") + "while True:\n    tell(part)", FLOOD),
    "lines": (TELL + PART.format("print", "[]") + "while True:\n    tell(part)", FLOOD),
    "beginnings": (TELL + PART.format("begin", "[]") + "while True:\n    tell(part)", FLOOD),
    "messages": ("import js\nwhile True:\n    js.postMessage('{}')", "Stopped."),
}


@pytest.mark.parametrize(("code", "said"), FLOODS.values(), ids=FLOODS.keys())
def test_output_flood_ends_and_page_stays_usable(style: Page, code: str, said: str) -> None:
    one = cell(style, "style-cell")
    one.locator("textarea").fill(code)
    one.get_by_role("button", name="Run").click()
    if said == "Stopped.":  # it says nothing, so it ends by the reader, who can press Stop
        expect(state(style)).to_have_text("Running …", timeout=START)
        style.wait_for_timeout(2000)
        one.get_by_role("button", name="Stop").click()
    expect(one.get_by_role("button", name="Run")).to_be_visible(timeout=START)
    expect(one).to_contain_text(said)
    assert one.locator(".kp-cell-out *").count() < 8_000
    assert len(one.locator(".kp-cell-out").inner_text()) < 60_000
    expect(typed(style, "6 * 7")).to_have_text("42")


BROKEN = {
    "isinstance": "import builtins\nbuiltins.isinstance = None",
    "print": "import builtins\nbuiltins.print = builtins.len = builtins.str = builtins.repr = None",
    "engine": "import kontrapunkt.cells as cells\ncells.Notebook.run = cells._error = cells.Part = None",
    "json": "import json\njson.dumps = json.loads = None",
    "modules": "import sys\nsys.modules.clear()",
    "text": "class Odd(Exception):\n    def __str__(self): raise self\nraise Odd",
    "exit": "import os\nos._exit(3)",
}


@pytest.mark.parametrize("code", BROKEN.values(), ids=BROKEN.keys())
def test_broken_python_is_fresh_after_reset(style: Page, code: str) -> None:
    typed(style, code)
    one = cell(style, "style-cell")
    one.get_by_role("button", name="Reset").click()
    expect(typed(style, "isinstance(len(str(6 * 7)), int)")).to_have_text("True")
    expect(state(style)).to_have_text("")


def test_python_that_broke_says_so_and_runs_again(style: Page) -> None:
    typed(style, BROKEN["engine"])
    typed(style, "1")  # in what is left
    expect(typed(style, "6 * 7")).to_have_text("42")


def test_value_without_end_is_stopped(style: Page) -> None:
    code = "class Odd:\n    def __repr__(self):\n        while True: pass\nOdd()"
    one = cell(style, "style-cell")
    one.locator("textarea").fill(code)
    one.get_by_role("button", name="Run").click()
    expect(state(style)).to_have_text("Running …", timeout=START)
    one.get_by_role("button", name="Stop").click()
    expect(state(style)).to_contain_text("Stopped")
    expect(typed(style, "6 * 7")).to_have_text("42")


# --- code from elsewhere ------------------------------------------------------------------------------------

FOREIGN = "print('foreign')" + " " * 500 + "; print('far to the right')"


def imported(page: Page, site: Server, folder: Path, **cells: object) -> None:
    """Reads a file as somebody else may have sent it."""
    entries = {f"cell/style/#{id.replace('_', '-')}": value for id, value in cells.items()}
    file = folder / "sent.json"
    file.write_text(json.dumps({"format": "kontrapunkt data 1", "entries": entries}))
    page.goto(f"{site.url}about/")
    page.locator("[data-kp-data] input").set_input_files(file)
    expect(page.locator("[data-kp-data] .kp-notice")).to_contain_text("Positions and results read:")
    page.goto(f"{site.url}style/")


def test_imported_code_runs_only_once_the_reader_agrees(page: Page, site: Server, tmp_path: Path) -> None:
    imported(page, site, tmp_path, style_cell={"text": FOREIGN, "foreign": []})
    one, below = cell(page, "style-cell"), cell(page, "style-exercise")
    expect(one.locator(".kp-cell-foreign")).to_contain_text("This code came from a file")
    code = one.locator(".kp-cell-foreign pre")
    expect(code).to_contain_text("far to the right")
    assert code.evaluate("(each) => each.scrollWidth <= each.clientWidth"), "nothing is out of sight"
    expect(one.get_by_role("button", name="Run")).to_be_disabled()
    expect(one.locator("textarea")).to_be_hidden()

    below.get_by_role("button", name="Run").click()
    expect(state(page, "style-exercise")).to_contain_text("“style-cell” above")
    page.wait_for_timeout(500)
    assert page.locator("iframe[sandbox]").count() == 0, "nothing has begun"

    one.get_by_role("button", name="Use this code").click()
    expect(one.locator(".kp-cell-foreign")).to_have_count(0)
    expect(run(one)).to_have_text("foreign\nfar to the right")
    page.reload()
    expect(one.get_by_role("button", name="Run")).to_be_enabled()


def test_imported_code_behind_own_is_asked_for_too(page: Page, site: Server, tmp_path: Path) -> None:
    imported(page, site, tmp_path, style_cell={"text": None, "mine": FOREIGN})
    one = cell(page, "style-cell")
    one.get_by_role("button", name="Back to my code").click()
    expect(one.get_by_role("button", name="Run")).to_be_disabled()
    one.get_by_role("button", name="Discard it").click()
    expect(one.get_by_role("button", name="Run")).to_be_enabled()
    one.locator("textarea").fill("6 * 7")
    imported(page, site, tmp_path, style_cell={"text": "6 * 7"})
    expect(one.get_by_role("button", name="Run")).to_be_enabled()
    expect(run(one)).to_have_text("42")


# --- without a connection -----------------------------------------------------------------------------------


@pytest.fixture
def keeping_page(browser: Browser) -> Iterator[Page]:
    with profile(browser, "allow") as context:
        yield listened(context.new_page())


def test_cells_run_without_a_connection(
    keeping_page: Page, serve: Callable[[Path], Server], without_policy: Path
) -> None:
    page, site = keeping_page, serve(without_policy)
    page.goto(site.url)
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    site.stop()
    page.reload()
    expect(typed(page, "6 * 7")).to_have_text("42")
