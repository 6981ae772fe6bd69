"""What fences have made, kept from build to build under the hash of all that it was made of.

It is what would be made anew: the engine, its games and the fences themselves are in the hash.
"""

import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final
from weakref import finalize

from kontrapunkt.core.registry import GROUPS, foreign
from kontrapunkt.text import catalogue
from kontrapunkt_site.bundle import BundleError, package_files, packages_of

_VERSIONS: Final = 3
"""Of how many versions of the code something is kept."""


class BuildCache:
    """A store of JSON values by what they were made of: a database for each version of the code.

    Attributes:
        folder: Where it lies; None where nothing is kept.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Opens the store, and removes those of the oldest versions of the code.

        Args:
            folder: Where it lies; None keeps nothing.
        """
        self.folder = folder
        self._store = _opened(folder, f"{code_version()[:16]}.sqlite") if folder else None
        if self._store:
            finalize(self, self._store.close)

    def of[T](self, given: object, make: Callable[[], T]) -> T:
        """What was made of something, or is made now.

        Args:
            given: All that it is made of, but for the code; it can be written as JSON.
            make: Makes it; what it answers can be written as JSON, reads back the same, and is not None.
        """
        found: T | None = self.find(given)
        if found is None:
            found = make()
            self.keep(given, found)
        return found

    def find(self, given: object) -> Any:
        """What was made of something; None for nothing.

        Args:
            given: As in `of`.
        """
        text = self.text(given)
        with suppress(ValueError):
            return None if text is None else json.loads(text)
        return None

    def keep(self, given: object, made: object) -> None:
        """Keeps what has been made.

        Args:
            given: As in `of`.
            made: What was made of it.
        """
        self.keep_text(given, json.dumps(made, ensure_ascii=False))

    def text(self, given: object) -> str | None:
        """The text that was made of something, as `keep_text` kept it; None for nothing.

        Args:
            given: As in `of`.
        """
        found = self._found("made", given)
        return None if found is None else str(found)

    def has(self, given: object) -> bool:
        """Whether something was made of it.

        Args:
            given: As in `of`.
        """
        return self._found("1", given) is not None

    def content(self, given: object) -> bytes:
        """The text that was made of something as a file holds it.

        Args:
            given: As in `of`.

        Raises:
            FileNotFoundError: if there is none.
        """
        found = self._found("CAST(made AS BLOB)", given)
        if found is None:
            raise FileNotFoundError(f"{self.folder}: what was kept there is gone")
        return bytes(found)

    def _found(self, what: str, given: object) -> Any:
        """A value of the row of something; None for none."""
        if self._store:
            with suppress(sqlite3.Error):
                wanted = (version_of(given),)
                found = self._store.execute(f"SELECT {what} FROM made WHERE name = ?", wanted).fetchone()
                return found[0] if found else None
        return None

    def keep_text(self, given: object, made: str) -> None:
        """Keeps a text as it is: a large one is read faster so.

        Args:
            given: As in `of`.
            made: The text.
        """
        if self._store:
            with suppress(sqlite3.Error):  # then it is made again
                self._store.execute("REPLACE INTO made VALUES (?, ?)", (version_of(given), made))


def _opened(folder: Path, name: str) -> sqlite3.Connection | None:
    """The store of a version; None if there cannot be one: then each is made every time."""
    with suppress(OSError, sqlite3.Error):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        try:
            store = _connected(path)
        except sqlite3.OperationalError:  # somebody else's, or on a full device
            return None
        except sqlite3.DatabaseError:  # rubbish
            path.unlink()
            store = _connected(path)
        path.touch()
        by_age = sorted(folder.glob("*.sqlite"), key=lambda each: each.stat().st_mtime, reverse=True)
        for old in by_age[_VERSIONS:]:
            for part in folder.glob(f"{old.name}*"):
                part.unlink(missing_ok=True)
        return store
    return None


def _connected(path: Path) -> sqlite3.Connection:
    """A database that several builds may write at a time, and that survives the death of any of them."""
    store = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("PRAGMA synchronous = OFF")
        store.execute("CREATE TABLE IF NOT EXISTS made (name TEXT PRIMARY KEY, made TEXT)")
    except sqlite3.Error:
        store.close()
        raise
    return store


def version_of(given: object) -> str:
    """A name for what is made of something by this code, in the language in force.

    Args:
        given: All that it is made of, but for the code; it can be written as JSON.
    """
    said = json.dumps([code_version(), catalogue.language(), given], sort_keys=True, ensure_ascii=False)
    return sha256(said.encode()).hexdigest()


@cache
def code_version() -> str:
    """A name for all the code that makes something: engine, what others have registered, this package."""
    digest = sha256(f"{sys.version_info[:2]}".encode())
    brought = {group: dict(sorted(foreign(group).items())) for group in GROUPS}
    digest.update(repr(brought).encode())
    places = [place for group in brought.values() for place in group.values()]
    for package in ("kontrapunkt", "kontrapunkt_site", *packages_of(places)):
        with suppress(BundleError):  # whoever asks for what is in it hears that it cannot be found
            for name, path in package_files(package):
                if name.endswith((".py", ".json", ".wasm")) and "/vendor/" not in f"/{name}":
                    digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def installed(package: str) -> str:
    """The version of a package by which something is made; empty where it is not installed."""
    with suppress(PackageNotFoundError):
        return version(package)
    return ""
