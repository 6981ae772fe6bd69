"""Errors of a build, shown in the browser of an author who serves the site.

Errors in pages are shown at the top of every page, and in their places. An error that stops the build,
such as one in the configuration, replaces all pages. Both go when the build succeeds, as the browser reloads.
"""

import logging
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.problems import FoundErrors

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

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


def attend(server: "LiveReloadServer") -> None:
    """Let a server show an error that stops a rebuild, and reload when it is mended."""
    build, answer = server.builder, server.serve_request
    failed: list[str] = []

    def rebuild() -> None:
        heard = _Heard()
        root = logging.getLogger("mkdocs")
        root.addHandler(heard)
        try:
            build()
            failed.clear()
        except Exception as error:  # the author mends it and goes on
            failed[:] = heard.sentences or [" ".join(str(error).split()) or type(error).__name__]
            if not heard.sentences:
                root.error("%s", failed[0])
        finally:
            root.removeHandler(heard)

    def serve(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        wanted = environ["PATH_INFO"]
        if not failed or not wanted.endswith(("/", ".html")):
            return answer(environ, start_response)
        with server._epoch_cond:  # not while a build runs, as for any page
            server._epoch_cond.wait_for(lambda: server._visible_epoch == server._wanted_epoch)
            epoch = server._visible_epoch
        if not failed:
            return answer(environ, start_response)
        title = catalogue.say("errors.stopped")
        page = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{text(title)}</title>'
            f'<body style="margin:0">{_notice(title, failed)}</body></html>'
        )
        content = server._inject_js_into_html(page.encode(), epoch)  # type: ignore[no-untyped-call]
        start_response(
            "200 OK", [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(content)))]
        )
        return [content]

    server.builder = rebuild
    server.set_app(serve)


class _Heard(logging.Handler):
    """Collects the errors that MkDocs logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.sentences: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = " ".join(record.getMessage().split())
        if not line.startswith("Error reading page"):  # the error itself follows
            self.sentences.append(line)
