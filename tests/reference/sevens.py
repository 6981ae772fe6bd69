"""A second Sedma, written from the rules page and naively: lists of cards, and no code of the engine."""

from typing import Any

Deal = dict[str, Any]
ALL = {"4": "NESW", "2": "NS"}


def begin(hands: dict[str, list[str]], stock: list[str], dealer: str, options: dict[str, str]) -> Deal:
    """A deal before the first lead."""
    seats = ALL[options["players"]]
    leader = seats[(seats.index(dealer) + 1) % len(seats)]
    return {
        "options": options,
        "seats": seats,
        "hands": {seat: list(cards) for seat, cards in hands.items()},
        "stock": list(stock),
        "leader": leader,
        "trick": [],
        "tricks": [],
    }


def turn(deal: Deal) -> str:
    """The seat to act."""
    seats: str = deal["seats"]
    return seats[(seats.index(deal["leader"]) + len(deal["trick"])) % len(seats)]


def over(deal: Deal) -> bool:
    """Tell if all cards are played and the last trick is taken."""
    return not deal["trick"] and not any(deal["hands"].values())


def answers(deal: Deal, card: str) -> bool:
    """Tell if a card counts as one of the rank led."""
    led = deal["trick"][0][1][0]
    return card[0] == led or (card[0] == "7" and deal["options"]["sevens"] == "wild")


def winner(deal: Deal) -> str:
    """The seat that has the trick so far."""
    best: str = deal["leader"]
    for seat, card in deal["trick"]:
        if answers(deal, card):
            best = seat
    return best


def asked(deal: Deal) -> bool:
    """Tell if the leader is asked to go on or to stop."""
    played = len(deal["trick"])
    if not played or played % len(deal["seats"]) or not deal["hands"][deal["leader"]]:
        return False
    rule: str = deal["options"]["go_on"]
    if rule == "if_beaten":
        apart: int = deal["seats"].index(winner(deal)) - deal["seats"].index(deal["leader"])
        return apart % 2 == 1
    return rule == "always"


def legal(deal: Deal) -> list[str]:
    """The legal actions of the seat to act."""
    hand = deal["hands"][turn(deal)]
    if asked(deal):
        return [*(card for card in hand if answers(deal, card)), "stop"]
    return list(hand)


def play(deal: Deal, action: str) -> None:
    """Do it."""
    if action != "stop":
        seat = turn(deal)
        deal["hands"][seat].remove(action)
        deal["trick"].append((seat, action))
        if len(deal["trick"]) % len(deal["seats"]) or asked(deal):
            return
    taken = winner(deal)
    order = deal["seats"][deal["seats"].index(taken) :] + deal["seats"][: deal["seats"].index(taken)]
    while deal["stock"] and len(deal["hands"][taken]) < 4:
        for seat in order:
            deal["hands"][seat].append(deal["stock"].pop(0))
    points = 10 * sum(card[0] in "AT" for _, card in deal["trick"])
    points += 0 if any(deal["hands"].values()) else 10
    deal["tricks"].append((taken, points))
    deal["leader"], deal["trick"] = taken, []


def points_of(deal: Deal, seats: str) -> int:
    """The card points of some seats."""
    return sum(points for seat, points in deal["tricks"] if seat in seats)
