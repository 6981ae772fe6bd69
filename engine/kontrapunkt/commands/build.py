"""`kontrapunkt build`: build the site; every warning of MkDocs is an error."""

import argparse
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from kontrapunkt.commands import FAILED, CommandError, exit_if_unreadable, site_tools, tell
from kontrapunkt.commands.common import declare, declare_shared, require_configuration
from kontrapunkt.text import catalogue

_DRAFT: Final = ".draft"
"""The folder in that of the site in which it is built; builders leave hidden ones alone."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options.

    Raises:
        CommandError: if the configuration is invalid or the build fails.
    """
    declare(parser, "--config", "cli.build.help.config", default="mkdocs.yml", metavar="FILE")
    declare(parser, "--site-dir", "cli.build.help.site", metavar="FOLDER")
    declare(parser, "--site-url", "cli.build.help.url", metavar="URL")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Build the site.

    Raises:
        CommandError: if the configuration cannot be used, or if the build fails.
    """
    require_configuration(chosen.config)
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # silences the theme's notice about its successor
    with site_tools():
        from jinja2 import TemplateError
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import Abort, BuildError, ConfigurationError, MkDocsException
    heard = _Listener(quiet=chosen.json)
    loggers = [logging.getLogger(name) for name in ("mkdocs", "kontrapunkt_site")]
    for logger in loggers:
        logger.addHandler(heard)
        logger.propagate = False
    try:
        with exit_if_unreadable(chosen.config):
            config = load_config(chosen.config, strict=True, **_given(chosen))
        site = Path(config.site_dir)
        with _replaced(site) as draft:
            config.site_dir = draft
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
            config.plugins.on_shutdown()
    except (ConfigurationError, TemplateError) as error:  # a template of the author's theme
        raise CommandError(str(error), place=chosen.config) from error
    except (Abort, BuildError, MkDocsException) as error:
        raise CommandError(catalogue.say("cli.build.failed"), FAILED, details=heard.lines) from error
    finally:
        for logger in loggers:
            logger.removeHandler(heard)
    return _report(chosen, site)


@contextmanager
def _replaced(site: Path) -> Iterator[str]:
    """Yield a folder to build in, which replaces the site at the end; if the build fails, the site stays.

    It is inside the site's own folder, which may be a link or another disk, and keeps its hidden files.
    """
    from mkdocs.utils import clean_directory

    draft = site / _DRAFT
    shutil.rmtree(draft, ignore_errors=True)  # of a build that was killed
    draft.mkdir(parents=True)
    try:
        yield str(draft)
        clean_directory(str(site))
        for each in [*draft.iterdir()]:
            shutil.rmtree(site / each.name, ignore_errors=True)  # a hidden folder of the former site
            each.replace(site / each.name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _given(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that the command line overrides."""
    named = {"site_url": chosen.site_url, "site_dir": chosen.site_dir and os.path.abspath(chosen.site_dir)}
    return {key: value for key, value in named.items() if value}


def _report(chosen: argparse.Namespace, site: Path) -> int:
    files = [path for path in site.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files) / 1e6
    shown = os.path.relpath(site)
    folder = site if shown.startswith("..") else shown
    line = catalogue.say("cli.build.done", folder=folder, pages=pages, size=f"{size:.1f}")
    return tell(chosen, {"folder": str(site), "pages": pages, "megabytes": round(size, 1)}, [line])


class _Listener(logging.Handler):
    """Collects the warnings of MkDocs, a line each, and prints them.

    Attributes:
        quiet: True to print nothing.
        lines: The warnings so far.
    """

    def __init__(self, quiet: bool) -> None:
        super().__init__(logging.WARNING)
        self.quiet = quiet
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = " ".join(record.getMessage().split())
        if not line.startswith("Error reading page"):  # the error itself follows
            self.lines.append(line)
            if not self.quiet:
                print(f"kontrapunkt: {line}", file=sys.stderr)
