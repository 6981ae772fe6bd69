"""Rules of thumb for Doppelkopf."""

from collections.abc import Container, Sequence
from functools import cached_property
from typing import Final, override

from kontrapunkt.core.cards import HIDDEN, SUITS, Card
from kontrapunkt.core.heuristics import EndgameRule, Heuristics, RuleOfThumb
from kontrapunkt.core.interface import PASS, SEATS, Action, Seat
from kontrapunkt.families.follow_suit import TRUMP
from kontrapunkt.families.follow_suit.heuristics import LAST_WINS, POOREST, SMEAR, FollowSight
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.action_weights import strength
from kontrapunkt.games.doppelkopf.constants import UNKNOWN, WEDDING
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.state import DoppelkopfState

_FOR_POVERTY: Final = 4.8
_FOR_CALLS: Final = (7.3, 9.6, 10.8, 12.0, 12.0)
"""The least strength of a hand for taking a poverty, and for each level of a call."""

_NO_TRUMPS: Final = 6
_FEW_TRUMPS: Final = 9
_MANY_TRUMPS: Final = 15
"""The least count of a hand of twelve cards for a solo (see `solo_count`).

The three are for a solo without trumps, with one rank of trumps, and with more trumps.
"""

_EXACT: Final = 4
"""The number of cards in a hand up to which an exact search is used."""


def solo_count(game: DoppelkopfRules, hand: Sequence[Card], mode: str) -> float:
    """Return the count of a hand for a solo, less the count that the solo needs.

    Aces and trumps count 1, and the highest trumps 1 more: the card of clubs if one rank is trump, else the
    three highest. Without trumps, a ten counts a half beside its own ace. A solo with the trumps of a normal
    game needs 1 more, because such a hand does well in a normal game, too.

    Args:
        mode: The name of the solo.
    """
    trumps = game.order_of(mode, 1, False).trumps
    aces = sum(card[0] == "A" and card not in trumps for card in hand)
    if not trumps:
        beside = sum(card[0] == "T" and f"A{card[1]}" in hand for card in hand)
        return (aces + beside / 2) * 12 / game.hand_size - _NO_TRUMPS
    few = len(trumps) <= len(SUITS)
    highest = trumps[:1] if few else trumps[:3]
    count = aces + sum(1 + (card in highest) for card in hand if card in trumps)
    asked = _FEW_TRUMPS if few else _MANY_TRUMPS + (trumps == game.home.trumps)
    return count * 12 / game.hand_size - asked


class DokoSight(FollowSight[DoppelkopfState]):
    """The view of a seat, with the parties as far as it knows them."""

    @override
    def ours(self, seat: int) -> int:
        if seat == self.seat:
            return 1
        own, other = self.parties[self.seat], self.parties[seat]
        return 0 if UNKNOWN in (own, other) else 1 if own == other else -1

    @cached_property
    def parties(self) -> tuple[int, ...]:
        """The party of each seat, as far as this seat knows."""
        state = self.state
        hands = [
            hand if seat == self.seat else (HIDDEN,) * len(hand) for seat, hand in enumerate(state.hands)
        ]
        return state.roles.hidden(state.contract, hands).parties

    @override
    def worth(self, card: str) -> int:
        return super().worth(card) + (
            4 if card == constants.FOX and self.state.mode in constants.GAMES else 0
        )

    @property
    def least(self) -> int:
        """The worth of the cheapest legal card."""
        return min(map(self.worth, self.legal))

    def able(self, wanted: Container[Action]) -> list[Action]:
        """Return the actions that the seat may take, of those wanted."""
        return [action for action in self.actions if action in wanted]

    @cached_property
    def solo(self) -> str:
        """The name of the best solo for the hand."""
        game = self.state.game
        return max(game.solos, key=lambda mode: solo_count(game, self.hand, mode), default="")

    @property
    def best_solo(self) -> list[Action]:
        """The legal bid of the best solo, if there is one."""
        return [action for action in self.actions if constants.BID_SOLO.get(action) == self.solo]

    @property
    def soloist(self) -> bool:
        """True if the hand is good for a solo."""
        return bool(self.solo) and solo_count(self.state.game, self.hand, self.solo) >= 0

    @property
    def alone(self) -> bool:
        """True if the seat plays a solo that it has named."""
        state = self.state
        return state.mode not in constants.GAMES and state.contract.declarer == self.seat

    @property
    def reserved(self) -> bool:
        """True if the hand has something to name: a solo, wedding, poverty or throw-in."""
        return self.soloist or self.state.game.can_name(self.hand)


