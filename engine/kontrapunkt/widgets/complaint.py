"""A complaint about a refusal, a result or a mark: a record that a reader holds to be judged wrongly.

    [Complaint "refusal S KC"]           the subject, one of `SUBJECTS`
    [Claim "KS-R22"]                     the program's judgement, independent of its words
    [Sentence "You hold a heart ..."]    the judgement as the reader saw it
    [Version "1.0.0"]                    the version of Kontrapunkt that judged
    [Ruling "wrong: the king is ..."]    added by a developer: `right` or `wrong`, and why
    [Expected "legal"]                   the right judgement, if the ruling is `wrong`
    [Game "kontraspiel"]                 and so on: the record up to the moment of the judgement
    {What the reader says instead.}

All of it is a record, so every reader of records can read it. A puzzle's keys are tags, too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Self

from kontrapunkt.core.action import Seat
from kontrapunkt.core.deal import Record, RecordError, short
from kontrapunkt.core.messages import say
from kontrapunkt.core.rules import Refusal
from kontrapunkt.core.view_model import Result, in_seat_order
from kontrapunkt.puzzles.kind import ChoicePuzzle, PlayoutPuzzle, PuzzleKind, open_puzzle
from kontrapunkt.puzzles.model import THEMES, Puzzle, PuzzleError
from kontrapunkt.record import Replay, read, replay_session, write
from kontrapunkt.record.facts import read_number
from kontrapunkt.record.text import read_seat, tidy_action
from kontrapunkt.render.markup import joined
from kontrapunkt.widgets.line import moments
from kontrapunkt.widgets.review import Decision, Review, describe_cost

LEGAL: Final = "legal"
"""The claim about an action that is not refused."""

_PUZZLE: Final = ("kind", "side", "seat", "goal", "target", "at", "answers")
"""The keys of a puzzle that its judgement depends on; each is a tag with a capital."""

_RULING: Final = re.compile(r"(right|wrong)\b[\s:,.;-]*(.*)", re.IGNORECASE)

_BETWEEN: Final = "; "
"""What separates a puzzle's answers in their tag, and the parts of a result's claim."""

_SLICE_MS: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Finding:
    """A judgement of the engine.

    Attributes:
        claim: The judgement in a form that is the same in every language and with all faces.
        sentence: The judgement in words; empty for none.
    """

    claim: str
    sentence: str = ""


@dataclass(frozen=True)
class Complaint:
    """A complaint, read or to be written.

    Attributes:
        record: The record with the tags of the complaint; its first comment has the reader's words.
    """

    record: Record

    @classmethod
    def create(
        cls, subject: str, found: Finding, record: Record, puzzle: Puzzle | None = None, at: int | None = None
    ) -> Self:
        """Create a complaint in which the reader's words are missing.

        Args:
            subject: The subject, as in the tag.
            found: The judgement that the reader saw.
            record: The record up to the moment of the judgement.
            puzzle: The puzzle that was judged; None for none.
            at: The number of actions before the puzzle's question, if the record goes on after it.
        """
        from kontrapunkt import __version__

        asked = {} if puzzle is None else _tags_of(puzzle)
        asked |= {} if at is None else {"At": str(at)}
        tags = {
            "Complaint": subject,
            "Claim": found.claim,
            **({"Sentence": found.sentence} if found.sentence else {}),
            "Version": __version__,
            **asked,
        }
        first, *others = record.deals
        deals = (replace(first, comment=""), *others)
        return cls(replace(record, tags={**tags, **record.tags}, deals=deals))

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a complaint.

        Raises:
            RecordError: if it is no record, has no claim, or its subject or ruling cannot be read.
        """
        found = cls(read(text))
        for tag in ("Complaint", "Claim"):
            if not found._tag(tag):
                raise RecordError(say("complaint.none", tag=tag))
        if found._subject[0] not in SUBJECTS:
            raise found._error("Complaint", "complaint.subject", subjects=", ".join(SUBJECTS))
        if found.ruling and found._ruled is None:
            raise found._error("Ruling", "complaint.ruling")
        if bool(found._tag("Expected")) != (found.ruled == "wrong"):
            raise found._error("Expected" if found._tag("Expected") else "Ruling", "complaint.expected")
        return found

    @property
    def text(self) -> str:
        """The complaint as text."""
        return write(self.record)

    @property
    def subject(self) -> str:
        """The subject, such as `refusal S KC`."""
        return self._tag("Complaint")

    @property
    def found(self) -> Finding:
        """The judgement that the reader saw."""
        return Finding(self._tag("Claim"), self._tag("Sentence"))

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._tag("Game")

    @property
    def version(self) -> str:
        """The version that judged; empty if the complaint does not say."""
        return self._tag("Version")

    @property
    def words(self) -> str:
        """The reader's words, with their line ends; empty for none."""
        return self.record.deals[0].comment

    @property
    def ruling(self) -> str:
        """The ruling with its reason; empty before there is one."""
        return self._tag("Ruling")

    @property
    def ruled(self) -> str:
        """The ruling in a word: `right`, `wrong`, or empty before there is one."""
        return self._ruled[1].lower() if self._ruled else ""

    @property
    def expected(self) -> str:
        """The claim that is right by the ruling; empty before there is one."""
        return self._tag("Expected") or (self.found.claim if self.ruled else "")

    @property
    def _ruled(self) -> re.Match[str] | None:
        return _RULING.fullmatch(self.ruling)

    @property
    def _subject(self) -> tuple[str, str]:
        verb, _, rest = self.subject.partition(" ")
        return verb.lower(), rest.strip()

    def _tag(self, name: str) -> str:
        return self.record.tags.get(name, "")

    def _error(self, tag: str, sentence: str, /, **values: object) -> RecordError:
        """Return an error about a tag."""
        return RecordError(say(sentence, text=short(self._tag(tag)), **values), self.record.lines.get(tag, 1))

    # Judging again

    def judge(self) -> Finding:
        """Return the engine's judgement of the same subject now.

        Raises:
            RecordError: if the record cannot be replayed, or does not contain the subject.
        """
        verb, rest = self._subject
        return SUBJECTS[verb](self, rest)

    @cached_property
    def _played(self) -> Replay:
        return replay_session(self.record, unseen=True)[-1]

    def _refusal(self, rest: str) -> Finding:
        who, _, action = rest.partition(" ")
        seat, end = read_seat(who), self._played.end
        if seat is None or seat not in self._played.game.seats or not action or end.to_act is None:
            raise self._error("Complaint", "complaint.missing")
        return finding_of_refusal(end.why_not(tidy_action(action), seat))

    def _result(self, rest: str) -> Finding:
        if rest or self._played.end.to_act is not None:
            raise self._error("Complaint", "complaint.missing")
        return finding_of_result(self._played.end.result())

    def _answer(self, rest: str) -> Finding:
        parts = [each.strip() for each in rest.split(",")]
        task = self._puzzle(replies=dict.fromkeys(parts, ""))  # an author's replies may have added picks
        if not isinstance(task, ChoicePuzzle):
            raise self._error("Complaint", "complaint.missing")
        keys = {name: pick.key for pick in task.picks for name in (pick.label, pick.key)}
        given = [rest] if rest in keys else parts
        if not all(each in keys for each in given):
            raise self._error("Complaint", "complaint.missing")
        return finding_of_answer(task, frozenset(keys[each] for each in given))

    def _goal(self, rest: str) -> Finding:
        task = self._puzzle()
        if rest or not isinstance(task, PlayoutPuzzle) or task.at == len(task.played.steps):
            raise self._error("Complaint", "complaint.missing")
        before, action = task.played.states[-2], task.played.steps[-1].action
        if task.solver.why_unsolvable(before):
            raise self._error("Complaint", "complaint.missing")
        return finding_of_goal(task.keeps(before, action))

    def _decision(self, rest: str) -> Finding:
        return self._reviewed(rest, silence=False)

    def _silence(self, rest: str) -> Finding:
        return self._reviewed(rest, silence=True)

    def _reviewed(self, rest: str, *, silence: bool) -> Finding:
        who, _, number = rest.partition(" ")
        seat, step = read_seat(who), read_number(number)
        if seat is None or seat not in self._played.game.seats or self._played.deal.hidden:
            raise self._error("Complaint", "complaint.missing")
        review = Review(moments(self._played), seat)
        if all((each.step, each.silence) != (step, silence) for each in review.decisions):
            raise self._error("Complaint", "complaint.missing")
        while not review.over:
            review.work(_SLICE_MS)
        decisions = {(each.step, each.silence): each for each in review.decisions}
        return finding_of_decision(decisions[step or 0, silence])

    def _puzzle(self, **further: Any) -> PuzzleKind:
        """Return the puzzle that the tags describe.

        Args:
            **further: Other keys of the puzzle.

        Raises:
            RecordError: if they describe none.
        """
        given: dict[str, Any] = {key: self._tag(key.capitalize()) for key in _PUZZLE}
        for key in ("target", "at"):
            given[key] = read_number(given[key]) if given[key] else None
        given["answers"] = tuple(filter(None, given["answers"].split(_BETWEEN)))
        named: dict[str, Any] = {
            "id": "complaint",
            "title": "-",
            "story": "-",
            "themes": THEMES[:1],
            "difficulty": 1,
        }
        try:
            return open_puzzle(Puzzle(**given, **named, **further, record=write(self.record)))
        except PuzzleError as error:
            raise RecordError(error.said, self.record.lines.get("Kind", 1)) from None


