"""How a deal begins: cards just dealt or a position, with every fault it may have by name."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from kontrapunkt.cards import HIDDEN
from kontrapunkt.deal import Deal
from kontrapunkt.families.piles import KnownPile, can_lie
from kontrapunkt.families.rank_match.table import PACK
from kontrapunkt.families.rank_match.told import (
    Told,
    cards_told,
    check_cards,
    check_first,
    check_shown,
    check_sizes,
    check_tricks,
)
from kontrapunkt.game import Seat, Session
from kontrapunkt.games.kontra.cutting import Rounds, dealer_of, rounds_of
from kontrapunkt.games.kontra.facts import DEAL_FACTS, LED, LOCKED, Facts
from kontrapunkt.games.kontra.kept import Before
from kontrapunkt.games.kontra.opening import TurnedUp
from kontrapunkt.games.kontra.options import KontraRules
from kontrapunkt.games.kontra.session import KontraSession
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import ENDGAME, ENDGAME1, FIRST_LEAD, HAND, LOCKED_END, NORMAL, SPICE
from kontrapunkt.said import seat_name

Rules = KontraRules[KontraState]


@dataclass(frozen=True, slots=True)
class _Told(Told):
    """A deal as it is told, with what only Kontra says.

    Attributes:
        locked: Whether the pack is said to be locked for good.
        declined: Who would not unlock it.
        bottom_led: Whether the bottom card is said to be led.
    """

    locked: bool
    declined: tuple[int, ...]
    bottom_led: bool


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where a deal stands by its cards: whose lead and turn it is, the phase, and what locks the pack."""

    leader: int
    turn: int
    phase: str
    lock: str = ""


def begin(game: Rules, deal: Deal, unseen: bool = False, session: Session | None = None) -> KontraState:
    """The state that a deal starts with.

    Args:
        game: The game and its options.
        deal: The deal or position.
        unseen: Whether it may hide cards.
        session: The session as the deals before it left it; None where the deal itself says how it stands.

    Raises:
        PositionError: naming each fault.
    """
    known = game.position_facts if deal.position else (*DEAL_FACTS, *game.session_facts)
    facts = Facts(game, deal, known)
    told = _Told(
        **cards_told(facts, deal),
        locked=facts.flag("pack", LOCKED),
        declined=facts.own_seats("declined"),
        bottom_led=facts.flag("bottom", LED),
    )
    facts.stop()
    cut = _cut(game, facts, session)
    agreed = _session(game, deal, session, cut)
    check_cards(facts, told, unseen)
    facts.stop()
    in_hands = _out_of_hands(game, told)
    number = _number(game, facts, told, in_hands)
    facts.stop()
    lock = _lock(game, facts, told, number, in_hands)
    facts.stop()
    if number == 1 and not told.trick:
        if agreed.dealer is None and told.lead is not None and not lock:
            agreed = agreed.agreed(replace(deal, dealer=game.seats[told.lead]))
        now = _first_lead(game, facts, told, agreed.dealer, lock)
    else:
        now = _later(game, facts, told, number, in_hands, lock)
    facts.stop()
    _check_sizes(game, facts, told, now)
    points, tricks = _taken(game, facts, told, number, now)
    facts.stop()
    return KontraState.at(
        game,
        before=Before(agreed, number, points, tricks, cut=cut),
        dark=told.dark,
        hands=told.hands,
        leader=now.leader,
        phase=now.phase,
        shown=told.shown,
        stock=told.stock,
        trick=told.trick,
        trick_number=number,
        turn=now.turn,
        up=TurnedUp(now.lock, not told.bottom_led, told.declined),
    )


def _cut(game: Rules, facts: Facts, session: Session | None) -> Rounds:
    """How the dealer was cut for, round by round; nothing where that is not told."""
    deal = facts.deal
    if "cut" not in deal.facts:
        return ()
    cuts = [(game.seats[seat], card) for seat, card in facts.held("cut", "cut: N AH S TD")]
    facts.stop()
    assert session is None or isinstance(session, KontraSession)
    cutters = None if session is None else session.cutters or session.dealers
    rounds = rounds_of(cuts, cutters, game.options["recut"])
    if rounds is None:
        facts.fault("cut_wrong", "cut_wrong", "cut")
    elif deal.dealer and dealer_of(rounds) != deal.dealer:
        facts.fault("cut_wrong", "cut_dealer", "cut", seat=seat_name(dealer_of(rounds)))
    facts.stop()
    return rounds or ()


