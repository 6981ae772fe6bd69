"""`kontrapunkt fences`: list the fences for pages, or the options, format and mistakes of one."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

from kontrapunkt.commands import CommandError, hanging, site_tools, tell
from kontrapunkt.commands.common import declare, declare_shared
from kontrapunkt.core.deal import nearest
from kontrapunkt.text import catalogue

if TYPE_CHECKING:
    from kontrapunkt_site.reference.fence_guide import FenceGuide


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "name", "cli.fences.help.name", nargs="?", metavar="NAME")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Print the list, or one fence.

    Raises:
        CommandError: if there is no such fence, or what builds sites is not installed.
    """
    with site_tools():
        from kontrapunkt_site.fences import FENCES
        from kontrapunkt_site.reference.fence_guide import guide_to
    if chosen.name is None:
        guides = [guide for name in FENCES if (guide := guide_to(name))]
        width = max(len(guide.kind.name) for guide in guides)
        listed = [{"name": guide.kind.name, "does": guide.does} for guide in guides]
        rows = (f"{guide.kind.name:{width}}  {guide.does}" for guide in guides)
        lines = [line for row in rows for line in hanging(row, width + 2)]
        return tell(chosen, listed, lines)
    found = guide_to(chosen.name)
    if found is None:
        near = nearest(chosen.name, tuple(FENCES))
        values = {"name": chosen.name, "near": near or "", "names": ", ".join(FENCES)}
        raise CommandError(catalogue.say("cli.fences.near" if near else "cli.fences.unknown", **values))
    return tell(chosen, _as_json(found), _lines(found))


def _as_json(guide: "FenceGuide") -> dict[str, object]:
    return {
        "name": guide.kind.name,
        "does": guide.does,
        "body": guide.body,
        "options": [
            {"key": key, "says": guide.options.get(key, ""), "required": option.required}
            for key, option in guide.kind.options.items()
        ],
        "example": guide.example,
        "mistakes": [{"page": each.page, "said": each.said} for each in guide.mistakes(Path.cwd())],
    }


def _lines(guide: "FenceGuide") -> Iterator[str]:
    say = catalogue.say
    yield from hanging(f"{guide.kind.name}: {guide.does} {guide.body}".strip(), 4)
    if guide.kind.options:
        yield from ("", say("cli.fences.options"))
    for key, option in guide.kind.options.items():
        needed = f" ({say('cli.fences.needed')})" if option.required else ""
        yield from (f"  {line}" for line in hanging(f"{key}: {guide.options.get(key, '')}{needed}", 4))
    if guide.example:
        yield from ("", say("cli.fences.example"), "", indent(guide.example, "    "))
    for number, mistake in enumerate(guide.mistakes(Path.cwd())):
        if not number:
            yield from ("", say("cli.fences.mistakes"))
        yield from ("", indent(mistake.page, "    "), *(f"  {line}" for line in hanging(mistake.said, 0)))
