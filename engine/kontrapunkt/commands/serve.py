"""`kontrapunkt serve`: serve the built site as a good static host does.

With `--live` it is rebuilt after edits; `--class` also serves the other devices of a network.
"""

import argparse
import os
import shutil
import signal
import sys
import textwrap
import threading
from email.message import Message
from http import HTTPStatus
from typing import Final, override

from kontrapunkt.classroom import network, qr
from kontrapunkt.commands import (
    CommandError,
    exit_if_unreadable,
    exit_on_error,
    print_json,
    reason,
    site_tools,
)
from kontrapunkt.commands.common import built_site, declare, declare_shared, require_configuration
from kontrapunkt.commands.static_host import StaticHost
from kontrapunkt.commands.static_site import TYPES, Response, StaticSite
from kontrapunkt.text import catalogue

LOOPBACK: Final = "127.0.0.1"
"""The address that only this machine can reach."""


BOARD: Final = "on-the-board/"
"""The path of the page that shows the address to a class."""


class ClassSite(StaticSite):
    """A built site for a class, with an additional page that shows the address.

    Attributes:
        url: The address of the site as the class types it; known after the start.
    """

    url = ""

    @property
    def board(self) -> str:
        """The address of the page with the address."""
        return f"{self.url}{BOARD}"

    @override
    def answer(self, target: str, asked: Message, method: str = "GET") -> Response:
        if target.partition("?")[0] != f"{self.path}{BOARD}":
            return super().answer(target, asked, method)
        headers = {**self.headers_of(""), "Content-Type": TYPES[".html"], "Cache-Control": "no-cache"}
        return Response(HTTPStatus.OK, headers, network.page(self.url).encode())


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "--port", "cli.serve.help.port", type=int, default=8000)
    declare(parser, "--host", "cli.serve.help.host")
    declare(parser, "--path", "cli.serve.help.path", default="/", metavar="/PATH/")
    declare(parser, "--site-dir", "cli.help.site", default="site", metavar="FOLDER")
    ways = parser.add_mutually_exclusive_group()
    declare(ways, "--live", "cli.serve.help.live", action="store_true")
    declare(ways, "--class", "cli.serve.help.class", action="store_true", dest="for_class")
    declare(parser, "--config", "cli.serve.help.config", default="mkdocs.yml", metavar="FILE")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Serve until interrupted.

    Raises:
        CommandError: if there is nothing to serve, or no way to listen, such as a port in use.
    """
    if not 0 <= chosen.port < 65536:
        raise CommandError(catalogue.say("cli.serve.port", port=chosen.port))
    if chosen.host is None:
        chosen.host = _own_address() if chosen.for_class else LOOPBACK
    if not chosen.host.strip() or not chosen.host.isprintable():
        raise CommandError(catalogue.say("cli.serve.host"))
    if chosen.live:
        return _live(chosen)
    folder = built_site(chosen.site_dir)
    try:
        site = (ClassSite if chosen.for_class else StaticSite)(folder, chosen.path)
        host = StaticHost(site, (chosen.host, chosen.port))
    except (OSError, ValueError) as error:
        raise _deaf(chosen, error) from error
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    if isinstance(site, ClassSite):
        site.url = host.url
    if chosen.json:  # the address is all of it: a program reads it and goes on
        print_json({"url": host.url, "board": site.board if isinstance(site, ClassSite) else None})
    else:
        print(host.url, flush=True)
        if isinstance(site, ClassSite):
            _tell_class(site, chosen.host)
    with host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        stop.wait()
        host.shutdown()
    return 0


def _own_address() -> str:
    """Return the address of this machine in the class's network."""
    found = network.addresses()
    if not found:
        raise CommandError(catalogue.say("cli.serve.class.nowhere"))
    return found[0]


def _tell_class(site: ClassSite, host: str) -> None:
    """Print how the class opens the site, and the limits of an address without HTTPS."""
    try:
        code = qr.terminal(site.url)
        code.encode(sys.stdout.encoding)
        print(code)
    except qr.QRPackageMissing:
        print(catalogue.say("cli.serve.class.no_code"))
    except (qr.NoCode, UnicodeEncodeError):
        pass  # the address is too long for a code, or the terminal lacks the characters
    others = ", ".join(each for each in network.addresses() if each != host)
    keys = ["board", "works", "wall", *(["others"] if others else [])]
    told = [catalogue.say(f"cli.serve.class.{key}", url=site.board, others=others) for key in keys]
    width = shutil.get_terminal_size().columns
    print("\n".join(textwrap.fill(each, width, break_on_hyphens=False) for each in told), flush=True)


def _deaf(chosen: argparse.Namespace, error: OSError | ValueError) -> CommandError:
    """Return the error for a failure to listen; ValueError means an impossible name."""
    where = {"host": chosen.host, "port": chosen.port}
    return CommandError(catalogue.say("cli.serve.listen", **where, reason=reason(error)))


def _live(chosen: argparse.Namespace) -> int:
    require_configuration(chosen.config)
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    with site_tools():
        from mkdocs.commands import serve
        from mkdocs.exceptions import MkDocsException
        from mkdocs.livereload import LiveReloadServer

    class AnnouncedServer(LiveReloadServer):
        """A server that prints its address when it begins to listen."""

        @override
        def server_activate(self) -> None:
            super().server_activate()
            if chosen.json:
                print_json({"url": self.url, "board": None})
            else:
                print(self.url, flush=True)

    serve.LiveReloadServer = AnnouncedServer  # type: ignore[attr-defined] # MkDocs takes none as an argument
    address = f"{chosen.host}:{chosen.port or 8000}"
    with exit_if_unreadable(chosen.config), exit_on_error(MkDocsException):
        try:
            serve.serve(chosen.config, dev_addr=address, livereload=True, watch_theme=True)
        except (OSError, ValueError) as error:
            if getattr(error, "filename", None) is None:
                raise _deaf(chosen, error) from error
            raise
    return 0
