"""Kontra: the Finnish game of the Sedma group for two or three single players.

Built: the whole deal from the cut to the count (KO-R1 to R24). There are the two cards turned up, the locked
pack and its unlocking, playing in the dark, the spice that every winner adds and the order of drawing. The
last cards of the pack are the spice of the endgame; play is from the hands alone if the pack stays locked.
The next dealer needs at least 21 card points, and all cuts are modelled. A session is a series of single
deals, or adds up card points over a fixed number of deals.

As in the games of four, nobody may look through the piles, but the number of their tricks and card points is
known (see `kontrapunkt.families.rank_match`), as everybody has seen every card played. A card that a player
drew while it was face up is shown as long as it is in the hand.

Simplified: nothing. Cards are dealt in packets of three; how the rest of the pack got into its place changes
nothing.

Sources: the part on Kontra of John McLeod's page on Ristikontra, Ristiklappi and Kontra, after Cristian
Seres.

Phases: `first_lead` (the dealer leads from hand, top or bottom; or a holder unlocks the pack, or declines),
`normal` (tricks with a pack to draw from), `spice` (the winner adds a card), `endgame1` (the trick that the
last cards go to), `endgame` (the last five tricks), `locked_end` (six tricks from hands alone), `over`.
"""

from dataclasses import replace
from itertools import chain
from typing import override

from kontrapunkt.core.action import known_seat
from kontrapunkt.core.cards import shuffled
from kontrapunkt.core.interface import Seat, Session, State
from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.games.kontra import legality, views
from kontrapunkt.games.kontra.options import KontraRules
from kontrapunkt.games.kontra.position_reader import KontraReader
from kontrapunkt.games.kontra.result import deal_result
from kontrapunkt.games.kontra.session import KontraSession, cut, dealer_of
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.record.facts import write_pairs

__all__ = ["Kontra", "KontraState"]


class Kontra(KontraRules[KontraState]):
    """The game of Kontra with one set of options."""

    id = "kontra"
    sessions = KontraSession
    title = "Kontra"
    prefix = "KO"
    rulebook = RuleBook(number_rules("KO", "R1-24"))
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
        """Shuffle and deal; if several may deal and none is named, they cut for it."""
        cutters = (dealer,) if dealer else (session or self.session()).dealers
        rounds = cut(cutters, self.options["recut"], seed) if len(cutters) > 1 else ()
        who = dealer_of(rounds) if rounds else known_seat(cutters[0])
        facts = {"cut": write_pairs(chain(*rounds))} if rounds else {}
        dealt = replace(self.deal_pack(shuffled(self.pack, seed), who), facts=facts)
        return self.start(dealt, session=session)

    @override
    def payoffs(self, state: State) -> dict[Seat, float]:
        """Return each seat's share of the win, less a fair share.

        Seats with equally many card points share the win.
        """
        assert isinstance(state, KontraState)
        most = max(state.card_points)
        best = [seat for seat, own in zip(self.seats, state.card_points, strict=True) if own == most]
        return {seat: (seat in best) / len(best) - 1 / len(self.seats) for seat in self.seats}
