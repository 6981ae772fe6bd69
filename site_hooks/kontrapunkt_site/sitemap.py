"""The site map, reproducible; instant navigation reads the known pages from it."""

import gzip
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

SITE_MAP: Final = "sitemap.xml"
NOWHERE: Final = "http://localhost/"
"""The root of a site of unknown address; browsers replace it by the real host."""


def write(site: Path, urls: Iterable[str], root: str) -> None:
    """Write `sitemap.xml` and a compressed copy.

    Args:
        site: The site's folder.
        urls: The addresses of the pages, relative to the root.
        root: The address of the root.
    """
    text = sitemap_text(urls, root)
    (site / SITE_MAP).write_text(text, "utf-8")
    (site / f"{SITE_MAP}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def sitemap_text(urls: Iterable[str], root: str) -> str:
    """Return the text of a site map."""
    entries = "".join(f"  <url><loc>{escape(urljoin(root, url))}</loc></url>\n" for url in sorted(urls))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{entries}</urlset>\n"
