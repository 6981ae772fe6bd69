"""Why an action is refused in Kontraspiel, in the reader's own cards."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import SUITS, Card
from kontrapunkt.deal import short
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.following import TRUMP
from kontrapunkt.games.kontraspiel.standing import DISCARD, OFFER, ROUND1, ROUND2, Moment
from kontrapunkt.games.kontraspiel.state import ANNOUNCE, STAGES
from kontrapunkt.games.kontraspiel.table import (
    ANNOUNCEMENTS,
    CONTRA,
    MATCHES,
    PASS,
    PLAY,
    RECONTRA,
    SWAP,
    TAKE,
    TRUMPS,
    WENZELS,
)
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Said, Text, card_name, listed, say, seat_name, suit_name, the_cards

if TYPE_CHECKING:
    from kontrapunkt.games.kontraspiel.state import KontraspielState

Reason = tuple[str, Text]
"""A rule's id, and the sentence."""


def refusal(state: "KontraspielState", action: Action, seat: int) -> Reason:
    """The rule and the sentence that refuse a seat an action, which is in its text form and not legal."""
    if action.verb == "match":
        return _match(state, action, seat)
    if action in ANNOUNCEMENTS:
        return _contra(state, action, seat)
    if action.verb == "say":
        return "KS-R15", say("ks.refusal.say.unknown", text=short(action))
    if action.verb == "discard":
        return _discard(state, action, seat)
    if state.phase == DISCARD:
        return _due(state)
    if state.phase == OFFER:
        return "KS-R8", say("ks.refusal.offer", card=_turn_up(state))
    if action == TAKE:
        return _take(state)
    if state.phase == ROUND1:
        return _round1(state, action)
    if state.phase == ROUND2:
        return _round2(state, action)
    if state.phase == ANNOUNCE:
        stage, _ = state.asked_for or (0, 0)
        return "KS-R20", say(f"ks.refusal.asked.{STAGES[stage]}")
    return _playing(state, action)


def out_of_turn(state: "KontraspielState") -> Reason | None:
    """What who is not asked is told before play."""
    standing = state.standing
    swap = "KS-R7" if standing.contra is None else "KS-R16"
    rules = {OFFER: "KS-R8", ROUND1: "KS-R11", ROUND2: "KS-R12", DISCARD: swap, ANNOUNCE: "KS-R20"}
    if state.phase not in rules:
        return None
    return rules[state.phase], say("ks.refusal.turn", task=state.task())


def _due(state: "KontraspielState") -> Reason:
    rule = "KS-R7" if state.standing.contra is None else "KS-R16"
    hand = the_cards(state.hands[state.turn], "or")
    return rule, say("ks.refusal.due", card=_turn_up(state), hand=hand)


def _take(state: "KontraspielState") -> Reason:
    turn_up = state.standing.turn_up
    if turn_up in WENZELS and not state.game.terms.wenzel_like_ace:
        return "KS-R6", say("ks.refusal.take.wenzel", card=card_name(turn_up))
    if turn_up.rank == "A" or turn_up in WENZELS:
        return "KS-R8", say("ks.refusal.take.late", card=card_name(turn_up))
    key = "other" if state.game.terms.wenzel_like_ace else "ace"
    return "KS-R8", say(f"ks.refusal.take.{key}", card=card_name(turn_up))


def _round1(state: "KontraspielState", action: Action) -> Reason:
    suit = suit_name(state.standing.pref)
    key = "trump" if action.verb == "trump" else "first"
    return "KS-R11", say(f"ks.refusal.round1.{key}", suit=suit)


def _round2(state: "KontraspielState", action: Action) -> Reason:
    suits = [suit for suit in SUITS if f"trump {suit}" in state.actions()]
    values = {"suits": listed("or", [f"“trump {suit}”" for suit in suits])}
    if action in TRUMPS:
        pref = suit_name(state.standing.pref)
        key = "pref.dealer" if state.game.terms.dealer_may_return else "pref"
        eldest = seat_name(SEATS[state.standing.eldest])
        return "KS-R12", say(f"ks.refusal.round2.{key}", suit=pref, eldest=eldest, **values)
    key = "play" if action == PLAY else "suit" if action.verb == "trump" else "first"
    return "KS-R12", say(f"ks.refusal.round2.{key}", text=short(action), **values)


def _discard(state: "KontraspielState", action: Action, seat: int) -> Reason:
    standing = state.standing
    if state.phase != DISCARD:
        key = "gone" if standing.taker == seat else "none"
        rule = "KS-R16" if standing.taker == seat and standing.won != "turn_up" else "KS-R7"
        return rule, say(f"ks.refusal.discard.{key}", card=_turn_up(state))
    rule = "KS-R7" if standing.contra is None else "KS-R16"
    card = read_card(action.argument)
    hand = the_cards(state.hands[seat], "or")
    if card == standing.turn_up:
        return rule, say("ks.refusal.discard.turn_up", card=card_name(card), hand=hand)
    if card is None:
        return rule, say("ks.refusal.discard.unreadable", text=short(action.argument), hand=hand)
    return rule, say("ks.refusal.discard.not_held", card=card_name(card), hand=hand)


