"""Reproducible zip archives: the same files give the same bytes."""

import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Final

_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip archive can hold
_READABLE: Final = 0o644 << 16


def zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as a zip archive.

    Args:
        files: The path and content of each file, in order.
    """
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            about = zipfile.ZipInfo(name, _EARLIEST)
            about.external_attr = _READABLE
            archive.writestr(about, content, zipfile.ZIP_DEFLATED)
    return data.getvalue()