SUBJECTS: Final[Mapping[str, Callable[[Complaint, str], Finding]]] = {
    "refusal": Complaint._refusal,
    "result": Complaint._result,
    "answer": Complaint._answer,
    "goal": Complaint._goal,
    "decision": Complaint._decision,
    "silence": Complaint._silence,
}
"""The subjects of complaints by their first word.

`refusal S KC`, an action of a seat at the end of the record; `result` of the last deal; `answer 7S, 8S` to
the puzzle in the tags; `goal` of that puzzle after the last action; `decision S 17` in the review, by seat
and number of actions before it; `silence S 17`, calls that were not made there.
"""


def finding_of_refusal(refusal: Refusal | None) -> Finding:
    """Return the finding about an action: the rule that forbids it, or that it is legal."""
    return Finding(refusal.rule, refusal.reason) if refusal else Finding(LEGAL)


def finding_of_result(result: Result) -> Finding:
    """Return the finding about a deal: the winners, the numbers, and each line by its rule."""
    parts = [f"won {' '.join(result.winners) or '-'}"]
    if result.settled:
        parts.append(f"{result.unit} {_numbers(result.seats)}".strip())
    parts += (f"{item.rule} {_numbers(item.seats)}".strip() for item in result.items)
    return Finding(_BETWEEN.join(parts), result.text)


