"""The score calculator of Konter a Matt."""

from functools import cached_property
from typing import Final, override

from kontrapunkt.core.calculator import CalculatorChoices, Field, Impossible, a_seat, number, who, yes_or_no
from kontrapunkt.core.interface import Result
from kontrapunkt.core.messages import say, side_name
from kontrapunkt.families.follow_suit.calculator import FollowCalculator
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.constants import HALF, SAY_BOTH, SAY_KONTER, SAY_MATT, WHOLE

SIDES: Final = ("NS", "EW")
ANNOUNCED: Final = {"both": SAY_BOTH, "matt": SAY_MATT, "konter": SAY_KONTER}


class KonterCalculator(FollowCalculator[KonterAMatt]):
    """A form for the card points, announcements and lines of each side."""

    options = ("tie_rule", "capot_line", "claim", "claim_keeps_capot", "start_lines")

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        names = [side_name(seats) for seats in self.game.sides]
        claimers = dict(zip(SIDES, names, strict=True))
        start = int(self.game.options["start_lines"])
        claimed, played = f"claimed={'|'.join(SIDES)}", f"claimed!={'|'.join(SIDES)}"
        ns, ew = names
        return (
            a_seat("dealer", say("calculator.km.dealer")),
            who("claimed", say("calculator.km.claimed"), "claim=allowed", claimers),
            number("ns", say("calculator.points", side=ns), WHOLE, default=24),
            number("ew", say("calculator.points", side=ew), WHOLE, claimed),
            yes_or_no("ns_trick", say("calculator.trick", side=ns), "ns=0"),
            yes_or_no("ew_trick", say("calculator.trick", side=ew), f"ns={WHOLE} {played}"),
            yes_or_no("ew_early", say("calculator.trick", side=ew), f"ew=0 {claimed}"),
            who("both", say("calculator.km.both")),
            who("matt", say("calculator.km.matt"), "both=nobody"),
            who("konter", say("calculator.km.konter"), "both=nobody"),
            number("ns_lines", say("calculator.km.lines", side=ns), 9999, default=start, least=1),
            number("ew_lines", say("calculator.km.lines", side=ew), 9999, default=start, least=1),
            number("carried", say("calculator.km.carried"), 99, "tie_rule=carry_forward"),
        )

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        claimed = SIDES.index(chosen["claimed"]) if chosen["claimed"] in SIDES else None
        ns = chosen.number("ns")
        ew = WHOLE - ns if claimed is None else chosen.number("ew")
        if ns + ew > WHOLE:
            raise Impossible(say("calculator.whole", n=WHOLE))
        if claimed is not None and (ns, ew)[claimed] <= HALF:
            raise Impossible(say("calculator.km.claim", n=HALF + 1))
        early = "ew_trick" if claimed is None else "ew_early"
        taken = int(ns > 0 or chosen.yes("ns_trick")), int(ew > 0 or chosen.yes(early))
        callers = [(chosen.who(key), action) for key, action in ANNOUNCED.items()]
        said = tuple((seat, action) for seat, action in callers if seat is not None)
        facts = {"lines": f"NS {chosen['ns_lines']} EW {chosen['ew_lines']}"}
        if chosen.number("carried"):
            facts["carried"] = chosen["carried"]
        return self.as_finished(chosen, (ns, ew), taken, facts=facts, claimed=claimed, said=said)
