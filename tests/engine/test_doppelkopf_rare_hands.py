"""Doppelkopf: what the kit asks, on hands that chance seldom brings, so that house rules have their say."""

from collections import Counter
from random import Random

import pytest

from kontrapunkt.core.cards import Card, card, shuffled
from kontrapunkt.core.interface import SEATS, Seat, Session
from kontrapunkt.families.follow_suit import FollowState
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record import Deal
from kontrapunkt.testing import check_deal, check_session

GIFTS = ("AD AD", "KD KD", "AD AD KD KD", "QC QC", "QC QC AD AD KD KD", "AC AC TC TC KC KC AS AS TS")


class Loaded(Doppelkopf):
    """Deals poor hands, both queens of clubs, kings or aces of diamonds."""

    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: Session | None = None
    ) -> FollowState:
        chance = Random(seed)
        gift = [card(one) for one in chance.choice(GIFTS).split()]
        lucky = chance.choice(SEATS)
        rest = shuffled((Counter(self.pack) - Counter(gift)).elements(), seed)
        hands: dict[Seat, tuple[Card, ...]] = {}
        for seat in SEATS:
            given = gift if seat == lucky else []
            size = self.hand_size - len(given)
            hands[seat], rest = self.home.in_order([*given, *rest[:size]]), rest[size:]
        who = dealer or (session.dealers if session else SEATS)[-1]
        return self.start(Deal(hands, dealer=who), session=session)


@pytest.mark.parametrize("piglets", ["announce_at_start", "on_playing_first", "second_only"])
def test_the_kit(piglets):
    seen = Counter[str]()
    for seed in range(6):
        game = Loaded(
            ("seed", "ddv")[seed % 2],
            pack=(48, 48, 40)[seed % 3],
            poverty="shift",
            genscher="on",
            solos="off",
            schweinchen=piglets,
            withdraw=("on", "off")[seed % 2],
            obligatory_announcement=("on", "off")[seed % 2],
        )
        end = check_deal(game, seed)
        check_session(game, seed, most=2)
        assert isinstance(end, DoppelkopfState)
        seen[end.mode] += 1
        seen["regrouped"] += bool(end.roles.regrouped)
    assert [mode for mode in ("normal", "wedding", "poverty", "regrouped") if not seen[mode]] == []
