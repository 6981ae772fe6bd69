"""What fences have made, kept from build to build under the hash of all that it was made of.

It is what would be made anew: the engine, its games and the fences themselves are in the hash.
"""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from kontrapunkt import words
from kontrapunkt.registry import GROUPS, foreign
from kontrapunkt_site.bundle import package_files, packages_of


class Made:
    """A store of JSON values by what they were made of."""

    def __init__(self, folder: Path | None = None) -> None:
        """Opens the store.

        Args:
            folder: Where it lies; None keeps nothing.
        """
        self._folder = folder

    def of[T](self, given: object, make: Callable[[], T]) -> T:
        """What was made of something, or is made now.

        Args:
            given: All that it is made of, but for the code; it can be written as JSON.
            make: Makes it; what it answers can be written as JSON and reads back the same.
        """
        if self._folder is None:
            return make()
        said = json.dumps([code_version(), words.language(), given], sort_keys=True, ensure_ascii=False)
        path = self._folder / f"{sha256(said.encode()).hexdigest()[:32]}.json"
        with suppress(OSError, ValueError):
            found: T = json.loads(path.read_text("utf-8"))
            return found
        made = make()
        with suppress(OSError):  # then it is made again next time
            self._folder.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(".tmp")
            draft.write_text(json.dumps(made, ensure_ascii=False), "utf-8")
            draft.replace(path)
        return made


@cache
def code_version() -> str:
    """A name for all the code that makes something: engine, what others have registered, this package."""
    digest = sha256(f"{sys.version_info[:2]}".encode())
    brought = {group: dict(sorted(foreign(group).items())) for group in GROUPS}
    digest.update(repr(brought).encode())
    places = [place for group in brought.values() for place in group.values()]
    for package in ("kontrapunkt", "kontrapunkt_site", *packages_of(places)):
        for name, path in package_files(package):
            if name.endswith((".py", ".json")):
                digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()
