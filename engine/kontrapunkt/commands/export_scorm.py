"""`kontrapunkt export scorm`: lessons, puzzles and drills for a learning management system."""

import argparse
import os
from pathlib import Path

from kontrapunkt import words
from kontrapunkt.commands import CommandError, unreadable


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("items", nargs="+", metavar="PAGE[#ID]", help=words.say("cli.export.help.items"))
    parser.add_argument(
        "--site-dir", default="site", metavar="FOLDER", help=words.say("cli.export.help.site")
    )
    parser.add_argument("--site-url", default="", metavar="URL", help=words.say("cli.export.help.home"))
    parser.add_argument("--title", default="", metavar="TEXT", help=words.say("cli.export.help.title"))
    parser.add_argument(
        "--mastery",
        type=int,
        choices=range(101),
        metavar="PERCENT",
        help=words.say("cli.export.help.mastery"),
    )
    parser.add_argument("--out", default="course.zip", metavar="FILE", help=words.say("cli.export.help.out"))


def run(chosen: argparse.Namespace) -> int:
    """Writes the package.

    Raises:
        CommandError: if there is no built site, nothing that plays where it is looked for, or no room.
    """
    try:
        from kontrapunkt_site import scorm
    except ModuleNotFoundError as error:
        raise CommandError(words.say("cli.needs_site")) from error
    site, target = Path(chosen.site_dir), Path(chosen.out)
    if not os.path.isfile(site / "index.html"):
        raise CommandError(words.say("cli.serve.no_site", folder=site))
    try:
        items = [scorm.find(site, each) for each in chosen.items]
        title = chosen.title or items[0].title
        scorm.write(site, items, target, title=title, mastery=chosen.mastery, home=chosen.site_url)
    except scorm.ScormError as error:
        raise CommandError(str(error)) from error
    except (OSError, ValueError) as error:
        raise unreadable(str(getattr(error, "filename", None) or target), error) from error
    size = target.stat().st_size / 1e6
    print(words.say("cli.export.done", file=target, items=len(items), size=f"{size:.1f}"))
    return 0
