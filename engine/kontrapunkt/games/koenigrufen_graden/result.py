"""The result of a deal of Königrufen of Graden, in chips, told by rules."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from kontrapunkt.game import SEATS, Item, Result, Seat, Session
from kontrapunkt.games.koenigrufen_graden.reckoning import Chips, Ended, Outcome, outcome_of
from kontrapunkt.said import Said, card_name, listed, row, say, seat_name, side_spoken

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
    paid: list[tuple[int, int, int]] = []
    for winner in due:
        for loser in owed:
            chips_paid = min(due[winner], owed[loser])
            if chips_paid:
                due[winner] -= chips_paid
                owed[loser] -= chips_paid
                paid.append((loser, winner, chips_paid))
    return say("kg.paid", all=_told(paid))


def _told(paid: Sequence[tuple[int, int, int]]) -> Said:
    """Who pays whom how much, at once where one pays several or several pay one, each the same."""
    losers = list(dict.fromkeys(loser for loser, _, _ in paid))
    winners = list(dict.fromkeys(winner for _, winner, _ in paid))
    numbers = list(dict.fromkeys(n for _, _, n in paid))
    if len(paid) > 1 and len(numbers) == 1 and len(losers) == 1:
        return say("kg.pays.each", loser=_named(losers), winners=_named(winners), n=numbers[0])
    if len(paid) > 1 and len(numbers) == 1 and len(winners) == 1:
        return say("kg.pays.one", losers=_named(losers), winner=_named(winners), n=numbers[0])
    told = (say("kg.pays", loser=_named([loser]), winner=_named([winner]), n=n) for loser, winner, n in paid)
    return listed("and", list(told))


def _named(seats: Sequence[int]) -> Said:
    return side_spoken([SEATS[seat] for seat in seats])


def _session(session: Session) -> Iterator[Item]:
    following = session.next_dealers
    if len(following) == 1:
        yield Item("KG-D1", say("session.dealer", seat=seat_name(following[0])))
