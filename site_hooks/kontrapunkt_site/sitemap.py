"""The site map, the same bytes on every day; the theme's instant navigation takes the known pages from it."""

import gzip
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

SITE_MAP: Final = "sitemap.xml"
NOWHERE: Final = "http://localhost/"
"""The root of a site whose address nobody has told: readers' browsers put the real host in its place."""


def write(site: Path, urls: Iterable[str], root: str) -> None:
    """Writes `sitemap.xml` and its compressed twin.

    Args:
        site: The site's folder.
        urls: The addresses of the pages, relative to the root of the site.
        root: The address of that root.
    """
    text = of(urls, root)
    (site / SITE_MAP).write_text(text, "utf-8")
    (site / f"{SITE_MAP}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def of(urls: Iterable[str], root: str) -> str:
    """The text of a site map."""
    entries = "".join(f"  <url><loc>{escape(urljoin(root, url))}</loc></url>\n" for url in sorted(urls))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{entries}</urlset>\n"
