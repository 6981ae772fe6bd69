"""The rules on legal actions in Doppelkopf: which rule an action breaks.

For speed, legal plain cards are listed by the duty to follow; a refusal is derived from it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import PASS, SEATS, Action
from kontrapunkt.core.legality import Check, Violation, filter_legal
from kontrapunkt.core.messages import card_name, say, seat_name, the_card, the_cards
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, TRUMP, Legality
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import POVERTY, UNKNOWN, WEDDING
from kontrapunkt.games.doppelkopf.contract import CallContext
from kontrapunkt.games.doppelkopf.state import THREE, DoppelkopfState
from kontrapunkt.record.text import read_card

RICH: Final = 30
"""The card points of a first trick that oblige its winner to announce (DK-V20)."""


def check(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act, or a call of any seat."""
    if action in constants.SAID:
        return check_call(state.speaker(seat), action)
    if action == constants.UNSEEN and state.phase in (constants.PUT, constants.GIVE):
        return _card_not_held(state, action, seat)  # a hidden card may be put down, though no player names it
    return _check_uncalled(state, action, seat)


def _check_uncalled(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    own_check = CHECKS.get(action) or CHECKS.get(action.verb) or PHASE_CHECKS[state.phase]
    return own_check(state, action, seat)


# Reservations and the games that are named -----------------------------------------------------------------


def check_reservation(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check healthy or reservation (DK-R1, R2, R10)."""
    if state.phase == constants.RESERVATIONS and state.bidding.forced is not None:
        return Violation("DK-R10", "dk.refusal.forced")
    if state.phase != constants.RESERVATIONS:
        return Violation("DK-R1", "dk.refusal.spoken")
    if seat != state.turn:
        return Violation("DK-R1", "dk.refusal.reserve.turn", seat=seat_name(SEATS[state.turn]))
    if action != constants.HEALTHY and not nameable(state, seat, ""):
        return Violation("DK-R2", "dk.refusal.reserve")
    return None


def check_early_word(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation:
    """Return the rule against other actions during reservations (DK-R1, R10)."""
    if state.bidding.forced is not None:
        return Violation("DK-R10", "dk.refusal.forced")
    return Violation("DK-R1", "dk.refusal.first")


def check_withdrawal(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the withdrawal of a reservation (DK-R8)."""
    if not state.game.withdrawing:
        return Violation("DK-R8", "dk.refusal.withdraw.off")
    if seat != state.bidding.withdraws:
        return Violation("DK-R8", "dk.refusal.withdraw.late")
    if action != constants.WITHDRAW:
        return _no_answer(state, action)
    return None


def _check_naming_time(state: DoppelkopfState) -> Violation | None:
    """Check that a game may be named at all now (DK-R1, R4)."""
    if state.mode:
        return Violation("DK-R4", "dk.refusal.named")
    if state.phase == constants.RESERVATIONS and state.bidding.forced is None:
        return Violation("DK-R1", "dk.refusal.first")
    return None


def check_solo(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the naming of a solo (DK-R5, R7, DK-V10)."""
    violation = _check_naming_time(state)
    if violation:
        return violation
    if action not in state.game.solo_bids:
        return Violation("DK-V10", "dk.refusal.solo.unknown", solos=", ".join(state.game.solos))
    asked, owes = _class_asked_for(state), state.bidding.owing[seat]
    if asked == constants.COMPULSORY and not owes:
        return Violation("DK-R7", "dk.refusal.solo.paid")
    if asked == constants.VOLUNTARY and owes:
        return Violation("DK-R7", "dk.refusal.solo.owed")
    if asked not in ("", constants.COMPULSORY, constants.VOLUNTARY):
        return _other_class(state)
    return None


def check_wedding(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the naming of a wedding (DK-R4, R5, DK-V11)."""
    violation = _check_naming_time(state) or _check_unforced(state)
    if violation:
        return violation
    if action not in state.game.wedding_bids:
        return Violation("DK-V11", "dk.refusal.wedding.kind")
    violation = _check_class(state, WEDDING, "DK-R4")
    if violation is None and not _has_cards_for(state, action, seat):
        return Violation("DK-R4", "dk.refusal.hand.wedding", hand=the_cards(state.hands[seat]))
    return violation


def check_poverty(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the naming of a poverty (DK-R5, DK-V13)."""
    violation = _check_naming_time(state) or _check_unforced(state) or _check_class(state, POVERTY, "DK-V13")
    if violation is None and not _has_cards_for(state, action, seat):
        return Violation("DK-V13", "dk.refusal.hand.poverty", hand=the_cards(state.hands[seat]))
    return violation


def check_throw_in(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check throwing a hand in (DK-R5, DK-V14)."""
    violation = (
        _check_naming_time(state)
        or _check_unforced(state)
        or _check_class(state, constants.THROWING, "DK-V14")
    )
    if violation is None and not _has_cards_for(state, action, seat):
        return Violation("DK-V14", "dk.refusal.hand.throwing", hand=the_cards(state.hands[seat]))
    return violation


def check_unknown_bid(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation:
    """Return the rule against a bid that names no game (DK-R4)."""
    violation = _check_naming_time(state) or _check_unforced(state)
    return violation or Violation("DK-R4", "dk.refusal.bid", text=short(action), example=_example_bid(state))


def check_naming_pass(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a pass instead of naming a game (DK-R4, R5).

    It is legal only if the seat can name a game of a later class.
    """
    if action != PASS:
        return _no_answer(state, action)
    if not _class_asked_for(state):
        return Violation("DK-R4", "dk.refusal.pass")
    classes = state.game.classes
    later = classes[classes.index(_class_asked_for(state)) + 1 :]
    if not any(nameable(state, seat, each) for each in later):
        return Violation("DK-R5", "dk.refusal.pass")
    return None


def _check_unforced(state: DoppelkopfState) -> Violation | None:
    """Check that the deals left do not force a compulsory solo (DK-R10)."""
    if state.phase == constants.RESERVATIONS and state.bidding.forced is not None:
        return Violation("DK-R10", "dk.refusal.forced")
    return None


def _check_class(state: DoppelkopfState, own: str, rule: str) -> Violation | None:
    """Check that a class of games is in use and may be named now (DK-R5)."""
    if own not in state.game.classes:
        return Violation(rule, "dk.refusal.off", what=say(f"dk.class.{own}"))
    return None if _class_asked_for(state) in ("", own) else _other_class(state)


def _class_asked_for(state: DoppelkopfState) -> str:
    """Return the class of games asked for; empty for any."""
    return "" if state.phase == constants.RESERVATIONS else state.class_and_seat_asked[0]


def _other_class(state: DoppelkopfState) -> Violation:
    return Violation("DK-R5", "dk.refusal.class", what=say(f"dk.class.{_class_asked_for(state)}"))


def _no_answer(state: DoppelkopfState, action: Action) -> Violation:
    return Violation("DK-R4", "dk.refusal.naming", text=short(action), example=_example_bid(state))


def _example_bid(state: DoppelkopfState) -> Action:
    return next(iter(state.game.solo_bids), constants.BID_WEDDING)


def _class_of(state: DoppelkopfState, bid: Action, seat: SeatIndex) -> str:
    """Return the class in which a seat may name a game."""
    if bid in constants.BID_SOLO:
        return constants.COMPULSORY if state.bidding.owing[seat] else constants.VOLUNTARY
    return {constants.BID_POVERTY: POVERTY, constants.THROW_IN: constants.THROWING}.get(bid, WEDDING)


def holds_both(hand: Sequence[Card], card: Card) -> bool:
    """Return True if a hand may hold both copies of a card, counting hidden cards."""
    return hand.count(card) + min(2, hand.count(HIDDEN)) >= 2


def _has_cards_for(state: DoppelkopfState, bid: Action, seat: SeatIndex) -> bool:
    """Return True if the cards of a seat allow a game."""
    hand = state.hands[seat]
    if bid == constants.BID_POVERTY:
        return state.game.is_poor(hand)
    if bid == constants.THROW_IN:
        return state.game.may_throw_in(hand)
    return bid in constants.BID_SOLO or holds_both(hand, constants.OLD)


def nameable(state: DoppelkopfState, seat: SeatIndex, rank: str) -> tuple[Action, ...]:
    """Return the games of a class that a seat may name when it is asked.

    Args:
        rank: The class; empty for any.
    """
    found = [bids for bids in state.game.bids if bids and rank in ("", _class_of(state, bids[0], seat))]
    return tuple([bid for bids in found if _has_cards_for(state, bids[0], seat) for bid in bids])


# Poverty ---------------------------------------------------------------------------------------------------


def check_laid_down(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card put down in a poverty, by the poor player or the taker (DK-V13)."""
    if action.verb != "discard":
        return Violation("DK-V13", "dk.refusal.put" if state.phase == constants.PUT else "dk.refusal.give")
    if action.argument not in state.hands[seat]:
        return _card_not_held(state, action, seat)
    if state.phase == constants.PUT and action.argument not in _cards_to_lay_down(state):
        held = the_cards(state.game.poor_trumps(state.hands[seat], state.stock))
        return Violation("DK-V13", "dk.refusal.put.trumps", held=held, card=the_card(Card(action.argument)))
    return None


def _card_not_held(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation:
    card = read_card(action.argument)
    name = f"“{short(action.argument)}”" if card is None else the_card(card)
    return Violation("DK-V13", "dk.refusal.held", card=name, hand=the_cards(state.hands[seat]))


def _cards_to_lay_down(state: DoppelkopfState) -> Sequence[Card]:
    """Return the cards that the poor player may put down next.

    They are trumps only, once there is no room for other cards.
    """
    hand = state.hands[state.turn]
    trumps = state.game.poor_trumps(hand, state.stock)
    return (*trumps, HIDDEN) if len(trumps) >= THREE - len(state.stock) else hand


def check_offer_answer(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the answer of a seat that may take the three cards (DK-V13)."""
    return None if action in (constants.ACCEPT, PASS) else Violation("DK-V13", "dk.refusal.offer")


def check_trumps_told(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the number of trumps named among the cards given back (DK-V13)."""
    if action not in constants.TELLING:
        return Violation("DK-V13", "dk.refusal.tell")
    known = sum(state.order.suits[card] == TRUMP for card in state.stock)
    if constants.TELLING[action] not in range(known, known + state.stock.count(HIDDEN) + 1):
        return Violation("DK-V13", "dk.refusal.tell.wrong", cards=the_cards(state.stock))
    return None


# House rules: piglets, and kings that choose a partner -----------------------------------------------------


def check_piglets(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the showing of piglets, both aces of diamonds (DK-V15)."""
    if state.game.piglets not in ("announce_at_start", "on_playing_first"):
        return Violation("DK-V15", "dk.refusal.piglets.off")
    if not state.mode or not constants.fox_is_trump(state.mode):
        return Violation("DK-V15", "dk.refusal.piglets.mode")
    hand = state.hands[seat]
    if not holds_both(hand, constants.FOX):
        return Violation("DK-V15", "dk.refusal.piglets.cards", n=hand.count(constants.FOX))
    if not _shows_piglets_in_time(state, seat):
        return Violation("DK-V15", "dk.refusal.piglets.when")
    return None


def _shows_piglets_in_time(state: DoppelkopfState, seat: SeatIndex) -> bool:
    if state.piglets.owner is not None:
        return False
    if state.game.piglets == "announce_at_start":
        return state.phase == LEAD and state.cards_played == 0
    return _is_about_to_play(state, constants.FOX, seat)


def check_partner(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the choice of a partner with both kings of diamonds (DK-V22)."""
    return _check_choosing(state, seat) or _check_chosen(state, action, seat)


def _check_choosing(state: DoppelkopfState, seat: SeatIndex) -> Violation | None:
    if not state.game.genscher:
        return Violation("DK-V22", "dk.refusal.partner.off")
    if state.phase not in (LEAD, FOLLOW) or not _choosing_is_possible(state):
        return Violation("DK-V22", "dk.refusal.partner.mode")
    hand = state.hands[seat]
    if not holds_both(hand, constants.KING):
        return Violation("DK-V22", "dk.refusal.partner.cards", n=hand.count(constants.KING))
    if state.roles.regrouped or not _is_about_to_play(state, constants.KING, seat):
        return Violation("DK-V22", "dk.refusal.partner.when")
    return None


def _choosing_is_possible(state: DoppelkopfState) -> bool:
    """Return True if a partner may be chosen in this game.

    That excludes solos, and weddings without a partner.
    """
    contract = state.contract
    if contract.is_solo or contract.seeks_partner:
        return False
    return contract.mode != WEDDING or contract.partner is not None


def _check_chosen(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    partner, party = constants.PARTNERS[action]
    if partner == seat:
        return Violation("DK-V22", "dk.refusal.partner.self")
    if state.parties[seat] == -party:
        own = say(f"action.say {constants.NAMES[-party]}")
        return Violation("DK-V22", "dk.refusal.partner.name", party=own)
    if state.roles.proved[partner] == party:
        return Violation("DK-V22", "dk.refusal.partner.old", seat=seat_name(SEATS[partner]))
    return None


def _is_about_to_play(state: DoppelkopfState, card: Card, seat: SeatIndex) -> bool:
    """Return True if a seat is to act and may play a card."""
    if seat != state.turn or state.phase not in (LEAD, FOLLOW):
        return False
    playable = playable_cards(state)
    return _due_card(state) is None and (card in playable or HIDDEN in playable)


# Cards -----------------------------------------------------------------------------------------------------


def check_card(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card that the seat to act holds (DK-P1, P2, DK-V15, V20, V22)."""
    card = action.card
    if card is None:
        return Violation("DK-P1", "dk.refusal.unreadable", text=short(action))
    if _is_obliged(state):
        return Violation("DK-V20", "dk.refusal.obliged", n=state.card_points[seat])
    if card in playable_cards(state):
        return None
    due = _due_card(state)
    if due == constants.FOX:
        return Violation("DK-V15", "dk.refusal.due", card=the_card(due))
    if due == constants.KING:
        return Violation("DK-V22", "dk.refusal.due", card=the_card(due))
    return _breach(state, card)


def _breach(state: DoppelkopfState, card: Card) -> Violation:
    """Return the duty to follow that a card breaches (DK-P2)."""
    breach = state.breach(card)
    held = the_cards(list(dict.fromkeys(breach.cards)))
    lead, name = card_name(state.trick[0]), card_name(card)
    if breach.suit == TRUMP:
        return Violation("DK-P2", "dk.refusal.trump", lead=lead, held=held, card=name)
    if state.order.suits[card] == TRUMP and card[1] == breach.suit:
        return Violation("DK-P2", "dk.refusal.follow.trump", lead=lead, held=held, card=name)
    return Violation("DK-P2", "dk.refusal.follow", lead=lead, held=held, card=name)


def playable_cards(state: DoppelkopfState) -> tuple[Card, ...]:
    """Return the cards that the seat to act may play."""
    if _is_obliged(state):
        return ()
    due = _due_card(state)
    if due is not None:
        return (due,)
    return state.duty.allowed(state.order, state.hands[state.turn], state.trick)


def _is_obliged(state: DoppelkopfState) -> bool:
    """Return True if the winner of a rich first trick must announce now (DK-V20).

    The announcement is due before the lead to the second trick.
    """
    if not state.game.obliging or state.trick_number != 2 or state.phase != LEAD:
        return False
    if state.contract.seeks_partner:
        return False
    party, rich = state.parties[state.turn], state.card_points[state.turn] >= RICH
    silent = rich and party != UNKNOWN and state.level(party) < 0
    return silent and bool(callable_by(state.speaker(state.turn)))


def _due_card(state: DoppelkopfState) -> Card | None:
    """Return the card that must follow an action at once (DK-V15, V22)."""
    turn, roles = state.turn, state.roles
    hand = state.hands[turn]
    shown = state.piglets.owner == turn and state.game.piglets == "on_playing_first"
    if shown and hand.count(constants.FOX) == 2:
        return constants.FOX
    chose = roles.regrouped and roles.regrouped[0] == turn
    return constants.KING if chose and hand.count(constants.KING) == 2 else None


# Announcements and bids ------------------------------------------------------------------------------------


def check_call(speaker: CallContext, action: Action) -> Violation | None:
    """Check an announcement or a bid (DK-R20 to R31)."""
    party, level = constants.SAID[action]
    game, following = speaker.game, speaker.next(party)
    if not speaker.playing:
        return Violation("DK-R1", "dk.refusal.call.too_early", call=game.call_label(action))
    if speaker.seeks:
        return Violation("DK-R21", "dk.refusal.call.not_before_clarification", limit=game.wedding_limit)
    if speaker.own == -party:
        own = say(f"action.say {constants.NAMES[-party]}")
        return Violation("DK-R20", "dk.refusal.call.wrong_party", own=own)
    if level < following:
        return Violation("DK-R25", "dk.refusal.call.already_called", call=game.call_label(action))
    if party in speaker.announced.closed:
        return Violation("DK-R28", "dk.refusal.call.reply_closed")
    lacking = game.call_label(constants.SAY[party, min(4, following)])
    if following not in (0, level) and not game.skipping:
        return Violation("DK-A25", "dk.refusal.call.skipped_level", lacking=lacking)
    if speaker.is_bare(party, level) and not game.skipping:
        return Violation("DK-R23", "dk.refusal.call.no_announcement_first", lacking=lacking)
    if speaker.is_bare(party, level) and not speaker.in_time(party, 0):
        return Violation("DK-R23", "dk.refusal.call.no_announcement_yet", n=speaker.held)
    if level != following and not speaker.in_time(party, following):
        first = speaker.due(min(4, following))
        values = {"lacking": lacking, "first": first, "n": speaker.held}
        return Violation("DK-R24", "dk.refusal.call.skipped_level_too_late", **values)
    if level == 0 and game.by_table and not speaker.is_timely(party, 0):
        return Violation("DK-V19", "dk.refusal.call.table", played=speaker.played)
    if not speaker.is_timely(party, level):
        values = {"due": speaker.due(level), "n": speaker.held}
        return Violation("DK-R22", "dk.refusal.call.too_late", call=game.call_label(action), **values)
    return None


@lru_cache(4096)
def callable_by(speaker: CallContext) -> tuple[Action, ...]:
    """Return the announcements and bids that a speaker may make."""
    return tuple([call for call in constants.SAID if check_call(speaker, call) is None])


def check_unknown_call(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation:
    """Return the rule against a call that does not exist (DK-R20)."""
    return Violation("DK-R20", "dk.refusal.say", text=short(action))


def check_shortening(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation:
    """Return the rule against ending a deal early, as a soloist may wish (DK-P7)."""
    return Violation("DK-P7", "dk.refusal.shorten")


# All actions -----------------------------------------------------------------------------------------------

CHECKS: Final[Mapping[str, Check[DoppelkopfState]]] = {
    constants.HEALTHY: check_reservation,
    constants.RESERVATION: check_reservation,
    constants.WITHDRAW: check_withdrawal,
    constants.PIGLETS: check_piglets,
    **dict.fromkeys(constants.PARTNERS, check_partner),
    **dict.fromkeys(constants.BID_SOLO, check_solo),
    **dict.fromkeys(constants.WEDDING_KINDS, check_wedding),
    constants.BID_POVERTY: check_poverty,
    constants.THROW_IN: check_throw_in,
    "say": check_unknown_call,
    "bid": check_unknown_bid,
    **dict.fromkeys(("claim", "resign", "concede", "show"), check_shortening),
}
"""The checks that are the same in every phase, by action or by its first word."""

PHASE_CHECKS: Final[Mapping[str, Check[DoppelkopfState]]] = {
    constants.RESERVATIONS: check_early_word,
    constants.NAMING: check_naming_pass,
    constants.PUT: check_laid_down,
    constants.OFFER: check_offer_answer,
    constants.GIVE: check_laid_down,
    constants.TELL: check_trumps_told,
    LEAD: check_card,
    FOLLOW: check_card,
}
"""The checks of all other actions, by phase."""


def _legal(state: DoppelkopfState, thinkable: Iterable[Action], seat: SeatIndex) -> tuple[Action, ...]:
    return filter_legal(thinkable, _check_uncalled, state, seat)


def _non_card_actions(state: DoppelkopfState) -> tuple[Action, ...]:
    """Return the actions of the seat to act before play."""
    thinkable: Iterable[Action] = (constants.ACCEPT, PASS)
    if state.phase == constants.NAMING:
        named = [bid for bids in state.game.bids if _legal(state, bids[:1], state.turn) for bid in bids]
        return (*named, *_legal(state, (PASS,), state.turn))
    if state.phase == constants.RESERVATIONS:
        free = state.bidding.forced is None
        thinkable = (constants.HEALTHY, constants.RESERVATION) if free else state.game.solo_bids
    elif state.phase == constants.TELL:
        thinkable = constants.TELLING
    elif state.phase != constants.OFFER:
        thinkable = (constants.DISCARDS[card] for card in dict.fromkeys(state.hands[state.turn]))
    return _legal(state, thinkable, state.turn)


def _calls(state: DoppelkopfState, seat: SeatIndex) -> tuple[Action, ...]:
    """Return the calls that a seat may make, in turn or not."""
    if not state.mode:
        return _legal(state, (constants.WITHDRAW,), seat) if state.bidding.withdrawable else ()
    game = state.game
    silent = len(state.hands[seat]) < game.silence - state.contract.shift
    found = () if silent else callable_by(state.speaker(seat))
    if game.has_house_calls:
        found += _legal(state, (constants.PIGLETS,), seat)
        if _check_choosing(state, seat) is None:  # whoever is chosen
            found += _legal(state, constants.PARTNERS, seat)
    return found


def check_turn(state: DoppelkopfState, action: Action, seat: SeatIndex) -> Violation | None:
    """Return the rule that makes a seat out of turn wait, before the play of cards."""
    rule = _TURN_RULES.get(state.phase)
    if state.phase == constants.RESERVATIONS and state.bidding.forced is not None:
        rule = "DK-R10"
    return Violation(rule, "dk.refusal.turn", task=state.view(None).task) if rule else None


_TURN_RULES: Final = {
    constants.RESERVATIONS: "DK-R1",
    constants.NAMING: "DK-R5",
    **dict.fromkeys((constants.PUT, constants.OFFER, constants.GIVE, constants.TELL), "DK-V13"),
}

LEGALITY: Final = Legality[DoppelkopfState](
    check,
    _non_card_actions,
    _calls,
    check_turn,
    cards=playable_cards,
)
