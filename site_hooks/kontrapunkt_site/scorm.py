"""Lessons, puzzles and drills of a built site as a course package of SCORM 1.2: one SCO, whatever is in it.

The package holds the pages that are asked for and what they load, the engine too; `export/scorm.js` shows
them in a frame, one at a time, and reports to the learning management system.
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

from kontrapunkt.classroom.archive import packed
from kontrapunkt.classroom.xml_text import legal
from kontrapunkt.core.toml import TomlError, read_toml
from kontrapunkt.text import catalogue
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.shelves import INDEX

START: Final = "index.html"
"""What an LMS opens."""

SITE: Final = "site"
"""The folder of the pages and of what they load."""

MOST: Final = 500
"""Items of a package at most: what has been reached in them has to fit into 4,096 characters."""

_TEMPLATES: Final = Path(str(files("kontrapunkt_site"))) / "export"
_WORDS: Final = ("alone", "back", "code", "list", "lost", "lost.waits", "next", "watched")
_LESSON: Final = re.compile(r'data-kp-lesson="([\w-]+)"')
_WIDGET: Final = re.compile(
    r'<div class="kp[ "][^>]*?\bid="kp-([^"]+)"[^>]*?\bdata-kp="(\w+)"[^>]*?\bdata-spec=\'([^\']*)\''
)
_ENDING: Final = frozenset({"drill", "example", "puzzle"})
"""Kinds of widgets with which one is done at some time."""

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.S)
_STEPS: Final = re.compile(r'data-steps="([^"]+)"')
_ALWAYS: Final = (f"{PLACE}/site-*/*", f"{PLACE}/runtime-*/*", "assets/stylesheets/*", "assets/images/*")
_SCRIPTS: Final = ("assets/javascripts/bundle.*.js", "assets/LICENSE-*", INDEX)


class ScormError(Exception):
    """Something of which no package can be made; one sentence says why."""


@dataclass(frozen=True, slots=True)
class CourseItem:
    """What is learned: a widget or lesson on a page.

    Attributes:
        page: The page's address from the site's root, as a browser writes it, with a slash at its end.
        id: The widget's or lesson's id.
        title: What the page is called.
    """

    page: str
    id: str
    title: str

    @property
    def address(self) -> str:
        """Where it is in a package."""
        return f"{SITE}/{self.page}index.html?embed={quote(self.id)}"

    @property
    def file(self) -> str:
        """The file of its page, from the site's root."""
        return unquote(f"{self.page}index.html")


def find(site: Path, wanted: str) -> list[CourseItem]:
    """The items that an address names, in the order of their page.

    Args:
        site: The folder of a built site.
        wanted: The address of a page from the site's root, perhaps with `#` and an id. Without, its lessons
            are meant, else its questions and examples, else its first widget; of a shelf, all its puzzles.

    Raises:
        ScormError: if there is no such page, or nothing on it that plays.
    """
    path, _, given = wanted.partition("#")
    page = quote(unquote(path.strip("/"))) + "/" if path.strip("/") else ""
    file = site / unquote(page) / "index.html"
    if not isfile(file) or not file.resolve().is_relative_to(site.resolve()):  # also of what is no name
        raise ScormError(catalogue.say("scorm.no_page", page=path or "/", folder=site))
    html = file.read_text("utf-8")
    lessons, widgets = _LESSON.findall(html), [tuple(each.groups()) for each in _WIDGET.finditer(html)]
    ids = [*lessons, *(id for id, *_ in widgets)]
    if given:
        chosen = [each for each in ids if each == given.removeprefix("kp-")][:1]
    else:
        chosen = lessons or [id for id, kind, _ in widgets if kind in _ENDING] or ids[:1]
        if not chosen and (puzzles := [*_shelved(site, page)]):
            return [item for each in puzzles for item in find(site, each)]
    if not chosen:
        raise ScormError(catalogue.say("scorm.nothing", page=page, id=given or "?"))
    found = _TITLE.search(html)
    title = unescape(found[1]).rpartition(" - ")[0].strip() if found else ""
    if len(chosen) == 1:
        return [CourseItem(page, chosen[0], title or chosen[0])]
    own = {id: _own_title(spec) for id, _, spec in widgets}
    return [CourseItem(page, id, own.get(id) or f"{title} {n}") for n, id in enumerate(chosen, 1)]


def _shelved(site: Path, shelf: str) -> Iterator[str]:
    """The addresses of the puzzles of a shelf; of another page none."""
    index = site / INDEX
    for each in json.loads(index.read_text("utf-8"))["puzzles"] if index.is_file() else ():
        if each["shelf"] == shelf:
            yield f"{each['url']}#{each['id']}"


def _own_title(spec: str) -> str:
    """The title in the specification of a widget, or of its puzzle; empty for none."""
    asked = json.loads(unescape(spec))
    try:
        puzzle = read_toml(asked.get("puzzle") or "")
    except TomlError as error:
        raise ScormError(error.text) from error
    return str(asked.get("title") or puzzle.get("title") or "")


def package(
    site: Path, items: Sequence[CourseItem], *, title: str, mastery: int | None = None, home: str = ""
) -> bytes:
    """A package, as a zip.

    Args:
        site: The folder of the built site.
        items: What is in it, at least one, in order.
        title: What the course is called.
        mastery: The score, 0 to 100, from which it is passed; None for none: then whoever is through has
            completed it.
        home: The address of the site, where links lead that leave the package; empty for nowhere.

    Raises:
        ScormError: if the site lacks what its pages load.
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
    return packed([("imsmanifest.xml", manifest), *sorted(contents.items())])


def _has_codes(site: Path, items: Iterable[CourseItem]) -> bool:
    """Whether there is a result code for one of the items: for what can be given as homework."""
    index = site / INDEX
    listed = json.loads(index.read_text("utf-8")) if index.is_file() else {}
    tasks = (*listed.get("puzzles", ()), *listed.get("lessons", ())) if "homework" in listed else ()
    return not {(each["url"], each["id"]) for each in tasks}.isdisjoint(
        (each.page, each.id) for each in items
    )


def _texts(items: Iterable[CourseItem], title: str, *, codes: bool) -> Iterator[tuple[str, bytes]]:
    """The page that an LMS opens, and its scripts."""
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
    """The files of a site that the items need."""
    pages = {each.file for each in items}
    steps = {found for page in pages for found in _STEPS.findall((site / page).read_text("utf-8"))}
    yield from sorted(pages)
    yield from sorted(f"{PLACE}/steps/{name}" for name in steps if (site / PLACE / "steps" / name).is_file())
    for pattern in (*_ALWAYS, *_SCRIPTS):
        for path in sorted(site.glob(pattern)):
            if path.is_file() and path.suffix not in (".map", ".gz", ".br"):
                yield path.relative_to(site).as_posix()


def _packaged(page: bytes, home: str) -> bytes:
    """A page that knows that it is in a package, and where the site is."""
    return page.replace(b"<html", f'<html data-kp-package="{escape(home)}"'.encode(), 1)


def _manifest(names: Iterable[str], items: Sequence[CourseItem], title: str, mastery: int | None) -> str:
    """What SCORM 1.2 wants to know of a package."""
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
