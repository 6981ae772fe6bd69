"""Deals of Doppelkopf for the worked cases: W has dealt, and N and S are Re in a normal game."""

from collections import Counter
from collections.abc import Iterable, Mapping

from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.constants import BIDS, VALUES
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
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
    hands: Mapping[str, str], rules: Doppelkopf = DDV, session: DoppelkopfSession | None = None
) -> DoppelkopfState:
    """A whole deal; queens of clubs that nobody is given go to N and S."""
    hands = with_queens(hands, rules.hand_size)
    dealer = None if session and session.dealer else DEALER
    state = rules.start(Deal(filled(hands, rules.hand_size, rules), dealer=dealer), session=session)
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
    rules: DoppelkopfRules = DDV,
    last: str = "N",
    session: DoppelkopfSession | None = None,
    trick: str = "",
    **facts: str,
) -> DoppelkopfState:
    """A deal that ends with the last trick, begun as a position.

    N has all that Re has before it, and E all that Kontra has, but for what was won with `events`, by a
    partner, or by who leads.

    Args:
        points: Card points of Re and Kontra in the end.
        re: The highest call of Re.
        kontra: The highest call of Kontra.
        rules: The game.
        last: Who wins the last trick; and leads to it, unless that party has nothing before.
        session: The session.
        trick: The cards of the last trick, led by who wins it; four nines if not told.
        facts: What else the position says; without a game, N and S have played a queen of clubs each.
    """
    left = [*points]
    left["EW".find(last) >= 0] -= value_of(cards(trick))
    leads = last if left["EW".find(last) >= 0] else {"N": "E", "E": "N"}[last]
    laid = cards(trick) or cards("9C 9C 9S 9S" if leads == last else "9S 9D 9S 9C")
    order = [SEATS[(SEATS.index(leads) + i) % 4] for i in range(4)]
    assert leads == last or order[1] == last
    hands = {seat: (one,) for seat, one in zip(order, laid, strict=True)}
    said = [*levels("N", "re", re), *levels("E", "kontra", kontra)]
    won = [each.split()[1] for each in facts.get("events", "").split(",") if each]
    counts = dict.fromkeys("SW", (0, 0))
    for seat in {*won, leads, facts.get("partner", "N")} & {*counts}:
        counts[seat] = (1, 40 if f"doppelkopf {seat}" in facts.get("events", "") else 15)
        left[seat == "W"] -= counts[seat][1]
    number = rules.hand_size - 1 - counts["S"][0] - counts["W"][0]
    theirs = max(int(left[1] > 0), min(number - (left[0] > 0), round(number * left[1] / sum(left))))
    counts |= {"N": (number - theirs, left[0]), "E": (theirs, left[1])}
    told = {
        "lead": leads,
        "points": spread({seat: count for seat, (_, count) in counts.items()}),
        "tricks": spread({seat: tricks for seat, (tricks, _) in counts.items()}),
        **({"calls": ", ".join(said)} if said else {}),
        **({} if "game" in facts else {"queens": "N S"}),
        **facts,
    }
    dealer = None if session and session.dealer else DEALER
    state = rules.start(Deal(hands, None, True, dealer, told), session=session)
    assert isinstance(state, DoppelkopfState)
    return plays(state, " ".join(laid))


def value_of(some: Iterable[Card]) -> int:
    """What some cards count."""
    return sum(VALUES.get(one[0], 0) for one in some)


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


def spread(numbers: Mapping[str, int]) -> str:
    """A number for each seat, as facts write them."""
    return " ".join(f"{seat} {number}" for seat, number in numbers.items())


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
    gone = sorted((Counter(rules.pack) - Counter(one for hand in full.values() for one in hand)).elements())
    partner = facts.get("partner", "")  # has won one trick of theirs, the last one
    won = {"N": number - 1, "E": 0, "S": 0, "W": 0} | ({"N": number - 2, partner: 1} if partner else {})
    counts = {"N": value_of(gone), "E": 0, "S": 0, "W": 0}
    if partner:
        counts |= {"N": value_of(gone[4:]), partner: value_of(gone[:4])}
    past = {"points": spread(counts), "tricks": spread(won)} if number > 1 else {}
    told = {"game": "normal", "lead": partner or "N", **past, **({"calls": calls} if calls else {}), **facts}
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
    value = value_of((Counter(rules.pack) - left).elements())
    leads = order[0] if order else "N"
    nothing: dict[str, int] = {"N": 0, "E": 0, "S": 0, "W": 0}
    number = rules.hand_size + 1 - size
    queens = 2 - left[card("QC")]
    told = {
        "game": "normal",
        "trick": " ".join(f"{seat} {one}" for seat, one in zip(order, laid, strict=True)),
        "points": spread({**nothing, leads: value}),
        "tricks": spread({**nothing, leads: number - 1}),
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
    value = value_of((Counter(rules.pack) - left).elements())
    queens = 2 - left[card("QC")]
    told = {
        "game": "normal",
        "lead": "N",
        **(
            {"points": f"N {value} E 0 S 0 W 0", "tricks": f"N {number - 1} E 0 S 0 W 0"}
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
