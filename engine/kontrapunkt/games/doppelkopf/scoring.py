"""The scoring of a deal of Doppelkopf from totals and calls (DK-S1 to S24).

All values are in game points and positive for Re; `result` distributes them to the seats.
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
"""The card points that a bidding party needs, by level.

With the last, the other party takes no trick.
"""

EXCEEDED: Final = (240, 120, 90, 60, 30)
"""The card points of the other party that exceed a bid, by level (DK-S14)."""

LOW: Final = (90, 60, 30)
"""The limits of card points below which a party loses extra points (DK-S11)."""

ELDERS: Final = "elders"


@dataclass(frozen=True, slots=True)
class PartyTotals:
    """The totals of both parties; each pair is for Re and for Kontra.

    Attributes:
        points: Card points.
        levels: The highest calls: -1 for silent, 0 for announced, 1 to 4 for bids.
        alone: True if Re is one player, so that the deal is settled as a solo.
    """

    points: tuple[int, int]
    tricks: tuple[int, int]
    levels: tuple[int, int]
    alone: bool

    def of_party(self, party: int) -> tuple[int, int, int]:
        """Return card points, tricks and call level of a party.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        i = int(party == KONTRA)
        return self.points[i], self.tricks[i], self.levels[i]


class ScoreLine(NamedTuple):
    """A line of the score.

    Attributes:
        rule: The rule's id.
        key: The key of its sentence.
        party: The party that scores: 1 for Re, -1 for Kontra.
        points: Game points.
        special: True for a special point.
        caller: The party whose call it concerns; 0 for none.
        level: The level of the bid that it concerns.
        limit: The card points that it concerns.
    """

    rule: str
    key: str
    party: int
    points: int
    special: bool = False
    caller: int = 0
    level: int = 0
    limit: int = 0


def total_parties(state: DoppelkopfState) -> PartyTotals:
    """Return the totals of both parties in a finished deal."""
    points, tricks = (by_party(state.parties, each) for each in (state.card_points, state.taken))
    levels = (state.level(RE), state.level(KONTRA))
    return PartyTotals(points, tricks, levels, state.parties.count(RE) == 1)


def by_party(parties: Sequence[int], numbers: Sequence[int]) -> tuple[int, int]:
    """Return the sums of Re and of Kontra.

    Args:
        parties: The party of each seat; none is unknown.
        numbers: The number of each seat.
    """
    re = sum(number for party, number in zip(parties, numbers, strict=True) if party == RE)
    return re, sum(numbers) - re


def is_schwarz(game: DoppelkopfRules, of: PartyTotals, party: int) -> bool:
    """Return True if a party is schwarz: no trick or, by the option, no card points.

    Args:
        of: The totals of the deal.
        party: 1 for Re, -1 for Kontra.
    """
    points, tricks, _ = of.of_party(party)
    return not points if game.options["schwarz_means"] == "no_points" else not tricks


def has_met_bid(game: DoppelkopfRules, of: PartyTotals, party: int) -> bool:
    """Return True if a bidding party has reached its highest bid.

    Args:
        of: The totals of the deal.
        party: 1 for Re, -1 for Kontra.
    """
    points, _, level = of.of_party(party)
    return is_schwarz(game, of, -party) if level == 4 else points >= TARGETS[level]


def find_winner(game: DoppelkopfRules, of: PartyTotals) -> tuple[int, str]:
    """Return the winning party, 0 for neither, and the rule (DK-S1 to S5)."""
    bidding = [party for party in constants.NAMES if of.of_party(party)[2] > 0]
    if len(bidding) == 2:
        found = next((party for party in constants.NAMES if has_met_bid(game, of, party)), 0)
        return (found, "DK-S4") if found else (0, "DK-S5")
    if bidding:
        party = bidding[0]
        return party if has_met_bid(game, of, party) else -party, "DK-S3"
    re, kontra = of.points
    if max(of.levels) >= 0 and game.options["target_rule"] == "seed_literal":
        return (RE if re > 120 else KONTRA if kontra > 120 else 0), "DK-V4"
    if of.levels[1] >= 0 > of.levels[0]:
        return RE if re >= 120 else KONTRA, "DK-S2"
    return RE if re > 120 else KONTRA, "DK-S1"


def score_lines(game: DoppelkopfRules, of: PartyTotals, state: DoppelkopfState) -> Iterator[ScoreLine]:
    """Yield the lines of the score, game points first."""
    won, _ = find_winner(game, of)
    if won:
        yield ScoreLine("DK-S10", "won", won, 1)
        yield from _call_lines(game, of, won)
    for party in constants.NAMES:
        if party == won or (not won and game.options["both_fail"] != "seed"):
            yield from _point_lines(game, of, party)
        yield from _exceeded_lines(game, of, party)
    yield from special_points(game, of, state, won)


