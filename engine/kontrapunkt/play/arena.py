"""Contests of computer players: duplicate deals in all seatings, with error bars.

    contest = Contest(game_tags, ("first-steps", "random"), seed=1)
    score = summary([fought(contest, number) for number in range(300)])

Each deal is played once in every seating, so that both players get the same cards. The mean of its seatings
is one sample; the samples of different deals are independent. A contest gives the same numbers on every
machine and with any number of processes.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from kontrapunkt.core.deal import Record
from kontrapunkt.core.interface import PASS, Action, Game, Seat, Session, State, View
from kontrapunkt.core.old_names import old_members
from kontrapunkt.play.players import Player, checked_choice, player_for, sees_all
from kontrapunkt.record import ObservedDeal, SeatHistory, game_of

# Seatings --------------------------------------------------------------------------------------------------

Seating = Mapping[Seat, int]
"""The player of each seat: 0 for the first player, 1 for the second."""


def _two_and_two(start: State) -> Iterable[Sequence[Seat]]:
    """Return the parties of a deal; none unless they are two against two."""
    parties = start.game.parties(start)
    return parties if {len(each) for each in parties} == {2} else ()


SEATINGS: Final[Mapping[str, Callable[[State], Iterable[Sequence[Seat]]]]] = {
    "sides": lambda start: start.game.sides,
    "alone": lambda start: [(seat,) for seat in start.game.seats],
    "parties": _two_and_two,
}
"""The seats of the first player in each seating; the second player has all others.

They are each of the fixed sides, each seat alone, or each of the parties that the cards decide.
"""


def seatings_for(game: Game) -> str:
    """Return the default seatings of a game: by sides if it has two pairs, else alone."""
    return "sides" if len(game.sides) == 2 and all(len(side) == 2 for side in game.sides) else "alone"


# One deal --------------------------------------------------------------------------------------------------


def play_deal(start: State, players: Mapping[Seat, Player], calls: bool = True) -> State:
    """Play a deal to its end and return the last state.

    Before each trick, all other seats get the chance to make a call, in the order of play; then the seat to
    act plays.

    Args:
        start: The deal.
        players: The player of each seat.
        calls: False to allow forced calls only.
    """
    watched = ObservedDeal.start(start)
    asked = -1
    while (turn := watched.state.to_act) is not None:
        view = _view(watched.state, turn, players[turn])
        if calls and not view.trick and len(watched.histories[turn].moves) != asked:
            watched = _with_calls(watched, players, turn)
            asked = len(watched.histories[turn].moves)
            continue
        if not calls:
            quiet = watched.state.game.without_calls(view.actions)
            view = view.replace(actions=quiet or view.actions)
        watched = watched.after(_choice(players[turn], view, watched.histories[turn]))
    return watched.state


def _with_calls(watched: ObservedDeal, players: Mapping[Seat, Player], turn: Seat) -> ObservedDeal:
    """Return the deal after the calls of the seats that are not to act."""
    game = watched.state.game
    for step in range(1, len(game.seats)):
        seat = game.after(turn, step)
        while watched.state.actions(seat):
            said = _choice(players[seat], _view(watched.state, seat, players[seat]), watched.histories[seat])
            if said == PASS:
                break
            watched = watched.after(said, seat)
    return watched


def _choice(player: Player, view: View[Any], seen: SeatHistory) -> Action:
    return checked_choice(type(player).__name__, player, view, seen)


def _view(state: State, seat: Seat, player: Player) -> View[Any]:
    """Return the view for a player: its seat's, or open hands for one that sees all."""
    if not sees_all(player):
        return state.view(seat)
    return state.view(None).replace(actions=state.actions(seat))


# The contest -----------------------------------------------------------------------------------------------

_APART = 1_000_003
"""The distance between the seeds of two contests, or of a session's deals."""

