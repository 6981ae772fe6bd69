"""What a finished deal of Konter a Matt comes to (KM-R17 to R21, KM-R24)."""

from dataclasses import dataclass
from typing import Protocol

from kontrapunkt.game import Action, Game, Session
from kontrapunkt.games.konter_a_matt.table import HALF


class Ended(Protocol):
    """What of a finished deal decides what it comes to; its last state is one. Sides are 0 (N–S), 1 (E–W)."""

    @property
    def game(self) -> Game:
        """The game with its options."""

    @property
    def session(self) -> Session:
        """The session as it stood before the deal."""

    @property
    def makers(self) -> int:
        """The trump makers' side."""

    @property
    def claimed(self) -> int | None:
        """The side that has claimed the deal; None for neither."""

    @property
    def said(self) -> tuple[tuple[int, Action], ...]:
        """What was announced, each with the number of the seat."""

    @property
    def announced(self) -> int:
        """What the announcements add to the value, in lines."""

    @property
    def card_points(self) -> tuple[int, ...]:
        """The card points of each side."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of each side."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal came out, in lines; sides are 0 (N–S) and 1 (E–W).

    Attributes:
        winner: The side that won; None for a tie.
        makers: The trump makers' side.
        announced: What was announced, 0 to 2.
        capot: Whether the line for all tricks counts: 0 or 1.
        held: What earlier ties had carried forward to this deal.
        value: What the deal was worth: to the winner, or in a tie.
        erased: Lines that each side erases.
        added: Lines that each side adds.
        carried: What is carried forward from here.
    """

    winner: int | None
    makers: int
    announced: int
    capot: int
    held: int
    value: int
    erased: tuple[int, int]
    added: tuple[int, int]
    carried: int = 0


def outcome_of(end: Ended, lines: tuple[int, int], held: int) -> Outcome:
    """How a finished deal came out in a session.

    Args:
        end: The finished deal.
        lines: The lines that each side had before it.
        held: What earlier ties had carried forward to it.
    """
    options, makers, announced = end.game.options, end.makers, end.announced
    ours, theirs = end.card_points
    claimed = end.claimed
    if ours == theirs == HALF and claimed is None:
        rule = options["tie_rule"]
        value = 1 if rule == "add_1" else 1 + announced
        if rule == "carry_forward":
            return Outcome(None, makers, announced, 0, held, value, (0, 0), (0, 0), held + value)
        return Outcome(None, makers, announced, 0, 0, value, (0, 0), _for(makers, value))
    winner = claimed if claimed is not None else int(theirs > ours)
    all_tricks = not end.taken[1 - winner] and (claimed is None or options.on("claim_keeps_capot"))
    capot = int(options["capot_line"]) if all_tricks else 0
    value = 1 + announced + capot + held
    erased = _for(winner, min(value, lines[winner]))
    added = _for(makers, value) if makers != winner else (0, 0)
    return Outcome(winner, makers, announced, capot, held, value, erased, added)


def _for(side: int, number: int) -> tuple[int, int]:
    return (0, number) if side else (number, 0)
