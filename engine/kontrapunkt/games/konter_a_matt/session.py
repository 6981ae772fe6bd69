"""A session of Konter a Matt: slate, carried lines, dealers (KM-R22 to R26).

It also has the outcome of a finished deal (KM-R17 to R21, KM-R24).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import add, sub
from typing import ClassVar, override

from kontrapunkt.core.interface import Game, Seat, SlateRow
from kontrapunkt.core.messages import Text, row, say, side_name
from kontrapunkt.families.deal_session import DealSession
from kontrapunkt.games.konter_a_matt.constants import HALF
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.record.facts import FactsReader

Lines = tuple[int, ...]
"""A number of lines for N–S and for E–W."""


@dataclass(frozen=True, slots=True)
class KonterOutcome:
    """The outcome of a deal in lines; sides are 0 (N–S) and 1 (E–W).

    Attributes:
        winner: The side that won; None for a tie.
        value: The value of the deal, for the winner or in a tie.
        erased: The lines that each side erases.
        added: The lines that each side adds.
        capot: The line for all tricks, if it counts: 0 or 1.
        carried: The lines carried over to the next deal.
    """

    winner: int | None
    value: int
    erased: Lines = (0, 0)
    added: Lines = (0, 0)
    capot: int = 0
    carried: int = 0


@dataclass(frozen=True, slots=True)
class KonterSession(DealSession[Game, KonterState]):
    """The standing of a session before a deal.

    Attributes:
        written: The lines of N–S and E–W on the slate, erased ones included.
        erased: The erased lines of N–S and E–W.
        carried: The lines carried over from ties to the next deal that is won (`tie_rule=carry_forward`).
    """

    written: Lines = (9, 9)
    erased: Lines = (0, 0)
    carried: int = 0

    dealer_rule: ClassVar[str] = "KM-R4"
    score_field: ClassVar[str] = "lines"
    fields: ClassVar[Mapping[str, str]] = {"lines": "stated_lines"}
    unit = "lines"

    @property
    def lines(self) -> Lines:
        """The lines that N–S and E–W still have."""
        return tuple(map(sub, self.written, self.erased))

    @property
    @override
    def slate(self) -> tuple[SlateRow, ...]:
        return tuple(map(SlateRow, self.game.sides, self.written, self.erased))

    @property
    @override
    def winners(self) -> tuple[Seat, ...]:
        return self.game.sides[self.lines.index(0)] if 0 in self.lines else ()

    @property
    def stated_lines(self) -> Lines:
        """The lines if a record must state them; empty while the slate is unchanged."""
        start = self.fresh(self.game)
        return self.lines if (self.written, self.erased) != (start.written, start.erased) else ()

    @classmethod
    @override
    def fresh(cls, game: Game) -> "KonterSession":
        start = int(game.options["start_lines"])
        return cls(game, written=(start, start))

    @override
    def with_facts(self, facts: FactsReader[Game]) -> "KonterSession":
        """Return the session from its facts.

        If the facts state only the lines, as few as possible are taken to be erased.
        """
        start = self.written[0]
        erased = facts.numbers("erased", form=range(2), whole=True)
        lines = facts.numbers("lines", form=range(2), whole=True)
        carried = facts.number("carried") or 0
        facts.stop_at_faults()
        if lines is None:
            lines = tuple(start - gone for gone in erased or (0, 0))
        if erased is None:
            erased = tuple(max(0, start - left) for left in lines)
        if min(lines) < 1:
            key = "lines" if "lines" in facts.deal.facts else "erased"
            facts.fault("standing_impossible.lines_none", key)
        elif any(left + gone < start for left, gone in zip(lines, erased, strict=True)):
            facts.fault("standing_impossible.lines_few", "erased", n=start)
        elif carried and self.game.options["tie_rule"] != "carry_forward":
            facts.fault("standing_impossible.carried", "carried")
        return replace(self, written=tuple(map(add, lines, erased)), erased=erased, carried=carried)

    @property
    @override
    def standing(self) -> Text:
        if self.winners:
            left = max(self.lines)
            return say("km.session.won", side=side_name(self.winners), n=left)
        said = say("km.session.lines", ns=self.lines[0], ew=self.lines[1])
        return row([said, say("km.session.carried", n=self.carried)]) if self.carried else said

    @override
    def brought(self, end: KonterState) -> KonterOutcome:
        """Return the outcome of a finished deal in this session."""
        options, claimed = end.game.options, end.claimed
        ours, theirs = end.card_points
        if ours == theirs == HALF and claimed is None:
            rule = options["tie_rule"]
            value = 1 if rule == "add_1" else 1 + end.announced
            if rule == "carry_forward":
                return KonterOutcome(None, value, carried=self.carried + value)
            return KonterOutcome(None, value, added=_for(end.makers, value))
        winner = claimed if claimed is not None else int(theirs > ours)
        all_tricks = not end.taken[1 - winner] and (claimed is None or options.on("claim_keeps_capot"))
        capot = int(options["capot_line"]) if all_tricks else 0
        value = 1 + end.announced + capot + self.carried
        erased = _for(winner, min(value, self.lines[winner]))
        added = _for(end.makers, value) if end.makers != winner else (0, 0)
        return KonterOutcome(winner, value, erased, added, capot)

    @override
    def counting(self, outcome: KonterOutcome) -> "KonterSession":
        written = tuple(map(add, self.written, outcome.added))
        erased = tuple(map(add, self.erased, outcome.erased))
        dealers, carried = self.next_dealers, outcome.carried
        return replace(self, dealers=dealers, written=written, erased=erased, carried=carried)

    def revenge(self) -> "KonterSession":
        """Return a fresh session with the same teams, for a revenge (KM-R26).

        Its first dealer is open.

        Raises:
            ValueError: while the session goes on.
        """
        if not self.over:
            raise ValueError("the session is still going on; there is nothing to take revenge for")
        return self.fresh(self.game)


def _for(side: int, number: int) -> Lines:
    return (0, number) if side else (number, 0)
