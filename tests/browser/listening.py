"""A listener in the page: what the live region says, message by message, and the names of buttons."""

import re

from playwright.sync_api import Page, expect

SCRIPT = """(() => {
  window.heard = [];
  const listen = () => {
    const region = document.querySelector('.kp-live');
    if (!region) return setTimeout(listen, 20);
    const keep = () => heard.push(region.textContent.trim());
    new MutationObserver(keep).observe(region, {childList: true, characterData: true, subtree: true});
  };
  addEventListener('DOMContentLoaded', listen);
})()"""
"""Keeps each message of the live region; it goes into a page before the page's own scripts."""


KEYS = {
    "Return": "Enter",
    "Left": "ArrowLeft",
    "Right": "ArrowRight",
    "shift+Tab": "Shift+Tab",
    "BackSpace": "Backspace",
}
"""Playwright's names of keys that xdotool calls otherwise."""


class Listener:
    """A listener to the messages of a page, for `tests.hear.walks` too."""

    def __init__(self, page: Page) -> None:
        """Listen to a page, which is opened later."""
        self._page = page
        page.add_init_script(SCRIPT)

    def open(self, address: str) -> list[str]:
        """Open a page with a table."""
        self._page.goto(address)
        expect(self._page.locator("#kp-table[data-live]")).to_be_visible()
        return []

    def press(self, key: str, last: str = "") -> list[str]:
        """Press a key, and hear the messages until one has the last words, if any are waited for."""
        self.hear()
        if last and self._page.locator(".kp-deeds-open:focus").count():
            self._page.keyboard.press("Enter")
            self._page.keyboard.press("Tab")
        self._page.keyboard.press(KEYS.get(key, key))
        if last:
            self._page.wait_for_function("last => heard.some(each => new RegExp(last).test(each))", arg=last)
        return self.hear()

    def deal(self, address: str) -> None:
        """Open a page with a table, and deal; it is the reader's turn then."""
        self.open(address)
        self._page.locator("#kp-table [data-do='deal']").focus()
        self.press("Return", "Your turn")

    def find_turn(self) -> None:
        """Focus the first card or bid that may be chosen."""
        self._page.locator("#kp-table :is(.kp-playable, .kp-deed, .kp-deeds-open)").first.focus()

    def hear(self) -> list[str]:
        """Return the messages since the last call."""
        new: list[str] = self._page.evaluate("window.heard.splice(0)")
        return new


class Browsing(Listener):
    """A listener that goes from button to button, as a screen reader in browse mode does."""

    def __init__(self, page: Page, last: str) -> None:
        """Listen to a page, which is opened later.

        Args:
            last: An expression for the words that end what is said after a key.
        """
        super().__init__(page)
        self._last = last

    def open(self, address: str) -> list[str]:
        """Open a page with a widget."""
        self._page.goto(address)
        expect(self._page.locator(".kp[data-live]").first).to_be_visible()
        return []

    def press(self, key: str, last: str = "") -> list[str]:
        """Press a key, and hear the messages up to the last words, or the button where *b* leads."""
        if key in STEPS:
            return [self._page.evaluate(GO, STEPS[key])]
        return super().press(key, last or self._last)


STEPS = {"b": 1, "shift+b": -1}
"""Keys that lead to the next and the previous button."""

GO = """step => {
  const shown = each => each.checkVisibility({visibilityProperty: true});
  const buttons = [...document.querySelectorAll('button')].filter(shown);
  const to = buttons[buttons.indexOf(document.activeElement) + step];
  to.focus();
  return to.getAttribute('aria-label') ?? to.innerText;
}"""


def sentences(said: str) -> list[str]:
    """The sentences of a message."""
    return re.split(r"(?<=[.!?”]) ", said)


NAMES = """() => {
  const textOf = node =>
    node.nodeType === 3 ? node.textContent
    : node.nodeType !== 1 || node.matches('[aria-hidden=true]') ? ''
    : getComputedStyle(node).display === 'none' ? ''
    : [...node.childNodes].map(textOf).join('');
  const nameOf = each => each.getAttribute('aria-label') ?? textOf(each).replace(/\\s+/g, ' ').trim();
  const deed = ({dataset, href}) => dataset.do ?? dataset.ui ?? dataset.answer ?? href ?? '';
  return [...document.querySelectorAll('.kp button, .kp a[href]')]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('[aria-hidden=true]'))
    .map(each => [each.closest('.kp').id, nameOf(each), deed(each)]);
}"""
"""The widget of each button and link in one, its name as a screen reader says it, and what it does."""


def unclear_names(page: Page) -> list[str]:
    """Return the names in a widget that are empty, or shared by buttons that do different things."""
    deeds: dict[tuple[str, str], set[str]] = {}
    for widget, name, deed in page.evaluate(NAMES):
        deeds.setdefault((widget, name), set()).add(deed)
    return [name for (_, name), found in deeds.items() if not name or len(found) > 1]
