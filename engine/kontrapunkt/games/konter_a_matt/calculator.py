"""What a deal of Konter a Matt comes to, from card points, announcements and the slate."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast, override

from kontrapunkt.calculator import Calculator, Chosen, Field, Impossible, a_seat, choice, number, yes_or_no
from kontrapunkt.game import SEATS, Action, Game, Result, Seat
from kontrapunkt.games.konter_a_matt.result import result
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.games.konter_a_matt.table import HALF, SAY_BOTH, SAY_KONTER, SAY_MATT, WORTH
from kontrapunkt.said import Text, say, seat_name, side_name

WHOLE: Final = 2 * HALF
NOBODY: Final = "nobody"
SIDES: Final = ("NS", "EW")
ANNOUNCED: Final = {"both": SAY_BOTH, "matt": SAY_MATT, "konter": SAY_KONTER}


@dataclass(frozen=True, slots=True)
class Supposed:
    """A deal that is over, as far as it counts."""

    game: Game
    session: KonterSession
    makers: int
    claimed: int | None
    said: tuple[tuple[int, Action], ...]
    card_points: tuple[int, ...]
    taken: tuple[int, ...]

    @property
    def announced(self) -> int:
        """What the announcements add to the value, in lines."""
        return sum(WORTH[action] for _, action in self.said)


class KonterCalculator(Calculator):
    """Asks for card points, announcements and how many lines each side has."""

    options = ("tie_rule", "capot_line", "claim", "claim_keeps_capot", "start_lines")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        names = [side_name(seats) for seats in self.game.sides]
        callers: dict[str, Text] = {NOBODY: say("calculator.nobody")}
        callers |= {seat: seat_name(seat) for seat in SEATS}
        claimers: dict[str, Text] = {NOBODY: say("calculator.nobody")}
        claimers |= dict(zip(SIDES, names, strict=True))
        start = int(self.game.options["start_lines"])
        claimed, played = f"claimed={'|'.join(SIDES)}", f"claimed!={'|'.join(SIDES)}"
        ns, ew = names
        return (
            a_seat("dealer", say("calculator.km.dealer"), SEATS),
            choice("claimed", say("calculator.km.claimed"), claimers, "claim=allowed"),
            number("ns", say("calculator.points", side=ns), WHOLE, default=24),
            number("ew", say("calculator.points", side=ew), WHOLE, claimed),
            yes_or_no("ns_trick", say("calculator.trick", side=ns), "ns=0"),
            yes_or_no("ew_trick", say("calculator.trick", side=ew), f"ns={WHOLE} {played}"),
            yes_or_no("ew_early", say("calculator.trick", side=ew), f"ew=0 {claimed}"),
            choice("both", say("calculator.km.both"), callers),
            choice("matt", say("calculator.km.matt"), callers, f"both={NOBODY}"),
            choice("konter", say("calculator.km.konter"), callers, f"both={NOBODY}"),
            number("ns_lines", say("calculator.km.lines", side=ns), 9999, default=start, least=1),
            number("ew_lines", say("calculator.km.lines", side=ew), 9999, default=start, least=1),
            number("carried", say("calculator.km.carried"), 99, "tie_rule=carry_forward"),
        )

    @override
    def settled(self, chosen: Chosen) -> Result:
        dealer = cast(Seat, chosen["dealer"])
        claimed = SIDES.index(chosen["claimed"]) if chosen["claimed"] in SIDES else None
        ns = chosen.number("ns")
        ew = WHOLE - ns if claimed is None else chosen.number("ew")
        if ns + ew > WHOLE:
            raise Impossible(say("calculator.whole", n=WHOLE))
        if claimed is not None and (ns, ew)[claimed] <= HALF:
            raise Impossible(say("calculator.km.claim", n=HALF + 1))
        early = "ew_trick" if claimed is None else "ew_early"
        taken = int(ns > 0 or chosen.yes("ns_trick")), int(ew > 0 or chosen.yes(early))
        said = tuple(
            (SEATS.index(cast(Seat, chosen[key])), action)
            for key, action in ANNOUNCED.items()
            if chosen[key] != NOBODY
        )
        makers = 1 - SEATS.index(dealer) % 2
        session = self._session(chosen, dealer)
        return result(Supposed(self.game, session, makers, claimed, said, (ns, ew), taken))

    def _session(self, chosen: Chosen, dealer: Seat) -> KonterSession:
        facts = {"lines": f"NS {chosen['ns_lines']} EW {chosen['ew_lines']}"}
        if chosen.number("carried"):
            facts["carried"] = chosen["carried"]
        return cast(KonterSession, self.session(dealer, facts))
