"""Deals of Königrufen of Graden for the worked cases: A sits at the dealer's left, then B, C and dealer D.

Cards are written suit first here, as the cases have them: `HT` is the ten of hearts.
"""

from typing import Final

from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.interface import Seat
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.session import ChipSession
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.record import Deal

NAMES: Final[dict[str, Seat]] = {"A": "N", "B": "E", "C": "S", "D": "W"}
DEALER: Final[Seat] = "W"
KG: Final = KoenigrufenGraden()

G3 = ["CA CK CQ SA SK SQ", "CT CJ HA HT DA D9", "C9 ST SJ HK HQ DT", "S9 HJ H9 DK DQ DJ"]
G3_TRICKS = """CA CJ C9 H9 (A) / CK CT HQ HJ (A) / CQ D9 HK DJ (A) / SA HT SJ S9 (A) / SK HA ST DQ (A) /
    SQ DA DT DK (A)"""
G5 = ["CK CT ST HT DJ D9", "CJ SK HQ DA DK DQ", "C9 S9 HA HK HJ DT", "CA CQ SA SQ SJ H9"]
G6 = ["CA CJ ST H9 DQ DJ", "CK C9 SQ HJ DK DT", "CT SK SJ S9 HQ D9", "CQ SA HA HK HT DA"]
G7 = ["CA CJ SK HA DA DT", "CT SQ HT DK DQ D9", "CK CQ SA ST HK HQ", "C9 SJ S9 HJ H9 DJ"]
G8 = ["CA CJ SA S9 DA DQ", "CQ C9 SK SQ H9 D9", "CT CK HA HT HK DJ", "ST SJ HQ HJ DT DK"]
G9 = ["CA SA SK HA HK DT", "CK C9 SJ ST S9 HT", "CJ HQ H9 DK DJ D9", "CQ CT SQ HJ DA DQ"]
G9_TRICKS = """HA HT HQ HJ (A) / SK ST D9 SQ (A) / CA C9 CJ CT (A) / HK CK H9 DQ (A) / SA SJ DJ CQ (A) /
    DT S9 DK DA (D)"""
G11 = ["CA C9 HT HQ SJ D9", "CT CK HA H9 SK DJ", "CQ CJ HK ST S9 DA", "HJ SA SQ DT DK DQ"]
G12 = ["CT CJ C9 H9 DA DQ", "CA ST SK SQ HA HJ", "CK SJ S9 HQ DT DK", "CQ SA HT HK DJ D9"]
JOINED = "A bid bettler, A lay {}, B pass, C bid bettler, C lay {}, D pass"
G10_HANDS = ["C9 S9 H9 D9 CT ST", "CJ SJ HJ DJ HT DT", "CQ SQ HQ DQ CK SK", "CA SA HA DA HK DK"]
"""A has the lowest cards and cannot be made to take a trick."""


def rank_first(text: str) -> Card:
    """The card of `HT`."""
    return card(text[1] + text[0])


def cards(text: str) -> tuple[Card, ...]:
    return tuple(rank_first(word) for word in text.split())


def dealt(
    hands: list[str], game: KoenigrufenGraden | None = None, session: ChipSession | None = None
) -> KoenigrufenState:
    """A deal of the hands of A, B, C and D."""
    seats = {seat: cards(hand) for seat, hand in zip(NAMES.values(), hands, strict=True)}
    state = (game or KG).start(Deal(seats, dealer=DEALER), session=session)
    assert isinstance(state, KoenigrufenState)
    return state


def do(state: KoenigrufenState, text: str) -> KoenigrufenState:
    """Actions such as `A bid bettler, A lay D9, B pass`; the turns must be as they are told."""
    for entry in text.split(","):
        name, *words = entry.split()
        seat = NAMES[name]
        assert state.to_act == seat, f"{entry}: it is {state.to_act}’s turn"
        if words[0] in ("lay", "call") or len(words[0]) == 2:
            words[-1] = rank_first(words[-1])
        state = state.apply(" ".join(words))
    return state


def bid(state: KoenigrufenState, contract: str, name: str = "A") -> KoenigrufenState:
    """One player bids, all others pass."""
    while state.phase == "auction":
        bids = state.to_act == NAMES[name] and not state.bidders
        state = state.apply(f"bid {contract}" if bids else "pass")
        if state.phase == "lay":
            break
    return state


def play(state: KoenigrufenState, tricks: str) -> KoenigrufenState:
    """Tricks as `CA CJ C9 H9 (A) / ...`; those who take them must be as they are told."""
    for trick in tricks.split("/"):
        for word in trick.split():
            if word.startswith("("):
                last = state.view(None).tricks[-1]
                assert last.winner == NAMES[word[1]], f"{trick}: {last.winner} takes it"
            else:
                state = state.apply(rank_first(word))
    return state


def chips(state: KoenigrufenState) -> list[int]:
    """What A, B, C and D get."""
    seats = state.result().seats
    return [seats[seat] for seat in NAMES.values()]


def lines(state: KoenigrufenState) -> list[str]:
    """The lines of settlement that were paid by."""
    return [item.rule for item in state.result().items if item.seats]


def legal(state: KoenigrufenState) -> set[str]:
    """What may be done; cards suit first."""
    return {action[::-1] if action.card else str(action) for action in state.actions()}


def refused(state: KoenigrufenState, action: str, name: str | None = None) -> str:
    """The rule by which an action is refused; its cards rank first."""
    refusal = state.why_not(action, NAMES[name] if name else None)
    assert refusal is not None, f"{action} is allowed"
    return refusal.rule


def following(
    hand: str, trick: str, game: KoenigrufenGraden | None = None, contract: str = "koenigmord"
) -> KoenigrufenState:
    """A first trick in progress: the next player holds these cards, the trick has been led by A."""
    laid, own = cards(trick), cards(hand)
    rest = [one for one in KG.pack if one not in own + laid]
    hands = {}
    for place, seat in enumerate(NAMES.values()):
        size = 6 - (place < len(laid))
        mine = own if place == len(laid) else ()
        hands[seat] = (*mine, *rest[: size - len(mine)])
        rest = rest[size - len(mine) :]
    played = " ".join(f"{seat} {one}" for seat, one in zip(NAMES.values(), laid, strict=False))
    facts = {"calls": f"N bid {contract}, E pass, S pass, W pass", "trick": played}
    if contract == "schurln":
        facts["calls"] = "N pass, E pass, S pass, W pass"
    state = (game or KG).start(Deal(hands, None, True, DEALER, facts))
    assert isinstance(state, KoenigrufenState)
    return state
