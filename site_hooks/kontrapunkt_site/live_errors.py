"""Errors of a build, shown in the browser of an author who serves the site.

Errors in pages are shown at the top of every page, and in their places. An error that stops the build,
such as one in the configuration, replaces all pages. Both go when the build succeeds, as the browser reloads.
"""

import re
from collections.abc import Iterable
from typing import Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.problems import FoundErrors

_BODY: Final = re.compile(r"<body\b[^>]*>")

_STYLE: Final = (
    "position:relative;z-index:9;padding:.8rem 1.2rem;background:#fff4f2;color:#3d0f08;"
    "border-bottom:.2rem solid #b3261e;font:1rem/1.5 system-ui,sans-serif"
)
"""In the element, as a page may have no style sheet of ours."""


def shown(page: str, errors: FoundErrors) -> str:
    """Return a page with all errors of the site at its top.

    Args:
        page: The whole page; unchanged if there are no errors.
        errors: The errors.
    """
    body = _BODY.search(page)
    if not len(errors) or body is None:
        return page
    told = _notice(catalogue.say("errors.sum", n=len(errors)), map(str, errors.listed()))
    return page[: body.end()] + told + page[body.end() :]


def _notice(title: str, sentences: Iterable[str]) -> str:
    items = (el("li", {"style": "margin:.3rem 0"}, text(each)) for each in sentences)
    return el(
        "aside",
        {"class": "kp-errors", "role": "alert", "style": _STYLE},
        el("p", {"style": "margin:0;font-weight:bold"}, text(title)),
        el("ul", {"style": "margin:.4rem 0;padding-left:1.2rem"}, *items),
        el("p", {"style": "margin:0"}, text(catalogue.say("errors.reloads"))),
    )


def stopped(sentences: Iterable[str]) -> str:
    """Return the page in place of all others, with the errors that stop a build."""
    title = catalogue.say("errors.stopped")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{text(title)}</title>'
        f'<body style="margin:0">{_notice(title, sentences)}</body></html>'
    )
