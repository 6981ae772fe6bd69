"""Kontraspiel once more: slow, naive, and written from the rules as written alone.

This file shares nothing with the engine, not even its cards. A card is two letters (`QS`), a deal in progress
is one dictionary, and whatever the rules ask of the past is looked up in the list of tricks, every time anew.
Each function names the rules it follows: `KS-` of Kontraspiel, R a rule, A a ruling, E a worked case.

What a seat may do, as text:

    take                the dealer takes the turned-up ace (or Wenzel) up, unseen      offer
    play                become the soloist in the suit turned up                       first round
    trump H             become the soloist in a suit                                   second round
    pass                not I                                                          offer, rounds, polled
    discard 9C          the face-down card of who has taken the turn-up                take, swap
    match H             replace the soloist: a new trump suit, all five tricks         in or out of turn
    say contra          I shall win, not the soloist                                   in or out of turn
    say contra swap     the same, taking the turn-up; `discard ...` follows            in or out of turn
    say recontra        I shall win, neither of them                                   in or out of turn
    9C                  a card, played                                                 in turn

The phases of a deal: `offer`, `take`, `round1`, `round2`, `polled`, `swap`, `play`, `over`.
"""

from typing import Any

Deal = dict[str, Any]
Options = dict[str, str]

SEATS = ["N", "E", "S", "W"]
SUITS = ["C", "S", "H", "D"]
PACK = [rank + suit for suit in SUITS for rank in ["A", "K", "Q", "J", "T", "9"]]
WENZELS = ["JC", "JS"]
STAKE = 1

DEFAULTS: Options = {
    "direction": "clockwise",
    "packets": "3-2",
    "wenzel_turnup": "automatic",
    "pact_scope": "shared",
    "second_round_pref": "eldest_only",
    "base_moment": "before_stake",
    "base_min": "1",
    "base_max": "4",
    "match_suit": "any_non_pref",
    "match_overcall": "once",
    "failed_match_revolt": "cumulative",
    "revolt_payees": "all_others",
    "announce_order": "free",
    "pot_at_end": "report",
}
CHOICES = {
    "direction": ["clockwise", "anticlockwise"],
    "packets": ["3-2", "2-3"],
    "wenzel_turnup": ["automatic", "like_ace"],
    "pact_scope": ["shared", "per_rank"],
    "second_round_pref": ["eldest_only", "eldest_and_dealer"],
    "base_moment": ["before_stake", "after_stake"],
    "match_suit": ["any_non_pref", "also_differs_from_current"],
    "match_overcall": ["once", "repeated"],
    "failed_match_revolt": ["cumulative", "failed_match_only"],
    "revolt_payees": ["all_others", "undeclared_only"],
    "announce_order": ["free", "polled"],
    "pot_at_end": ["report", "split_equal"],
}


# Seats and the deal ----------------------------------------------------------------------------------------


def next_seat(seat: str, options: Options) -> str:
    """KS-R1: deal and play go clockwise; the option turns them round."""
    if options["direction"] == "clockwise":
        return {"N": "E", "E": "S", "S": "W", "W": "N"}[seat]
    return {"N": "W", "W": "S", "S": "E", "E": "N"}[seat]


def playing_order(dealer: str, options: Options) -> list[str]:
    """Section 1: P1 is eldest hand, then P2, P3, and P4 who is the dealer."""
    first = next_seat(dealer, options)
    second = next_seat(first, options)
    return [first, second, next_seat(second, options), dealer]


def deal_out(cards: list[str], dealer: str, options: Options) -> tuple[dict[str, list[str]], str, list[str]]:
    """KS-R3, KS-R4: two packets to each player, then the turn-up and three cards that are never used."""
    cards = list(cards)
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for size in options["packets"].split("-"):
        for seat in playing_order(dealer, options):
            for _ in range(int(size)):
                hands[seat].append(cards.pop(0))
    return hands, cards[0], cards[1:]


