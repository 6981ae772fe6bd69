"""Why an action is refused in Königrufen of Graden, in the reader's own cards."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import HIDDEN, Card, card
from kontrapunkt.deal import short
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.koenigrufen_graden.table import BIDS, CALLS, CONTRACTS, PASS, Contract
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Said, Text, card_name, listed, say, seat_name, suit_name, the_card, the_cards

if TYPE_CHECKING:
    from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState

Refused = tuple[str, Text]
"""The id of the rule, and the sentence."""


def out_of_turn(state: "KoenigrufenState", seat: int) -> Refused | None:
    """What who is not to act is told before play."""
    values = {"seat": seat_name(SEATS[state.turn])}
    if state.phase == "lay":
        return "KG-R5", say("kg.refusal.turn.lay", **values)
    if state.phase == "call":
        return "KG-R10", say("kg.refusal.turn.call", **values)
    if state.phase != "auction":
        return None
    if seat in state.auction.out:
        return "KG-R3", say("kg.refusal.turn.passed", **values)
    if seat in state.bidders:
        return "KG-R7", say("kg.refusal.turn.stands", contract=state.contract.title, **values)
    return "KG-R1", say("kg.refusal.turn", **values)


def refusal(state: "KoenigrufenState", action: Action) -> Refused:
    """The rule and the sentence that refuse the seat to act an action, which is not legal."""
    if state.phase == "auction":
        return _in_auction(state, action)
    if state.phase == "lay":
        return "KG-R5", _lay(state, action)
    if state.phase == "call":
        return "KG-R10", _call(state, action)
    if action.card is not None:
        return _card(state, action.card)
    if action == PASS or action.verb == "bid":
        return "KG-R7", say("kg.refusal.auction.over", contract=state.contract.title)
    if action.verb == "lay":
        return "KG-R5", say("kg.refusal.lay.over")
    if action.verb == "call":
        if state.called:
            return "KG-R10", say("kg.refusal.call.done", card=card_name(card(state.called)))
        return "KG-R10", say("kg.refusal.call.never", contract=state.contract.title)
    return "KG-P2", say("kg.refusal.unreadable", text=short(action))


def _in_auction(state: "KoenigrufenState", action: Action) -> Refused:
    contract = BIDS.get(action)
    if contract is not None:
        return _bid(state, contract)
    if action.verb == "bid":
        if not action.argument:
            return "KG-R2", say("kg.refusal.bid.nothing")
        names = ", ".join(one.name for one in CONTRACTS[1:])
        return "KG-R2", say("kg.refusal.bid.unknown", text=short(action.argument), names=names)
    if action.verb == "lay":
        return "KG-R5", say("kg.refusal.lay.early")
    if action.verb == "call":
        return "KG-R10", say("kg.refusal.call.early")
    return "KG-R2", say("kg.refusal.auction", text=short(action))


def _bid(state: "KoenigrufenState", contract: Contract) -> Refused:
    auction, highest = state.auction, state.contract
    values = {"bid": contract.title, "highest": highest.title}
    if contract.rank < highest.rank:
        return "KG-R2", say("kg.refusal.bid.low", **values)
    if contract is highest and not contract.joined:
        return "KG-R2", say("kg.refusal.bid.equal", **values)
    if contract is highest:
        if auction.turn in auction.holders:
            return "KG-R4", say("kg.refusal.join.own", **values)
        if not auction.joiners:
            return "KG-R4", say("kg.refusal.join.off", **values)
        names = listed("and", [seat_name(SEATS[seat]) for seat in auction.holders])
        return "KG-R4", say("kg.refusal.join.two", names=names, **values)
    courts = [each for each in state.dealt(state.turn) if each[0] in "KQ"]
    key = "kg.refusal.pair" if courts else "kg.refusal.pair.none"
    held = the_cards(courts) if courts else ""
    return "KG-R9", say(key, held=held, **values)


def _lay(state: "KoenigrufenState", action: Action) -> Said:
    hand = the_cards(state.hands[state.turn], "or")
    if action.verb == "lay":
        return say("kg.refusal.lay.not_held", text=short(action.argument), hand=hand)
    return say("kg.refusal.lay", contract=state.contract.title, hand=hand)


def _call(state: "KoenigrufenState", action: Action) -> Said:
    if action in CALLS:
        return say("kg.refusal.call.own", card=the_card(CALLS[action]))
    if action.verb == "call":
        foreign = read_card(action.argument)
        if foreign is None or foreign == HIDDEN:
            return say("kg.refusal.call.no_card", text=short(action.argument))
        return say("kg.refusal.call.foreign", card=card_name(foreign))
    return say("kg.refusal.call", contract=state.contract.title)


def _card(state: "KoenigrufenState", played: Card) -> Refused:
    laid = state.face_down[state.turn]
    if laid:
        return "KG-P6", say("kg.refusal.face_down", laid=the_card(laid), card=the_card(played))
    breach = state.duty.breach(state.order, state.hands[state.turn], state.trick, played)
    assert breach is not None
    values = {"card": the_card(played), "held": the_cards(breach.cards, "or")}
    best = the_card(state.trick[state.order.best(state.trick)])
    if breach.name == "beat":
        return "KG-P3", say("kg.refusal.beat", best=best, **values)
    own = state.order.of_suit(breach.suit, state.hands[state.turn])
    values["suit"] = suit_name(breach.suit)
    if len(own) > len(breach.cards):
        return "KG-P2", say("kg.refusal.follow.beat", own=the_cards(own), best=best, **values)
    return "KG-P2", say("kg.refusal.follow", **values)
