"""What an action has to meet in Kontraspiel, and what is said of one that does not.

Answers in the bidding and announcements look at the standing alone; cards look at hands, too.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import short
from kontrapunkt.families.follow_suit import TRUMP, Legality, is_card
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.kontraspiel.state import (
    ANNOUNCE,
    DISCARD,
    OFFER,
    ROUND1,
    ROUND2,
    KontraspielState,
    Standing,
)
from kontrapunkt.games.kontraspiel.table import (
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
from kontrapunkt.games.kontraspiel.wording import due
from kontrapunkt.legality import Asking, Choice, Requirement
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Text, action_name, card_name, listed, say, seat_name, suit_name, the_cards


def _words(standing: Standing, action: Action, seat: int) -> dict[str, object]:
    """What sentences about answers and announcements take; the seat is the soloist's as a rule."""
    suits = [f"“{each}”" for each in ANSWERS[ROUND2].legal(standing, seat) if each in TRUMPS]
    names = {"seat": standing.soloist or 0, "eldest": standing.eldest}
    values = {"text": short(action), "card": card_name(standing.turn_up), "suits": listed("or", suits)}
    values |= dict.fromkeys(("suit", "pref"), suit_name(standing.pref))
    values["what"] = action_name(RECONTRA if action == RECONTRA else CONTRA)
    values |= {name: seat_name(SEATS[number]) for name, number in names.items()}
    returns, third = standing.terms.dealer_may_return, action == RECONTRA
    return {**values, "dealer": int(returns), "match": int(standing.won == "match"), "third": int(third)}


def _who(role: str) -> Callable[[Standing, Action, int], Text]:
    return lambda s, a, i: seat_name(SEATS[getattr(s, role)])


def _trump(standing: Standing, _: Action, __: int) -> Text:
    return suit_name(standing.trump)


_word = Asking[Standing]("ks.refusal", _words)


# Answers ------------------------------------------------------------------------------------------------


def _returns(standing: Standing, action: Action) -> bool:
    """Whether a suit is another than the preferred one, or that one may be chosen again."""
    return TRUMPS.get(action) != standing.pref or standing.may_return


ANSWERS = {
    OFFER: Choice((TAKE, PASS), (), (_word(lambda s, a, i: a in (TAKE, PASS), "KS-R8", "offer"),)),
    ROUND1: Choice(
        (PLAY, PASS),
        (),
        (
            _word(lambda s, a, i: a.verb != "trump", "KS-R11", "round1.trump"),
            _word(lambda s, a, i: a in (PLAY, PASS), "KS-R11", "round1.first"),
        ),
    ),
    ROUND2: Choice(
        (*TRUMPS, PASS),
        (),
        (
            _word(lambda s, a, i: _returns(s, a), "KS-R12", "round2.pref"),
            _word(lambda s, a, i: a != PLAY, "KS-R12", "round2.play"),
            _word(lambda s, a, i: a in TRUMPS or a.verb != "trump", "KS-R12", "round2.suit"),
            _word(lambda s, a, i: a in TRUMPS or a == PASS, "KS-R12", "round2.first"),
        ),
    ),
}
"""What the seat that is asked may answer in the offer and in the two rounds (KS-R8, R11, R12)."""

TAKING = (
    _word(lambda s, a, i: s.turn_up not in WENZELS or s.terms.wenzel_like_ace, "KS-R6", "take.wenzel"),
    _word(lambda s, a, i: s.turn_up not in WENZELS and s.turn_up.rank != "A", "KS-R8", "take.late"),
    _word(lambda s, a, i: not s.terms.wenzel_like_ace, "KS-R8", "take.other"),
    _word(lambda s, a, i: s.phase == OFFER, "KS-R8", "take.ace"),
)
"""What taking up would have to meet after the offer; it cannot."""


# Announcements ------------------------------------------------------------------------------------------


def _waiting(rule: str) -> tuple[Requirement[Standing], ...]:
    return (
        _word(lambda s, a, i: s.phase != DISCARD or s.turn != i, "KS-R19", "wait.own"),
        _word(lambda s, a, i: s.phase != DISCARD, "KS-R19", "wait.other", seat=_who("turn")),
        _word(lambda s, a, i: s.soloist is not None, rule, "wait.soloist"),
    )