def begin(
    hands: dict[str, list[str]],
    turn_up: str,
    talon: list[str],
    dealer: str,
    pot: int,
    pacts: dict[str, list[str]],
    options: Options,
) -> Deal:
    """A deal before anybody has done anything; what the rules do by themselves is done.

    `talon` is the three cards that stay face down, `pot` the pot before this dealer's stake, and `pacts` says
    of each seat what it takes up without being asked (see `pact_kind`).
    """
    deal: Deal = {
        "options": dict(options),
        "hands": {seat: list(hands[seat]) for seat in SEATS},
        "turn_up": turn_up,
        "talon": list(talon),
        "discards": [],  # (seat, card), face down
        "dealer": dealer,
        "order": playing_order(dealer, options),
        "pot": pot,
        "pacts": {seat: list(pacts[seat]) for seat in SEATS},
        "phase": "",
        "turn": None,
        "said": [],  # every action, as (seat, action)
        "passes": [],  # the seats that have passed in this round
        "declined": [],  # polled: (question, seat) since the last trick
        "soloist": None,
        "trump": None,
        "taken_by": None,
        "took_in": None,
        "turn_up_available": True,
        "contra": None,
        "recontra": None,
        "match_announced": False,
        "tricks": [],
        "trick": [],
    }
    if is_wenzel(turn_up) and options["wenzel_turnup"] == "automatic":
        take_up(deal)  # KS-R6
    elif is_wenzel(turn_up) or turn_up[0] == "A":
        if pact_kind(deal) in deal["pacts"][dealer]:
            take_up(deal)  # KS-R9
        else:
            deal["phase"] = "offer"  # KS-R8
            deal["turn"] = dealer
    else:
        begin_round(deal, "round1")
    return deal


def preferred(deal: Deal) -> str:
    """KS-R4: the suit of the turn-up."""
    suit: str = deal["turn_up"][1]
    return suit


def eldest(deal: Deal) -> str:
    """P1."""
    seat: str = deal["order"][0]
    return seat


def may_look(deal: Deal, seat: str) -> bool:
    """KS-R8: the dealer is asked before his cards are shown to him."""
    return not (deal["phase"] == "offer" and seat == deal["dealer"])


# The turn-up -----------------------------------------------------------------------------------------------


def is_wenzel(card: str) -> bool:
    """Section 2: the unters of Acorns and of Leaves."""
    return card in WENZELS


def pact_kind(deal: Deal) -> str:
    """KS-R9: one pact; `pact_scope`: with `like_ace` one for aces and Wenzels together, or one each."""
    options = deal["options"]
    if options["wenzel_turnup"] == "like_ace" and options["pact_scope"] == "per_rank":
        return "wenzel" if is_wenzel(deal["turn_up"]) else "ace"
    return "any"


def take_up(deal: Deal) -> None:
    """KS-R6, KS-R7: the dealer becomes the soloist in the turn-up's suit, adds it, and has to discard."""
    dealer = deal["dealer"]
    deal["hands"][dealer].append(deal["turn_up"])
    deal["turn_up_available"] = False
    deal["taken_by"] = dealer
    deal["soloist"] = dealer
    deal["trump"] = preferred(deal)
    deal["took_in"] = "turnup"
    deal["phase"] = "take"
    deal["turn"] = dealer


def taken_by_pact_or_choice(deal: Deal) -> bool:
    """KS-R10: whether this was a game that may end a pact. KS-E15: an automatic Wenzel was none."""
    if deal["took_in"] != "turnup":
        return False
    return not (is_wenzel(deal["turn_up"]) and deal["options"]["wenzel_turnup"] == "automatic")


# What may be done ------------------------------------------------------------------------------------------


def legal(deal: Deal, seat: str) -> list[str]:
    """Everything a seat may do now: in its turn, and, while announcements are open, out of turn."""
    actions = []
    if seat == deal["turn"]:
        actions += in_turn(deal, seat)
    if deal["phase"] == "play" and deal["options"]["announce_order"] == "free":
        for question in ["match", "contra", "recontra"]:
            actions += announcements(deal, seat, question)
    return actions


def in_turn(deal: Deal, seat: str) -> list[str]:
    """What the seat to act may do, announcements left aside."""
    hand = deal["hands"][seat]
    phase = deal["phase"]
    if phase == "offer":  # KS-R8
        return ["take", "pass"]
    if phase == "round1":  # KS-R11
        return ["play", "pass"]
    if phase == "round2":  # KS-R12
        return ["trump " + suit for suit in SUITS if may_choose(deal, seat, suit)] + ["pass"]
    if phase in ["take", "swap"]:  # KS-R7, KS-R16: one of his own, not the turn-up
        return ["discard " + card for card in hand if card != deal["turn_up"]]
    if phase == "polled":  # KS-R20
        return [*announcements(deal, seat, deal["question"]), "pass"]
    if phase == "play":
        return cards_allowed(deal, seat)
    return []


