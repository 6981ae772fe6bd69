"""Kontra once more: slow, naive, and written from the rules as written alone.

Nothing here comes from the engine. A card is two letters (`QS`), a deal in progress is one dictionary, and
whatever the rules ask of the past is looked up in the list of tricks. Each function names the rules it
follows (`KO-`; R a rule, A a ruling).

What a seat may do, as text:

    7S          play this card from the hand
    top         play the pack's top card while it lies face up
    dark        play the pack's top card while it lies face down
    bottom      lead the face-up bottom card; the first lead only
    decline     refuse to unlock the pack; only where unlocking is optional
    spice 7S    add this card from the hand to the trick just won
    spice dark  add the pack's top card to the trick just won
"""

from typing import Any

Deal = dict[str, Any]
Options = dict[str, Any]

DEFAULTS: Options = {
    "players": "2",
    "session": "single",
    "deals": 6,
    "unlock": "compulsory",
    "recut": "tied",
    "unlock_trick_dark": "allowed",
    "visible_top": "playable",
    "min_dealer": 21,
    "spice": "on",
}


# Seats and the deal ----------------------------------------------------------------------------------------


def seats(options: Options) -> list[str]:
    """KO section 1: two or three players, clockwise."""
    return ["N", "S"] if options["players"] == "2" else ["N", "E", "S"]


def left_of(seat: str, options: Options) -> str:
    """KO section 1: dealing and play go clockwise."""
    round_the_table = seats(options) + seats(options)
    return round_the_table[round_the_table.index(seat) + 1]


def round_from(seat: str, options: Options) -> list[str]:
    """All players clockwise, beginning with this one."""
    order = [seat]
    while len(order) < len(seats(options)):
        order.append(left_of(order[-1], options))
    return order


def rank(card: str) -> str:
    """KO section 2: suits never matter, only equality of rank does."""
    return card[0]


def deal_out(cards: list[str], dealer: str, options: Options) -> Deal:
    """KO section 3: two rounds of packets of three, from the dealer's left; the rest is the pack."""
    cards = list(cards)
    hands: dict[str, list[str]] = {seat: [] for seat in seats(options)}
    for _ in range(2):
        for seat in round_from(left_of(dealer, options), options):
            for _ in range(3):
                hands[seat].append(cards.pop(0))
    return begin(hands, cards, dealer, options)


def begin(hands: dict[str, list[str]], pack: list[str], dealer: str, options: Options) -> Deal:
    """KO section 3: the top and the bottom card of the pack are turned up; equal ranks lock it.

    The pack is listed from the top; its last card is the bottom card.
    """
    deal: Deal = {
        "options": {**DEFAULTS, **options},
        "hands": {seat: list(hands[seat]) for seat in seats(options)},
        "pack": list(pack),
        "dealer": dealer,
        "top": pack[0],  # what was turned up, wherever it is now
        "bottom": pack[-1],
        "locked": rank(pack[0]) == rank(pack[-1]),
        "declined": [],  # who has refused to unlock
        "tricks": [],
        "spicing": False,  # the last trick's winner has still to add a card
    }
    deal["trick"] = new_trick(deal)
    deal["turn"] = first_to_act(deal)
    return deal


def new_trick(deal: Deal) -> dict[str, Any]:
    """A trick's plays as (seat, card, `hand`, `top`, `dark` or `bottom`), and the pack it began with."""
    return {"plays": [], "added": [], "winner": None, "pack_before": len(deal["pack"])}


def locking_cards(deal: Deal, seat: str) -> list[str]:
    """KO-R3: the cards of a hand that unlock the pack: those of the rank of top and bottom."""
    return [card for card in deal["hands"][seat] if rank(card) == rank(deal["top"])]


def asked_to_unlock(deal: Deal) -> str | None:
    """KO-R3: who leads to unlock: the dealer, otherwise the nearest at the dealer's left; None for nobody.

    KO-A3: where it is optional, those who declined are passed over.
    """
    if not deal["locked"]:
        return None
    for seat in round_from(deal["dealer"], deal["options"]):
        if locking_cards(deal, seat) != [] and seat not in deal["declined"]:
            return seat
    return None


def locked_for_good(deal: Deal) -> bool:
    """KO-R5: the pack is locked and nobody unlocks it."""
    if not deal["locked"]:
        return False
    return asked_to_unlock(deal) is None


def first_to_act(deal: Deal) -> str:
    """KO-R1, KO-R3, KO-R5: who unlocks, otherwise the dealer."""
    return asked_to_unlock(deal) or deal["dealer"]


