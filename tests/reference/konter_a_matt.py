"""Konter a Matt once more: slow, naive, and written from the rules as written alone.

Nothing here comes from the engine. A card is two letters (`QS`), a deal in progress is one dictionary, and
whatever the rules ask of the past is looked up in the list of tricks. Each function names the rules it
follows (`KM-`; R a rule, A a ruling).

What a seat may do, as text:

    trump H             name trumps: C, S, H or D
    9H                  play this card
    say matt            announce the queen of spades
    say konter          announce the two red queens
    say konter-a-matt   announce all three
    claim               end the deal with 21 points or more

Announcements and claims need no turn: `legal` answers for every seat.
"""

from typing import Any

Deal = dict[str, Any]
Match = dict[str, Any]
Options = dict[str, Any]

SIDES = ["NS", "EW"]
MATT, BIG_KONTER, SMALL_KONTER = "QS", "QH", "QD"

DEFAULTS: Options = {
    "direction": "anticlockwise",
    "deal_procedure": "forehand_first",
    "announce_window": "before_own_first_card",
    "tie_rule": "add_1_plus_a",
    "start_lines": 9,
    "clubs_queen": "below_king",
    "capot_line": "1",
    "claim": "allowed",
    "claim_keeps_capot": "false",
}


# Seats and teams -------------------------------------------------------------------------------------------


def after(seat: str, options: Options) -> str:
    """KM-R1: who comes next in the order of play; the seats clockwise are N, E, S, W."""
    clockwise = {"N": "E", "E": "S", "S": "W", "W": "N"}
    if options["direction"] == "clockwise":
        return clockwise[seat]
    return {there: here for here, there in clockwise.items()}[seat]


def table(dealer: str, options: Options) -> list[str]:
    """KM section 3: S0, the dealer; S1, forehand; S2, the dealer's partner; S3, forehand's partner."""
    order = [dealer]
    while len(order) < 4:
        order.append(after(order[-1], options))
    return order


def side_of(seat: str) -> str:
    """KM section 1: partners sit opposite."""
    return "NS" if seat in "NS" else "EW"


def other_side(side: str) -> str:
    """KM section 1: there are two."""
    return {"NS": "EW", "EW": "NS"}[side]


# Cards -----------------------------------------------------------------------------------------------------


def points(card: str) -> int:
    """KM section 2: 40 in the pack, whatever is trumps."""
    return {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 0, "9": 0}[card[0]]


def trumps(suit: str, options: Options) -> list[str]:
    """KM section 2: the trumps, high to low. KM-A11 `above_king`: the queen of clubs before the king."""
    lower = ["K", "Q", "J", "T", "9"]
    if suit == "C" and options["clubs_queen"] == "above_king":
        lower = ["Q", "K", "J", "T", "9"]
    cards = ["A" + suit, MATT, BIG_KONTER, SMALL_KONTER]
    for rank in lower:
        if rank + suit not in cards:
            cards.append(rank + suit)
    return cards


def plain(suit: str) -> list[str]:
    """KM section 2, KM-R13: a suit that is not trumps, high to low; only clubs keep their queen."""
    return [
        rank + suit for rank in (["A", "K", "Q", "J", "T", "9"] if suit == "C" else ["A", "K", "J", "T", "9"])
    ]


def suit_as_played(card: str, trump: str, options: Options) -> str:
    """KM-R13: `trump` for all cards of the trump table, else the printed suit."""
    return "trump" if card in trumps(trump, options) else card[1]


def cards_allowed(hand: list[str], led: str | None, trump: str, options: Options) -> list[str]:
    """KM-R12: any card may be led. KM-R14, the table of legal cards."""
    if led is None:
        return list(hand)
    led_suit = suit_as_played(led, trump, options)
    following = [card for card in hand if suit_as_played(card, trump, options) == led_suit]
    if following == []:
        return list(hand)
    if led_suit == "trump":
        return following
    return [card for card in hand if card in following or suit_as_played(card, trump, options) == "trump"]


def winning_place(cards: list[str], trump: str, options: Options) -> int:
    """KM-R15: the highest trump wins; without trumps, the highest card of the suit led. Counted from 0."""
    high = [card for card in trumps(trump, options) if card in cards]
    if high == []:
        high = [card for card in plain(cards[0][1]) if card in cards]
    return cards.index(high[0])


# The deal --------------------------------------------------------------------------------------------------


