"""QR codes, drawn by the package `segno` (extra `qr`); pages draw theirs with `assets/ui/qr.js`."""

import re
from typing import TYPE_CHECKING, Final

from kontrapunkt.render.markup import el

if TYPE_CHECKING:
    import segno

QUIET: Final = 4
"""The white margin that the standard asks for, in modules."""

LEVEL: Final = "m"
"""How much may be dirty or folded away: 15 %, and more where that makes the code no larger."""


class NoCode(ValueError):
    """A text that is too long for a QR code."""


class QRPackageMissing(Exception):
    """The package that draws QR codes is not installed."""


def svg(text: str, label: str) -> str:
    """The QR code of a text as an SVG element, black on white with its margin; a module is 1 wide.

    Args:
        text: What it says to a phone.
        label: What it is, for those who do not see it.

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
    """The QR code of a text in half blocks, for a terminal.

    Args:
        text: What it says to a phone.

    Raises:
        NoCode: if the text is too long.
        QRPackageMissing: if `segno` is not installed.
    """
    rows = [bytes(row) for row in _made(text).matrix]
    blank = bytes(len(rows) + 2 * QUIET)
    above = [blank] * QUIET
    lines = [*above, *(bytes(QUIET) + row + bytes(QUIET) for row in rows), *above, blank]
    # Light modules are drawn, so that the code is dark on light in a terminal that is light on dark.
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
    """The dark modules of a row, each run of them a rectangle."""
    runs = re.finditer(b"\1+", row)
    return "".join(f"M{run.start() + QUIET} {y + QUIET}h{len(run[0])}v1h-{len(run[0])}z" for run in runs)
