"""`kontrapunkt serve`: the built site as a good static host serves it; with `--live`, rebuilt on edit."""

import argparse
import os
import signal
import threading
from pathlib import Path

from kontrapunkt import words
from kontrapunkt.commands import CommandError, unreadable
from kontrapunkt.commands.static_host import StaticHost
from kontrapunkt.commands.static_site import StaticSite


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--port", type=int, default=8000, help=words.say("cli.serve.help.port"))
    parser.add_argument("--host", default="127.0.0.1", help=words.say("cli.serve.help.host"))
    parser.add_argument("--path", default="/", metavar="/PATH/", help=words.say("cli.serve.help.path"))
    parser.add_argument("--site-dir", default="site", metavar="FOLDER", help=words.say("cli.serve.help.site"))
    parser.add_argument("--live", action="store_true", help=words.say("cli.serve.help.live"))
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
    if not chosen.host.strip() or not chosen.host.isprintable():
        raise CommandError(words.say("cli.serve.host"))
    if chosen.live:
        return _live(chosen)
    folder = Path(chosen.site_dir)
    if not os.path.isfile(folder / "index.html"):
        raise CommandError(words.say("cli.serve.no_site", folder=folder))
    try:
        host = StaticHost(StaticSite(folder, chosen.path), (chosen.host, chosen.port))
    except (OSError, ValueError) as error:
        raise _deaf(chosen, error) from error
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    print(host.url, flush=True)
    with host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        stop.wait()
        host.shutdown()
    return 0


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
