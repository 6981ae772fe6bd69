"""The base of all fences: info strings, options with validators, blocks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.registry import UnknownGame, game_class
from kontrapunkt_site.page import Conversion, Page
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.source import Fence

_WORD: Final = re.compile(
    r"""\s+(?:(?P<key>[\w-]+)=(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^\s"]+))(?=\s|$)|(?P<other>\S+))"""
)
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class FenceOption:
    """An option of a fence.

    Attributes:
        read: Parses the value; raises ValueError with a description of valid values.
        required: Whether the option is required.
    """

    read: Callable[[str], Any]
    required: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A fence in a page with its options.

    Attributes:
        fence: Its kind.
        options: The values given, by name.
        text: The lines between the backticks.
        opening: The opening line, as a text.
        conversion: The conversion of its page.
    """

    fence: "FenceKind"
    options: Mapping[str, Any]
    text: Text
    opening: Text
    conversion: Conversion

    @classmethod
    def create(cls, kind: "FenceKind", fence: Fence, conversion: Conversion) -> "Block":
        """Create a fence of a kind from its lines in a page.

        Raises:
            PageError: if an option is wrong.
        """
        opening = conversion.text.part(fence.line, [fence.info])
        body = conversion.text.part(fence.line + 1, fence.body)
        return cls(kind, kind.read_options(fence.info, opening), body, opening, conversion)

    def error(self, sentence: str) -> PageError:
        """Create an error about the whole fence."""
        return self.opening.error(1, sentence)

    def on_page(self, page: Page) -> "Block":
        """Return the same fence as part of another page."""
        return replace(self, conversion=Conversion(page, self.conversion.text))

    def rule_href(self, rule: str) -> str | None:
        """Return the address of a rule's paragraph from this page; None if there is none."""
        page = self.conversion.page
        href = page.rules.href(rule, page.url)
        if href is None:
            page.rules.miss(rule, self.opening, 1)
        return href

    def refers_to(self, game: Game | type[Game]) -> None:
        """Record that the fence refers readers to the rules of a game."""
        page = self.conversion.page
        if game.prefix not in page.rules.by_prefix(page.url):
            page.rules.miss(f"{game.prefix}-R1", self.opening, 1)


@dataclass(frozen=True, slots=True)
class FenceKind:
    """A kind of fence.

    Attributes:
        name: The word after the backticks.
        options: Its options by name.
        html: Renders a block; raises PageError.
        needs: An option without which a fence of this name is not ours; empty for none.
    """

    name: str
    options: Mapping[str, FenceOption]
    html: Callable[[Block], str]
    needs: str = ""

    def takes(self, info: str) -> bool:
        """Return True if a fence with these opening words is of this kind."""
        return not self.needs or any(word["key"] == self.needs for word in _WORD.finditer(info))

    def read_options(self, info: str, opening: Text) -> dict[str, Any]:
        """Parse the options after the fence's name: `key=value` and `key="a value"`.

        Raises:
            PageError: if an option is unknown or its value invalid.
        """
        found: dict[str, Any] = {}
        for word in _WORD.finditer(info.removeprefix(self.name)):
            key = word["key"]
            if key is None:
                raise opening.error(
                    1, f'“{word["other"]}” is not an option; options are written key=value or key="a value"'
                )
            if key not in self.options:
                raise opening.error(1, self._unknown(key))
            if key in found:
                raise opening.error(1, f"the option {key} stands here twice")
            text = word["bare"] if word["quoted"] is None else word["quoted"].replace('\\"', '"')
            try:
                found[key] = self.options[key].read(text)
            except ValueError as error:
                raise opening.error(1, f"{key}={text}: {error}") from error
        for key, option in self.options.items():
            if option.required and key not in found:
                raise opening.error(1, f"the fence {self.name} needs the option {key}")
        return found

    def _unknown(self, key: str) -> str:
        near = get_close_matches(key, self.options, 1)
        if near:
            return f"the fence {self.name} has no option “{key}”; did you mean {near[0]}?"
        return f"the fence {self.name} has no option “{key}”; it has {', '.join(self.options) or 'none'}"


def plain(text: str) -> str:
    """Validate a text that is not empty."""
    if not text.strip():
        raise ValueError("it is empty")
    return text


def an_id(text: str) -> str:
    """Validate an id: small letters, digits and hyphens."""
    if not _ID.fullmatch(text):
        raise ValueError("an id is of small letters, digits and hyphens, such as cleaning-hand")
    return text


def a_number(text: str) -> int:
    """Parse a whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise ValueError("a whole number from 0 is wanted")
    return int(text)


def a_game(text: str) -> str:
    """Validate the id of a registered game."""
    try:
        game_class(text)
    except UnknownGame as error:
        raise ValueError(str(error)) from error
    return text


def claim_id(block: Block, wanted: str | None) -> str:
    """Return a unique id for a widget in its page: the given one, or a number.

    Raises:
        PageError: if another widget of the page has the id.
    """
    now, kind = block.conversion, block.fence.name
    now.widgets[kind] += 1
    chosen = wanted or f"{kind}-{now.widgets[kind]}"
    line = block.opening.before + 1
    if chosen in now.ids:
        raise block.error(f"the id {chosen} is taken already by the fence in line {now.ids[chosen]}")
    now.ids[chosen] = line
    return chosen
