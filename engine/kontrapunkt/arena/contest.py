"""A contest: which players, on which deals; what one deal comes to, and what all of them do together."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

from kontrapunkt.arena.seatings import SEATINGS, Seating
from kontrapunkt.arena.table import played
from kontrapunkt.deal import Record
from kontrapunkt.game import Game, Seat, Session, State
from kontrapunkt.players import Player, player_for
from kontrapunkt.record import game_of

_APART = 1_000_003
"""Seeds of one contest and of another keep so far apart."""

_LONGEST = 60
"""Deals after which a session that has no winner yet is left undecided."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players and the deals they meet on.

    Attributes:
        tags: `Game` and `Options`, as a record has them.
        players: Their names, as `player_for` reads them.
        seatings: One of `SEATINGS`.
        seed: The same seed gives the same deals and the same choices.
        calls: Whether anything may be said that nobody must say.
        sessions: Whether whole sessions are played, and not single deals.
    """

    tags: tuple[tuple[str, str], ...]
    players: tuple[str, str]
    seatings: str
    seed: int = 0
    calls: bool = True
    sessions: bool = False

    @property
    def game(self) -> Game:
        """What is played."""
        return _game(self.tags)


@lru_cache(8)
def _game(tags: tuple[tuple[str, str], ...]) -> Game:
    return game_of(Record(dict(tags), ()))


@dataclass(frozen=True, slots=True)
class Bout:
    """What one deal, or one session, came to.

    Attributes:
        number: Its number in the contest, from 0.
        values: For each seating, what each seat of the first player gained, in the contest's unit.
    """

    number: int
    values: tuple[float, ...]

    @property
    def value(self) -> float:
        """The mean of the seatings."""
        return sum(self.values) / len(self.values)


def fought(contest: Contest, number: int) -> Bout:
    """Plays one deal of a contest, or one session, in every seating.

    Args:
        contest: The contest.
        number: Which of its deals, from 0.
    """
    seed = contest.seed * _APART + number
    one = _session if contest.sessions else _deal
    seatings: list[Seating] = []
    start = contest.game.deal(seed)
    while not seatings:
        seatings = list(SEATINGS[contest.seatings](start))
        if not seatings:  # these cards make no such parties: others, from far away
            seed += _APART * _APART
            start = contest.game.deal(seed)
    values = [_mean(one(contest, start, seed, each), each) for each in seatings]
    return Bout(number, tuple(round(value, 6) for value in values))


def _mean(gains: Mapping[Seat, float], seating: Seating) -> float:
    ours = [gains[seat] for seat, player in seating.items() if player == 0]
    return sum(ours) / len(ours)


def _deal(contest: Contest, start: State, seed: int, seating: Seating) -> Mapping[Seat, float]:
    """What each seat gains from a deal."""
    end = played(start, _sitting(contest, seating, seed), contest.calls)
    return contest.game.gains(end)


def _session(contest: Contest, start: State, seed: int, seating: Seating) -> Mapping[Seat, float]:
    """What each seat gains from a session: won or lost, where one can be won; else what its deals bring.

    One that cannot be won has as many deals as there are seats.
    """
    game, state = contest.game, start
    gained = dict.fromkeys(game.seats, 0.0)
    session: Session | None = None
    for place in range(_LONGEST):
        deal_seed = seed + place * _APART
        state = start if place == 0 else game.deal(deal_seed, session=session)
        end = played(state, _sitting(contest, seating, deal_seed), contest.calls)
        gained = {seat: gained[seat] + gain for seat, gain in game.gains(end).items()}
        session = end.session.after(end)
        if session.over:
            fair = len(session.winners) / len(game.seats)
            return {seat: (seat in session.winners) - fair for seat in game.seats}
        if not game.has_end and place + 1 == len(game.seats):
            return gained
    return dict.fromkeys(game.seats, 0.0)


def _sitting(contest: Contest, seating: Seating, seed: int) -> dict[Seat, Player]:
    """Who plays each seat of a deal, each with a chance of its own."""
    return {
        seat: player_for(contest.players[player], contest.game, 8 * seed + place)
        for place, (seat, player) in enumerate(seating.items())
    }


@dataclass(frozen=True, slots=True)
class Standing:
    """How a contest stands after some of its deals.

    Attributes:
        deals: Deals, or sessions, played in every seating.
        mean: What a seat of the first player gains from one, in the contest's unit.
        deviation: The standard deviation of one.
        error: The standard error of the mean; not a number for a single deal.
        better: The share of deals in which the first player gained more than nothing.
        worse: The share in which it lost.
    """

    deals: int
    mean: float
    deviation: float
    error: float
    better: float
    worse: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean lies with a certainty of 95 %."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error

    def as_json(self) -> dict[str, object]:
        """The same as JSON has it."""
        told = {key: _rounded(value) for key, value in asdict(self).items()}
        return {**told, "interval": [_rounded(end) for end in self.interval]}


def _rounded(value: float) -> float | None:
    return value if isinstance(value, int) else None if math.isnan(value) else round(value, 4)


def summary(bouts: Iterable[Bout]) -> Standing:
    """How a contest stands after these deals.

    Args:
        bouts: At least one.

    Raises:
        ValueError: for none.
    """
    values = [bout.value for bout in sorted(bouts, key=lambda bout: bout.number)]
    if not values:
        raise ValueError("a contest of no deals has no standing")
    return _standing(values)


def _standing(values: Sequence[float]) -> Standing:
    count = len(values)
    mean = math.fsum(values) / count
    spread = math.fsum((value - mean) ** 2 for value in values)
    deviation = math.sqrt(spread / (count - 1)) if count > 1 else math.nan
    better = sum(value > 0 for value in values) / count
    worse = sum(value < 0 for value in values) / count
    return Standing(count, mean, deviation, deviation / math.sqrt(count), better, worse)
