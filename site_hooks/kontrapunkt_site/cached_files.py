"""Files that one build makes and later builds read."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kontrapunkt.core import files


def cache_folder() -> Path:
    """Return the folder of the build cache: `KONTRAPUNKT_CACHE`, else one in the user's cache folder."""
    chosen = os.environ.get("KONTRAPUNKT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(base) / "kontrapunkt"


def cached_file(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the content of a file, which is made and stored first if it is missing.

    Args:
        path: The file; its name changes with everything that its content depends on.
        make: Makes the content.
    """
    with suppress(OSError):
        return path.read_bytes()
    made = make()
    keep(path, made)
    return made


def keep(path: Path, content: bytes) -> None:
    """Store a file whole; if that fails, the next build makes it again."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, content, durable=False)
