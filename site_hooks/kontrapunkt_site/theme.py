"""Repairs of Material: missing markup, and when its script and search begin."""

import json
import re
from html import escape
from typing import Final

from kontrapunkt.text import catalogue
from kontrapunkt_site import embed

_SEARCH_BOX: Final = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
_SEARCH_FIELD: Final = re.compile(r'name="query" aria-label="([^"]*)"')
_REQUIRED: Final = ' data-md-component="search-query" required>'
_OPTIONAL: Final = ' data-md-component="search-query">'
"""The search field; a required one is invalid while it is empty, and a screen reader says so."""

_FOUND: Final = '<div class="md-search-result__meta">'
_FOUND_HEARD: Final = '<div class="md-search-result__meta" role="status">'
"""The number of results, which a screen reader reads as soon as it changes."""

_NO_WAY_IN: Final = re.compile(r'(<div data-md-component="skip">)\s*(?=</div>)')
_HEADING: Final = re.compile(r'<h1\b[^>]* id="([^"]+)"')

_UNNAMED: Final = re.compile(
    r'(<nav class="md-nav" data-md-level="\d+") aria-labelledby="__nav_[\d_]+_label"'
    r'(?=[^>]*>\s*<label class="md-nav__title" for="__nav_[\d_]+">'
    r"\s*<span [^>]*></span>\s*([^<]*?)\s*</label>)"
)
"""A section of the navigation; the label it refers to has no text if the section has a first page."""

_ANNOUNCED: Final = '<div data-md-component="announce">'
_WHERE_FROM: Final = 'document.querySelector("[data-kp-disk]").hidden = location.protocol !== "file:"'

_DISK_NOTICE: Final = re.compile(
    rf'<aside class="md-banner" data-kp-disk hidden>.*?</aside><script>{re.escape(_WHERE_FROM)}</script>'
)

_SCOPE: Final = re.compile(r'<script>(__md_scope=new URL\()("[^"]*")(?=,location\))')
_SCRIPTED: Final = 'document.documentElement.classList.replace("no-js","js");'
"""The first action of the theme's script, done early to complete the header."""

_CONFIG: Final = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.S)
_INSTANT: Final = "navigation.instant"

SCRIPT: Final = re.compile(r"assets/javascripts/bundle\.\w+\.min\.js")
"""The theme's script in a site."""

_WHEN_SEARCHED: Final = re.compile(r'([\w$]+\()[\w$]+\(location\.protocol!=="file:"\),([\w$]+\("search"\)\))')

_WORKER: Final = re.compile(r"(?<==)new Worker\(([\w$]+)\)(?=\)\{)")
_WORKER_WHEN_ASKED: Final = (
    "(of=>{let it,heard=[];return{removeEventListener(){},"
    "addEventListener(...each){heard.push(each),it?.addEventListener(...each)},"
    "postMessage(...asked){it||(it=new Worker(of),heard.forEach(each=>it.addEventListener(...each))),"
    "it.postMessage(...asked)}}})"
)
"""A stand-in for a worker until its first use; the theme listens to it meanwhile."""

_WHEN_READ: Final = re.compile(
    r'[\w$]+\(document,"DOMContentLoaded",\{once:!0\}\)\.subscribe\((\(\)=>[\w$]+\.next\(document\))\)'
)
_BEGUN: Final = "kp:theme"
"""The document's event after the theme's script has run; `assets/main.js` waits for it."""
_WHEN_SHOWN: Final = (
    f'(begin=>{{const now=()=>{{begin(),document.dispatchEvent(new Event("{_BEGUN}"))}},'
    "idle=()=>globalThis.requestIdleCallback?requestIdleCallback(now,{timeout:500}):setTimeout(now);"
    'addEventListener("load",()=>document.hidden?idle():requestAnimationFrame(idle),{once:true})})(()=>{\n'
)
"""The code before the theme's script, which delays it until the page is drawn."""

STYLES: Final = re.compile(r"assets/stylesheets/main\.\w+\.min\.css")
"""The theme's style sheet in a site."""

_CALM: Final = (
    ("table:not([class])", "table:not(.kp-account,.kp-bars,.kp-options,.kp-own)"),
    (
        "+*{",
        "+:where(p,ul,ol,dl,pre,blockquote,details,figure,h2,h3,h4,h5,h6,table,.admonition,.highlight){",
    ),
    (".tabbed-labels>:", ".tabbed-labels>:where(label):"),
    (".tabbed-content>:", ".tabbed-content>:where(.tabbed-block):"),
    (".md-search__input:valid~", ".md-search__input:not(:placeholder-shown)~"),
)
"""Selectors for arbitrary elements, and equivalents that name elements; one for a field that is filled."""

_ROOM: Final = '<div class="md-main__inner md-grid'
_LESSON: Final = '<div class="kp-lesson"'
"""The beginning of a lesson, which uses the room of the page's text differently."""
_OWN_PAGE: Final = '<div class="kp-own-page"'
"""The beginning of a puzzle that has a page of its own."""

_CLASSED: Final = re.compile(r"""(<(?:table|dl)\b[^>]*\sclass=["'])(?!kp-)""", re.I)


