"""The style page, section by section, against pictures taken before: in both schemes and in print.

Pictures depend on the browser and on the fonts of a machine: `fingerprint.txt` says which they were taken
with; elsewhere these tests are skipped. `--update-golden` takes them anew: then look at what has changed.
"""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.chromium import LAID_OUT
from tests.browser.server import Server

LOOK = Path(__file__).parents[1] / "look"
WIDTH = 800
TALL = 4000
"""Pixels: more than any section has, as the page is laid out anew for a section taller than the window."""
TOLERANCE = 0.002
"""The share of pixels that may differ."""

COMPARE = """async ([one, other]) => {
  const pixels = async (data) => {
    const image = new Image();
    image.src = "data:image/jpeg;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.width !== b.width || a.height !== b.height)
    return `${a.width} by ${a.height} pixels instead of ${b.width} by ${b.height}`;
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > 24)) different += 1;
  return different / (a.width * a.height);
}"""

FONTS = """() => {
  const context = new OffscreenCanvas(10, 10).getContext("2d");
  const style = getComputedStyle(document.body);
  return ["--kp-serif", "--kp-sans"].map((name) => {
    context.font = `100px ${style.getPropertyValue(name)}`;
    return context.measureText("Kontrapunkt 0123456789 ♠ ✓").width.toFixed(1);
  }).join(" ");
}"""


@pytest.fixture(scope="module", params=["light", "dark", "print"])
def sheet(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, Page]]:
    """A page in one of the three looks; nothing is loaded yet."""
    look = request.param
    with browser.new_context(
        viewport={"width": WIDTH, "height": TALL},
        device_scale_factor=0.5,  # enough to see what has moved or changed its colour, in small files
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
        bypass_csp=True,
    ) as context:
        page = context.new_page()
        if look == "print":
            page.emulate_media(media="print")
        yield look, page


def fingerprint(page: Page, browser: Browser) -> str:
    return f"Chromium {browser.version}, {page.evaluate(FONTS)}\n"


def test_the_style_page_looks_as_it_did(
    sheet: tuple[str, Page], site: Server, browser: Browser, request: pytest.FixtureRequest
) -> None:
    look, page = sheet
    update = request.config.getoption("--update-golden")
    page.route("**/worker.js", lambda route: None)  # no engine comes while pictures are taken
    page.goto(f"{site.url}style/")
    page.wait_for_function("() => document.querySelectorAll('.kp[data-live]').length > 4")
    page.evaluate("document.fonts.ready")
    known = LOOK / "fingerprint.txt"
    here = fingerprint(page, browser)
    if update:
        LOOK.mkdir(exist_ok=True)
        known.write_text(here, encoding="utf-8")
    elif known.read_text(encoding="utf-8") != here:
        pytest.skip("the pictures were taken with another browser or other fonts")
    # What floats above the page is not what the pictures are about.
    page.add_style_tag(content=LAID_OUT + ".md-header, .md-tabs, .md-top { display: none !important }")
    blank = browser.new_page()
    wrong = {}
    for section in page.locator("section[data-look]").all():
        name = f"{section.get_attribute('data-look')}-{look}.jpg"
        taken = section.screenshot(animations="disabled", caret="hide", type="jpeg", quality=75)
        if update:
            (LOOK / name).write_bytes(taken)
            continue
        if not (LOOK / name).exists():
            wrong[name] = "there is no picture of it; take one with --update-golden"
            continue
        kept = (LOOK / name).read_bytes()
        difference = blank.evaluate(COMPARE, [base64.b64encode(each).decode() for each in (taken, kept)])
        if isinstance(difference, str) or difference > TOLERANCE:
            wrong[name] = difference
            (request.config.rootpath / ".cache" / "look").mkdir(parents=True, exist_ok=True)
            (request.config.rootpath / ".cache" / "look" / name).write_bytes(taken)
    blank.close()
    assert not wrong, f"see .cache/look beside tests/look: {wrong}"
