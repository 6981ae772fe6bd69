"""DealSession: a session whose state is in facts and which each deal updates."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, override

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Game, Seat, Session, State, UnsettledError
from kontrapunkt.core.messages import seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.record.facts import FactsReader, write_numbers


@old_names(of="from_deal", stated="with_facts")
@dataclass(frozen=True, slots=True)
class DealSession[G: Game, S: State](Session):
    """A session before a deal; a record describes it by facts of the game's own.

    Attributes:
        reads: The class that reads those facts.
        score_field: The field of the score: a number for each side, empty while there are none.
        fields: The fields whose fact has a key different from their name, by that key.
    """

    game: G = field(compare=False, repr=False)

    reads: ClassVar[type[FactsReader[Any]]] = FactsReader
    score_field: ClassVar[str]
    fields: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def fresh(cls, game: G) -> Self:
        """Return a session before its first deal."""
        return cls(game, tuple(seat for seat in SEATS if seat in game.seats))

    @classmethod
    def from_deal(cls, game: G, deal: Deal | None) -> Self:
        """Return the session that a deal's facts describe; a fresh one if None.

        Raises:
            PositionError: if the facts cannot be read, or no session can have them before a deal.
        """
        found = cls.fresh(game)
        if deal is None:
            return found
        facts = cls.reads(game, deal)
        if deal.dealer:
            found = replace(found, dealers=(deal.dealer,))
            if deal.dealer not in game.seats:
                facts.fault("dealer_wrong.absent", "Dealer", seat=seat_name(deal.dealer))
        if any(key in deal.facts for key in game.session_facts):
            found = found.with_facts(facts)
        facts.stop_at_faults()
        return found

    @abstractmethod
    def with_facts(self, facts: Any) -> Self:
        """Return this fresh session with the values of the facts.

        Impossible values become faults.

        Args:
            facts: The facts, of which at least one describes the session.
        """

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        sides = self.game.sides
        numbers = getattr(self, self.score_field) or (0,) * len(sides)
        found = {seat: number for side, number in zip(sides, numbers, strict=True) for seat in side}
        return {seat: found[seat] for seat in SEATS if seat in found} if self.unit else {}

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        fresh, found = self.fresh(self.game), {}
        for key in self.game.session_facts:
            name = self.fields.get(key, key)
            value = getattr(self, name)
            if value != getattr(fresh, name):
                found[key] = self._written(value)
        return found

    def _written(self, value: int | frozenset[Seat] | Sequence[int]) -> str:
        if isinstance(value, int):
            return str(value)
        if isinstance(value, frozenset):
            return " ".join(seat for seat in SEATS if seat in value)
        return write_numbers(self.game.sides, value)

    @override
    def after(self, end: State) -> Self:
        if end.to_act is not None:
            raise ValueError("the deal is still going on")
        if self.over:
            raise ValueError("the session is over")
        brought = self.brought(end)  # type: ignore[arg-type] # it was played in this session
        if brought is None:
            raise UnsettledError("the earlier tricks decide what the deal brings")
        return self.counting(brought)

    def brought(self, end: S) -> Any:
        """Return the data of a finished deal that update the session.

        Args:
            end: The last state of the deal.

        Returns:
            None if they depend on unknown earlier play.
        """
        return end

    @abstractmethod
    def counting(self, brought: Any) -> Self:
        """Return the session, which is not over, after a deal with these data.

        Args:
            brought: The data that `brought` has returned.
        """
