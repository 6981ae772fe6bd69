"""The option `--on`: a cluster does the work, and what is said where it cannot."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from kontrapunkt import words
from kontrapunkt.commands import CommandError, one_line
from kontrapunkt.puzzles.cluster import NoCluster, Unanswered


def on_cluster(parser: argparse.ArgumentParser) -> None:
    """Declares the option."""
    parser.add_argument("--on", default="", metavar="ADDRESS", help=words.say("cli.help.on"))


@contextmanager
def cluster_errors() -> Iterator[None]:
    """Tells in a sentence why a cluster cannot be asked.

    Raises:
        CommandError: if `distributed` is not installed, or nobody answers.
    """
    try:
        yield
    except NoCluster:
        raise CommandError(words.say("cli.needs_cluster")) from None
    except Unanswered as error:
        raise CommandError(words.say("cli.no_cluster", address=one_line(str(error)))) from None