def begin(pack: list[str], dealer: str, options: Options) -> Deal:
    """KM-R3: packets of three to S1, S2, S3, S0, and once more; either procedure gives the same cards."""
    options = {**DEFAULTS, **options}
    order = table(dealer, options)
    packets: dict[str, list[list[str]]] = {seat: [] for seat in order}
    rest = list(pack)
    for _ in range(2):
        for seat in [order[1], order[2], order[3], order[0]]:
            packets[seat].append(rest[:3])
            rest = rest[3:]
    return {
        "options": options,
        "dealer": dealer,
        "order": order,
        "packets": packets,
        "hands": {seat: packets[seat][0] + packets[seat][1] for seat in order},
        "trump": None,
        "said": [],  # (seat, `matt` or `konter` or `konter-a-matt`), in the order said
        "claimed": None,  # the side that has ended the deal
        "tricks": [],
        "trick": {"plays": [], "winner": None},
    }


def cards_held(deal: Deal, seat: str) -> list[str]:
    """KM-R3, KM-A2: before trumps are named, S1 alone has three cards; `three_each_first`, everybody."""
    if deal["trump"] is not None:
        return list(deal["hands"][seat])
    if deal["options"]["deal_procedure"] == "three_each_first" or seat == deal["order"][1]:
        return list(deal["packets"][seat][0])
    return []


def trump_makers(deal: Deal) -> str:
    """KM-R7: the team of S1."""
    return side_of(deal["order"][1])


def over(deal: Deal) -> bool:
    """KM-R12: six tricks. KM-R16: or a claim."""
    return len(deal["tricks"]) == 6 or deal["claimed"] is not None


def turn(deal: Deal) -> str | None:
    """KM-R6: S1 names trumps. KM-R12: S1 leads first, then each trick's winner."""
    if over(deal):
        return None
    if deal["trick"]["plays"] != []:
        return after(deal["trick"]["plays"][-1][0], deal["options"])
    if deal["tricks"] != []:
        return str(deal["tricks"][-1]["winner"])
    return str(deal["order"][1])


def phase(deal: Deal) -> str:
    """KM section 4, the names of its phases in small letters."""
    if over(deal):
        return "score"
    return "name_trump" if deal["trump"] is None else "play"


# Announcements ---------------------------------------------------------------------------------------------


def has_played(deal: Deal, seat: str) -> bool:
    """KM-R9: whether a seat has played its first card."""
    return len(deal["hands"][seat]) < 6


def window_open(deal: Deal, seat: str) -> bool:
    """KM-R9: all have six cards, and this seat has not played; `own_turn`: and it is its turn."""
    if over(deal) or deal["trump"] is None or has_played(deal, seat):
        return False
    return deal["options"]["announce_window"] == "before_own_first_card" or turn(deal) == seat


def sayings(deal: Deal, seat: str) -> list[str]:
    """KM-R8: what the hand allows. KM-R10: one announcement each, but that Konter may follow Matt."""
    hand = deal["hands"][seat]
    matt = MATT in hand
    konter = BIG_KONTER in hand and SMALL_KONTER in hand
    said = [what for who, what in deal["said"] if who == seat]
    if said == ["matt"]:
        return ["say konter"] if konter else []
    if said != []:
        return []
    words = ["say matt"] if matt else []
    words += ["say konter"] if konter else []
    words += ["say konter-a-matt"] if matt and konter else []
    return words


def announced(deal: Deal) -> int:
    """KM-R8, KM-R11: `a`, whoever said it: 1 each for Matt and Konter, 2 for both in one."""
    return sum({"matt": 1, "konter": 1, "konter-a-matt": 2}[what] for _seat, what in deal["said"])


# Claiming --------------------------------------------------------------------------------------------------


def may_claim(deal: Deal, seat: str) -> bool:
    """KM-R16: between two tricks, with 21 points in the tricks won. KM-A14: no false claim."""
    if over(deal) or deal["options"]["claim"] == "off" or deal["trick"]["plays"] != []:
        return False
    return points_of(deal, side_of(seat)) >= 21


# What a seat may do, and doing it --------------------------------------------------------------------------


def legal(deal: Deal, seat: str) -> list[str]:
    """KM section 4: what this seat may do now, with announcements and claims out of turn."""
    if over(deal):
        return []
    if deal["trump"] is None:
        return ["trump C", "trump S", "trump H", "trump D"] if seat == turn(deal) else []  # KM-R6: no pass
    actions = []
    if seat == turn(deal):
        plays = deal["trick"]["plays"]
        led = plays[0][1] if plays else None
        actions += cards_allowed(deal["hands"][seat], led, deal["trump"], deal["options"])
    if window_open(deal, seat):
        actions += sayings(deal, seat)
    if may_claim(deal, seat):
        actions.append("claim")
    return actions


