"""The interface of the page of sheets, for a worker: JSON in, JSON out."""

import json
from collections.abc import Callable
from typing import Final

from kontrapunkt.classroom.questions import OrderError, SheetOrder, choose_questions
from kontrapunkt.classroom.sheet import PAPERS, document, page_styles, sheets, styles
from kontrapunkt.render.markup import el


def make(order: str, tell: Callable[[str], object]) -> str:
    """Make the sheets of an order.

    Args:
        order: The input of `SheetOrder.read` and `paper`, as JSON.
        tell: Receives the progress as JSON `{"made", "of"}`.

    Returns:
        JSON `{"body", "styles", "page", "file"}`: the sheets; their style sheet; the styles for the printer;
        a complete file, cut in two where the sheets belong. Or `{"error"}`: one sentence.
    """
    try:
        given = json.loads(order)
        wanted, paper = SheetOrder.read(given), PAPERS.get(str(given.get("paper")), "A4")
        entries = choose_questions(wanted, lambda made, of: tell(json.dumps({"made": made, "of": of})))
        body = sheets(wanted, entries, _later if wanted.site else None)
        file = document(wanted, _HERE, paper).split(_HERE)
    except OrderError as error:
        return json.dumps({"error": str(error)}, ensure_ascii=False)
    reply = {"body": body, "styles": styles(), "page": page_styles(paper), "file": file}
    return json.dumps(reply, ensure_ascii=False)


_HERE: Final = "\0"


def _later(address: str, label: str) -> str:
    """Render a placeholder for a QR code, which the page draws (`assets/ui/qr.js`)."""
    return el("span", {"data-code": address, "data-label": label})
