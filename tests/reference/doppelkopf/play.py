"""A deal from the hands to the last card: `begin`, `actions`, `do`."""

from typing import Any

from tests.reference.doppelkopf import calls, reservations
from tests.reference.doppelkopf.cards import (
    SEATS,
    Deal,
    Options,
    full_pack,
    left_of,
    suit_of,
    trumps,
    winner_of,
)
from tests.reference.doppelkopf.parties import clarification, mode_of, party


def begin(
    hands: dict[str, list[str]],
    dealer: str,
    options: Options,
    solos_done: list[str] | None = None,
    forced: str | None = None,
) -> Deal:
    """Section 3 has been done. R10: a forced soloist names a solo, and nobody says anything before.

    `solos_done` are the seats that have played their compulsory solo.
    """
    assert sorted(card for hand in hands.values() for card in hand) == sorted(full_pack(options))
    deal: Deal = {
        "options": dict(options),
        "dealer": dealer,
        "solos_done": list(solos_done or []),
        "forced": forced,
        "dealt": {seat: list(hands[seat]) for seat in SEATS},
        "hands": {seat: list(hands[seat]) for seat in SEATS},
        "start_hands": None,  # as dealt, or after the exchange of a poverty
        "phase": "reservations",  # naming, poverty discard, poverty offer, poverty return, play, over; redeal
        "turn": left_of(dealer),
        "said": [],
        "questions": [],
        "put": [],  # V13: the cards on their way
        "trumps_returned": None,
        "game": None,
        "new_parties": None,  # V22
        "tricks": [],
        "trick": [],
        "choice": None,  # V15, V22: what the seat on turn must decide before anything else is played
        "piglets": None,  # V15: the seat whose aces of diamonds are high
        "calls": [],
        "log": [],
    }
    if forced is not None:
        deal["phase"], deal["turn"], deal["questions"] = "naming", forced, [("compulsory", forced)]
    return deal


# What may be done ------------------------------------------------------------------------------------------


def legal_cards(deal: Deal, seat: str) -> list[str]:
    """P1, P2, P3: any card to lead; then the suit led, where trump is one suit; without it any card."""
    hand = sorted(set(deal["hands"][seat]))
    if deal["trick"] == []:
        return hand
    mode, options = mode_of(deal), deal["options"]
    led = suit_of(deal["trick"][0]["card"], mode, options)
    following = [card for card in hand if suit_of(card, mode, options) == led]
    return following or hand


def actions(deal: Deal, seat: str) -> list[str]:
    """All that a seat may do now, on turn or not."""
    if deal["phase"] != "play":
        return reservations.options_of(deal, seat)
    found = calls.legal_calls(deal, seat)
    if may_say_piglets_at_start(deal, seat):
        found.append("say piglets")
    if seat != deal["turn"]:
        return found
    if deal["choice"] == "piglets":
        return [*found, "say piglets", "pass"]
    if deal["choice"] == "partner":
        return [*found, *[f"partner {mate}" for mate in SEATS if mate != seat], "pass"]
    if calls.must_announce(deal, seat):
        return found
    return found + legal_cards(deal, seat)


# V15: the piglets ------------------------------------------------------------------------------------------


def has_piglets(deal: Deal, seat: str) -> bool:
    """V15: both aces of diamonds when play began, where they are trumps, a reading of ours."""
    both: bool = deal["start_hands"][seat].count("AD") == 2
    return both and "AD" in trumps(mode_of(deal), deal["options"])


def may_say_piglets_at_start(deal: Deal, seat: str) -> bool:
    """V15 `announce_at_start`: before trick 1."""
    return (
        deal["options"]["schweinchen"] == "announce_at_start"
        and deal["tricks"] == []
        and deal["trick"] == []
        and deal["piglets"] is None
        and has_piglets(deal, seat)
    )


