"""The interface for the browser's worker: strings in, strings out.

The build uses the same widgets (`kontrapunkt.widgets.open_widget`, which raises errors with their lines); the
static page shows `open_widget(spec).frame().html`, and the worker's first frame is the same markup.
"""

import json
from contextlib import suppress
from typing import Any

from kontrapunkt.core.registry import PluginLoadError
from kontrapunkt.search.native import forget
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import addressing, use_faces
from kontrapunkt.widgets import KINDS, Frame, Prefs, Widget, open_widget
from kontrapunkt.widgets.base import COMPLAIN, EventError, faces_of

_widgets: dict[str, Widget] = {}


def prepare(spec: str) -> None:
    """Import the modules that a widget needs, before it is opened.

    Args:
        spec: The spec as JSON; modules that it does not imply are imported on opening.
    """
    what = json.loads(spec)
    with suppress(PluginLoadError, KeyError):  # opening reports it
        KINDS[str(what.get("kind"))]
        faces_of(what)  # imports the game


def open(key: str, spec: str, log: str = "[]", prefs: str = "{}") -> str:
    """Open a widget under a key and replay a log into it.

    Args:
        key: The page's key of the widget; opening a key again replaces it.
        spec: The spec as JSON.
        log: The log as JSON, a list of strings.
        prefs: The reader's preferences as JSON.

    Returns:
        JSON `{"frames": [{"html", "say", "pause_ms", "brief", "full"}], "log": [...], "note": ...,
        "thinking": true, "outcome": {...}, "keeps": {...}, "drops": "..."}`, or `{"error": ...}`; `note`
        and all after it are omitted if empty, as are a frame's `brief` and `full`.
    """
    try:
        chosen = Prefs.read(json.loads(prefs))
        what = json.loads(spec)
        with catalogue.use_language(chosen.language), use_faces(chosen.faces(what)):
            widget = open_widget(what, [str(entry) for entry in json.loads(log)], chosen)
            _widgets[key] = widget
            with widget.speaking():
                return _reply(widget, [widget.frame()])
    except ValueError as error:
        return json.dumps({"error": str(error)}, ensure_ascii=False)


def send(key: str, event: str) -> str:
    """Send an event to an open widget.

    Returns:
        The result of `open`. After the event `complain` it has no frames, but a text as `complaint`.
    """
    widget = _widgets[key]
    try:
        with widget.speaking():
            verb, _, about = event.partition(" ")
            if verb == COMPLAIN:
                with addressing(lambda: None):  # as the command words it
                    text = widget.complain(about).text
                return _reply(widget, [], complaint=text)
            return _reply(widget, widget.send(event))
    except EventError as error:
        return json.dumps({"error": str(error)}, ensure_ascii=False)


def think(key: str, budget_ms: str) -> str:
    """Let an open widget search for some milliseconds; the result is that of `open`."""
    widget = _widgets[key]
    with widget.speaking():
        return _reply(widget, widget.think(float(budget_ms)))


def ahead(key: str) -> str:
    """Return the likely next markup of an open widget, for the page to prepare.

    Returns:
        JSON `{"likely": [html, ...]}`.
    """
    widget = _widgets[key]
    with widget.speaking():
        return json.dumps({"likely": [frame.html for frame in widget.ahead()]}, ensure_ascii=False)


def close(key: str) -> str:
    """Close a widget; one that is not open is no error."""
    _widgets.pop(key, None)
    return "{}"


def homework(call: str, request: str) -> str:
    """Answer a homework page in JSON: `kontrapunkt.classroom.homework.answer`."""
    from kontrapunkt.classroom.homework import answer

    return answer(call, request)


def settle() -> str:
    """Release the browser's own objects, before an image of Python's memory is made."""
    forget()
    return "{}"


def _frame(frame: Frame) -> dict[str, Any]:
    levels = {name: said for name in ("brief", "full") if (said := getattr(frame, name))}
    return {"html": frame.html, "say": frame.say, "pause_ms": frame.pause_ms, **levels}


def _reply(widget: Widget, frames: list[Frame], **more: str) -> str:
    reply: dict[str, Any] = {
        "frames": [_frame(frame) for frame in frames],
        "log": widget.log,
        **more,
    }
    if widget.thinking:
        reply["thinking"] = True
    if outcome := widget.outcome:
        reply["outcome"] = dict(outcome)
    if widget.keeps:
        reply["keeps"] = dict(widget.keeps)
        widget.keeps = {}
    if widget.drops:
        reply["drops"], widget.drops = widget.drops, ""
    if widget.note:
        reply["note"] = widget.note
        widget.note = ""
    return json.dumps(reply, ensure_ascii=False)
