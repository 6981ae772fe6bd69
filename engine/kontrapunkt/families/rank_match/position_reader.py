"""How a deal of four begins: cards just dealt or a position, with every fault it may have by name."""

from dataclasses import dataclass, replace

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.kept import LAST_TRICK, Before
from kontrapunkt.families.rank_match.past import can_have_been
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.families.rank_match.state import RankMatchState
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
from kontrapunkt.game import SEATS, Session, left_of
from kontrapunkt.said import row, seat_name

Gone = frozenset[Card]
Rules = RankMatchRules[RankMatchState]


@dataclass(frozen=True, slots=True)
class _Told(Told):
    """A deal as it is told, with what only games of four say.

    Attributes:
        streak: Leader, rank and number of the last leads of one rank.
        turned: The card that was turned in the dark and has to be kept.
        played: The cards of the earlier tricks; None where they are not named.
    """

    streak: tuple[int, str, int] | None
    turned: Card | None
    played: Gone | None


def begin(game: Rules, deal: Deal, unseen: bool = False, session: Session | None = None) -> RankMatchState:
    """The state that a deal starts with.

    Args:
        game: The game and its options.
        deal: The deal or position.
        unseen: Whether it may hide cards.
        session: The session as the deals before it left it; None where the deal itself says how it stands.

    Raises:
        PositionError: naming each fault.
    """
    known = game.position_facts if deal.position else ("lead", *game.session_facts)
    facts = Facts(game, deal, known)
    told = _read(facts, deal)
    facts.stop()
    agreed = game.session(deal) if session is None else session.agreed(deal)
    check_cards(facts, told, unseen)
    gone = _gone(facts, told)
    facts.stop()
    number = _number(facts, told)
    if number == 1 and gone is None:
        gone = frozenset()
    facts.stop()
    leader = _leader(told, agreed, number)
    _check_sizes(game, facts, told, number, leader)
    agreed = _check_lead(facts, told, agreed, number)
    facts.stop()
    state = _state(game, facts, told, gone, Before(agreed, number), leader, unseen)
    facts.stop()
    return state


def _read(facts: Facts, deal: Deal) -> _Told:
    cards = cards_told(facts, deal)
    turned = facts.cards("turned")
    if len(turned) > 1:
        facts.unreadable("turned", "turned: KC")
    played = frozenset(facts.cards("played")) if "played" in deal.facts else None
    return _Told(**cards, streak=facts.streak(), turned=turned[0] if turned else None, played=played)


def _gone(facts: Facts, told: _Told) -> Gone | None:
    """The cards of the earlier tricks: those that are missing; None where hidden cards leave them open."""
    present, played = told.named, told.played
    missing = frozenset(PACK) - present
    if played is not None and played & present:
        facts.fault("card_twice", "played_present", "played", card=min(played & present))
    if played is not None and (
        len(played) != len(PACK) - len(told.cards) if told.hidden else played != missing
    ):
        facts.fault("played_wrong", "played_wrong", "played")
    return played if told.hidden else missing


def _number(facts: Facts, told: _Told) -> int:
    """The trick's number, which follows from the cards that are left."""
    left = len(told.cards)
    sizes = [len(hand) for hand in told.hands]
    if not told.trick and not told.turned:
        if len({*sizes}) > 1:
            counts = row(row([seat_name(SEATS[i]), str(size)]) for i, size in enumerate(sizes))
            facts.fault("uneven_hands", "uneven_hands", SEATS[sizes.index(min(sizes))], counts=counts)
        elif len(told.stock) % 4:
            facts.fault("stock_size", "stock_four", "stock", stock=len(told.stock))
    if left == 0 or left > len(PACK) or (left % 4 and not facts.faults):
        facts.fault("card_count", "card_count", "start", count=left)
    if not facts.deal.position and left != len(PACK) and not facts.faults:
        facts.fault("card_count", "card_count.deal", "start", count=left)
    return LAST_TRICK + 1 - left // 4


def _leader(told: _Told, session: Session, number: int) -> int:
    """Who leads, as far as that is told or follows; north where it does not, which is a fault of its own."""
    for known in (told.leader, told.lead):
        if known is not None:
            return known
    return SEATS.index(left_of(session.dealer)) if session.dealer and number == 1 else 0


