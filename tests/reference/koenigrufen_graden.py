"""Königrufen of Graden once more: slow, naive, and written from the rules as written alone.

This file shares nothing with the engine, not even its cards. A card is two letters (`QS`), a deal in progress
is one dictionary, and whatever the rules ask of the past is looked up in the list of tricks, every time anew.
Each function names the rules it follows: `KG-`, then D deal, R auction, P play, S settlement, V an option,
A a ruling, G a worked case.

What a seat may do, as text; only the seat whose turn it is may do anything:

    pass                  Gut
    bid bettler           a contract, by the names in `CONTRACTS`; said again it joins (bettler, plauderer)
    lay 9D                the card put face down for the first trick: after `bid bettler` and `bid plauderer`
    call AS               the card whose holder will be the partner
    9D                    a card, played

The phases of a deal: `auction`, `lay`, `call`, `play`, `over`.
"""

from typing import Any

Deal = dict[str, Any]
Options = dict[str, str]

SEATS = ["N", "E", "S", "W"]
SUITS = ["C", "S", "H", "D"]
PACK = [rank + suit for suit in SUITS for rank in ["A", "K", "Q", "J", "T", "9"]]
KING = ["A", "K", "Q", "J", "T", "9"]
TEN = ["A", "T", "K", "Q", "J", "9"]

CONTRACTS = [
    "schurln",
    "bettler",
    "durchmarsch",
    "durchmarsch_letzten",
    "plauderer",
    "hundert",
    "hundert_letzten",
    "zehnermord",
    "koenigmord",
    "hundertermord",
]
"""Section 4.1: in ascending order, at their ranks; Schurln is not bid."""
LOSE_ALL = ["bettler", "plauderer"]
WITH_ANOTHER = ["durchmarsch", "hundert"]
AT_THE_LAST = ["durchmarsch_letzten", "hundert_letzten"]
WIN_ALL_ALONE = ["zehnermord", "koenigmord", "hundertermord"]
NEED_A_PAIR = ["hundert", "hundert_letzten", "hundertermord"]

DEFAULTS: Options = {
    "call_own_card": "false",
    "max_joiners": "1",
    "raise_own_bid": "false",
    "must_beat": "all",
    "show_pair": "false",
    "stop_when_decided": "public",
    "values": "30 50 40 40 50 100 60 60 60 70 80 10",
    "settle_one_bettler_fails": "loser_pays_winner",
    "called_ten_changes_order": "true",
    "bad_hundert_bid": "rejected",
    "exposed_discussion": "true",
}
CHOICES = {
    "call_own_card": ["false", "true"],
    "max_joiners": ["1", "0"],
    "raise_own_bid": ["false", "true"],
    "must_beat": ["all", "not_for_negative"],
    "show_pair": ["false", "true"],
    "stop_when_decided": ["never", "public", "always"],
    "settle_one_bettler_fails": ["loser_pays_winner", "seed_literal"],
    "called_ten_changes_order": ["true", "false"],
    "bad_hundert_bid": ["rejected", "lost"],
    "exposed_discussion": ["true", "false"],
}
EVERY_ACTION = [
    "pass",
    *["bid " + contract for contract in CONTRACTS[1:]],
    *["lay " + card for card in PACK],
    *["call " + card for card in PACK],
    *PACK,
]


# Seats and the deal ----------------------------------------------------------------------------------------


def left_of(seat: str) -> str:
    """KG section 1: clockwise."""
    return {"N": "E", "E": "S", "S": "W", "W": "N"}[seat]


def deal_out(cards: list[str], dealer: str) -> dict[str, list[str]]:
    """KG-D3: packets of three, twice round, from the dealer's left."""
    cards = list(cards)
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    seat = dealer
    for _ in range(8):
        seat = left_of(seat)
        for _ in range(3):
            hands[seat].append(cards.pop(0))
    return hands


def begin(hands: dict[str, list[str]], dealer: str, options: Options) -> Deal:
    """KG-R1: the player at the dealer's left speaks first."""
    first = left_of(dealer)
    return {
        "options": dict(options),
        "dealt": {seat: list(hands[seat]) for seat in SEATS},
        "hands": {seat: list(hands[seat]) for seat in SEATS},  # without the cards put face down
        "dealer": dealer,
        "order": [first, left_of(first), left_of(left_of(first)), dealer],
        "phase": "auction",
        "turn": first,
        "said": [],  # every action, as (seat, action)
        "passed": [],  # who is out of the auction
        "contract": "schurln",  # the highest bid so far; none yet is Schurln
        "bidders": [],  # who holds the highest bid: nobody, one, or two who joined
        "laid": {},  # the face-down cards
        "called": None,
        "tricks": [],
        "trick": [],
    }


