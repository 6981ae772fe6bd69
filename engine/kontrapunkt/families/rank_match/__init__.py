"""The family in which ranks match: only a later card of the rank that was led beats it.

Here is what the Finnish members of the Sedma group share, and the play of those for four.

Kept: Ristikontra's play from the first lead to the last trick (RK-R1 to R13): free play, playing in the dark,
both times of drawing, the three-lead limit with its scopes, the rule of the fourth king with its three ways
of meeting it in the dark.
Nobody may look through the tricks that are taken (our ruling, as no source speaks of it): a seat's view has
the last trick, and of the others only how many they are and what they count, until the deal is over.
Simplified: nothing. Packets and cutting are not modelled, as no source gives any: cards are dealt one by one.
From: John McLeod's page on Ristikontra, Ristiklappi and Kontra, with the informants named there.

Phases: `lead` (the seat to act begins a trick), `follow`, `exchange` (a card turned in the dark went into the
hand, and another must now be played from it), `over`.
"""

from kontrapunkt.families.rank_match import legality, views
from kontrapunkt.families.rank_match.position_reader import MatchReader
from kontrapunkt.families.rank_match.rules import PLAY_OPTIONS, RankMatchRules, dark_fourth_king
from kontrapunkt.families.rank_match.state import RankMatchState

__all__ = ["PLAY_OPTIONS", "RankMatchGame", "RankMatchState", "dark_fourth_king"]


class RankMatchGame(RankMatchRules[RankMatchState]):
    """A game of four in fixed partnerships that is played as Ristikontra is."""

    shows = views.RankMatchView
    reader = MatchReader
    as_deal = staticmethod(views.as_deal)
    check = staticmethod(legality.check)
    inference = "kontrapunkt.families.rank_match.inference:RankMatchInference"