_LONGEST = 60
"""The number of deals after which a session without a winner counts as undecided."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players and the deals that they play.

    Attributes:
        tags: The tags `Game` and `Options`, as in a record.
        players: The names of both players, as `player_for` reads them.
        seatings: One of `SEATINGS`.
        seed: The same seed gives the same deals and the same choices.
        calls: False to allow forced calls only.
        sessions: True to play whole sessions, not single deals.
    """

    tags: tuple[tuple[str, str], ...]
    players: tuple[str, str]
    seatings: str
    seed: int = 0
    calls: bool = True
    sessions: bool = False

    @property
    def game(self) -> Game:
        """The game with its options."""
        return _game(self.tags)


@lru_cache(8)
def _game(tags: tuple[tuple[str, str], ...]) -> Game:
    return game_of(Record(dict(tags), ()))


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """The outcome of one deal or session of a contest.

    Attributes:
        number: Its number in the contest, from 0.
        values: For each seating, the mean gain of the first player's seats, in the contest's unit.
    """

    number: int
    values: tuple[float, ...]

    @property
    def value(self) -> float:
        """The mean of the seatings."""
        return sum(self.values) / len(self.values)


def play_in_seatings(contest: Contest, number: int) -> DealOutcome:
    """Play one deal or session of a contest in every seating.

    Args:
        number: The number of the deal, from 0.
    """
    seed = contest.seed * _APART + number
    one = _session if contest.sessions else _deal
    start = contest.game.deal(seed)
    while not (turns := [*SEATINGS[contest.seatings](start)]):  # these cards do not make two against two
        seed += _APART * _APART  # far from the seeds of all other deals
        start = contest.game.deal(seed)
    values = []
    for ours in turns:
        gains = one(contest, start, seed, {seat: int(seat not in ours) for seat in contest.game.seats})
        own = [gains[seat] for seat in contest.game.seats if seat in ours]
        values.append(round(sum(own) / len(own), 6))
    return DealOutcome(number, tuple(values))


def _deal(contest: Contest, start: State, seed: int, seating: Seating) -> Mapping[Seat, float]:
    """Return each seat's gain from a deal."""
    end = play_deal(start, _players_at(contest, seating, seed), contest.calls)
    return contest.game.payoffs(end)


def _session(contest: Contest, start: State, seed: int, seating: Seating) -> Mapping[Seat, float]:
    """Return each seat's gain from a session: a win or loss, or the sum of its deals.

    A session of a game without an end has as many deals as there are seats.
    """
    game, state = contest.game, start
    gained = dict.fromkeys(game.seats, 0.0)
    session: Session | None = None
    for place in range(_LONGEST):
        deal_seed = seed + place * _APART
        state = start if place == 0 else game.deal(deal_seed, session=session)
        end = play_deal(state, _players_at(contest, seating, deal_seed), contest.calls)
        gained = {seat: gained[seat] + gain for seat, gain in game.payoffs(end).items()}
        session = end.session.after(end)
        if session.over:
            fair = len(session.winners) / len(game.seats)
            return {seat: (seat in session.winners) - fair for seat in game.seats}
        if not game.has_end and place + 1 == len(game.seats):
            return gained
    return dict.fromkeys(game.seats, 0.0)


def _players_at(contest: Contest, seating: Seating, seed: int) -> dict[Seat, Player]:
    """Return the player of each seat in a deal, each with its own random generator."""
    return {
        seat: player_for(contest.players[player], contest.game, 8 * seed + place)
        for place, (seat, player) in enumerate(seating.items())
    }


@dataclass(frozen=True, slots=True)
class ContestScore:
    """The score of a contest after some of its deals.

    Attributes:
        deals: The number of deals or sessions, each played in every seating.
        mean: The mean gain of a seat of the first player from one of them, in the contest's unit.
        deviation: Their standard deviation.
        error: The standard error of the mean; NaN for a single deal.
        better: The share of deals in which the first player gained more than zero.
        worse: The share of deals in which it lost.
    """

    deals: int
    mean: float
    deviation: float
    error: float
    better: float
    worse: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error

    def as_json(self) -> dict[str, object]:
        """Return the score as a JSON object."""
        told = {key: _rounded(value) for key, value in asdict(self).items()}
        return {**told, "interval": [_rounded(end) for end in self.interval]}