def next_dealer(dealer: str) -> str:
    """KG-D1, KG-A24: clockwise, whatever was played."""
    return left_of(dealer)


def on(deal: Deal, option: str) -> bool:
    """Whether an option that is true or false is true."""
    return bool(deal["options"][option] == "true")


# What may be done ------------------------------------------------------------------------------------------


def legal(deal: Deal, seat: str) -> list[str]:
    """Everything that is not refused."""
    return [action for action in EVERY_ACTION if refusal(deal, seat, action) is None]


def refusal(deal: Deal, seat: str, action: str) -> str | None:
    """Why a seat may not do something, by the error's name or the rule's; None if it may."""
    if deal["phase"] == "auction" and seat in deal["passed"]:
        return "ALREADY_PASSED"  # KG-R3
    if seat != deal["turn"]:
        return "NOT_YOUR_TURN"
    word = action.split()[0]
    if deal["phase"] == "lay":  # KG-R5: any card of the hand
        if word != "lay" or action[-2:] not in deal["hands"][seat]:
            return "FACE_DOWN_CARD_REQUIRED"
        return None
    if deal["phase"] == "auction":
        if word == "pass":
            return None
        return bid_refusal(deal, seat, action.split()[1]) if word == "bid" else "KG-R2"
    if deal["phase"] == "call":  # KG-R10, KG-A1, KG-A2
        if word != "call":
            return "KG-R10"
        if action[-2:] in deal["dealt"][seat] and not on(deal, "call_own_card"):
            return "CALLED_CARD_IN_OWN_HAND"
        return None
    return card_refusal(deal, seat, action)


def bid_refusal(deal: Deal, seat: str, contract: str) -> str | None:
    """KG-R2, KG-R4, KG-R9."""
    if contract == deal["contract"] and contract in LOSE_ALL:  # KG-R4, KG-A3
        joiners = len(deal["bidders"]) - 1
        if seat in deal["bidders"] or joiners >= int(deal["options"]["max_joiners"]):
            return "JOIN_NOT_POSSIBLE"
        return None
    if CONTRACTS.index(contract) <= CONTRACTS.index(deal["contract"]):
        return "BID_TOO_LOW"
    if (
        contract in NEED_A_PAIR
        and pairs(deal, seat) == []
        and deal["options"]["bad_hundert_bid"] == "rejected"
    ):
        return "NEEDS_KING_AND_QUEEN"
    return None


def pairs(deal: Deal, seat: str) -> list[str]:
    """KG-R9, KG-A9: the suits of which the hand dealt has king and queen."""
    return [suit for suit in SUITS if "K" + suit in deal["dealt"][seat] and "Q" + suit in deal["dealt"][seat]]


def card_refusal(deal: Deal, seat: str, card: str) -> str | None:
    """Section 5, "legal moves"; KG-P6: the face-down card is played to the first trick, whatever is led."""
    if deal["tricks"] == [] and seat in deal["laid"]:
        return None if card == deal["laid"][seat] else "KG-P6"
    hand = deal["hands"][seat]
    if card not in hand:
        return "KG-P4"
    if deal["trick"] == []:
        return None
    led = deal["trick"][0][1][1]
    following = [held for held in hand if held[1] == led]
    if following == []:
        return None
    if card not in following:
        return "KG-P2"
    beating = [
        held for held in following if all(is_higher(deal, held, lying) for lying in cards_of(deal, led))
    ]
    if beating != [] and card not in beating and must_beat(deal):
        return "KG-P3"
    return None


def cards_of(deal: Deal, suit: str) -> list[str]:
    """The cards of a suit in the current trick."""
    return [card for _seat, card in deal["trick"] if card[1] == suit]


def must_beat(deal: Deal) -> bool:
    """KG-P3 binds everyone (KG-A10, KG-A11, KG-A22); KG-V4 `not_for_negative`."""
    if deal["options"]["must_beat"] == "all":
        return True
    return deal["contract"] not in [*LOSE_ALL, "schurln"]


# The order of the cards ------------------------------------------------------------------------------------


def ranks_high_to_low(deal: Deal) -> list[str]:
    """Section 2.2; KG-R11 and KG-V9 for a called ten."""
    contract = deal["contract"]
    if contract == "durchmarsch":
        ten_called = deal["called"] is not None and deal["called"][0] == "T"
        return TEN if ten_called and on(deal, "called_ten_changes_order") else KING
    if contract in ["bettler", "plauderer", "durchmarsch_letzten", "koenigmord"]:
        return KING
    return TEN


