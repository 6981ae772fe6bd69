"""Files of a site that are written while other work goes on: hundreds of them, and the disk is slow."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from kontrapunkt.core import files


class FileWriter:
    """Writes in the order in which it is told."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._under_way: list[Future[None]] = []

    def write(self, path: Path, text: str) -> None:
        """Has a file written, with the folders that it needs.

        Args:
            path: The file.
            text: What is to be in it.
        """
        self._under_way.append(self._thread.submit(write, path, text))

    def copy(self, path: Path, read: Callable[[], bytes]) -> None:
        """Has a file written that is not there yet, once its content has been read.

        Args:
            path: The file.
            read: Reads its content; while others work, so it may share nothing with them.
        """
        self._under_way.append(self._thread.submit(_copy, path, read))

    def rest(self) -> None:
        """Waits until all is written.

        Raises:
            OSError: if something cannot be read or written.
        """
        for each in self._under_way:
            each.result()
        self._under_way.clear()


def write(path: Path, text: str) -> None:
    """Writes a file at once, with the folders that it needs; it is there as a whole or not at all.

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
