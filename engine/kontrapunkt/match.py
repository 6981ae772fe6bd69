"""The match: what is carried from deal to deal, and who deals next.

A `Match` is where the players stand between two deals; it is immutable, and it is all that a deal may know
of the deals before it. A state carries the match that its deal is played in, and `match.after(state)` is the
match when that deal is over. A record states it among the facts of a deal, such as `score: NS 3 EW 2`; each
game has its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

from kontrapunkt.game import SEATS, Seat, State
from kontrapunkt.rules import Fault, PositionError
from kontrapunkt.said import Text, clause, listed, row, say, seat_name

if TYPE_CHECKING:
    from kontrapunkt.game import Game
    from kontrapunkt.record import Deal


class UnsettledError(ValueError):
    """A deal that does not say enough of its past to know what it brings to the match."""


@dataclass(frozen=True, slots=True)
class SlateRow:
    """A row of strokes on a slate, as some games keep score: lines are to be got rid of.

    Attributes:
        seats: Whose it is.
        written: Strokes written so far, those crossed out included.
        erased: How many of them, from the first on, are crossed out.
    """

    seats: tuple[Seat, ...]
    written: int
    erased: int

    @property
    def left(self) -> int:
        """The strokes that are not crossed out."""
        return self.written - self.erased


@dataclass(frozen=True, slots=True)
class Match(ABC):
    """Where a match stands before a deal.

    Attributes:
        game: The game with its options, which a match never changes.
        dealers: Who may deal: the one seat that the rules say; several where chance decides (a cut, the first
            deal), or where nobody says who dealt before.
        dealer_rule: The id of the rule that says who deals.
    """

    game: "Game" = field(compare=False, repr=False)
    dealers: tuple[Seat, ...] = SEATS

    dealer_rule: ClassVar[str]

    @property
    def dealer(self) -> Seat | None:
        """Who deals; None where several may."""
        return self.dealers[0] if len(self.dealers) == 1 else None

    @property
    @abstractmethod
    def unit(self) -> str:
        """What the numbers are: `game points`, `chips` ...; empty in a game that keeps no score."""

    @property
    @abstractmethod
    def seats(self) -> Mapping[Seat, int]:
        """Each seat's number so far, partners each the number of their side; empty where no score is kept."""

    @property
    def scores(self) -> Mapping[str, int]:
        """Each player's number so far: that of the seats, or of more players than sit down to a deal."""
        return dict(self.seats.items())

    @property
    def sitting(self) -> Mapping[Seat, str]:
        """Who sits at each seat in the next deal, by the names in `scores`."""
        return {seat: seat for seat in self.game.seats}

    @property
    def dealt_by(self) -> Seat | None:
        """The seat whose player deals; None where several may, or the one who deals has no seat."""
        return self.dealer

    @property
    def pot(self) -> int:
        """What lies in the pot, in the same unit; nothing in a game without one."""
        return 0

    @property
    def slate(self) -> tuple[SlateRow, ...]:
        """The slate, a row for each side; none in a game that keeps score otherwise."""
        return ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won the match; empty while it goes on, and in a game that knows no end."""
        return ()

    @property
    def over(self) -> bool:
        """Whether it has ended, so that no deal can follow."""
        return bool(self.winners)

    @property
    @abstractmethod
    def standing(self) -> Text:
        """How it stands, what is held over included, in a sentence or two."""

    @property
    def text(self) -> Text:
        """How it stands and who deals next."""
        if self.over or self.dealer is None:
            return self.standing
        return row([self.standing, say("match.dealer", seat=seat_name(self.dealer))])

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """What a record states of it, by key, that of a fresh match left out; `Game.match` reads it."""

    @abstractmethod
    def after(self, end: State) -> Self:
        """The match after one more deal.

        Args:
            end: The deal's last state; it was played in this match.

        Raises:
            UnsettledError: if the deal does not say enough of its past.
            ValueError: if the deal or the match is over or not, as it should not be.
        """

    def agreed(self, deal: "Deal") -> Self:
        """This match as a deal is played in it: with its dealer, if the deal names one.

        Args:
            deal: The deal. What it says of the match, it must say as the earlier deals left it.

        Raises:
            PositionError: if it says otherwise, or the match is over.
        """
        if self.over:
            text = say("match.fault.over", standing=clause(self.standing))
            raise PositionError([Fault("match_over", text, deal.line("start"))])
        faults = []
        said, due = self.game.match(deal).facts, self.facts
        for key in self.game.match_facts:
            if key in deal.facts and said.get(key) != due.get(key):
                sentence = "match.fault.standing" if key in due else "match.fault.nothing"
                text = say(sentence, key=key, due=due.get(key, ""))
                faults.append(Fault("standing_wrong", text, deal.line(key)))
        if deal.dealer and deal.dealer not in self.dealers:
            due_dealers = listed("or", [seat_name(seat) for seat in self.dealers])
            values = {"seat": seat_name(deal.dealer), "due": due_dealers, "rule": self.dealer_rule}
            text = say("match.fault.dealer", **values)
            faults.append(Fault("dealer_wrong", text, deal.line("Dealer")))
        if faults:
            raise PositionError(faults)
        return replace(self, dealers=(deal.dealer,)) if deal.dealer else self
