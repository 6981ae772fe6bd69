"""`kontrapunkt export scorm`: lessons, puzzles and drills for a learning management system."""

import argparse
from pathlib import Path

from kontrapunkt import words
from kontrapunkt.commands import CommandError, unwritable
from kontrapunkt.commands.common import built_site, site_address


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
        type=_percent,
        metavar="PERCENT",
        help=words.say("cli.export.help.mastery"),
    )
    parser.add_argument("--out", default="course.zip", metavar="FILE", help=words.say("cli.export.help.out"))


def _percent(text: str) -> int:
    """The type of an argument that is a score.

    Raises:
        argparse.ArgumentTypeError: if it is no whole number from 0 to 100.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100):
        raise argparse.ArgumentTypeError(words.say("cli.percent", text=text[:40]))
    return int(text)


def run(chosen: argparse.Namespace) -> int:
    """Writes the package.

    Raises:
        CommandError: if there is no built site, nothing that plays where it is looked for, or no room.
    """
    try:
        from kontrapunkt_site import scorm
    except ModuleNotFoundError as error:
        raise CommandError(words.say("cli.needs_site")) from error
    site, home = built_site(chosen.site_dir), site_address(chosen.site_url)
    try:
        items = list(dict.fromkeys(scorm.find(site, each) for each in chosen.items))
        title = chosen.title or items[0].title
        data = scorm.package(site, items, title=title, mastery=chosen.mastery, home=home)
    except scorm.ScormError as error:
        raise CommandError(str(error)) from error
    try:
        Path(chosen.out).write_bytes(data)
    except (OSError, ValueError) as error:
        raise unwritable(chosen.out, error) from error
    size = f"{len(data) / 1e6:.1f}"
    print(words.say("cli.export.done", file=chosen.out, items=len(items), size=size))
    return 0
