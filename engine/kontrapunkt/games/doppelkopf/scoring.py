"""Who has won a deal, and what counts for whom (DK-S1 to S24), from what the parties have and have called.

Everything here is in game points of the value `v`, for Re positive; what a seat gets of it is `result`'s.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, RE
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.state import DoppelkopfState

TARGETS: Final = (121, 151, 181, 211, 240)
"""What a party that bids needs, by level; with the last the others take nothing."""

EXCEEDED: Final = (240, 120, 90, 60, 30)
"""What the others need to have more than a bid of each level allows for (DK-S14)."""

LOW: Final = (90, 60, 30)
"""Card points below which a party is kept (DK-S11)."""

ELDERS: Final = "elders"


@dataclass(frozen=True, slots=True)
class PartyTotals:
    """What both parties have in the end; each pair is for Re and for Kontra.

    Attributes:
        points: Card points.
        tricks: Tricks.
        levels: The highest calls: -1 for silent, 0 for announced, 1 to 4 for bids.
        alone: Whether Re is one player, so that the deal is settled as a solo.
    """

    points: tuple[int, int]
    tricks: tuple[int, int]
    levels: tuple[int, int]
    alone: bool

    def of(self, party: int) -> tuple[int, int, int]:
        """Points, tricks and level of a party.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        i = int(party == KONTRA)
        return self.points[i], self.tricks[i], self.levels[i]


class ScoreLine(NamedTuple):
    """Something that counts: the rule, what it is, for whom, and how many points.

    Attributes:
        rule: The rule's id.
        key: The key of its sentence.
        party: For whom it counts.
        points: How many.
        special: Whether it is a special point.
        caller: Whose call it is about; 0 for none.
        level: The level of a bid that it is about.
        limit: The card points that it is about.
    """

    rule: str
    key: str
    party: int
    points: int
    special: bool = False
    caller: int = 0
    level: int = 0
    limit: int = 0


def tally(state: DoppelkopfState) -> PartyTotals:
    """What both parties have in a finished deal."""
    points, tricks = (by_party(state.parties, each) for each in (state.card_points, state.taken))
    levels = (state.level(RE), state.level(KONTRA))
    return PartyTotals(points, tricks, levels, state.parties.count(RE) == 1)


def by_party(parties: Sequence[int], numbers: Sequence[int]) -> tuple[int, int]:
    """What Re has, and what Kontra, of what each seat has.

    Args:
        parties: The party of each seat; all have one.
        numbers: What each has.
    """
    re = sum(number for party, number in zip(parties, numbers, strict=True) if party == RE)
    return re, sum(numbers) - re


def nothing(game: DoppelkopfRules, of: PartyTotals, party: int) -> bool:
    """Whether a party is schwarz: it has no trick, or by the option no card points.

    Args:
        game: The game with its options.
        of: What the deal came to.
        party: 1 for Re, -1 for Kontra.
    """
    points, tricks, _ = of.of(party)
    return not points if game.options["schwarz_means"] == "no_points" else not tricks


def met(game: DoppelkopfRules, of: PartyTotals, party: int) -> bool:
    """Whether a party that has bid has what its highest bid says.

    Args:
        game: The game with its options.
        of: What the deal came to.
        party: 1 for Re, -1 for Kontra.
    """
    points, _, level = of.of(party)
    return nothing(game, of, -party) if level == 4 else points >= TARGETS[level]


def winner(game: DoppelkopfRules, of: PartyTotals) -> tuple[int, str]:
    """The party that has won, 0 for neither, and the rule that says so (DK-S1 to S5)."""
    bidding = [party for party in constants.NAMES if of.of(party)[2] > 0]
    if len(bidding) == 2:
        found = next((party for party in constants.NAMES if met(game, of, party)), 0)
        return (found, "DK-S4") if found else (0, "DK-S5")
    if bidding:
        party = bidding[0]
        return party if met(game, of, party) else -party, "DK-S3"
    re, kontra = of.points
    if max(of.levels) >= 0 and game.options["target_rule"] == "seed_literal":
        return (RE if re > 120 else KONTRA if kontra > 120 else 0), "DK-V4"
    if of.levels[1] >= 0 > of.levels[0]:
        return RE if re >= 120 else KONTRA, "DK-S2"
    return RE if re > 120 else KONTRA, "DK-S1"


def lines(game: DoppelkopfRules, of: PartyTotals, state: DoppelkopfState) -> Iterator[ScoreLine]:
    """Everything that counts, game points first."""
    won, _ = winner(game, of)
    if won:
        yield ScoreLine("DK-S10", "won", won, 1)
        yield from _called(game, of, won)
    for party in constants.NAMES:
        if party == won or (not won and game.options["both_fail"] != "seed"):
            yield from _played(game, of, party)
        yield from _exceeded(game, of, party)
    yield from special(game, of, state, won)


