"""Reservations and the naming of games (DK-R1 to R10): who is asked, and what may be said."""

from typing import TYPE_CHECKING, Final

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import Action
from kontrapunkt.games.doppelkopf.table import FOX, HOUSE_SOLOS, OLD, POVERTY, SOLOS, WEDDING
from kontrapunkt.games.following import TRUMP, Order

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf import Doppelkopf
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState

RESERVATIONS: Final = "reservations"
NAMING: Final = "naming"

HEALTHY: Final = Action("say healthy")
RESERVATION: Final = Action("say reservation")
WITHDRAW: Final = Action("withdraw")
PASS: Final = Action("pass")
BID_POVERTY: Final = Action("bid poverty")
THROW_IN: Final = Action("bid throw-in")
BID_WEDDING: Final = Action("bid wedding")
BID_SOLO: Final = {Action(f"bid solo {name}"): name for name in (*SOLOS, *HOUSE_SOLOS)}

WEDDING_KINDS: Final = {BID_WEDDING: "first", **{Action(f"bid wedding {k}"): k for k in ("plain", "trump")}}
"""How a wedding finds its partner: in any trick of another, in a plain one, in one of trumps (DK-V11)."""

COMPULSORY: Final = "compulsory"
VOLUNTARY: Final = "voluntary"
THROWING: Final = "throwing"

MOST_POOR: Final = 3
"""Trumps that a poor hand holds at most (DK-V13)."""


def owners(state: "DoppelkopfState") -> list[int]:
    """The seats with a reservation, from forehand on."""
    return [(state.forehand + i) & 3 for i, spoken in enumerate(state.spoken) if spoken]


def asked(state: "DoppelkopfState") -> tuple[str, int]:
    """The class that is asked for, and the seat that is; the class is empty where one seat alone names.

    Classes come highest first, the owners in turn within each (DK-R5); each pass is an answer.
    """
    seats = owners(state)
    if len(seats) == 1:
        return "", seats[0]
    rank, place = divmod(state.passes, len(seats))
    return state.game.classes[rank], seats[place]


def class_of(state: "DoppelkopfState", bid: Action, seat: int) -> str:
    """The class in which a seat may name a game."""
    if bid in BID_SOLO:
        return COMPULSORY if state.owes_solo(seat) else VOLUNTARY
    return {BID_POVERTY: POVERTY, THROW_IN: THROWING}.get(bid, WEDDING)


def holds(state: "DoppelkopfState", bid: Action, seat: int) -> bool:
    """Whether the cards of a seat allow a game; hidden ones may be anything."""
    game, hand = state.game, state.hands[seat]
    if bid == BID_POVERTY:
        return is_poor(game, hand)
    if bid == THROW_IN:
        return may_throw_in(game.thrown_in, game.home, hand)
    return bid in BID_SOLO or holds_both(hand, OLD)


def holds_both(hand: tuple[Card, ...], card: Card) -> bool:
    """Whether a hand holds, or where it is hidden may hold, both copies of a card."""
    return hand.count(card) + min(2, hand.count(HIDDEN)) >= 2


def nameable(state: "DoppelkopfState", seat: int, rank: str) -> tuple[Action, ...]:
    """The games of a class that a seat may name; of any class for the empty one."""
    classed = [bids for bids in state.game.bids if bids and rank in ("", class_of(state, bids[0], seat))]
    return tuple([bid for bids in classed if holds(state, bids[0], seat) for bid in bids])


def is_poor(game: "Doppelkopf", hand: tuple[Card, ...]) -> bool:
    """Whether a hand holds few enough trumps for a poverty; hidden cards may be anything."""
    return len(poor_trumps(game, hand)) <= MOST_POOR


def poor_trumps(game: "Doppelkopf", hand: tuple[Card, ...], put: tuple[Card, ...] = ()) -> list[Card]:
    """The trumps of a hand that count for a poverty: all, or all but a single fox (DK-V13).

    Args:
        game: The game.
        hand: The hand.
        put: What it has laid down already.
    """
    free = game.frees_fox and (*hand, *put).count(FOX) == 1
    return [card for card in hand if game.home.suits[card] == TRUMP and not (free and card == FOX)]


def may_throw_in(kinds: tuple[str, ...], order: Order, hand: tuple[Card, ...]) -> bool:
    """Whether a hand may be thrown in (DK-V14); where cards are hidden, it may."""
    return bool(kinds) and (HIDDEN in hand or any(_thrown(kind, order, hand) for kind in kinds))


def _thrown(kind: str, order: Order, hand: tuple[Card, ...]) -> bool:
    ranks = [card[0] for card in hand]
    if kind == "nines5":
        return ranks.count("9") >= 5
    if kind in ("kings5", "kings6"):
        return ranks.count("K") >= int(kind[-1])
    if kind == "full7":
        return ranks.count("A") + ranks.count("T") >= 7
    if kind == "points70":
        return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank, 0) for rank in ranks) >= 70
    limit = order.places[FOX] - (kind == "jack_high")
    return all(order.places[card] >= limit for card in hand if order.suits[card] == TRUMP)
