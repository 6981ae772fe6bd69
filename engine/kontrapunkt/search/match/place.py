"""Where a search stands: a position at the beginning of a trick, or a state in the middle of one."""

from functools import cached_property
from typing import Final, NamedTuple, Protocol

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.streak import Streak, running
from kontrapunkt.game import Action
from kontrapunkt.search.match.ending import Ending
from kontrapunkt.search.match.limit import Limit

_FAR: Final = 1 << 40


class Position(NamedTuple):
    """A position at the beginning of a trick.

    Attributes:
        hands: The hands by seat, as masks.
        number: Cards in each.
        leader: Who leads.
        flags: Which sides are unclean.
        streak: The lead limit's streak, as a number.
    """

    hands: tuple[int, int, int, int]
    number: int
    leader: int
    flags: int
    streak: int


class Engine(Protocol):
    """What answers questions about positions, in what N–S count; see `Kernel`."""

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """A bound on what N–S count: at least the target if it reaches it, at most if it does not.

        Args:
            position: The position.
            points: Card points that N–S took on the way there; they count.
            tricks: Tricks that N–S took on the way there.
            target: The target.
            rank: The rank that is led there; any unless given.
        """


class Frame:
    """An ending with its lead limit: turns states into positions."""

    def __init__(self, ending: Ending, limit: Limit) -> None:
        self.ending = ending
        self.limit = limit

    def position(self, state: RankMatchState) -> Position:
        """A state at the beginning of a trick."""
        one, two, three, four = (self._mask(state, seat) for seat in range(4))
        hands = (one, two, three, four)
        leader = state.turn
        streak = self.limit.begin(hands, leader, state.streak)
        return Position(hands, len(state.hands[leader]), leader, unclean(state.marks) << 2, streak)

    def _mask(self, state: RankMatchState, seat: int) -> int:
        mask = self.ending.mask(seat, state.hands[seat])
        assert mask is not None, "the state has another ending"
        return mask


def unclean(marks: tuple[int, ...]) -> int:
    """The sides that are unclean, as bits: 1 N–S, 2 E–W. None in a game that knows no dirt.

    Args:
        marks: The game's marks: who was soiled and who was cleaned, as bits; empty where there are none.
    """
    return marks[0] & ~marks[1] if marks else 0


def streak_of(state: RankMatchState) -> Streak | None:
    """The last leads of one rank, that of the trick in progress included."""
    if not state.trick:
        return state.streak
    return running(state.streak, state.game.lead_limit_scope, state.leader, state.trick[0][0])


class Spot(Protocol):
    """What an action leads to."""

    def at_least(self, engine: Engine, target: int) -> int:
        """A bound on what N–S count from the state that was asked about.

        Args:
            engine: What answers.
            target: In the unit of what is counted.
        """


class Boundary:
    """A trick begins, perhaps with a lead that is chosen already."""

    def __init__(self, position: Position, points: int, tricks: int, rank: int | None = None) -> None:
        self._position = position
        self._points = points
        self._tricks = tricks
        self._rank = rank

    def at_least(self, engine: Engine, target: int) -> int:
        """A bound on what N–S count.

        Args:
            engine: What answers.
            target: In the unit of what is counted.
        """
        return engine.ask(self._position, self._points, self._tricks, target, self._rank)


class Turn:
    """Somebody is to play to a trick in progress; walked with the engine's own states, at most three deep."""

    def __init__(self, frame: Frame, state: RankMatchState, root: RankMatchState) -> None:
        self._frame = frame
        self._state = state
        self._root = root
        self._bounds: dict[Engine, tuple[int, int]] = {}  # so that after a pause it is not walked again

    @cached_property
    def _after(self) -> list[Spot]:
        return [spots[0] for spots in after(self._frame, self._state, self._root).values()]

    def at_least(self, engine: Engine, target: int) -> int:
        """A bound on what N–S count.

        Args:
            engine: What answers.
            target: In the unit of what is counted.
        """
        floor, ceiling = self._bounds.get(engine, (-_FAR, _FAR))
        if floor >= target:
            return floor
        if ceiling < target:
            return ceiling
        ours = self._state.turn in (0, 2)
        best: int | None = None
        for spot in self._after:
            found = spot.at_least(engine, target)
            if best is None or (found > best) == ours:
                best = found
            if (best >= target) == ours:
                break
        assert best is not None, "somebody has a card to play"
        if best >= target:
            self._bounds[engine] = max(floor, best), ceiling
        else:
            self._bounds[engine] = floor, min(ceiling, best)
        return best


def after(
    frame: Frame, state: RankMatchState, root: RankMatchState
) -> dict[str, tuple[Spot, tuple[Action, ...]]]:
    """By rank, what playing it leads to, and its actions: cards of one rank in one hand are equal.

    Args:
        frame: The ending.
        state: The state to play from.
        root: The state asked about, from which card points and tricks count.
    """
    found: dict[str, tuple[Spot, tuple[Action, ...]]] = {}
    for action in state.actions():
        rank = action[0]
        if rank in found:
            spot, actions = found[rank]
            found[rank] = (spot, (*actions, action))
        else:
            found[rank] = (_spot(frame, state, action, root), (action,))
    return found


def _spot(frame: Frame, state: RankMatchState, action: Action, root: RankMatchState) -> Spot:
    leading = state.phase == "lead"
    then = state if leading else state.apply(action)
    if then.trick_number == state.trick_number and not leading:
        return Turn(frame, then, root)
    points = then.card_points[0] - root.card_points[0]
    tricks = then.taken[0] - root.taken[0]
    rank = frame.ending.ranks.index(action[0]) if leading else None
    return Boundary(frame.position(then), points, tricks, rank)
