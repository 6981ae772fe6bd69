"""The line at the foot of every page, whose links to Markdown files lead to their pages."""

import re
from collections.abc import Mapping
from html import escape
from typing import Final

from kontrapunkt_site.rule_pages import relative

_LINE: Final = re.compile(r'(<div class="md-copyright__highlight">)(.*?)(?=</div>)', re.S)
_LINK: Final = re.compile(r'(?<=href=")[^":]+\.md(?=["#])')


def with_page_links(output: str, pages: Mapping[str, str], url: str | None, base: str = "/") -> str:
    """Return a page whose foot leads to other pages of the site.

    Args:
        output: The page as rendered by the theme.
        pages: The address of each page by the path of its Markdown file; a link to another file stays.
        url: The page's own address; None for a page such as 404, which is shown at any address.
        base: The path of the site on its host, for such a page.
    """

    def address(found: re.Match[str]) -> str:
        target = pages.get(found[0])
        if target is None:
            return found[0]
        target = target.removeprefix("./")
        return escape(f"{base}{target}" if url is None else relative(target, url) or "./")

    return _LINE.sub(lambda found: found[1] + _LINK.sub(address, found[2]), output, count=1)
