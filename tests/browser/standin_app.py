"""Stands in for `kontrapunkt.app` in the tests of the browser side: a row of cards, some of them played.

Events: `next` and `back`; `play 7C`, which shows two frames; and what must never happen: `boom` kills the
interpreter, `raise` raises, `poison` kills it as often as it is tried, `hang` never answers.
"""

import json
import time

HEADER = "kontrapunkt 1 0.0.0 example"
CARDS = ("7C", "8C", "9C", "TC")
_open: dict[str, list[str]] = {}


def open(key: str, spec: str, log: str = "[]", prefs: str = "{}") -> str:
    entries = json.loads(log)[1:]
    widget = json.loads(spec)
    if "rubbish" in entries:
        return json.dumps({"error": "rubbish is no entry"})
    note = {"note": "It goes on from step 1."} if "odd" in entries else {}
    entries = [entry for entry in entries if entry != "odd"]
    _open[key] = [widget["id"], *entries]
    return json.dumps({"frames": [_frame(key, entries)], "log": [HEADER, *entries], **note})


def send(key: str, event: str) -> str:
    entries = _open[key][1:]
    if event == "boom" and "boom" not in entries and len(entries) % 2:
        entries = _die()
    elif event == "poison":
        _die()
    elif event == "raise":
        raise LookupError("no such thing")
    elif event == "refuse":
        return json.dumps({"error": "You must follow suit."})
    elif event == "hang":
        time.sleep(1000)
    before = _frame(key, [*entries, f"on the way {event}"], pause=1500)
    if event == "back":
        entries = entries[:-1]
    else:
        entries = [*entries, event]
    _open[key][1:] = entries
    frames = [before, _frame(key, entries)] if event.startswith("play") else [_frame(key, entries)]
    return json.dumps({"frames": frames, "log": [HEADER, *entries]})


def close(key: str) -> str:
    _open.pop(key, None)
    return "{}"


def opened() -> list[str]:
    return list(_open)


def _die() -> list[str]:
    class Deep:
        def __call__(self) -> None:
            self()  # recursion through a slot breaks the browser's stack before Python's limit is met

    import sys

    sys.setrecursionlimit(10**6)
    Deep()()
    return []


def _frame(key: str, entries: list[str], pause: int = 0) -> dict[str, object]:
    return {"html": body(key.split("#")[1], entries), "say": f"{len(entries)} entries", "pause_ms": pause}


def body(name: str, entries: list[str]) -> str:
    """The markup of a widget after the entries of a log."""
    played = [entry.split()[-1] for entry in entries if "play" in entry]
    hand = "".join(
        f'<button type="button" class="kp-card" id="{name}-{card}" data-key="{card}" data-do="play {card}">'
        f"{card}</button>"
        for card in CARDS
        if card not in played
    )
    trick = "".join(
        f'<span class="kp-card" id="{name}-{card}" data-key="{card}">{card}</span>' for card in played
    )
    button = '<button type="button" data-do="{0}" {1}>{0}</button>'.format
    return (
        f'<div class="trick">{trick}</div><div class="hand">{hand}</div>'
        f'<p class="kp-say">{" / ".join(entries) or "start"}</p><div class="kp-controls">'
        + button("back", 'aria-keyshortcuts="ArrowLeft"')
        + button("next", 'aria-keyshortcuts="ArrowRight" data-focus')
        + button("undo", 'aria-keyshortcuts="s"')
        + "".join(button(event, "") for event in ("boom", "poison", "raise", "refuse", "hang"))
        + '<button type="button" data-ui="share">share</button>'
        + f'<button type="button" popovertarget="{name}-keys" aria-keyshortcuts="?">keys</button>'
        + f'<div popover id="{name}-keys">the list of keys</div></div>'
    )
