"""Rules of thumb for Sedma: those of all rank-matching games, with sevens, and when to go on."""

from functools import cached_property
from typing import Final, override

from kontrapunkt.core.heuristics import Heuristics, RuleOfThumb
from kontrapunkt.families.rank_match.heuristics import (
    FOLLIES,
    GREASE,
    LEAD_CHEAP,
    LEAD_SET,
    LEAD_SURE,
    POINTS_ENDING,
    THROW,
    RankSight,
)
from kontrapunkt.games.sedma.options import SEVEN, STOP
from kontrapunkt.games.sedma.state import SedmaState


class SedmaSight(RankSight[SedmaState]):
    """The things that one seat sees of a deal, sevens among them."""

    @override
    def left(self, card: str) -> int:
        """Return the number of unseen cards that could beat a card."""
        game, seen = self.state.game, self.fallen.count
        others = 4 - seen(SEVEN) if game.wild and card[0] != SEVEN else 0
        return others + 4 - seen(card[0])

    @override
    def held(self, card: str) -> int:
        """Return the number of cards in the hand that match a card."""
        return sum([self.state.game.matches(each, card[0]) for each in self.hand])

    @cached_property
    @override
    def equals(self) -> list[str]:
        """The legal cards that would win the trick so far: the rank led first, then sevens."""
        led, matches = self.trick[0][0], self.state.game.matches
        return sorted([card for card in self.legal if matches(card, led)], key=lambda card: card[0] != led)

    @property
    def ranks_led(self) -> list[str]:
        """The legal cards of the rank led, without sevens for it."""
        return [card for card in self.legal if card[0] == self.trick[0][0]]


_GO_ON: Final = RuleOfThumb[SedmaSight](
    "heuristic.sedma.go_on",
    lambda s: s.equals if STOP in s.actions and not s.ours(s.best) and s.trick_worth >= 10 else (),
)
"""An opponent has a trick with an ace or a ten: go on with it."""

_STOP: Final = RuleOfThumb[SedmaSight]("heuristic.sedma.stop", lambda s: (STOP,) if STOP in s.actions else ())
"""Stop if the trick is yours, or not worth a card."""

_BEAT: Final = RuleOfThumb[SedmaSight](
    "heuristic.sedma.beat",
    lambda s: s.equals if s.trick and not s.ours(s.best) and s.trick_worth + s.worth(s.trick[0]) > 0 else (),
)
"""The opponents' trick is worth something: take it, with a card of the rank led before a seven."""


_EARLY: Final = RuleOfThumb[SedmaSight](
    "heuristic.rank.early",
    lambda s: s.ranks_led if s.trick and not s.ours(s.best) and len(s.ranks_led) > 1 else (),
)
"""You hold two of the rank led: take the trick with one of them."""


def _wasted_sevens(sight: SedmaSight) -> list[str]:
    if not (sight.trick and sight.state.stock and sight.state.game.wild) or sight.trick_worth:
        return []
    return [card for card in sight.legal if card[0] == SEVEN]


_SEVENS: Final = RuleOfThumb[SedmaSight]("heuristic.sedma.seven", _wasted_sevens)
"""Do not spend a seven on a trick without an ace or a ten."""

_PLAYS: Final = (LEAD_SURE, LEAD_SET, LEAD_CHEAP, GREASE, _BEAT, _EARLY, THROW)

HEURISTICS: Final = Heuristics(
    SedmaSight,
    {"lead": _PLAYS, "follow": _PLAYS, "continue": (_GO_ON, _STOP)},
    POINTS_ENDING,
    (*FOLLIES, _SEVENS),
)
