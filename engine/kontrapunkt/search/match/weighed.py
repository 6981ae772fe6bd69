"""An ending as the compiled kernel has it: desks for its engines, states as questions."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Final, override

from kontrapunkt.cards import RANKS, Card
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.kept import LAST_TRICK
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.search.clock import Work, patiently
from kontrapunkt.search.match.compiled import CompiledKernel, Desk, Question, Weighing
from kontrapunkt.search.match.family import Family
from kontrapunkt.search.match.fork import Fork, Reached
from kontrapunkt.search.match.place import unclean
from kontrapunkt.search.match.prepared import Prepared
from kontrapunkt.search.match.questions import TRICK_SCALE, Counted

SIDES: Final = (0, 1, 0, 1)
"""The side of each seat."""

_BITS: Final = bytes.maketrans(b"01", b"\0\1")
_LONGEST: Final = 4  # a limit beyond which nothing is ever barred


class Weighed(Prepared[Desk]):
    """Endings in which the lead limit may bar the same ranks; all share the kernel's table."""

    def __init__(self, game: RankMatchGame, queen_cleans: bool, kernel: CompiledKernel, barred: int) -> None:
        """Takes the kernel.

        Args:
            game: The game.
            queen_cleans: Whether a trick to which a queen was led cleans too.
            kernel: The kernel.
            barred: The ranks that the lead limit may bar from somebody, as bits.
        """
        self.queen_cleans = queen_cleans
        self._game = game
        self._kernel = kernel
        self._barred = barred
        self._counting: dict[Family, Desk] = {}
        self._accounts: dict[Counted, Desk] = {}

    @property
    @override
    def nodes(self) -> int:
        return self._kernel.nodes

    @override
    def holds(self, state: RankMatchState) -> bool:
        return barrable(state) == self._barred

    @override
    def clear(self) -> Work[None]:
        yield from ()

    @override
    def counting(self, family: Family) -> Desk:
        found = self._counting.get(family)
        if found is None:
            found = self._counting[family] = self._desk(
                family.scale, family.flags, family.queen_cleans, trick=family.per_trick, bonus=family.bonus
            )
        return found

    @override
    def account(self, sets: Counted) -> Desk:
        found = self._accounts.get(sets)
        if found is None:
            points, tricks = self._game.total, LAST_TRICK
            good = {flags >> 2: _cells(each, points, tricks) for flags, each in sets.sets}
            cells = tuple(good.get(flags, _cells(0, points, tricks)) for flags in range(4))
            flags = max(flags for flags, _ in sets.sets)
            found = self._accounts[sets] = self._desk(
                1, flags, self.queen_cleans, good=cells, points=points, tricks=tricks
            )
        return found

    def _desk(
        self,
        scale: int,
        flags: int,
        queen_cleans: bool,
        *,
        trick: int = 0,
        bonus: tuple[int, int, int, int] = (0, 0, 0, 0),
        good: tuple[bytes, ...] = (),
        points: int = 0,
        tricks: int = 0,
    ) -> Desk:
        """The desk of a kind of count."""
        numbers, game = numbers_of(self._game), self._game
        worth = tuple(game.values.get(rank, 0) * scale for rank in numbers)
        cleaner = numbers["K"] if flags else -1
        spoiler = numbers["Q"] if flags and not queen_cleans else -1
        special = {cleaner, spoiler}
        named = self._barred | sum(1 << at for at in special if at >= 0)
        plain = [at for at in numbers.values() if at not in special]
        group = tuple(
            at if at in special else next(one for one in plain if worth[one] == each)
            for at, each in enumerate(worth)
        )
        return Desk(
            SIDES, worth, group, scale, trick, named, cleaner, spoiler, (1, 2, 1, 2), bonus,
            game.lead_limit, self._barred, _together(game), good, points, tricks,
        )  # fmt: skip

    @override
    def fork(self, engines: Sequence[tuple[Desk, Sequence[int]]], state: RankMatchState) -> Fork:
        return WeighedFork(self._kernel, engines, state, state)

    @override
    def reached(self, engine: Desk, targets: Sequence[int], state: RankMatchState) -> int:
        work = Weighing(engine, question(state, state, engine), (), targets)
        self._kernel.weigh(work)
        return work.low[0]


