"""Ristikontra and Ristiklappi once more: slow, naive, and written from the rules as written alone.

This file shares nothing with the engine, not even its cards. A card is two letters (`QS`), a deal in progress
is one dictionary, and whatever the rules ask of the past is looked up in the list of tricks, every time anew.
Each function names the rules it follows: `RK-` of Ristikontra, `RL-` of Ristiklappi, R a rule, A a ruling.
"""

from typing import Any

Deal = dict[str, Any]
Options = dict[str, str]

SEATS = ["N", "E", "S", "W"]
SIDES = ["NS", "EW"]

RISTIKONTRA: Options = {
    "values": "standard",
    "session": "game_points",
    "target": "7",
    "zero_wipe": "off",
    "draw": "after_play",
    "lead_limit": "3",
    "lead_limit_scope": "player",
    "dark_barred_lead": "stands",
    "dark_play": "on",
    "fourth_king_rule": "off",
    "dark_fourth_king": "keep",
    "hand_size": "6",
}
LAPPI5: Options = {
    "results": "honour",
    "hand_size": "5",
    "queen_trick_cleans": "off",
    "lapland_below": "none",
    "tie_break": "none",
    "dark_fourth_king": "keep",
    "fourth_king_rule": "on",
    "kusilappi_queen": "any_part",
    "numeric": "none",
    "both_unclean": "both_lose",
    "draw": "after_play",
    "lead_limit": "3",
    "lead_limit_scope": "player",
    "dark_barred_lead": "stands",
    "dark_play": "on",
}
LAPPI6: Options = {
    **LAPPI5,
    "results": "grades",
    "hand_size": "6",
    "queen_trick_cleans": "on",
    "lapland_below": "4",
}


# Seats and the deal ----------------------------------------------------------------------------------------


def left_of(seat: str) -> str:
    """RK-R1: the seats clockwise are N, E, S, W."""
    return {"N": "E", "E": "S", "S": "W", "W": "N"}[seat]


def side_of(seat: str) -> str:
    """RK-R1: the teams are {N, S} and {E, W}."""
    return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}[seat]


def other_side(side: str) -> str:
    """RK-R1: there are two."""
    return {"NS": "EW", "EW": "NS"}[side]


def rank(card: str) -> str:
    """RK section 2: suits never matter, only equality of rank does."""
    return card[0]


def begin(hands: dict[str, list[str]], stock: list[str], dealer: str, options: Options) -> Deal:
    """RK-R2: the player to the dealer's left leads trick 1."""
    deal: Deal = {
        "options": dict(options),
        "hands": {seat: list(hands[seat]) for seat in SEATS},
        "stock": list(stock),
        "dealer": dealer,
        "tricks": [],
        "turn": left_of(dealer),
        "must_play_from_hand": False,  # RL-R12, RK-A5: a turned card has just been taken into the hand
    }
    deal["trick"] = new_trick(deal)
    return deal


def new_trick(deal: Deal) -> dict[str, Any]:
    """RL-R2: part 1 if the stock was non-empty when the trick's first card was due, else part 2."""
    return {"plays": [], "part": 1 if len(deal["stock"]) > 0 else 2, "not_drawing": []}


def over(deal: Deal) -> bool:
    """RK-R13: play stops after trick 13, when all hands are empty."""
    return len(deal["tricks"]) == 13


# What may be played ----------------------------------------------------------------------------------------


def same_leader(scope: str, one: str, other: str) -> bool:
    """RK-R9: only this player's leads count; `team`: the side's; `table`: everybody's."""
    if scope == "player":
        return one == other
    if scope == "team":
        return side_of(one) == side_of(other)
    return True