def _called(game: DoppelkopfRules, of: PartyTotals, won: int) -> Iterator[ScoreLine]:
    for party in constants.NAMES:
        level = of.of(party)[2]
        if level >= 0 and not game.doubling:
            yield ScoreLine("DK-S12", "announced", won, 2, caller=party)
        for each in range(1, level + 1):
            yield ScoreLine("DK-S13", "bid", won, 1, caller=party, level=each)


def _played(game: DoppelkopfRules, of: PartyTotals, party: int) -> Iterator[ScoreLine]:
    theirs = of.of(-party)[0]
    for limit in LOW:
        if theirs < limit:
            yield ScoreLine("DK-S11", "below", party, 1, limit=limit)
    if nothing(game, of, -party):
        yield ScoreLine("DK-S11", "schwarz", party, 1)


def _exceeded(game: DoppelkopfRules, of: PartyTotals, party: int) -> Iterator[ScoreLine]:
    points, level = of.of(party)[0], of.of(-party)[2]
    for each in range(1, level + 1):
        if points >= EXCEEDED[each] and (each == level or game.options.on("exceed_cumulative")):
            yield ScoreLine("DK-S14", "exceeded", party, 1, level=each, limit=EXCEEDED[each])


def special(game: DoppelkopfRules, of: PartyTotals, state: DoppelkopfState, won: int) -> Iterator[ScoreLine]:
    """The special points (DK-S15 to S19), and those of house rules.

    Args:
        game: The game with its options.
        of: What the deal came to.
        state: The moment.
        won: The party that has won: 1 Re, -1 Kontra; 0 for none.
    """
    if won == KONTRA and ELDERS in game.special and (game.options.on("elders_in_solo") or not of.alone):
        yield ScoreLine("DK-S15", "elders", KONTRA, 1, True)
    for event in () if of.alone else state.happened:
        party = state.parties[event.winner]
        other = event.kind in constants.TWO_SEATS and state.parties[event.owner] == party
        if event.kind in game.special and not other:
            yield ScoreLine(constants.KINDS[event.kind].rule, event.kind, party, 1, True)


class DealScore(NamedTuple):
    """A deal reckoned up.

    Attributes:
        tally: What the parties have.
        won: The party that has won, 0 for neither.
        rule: The rule that says so.
        lines: What counts.
        factor: What announcements multiply by, where they double.
        value: The value of the deal, for Re.
        cut: What the value would be if the loser could score.
    """

    tally: PartyTotals
    won: int
    rule: str
    lines: tuple[ScoreLine, ...]
    factor: int
    value: int
    cut: int


def reckoned(state: DoppelkopfState) -> DealScore:
    """A finished deal reckoned up."""
    game, of = state.game, tally(state)
    won, rule = winner(game, of)
    counted = tuple(lines(game, of, state))
    plain = sum(line.party * line.points for line in counted if not line.special)
    extra = sum(line.party * line.points for line in counted if line.special)
    factor = 2 ** sum(level >= 0 for level in of.levels) if won and game.doubling else 1
    whole = (plain + extra) * factor if game.doubles_special else plain * factor + extra
    value = 0 if won and whole * won < 0 and not game.options.on("backdoor") else whole
    return DealScore(of, won, rule, counted, factor, value, whole)


def shares(state: DoppelkopfState, points: int) -> dict[Seat, int]:
    """What each seat gets of a value, for Re positive: a soloist three times as much (DK-S21, S22).

    Args:
        state: The moment.
        points: Game points, above 0 where they are Re's and below where Kontra's.
    """
    alone = state.parties.count(RE) == 1
    return {
        SEATS[i]: points * (3 if alone and party == RE else 1) * (1 if party == RE else -1)
        for i, party in enumerate(state.parties)
    }


def triggers(state: DoppelkopfState, found: DealScore) -> tuple[str, ...]:
    """What in a deal is followed by a round that counts double (DK-V21), as far as the options say."""
    of, won = found.tally, found.won
    happened = {
        "draw": of.points == (120, 120),
        "lost_solo": of.alone and won == KONTRA,
        "lost_announcement": bool(won) and of.of(-won)[2] >= 0,
        "heart_trick": any(event.kind == constants.HEARTS for event in state.happened),
        "schwarz": any(nothing(state.game, of, party) for party in constants.NAMES),
        "zero": found.value == 0,
    }
    return tuple(name for name, so in happened.items() if so and name in state.game.bock)
