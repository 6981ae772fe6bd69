"""What a deal brings each seat, and by which line of the settlement (KG-S1 to S23)."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kontrapunkt.families.follow_suit import FollowRules
from kontrapunkt.game import Session
from kontrapunkt.games.koenigrufen_graden.standing import Standing
from kontrapunkt.games.koenigrufen_graden.table import BETTLER, Contract, Terms

Chips = tuple[int, ...]
"""What N, E, S and W get; it adds up to nothing."""


class Ended(Protocol):
    """What of a finished deal decides what it comes to; its last state is one. Seats are numbers."""

    @property
    def game(self) -> FollowRules:
        """The game with its options."""

    @property
    def session(self) -> Session:
        """The session as it stood before the deal."""

    @property
    def terms(self) -> Terms:
        """What the options say of auction and play."""

    @property
    def standing(self) -> Standing:
        """How the auction went, and the called card."""

    @property
    def contract(self) -> Contract:
        """What was played."""

    @property
    def bidders(self) -> tuple[int, ...]:
        """Who played it; both of those who joined in one, nobody in Schurln."""

    @property
    def partner(self) -> int | None:
        """Who held the called card; None where none was called."""

    @property
    def pair_lacks(self) -> bool:
        """Whether the bidder of a Hundert contract was dealt no king and queen of one suit."""

    @property
    def card_points(self) -> tuple[int, ...]:
        """The card points of each seat, in Schurln."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of each seat."""

    @property
    def leader(self) -> int:
        """Who took the last trick."""

    @property
    def trick_number(self) -> int:
        """The number of the trick that would be next."""


class Outcome(NamedTuple):
    """How a deal came out.

    Attributes:
        rule: The line of the settlement, as the id of its rule.
        case: A name for what happened, for the sentences about it: `won`, `lost`, `both_won` ...
        chips: What each seat gets.
        unit: The value it is reckoned by.
        for_it: Whose the contract was, a partner included; in Schurln, who had the most card points.
    """

    rule: str
    case: str
    chips: Chips
    unit: int
    for_it: tuple[int, ...]


def outcome_of(state: Ended) -> Outcome:
    """How a finished deal came out."""
    contract = state.contract
    values = state.terms.stakes
    if contract.aim == "points":
        return schurln(state.card_points, values["schurln"])
    if contract.aim == "none":
        return negative(state, contract)
    return positive(state, contract, values[contract.name])


def negative(state: Ended, contract: Contract) -> Outcome:
    """Bettler and Plauderer, alone or joined: S1 to S5, S11 to S14."""
    bidders = state.bidders
    fails = [state.taken[seat] > 0 for seat in bidders]
    bettler = contract is BETTLER
    if len(bidders) == 1:
        unit = state.terms.stakes[contract.name]
        rule = ("KG-S2" if fails[0] else "KG-S1") if bettler else "KG-S11"
        chips = against_three(bidders[0], -unit if fails[0] else unit)
        return Outcome(rule, "lost" if fails[0] else "won", chips, unit, bidders)
    unit = state.terms.stakes[f"two_{contract.name}"]
    if fails[0] != fails[1]:
        chips = one_of_two(bidders[fails.index(False)], bidders[fails.index(True)], unit)
        if bettler and state.game.options["settle_one_bettler_fails"] == "seed_literal":
            chips = tuple(-number for number in chips)
        return Outcome("KG-S4" if bettler else "KG-S13", "one", chips, unit, bidders)
    lines = ("KG-S5", "KG-S14") if fails[0] else ("KG-S3", "KG-S12")
    chips = two_against_two(bidders, -2 * unit if fails[0] else unit)
    return Outcome(lines[not bettler], "both_lost" if fails[0] else "both_won", chips, unit, bidders)


