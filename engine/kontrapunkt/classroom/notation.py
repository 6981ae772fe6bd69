"""Logs as choices among what may come: the widget itself says what that is, and replays what was chosen.

So a log that comes out has been replayed by the rules, whatever went in; and one that no widget would have
written cannot be packed beyond the first entry that does not fit.
"""

from collections.abc import Sequence
from typing import Final

from kontrapunkt.classroom.packing import Packer, Unpackable, Unpacker
from kontrapunkt.rules import Refusal
from kontrapunkt.widgets import Widget
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.coming import Coming

END: Final = Coming("", 6)
"""Nothing comes any more."""

AGAIN: Final = Coming("\n", 1)
"""The log ends here, and another begins."""

MOST: Final = 2000
"""Entries that the logs of a widget may have in all; further ones are left out."""


def pack(widget: Widget, logs: Sequence[Sequence[str]], packer: Packer) -> list[list[str]]:
    """Packs the logs of a widget.

    Args:
        widget: The widget; whatever has happened in it is forgotten.
        logs: Its logs, in the order in which they were written, each with its header.
        packer: Takes the choices.

    Returns:
        What was packed of them: as far as their entries fit.
    """
    packed, count = [], 0
    widget.begin_again()
    for number, log in enumerate(logs, 1):
        if number > 1:
            widget.begin_again()
        for entry in log[1:]:
            chosen = _found(widget, entry)
            if chosen is None or count == MOST:
                break
            _put(packer, widget, chosen)
            widget.replay(_put_rest(packer, chosen, entry))
            count += 1
        packed.append(widget.log)
        _put(packer, widget, AGAIN if number < len(logs) else END)
    if not logs:
        _put(packer, widget, END)
    return _kept(packed)


def unpack(widget: Widget, unpacker: Unpacker) -> list[list[str]]:
    """Unpacks the logs of a widget, and replays them.

    Args:
        widget: The widget; whatever has happened in it is forgotten.
        unpacker: Gives the choices.

    Returns:
        Its logs, each with its header; none where nothing has happened.

    Raises:
        Unpackable: if what was packed cannot be replayed.
    """
    logs: list[list[str]] = []
    widget.begin_again()
    for _ in range(MOST * 2):
        options = _options(widget)
        chosen = options[unpacker.take([each.weight for each in options])]
        if chosen in (END, AGAIN):
            logs.append(widget.log)
            if chosen is END:
                return _kept(logs)
            widget.begin_again()
            continue
        try:
            widget.replay(chosen.entry + _rest(unpacker, chosen))
        except (EventError, Refusal) as error:
            raise Unpackable from error
    raise Unpackable


def _kept(logs: list[list[str]]) -> list[list[str]]:
    """Logs without a single one in which nothing has happened."""
    return logs if len(logs) > 1 or any(len(log) > 1 for log in logs) else []


def _options(widget: Widget) -> list[Coming]:
    return [END, AGAIN, *widget.coming()]


def _put(packer: Packer, widget: Widget, chosen: Coming) -> None:
    options = _options(widget)
    packer.put(options.index(chosen), [each.weight for each in options])


def _found(widget: Widget, entry: str) -> Coming | None:
    """What an entry is among those that may come; None where it is none of them."""
    for each in widget.coming():
        rest = entry.removeprefix(each.entry)
        if each.number and rest != entry and rest.isascii() and rest.isdigit() and str(int(rest)) == rest:
            return each
        if each.some and rest != entry and rest == _listed(each, set(rest.split(", "))):
            return each
        if each.entry == entry:
            return each
    return None


def _listed(of: Coming, chosen: set[str]) -> str:
    return ", ".join(each for each in of.some if each in chosen)


def _put_rest(packer: Packer, of: Coming, entry: str) -> str:
    """Packs what ends an entry; answers the entry as it will come out."""
    rest = entry.removeprefix(of.entry)
    if of.number:
        return f"{of.entry}{packer.put_number(int(rest))}"
    chosen = set(rest.split(", "))
    for each in of.some:
        packer.put(int(each in chosen), (1, 1))
    return entry


def _rest(unpacker: Unpacker, of: Coming) -> str:
    if of.number:
        return str(unpacker.take_number())
    return _listed(of, {each for each in of.some if unpacker.take((1, 1))})
