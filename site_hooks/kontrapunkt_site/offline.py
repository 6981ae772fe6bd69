"""The service worker of a built site: our template, with every file of the site and the hash of its bytes.

Each page has a mark in its head that changes with it, so that a tab can ask whether the site has moved on.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Final

from kontrapunkt_site import head
from kontrapunkt_site.assets import ASSETS, PLACE, SERVICE_WORKER
from kontrapunkt_site.sitemap import SITE_MAP

PLACEHOLDER: Final = "/*KP_MANIFEST*/{}"
"""Where the template has its empty manifest."""

_NOT_KEPT: Final = (SERVICE_WORKER, SITE_MAP)
"""The browser keeps the one itself; the other a host may write anew, and the service worker makes its own."""


def write_service_worker(
    site: Path, wanted: Callable[[str], bool], changed: Mapping[Path, bytes] = MappingProxyType({})
) -> None:
    """Marks the pages of a site and writes the service worker into its root.

    Args:
        site: The site's folder, complete but for these marks and this file.
        wanted: Whether a reader without a network may need a file, by its path in the site.
        changed: Pages that are to be written otherwise than they are there.
    """
    every = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    kept = [name for name in every if wanted(name) and name not in _NOT_KEPT]

    def hashed(name: str) -> str:
        return _marked(every[name], changed) if name.endswith(".html") else _hash(every[name].read_bytes())

    names = dict.fromkeys((*(name for name in every if name.endswith(".html")), *kept))
    with ThreadPoolExecutor() as threads:  # hashing and writing leave the others their time
        found = dict(zip(names, threads.map(hashed, names), strict=True))
    files = {name: found[name] for name in kept}
    template = (ASSETS / "runtime" / SERVICE_WORKER).read_text("utf-8")
    if template.count(PLACEHOLDER) != 1:
        raise ValueError(f"the template {SERVICE_WORKER} has no {PLACEHOLDER}")
    manifest = {
        "version": hashlib.sha256((template + json.dumps(files)).encode()).hexdigest()[:12],
        "files": files,
        "runtime": [name for name in files if name.startswith(f"{PLACE}/runtime-")],
    }
    (site / SERVICE_WORKER).write_text(template.replace(PLACEHOLDER, json.dumps(manifest)), "utf-8")


def _marked(page: Path, changed: Mapping[Path, bytes]) -> str:
    """Writes the hash of a page into its head, so that no two versions of it have the same mark.

    Returns:
        The hash of what it is then.
    """
    # bytes, since what an author has copied into the site need not be UTF-8
    content = changed.get(page) or page.read_bytes()
    mark = f'<meta name="kontrapunkt-page" content="{_hash(content)}">'
    text = content.decode("utf-8", "surrogateescape")
    content = head.with_last(text, mark).encode("utf-8", "surrogateescape")
    page.write_bytes(content)
    return _hash(content)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
