"""QR codes by the package `segno` (extra `qr`); pages use `assets/ui/qr.js`."""

import re
from typing import TYPE_CHECKING, Final

from kontrapunkt.render.markup import el

if TYPE_CHECKING:
    import segno

QUIET: Final = 4
"""The white margin required by the standard, in modules."""

LEVEL: Final = "m"
"""The error correction level: 15 % of the code, or more if it stays the same size."""


class NoCode(ValueError):
    """Raised for a text that is too long for a QR code."""


class QRPackageMissing(Exception):
    """Raised if the package that draws QR codes is not installed."""


def svg(text: str, label: str) -> str:
    """Render a QR code as SVG, black on white with its margin; a module is 1 wide.

    Args:
        text: The content of the code.
        label: Its name for screen readers.

    Raises:
        NoCode: if the text is too long.
        QRPackageMissing: if `segno` is not installed.
    """
    rows = _made(text).matrix
    size = len(rows) + 2 * QUIET
    attributes = {"class": "kp-qr", "viewBox": f"0 0 {size} {size}", "role": "img", "aria-label": label}
    return el(
        "svg",
        {**attributes, "shape-rendering": "crispEdges"},
        el("rect", {"width": size, "height": size, "fill": "#fff"}),
        el("path", {"d": "".join(map(_row, range(len(rows)), rows)), "fill": "#000"}),
    )


def terminal(text: str) -> str:
    """Return the QR code of a text in half blocks, for a terminal.

    Args:
        text: The content of the code.

    Raises:
        NoCode: if the text is too long.
        QRPackageMissing: if `segno` is not installed.
    """
    rows = [bytes(row) for row in _made(text).matrix]
    blank = bytes(len(rows) + 2 * QUIET)
    above = [blank] * QUIET
    lines = [*above, *(bytes(QUIET) + row + bytes(QUIET) for row in rows), *above, blank]
    # Light modules are drawn, so that the code is dark on light in a light-on-dark terminal.
    pairs = zip(lines[::2], lines[1::2], strict=False)
    return "\n".join(
        "".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs
    )


def _made(text: str) -> "segno.QRCode":
    try:
        import segno
    except ModuleNotFoundError:
        raise QRPackageMissing("segno") from None
    try:
        return segno.make_qr(text, error=LEVEL)
    except segno.DataOverflowError:
        raise NoCode(text[:40]) from None


def _row(y: int, row: bytes | bytearray) -> str:
    """Return the path of a row's dark modules, a rectangle for each run."""
    runs = re.finditer(b"\1+", row)
    return "".join(f"M{run.start() + QUIET} {y + QUIET}h{len(run[0])}v1h-{len(run[0])}z" for run in runs)
