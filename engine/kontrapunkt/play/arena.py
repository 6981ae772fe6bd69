"""Contests between computer players: duplicate deals, in all seatings, with error bars.

    contest = Contest(game_tags, ("first-steps", "random"), seed=1)
    told = summary(contest, [fought(contest, number) for number in range(300)])

Each deal is played once in every seating, so that both players get the same cards; the mean of its seatings
is one number, and those of different deals are independent. The same contest comes to the same numbers on
every machine, whatever the number of processes.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final

from kontrapunkt.core.deal import Record
from kontrapunkt.core.interface import PASS, Action, Game, Seat, Session, State, View
from kontrapunkt.play.players import Player, checked_choice, player_for, sees_all
from kontrapunkt.record import Seen, Watched, game_of

# Who sits where --------------------------------------------------------------------------------------------

Seating = Mapping[Seat, int]
"""Who plays each seat: 0 for the first player, 1 for the second."""


def _two_and_two(start: State) -> Iterable[Sequence[Seat]]:
    """The parties that the cards make; none unless they are two and two."""
    parties = start.game.parties(start)
    return parties if {len(each) for each in parties} == {2} else ()


SEATINGS: Final[Mapping[str, Callable[[State], Iterable[Sequence[Seat]]]]] = {
    "sides": lambda start: start.game.sides,
    "alone": lambda start: [(seat,) for seat in start.game.seats],
    "parties": _two_and_two,
}
"""What the first player plays in turn, against the second on all other seats: each of the fixed sides, each
seat alone, or each of the parties that the cards make."""


def seatings_for(game: Game) -> str:
    """How players share the seats of a game unless somebody says otherwise: as partners, if it has them."""
    return "sides" if len(game.sides) == 2 and all(len(side) == 2 for side in game.sides) else "alone"


# One deal --------------------------------------------------------------------------------------------------


def played(start: State, players: Mapping[Seat, Player], calls: bool = True) -> State:
    """Plays a deal to its end.

    Before each trick all others who may say something are asked, in the order of play; then the one to act.

    Args:
        start: The deal.
        players: Who plays each seat.
        calls: Whether anything may be said that nobody must say.

    Returns:
        The last state.
    """
    watched = Watched.of(start)
    asked = -1
    while (turn := watched.state.to_act) is not None:
        view = _view(watched.state, turn, players[turn])
        if calls and not view.trick and len(watched.seen[turn].moves) != asked:
            watched = _said(watched, players, turn)
            asked = len(watched.seen[turn].moves)
            continue
        if not calls:
            quiet = watched.state.game.without_calls(view.actions)
            view = view.__replace__(actions=quiet or view.actions)
        watched = watched.after(_choice(players[turn], view, watched.seen[turn]))
    return watched.state


def _said(watched: Watched, players: Mapping[Seat, Player], turn: Seat) -> Watched:
    """The deal after what others than the one to act have to say."""
    game = watched.state.game
    for step in range(1, len(game.seats)):
        seat = game.after(turn, step)
        while watched.state.actions(seat):
            said = _choice(players[seat], _view(watched.state, seat, players[seat]), watched.seen[seat])
            if said == PASS:
                break
            watched = watched.after(said, seat)
    return watched


def _choice(player: Player, view: View, seen: Seen) -> Action:
    return checked_choice(type(player).__name__, player, view, seen)


def _view(state: State, seat: Seat, player: Player) -> View:
    """What a player is shown: its seat's view, or open hands if that is what it is for."""
    if not sees_all(player):
        return state.view(seat)
    return state.view(None).__replace__(actions=state.actions(seat))


# The contest -----------------------------------------------------------------------------------------------

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
class DealOutcome:
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


def fought(contest: Contest, number: int) -> DealOutcome:
    """Plays one deal of a contest, or one session, in every seating.

    Args:
        contest: The contest.
        number: Which of its deals, from 0.
    """
    seed = contest.seed * _APART + number
    one = _session if contest.sessions else _deal
    start = contest.game.deal(seed)
    while not (turns := [*SEATINGS[contest.seatings](start)]):  # these cards make no such parties
        seed += _APART * _APART  # others, from far away
        start = contest.game.deal(seed)
    values = []
    for ours in turns:
        gains = one(contest, start, seed, {seat: int(seat not in ours) for seat in contest.game.seats})
        own = [gains[seat] for seat in contest.game.seats if seat in ours]
        values.append(round(sum(own) / len(own), 6))
    return DealOutcome(number, tuple(values))


def _deal(contest: Contest, start: State, seed: int, seating: Seating) -> Mapping[Seat, float]:
    """What each seat gains from a deal."""
    end = played(start, _sitting(contest, seating, seed), contest.calls)
    return contest.game.payoffs(end)


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
        gained = {seat: gained[seat] + gain for seat, gain in game.payoffs(end).items()}
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
class ContestScore:
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


def summary(bouts: Iterable[DealOutcome]) -> ContestScore:
    """How a contest stands after these deals.

    Args:
        bouts: At least one.

    Raises:
        ValueError: for none.
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


# The picture -----------------------------------------------------------------------------------------------

_WIDE: Final = 640
_HIGH: Final = 280
_LEFT: Final = 56
_EDGE: Final = 28
_FEWEST: Final = 5
"""Deals before which the error says nothing."""


def plot(bouts: Iterable[DealOutcome], title: str, unit: str) -> str:
    """The mean so far over the number of deals, as SVG; around it the band that holds the truth in 95 of 100.

    Args:
        bouts: What each deal came to.
        title: What stands above it.
        unit: What the numbers are.
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
