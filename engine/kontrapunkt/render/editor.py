"""The editor of positions: where cards go, the pack, what is said of the past, what comes out."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontrapunkt.core.cards import Card
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.controls import any_button, title, toggle
from kontrapunkt.render.form import FormField, form_controls, labelled, options_list
from kontrapunkt.render.markup import Attributes, bare, el, text
from kontrapunkt.render.records import bring_record, take_buttons
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import card_name


@dataclass(frozen=True, slots=True)
class TypedField:
    """Something that is typed.

    Attributes:
        key: Its name.
        label: What it is, in words.
        value: What stands there.
        chosen: Whether cards that are clicked go there; None where no cards go.
        example: What might stand there; empty where nobody knows.
    """

    key: str
    label: str
    value: str
    chosen: bool | None = None
    example: str = ""

    def html(self, widget_id: str) -> str:
        """Its field behind its name; element ids begin with the widget's."""
        return labelled(self.label, f"{widget_id}-{self.key}", _field(self, widget_id))


def editor(
    terms: Sequence[FormField],
    options: Sequence[FormField],
    places: Sequence[TypedField],
    pack: Sequence[Sequence[str]],
    facts: Sequence[TypedField | FormField],
    *,
    widget_id: str,
) -> str:
    """What is entered.

    Args:
        terms: Game and rule set.
        options: The options of the game.
        places: Where cards go.
        pack: The cards, suit by suit, as `packed` draws them.
        facts: What is said of the past.
        widget_id: What element ids begin with.
    """
    suits = (el("div", {"class": "kp-editor-suit"}, *row) for row in pack)
    return el(
        "div",
        {"class": "kp-terms kp-form kp-editor"},
        *(each.html(widget_id) for each in terms),
        options_list(options, widget_id),
        el("div", {"class": "kp-editor-places"}, *(_place(each, widget_id) for each in places)),
        el("div", {"class": "kp-editor-pack"}, *suits),
        title(catalogue.say("editor.facts")),
        el("div", {"class": "kp-editor-facts"}, *(each.html(widget_id) for each in facts)),
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


def packed(of: Card, places: Sequence[str], marks: str, every: int) -> str:
    """A card of the pack.

    Args:
        of: The card.
        places: Where it is, in words; as often as it is there.
        marks: The same in letters.
        every: How often the pack has it.
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
    """The buttons below.

    Args:
        able: Whether there is a position, which can be laid out and of which a puzzle can be made.
        laid: Whether it is laid out on a table.
        done: Whether something has been done since the cards lay so, which can be taken back there.
        draft: What was pasted and could not be read.
        problem: Why, in a sentence; empty for nothing.
        widget_id: What element ids begin with.
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


def offered(key: str, label: str, value: str, name: str, *, widget_id: str) -> str:
    """A text that comes out, to copy and to download.

    Args:
        key: Its name.
        label: What it is.
        value: The text.
        name: What its file is called.
        widget_id: What element ids begin with.
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
    """What every action is worth.

    Args:
        weighed: What is weighed.
        lines: Each action, and what comes of it.
    """
    items = [el("li", None, el("b", None, text(action)), ": ", text(said)) for action, said in lines]
    return el("div", {"class": "kp-review"}, title(weighed), el("ul", None, *items))
