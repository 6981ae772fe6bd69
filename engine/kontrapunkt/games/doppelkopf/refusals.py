"""Why an action is refused in Doppelkopf, in the reader's own cards."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import Card
from kontrapunkt.deal import short
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.doppelkopf import calls, house, poverty, reservations
from kontrapunkt.games.doppelkopf.speech import NAMES, SAID, SAY
from kontrapunkt.games.doppelkopf.state import NAMING, RESERVATIONS
from kontrapunkt.games.doppelkopf.table import FOX, KING, KONTRA, POVERTY, RE, WEDDING, fox_is_trump
from kontrapunkt.games.following import FOLLOW, LEAD, TRUMP
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Said, Text, card_name, say, seat_name, the_card, the_cards

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState

SHORTENING = ("claim", "resign", "concede", "show")
"""Words with which a soloist would shorten the game (DK-P7)."""


def refusal(state: "DoppelkopfState", action: Action, seat: int) -> tuple[str, Text]:
    """The rule and the sentence that refuse a seat an action, which is in its text form and not legal."""
    if action in SAID:
        return _call(state, action, seat)
    if action in (reservations.HEALTHY, reservations.RESERVATION):
        return _reservation(state, action, seat)
    if action == reservations.WITHDRAW:
        return _withdrawing(state)
    if action == house.PIGLETS:
        return "DK-V15", _piglets(state, seat)
    if action in house.PARTNERS:
        return "DK-V22", _partner(state, action, seat)
    if action.verb == "say":
        return "DK-R20", say("dk.refusal.say", text=short(action))
    if action.verb in SHORTENING:
        return "DK-P7", say("dk.refusal.shorten")
    if action.verb == "bid":
        return _bid(state, action, seat)
    if state.phase == RESERVATIONS:
        key = "forced" if state.forced is not None else "first"
        return ("DK-R10" if state.forced is not None else "DK-R1"), say(f"dk.refusal.{key}")
    if state.phase == NAMING:
        return _naming(state, action)
    if state.phase not in (LEAD, FOLLOW):
        return "DK-V13", _exchange(state, action)
    if action.card is not None:
        return _card(state, action.card)
    return "DK-P1", say("dk.refusal.unreadable", text=short(action))


def out_of_turn(state: "DoppelkopfState") -> tuple[str, Text] | None:
    """Before play, by its rule, what the seat to act has to do first; None in play."""
    if state.phase in (LEAD, FOLLOW):
        return None
    before = {RESERVATIONS: "DK-R1" if state.forced is None else "DK-R10", NAMING: "DK-R5"}
    return before.get(state.phase, "DK-V13"), state.task()


def _reservation(state: "DoppelkopfState", action: Action, seat: int) -> tuple[str, Text]:
    if state.forced is not None and state.phase == RESERVATIONS:
        return "DK-R10", say("dk.refusal.forced")
    if state.phase != RESERVATIONS or seat != state.turn:
        key = "spoken" if state.phase != RESERVATIONS else "reserve.turn"
        return "DK-R1", say(f"dk.refusal.{key}", seat=seat_name(SEATS[state.turn]))
    return "DK-R2", say("dk.refusal.reserve")


def _withdrawing(state: "DoppelkopfState") -> tuple[str, Text]:
    key = "late" if state.game.withdrawing else "off"
    return "DK-R8", say(f"dk.refusal.withdraw.{key}")


def _bid(state: "DoppelkopfState", action: Action, seat: int) -> tuple[str, Text]:
    """A game that may not be named, or not now."""
    game = state.game
    if state.mode:
        return "DK-R4", say("dk.refusal.named")
    if state.phase == RESERVATIONS and state.forced is None:
        return "DK-R1", say("dk.refusal.first")
    if action in reservations.BID_SOLO:
        if reservations.BID_SOLO[action] not in game.solos:
            return "DK-V10", say("dk.refusal.solo.unknown", solos=", ".join(game.solos))
        rank, _ = reservations.asked(state)
        if rank in (reservations.COMPULSORY, reservations.VOLUNTARY):
            key = "dk.refusal.solo.paid" if rank == reservations.COMPULSORY else "dk.refusal.solo.owed"
            return "DK-R7", say(key)
        return "DK-R5", say("dk.refusal.class", what=say(f"dk.class.{rank}"))
    if state.forced is not None:
        return "DK-R10", say("dk.refusal.forced")
    wedding = action in reservations.WEDDING_KINDS
    known = wedding or action in (reservations.BID_POVERTY, reservations.THROW_IN)
    if not known:
        return "DK-R4", say("dk.refusal.bid", text=short(action), example=_example(state))
    if wedding and action not in game.wedding_bids:
        return "DK-V11", say("dk.refusal.wedding.kind")
    rank, _ = reservations.asked(state)
    own = POVERTY if action == reservations.BID_POVERTY else reservations.THROWING
    own = WEDDING if wedding else own
    rule = {WEDDING: "DK-R4", POVERTY: "DK-V13"}.get(own, "DK-V14")
    if own not in game.classes:
        return rule, say("dk.refusal.off", what=say(f"dk.class.{own}"))
    if rank not in ("", own):
        return "DK-R5", say("dk.refusal.class", what=say(f"dk.class.{rank}"))
    return rule, say(f"dk.refusal.hand.{own}", hand=the_cards(state.hands[seat]))


def _naming(state: "DoppelkopfState", action: Action) -> tuple[str, Text]:
    rank, _ = reservations.asked(state)
    if action == reservations.PASS:
        return ("DK-R5" if rank else "DK-R4"), say("dk.refusal.pass")
    return "DK-R4", say("dk.refusal.naming", text=short(action), example=_example(state))


def _example(state: "DoppelkopfState") -> Action:
    """A game that may be named where it was agreed."""
    return next(iter(state.game.solo_bids), reservations.BID_WEDDING)


def _exchange(state: "DoppelkopfState", action: Action) -> Said:
    if state.phase == poverty.PUT and action.verb == "discard":
        hand = state.hands[state.turn]
        trumps = reservations.poor_trumps(state.game, hand, state.stock)
        if action.argument in hand:
            values = {"held": the_cards(trumps), "card": the_card(Card(action.argument))}
            return say("dk.refusal.put.trumps", **values)
    if action.verb == "discard" and state.phase in (poverty.PUT, poverty.GIVE):
        held, named = the_cards(state.hands[state.turn]), read_card(action.argument)
        said = f"“{short(action.argument)}”" if named is None else the_card(named)
        return say("dk.refusal.held", card=said, hand=held)
    if action in poverty.TELLING and state.phase == poverty.TELL:
        return say("dk.refusal.tell.wrong", cards=the_cards(state.stock))
    return say(f"dk.refusal.{state.phase}")


def _call(state: "DoppelkopfState", action: Action, seat: int) -> tuple[str, Text]:
    """A call that may not be made: the first reason of the list that applies."""
    party, level = SAID[action]
    found = calls.error(state, seat, party, level)
    assert found is not None
    n = len(state.hands[seat])
    reached = state.level(party)
    due = reached + 1 if found is calls.CallError.SKIPPED_LEVEL_TOO_LATE else level
    values = {
        "call": state.game.call_label(action),
        "own": say(f"dk.party.{NAMES[-party]}"),
        "n": n,
        "due": state.game.deadlines[due] - state.shift,
        "lacking": state.game.call_label(SAY[party, min(4, reached + 1)]),
        "limit": state.game.wedding_limit,
    }
    key = found.name.lower()
    if found is calls.CallError.NO_ANNOUNCEMENT_YET and not state.game.skipping:
        key = "no_announcement_first"
    if found is calls.CallError.TOO_LATE and level == 0 and state.game.by_table:
        return "DK-V19", say("dk.refusal.call.table", n=state.cards_played)
    return found.value, say(f"dk.refusal.call.{key}", **values)


def _piglets(state: "DoppelkopfState", seat: int) -> Said:
    if not state.game.has_house_calls or state.game.piglets in ("off", "second_only"):
        return say("dk.refusal.piglets.off")
    if not state.mode or not fox_is_trump(state.mode):
        return say("dk.refusal.piglets.mode")
    if not house.holds_both(state.hands[seat], FOX):
        return say("dk.refusal.piglets.cards", n=state.hands[seat].count(FOX))
    return say("dk.refusal.piglets.when")


def _partner(state: "DoppelkopfState", action: Action, seat: int) -> Said:
    partner, party = house.PARTNERS[action]
    if not state.game.genscher:
        return say("dk.refusal.partner.off")
    if state.phase not in (LEAD, FOLLOW) or not house.choosing_is_possible(state):
        return say("dk.refusal.partner.mode")
    if not house.holds_both(state.hands[seat], KING):
        return say("dk.refusal.partner.cards", n=state.hands[seat].count(KING))
    if not house.may_choose(state, seat):
        return say("dk.refusal.partner.when")
    if partner == seat:
        return say("dk.refusal.partner.self")
    if state.parties[seat] == -party:
        name = NAMES[RE if party == KONTRA else KONTRA]
        return say("dk.refusal.partner.name", party=say(f"dk.party.{name}"))
    return say("dk.refusal.partner.old", seat=seat_name(SEATS[partner]))


def _card(state: "DoppelkopfState", card: Card) -> tuple[str, Text]:
    if state.game.restricts_cards:
        if house.obliged(state):
            points = state.card_points[state.turn]
            return "DK-V20", say("dk.refusal.obliged", n=points)
        due = house.forced_card(state)
        if due is not None:
            return ("DK-V15" if due == FOX else "DK-V22"), say("dk.refusal.due", card=the_card(due))
    breach = state.duty.breach(state.order, state.hands[state.turn], state.trick, card)
    assert breach is not None
    held = the_cards(list(dict.fromkeys(breach.cards)), "or")
    lead, played = card_name(state.trick[0]), card_name(card)
    if breach.suit == TRUMP:
        return "DK-P2", say("dk.refusal.trump", lead=lead, held=held, card=played)
    hides = state.order.suits[card] == TRUMP and card[1] == breach.suit
    key = "dk.refusal.follow.trump" if hides else "dk.refusal.follow"
    return "DK-P2", say(key, lead=lead, held=held, card=played)