def plays_piglet(deal: Deal, seat: str, card: str) -> bool:
    """V15: said before; `second_only`: the first one went to a trick of the own party.

    As far as parties are settled now: before a wedding is clear, to his own trick only, a reading of ours.
    """
    if card != "AD":
        return False
    if deal["piglets"] == seat:
        return True
    if deal["options"]["schweinchen"] != "second_only" or not has_piglets(deal, seat):
        return False
    for trick in deal["tricks"]:
        if {"seat": seat, "card": "AD", "piglet": False} in trick["plays"]:
            return trick["winner"] == seat or (
                party(deal, seat) is not None and party(deal, trick["winner"]) == party(deal, seat)
            )
    return False


# V22: Genscher ---------------------------------------------------------------------------------------------


def may_choose_partner(deal: Deal, seat: str) -> bool:
    """V22: both kings of diamonds when play began.

    Not in a declared solo, nor in a wedding that became one or is not clear yet; a silent wedding, of which
    nobody knows, becomes two against two. Readings of ours.
    """
    if deal["options"]["genscher"] == "off" or deal["start_hands"][seat].count("KD") < 2:
        return False
    if deal["game"]["kind"] == "wedding":
        clear = clarification(deal)
        return clear is not None and clear[1] is not None
    return bool(deal["game"]["kind"] != "solo")


def choose_partner(deal: Deal, seat: str, mate: str) -> None:
    """V22: the chooser keeps the name of his party; bids lapse, announcements stay.

    If the partner is no new one nothing lapses, a reading of ours.
    """
    mine = party(deal, seat)
    assert mine is not None
    theirs = {"re": "kontra", "kontra": "re"}[mine]
    before = {each: party(deal, each) for each in SEATS}
    deal["new_parties"] = {each: mine if each in (seat, mate) else theirs for each in SEATS}
    if deal["new_parties"] != before:
        for call in deal["calls"]:
            call["levels"] = [level for level in call["levels"] if level == 0]


# Doing it --------------------------------------------------------------------------------------------------


def do(deal: Deal, seat: str, action: str) -> None:
    """One action of one seat."""
    assert action in actions(deal, seat), f"{seat} {action} is not among {actions(deal, seat)}"
    phase = deal["phase"]
    if phase != "play":
        reservations.do(deal, seat, action)
    elif action in calls.WORDS:
        calls.make(deal, seat, action)
    elif action == "say piglets":
        deal["piglets"] = seat
        if deal["choice"] == "piglets":
            deal["trick"][-1]["piglet"] = True
            end_turn(deal)
    elif action == "pass":
        end_turn(deal)
    elif action.startswith("partner"):
        choose_partner(deal, seat, action.split()[1])
        end_turn(deal)
    else:
        play(deal, seat, action)
    deal["log"].append((seat, action))


def play(deal: Deal, seat: str, card: str) -> None:
    """P1 to P5; the first of two kings or aces of diamonds may bring a choice."""
    deal["trick"].append({"seat": seat, "card": card, "piglet": plays_piglet(deal, seat, card)})
    deal["hands"][seat].remove(card)
    first_of_two = card in deal["hands"][seat]
    if card == "KD" and first_of_two and may_choose_partner(deal, seat):
        deal["choice"] = "partner"
    elif (
        card == "AD"
        and first_of_two
        and deal["options"]["schweinchen"] == "on_playing_first"
        and has_piglets(deal, seat)
    ):
        deal["choice"] = "piglets"
    else:
        end_turn(deal)


def end_turn(deal: Deal) -> None:
    """P5: the next player, or the winner of the trick."""
    deal["choice"] = None
    if len(deal["trick"]) < 4:
        deal["turn"] = left_of(deal["turn"])
        return
    last = all(hand == [] for hand in deal["hands"].values())
    winner = winner_of(deal["trick"], mode_of(deal), deal["options"], last)
    trick: dict[str, Any] = {"number": len(deal["tricks"]) + 1, "plays": deal["trick"], "winner": winner}
    deal["tricks"].append(trick)
    deal["trick"] = []
    deal["turn"] = winner
    if last:
        deal["phase"], deal["turn"] = "over", None
