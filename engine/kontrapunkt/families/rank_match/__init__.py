"""The family in which ranks match: only a later card of the rank led beats it.

It has the common parts of the Finnish games of the Sedma group, and the play of those for four.

Supplied: Ristikontra's play from the first lead to the last trick (RK-R1 to R13): free play, playing in the
dark, both times of drawing, the three-lead limit with its scopes, the rule of the fourth king with its three
ways for a king turned in the dark.
Nobody may look through the tricks taken (our ruling, as no source mentions it): a seat's view has the last
trick, and only the number and the card points of the others, until the deal is over.
Simplified: nothing. Packets and cutting are left out, as no source gives any: cards are dealt one by one.
Source: John McLeod's page on Ristikontra, Ristiklappi and Kontra, with the informants named there.

Phases: `lead` (the seat to act begins a trick), `follow`, `exchange` (a card turned in the dark went into the
hand, and another must now be played from it), `over`.
"""

from kontrapunkt.families.rank_match import legality, views
from kontrapunkt.families.rank_match.position_reader import MatchReader
from kontrapunkt.families.rank_match.rules import PLAY_OPTIONS, RankMatchRules, dark_fourth_king
from kontrapunkt.families.rank_match.state import RankMatchState

__all__ = ["PLAY_OPTIONS", "RankMatchGame", "RankMatchState", "dark_fourth_king"]


class RankMatchGame(RankMatchRules[RankMatchState]):
    """A game of four in fixed partnerships with the play of Ristikontra."""

    shows = views.RankMatchView
    reader = MatchReader
    as_deal = staticmethod(views.as_deal)
    check = staticmethod(legality.check)
    inference = "kontrapunkt.families.rank_match.inference:RankMatchInference"
