"""Questions that are answered by choosing, with what can be foreseen of them: answers, hints and steps."""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import Final, Self

from kontrapunkt.rules import Refusal
from kontrapunkt.widgets.foreseen import FILL, Foreseen, Markable, Marking
from kontrapunkt.widgets.puzzle.exploring import explore, offered
from kontrapunkt.widgets.puzzle.picking import STEPS, PickingWidget, say_marked

_MARKS: Final = ("play", "dark", "pick")
"""Events that choose something."""

MOST_ANSWERS: Final = 40
"""How many places behind answers and hints are worked out beforehand, the nearest first."""


class ForeseenPickingWidget(PickingWidget):
    """A question whose answers can be tried out beforehand."""

    _drawn: dict[object, str] | None = None
    """While it looks ahead, the markup that has been drawn, by all that it depends on: much comes again."""

    @property
    def foreseeable(self) -> bool:
        """Unless a log stands at its beginning."""
        return not self._entries

    def foreseen(self) -> Foreseen | None:
        """Answers, hints and steps, as far as one is likely to go; nothing where it begins with a log."""
        if not self.foreseeable:
            return None
        self._drawn = {}
        found = explore(self, len(self._line) + MOST_ANSWERS)
        if self._task.many:
            for place in found.places:
                for name, turn in place.turns.items():
                    if name == "left" or name.startswith("wrong "):
                        place.turns[name] = replace(turn, adds=(f"answer {FILL}",))
            found.marks = self._markable()
        self._drawn = None
        return found

    def twin(self) -> Self:
        """Another one at the same place, to try things out."""
        twin = copy(self)
        twin._entries = [*self._entries]
        twin._marked = {*self._marked}
        twin._begun = None  # whoever looks ahead takes no time
        return twin

    def looks(self) -> object:
        """What all depends on that it shows and answers, but for what is marked where much can be."""
        chosen = () if self._task.many else (frozenset(self._marked), self._given)
        begun = bool(self._entries)
        return self._at, *chosen, self._tries, self._hints, self._result, self._shown, begun

    def ahead(self, events: Iterable[str]) -> Iterator[tuple[str, str, Self]]:
        """A step before the reader answers, answers and hints where it opens."""
        opens = self._at == self._home
        for event in events:
            verb, _, rest = event.partition(" ")
            if verb in STEPS:
                wanted = not self._entries
            elif self._task.many:
                wanted = opens and verb not in (*_MARKS, "answer")
            else:
                wanted = opens and (verb != "play" or rest.partition(" ")[2] in self._picks)
            if wanted:
                yield event, event, self.twin()
        if opens and self._marks:
            yield from ((name, "answer", self._with(*marked)) for name, marked in self._answers())

    def leads(self, event: str) -> object:
        """For a step along the record, how it will look there: that is all there is to it. Else None."""
        verb, _, rest = event.partition(" ")
        if verb not in STEPS:
            return None
        then = self.twin()
        then._walk_to(verb, rest)
        return then.looks()

    def marking(self) -> Marking | None:
        """How it shows what is marked, until it is solved or the solution shown."""
        if not self._marks:
            return None
        bare = self._with()
        return Marking(bare._frame([say_marked("")]), bare._frame([say_marked(FILL)]), bare.send("answer")[0])

    @property
    def _marks(self) -> bool:
        return self._task.many and not (self._solved or self._shown)

    def _html(self, said: str, refusal: Refusal | None = None, rule: str = "", tone: str = "") -> str:
        if self._drawn is None:
            return super()._html(said, refusal, rule, tone)
        shown = frozenset(self._marked), self._given, self.looks()
        key = said, refusal, rule, tone, shown
        if key not in self._drawn:
            self._drawn[key] = super()._html(said, refusal, rule, tone)
        return self._drawn[key]

    def _with(self, *marked: str) -> Self:
        twin = self.twin()
        twin._marked = {*marked}
        return twin

    def _markable(self) -> dict[str, Markable]:
        """What can be marked, by key, with the events that do so in the markup."""
        events: dict[str, list[str]] = {key: [] for key in self._picks}
        for event in offered(self.frame().html):
            if event.partition(" ")[0] in _MARKS:
                twin = self._with()
                twin.send(event)
                for key in twin._marked:
                    events[key].append(event)
        return {
            key: Markable(pick.label, tuple(events[key]), self._with(key)._frame([say_marked(FILL)]))
            for key, pick in self._picks.items()
        }

    def _answers(self) -> Iterator[tuple[str, list[str]]]:
        """The answers that are replied to in different ways, by their names."""
        right = [key for key, pick in self._picks.items() if pick.right]
        yield from ((f"wrong {key}", [key]) for key in self._picks if key not in right)
        yield "right", right
        if len(right) > 1:
            yield "left", right[:1]
