"""Files cached between builds."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kontrapunkt.core import files


def cache_folder() -> Path:
    """Return the cache folder: `KONTRAPUNKT_CACHE`, else one in the user's cache."""
    chosen = os.environ.get("KONTRAPUNKT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(base) / "kontrapunkt"


def cached_file(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the content of a cached file, or make and store it.

    Args:
        path: The file; its name depends on all inputs.
        make: Makes the content.
    """
    with suppress(OSError):
        return path.read_bytes()
    made = make()
    keep(path, made)
    return made


def keep(path: Path, content: bytes) -> None:
    """Write a file atomically; a failure is ignored, as the file can be made again.

    Args:
        path: The file.
        content: The content.
    """
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, content, durable=False)
