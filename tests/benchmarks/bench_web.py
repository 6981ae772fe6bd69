"""The site's budgets, measured in real Chromium: `make bench-web`.

Boot: from the reader's first touch, which starts the worker, to the first picture that Python drew, ours
beside a stock Pyodide (shipped files, the engine as source) in the same page of the same site. The two take
turns, A B A B; cold is a new browser profile, warm a restarted browser on a profile with three earlier
visits, in one of which the reader stayed long enough for an image of Python's memory to be kept. The touch
comes as soon as the page can hear it; it asks for something that the build cannot foresee. Also: what a page
loads before anybody touches it, the size of the runtime, the time from a click to the new layout, and that of
a reader's very first click, each with the steps that the build has foreseen and without; what a class loads
that steps through a page of worked cases.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import brotli
from playwright.sync_api import Page, Playwright, Response, sync_playwright

from tests.benchmarks import calibrate, stock
from tests.browser.chromium import launch_options
from tests.browser.server import serving

PAGE = "ristiklappi/cleaning-hand/"
CASES = "doppelkopf/examples/"  # hands of twelve cards
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
CLICKS = 100

TOUCH = """() => document.addEventListener('DOMContentLoaded', () => {
  const touch = setInterval(() => {
    const widget = document.querySelector('.kp[data-live]');
    if (!widget) return;
    clearInterval(touch);
    widget.querySelector('[data-do^="as "]').click();
  }, 1);
})"""

FIRST_PICTURE = """() => new Promise((done, fail) => {
  const ready = () => document.querySelector('.kp[data-state=ready]');
  const since = () => performance.now() - performance.getEntriesByName('kp:boot')[0].startTime;
  const look = () => {
    if (ready()) done(since());
    else if (performance.now() > 120_000) fail(document.querySelector('.kp').innerText);
    else setTimeout(look, 1);
  };
  look();
})"""

IMAGE = """async () => {
  for (let tries = 1200; tries; tries -= 1) {
    for (const name of await caches.keys()) {
      if (name.startsWith("kontrapunkt-image") && (await (await caches.open(name)).keys()).length) return;
    }
    await new Promise((rest) => setTimeout(rest, 100));
  }
  throw new Error("no image was kept in two minutes");
}"""

FORGET_STEPS = (
    "() => document.querySelectorAll('[data-steps]').forEach((each) => each.removeAttribute('data-steps'))"
)

FIRST_CLICK = """() => new Promise((done) => {
  const body = document.querySelector('.kp[data-live] .kp-body');
  new MutationObserver((_, observer) => {
    observer.disconnect();
    body.getBoundingClientRect();
    done(performance.now() - start);
  }).observe(body, { childList: true, subtree: true, characterData: true });
  const start = performance.now();
  body.querySelector('[data-do=next]').click();
})"""

CLICK_TO_LAYOUT = """async (clicks) => {
  const body = document.querySelector('.kp-body');
  const times = [];
  for (let i = 0; i < clicks; i++) {
    const name = Math.floor(i / 20) % 2 ? 'back' : 'next';
    await new Promise((rest) => setTimeout(rest, 400));
    times.push(await new Promise((done) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        body.getBoundingClientRect();
        done(performance.now() - start);
      });
      observer.observe(body, { childList: true, subtree: true, characterData: true });
      const start = performance.now();
      document.querySelector(`[data-do="${name}"]`).click();
    }));
  }
  return times;
}"""


def visit(playwright: Playwright, profile: str, url: str, rests: bool = False) -> float:
    """One visit by a browser that is started for it: milliseconds from the touch to the first picture.

    Args:
        playwright: What drives the browser.
        profile: The folder of the reader's profile.
        url: The page.
        rests: Whether the reader stays until an image of Python's memory is kept.
    """
    context = playwright.chromium.launch_persistent_context(profile, **launch_options())
    try:
        page = context.pages[0] if context.pages else context.new_page()
        page.add_init_script(f"({TOUCH})()")
        if rests:
            page.add_init_script("globalThis.__kpTest = { imageAfter: 100 }")
        page.goto(url)
        took = float(page.evaluate(FIRST_PICTURE))
        if rests:
            page.evaluate(IMAGE)
        return took
    finally:
        context.close()


def boots(playwright: Playwright, urls: Mapping[str, str]) -> dict[str, dict[str, list[float]]]:
    """Cold and warm boots of each configuration, interleaved."""
    times: dict[str, dict[str, list[float]]] = {name: {"cold": [], "warm": []} for name in urls}
    with tempfile.TemporaryDirectory() as folder:
        for name, url in urls.items():
            for number in range(3):
                visit(playwright, f"{folder}/warm-{name}", url, rests=number == 1 and name == "ours")
        for round_ in range(ROUNDS):
            for state in ("cold", "warm"):
                for name, url in urls.items():
                    profile = f"{folder}/cold-{name}-{round_}" if state == "cold" else f"{folder}/warm-{name}"
                    times[name][state].append(visit(playwright, profile, url))
    return times


def compressed(data: bytes) -> int:
    """Bytes after brotli."""
    return len(brotli.compress(data, quality=11))


@contextmanager
def reading(playwright: Playwright, url: str) -> Iterator[tuple[Page, list[Response]]]:
    """A new reader's browser on a page: the page, and what has been loaded so far."""
    browser = playwright.chromium.launch(**launch_options())
    try:
        page = browser.new_page()
        responses: list[Response] = []
        page.on("response", lambda response: responses.append(response))
        page.goto(url)
        yield page, responses
    finally:
        browser.close()


def before_touch(playwright: Playwright, url: str) -> dict[str, int]:
    """What a page loads before anybody touches it: bytes after brotli, by path."""
    with reading(playwright, url) as (page, responses):
        page.wait_for_timeout(2500)
        return {urlsplit(each.url).path: compressed(each.body()) for each in responses if each.ok}