def barred_lead(deal: Deal) -> str | None:
    """RK-R9: the rank that was led to the three (`lead_limit`) tricks just before, all led by this player.

    RK-R11: dark leads count. Nothing is barred unless the player is about to lead.
    """
    if deal["options"]["lead_limit"] == "none" or len(deal["trick"]["plays"]) > 0:
        return None
    limit = int(deal["options"]["lead_limit"])
    before = deal["tricks"][-limit:]
    if len(before) < limit:
        return None
    ranks = [rank(trick["plays"][0][1]) for trick in before]
    if ranks.count(ranks[0]) < limit:
        return None
    for trick in before:
        if not same_leader(deal["options"]["lead_limit_scope"], trick["plays"][0][0], deal["turn"]):
            return None
    return ranks[0]


def kings_played(deal: Deal) -> int:
    """RL-R10, RL-A3: kings count as played card by card, those in the current trick included."""
    cards = []
    for trick in [*deal["tricks"], deal["trick"]]:
        for _seat, card, _dark in trick["plays"]:
            cards.append(card)
    return len([card for card in cards if rank(card) == "K"])


def king_is_barred(deal: Deal) -> bool:
    """RK-R12, RL-R10: once three kings have been played, the fourth may not be played to a first-part trick.

    RL-A2: the part is the trick's, even when its last stock card has gone. RL-R13: in part 2 kings are free.
    """
    if deal["options"]["fourth_king_rule"] == "off":
        return False
    return deal["trick"]["part"] == 1 and kings_played(deal) == 3


def cards_allowed(deal: Deal) -> list[str]:
    """RK-R4: any card of the hand, except by RK-R9 and RK-R12; RK-R10: if nothing is left, it lapses."""
    hand = deal["hands"][deal["turn"]]
    cards = [card for card in hand if rank(card) != barred_lead(deal)]
    if king_is_barred(deal):
        cards = [card for card in cards if rank(card) != "K"]
    if cards == []:
        cards = list(hand)
    return cards


def dark_allowed(deal: Deal) -> bool:
    """RK-R5: on any turn, leading or following, if the stock holds at least one card.

    RL-R12: who has just taken a turned card into the hand plays from the hand.
    RK-A5 `forbid_dark`: no dark lead while at the limit.
    RL-A1 `forbid_dark`: no dark play once three kings are out, except by the holder of the fourth.
    """
    options = deal["options"]
    if options["dark_play"] == "off" or deal["stock"] == [] or deal["must_play_from_hand"]:
        return False
    if options["dark_barred_lead"] == "forbid_dark" and barred_lead(deal) is not None:
        return False
    if options["dark_fourth_king"] == "forbid_dark" and king_is_barred(deal):
        return any(rank(card) == "K" for card in deal["hands"][deal["turn"]])
    return True


def legal(deal: Deal) -> list[str]:
    """RK section 4: the cards allowed, and `dark`."""
    if over(deal):
        return []
    return cards_allowed(deal) + (["dark"] if dark_allowed(deal) else [])


# Playing ---------------------------------------------------------------------------------------------------


def turned_card_is_kept(deal: Deal, card: str) -> bool:
    """RK-R6: a turned card may not be taken into hand, but for RL-R12 (`keep`) and RK-A5 (`exchange`)."""
    options = deal["options"]
    if options["dark_fourth_king"] == "keep" and king_is_barred(deal) and rank(card) == "K":
        return True
    return options["dark_barred_lead"] == "exchange" and rank(card) == barred_lead(deal)


def play(deal: Deal, action: str) -> None:
    """RK-R5 to RK-R7: one turn; a card from the hand is replaced at once (`after_play`), a dark one never."""
    assert action in legal(deal)
    player = deal["turn"]
    hand, stock, trick = deal["hands"][player], deal["stock"], deal["trick"]
    if action == "dark":
        card = stock.pop(0)
        trick["not_drawing"].append(player)
        if turned_card_is_kept(deal, card):
            hand.append(card)
            deal["must_play_from_hand"] = True
            return
        trick["plays"].append((player, card, True))
    else:
        hand.remove(action)
        trick["plays"].append((player, action, False))
        deal["must_play_from_hand"] = False
        if deal["options"]["draw"] == "after_play" and stock and player not in trick["not_drawing"]:
            hand.append(stock.pop(0))
    if len(trick["plays"]) == 4:
        finish_trick(deal)
    else:
        deal["turn"] = left_of(player)  # RK-R3: clockwise


