"""The form of the position editor: places, pack, facts and results."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontrapunkt.core.cards import Card
from kontrapunkt.core.messages import card_name
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.controls import any_button, title, toggle
from kontrapunkt.render.form import (
    FormField,
    form_controls,
    label_field,
    options_list,
    shared_labels,
    tell_apart,
)
from kontrapunkt.render.markup import Attributes, bare, el, text
from kontrapunkt.render.records import bring_record, take_buttons
from kontrapunkt.text import catalogue


@dataclass(frozen=True, slots=True)
class TypedField:
    """A text field of the editor.

    Attributes:
        key: Its key in the log.
        value: The text in it.
        chosen: Whether cards that are clicked go there; None for a field that takes no cards.
        example: An example of a text; empty for none.
    """

    key: str
    label: str
    value: str
    chosen: bool | None = None
    example: str = ""

    def html(self, widget_id: str) -> str:
        """Render the field behind its label."""
        return label_field(self.label, f"{widget_id}-{self.key}", _field(self, widget_id))


def editor(
    terms: Sequence[FormField],
    options: Sequence[FormField],
    places: Sequence[TypedField],
    pack: Sequence[Sequence[str]],
    facts: Sequence[TypedField | FormField],
    *,
    widget_id: str,
) -> str:
    """Render the form for a position.

    Args:
        terms: The fields of game and rule set.
        options: The fields of the game's options.
        places: The fields for cards.
        pack: The cards by suit, as drawn by `pack_card`.
        facts: The fields for facts about the deal so far.
        widget_id: The prefix of element ids.
    """
    suits = (el("div", {"class": "kp-editor-suit"}, *row) for row in pack)
    shared = shared_labels([*terms, *options, *facts], [each.label for each in places])
    return el(
        "div",
        {"class": "kp-terms kp-form kp-editor"},
        *(each.html(widget_id) for each in tell_apart(terms, shared)),
        options_list(tell_apart(options, shared), widget_id),
        el("div", {"class": "kp-editor-places"}, *(_place(each, widget_id) for each in places)),
        el("div", {"class": "kp-editor-pack"}, *suits),
        title(catalogue.say("editor.facts")),
        el(
            "div", {"class": "kp-editor-facts"}, *(each.html(widget_id) for each in tell_apart(facts, shared))
        ),
    )


def _place(of: TypedField, widget_id: str) -> str:
    button = toggle(
        f"to {of.key}", of.label, bool(of.chosen), "kp-button kp-term", f"{widget_id}-to-{of.key}"
    )
    return el("div", {"class": "kp-editor-place"}, button, _field(of, widget_id, named=True))


def _field(of: TypedField, widget_id: str, *, named: bool = False) -> str:
    attributes: Attributes = {
        "type": "text",
        "class": "kp-figure kp-typed",
        "id": f"{widget_id}-{of.key}",
        "value": of.value,
        "placeholder": of.example or None,
        "autocomplete": "off",
        "spellcheck": "false",
        "data-set": f"set {of.key}",
        "aria-label": of.label if named else None,
    }
    return bare("input", attributes)


def pack_card(of: Card, places: Sequence[str], marks: str, every: int) -> str:
    """Render a card of the pack.

    Args:
        places: The names of its places, one for each copy.
        marks: The same places in letters.
        every: The number of copies in the pack.
    """
    where = catalogue.listed("and", places) if places else catalogue.say("editor.left")
    return any_button(
        "kp-button kp-term kp-editor-card",
        {
            "data-do": f"put {of}",
            "data-key": f"put-{of}",
            "aria-pressed": "true" if len(places) == every else "false",
            "title": f"{card_name(of)}: {where}",
        },
        inline_card(of),
        el("small", {"aria-hidden": "true"}, text(marks)) if marks else "",
    )


def editor_controls(
    *, able: bool, laid: bool = False, done: bool = False, draft: str = "", problem: str = "", widget_id: str
) -> str:
    """Render the buttons below the editor.

    Args:
        able: Whether the position is valid, so that it can be put on a table or become a puzzle.
        laid: Whether it is on a table.
        done: Whether there are actions since the position that can be taken back.
        draft: Pasted text that could not be read.
        problem: Why it could not be read; empty for none.
        widget_id: The prefix of element ids.
    """
    events = [
        ("lay", catalogue.say("editor.form" if laid else "editor.lay")),
        ("puzzle", catalogue.say("editor.puzzle")),
        ("back", catalogue.say("render.take_back")) if laid else ("example", catalogue.say("editor.example")),
    ]
    idle = [*(() if able else ("lay", "puzzle")), *(() if done else ("back",))]
    how, take = catalogue.say("editor.bring.how"), catalogue.say("editor.bring.take")
    bring = bring_record(draft, problem, widget_id=widget_id, how=how, take=take)
    return form_controls(events, idle, bring)


def copy_field(key: str, label: str, value: str, name: str, *, widget_id: str) -> str:
    """Render a text to copy and download.

    Args:
        key: The key in element ids.
        name: The file name.
        widget_id: The prefix of element ids.
    """
    id_ = f"{widget_id}-out-{key}"
    rows = min(12, value.count("\n") + 1)
    area: Attributes = {"readonly": True, "rows": rows, "aria-label": label, "id": id_}
    return el(
        "div",
        {"class": "kp-record-text kp-offered"},
        title(label),
        el("textarea", area, text(value)),
        el("div", {"class": "kp-solving"}, take_buttons(id_, name)),
    )


def worths(weighed: str, lines: Sequence[tuple[str, str]]) -> str:
    """Render the results of the actions.

    Args:
        weighed: The heading.
        lines: Each action with its result.
    """
    items = [el("li", None, el("b", None, text(action)), ": ", text(said)) for action, said in lines]
    return el("div", {"class": "kp-review"}, title(weighed), el("ul", None, *items))
