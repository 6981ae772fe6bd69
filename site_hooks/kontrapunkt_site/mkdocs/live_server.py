"""The server of an author's site: it shows an error that stops a rebuild, until it is mended."""

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kontrapunkt_site.live_errors import stopped

if TYPE_CHECKING:  # a build does not need the server
    from mkdocs.livereload import LiveReloadServer


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
        content = server._inject_js_into_html(stopped(failed).encode(), epoch)  # type: ignore[no-untyped-call]
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