def winner_of(plays: list[tuple[str, str, bool]]) -> str:
    """RK-R8: the last card in play order whose rank equals the rank of the first card takes the trick."""
    winner = ""
    for seat, card, _dark in plays:
        if rank(card) == rank(plays[0][1]):
            winner = seat
    return winner


def finish_trick(deal: Deal) -> None:
    """RK-R8: the winner leads next. RK section 3, `after_trick`: the winner draws first, then clockwise."""
    trick = deal["trick"]
    trick["winner"] = winner_of(trick["plays"])
    deal["tricks"].append(trick)
    if deal["options"]["draw"] == "after_trick":
        seat = trick["winner"]
        for _ in SEATS:
            while (
                seat not in trick["not_drawing"]
                and deal["stock"] != []
                and len(deal["hands"][seat]) < int(deal["options"]["hand_size"])
            ):
                deal["hands"][seat].append(deal["stock"].pop(0))
            seat = left_of(seat)
    deal["turn"] = trick["winner"]
    deal["trick"] = new_trick(deal)


# Counting --------------------------------------------------------------------------------------------------


def value(card: str, options: Options) -> int:
    """RK section 2. RL section 2: Ristiklappi knows only the standard values."""
    if options.get("values", "standard") == "simple":
        return {"A": 5, "K": 4, "Q": 3, "J": 2, "T": 1}.get(rank(card), 0)
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank(card), 0)


def total(options: Options) -> int:
    """RK section 2: 120 in the standard schedule, 60 in the simple one."""
    return 60 if options.get("values", "standard") == "simple" else 120


def tricks_of(deal: Deal, side: str) -> list[dict[str, Any]]:
    """RK-R8: the winner's side takes all four cards."""
    return [trick for trick in deal["tricks"] if side_of(trick["winner"]) == side]


def pile_of(deal: Deal, side: str) -> list[str]:
    """RK-R8: the cards a side has taken."""
    return [card for trick in tricks_of(deal, side) for _seat, card, _dark in trick["plays"]]


def points_of(deal: Deal, side: str) -> int:
    """RK-R14: each side adds the values of the cards in its tricks."""
    return sum(value(card, deal["options"]) for card in pile_of(deal, side))


# Ristikontra: what a deal brings ---------------------------------------------------------------------------


def game_points(deal: Deal, side: str) -> int:
    """RK-R15: more than half the points is 1 game point; RK-R16: all of them 2; RK-R17: half each, none."""
    if points_of(deal, side) == total(deal["options"]):
        return 2
    if 2 * points_of(deal, side) > total(deal["options"]):
        return 1
    return 0


def ristikontra_result(deal: Deal) -> dict[str, Any]:
    """RK-R15, RK-R16, RK-R17."""
    scores = {side: game_points(deal, side) for side in SIDES}
    winning = [side for side in SIDES if scores[side] > 0]
    grades = {side: "win" if side in winning else "loss" if winning else "tie" for side in SIDES}
    rule = {0: "RK-R17", 1: "RK-R15", 2: "RK-R16"}[max(scores.values())]
    if deal["options"]["session"] == "cumulative":  # card points are what is added up
        scores = {side: points_of(deal, side) for side in SIDES}
    return {"grades": grades, "winner": winning[0] if winning else None, "numbers": scores, "rule": rule}


# Ristiklappi: dirt and kings -------------------------------------------------------------------------------


def is_dirty(deal: Deal, side: str) -> bool:
    """RL-R3: a side that wins a first-part trick containing at least one queen becomes dirty. RL-R9."""
    for trick in tricks_of(deal, side):
        if trick["part"] == 1 and "Q" in [rank(card) for _seat, card, _dark in trick["plays"]]:
            return True
    return False


