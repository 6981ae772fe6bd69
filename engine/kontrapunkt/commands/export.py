"""`kontrapunkt export FORMAT ...`: what other programs read; a format is a module and a line in `FORMATS`."""

import argparse
from importlib import import_module
from typing import Final

from kontrapunkt import words

FORMATS: Final = {
    "scorm": "kontrapunkt.commands.export_scorm",
    "qti": "kontrapunkt.commands.export_qti",
}
"""The module of each format; it has `arguments` and `run`, and `cli.export.help.<format>` is a sentence."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the formats, each with its options."""
    formats = parser.add_subparsers(dest="format", metavar="FORMAT", required=True)
    for name, module in FORMATS.items():
        does = words.say(f"cli.export.help.{name}")
        one = formats.add_parser(name, help=does, description=words.capital(does) + ".")
        import_module(module).arguments(one)


def run(chosen: argparse.Namespace) -> int:
    """Writes the format that is chosen."""
    status: int = import_module(FORMATS[chosen.format]).run(chosen)
    return status
