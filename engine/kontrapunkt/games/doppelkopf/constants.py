"""The pack, card orders, parties, special points and actions of Doppelkopf."""

from functools import cache
from typing import Final, NamedTuple

from kontrapunkt.core.action import ACTIONS
from kontrapunkt.core.cards import HIDDEN, SUITS, Card, card, pack
from kontrapunkt.core.interface import SEATS, Action
from kontrapunkt.families.follow_suit import CardOrder, Duty

PACK_48: Final = pack(48)
PACK_40: Final = tuple(one for one in PACK_48 if one.rank != "9")
RANKS: Final = "ATKQJ9"
VALUES: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""The card points by rank."""

WHOLE: Final = 240
"""The card points of the pack, with nines or without."""

OLD: Final = card("QC")
"""The queen of clubs, which decides the parties (DK-R12)."""

DULLE: Final = card("TH")
FOX: Final = card("AD")
KARLCHEN: Final = card("JC")
KING: Final = card("KD")
"""The king of diamonds; the holder of both may choose a partner (DK-V22)."""

RE: Final = 1
KONTRA: Final = -1
UNKNOWN: Final = 0
"""The parties.

A seat is `UNKNOWN` if it has no party yet, or if a state with hidden cards cannot tell it.
"""

NORMAL: Final = "normal"
WEDDING: Final = "wedding"
POVERTY: Final = "poverty"
GAMES: Final = (NORMAL, WEDDING, POVERTY)
"""The games that are not solos when they begin."""

REDEAL: Final = "redeal"
"""The mode of a deal that is thrown in."""

COMPULSORY: Final = "compulsory"
VOLUNTARY: Final = "voluntary"
THROWING: Final = "throwing"
"""The classes of reservations beside weddings and poverties."""

SUIT_SOLOS: Final = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
RANK_SOLOS: Final = {
    "queens": "Q",
    "jacks": "J",
    "fleischlos": "",
    "kings": "K",
    "queens-jacks": "QJ",
    "kings-jacks": "KJ",
    "kings-queens": "KQ",
    "koehler": "KQJ",
}
"""Solos in which only cards of certain ranks are trumps: the ranks, highest first."""

SOLOS: Final = ("queens", "jacks", *SUIT_SOLOS, "fleischlos")
HOUSE_SOLOS: Final = ("kings", "queens-jacks", "kings-jacks", "kings-queens", "koehler")

DOPPELKOPF: Final = "doppelkopf"
CAUGHT_FOX: Final = "fox"
CHARLIE: Final = "karlchen"
CAUGHT_CHARLIE: Final = "jack"
LAST_FOX: Final = "last-fox"
BEATEN_DULLE: Final = "dulle"
HEARTS: Final = "hearts"


class SpecialPoint(NamedTuple):
    """A special point: its rule, and how often it can occur in a deal."""

    rule: str
    most: int


KINDS: Final = {
    DOPPELKOPF: SpecialPoint("DK-S16", 4),
    CAUGHT_FOX: SpecialPoint("DK-S17", 2),
    CHARLIE: SpecialPoint("DK-S18", 1),
    CAUGHT_CHARLIE: SpecialPoint("DK-V16", 2),
    LAST_FOX: SpecialPoint("DK-V17", 1),
    BEATEN_DULLE: SpecialPoint("DK-V17", 1),
    HEARTS: SpecialPoint("DK-V17", 3),
}
"""The special points by kind.

The maxima follow from the pack. It has two of each card, twelve hearts, and sixteen aces and tens; only these
make forty card points in a trick.
"""

TWO_SEATS: Final = (CAUGHT_FOX, CAUGHT_CHARLIE, BEATEN_DULLE)
"""The kinds that concern the owner of a card beside the winner of the trick."""

DUTY: Final = Duty()
"""The duty to follow suit, trumps being one; otherwise any card (DK-P2, DK-P3)."""

# Actions and the phases before play ----------------------------------------------------------------------

RESERVATIONS: Final = "reservations"
NAMING: Final = "naming"
PUT: Final = "put"
OFFER: Final = "offer"
GIVE: Final = "give"
TELL: Final = "tell"
"""The phases before play.