def _wait(state: "KontraspielState", seat: int) -> Reason | None:
    """Why nothing can be announced now at all."""
    standing = state.standing
    if state.phase == DISCARD:
        who = seat_name(SEATS[standing.turn])
        key = "own" if standing.turn == seat else "other"
        return "KS-R19", say(f"ks.refusal.wait.{key}", seat=who, card=_turn_up(state))
    if standing.soloist is None:
        return "KS-R14", say("ks.refusal.wait.soloist")
    return None


def _match(state: "KontraspielState", action: Action, seat: int) -> Reason:
    standing = state.standing
    waits = _wait(state, seat)
    if waits:
        return waits
    if action not in MATCHES:
        return "KS-R14", say("ks.refusal.match.suit", text=short(action))
    suit = MATCHES[action]
    values = {"suit": suit_name(suit), "pref": suit_name(standing.pref)}
    soloist = seat_name(SEATS[standing.soloist or 0])
    if standing.soloist == seat:
        key = "soloist"
    elif state.moment != Moment.BEFORE:
        key = "late"
    elif standing.won == "turn_up":
        key = "turn_up"
    elif standing.matches and not standing.terms.overcalls:
        key = "once"
    elif seat in standing.matches:
        key = "own"
    elif suit == standing.pref:
        key = "pref"
    elif not standing.match_suit(suit):
        key = "same"
    else:
        return "KS-R20", say("ks.refusal.polled")
    return "KS-R14", say(f"ks.refusal.match.{key}", seat=soloist, card=_turn_up(state), **values)


def _contra(state: "KontraspielState", action: Action, seat: int) -> Reason:
    waits = _wait(state, seat)
    if waits:
        rule, text = waits
        return (
            {CONTRA: "KS-R15", SWAP: "KS-R16", RECONTRA: "KS-R17"}[action] if rule == "KS-R14" else rule
        ), text
    if action == RECONTRA:
        return _recontra(state, seat)
    standing = state.standing
    if standing.soloist == seat:
        return "KS-R15", say("ks.refusal.contra.soloist")
    if standing.contra is not None:
        who = seat_name(SEATS[standing.contra])
        key = "own" if standing.contra == seat else "taken"
        return "KS-R15", say(f"ks.refusal.contra.{key}", seat=who)
    if state.moment > Moment.FIRST:
        return "KS-R15", say("ks.refusal.contra.late")
    if action == SWAP and SWAP not in standing.announcements(seat, state.moment):
        return "KS-R16", _swap(state)
    return "KS-R20", say("ks.refusal.polled")


def _swap(state: "KontraspielState") -> Said:
    standing = state.standing
    if standing.won == "turn_up":
        key = "taken"
    elif not standing.lies:
        key = "gone"
    elif standing.won != "round1":
        key = standing.won
    else:
        key = "late"
    return say(f"ks.refusal.swap.{key}", card=_turn_up(state), seat=seat_name(SEATS[standing.soloist or 0]))


def _recontra(state: "KontraspielState", seat: int) -> Reason:
    standing = state.standing
    if standing.contra is None:
        key = "no_contra"
    elif seat in (standing.soloist, standing.contra):
        key = "soloist" if seat == standing.soloist else "contra"
    elif standing.recontra is not None:
        key = "own" if standing.recontra == seat else "taken"
    elif state.moment > Moment.SECOND:
        key = "late"
    else:
        return "KS-R20", say("ks.refusal.polled")
    who = seat_name(SEATS[standing.recontra or 0])
    return "KS-R17", say(f"ks.refusal.recontra.{key}", seat=who)


def _playing(state: "KontraspielState", action: Action) -> Reason:
    """What is refused once there is a soloist: cards that do not follow, and words that come too late."""
    if action.card is not None:
        return "KS-R22", _card(state, action.card)
    if action in (PLAY, PASS) or action.verb == "trump":
        values = {"seat": seat_name(SEATS[state.standing.soloist or 0]), "suit": suit_name(state.trump)}
        return "KS-R11", say("ks.refusal.bid_over", **values)
    return "KS-R22", say("ks.refusal.unreadable", text=short(action))


def _card(state: "KontraspielState", card: Card) -> Said:
    breach = state.duty.breach(state.order, state.hands[state.turn], state.trick, card)
    assert breach is not None
    values = {"card": card_name(card), "held": the_cards(breach.cards, "or")}
    if breach.suit == TRUMP:
        lead = state.trick[0]
        key = "wenzel" if lead in WENZELS and lead.suit != state.trump else "trump"
        return say(f"ks.refusal.follow.{key}", lead=card_name(lead), suit=suit_name(state.trump), **values)
    if card in WENZELS and card.suit == breach.suit:
        return say("ks.refusal.follow.own", suit=suit_name(breach.suit), **values)
    return say("ks.refusal.follow", suit=suit_name(breach.suit), **values)


def _turn_up(state: "KontraspielState") -> Said:
    return card_name(state.standing.turn_up)
