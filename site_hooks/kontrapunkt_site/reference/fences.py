"""The part of the reference about fences."""

from pathlib import Path

from kontrapunkt.text import catalogue
from kontrapunkt_site.fences import FENCES
from kontrapunkt_site.reference.fence_guide import FenceGuide, converted, guide_to
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
        parts.append(_shown(guide, folder))
    mistakes = guide.mistakes(folder)
    if mistakes:
        parts.append(f"**{say('reference.mistakes')}**\n")
        for mistake in mistakes:
            parts += [listing(mistake.page, "markdown"), f"> {mistake.said}\n"]
    return "\n".join(parts)


def _shown(guide: FenceGuide, folder: Path) -> str:
    """Return the example itself, or a link to a page that uses the fence; nothing if both are missing."""
    if guide.seen:
        there = (folder / "docs" / guide.seen).exists()
        return catalogue.say("reference.seen", page=f"../{guide.seen}") + "\n" if there else ""
    return "" if converted(guide.example, folder) else f"{guide.example}\n"
