"""A listener in the page: what the live region says, message by message, and the names of buttons."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page

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


@dataclass
class Listener:
    """A listener to the messages of a page.

    Attributes:
        page: The page; the script is added to it before it is opened.
        told: All messages so far.
    """

    page: Page
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(SCRIPT)

    def hear(self) -> list[str]:
        """The messages since the last call."""
        new: list[str] = self.page.evaluate("window.heard.splice(0)")
        self.told += new
        return new

    def wait(self, last: str) -> list[str]:
        """The messages up to one that ends in these words, which is waited for."""
        self.page.wait_for_function("last => window.heard.some(said => said.endsWith(last))", arg=last)
        return self.hear()


def sentences(said: str) -> list[str]:
    """The sentences of a message."""
    return re.split(r"(?<=[.!?”]) ", said)


NAMES = """() => {
  const nameOf = node =>
    node.nodeType === 3 ? node.textContent
    : node.nodeType !== 1 || node.matches('[aria-hidden=true]') ? ''
    : getComputedStyle(node).display === 'none' ? ''
    : [...node.childNodes].map(nameOf).join('').replace(/\\s+/g, ' ').trim();
  const deed = ({dataset, href}) => dataset.do ?? dataset.ui ?? dataset.answer ?? href ?? '';
  return [...document.querySelectorAll('.kp button, .kp a[href]')]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('[aria-hidden=true]'))
    .map(each => [each.getAttribute('aria-label') ?? nameOf(each), deed(each)]);
}"""
"""The name of each button and link in the widgets, as a screen reader says it, and what it does."""
