"""The position editor: enter cards and facts, and see the engine's analysis.

The log holds only the input: `game ristikontra`, `rules preset=finnish`, for every place or fact that is
filled `is N AC KD` or `is lead N`, and `to E`, the place for the next card.
"""

from collections.abc import Iterable, Mapping
from random import randrange
from typing import Any, ClassVar, Final

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Seat, State, View
from kontrapunkt.core.messages import seat_name
from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt.record import RecordError
from kontrapunkt.record.text import read_card
from kontrapunkt.render.editor import TypedField, copy_field, editor, editor_controls, pack_card, worths
from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.analysis import Analysis
from kontrapunkt.widgets.base import EventError, Prefs, SpecError, Widget, parse_event_action, say_refusal
from kontrapunkt.widgets.editor import offer
from kontrapunkt.widgets.editor.draft import (
    DEALER,
    DEALT,
    LEAD,
    MOVES,
    START,
    STOCK,
    PositionDraft,
    example,
    field_examples,
    record_in,
    taken_from,
)
from kontrapunkt.widgets.line import Line, Moment
from kontrapunkt.widgets.precomputed import Frame
from kontrapunkt.widgets.settings_form import answers, options_of, preset_of

MOST_SAID: Final = 2
"""The most faults shown at a time."""

SEEDS: Final = 10**6

SEATS_SAID: Final = (DEALER, LEAD)
"""The facts whose value is a seat."""


