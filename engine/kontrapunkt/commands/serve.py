"""`kontrapunkt serve`: the built site as a good static host serves it.

With `--live` it is rebuilt on edit; with `--class` the other devices of a network are served, too.
"""

import argparse
import os
import shutil
import signal
import sys
import textwrap
import threading
from typing import Final

from kontrapunkt import words
from kontrapunkt.classroom import network, qr
from kontrapunkt.commands import CommandError, unreadable
from kontrapunkt.commands.class_site import ClassSite
from kontrapunkt.commands.common import built_site
from kontrapunkt.commands.static_host import StaticHost
from kontrapunkt.commands.static_site import StaticSite

LOOPBACK: Final = "127.0.0.1"
"""Where only this machine listens."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--port", type=int, default=8000, help=words.say("cli.serve.help.port"))
    parser.add_argument("--host", help=words.say("cli.serve.help.host"))
    parser.add_argument("--path", default="/", metavar="/PATH/", help=words.say("cli.serve.help.path"))
    parser.add_argument("--site-dir", default="site", metavar="FOLDER", help=words.say("cli.serve.help.site"))
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--live", action="store_true", help=words.say("cli.serve.help.live"))
    ways.add_argument(
        "--class", action="store_true", dest="for_class", help=words.say("cli.serve.help.class")
    )
    parser.add_argument(
        "--config", default="mkdocs.yml", metavar="FILE", help=words.say("cli.serve.help.config")
    )


def run(chosen: argparse.Namespace) -> int:
    """Serves until it is interrupted.

    Raises:
        CommandError: if there is nothing to serve, or nothing to listen at, as where the port is taken.
    """
    if not 0 <= chosen.port < 65536:
        raise CommandError(words.say("cli.serve.port", port=chosen.port))
    if chosen.host is None:
        chosen.host = _own_address() if chosen.for_class else LOOPBACK
    if not chosen.host.strip() or not chosen.host.isprintable():
        raise CommandError(words.say("cli.serve.host"))
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
    print(host.url, flush=True)
    if isinstance(site, ClassSite):
        site.url = host.url
        _tell_class(site, chosen.host)
    with host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        stop.wait()
        host.shutdown()
    return 0


def _own_address() -> str:
    """The address of this machine in the network of the class."""
    found = network.addresses()
    if not found:
        raise CommandError(words.say("cli.serve.class.nowhere"))
    return found[0]


def _tell_class(site: ClassSite, host: str) -> None:
    """Says how the class gets in, what works over an address without HTTPS, and what to try."""
    try:
        code = qr.terminal(site.url)
        code.encode(sys.stdout.encoding)
        print(code)
    except qr.NoDrawer:
        print(words.say("cli.serve.class.no_code"))
    except (qr.NoCode, UnicodeEncodeError):
        pass  # nobody types so long an address either; or the terminal has no signs to draw with
    others = ", ".join(each for each in network.addresses() if each != host)
    told = [
        words.say("cli.serve.class.board", url=site.board),
        words.say("cli.serve.class.works"),
        words.say("cli.serve.class.wall"),
        words.say("cli.serve.class.others", others=others) if others else "",
    ]
    width = shutil.get_terminal_size().columns
    print("\n".join(textwrap.fill(each, width, break_on_hyphens=False) for each in told if each), flush=True)


def _deaf(chosen: argparse.Namespace, error: OSError | ValueError) -> CommandError:
    """The error where nobody can listen; ValueError for a name that no host can have."""
    reason = getattr(error, "strerror", None) or error
    return CommandError(words.say("cli.serve.listen", host=chosen.host, port=chosen.port, reason=reason))


def _live(chosen: argparse.Namespace) -> int:
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    try:
        from mkdocs.commands.serve import serve
        from mkdocs.exceptions import MkDocsException
    except ModuleNotFoundError as error:
        raise CommandError(words.say("cli.needs_site")) from error
    try:
        serve(
            chosen.config, dev_addr=f"{chosen.host}:{chosen.port or 8000}", livereload=True, watch_theme=True
        )
    except MkDocsException as error:
        raise CommandError(str(error)) from error
    except (OSError, ValueError) as error:
        if getattr(error, "filename", None) is None:
            raise _deaf(chosen, error) from error
        raise unreadable(chosen.config, error) from error
    return 0
