"""Deals of Doppelkopf for the worked cases: W has dealt, and N and S are Re in a normal game."""

from collections import Counter
from collections.abc import Mapping

from kontrapunkt.cards import Card, card
from kontrapunkt.game import SEATS, Seat
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.match import DoppelkopfMatch
from kontrapunkt.games.doppelkopf.speech import BIDS
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record import Deal

DDV = Doppelkopf("ddv")
SEED = Doppelkopf("seed")
DEALER: Seat = "W"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def filled(
    hands: Mapping[str, str], size: int, rules: Doppelkopf, gone: str = "", plain: str = ""
) -> dict[Seat, tuple[Card, ...]]:
    """Hands of that size: what is named, and low cards that are not named anywhere."""
    given = {seat: cards(hands.get(seat, "")) for seat in SEATS}
    used = Counter([one for hand in given.values() for one in hand] + [*cards(gone)])
    worth = "9JQKTA"
    free = sorted((Counter(rules.pack) - used).elements(), key=lambda one: (worth.index(one[0]), one[1]))
    free = [one for one in free if one != "QC" and one[1] != plain]
    full = {}
    for seat, hand in given.items():
        lacking = size - len(hand)
        full[seat], free = (*hand, *free[:lacking]), free[lacking:]
    return full


def dealt(
    hands: Mapping[str, str], rules: Doppelkopf = DDV, match: DoppelkopfMatch | None = None
) -> DoppelkopfState:
    """A whole deal; queens of clubs that nobody is given go to N and S."""
    hands = with_queens(hands, rules.hand_size)
    dealer = None if match and match.dealer else DEALER
    state = rules.start(Deal(filled(hands, rules.hand_size, rules), dealer=dealer), match=match)
    assert isinstance(state, DoppelkopfState)
    return state


def with_queens(hands: Mapping[str, str], size: int) -> dict[str, str]:
    """The hands with both queens of clubs: those that nobody is given go to N and S, or else E and W."""
    full = dict(hands)
    for seat in "NSEW":
        named = sum(hand.split().count("QC") for hand in full.values())
        mine = full.get(seat, "")
        if named < 2 and "QC" not in mine and len(mine.split()) < size:
            full[seat] = f"{mine} QC"
    return full


def do(state: DoppelkopfState, text: str) -> DoppelkopfState:
    """Actions in turn, or `E: say re` out of turn, separated by commas."""
    for each in text.split(","):
        seat, colon, action = each.strip().partition(": ")
        if colon:
            state = state.apply(action, next(one for one in SEATS if one == seat))
        else:
            state = state.apply(seat)
    return state


def healthy(state: DoppelkopfState) -> DoppelkopfState:
    return do(state, ", ".join(["say healthy"] * 4))


def plays(state: DoppelkopfState, text: str) -> DoppelkopfState:
    """Cards in turn."""
    return do(state, text.replace(" ", ", "))


def levels(seat: str, party: str, level: int) -> list[str]:
    """A party's calls up to a level, as facts write them."""
    return [f"{seat} {' '.join(filter(None, ('say', party, bid)))}" for bid in BIDS[: level + 1]]


def ended(
    points: tuple[int, int],
    re: int = -1,
    kontra: int = -1,
    rules: Doppelkopf = DDV,
    last: str = "N",
    match: DoppelkopfMatch | None = None,
    **facts: str,
) -> DoppelkopfState:
    """A deal that ends with a trick of four nines, begun as a position.

    Args:
        points: Card points of Re and Kontra in the end.
        re: The highest call of Re.
        kontra: The highest call of Kontra.
        rules: The game.
        last: Who leads to the last trick, and wins it.
        match: The match.
        facts: What else the position says; without a game, N and S have played a queen of clubs each.
    """
    order = [SEATS[(SEATS.index(last) + i) % 4] for i in range(4)]
    hands = dict(zip(order, [cards(one) for one in ("9C", "9C", "9S", "9S")], strict=True))
    said = [*levels("N", "re", re), *levels("E", "kontra", kontra)]
    tricks = dict.fromkeys(SEATS, 0)
    tricks["N"] += 6 if points[0] else 0
    tricks["E"] += 11 - tricks["N"] if points[1] else 0
    tricks["N"] += 11 - tricks["N"] - tricks["E"]
    told = {
        "lead": last,
        "points": f"N {points[0]} E {points[1]} S 0 W 0",
        "tricks": " ".join(f"{seat} {number}" for seat, number in tricks.items()),
        **({"calls": ", ".join(said)} if said else {}),
        **({} if "game" in facts else {"queens": "N S"}),
        **facts,
    }
    dealer = None if match and match.dealer else DEALER
    state = rules.start(Deal(hands, None, True, dealer, told), match=match)
    assert isinstance(state, DoppelkopfState)
    return plays(state, " ".join(hands[seat][0] for seat in order))


