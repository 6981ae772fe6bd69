"""`kontrapunkt export FORMAT ...`: write packages for other programs.

`scorm` packs lessons, puzzles and drills for a learning management system; `qti` packs multiple-choice
questions as a QTI 2.1 package for learning platforms; `assets` writes what pages of another builder load.
"""

import argparse
from pathlib import Path

from kontrapunkt.classroom.paper import is_multiple_choice
from kontrapunkt.classroom.qti import package
from kontrapunkt.commands import CommandError, exit_on_error, site_tools, tell, writing
from kontrapunkt.commands.common import (
    built_site,
    declare,
    declare_shared,
    one_line_of_text,
    site_address,
    whole_number,
)
from kontrapunkt.commands.sheet import choose_all, question_arguments, read_order
from kontrapunkt.core import files
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the formats and their options."""
    formats = parser.add_subparsers(metavar="FORMAT", required=True)
    for name, declares, writes in (
        ("scorm", _scorm_arguments, _scorm),
        ("qti", _qti_arguments, _qti),
        ("assets", _assets_arguments, _assets),
    ):
        does = catalogue.say(f"cli.export.help.{name}")
        one = formats.add_parser(name, help=does, description=catalogue.capital(does) + ".")
        one.set_defaults(writes=writes)
        declares(one)
        declare_shared(one, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Write the chosen format.

    Raises:
        CommandError: if there is nothing to write, or it cannot be written.
    """
    chosen.writes(chosen)
    return 0


# SCORM ------------------------------------------------------------------------------------------------------


def _scorm_arguments(parser: argparse.ArgumentParser) -> None:
    percent = whole_number(100)
    declare(parser, "items", "cli.export.help.items", nargs="+", metavar="PAGE[#ID]")
    declare(parser, "--site-dir", "cli.export.help.site", default="site", metavar="FOLDER")
    declare(parser, "--site-url", "cli.export.help.home", default="", metavar="URL")
    declare(parser, "--title", "cli.export.help.title", type=one_line_of_text, default="", metavar="TEXT")
    declare(parser, "--mastery", "cli.export.help.mastery", type=percent, metavar="PERCENT")
    declare(parser, "--out", "cli.export.help.out", default="course.zip", metavar="FILE")


def _scorm(chosen: argparse.Namespace) -> None:
    with site_tools():
        from kontrapunkt_site import scorm
    site, home = built_site(chosen.site_dir), site_address(chosen.site_url)
    with exit_on_error(scorm.ScormError):
        items = list(dict.fromkeys(item for each in chosen.items for item in scorm.find_items(site, each)))
        title = chosen.title or items[0].title
        data = scorm.package(site, items, title=title, mastery=chosen.mastery, home=home)
    with writing(chosen.out):
        files.replace(Path(chosen.out), data)
    line = catalogue.say("cli.export.done", file=chosen.out, items=len(items), size=len(data) / 1e6)
    tell(chosen, {"file": str(chosen.out), "items": len(items), "left_out": 0, "bytes": len(data)}, [line])


# QTI --------------------------------------------------------------------------------------------------------


def _qti_arguments(parser: argparse.ArgumentParser) -> None:
    question_arguments(parser)
    declare(parser, "--out", "cli.export.qti.out", type=Path, required=True, metavar="FILE")


def _qti(chosen: argparse.Namespace) -> None:
    order = read_order(chosen)
    (entries,) = choose_all(order, chosen).values()
    with use_faces(order.sheet_faces):
        able = [each for each in entries if is_multiple_choice(each.task)]
        if not able:
            raise CommandError(catalogue.say("cli.export.qti.none"))
        data = package(order.title or catalogue.say("sheet.of", game=order.open_game().title), able)
    with writing(chosen.out):
        files.replace(chosen.out, data)
    left, size = len(entries) - len(able), round(len(data) / 1000)
    line = catalogue.say("cli.export.qti.done", file=chosen.out, n=len(able), left=left, size=size)
    tell(chosen, {"file": str(chosen.out), "items": len(able), "left_out": left, "bytes": len(data)}, [line])


# Assets -----------------------------------------------------------------------------------------------------


def _assets_arguments(parser: argparse.ArgumentParser) -> None:
    declare(parser, "--out", "cli.export.assets.out", type=Path, required=True, metavar="FOLDER")


def _assets(chosen: argparse.Namespace) -> None:
    with site_tools():
        from kontrapunkt_site import assets, bundle
    with exit_on_error(bundle.BundleError):
        assets.check_minified()
        made = assets.for_another_builder(bundle.cached_runtime() or bundle.make())
    with writing(chosen.out):
        for name, content in made.items():
            path = chosen.out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            files.replace(path, content)
    line = catalogue.say("cli.export.assets.done", folder=chosen.out, n=len(made))
    size = sum(map(len, made.values()))
    tell(chosen, {"file": str(chosen.out), "items": len(made), "left_out": 0, "bytes": size}, [line])