In the last four, a poverty (DK-V13) puts three cards down, all its trumps among them. The other players in
turn take them or not. The player who takes them gives three cards back and says how many are trumps.
"""

HEALTHY: Final = Action("say healthy")
RESERVATION: Final = Action("say reservation")
SPOKEN: Final = {"healthy": False, "reservation": True}
"""The words of a position for healthy and reservation."""

WITHDRAW: Final = Action("withdraw")
BID_POVERTY: Final = Action("bid poverty")
THROW_IN: Final = Action("bid throw-in")
BID_WEDDING: Final = Action("bid wedding")
BID_SOLO: Final = {Action(f"bid solo {name}"): name for name in (*SOLOS, *HOUSE_SOLOS)}

THROWN: Final = {"nines5": ("9", 5), "kings5": ("K", 5), "kings6": ("K", 6), "full7": ("AT", 7)}
"""The ranks and the least number of cards of hands to throw in (DK-V14)."""

WEDDING_KINDS: Final = {BID_WEDDING: "first", **{Action(f"bid wedding {k}"): k for k in ("plain", "trump")}}
"""The trick that finds the partner of a wedding (DK-V11).

It is the first trick of another player: any, one with a plain suit led, or one with trumps led.
"""

ACCEPT: Final = Action("accept")
DISCARDS: Final = {one: Action(f"discard {one}") for one in ACTIONS}
LAID_DOWN: Final = {action: one for one, action in DISCARDS.items()}
UNSEEN: Final = DISCARDS[HIDDEN]
"""The discard as other players see it."""

TELLING: Final = {Action(f"trumps {n}"): n for n in range(4)}
"""The number of trumps that a poverty gets back, by action."""

PARTIES: Final = {"re": RE, "kontra": KONTRA}
NAMES: Final = {party: name for name, party in PARTIES.items()}
BIDS: Final = ("", "no 90", "no 60", "no 30", "schwarz")
"""The levels of calls: the announcement, then four bids."""

LEVELS: Final = ("none", "announced", "90", "60", "30", "schwarz")
"""The keys of the catalogue for the calls of a party, beginning with none."""

SAY: Final = {
    (party, level): Action(" ".join(filter(None, ("say", name, bid))))
    for party, name in NAMES.items()
    for level, bid in enumerate(BIDS)
}
"""The call of a party at a level. Every call names its party (DK-R29)."""

SAID: Final = {action: key for key, action in SAY.items()}
"""The party and the level, by call."""

PIGLETS: Final = Action("say piglets")
PARTNERS: Final = {
    Action(f"partner {seat} {NAMES[party]}"): (number, party)
    for number, seat in enumerate(SEATS)
    for party in (RE, KONTRA)
}
"""The seat chosen as partner, and the party it is chosen for, by action (DK-V22)."""

HOLDS: Final = {
    **dict.fromkeys(WEDDING_KINDS, (OLD, OLD)),
    PIGLETS: (FOX, FOX),
    **dict.fromkeys(PARTNERS, (KING, KING)),
}
"""The cards that a player must hold for an action: both copies of one."""

# Orders --------------------------------------------------------------------------------------------------


def trump_suit(mode: str) -> str:
    """Return the letter of the plain suit among the trumps; empty for none."""
    return "" if mode in RANK_SOLOS else SUIT_SOLOS.get(mode, "D")


def trumps(mode: str, dulle: bool = True, piglets: bool = False) -> tuple[Card, ...]:
    """Return the trumps of a game, highest first.

    Args:
        mode: A solo, or any other game for the normal order.
        dulle: True if the ten of hearts is the highest trump when queens and jacks are trumps.
        piglets: True if both aces of diamonds rank above it.
    """
    if mode in RANK_SOLOS:
        return tuple(card(rank + suit) for rank in RANK_SOLOS[mode] for suit in SUITS)
    suit = trump_suit(mode)
    high = [DULLE] if dulle else []
    court = [card(rank + each) for rank in "QJ" for each in SUITS]
    own = [card(rank + suit) for rank in "ATK9" if not (dulle and rank + suit == DULLE)]
    if piglets:
        own.remove(FOX)
        high.insert(0, FOX)
    return (*high, *court, *own)


@cache
def order(mode: str, nines: bool, dulle: bool, second: bool, piglets: bool = False) -> CardOrder:
    """Return the order of cards in a game.

    Args:
        nines: True if the pack has nines.
        dulle: True if the ten of hearts is the highest trump.
        second: True if the second of two tens of hearts wins, where they are the highest trumps.
        piglets: True if both aces of diamonds rank above them.
    """
    cards = PACK_48 if nines else PACK_40
    found = [one for one in trumps(mode, dulle, piglets) if one in cards]
    later = (DULLE,) if second and dulle and mode not in RANK_SOLOS else ()
    return CardOrder(cards, RANKS, found, later)


def fox_is_trump(mode: str) -> bool:
    """Return True if the ace of diamonds is a trump, so that there are foxes."""
    return trump_suit(mode) == "D"
