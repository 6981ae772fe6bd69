"""The puzzle kinds `legal` and `call`: mark all legal plays, or all legal calls.

The engine's refusals explain the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, override

from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.core.messages import Text, capital, listed, row, say, seat_name
from kontrapunkt.puzzles.kind import ChoicePuzzle, Pick, Report, SeatPuzzle
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.phrasing import action_phrase, action_phrases
from kontrapunkt.text import catalogue


class Legal(SeatPuzzle, ChoicePuzzle):
    """A puzzle that asks for all legal actions of a seat."""

    name: ClassVar[str] = "legal"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.6, "losing": 0.5, "refused": 1.0, "rules": 2.0}
    many: ClassVar[bool] = True
    place: ClassVar[str] = "hand"

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record.

        Raises:
            PuzzleError: if that cannot be done, or nobody is to act there.
        """
        super().__init__(puzzle)
        if self.state.to_act is None:
            raise self.error_there("puzzle.legal.over")

    @override
    def offer(self) -> tuple[Pick, ...]:
        return tuple(map(self._pick, self.tempting))

    @cached_property
    def tempting(self) -> tuple[Action, ...]:
        """The cards of the hand, other legal actions, and actions that only seem possible."""
        hand = [Action(card) for card in self.state.view(self.turn).hands[self.turn]]
        named = [Action(key) for key in self.puzzle.replies]
        found = [*hand, *self.knowledge.tempting(self.state), *self.state.actions(self.turn), *named]
        return tuple(dict.fromkeys(found))

    def _pick(self, action: Action) -> Pick:
        refused = self.state.why_not(action, self.turn)
        if refused:
            return Pick(action, self.knowledge.name(action), False, refused.said, refused.rule)
        text, rule = self.knowledge.why_allowed(self.state, action, self.turn)
        return Pick(action, self.knowledge.name(action), True, text, rule)

    @override
    def hidden_reply(self, pick: Pick) -> Text:
        """Return the reply to a wrong pick: the rule, if the refusal names legal cards."""
        if not self.answer_words(pick.text):
            return pick.said
        rule = self.game.rulebook.get(pick.rule)
        barred = self.knowledge.barred(Action(pick.key))
        return row((barred, rule.statement)) if rule else barred

    # Texts for the reader

    @override
    def ask(self) -> Text:
        return say("puzzle.legal.ask", turn=self.turn_text, seat=seat_name(self.turn))

    @override
    def hint(self) -> tuple[Text, ...]:
        wrong, book = self.wrong, self.game.rulebook
        rules = dict.fromkeys(pick.rule for pick in wrong if pick.rule in book)
        return (
            *(book[rule].statement for rule in rules),
            say("puzzle.legal.count", n=len(self.right), all=len(self.picks)),
            *([_all_of("puzzle.legal.wrong", wrong, "and")] if wrong else []),
        )

    @override
    def solve(self) -> tuple[Text, ...]:
        reasons = {str(reason): reason for reason in self._reasons()}
        return (_all_of("puzzle.legal.right", self.right, "or"), *reasons.values())

    def _reasons(self) -> Iterator[Text]:
        """Yield the reasons that the other picks are illegal; those with the same words are one."""
        groups: dict[str, list[Pick]] = {}
        for pick in self.wrong:
            card = Action(pick.key).carries
            name = action_phrase(card) if card else pick.name
            groups.setdefault(pick.text.replace(str(name), ""), []).append(pick)
        for first, *others in groups.values():
            yield first.said
            also = [self._name_pick(pick) for pick in others if pick.text != first.text]
            if also:
                yield say("puzzle.legal.also", cards=listed("and", also))

    def _name_pick(self, pick: Pick) -> Text:
        """Name the card of a pick, or its call."""
        action = Action(pick.key)
        return action_phrase(action.carries) if action.carries else self.knowledge.action_phrase(action)

    @property
    @override
    def answer(self) -> tuple[str, ...]:
        return self.solution

    @override
    def examine(self, report: Report) -> None:
        super().examine(report)
        report.features["refused"] = len(self.wrong)
        report.features["rules"] = len({pick.rule for pick in self.wrong})
        if len(self.picks) < 3:
            report.fault("puzzle.legal.few", n=len(self.picks))


class Calls(Legal):
    """A puzzle that asks for all calls that a seat may make, in turn or out of it.

    Attributes:
        place: The calls are buttons below the table.
    """

    name: ClassVar[str] = "call"
    place: ClassVar[str] = "calls"
    takes = ("seat",)

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record.

        Raises:
            PuzzleError: if that cannot be done, nobody is to act there, or the seat does not play.
        """
        super().__init__(puzzle)
        if puzzle.seat and puzzle.seat not in self.game.seats:
            seats = ", ".join(self.game.seats)
            raise puzzle.error("seat", "puzzle.call.seat", seat=puzzle.seat, seats=seats)

    @property
    @override
    def turn(self) -> Seat:
        return next((seat for seat in self.game.seats if seat == self.puzzle.seat), super().turn)

    @cached_property
    @override
    def tempting(self) -> tuple[Action, ...]:
        named = (Action(key) for key in self.puzzle.replies)
        found = [*self.knowledge.calls(self.state, self.turn), *self.state.actions(self.turn), *named]
        return tuple(dict.fromkeys(action for action in found if action.card is None))

    @override
    def ask(self) -> Text:
        return say("puzzle.call.ask", seat=seat_name(self.turn))


def _all_of(key: str, picks: Sequence[Pick], word: str) -> Text:
    """Return a sentence about the cards of picks, or a list if not all are cards."""
    actions = [Action(pick.key) for pick in picks]
    cards = [action.carries for action in actions if action.carries]
    verbs = {"cards" if action.card else action.verb for action in actions}
    about = f"{key}.{next(iter(verbs), '')}"
    if len(verbs) == 1 and len(cards) == len(picks) and catalogue.knows(about):
        return capital(say(about, cards=action_phrases(cards, word)))
    named = [named_in_list(pick) for pick in picks]
    return say(key, actions=listed("and", named) if named else "")


def named_in_list(pick: Pick) -> Text:
    """Return the name of a pick in a list: a card with its article, or the label."""
    return action_phrase(pick.key) if Action(pick.key).card else pick.name