def _session(game: Rules, deal: Deal, session: Session | None, cut: Rounds) -> Session:
    """The session as it stands before the deal, with its dealer by the tag or by the cut."""
    if cut:
        deal = replace(deal, dealer=dealer_of(cut))
    agreed = game.session(deal) if session is None else session.agreed(deal)
    assert isinstance(agreed, KontraSession)
    return replace(agreed, cutters=tuple(seat for seat, _ in cut[0])) if cut else agreed


def _out_of_hands(game: Rules, told: _Told) -> bool:
    """Whether tricks are played from the hands alone, as the pack is whole and yet cards have been played."""
    begun = bool(told.trick) or any(len(hand) < HAND for hand in told.hands)
    return begun and len(told.stock) == game.full_pack


def _number(game: Rules, facts: Facts, told: _Told, in_hands: bool) -> int:
    """The trick's number, which follows from the cards that are left, if the pack is in the game."""
    total, dealt = len(told.cards), HAND * game.players
    if not facts.deal.position and total != len(PACK):
        facts.fault("card_count", "card_count.deal", "start", count=total)
        return 0
    if in_hands or total > dealt or (total == dealt and not game.stray):
        ahead, rest = divmod(len(PACK) - total, game.players if in_hands else game.per_trick)
        number = ahead + 1
    else:
        left, rest = divmod(total, game.players)
        number = game.last_trick + 1 - left
    if rest or not total or number < 1 or total > len(PACK):
        facts.fault("card_count", "card_count.alone", "start", count=total, n=game.players)
    return number


def _lock(game: Rules, facts: Facts, told: _Told, number: int, in_hands: bool) -> str:
    """The rank of the two cards turned up, where it locks the pack; empty for none."""
    stock, lock = told.stock, ""
    if len(stock) == game.full_pack and stock[0][0] == stock[-1][0] != HIDDEN:
        lock = stock[0][0]
    if told.locked and not lock:
        facts.fault("lock_wrong", "lock_none", "pack")
    elif in_hands and not lock:
        facts.fault("hand_size", "not_locked", "stock")
    may_decline = number == 1 and not told.trick and lock and not game.must_unlock
    if told.declined and not may_decline:
        facts.fault("declined_wrong", "declined_wrong", "declined")
    return lock


def _first_lead(game: Rules, facts: Facts, told: _Told, dealer: Seat | None, lock: str) -> _Moment:
    """Before the first lead: the dealer leads, or a holder unlocks the pack (KO-R1, R3, R5)."""
    if dealer is None:
        facts.fault("dealer_missing", "dealer_missing.alone", "start")
    turn = dealing = game.seats.index(dealer) if dealer else 0
    phase = FIRST_LEAD
    if lock and told.hidden and told.lead is not None:
        turn = told.lead
        if told.locked:
            phase = LOCKED_END
    elif lock:
        asked = TurnedUp(lock, declined=told.declined).asked(told.hands, dealing)
        if asked is None:
            phase = LOCKED_END
        else:
            turn = asked
        if told.locked and phase != LOCKED_END:
            facts.fault("lock_wrong", "lock_opens", "pack", seat=seat_name(game.seats[turn]))
    if told.lead not in (None, turn):
        facts.fault("lead_wrong", "lead_first", "lead", right=seat_name(game.seats[turn]))
    return _Moment(turn, turn, phase, lock)


