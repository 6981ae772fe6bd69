"""The service worker of a built site: our template, with every file of the site and the hash of its bytes.

Each page has a mark in its head that changes with it, so that a tab can ask whether the site has moved on.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kontrapunkt_site.assets import ASSETS, PLACE, SERVICE_WORKER
from kontrapunkt_site.sitemap import SITE_MAP

PLACEHOLDER: Final = "/*KP_MANIFEST*/{}"
"""Where the template has its empty manifest."""

_NOT_KEPT: Final = (SERVICE_WORKER, SITE_MAP)
"""The browser keeps the one itself; the other a host may write anew, and the service worker makes its own."""


def write_service_worker(site: Path, wanted: Callable[[str], bool]) -> None:
    """Marks the pages of a site and writes the service worker into its root.

    Args:
        site: The site's folder, complete but for these marks and this file.
        wanted: Whether a reader without a network may need a file, by its path in the site.
    """
    every = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    marked = {name: _marked(path) for name, path in every.items() if name.endswith(".html")}
    kept = [name for name in every if wanted(name) and name not in _NOT_KEPT]
    files = {name: marked.get(name) or _hash(every[name].read_bytes()) for name in kept}
    template = (ASSETS / SERVICE_WORKER).read_text("utf-8")
    if template.count(PLACEHOLDER) != 1:
        raise ValueError(f"the template {SERVICE_WORKER} has no {PLACEHOLDER}")
    manifest = {
        "version": hashlib.sha256((template + json.dumps(files)).encode()).hexdigest()[:12],
        "files": files,
        "runtime": [name for name in files if name.startswith(f"{PLACE}/runtime-")],
    }
    (site / SERVICE_WORKER).write_text(template.replace(PLACEHOLDER, json.dumps(manifest)), "utf-8")


def _marked(page: Path) -> str:
    """Writes the hash of a page into its head, so that no two versions of it have the same mark.

    Returns:
        The hash of what it is then.
    """
    content = page.read_bytes()  # bytes, since what an author has copied into the site need not be UTF-8
    mark = f'<meta name="kontrapunkt-page" content="{_hash(content)}">'
    content = content.replace(b"</head>", f"{mark}</head>".encode(), 1)
    page.write_bytes(content)
    return _hash(content)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
