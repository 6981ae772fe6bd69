"""The site's budgets, measured in real Chromium: `make bench-web`.

Boot: from the reader's first touch, which starts the worker, to the first picture that Python drew, ours
beside a stock Pyodide (shipped files, the engine as source) in the same page of the same site. The two take
turns, A B A B; cold is a new browser profile, warm a restarted browser on a profile with three earlier
visits. The touch comes as soon as the page can hear it. Also: what a page loads before anybody touches it,
the size of the runtime, and the time from a click to the new layout.
"""

import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import brotli
from playwright.sync_api import Playwright, Response, sync_playwright

from tests.benchmarks import stock
from tests.browser.chromium import launch_options
from tests.browser.server import serving

PAGE = "ristiklappi/cleaning-hand/"
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
CLICKS = 100

TOUCH = """() => document.addEventListener('DOMContentLoaded', () => {
  const touch = setInterval(() => {
    const widget = document.querySelector('.kp[data-live]');
    if (!widget) return;
    clearInterval(touch);
    widget.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  }, 1);
})"""

FIRST_PICTURE = """() => new Promise((done) => {
  const ready = () => document.querySelector('.kp[data-state=ready]');
  const since = () => performance.now() - performance.getEntriesByName('kp:boot')[0].startTime;
  const look = () => ready() ? done(since()) : setTimeout(look, 1);
  look();
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


def visit(playwright: Playwright, profile: str, url: str) -> float:
    """One visit by a browser that is started for it: milliseconds from the touch to the first picture."""
    context = playwright.chromium.launch_persistent_context(profile, **launch_options())
    try:
        page = context.pages[0] if context.pages else context.new_page()
        page.add_init_script(f"({TOUCH})()")
        page.goto(url)
        return float(page.evaluate(FIRST_PICTURE))
    finally:
        context.close()


def boots(playwright: Playwright, urls: Mapping[str, str]) -> dict[str, dict[str, list[float]]]:
    """Cold and warm boots of each configuration, interleaved."""
    times: dict[str, dict[str, list[float]]] = {name: {"cold": [], "warm": []} for name in urls}
    with tempfile.TemporaryDirectory() as folder:
        for name, url in urls.items():
            for _ in range(3):
                visit(playwright, f"{folder}/warm-{name}", url)
        for round_ in range(ROUNDS):
            for state in ("cold", "warm"):
                for name, url in urls.items():
                    profile = f"{folder}/cold-{name}-{round_}" if state == "cold" else f"{folder}/warm-{name}"
                    times[name][state].append(visit(playwright, profile, url))
    return times


def compressed(data: bytes) -> int:
    """Bytes after brotli."""
    return len(brotli.compress(data, quality=11))


def before_touch(playwright: Playwright, url: str) -> dict[str, int]:
    """What a page loads before anybody touches it: bytes after brotli, by path."""
    browser = playwright.chromium.launch(**launch_options())
    try:
        page = browser.new_page()
        responses: list[Response] = []
        page.on("response", lambda response: responses.append(response))
        page.goto(url)
        page.wait_for_timeout(2500)
        return {urlsplit(each.url).path: compressed(each.body()) for each in responses if each.ok}
    finally:
        browser.close()


def clicks(playwright: Playwright, url: str) -> list[float]:
    """Milliseconds from a click to the new layout."""
    browser = playwright.chromium.launch(**launch_options())
    try:
        page = browser.new_page()
        page.goto(url)
        page.locator(".kp[data-live] [data-do=next]").first.focus()
        page.wait_for_selector(".kp[data-state=ready]", timeout=60_000)
        return [float(each) for each in page.evaluate(CLICK_TO_LAYOUT, CLICKS)]
    finally:
        browser.close()


def report(
    site: Path, times: dict[str, dict[str, list[float]]], weight: dict[str, int], click: list[float]
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
    line("click to layout, median", statistics.median(click), 16, "ms")
    print(f"click to layout, 95th percentile: {statistics.quantiles(click, n=20)[-1]:.1f} ms, n={len(click)}")
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
            ok = report(site, times, weight, clicks(playwright, url))
    return 0 if ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
