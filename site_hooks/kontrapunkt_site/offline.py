"""The service worker of a built site: our template, with every file of the site and the hash of its bytes."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kontrapunkt_site.assets import ASSETS, PLACE, SERVICE_WORKER

MARK: Final = "/*KP_MANIFEST*/{}"
"""Where the template has its empty manifest."""


def write_service_worker(site: Path, wanted: Callable[[str], bool]) -> None:
    """Writes the service worker into the root of a site.

    Args:
        site: The site's folder, complete but for this file.
        wanted: Whether a reader without a network may need a file, by its path in the site.
    """
    found = (path.relative_to(site).as_posix() for path in sorted(site.rglob("*")) if path.is_file())
    files = {name: _hash(site / name) for name in found if wanted(name) and name != SERVICE_WORKER}
    template = (ASSETS / SERVICE_WORKER).read_text("utf-8")
    if template.count(MARK) != 1:
        raise ValueError(f"the template {SERVICE_WORKER} has no {MARK}")
    manifest = {
        "version": hashlib.sha256((template + json.dumps(files)).encode()).hexdigest()[:12],
        "files": files,
        "runtime": [name for name in files if name.startswith(f"{PLACE}/runtime-")],
    }
    (site / SERVICE_WORKER).write_text(template.replace(MARK, json.dumps(manifest)), "utf-8")


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