def clicks(playwright: Playwright, url: str, steps: bool) -> list[float]:
    """Milliseconds from a click to the new layout, by the steps that were foreseen or by the engine."""
    with reading(playwright, url) as (page, _):
        page.wait_for_selector(".kp[data-live]")
        if not steps:
            page.evaluate(FORGET_STEPS)
        page.locator(".kp[data-live] [data-do=next]").first.focus()
        if not steps:
            page.wait_for_selector(".kp[data-state=ready]", timeout=60_000)
        return [float(each) for each in page.evaluate(CLICK_TO_LAYOUT, CLICKS)]


def first_clicks(playwright: Playwright, url: str, steps: bool) -> list[float]:
    """Milliseconds from the first click of new readers, who have come near the widget, to the new layout."""
    times = []
    for _ in range(ROUNDS):
        with reading(playwright, url) as (page, _):
            page.wait_for_selector(".kp[data-live]")
            if not steps:
                page.evaluate(FORGET_STEPS)
            page.wait_for_timeout(1500)  # they read first, and scroll
            if steps:
                page.locator(".kp[data-live]").first.hover()
                page.wait_for_timeout(500)
            times.append(float(page.evaluate(FIRST_CLICK)))
    return times


def class_load(playwright: Playwright, url: str) -> int:
    """Bytes after brotli that one reader loads who steps through all examples of a page."""
    with reading(playwright, url) as (page, responses):
        page.wait_for_selector(".kp[data-live]")
        for button in page.locator(".kp[data-steps] [data-do=next]").all():
            for _ in range(3):
                button.click()
            page.wait_for_timeout(100)
        page.wait_for_timeout(1000)
        return sum(compressed(each.body()) for each in responses if each.ok)


def report(
    site: Path,
    times: dict[str, dict[str, list[float]]],
    weight: dict[str, int],
    click: dict[str, list[float]],
    first: dict[str, list[float]],
    loaded: int,
) -> bool:
    """Prints the table; whether every budget holds."""
    held = []

    def line(text: str, value: float, budget: float, unit: str) -> None:
        held.append(value <= budget)
        print(f"{text:58s} {value:8.2f} {unit:3s} budget {budget:g}  {'ok' if held[-1] else 'OVER'}")

    for name, both in times.items():
        for state, values in both.items():
            print(
                f"{name:12s} {state}: median {statistics.median(values):7.0f} ms "
                f"[{min(values):.0f}–{max(values):.0f}] n={len(values)}"
            )
    for state, budget in (("cold", 0.5), ("warm", 0.6)):
        base = statistics.median(times["stock"][state])
        line(
            f"first Python result, {state}, ours / stock",
            statistics.median(times["ours"][state]) / base,
            budget,
            "",
        )
        paired = zip(times["ours"][state], times["stock"][state], strict=True)
        print(f"  round by round: {', '.join(f'{a / b:.2f}' for a, b in paired)}")
    index = {path for path in weight if "search" in path}
    light = sum(size for path, size in weight.items() if path not in index) / 1000
    line("page before interaction, brotli, search apart", light, 200, "kB")
    runtime = next((site / "assets" / "kontrapunkt").glob("runtime-*"))
    sizes = {each.name: compressed(each.read_bytes()) for each in runtime.iterdir() if each.suffix != ".txt"}
    print(
        "runtime, brotli:", ", ".join(f"{name} {size / 1e6:.2f} MB" for name, size in sorted(sizes.items()))
    )
    line("runtime of a first visit, brotli", sum(sizes.values()) / 1e6, 4.0, "MB")
    if any("runtime-" in path for path in weight):
        held.append(False)
        print("the page loads some of the runtime before anybody touches it: OVER")
    steps = [each.read_bytes() for each in (site / "assets/kontrapunkt/steps").iterdir()]
    line("steps of the largest widget, brotli", max(map(compressed, steps)) / 1000, 60, "kB")
    line("all steps, brotli", sum(map(compressed, steps)) / 1e6, 4, "MB")
    unit = calibrate.calibrate() * 1000
    print(f"calibration unit {unit:.0f} ms")
    line(
        "first click of a new reader, steps, in units of 30 ms",
        statistics.median(first["steps"]) * 30 / unit,
        50,
        "ms",
    )
    line("click to layout, steps, median, units", statistics.median(click["steps"]) / unit, 0.4, "")
    line("click to layout, engine, median, units", statistics.median(click["engine"]) / unit, 0.4, "")
    for name in ("steps", "engine"):
        late = statistics.quantiles(click[name], n=20)[-1]
        print(
            f"{name}: first click median {statistics.median(first[name]):.0f} ms; click to layout median "
            f"{statistics.median(click[name]):.1f} ms, 95th percentile {late:.1f} ms"
        )
    line("a class of 25 through a page of worked cases, brotli", 25 * loaded / 1e6, 10, "MB")
    return all(held)


def main() -> int:
    """Builds the site, measures, prints; 1 if a budget is passed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = stock.build(Path(folder) / "site")
        stock.write(site, Path(folder) / "stock")
        with serving(site) as server, serving(Path(folder) / "stock") as other:
            server.policy = other.policy = ""  # the pages bear their own
            url = server.url + PAGE
            weight = before_touch(playwright, url)
            times = boots(playwright, {"ours": url, "stock": other.url + PAGE})
            how = {"steps": True, "engine": False}
            cases = server.url + CASES
            click = {name: clicks(playwright, cases, steps) for name, steps in how.items()}
            first = {name: first_clicks(playwright, url, steps) for name, steps in how.items()}
            loaded = class_load(playwright, cases)
            ok = report(site, times, weight, click, first, loaded)
    return 0 if ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
