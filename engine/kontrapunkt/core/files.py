"""Listing a folder's files, writing a new one, and replacing one as a whole.

A write that fails leaves the old file in place.
"""

import errno
import os
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final

_NOT_WRITTEN: Final = (".", "#", "~")
"""Beginnings of the names of files that editors and systems create themselves."""


def find_files(folder: Path, ending: str, *, below: bool = False) -> list[Path]:
    """Find the files of a folder that somebody has written, sorted.

    Editors' locks (`.#x.toml`) and copies (`~$x.toml`) and system files (`._x.toml`) are left out.

    Args:
        folder: The folder; one that does not exist has no files.
        ending: The ending of their names, such as `.toml`.
        below: True to include subfolders, except hidden ones.
    """
    found = folder.rglob(f"*{ending}") if below else folder.glob(f"*{ending}")
    return sorted(
        path
        for path in found
        if not path.is_dir()
        and not any(part.startswith(_NOT_WRITTEN) for part in path.relative_to(folder).parts)
    )


def create_numbered(stem: str, ending: str, text: str) -> Path | None:
    """Write a new file here, else in the folder for temporary files, with the first number that is free.

    Returns:
        The file; None if neither folder can be written to.
    """
    for folder in (Path(), Path(tempfile.gettempdir())):
        with suppress(OSError):
            for number in count(1):
                path = folder / f"{stem}-{number}{ending}"
                with suppress(FileExistsError), path.open("x", encoding="utf-8") as file:
                    file.write(text)
                    return path
    return None


def replace(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Replace a file's content: write a new file beside it, then rename that.

    A symbolic link stays a link, and the file's mode stays. Something other than an ordinary file, such as a
    terminal or a pipe, is written to directly.

    Args:
        path: The file, in an existing folder.
        content: The new content; text is written as UTF-8, its line ends unchanged.
        durable: True to wait until it is on the disk; False for files that can be made again.

    Raises:
        OSError: if it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    there = target.exists()
    if there and not target.is_file():
        with target.open("wb") as file:
            file.write(data)
        return
    if there and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    draft = target.with_name(f".{token_hex(8)}.part")
    try:
        with draft.open("xb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())  # a full disk may raise its error only here
        if there:
            draft.chmod(target.stat().st_mode & 0o7777)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