def may_choose(deal: Deal, seat: str, suit: str) -> bool:
    """KS-R12: any suit but the preferred one, which is for eldest hand; KS-A3: perhaps for the dealer too."""
    if suit != preferred(deal) or seat == eldest(deal):
        return True
    options: Options = deal["options"]
    return options["second_round_pref"] == "eldest_and_dealer" and seat == deal["dealer"]


def announcements(deal: Deal, seat: str, question: str) -> list[str]:
    """Section 4.3, once there is a soloist and every discard is done (KS-R19)."""
    if seat == deal["soloist"]:
        return []
    if question == "match":
        return ["match " + suit for suit in SUITS if may_match(deal, suit)]
    if question == "contra":
        if deal["contra"] is not None or has_been_led(deal, 2):  # KS-R15
            return []
        return ["say contra", "say contra swap"] if may_swap(deal) else ["say contra"]
    if deal["contra"] is None or deal["recontra"] is not None or has_been_led(deal, 3):  # KS-R17
        return []
    return ["say recontra"] if seat != deal["contra"] else []


def has_been_led(deal: Deal, number: int) -> bool:
    """Whether the first card of a trick has been played; tricks count from 1."""
    started = len(deal["tricks"]) + (1 if deal["trick"] != [] else 0)
    return started >= number


def may_match(deal: Deal, suit: str) -> bool:
    """KS-R14; KS-A6 `also_differs_from_current`; KS-A7 `repeated`."""
    options = deal["options"]
    if has_been_led(deal, 1) or deal["took_in"] == "turnup" or suit == preferred(deal):
        return False
    if deal["match_announced"] and options["match_overcall"] == "once":
        return False
    return not (options["match_suit"] == "also_differs_from_current" and suit == deal["trump"])


def may_swap(deal: Deal) -> bool:
    """KS-R16: no card led, the turn-up still there, and the soloist took the game in the first round."""
    return not has_been_led(deal, 1) and deal["turn_up_available"] and deal["took_in"] == "round1"


# What it does ----------------------------------------------------------------------------------------------


def do(deal: Deal, seat: str, action: str) -> None:
    """One action of one seat."""
    assert action in legal(deal, seat)
    deal["said"].append((seat, action))
    if deal["phase"] == "polled" and action == "pass":
        deal["declined"].append((deal["question"], seat))
        ask_or_play(deal)
    elif action == "pass":
        pass_on(deal, seat)
    elif action == "take":  # KS-R8, KS-R9
        deal["pacts"][seat].append(pact_kind(deal))
        take_up(deal)
    elif action == "play":
        become_soloist(deal, seat, preferred(deal), "round1")
    elif action.startswith("trump "):
        become_soloist(deal, seat, action[-1], "round2")
    elif action.startswith("discard "):
        card = action[-2:]
        deal["hands"][seat].remove(card)
        deal["discards"].append((seat, card))
        ask_or_play(deal)
    elif action.startswith("match "):  # KS-R14, KS-R18
        deal["match_announced"] = True
        deal["contra"] = None
        deal["recontra"] = None
        deal["declined"] = []
        become_soloist(deal, seat, action[-1], "match")
    elif action == "say contra swap":  # KS-R16
        deal["contra"] = seat
        deal["hands"][seat].append(deal["turn_up"])
        deal["turn_up_available"] = False
        deal["taken_by"] = seat
        deal["phase"] = "swap"
        deal["turn"] = seat
    elif action == "say contra":
        deal["contra"] = seat
        stay_or_ask(deal)
    elif action == "say recontra":
        deal["recontra"] = seat
        stay_or_ask(deal)
    else:
        play_card(deal, seat, action)


def begin_round(deal: Deal, name: str) -> None:
    """KS-R11, KS-R12: eldest hand speaks first."""
    deal["phase"] = name
    deal["passes"] = []
    deal["turn"] = eldest(deal)


def pass_on(deal: Deal, seat: str) -> None:
    """KS-R8, KS-R11, KS-R12, KS-R13: what follows a pass."""
    if deal["phase"] == "offer":
        begin_round(deal, "round1")
        return
    deal["passes"].append(seat)
    if len(deal["passes"]) < 4:
        deal["turn"] = next_seat(seat, deal["options"])
    elif deal["phase"] == "round1":
        begin_round(deal, "round2")
    else:
        deal["phase"] = "over"
        deal["turn"] = None


