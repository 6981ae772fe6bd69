"""The rules on legal actions in Kontraspiel: which rule an action breaks.

Bids and announcements depend on the progress of the bidding alone; cards depend on the hands, too.
"""

from functools import lru_cache
from typing import Any

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import SEATS, Action
from kontrapunkt.core.legality import Violation, filter_legal
from kontrapunkt.core.messages import (
    Message,
    Text,
    action_name,
    card_name,
    listed,
    seat_name,
    suit_name,
    the_cards,
)
from kontrapunkt.families.follow_suit import TRUMP, Legality
from kontrapunkt.games.kontraspiel.constants import (
    CONTRA,
    DISCARDED,
    DISCARDS,
    MATCHES,
    PASS,
    PLAY,
    RECONTRA,
    SWAP,
    TAKE,
    TRUMPS,
    WENZELS,
)
from kontrapunkt.games.kontraspiel.state import (
    ANNOUNCE,
    DISCARD,
    OFFER,
    ROUND1,
    ROUND2,
    KontraspielProgress,
    KontraspielState,
)
from kontrapunkt.record.text import read_card


def check(state: KontraspielState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act, or an announcement of any seat."""
    standing = state.standing
    if action.verb == "match" or action in (CONTRA, SWAP, RECONTRA):
        violation = check_announcement(standing, action, seat)
        if violation is None and standing.terms.polls:
            return Violation("KS-R20", "ks.refusal.polled")
        return violation
    if action.verb == "say":
        return Violation("KS-R15", "ks.refusal.say.unknown", text=short(action))
    if state.phase == DISCARD:
        return check_discard(state, action, seat)
    if action.verb == "discard":
        return check_needless_discard(state, action, seat)
    if action == TAKE and state.phase != OFFER:
        return check_late_take(standing)
    if state.phase in ANSWERS:
        return check_answer(standing, action, seat)
    if state.asked_for:
        return check_poll_answer(state, action)
    if action in (PLAY, PASS) or action.verb == "trump":
        values = {"seat": _seat(standing.soloist), "suit": suit_name(standing.trump)}
        return Violation("KS-R11", "ks.refusal.bid_over", **values)
    return check_card(state, action)


# Answers ---------------------------------------------------------------------------------------------------

ANSWERS = {OFFER: (TAKE, PASS), ROUND1: (PLAY, PASS), ROUND2: (*TRUMPS, PASS)}
"""The possible answers in the offer and in the two rounds (KS-R8, R11, R12)."""


def check_answer(standing: KontraspielProgress, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an answer to the offer of the turn-up or in one of the two rounds."""
    if standing.phase == OFFER:
        return check_offer_answer(standing, action)
    if standing.phase == ROUND1:
        return check_first_round_answer(standing, action)
    return check_second_round_answer(standing, action)


def check_offer_answer(standing: KontraspielProgress, action: Action) -> Violation | None:
    """Check the dealer's answer to the turn-up: take it up unseen, or pass (KS-R8)."""
    if action not in ANSWERS[OFFER]:
        return Violation("KS-R8", "ks.refusal.offer", card=card_name(standing.turn_up))
    return None


def check_late_take(standing: KontraspielProgress) -> Violation:
    """Return the rule against taking a turn-up that is not offered (KS-R6, R8)."""
    turn_up, like_ace = standing.turn_up, standing.terms.wenzel_like_ace
    card = card_name(turn_up)
    if turn_up in WENZELS and not like_ace:
        return Violation("KS-R6", "ks.refusal.take.wenzel", card=card)
    if turn_up in WENZELS or turn_up.rank == "A":
        return Violation("KS-R8", "ks.refusal.take.late", card=card)
    if like_ace:
        return Violation("KS-R8", "ks.refusal.take.other", card=card)
    return Violation("KS-R8", "ks.refusal.take.ace", card=card)


def check_first_round_answer(standing: KontraspielProgress, action: Action) -> Violation | None:
    """Check a first-round answer: play in the preferred suit, or pass (KS-R11)."""
    if action.verb == "trump":
        return Violation("KS-R11", "ks.refusal.round1.trump", suit=suit_name(standing.pref))
    if action not in ANSWERS[ROUND1]:
        return Violation("KS-R11", "ks.refusal.round1.first", suit=suit_name(standing.pref))
    return None


def check_second_round_answer(standing: KontraspielProgress, action: Action) -> Violation | None:
    """Check a second-round answer: play in another suit, or pass (KS-R12).

    Forehand may also play in the preferred suit; an option allows it to the dealer, too.
    """
    if TRUMPS.get(action) == standing.pref and not standing.may_return:
        return Violation(
            "KS-R12",
            "ks.refusal.round2.pref",
            suit=suit_name(standing.pref),
            eldest=seat_name(SEATS[standing.eldest]),
            dealer=int(standing.terms.dealer_may_return),
            suits=_suits_to_name(standing),
        )
    if action == PLAY:
        return Violation("KS-R12", "ks.refusal.round2.play", suits=_suits_to_name(standing))
    if action.verb == "trump" and action not in TRUMPS:
        suits = _suits_to_name(standing)
        return Violation("KS-R12", "ks.refusal.round2.suit", text=short(action), suits=suits)
    if action not in ANSWERS[ROUND2]:
        return Violation("KS-R12", "ks.refusal.round2.first", suits=_suits_to_name(standing))
    return None


def _suits_to_name(standing: KontraspielProgress) -> Text:
    answers = [answer for answer, suit in TRUMPS.items() if suit != standing.pref or standing.may_return]
    return listed("or", [f"“{answer}”" for answer in answers])


# Announcements ---------------------------------------------------------------------------------------------


def check_announcement(standing: KontraspielProgress, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an announcement (KS-R14 to R19).

    The announcements are a march, contra with or without the turn-up, and recontra.
    """
    if action == CONTRA:
        return _check_waiting(standing, "KS-R15", seat) or check_contra(standing, seat)
    if action == SWAP:
        return (
            _check_waiting(standing, "KS-R16", seat) or check_contra(standing, seat) or check_swap(standing)
        )
    if action == RECONTRA:
        return _check_waiting(standing, "KS-R17", seat) or check_recontra(standing, seat)
    return _check_waiting(standing, "KS-R14", seat) or check_match(standing, action, seat)


def _check_waiting(standing: KontraspielProgress, rule: str, seat: SeatIndex) -> Violation | None:
    """Check that announcements are open: there is a soloist and no discard is due."""
    if standing.phase == DISCARD:
        card = card_name(standing.turn_up)
        if standing.turn == seat:
            return Violation("KS-R19", "ks.refusal.wait.own", card=card)
        return Violation("KS-R19", "ks.refusal.wait.other", seat=_seat(standing.turn), card=card)
    if standing.soloist is None:
        return Violation(rule, "ks.refusal.wait.soloist")
    return None


def check_match(standing: KontraspielProgress, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the announcement of a march (KS-R14)."""
    if action not in MATCHES:
        return Violation("KS-R14", "ks.refusal.match.suit", text=short(action))
    if seat == standing.soloist:
        return Violation("KS-R14", "ks.refusal.match.soloist")
    if standing.led != 0:
        return Violation("KS-R14", "ks.refusal.match.late")
    if standing.won == "turn_up":
        values = {"seat": _seat(standing.soloist), "card": card_name(standing.turn_up)}
        return Violation("KS-R14", "ks.refusal.match.turn_up", **values)
    if standing.matches and not standing.terms.overcalls:
        return Violation("KS-R14", "ks.refusal.match.once", seat=_seat(standing.soloist))
    if seat in standing.matches:
        return Violation("KS-R14", "ks.refusal.match.own")
    if MATCHES[action] == standing.pref:
        return Violation("KS-R14", "ks.refusal.match.pref", pref=suit_name(standing.pref))
    if MATCHES[action] == standing.trump and standing.terms.match_differs:
        return Violation("KS-R14", "ks.refusal.match.same", suit=suit_name(standing.trump))
    return None


def check_contra(standing: KontraspielProgress, seat: SeatIndex) -> Violation | None:
    """Check contra against the soloist (KS-R15)."""
    contra = action_name(CONTRA)
    if seat == standing.soloist:
        return Violation("KS-R15", "ks.refusal.contra.soloist")
    if seat == standing.contra:
        return Violation("KS-R15", "ks.refusal.contra.own", what=contra)
    if standing.contra is not None:
        return Violation("KS-R15", "ks.refusal.contra.taken", seat=_seat(standing.contra), what=contra)
    if standing.led >= 2:
        return Violation("KS-R15", "ks.refusal.contra.late", third=0, what=contra)
    return None


def check_swap(standing: KontraspielProgress) -> Violation | None:
    """Check that the contra player may take the turn-up (KS-R16)."""
    card = card_name(standing.turn_up)
    if standing.won == "turn_up":
        return Violation("KS-R16", "ks.refusal.swap.taken", seat=_seat(standing.soloist), card=card)
    if not standing.lies:
        return Violation("KS-R16", "ks.refusal.swap.gone", card=card)
    if standing.won in ("round2", "match"):
        values = {"seat": _seat(standing.soloist), "match": int(standing.won == "match")}
        return Violation("KS-R16", "ks.refusal.swap.won", card=card, **values)
    if standing.led != 0:
        return Violation("KS-R16", "ks.refusal.swap.late", card=card)
    return None


def check_recontra(standing: KontraspielProgress, seat: SeatIndex) -> Violation | None:
    """Check recontra, which only a third player may say (KS-R17)."""
    recontra = action_name(RECONTRA)
    if standing.contra is None:
        return Violation("KS-R17", "ks.refusal.recontra.no_contra")
    if seat == standing.soloist:
        return Violation("KS-R17", "ks.refusal.recontra.soloist")
    if seat == standing.contra:
        return Violation("KS-R17", "ks.refusal.recontra.contra")
    if seat == standing.recontra:
        return Violation("KS-R17", "ks.refusal.recontra.own", what=recontra)
    if standing.recontra is not None:
        return Violation("KS-R17", "ks.refusal.recontra.taken", seat=_seat(standing.recontra), what=recontra)
    if standing.led >= 3:
        return Violation("KS-R17", "ks.refusal.recontra.late", third=1, what=recontra)
    return None


def check_poll_answer(state: KontraspielState, action: Action) -> Violation | None:
    """Check a polled answer: the announcement asked for, or a pass (KS-R20)."""
    assert state.asked_for
    if action != PASS:
        return Violation("KS-R20", "ks.refusal.asked", stage=state.asked_for[0])
    return None


def announcements(standing: KontraspielProgress, seat: SeatIndex) -> tuple[Action, ...]:
    """Return the announcements that a seat may make now, in turn or not."""
    return _announcements(seat, standing.pref, standing[3:])


@lru_cache(10_000)
def _announcements(seat: SeatIndex, pref: str, rest: tuple[Any, ...]) -> tuple[Action, ...]:
    """Return the same from values that fit a cache.

    The announcements depend on neither the dealer nor the turn, and on the suit of the turn-up only.
    """
    standing = KontraspielProgress(0, Card(f"9{pref}"), 0, *rest)
    return filter_legal((*MATCHES, CONTRA, SWAP, RECONTRA), check_announcement, standing, seat)


def _seat(number: int | None) -> Message:
    return seat_name(SEATS[number or 0])


# Cards -----------------------------------------------------------------------------------------------------


def check_discard(state: KontraspielState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the card put away for the turn-up, by the dealer or contra (KS-R7, R16)."""
    rule = "KS-R7" if state.standing.contra is None else "KS-R16"
    turn_up, hand = state.standing.turn_up, the_cards(state.hands[seat], "or")
    if action.verb != "discard":
        return Violation(rule, "ks.refusal.due", card=card_name(turn_up), hand=hand)
    if action.argument == turn_up:
        return Violation(rule, "ks.refusal.discard.turn_up", card=card_name(turn_up), hand=hand)
    card = read_card(action.argument)
    if card is None:
        return Violation(rule, "ks.refusal.discard.unreadable", text=short(action.argument), hand=hand)
    if DISCARDED.get(action) not in state.hands[seat]:
        return Violation(rule, "ks.refusal.discard.not_held", card=card_name(card), hand=hand)
    return None


def check_needless_discard(state: KontraspielState, action: Action, seat: SeatIndex) -> Violation:
    """Return the rule against a discard when none is due (KS-R7, R16)."""
    standing, card = state.standing, card_name(state.standing.turn_up)
    if seat != standing.taker:
        return Violation("KS-R7", "ks.refusal.discard.none", card=card)
    rule = "KS-R7" if standing.won == "turn_up" else "KS-R16"
    return Violation(rule, "ks.refusal.discard.gone", card=card)


def check_card(state: KontraspielState, action: Action) -> Violation | None:
    """Check a card that the seat to act holds (KS-R22)."""
    card = action.card
    if card is None:
        return Violation("KS-R22", "ks.refusal.unreadable", text=short(action))
    if card in state.cards_allowed():
        return None
    breach = state.breach(card)
    name, held = card_name(card), the_cards(breach.cards)
    if breach.suit == TRUMP:
        lead = state.trick[0]
        wenzel = int(lead in WENZELS and lead.suit != state.trump)
        values = {"lead": card_name(lead), "wenzel": wenzel, "held": held, "card": name}
        return Violation("KS-R22", "ks.refusal.follow.trump", **values)
    suit = suit_name(breach.suit)
    if card in WENZELS and card.suit == breach.suit:
        return Violation("KS-R22", "ks.refusal.follow.own", card=name, suit=suit, held=held)
    return Violation("KS-R22", "ks.refusal.follow", held=held, suit=suit, card=name)


# All actions -----------------------------------------------------------------------------------------------

_TURN_RULES = {OFFER: "KS-R8", ROUND1: "KS-R11", ROUND2: "KS-R12", ANNOUNCE: "KS-R20"}


def check_turn(state: KontraspielState, action: Action, seat: SeatIndex) -> Violation | None:
    """Return the rule that makes a seat out of turn wait, before the play of cards."""
    rule = _TURN_RULES.get(state.phase)
    if state.phase == DISCARD:
        rule = "KS-R7" if state.standing.contra is None else "KS-R16"
    return Violation(rule, "ks.refusal.turn", task=state.view(None).task) if rule else None


def _non_card_actions(state: KontraspielState) -> tuple[Action, ...]:
    if state.phase == DISCARD:
        return tuple([DISCARDS[card] for card in dict.fromkeys(state.hands[state.turn])])
    if state.asked_for:
        return (*state.answers(*state.asked_for), PASS)
    return answers(state.standing)


def answers(standing: KontraspielProgress) -> tuple[Action, ...]:
    """Return the legal answers of the seat that bids, in the offer and both rounds."""
    return filter_legal(ANSWERS.get(standing.phase, ()), check_answer, standing, standing.turn)


LEGALITY = Legality[KontraspielState](
    check,
    _non_card_actions,
    calls=lambda state, seat: announcements(state.standing, seat),
    check_turn=check_turn,
)