def _rounded(value: float) -> float | None:
    return value if isinstance(value, int) else None if math.isnan(value) else round(value, 4)


def summary(bouts: Iterable[DealOutcome]) -> ContestScore:
    """Return the score of a contest after these deals.

    Args:
        bouts: The outcomes, at least one.

    Raises:
        ValueError: if there are none.
    """
    values = [bout.value for bout in sorted(bouts, key=lambda bout: bout.number)]
    if not values:
        raise ValueError("a contest of no deals has no standing")
    count = len(values)
    mean = math.fsum(values) / count
    spread = math.fsum((value - mean) ** 2 for value in values)
    deviation = math.sqrt(spread / (count - 1)) if count > 1 else math.nan
    better = sum(value > 0 for value in values) / count
    worse = sum(value < 0 for value in values) / count
    return ContestScore(count, mean, deviation, deviation / math.sqrt(count), better, worse)


# The plot --------------------------------------------------------------------------------------------------

_WIDE: Final = 640
_HIGH: Final = 280
_LEFT: Final = 56
_EDGE: Final = 28
_FEWEST: Final = 5
"""The number of deals below which the error means nothing."""


def plot(bouts: Iterable[DealOutcome], title: str, unit: str) -> str:
    """Draw the mean over the number of deals as SVG, with its 95 % confidence band.

    Args:
        bouts: The outcomes of the deals.
        title: The title above the plot.
        unit: The unit of the gains.
    """
    ordered = sorted(bouts, key=lambda bout: bout.number)
    counts = sorted({*range(_FEWEST, len(ordered) + 1, max(1, len(ordered) // 150)), len(ordered)})
    told = [summary(ordered[:count]) for count in counts if count]
    bands = [(each.interval if each.deals > 1 else (each.mean, each.mean)) for each in told]
    low = min([0.0, *(band[0] for band in bands)])
    high = max([0.0, *(band[1] for band in bands)])
    span = (high - low) or 1.0

    def across(count: int) -> float:
        return round(_LEFT + (_WIDE - _LEFT - _EDGE) * count / max(1, len(ordered)), 1)

    def down(value: float) -> float:
        return round(_EDGE + (_HIGH - 2 * _EDGE) * (high - value) / span, 1)

    upper = [(across(each.deals), down(band[1])) for each, band in zip(told, bands, strict=True)]
    lower = [(across(each.deals), down(band[0])) for each, band in zip(told, bands, strict=True)]
    means = [(across(each.deals), down(each.mean)) for each in told]
    marks = "".join(_mark(value, down(value)) for value in sorted({0.0, round(low, 2), round(high, 2)}))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="currentColor"><title>{_safe(title)}</title>'
        f'<text x="{_LEFT}" y="16">{_safe(title)}</text>{marks}'
        f'<polygon points="{_points([*upper, *lower[::-1]])}" fill="#3f6fb5" opacity=".22"/>'
        f'<polyline points="{_points(means)}" fill="none" stroke="#3f6fb5" stroke-width="2"/>'
        f'<text x="{_WIDE - _EDGE}" y="{_HIGH - 6}" text-anchor="end">'
        f"{len(ordered)} · {_safe(unit)}</text></svg>\n"
    )


def _mark(value: float, y: float) -> str:
    return (
        f'<line x1="{_LEFT}" x2="{_WIDE - _EDGE}" y1="{y}" y2="{y}" stroke="currentColor" '
        f'opacity="{0.6 if value == 0 else 0.2}"/>'
        f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{value:g}</text>'
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"played": play_deal})