def _call_lines(game: DoppelkopfRules, of: PartyTotals, won: int) -> Iterator[ScoreLine]:
    for party in constants.NAMES:
        level = of.of_party(party)[2]
        if level >= 0 and not game.doubling:
            yield ScoreLine("DK-S12", "announced", won, 2, caller=party)
        for each in range(1, level + 1):
            yield ScoreLine("DK-S13", "bid", won, 1, caller=party, level=each)


def _point_lines(game: DoppelkopfRules, of: PartyTotals, party: int) -> Iterator[ScoreLine]:
    theirs = of.of_party(-party)[0]
    for limit in LOW:
        if theirs < limit:
            yield ScoreLine("DK-S11", "below", party, 1, limit=limit)
    if is_schwarz(game, of, -party):
        yield ScoreLine("DK-S11", "schwarz", party, 1)


def _exceeded_lines(game: DoppelkopfRules, of: PartyTotals, party: int) -> Iterator[ScoreLine]:
    points, level = of.of_party(party)[0], of.of_party(-party)[2]
    for each in range(1, level + 1):
        if points >= EXCEEDED[each] and (each == level or game.options.on("exceed_cumulative")):
            yield ScoreLine("DK-S14", "exceeded", party, 1, level=each, limit=EXCEEDED[each])


def special_points(
    game: DoppelkopfRules, of: PartyTotals, state: DoppelkopfState, won: int
) -> Iterator[ScoreLine]:
    """Yield the special points (DK-S15 to S19), and those of house rules.

    Args:
        of: The totals of the deal.
        won: The winning party: 1 Re, -1 Kontra; 0 for neither.
    """
    if won == KONTRA and ELDERS in game.special and (game.options.on("elders_in_solo") or not of.alone):
        yield ScoreLine("DK-S15", "elders", KONTRA, 1, True)
    for event in () if of.alone else state.happened:
        party = state.parties[event.winner]
        other = event.kind in constants.TWO_SEATS and state.parties[event.owner] == party
        if event.kind in game.special and not other:
            yield ScoreLine(constants.KINDS[event.kind].rule, event.kind, party, 1, True)


class DealScore(NamedTuple):
    """The score of a deal.

    Attributes:
        tally: The totals of the parties.
        won: The winning party; 0 for neither.
        rule: The rule that decides the winner.
        lines: The lines of the score.
        factor: The factor of announcements, where they double.
        value: The value of the deal, for Re.
        cut: The value if the loser may score.
    """

    tally: PartyTotals
    won: int
    rule: str
    lines: tuple[ScoreLine, ...]
    factor: int
    value: int
    cut: int


def score_deal(state: DoppelkopfState) -> DealScore:
    """Return the score of a finished deal."""
    game, of = state.game, total_parties(state)
    won, rule = find_winner(game, of)
    counted = tuple(score_lines(game, of, state))
    plain = sum(line.party * line.points for line in counted if not line.special)
    extra = sum(line.party * line.points for line in counted if line.special)
    factor = 2 ** sum(level >= 0 for level in of.levels) if won and game.doubling else 1
    whole = (plain + extra) * factor if game.doubles_special else plain * factor + extra
    value = 0 if won and whole * won < 0 and not game.options.on("backdoor") else whole
    return DealScore(of, won, rule, counted, factor, value, whole)


def seat_shares(state: DoppelkopfState, points: int) -> dict[Seat, int]:
    """Return the game points of each seat; a soloist's are tripled (DK-S21, S22).

    Args:
        points: The value in game points, positive for Re.
    """
    alone = state.parties.count(RE) == 1
    return {
        SEATS[i]: points * (3 if alone and party == RE else 1) * (1 if party == RE else -1)
        for i, party in enumerate(state.parties)
    }


def bock_triggers(state: DoppelkopfState, found: DealScore) -> tuple[str, ...]:
    """Return the events of a deal after which a round counts double (DK-V21)."""
    of, won = found.tally, found.won
    happened = {
        "draw": of.points == (120, 120),
        "lost_solo": of.alone and won == KONTRA,
        "lost_announcement": bool(won) and of.of_party(-won)[2] >= 0,
        "heart_trick": any(event.kind == constants.HEARTS for event in state.happened),
        "schwarz": any(is_schwarz(state.game, of, party) for party in constants.NAMES),
        "zero": found.value == 0,
    }
    return tuple(name for name, so in happened.items() if so and name in state.game.bock)