def is_higher(deal: Deal, card: str, other: str) -> bool:
    """Of two cards of one suit."""
    ranks = ranks_high_to_low(deal)
    return ranks.index(card[0]) < ranks.index(other[0])


def winner_of(deal: Deal, plays: list[tuple[str, str]]) -> str:
    """KG-P5: the highest card of the suit led."""
    led = plays[0][1][1]
    for rank in ranks_high_to_low(deal):
        for seat, card in plays:
            if card == rank + led:
                return seat
    raise AssertionError("the card led is always among them")


# What it does ----------------------------------------------------------------------------------------------


def do(deal: Deal, seat: str, action: str) -> None:
    """One action."""
    assert refusal(deal, seat, action) is None
    deal["said"].append((seat, action))
    word = action.split()[0]
    if word == "pass":
        deal["passed"].append(seat)
        next_to_speak(deal)
    elif word == "bid":
        bid(deal, seat, action.split()[1])
    elif word == "lay":
        card = action[-2:]
        deal["hands"][seat].remove(card)
        deal["laid"][seat] = card
        deal["phase"] = "auction"
        next_to_speak(deal)
    elif word == "call":
        deal["called"] = action[-2:]
        deal["phase"] = "play"
    else:
        play_card(deal, seat, action)


def bid(deal: Deal, seat: str, contract: str) -> None:
    """KG-R4: an equal bid joins; KG-R6: a higher one cancels, and face-down cards go back."""
    if contract == deal["contract"]:
        deal["bidders"].append(seat)
    else:
        for owner in deal["laid"]:
            deal["hands"][owner].append(deal["laid"][owner])
        deal["laid"] = {}
        deal["contract"] = contract
        deal["bidders"] = [seat]
    if contract in LOSE_ALL:
        deal["phase"] = "lay"  # KG-R5
    else:
        next_to_speak(deal)


def next_to_speak(deal: Deal) -> None:
    """KG-R7, KG-A4: until all but those who stand highest have passed; they are not asked.

    KG-V3: three must have passed, so that of two who stand jointly the one whose turn comes may still raise.
    A lone bidder's turn never comes: by then everybody else has passed or outbid him.
    """
    waiting = [seat for seat in SEATS if seat not in deal["passed"] and seat not in deal["bidders"]]
    if waiting == [] and (not on(deal, "raise_own_bid") or len(deal["passed"]) >= 3):
        end_auction(deal)
        return
    seat = left_of(deal["turn"])
    while seat in deal["passed"] or (seat in deal["bidders"] and waiting != []):
        seat = left_of(seat)
    deal["turn"] = seat


def end_auction(deal: Deal) -> None:
    """KG-R8, KG-R10, KG-P1: the (first) bidder leads; in Schurln the player at the dealer's left."""
    deal["phase"] = "call" if deal["contract"] in WITH_ANOTHER else "play"
    deal["turn"] = deal["order"][0] if deal["contract"] == "schurln" else deal["bidders"][0]


def play_card(deal: Deal, seat: str, card: str) -> None:
    """KG-P5, KG-P6, KG-P8."""
    if deal["tricks"] == [] and seat in deal["laid"]:
        del deal["laid"][seat]
    else:
        deal["hands"][seat].remove(card)
    deal["trick"].append((seat, card))
    if len(deal["trick"]) < 4:
        deal["turn"] = left_of(seat)
        return
    winner = winner_of(deal, deal["trick"])
    deal["tricks"].append({"plays": deal["trick"], "winner": winner})
    deal["trick"] = []
    deal["turn"] = winner
    if len(deal["tricks"]) == 6 or is_stopped(deal):
        deal["phase"] = "over"
        deal["turn"] = None


# What is known ---------------------------------------------------------------------------------------------


def tricks_of(deal: Deal, seat: str) -> int:
    """The number of tricks a player has."""
    return len([trick for trick in deal["tricks"] if trick["winner"] == seat])


def partner_called(deal: Deal) -> str | None:
    """KG-R10: the holder of the called card; KG-V1: nobody, if that is the bidder."""
    for seat in SEATS:
        if deal["called"] in deal["dealt"][seat] and seat not in deal["bidders"]:
            return seat
    return None


def player_of_called(deal: Deal) -> str | None:
    """KG-R10: who is known to everybody to have held the called card, because it has been played."""
    for trick in [*deal["tricks"], {"plays": deal["trick"]}]:
        for seat, card in trick["plays"]:
            if card == deal["called"]:
                return str(seat)
    return None


