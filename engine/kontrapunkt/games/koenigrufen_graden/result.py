"""Settlement of a deal of Königrufen of Graden in chips (KG-S1 to S23)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from kontrapunkt.core.interface import SEATS, Item, Result, Seat
from kontrapunkt.core.messages import Message, card_name, listed, row, say, seat_name, side_spoken
from kontrapunkt.games.koenigrufen_graden.constants import BETTLER, STAKES
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState

Chips = tuple[int, ...]
"""The chips that N, E, S and W receive; they add up to zero."""


class GradenOutcome(NamedTuple):
    """The outcome of a deal.

    Attributes:
        rule: The rule id of the line of settlement.
        case: The key of the outcome for sentences: `won`, `lost`, `both_won` ...
        chips: The chips that each seat receives.
        unit: The value of the contract, in chips.
        for_it: The seats that played the contract, a partner included; in Schurln, those with the most card
            points.
    """

    rule: str
    case: str
    chips: Chips
    unit: int
    for_it: tuple[int, ...]


def outcome_of(state: KoenigrufenState) -> GradenOutcome:
    """Return the outcome of a finished deal."""
    contract = state.contract
    unit = state.game.stakes[contract.name]
    if contract.aim == "points":
        return settle_schurln(state.card_points, unit)
    if len(state.bidders) == 2:
        return _outcome_of_two(state)
    team, case = _outcome_of_one(state)
    rule = STAKES[contract.name].lines[{"won_all": 1, "lost": -1}.get(case, 0)]
    each = -unit if case == "lost" else unit
    if contract.aim == "with_another" and not team[1:]:
        case += "_alone"
    return GradenOutcome(rule, case, settle_chips(team, each), unit, team)


def _outcome_of_one(state: KoenigrufenState) -> tuple[tuple[int, ...], str]:
    """Return the side of a single bidder and its outcome (S1, S2, S6-11, S15-19)."""
    aim, bidder, took, last = state.contract.aim, state.bidders[0], state.taken, state.leader
    team: tuple[int, ...] = (bidder,)
    if aim == "none":
        return team, "lost" if took[bidder] else "won"
    if aim == "at_the_last":  # the bidder needs tricks 1 to 5; the last winner is the partner
        missed = sum(took) - took[bidder] - (last != bidder)
        if missed or sum(took) < state.game.hand_size or state.pair_lacks:
            return team, "lost"
        return (team, "won_all") if last == bidder else ((bidder, last), "won_last")
    if aim == "with_another" and state.partner != bidder:
        assert state.partner is not None
        team = bidder, state.partner
    won = sum(took[seat] for seat in team) == sum(took) and not state.pair_lacks
    return team, "won" if won else "lost"


def _outcome_of_two(state: KoenigrufenState) -> GradenOutcome:
    """Return the outcome of a Bettler or Plauderer with two players (S3-5, S12-14)."""
    name, bidders = f"two_{state.contract.name}", state.bidders
    unit, fails = state.game.stakes[name], [state.taken[seat] > 0 for seat in bidders]
    rule = STAKES[name].lines[sum(fails)]
    if fails[0] == fails[1]:
        chips = settle_chips(bidders, -2 * unit if fails[0] else unit)
        return GradenOutcome(rule, "both_lost" if fails[0] else "both_won", chips, unit, bidders)
    literal = state.game.options["settle_one_bettler_fails"] == "seed_literal"
    kept = fails.index(literal and state.contract is BETTLER)
    return GradenOutcome(rule, "one", one_of_two(bidders[kept], bidders[1 - kept], unit), unit, bidders)


def settle_schurln(points: Sequence[int], unit: int) -> GradenOutcome:
    """Return the outcome of Schurln: the most card points pay (KG-S20 to S22).

    Args:
        points: The card points of N, E, S and W, ninety in all.
        unit: The payment, in chips.

    Raises:
        ValueError: if all four have the same, which no deal can bring (S23).
    """
    worst = tuple(seat for seat, number in enumerate(points) if number == max(points))
    if len(worst) == 4:
        raise ValueError("ninety card points cannot be shared out evenly among four (KG-S23)")
    case = ("one_worst", "two_worst", "three_worst")[len(worst) - 1]
    others = tuple(seat for seat in range(4) if seat not in worst)
    chips = settle_chips(others, unit) if len(worst) == 3 else settle_chips(worst, -unit)
    return GradenOutcome(STAKES["schurln"].lines[len(worst) - 1], case, chips, unit, worst)


def settle_chips(team: Sequence[int], each: int) -> Chips:
    """Return the chips of a settlement between one or two seats and the others.

    One seat receives the amount from each of the three others; each of two seats receives it from one of the
    others.

    Args:
        team: The numbers of their seats, N E S W from 0.
        each: The amount in chips; negative if the team pays.
    """
    own = (4 - len(team)) // len(team) * each
    return tuple(own if seat in team else -each for seat in range(4))


def one_of_two(winner: int, loser: int, unit: int) -> Chips:
    """Return the chips if only one of two players in a contract succeeds.

    The one who failed pays the other three times the value.

    Args:
        winner: The number of the winner's seat, N E S W from 0.
        loser: The number of the loser's seat.
        unit: The value of the contract, in chips.
    """
    return tuple(3 * unit * ((seat == winner) - (seat == loser)) for seat in range(4))


# The result


def deal_result(state: KoenigrufenState) -> Result:
    """Return the result of a finished deal, in chips."""
    outcome = outcome_of(state)
    numbers = by_seat(outcome.chips)
    verdict = _verdict(state, outcome)
    items = tuple(_items(state, outcome, verdict))
    winners = tuple([seat for seat, number in numbers.items() if number > 0])
    grades = {seat: "win" if n > 0 else "loss" if n else "out_of_it" for seat, n in numbers.items()}
    return Result("chips", numbers, winners, verdict, items, grades=grades)


def by_seat(chips: Chips) -> dict[Seat, int]:
    """Return the numbers by the names of their seats."""
    return dict(zip(SEATS, chips, strict=True))


def _verdict(state: KoenigrufenState, outcome: GradenOutcome) -> Message:
    contract, names = state.contract, [seat_name(SEATS[seat]) for seat in outcome.for_it]
    values = {
        "who": listed("and", names),
        "m": len(names),
        "first": names[0],
        "contract": contract.title,
    }
    if contract.aim == "points":
        return say(f"kg.result.{outcome.case}", n=max(state.card_points), **values)
    if outcome.case == "one":
        kept, took = sorted(state.bidders, key=lambda seat: state.taken[seat])
        values |= {"winner": seat_name(SEATS[kept]), "loser": seat_name(SEATS[took])}
    return say(f"kg.result.{contract.aim}.{outcome.case}", **values)


def _items(state: KoenigrufenState, outcome: GradenOutcome, verdict: Message) -> Iterator[Item]:
    if state.contract.aim == "points":
        points = zip(map(seat_name, SEATS), state.card_points, strict=True)
        counted = [say("kg.count.seat", seat=name, n=number) for name, number in points]
        yield Item("KG-R8", say("kg.count", all=listed("and", counted)))
    if state.standing.called:
        role = "alone" if state.partner in state.bidders else "partner"
        seat = seat_name(SEATS[state.partner or 0])
        yield Item("KG-R10", say(f"kg.status.{role}.text", who=seat, card=card_name(state.standing.called)))
    if state.pair_lacks:
        yield Item("KG-R9", say("kg.found.pair", seat=seat_name(SEATS[state.bidders[0]])))
    left = state.game.hand_size + 1 - state.trick_number
    if left:
        yield Item("KG-P8", say("kg.found.early", n=left))
    numbers = {seat: number for seat, number in by_seat(outcome.chips).items() if number}
    yield Item(outcome.rule, row([verdict, _payments(outcome.chips)]), numbers)
    dealers = state.session.next_dealers
    if len(dealers) == 1:
        yield Item(state.session.dealer_rule, say("session.dealer", seat=seat_name(dealers[0])))


@lru_cache(512)
def _payments(chips: Chips) -> Message:
    """Name all payments, matching losers and winners in the order of seats.

    The order is decided here; it changes nobody's total.
    """
    left = list(chips)
    paid: list[tuple[int, int, int]] = []
    for winner, loser in product(range(4), range(4)):
        number = min(left[winner], -left[loser])
        if number > 0:
            left[winner] -= number
            left[loser] += number
            paid.append((loser, winner, number))
    return say("kg.paid", all=_payments_text(paid))


def _payments_text(paid: Sequence[tuple[int, int, int]]) -> Message:
    """Name the payments, as one if a seat pays or receives the same amount repeatedly."""
    losers, winners, numbers = (list(dict.fromkeys(each)) for each in zip(*paid, strict=True))
    if len(paid) > 1 and len(numbers) == 1 and 1 in (len(losers), len(winners)):
        return _pays(losers, winners, numbers[0], each=1)
    return listed("and", [_pays([loser], [winner], number) for loser, winner, number in paid])


def _pays(losers: Sequence[int], winners: Sequence[int], number: int, each: int = 0) -> Message:
    """Name a payment of some chips; with `each`, that many for each of the others."""
    paying, paid = (side_spoken([SEATS[seat] for seat in seats]) for seats in (losers, winners))
    return say("kg.pays", losers=paying, winners=paid, m=len(losers), n=number, each=each)
