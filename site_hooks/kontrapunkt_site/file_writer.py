"""Writes files of a site in the background, as there are many and disks are slow."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from kontrapunkt.core import files


class FileWriter:
    """Writes files in the order of the requests."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._under_way: list[Future[None]] = []

    def write(self, path: Path, text: str) -> None:
        """Write a file in the background, with its folders.

        Args:
            path: The file.
            text: The content.
        """
        self._under_way.append(self._thread.submit(write, path, text))

    def copy(self, path: Path, read: Callable[[], bytes]) -> None:
        """Write a file in the background, unless it exists, with content to be read then.

        Args:
            path: The file.
            read: Reads the content in another thread, so it must not share state.
        """
        self._under_way.append(self._thread.submit(_copy, path, read))

    def wait(self) -> None:
        """Wait until all files are written.

        Raises:
            OSError: if something cannot be read or written.
        """
        for each in self._under_way:
            each.result()
        self._under_way.clear()


def write(path: Path, text: str) -> None:
    """Write a file atomically, with its folders.

    Raises:
        OSError: if it cannot be written.
    """
    _write(path, text.encode())


def _copy(path: Path, read: Callable[[], bytes]) -> None:
    if not path.exists():
        _write(path, read())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace(path, content, durable=False)