def has_cleaned(deal: Deal, side: str) -> bool:
    """RL-R4: a dirty side cleans by winning a second-part trick with a king whose winning card is no queen.

    RL-R5: the winning card has the rank of the lead. RL-R6: anybody's king. RL-R7: lappi6 drops the queens.
    """
    if not is_dirty(deal, side):
        return False
    for trick in tricks_of(deal, side):
        if trick["part"] == 2 and "K" in [rank(card) for _seat, card, _dark in trick["plays"]]:
            (winning,) = [card for seat, card, _dark in trick["plays"] if seat == trick["winner"]]
            if rank(winning) != "Q" or deal["options"]["queen_trick_cleans"] == "on":
                return True
    return False


def is_unclean(deal: Deal, side: str) -> bool:
    """RL-R8: a side is unclean as long as it is dirty and has not cleaned."""
    return is_dirty(deal, side) and not has_cleaned(deal, side)


# Ristiklappi: results --------------------------------------------------------------------------------------


def lapland_grade(deal: Deal, side: str) -> str | None:
    """RL-R20, the tests for grades 6, 7 and 5 in that order; RL-A8 for `kusilappi_queen`. No limit, none.

    The lone queen came in the first part exactly if taking it made the side dirty.
    """
    options = deal["options"]
    if options["lapland_below"] == "none":
        return None
    if tricks_of(deal, side) == []:
        return "kortiton_lappi"
    counting = [rank(card) for card in pile_of(deal, side) if value(card, options) > 0]
    if counting == ["Q"] and (options["kusilappi_queen"] == "any_part" or is_dirty(deal, side)):
        return "kusilappi"
    if points_of(deal, side) < int(options["lapland_below"]):
        return "lappi"
    return None


def tie_winner(deal: Deal) -> str | None:
    """RL grade 2, RL section 10 example 11: with `tie_break = cards` more cards win a 60-60."""
    if deal["options"]["tie_break"] == "none":
        return None
    return "NS" if len(pile_of(deal, "NS")) > len(pile_of(deal, "EW")) else "EW"


def winner_on_points(deal: Deal) -> str | None:
    """RL-R15, RL-R20, RL-A6: at least 61 wins; 60-60 is a tie unless the cards decide."""
    if points_of(deal, "NS") == points_of(deal, "EW"):
        return tie_winner(deal)
    return "NS" if points_of(deal, "NS") > points_of(deal, "EW") else "EW"


def honour_result(deal: Deal) -> dict[str, Any]:
    """RL-R15, RL-R16, RL-R17; before them, with a limit, grades 6, 7 and 5 (RL-A15)."""
    shame: dict[str, str | None] = {}
    for side in SIDES:
        shame[side] = lapland_grade(deal, side) or ("dishonourable_loss" if is_unclean(deal, side) else None)
    losing = [side for side in SIDES if shame[side] is not None]
    if losing == []:  # RL-R15, RL-A4; RL-A16's point loss is among 5a's results the honourable loss
        winner = winner_on_points(deal)
        if winner is None:
            return {"grades": dict.fromkeys(SIDES, "tie"), "winner": None, "rule": "RL-R15"}
        grades = {winner: "win", other_side(winner): "honourable_loss"}
        return {"grades": grades, "winner": winner, "rule": "RL-R15"}
    if len(losing) == 1:  # RL-R16, or RL-R21 for Lapland
        winner = other_side(losing[0])
        rule = "RL-R16" if shame[losing[0]] == "dishonourable_loss" else "RL-R21"
        return {"grades": {winner: "win", losing[0]: shame[losing[0]]}, "winner": winner, "rule": rule}
    if shame["NS"] == shame["EW"] == "dishonourable_loss":
        winner = winner_of_two_unclean(deal)
        if winner is not None:
            shame[winner] = "win"
        return {"grades": dict(shame), "winner": winner, "rule": "RL-R17"}
    return {"grades": dict(shame), "winner": None, "rule": None}  # RL-A16: which rule to quote is not said


