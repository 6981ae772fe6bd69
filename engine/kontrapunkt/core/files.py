"""Files that are written as a whole: a write that fails leaves what was there before."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

_NOT_WRITTEN: Final = (".", "#", "~")
"""How the names of files begin that editors and systems put beside those that somebody writes."""


def written(folder: Path, ending: str, *, below: bool = False) -> list[Path]:
    """Find the files of a folder that somebody has written, in order.

    An editor's lock (`.#x.toml`) and copies (`~$x.toml`) and a system's notes (`._x.toml`) are left out.

    Args:
        folder: The folder; one that is not there has none.
        ending: The ending of their names, such as `.toml`.
        below: Whether folders in it count too, but for those that are hidden.
    """
    found = folder.rglob(f"*{ending}") if below else folder.glob(f"*{ending}")
    return sorted(
        path
        for path in found
        if not path.is_dir()
        and not any(part.startswith(_NOT_WRITTEN) for part in path.relative_to(folder).parts)
    )


def replace(path: Path, content: str | bytes) -> None:
    """Writes a file beside its place, then renames it; a link goes on leading to it, and its mode stays.

    What is no ordinary file, as a terminal or a pipe, is written to as it stands.

    Args:
        path: The file; its folder has to be there.
        content: All that it is to hold; text is written as UTF-8, its line ends as they are.

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
            file.flush()
            os.fsync(file.fileno())  # a disk that is full may say so no sooner
        if there:
            draft.chmod(target.stat().st_mode & 0o7777)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
