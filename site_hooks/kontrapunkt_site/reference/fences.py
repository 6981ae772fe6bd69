"""The part of the reference about fences."""

from pathlib import Path

from kontrapunkt.text import catalogue
from kontrapunkt_site.fences import FENCES
from kontrapunkt_site.reference.fence_guide import FenceGuide, guide_to
from kontrapunkt_site.reference.markup import code, listing, table


def fences(folder: Path) -> str:
    """Return a section for each fence: purpose, options, an example and usual mistakes."""
    return "\n".join(section(guide, folder) for name in FENCES if (guide := guide_to(name)))


def section(guide: FenceGuide, folder: Path) -> str:
    """Return the section of a fence."""
    say, name = catalogue.say, guide.kind.name
    parts = [f"## {name} {{ #{name} }}\n", f"{guide.does} {guide.body}".strip() + "\n"]
    if guide.kind.options:
        rows = [
            (code(key), guide.options.get(key, ""), say("reference.yes") if option.required else "")
            for key, option in guide.kind.options.items()
        ]
        parts.append(table((say("reference.option"), say("reference.says"), say("reference.needed")), rows))
    if guide.example:
        parts.append(f"**{say('reference.example')}**\n")
        parts.append(listing(guide.example, "markdown"))
        seen = say("reference.seen", page=f"../{guide.seen}") if guide.seen else ""
        parts.append(f"{seen or guide.example}\n")
    mistakes = guide.mistakes(folder)
    if mistakes:
        parts.append(f"**{say('reference.mistakes')}**\n")
        for mistake in mistakes:
            parts += [listing(mistake.page, "markdown"), f"> {mistake.said}\n"]
    return "\n".join(parts)
