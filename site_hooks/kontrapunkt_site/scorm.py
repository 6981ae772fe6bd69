"""Lessons, puzzles and drills of a built site as a SCORM 1.2 package with one SCO.

The package contains the chosen pages and everything that they load, including the engine; `export/scorm.js`
shows them in a frame, one at a time, and reports to the learning management system.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape
from importlib.resources import files
from os.path import isfile
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from kontrapunkt.classroom.archive import zip_files
from kontrapunkt.classroom.xml_text import legal
from kontrapunkt.core.toml import TomlError, read_toml
from kontrapunkt.text import catalogue
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.shelves import INDEX

START: Final = "index.html"
"""The page that an LMS opens."""

SITE: Final = "site"
"""The folder of the pages and the files that they load."""

MOST: Final = 500
"""The most items in a package: their results must fit into 4,096 characters."""

_TEMPLATES: Final = Path(str(files("kontrapunkt_site"))) / "export"
_WORDS: Final = ("alone", "back", "code", "list", "lost", "lost.waits", "next", "watched")
_LESSON: Final = re.compile(r'data-kp-lesson="([\w-]+)"')
_WIDGET: Final = re.compile(
    r'<div class="kp[ "][^>]*?\bid="kp-([^"]+)"[^>]*?\bdata-kp="(\w+)"[^>]*?\bdata-spec=\'([^\']*)\''
)
_ENDING: Final = frozenset({"drill", "example", "puzzle"})
"""The kinds of widgets that readers can complete."""

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.S)
_STEPS: Final = re.compile(r'data-steps="([^"]+)"')
_ALWAYS: Final = (f"{PLACE}/site-*/*", f"{PLACE}/runtime-*/*", "assets/stylesheets/*", "assets/images/*")
_SCRIPTS: Final = ("assets/javascripts/bundle.*.js", "assets/LICENSE-*", INDEX)


class ScormError(Exception):
    """Raised if a package cannot be made; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class CourseItem:
    """An item of a course: a widget or lesson on a page.

    Attributes:
        page: The page's escaped address from the site's root, with a final slash.
        id: The widget's or lesson's id.
        title: The title of the page.
    """

    page: str
    id: str
    title: str

    @property
    def address(self) -> str:
        """The address of the item in a package."""
        return f"{SITE}/{self.page}index.html?embed={quote(self.id)}"

    @property
    def file(self) -> str:
        """The file of its page, from the site's root."""
        return unquote(f"{self.page}index.html")


def find_items(site: Path, wanted: str) -> list[CourseItem]:
    """Return the items of an address, in the order of their page.

    Args:
        site: The folder of a built site.
        wanted: The address of a page from the site's root, perhaps with `#` and an id. Without an id it means
            the lessons, else the questions and examples, else the first widget; for a shelf all its puzzles.

    Raises:
        ScormError: if there is no such page, or no item on it.
    """
    path, _, given = wanted.partition("#")
    page = quote(unquote(path.strip("/"))) + "/" if path.strip("/") else ""
    file = site / unquote(page) / "index.html"
    if not isfile(file) or not file.resolve().is_relative_to(site.resolve()):  # or invalid
        raise ScormError(catalogue.say("scorm.no_page", page=path or "/", folder=site))
    html = file.read_text("utf-8")
    lessons, widgets = _LESSON.findall(html), [tuple(each.groups()) for each in _WIDGET.finditer(html)]
    ids = [*lessons, *(id for id, *_ in widgets)]
    if given:
        chosen = [each for each in ids if each == given.removeprefix("kp-")][:1]
    else:
        chosen = lessons or [id for id, kind, _ in widgets if kind in _ENDING] or ids[:1]
        if not chosen and (puzzles := [*_shelved(site, page)]):
            return [item for each in puzzles for item in find_items(site, each)]
    if not chosen:
        raise ScormError(catalogue.say("scorm.nothing", page=page, id=given or "?"))
    found = _TITLE.search(html)
    title = unescape(found[1]).rpartition(" - ")[0].strip() if found else ""
    if len(chosen) == 1:
        return [CourseItem(page, chosen[0], title or chosen[0])]
    own = {id: _own_title(spec) for id, _, spec in widgets}
    return [CourseItem(page, id, own.get(id) or f"{title} {n}") for n, id in enumerate(chosen, 1)]


def _shelved(site: Path, shelf: str) -> Iterator[str]:
    """Yield the addresses of the puzzles of a shelf; nothing for other pages."""
    index = site / INDEX
    for each in json.loads(index.read_text("utf-8"))["puzzles"] if index.is_file() else ():
        if each["shelf"] == shelf:
            yield f"{each['url']}#{each['id']}"


