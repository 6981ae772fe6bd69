"""The result of a deal of Königrufen of Graden, in chips, told by rules."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kontrapunkt.game import SEATS, Item, Result, Seat, Session
from kontrapunkt.games.koenigrufen_graden.reckoning import Chips, Ended, Outcome, outcome_of
from kontrapunkt.said import Said, card_name, listed, row, say, seat_name

UNIT: Final = "chips"


def result(state: Ended) -> Result:
    """The result of a finished deal: what each player gets in chips."""
    outcome = outcome_of(state)
    numbers = by_seat(outcome.chips)
    verdict = _verdict(state, outcome)
    items = tuple(_items(state, outcome, verdict))
    winners = tuple([seat for seat, number in numbers.items() if number > 0])
    grades = {
        seat: "win" if number > 0 else "loss" if number else "out_of_it" for seat, number in numbers.items()
    }
    return Result(UNIT, numbers, winners, verdict, items, grades=grades)


def by_seat(chips: Chips) -> dict[Seat, int]:
    """A number for each seat, by its name."""
    return dict(zip(SEATS, chips, strict=True))


def _verdict(state: Ended, outcome: Outcome) -> Said:
    names = [seat_name(SEATS[seat]) for seat in outcome.for_it]
    values = {"who": listed("and", names), "first": names[0], "contract": state.contract.title}
    if state.contract.aim == "points":
        most = max(state.card_points)
        return say(f"kg.result.{outcome.case}", n=most, **values)
    if outcome.case == "one":
        took = [SEATS[seat] for seat in state.bidders if state.taken[seat]]
        kept = [SEATS[seat] for seat in state.bidders if not state.taken[seat]]
        values |= {"winner": seat_name(kept[0]), "loser": seat_name(took[0])}
    return say(f"kg.result.{state.contract.aim}.{outcome.case}", **values)


def _items(state: Ended, outcome: Outcome, verdict: Said) -> Iterator[Item]:
    contract = state.contract
    if contract.aim == "points":
        counted = [
            say("kg.count.seat", seat=seat_name(SEATS[seat]), n=number)
            for seat, number in enumerate(state.card_points)
        ]
        yield Item("KG-R8", say("kg.count", all=listed("and", counted)))
    if state.standing.called:
        partner = state.partner
        key = "kg.found.alone" if partner in state.bidders else "kg.found.partner"
        seat = seat_name(SEATS[partner or 0])
        yield Item("KG-R10", say(key, seat=seat, card=card_name(state.standing.called)))
    if state.pair_lacks:
        yield Item("KG-R9", say("kg.found.pair", seat=seat_name(SEATS[state.bidders[0]])))
    if state.trick_number <= state.game.hand_size:
        left = state.game.hand_size + 1 - state.trick_number
        yield Item("KG-P8", say("kg.found.early", n=left))
    numbers = {seat: number for seat, number in by_seat(outcome.chips).items() if number}
    yield Item(outcome.rule, row([verdict, _payments(outcome.chips)]), numbers)
    yield from _session(state.session)


@lru_cache(512)
def _payments(chips: Chips) -> Said:
    """Who pays whom, losers and winners in the order of their seats (a ruling: the pairs do not matter)."""
    owed = {seat: -number for seat, number in enumerate(chips) if number < 0}
    due = {seat: number for seat, number in enumerate(chips) if number > 0}
    told = []
    for winner in due:
        for loser in owed:
            paid = min(due[winner], owed[loser])
            if paid:
                due[winner] -= paid
                owed[loser] -= paid
                names = {"loser": seat_name(SEATS[loser]), "winner": seat_name(SEATS[winner])}
                told.append(say("kg.pays", n=paid, **names))
    return say("kg.paid", all=listed("and", told))


def _session(session: Session) -> Iterator[Item]:
    following = session.next_dealers
    if len(following) == 1:
        yield Item("KG-D1", say("session.dealer", seat=seat_name(following[0])))
