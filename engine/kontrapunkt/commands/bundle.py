"""`kontrapunkt bundle`: copy the built site to a folder and zip for offline use."""

import argparse
import os
from pathlib import Path

from kontrapunkt.commands import exit_on_error, site_tools, tell, writing
from kontrapunkt.commands.common import built_site, declare, declare_shared
from kontrapunkt.text import catalogue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "--site-dir", "cli.help.site", default="site", metavar="FOLDER")
    declare(parser, "--out", "cli.bundle.help.out", default="bundle", metavar="FOLDER")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Make the copy.

    Raises:
        CommandError: if there is no built site of this version, or if the copy cannot be written.
    """
    with site_tools():
        from kontrapunkt_site import portable
    with exit_on_error(portable.PortableError), writing(chosen.out):
        made = portable.copy(built_site(chosen.site_dir), Path(os.path.normpath(chosen.out)))
    files = [path for path in made.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    packed = made.archive.stat().st_size / 1e6
    said = {"start": made.folder / portable.START, "files": len(files), "archive": made.archive}
    line = catalogue.say("cli.bundle.done", **said, size=size, packed=packed)
    as_json = {
        "start": str(said["start"]),
        "files": len(files),
        "megabytes": round(size, 1),
        "archive": str(made.archive),
        "archive_megabytes": round(packed, 1),
    }
    return tell(chosen, as_json, [line])
