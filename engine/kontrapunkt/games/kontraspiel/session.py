"""A session of Kontraspiel: pot, balances and pacts (KS-R2, R5, R9, R10, R35)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Game, Seat
from kontrapunkt.core.messages import Text, listed, row, say, seat_name
from kontrapunkt.families.deal_session import DealSession
from kontrapunkt.games.kontraspiel.constants import TAKE, WENZELS
from kontrapunkt.games.kontraspiel.result import outcome_of
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.record.facts import FactsReader, distinct, read_signed
from kontrapunkt.record.text import read_seat


@dataclass(frozen=True, slots=True)
class KontraspielSession(DealSession[Game, KontraspielState]):
    """The standing of a session before a deal.

    Attributes:
        chips: The balances of N, E, S, W in chips since the record begins.
        pot: The chips in the pot.
        pacts: The seats bound to take up an ace that they turn up. They are bound to take up a Wenzel, too,
            where the dealer may choose to (`wenzel_turnup=like_ace`) and pacts are shared.
        wenzel_pacts: The seats bound to take up a Wenzel, where it has its own pact (`pact_scope=per_rank`).
        dealt: The number of deals since the record begins.
    """

    chips: tuple[int, ...] = (0, 0, 0, 0)
    pot: int = 0
    pacts: frozenset[Seat] = frozenset()
    wenzel_pacts: frozenset[Seat] = frozenset()
    dealt: int = 0

    dealer_rule: ClassVar[str] = "KS-R5"
    score_field: ClassVar[str] = "chips"
    fields: ClassVar[Mapping[str, str]] = {"balances": "chips"}
    unit = "chips"

    @property
    def full_rounds(self) -> bool:
        """True if all have dealt equally often, so that players may part (KS-R35)."""
        return self.dealt % 4 == 0

    def bound(self, seat: Seat, turn_up: Card) -> bool:
        """Return True if a pact binds the dealer to take up an offered card (KS-R9)."""
        return seat in (self.wenzel_pacts if self._apart(turn_up) else self.pacts)

    def _apart(self, turn_up: Card) -> bool:
        return turn_up in WENZELS and self.game.options["pact_scope"] == "per_rank"

    @property
    @override
    def standing(self) -> Text:
        said = [say("ks.session.pot", n=self.pot)]
        for won, sign in ((1, 1), (0, -1)):
            parts = [
                row([seat_name(seat), sign * chips]) for seat, chips in self.seats.items() if sign * chips > 0
            ]
            if parts:
                said.append(say("ks.session.so_far", won=won, seats=listed("and", parts)))
        for key, seats in (("pacts", self.pacts), ("wenzel_pacts", self.wenzel_pacts)):
            names = [seat_name(seat) for seat in SEATS if seat in seats]
            if names:
                said.append(say(f"ks.session.{key}", seats=listed("and", names), n=len(names)))
        return row(said)

    @override
    def with_facts(self, facts: FactsReader[Game]) -> "KontraspielSession":
        """Return the session from its facts.

        If the facts name a pot without balances, the pot was paid before the record begins.
        """
        pot = facts.number("pot") or 0
        chips = facts.numbers("balances", read=read_signed, form=range(4), whole=True)
        dealt = facts.number("dealt") or 0
        pacts: frozenset[Seat] = frozenset(facts.each("pacts", read_seat, "N W", distinct))
        wenzel_pacts: frozenset[Seat] = frozenset(facts.each("wenzel_pacts", read_seat, "N W", distinct))
        if chips and sum(chips) + pot < 0:
            facts.fault("standing_impossible.balances_pot", "balances", pot=pot, n=-sum(chips))
        options = self.game.options
        apart = options["wenzel_turnup"] == "like_ace" and options["pact_scope"] == "per_rank"
        if wenzel_pacts and not apart:
            facts.fault("standing_impossible.wenzel_pacts", "wenzel_pacts")
        chips = chips or self.chips
        return replace(self, pot=pot, chips=chips, dealt=dealt, pacts=pacts, wenzel_pacts=wenzel_pacts)

    @override
    def counting(self, end: KontraspielState) -> "KontraspielSession":
        outcome = outcome_of(end)
        return replace(
            self._pacts_after(end),
            dealers=self.next_dealers,
            chips=tuple(had + more for had, more in zip(self.chips, outcome.chips, strict=True)),
            pot=self.pot + outcome.pot,
            dealt=self.dealt + 1,
        )

    def _pacts_after(self, end: KontraspielState) -> "KontraspielSession":
        """Return the session with the pacts after a deal.

        A pact begins when the dealer chooses to take up the turn-up, and ends when such a dealer takes no
        trick.
        """
        standing = end.standing
        if standing.won != "turn_up":
            return self
        dealer = SEATS[standing.dealer]
        key = "wenzel_pacts" if self._apart(standing.turn_up) else "pacts"
        now: frozenset[Seat] = getattr(self, key)
        if any(action == TAKE for _, action in end.said):
            now |= {dealer}
        about_pacts = standing.terms.wenzel_like_ace or standing.turn_up not in WENZELS
        if about_pacts and end.taken[standing.dealer] == 0:
            now -= {dealer}
        return replace(self, **{key: now})  # type: ignore[arg-type]

    def end_by_agreement(self) -> "KontraspielSession":
        """Return the session when the players part by agreement (KS-R35).

        The pot stays, or is shared out (`pot_at_end=split_equal`); the chips that four players cannot share
        equally stay in it.

        Raises:
            ValueError: unless everybody has dealt equally often.
        """
        if not self.full_rounds:
            raise ValueError("the round is not complete; everybody should deal equally often")
        if self.game.options["pot_at_end"] == "report":
            return self
        share = self.pot // 4
        return replace(self, chips=tuple(chips + share for chips in self.chips), pot=self.pot - 4 * share)