def open_hands(deal: Deal) -> list[str]:
    """KG-P7, KG-A26: whose hands lie open."""
    if deal["contract"] != "plauderer" or deal["tricks"] == []:
        return []
    return [seat for seat in SEATS if seat not in deal["bidders"]]


def pairs_shown(deal: Deal) -> list[str]:
    """KG-V5: the suits of which the bidder can show king and queen before the first lead."""
    if (
        not on(deal, "show_pair")
        or deal["contract"] not in NEED_A_PAIR
        or deal["phase"] in ["auction", "lay"]
    ):
        return []
    return pairs(deal, deal["bidders"][0])


def is_stopped(deal: Deal) -> bool:
    """KG-V6, asked after each trick. `always`: as `public`, but with the partner known."""
    if deal["options"]["stop_when_decided"] == "never" or deal["contract"] == "schurln":
        return False
    bidders = deal["bidders"]
    winners = [trick["winner"] for trick in deal["tricks"]]
    if deal["contract"] in LOSE_ALL:
        return all(bidder in winners for bidder in bidders)
    if deal["contract"] in WIN_ALL_ALONE:
        return any(winner != bidders[0] for winner in winners)
    if deal["contract"] in AT_THE_LAST:
        return any(winner != bidders[0] for winner in winners[:5])
    if deal["options"]["stop_when_decided"] == "always":
        return any(winner not in [bidders[0], partner_called(deal)] for winner in winners)
    holder = player_of_called(deal)  # KG-A15
    return holder is not None and any(winner not in [bidders[0], holder] for winner in winners)


# Settlement ------------------------------------------------------------------------------------------------


def value(deal: Deal) -> int:
    """Section 4.1, KG-V7: Bettler, with Mitbettler, 2, 3, Plauderer, with Mitplauderer, 5 to 9, Schurln."""
    joined = len(deal["bidders"]) == 2
    place = {
        "bettler": 1 if joined else 0,
        "durchmarsch": 2,
        "durchmarsch_letzten": 3,
        "plauderer": 5 if joined else 4,
        "hundert": 6,
        "hundert_letzten": 7,
        "zehnermord": 8,
        "koenigmord": 9,
        "hundertermord": 10,
        "schurln": 11,
    }[deal["contract"]]
    return int(deal["options"]["values"].split()[place])


def bad_bid(deal: Deal) -> bool:
    """KG-V10 `lost`: a bid without king and queen counts as a failed contract."""
    return deal["contract"] in NEED_A_PAIR and pairs(deal, deal["bidders"][0]) == []


def settlement(deal: Deal) -> dict[str, Any]:
    """Section 6: which line, who pays whom how much, and what that makes."""
    if deal["contract"] == "schurln":
        line, payments = settle_schurln(deal)
    elif deal["contract"] in LOSE_ALL and len(deal["bidders"]) == 2:
        line, payments = settle_two(deal)
    elif deal["contract"] in LOSE_ALL or deal["contract"] in WIN_ALL_ALONE:
        line, payments = settle_alone(deal)
    elif deal["contract"] in WITH_ANOTHER:
        line, payments = settle_with_another(deal)
    else:
        line, payments = settle_at_the_last(deal)
    seats = dict.fromkeys(SEATS, 0)
    for payer, payee, amount in payments:
        seats[payer] -= amount
        seats[payee] += amount
    return {
        "contract": deal["contract"],
        "bidders": list(deal["bidders"]),
        "partner": partner(deal),
        "line": line,
        "payments": payments,
        "seats": seats,
        "next_dealer": next_dealer(deal["dealer"]),
    }


def partner(deal: Deal) -> str | None:
    """Who turned out to be the partner; KG-A16."""
    if deal["contract"] in WITH_ANOTHER:
        return partner_called(deal)
    if deal["contract"] in AT_THE_LAST and not bad_bid(deal):
        winners = [str(trick["winner"]) for trick in deal["tricks"]]
        if winners[:5] == deal["bidders"] * 5 and winners[5] != winners[0]:
            return winners[5]
    return None


Payments = list[tuple[str, str, int]]


def one_against_three(deal: Deal, lone: str, amount: int, won: bool) -> Payments:
    """General principle: the lone player receives from, or pays to, each of the other three."""
    others = [seat for seat in deal["order"] if seat != lone]
    return [(other, lone, amount) if won else (lone, other, amount) for other in others]


