"""What a class asks of its network, in real Chromium: `python -m tests.benchmarks.bench_class [SITE]`.

A pupil opens a lesson, ten puzzles, a drill or a table for the first time, and again in a browser that was
closed in between. Counted are the bytes that the host sends, heads of answers included, compressed by gzip,
which every host has. Twice: as `kontrapunkt serve --class` sends them, over an address that is no secure one,
so that no service worker helps; and as a static host does that lets nothing live on without asking.

Lessons and puzzles of one answer must do without the engine, and stay within 10 MB for thirty pupils.
"""

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from kontrapunkt.commands.static_host import StaticHost
from kontrapunkt.commands.static_site import Response, StaticSite
from tests.benchmarks import stock
from tests.browser.chromium import launch_options

LIGHT, HEAVY = "ristikontra", "doppelkopf"
"""The game of a first lesson, and the one with the largest hands."""
PUZZLES = 10
KINDS = ("call", "find-the-mistake", "legal", "score", "sure", "trick", "worth")
"""Kinds of puzzle that one answer solves."""

PUPILS = 30
BUDGET = 10e6
"""Bytes for a class that walks through steps, or answers puzzles of one answer."""

STATUS_LINE = 90
"""Bytes of an answer's first line, its date and the empty line; headers of our own are counted."""

INSECURE = "classroom.test"
"""A name of this machine that browsers do not trust more than any other."""


class Counted(StaticSite):
    """A site that counts what it sends.

    Attributes:
        asks: Whether browsers have to ask each time whether a file is still the same.
        sent: Bytes by path.
    """

    def __init__(self, folder: Path, asks: bool) -> None:
        super().__init__(folder)
        self.asks = asks
        self.sent: dict[str, int] = {}

    def answer(self, target: str, asked: Message, method: str = "GET") -> Response:
        del asked["Accept-Encoding"]
        asked["Accept-Encoding"] = "gzip"
        found = super().answer(target, asked, method)
        headers = {**found.headers, **({"Cache-Control": "max-age=0, must-revalidate"} if self.asks else {})}
        size = STATUS_LINE + sum(len(f"{name}: {value}\r\n") for name, value in headers.items())
        path = target.partition("?")[0]
        self.sent[path] = self.sent.get(path, 0) + size + (len(found.body) if method == "GET" else 0)
        return Response(found.status, headers, found.body)

    def taken(self) -> dict[str, int]:
        """What was sent since this was asked last."""
        sent, self.sent = self.sent, {}
        return sent


