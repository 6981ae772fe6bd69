"""A session of Konter a Matt (KM-R22 to R26): the slate, what ties carry forward, and who deals."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.follow_suit import Facts, write_numbers
from kontrapunkt.game import SEATS, Game, Seat, Session, SlateRow, State
from kontrapunkt.games.konter_a_matt.reckoning import Ended, Outcome, outcome_of
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.rules import PositionError
from kontrapunkt.said import Text, row, say, side_name

Lines = tuple[int, int]
"""A number of lines for N–S and for E–W."""


@dataclass(frozen=True, slots=True)
class KonterSession(Session):
    """Where a session stands before a deal.

    Attributes:
        written: Strokes of N–S and E–W on the slate, those crossed out included.
        erased: How many of them are crossed out.
        carried: Lines that ties have left for the next deal that is won (`tie_rule=carry_forward`).
    """

    written: Lines = (9, 9)
    erased: Lines = (0, 0)
    carried: int = 0

    dealer_rule: ClassVar[str] = "KM-R4"

    @property
    def lines(self) -> Lines:
        """The lines that N–S and E–W still have."""
        return self.written[0] - self.erased[0], self.written[1] - self.erased[1]

    @property
    @override
    def unit(self) -> str:
        return "lines"

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        return {seat: self.lines[i % 2] for i, seat in enumerate(SEATS)}

    @property
    @override
    def slate(self) -> tuple[SlateRow, ...]:
        return tuple(
            SlateRow(seats, self.written[i], self.erased[i]) for i, seats in enumerate(self.game.sides)
        )

    @property
    @override
    def winners(self) -> tuple[Seat, ...]:
        return self.game.sides[self.lines.index(0)] if 0 in self.lines else ()

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        sides = self.game.sides
        start = (_start_lines(self.game.options),) * 2
        found = {}
        if (self.written, self.erased) != (start, (0, 0)):
            found["lines"] = write_numbers(sides, self.lines)
        if any(self.erased):
            found["erased"] = write_numbers(sides, self.erased)
        if self.carried:
            found["carried"] = str(self.carried)
        return found

    @property
    @override
    def standing(self) -> Text:
        if self.winners:
            left = max(self.lines)
            return say("km.session.won", side=side_name(self.winners), n=left)
        said = say("km.session.lines", ns=self.lines[0], ew=self.lines[1])
        return row([said, say("km.session.carried", n=self.carried)]) if self.carried else said

    @override
    def after(self, end: State) -> "KonterSession":
        assert isinstance(end, KonterState)
        if end.to_act is not None:
            raise ValueError("the deal is still going on")
        return self.counting(self.outcome(end))

    def outcome(self, end: Ended) -> Outcome:
        """How a finished deal of this session came out."""
        return outcome_of(end, self.lines, self.carried)

    def counting(self, outcome: Outcome) -> "KonterSession":
        """The session after a deal that came out so.

        Raises:
            ValueError: if the session is over.
        """
        if self.over:
            raise ValueError("the session is over")
        erased = [self.erased[side] + outcome.erased[side] for side in (0, 1)]
        written = [self.written[side] + outcome.added[side] for side in (0, 1)]
        return replace(
            self,
            dealers=self.next_dealers,
            written=(written[0], written[1]),
            erased=(erased[0], erased[1]),
            carried=outcome.carried,
        )

    def revenge(self) -> "KonterSession":
        """A fresh session with the same teams, as the losers may ask for (KM-R26); its first dealer is open.

        Raises:
            ValueError: while the session goes on.
        """
        if not self.over:
            raise ValueError("the session is still going on; there is nothing to take revenge for")
        fresh = self.game.session()
        assert isinstance(fresh, KonterSession)
        return fresh


def _start_lines(options: Mapping[str, str]) -> int:
    return int(options["start_lines"])


def read_session(game: Game, deal: Deal | None) -> KonterSession:
    """The session that the facts `lines`, `erased` and `carried` of a deal state; a fresh one without a deal.

    Where only the lines are stated, as few strokes are taken to be crossed out as can be.

    Raises:
        PositionError: if they cannot be read, or no session can stand so before a deal.
    """
    start = _start_lines(game.options)
    if deal is None:
        return KonterSession(game, written=(start, start))
    facts = Facts(deal, tuple(deal.facts))
    erased = facts.numbers("erased", game.sides)
    lines = facts.numbers("lines", game.sides)
    carried = facts.number("carried") or 0
    for key, found in (("lines", lines), ("erased", erased)):
        if found is None and key in deal.facts and not facts.faults:
            facts.unreadable(key, f"{key}: NS 7 EW 9")
    if facts.faults:
        raise PositionError(facts.faults)
    if lines is None:
        lines = tuple(start - gone for gone in erased or (0, 0))
    if erased is None:
        erased = tuple(max(0, start - left) for left in lines)
    if min(lines) < 1:
        facts.fault("standing_impossible", "lines_none", "lines" if "lines" in deal.facts else "erased")
    elif any(left + gone < start for left, gone in zip(lines, erased, strict=True)):
        facts.fault("standing_impossible", "lines_few", "erased", n=start)
    elif carried and game.options["tie_rule"] != "carry_forward":
        facts.fault("standing_impossible", "carried", "carried")
    if facts.faults:
        raise PositionError(facts.faults)
    written = (lines[0] + erased[0], lines[1] + erased[1])
    dealers = (deal.dealer,) if deal.dealer else SEATS
    return KonterSession(game, dealers, written, (erased[0], erased[1]), carried)


def session_of(state: Ended) -> KonterSession:
    """The session that a deal is played in, as it stood before it, with its slate."""
    session = state.session
    assert isinstance(session, KonterSession)
    return session
