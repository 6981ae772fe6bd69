"""What a deal of Königrufen of Graden comes to, from the contract and how it went."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast, override

from kontrapunkt.calculator import Calculator, Chosen, Field, Impossible, a_seat, choice, number, yes_or_no
from kontrapunkt.families.follow_suit import FollowRules
from kontrapunkt.game import SEATS, Result, Seat, Session
from kontrapunkt.games.koenigrufen_graden.options import OPTIONS
from kontrapunkt.games.koenigrufen_graden.result import result
from kontrapunkt.games.koenigrufen_graden.standing import Auction, Standing
from kontrapunkt.games.koenigrufen_graden.table import CONTRACTS, LAST_TRICK, Contract, Terms, terms_of
from kontrapunkt.said import Text, say, seat_name

NOBODY: Final = "nobody"
NAMED: Final = {contract.name: contract for contract in CONTRACTS}
WHOLE: Final = 90
"""Card points in Schurln, those of the last trick included."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """A deal that is over, as far as it counts; seats are numbers."""

    game: FollowRules
    session: Session
    terms: Terms
    standing: Standing
    contract: Contract
    bidders: tuple[int, ...]
    partner: int | None
    pair_lacks: bool
    card_points: tuple[int, ...]
    taken: tuple[int, ...]
    leader: int

    @property
    def trick_number(self) -> int:
        """The number of the trick that would be next: all are played."""
        return self.game.hand_size + 1


class KoenigrufenCalculator(Calculator):
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
        negative, together = f"contract={_having('none')}", _having("with_another")
        at_last = f"contract={_having('at_the_last')}"
        lacking = "|".join(name for name, contract in NAMED.items() if contract.pair)
        ends = {key: say(f"calculator.kg.end.{key}") for key in ("shared", "all", "lost")}
        return (
            choice("contract", say("calculator.kg.contract"), contracts, default="durchmarsch"),
            choice("bidder", say("calculator.kg.bidder"), seats, "contract!=schurln"),
            choice(
                "joiner",
                say("calculator.kg.joiner"),
                {NOBODY: say("calculator.nobody"), **seats},
                f"{negative} max_joiners=1",
            ),
            yes_or_no("took", say("calculator.kg.took"), negative),
            yes_or_no(
                "joiner_took", say("calculator.kg.joiner.took"), f"{negative} joiner={'|'.join(SEATS)}"
            ),
            choice("partner", say("calculator.kg.partner"), seats, f"contract={together}", "S"),
            yes_or_no("lost", say("calculator.kg.lost"), f"contract={together}|{_having('all')}"),
            choice("end", say("calculator.kg.end"), ends, at_last),
            choice("last", say("calculator.kg.last"), seats, f"{at_last} end=shared", "S"),
            yes_or_no("lacks", say("calculator.kg.lacks"), f"contract={lacking} bad_hundert_bid=lost"),
            *(
                number(
                    f"points_{seat}",
                    say("calculator.points", side=seat_name(seat)),
                    WHOLE,
                    "contract=schurln",
                    30 if seat == "N" else 20,
                )
                for seat in SEATS
            ),
            a_seat("dealer", say("calculator.dealer"), SEATS),
        )

    @override
    def settled(self, chosen: Chosen) -> Result:
        contract = NAMED[chosen["contract"]]
        bidders = self._bidders(contract, chosen)
        points = self._points(chosen) if contract.aim == "points" else (0, 0, 0, 0)
        partner = _number(chosen["partner"]) if contract.aim == "with_another" else None
        if partner is not None and partner in bidders and not self.game.options.on("call_own_card"):
            raise Impossible(say("calculator.kg.own"))
        taken, leader = self._tricks(contract, bidders, partner, chosen)
        session = self.session(cast(Seat, chosen["dealer"]), {})
        auction = Auction(0, 0, False, contract.rank, bidders, over=True)
        game = cast(FollowRules, self.game)
        lacks = chosen.yes("lacks")
        return result(
            Supposed(
                game,
                session,
                terms_of(game.options),
                Standing(auction),
                contract,
                bidders,
                partner,
                lacks,
                points,
                taken,
                leader,
            )
        )

    def _bidders(self, contract: Contract, chosen: Chosen) -> tuple[int, ...]:
        if contract.aim == "points":
            return ()
        bidder = _number(chosen["bidder"])
        if not contract.joined or chosen["joiner"] == NOBODY:
            return (bidder,)
        if chosen["joiner"] == chosen["bidder"]:
            raise Impossible(say("calculator.kg.joins"))
        return bidder, _number(chosen["joiner"])

    def _points(self, chosen: Chosen) -> tuple[int, ...]:
        points = tuple(chosen.number(f"points_{seat}") for seat in SEATS)
        if sum(points) != WHOLE or any(each % LAST_TRICK for each in points):
            raise Impossible(say("calculator.kg.points", n=WHOLE, ten=LAST_TRICK))
        return points

    def _tricks(
        self, contract: Contract, bidders: tuple[int, ...], partner: int | None, chosen: Chosen
    ) -> tuple[tuple[int, ...], int]:
        """Tricks of each seat that come to the same, and who took the last."""
        size = cast(FollowRules, self.game).hand_size
        if contract.aim == "points":
            return (0, 0, 0, 0), 0
        bidder = bidders[0]
        other = next(seat for seat in range(4) if seat not in (*bidders, partner))
        if contract.aim == "none":
            took = {
                bidder: int(chosen.yes("took")),
                **{seat: int(chosen.yes("joiner_took")) for seat in bidders[1:]},
            }
            return _tricks({**took, other: size - sum(took.values())}), other
        lost = chosen["end"] == "lost" if contract.aim == "at_the_last" else chosen.yes("lost")
        if lost:
            return _tricks({bidder: size - 1, other: 1}), bidder
        if contract.aim == "at_the_last" and chosen["end"] == "shared":
            last = _number(chosen["last"])
            if last == bidder:
                raise Impossible(say("calculator.kg.last.own"))
            return _tricks({bidder: size - 1, last: 1}), last
        return _tricks({bidder: size}), bidder


def _having(aim: str) -> str:
    return "|".join(name for name, contract in NAMED.items() if contract.aim == aim)


def _number(seat: str) -> int:
    return SEATS.index(cast(Seat, seat))


def _tricks(numbers: Mapping[int, int]) -> tuple[int, ...]:
    return tuple([numbers.get(seat, 0) for seat in range(4)])