def _numbers(seats: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat} {number}" for seat, number in in_seat_order(seats).items())


def finding_of_answer(task: ChoicePuzzle, given: frozenset[str]) -> Finding:
    """Return the finding about an answer: `right` or `wrong`.

    Args:
        task: The puzzle.
        given: The keys of the picks.
    """
    right = task.is_answer(given)
    picks = [pick for pick in task.picks if pick.key in given and (right or not pick.right)]
    return Finding("right" if right else "wrong", joined([pick.text for pick in picks]))


def finding_of_goal(kept: bool) -> Finding:
    """Return the finding about a card in a played-out puzzle: the goal is `kept` or `lost`."""
    return Finding("kept" if kept else "lost")


def finding_of_decision(of: Decision) -> Finding:
    """Return the finding about a decision: `lost` with open hands, `worse` by what was known, or `good`."""
    ways = [way for way, is_so in (("lost", of.lost), ("worse", of.worse)) if is_so]
    claim = " ".join(ways or ["good"]) + (f", better {of.better}" if of.better else "")
    return Finding(claim, describe_cost(of))


def _tags_of(puzzle: Puzzle) -> dict[str, str]:
    """Return the keys of a puzzle that its judgement depends on, as tags."""
    values = {key: getattr(puzzle, key) for key in _PUZZLE}
    values["answers"] = _BETWEEN.join(puzzle.answers)
    return {key.capitalize(): str(value) for key, value in values.items() if value not in ("", None)}