@contextmanager
def counting(folder: Path, asks: bool) -> Iterator[tuple[Counted, int]]:
    """The site on a free port while the block runs."""
    site = Counted(folder, asks)
    with StaticHost(site, ("127.0.0.1", 0)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield site, host.server_address[1]
        host.shutdown()


def lesson(page: Page, url: str, game: str) -> None:
    """Walks through a lesson and does in each step what was foreseen; the deal at its end is left."""
    page.goto(f"{url}{game}/learn/")
    while True:
        here = page.locator(".kp-lesson-step[data-here]")
        if here.locator(".kp[data-steps]").count():
            act(page, here.locator(".kp[data-steps]").first)
        onward = here.locator("a.kp-lesson-next")
        following = onward.first.evaluate("(link) => link.hash") if onward.count() else None
        if not following or not page.locator(f"{following} .kp[data-steps]").count():
            return
        onward.first.click()


def puzzles(page: Page, url: str, game: str) -> None:
    """Opens a shelf and answers ten puzzles of one answer, each on its page."""
    page.goto(f"{url}{game}/puzzles/")
    rest(page)
    covers = [
        name
        for name in page.locator(".kp-cover").evaluate_all("(all) => all.map((each) => each.id)")
        if page.locator(f"#{name}").get_attribute("data-kind") in KINDS
    ][:PUZZLES]
    if len(covers) < PUZZLES:
        raise SystemExit(f"{game} has no {PUZZLES} puzzles of one answer")
    for name in covers:
        page.goto(f"{url}{game}/puzzles/{name.removeprefix('puzzle-')}/")
        page.wait_for_selector(".kp[data-steps][data-live]")
        rest(page)
        act(page, page.locator(".kp[data-steps]").first)


def drill(page: Page, url: str, game: str) -> None:
    """Opens the drill and begins a round."""
    plays(page, f"{url}{game}/drill/")


def table(page: Page, url: str, game: str) -> None:
    """Opens the table and begins a deal."""
    plays(page, f"{url}{game}/play/")


def plays(page: Page, address: str) -> None:
    """Presses what only the engine can answer, and waits until it has."""
    page.goto(address)
    page.locator(".kp[data-live] :is([data-do='begin'], [data-do='deal'], [data-do])").first.click()
    page.wait_for_selector(".kp[data-state=ready]", timeout=120_000)
    page.wait_for_timeout(6000)  # what is kept quietly, too


def act(page: Page, widget: Any) -> None:
    """Steps through an example, or gives one answer."""
    widget.scroll_into_view_if_needed()
    steps = widget.locator("[data-do=next]:visible")
    if widget.get_attribute("data-kp") == "example":
        for _ in range(3):
            steps.first.click()
    else:
        answers = widget.locator("[data-do^='pick ']:visible, .kp-turn .kp-hand [data-do]:visible")
        if not answers.count() and widget.locator(".kp-picks-open:visible").count():
            widget.locator(".kp-picks-open:visible").first.click()
        if answers.count():  # one that was answered on the first visit may show its end
            answers.first.click()
    rest(page)


def rest(page: Page) -> None:
    """A reader looks at what there is."""
    page.wait_for_timeout(400)


@dataclass(frozen=True)
class Scene:
    """What a pupil does.

    Attributes:
        told: What it is called in the table.
        does: Does it.
        game: In which game.
        light: Whether it has to do without the engine.
    """

    told: str
    does: Callable[[Page, str, str], None]
    game: str
    light: bool


SCENES = (
    Scene("A lesson (Ristikontra), its steps and questions", lesson, LIGHT, light=True),
    Scene("The same, Doppelkopf", lesson, HEAVY, light=True),
    Scene(f"A shelf (Kontra) and {PUZZLES} puzzles of one answer", puzzles, "kontra", light=True),
    Scene("The same, Doppelkopf", puzzles, HEAVY, light=True),
    Scene("A drill", drill, LIGHT, light=False),
    Scene("A table", table, LIGHT, light=False),
)


def visits(playwright: Playwright, site: Path, scene: Scene, asks: bool) -> list[dict[str, int]]:
    """What is sent on a first visit and on a second, by path."""
    found = []
    with tempfile.TemporaryDirectory() as profile, counting(site, asks) as (host, port):
        name = "127.0.0.1" if asks else INSECURE
        for _ in range(2):
            context: BrowserContext = playwright.chromium.launch_persistent_context(
                profile, **launch_options(f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1")
            )
            page = context.new_page()
            scene.does(page, f"http://{name}:{port}/", scene.game)
            context.close()
            found.append(host.taken())
    return found


def main() -> int:
    """Measures and prints; 1 where a class takes more than its budget, or an engine that it does not need."""
    fits = True
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(sys.argv[1]) if len(sys.argv) > 1 else stock.build(Path(folder) / "site")
        for asks in (False, True):
            print("\nA static host that is asked again" if asks else "\nkontrapunkt serve --class")
            print(
                "| | first visit, a pupil | thirty | second visit, a pupil | thirty |\n|---|--:|--:|--:|--:|"
            )
            for scene in SCENES:
                first, second = visits(playwright, site, scene, asks)
                cells = []
                for sent in (first, second):
                    total = sum(sent.values())
                    cells += [f"{total / 1e3:.0f} kB", f"{PUPILS * total / 1e6:.1f} MB"]
                print(f"| {scene.told} | {' | '.join(cells)} |", flush=True)
                engine = [path for path in first if "/runtime-" in path]
                if scene.light and (engine or PUPILS * sum(first.values()) > BUDGET):
                    fits = False
                    print("over its budget:", *engine)
                for path, size in sorted(first.items(), key=lambda each: -each[1])[:6]:
                    print(f"    {size / 1e3:7.1f} kB {path}", file=sys.stderr)
    return 0 if fits else 1


if __name__ == "__main__":
    raise SystemExit(main())