class WeighedFork(Fork):
    """A fork whose ranks are weighed together."""

    def __init__(
        self,
        kernel: CompiledKernel,
        engines: Sequence[tuple[Desk, Sequence[int]]],
        state: RankMatchState,
        root: RankMatchState,
    ) -> None:
        """Lists what can be played.

        Args:
            kernel: The kernel.
            engines: What is asked: desks with their targets.
            state: The state.
            root: The state that the search is about.
        """
        self._kernel = kernel
        self._engines = engines
        self._state = state
        self._root = root
        self._actions: dict[str, Action] = {}
        for action in state.actions():
            self._actions.setdefault(action[0], action)

    @override
    def find(self) -> Work[Mapping[str, Reached]]:
        numbers = numbers_of(self._state.game)
        trials = [numbers[rank] for rank in self._actions]
        found: list[list[int]] = []
        for desk, targets in self._engines:
            gain = _gain(self._state, self._root, desk)
            moved = [target - gain for target in targets]
            work = Weighing(desk, question(self._state, self._root, desk), trials, moved)
            yield from patiently(partial(self._kernel.weigh, work))
            found.append([work.low[trial] for trial in trials])
            yield
        return {rank: tuple(each[at] for each in found) for at, rank in enumerate(self._actions)}

    @override
    def keeping(self, reached: Reached) -> Work[str | None]:
        found = yield from self.find()
        return next((rank for rank, each in found.items() if each == reached), None)

    @override
    def play(self, rank: str) -> "tuple[tuple[Seat, Action], Fork | None]":
        action = self._actions[rank]
        then = self._state.apply(action)
        fork = None if then.to_act is None else WeighedFork(self._kernel, self._engines, then, self._root)
        return (SEATS[self._state.turn], action), fork


def _cells(counts: int, points: int, tricks: int) -> bytes:
    """A set of counts as a table: a byte for each number of card points and of tricks."""
    bits = f"{counts:0{TRICK_SCALE * (points + 1)}b}"[::-1].encode().translate(_BITS)
    return b"".join(bits[TRICK_SCALE * p : TRICK_SCALE * p + tricks + 1] for p in range(points + 1))


def _gain(state: RankMatchState, root: RankMatchState, desk: Desk) -> int:
    """What N–S have counted from one state to another; an account keeps that itself."""
    if desk.tricks:
        return 0
    points, tricks = _taken(state, root)
    return points * desk.scale + tricks * desk.trick


def _taken(state: RankMatchState, root: RankMatchState) -> tuple[int, int]:
    return state.card_points[0] - root.card_points[0], state.taken[0] - root.taken[0]


def question(state: RankMatchState, root: RankMatchState, desk: Desk) -> Question:
    """A state as the kernel is asked about it.

    Args:
        state: The state.
        root: The state that the search is about.
        desk: What is counted.
    """
    numbers, trick, leader = numbers_of(state.game), state.trick, state.leader
    hands = [counts(numbers, hand) for hand in state.hands]
    for place, card in enumerate(trick):
        hands[(leader + place) & 3][numbers[card[0]]] += 1
    flags = unclean(state) if desk.cleaner >= 0 else 0
    ran, run = -1, 0
    streak = state.streak
    if streak and state.game.lead_limit < _LONGEST and desk.together[leader] >> streak[0] & 1:
        ran, run = numbers[streak[1]], min(streak[2], state.game.lead_limit)
    taken = _taken(state, root) if desk.tricks else (0, 0)
    laid = tuple(numbers[card[0]] for card in trick)
    return Question(tuple(map(tuple, hands)), leader, laid, 0, taken, flags, ran, run)


def counts(numbers: Mapping[str, int], hand: Iterable[Card]) -> list[int]:
    """How many cards of each rank there are.

    Args:
        numbers: The ranks' numbers.
        hand: The cards.
    """
    found = [0] * len(numbers)
    for card in hand:
        found[numbers[card[0]]] += 1
    return found


@cache
def numbers_of(game: RankMatchRules[RankMatchState]) -> Mapping[str, int]:
    """The numbers of the ranks, those that count least first."""
    values = game.values
    ranks = sorted(RANKS, key=lambda rank: (values.get(rank, 0), RANKS.index(rank)))
    return {rank: number for number, rank in enumerate(ranks)}


def barrable(state: RankMatchState) -> int:
    """The ranks, as bits, that the lead limit may yet bar from somebody."""
    most, streak = state.game.lead_limit, state.streak
    if most >= _LONGEST:
        return 0
    numbers, together = numbers_of(state.game), _together(state.game)
    held = [counts(numbers, hand) for hand in state.hands]
    for place, card in enumerate(state.trick):
        held[(state.leader + place) & 3][numbers[card[0]]] += 1
    found = 0
    for number in numbers.values():
        if sum(hand[number] for hand in held) + (streak[2] if streak else 0) > most:
            found |= 1 << number
    return _within(found, held, together, state) if found else 0


def _within(found: int, held: list[list[int]], together: tuple[int, ...], state: RankMatchState) -> int:
    """Of some ranks those that the limit may bar, seat by seat."""
    most, streak, kept = state.game.lead_limit, state.streak, 0
    for rank, number in numbers_of(state.game).items():
        for seat in range(4) if found >> number & 1 else ():
            own = sum(held[other][number] for other in range(4) if together[seat] >> other & 1)
            begun = streak is not None and streak[1] == rank and together[streak[0]] >> seat & 1
            if own and own + (min(streak[2], most) if begun and streak else 0) > most:
                kept |= 1 << number
    return kept


def _together(game: RankMatchRules[RankMatchState]) -> tuple[int, ...]:
    """By seat, whose leads count together with its own, as bits."""
    return {"table": (15,) * 4, "team": (5, 10, 5, 10), "player": (1, 2, 4, 8)}[game.lead_limit_scope]
