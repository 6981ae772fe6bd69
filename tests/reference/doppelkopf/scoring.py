"""Section 6: who has won, what it is worth item by item, and who pays whom."""

from typing import Any

from tests.reference.doppelkopf.calls import highest
from tests.reference.doppelkopf.cards import SEATS, Deal, Options, chosen, other, points_in, suit_of
from tests.reference.doppelkopf.parties import clarification, is_solo, members, mode_of, party

Facts = dict[str, Any]
"""What scoring asks of a deal: `points`, `tricks`, `announced`, `bid` (0 for none) by party; `solo`; and
`special`, a list of (rule, text, party)."""
Item = dict[str, Any]
"""`rule`, `text`, `party` that gets it, `points`."""

PARTIES = ["re", "kontra"]


# What there is to count ------------------------------------------------------------------------------------


def winning_play(trick: dict[str, Any]) -> dict[str, Any]:
    """The card that took a trick."""
    (play,) = [play for play in trick["plays"] if play["seat"] == trick["winner"]]
    found: dict[str, Any] = play
    return found


def is_heart_trick(deal: Deal, trick: dict[str, Any]) -> bool:
    """V17, V21: all four followed suit with plain hearts."""
    suits = [suit_of(play["card"], mode_of(deal), deal["options"]) for play in trick["plays"]]
    return suits == ["H", "H", "H", "H"]


def facts_of(deal: Deal) -> Facts:
    """Everything, by the parties at the end (A13)."""
    taken = {
        side: [trick for trick in deal["tricks"] if party(deal, trick["winner"]) == side] for side in PARTIES
    }
    return {
        "points": {side: sum(points_in(trick) for trick in taken[side]) for side in PARTIES},
        "tricks": {side: len(taken[side]) for side in PARTIES},
        "announced": {side: highest(deal, side) >= 0 for side in PARTIES},
        "bid": {side: max(highest(deal, side), 0) for side in PARTIES},
        "solo": is_solo(deal),
        "special": [] if is_solo(deal) else special_points(deal),
    }


def special_points(deal: Deal) -> list[tuple[str, str, str | None]]:
    """S16 to S18, V16, V17, V26, V29, A14, A15; S15 waits for the winner."""
    options = deal["options"]
    counted = chosen(options, "special_points")
    found = []
    for trick in deal["tricks"]:
        side = party(deal, trick["winner"])
        lost = [play for play in trick["plays"] if party(deal, play["seat"]) != side]
        if not is_before_clarification(deal, trick):
            if "doppelkopf" in counted and points_in(trick) >= 40:
                found.append(("S16", "Doppelkopf", side))
            for play in lost:
                if "fox" in counted and play["card"] == "AD" and not play["piglet"]:
                    found.append(("S17", "fox caught", side))
        if options["heart_trick"] == "1" and is_heart_trick(deal, trick):
            found.append(("V17", "heart trick", side))
        both = winning_play(trick)["card"] == "TH" and "TH" in [play["card"] for play in lost]
        if options["dulle_beats_dulle"] == "1" and options["dulle"] == "on" and both:
            found.append(("V17", "Dulle beats Dulle", side))
    last = deal["tricks"][-1]
    side = party(deal, last["winner"])
    winning = winning_play(last)
    if "karlchen" in counted and winning["card"] == "JC":
        found.append(("S18", "Karlchen", side))
    if options["karlchen_caught"] == "on":
        for play in last["plays"]:
            if play["card"] == "JC" and party(deal, play["seat"]) != side:
                found.append(("V16", "Karlchen caught", side))
    if options["fox_last_trick"] == "1" and winning["card"] == "AD" and not winning["piglet"]:
        found.append(("V17", "fox wins the last trick", side))  # what the option means is a reading of ours
    return found


def is_before_clarification(deal: Deal, trick: dict[str, Any]) -> bool:
    """A13, V29: up to the clarification trick itself, in which nobody knew yet (R16), a reading of ours."""
    clear = clarification(deal)
    if deal["options"]["wedding_fox"] == "final_parties" or clear is None:
        return False
    number: int = trick["number"]
    return number <= clear[0]


# Who has won -----------------------------------------------------------------------------------------------


def has_nothing(facts: Facts, side: str, options: Options) -> bool:
    """V5: no trick, or no card points."""
    if options["schwarz_means"] == "no_points":
        return bool(facts["points"][side] == 0)
    return bool(facts["tricks"][side] == 0)


def meets_own_bid(facts: Facts, side: str, options: Options) -> bool:
    """6.1: 151, 181, 211, or the opponents have nothing."""
    bid = facts["bid"][side]
    if bid == 4:
        return has_nothing(facts, other(side), options)
    return bool(facts["points"][side] >= {1: 151, 2: 181, 3: 211}[bid])


def winner_of_deal(facts: Facts, options: Options) -> str | None:
    """S1 to S5, V4."""
    points, announced, bid = facts["points"], facts["announced"], facts["bid"]
    if bid["re"] == 0 and bid["kontra"] == 0:
        if options["target_rule"] == "seed_literal" and (announced["re"] or announced["kontra"]):
            for side in PARTIES:
                if points[side] >= 121:
                    return side
            return None
        if announced["kontra"] and not announced["re"]:  # S2
            return "re" if points["re"] >= 120 else "kontra"
        return "re" if points["re"] >= 121 else "kontra"  # S1
    if bid["re"] == 0 or bid["kontra"] == 0:  # S3
        bidder = "re" if bid["re"] > 0 else "kontra"
        return bidder if meets_own_bid(facts, bidder, options) else other(bidder)
    for side in PARTIES:  # S4
        if meets_own_bid(facts, side, options):
            return side
    return None  # S5