def positive(state: Ended, contract: Contract, unit: int) -> Outcome:
    """The contracts to win all tricks: S6 to S10, S15 to S19.

    Args:
        state: The moment.
        contract: The contract.
        unit: The value of the contract, in chips.
    """
    bidder = state.bidders[0]
    took = state.taken
    failed = state.pair_lacks
    if contract.aim == "all":
        won = took[bidder] == sum(took) and not failed
        rule = {"zehnermord": "KG-S17", "koenigmord": "KG-S18", "hundertermord": "KG-S19"}[contract.name]
        chips = against_three(bidder, unit if won else -unit)
        return Outcome(rule, "won" if won else "lost", chips, unit, (bidder,))
    if contract.aim == "at_the_last":
        return at_the_last(state, contract, unit)
    partner = state.partner
    assert partner is not None
    pair = (bidder,) if partner == bidder else (bidder, partner)
    won = sum(took[seat] for seat in pair) == sum(took) and not failed
    rule = "KG-S15" if contract.pair else "KG-S6" if won else "KG-S7"
    number = unit if won else -unit
    chips = two_against_two(pair, number) if len(pair) == 2 else against_three(bidder, number)
    case = ("won" if won else "lost") + ("_alone" if len(pair) == 1 else "_with")
    return Outcome(rule, case, chips, unit, pair)


def at_the_last(state: Ended, contract: Contract, unit: int) -> Outcome:
    """Tricks 1 to 5 for the bidder; who takes the last is the partner: S8 to S10, S16.

    Args:
        state: The moment.
        contract: The contract.
        unit: The value of the contract, in chips.
    """
    bidder = state.bidders[0]
    took = state.taken
    last = state.leader  # who took the last trick
    lost = sum(took) - took[bidder] - (last != bidder)
    if lost or sum(took) < state.game.hand_size or state.pair_lacks:
        rule = "KG-S16" if contract.pair else "KG-S10"
        return Outcome(rule, "lost", against_three(bidder, -unit), unit, (bidder,))
    if last == bidder:
        rule = "KG-S16" if contract.pair else "KG-S9"
        return Outcome(rule, "won_all", against_three(bidder, unit), unit, (bidder,))
    rule = "KG-S16" if contract.pair else "KG-S8"
    pair = (bidder, last)
    return Outcome(rule, "won_last", two_against_two(pair, unit), unit, pair)


def schurln(points: Sequence[int], unit: int) -> Outcome:
    """Everybody alone; who has most pays: S20 to S22.

    Args:
        points: The card points of N, E, S and W, ninety in all.
        unit: What is paid.

    Raises:
        ValueError: if all four have the same, which no deal can bring (S23).
    """
    most = max(points)
    worst = tuple(seat for seat, number in enumerate(points) if number == most)
    if len(worst) == 1:
        return Outcome("KG-S20", "one_worst", against_three(worst[0], -unit), unit, worst)
    if len(worst) == 2:
        return Outcome("KG-S21", "two_worst", two_against_two(worst, -unit), unit, worst)
    if len(worst) == 3:
        fourth = next(seat for seat in range(4) if seat not in worst)
        return Outcome("KG-S22", "three_worst", against_three(fourth, unit), unit, worst)
    raise ValueError("ninety card points cannot be shared out evenly among four (KG-S23)")


def against_three(one: int, each: int) -> Chips:
    """One gets so much from each of the others, or pays it.

    Args:
        one: The number of the one's seat, N E S W from 0.
        each: Chips; less than none are paid.
    """
    return tuple(3 * each if seat == one else -each for seat in range(4))


def two_against_two(pair: Sequence[int], each: int) -> Chips:
    """Both of a pair get so much, each from one of the others, or pay it.

    Args:
        pair: The numbers of their seats, N E S W from 0.
        each: Chips; less than none are paid.
    """
    return tuple(each if seat in pair else -each for seat in range(4))


def one_of_two(winner: int, loser: int, unit: int) -> Chips:
    """Of two who joined in a contract the one who failed pays the other three times its value.

    Args:
        winner: The number of the seat, N E S W from 0.
        loser: The number of the other one's.
        unit: The value of the contract, in chips.
    """
    return tuple(3 * unit * ((seat == winner) - (seat == loser)) for seat in range(4))