def top_is_face_up(deal: Deal) -> bool:
    """KO-R2, KO-A5: as long as the card turned up on top lies there; nothing else is turned up."""
    return deal["top"] in deal["pack"]


def bottom_is_face_up(deal: Deal) -> bool:
    """KO-R17: unless it was led, the bottom card lies face up to the end."""
    return deal["bottom"] in deal["pack"]


def over(deal: Deal) -> bool:
    """KO section 4: all hands have been played, and nothing is left to spice."""
    return all(hand == [] for hand in deal["hands"].values()) and not deal["spicing"]


# Phases ----------------------------------------------------------------------------------------------------


def in_endgame(deal: Deal) -> bool:
    """KO-R14: one card (two players) or two (three) in the pack as the trick begins: fewer than players.

    With `spice = off` the pack shrinks otherwise, to none (two players) or one (three): too few all the same.
    """
    return int(deal["trick"]["pack_before"]) < len(seats(deal["options"]))


def hands_only(deal: Deal) -> bool:
    """KO-R5, KO-R15, KO-R16: neither drawing nor dark play nor spice."""
    return locked_for_good(deal) or in_endgame(deal)


def phase(deal: Deal) -> str:
    """KO section 4, the names of its phases in small letters."""
    if over(deal):
        return "score"
    if deal["spicing"]:
        return "spice"
    if locked_for_good(deal):
        return "locked_end"
    if deal["tricks"] == [] and deal["trick"]["plays"] == []:
        return "first_lead"
    if not in_endgame(deal):
        return "normal"
    return "endgame1" if deal["pack"] != [] else "endgame"


# What a seat may do ----------------------------------------------------------------------------------------


def unlocked_by_this_trick(deal: Deal) -> bool:
    """KO-R3, KO-A4: whether the trick in progress is the one whose lead unlocked the pack."""
    return rank(deal["top"]) == rank(deal["bottom"]) and deal["tricks"] == [] and not deal["locked"]


def top_may_be_played(deal: Deal) -> bool:
    """KO-R7: not locked, and three cards or more in the pack when the trick began.

    KO-R1: the dealer may lead the face-up top card. KO-A4 `forbidden`: no dark play in the unlocking trick.
    KO-A5 `draw_only`: a card that still lies face up after the first lead may only be drawn.
    """
    options = deal["options"]
    if deal["locked"] or hands_only(deal) or deal["trick"]["pack_before"] < 3 or deal["pack"] == []:
        return False
    if options["unlock_trick_dark"] == "forbidden" and unlocked_by_this_trick(deal):
        return False
    if phase(deal) == "first_lead":
        return True
    return not top_is_face_up(deal) or bool(options["visible_top"] == "playable")


def legal(deal: Deal, seat: str) -> list[str]:
    """KO section 4, the table of legal moves: what this seat may do now."""
    if over(deal) or seat != deal["turn"]:
        return []
    hand = list(deal["hands"][seat])
    if phase(deal) == "spice":  # KO-R11
        return [f"spice {card}" for card in hand] + ["spice dark"]
    if asked_to_unlock(deal) is not None:  # KO-R4, KO-A3
        return locking_cards(deal, seat) + (["decline"] if deal["options"]["unlock"] == "optional" else [])
    actions = hand  # KO-R6: any card
    if top_may_be_played(deal):
        actions.append("top" if top_is_face_up(deal) else "dark")
    if phase(deal) == "first_lead":
        actions.append("bottom")
    return actions


# Doing it --------------------------------------------------------------------------------------------------


def act(deal: Deal, action: str) -> None:
    """One action of the seat whose turn it is."""
    assert action in legal(deal, deal["turn"])
    if action == "decline":
        deal["declined"].append(deal["turn"])
        deal["turn"] = first_to_act(deal)
    elif action.startswith("spice "):
        spice(deal, action.removeprefix("spice "))
    else:
        play(deal, action)


def play(deal: Deal, action: str) -> None:
    """KO-R6 to KO-R9: a card from the hand is replaced at once, one from the pack never."""
    player, trick = deal["turn"], deal["trick"]
    if action in ["top", "dark"]:
        trick["plays"].append((player, deal["pack"].pop(0), action))
    elif action == "bottom":
        trick["plays"].append((player, deal["pack"].pop(), action))
    else:
        if asked_to_unlock(deal) is not None:
            deal["locked"] = False  # KO-R3: leading the third card of the rank unlocks
        deal["hands"][player].remove(action)
        trick["plays"].append((player, action, "hand"))
        draw(deal, player)
    if len(trick["plays"]) < len(seats(deal["options"])):
        deal["turn"] = left_of(player, deal["options"])
    else:
        finish_plays(deal)


