"""Files as a zip: the same files give the same bytes."""

import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Final

_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # of the dates that a zip can hold
_READABLE: Final = 0o644 << 16


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The zip.

    Args:
        files: What is in it, in order: the path of each file, and its bytes.
    """
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            about = zipfile.ZipInfo(name, _EARLIEST)
            about.external_attr = _READABLE
            archive.writestr(about, content, zipfile.ZIP_DEFLATED)
    return data.getvalue()