def _later(game: Rules, facts: Facts, told: _Told, number: int, in_hands: bool, lock: str) -> _Moment:
    """After the first lead: the phase, who leads, and who acts."""
    trick = told.trick
    leader = told.lead if told.leader is None else told.leader
    if leader is None:
        facts.fault("lead_missing", "lead_missing", "start")
        facts.stop()
        return _Moment(0, 0, NORMAL)
    if told.lead not in (None, leader):
        facts.fault("lead_wrong", "lead_trick", "lead", seat=seat_name(game.seats[told.lead]))
    if in_hands:
        phase = LOCKED_END
    elif number <= game.ordinary:
        phase = NORMAL
    else:
        phase = ENDGAME1 if number == game.ordinary + 1 and game.stray else ENDGAME
    if number == 1 and not in_hands and _unlocks(told, leader):
        lock = trick[0][0]
    turn = (leader + len(trick)) % game.players
    if len(trick) == game.players:
        if phase != NORMAL:
            facts.fault("trick_wrong", "trick_full", "trick")
        if not game.spices:
            facts.fault("trick_wrong", "trick_full", "trick")
        phase = SPICE
        turn = (leader + max(i for i, card in enumerate(trick) if card[0] == trick[0][0])) % game.players
    return _Moment(leader, turn, phase, lock)


def _unlocks(told: _Told, leader: int) -> bool:
    """Whether this first trick's lead has unlocked the pack: then the leader drew the other open card."""
    rank = told.trick[0][0]
    drew = any(seat == leader and card[0] == rank for seat, card in told.shown)
    return not told.bottom_led and drew and bool(told.stock) and told.stock[-1][0] == rank


def _check_sizes(game: Rules, facts: Facts, told: _Told, now: _Moment) -> None:
    """Hands and pack must be as long as they are at this point of this trick."""
    total, played = len(told.cards), len(told.trick)
    wanted = [HAND] * game.players
    if now.phase in (FIRST_LEAD, NORMAL, SPICE):
        stock = total - HAND * game.players - played
    else:
        stock = game.full_pack if now.phase == LOCKED_END else game.stray * (now.phase == ENDGAME1)
        wanted = [(total - stock) // game.players] * game.players
        for i in range(played):
            wanted[(now.leader + i) % game.players] -= 1
        if told.dark:
            facts.fault("trick_wrong", "trick_dark.alone", "trick")
    check_sizes(facts, told, wanted, stock)
    if told.bottom_led and now.phase in (FIRST_LEAD, LOCKED_END):
        facts.fault("bottom_wrong", "bottom_wrong", "bottom")


Numbers = tuple[int, ...] | None


def _taken(game: Rules, facts: Facts, told: _Told, number: int, now: _Moment) -> tuple[Numbers, Numbers]:
    """Points and tricks of each; they must be possible with the cards that are gone."""
    if number == 1:
        check_first(facts)
        check_shown(facts, told)
        return (0,) * game.players, (0,) * game.players
    gone = frozenset(PACK) - told.named
    value = None if told.hidden else sum(game.values.get(card[0], 0) for card in gone)
    points, tricks = facts.numbers("points", value), facts.numbers("tricks", number - 1)
    check_tricks(facts, told, tricks, number)
    if points and value is not None and (sum(points) != value or min(points) < 0):
        facts.fault("points_impossible", "points_sum.alone", "points", value=value)
    check_shown(facts, told)
    facts.stop()
    won = tricks or (None,) * game.players
    if won[now.leader] == 0:
        seat = seat_name(game.seats[now.leader])
        facts.fault("tricks_impossible", "tricks_leader", "tricks", seat=seat)
    elif points and value is not None:
        both = zip(won, points, strict=True)
        piles = [KnownPile(_pile_sizes(game, number, now.phase, each), sum_) for each, sum_ in both]
        if not can_lie(gone, game.values, piles):
            facts.fault("points_impossible", "points_impossible.alone", "points")
    return points, tricks


def _pile_sizes(game: Rules, number: int, phase: str, won: int | None) -> Collection[int]:
    """How many cards a pile of so many tricks may have; None for any number of them.

    A trick that begins with enough of the pack takes one card of it more than there are players, or none;
    the next has what is left of the pack; and then, or with a locked pack, there are hands alone.
    """
    earlier = number - 1
    ordinary = 0 if phase == LOCKED_END else min(earlier, game.ordinary)
    strays = int(phase != LOCKED_END and earlier > game.ordinary)
    return {
        one * game.per_trick + stray * (game.players + game.stray) + bare * game.players
        for one in range(ordinary + 1)
        for stray in range(strays + 1)
        for bare in range(earlier - ordinary - strays + 1)
        if won in (None, one + stray + bare)
    }
