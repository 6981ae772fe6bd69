"""A lesson in steps: ` ```lesson from=tutorials/.../first-hand.lesson `.

`table=ristikontra/play/` is the page of the last step's table, as an address from the site's root; by default
the folder `play` beside the page. The steps are one below the other; a script shows one at a time.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypedDict
from urllib.parse import quote

from kontrapunkt.core.files import find_files
from kontrapunkt.core.registry import game_class
from kontrapunkt.lessons.checking import (
    Vocabulary,
    answers_to,
    companions,
    faults,
    known_before,
    vocabulary_for,
)
from kontrapunkt.lessons.model import ENDING, Lesson, LessonStep, read
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, write
from kontrapunkt.record import read as read_record
from kontrapunkt.render.markup import classes, el, text
from kontrapunkt.text import catalogue
from kontrapunkt.widgets import Prefs, SpecError
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.table import Table
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, claim_id, plain
from kontrapunkt_site.fences.puzzle import prepare_puzzle, solution_html
from kontrapunkt_site.fences.result_cache import cached_result
from kontrapunkt_site.fences.widget import SPEC_FORMAT, body_or_file, notes, place_widget, widget_html
from kontrapunkt_site.problems import MOST, Text, together
from kontrapunkt_site.rule_pages import relative
from kontrapunkt_site.shelves import TaskEntry
from kontrapunkt_site.state_links import with_anchors

_DEAL: Final = "deal="

_TABLE_ID: Final = "table"
"""The id of the table on the page where a lesson ends."""


def _html(block: Block) -> str:
    file = body_or_file(block)
    page = block.conversion.page
    path = Path(page.folder, block.options["from"])
    beside = [[each.name, each.read_text("utf-8-sig", "replace")] for each in companions(path)]
    at_table = page.shelves is None or _table_page(block) in page.shelves.taken
    made = cached_result(block, [str(file), beside, at_table], lambda block: _made(block, file, path))
    if page.shelves is not None and made["asks"]:
        page.shelves.lessons.append(TaskEntry(page.url, path.stem, made["game"], made["title"]))
    return made["html"]


class _LessonState(TypedDict):
    """A lesson in the cache.

    Attributes:
        html: The HTML.
        game: The game's id.
        asks: Whether it asks questions, so that it can be a task.
    """

    html: str
    game: str
    title: str
    asks: bool


def _made(block: Block, file: Text, path: Path) -> _LessonState:
    try:
        lesson = read(str(file), path.stem)
        vocabulary = vocabulary_for(path)
        known = frozenset(known_before(lesson, path.parent))
        terms = [asdict(term) for term in vocabulary.terms.values()]
        given = ["lesson", path.stem, str(file), terms, sorted(known)]
        made_before = block.conversion.page.cache

        def answers(puzzle: Puzzle) -> list[tuple[str, str]]:
            return made_before.get_or_make(["answers", write(puzzle)], partial(answers_to, puzzle))

        first = islice(faults(lesson, vocabulary, known, sound=False, answers=answers), MOST)
        found: list[dict[str, Any]] = made_before.get_or_make(
            given, lambda: [{"text": each.text, "line": each.line} for each in first]
        )
    except PuzzleError as error:
        raise file.error(error.line, error.text) from error
    if found:
        raise together([file.error(wrong["line"], wrong["text"]) for wrong in found])
    block.refers_to(game_class(lesson.game))
    made = _LessonBuilder(block, file, lesson)
    html = el(
        "div",
        {"class": "kp-lesson", "data-kp-lesson": lesson.id},
        el("p", {"class": "kp-lesson-aim"}, text(lesson.aim)),
        *(made.step(step, n) for n, step in enumerate(lesson.steps)),
        made.words(vocabulary),
    )
    asks = any(step.puzzle for step in lesson.steps)
    return {"html": html, "game": lesson.game, "title": lesson.title, "asks": asks}


def _table_page(block: Block) -> str:
    """Return the address of the page with a lesson's table, from the site's root."""
    beside = block.conversion.page.url.rstrip("/").rpartition("/")[0]
    given = block.options.get("table")
    return quote(given, safe="/%") if given else f"{beside}/play/".lstrip("/")


_TAG: Final = re.compile(r"<[^>]*>")


class _LessonBuilder:
    """Builds the steps of a lesson."""

    def __init__(self, block: Block, file: Text, lesson: Lesson) -> None:
        self.block = block
        self.page = block.conversion.page
        self.file = file
        self.lesson = lesson

    def step(self, step: LessonStep, n: int) -> str:
        """Render a step as a section: heading, text, task and navigation.

        Args:
            n: The index of the step, from 0.
        """
        last = n == len(self.lesson.steps) - 1
        count = catalogue.say("fence.lesson.count", n=n + 1, of=len(self.lesson.steps))
        said = self._said(step)
        return el(
            "section",
            {
                "class": "kp-lesson-step",
                "id": _anchor(step),
                "aria-labelledby": f"{_anchor(step)}-title",
                "style": f"--kp-letters: {len(_TAG.sub('', said).strip())}",
            },
            el(
                "div",
                {"class": "kp-lesson-said"},
                el(
                    "h2",
                    {"id": f"{_anchor(step)}-title", "tabindex": -1},
                    el("span", {"class": "kp-lesson-count"}, text(count)),
                    " ",
                    text(step.title),
                ),
                said,
            ),
            self._deed(step),
            self._known() if last else "",
            self._ways(step, n),
        )

    def _said(self, step: LessonStep) -> str:
        """Render the text with its new terms emphasized and the rules at its end."""
        first = step.line("text")
        html = html_of(step.text, self.file.part(first, self.file.lines[first - 1 :]), self.page)
        links = "".join(f" {self._rule(rule)}" for rule in step.rules)
        if links and html.endswith("</p>"):
            html = f'{html.removesuffix("</p>")}<span class="kp-lesson-rules">{links}</span></p>'
        return el("div", {"class": "kp-lesson-text"}, html)

    def _rule(self, rule: str) -> str:
        href = self.block.rule_href(rule)
        return el("a", {"class": "kp-rule-ref", "href": href}, text(rule)) if href else text(f"({rule})")

    def _deed(self, step: LessonStep) -> str:
        """Render the task of a step."""
        if step.puzzle:
            return self._question(step)
        if step.example:
            return self._example(step)
        return self._table(step)

    def _question(self, step: LessonStep) -> str:
        puzzle, line = step.puzzle, step.line("puzzle")
        assert puzzle is not None
        id = claim_id(self.block, step.id)
        written = Text(self.file.path, write(puzzle).splitlines(), 0, self.file.stops_with)
        self.page.cache.get_or_make(
            ["question", id, str(written)], lambda: self._proves(puzzle, id, written, line)
        )
        shown = prepare_puzzle(written, id, self.block, bare=True)
        return place_widget(self.page, shown.spec, shown.drawn) + solution_html(shown)

    def _proves(self, puzzle: Puzzle, id: str, written: Text, line: int) -> bool:
        """Check that a question is sound; errors have their line in the lesson.

        Args:
            line: The line of the question in the lesson, from 1.
        """
        try:
            open_puzzle(puzzle)  # these errors know their lines
        except PuzzleError as error:
            raise self.file.error(error.line, error.text) from error
        try:
            self.page.soundness.demand(id, str(written))
        except PuzzleError as error:
            raise self.file.error(line, error.text) from error
        return True

    def _example(self, step: LessonStep) -> str:
        of = step.example
        assert of is not None
        id = claim_id(self.block, step.id)
        record = read_record(of.record)
        first = step.line("example.record")
        place = self.file.part(first, self.file.lines[first - 1 :])
        spec: dict[str, Any] = {
            "format": SPEC_FORMAT,
            "kind": "example",
            "id": id,
            "title": "",
            "deal": len(record.deals) - 1,
            "at": of.at,
            "rule_pages": self.page.rules.by_prefix(self.page.url),
            "record": of.record,
            "notes": notes(record, len(record.deals) - 1, place, self.block),
            "bare": True,
        }
        if of.log:
            spec["log"] = list(of.log)
        try:
            return widget_html(spec, self.page)
        except SpecError as error:
            raise self.file.error(step.line("example"), str(error)) from error

    def _table(self, step: LessonStep) -> str:
        """Render the link to a table with its settings."""
        said = (step.table or "").split()
        terms = [word for word in said if not word.startswith(_DEAL)]
        seed = next((word.removeprefix(_DEAL) for word in said if word.startswith(_DEAL)), "1")
        entries = [*([f"terms {' '.join(terms)}"] if terms else []), f"deal {seed}"]
        version = self.page.cache.get_or_make(
            ["sits down", self.lesson.game, entries], lambda: self._begun(entries, step)
        )
        wanted = _table_page(self.block)
        if self.page.shelves is not None and wanted not in self.page.shelves.taken:
            raise self.block.error(f"table={wanted}: the site has no such page")
        log = "~".join(entries).replace("=", "%3D").replace(" ", ".")
        address = f"{relative(wanted, self.page.url)}#kp={_TABLE_ID}&v={version}&log={log}"
        button = el("a", {"class": "md-button md-button--primary", "href": address}, self._sit())
        return with_anchors(el("p", {"class": "kp-lesson-table"}, button))

    def _begun(self, entries: list[str], step: LessonStep) -> str:
        """Check the settings of a table and return the version that its log begins with."""
        try:
            table = Table({"game": self.lesson.game, "id": _TABLE_ID}, Prefs())
            for entry in entries:
                table.replay(entry)
        except (SpecError, EventError) as error:
            raise self.file.error(step.line("table"), str(error)) from error
        return "~".join(table.log[0].split()[1:])

    @staticmethod
    def _sit() -> str:
        return text(catalogue.say("fence.lesson.table"))

    def _known(self) -> str:
        """Render the list of things that readers know at the end."""
        if not self.lesson.knows:
            return ""
        line = self.lesson.line("knows")
        place = self.file.part(line, self.file.lines[line - 1 :])
        items = (el("li", None, html_of(each, place, self.page)) for each in self.lesson.knows)
        title = el("h3", None, text(catalogue.say("fence.lesson.knows")))
        return el("div", {"class": "kp-lesson-known"}, title, el("ul", None, *items))

    def _ways(self, step: LessonStep, n: int) -> str:
        steps = self.lesson.steps
        near = [steps[n - 1] if n else None, steps[n + 1] if n + 1 < len(steps) else None]
        links = [
            el(
                "a",
                {
                    "class": classes("kp-button", f"kp-lesson-{way}"),
                    "href": f"#{_anchor(to)}",
                    "data-kp-asks": bool(way == "next" and step.puzzle),
                },
                text(catalogue.say(f"fence.lesson.{way}")),
            )
            for way, to in zip(("back", "next"), near, strict=True)
            if to
        ]
        return el(
            "nav", {"class": "kp-lesson-ways", "aria-label": catalogue.say("fence.lesson.steps")}, *links
        )

    def words(self, vocabulary: Vocabulary) -> str:
        """Render all terms of the lesson with their meanings."""
        shown = [vocabulary.terms[word] for step in self.lesson.steps for word in step.introduces]
        items = [
            el("dt", None, text(term.word)) + el("dd", None, html_of(term.means, self.file, self.page))
            for term in sorted(shown, key=lambda term: term.word)
        ]
        title = el("summary", None, text(catalogue.say("fence.lesson.words")))
        return el("details", {"class": "kp-lesson-words"}, title, el("dl", None, *items)) if items else ""


def _anchor(step: LessonStep) -> str:
    return f"step-{step.id}"


def questions(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the questions of all lessons in a folder: a puzzle's file, and its id.

    Args:
        folder: The folder; unreadable files are left to the pages that show them.
    """
    for path in find_files(folder, ENDING, below=True):
        try:
            lesson = read(path.read_text("utf-8-sig"), path.stem)
        except (PuzzleError, OSError, UnicodeDecodeError):
            continue
        for step in lesson.steps:
            if step.puzzle:
                yield "\n".join(write(step.puzzle).splitlines()) + "\n", step.id


FENCE: Final = FenceKind(
    "lesson", {"from": FenceOption(plain, required=True), "table": FenceOption(plain)}, _html
)