def brought(state: DoppelkopfState) -> tuple[int, int, int, int]:
    """What a deal brings N, E, S and W."""
    numbers = state.result().seats
    return numbers["N"], numbers["E"], numbers["S"], numbers["W"]


def re_gets(state: DoppelkopfState) -> int:
    """What a deal of two against two brings each player of Re, N and S."""
    n, e, s, w = brought(state)
    assert n == s == -e == -w
    return n


def counted(state: DoppelkopfState) -> list[str]:
    """The rules of the items that bring N something."""
    return [item.rule for item in state.result().items if item.seats.get("N")]


def moment(
    size: int,
    calls: str = "",
    rules: Doppelkopf = DDV,
    hands: Mapping[str, str] | None = None,
    **facts: str,
) -> DoppelkopfState:
    """A trick is about to begin, everybody has so many cards; N and S hold the queens of clubs, N leads."""
    held = dict(hands or {})
    if not any("QC" in hand for hand in held.values()) and "game" not in facts and "queens" not in facts:
        held = {**held, "N": f"{held.get('N', '')} QC", "S": f"{held.get('S', '')} QC"}
    full = filled(held, size, rules)
    number = rules.hand_size + 1 - size
    left = sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(one[0], 0) for h in full.values() for one in h)
    past = (
        {"points": f"N {240 - left} E 0 S 0 W 0", "tricks": f"N {number - 1} E 0 S 0 W 0"}
        if number > 1
        else {}
    )
    told = {"game": "normal", "lead": "N", **past, **({"calls": calls} if calls else {}), **facts}
    state = rules.start(Deal(full, None, True, DEALER, told))
    assert isinstance(state, DoppelkopfState)
    return state


def follows(hand: str, trick: str, rules: Doppelkopf = DDV, **facts: str) -> DoppelkopfState:
    """A trick in progress that N is to follow in, with this hand; the seats before N laid the cards."""
    laid, own = cards(trick), cards(hand)
    order = [SEATS[(4 - len(laid) + i) % 4] for i in range(len(laid))]
    size = len(own)
    others = filled({"N": hand}, size, rules, trick)
    hands = {seat: one[: size - (seat in order)] for seat, one in others.items()}
    left = Counter([*laid, *(one for each in hands.values() for one in each)])
    gone = (Counter(rules.pack) - left).elements()
    value = sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(one[0], 0) for one in gone)
    number = rules.hand_size + 1 - size
    queens = 2 - left[card("QC")]
    told = {
        "game": "normal",
        "trick": " ".join(f"{seat} {one}" for seat, one in zip(order, laid, strict=True)),
        "points": f"N 0 E {value} S 0 W 0",
        "tricks": f"N 0 E {number - 1} S 0 W 0",
        **({"queens": " ".join(["E", "W"][:queens])} if queens and "game" not in facts else {}),
        **facts,
    }
    if told["game"] != "normal":
        told = {"declarer": "N", **told}
    state = rules.start(Deal(hands, None, True, DEALER, told))
    assert isinstance(state, DoppelkopfState)
    return state


def trick_of(text: str, number: int = 9, rules: Doppelkopf = DDV, **facts: str) -> DoppelkopfState:
    """One trick from N on, played out, in the middle of a deal or as its last."""
    laid = cards(text)
    size = rules.hand_size + 1 - number
    led = rules.order_of("normal", number, False).suits[laid[0]] if "game" not in facts else laid[0][1]
    rest = filled(dict(zip(SEATS, text.split(), strict=True)), size, rules, plain=led)
    left = Counter(one for each in rest.values() for one in each)
    value = sum(
        {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(one[0], 0)
        for one in (Counter(rules.pack) - left).elements()
    )
    queens = 2 - left[card("QC")]
    told = {
        "game": "normal",
        "lead": "N",
        **(
            {"points": f"N 0 E {value} S 0 W 0", "tricks": f"N 0 E {number - 1} S 0 W 0"}
            if number > 1
            else {}
        ),
        **({"queens": " ".join(["N", "S"][:queens])} if queens and "game" not in facts else {}),
        **facts,
    }
    if told["game"] != "normal":
        told = {"declarer": "N", **told}
    state = rules.start(Deal(rest, None, True, DEALER, told))
    assert isinstance(state, DoppelkopfState)
    return plays(state, " ".join(laid))
