"""Kontra: the Finnish game of the Sedma group for two or three, each alone.

Kept: the whole deal from the cut to the count (KO-R1 to R24): the two cards turned up, the locked pack with
who unlocks it, playing in the dark, the spice that every winner adds, the order of drawing, the endgame with
the last cards as its spice, play from hands alone when the pack stays locked, the next dealer with at least
21 and all cuts. A session is a row of single deals, or card points added up over a fixed number of them.
As in the games of four, nobody may look through the piles, but how many tricks are in them and what they
count is told (see `kontrapunkt.families.rank_match`): everybody has seen every card fall. A card that went
from the pack into a hand face up is shown as long as it is held.
Simplified: nothing. Packets of three are dealt; how the rest of the pack got into its place changes nothing.
From: the part on Kontra of John McLeod's page on Ristikontra, Ristiklappi and Kontra, after Cristian Seres.

Phases: `first_lead` (the dealer leads from hand, top or bottom; or a holder unlocks the pack, or declines),
`normal` (tricks with a pack to draw from), `spice` (the winner adds a card), `endgame1` (the trick that the
last cards go to), `endgame` (the last five), `locked_end` (six tricks from hands alone), `over`.
"""

from dataclasses import replace
from itertools import chain
from typing import override

from kontrapunkt.core.action import known_seat
from kontrapunkt.core.cards import shuffled
from kontrapunkt.core.interface import Seat, Session, State
from kontrapunkt.core.rules import RuleBook, numbered
from kontrapunkt.games.kontra import legality, views
from kontrapunkt.games.kontra.options import KontraRules
from kontrapunkt.games.kontra.position_reader import KontraReader
from kontrapunkt.games.kontra.result import deal_result
from kontrapunkt.games.kontra.session import KontraSession, cut, dealer_of
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.record.facts import write_pairs

__all__ = ["Kontra", "KontraState"]


class Kontra(KontraRules[KontraState]):
    """Kontra with its options fixed."""

    id = "kontra"
    sessions = KontraSession
    title = "Kontra"
    prefix = "KO"
    rulebook = RuleBook(numbered("KO", "R1-24"))
    solver = "kontrapunkt.games.kontra.solver:KontraSolver"
    heuristics = "kontrapunkt.games.kontra.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.kontra.calculator:KontraCalculator"
    inference = "kontrapunkt.games.kontra.inference:KontraInference"
    puzzle_knowledge = "kontrapunkt.games.kontra.puzzle_knowledge:KontraKnowledge"
    shows = views.KontraView
    check = staticmethod(legality.check)
    gain_unit = "deals won"
    packets = (3, 3)
    reader = KontraReader
    result = staticmethod(deal_result)
    out_of_turn = staticmethod(legality.out_of_turn)
    as_deal = staticmethod(views.as_deal)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: Session | None = None
    ) -> KontraState:
        """Shuffles and deals; where several may deal and none is named, they cut for it."""
        cutters = (dealer,) if dealer else (session or self.session()).dealers
        rounds = cut(cutters, self.options["recut"], seed) if len(cutters) > 1 else ()
        who = dealer_of(rounds) if rounds else known_seat(cutters[0])
        facts = {"cut": write_pairs(chain(*rounds))} if rounds else {}
        dealt = replace(self.dealt(shuffled(self.pack, seed), who), facts=facts)
        return self.start(dealt, session=session)

    @override
    def payoffs(self, state: State) -> dict[Seat, float]:
        """One deal for who has the most card points, shared by equals, less a fair share of it."""
        assert isinstance(state, KontraState)
        most = max(state.card_points)
        best = [seat for seat, own in zip(self.seats, state.card_points, strict=True) if own == most]
        return {seat: (seat in best) / len(best) - 1 / len(self.seats) for seat in self.seats}