class Editor(Widget):
    """A form for a position.

    Attributes:
        draft: The input so far.
        offered: The file of the puzzle that was requested and the faults that prevent one; both empty before.
    """

    kind: ClassVar[str] = "editor"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Start with the spec's record, its game, or the first game.

        Raises:
            SpecError: if there is no such game.
            RecordError: if the record in it cannot be read.
        """
        super().__init__(spec, prefs)
        game = str(spec.get("game") or next(iter(GAMES)))
        if game not in GAMES:
            raise SpecError(catalogue.say("games.unknown", game=game, games=", ".join(GAMES)))
        record = spec.get("record")
        self._fresh = self.draft = taken_from(str(record)) if record else PositionDraft(game)
        self._to: str = self.draft.game.seats[0]
        self._laid = False  # whether the position is shown on a table instead of a form
        self._brought = self._problem = ""  # an unreadable record, and its error
        self._forget()

    def _forget(self) -> None:
        """Discard the analysis of an earlier position and set up a new one."""
        self.faces = self._faces  # the faces of the chosen game
        self.offered: tuple[str, tuple[str, ...]] = ("", ())
        self._analysis: Analysis | None = None
        state = self.draft.state
        if state and (solver := offer.quick_solver(state)):
            self._at = Moment(None, Action(""), state)
            self._analysis = Analysis(
                state.game, Line([self._at]), {goal: [] for goal in solver.goals_for(state)}
            )

    @property
    def log(self) -> list[str]:
        """The input, if it differs from the initial one."""
        draft = self.draft
        if draft == self._fresh and self._to == self._fresh.game.seats[0]:
            return [self._header()]
        rules = " ".join(f"{key}={value}" for key, value in draft.rules.items())
        return [
            self._header(),
            f"game {draft.game_id}",
            *([f"rules {rules}"] if rules else []),
            *(f"is {key} {value}" for key, value in draft.typed.items()),
            f"to {self._to}",
        ]

    def replay(self, entry: str) -> None:
        """Apply `game ID`, `rules KEY=VALUE …`, `is KEY TEXT` or `to PLACE`.

        Raises:
            EventError: if there is no such game, rule or place.
        """
        verb, _, rest = entry.partition(" ")
        if verb == "game":
            if rest not in GAMES:
                raise EventError(catalogue.say("games.unknown", game=rest[:40], games=", ".join(GAMES)))
            self._change(PositionDraft(rest))
        elif verb == "rules":
            self._agree(dict(word.partition("=")[::2] for word in rest.split()))
        elif verb == "is":
            self._type(*rest.partition(" ")[::2])
        elif verb == "to" and rest in self.draft.places:
            self._to = rest
        else:
            raise EventError.unknown(entry[:80])

    def send(self, event: str) -> list[Frame]:
        """Handle the event of a button or field.

        `game ID`, `set KEY TEXT`, `to PLACE`, `put CARD`; `record TEXT` with the text of a record or puzzle;
        `lay` to switch between table and form; `example`, `puzzle`, `clear`. On the table `play S KS` and
        `dark S`, which add to the actions of the record, and `back`.

        Raises:
            EventError: if there is no such event.
        """
        verb, _, rest = event.partition(" ")
        match verb:
            case "game":
                kept = self.draft.typed
                self.replay(event)
                self._change(
                    PositionDraft(rest, typed={key: kept[key] for key in self.draft.places if key in kept})
                )
            case "to":
                self.replay(event)
            case "set":
                key, _, value = rest.partition(" ")
                if key == "preset" or key in self.draft.game.options:
                    rules = {} if key == "preset" else dict(self.draft.rules)
                    self._agree({**rules, key: value})
                else:
                    again = key in SEATS_SAID and value == self.draft.typed.get(key)
                    self._type(key, "" if again else value)
            case "put" if (card := read_card(rest)) and card in self.draft.game.pack:
                self._change(self.draft.put(card, self._to))
            case "record":
                return [self._bring(rest)]
            case "lay":
                self._laid = not self._laid
            case "example":
                self._change(example(self.draft.game, randrange(SEEDS)))
            case "back" if self.draft.done:
                self._change(self.draft.having_done(self.draft.done[:-1]))
            case "play" | "dark" if self.draft.state:
                return [self._play(self.draft.state, *parse_event_action(verb, rest))]
            case "puzzle" if self.draft.state:
                self.offered = offer.puzzle(self.draft.state, self.draft.record)
            case "puzzle" | "back":
                pass
            case "clear":
                self._change(self._fresh)
            case _:
                raise EventError.unknown(event[:80])
        return [self.frame()]

    def _change(self, draft: PositionDraft) -> None:
        self.draft = draft
        if self._to not in draft.places:
            self._to = draft.places[0]
        self._forget()

    def _agree(self, rules: Mapping[str, str]) -> None:
        draft = PositionDraft(self.draft.game_id, rules, self.draft.typed)
        _ = draft.game  # raises an error if it has no such rules
        self._change(draft)

    def _type(self, key: str, value: str) -> None:
        if key not in (*self.draft.places, *self.draft.facts, START):
            raise EventError.unknown(f"is {key[:40]}")
        self._change(self.draft.with_value(key, value))

    def _play(self, at: State, seat: Seat, action: str) -> Frame:
        """Add a player's action at the table to the actions of the record."""
        refusal = at.why_not(action, seat)
        if refusal:
            return self._frame(say_refusal(refusal), "wrong")
        self._change(self.draft.having_done([*self.draft.done, (seat, action)]))
        return self.frame()

    def _bring(self, text: str) -> Frame:
        """Load a record or the position of a puzzle; the input stays if it is unreadable."""
        try:
            self._change(taken_from(record_in(text)))
        except (RecordError, PuzzleError) as error:
            self._brought, self._problem = text, str(error)
            return self._frame(self._problem, "wrong")
        self._brought = self._problem = ""
        return self.frame()

    @property
    def thinking(self) -> bool:
        """Return True if the values for a goal are not known yet."""
        found = self._analysis
        return found is not None and any(found.missing(*each) for each in self._wanted())

    def think(self, budget_ms: float) -> list[Frame]:
        """Search for the values of the actions.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.
        """
        known = self._analysis.known if self._analysis else 0
        if self._analysis and self._analysis.work(self._wanted(), budget_ms) and self._analysis.known > known:
            return [self.frame()]
        return []

    def _wanted(self) -> list[tuple[Moment, str]]:
        """Return the values to search for, one goal after the other."""
        return [(self._at, goal) for goal in self._analysis.goals] if self._analysis else []

    # What it shows --------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Return the form, or the table, with the engine's analysis."""
        with use_faces(self._faces):
            return self._frame(*self._said())

    @property
    def _faces(self) -> str:
        return self.prefs.faces({"game": self.draft.game_id})

    def _said(self) -> tuple[str, str]:
        draft = self.draft
        if not any(draft.cards_at(place) for place in draft.places):
            return catalogue.say("editor.begin"), ""
        if isinstance(draft.read, State):
            told = [catalogue.say("editor.stands"), render.say_turn(draft.read.view(None))]
            if self._laid and draft.read.to_act:
                told.append(catalogue.say("editor.laid"))
            return " ".join(told), "good"
        more = len(draft.read) - MOST_SAID
        told = [catalogue.capital(fault).rstrip(".") + "." for fault in draft.read[:MOST_SAID]]
        return " ".join([*told, *([catalogue.say("editor.more", n=more)] if more > 0 else [])]), "wrong"

    def _frame(self, said: str, tone: str) -> Frame:
        state = self.draft.state
        with use_faces(self._faces):
            html = render.frame(
                table=self._on_table(state.view(None)) if self._laid and state else self._form(),
                deeds=render.action_buttons(state.view(None), widget_id=self.id)
                if self._laid and state
                else "",
                say=self.feedback(said, tone=tone),
                controls=editor_controls(
                    able=state is not None,
                    laid=self._laid and state is not None,
                    done=bool(self.draft.done),
                    draft=self._brought,
                    problem=self._problem,
                    widget_id=self.id,
                ),
                hints="".join(self._results()),
            )
        return Frame(html, said)

    def _on_table(self, view: View[Any]) -> Markup:
        resting = view.tricks[-1] if view.tricks and not view.trick and self.draft.done else None
        return render.TableRenderer(
            view, widget_id=self.id, interactive=view.to_act is not None, resting=resting
        ).html()

    def _form(self) -> str:
        game = self.draft.game
        return editor(
            list(self._terms()),
            options_of(game),
            [self._place(key) for key in self.draft.places],
            self._pack(),
            [self._fact(key) for key in self.draft.facts],
            widget_id=self.id,
        )

    def _terms(self) -> Iterable[render.FormField]:
        draft = self.draft
        games = [render.FormChoice(f"game {id}", game_class(id).title, id == draft.game_id) for id in GAMES]
        if not self.spec.get("game"):
            yield render.FormField("game", catalogue.say("editor.game"), tuple(games))
        starts = {"": catalogue.say("editor.start.position"), DEALT: catalogue.say("editor.start.deal")}
        chosen = DEALT if draft.typed.get(START) == DEALT else ""
        yield render.FormField(START, catalogue.say("editor.start"), answers(START, starts, chosen))
        yield from preset_of(draft.game)

    def _place(self, key: str) -> TypedField:
        return TypedField(key, _place_name(key), self.draft.typed.get(key, ""), key == self._to)

    def _fact(self, key: str) -> TypedField | render.FormField:
        """Return the field of a fact; buttons for the seats if its value is a seat."""
        said = {DEALER: "calculator.dealer", MOVES: "editor.played"}
        name = catalogue.say(said[key]) if key in said else key
        typed, seats = self.draft.typed.get(key, ""), self.draft.game.seats
        if key in SEATS_SAID and typed in ("", *seats):
            names = {str(each): str(seat_name(each)) for each in seats}
            return render.FormField(key, name, answers(key, names, typed))
        shown = field_examples(self.draft.game_id, tuple(self.draft.rules.items())).get(key, "")
        return TypedField(
            key, name, typed, example=catalogue.say("editor.such", example=shown) if shown else ""
        )

    def _pack(self) -> list[list[str]]:
        pack = self.draft.game.pack
        rows: dict[str, list[str]] = {}
        for card in sorted(dict.fromkeys(pack), key=lambda card: card[1]):
            at = self.draft.places_with(card)
            marks = "".join("·" if one == STOCK else catalogue.say(f"seat.short.{one}") for one in at)
            shown = pack_card(card, tuple(map(_place_name, at)), marks, pack.count(card))
            rows.setdefault(card[1], []).append(shown)
        return list(rows.values())

    def _results(self) -> Iterable[str]:
        for at, goal in self._wanted():
            if self._analysis and (found := self._analysis.worths(at, goal)):
                yield worths(self._analysis.label(goal), found)
        if self.draft.state is None:
            return
        if self.draft.state.to_act and self._analysis is None:
            yield worths(catalogue.say("editor.unsearched"), [])
        record = self.draft.record
        yield copy_field("record", catalogue.say("record.take"), record, "position.record", widget_id=self.id)
        yield copy_field(
            "fence", catalogue.say("editor.fence"), offer.fence(record), "position.md", widget_id=self.id
        )
        file, faults = self.offered
        if file:
            yield copy_field("puzzle", catalogue.say("editor.toml"), file, offer.NAME, widget_id=self.id)
        else:
            yield worths(
                catalogue.say("editor.puzzle.none"), [(str(n), fault) for n, fault in enumerate(faults, 1)]
            )


def _place_name(key: str) -> str:
    """Return the label of a place for cards."""
    return catalogue.say("editor.stock") if key == STOCK else str(seat_name(key))