_FREE = (
    _word(lambda s, a, i: i != s.soloist, "KS-R15", "contra.soloist"),
    _word(lambda s, a, i: i != s.contra, "KS-R15", "contra.own"),
    _word(lambda s, a, i: s.contra is None, "KS-R15", "contra.taken", seat=_who("contra")),
    _word(lambda s, a, i: s.led < 2, "KS-R15", "contra.late"),
)

ANNOUNCING = {
    "match": Choice(
        tuple(MATCHES),
        (
            *_waiting("KS-R14"),
            _word(lambda s, a, i: a in MATCHES, "KS-R14", "match.suit"),
            _word(lambda s, a, i: i != s.soloist, "KS-R14", "match.soloist"),
            _word(lambda s, a, i: s.led == 0, "KS-R14", "match.late"),
            _word(lambda s, a, i: s.won != "turn_up", "KS-R14", "match.turn_up"),
            _word(lambda s, a, i: not s.matches or s.terms.overcalls, "KS-R14", "match.once"),
            _word(lambda s, a, i: i not in s.matches, "KS-R14", "match.own"),
        ),
        (
            _word(lambda s, a, i: MATCHES[a] != s.pref, "KS-R14", "match.pref"),
            _word(
                lambda s, a, i: not s.terms.match_differs or MATCHES[a] != s.trump,
                "KS-R14",
                "match.same",
                suit=_trump,
            ),
        ),
    ),
    CONTRA: Choice((CONTRA,), (*_waiting("KS-R15"), *_FREE)),
    SWAP: Choice(
        (SWAP,),
        (
            *_waiting("KS-R16"),
            *_FREE,
            _word(lambda s, a, i: s.won != "turn_up", "KS-R16", "swap.taken"),
            _word(lambda s, a, i: s.lies, "KS-R16", "swap.gone"),
            _word(lambda s, a, i: s.won not in ("round2", "match"), "KS-R16", "swap.won"),
            _word(lambda s, a, i: s.led == 0, "KS-R16", "swap.late"),
        ),
    ),
    RECONTRA: Choice(
        (RECONTRA,),
        (
            *_waiting("KS-R17"),
            _word(lambda s, a, i: s.contra is not None, "KS-R17", "recontra.no_contra"),
            _word(lambda s, a, i: i != s.soloist, "KS-R17", "recontra.soloist"),
            _word(lambda s, a, i: i != s.contra, "KS-R17", "recontra.contra"),
            _word(lambda s, a, i: i != s.recontra, "KS-R17", "recontra.own"),
            _word(lambda s, a, i: s.recontra is None, "KS-R17", "recontra.taken", seat=_who("recontra")),
            _word(lambda s, a, i: s.led < 3, "KS-R17", "recontra.late"),
        ),
    ),
}
"""What may be announced, in turn or not (KS-R14 to R19)."""

_OVER = _word(lambda s, a, i: s.soloist is None, "KS-R11", "bid_over", suit=_trump)
_POLLED = _word(lambda s, a, i: not s.terms.polls, "KS-R20", "polled")


def answers(standing: Standing) -> tuple[Action, ...]:
    """What the seat that is asked may answer in the offer and in the two rounds."""
    asked = ANSWERS.get(standing.phase)
    return asked.legal(standing, standing.turn) if asked else ()


def announcements(standing: Standing, seat: int) -> tuple[Action, ...]:
    """What a seat may announce, in turn or not, or where it is asked.

    Args:
        standing: Where the deal stands.
        seat: Its number, N E S W from 0.
    """
    return _announced(seat, standing.pref, standing[3:])


@lru_cache(10_000)
def _announced(seat: int, pref: str, rest: tuple[Any, ...]) -> tuple[Action, ...]:
    """The same: it hangs neither on dealer and turn, nor on the turn-up but for its suit."""
    standing = Standing(0, Card(f"9{pref}"), 0, *rest)
    return tuple(chain.from_iterable(choice.legal(standing, seat) for choice in ANNOUNCING.values()))


# Cards --------------------------------------------------------------------------------------------------


def _values(state: KontraspielState, action: Action, seat: int) -> dict[str, object]:
    """What sentences take about a card that is put away for the turn-up, and what is to be done."""
    hand = the_cards(state.hands[seat], "or")
    return {**due(state), "hand": hand, "text": short(action), "task": state.view(None).task}


def _argument(_: object, action: Action, __: int) -> Text:
    return short(action.argument)


def _named(_: object, action: Action, __: int) -> Text:
    return card_name(read_card(action.argument) or HIDDEN)


