"""4.2: reservations, naming, poverty, throwing in; up to the first lead. Also V13, V14, V30."""

from tests.reference.doppelkopf.cards import (
    Deal,
    card_points,
    cards_each,
    chosen,
    left_of,
    trumps,
)

CLASSES = ["compulsory", "voluntary", "poverty", "throw-in", "wedding"]
"""R5, highest first. Where throwing in belongs is not said: behind poverty, a reading of ours."""


# What a hand may name --------------------------------------------------------------------------------------


def trumps_in(hand: list[str], deal: Deal) -> list[str]:
    """The trumps of a normal game."""
    return [card for card in hand if card in trumps("normal", deal["options"])]


def counted_trumps(deal: Deal, seat: str) -> list[str]:
    """V13: the trumps in hand that count for a poverty; by the variant not a fox that is dealt alone.

    The fox that is not counted need not be among the three cards, or four trumps would not fit into three; a
    reading of ours.
    """
    held = trumps_in(deal["hands"][seat], deal)
    if deal["options"]["poverty_fox"] == "single_free" and deal["dealt"][seat].count("AD") == 1:
        held = [card for card in held if card != "AD"]
    return held


def may_throw_in(hand: list[str], deal: Deal) -> bool:
    """V14: whether a hand meets any of the conditions in force. A hand without trumps has none too high."""
    order = trumps("normal", deal["options"])
    held = trumps_in(hand, deal)
    met = {
        "nines5": len([card for card in hand if card[0] == "9"]) >= 5,
        "kings5": len([card for card in hand if card[0] == "K"]) >= 5,
        "kings6": len([card for card in hand if card[0] == "K"]) >= 6,
        "tens7": len([card for card in hand if card_points(card) >= 10]) >= 7,
        "points70": sum(card_points(card) for card in hand) >= 70,
        "fox_high": all(order.index(card) >= order.index("AD") for card in held),
        "jack_high": all(order.index(card) >= order.index("JD") for card in held),
    }
    return any(met[condition] for condition in chosen(deal["options"], "throw_in"))


def solo_class(deal: Deal, seat: str) -> str:
    """R5, R7: a solo is the compulsory one until that has been played; with V8 off all are voluntary."""
    if deal["options"]["compulsory_solos"] == "1" and seat not in deal["solos_done"]:
        return "compulsory"
    return "voluntary"


def bids(deal: Deal, seat: str, name: str) -> list[str]:
    """R2, R4, V13, V14: what this seat may name in one class."""
    hand = deal["hands"][seat]
    if name in ("compulsory", "voluntary"):
        if solo_class(deal, seat) != name:
            return []
        return [f"bid solo {solo}" for solo in chosen(deal["options"], "solos")]
    if name == "poverty":
        poor = len(counted_trumps(deal, seat)) <= 3
        return ["bid poverty"] if poor and deal["options"]["poverty"] != "off" else []
    if name == "throw-in":
        return ["bid throw-in"] if may_throw_in(hand, deal) else []
    if hand.count("QC") < 2:
        return []
    if deal["options"]["wedding_partner"] == "chosen":
        return ["bid wedding foreign", "bid wedding plain", "bid wedding trump"]
    return ["bid wedding"]


def all_bids(deal: Deal, seat: str) -> list[str]:
    """R4: what this seat may name at all."""
    return [bid for name in CLASSES for bid in bids(deal, seat, name)]


# What may be done ------------------------------------------------------------------------------------------


def may_withdraw(deal: Deal, seat: str) -> bool:
    """R8, V30: the one who has just said it, as long as nobody has done anything since."""
    return bool(deal["options"]["withdraw"] == "on" and deal["log"][-1:] == [(seat, "say reservation")])


def options_of(deal: Deal, seat: str) -> list[str]:
    """What a seat may do before play."""
    actions = ["withdraw"] if may_withdraw(deal, seat) else []
    if seat != deal["turn"]:
        return actions
    if deal["phase"] == "reservations":
        return [*actions, "say healthy", *(["say reservation"] if all_bids(deal, seat) else [])]
    if deal["phase"] == "naming":
        asked, _ = deal["questions"][0]
        if asked == "any":
            return actions + all_bids(deal, seat)
        later = [
            bid for name, whom in deal["questions"][1:] if whom == seat for bid in bids(deal, seat, name)
        ]
        mine = bids(deal, seat, asked)
        return actions + mine + (["pass"] if later or not mine else [])
    if deal["phase"] == "poverty discard":
        hand = deal["hands"][seat]
        due = 3 - len(deal["put"])
        if len(counted_trumps(deal, deal["turn"])) == due:  # V13: all his trumps among the three
            hand = counted_trumps(deal, deal["turn"])
        return [f"discard {card}" for card in sorted(set(hand))]
    if deal["phase"] == "poverty offer":
        return ["accept", "pass"]
    if deal["phase"] == "poverty return":
        return [f"discard {card}" for card in sorted(set(deal["hands"][seat]))]
    return []