def act(deal: Deal, seat: str, action: str) -> None:
    """One action of a seat."""
    assert action in legal(deal, seat)
    if action.startswith("trump "):
        deal["trump"] = action.removeprefix("trump ")
    elif action.startswith("say "):
        deal["said"].append((seat, action.removeprefix("say ")))
    elif action == "claim":
        deal["claimed"] = side_of(seat)
    else:
        play(deal, seat, action)


def play(deal: Deal, seat: str, card: str) -> None:
    """KM-R12: a card to the trick; the fourth finishes it."""
    deal["hands"][seat].remove(card)
    plays = deal["trick"]["plays"]
    plays.append((seat, card))
    if len(plays) == 4:
        place = winning_place([card for _seat, card in plays], deal["trump"], deal["options"])
        deal["trick"]["winner"] = plays[place][0]
        deal["tricks"].append(deal["trick"])
        deal["trick"] = {"plays": [], "winner": None}


# The result of a deal --------------------------------------------------------------------------------------


def tricks_of(deal: Deal, side: str) -> list[dict[str, Any]]:
    """KM-R17: the finished tricks of a team."""
    return [trick for trick in deal["tricks"] if side_of(trick["winner"]) == side]


def points_of(deal: Deal, side: str) -> int:
    """KM-R17: the card points in its tricks."""
    return sum(points(card) for trick in tricks_of(deal, side) for _seat, card in trick["plays"])


def winners(deal: Deal) -> str | None:
    """KM-R17: 21 or more wins, 20-20 is a tie (None). KM-R16: a claim wins."""
    if deal["claimed"] is not None:
        return str(deal["claimed"])
    for side in SIDES:
        if points_of(deal, side) >= 21:
            return side
    return None


def all_tricks_line(deal: Deal) -> int:
    """KM-R18: `c`, 1 if the losers took no trick. KM-R16: after a claim only with `claim_keeps_capot`."""
    winning = winners(deal)
    if winning is None or deal["options"]["capot_line"] == "0" or tricks_of(deal, other_side(winning)) != []:
        return 0
    if deal["claimed"] is not None and deal["options"]["claim_keeps_capot"] == "false":
        return 0
    return 1


def worth(deal: Deal) -> int:
    """KM-R18: `V = 1 + a + c` of a decided deal, without what ties before it have left."""
    return 1 + announced(deal) + all_tricks_line(deal)


# The match -------------------------------------------------------------------------------------------------


def new_match(options: Options) -> Match:
    """KM-R22: both start with nine lines. KM-R5: who deals first is decided by lot."""
    options = {**DEFAULTS, **options}
    return {
        "options": options,
        "lines": {side: int(options["start_lines"]) for side in SIDES},
        "carried": 0,
        "dealers": ["N", "E", "S", "W"],
    }


def changes(deal: Deal, carried: int) -> dict[str, int]:
    """KM-R19 to KM-R21: the lines that a deal adds to each team (erased ones as less than nothing).

    KM-A8: the three tie rules; with `carry_forward` nobody adds, and the next decided deal is worth more.
    """
    makers, winning = trump_makers(deal), winners(deal)
    if winning is None:
        added = {"add_1_plus_a": 1 + announced(deal), "add_1": 1, "carry_forward": 0}
        return {makers: added[deal["options"]["tie_rule"]], other_side(makers): 0}
    losing = other_side(winning)
    value = worth(deal) + carried
    return {winning: -value, losing: value if losing == makers else 0}


def carried_after(deal: Deal, carried: int) -> int:
    """KM-R21, KM section 7 `carry_forward`: 1 + a is kept for the next decided deal; several ties add up."""
    if winners(deal) is not None or deal["options"]["tie_rule"] != "carry_forward":
        return 0
    return carried + 1 + announced(deal)


def match_after(match: Match, deal: Deal) -> Match:
    """KM-R23, KM-R24: new = max(0, old - V), no upper limit. KM-R4: S1 of a deal deals next."""
    change = changes(deal, match["carried"])
    return {
        "options": match["options"],
        "lines": {side: max(0, match["lines"][side] + change[side]) for side in SIDES},
        "carried": carried_after(deal, match["carried"]),
        "dealers": [after(deal["dealer"], match["options"])],
    }


def match_winner(match: Match) -> str | None:
    """KM-R24: the team that has no line left; None while both have some."""
    for side in SIDES:
        if match["lines"][side] == 0:
            return side
    return None