_deed = Asking[KontraspielState]("ks.refusal", _values)


def _breach(state: KontraspielState, action: Action, seat: int) -> Text:
    card = Card(action)
    breach = state.breach(card)
    values = {"card": card_name(card), "held": the_cards(breach.cards)}
    if breach.suit == TRUMP:
        lead = state.trick[0]
        wenzel = int(lead in WENZELS and lead.suit != state.trump)
        return say("ks.refusal.follow.trump", lead=card_name(lead), wenzel=wenzel, **values)
    key = "follow.own" if card in WENZELS and card.suit == breach.suit else "follow"
    return say(f"ks.refusal.{key}", suit=suit_name(breach.suit), **values)


def _putting(rule: str) -> tuple[Requirement[KontraspielState], ...]:
    return (
        _deed(lambda s, a, i: a.verb == "discard", rule, "due"),
        _deed(lambda s, a, i: a.argument != s.standing.turn_up, rule, "discard.turn_up"),
        _deed(lambda s, a, i: read_card(a.argument) is not None, rule, "discard.unreadable", text=_argument),
        _deed(lambda s, a, i: DISCARDED.get(a) in s.hands[i], rule, "discard.not_held", card=_named),
    )


_FOR_TURN_UP, _FOR_SWAP = _putting("KS-R7"), _putting("KS-R16")
"""Putting a card away for the turn-up, which is due."""

_NOT_DUE = (
    _deed(lambda s, a, i: i != s.standing.taker or s.standing.won == "turn_up", "KS-R16", "discard.gone"),
    _deed(lambda s, a, i: i != s.standing.taker, "KS-R7", "discard.gone"),
    _deed(lambda s, a, i: s.phase == DISCARD, "KS-R7", "discard.none"),
)
_UNKNOWN = (_deed(lambda s, a, i: a in ANNOUNCING, "KS-R15", "say.unknown"),)
_ASKED = (_deed(lambda s, a, i: a == PASS, "KS-R20", "asked"),)
_PLAYING = (
    _deed(is_card, "KS-R22", "unreadable"),
    Requirement(lambda s, a, i: a.card in s.cards_allowed(), "KS-R22", _breach),
)


def _due(state: KontraspielState) -> tuple[Requirement[KontraspielState], ...]:
    return _FOR_TURN_UP if state.standing.contra is None else _FOR_SWAP


def _deeds(state: KontraspielState) -> tuple[Action, ...]:
    seat = state.turn
    if state.phase == DISCARD:
        return tuple([DISCARDS[card] for card in dict.fromkeys(state.hands[seat])])
    if state.asked_for:
        return (*state.answers(*state.asked_for), PASS)
    return answers(state.standing)


def _asked(state: KontraspielState, action: Action) -> Sequence[Requirement[KontraspielState]]:
    announced = ANNOUNCING.get("match" if action.verb == "match" else action)
    if announced:
        return [each.of(_standing) for each in (*announced.asked, _POLLED)]
    if action.verb == "say":
        return _UNKNOWN
    if state.phase == DISCARD:
        return _due(state)
    if action.verb == "discard":
        return _NOT_DUE
    if action == TAKE and state.phase != OFFER:
        return [each.of(_standing) for each in TAKING]
    if state.phase in ANSWERS:
        return [each.of(_standing) for each in ANSWERS[state.phase].asked]
    if state.asked_for:
        return _ASKED
    bidding = action in (PLAY, PASS) or action.verb == "trump"
    return [_OVER.of(_standing)] if bidding else _PLAYING


def _standing(state: KontraspielState, _: int) -> Standing:
    return state.standing


LEGALITY = Legality[KontraspielState](
    _deeds,
    lambda state, seat: announcements(state.standing, seat),
    _asked,
    (
        _deed(lambda s, a, i: s.phase != OFFER, "KS-R8", "turn"),
        _deed(lambda s, a, i: s.phase != ROUND1, "KS-R11", "turn"),
        _deed(lambda s, a, i: s.phase != ROUND2, "KS-R12", "turn"),
        _deed(lambda s, a, i: s.phase != ANNOUNCE, "KS-R20", "turn"),
        _deed(lambda s, a, i: s.phase != DISCARD or s.standing.contra is not None, "KS-R7", "turn"),
        _deed(lambda s, a, i: s.phase != DISCARD, "KS-R16", "turn"),
    ),
)