def rule_of_win(facts: Facts, options: Options) -> str:
    """Which of S1 to S5 (or V4) decided."""
    bidders = [side for side in PARTIES if facts["bid"][side] > 0]
    if len(bidders) == 2:
        return "S5" if winner_of_deal(facts, options) is None else "S4"
    if len(bidders) == 1:
        return "S3"
    if options["target_rule"] == "seed_literal" and (
        facts["announced"]["re"] or facts["announced"]["kontra"]
    ):
        return "V4"
    return "S2" if facts["announced"]["kontra"] and not facts["announced"]["re"] else "S1"


# What it is worth ------------------------------------------------------------------------------------------


def game_items(facts: Facts, options: Options) -> list[Item]:
    """S10 to S14."""
    items: list[Item] = []

    def give(rule: str, text: str, side: str, points: int) -> None:
        items.append({"rule": rule, "text": text, "party": side, "points": points})

    winner = winner_of_deal(facts, options)
    if winner is not None:
        give("S10", "won", winner, 1)
        for side in PARTIES:
            if facts["announced"][side] and options["re_kontra_value"] == "plus2":
                give("S12", side, winner, 2)
            for level in range(1, facts["bid"][side] + 1):
                give("S13", f"{side} called {['no 90', 'no 60', 'no 30', 'schwarz'][level - 1]}", winner, 1)
    for side in PARTIES:
        if winner == side or (winner is None and options["both_fail"] == "ddv"):
            for limit in (90, 60, 30):
                if facts["points"][other(side)] < limit:
                    give("S11", f"under {limit}", side, 1)
            if has_nothing(facts, other(side), options):
                give("S11", "schwarz", side, 1)
        bid = facts["bid"][other(side)]
        for level, limit in ((1, 120), (2, 90), (3, 60), (4, 30)):
            counts = level <= bid if options["exceed_cumulative"] == "on" else level == bid
            if counts and facts["points"][side] >= limit:
                give("S14", f"{limit} reached against level {level}", side, 1)
    return items


def special_items(facts: Facts, options: Options) -> list[Item]:
    """S15 to S19, V26, V28."""
    items = [
        {"rule": rule, "text": text, "party": side, "points": 1} for rule, text, side in facts["special"]
    ]
    kontra_won = winner_of_deal(facts, options) == "kontra"
    in_force = "elders" in chosen(options, "special_points")
    if kontra_won and in_force and (not facts["solo"] or options["elders_in_solo"] == "on"):
        items.append({"rule": "S15", "text": "against the queens of clubs", "party": "kontra", "points": 1})
    return items


def net(items: list[Item]) -> int:
    """S20: Re's points less Kontra's."""
    return sum(item["points"] if item["party"] == "re" else -item["points"] for item in items)


def settle(facts: Facts, options: Options) -> dict[str, Any]:
    """S20, V18, V25: the winner, the items, and the value for Re.

    V18: `double` leaves the special points outside, `double_all` takes them in; if nobody has won nothing is
    doubled, as S12 is not given then (a reading of ours). V25 off: if nobody has won nothing is cut.
    """
    winner = winner_of_deal(facts, options)
    game, special = game_items(facts, options), special_items(facts, options)
    items = game + special
    if options["re_kontra_value"] != "plus2" and winner is not None:
        doubled = game if options["re_kontra_value"] == "double" else game + special
        times = 1
        for side in PARTIES:
            times *= 2 if facts["announced"][side] else 1
        items.append({"rule": "V18", "text": "doubled", "party": "re", "points": net(doubled) * (times - 1)})
    value = net(items)
    turned = (winner == "re" and value < 0) or (winner == "kontra" and value > 0)
    if options["backdoor"] == "off" and turned:
        items.append({"rule": "V25", "text": "the loser gets nothing", "party": "re", "points": -value})
        value = 0
    return {"winner": winner, "rule": rule_of_win(facts, options), "items": items, "value": value}


def payments(deal: Deal, value: int) -> dict[str, int]:
    """S21, S22: +v and -v; a soloist three times."""
    paid = {seat: value if party(deal, seat) == "re" else -value for seat in SEATS}
    if is_solo(deal):
        paid[members(deal, "re")[0]] = 3 * value
    return paid


def counted(paid: dict[str, int], options: Options) -> dict[str, int]:
    """V23: everything, only what is won, or only what is lost; a reading of ours."""
    if options["counting"] == "plus":
        return {seat: max(points, 0) for seat, points in paid.items()}
    if options["counting"] == "minus":
        return {seat: min(points, 0) for seat, points in paid.items()}
    return paid


def result(deal: Deal) -> dict[str, Any]:
    """All of section 6, of a deal that is over; without bock."""
    assert deal["phase"] == "over"
    facts = facts_of(deal)
    found = settle(facts, deal["options"])
    found["facts"] = facts
    found["seats"] = counted(payments(deal, found["value"]), deal["options"])
    return found
