"""Deals one after another: who deals, compulsory solos, bock, the total."""

from typing import Any

from tests.reference.doppelkopf.cards import SEATS, Deal, Options, around_from, chosen, left_of
from tests.reference.doppelkopf.play import begin
from tests.reference.doppelkopf.scoring import PARTIES, has_nothing, is_heart_trick, result

Session = dict[str, Any]


def new_session(options: Options, deals: int = 24, first_dealer: str = "N", players: int = 4) -> Session:
    """D1: seat 1 deals first. V8: a round has 24 deals; a round not of 24 is a convenience of ours.

    With 5, 6 or 7 players (tournament rules, 10.1; with 6 and 7 a reading of ours) the four at the dealer's
    left play. `first_dealer` is then the seat of the last of them, and the dealer is the last who waits.
    """
    seats = around_from(left_of(first_dealer))
    names = [f"P{number}" for number in range(1, players + 1)]
    chairs = dict(zip(seats, names[1:5], strict=True)) if players > 4 else {seat: seat for seat in SEATS}
    who = sorted(names) if players > 4 else SEATS
    return {
        "options": dict(options),
        "players": players,
        "chairs": chairs,  # who sits where
        "waiting": [*names[5:], "P1"] if players > 4 else [],  # in the order in which they come in
        "deals": deals,
        "played": 0,
        "dealer": first_dealer,
        "solos_done": [],
        "bock": [],  # V21: what each running round has left; with `bock_append` they wait for one another
        "totals": dict.fromkeys(who, 0),
        "results": [],
    }


def tournament(options: Options, first_dealer: str = "N") -> Session:
    """V8: 24 deals with one compulsory solo for each player."""
    return new_session({**options, "compulsory_solos": "1"}, 24, first_dealer)


def round_of(players: int) -> int:
    """The deals of a round: 24 for four, 30 for five (10.1.5), for more as many each, a reading of ours."""
    return {4: 24, 5: 30, 6: 36, 7: 42}[players]


def is_over(session: Session) -> bool:
    """All deals are played. Bock rounds that are left lapse, a reading of ours."""
    return bool(session["played"] == session["deals"])


def forced_soloist(session: Session) -> str | None:
    """R10: as many compulsory solos are due as deals are left; next left of the dealer, himself last."""
    if not only_solos_left(session):
        return None
    chairs = session["chairs"]
    for seat in around_from(left_of(session["dealer"])):
        if chairs[seat] not in session["solos_done"]:
            return seat
    raise AssertionError("who must play a solo sits out")


def only_solos_left(session: Session) -> bool:
    """R10: as many compulsory solos are due as deals are left."""
    if session["options"]["compulsory_solos"] == "0" or is_over(session):
        return False
    due = [who for who in session["totals"] if who not in session["solos_done"]]
    return due != [] and len(due) >= session["deals"] - session["played"]


def pass_on(session: Session) -> None:
    """D1: the deal goes to the left; who deals next gets up, and who has waited longest takes that chair."""
    forehand = left_of(session["dealer"])
    if session["waiting"] != []:
        session["waiting"].append(session["chairs"][forehand])
        session["chairs"][forehand] = session["waiting"].pop(0)
    session["dealer"] = forehand


def next_deal(session: Session, hands: dict[str, list[str]]) -> Deal:
    """A deal with what the session brings to it."""
    assert not is_over(session)
    done = [seat for seat in SEATS if session["chairs"][seat] in session["solos_done"]]
    return begin(hands, session["dealer"], session["options"], done, forced_soloist(session))


def factor(session: Session) -> int:
    """V21: what the next deal counts; overlapping rounds multiply only if they are not appended."""
    running = [left for left in session["bock"] if left > 0]
    if session["options"]["bock_append"] == "on":
        running = running[:1]
    times = 1
    for _ in running:
        times *= 2
    return times


def use_up_bock(session: Session) -> None:
    """V21: one deal less: of the round that runs, or of all."""
    if session["options"]["bock_append"] == "on":
        session["bock"][:1] = [left - 1 for left in session["bock"][:1]]
    else:
        session["bock"] = [left - 1 for left in session["bock"]]
    session["bock"] = [left for left in session["bock"] if left > 0]


def triggers(deal: Deal, found: dict[str, Any]) -> list[str]:
    """V21: what has happened that brings a bock round, each thing once.

    `lost_solo` takes in all that is settled as a solo; a game that nobody won is not lost; readings of ours.
    """
    facts, winner = found["facts"], found["winner"]
    lost = {"re": "kontra", "kontra": "re", None: None}[winner]
    happened = {
        "draw": facts["points"]["re"] == 120,
        "lost_solo": facts["solo"] and lost == "re",
        "lost_announcement": lost is not None and facts["announced"][lost],
        "heart_trick": any(is_heart_trick(deal, trick) for trick in deal["tricks"]),
        "schwarz": any(has_nothing(facts, side, deal["options"]) for side in PARTIES),
        "zero_game": found["value"] == 0,
    }
    return [name for name in chosen(deal["options"], "bock") if happened[name]]


def finish(session: Session, deal: Deal) -> dict[str, Any] | None:
    """One deal is done. A redeal (V13, V14) is dealt by the same dealer and counts for nothing.

    D1: after a compulsory solo that was not forced the same dealer deals again.
    """
    if deal["phase"] == "redeal":
        return None
    found = result(deal)
    found["factor"] = factor(session)
    found["seats"] = {seat: points * found["factor"] for seat, points in found["seats"].items()}
    for seat in SEATS:
        session["totals"][session["chairs"][seat]] += found["seats"][seat]
    use_up_bock(session)
    found["triggers"] = triggers(deal, found)
    session["bock"] += [session["players"] for _ in found["triggers"]]
    session["played"] += 1
    compulsory = deal["game"]["kind"] == "solo" and deal["game"]["compulsory"]
    if compulsory:
        session["solos_done"].append(session["chairs"][deal["game"]["declarer"]])
    if not compulsory or deal["forced"] is not None:
        pass_on(session)
    while only_solos_left(session) and all(
        who in session["solos_done"] for who in session["chairs"].values()
    ):
        pass_on(session)  # all who owe a solo sit out; a reading of ours
    session["results"].append(found)
    return found
