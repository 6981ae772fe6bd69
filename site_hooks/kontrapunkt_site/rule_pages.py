"""The paragraphs of rules, found by reading all pages before the first is built."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Final

from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt.core.rules import Rule
from kontrapunkt.text import catalogue
from kontrapunkt_site.problems import FoundErrors, PageError, Text
from kontrapunkt_site.source import prose

RULE: Final = r"[A-Z]{2,4}-[A-Z]\d+"
ANCHOR: Final = re.compile(rf"\s*§\s*({RULE})(?!\w)\s*")
_COMPLETE: Final = re.compile(r"rules:\s*(\S.*?)\s*$")


@cache
def known_rules() -> Mapping[str, Rule]:
    """Return the rules of all registered games by id."""
    rules: dict[str, Rule] = {}
    for name in GAMES:
        rules.update(game_class(name).rulebook)
    return rules


@cache
def _prefixes() -> Mapping[str, str]:
    """Return the registered games by the prefixes of their rules."""
    games = {name: game_class(name) for name in GAMES}
    shared = {rule.partition("-")[0]: name for name, game in games.items() for rule in game.rulebook}
    return shared | {game.prefix: name for name, game in games.items()}


def unknown_rule(rule: str) -> str:
    """Return the error about a rule that no game has."""
    prefix = rule.partition("-")[0]
    if any(known.startswith(f"{prefix}-") for known in known_rules()):
        return f"there is no rule {rule}"
    prefixes = sorted({known.partition("-")[0] for known in known_rules()})
    return f"there is no rule {rule}; rules begin with {', '.join(f'{known}-' for known in prefixes)}"


@dataclass(frozen=True, slots=True)
class Anchor:
    """The paragraph of a rule.

    Attributes:
        url: The page's address, relative to the site's root.
        path: The page's file.
        line: Its line, from 1.
    """

    url: str
    path: str
    line: int


@dataclass(slots=True)
class RulePages:
    """The paragraphs of all rules of a site, by rule id.

    Attributes:
        anchors: The paragraphs.
        elsewhere: The address of a rulebook for games without rules in the site; `{game}` in it is replaced
            by the game's id, and without it `{game}/rules/` is appended. Empty for none.
        unlinked: The warnings about broken references, one for each game.
        version: A hash of all targets of references.
        errors: The collector of errors; None to stop at the first.
    """

    anchors: dict[str, Anchor] = field(default_factory=dict)
    elsewhere: str = ""
    unlinked: dict[str, PageError] = field(default_factory=dict)
    version: str = ""
    errors: FoundErrors | None = None
    _main: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls, pages: Iterable[tuple[str, Text]], elsewhere: str = "", errors: FoundErrors | None = None
    ) -> "RulePages":
        """Find the rules of a site.

        Args:
            pages: Each page's address, relative to the site's root, and its whole text.
            elsewhere: The address of a rulebook for games without rules in the site.
            errors: The collector of errors; None to stop at the first.

        Raises:
            PageError: for an unknown rule, a rule with two paragraphs, or an incomplete page with `rules:
                complete` in its front matter.
        """
        found = cls(elsewhere=elsewhere, errors=errors)
        claims = [claim for url, text in pages for claim in found._add(url, text)]
        for claim in claims:
            found._check_complete(*claim)
        counts: dict[str, Counter[str]] = {}
        for rule, anchor in found.anchors.items():
            counts.setdefault(rule.partition("-")[0], Counter())[anchor.url] += 1
        found._main = {prefix: pages.most_common(1)[0][0] for prefix, pages in counts.items()}
        places = {rule: anchor.url for rule, anchor in found.anchors.items()}
        found.version = sha256(f"{sorted(places.items())} {found._main} {elsewhere}".encode()).hexdigest()
        return found

    def href(self, rule: str, page: str) -> str | None:
        """Return the address of a rule's paragraph from a page; None if there is none."""
        if anchor := self.anchors.get(rule):
            return f"{relative(anchor.url, page)}#{rule}"
        return f"{self._elsewhere(rule.partition('-')[0])}#{rule}" if self.elsewhere else None

    def by_prefix(self, page: str) -> dict[str, str]:
        """Return for each prefix the page with most of its rules, as a link from a page."""
        found = {prefix: relative(url, page) for prefix, url in self._main.items()}
        if self.elsewhere:
            found = {prefix: self._elsewhere(prefix) for prefix in _prefixes()} | found
        return dict(sorted(found.items()))

    def miss(self, rule: str, text: Text, line: int) -> None:
        """Record a broken reference.

        Args:
            text: The text that refers to the rule.
            line: The line in that text, from 1.
        """
        game = _prefixes()[rule.partition("-")[0]]
        if game not in self.unlinked:
            self.unlinked[game] = text.error(line, catalogue.say("rules.unlinked", game=game, rule=rule))

    def _elsewhere(self, prefix: str) -> str:
        """Return the page of a game in the external rulebook."""
        address = self.elsewhere
        if "{game}" not in address:
            address = f"{address.rstrip('/')}/{{game}}/rules/"
        return address.replace("{game}", _prefixes()[prefix])

    def _add(self, url: str, text: Text) -> list[tuple[set[str], Text, int]]:
        """Add the rules of a page; return its claim to be complete: rules, text and line."""
        here: set[str] = set()
        front = _front_matter(text.lines)
        for number, line in prose(text.lines):
            match = ANCHOR.match(line) if number > front else None
            if match is None:
                continue
            rule = match[1]
            if rule not in known_rules():
                self._report(text.error(number, unknown_rule(rule)))
                continue
            if first := self.anchors.get(rule):
                there = f"{first.path}, line {first.line}"
                self._report(text.error(number, f"{rule} has its paragraph already: {there}"))
                continue
            self.anchors[rule] = Anchor(url, text.path, number)
            here.add(rule)
        claims = []
        for number, line in enumerate(text.lines[:front], 1):
            said = _COMPLETE.match(line)
            if said and said[1] != "complete":
                self._report(text.error(number, f"rules: takes “complete” and nothing else, not “{said[1]}”"))
            elif said:
                claims.append((here, text, number))
        return claims

    def _check_complete(self, here: set[str], text: Text, line: int) -> None:
        """Check that the pages of a folder have all rules, as a page of it claims.

        Args:
            line: The line of the claim, from 1.
        """
        prefixes = tuple(sorted({rule.partition("-")[0] + "-" for rule in here}))
        folder = posixpath.dirname(text.path)
        chapter = {rule for rule, at in self.anchors.items() if posixpath.dirname(at.path) == folder}
        missing = [rule for rule in known_rules() if rule.startswith(prefixes) and rule not in chapter]
        if missing or not here:
            lacks = ", ".join(missing) or "them all"
            self._report(text.error(line, f"the page calls its rules complete, but lacks {lacks}"))

    def _report(self, error: PageError) -> None:
        """Collect an error, or raise it if errors are not collected."""
        if self.errors is None:
            raise error
        self.errors.add(error)


@cache
def relative(url: str, page: str) -> str:
    """Return the address of a page from another page; both are relative to the root."""
    if url == page:
        return ""
    start = posixpath.dirname(page) or "."
    there = posixpath.relpath(url or ".", start)
    return there + "/" if not url or url.endswith("/") else there


def _front_matter(lines: list[str]) -> int:
    """Return the number of lines of the front matter."""
    if not lines or lines[0].strip() != "---":
        return 0
    return next((number for number, line in enumerate(lines[1:], 2) if line.strip() in ("---", "...")), 0)