def _check_sizes(game: Rules, facts: Facts, told: _Told, number: int, leader: int) -> None:
    """Hands and stock must be as long as they are at this point of this trick."""
    full, total = game.hand_size, len(told.cards)
    stock = max(0, total - 4 * full)
    wanted = [(total - stock) // 4] * 4
    turn = (leader + len(told.trick)) % 4
    if told.turned:
        wanted[turn] += 1
        stock -= 1
    for i in range(len(told.trick)):
        seat = (leader + i) % 4
        if number > game.stock_tricks:
            wanted[seat] -= 1
            if told.dark >> i & 1:
                facts.fault("trick_wrong", "trick_dark", "trick")
        elif game.draws_at_once or len(told.hands[seat]) == full or told.dark >> i & 1:
            stock -= 1
        else:
            wanted[seat] -= 1
    check_sizes(facts, told, wanted, stock)
    if told.turned and (number > game.stock_tricks or told.turned not in told.hands[turn]):
        facts.fault("turned_wrong", "turned_wrong", "turned", card=told.turned)


def _check_lead(facts: Facts, told: _Told, session: Session, number: int) -> Session:
    """Who leads must be known and right; the session learns from a first lead who has dealt."""
    said, dealer = told.lead, session.dealer
    if said is not None and told.leader not in (None, said):
        facts.fault("lead_wrong", "lead_trick", "lead", seat=seat_name(SEATS[said]))
    known = told.leader if said is None else said
    if number > 1:
        if known is None:
            facts.fault("lead_missing", "lead_missing", "start")
    elif known is None:
        if not dealer:
            facts.fault("dealer_missing", "dealer_missing", "start")
    elif not dealer:
        return session.agreed(replace(facts.deal, dealer=left_of(SEATS[known], 3)))
    elif SEATS[known] != left_of(dealer):
        values = {"seat": seat_name(SEATS[known]), "right": seat_name(left_of(dealer))}
        facts.fault("lead_wrong", "lead_dealer", "lead", **values)
    return session


def _state(
    game: Rules,
    facts: Facts,
    told: _Told,
    gone: Gone | None,
    before: Before,
    leader: int,
    unseen: bool,
) -> RankMatchState:
    """The state; points, tricks, marks and streak must be possible with the cards that are gone."""
    number = before.number
    marks = game.read_marks(facts, number)
    value = None if gone is None else sum(game.values.get(card[0], 0) for card in gone)
    points: tuple[int, ...] | None = (0, 0)
    tricks: tuple[int, ...] | None = (0, 0)
    if number > 1:
        points, tricks = facts.numbers("points", value), facts.numbers("tricks", number - 1)
    elif not unseen:
        check_first(facts)
    check_shown(facts, told)
    check_tricks(facts, told, tricks, number)
    state = RankMatchState.at(
        game,
        before=replace(before, points=points, tricks=tricks, marks=marks, played=gone),
        dark=told.dark,
        hands=told.hands,
        kings=_kings(facts, told, gone),
        leader=leader,
        marks=marks,
        shown=told.shown,
        stock=told.stock,
        streak=told.streak,
        trick=told.trick,
        trick_number=number,
        turn=(leader + len(told.trick)) % 4,
        turned=told.turned,
    )
    if gone is None or facts.faults:
        return state
    if points and sum(points) != value:
        facts.fault("points_impossible", "points_sum", "points", value=value)
    if state.kings_played == 4 and game.guards_king and game.dark_king != "stands" and _king_needed(state):
        facts.fault("fourth_king", "fourth_king", "start")
    if told.turned and not state.keeps(told.turned):
        facts.fault("turned_wrong", "turned_wrong", "turned", card=told.turned)
    if told.streak:
        _, rank, times = told.streak
        if times >= number or times > sum(card[0] == rank for card in gone):
            facts.fault("streak_impossible", "streak_impossible", "streak")
    if not facts.faults and not can_have_been(game, state.before, gone, leader):
        facts.fault("points_impossible", "points_impossible", "points")
    return state


def _kings(facts: Facts, told: _Told, gone: Gone | None) -> int:
    """Kings played so far; where hidden cards leave it open, as many as the position says."""
    here = sum(card[0] == "K" for card in told.trick)
    counted = here + sum(card[0] == "K" for card in gone or ())
    said = facts.number("kings") if "kings" in facts.deal.facts else None
    if said is None:
        return counted
    held = sum(card[0] == "K" for card in told.named) - here
    if not (here <= said <= 4 - held if gone is None else said == counted):
        facts.fault("kings_wrong", "kings_wrong", "kings")
    return said


def _king_needed(state: RankMatchState) -> bool:
    """Whether all kings gone is impossible here: the fourth may not fall in the first part."""
    if state.first_part:
        return True
    number = state.game.stock_tricks + 1
    return state.trick_number == number and not any(card[0] == "K" for card in state.trick)