def two_against_two(deal: Deal, pair: list[str], amount: int, won: bool) -> Payments:
    """General principle, KG-A18: each loser pays one winner, in the order of the seats from eldest."""
    one_side = [seat for seat in deal["order"] if seat in pair]
    other_side = [seat for seat in deal["order"] if seat not in pair]
    losers, winners = (other_side, one_side) if won else (one_side, other_side)
    return [(losers[0], winners[0], amount), (losers[1], winners[1], amount)]


def settle_alone(deal: Deal) -> tuple[str, Payments]:
    """KG-S1, S2, S11 for losing all, KG-S17, S18, S19 for winning all."""
    bidder = deal["bidders"][0]
    if deal["contract"] in LOSE_ALL:
        won = tricks_of(deal, bidder) == 0
    else:
        won = tricks_of(deal, bidder) == 6 and not bad_bid(deal)
    line = {
        "bettler": "S1" if won else "S2",
        "plauderer": "S11",
        "zehnermord": "S17",
        "koenigmord": "S18",
        "hundertermord": "S19",
    }[deal["contract"]]
    return line, one_against_three(deal, bidder, value(deal), won)


def settle_two(deal: Deal) -> tuple[str, Payments]:
    """KG-S3, S4, S5 and KG-S12, S13, S14; KG-V8 for one of two Bettler."""
    unit = value(deal)
    winning = [seat for seat in deal["bidders"] if tricks_of(deal, seat) == 0]
    losing = [seat for seat in deal["bidders"] if tricks_of(deal, seat) > 0]
    lines = ["S3", "S4", "S5"] if deal["contract"] == "bettler" else ["S12", "S13", "S14"]
    if losing == []:
        return lines[0], two_against_two(deal, deal["bidders"], unit, True)
    if winning == []:
        others = [seat for seat in deal["order"] if seat not in deal["bidders"]]
        bidders = [seat for seat in deal["order"] if seat in deal["bidders"]]
        return lines[2], [(bidder, other, unit) for bidder in bidders for other in others]
    if deal["contract"] == "bettler" and deal["options"]["settle_one_bettler_fails"] == "seed_literal":
        return lines[1], [(winning[0], losing[0], 3 * unit)]
    return lines[1], [(losing[0], winning[0], 3 * unit)]


def settle_with_another(deal: Deal) -> tuple[str, Payments]:
    """KG-S6, S7, S15; KG-V1: alone, the same value with each of three."""
    bidder = deal["bidders"][0]
    other = partner_called(deal)
    won = all(trick["winner"] in [bidder, other] for trick in deal["tricks"]) and not bad_bid(deal)
    if deal["contract"] == "hundert":
        line = "S15"
    else:
        line = "S6" if won else "S7"
    if other is None:
        return line, one_against_three(deal, bidder, value(deal), won)
    return line, two_against_two(deal, [bidder, other], value(deal), won)


def settle_at_the_last(deal: Deal) -> tuple[str, Payments]:
    """KG-S8, S9, S10, S16; KG-A19: only a trick lost among the first five fails."""
    bidder = deal["bidders"][0]
    winners = [trick["winner"] for trick in deal["tricks"]]
    if any(winner != bidder for winner in winners[:5]) or bad_bid(deal):
        line, payments = "S10", one_against_three(deal, bidder, value(deal), False)
    elif winners[5] == bidder:
        line, payments = "S9", one_against_three(deal, bidder, value(deal), True)
    else:
        line, payments = "S8", two_against_two(deal, [bidder, winners[5]], value(deal), True)
    return ("S16" if deal["contract"] == "hundert_letzten" else line), payments


# Schurln ---------------------------------------------------------------------------------------------------


def card_points(deal: Deal, seat: str) -> int:
    """Section 2.3, KG-A21: aces and tens 10 each, and the last trick 10."""
    points = 0
    for trick in deal["tricks"]:
        if trick["winner"] == seat:
            points += sum(10 for _seat, card in trick["plays"] if card[0] in ["A", "T"])
    if deal["tricks"][5]["winner"] == seat:
        points += 10
    return points


def settle_schurln(deal: Deal) -> tuple[str, Payments]:
    """KG-S20, S21, S22; KG-S23: four cannot tie."""
    points = {seat: card_points(deal, seat) for seat in SEATS}
    most = [seat for seat in deal["order"] if points[seat] == max(points.values())]
    amount = value(deal)
    if len(most) == 1:
        return "S20", one_against_three(deal, most[0], amount, False)
    if len(most) == 2:
        return "S21", two_against_two(deal, most, amount, False)
    assert len(most) == 3
    (fourth,) = [seat for seat in SEATS if seat not in most]
    return "S22", [(seat, fourth, amount) for seat in most]