def _own_title(spec: str) -> str:
    """Return the title in the spec of a widget or of its puzzle; empty for none."""
    asked = json.loads(unescape(spec))
    try:
        puzzle = read_toml(asked.get("puzzle") or "")
    except TomlError as error:
        raise ScormError(error.text) from error
    return str(asked.get("title") or puzzle.get("title") or "")


def package(
    site: Path, items: Sequence[CourseItem], *, title: str, mastery: int | None = None, home: str = ""
) -> bytes:
    """Return a package as a zip.

    Args:
        site: The folder of the built site.
        items: The items in order, at least one.
        title: The title of the course.
        mastery: The score for passing, 0 to 100; None for none: the course is then completed at its end.
        home: The address of the site, for links out of the package; empty for none.

    Raises:
        ScormError: if the site lacks files that its pages load.
        OSError: if a file of the site cannot be read.
    """
    if len(items) > MOST:
        raise ScormError(catalogue.say("scorm.many", most=MOST, n=len(items)))
    for part in ("site", "runtime"):
        if not any((site / PLACE).glob(f"{part}-*/*")):
            raise ScormError(catalogue.say("bundle.not_ours", folder=site))
    title = legal(title)
    contents: dict[str, bytes] = dict(_texts(items, title, codes=_has_codes(site, items)))
    for name in _wanted(site, items):
        data = (site / name).read_bytes()
        contents[f"{SITE}/{name}"] = _packaged(data, home) if name.endswith(".html") else data
    manifest = _manifest(sorted(contents), items, title, mastery).encode()
    return zip_files([("imsmanifest.xml", manifest), *sorted(contents.items())])


def _has_codes(site: Path, items: Iterable[CourseItem]) -> bool:
    """Return True if an item can be homework, so that there are result codes."""
    index = site / INDEX
    listed = json.loads(index.read_text("utf-8")) if index.is_file() else {}
    tasks = (*listed.get("puzzles", ()), *listed.get("lessons", ())) if "homework" in listed else ()
    return not {(each["url"], each["id"]) for each in tasks}.isdisjoint(
        (each.page, each.id) for each in items
    )


def _texts(items: Iterable[CourseItem], title: str, *, codes: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the page that an LMS opens, and its scripts."""
    course = {
        "title": title,
        "codes": codes,
        "items": [
            {"page": each.page, "id": each.id, "address": each.address, "title": each.title} for each in items
        ],
        "words": {name: catalogue.say(f"scorm.{name}") for name in _WORDS},
    }
    data = json.dumps(course).replace("<", "\\u003c")
    page = (_TEMPLATES / "scorm.html").read_text("utf-8")
    yield START, page.replace("KP_TITLE", escape(title)).replace("KP_COURSE", data).encode()
    for name in ("lms.js", "state.js", "scorm.js"):
        yield name, (_TEMPLATES / name).read_bytes()


def _wanted(site: Path, items: Iterable[CourseItem]) -> Iterator[str]:
    """Yield the files of a site that the items need."""
    pages = {each.file for each in items}
    steps = {found for page in pages for found in _STEPS.findall((site / page).read_text("utf-8"))}
    yield from sorted(pages)
    yield from sorted(f"{PLACE}/steps/{name}" for name in steps if (site / PLACE / "steps" / name).is_file())
    for pattern in (*_ALWAYS, *_SCRIPTS):
        for path in sorted(site.glob(pattern)):
            if path.is_file() and path.suffix not in (".map", ".gz", ".br"):
                yield path.relative_to(site).as_posix()


def _packaged(page: bytes, home: str) -> bytes:
    """Mark a page as part of a package, with the address of the site."""
    return page.replace(b"<html", f'<html data-kp-package="{escape(home)}"'.encode(), 1)


def _manifest(names: Iterable[str], items: Sequence[CourseItem], title: str, mastery: int | None) -> str:
    """Return the manifest of a SCORM 1.2 package."""
    made_of = json.dumps([(each.page, each.id) for each in items]) + title
    name = f"kontrapunkt-{hashlib.sha256(made_of.encode()).hexdigest()[:12]}"
    score = "" if mastery is None else f"\n        <adlcp:masteryscore>{mastery}</adlcp:masteryscore>"
    listed = "\n".join(f'      <file href="{escape(quote(each))}"/>' for each in names)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{name}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>{escape(title)}</title>
      <item identifier="item" identifierref="sco">
        <title>{escape(title)}</title>{score}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="sco" type="webcontent" adlcp:scormtype="sco" href="{START}">
{listed}
    </resource>
  </resources>
</manifest>
"""
