"""`kontrapunkt serve`: the built site as a good static host serves it; with `--live`, rebuilt on edit."""

import argparse
import os
import signal
import threading
from pathlib import Path

from kontrapunkt.commands import CommandError
from kontrapunkt.commands.build import NEEDS
from kontrapunkt.commands.static_host import StaticHost


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--port", type=int, default=8000, help="0 for any free one (default: 8000)")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: 127.0.0.1)")
    parser.add_argument("--path", default="/", metavar="/PATH/", help="where the site lies on the host")
    parser.add_argument("--site-dir", default="site", metavar="FOLDER", help="the built site (default: site)")
    parser.add_argument(
        "--live", action="store_true", help="rebuild on edit, without policy and service worker"
    )
    parser.add_argument(
        "--config", default="mkdocs.yml", metavar="FILE", help="for --live: the configuration"
    )


def run(chosen: argparse.Namespace) -> int:
    """Serves until it is interrupted.

    Raises:
        CommandError: if there is nothing to serve, or the port is taken.
    """
    if not 0 <= chosen.port < 65536:
        raise CommandError(f"there is no port {chosen.port}")
    if chosen.live:
        return _live(chosen)
    folder = Path(chosen.site_dir)
    if not (folder / "index.html").is_file():
        raise CommandError(f"there is no site in {folder}; run kontrapunkt build first")
    try:
        host = StaticHost(folder, (chosen.host, chosen.port), chosen.path)
    except OSError as error:
        raise CommandError(f"cannot listen at {chosen.host}:{chosen.port}: {error.strerror}") from error
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    print(host.url, flush=True)
    with host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        stop.wait()
        host.shutdown()
    return 0


def _live(chosen: argparse.Namespace) -> int:
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    try:
        from mkdocs.commands.serve import serve
        from mkdocs.exceptions import MkDocsException
    except ModuleNotFoundError as error:
        raise CommandError(NEEDS) from error
    try:
        serve(
            chosen.config, dev_addr=f"{chosen.host}:{chosen.port or 8000}", livereload=True, watch_theme=True
        )
    except MkDocsException as error:
        raise CommandError(str(error)) from error
    return 0
