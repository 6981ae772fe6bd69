"""The service worker: a template with all files of the site and their hashes.

Each page has a mark in its head that changes with it, so that a tab can detect a newer version of the site.
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
"""The empty manifest in the template."""

_NOT_KEPT: Final = (SERVICE_WORKER, SITE_MAP)
"""Files not in the manifest: browsers store the worker; hosts may change the site map."""


def write_service_worker(
    site: Path, wanted: Callable[[str], bool], changed: Mapping[Path, bytes] = MappingProxyType({})
) -> None:
    """Mark the pages of a site and write the service worker into its root.

    Args:
        site: The site's folder, complete except for the marks and this file.
        wanted: Returns whether a reader without a network may need a file, by its path in the site.
        changed: New content of pages that are still to be written.
    """
    every = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    kept = [name for name in every if wanted(name) and name not in _NOT_KEPT]

    def hashed(name: str) -> str:
        return _marked(every[name], changed) if name.endswith(".html") else _hash(every[name].read_bytes())

    names = dict.fromkeys((*(name for name in every if name.endswith(".html")), *kept))
    with ThreadPoolExecutor() as threads:  # threads leave time for other work
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
    """Write the hash of a page into its head.

    Returns:
        The hash of the page with the mark.
    """
    # Bytes, since an author's files need not be UTF-8.
    content = changed.get(page) or page.read_bytes()
    mark = f'<meta name="kontrapunkt-page" content="{_hash(content)}">'
    text = content.decode("utf-8", "surrogateescape")
    content = head.with_last(text, mark).encode("utf-8", "surrogateescape")
    page.write_bytes(content)
    return _hash(content)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