def become_soloist(deal: Deal, seat: str, trump: str, took_in: str) -> None:
    """KS-R11, KS-R12, KS-R14: from now on announcements are open."""
    deal["soloist"] = seat
    deal["trump"] = trump
    deal["took_in"] = took_in
    ask_or_play(deal)


def stay_or_ask(deal: Deal) -> None:
    """An announcement never changes whose turn it is to play (KS-R19); polled, the next is asked."""
    if deal["phase"] == "polled":
        ask_or_play(deal)


def ask_or_play(deal: Deal) -> None:
    """KS-R20, KS-R21: before a trick, the next question if chances are polled; otherwise the lead.

    Polled: everybody about match, then everybody about contra, then about recontra, from eldest hand on.
    """
    if deal["options"]["announce_order"] == "polled":
        for question in ["match", "contra", "recontra"]:
            for seat in deal["order"]:
                if announcements(deal, seat, question) != [] and (question, seat) not in deal["declined"]:
                    deal["phase"] = "polled"
                    deal["question"] = question
                    deal["turn"] = seat
                    return
    deal["phase"] = "play"
    deal["turn"] = leader(deal)


def leader(deal: Deal) -> str:
    """KS-R21: eldest hand, then the winner of the last trick."""
    if deal["tricks"] == []:
        return eldest(deal)
    seat: str = deal["tricks"][-1]["winner"]
    return seat


# Play ------------------------------------------------------------------------------------------------------


def trumps_high_to_low(trump: str) -> list[str]:
    """Section 2: the two Wenzels, then the suit without them."""
    return WENZELS + [rank + trump for rank in ["A", "K", "Q", "J", "T", "9"] if rank + trump not in WENZELS]


def plain_high_to_low(suit: str) -> list[str]:
    """Section 2: a suit that is not trumps, without its Wenzel."""
    return [rank + suit for rank in ["A", "K", "Q", "J", "T", "9"] if rank + suit not in WENZELS]


def effective_suit(card: str, trump: str) -> str:
    """KS-R22."""
    return "trump" if card in trumps_high_to_low(trump) else card[1]


def cards_to_follow(hand: list[str], led: str, trump: str) -> list[str]:
    """KS-R22: a card of the effective suit led if you have one; else any."""
    following = [card for card in hand if effective_suit(card, trump) == effective_suit(led, trump)]
    return following if following != [] else list(hand)


def cards_allowed(deal: Deal, seat: str) -> list[str]:
    """KS-R22, KS-R23: any card may be led."""
    if deal["trick"] == []:
        return list(deal["hands"][seat])
    return cards_to_follow(deal["hands"][seat], deal["trick"][0][1], deal["trump"])


def winner_of(plays: list[tuple[str, str]], trump: str) -> str:
    """KS-R23: the highest trump, or the highest card of the suit led."""
    for card in trumps_high_to_low(trump) + plain_high_to_low(plays[0][1][1]):
        for seat, played in plays:
            if played == card:
                return seat
    raise AssertionError("the card led is always among them")


def play_card(deal: Deal, seat: str, card: str) -> None:
    """KS-R21, KS-R24: five tricks, all of them played."""
    deal["hands"][seat].remove(card)
    deal["trick"].append((seat, card))
    if len(deal["trick"]) < 4:
        deal["turn"] = next_seat(seat, deal["options"])
        return
    deal["tricks"].append({"plays": deal["trick"], "winner": winner_of(deal["trick"], deal["trump"])})
    deal["trick"] = []
    if len(deal["tricks"]) == 5:
        deal["phase"] = "over"
        deal["turn"] = None
    else:
        deal["declined"] = []
        ask_or_play(deal)


# Who has won -----------------------------------------------------------------------------------------------


def tricks_of(deal: Deal, seat: str) -> int:
    """The number of tricks a player has."""
    return len([trick for trick in deal["tricks"] if trick["winner"] == seat])


def deal_winner(deal: Deal) -> str:
    """KS-R25: three or more tricks; otherwise the first to hold two."""
    for seat in SEATS:
        if tricks_of(deal, seat) >= 3:
            return seat
    held = []
    for trick in deal["tricks"]:
        if trick["winner"] in held:
            seat = trick["winner"]
            return str(seat)
        held.append(trick["winner"])
    raise AssertionError("five tricks among four players: somebody has two")


def is_revolted(deal: Deal, seat: str) -> bool:
    """KS-R26: no trick."""
    return tricks_of(deal, seat) == 0


