"""What is mended of Material's own: what its markup leaves out, when its script and its search begin."""

import json
import re
from html import escape
from typing import Final

from kontrapunkt.text import catalogue
from kontrapunkt_site import embed

_SEARCH_BOX: Final = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
_SEARCH_FIELD: Final = re.compile(r'name="query" aria-label="([^"]*)"')

_NO_WAY_IN: Final = re.compile(r'(<div data-md-component="skip">)\s*(?=</div>)')
_HEADING: Final = re.compile(r'<h1\b[^>]* id="([^"]+)"')

_ANNOUNCED: Final = '<div data-md-component="announce">'
_WHERE_FROM: Final = 'document.querySelector("[data-kp-disk]").hidden = location.protocol !== "file:"'

_DISK_NOTICE: Final = re.compile(
    rf'<aside class="md-banner" data-kp-disk hidden>.*?</aside><script>{re.escape(_WHERE_FROM)}</script>'
)

_SCOPE: Final = re.compile(r'<script>(__md_scope=new URL\()("[^"]*")(?=,location\))')
_SCRIPTED: Final = 'document.documentElement.classList.replace("no-js","js");'
"""What the theme's script does first: the header is whole before that script begins."""

_CONFIG: Final = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.S)
_INSTANT: Final = "navigation.instant"

SCRIPT: Final = re.compile(r"assets/javascripts/bundle\.\w+\.min\.js")
"""The theme's script, by its place in a site."""

_WHEN_SEARCHED: Final = re.compile(r'([\w$]+\()[\w$]+\(location\.protocol!=="file:"\),([\w$]+\("search"\)\))')

_WORKER: Final = re.compile(r"(?<==)new Worker\(([\w$]+)\)(?=\)\{)")
_WORKER_WHEN_ASKED: Final = (
    "(of=>{let it,heard=[];return{removeEventListener(){},"
    "addEventListener(...each){heard.push(each),it?.addEventListener(...each)},"
    "postMessage(...asked){it||(it=new Worker(of),heard.forEach(each=>it.addEventListener(...each))),"
    "it.postMessage(...asked)}}})"
)
"""What stands for a worker until it is asked for the first time; the theme listens to it all the while."""

_WHEN_READ: Final = re.compile(
    r'[\w$]+\(document,"DOMContentLoaded",\{once:!0\}\)\.subscribe\((\(\)=>[\w$]+\.next\(document\))\)'
)
_BEGUN: Final = "kp:theme"
"""The event of the document that tells that the theme's script has run; `assets/main.js` waits for it."""
_WHEN_SHOWN: Final = (
    f'(begin=>{{const now=()=>{{begin(),document.dispatchEvent(new Event("{_BEGUN}"))}},'
    "idle=()=>globalThis.requestIdleCallback?requestIdleCallback(now,{timeout:500}):setTimeout(now);"
    'addEventListener("load",()=>document.hidden?idle():requestAnimationFrame(idle),{once:true})})(()=>{\n'
)
"""What stands before the theme's script: it begins once the page is drawn and nothing else is due."""

STYLES: Final = re.compile(r"assets/stylesheets/main\.\w+\.min\.css")
"""The theme's style sheet, by its place in a site."""

_CALM: Final = (
    ("table:not([class])", "table:not(.kp-account,.kp-bars,.kp-options,.kp-own)"),
    (
        "+*{",
        "+:where(p,ul,ol,dl,pre,blockquote,details,figure,h2,h3,h4,h5,h6,table,.admonition,.highlight){",
    ),
    (".tabbed-labels>:", ".tabbed-labels>:where(label):"),
    (".tabbed-content>:", ".tabbed-content>:where(.tabbed-block):"),
)
"""What of its selectors is for any element, and how the same ones are selected by their names."""

_ROOM: Final = '<div class="md-main__inner md-grid'
_LESSON: Final = '<div class="kp-lesson"'
"""Where a page's text has its room, which a lesson uses otherwise."""

_CLASSED: Final = re.compile(r"""(<(?:table|dl)\b[^>]*\sclass=["'])(?!kp-)""", re.I)


def patient(script: str, alone: bool = True) -> str:
    """The theme's script, which lets readers go first: it lays the whole page out several times.

    It begins once the page is drawn and ours have run. It fetches the search index and the search itself when
    somebody begins to search: the index it fetches so of its own accord only on pages from disk; all others
    would fetch, with every page, one that weighs as much as the page. The worker that searches it would start
    with every document.

    Args:
        script: The script; one that is written otherwise stays as it is.
        alone: Whether a site has no scripts but the theme's and ours; others may ask for it at once.
    """
    script = _WORKER.sub(lambda found: f"{_WORKER_WHEN_ASKED}({found[1]})", script)
    script = _WHEN_SEARCHED.sub(r"\1\2", script)
    if not alone:
        return script
    script, told = _WHEN_READ.subn(r"queueMicrotask(\1)", script)  # the document has been read by then
    return f"{_WHEN_SHOWN}{script}\n}});\n" if told else script


def calm(styles: str) -> str:
    """The theme's style sheet, with names for whatever it selects.

    As it is written, it asks whether a table has any class at all, and what comes second or twentieth is set
    apart, whatever it is. So each class and each place of any element matter to a browser: where a card goes,
    it would style the hands around it anew, with all that is drawn in them.

    Args:
        styles: The style sheet; what is written otherwise stays as it is.
    """
    for old, new in _CALM:
        styles = styles.replace(old, new)
    return styles


def mend(page: str) -> str:
    """The page with what the theme leaves out.

    Its search dialog gets a name, that of its field; a page without sections the first link that others have,
    past the header to the heading; tables and lists that have a class of their author's, the one by which
    style sheets know them; the room of a lesson one that says so. Opened from disk, where browsers run no
    modules, it says what to do.
    """
    if _LESSON in page:
        page = page.replace(_ROOM, f"{_ROOM} kp-has-lesson", 1)
    page = _CLASSED.sub(r"\1kp-own ", page)
    if field := _SEARCH_FIELD.search(page):
        page = _SEARCH_BOX.sub(rf'\1 aria-label="{field[1]}">', page)
    if heading := _HEADING.search(page):
        link = f'<a href="#{heading[1]}" class="md-skip">{catalogue.say("page.skip")}</a>'
        page = _NO_WAY_IN.sub(lambda found: found[1] + link, page)
    # one script for pages of any depth, whose hash the policy of each page has to name
    page = _SCOPE.sub(
        rf"<script data-root=\2>{_SCRIPTED}\1document.currentScript.dataset.root", page, count=1
    )
    return embed.prepare(page.replace(_ANNOUNCED, _ANNOUNCED + _from_disk(), 1))


def for_disk(page: str) -> str:
    """The page as it is in a copy that runs from disk: it says nothing of that, and each page is a document.

    The theme fetches no pages from disk, and with instant navigation turned on it tells of none either.

    Args:
        page: The page.
    """
    page = _DISK_NOTICE.sub("", page, count=1)
    return _CONFIG.sub(lambda found: found[1] + _without_instant(found[2]) + found[3], page)


def _without_instant(config: str) -> str:
    said = json.loads(config)
    said["features"] = [each for each in said.get("features", ()) if not each.startswith(_INSTANT)]
    return json.dumps(said)


def _from_disk() -> str:
    """What stands above the header where no script of ours can run."""
    told = f'<div class="md-banner__inner md-grid md-typeset">{escape(catalogue.say("page.disk"))}</div>'
    return f'<aside class="md-banner" data-kp-disk hidden>{told}</aside><script>{_WHERE_FROM}</script>'
