"""What an action has to meet in Kontraspiel, and what is said of one that does not.

Answers in the bidding and announcements look at the standing alone; cards look at hands, too.
"""

from collections.abc import Callable, Sequence
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.deal import short
from kontrapunkt.families.follow_suit import TRUMP, Legality, is_card
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.kontraspiel.state import (
    ANNOUNCE,
    DISCARD,
    OFFER,
    ROUND1,
    ROUND2,
    STAGES,
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
from kontrapunkt.games.kontraspiel.wording import task
from kontrapunkt.legality import Choice, Requirement
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Text, action_name, card_name, listed, say, seat_name, suit_name, the_cards

Word = Requirement[Standing]
Deed = Requirement[KontraspielState]


def _says(key: str, who: str = "soloist", suit: str = "pref") -> Callable[[Standing, Action, int], Text]:
    """What says a sentence about the standing, and a seat and a suit that it names."""

    def said(standing: Standing, action: Action, seat: int) -> Text:
        seats = {"seat": getattr(standing, who) or 0, "eldest": standing.eldest}
        values = {name: seat_name(SEATS[number]) for name, number in seats.items()}
        values |= {"suit": suit_name(getattr(standing, suit)), "pref": suit_name(standing.pref)}
        suits = [f"“{each}”" for each in ANSWERS[ROUND2].legal(standing, seat) if each in TRUMPS]
        values |= {"card": card_name(standing.turn_up), "suits": listed("or", suits)}
        values["what"] = action_name(f"say {key.partition('.')[0]}")
        return say(f"ks.refusal.{key}", text=short(action), **values)

    return said


# Answers ------------------------------------------------------------------------------------------------


def _returns(standing: Standing, action: Action) -> bool:
    """Whether a suit is another than the preferred one, or that one may be chosen again."""
    return TRUMPS.get(action) != standing.pref or standing.may_return


ANSWERS = {
    OFFER: Choice((TAKE, PASS), (), (Word(lambda s, a, i: a in (TAKE, PASS), "KS-R8", _says("offer")),)),
    ROUND1: Choice(
        (PLAY, PASS),
        (),
        (
            Word(lambda s, a, i: a.verb != "trump", "KS-R11", _says("round1.trump")),
            Word(lambda s, a, i: a in (PLAY, PASS), "KS-R11", _says("round1.first")),
        ),
    ),
    ROUND2: Choice(
        (*TRUMPS, PASS),
        (),
        (
            Word(lambda s, a, i: _returns(s, a) or s.terms.dealer_may_return, "KS-R12", _says("round2.pref")),
            Word(lambda s, a, i: _returns(s, a), "KS-R12", _says("round2.pref.dealer")),
            Word(lambda s, a, i: a != PLAY, "KS-R12", _says("round2.play")),
            Word(lambda s, a, i: a in TRUMPS or a.verb != "trump", "KS-R12", _says("round2.suit")),
            Word(lambda s, a, i: a in TRUMPS or a == PASS, "KS-R12", _says("round2.first")),
        ),
    ),
}
"""What the seat that is asked may answer in the offer and in the two rounds (KS-R8, R11, R12)."""

TAKING = (
    Word(lambda s, a, i: s.turn_up not in WENZELS or s.terms.wenzel_like_ace, "KS-R6", _says("take.wenzel")),
    Word(lambda s, a, i: s.turn_up not in WENZELS and s.turn_up.rank != "A", "KS-R8", _says("take.late")),
    Word(lambda s, a, i: not s.terms.wenzel_like_ace, "KS-R8", _says("take.other")),
    Word(lambda s, a, i: s.phase == OFFER, "KS-R8", _says("take.ace")),
)
"""What taking up would have to meet after the offer; it cannot."""


# Announcements ------------------------------------------------------------------------------------------


def _waiting(rule: str) -> tuple[Word, ...]:
    return (
        Word(lambda s, a, i: s.phase != DISCARD or s.turn != i, "KS-R19", _says("wait.own")),
        Word(lambda s, a, i: s.phase != DISCARD, "KS-R19", _says("wait.other", "turn")),
        Word(lambda s, a, i: s.soloist is not None, rule, _says("wait.soloist")),
    )


_FREE = (
    Word(lambda s, a, i: i != s.soloist, "KS-R15", _says("contra.soloist")),
    Word(lambda s, a, i: i != s.contra, "KS-R15", _says("contra.own")),
    Word(lambda s, a, i: s.contra is None, "KS-R15", _says("contra.taken", "contra")),
    Word(lambda s, a, i: s.led < 2, "KS-R15", _says("contra.late")),
)

ANNOUNCING = {
    "match": Choice(
        tuple(MATCHES),
        (
            *_waiting("KS-R14"),
            Word(lambda s, a, i: a in MATCHES, "KS-R14", _says("match.suit")),
            Word(lambda s, a, i: i != s.soloist, "KS-R14", _says("match.soloist")),
            Word(lambda s, a, i: s.led == 0, "KS-R14", _says("match.late")),
            Word(lambda s, a, i: s.won != "turn_up", "KS-R14", _says("match.turn_up")),
            Word(lambda s, a, i: not s.matches or s.terms.overcalls, "KS-R14", _says("match.once")),
            Word(lambda s, a, i: i not in s.matches, "KS-R14", _says("match.own")),
        ),
        (
            Word(lambda s, a, i: MATCHES[a] != s.pref, "KS-R14", _says("match.pref")),
            Word(
                lambda s, a, i: not s.terms.match_differs or MATCHES[a] != s.trump,
                "KS-R14",
                _says("match.same", suit="trump"),
            ),
        ),
    ),
    CONTRA: Choice((CONTRA,), (*_waiting("KS-R15"), *_FREE)),
    SWAP: Choice(
        (SWAP,),
        (
            *_waiting("KS-R16"),
            *_FREE,
            Word(lambda s, a, i: s.won != "turn_up", "KS-R16", _says("swap.taken")),
            Word(lambda s, a, i: s.lies, "KS-R16", _says("swap.gone")),
            Word(lambda s, a, i: s.won != "round2", "KS-R16", _says("swap.round2")),
            Word(lambda s, a, i: s.won != "match", "KS-R16", _says("swap.match")),
            Word(lambda s, a, i: s.led == 0, "KS-R16", _says("swap.late")),
        ),
    ),
    RECONTRA: Choice(
        (RECONTRA,),
        (
            *_waiting("KS-R17"),
            Word(lambda s, a, i: s.contra is not None, "KS-R17", _says("recontra.no_contra")),
            Word(lambda s, a, i: i != s.soloist, "KS-R17", _says("recontra.soloist")),
            Word(lambda s, a, i: i != s.contra, "KS-R17", _says("recontra.contra")),
            Word(lambda s, a, i: i != s.recontra, "KS-R17", _says("recontra.own")),
            Word(lambda s, a, i: s.recontra is None, "KS-R17", _says("recontra.taken", "recontra")),
            Word(lambda s, a, i: s.led < 3, "KS-R17", _says("recontra.late")),
        ),
    ),
}
"""What may be announced, in turn or not (KS-R14 to R19)."""

_OVER = Word(lambda s, a, i: s.soloist is None, "KS-R11", _says("bid_over", suit="trump"))
_POLLED = Word(lambda s, a, i: not s.terms.polls, "KS-R20", _says("polled"))


_found: dict[tuple[object, ...], tuple[Action, ...]] = {}
"""What has been found already: it hangs neither on the dealer, nor on the turn-up but for its suit."""

_MANY: Final = 10_000


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
    key = (seat, standing.pref, *standing[3:])
    found = _found.get(key)
    if found is None:
        found = ()
        for choice in ANNOUNCING.values():
            found += choice.legal(standing, seat)
        if len(_found) < _MANY:
            _found[key] = found
    return found


# Cards --------------------------------------------------------------------------------------------------


def _put(key: str) -> Callable[[KontraspielState, Action, int], Text]:
    """What says a sentence about the turn-up, and the card that is put away for it."""

    def said(state: KontraspielState, action: Action, seat: int) -> Text:
        named = read_card(action.argument) if key == "discard.not_held" else None
        values = {"hand": the_cards(state.hands[seat], "or"), "text": short(action.argument)}
        return say(f"ks.refusal.{key}", card=card_name(named or state.standing.turn_up), **values)

    return said


def _word(key: str) -> Callable[[KontraspielState, Action, int], Text]:
    return lambda s, a, i: say(f"ks.refusal.{key}", text=short(a))


def _breach(state: KontraspielState, action: Action, seat: int) -> Text:
    card = Card(action)
    breach = state.duty.breach(state.order, state.hands[seat], state.trick, card)
    assert breach is not None
    values = {"card": card_name(card), "held": the_cards(breach.cards)}
    if breach.suit == TRUMP:
        lead = state.trick[0]
        key = "wenzel" if lead in WENZELS and lead.suit != state.trump else "trump"
        return say(f"ks.refusal.follow.{key}", lead=card_name(lead), suit=suit_name(state.trump), **values)
    key = "follow.own" if card in WENZELS and card.suit == breach.suit else "follow"
    return say(f"ks.refusal.{key}", suit=suit_name(breach.suit), **values)


def _putting(rule: str) -> tuple[Deed, ...]:
    return (
        Deed(lambda s, a, i: a.verb == "discard", rule, _put("due")),
        Deed(lambda s, a, i: a.argument != s.standing.turn_up, rule, _put("discard.turn_up")),
        Deed(lambda s, a, i: read_card(a.argument) is not None, rule, _put("discard.unreadable")),
        Deed(lambda s, a, i: DISCARDED.get(a) in s.hands[i], rule, _put("discard.not_held")),
    )


_FOR_TURN_UP, _FOR_SWAP = _putting("KS-R7"), _putting("KS-R16")
"""Putting a card away for the turn-up, which is due."""

_GONE = _put("discard.gone")
_NOT_DUE = (
    Deed(lambda s, a, i: i != s.standing.taker or s.standing.won == "turn_up", "KS-R16", _GONE),
    Deed(lambda s, a, i: i != s.standing.taker, "KS-R7", _GONE),
    Deed(lambda s, a, i: s.phase == DISCARD, "KS-R7", _put("discard.none")),
)
_UNKNOWN = (Deed(lambda s, a, i: a in ANNOUNCING, "KS-R15", _word("say.unknown")),)
_ASKED = [(Deed(lambda s, a, i: a == PASS, "KS-R20", _word(f"asked.{stage}")),) for stage in STAGES]
_PLAYING = (
    Deed(is_card, "KS-R22", _word("unreadable")),
    Deed(lambda s, a, i: a.card in s.cards_allowed(), "KS-R22", _breach),
)


def _due(state: KontraspielState) -> tuple[Deed, ...]:
    return _FOR_TURN_UP if state.standing.contra is None else _FOR_SWAP


def _deeds(state: KontraspielState) -> tuple[Action, ...]:
    seat = state.turn
    if state.phase == DISCARD:
        cards = tuple([DISCARDS[card] for card in dict.fromkeys(state.hands[seat])])
        return Choice(cards, (), _due(state)).legal(state, seat)
    if state.asked_for:
        return (*state.answers(*state.asked_for), PASS)
    return answers(state.standing)


def _asked(state: KontraspielState, action: Action) -> Sequence[Deed]:
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
        return _ASKED[state.asked_for[0]]
    bidding = action in (PLAY, PASS) or action.verb == "trump"
    return [_OVER.of(_standing)] if bidding else _PLAYING


def _standing(state: KontraspielState, _: int) -> Standing:
    return state.standing


def _turn(state: KontraspielState, _: Action, __: int) -> Text:
    """Who is not to act is told the task of the one who is."""
    return say("ks.refusal.turn", task=task(state))


LEGALITY = Legality[KontraspielState](
    _deeds,
    lambda state, seat: announcements(state.standing, seat),
    _asked,
    (
        Deed(lambda s, a, i: s.phase != OFFER, "KS-R8", _turn),
        Deed(lambda s, a, i: s.phase != ROUND1, "KS-R11", _turn),
        Deed(lambda s, a, i: s.phase != ROUND2, "KS-R12", _turn),
        Deed(lambda s, a, i: s.phase != ANNOUNCE, "KS-R20", _turn),
        Deed(lambda s, a, i: s.phase != DISCARD or s.standing.contra is not None, "KS-R7", _turn),
        Deed(lambda s, a, i: s.phase != DISCARD, "KS-R16", _turn),
    ),
)