def makes_match(deal: Deal, seat: str) -> bool:
    """KS-R26: all five."""
    return tricks_of(deal, seat) == 5


# What is paid ----------------------------------------------------------------------------------------------


def base_value(pot: int, options: Options) -> int:
    """KS-R27: the pot before the stake, but at least 1 and at most 4; KS-A1 `after_stake`."""
    if options["base_moment"] == "after_stake":
        pot = pot + STAKE
    return max(int(options["base_min"]), min(int(options["base_max"]), pot))


def multiple(deal: Deal) -> int:
    """Section 6.3, KS-A15: 2 in the preferred suit, however the game was reached; else 1."""
    return 2 if deal["trump"] == preferred(deal) else 1


def declared_players(deal: Deal) -> list[str]:
    """KS-R28: soloist, contra player, recontra player, as far as there are any."""
    return [deal[role] for role in ["soloist", "contra", "recontra"] if deal[role] is not None]


def side_payments(deal: Deal) -> list[tuple[str, str, str, int]]:
    """KS-R29 to KS-R33: rule, who pays, whom, how much."""
    payments = []
    soloist = deal["soloist"]
    for other in SEATS:
        if other == soloist:
            continue
        if deal["match_announced"]:
            if makes_match(deal, soloist):
                payments.append(("KS-R30", other, soloist, 2))
            else:
                payments.append(("KS-R31", soloist, other, 2))
        elif makes_match(deal, soloist):
            payments.append(("KS-R29", other, soloist, multiple(deal)))
    for player in declared_players(deal):
        if not is_revolted(deal, player):
            continue
        if (
            player == soloist
            and deal["match_announced"]
            and deal["options"]["failed_match_revolt"] == "failed_match_only"
        ):
            continue  # KS-A9: KS-R31 alone
        for other in revolt_payees(deal, player):
            payments.append(("KS-R32", player, other, multiple(deal)))
    return payments


def revolt_payees(deal: Deal, player: str) -> list[str]:
    """KS-R32, KS-A10: all three others; or only those who have declared nothing, whoever is revolted."""
    others = [seat for seat in SEATS if seat != player]
    if deal["options"]["revolt_payees"] == "undeclared_only":
        others = [seat for seat in others if seat not in declared_players(deal)]
    return others


def settlement(deal: Deal) -> dict[str, Any]:
    """KS-R34: stake, base payments, side payments; then KS-R10 and KS-R5.

    Each item is a rule, what the seats get by it (less than nothing: pay), and what the pot gets.
    """
    items: list[dict[str, Any]] = [{"rule": "KS-R2", "seats": {deal["dealer"]: -STAKE}, "pot": STAKE}]
    winner = None
    base = None
    pacts = {seat: list(deal["pacts"][seat]) for seat in SEATS}
    if deal["soloist"] is not None:  # KS-R13: a deal passed out is not paid for
        winner = deal_winner(deal)
        base = base_value(deal["pot"], deal["options"])
        declared = declared_players(deal)
        for player in declared:  # losers first: section 6.2
            if player != winner:
                items.append({"rule": "KS-R28", "seats": {player: -base}, "pot": base})
        if winner in declared:
            items.append({"rule": "KS-R28", "seats": {winner: base}, "pot": -base})
        for rule, payer, payee, amount in side_payments(deal):
            items.append({"rule": rule, "seats": {payer: -amount, payee: amount}, "pot": 0})
        if taken_by_pact_or_choice(deal) and is_revolted(deal, deal["dealer"]):  # KS-R10
            pacts[deal["dealer"]].remove(pact_kind(deal))
    return {
        "winner": winner,
        "base": base,
        "items": items,
        "seats": {seat: sum(item["seats"].get(seat, 0) for item in items) for seat in SEATS},
        "pot": deal["pot"] + sum(item["pot"] for item in items),
        "pacts": pacts,
        "next_dealer": next_seat(deal["dealer"], deal["options"]),  # KS-R5
    }


def is_full_round(deals: int) -> bool:
    """KS-R35: a session may end when everyone has dealt equally often."""
    return deals % 4 == 0


def shares_of_the_pot(pot: int, options: Options) -> tuple[int, int]:
    """KS-R35: what each player gets of the pot at the end, and what is left of it.

    That what four cannot share equally is left in the pot is a reading of ours.
    """
    if options["pot_at_end"] == "report":
        return 0, pot
    return pot // 4, pot % 4
