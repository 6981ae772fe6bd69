"""A cache of the results of fences, by a hash of all their inputs.

The hash covers the engine, its games and the fences themselves, so results are always up to date.
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

from kontrapunkt.core.registry import GROUPS, plugin_entries
from kontrapunkt.text import catalogue
from kontrapunkt_site.bundle import BundleError, package_files, packages_of

_VERSIONS: Final = 3
"""The number of versions of the code whose results are stored."""


class BuildCache:
    """A cache of JSON values by their inputs, a database for each version of the code.

    Attributes:
        folder: Its folder; None for no cache.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Open the cache and delete those of the oldest versions of the code.

        Args:
            folder: Its folder; None for no cache.
        """
        self.folder = folder
        self._store = _opened(folder, f"{code_version()[:16]}.sqlite") if folder else None
        if self._store:
            finalize(self, self._store.close)

    def get_or_make[T](self, given: object, make: Callable[[], T]) -> T:
        """Return a cached value, or make it now.

        Args:
            given: All inputs except the code; must be writable as JSON.
            make: Makes the value, which must survive a round trip through JSON and not be None.
        """
        found: T | None = self.find(given)
        if found is None:
            found = make()
            self.keep(given, found)
        return found

    def find(self, given: object) -> Any:
        """Return a cached value; None for none.

        Args:
            given: The inputs, as in `get_or_make`.
        """
        text = self.text(given)
        with suppress(ValueError):
            return None if text is None else json.loads(text)
        return None

    def keep(self, given: object, made: object) -> None:
        """Store a value.

        Args:
            given: The inputs, as in `get_or_make`.
            made: The value.
        """
        self.keep_text(given, json.dumps(made, ensure_ascii=False))

    def text(self, given: object) -> str | None:
        """Return a text stored by `keep_text`; None for none.

        Args:
            given: The inputs, as in `get_or_make`.
        """
        found = self._found("made", given)
        return None if found is None else str(found)

    def has(self, given: object) -> bool:
        """Return True if a value is stored for the inputs.

        Args:
            given: The inputs, as in `get_or_make`.
        """
        return self._found("1", given) is not None

    def content(self, given: object) -> bytes:
        """Return a stored text as bytes.

        Args:
            given: The inputs, as in `get_or_make`.

        Raises:
            FileNotFoundError: if there is none.
        """
        found = self._found("CAST(made AS BLOB)", given)
        if found is None:
            raise FileNotFoundError(f"{self.folder}: what was kept there is gone")
        return bytes(found)

    def _found(self, what: str, given: object) -> Any:
        """Return a column of the inputs' row; None for none."""
        if self._store:
            with suppress(sqlite3.Error):
                wanted = (version_of(given),)
                found = self._store.execute(f"SELECT {what} FROM made WHERE name = ?", wanted).fetchone()
                return found[0] if found else None
        return None

    def keep_text(self, given: object, made: str) -> None:
        """Store a text as it is, since large ones are faster to read that way.

        Args:
            given: The inputs, as in `get_or_make`.
            made: The text.
        """
        if self._store:
            with suppress(sqlite3.Error):  # then it is made again
                self._store.execute("REPLACE INTO made VALUES (?, ?)", (version_of(given), made))


def _opened(folder: Path, name: str) -> sqlite3.Connection | None:
    """Open the database of a version; None if that is impossible.

    Values are then made every time.
    """
    with suppress(OSError, sqlite3.Error):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        try:
            store = _connected(path)
        except sqlite3.OperationalError:  # it belongs to somebody else, or the device is full
            return None
        except sqlite3.DatabaseError:  # damaged
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
    """Open a database for several builds at once that survives their crashes."""
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
    """Return a hash of inputs, the code and the present language.

    Args:
        given: All inputs except the code; must be writable as JSON.
    """
    said = json.dumps([code_version(), catalogue.language(), given], sort_keys=True, ensure_ascii=False)
    return sha256(said.encode()).hexdigest()


@cache
def code_version() -> str:
    """Return a hash of all code that takes part: the engine, plugins and this package."""
    digest = sha256(f"{sys.version_info[:2]}".encode())
    brought = {group: dict(sorted(plugin_entries(group).items())) for group in GROUPS}
    digest.update(repr(brought).encode())
    places = [place for group in brought.values() for place in group.values()]
    for package in ("kontrapunkt", "kontrapunkt_site", *packages_of(places)):
        with suppress(BundleError):  # whoever needs it reports that it is missing
            for name, path in package_files(package):
                if name.endswith((".py", ".json", ".wasm")) and "/vendor/" not in f"/{name}":
                    digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def installed(package: str) -> str:
    """Return the version of an installed package; empty if it is not installed."""
    with suppress(PackageNotFoundError):
        return version(package)
    return ""
