"""Legality in Doppelkopf, told once: what each action has to meet, in order, by which rule, and what is said.

What may be done meets the whole of its list; what is refused is told by the first thing it does not meet.
Plain cards are the duty's (`following`), for speed; their refusal is derived from it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import short
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, TRUMP, Legality
from kontrapunkt.game import PASS, SEATS, Action
from kontrapunkt.games.doppelkopf import table
from kontrapunkt.games.doppelkopf.contract import Speaker
from kontrapunkt.games.doppelkopf.state import THREE, DoppelkopfState
from kontrapunkt.games.doppelkopf.table import POVERTY, UNKNOWN, WEDDING
from kontrapunkt.legality import Asking, Requirement, unmet
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Text, card_name, say, seat_name, the_card, the_cards

RICH: Final = 30
"""Card points of a first trick that oblige its winner to announce (DK-V20)."""

Asked = Requirement[DoppelkopfState]


def _values(now: DoppelkopfState, action: Action, seat: int) -> dict[str, object]:
    """What any sentence may take."""
    return {
        "text": short(action),
        "example": next(iter(now.game.solo_bids), table.BID_WEDDING),
        "hand": the_cards(now.hands[seat]),
        "seat": seat_name(SEATS[now.turn]),
    }


_needs = Asking[DoppelkopfState]("dk.refusal", _values)


def holds_both(hand: Sequence[Card], card: Card) -> bool:
    """Whether a hand holds both copies of a card; a hidden one may be anything."""
    return hand.count(card) + min(2, hand.count(HIDDEN)) >= 2


def _never(*moment: object) -> bool:
    return False


# Reservations and the games that are named -----------------------------------------------------------------


def _rank(now: DoppelkopfState) -> str:
    """The class of games that is asked for; empty for any."""
    return "" if now.phase == table.RESERVATIONS else now.asked[0]


def _class(now: DoppelkopfState, action: Action, seat: int) -> Text:
    return say(f"dk.class.{_rank(now)}")


def _class_of(now: DoppelkopfState, bid: Action, seat: int) -> str:
    """The class in which a seat may name a game."""
    if bid in table.BID_SOLO:
        return table.COMPULSORY if now.bidding.owing[seat] else table.VOLUNTARY
    return {table.BID_POVERTY: POVERTY, table.THROW_IN: table.THROWING}.get(bid, WEDDING)


def _holds(now: DoppelkopfState, bid: Action, seat: int) -> bool:
    """Whether the cards of a seat allow a game."""
    hand = now.hands[seat]
    if bid == table.BID_POVERTY:
        return now.game.is_poor(hand)
    if bid == table.THROW_IN:
        return now.game.may_throw_in(hand)
    return bid in table.BID_SOLO or holds_both(hand, table.OLD)


def nameable(now: DoppelkopfState, seat: int, rank: str) -> tuple[Action, ...]:
    """The games of a class that a seat may name, when it is asked; of any class for the empty one.

    Args:
        now: The moment.
        seat: Its number, N E S W from 0.
        rank: The class.
    """
    found = [bids for bids in now.game.bids if bids and rank in ("", _class_of(now, bids[0], seat))]
    return tuple([bid for bids in found if _holds(now, bids[0], seat) for bid in bids])


def _names_later(now: DoppelkopfState, action: Action, seat: int) -> bool:
    """Whether a seat can name a game of a class that is still to be asked for."""
    classes = now.game.classes
    return any(nameable(now, seat, each) for each in classes[classes.index(_rank(now)) + 1 :])


UNFORCED: Final = _needs(
    lambda s, *_: s.phase != table.RESERVATIONS or s.bidding.forced is None, "DK-R10", "forced"
)

RESERVING: Final = (
    UNFORCED,
    _needs(lambda s, *_: s.phase == table.RESERVATIONS, "DK-R1", "spoken"),
    _needs(lambda s, a, i: i == s.turn, "DK-R1", "reserve.turn"),
    _needs(lambda s, a, i: a == table.HEALTHY or nameable(s, i, ""), "DK-R2", "reserve"),
)
"""What it takes to have a reservation, or none."""

WITHDRAWING: Final = (
    _needs(lambda s, *_: s.game.withdrawing, "DK-R8", "withdraw.off"),
    _needs(lambda s, a, i: i == s.bidding.withdraws, "DK-R8", "withdraw.late"),
    _needs(lambda s, a, i: a == table.WITHDRAW, "DK-R4", "naming"),
)

BID: Final = (
    _needs(lambda s, *_: not s.mode, "DK-R4", "named"),
    _needs(lambda s, *_: s.phase != table.RESERVATIONS or s.bidding.forced is not None, "DK-R1", "first"),
)
"""What it takes to name any game."""

SOLO: Final = (
    *BID,
    _needs(
        lambda s, a, i: a in s.game.solo_bids,
        "DK-V10",
        "solo.unknown",
        solos=lambda s, *_: ", ".join(s.game.solos),
    ),
    _needs(lambda s, a, i: _rank(s) != table.COMPULSORY or s.bidding.owing[i], "DK-R7", "solo.paid"),
    _needs(lambda s, a, i: _rank(s) != table.VOLUNTARY or not s.bidding.owing[i], "DK-R7", "solo.owed"),
    _needs(lambda s, *_: _rank(s) in ("", table.COMPULSORY, table.VOLUNTARY), "DK-R5", "class", what=_class),
)


def _by_cards(own: str, rule: str, *kinds: Asked) -> tuple[Asked, ...]:
    """What it takes to name a game of a class of its own, which depends on the cards."""
    return (
        *BID,
        UNFORCED,
        *kinds,
        _needs(lambda s, *_: own in s.game.classes, rule, "off", what=lambda *_: say(f"dk.class.{own}")),
        _needs(lambda s, *_: _rank(s) in ("", own), "DK-R5", "class", what=_class),
        _needs(_holds, rule, f"hand.{own}"),
    )


WEDDING_KIND: Final = _needs(lambda s, a, i: a in s.game.wedding_bids, "DK-V11", "wedding.kind")

# Poverty ---------------------------------------------------------------------------------------------------


def _must_go(now: DoppelkopfState) -> Sequence[Card]:
    """What the poor hand may lay down next: only trumps, once all that is left to lay down must be trumps."""
    hand = now.hands[now.turn]
    trumps = now.game.poor_trumps(hand, now.stock)
    return (*trumps, HIDDEN) if len(trumps) >= THREE - len(now.stock) else hand


def _trumps_told(now: DoppelkopfState) -> range:
    """How many of the cards on the table may be trumps."""
    known = sum(now.order.suits[one] == TRUMP for one in now.stock)
    return range(known, known + now.stock.count(HIDDEN) + 1)


def _named_card(now: DoppelkopfState, action: Action, seat: int) -> Text:
    named = read_card(action.argument)
    return f"“{short(action.argument)}”" if named is None else the_card(named)


def _laid_down(phase: str) -> tuple[Asked, ...]:
    """What it takes to lay a card down."""
    return (
        _needs(lambda s, a, i: a.verb == "discard", "DK-V13", phase),
        _needs(lambda s, a, i: a.argument in s.hands[i], "DK-V13", "held", card=_named_card),
    )


ALL_TRUMPS: Final = _needs(
    lambda s, a, i: a.argument in _must_go(s),
    "DK-V13",
    "put.trumps",
    held=lambda s, a, i: the_cards(s.game.poor_trumps(s.hands[i], s.stock)),
    card=lambda s, a, i: the_card(Card(a.argument)),
)

# What house rules let one say ------------------------------------------------------------------------------


def _due_card(now: DoppelkopfState) -> Card | None:
    """The card that must follow at once what was said to be done with it."""
    turn, roles = now.turn, now.roles
    hand = now.hands[turn]
    if now.piglets.owner == turn and now.game.piglets == "on_playing_first" and hand.count(table.FOX) == 2:
        return table.FOX
    return (
        table.KING if roles.regrouped and roles.regrouped[0] == turn and hand.count(table.KING) == 2 else None
    )


def _choosing_is_possible(now: DoppelkopfState) -> bool:
    """Whether there can be new partners: not in a declared solo, a wedding unclear or without a partner."""
    contract = now.contract
    if contract.is_solo or contract.seeks_partner:
        return False
    return contract.mode != WEDDING or contract.partner is not None


def _both(card: Card, rule: str, key: str) -> Asked:
    """A seat must hold both copies of a card."""
    return _needs(
        lambda s, a, i: holds_both(s.hands[i], card),
        rule,
        key,
        n=lambda s, a, i: s.hands[i].count(card),
    )


def _is_next(now: DoppelkopfState, card: Card, seat: int) -> bool:
    """Whether a seat is to play now, and may play a card."""
    if seat != now.turn or now.phase not in (LEAD, FOLLOW):
        return False
    playable = _cards(now)
    return _due_card(now) is None and (card in playable or HIDDEN in playable)


def _shows_in_time(now: DoppelkopfState, action: Action, seat: int) -> bool:
    if now.piglets.owner is not None:
        return False
    if now.game.piglets == "announce_at_start":
        return now.phase == LEAD and now.cards_played == 0
    return _is_next(now, table.FOX, seat)


PIGLETS_SHOWN: Final = (
    _needs(
        lambda s, *_: s.game.piglets in ("announce_at_start", "on_playing_first"), "DK-V15", "piglets.off"
    ),
    _needs(lambda s, *_: s.mode and table.fox_is_trump(s.mode), "DK-V15", "piglets.mode"),
    _both(table.FOX, "DK-V15", "piglets.cards"),
    _needs(_shows_in_time, "DK-V15", "piglets.when"),
)

CHOOSING: Final = (
    _needs(lambda s, *_: s.game.genscher, "DK-V22", "partner.off"),
    _needs(lambda s, *_: s.phase in (LEAD, FOLLOW) and _choosing_is_possible(s), "DK-V22", "partner.mode"),
    _both(table.KING, "DK-V22", "partner.cards"),
    _needs(lambda s, a, i: not s.roles.regrouped and _is_next(s, table.KING, i), "DK-V22", "partner.when"),
)
"""What it takes to choose a partner, whoever it is."""

CHOSEN: Final = (
    _needs(lambda s, a, i: table.PARTNERS[a][0] != i, "DK-V22", "partner.self"),
    _needs(
        lambda s, a, i: s.parties[i] != -table.PARTNERS[a][1],
        "DK-V22",
        "partner.name",
        party=lambda s, a, i: say(f"action.say {table.NAMES[-table.PARTNERS[a][1]]}"),
    ),
    _needs(
        lambda s, a, i: s.roles.proved[table.PARTNERS[a][0]] != table.PARTNERS[a][1],
        "DK-V22",
        "partner.old",
        seat=lambda s, a, i: seat_name(SEATS[table.PARTNERS[a][0]]),
    ),
)
"""What the partner must be like."""

# Cards -----------------------------------------------------------------------------------------------------


def _is_obliged(now: DoppelkopfState) -> bool:
    """Whether the winner of a rich first trick must announce before leading to the second (DK-V20)."""
    if not now.game.obliging or now.trick_number != 2 or now.phase != LEAD or now.contract.seeks_partner:
        return False
    party, rich = now.parties[now.turn], now.card_points[now.turn] >= RICH
    return rich and party != UNKNOWN and now.level(party) < 0 and bool(callable_by(now.speaker(now.turn)))


def _cards(now: DoppelkopfState) -> tuple[Card, ...]:
    """The cards that the seat to act may play."""
    if _is_obliged(now):
        return ()
    due = _due_card(now)
    return (due,) if due is not None else now.duty.allowed(now.order, now.hands[now.turn], now.trick)


def _due(card: Card, rule: str) -> Asked:
    """What was said to be done with a card follows at once."""
    return _needs(lambda s, *_: _due_card(s) != card, rule, "due", card=lambda *_: the_card(card))


def _unfollowing(now: DoppelkopfState, action: Action, seat: int) -> Text:
    card = Card(action)
    breach = now.breach(card)
    hides = now.order.suits[card] == TRUMP and card[1] == breach.suit
    key = "trump" if breach.suit == TRUMP else "follow.trump" if hides else "follow"
    held = the_cards(list(dict.fromkeys(breach.cards)))
    return say(f"dk.refusal.{key}", lead=card_name(now.trick[0]), held=held, card=card_name(card))


PLAYED: Final = (
    _needs(lambda s, a, i: a.card, "DK-P1", "unreadable"),
    _needs(lambda s, *_: not _is_obliged(s), "DK-V20", "obliged", n=lambda s, a, i: s.card_points[i]),
    _due(table.FOX, "DK-V15"),
    _due(table.KING, "DK-V22"),
    Requirement(lambda s, a, i: a.card in _cards(s), "DK-P2", _unfollowing),
)

# Announcements and bids ------------------------------------------------------------------------------------


def _call(met: Callable[[Speaker, int, int], object], rule: str, key: str) -> Requirement[Speaker]:
    """A requirement of a call, which goes by who speaks, for which party, and the level."""

    def says(by: Speaker, action: Action, seat: int) -> Text:
        party, level = table.SAID[action]
        first = min(4, by.next(party))
        return say(
            f"dk.refusal.call.{key}",
            call=by.game.call_label(action),
            own=say(f"action.say {table.NAMES[-party]}"),
            n=by.held,
            played=by.played,
            due=by.due(level),
            first=by.due(first),
            lacking=by.game.call_label(table.SAY[party, first]),
            limit=by.game.wedding_limit,
        )

    return Requirement(lambda by, action, _: met(by, *table.SAID[action]), rule, says)


CALLS: Final = (
    _call(lambda by, *_: by.playing, "DK-R1", "too_early"),
    _call(lambda by, *_: not by.seeks, "DK-R21", "not_before_clarification"),
    _call(lambda by, party, _: by.own != -party, "DK-R20", "wrong_party"),
    _call(lambda by, party, level: level >= by.next(party), "DK-R25", "already_called"),
    _call(lambda by, party, _: party not in by.announced.closed, "DK-R28", "reply_closed"),
    _call(
        lambda by, party, level: by.game.skipping or by.next(party) in (0, level), "DK-A25", "skipped_level"
    ),
    _call(
        lambda by, party, level: by.game.skipping or not by.is_bare(party, level),
        "DK-R23",
        "no_announcement_first",
    ),
    _call(
        lambda by, party, level: by.in_time(party, 0) or not by.is_bare(party, level),
        "DK-R23",
        "no_announcement_yet",
    ),
    _call(
        lambda by, party, level: level == by.next(party) or by.in_time(party, by.next(party)),
        "DK-R24",
        "skipped_level_too_late",
    ),
    _call(
        lambda by, party, level: level or not by.game.by_table or by.is_timely(party, 0), "DK-V19", "table"
    ),
    _call(lambda by, party, level: by.is_timely(party, level), "DK-R22", "too_late"),
)
"""What an announcement or a bid has to meet (DK-R20 to R31)."""


@lru_cache(4096)
def callable_by(speaker: Speaker) -> tuple[Action, ...]:
    """The announcements and bids that a speaker may make."""
    return tuple([each for each in table.SAID if not unmet(CALLS, speaker, each, 0)])


# All actions -----------------------------------------------------------------------------------------------

WORDS: Final[Mapping[str, tuple[Asked, ...]]] = {
    table.HEALTHY: RESERVING,
    table.RESERVATION: RESERVING,
    table.WITHDRAW: WITHDRAWING,
    table.PIGLETS: PIGLETS_SHOWN,
    **dict.fromkeys(table.PARTNERS, (*CHOOSING, *CHOSEN)),
    **dict.fromkeys(table.BID_SOLO, SOLO),
    **dict.fromkeys(table.WEDDING_KINDS, _by_cards(WEDDING, "DK-R4", WEDDING_KIND)),
    table.BID_POVERTY: _by_cards(POVERTY, "DK-V13"),
    table.THROW_IN: _by_cards(table.THROWING, "DK-V14"),
    "say": (_needs(_never, "DK-R20", "say"),),
    "bid": (*BID, UNFORCED, _needs(_never, "DK-R4", "bid")),
    **dict.fromkeys(("claim", "resign", "concede", "show"), (_needs(_never, "DK-P7", "shorten"),)),
}
"""What it takes to do what means the same in every phase: by the whole action, or by its first word.

