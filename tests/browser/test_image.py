"""An image of Python's memory is kept while the reader rests, and the next start takes it up."""

from playwright.sync_api import Page, expect
from tests.browser.server import Server

IMAGE = """async () => {
  for (let tries = 600; tries; tries -= 1) {
    for (const name of await caches.keys()) {
      if (!name.startsWith("kontrapunkt-image")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        return (await (await cache.match(request)).arrayBuffer()).byteLength;
      }
    }
    await new Promise((rest) => setTimeout(rest, 100));
  }
  return 0;
}"""

RUBBISH = """async () => {
  const [name] = (await caches.keys()).filter((each) => each.startsWith("kontrapunkt-image"));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  await cache.put(request, new Response(new Uint8Array(1000)));
}"""

FORGED = """async () => {
  const [name] = (await caches.keys()).filter((each) => each.startsWith("kontrapunkt-image"));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
  bytes[bytes.length - 1000] ^= 1;
  await cache.put(request, new Response(bytes));
}"""

FROM_IMAGE = "() => performance.getEntriesByName('kp:ready')[0].detail.image"


def play_a_card(page: Page) -> None:
    """Leaves a record that gives no steps away, so that Python starts."""
    widget = page.locator(".kp[data-live]").first
    widget.locator(".kp-playable[data-do^=play]").last.click()
    expect(widget).to_have_attribute("data-state", "ready")


def test_later_start_uses_the_memory_image(page: Page, site: Server) -> None:
    """It imports other games when they are wanted, and does without an image that is no good."""
    page.add_init_script("globalThis.__kpTest = { imageAfter: 100 }")
    page.goto(site.url + "ristiklappi/cleaning-hand/")
    play_a_card(page)
    assert not page.evaluate(FROM_IMAGE)
    assert 10_000_000 < page.evaluate(IMAGE) <= 31_457_280
    page.wait_for_function(
        "() => Object.keys(localStorage).some((name) => name.startsWith('kontrapunkt-image'))"
    )

    page.goto(site.url + "konter-a-matt/examples/#all-tricks")
    play_a_card(page)
    assert page.evaluate(FROM_IMAGE)
    expect(page.locator(".kp[data-live] [data-do=return]").first).to_be_visible()

    page.evaluate(RUBBISH)
    page.reload()
    page.locator(".kp[data-live]").first.locator("[data-do=last]").click()
    play_a_card(page)
    assert not page.evaluate(FROM_IMAGE)


def test_image_with_one_bit_changed_is_rejected(page: Page, site: Server) -> None:
    """A script that gets at the caches cannot put another Python there."""
    page.add_init_script("globalThis.__kpTest = { imageAfter: 100 }")
    page.goto(site.url + "ristiklappi/cleaning-hand/")
    play_a_card(page)
    assert page.evaluate(IMAGE)
    page.wait_for_function(
        "() => Object.keys(localStorage).some((name) => name.startsWith('kontrapunkt-image'))"
    )
    page.evaluate(FORGED)
    page.goto(site.url + "konter-a-matt/examples/#all-tricks")
    play_a_card(page)
    assert not page.evaluate(FROM_IMAGE)
    assert not page.evaluate("caches.keys()")
