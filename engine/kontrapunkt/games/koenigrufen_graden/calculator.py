"""The score calculator of Königrufen of Graden."""

from collections import Counter
from functools import cached_property
from typing import Final, override

from kontrapunkt.core.calculator import (
    CalculatorChoices,
    Field,
    Impossible,
    a_seat,
    choice,
    number,
    who,
    yes_or_no,
)
from kontrapunkt.core.interface import SEATS, Result
from kontrapunkt.core.messages import say, seat_name
from kontrapunkt.families.follow_suit.calculator import FollowCalculator
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.constants import (
    CONTRACTS,
    LAST_TRICK,
    SCHURLN,
    STAKES,
    GradenContract,
)
from kontrapunkt.games.koenigrufen_graden.state import Auction, GradenProgress

NAMED: Final = {contract.name: contract for contract in CONTRACTS}
WHOLE: Final = 90
"""The card points of a deal of Schurln, those for the last trick included."""


class KoenigrufenCalculator(FollowCalculator[KoenigrufenGraden]):
    """A form for the contract, its players and the way it went."""

    options = (
        "max_joiners",
        "call_own_card",
        "settle_one_bettler_fails",
        "bad_hundert_bid",
        *(f"value_{name}" for name in STAKES),
    )

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        contracts = {contract.name: contract.title for contract in (*CONTRACTS[1:], SCHURLN)}
        schurln = "contract=schurln"
        negative, together = f"contract={_names_with_aim('none')}", _names_with_aim("with_another")
        joined = f"{negative} joiner={'|'.join(SEATS)}"
        at_last = f"contract={_names_with_aim('at_the_last')}"
        lacking = "|".join(name for name, contract in NAMED.items() if contract.pair)
        ends = {key: say(f"calculator.kg.end.{key}") for key in ("shared", "all", "lost")}
        return (
            choice("contract", say("calculator.kg.contract"), contracts, default="durchmarsch"),
            a_seat("bidder", say("calculator.kg.bidder"), "contract!=schurln"),
            who("joiner", say("calculator.kg.joiner"), f"{negative} max_joiners=1"),
            yes_or_no("took", say("calculator.kg.took"), negative),
            yes_or_no("joiner_took", say("calculator.kg.joiner.took"), joined),
            a_seat("partner", say("calculator.kg.partner"), f"contract={together}", "S"),
            yes_or_no("lost", say("calculator.kg.lost"), f"contract={together}|{_names_with_aim('all')}"),
            choice("end", say("calculator.kg.end"), ends, at_last),
            a_seat("last", say("calculator.kg.last"), f"{at_last} end=shared", "S"),
            yes_or_no("lacks", say("calculator.kg.lacks"), f"contract={lacking} bad_hundert_bid=lost"),
            *(
                number(f"points_{seat}", say("calculator.points", side=seat_name(seat)), WHOLE, schurln, n)
                for seat, n in zip(SEATS, (30, 20, 20, 20), strict=True)
            ),
            a_seat("dealer", say("calculator.dealer")),
        )

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        contract = NAMED[chosen["contract"]]
        bidders = self._bidders(contract, chosen)
        partner = chosen.seat("partner") if contract.aim == "with_another" else None
        if partner in bidders and not self.game.calls_own:
            raise Impossible(say("calculator.kg.own"))
        points = self._points(chosen) if contract.aim == "points" else (0, 0, 0, 0)
        took, leader = self._tricks(contract, bidders, partner, chosen)
        taken = tuple(took[seat] for seat in range(4))
        auction = Auction(0, 0, False, contract.rank, bidders, over=True)
        standing = GradenProgress(auction, revealed=partner, pairless=chosen.yes("lacks"))
        return self.as_finished(chosen, points, taken, leader, standing=standing)

    def _bidders(self, contract: GradenContract, chosen: CalculatorChoices) -> tuple[int, ...]:
        if contract.aim == "points":
            return ()
        bidder, joiner = chosen.seat("bidder"), chosen.who("joiner")
        if not contract.joined or joiner is None:
            return (bidder,)
        if joiner == bidder:
            raise Impossible(say("calculator.kg.joins"))
        return bidder, joiner

    def _points(self, chosen: CalculatorChoices) -> tuple[int, ...]:
        points = tuple(chosen.number(f"points_{seat}") for seat in SEATS)
        if sum(points) != WHOLE or any(each % LAST_TRICK for each in points):
            raise Impossible(say("calculator.kg.points", n=WHOLE, ten=LAST_TRICK))
        return points

    def _tricks(
        self,
        contract: GradenContract,
        bidders: tuple[int, ...],
        partner: int | None,
        chosen: CalculatorChoices,
    ) -> tuple[Counter[int], int]:
        """Return tricks of each seat with the result chosen, and the last trick's winner.

        In Schurln the tricks do not matter.
        """
        if not bidders:
            return Counter(), 0
        size, bidder = self.game.hand_size, bidders[0]
        other = next(seat for seat in range(4) if seat not in (*bidders, partner))
        if contract.aim == "none":
            asked = zip(bidders, ("took", "joiner_took"), strict=False)
            took = Counter({seat: int(chosen.yes(key)) for seat, key in asked})
            took[other] = size - took.total()
            return took, other
        if contract.aim == "at_the_last" and chosen["end"] == "shared":
            last = chosen.seat("last")
            if last == bidder:
                raise Impossible(say("calculator.kg.last.own"))
            return Counter({bidder: size - 1, last: 1}), last
        lost = chosen["end"] == "lost" if contract.aim == "at_the_last" else chosen.yes("lost")
        return Counter({bidder: size - lost, other: int(lost)}), bidder


def _names_with_aim(aim: str) -> str:
    return "|".join(name for name, contract in NAMED.items() if contract.aim == aim)