With the last words a soloist would shorten the game.
"""

PHASES: Final[Mapping[str, tuple[Asked, ...]]] = {
    table.RESERVATIONS: (UNFORCED, _needs(_never, "DK-R1", "first")),
    table.NAMING: (
        _needs(lambda s, a, i: a == PASS, "DK-R4", "naming"),
        _needs(lambda s, *_: _rank(s), "DK-R4", "pass"),
        _needs(_names_later, "DK-R5", "pass"),
    ),
    table.PUT: (*_laid_down(table.PUT), ALL_TRUMPS),
    table.OFFER: (_needs(lambda s, a, i: a in (table.ACCEPT, PASS), "DK-V13", table.OFFER),),
    table.GIVE: _laid_down(table.GIVE),
    table.TELL: (
        _needs(lambda s, a, i: a in table.TELLING, "DK-V13", table.TELL),
        _needs(
            lambda s, a, i: table.TELLING[a] in _trumps_told(s),
            "DK-V13",
            "tell.wrong",
            cards=lambda s, *_: the_cards(s.stock),
        ),
    ),
    LEAD: PLAYED,
    FOLLOW: PLAYED,
}
"""What it takes to do anything else in a phase."""


def _asked_of(now: DoppelkopfState, action: Action) -> tuple[Asked, ...]:
    return WORDS.get(action) or WORDS.get(action.verb) or PHASES[now.phase]


def _legal(now: DoppelkopfState, thinkable: Iterable[Action], seat: int) -> tuple[Action, ...]:
    return tuple([each for each in thinkable if not unmet(_asked_of(now, each), now, each, seat)])


def _deeds(now: DoppelkopfState) -> tuple[Action, ...]:
    """What the seat to act may do before play."""
    thinkable: Iterable[Action] = (table.ACCEPT, PASS)
    if now.phase == table.NAMING:
        named = [bid for bids in now.game.bids if _legal(now, bids[:1], now.turn) for bid in bids]
        return (*named, *_legal(now, (PASS,), now.turn))
    if now.phase == table.RESERVATIONS:
        thinkable = (table.HEALTHY, table.RESERVATION) if now.bidding.forced is None else now.game.solo_bids
    elif now.phase == table.TELL:
        thinkable = table.TELLING
    elif now.phase != table.OFFER:
        thinkable = (table.DISCARDS[card] for card in dict.fromkeys(now.hands[now.turn]))
    return _legal(now, thinkable, now.turn)


def _said(now: DoppelkopfState, seat: int) -> tuple[Action, ...]:
    """What a seat may say, in turn or not."""
    if not now.mode:
        return _legal(now, (table.WITHDRAW,), seat) if now.bidding.withdrawable else ()
    game = now.game
    silent = len(now.hands[seat]) < game.silence - now.contract.shift
    found = () if silent else callable_by(now.speaker(seat))
    if game.has_house_calls:
        found += _legal(now, (table.PIGLETS,), seat)
        if not unmet(CHOOSING, now, table.PIGLETS, seat):  # whoever is chosen
            found += _legal(now, table.PARTNERS, seat)
    return found


def _asked(now: DoppelkopfState, action: Action) -> Sequence[Asked]:
    return ASKED_OF_CALLS if action in table.SAID else (*_asked_of(now, action), NAMED)


ASKED_OF_CALLS: Final = tuple([each.of(DoppelkopfState.speaker) for each in CALLS])
NAMED: Final = _needs(lambda s, a, i: a != table.UNSEEN, "DK-V13", "held", card=_named_card)
"""Hidden cards are laid down, but nobody names them."""


def _first(rule: str, due: Callable[[DoppelkopfState], bool]) -> Asked:
    """Who is not to act is told, before play and by its rule, what has to be done first."""
    return Requirement(lambda s, *_: not due(s), rule, lambda s, *_: s.view(None).task)


LEGALITY: Final = Legality[DoppelkopfState](
    deeds=_deeds,
    calls=_said,
    cards=_cards,
    asked=_asked,
    in_turn=(
        _first("DK-R1", lambda now: now.phase == table.RESERVATIONS and now.bidding.forced is None),
        _first("DK-R10", lambda now: now.phase == table.RESERVATIONS),
        _first("DK-R5", lambda now: now.phase == table.NAMING),
        _first("DK-V13", lambda now: now.phase in (table.PUT, table.OFFER, table.GIVE, table.TELL)),
    ),
)
