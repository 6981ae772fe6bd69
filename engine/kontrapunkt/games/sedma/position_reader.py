"""Reader of the deals of Sedma: fresh deals, and positions at any moment."""

from collections.abc import Collection
from typing import override

from kontrapunkt.core.messages import seat_name
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.piles import KnownPile, can_lie
from kontrapunkt.families.rank_match.position_reader import RankPositionReader
from kontrapunkt.games.sedma.options import HAND, PACK, SedmaRules
from kontrapunkt.games.sedma.state import SedmaState


class SedmaReader(RankPositionReader[SedmaRules[SedmaState], SedmaState]):
    """A reader of one deal.

    Attributes:
        rounds: The number of rounds played in earlier tricks; each took a card from everybody.
        tricks: The tricks of each side before the trick in progress; None if not given.
    """

    rounds: int = 0
    tricks: tuple[int, ...] | None = None

    @property
    @override
    def most_laid(self) -> int:
        return HAND * self.game.players

    @override
    def find_number(self) -> None:
        """Find the trick's number from the tricks taken; if they are unknown, each had one round."""
        total, players = len(self.dealt_cards), self.game.players
        if not total or total > len(PACK) or total % players:
            self.fault("card_count", "start", count=total, n=players)
            return
        if not self.deal.position and total != len(PACK):
            self.fault("card_count.deal", "start", count=total)
            return
        self.rounds = (len(PACK) - total) // players
        self.tricks = self.numbers("tricks") if self.rounds else (0, 0)
        self.trick_number = 1 + (self.rounds if self.tricks is None else sum(self.tricks))
        least = -(-self.rounds // HAND)
        if self.tricks and not least <= sum(self.tricks) <= self.rounds:
            self.fault("tricks_impossible.sum", "tricks", rounds=self.rounds, least=least)

    @override
    def find_lead(self) -> None:
        """Find and check the leader and the seat to act; a first lead also tells who has dealt."""
        game, said, led, dealer = self.game, self.lead, self.leader, self.session.dealer
        if said is not None and led not in (None, said):
            self.fault("lead_wrong.trick", "lead", seat=self.name_of(said))
        known = said if led is None else led
        if self.rounds:
            if known is None:
                self.fault("lead_missing", "start")
        elif known is None and dealer:
            known = self.seats.index(game.after(dealer))
        elif known is None:
            self.fault("dealer_missing", "start")
        elif not dealer:
            self.dealt_by(game.after(self.seats[known], -1))
        elif self.seats[known] != game.after(dealer):
            right = seat_name(game.after(dealer))
            self.fault("lead_wrong.dealer", "lead", seat=self.name_of(known), right=right)
        self.first = known or 0
        self.turn = (self.first + len(self.laid)) % game.players
        total = len(self.dealt_cards)
        self.check_sizes(max(0, total - HAND * game.players), draws=False)
        self._check_full_trick()

    def _check_full_trick(self) -> None:
        """Check that a trick to which everybody has played is not over."""
        laid = self.laid
        full = laid and not len(laid) % self.game.players
        if full and not self.faults and not (self.hands[self.first] and self.game.may_go_on(laid)):
            self.fault("trick_wrong.over", "trick")

    @override
    def built(self) -> SedmaState:
        points = self._read_points()
        self.stop_at_faults()
        before = PriorPlay(self.session, self.trick_number, points, self.tricks)
        return SedmaState(self.game, **self.common_slots(), before=before)

    def _read_points(self) -> tuple[int, ...] | None:
        """Return the card points of each side, if the cards that are gone allow them."""
        game = self.game
        if not self.rounds:
            self.check_first()
            return 0, 0
        gone = frozenset(PACK) - self.named
        value = None if self.hidden else game.worth(gone)
        points = self.numbers("points", value)
        side = next(i for i, seats in enumerate(game.sides) if self.seats[self.first] in seats)
        if self.tricks and not self.tricks[side]:
            self.fault("tricks_impossible.leader", "tricks", seat=self.name_of(self.first))
        elif points and value is not None:
            won = self.tricks or (None, None)
            piles = [KnownPile(self._sizes(own), sum_) for own, sum_ in zip(won, points, strict=True)]
            if sum(points) != value or min(points) < 0:
                self.fault("points_impossible.sum", "points", value=value)
            elif not can_lie(gone, game.values, piles):
                self.fault("points_impossible", "points")
        return points

    def _sizes(self, won: int | None) -> Collection[int]:
        """Return the possible sizes of a pile of `won` tricks; of any number if None.

        Each trick has one round, and up to four if its leader went on.
        """
        fewest, most = (0, self.rounds) if won is None else (won, HAND * won)
        return {rounds * self.game.players for rounds in range(fewest, min(most, self.rounds) + 1)}