def _led_before(sight: DokoSight, suit: str) -> bool:
    suits = sight.order.suits
    return any(suits[taken.cards[0]] == suit for taken in sight.state.finished)


_RESERVE: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.reserve", lambda s: s.able((constants.RESERVATION,)) if s.reserved else ()
)
_HEALTHY: Final = RuleOfThumb[DokoSight]("heuristic.dk.healthy", lambda s: s.able((constants.HEALTHY,)))
_SOLO: Final = RuleOfThumb[DokoSight]("heuristic.dk.solo", lambda s: s.best_solo if s.soloist else ())
_WEDDING: Final = RuleOfThumb[DokoSight]("heuristic.dk.wedding", lambda s: s.able(constants.WEDDING_KINDS))
_POVERTY: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.poverty", lambda s: s.able((constants.BID_POVERTY, constants.THROW_IN))
)
_TAKE: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.poverty",
    lambda s: s.able((constants.ACCEPT,)) if strength(s.state.game, s.hand) >= _FOR_POVERTY else (),
)
_BEST_SOLO: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.solo", lambda s: s.best_solo if PASS not in s.actions else ()
)
_CALL: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.call",
    lambda s: [
        a for a in s.actions if a in constants.SAID and _strong(s) >= _FOR_CALLS[constants.SAID[a][1]]
    ],
    lambda s, each: max(each, key=lambda a: constants.SAID[a][1]),  # type: ignore[index]
)


def _strong(sight: DokoSight) -> float:
    """Estimate the strength of the hand when play began.

    The tricks so far correct the estimate.
    """
    state = sight.state
    played = [taken.cards[(sight.seat - taken.leader) & 3] for taken in state.finished]
    bonus = 0.25 * sum(1 if sight.ours(taken.winner) == 1 else -1 for taken in state.finished)
    return strength(state.game, [*sight.hand, *played], state.mode) + bonus


_ACE: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.ace",
    lambda s: [
        c
        for c in s.hand
        if s.order.suits[c] != TRUMP and s.master(c) and not s.ruffed(c[1]) and not _led_before(s, c[1])
    ],
    lambda s, cards: min(cards, key=lambda c: (s.length(c[1]), c[1] == "H")),
)
_SURE: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.trumps",
    lambda s: [c for c in s.trumps(s.hand) if s.sure(c)] if s.trumps_out and s.length(TRUMP) > 4 else (),
    DokoSight.weakest,
)
_ALONE: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.alone",
    lambda s: (
        [c for c in s.hand if s.sure(c) and (s.trumps_out or s.order.suits[c] != TRUMP)] if s.alone else ()
    ),
    lambda s, cards: max(cards, key=s.worth),
)
_LEAD_LOW: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.low",
    lambda s: [c for c in s.trumps(s.hand) if s.worth(c) < 4] if s.trumps_out and s.length(TRUMP) > 3 else (),
    DokoSight.weakest,
)
_FOX_HOME: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.fox",
    lambda s: [
        c for c in s.beating if c == constants.FOX and (s.sure(c) or (s.last and s.ours(s.best) != -1))
    ],
)
_FOX_LED: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.fox.led",
    lambda s: [
        c
        for c in s.hand
        if c == constants.FOX
        and not s.trick
        and s.state.mode in constants.GAMES
        and s.order.suits[c] == TRUMP
        and not s.sure(c)
    ],
)


