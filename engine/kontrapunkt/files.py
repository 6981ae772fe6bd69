"""Files that are written as a whole: a write that fails leaves what was there before."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex


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
