"""What an action has to meet in Königrufen of Graden, and what is said of one that does not."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import short
from kontrapunkt.families.follow_suit import Legality, is_card
from kontrapunkt.game import PASS, SEATS, Action
from kontrapunkt.games.koenigrufen_graden.state import AUCTION, CALL, LAY, Auction, KoenigrufenState
from kontrapunkt.games.koenigrufen_graden.table import BIDS, CALLS, CONTRACTS, LAID, LAYS, has_pair
from kontrapunkt.legality import Asking, Choice, Requirement
from kontrapunkt.record.text import read_card
from kontrapunkt.said import Text, card_name, listed, say, seat_name, suit_name, the_card, the_cards


class Speaker(NamedTuple):
    """Who speaks next in an auction, and what of the own cards matters there.

    Attributes:
        auction: The auction.
        promises: Whether a Hundert contract may be bid with these cards (KG-R9).
        courts: The kings and queens held; known where they are to be named.
    """

    auction: Auction
    promises: bool = True
    courts: tuple[Card, ...] = ()

    def joins(self, action: Action) -> tuple[int, ...]:
        """Who has made the same bid, the highest; nobody where it is another."""
        return self.auction.holders if BIDS[action] is self.auction.contract else ()


def _speaking(speaker: Speaker, action: Action, _: int) -> dict[str, object]:
    """What sentences about a bid take."""
    auction, held = speaker.auction, the_cards(speaker.courts) if speaker.courts else ""
    names = listed("and", [seat_name(SEATS[seat]) for seat in auction.holders]) if auction.holders else ""
    values = {"bid": BIDS[action].title, "highest": auction.contract.title}
    return {"names": names, "held": held, **values}


def _quoted(text: str) -> Text:
    named = read_card(text)
    return card_name(named) if named else short(text)


def _named(_: object, action: Action, __: int) -> Text:
    return _quoted(action.argument)


def _values(state: KoenigrufenState, action: Action, _: int) -> dict[str, object]:
    """What other sentences take: contract and contracts, the hand, who is to act, what is done."""
    return {
        "contract": state.contract.title,
        "names": ", ".join(each.name for each in CONTRACTS[1:]),
        "seat": seat_name(SEATS[state.turn]),
        "hand": the_cards(state.hands[state.turn], "or"),
        "text": _quoted(action),
        "card": the_card(read_card(action.argument) or HIDDEN),
        "called": card_name(state.standing.called or HIDDEN),
    }


_bid = Asking[Speaker]("kg.refusal", _speaking)
_asks = Asking[KoenigrufenState]("kg.refusal", _values)


def _breach(state: KoenigrufenState, action: Action, seat: int) -> Text:
    """What says which duty a card breaches."""
    card = Card(action)
    breach = state.breach(card)
    values = {"card": the_card(card), "suit": suit_name(breach.suit)}
    following = state.order.of_suit(breach.suit, state.hands[seat])
    if breach.name != "beat" and len(following) == len(breach.cards):
        return say("kg.refusal.follow", held=the_cards(breach.cards), **values)
    key = "beat" if breach.name == "beat" else "follow.beat"
    best = the_card(state.trick[state.order.best(state.trick)])
    return say(f"kg.refusal.{key}", held=the_cards(breach.cards, "or"), best=best, **values)


def _lying(state: KoenigrufenState, action: Action, seat: int) -> Text:
    lies = state.standing.laid[seat]
    assert lies
    return say("kg.refusal.face_down", laid=the_card(lies), card=the_card(Card(action)))


def _not_below(state: KoenigrufenState, action: Action, _: int) -> bool:
    """Whether a card may be played, or is not of the suit led; so one that does not beat is told apart."""
    suits = state.order.suits
    return action.card in state.cards_allowed() or suits[Card(action)] != suits[state.trick[0]]


BIDDING = Choice(
    tuple(BIDS),
    (),
    (
        _bid(lambda s, a, i: BIDS[a].rank >= s.auction.rank, "KG-R2", "bid.low"),
        _bid(lambda s, a, i: BIDS[a].joined or not s.joins(a), "KG-R2", "bid.equal"),
        _bid(lambda s, a, i: s.auction.turn not in s.joins(a), "KG-R4", "join.own"),
        _bid(lambda s, a, i: s.auction.joiners or not s.joins(a), "KG-R4", "join.off"),
        _bid(lambda s, a, i: len(s.joins(a)) <= s.auction.joiners, "KG-R4", "join.two"),
        _bid(lambda s, a, i: s.promises or s.courts or not BIDS[a].pair, "KG-R9", "pair.none"),
        _bid(lambda s, a, i: s.promises or not BIDS[a].pair, "KG-R9", "pair"),
    ),
)
"""A bid, whoever speaks."""

SPEAKING = (
    _asks(lambda s, a, i: a.verb != "lay", "KG-R5", "lay.early"),
    _asks(lambda s, a, i: a.verb != "call", "KG-R10", "call.early"),
    _asks(lambda s, a, i: a != "bid", "KG-R2", "bid.nothing"),
    _asks(lambda s, a, i: a.verb != "bid", "KG-R2", "bid.unknown", text=_named),
    _asks(lambda s, a, i: a == PASS, "KG-R2", "auction"),
)
"""What is said in the auction and is no bid."""

LAYING = (
    _asks(lambda s, a, i: a.verb == "lay", "KG-R5", "lay"),
    _asks(lambda s, a, i: LAID.get(a) in s.hands[i], "KG-R5", "lay.not_held", text=_named),
)
CALLING = Choice(
    tuple(CALLS),
    (
        _asks(lambda s, a, i: a.verb == "call", "KG-R10", "call"),
        _asks(
            lambda s, a, i: read_card(a.argument) not in (None, HIDDEN), "KG-R10", "call.no_card", text=_named
        ),
        _asks(lambda s, a, i: a in CALLS, "KG-R10", "call.foreign", text=_named),
    ),
    (_asks(lambda s, a, i: s.game.calls_own or CALLS[a] not in s.hands[i], "KG-R10", "call.own"),),
)
PLAYING = (
    _asks(lambda s, a, i: a != PASS and a.verb != "bid", "KG-R7", "auction.over"),
    _asks(lambda s, a, i: a.verb != "lay", "KG-R5", "lay.over"),
    _asks(lambda s, a, i: a.verb != "call" or not s.standing.called, "KG-R10", "call.done"),
    _asks(lambda s, a, i: a.verb != "call", "KG-R10", "call.never"),
    _asks(is_card, "KG-P2", "unreadable"),
    Requirement(lambda s, a, i: (s.standing.laid[i] or a) == a, "KG-P6", _lying),
    Requirement(_not_below, "KG-P3", _breach),
    Requirement(lambda s, a, i: a.card in s.cards_allowed(), "KG-P2", _breach),
)
IN_TURN = (
    _asks(lambda s, a, i: s.phase != LAY, "KG-R5", "turn.lay"),
    _asks(lambda s, a, i: s.phase != CALL, "KG-R10", "turn.call"),
    _asks(lambda s, a, i: s.phase != AUCTION or i not in s.standing.auction.out, "KG-R3", "turn.passed"),
    _asks(lambda s, a, i: s.phase != AUCTION or i not in s.bidders, "KG-R7", "turn.stands"),
    _asks(lambda s, a, i: s.phase != AUCTION, "KG-R1", "turn"),
)


@lru_cache(4096)
def words(auction: Auction, promises: bool = True) -> tuple[Action, ...]:
    """What may be said by who speaks next in an auction.

    Args:
        auction: The auction.
        promises: Whether that seat may bid a Hundert contract.
    """
    return (PASS, *BIDDING.legal(Speaker(auction, promises), auction.turn))


def _promises(state: KoenigrufenState) -> bool:
    """Whether the seat to act may bid a Hundert contract (KG-R9); what is hidden may hold a pair."""
    if not state.game.rejects:
        return True
    dealt = state.dealt(state.turn)
    return has_pair(dealt) or HIDDEN in dealt


def _speaker(state: KoenigrufenState, _: int) -> Speaker:
    courts = [each for each in state.dealt(state.turn) if each[0] in "KQ"]
    return Speaker(state.standing.auction, _promises(state), tuple(courts))


def _deeds(state: KoenigrufenState) -> tuple[Action, ...]:
    if state.phase == AUCTION:
        return words(state.standing.auction, _promises(state))
    if state.phase == LAY:
        return tuple([LAYS[each] for each in dict.fromkeys(state.hands[state.turn])])
    return CALLING.legal(state, state.turn)


def _asked(state: KoenigrufenState, action: Action) -> Sequence[Requirement[KoenigrufenState]]:
    if state.phase == AUCTION:
        return [each.of(_speaker) for each in BIDDING.asked] if action in BIDS else SPEAKING
    return {LAY: LAYING, CALL: CALLING.asked}.get(state.phase, PLAYING)


LEGALITY = Legality[KoenigrufenState](deeds=_deeds, asked=_asked, in_turn=IN_TURN)