def draw(deal: Deal, player: str) -> None:
    """KO-R9, KO-R11: back to six from the top of the pack; not in the endgame, nor when locked for good."""
    if not hands_only(deal):
        deal["hands"][player].append(deal["pack"].pop(0))


def winner_of(plays: list[tuple[str, str, str]]) -> str:
    """KO-R10: the last card of the rank of the first card takes the trick."""
    winner = ""
    for seat, card, _how in plays:
        if rank(card) == rank(plays[0][1]):
            winner = seat
    return winner


def finish_plays(deal: Deal) -> None:
    """KO-R11: the winner of an ordinary trick spices. KO-R15: the first of the endgame takes what is left."""
    trick = deal["trick"]
    trick["winner"] = winner_of(trick["plays"])
    deal["turn"] = trick["winner"]
    if locked_for_good(deal):
        finish_trick(deal)
    elif in_endgame(deal):
        while deal["pack"] != []:
            trick["added"].append(deal["pack"].pop(0))
        finish_trick(deal)
    elif deal["options"]["spice"] == "off":
        finish_trick(deal)
    else:
        deal["spicing"] = True


def spice(deal: Deal, what: str) -> None:
    """KO-R11: any card from the hand, which is replaced at once, or the top card of the pack."""
    player = deal["turn"]
    if what == "dark":
        deal["trick"]["added"].append(deal["pack"].pop(0))
    else:
        deal["hands"][player].remove(what)
        deal["trick"]["added"].append(what)
        draw(deal, player)
    deal["spicing"] = False
    finish_trick(deal)


def finish_trick(deal: Deal) -> None:
    """KO-R12: the trick with its spice is the winner's. KO-R13: the winner leads."""
    deal["tricks"].append(deal["trick"])
    deal["turn"] = deal["trick"]["winner"]
    deal["trick"] = new_trick(deal)


# Counting --------------------------------------------------------------------------------------------------


def value(card: str) -> int:
    """KO section 2: 120 in all."""
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank(card), 0)


def cards_of(trick: dict[str, Any]) -> list[str]:
    """KO-R12: the cards played, and those added."""
    return [card for _seat, card, _how in trick["plays"]] + list(trick["added"])


def tricks_of(deal: Deal, seat: str) -> list[dict[str, Any]]:
    """KO-R12: the finished tricks that this player took."""
    return [trick for trick in deal["tricks"] if trick["winner"] == seat]


def points_of(deal: Deal, seat: str) -> int:
    """KO-R18: the values in the pile."""
    return sum(value(card) for trick in tricks_of(deal, seat) for card in cards_of(trick))


def points(deal: Deal) -> dict[str, int]:
    """KO-R18: what everybody has."""
    return {seat: points_of(deal, seat) for seat in seats(deal["options"])}


# The next dealer -------------------------------------------------------------------------------------------


def next_dealers(counts: dict[str, int], options: Options) -> list[str]:
    """KO-R19 to KO-R22: the one who deals next, or those who cut for it.

    Of those with 21 or more, who has fewest; several with that count cut; if nobody has 21, all cut.
    """
    entitled = [seat for seat in counts if counts[seat] >= options["min_dealer"]]
    if entitled == []:
        return list(counts)
    fewest = min(counts[seat] for seat in entitled)
    return [seat for seat in entitled if counts[seat] == fewest]


def after_cut(shown: dict[str, str], options: Options) -> list[str]:
    """KO section 2, KO-R20: the one who cut highest, or those who cut again.

    The order is A T K Q J 9 ... 2. KO-A1: those tied for highest cut again; with `recut = all`, all who cut.
    """
    order = "ATKQJ98765432"
    best = min(order.index(rank(card)) for card in shown.values())
    highest = [seat for seat in shown if order.index(rank(shown[seat])) == best]
    if len(highest) > 1 and options["recut"] == "all":
        return list(shown)
    return highest


# The series ------------------------------------------------------------------------------------------------


def totals_after(totals: dict[str, int], counts: dict[str, int]) -> dict[str, int]:
    """KO-R24: each player's card points, added up over the deals."""
    return {seat: totals[seat] + counts[seat] for seat in totals}


def series_over(deals_played: int, options: Options) -> bool:
    """KO-A11: after a fixed number of deals; a single deal belongs to no series."""
    return options["session"] == "cumulative" and deals_played == int(options["deals"])


def series_winners(totals: dict[str, int]) -> list[str]:
    """KO-R24, KO-A11: the highest total wins; equal totals share."""
    return [seat for seat in totals if totals[seat] == max(totals.values())]