def winner_of_two_unclean(deal: Deal) -> str | None:
    """RL-R17: nobody; RL-A16, `points_decide`: more points wins, and at 60-60 both lose."""
    if deal["options"]["both_unclean"] == "both_lose" or points_of(deal, "NS") == points_of(deal, "EW"):
        return None
    return "NS" if points_of(deal, "NS") > points_of(deal, "EW") else "EW"


def graded_result(deal: Deal) -> dict[str, Any]:
    """RL-R20 side by side, then RL-R21: exactly one with a grade 4-7 loses, two both lose."""
    shame: dict[str, str | None] = {}
    for side in SIDES:
        shame[side] = lapland_grade(deal, side) or ("piss_game" if is_unclean(deal, side) else None)
    losing = [side for side in SIDES if shame[side] is not None]
    if losing == []:
        winner = winner_on_points(deal)
        if winner is None:
            return {"grades": dict.fromkeys(SIDES, "tie"), "winner": None, "rule": "RL-R20"}
        grades = {winner: "win", other_side(winner): "point_loss"}
        return {"grades": grades, "winner": winner, "rule": "RL-R20"}
    if len(losing) == 1:
        winner = other_side(losing[0])
        return {"grades": {winner: "win", losing[0]: shame[losing[0]]}, "winner": winner, "rule": "RL-R21"}
    winner = None
    if shame["NS"] == shame["EW"] == "piss_game":  # that RL-A16 holds for grades too is a reading of ours
        winner = winner_of_two_unclean(deal)
        if winner is not None:
            shame[winner] = "win"
    return {"grades": dict(shame), "winner": winner, "rule": "RL-R21"}


def coins(deal: Deal, winner: str | None) -> int:
    """RL section 6, `numeric = coins`: 1 more points, 2 opponents dirty, 3 for 118+, 4 for all tricks, 5 if
    the opponents are dirty and a queen is their only counting card.

    Not settled: which of several counts (here the highest), and that dirty means unclean at the end.
    """
    if winner is None:
        return 0
    loser = other_side(winner)
    counting = [rank(card) for card in pile_of(deal, loser) if value(card, deal["options"]) > 0]
    if is_unclean(deal, loser) and counting == ["Q"]:
        return 5
    if len(tricks_of(deal, winner)) == 13:
        return 4
    if points_of(deal, winner) >= 118:
        return 3
    if is_unclean(deal, loser):
        return 2
    return 1


def ristiklappi_result(deal: Deal) -> dict[str, Any]:
    """RL section 5: 5a or 5b."""
    result = graded_result(deal) if deal["options"]["results"] == "grades" else honour_result(deal)
    if deal["options"]["numeric"] == "coins":
        won = coins(deal, result["winner"])
        result["numbers"] = {result["winner"]: won} if result["winner"] else dict.fromkeys(SIDES, 0)
    else:
        result["numbers"] = {
            side: points_of(deal, side) for side in SIDES
        }  # RL-R19: no score, only the count
    return result


# The next deal ---------------------------------------------------------------------------------------------


def ristikontra_next_dealer(dealer: str) -> str:
    """RK-R19: always the player to the left of the previous dealer, also after a tie."""
    return left_of(dealer)


def ristiklappi_next_dealer(dealer: str, result: dict[str, Any]) -> str:
    """RL-R18, RL-A5, RL-A14, RL-A15: after a shameful loss the first winner clockwise of the dealer deals.

    Otherwise, and when nobody wins, the deal passes to the left.
    """
    shameful = ["dishonourable_loss", "piss_game", "lappi", "kortiton_lappi", "kusilappi"]
    seat = left_of(dealer)
    if result["winner"] is not None and result["grades"][other_side(result["winner"])] in shameful:
        while side_of(seat) != result["winner"]:
            seat = left_of(seat)
    return seat
