"""The page by which a class finds a site: its address in large letters, and as a QR code."""

from typing import Final

from kontrapunkt import words
from kontrapunkt.classroom import qr
from kontrapunkt.render.markup import el, text

_STYLE: Final = """
body { display: flex; flex-flow: column; align-items: center; justify-content: center; gap: 4vmin;
  min-height: 100vh; margin: 0; padding: 3vmin; box-sizing: border-box; background: #fff; color: #111;
  text-align: center; font-family: system-ui, sans-serif; }
h1 { margin: 0; font-size: clamp(1.2rem, 5.5vmin, 5rem); overflow-wrap: anywhere; }
p { margin: 0; max-width: 40em; font-size: clamp(1rem, 2.6vmin, 2.2rem); }
svg { width: min(60vmin, 90vw); }
"""


def page(url: str) -> str:
    """The page as HTML, for a projector: dark on light whatever the device prefers.

    Without the package that draws QR codes it shows the address alone.

    Args:
        url: The address of the site.
    """
    title = words.say("class.title")
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{words.language()}">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<link rel="icon" href="data:,">',
            el("title", {}, text(title)),
            f"<style>{_STYLE}</style>",
            el("h1", {}, el("a", {"href": url, "style": "color: inherit"}, text(url))),
            code(url),
            el("p", {}, text(words.say("class.type"))),
        )
    )


def code(url: str) -> str:
    """The QR code of an address as SVG; empty where no package draws it, or where it is too long for one.

    Args:
        url: The address.
    """
    try:
        return qr.svg(url, words.say("class.code"))
    except (qr.NoDrawer, qr.NoCode):
        return ""
