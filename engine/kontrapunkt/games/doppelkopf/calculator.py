"""The score calculator of Doppelkopf."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, cast, override

from kontrapunkt.core.calculator import (
    Calculator,
    CalculatorChoices,
    Field,
    Impossible,
    check_sums,
    choice,
    number,
    yes_or_no,
)
from kontrapunkt.core.interface import SEATS, Result
from kontrapunkt.core.messages import Text, say, seat_name, side_spoken
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, NORMAL, POVERTY, RE, WEDDING, WHOLE
from kontrapunkt.games.doppelkopf.contract import ENOUGH, Announced, DoppelkopfContract, Event, Roles
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession

NINES: Final = "schwarz_means=no_trick pack=48"
"""The options with which it matters that a trick may have no card points."""

SILENT: Final = "silent"
DESERTED: Final = "deserted"
SOLO: Final = "solo"
CHOSEN: Final = "chosen"
PAIRED: Final = f"{NORMAL}|{WEDDING}|{POVERTY}|{CHOSEN}"
ALONE: Final = f"{SILENT}|{DESERTED}|{SOLO}"
HEARTS_BOCK: Final = "heart_trick"
"""The name of a trick of four hearts in the option `bock`."""

AT_LAST: Final = (constants.CHARLIE, constants.CAUGHT_CHARLIE, constants.LAST_FOX)
"""The special points that only the winner of the last trick can score."""

PAIRS: Final = {f"{one}{other}": (one, other) for i, one in enumerate(SEATS) for other in SEATS[i + 1 :]}


class DoppelkopfCalculator(Calculator):
    """A form for the parties, card points, calls and special points."""

    game: DoppelkopfRules

    options = (
        "pack",
        "target_rule",
        "schwarz_means",
        "both_fail",
        "exceed_cumulative",
        "compulsory_solos",
        "poverty",
        "karlchen_caught",
        "fox_last_trick",
        "dulle_beats_dulle",
        "heart_trick",
        "re_kontra_value",
        "special_points",
        "bock",
        "genscher",
        "counting",
        "backdoor",
        "elders_in_solo",
    )

    @cached_property
    @override
    def fields(self) -> tuple[Field, ...]:
        game = self.game
        able = {
            POVERTY: game.options["poverty"] != "off",
            SOLO: bool(game.solos),
            CHOSEN: game.genscher,
        }
        kinds = (NORMAL, SILENT, WEDDING, DESERTED, POVERTY, CHOSEN, SOLO)
        names = {kind: say(f"calculator.dk.game.{kind}") for kind in kinds if able.get(kind, True)}
        pairs = {key: side_spoken(seats) for key, seats in PAIRS.items()}
        alone: dict[str, Text] = {seat: seat_name(seat) for seat in SEATS}
        calls = {level: say(f"dk.bid.{level}", level=level) for level in constants.LEVELS}
        re, kontra = (say(f"action.say {name}") for name in constants.PARTIES)
        return (
            choice("game", say("calculator.dk.game"), names),
            choice("pair", re, pairs, f"game={PAIRED}", "NS"),
            choice("alone", say("calculator.dk.alone"), alone, f"game={ALONE}"),
            number("re", say("calculator.dk.points"), WHOLE, default=131),
            yes_or_no("re_trick", say("calculator.dk.trick", party=re), f"re=0 {NINES}"),
            yes_or_no("kontra_trick", say("calculator.dk.trick", party=kontra), f"re={WHOLE} {NINES}"),
            choice("re_call", say("calculator.dk.call", party=re), calls),
            choice("kontra_call", say("calculator.dk.call", party=kontra), calls),
            *self._special(),
            *([choice("rounds", say("calculator.dk.rounds"), self._rounds)] if game.bock else ()),
            yes_or_no("done", say("calculator.dk.done"), f"game={SOLO} compulsory_solos=1"),
        )

    @property
    def _rounds(self) -> dict[str, str]:
        most = 1 if self.game.options.on("bock_append") else 3
        return {str(rounds): str(1 << rounds) for rounds in range(most + 1)}

    @property
    def kinds(self) -> list[str]:
        """The special points that count, or after which deals count double."""
        game = self.game
        return [
            kind
            for kind in constants.KINDS
            if kind in game.special or (kind == constants.HEARTS and HEARTS_BOCK in game.bock)
        ]

    def _special(self) -> Iterator[Field]:
        for kind in self.kinds:
            for name in constants.PARTIES:
                label = say(f"calculator.dk.{kind}", party=say(f"action.say {name}"))
                answers = {str(n): str(n) for n in range(constants.KINDS[kind].most + 1)}
                only = "" if kind == constants.HEARTS and HEARTS_BOCK in self.game.bock else f"game={PAIRED}"
                yield choice(f"{kind}_{name}", label, answers, only)

    @override
    def score_deal(self, chosen: CalculatorChoices) -> Result:
        self._check(chosen)
        check_sums((chosen.number("re"),), constants.VALUES, times=8)
        game, played = self.game, chosen["game"]
        together = played in PAIRED.split("|")
        seats = [SEATS.index(seat) for seat in (PAIRS[chosen["pair"]] if together else chosen["alone"])]
        parties = tuple([RE if seat in seats else KONTRA for seat in range(4)])
        others = parties.index(KONTRA)
        re = chosen.number("re")
        tricks = self._tricks(chosen)
        winners = {"re": seats[0], "kontra": others}
        happened = tuple(
            Event(kind, winners[name], winners["kontra" if name == "re" else "re"])
            for kind in self.kinds
            for name in constants.PARTIES
            for _ in range(chosen.number(f"{kind}_{name}"))
        )
        points = _by_seat({seats[0]: re, others: WHOLE - re})
        taken = _by_seat({seats[0]: tricks[0], others: tricks[1]})
        session = self._session(chosen, seats[0])
        roles = Roles(parties, parties, regrouped=tuple(seats) if played == CHOSEN else ())
        re_call, kontra_call = (
            constants.LEVELS.index(chosen[f"{name}_call"]) - 1 for name in constants.PARTIES
        )
        contract, announced = self._contract(played, seats), Announced(re_call, kontra_call)
        told = {"contract": contract, "roles": roles, "announced": announced, "happened": happened}
        dealt = game.deal(0)  # any deal will do
        return game.result(dealt.as_finished(points, taken, 0, before=PriorPlay(session), **told))

    def _contract(self, played: str, seats: list[int]) -> DoppelkopfContract:
        if played in (NORMAL, SILENT, CHOSEN):
            return DoppelkopfContract(NORMAL)
        if played == SOLO:
            return DoppelkopfContract(min(self.game.solos), seats[0])  # any solo will do
        partner = seats[1] if len(seats) == 2 else None
        return DoppelkopfContract(WEDDING if played == DESERTED else played, seats[0], partner, clarified=1)

    def _tricks(self, chosen: CalculatorChoices) -> tuple[int, int]:
        """Return 1 for each party that has taken a trick, else 0: first Re, then Kontra.

        A party with card points has taken a trick.
        """
        re = chosen.number("re")
        return int(re > 0 or chosen.yes("re_trick")), int(re < WHOLE or chosen.yes("kontra_trick"))

    def _session(self, chosen: CalculatorChoices, soloist: int) -> DoppelkopfSession:
        session = cast("DoppelkopfSession", self.game.session())
        if chosen.yes("done"):
            person = session.players_by_seat[SEATS[soloist]]
            session = replace(session, owing=tuple(one for one in session.owing if one != person))
        rounds = chosen.number("rounds") if self.game.bock else 0
        return replace(session, bock=(len(session.persons),) * rounds)

    def _check(self, chosen: CalculatorChoices) -> None:
        """Check that cards can bring the special points.

        Raises:
            Impossible: for the first that they cannot bring.
        """
        parties = tuple(enumerate(constants.PARTIES))
        found = Counter(
            {(kind, i): chosen.number(f"{kind}_{name}") for kind in self.kinds for i, name in parties}
        )
        tricks = self._tricks(chosen)
        points = (chosen.number("re"), WHOLE - chosen.number("re"))
        for kind in self.kinds:
            if found[kind, 0] + found[kind, 1] > constants.KINDS[kind].most:
                raise Impossible(say(f"calculator.dk.many.{kind}", n=constants.KINDS[kind].most))
        for i, name in parties:
            needed = max(ENOUGH * found[constants.DOPPELKOPF, i], 11 * found[constants.CAUGHT_FOX, i])
            party = say(f"action.say {name}")
            if not tricks[i] and any(found[kind, i] for kind in self.kinds):
                raise Impossible(say("calculator.dk.no_trick", party=party))
            if points[i] < needed:
                raise Impossible(say("calculator.dk.points.few", party=party, n=points[i], least=needed))
        last = [any(found[kind, i] for kind in AT_LAST) for i in (0, 1)]
        high = [found[kind, i] for kind in (constants.CHARLIE, constants.LAST_FOX) for i in (0, 1)]
        if all(last) or sum(high) > 1:
            raise Impossible(say("calculator.dk.last"))


def _by_seat(numbers: dict[int, int]) -> tuple[int, ...]:
    return tuple([numbers.get(seat, 0) for seat in range(4)])