def delay_script(script: str, alone: bool = True) -> str:
    """Return the theme's script with delays, as it lays out the page several times.

    It begins after the page is drawn and our scripts have run. It fetches the search index and the search
    when somebody begins to search, as it does itself only on pages from disk; otherwise every page would
    fetch an index as large as itself, and every document would start the worker that searches it.

    Args:
        script: The script; an unknown version is returned unchanged.
        alone: Whether a site has only the theme's scripts and ours; others may depend on an early start.
    """
    script = _WORKER.sub(lambda found: f"{_WORKER_WHEN_ASKED}({found[1]})", script)
    script = _WHEN_SEARCHED.sub(r"\1\2", script)
    if not alone:
        return script
    script, told = _WHEN_READ.subn(r"queueMicrotask(\1)", script)  # the document has been read by then
    return f"{_WHEN_SHOWN}{script}\n}});\n" if told else script


def name_elements(styles: str) -> str:
    """Return the theme's style sheet with element names in its selectors.

    The original asks whether a table has any class at all, and styles every second or twentieth child of any
    element. So every class and every position matter to a browser: after each card that moves it would
    restyle the hands around it with all drawings.

    Args:
        styles: The style sheet; an unknown version is returned unchanged.
    """
    for old, new in _CALM:
        styles = styles.replace(old, new)
    return styles


_TABLE: Final = re.compile(r'<div class="kp" id="kp-([\w-]+)"[^>]* data-kp="table"')
_SKIP: Final = re.compile(r'<a href="#[^"]*" class="md-skip">.*?</a>', re.S)

_SIGN: Final = '<a class="headerlink" '
_SIGN_UNHEARD: Final = '<a class="headerlink" aria-hidden="true" tabindex="-1" '
"""The link after a heading, which a screen reader would read as a part of it."""

_TITLE_AGAIN: Final = '<div class="md-header__topic" data-md-component="header-topic">'
_TITLE_UNHEARD: Final = '<div class="md-header__topic" data-md-component="header-topic" aria-hidden="true">'
"""The page's title in the header, in place of the site's once the heading has left the window."""


def complete_markup(page: str) -> str:
    """Return the page with the markup that the theme omits.

    The search dialog gets the name of its field, a section of the navigation its title as name; screen
    readers hear how many results there are. A page without sections gets the skip link that others have;
    tables and lists with an author's class get one for the style sheets; so does the room of a lesson, and
    that of a puzzle with a page. Screen readers skip the link after a heading, and the second title in the
    header. Opened from disk, where browsers run no modules, the page explains what to do.
    """
    for part, name in ((_LESSON, "kp-has-lesson"), (_OWN_PAGE, "kp-has-puzzle")):
        if part in page:
            page = page.replace(_ROOM, f"{_ROOM} {name}", 1)
    page = _CLASSED.sub(r"\1kp-own ", page)
    if field := _SEARCH_FIELD.search(page):
        page = page.replace(_REQUIRED, _OPTIONAL, 1).replace(_FOUND, _FOUND_HEARD, 1)
        page = _SEARCH_BOX.sub(rf'\1 aria-label="{field[1]}">', page)
    page = page.replace(_SIGN, _SIGN_UNHEARD).replace(_TITLE_AGAIN, _TITLE_UNHEARD)
    page = _UNNAMED.sub(r'\1 aria-label="\2"', page)
    if heading := _HEADING.search(page):
        link = f'<a href="#{heading[1]}" class="md-skip">{catalogue.say("page.skip")}</a>'
        page = _NO_WAY_IN.sub(lambda found: found[1] + link, page)
    # one script for pages at any depth, whose hash the policy of each page contains
    page = _SCOPE.sub(
        rf"<script data-root=\2>{_SCRIPTED}\1document.currentScript.dataset.root", page, count=1
    )
    return embed.prepare(page.replace(_ANNOUNCED, _ANNOUNCED + _from_disk(), 1))


def lead_to_table(page: str) -> str:
    """Return the page with a skip link that leads to the button that deals, if there is a table."""
    found = _TABLE.search(page)
    if not found or f'id="{found[1]}-onward"' not in page:
        return page
    link = f'<a href="#{found[1]}-onward" class="md-skip">{catalogue.say("page.skip.table")}</a>'
    return _SKIP.sub(lambda _: link, page, count=1)


def for_disk(page: str) -> str:
    """Return the page for a copy on disk, without the notice and instant navigation.

    The theme fetches no pages from disk, and with instant navigation it would report none either.
    """
    page = _DISK_NOTICE.sub("", page, count=1)
    return _CONFIG.sub(lambda found: found[1] + _without_instant(found[2]) + found[3], page)


def _without_instant(config: str) -> str:
    said = json.loads(config)
    said["features"] = [each for each in said.get("features", ()) if not each.startswith(_INSTANT)]
    return json.dumps(said)


def _from_disk() -> str:
    """Render the notice above the header for pages where our scripts cannot run."""
    told = f'<div class="md-banner__inner md-grid md-typeset">{escape(catalogue.say("page.disk"))}</div>'
    return f'<aside class="md-banner" data-kp-disk hidden>{told}</aside><script>{_WHERE_FROM}</script>'