# Doing it --------------------------------------------------------------------------------------------------


def do(deal: Deal, seat: str, action: str) -> None:
    """One action before play; the caller has checked it."""
    if action == "withdraw":
        deal["said"][-1] = (seat, "say healthy")
        if deal["phase"] == "naming":
            ask(deal)
    elif deal["phase"] == "reservations":
        deal["said"].append((seat, action))
        deal["turn"] = left_of(seat)
        if len(deal["said"]) == 4:
            ask(deal)
    elif deal["phase"] == "naming":
        if action == "pass":
            deal["questions"].pop(0)
            deal["turn"] = deal["questions"][0][1]
        else:
            name_game(deal, seat, action)
    else:
        exchange(deal, seat, action)


def ask(deal: Deal) -> None:
    """R3, R4, R5: nobody, one, or class by class in seat order; with V8 off nobody is asked for class 1."""
    owners = [seat for seat, word in deal["said"] if word == "say reservation"]
    if owners == []:
        deal["game"] = {"kind": "normal"}
        start_play(deal)
        return
    classes = ["any"] if len(owners) == 1 else classes_in_force(deal)
    deal["questions"] = [(name, owner) for name in classes for owner in owners]
    deal["phase"] = "naming"
    deal["turn"] = deal["questions"][0][1]


def classes_in_force(deal: Deal) -> list[str]:
    """R5: the classes that the options know."""
    off = []
    if deal["options"]["compulsory_solos"] == "0":
        off.append("compulsory")
    if deal["options"]["poverty"] == "off":
        off.append("poverty")
    if deal["options"]["throw_in"] == "off":
        off.append("throw-in")
    if deal["options"]["poverty_class"] == "after_wedding":
        return [name for name in [*CLASSES[:2], "throw-in", "wedding", "poverty"] if name not in off]
    return [name for name in CLASSES if name not in off]


def name_game(deal: Deal, seat: str, action: str) -> None:
    """R5: the first yes ends the enquiry. V13 `redeal`, V14: the cards are dealt again."""
    words = action.split()
    if words[1] == "solo":
        deal["game"] = {
            "kind": "solo",
            "declarer": seat,
            "solo": words[2],
            "compulsory": solo_class(deal, seat) == "compulsory",
        }
        start_play(deal)
    elif words[1] == "wedding":
        deal["game"] = {"kind": "wedding", "declarer": seat, "wanted": words[-1]}
        start_play(deal)
    elif words[1] == "throw-in" or deal["options"]["poverty"] == "redeal":
        deal["phase"], deal["turn"] = "redeal", None
    else:
        deal["game"] = {"kind": "poverty", "declarer": seat, "partner": None}
        deal["phase"] = "poverty discard"
        deal["turn"] = seat


def exchange(deal: Deal, seat: str, action: str) -> None:
    """V13 `shift`: three cards away, an offer from the left on, three cards back."""
    poor = deal["game"]["declarer"]
    if action == "accept":
        deal["game"]["partner"] = seat
        deal["hands"][seat] += deal["put"]
        deal["put"] = []
        deal["phase"] = "poverty return"
    elif action == "pass":
        deal["turn"] = left_of(seat)
        if deal["turn"] == poor:
            deal["phase"], deal["turn"] = "redeal", None
    else:
        card = action.split()[1]
        deal["hands"][seat].remove(card)
        deal["put"].append(card)
        if len(deal["put"]) < 3:
            return
        if deal["phase"] == "poverty discard":
            deal["phase"] = "poverty offer"
            deal["turn"] = left_of(poor)
        else:
            deal["trumps_returned"] = len(trumps_in(deal["put"], deal))
            deal["hands"][poor] += deal["put"]
            deal["put"] = []
            start_play(deal)


def first_leader(deal: Deal) -> str:
    """R11, V9: the dealer's left, but the soloist in a compulsory solo (`always`: in any declared solo)."""
    game = deal["game"]
    if game["kind"] == "solo":
        scheme = deal["options"]["solo_leads"]
        if scheme == "always" or (scheme == "compulsory_only" and game["compulsory"]):
            seat: str = game["declarer"]
            return seat
    return left_of(deal["dealer"])


def start_play(deal: Deal) -> None:
    """4.1: the reservations are over."""
    assert all(len(hand) == cards_each(deal["options"]) for hand in deal["hands"].values())
    deal["start_hands"] = {seat: list(hand) for seat, hand in deal["hands"].items()}
    deal["phase"] = "play"
    deal["turn"] = first_leader(deal)
