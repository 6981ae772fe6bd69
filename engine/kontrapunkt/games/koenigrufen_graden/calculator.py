"""What a deal of Königrufen of Graden comes to, from the contract and how it went."""

from collections import Counter
from functools import cached_property
from typing import Final, override

from kontrapunkt.calculator import Chosen, Field, Impossible, a_seat, choice, number, yes_or_no
from kontrapunkt.families.follow_suit.calculator import FollowCalculator
from kontrapunkt.game import SEATS, Result
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.options import OPTIONS
from kontrapunkt.games.koenigrufen_graden.state import Auction, Standing
from kontrapunkt.games.koenigrufen_graden.table import CONTRACTS, LAST_TRICK, Contract
from kontrapunkt.said import Text, say, seat_name

NOBODY: Final = "nobody"
NAMED: Final = {contract.name: contract for contract in CONTRACTS}
WHOLE: Final = 90
"""Card points in Schurln, those of the last trick included."""


class KoenigrufenCalculator(FollowCalculator[KoenigrufenGraden]):
    """Asks who played what with whom, and how it went."""

    options = (
        "max_joiners",
        "call_own_card",
        "settle_one_bettler_fails",
        "bad_hundert_bid",
        *(option.key for option in OPTIONS if option.key.startswith("value_")),
    )

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        contracts = {name: contract.title for name, contract in NAMED.items() if contract.rank}
        contracts["schurln"] = NAMED["schurln"].title
        seats: dict[str, Text] = {seat: seat_name(seat) for seat in SEATS}
        others = {NOBODY: say("calculator.nobody"), **seats}
        negative, together = f"contract={_having('none')}", _having("with_another")
        joined = f"{negative} joiner={'|'.join(SEATS)}"
        at_last = f"contract={_having('at_the_last')}"
        lacking = "|".join(name for name, contract in NAMED.items() if contract.pair)
        ends = {key: say(f"calculator.kg.end.{key}") for key in ("shared", "all", "lost")}
        return (
            choice("contract", say("calculator.kg.contract"), contracts, default="durchmarsch"),
            choice("bidder", say("calculator.kg.bidder"), seats, "contract!=schurln"),
            choice("joiner", say("calculator.kg.joiner"), others, f"{negative} max_joiners=1"),
            yes_or_no("took", say("calculator.kg.took"), negative),
            yes_or_no("joiner_took", say("calculator.kg.joiner.took"), joined),
            choice("partner", say("calculator.kg.partner"), seats, f"contract={together}", "S"),
            yes_or_no("lost", say("calculator.kg.lost"), f"contract={together}|{_having('all')}"),
            choice("end", say("calculator.kg.end"), ends, at_last),
            choice("last", say("calculator.kg.last"), seats, f"{at_last} end=shared", "S"),
            yes_or_no("lacks", say("calculator.kg.lacks"), f"contract={lacking} bad_hundert_bid=lost"),
            *(
                number(f"points_{seat}", say("calculator.points", side=name), WHOLE, "contract=schurln", most)
                for (seat, name), most in zip(seats.items(), (30, 20, 20, 20), strict=True)
            ),
            a_seat("dealer", say("calculator.dealer")),
        )

    @override
    def settled(self, chosen: Chosen) -> Result:
        contract = NAMED[chosen["contract"]]
        bidders = self._bidders(contract, chosen)
        partner = chosen.seat("partner") if contract.aim == "with_another" else None
        if partner in bidders and not self.rules.calls_own:
            raise Impossible(say("calculator.kg.own"))
        points = self._points(chosen) if contract.aim == "points" else (0, 0, 0, 0)
        took, leader = self._tricks(contract, bidders, partner, chosen)
        taken = tuple(took[seat] for seat in range(4))
        auction = Auction(0, 0, False, contract.rank, bidders, over=True)
        standing = Standing(auction, revealed=partner, pairless=chosen.yes("lacks"))
        return self.come_to(chosen, points, taken, leader, standing=standing)

    def _bidders(self, contract: Contract, chosen: Chosen) -> tuple[int, ...]:
        if contract.aim == "points":
            return ()
        bidder = chosen.seat("bidder")
        if not contract.joined or chosen["joiner"] == NOBODY:
            return (bidder,)
        if chosen["joiner"] == chosen["bidder"]:
            raise Impossible(say("calculator.kg.joins"))
        return bidder, chosen.seat("joiner")

    def _points(self, chosen: Chosen) -> tuple[int, ...]:
        points = tuple(chosen.number(f"points_{seat}") for seat in SEATS)
        if sum(points) != WHOLE or any(each % LAST_TRICK for each in points):
            raise Impossible(say("calculator.kg.points", n=WHOLE, ten=LAST_TRICK))
        return points

    def _tricks(
        self, contract: Contract, bidders: tuple[int, ...], partner: int | None, chosen: Chosen
    ) -> tuple[Counter[int], int]:
        """Tricks of each seat that come to the same, and who took the last; in Schurln they do not matter."""
        if not bidders:
            return Counter(), 0
        size, bidder = self.rules.hand_size, bidders[0]
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


def _having(aim: str) -> str:
    return "|".join(name for name, contract in NAMED.items() if contract.aim == aim)
