"""Files that are kept from build to build: found, or made and written whole."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def cache_folder() -> Path:
    """Where builds keep what later ones may use: `KONTRAPUNKT_CACHE`, else in the user's cache folder."""
    chosen = os.environ.get("KONTRAPUNKT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(base) / "kontrapunkt"


def cached_file(path: Path, make: Callable[[], bytes]) -> bytes:
    """What a file holds that was kept, or is made and kept now.

    Args:
        path: The file; its name changes with all that it is made of.
        make: Makes what it holds.
    """
    with suppress(OSError):
        return path.read_bytes()
    made = make()
    keep(path, made)
    return made


def keep(path: Path, content: bytes) -> None:
    """Writes a file that nobody ever sees half written; where it cannot be, it is made again next time.

    Args:
        path: The file.
        content: What it is to hold.
    """
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
