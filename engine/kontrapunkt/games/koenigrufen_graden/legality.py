"""The rules on legal actions in Königrufen of Graden: which rule an action breaks."""

from functools import lru_cache

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import PASS, SEATS, Action
from kontrapunkt.core.legality import Violation, filter_legal
from kontrapunkt.core.messages import Text, card_name, listed, seat_name, suit_name, the_card, the_cards
from kontrapunkt.families.follow_suit import Legality
from kontrapunkt.games.koenigrufen_graden.constants import BIDS, CALLS, CONTRACTS, LAID, LAYS, has_pair
from kontrapunkt.games.koenigrufen_graden.state import AUCTION, CALL, LAY, Auction, KoenigrufenState
from kontrapunkt.record.text import read_card


def check(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act."""
    if state.phase == AUCTION:
        return (
            _check_bid_in(state, action, seat) if action in BIDS else check_auction_word(state, action, seat)
        )
    if state.phase == LAY:
        return check_laid_card(state, action, seat)
    if state.phase == CALL:
        return check_called_card(state, action, seat)
    return check_card(state, action, seat)


# The auction -----------------------------------------------------------------------------------------------


def check_bid(
    auction: Auction, action: Action, may_bid_hundert: bool, courts: tuple[Card, ...] = ()
) -> Violation | None:
    """Check a bid of the next seat in the auction (KG-R2, R4, R9).

    Args:
        may_bid_hundert: True if the seat's cards allow a Hundert contract.
        courts: The kings and queens that the seat holds, for the sentence.
    """
    contract = BIDS[action]
    bid, highest = contract.title, auction.contract
    if contract.rank < auction.rank:
        return Violation("KG-R2", "kg.refusal.bid.low", bid=bid, highest=highest.title)
    if contract is highest:
        if not contract.joined:
            return Violation("KG-R2", "kg.refusal.bid.equal", bid=bid)
        if auction.turn in auction.holders:
            return Violation("KG-R4", "kg.refusal.join.own", bid=bid)
        if not auction.joiners:
            return Violation("KG-R4", "kg.refusal.join.off", bid=bid)
        if len(auction.holders) > auction.joiners:
            names = listed("and", [seat_name(SEATS[holder]) for holder in auction.holders])
            return Violation("KG-R4", "kg.refusal.join.two", bid=bid, names=names)
    if contract.pair and not may_bid_hundert:
        if not courts:
            return Violation("KG-R9", "kg.refusal.pair.none", bid=bid)
        return Violation("KG-R9", "kg.refusal.pair", bid=bid, held=the_cards(courts))
    return None


def _check_bid_in(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    courts = tuple([card for card in state.dealt(state.turn) if card[0] in "KQ"])
    return check_bid(state.standing.auction, action, _may_bid_hundert(state), courts)


def check_auction_word(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the auction that is not a bid: only a pass is legal (KG-R2)."""
    if action.verb == "lay":
        return Violation("KG-R5", "kg.refusal.lay.early")
    if action.verb == "call":
        return Violation("KG-R10", "kg.refusal.call.early")
    if action == "bid":
        return Violation("KG-R2", "kg.refusal.bid.nothing")
    if action.verb == "bid":
        names = ", ".join(each.name for each in CONTRACTS[1:])
        return Violation("KG-R2", "kg.refusal.bid.unknown", text=_quoted(action.argument), names=names)
    if action != PASS:
        return Violation("KG-R2", "kg.refusal.auction", text=_quoted(action))
    return None


@lru_cache(4096)
def auction_actions(auction: Auction, may_bid_hundert: bool = True) -> tuple[Action, ...]:
    """Return the actions of the next seat in an auction: a pass, then the legal bids.

    Args:
        may_bid_hundert: True if that seat may bid a Hundert contract.
    """
    return (PASS, *[bid for bid in BIDS if check_bid(auction, bid, may_bid_hundert) is None])


def _may_bid_hundert(state: KoenigrufenState) -> bool:
    """Return True if the seat to act may bid a Hundert contract (KG-R9).

    Hidden cards may be a pair.
    """
    if not state.game.rejects:
        return True
    dealt = state.dealt(state.turn)
    return has_pair(dealt) or HIDDEN in dealt


# Cards put face down and called ---------------------------------------------------------------------------


def check_laid_card(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the card that a Bettler or Plauderer player puts face down (KG-R5)."""
    hand = state.hands[seat]
    if action.verb != "lay":
        contract, held = state.contract.title, the_cards(hand, "or")
        return Violation("KG-R5", "kg.refusal.lay", contract=contract, hand=held)
    if LAID.get(action) not in hand:
        text, held = _quoted(action.argument), the_cards(hand, "or")
        return Violation("KG-R5", "kg.refusal.lay.not_held", text=text, hand=held)
    return None


def check_called_card(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the card with which the soloist calls a partner (KG-R10)."""
    if action.verb != "call":
        return Violation("KG-R10", "kg.refusal.call", contract=state.contract.title)
    if read_card(action.argument) in (None, HIDDEN):
        return Violation("KG-R10", "kg.refusal.call.no_card", text=_quoted(action.argument))
    if action not in CALLS:
        return Violation("KG-R10", "kg.refusal.call.foreign", text=_quoted(action.argument))
    if CALLS[action] in state.hands[seat] and not state.game.calls_own:
        return Violation("KG-R10", "kg.refusal.call.own", card=the_card(CALLS[action]))
    return None


# Play ------------------------------------------------------------------------------------------------------


def check_card(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card that the seat to act holds (KG-P2, P3, P6)."""
    if action == PASS or action.verb == "bid":
        return Violation("KG-R7", "kg.refusal.auction.over", contract=state.contract.title)
    if action.verb == "lay":
        return Violation("KG-R5", "kg.refusal.lay.over")
    if action.verb == "call":
        called = state.standing.called
        if called:
            return Violation("KG-R10", "kg.refusal.call.done", called=card_name(called))
        return Violation("KG-R10", "kg.refusal.call.never", contract=state.contract.title)
    card = action.card
    if card is None:
        return Violation("KG-P2", "kg.refusal.unreadable", text=_quoted(action))
    laid = state.standing.laid[seat]
    if laid and card != laid:
        return Violation("KG-P6", "kg.refusal.face_down", laid=the_card(laid), card=the_card(card))
    if card in state.cards_allowed():
        return None
    return _breach(state, card, seat)


def _breach(state: KoenigrufenState, card: Card, seat: SeatIndex) -> Violation:
    """Return the duty that a card breaches: to beat, to follow, or both (KG-P2, P3)."""
    breach = state.breach(card)
    held, name, suit = the_cards(breach.cards, "or"), the_card(card), suit_name(breach.suit)
    best = the_card(state.trick[state.order.best(state.trick)])
    suits = state.order.suits
    if suits[card] == suits[state.trick[0]]:
        return Violation("KG-P3", "kg.refusal.beat", best=best, held=held, card=name)
    following = state.order.of_suit(breach.suit, state.hands[seat])
    if len(following) == len(breach.cards):
        held = the_cards(breach.cards)
        return Violation("KG-P2", "kg.refusal.follow", held=held, suit=suit, card=name)
    return Violation("KG-P2", "kg.refusal.follow.beat", suit=suit, best=best, held=held, card=name)


def _quoted(text: str) -> Text:
    card = read_card(text)
    return card_name(card) if card else short(text)


# All actions -----------------------------------------------------------------------------------------------


def check_turn(state: KoenigrufenState, action: Action, seat: SeatIndex) -> Violation | None:
    """Return the rule that makes a seat out of turn wait, before the play of cards."""
    turn = seat_name(SEATS[state.turn])
    if state.phase == LAY:
        return Violation("KG-R5", "kg.refusal.turn.lay", seat=turn)
    if state.phase == CALL:
        return Violation("KG-R10", "kg.refusal.turn.call", seat=turn)
    if state.phase != AUCTION:
        return None
    if seat in state.standing.auction.out:
        return Violation("KG-R3", "kg.refusal.turn.passed", seat=turn)
    if seat in state.bidders:
        return Violation("KG-R7", "kg.refusal.turn.stands", contract=state.contract.title, seat=turn)
    return Violation("KG-R1", "kg.refusal.turn", seat=turn)


def _non_card_actions(state: KoenigrufenState) -> tuple[Action, ...]:
    if state.phase == AUCTION:
        return auction_actions(state.standing.auction, _may_bid_hundert(state))
    if state.phase == LAY:
        return tuple([LAYS[card] for card in dict.fromkeys(state.hands[state.turn])])
    return filter_legal(CALLS, check_called_card, state, state.turn)


LEGALITY = Legality[KoenigrufenState](check, _non_card_actions, check_turn=check_turn)
