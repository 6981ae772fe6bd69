"""Links with state: scripts read the state in an attribute, and checkers of links find an anchor.

`#kp=examples&log=go.9` is no anchor of any page. So the link leads to the widget, which is all that a browser
without scripts can do, and `assets/main.js` puts the state into the address.
"""

import re
from typing import Final

STATE: Final = re.compile(r"(?:kp|a|q)(?:=|%3D)", re.IGNORECASE)
"""The beginning of a fragment with state: a log, an assignment or a question."""

_LINK: Final = re.compile(
    rf"""(<a\b[^<>]*?\shref=)(["'])([^"'#]*)#({STATE.pattern}[^"']*)\2""", re.IGNORECASE
)
_WIDGET: Final = re.compile(r"kp(?:=|%3D)([\w-]+)", re.IGNORECASE)


def with_anchors(html: str) -> str:
    """Return HTML whose links with state lead to their widgets, or to the beginning of a page."""
    return _LINK.sub(_anchored, html)


def _anchored(link: re.Match[str]) -> str:
    before, quote, page, state = link.groups()
    widget = _WIDGET.match(state)
    anchor = f"#kp-{widget[1]}" if widget else "" if page else "#"
    return f"{before}{quote}{page}{anchor}{quote} data-kp-state={quote}{state}{quote}"