def _is_early_normal_game(sight: DokoSight) -> bool:
    """Return True in a normal game with too many cards left for an exact search."""
    return sight.state.mode in constants.GAMES and len(sight.hand) > _EXACT


def _hopeless(sight: DokoSight) -> bool:
    """Return True if opponents win the trick and no known partner is still to play."""
    return sight.ours(sight.best) == -1 and not _with_partner(sight)


def _with_partner(sight: DokoSight) -> bool:
    """Return True if a partner who plays later may win the trick.

    The partner may also be one whom a wedding still seeks.
    """
    seeks = sight.state.mode == WEDDING and UNKNOWN in sight.parties
    return seeks or any(sight.ours(seat) == 1 for seat in sight.later)


_TEN_LED: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.ten.led",
    lambda s: (
        [c for c in s.trumps(s.hand) if c != constants.FOX and s.worth(c) >= 10 and not s.sure(c)]
        if _is_early_normal_game(s) and not s.trick and not _with_partner(s)
        else ()
    ),
)
_UNDER: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.under",
    lambda s: (
        [c for ace in _ACE.among(s) for c in s.hand if c[1] == ace[1] and s.strength(c) < s.strength(ace)]
        if _is_early_normal_game(s) and not s.trick
        else ()
    ),
)
_GIFT: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.gift",
    lambda s: (
        [c for c in s.legal if c not in s.beating and s.worth(c) >= 10 and s.worth(c) > s.least]
        if _is_early_normal_game(s) and s.trick and _hopeless(s)
        else ()
    ),
)
_RUFF: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.ruff",
    lambda s: (
        [c for c in s.beating if s.order.suits[c] == TRUMP]
        if s.ours(s.best) != 1 and s.trick_points >= 10 and s.order.suits[s.trick[0]] != TRUMP
        else ()
    ),
    lambda s, cards: min(cards, key=lambda c: (s.worth(c) > 9, s.strength(c))),
)
_FETCH: Final = RuleOfThumb[DokoSight](
    "heuristic.dk.fetch",
    lambda s: [c for c in s.beating if s.sure(c)] if s.ours(s.best) != 1 and s.trick_points >= 10 else (),
    DokoSight.weakest,
)
_LAST: Final = RuleOfThumb[DokoSight](
    LAST_WINS.key,
    lambda s: s.beating if s.last and s.ours(s.best) != 1 and s.trick_points >= 4 else (),
    lambda s, cards: max(
        cards,
        key=lambda c: (s.worth(c) if c[0] in "AT" or s.order.suits[Card(c)] != TRUMP else 0, -s.strength(c)),
    ),
)


def _is_searchable(state: DoppelkopfState) -> bool:
    """Return True if few enough cards are left and all parties are known."""
    return len(state.hands[state.turn]) <= _EXACT and bool(state.mode) and UNKNOWN not in state.parties


def _party(state: DoppelkopfState, seat: Seat) -> str:
    """Return the solver's goal for a seat: the game value of its party or the soloist."""
    return f"game {''.join(next((team for team in state.teams if seat in team), state.teams[0]))}"


def _gain(state: DoppelkopfState, seat: Seat, value: int) -> float:
    return value if state.alone is None or SEATS[state.alone] == seat else -value / 3


HEURISTICS: Final = Heuristics(
    DokoSight,
    {
        "reservations": (_RESERVE, _HEALTHY, _BEST_SOLO),
        "naming": (_SOLO, _WEDDING, _POVERTY, _BEST_SOLO),
        "offer": (_TAKE,),
        "calls": (_CALL,),
        "lead": (_ALONE, _ACE, _SURE, _LEAD_LOW, POOREST),
        "follow": (SMEAR, _FOX_HOME, _LAST, _FETCH, _RUFF, POOREST),
    },
    EndgameRule(_is_searchable, _party, _gain),
    (_FOX_LED, _TEN_LED, _UNDER, _GIFT),
)
