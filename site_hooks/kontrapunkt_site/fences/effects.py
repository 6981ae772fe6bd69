"""The effects of each option, to choose from: ` ```effects game=kontra counts=FILE `.

For each other value: how often it matters in random deals, from a file of counts, and the examples and
puzzles of the chapter that it changes. Radio buttons select the value; no script is needed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from math import sqrt
from typing import Any, Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.interface import Option as GameOption
from kontrapunkt.core.registry import game_class
from kontrapunkt.render.markup import bare, el, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import choice_name, terms_name
from kontrapunkt_site.chapter_effects import PLAYED, ChapterItem, Effects, chapter_items, effects_on
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, plain
from kontrapunkt_site.fences.result_cache import cached_result
from kontrapunkt_site.fences.widget import file_text
from kontrapunkt_site.option_values import other_values

COMMAND: Final = "python -m tests.benchmarks.option_counts {game} {deals}"
"""The command that counts."""

MOST_LINKS: Final = 8
"""The most examples that are listed for a value."""

_ORDER: Final = (PLAYED, "result", "course", "refused", "choice", "session", "answers", "start", "gone")
"""The kinds of effects, the clearest first."""

_UNUSUAL: Final = ("start", "gone")
"""The kinds of effects on an example that the other value makes impossible from the start."""


def _html(block: Block) -> str:
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence effects has no body: the examples come from the pages of its folder")
    file = block.options.get("counts")
    counts = str(file_text(block, file, "counts")) if file else ""
    items = chapter_items(block.conversion.page)
    given = [counts, [astuple(each) for each in items]]
    return cached_result(block, given, lambda block: _form(block, counts, items))


def _form(block: Block, counts: str, items: Sequence[ChapterItem]) -> str:
    game = game_class(block.options["game"])()
    try:
        counted = _Counts(json.loads(counts)) if counts else None
    except (ValueError, KeyError, TypeError) as error:
        raise block.error(f"{block.options['counts']} is no file of counts: {error!r}") from error
    examined = [*zip(items, effects_on(items, block.conversion.page), strict=True)]
    options = [_option(game, option, counted, examined) for option in game.known_options]
    left = sum(effects is None for _, effects in examined)
    return (
        el("div", {"class": "kp-effects", "data-search-exclude": True}, *options)
        + (_paragraph(text(_say("left", n=left)), "kp-effects-left") if left else "")
        + (counted.source(game) if counted else "")
    )


# One option ------------------------------------------------------------------------------------------------

type _Examined = Sequence[tuple[ChapterItem, Effects | None]]


def _option(game: Game, option: GameOption, counts: "_Counts | None", examined: _Examined) -> str:
    usual = game.options[option.key]
    name = f"effects-{option.key}"
    choices = [_choice(name, 0, _value_name(option, usual), [_paragraph(text(_say("usual")))], usual=True)]
    most, changed, values = 0.0, set[str](), other_values(option, usual)
    for number, value in enumerate(values, 1):
        parts = [counts.sentence(game, option, value)] if counts else []
        most = max(most, counts.share(option, value) if counts else 0)
        key = f"{option.key}={value}"
        found = [(item, effects[key]) for item, effects in examined if effects and key in effects]
        changed.update(item.url for item, effects in found if effects[0][0] != PLAYED)
        parts += _lists(found)
        if not found:
            parts.append(_paragraph(text(_say("none"))))
        choices.append(_choice(name, number, _other_name(option, usual, value), parts))
    often = "most" if len(values) > 1 else "often"
    badge = [_say(f"badge.{often}", share=_percent(most))] if most else []
    badge += [_say("badge.changed", n=len(changed))] if changed else []
    legend = el("legend", {"class": "kp-vh"}, text(str(option.label)))
    return el(
        "details",
        {"class": "kp-effects-option", "id": name},
        el(
            "summary",
            None,
            el("span", {"class": "kp-effects-label"}, text(str(option.label))),
            " ",
            el("span", {"class": "kp-effects-badge"}, text(catalogue.say("effects.badge.join").join(badge))),
        ),
        el("fieldset", None, legend, *choices),
    )


def _choice(name: str, number: int, label: str, parts: Iterable[str], usual: bool = False) -> str:
    id = f"{name}-{number}"
    return el(
        "div",
        {"class": "kp-effects-choice"},
        bare("input", {"type": "radio", "name": name, "id": id, "checked": usual}),
        el("label", {"for": id}, text(label)),
        el("div", {"class": "kp-effects-panel"}, *parts),
    )


def _value_name(option: GameOption, value: str) -> str:
    names = [choice_name(option, each) for each in (value.split("+") if option.several else [value])]
    return catalogue.listed("and", names)


def _other_name(option: GameOption, usual: str, value: str) -> str:
    """Return the name of another value; for combined choices, the one that is added or taken away."""
    if not option.several:
        return _value_name(option, value)
    now, then = ({*each.split("+")} - {"off"} for each in (usual, value))
    key, parts = ("with", then - now) if then - now else ("without", now - then)
    return _say(key, choice=choice_name(option, *parts))


# Examples and puzzles --------------------------------------------------------------------------------------


def _lists(found: Sequence[tuple[ChapterItem, list[tuple[str, str]]]]) -> list[str]:
    """Render the examples and puzzles that a value changes, the clearest first."""
    parts = []
    for name in ("examples", "puzzles"):
        of = [each for each in found if (each[0].kind == "puzzle") == (name == "puzzles")]
        shown = sorted((each for each in of if each[1][0][0] not in _UNUSUAL), key=_rank)
        rows = [_row(*each) for each in shown[:MOST_LINKS]]
        if rows:
            parts.append(_paragraph(text(_say(name))) + el("ul", {"class": "kp-effects-list"}, *rows))
        if more := len(shown) - len(rows):
            parts.append(_paragraph(text(_say(f"{name}.more", n=more))))
        if gone := len(of) - len(shown):
            parts.append(_paragraph(text(_say(f"{name}.gone", n=gone))))
    return parts


def _rank(found: tuple[ChapterItem, list[tuple[str, str]]]) -> int:
    return min(_ORDER.index(kind) for kind, _ in found[1])


def _row(item: ChapterItem, effects: Sequence[tuple[str, str]]) -> str:
    kind, said = min(effects, key=lambda each: _ORDER.index(each[0]))
    if not said:
        said = _say("played" if kind == PLAYED else "answers")
    link = el("a", {"href": item.url}, text(item.title or _say("untitled")))
    return el("li", None, link, " ", el("span", {"class": "kp-effects-said"}, text(said)))


# Counts ----------------------------------------------------------------------------------------------------


class _Counts:
    """The figures of how often options matter, from a file that `COMMAND` writes."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """Read the file.

        Raises:
            KeyError: if something is missing.
        """
        self.deals = int(told["deals"])
        self.date = str(told["date"])
        self._found = {(each["key"], each["value"]): each for each in told["options"]}

    def share(self, option: GameOption, value: str) -> float:
        """Return the share of deals in which a value matters, apart from the session's score."""
        found = self._found.get((option.key, value))
        return self._matters(found["found"]) / self.deals if found else 0

    @staticmethod
    def _matters(found: Mapping[str, int]) -> int:
        return sum(number for kind, number in found.items() if kind != "session")

    def sentence(self, game: Game, option: GameOption, value: str) -> str:
        """Return a paragraph that says how often a value matters."""
        each = self._found.get((option.key, value))
        if each is None:
            return _paragraph(text(_say("often.unknown")), "kp-effects-often")
        found: Mapping[str, int] = each["found"]
        matters, results, sessions = self._matters(found), found.get("result", 0), found.get("session", 0)
        deals, said = _n(self.deals), []
        if found.get("start") == self.deals:
            said.append(_say("often.start"))
        elif matters:
            key = "all" if matters == self.deals else "some"
            error = self._error(matters)
            said.append(_say(f"often.{key}", share=self._share(matters), error=error, deals=deals))
            key = "often.result.all" if results == matters else "often.result"
            said += [_say(key, share=self._share(results))] if results else []
        elif not sessions:
            said.append(_say("often.never", deals=deals))
        if sessions:
            key = "more" if matters else "always" if sessions == self.deals else "only"
            said.append(_say(f"often.session.{key}", share=self._share(sessions), deals=deals))
        if needs := each.get("needs"):
            terms = " ".join(f"{key}={needed}" for key, needed in needs.items())
            said.append(_say("often.needs", terms=terms_name(game.known_options, terms)))
        return _paragraph(text(" ".join(said)), "kp-effects-often")

    def _share(self, number: int) -> str:
        return _percent(number / self.deals)

    def _error(self, number: int) -> str:
        share = number / self.deals
        return _percent(sqrt(share * (1 - share) / self.deals))

    def source(self, game: Game) -> str:
        """Return how it was counted, with the command."""
        said = _say("counted", deals=_n(self.deals), date=self.date)
        command = COMMAND.format(game=game.id, deals=self.deals)
        return el(
            "div",
            {"class": "kp-effects-source"},
            _paragraph(text(said)),
            el("pre", None, el("code", None, text(command))),
        )


def _percent(share: float) -> str:
    digits = 1 if share >= 0.00095 or not share else 2
    return catalogue.say("effects.percent", n=f"{100 * share:.{digits}f}".removesuffix(".0"))


def _n(number: int) -> str:
    return f"{number:,}"


def _say(key: str, **values: object) -> str:
    return catalogue.say(f"effects.{key}", **values)


def _paragraph(html: str, names: str | None = None) -> str:
    return el("p", {"class": names}, html)


FENCE: Final = FenceKind(
    "effects", {"game": FenceOption(a_game, required=True), "counts": FenceOption(plain)}, _html
)
