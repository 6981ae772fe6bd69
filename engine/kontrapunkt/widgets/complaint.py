"""A complaint about a refusal, a result or a mark: a record that a reader holds to be judged wrongly.

    [Complaint "refusal S KC"]           the subject, one of `judging.SUBJECTS`
    [Claim "KS-R22"]                     the program's judgement, independent of its words
    [Sentence "You hold a heart ..."]    the judgement as the reader saw it
    [Version "1.0.0"]                    the version of Kontrapunkt that judged
    [Ruling "wrong: the king is ..."]    added by a developer: `right` or `wrong`, and why
    [Expected "legal"]                   the right judgement, if the ruling is `wrong`
    [Game "kontraspiel"]                 and so on: the record up to the moment of the judgement
    {What the reader says instead.}

All of it is a record, so every reader of records can read it. A puzzle's keys are tags, too. A drill's
question has its kind, reader and topic as `Drill`, `Seat` and `About`. Widgets write complaints;
`judging` has the engine judge them again.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from kontrapunkt.core.action import Seat
from kontrapunkt.core.deal import Record, RecordError, short
from kontrapunkt.core.messages import say
from kontrapunkt.core.rules import Refusal
from kontrapunkt.core.view_model import Result, in_seat_order
from kontrapunkt.record import read, write

LEGAL: Final = "legal"
"""The claim about an action that is not refused."""

_RULING: Final = re.compile(r"(right|wrong)\b[\s:,.;-]*(.*)", re.IGNORECASE)


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
        cls,
        subject: str,
        found: Finding,
        record: Record,
        asked: Mapping[str, str] | None = None,
        words: str = "",
    ) -> Self:
        """Create a complaint.

        Args:
            subject: The subject, as in the tag.
            found: The judgement that the reader saw.
            record: The record up to the moment of the judgement.
            asked: The tags of the question that was answered, such as those of a puzzle; None for none.
            words: The reader's words; empty for those that the page adds.
        """
        from kontrapunkt import __version__

        tags = {
            "Complaint": subject,
            "Claim": found.claim,
            **({"Sentence": found.sentence} if found.sentence else {}),
            "Version": __version__,
            **(asked or {}),
        }
        first, *others = record.deals
        deals = (replace(first, comment=words), *others)
        return cls(replace(record, tags={**tags, **record.tags, **tags}, deals=deals))

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a complaint.

        Raises:
            RecordError: if it is no record, has no claim, or its ruling cannot be read.
        """
        found = cls(read(text))
        for tag in ("Complaint", "Claim"):
            if not found.tag(tag):
                raise RecordError(say("complaint.none", tag=tag))
        if found.ruling and found._ruled is None:
            raise found.error("Ruling", "complaint.ruling")
        if bool(found.tag("Expected")) != (found.ruled == "wrong"):
            raise found.error("Expected" if found.tag("Expected") else "Ruling", "complaint.expected")
        return found

    @property
    def text(self) -> str:
        """The complaint as text."""
        return write(self.record)

    @property
    def subject(self) -> str:
        """The subject, such as `refusal S KC`."""
        return self.tag("Complaint")

    @property
    def found(self) -> Finding:
        """The judgement that the reader saw."""
        return Finding(self.tag("Claim"), self.tag("Sentence"))

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.tag("Game")

    @property
    def version(self) -> str:
        """The version that judged; empty if the complaint does not say."""
        return self.tag("Version")

    @property
    def words(self) -> str:
        """The reader's words, with their line ends; empty for none."""
        return self.record.deals[0].comment

    @property
    def ruling(self) -> str:
        """The ruling with its reason; empty before there is one."""
        return self.tag("Ruling")

    @property
    def ruled(self) -> str:
        """The ruling in a word: `right`, `wrong`, or empty before there is one."""
        return self._ruled[1].lower() if self._ruled else ""

    @property
    def expected(self) -> str:
        """The claim that is right by the ruling; empty before there is one."""
        return self.tag("Expected") or (self.found.claim if self.ruled else "")

    @property
    def _ruled(self) -> re.Match[str] | None:
        return _RULING.fullmatch(self.ruling)

    def tag(self, name: str) -> str:
        """Return the content of a tag; empty if it has none."""
        return self.record.tags.get(name, "")

    def error(self, tag: str, sentence: str, /, **values: object) -> RecordError:
        """Return an error about a tag."""
        return RecordError(say(sentence, text=short(self.tag(tag)), **values), self.record.lines.get(tag, 1))


def finding_of_refusal(refusal: Refusal | None) -> Finding:
    """Return the finding about an action: the rule that forbids it, or that it is legal."""
    return Finding(refusal.rule, refusal.reason) if refusal else Finding(LEGAL)


def finding_of_result(result: Result) -> Finding:
    """Return the finding about a deal: the winners, the numbers, and each line by its rule."""
    parts = [f"won {' '.join(result.winners) or '-'}"]
    if result.settled:
        parts.append(f"{result.unit} {_numbers(result.seats)}".strip())
    parts += (f"{item.rule} {_numbers(item.seats)}".strip() for item in result.items)
    return Finding("; ".join(parts), result.text)


def _numbers(seats: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat} {number}" for seat, number in in_seat_order(seats).items())
