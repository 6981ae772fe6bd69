"""Stands in for `kontrapunkt.app` in the tests of the browser side: a row of cards, some of them played.

Events: `next` and `back`; `play 7C`, which shows two frames; of puzzles `hint`, `lost`, `solved 7`, `again`;
`slow`, which takes a while; `refuse`, which is refused; and what must never happen: `raise` raises, `poison`
kills the interpreter, `hang` never answers. `standin_pyodide.mjs` is the same without Python; how it looks,
both have from here.
"""

import json
import time

HEADER = "kontrapunkt 1 0.0.0 example"
CARDS = ("7C", "8C", "9C", "TC")
LOOK = {
    "held": '<button type="button" class="kp-card" id="{name}-{card}" data-key="{card}"'
    ' data-do="play {card}">{card}</button>',
    "played": '<span class="kp-card" id="{name}-{card}" data-key="{card}">{card}</span>',
    "body": '<div class="trick">{played}</div><div class="hand">{held}</div><p class="kp-say">{said}</p>'
    '<div class="kp-controls">'
    '<button type="button" data-do="back" aria-keyshortcuts="ArrowLeft">back</button>'
    '<button type="button" data-do="next" aria-keyshortcuts="ArrowRight" data-focus>next</button>'
    '<button type="button" data-do="undo" aria-keyshortcuts="s">undo</button>'
    '<button type="button" data-do="hint">hint</button>'
    '<button type="button" data-do="lost">lost</button>'
    '<button type="button" data-do="solved 7">solved</button>'
    '<button type="button" data-do="again">again</button>'
    '<button type="button" data-do="slow">slow</button>'
    '<button type="button" data-do="refuse">refuse</button>'
    '<button type="button" data-do="raise">raise</button>'
    '<button type="button" data-do="poison">poison</button>'
    '<button type="button" data-do="hang">hang</button>'
    '<button type="button" data-ui="share">share</button>'
    '<button type="button" popovertarget="{name}-keys" aria-keyshortcuts="?">keys</button>'
    '<div popover id="{name}-keys">the list of keys</div></div>',
}
"""The markup of a card in the hand, of one played, and of the whole."""

_open: dict[str, list[str]] = {}


def open(key: str, spec: str, log: str = "[]", prefs: str = "{}") -> str:
    entries = json.loads(log)[1:]
    if "rubbish" in entries:
        return json.dumps({"error": "rubbish is no entry"})
    note = {"note": "It goes on from step 1."} if "odd" in entries else {}
    _open[key] = [entry for entry in entries if entry != "odd"]
    return json.dumps({"frames": [_frame(key)], "log": [HEADER, *_open[key]], **note})


def send(key: str, event: str) -> str:
    if event == "raise":
        raise LookupError("no such thing")
    if event == "refuse":
        return json.dumps({"error": "You must follow suit."})
    if event == "poison":
        _die()
    elif event == "hang":
        time.sleep(1000)
    elif event == "slow":
        time.sleep(0.5)
    frames = [_frame(key, f"on the way {event}", pause=1500)] if event.startswith("play") else []
    changed = {"back": _open[key][:-1], "again": []}
    _open[key] = changed.get(event, [*_open[key], event])
    return json.dumps({"frames": [*frames, _frame(key)], "log": [HEADER, *_open[key]]})


def ahead(key: str) -> str:
    likely = [*_open[key], "next"], _open[key][:-1]
    return json.dumps({"likely": [body(key.split("#")[1], entries) for entries in likely]})


def close(key: str) -> str:
    _open.pop(key, None)
    return "{}"


def _die() -> None:
    class Deep:
        def __call__(self) -> None:
            self()  # recursion through a slot breaks the browser's stack before Python's limit is met

    import sys

    sys.setrecursionlimit(10**6)
    Deep()()


def _frame(key: str, *more: str, pause: int = 0) -> dict[str, object]:
    entries = [*_open[key], *more]
    return {"html": body(key.split("#")[1], entries), "say": f"{len(entries)} entries", "pause_ms": pause}


def body(name: str, entries: list[str]) -> str:
    """The markup of a widget after the entries of a log."""
    played = [entry.split()[-1] for entry in entries if "play" in entry]
    return LOOK["body"].format(
        name=name,
        said=" / ".join(entries) or "start",
        played="".join(LOOK["played"].format(name=name, card=card) for card in played),
        held="".join(LOOK["held"].format(name=name, card=card) for card in CARDS if card not in played),
    )
