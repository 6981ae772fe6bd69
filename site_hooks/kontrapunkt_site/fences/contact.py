"""The contact address of the site's host, if there is one: ` ```contact `.

With an address the fence is a sentence with a link; without one it is the text between the backticks, so that
a page never sends readers to a missing page.
"""

import re
from typing import Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind

_WEB: Final = re.compile(r"https?://[^\s/]+\S*")
_MAIL: Final = re.compile(r"[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+")


def link_to(address: str) -> str:
    """Return the link to a contact address.

    Args:
        address: The address of a page or a mailbox.

    Raises:
        ValueError: if it is neither.
    """
    if _WEB.fullmatch(address):
        return address
    if _MAIL.fullmatch(address):
        return f"mailto:{address}"
    raise ValueError(catalogue.say("fence.contact.address", address=address))


def _html(block: Block) -> str:
    prose = str(block.text).strip()
    if not prose:
        raise block.error(catalogue.say("fence.contact.empty"))
    address = block.conversion.page.contact
    if not address:
        return html_of(prose, block.text, block.conversion.page)
    before, after = catalogue.say("fence.contact", address="\0").split("\0")
    shown = address.removeprefix("https://").rstrip("/")
    return el("p", None, text(before), el("a", {"href": link_to(address)}, text(shown)), text(after))


FENCE: Final = FenceKind("contact", {}, _html)
