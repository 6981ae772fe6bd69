"""The solver of rank-match games: goals become counts, counts are asked, answers become values."""

from collections.abc import Mapping
from typing import Final, NamedTuple, cast, override

from kontrapunkt import words
from kontrapunkt.game import SEATS, Action, Game, Seat, State
from kontrapunkt.games.sedma import SedmaGame, SedmaState
from kontrapunkt.games.sedma.reckoning import possible_sums
from kontrapunkt.search.clock import Clock
from kontrapunkt.search.front import Interval, Search, Solution, Solver, Value
from kontrapunkt.search.goals import Goal, GoalError, Unsolvable
from kontrapunkt.search.match.account import Account
from kontrapunkt.search.match.bracket import Bracket
from kontrapunkt.search.match.counting import Counting
from kontrapunkt.search.match.ending import Ending
from kontrapunkt.search.match.family import EW_UNCLEAN, NS_UNCLEAN, POINTS, Family
from kontrapunkt.search.match.limit import Limit, touched
from kontrapunkt.search.match.payoffs import Payoffs
from kontrapunkt.search.match.place import Boundary, Engine, Frame, Spot, Turn, after, streak_of, unclean
from kontrapunkt.search.match.questions import Counted, Past, Question, Remaining, Target, ask
from kontrapunkt.search.match.tables import Tables
from kontrapunkt.search.match.techniques import ALL, Techniques

_KEPT: Final = 4  # endings whose tables are kept


class Setting(NamedTuple):
    """How endings are to be solved.

    Attributes:
        game: The game.
        techniques: What to make use of.
        clock: Tells when to pause.
        queen_cleans: Whether a trick to which a queen was led cleans too.
    """

    game: SedmaGame
    techniques: Techniques
    clock: Clock
    queen_cleans: bool


class Prepared:
    """An ending with all that has been found in it.

    Attributes:
        frame: The ending and its lead limit.
    """

    def __init__(self, setting: Setting, state: SedmaState) -> None:
        """Lays an ending out.

        Args:
            setting: How it is to be solved.
            state: Where it begins.
        """
        game = setting.game
        self._setting = setting
        ending = Ending(state.hands, game.values, setting.techniques.alike)
        limit = Limit(ending, game.lead_limit, game.lead_limit_scope, streak_of(state))
        self.frame = Frame(ending, limit)
        self._counting: dict[Family, Counting] = {}
        self._account: Account | None = None

    def holds(self, state: SedmaState) -> bool:
        """Whether a state may have come of this ending."""
        ending, game = self.frame.ending, self._setting.game
        masks = [ending.mask(seat, hand) for seat, hand in enumerate(state.hands)]
        hands = [mask for mask in masks if mask is not None]
        if len(hands) < 4:
            return False
        most, scope = game.lead_limit, game.lead_limit_scope
        return touched(ending, hands, most, scope, streak_of(state)) <= self.frame.limit.ranks

    def counting(self, family: Family) -> Counting:
        """The engine for a kind of count."""
        found = self._counting.get(family)
        if found is None:
            game, techniques, clock, _ = self._setting
            found = Counting(self.frame, family, game.values, techniques, clock)
            self._counting[family] = found
        return found

    def account(self, sets: Counted) -> Account:
        """The engine for sets of counts."""
        if self._account is None:
            game, _, clock, queen_cleans = self._setting
            tables = Tables(self.frame.ending, POINTS, game.values, self.frame.limit.ranks, False)
            self._account = Account(self.frame, tables, queen_cleans, clock, {})
        return self._account.for_sets(sets.sets)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return sum(each.nodes for each in self._counting.values()) + (
            self._account.nodes if self._account else 0
        )


class MatchSolver(Solver):
    """The solver of a game of the Sedma group.

    Attributes:
        techniques: What it makes use of.
        clock: Its clock.
        queen_cleans: Whether a trick to which a queen was led cleans too.
        knows_dirt: Whether sides can be unclean.
    """

    knows_dirt: bool = False
    queen_cleans: bool = False

    def __init__(self, game: Game, techniques: Techniques = ALL) -> None:
        super().__init__(game)
        assert isinstance(game, SedmaGame)
        self.match_game = game
        self.techniques = techniques
        self.clock = Clock()
        self.payoffs = self.make_payoffs()
        self._prepared: list[Prepared] = []

    def make_payoffs(self) -> Payoffs:
        """What a finished deal is worth."""
        raise NotImplementedError

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        sided = ["points", "difference", *(["cleans", "not-cleans"] if self.knows_dirt else [])]
        return (*(f"{kind} {side}" for kind in sided for side in ("NS", "EW")), "result")

    @override
    def search(self, state: State, goal: str | Goal, line: bool = True) -> "MatchSearch":
        found, state = self._checked(state, goal)
        return MatchSearch(self, state, found, line)

    @override
    def value(self, state: State, goal: str | Goal) -> Value | None:
        found, state = self._checked(state, goal)
        if found.kind == "result":
            return super().value(state, found)
        asked = Asked(self, self.prepared(state), state, found)
        engine, targets = asked.engines[0]
        bracket = Bracket(self._whole(state), engine, targets)
        with self.clock.slice():
            return asked.value((bracket.find(),))

    @override
    def reaches(self, state: State, goal: str | Goal, target: int) -> bool:
        found, state = self._checked(state, goal)
        if found.kind not in ("points", "difference"):
            return super().reaches(state, found, target)
        engine, count, at_least = Asked(self, self.prepared(state), state, found).as_count(target)
        spot = self._whole(state)
        with self.clock.slice():
            return (spot.at_least(engine, count) >= count) == at_least

    def _whole(self, state: SedmaState) -> Spot:
        """A state with nothing chosen yet."""
        frame = self.prepared(state).frame
        return Boundary(frame.position(state), 0, 0) if state.phase == "lead" else Turn(frame, state, state)

    def _checked(self, state: State, goal: str | Goal) -> tuple[Goal, SedmaState]:
        """The goal and the state, if it can answer for them."""
        found = Goal.read(goal)
        if str(found) not in self.goals:
            values = {"game": self.game.title, "goal": str(found), "goals": ", ".join(self.goals)}
            raise GoalError(words.say("search.goal.unknown", **values))
        assert isinstance(state, SedmaState)
        if state.to_act is None:
            raise Unsolvable(words.say("search.over"))
        if state.stock or (state.first_part and state.phase != "exchange"):
            raise Unsolvable(words.say("search.stock"))
        if any(card == "?" for hand in state.hands for card in hand):
            raise Unsolvable(words.say("search.hidden"))
        return found, state

    def prepared(self, state: SedmaState) -> Prepared:
        """The ending a state belongs to: one that is known, or a new one."""
        for known in self._prepared:
            if known.holds(state):
                self._prepared.remove(known)
                self._prepared.insert(0, known)
                return known
        setting = Setting(self.match_game, self.techniques, self.clock, self.queen_cleans)
        self._prepared.insert(0, Prepared(setting, state))
        del self._prepared[_KEPT:]
        return self._prepared[0]


class Asked:
    """A goal at a state as questions: engines with their targets, and how answers become a value."""

    def __init__(self, solver: MatchSolver, prepared: Prepared, state: SedmaState, goal: Goal) -> None:
        """Finds what must be asked.

        Args:
            solver: The solver.
            prepared: The ending.
            state: The state.
            goal: The goal.
        """
        self._goal = goal
        values = solver.match_game.values
        cards = [card for hand in state.hands for card in hand] + [
            play.card for play in state.view(None).trick
        ]
        self._total = sum(values.get(card[0], 0) for card in cards)
        self._pasts: list[tuple[int, list[tuple[int, int | None, int]]]] = []
        self.engines: list[tuple[Engine, list[int]]] = []
        if goal.kind in ("points", "difference"):
            self.engines.append((prepared.counting(POINTS), list(range(1, self._total + 1))))
        elif goal.kind in ("cleans", "not-cleans"):
            flag = (NS_UNCLEAN, EW_UNCLEAN)[goal.side]
            bonus = (0, -1, 0, -1) if goal.side == 0 else (0, 0, 1, 1)
            family = Family(0, 0, flag, solver.queen_cleans, bonus)
            self.engines.append((prepared.counting(family), [goal.side]))
        else:
            self._ask_result(solver, prepared, state, len(cards) // 4)

    def _ask_result(self, solver: MatchSolver, prepared: Prepared, state: SedmaState, tricks: int) -> None:
        payoffs = solver.payoffs
        self._lowest = payoffs.levels[0]
        self._single = state.before.points is not None and state.before.tricks is not None
        flags = 12 if state.first_part and solver.knows_dirt else unclean(state) << 2
        left = Remaining(self._total, tricks, flags)
        asked: dict[Past, list[tuple[int, Question]]] = {}
        names: dict[int, set[Past]] = {}
        for sums in possible_sums(state):
            matter = payoffs.tricks_matter(sums.points[0], self._total, sums.tricks)
            past = (sums.points[0], sums.tricks[0] if matter else None)
            names.setdefault(past[0] - state.card_points[0], set()).add(past)
            if past not in asked:
                asked[past] = [
                    (level, ask(payoffs, level, past, left, solver.queen_cleans))
                    for level in payoffs.levels[1:]
                ]
        families: dict[Family, set[int]] = {}
        for questions in asked.values():
            for _, question in questions:
                if isinstance(question, Target):
                    families.setdefault(question.family, set()).add(question.target)
        places: dict[Family, int] = {}
        for family, targets in families.items():
            places[family] = len(self.engines)
            self.engines.append((prepared.counting(family), sorted(targets)))
        sets: dict[Counted, int] = {}
        found: dict[Past, list[tuple[int, int | None, int]]] = {}
        for past, questions in asked.items():
            rungs: list[tuple[int, int | None, int]] = []  # level, engine (None: always), targets to reach
            for level, question in questions:
                if isinstance(question, Target):
                    place = places[question.family]
                    rungs.append((level, place, self.engines[place][1].index(question.target) + 1))
                elif isinstance(question, Counted):
                    if question not in sets:
                        sets[question] = len(self.engines)
                        self.engines.append((prepared.account(question), [1]))
                    rungs.append((level, sets[question], 1))
                elif question:
                    rungs.append((level, None, 0))
            found[past] = rungs
        self._pasts = [(name, found[past]) for name in sorted(names) for past in sorted(names[name], key=str)]

    def as_count(self, target: int) -> tuple[Engine, int, bool]:
        """A target of the goal of card points as one of N–S's: engine, count, whether to be reached.

        Args:
            target: What the goal's number is to be at least.
        """
        engine, _ = self.engines[0]
        points = target if self._goal.kind == "points" else (target + self._total + 1) // 2
        return (engine, self._total - points + 1, False) if self._goal.side else (engine, points, True)

    def value(self, reached: tuple[int, ...]) -> Value:
        """The value, from how many targets each engine reaches."""
        goal = self._goal
        if goal.kind == "result":
            return self._result(reached)
        number = reached[0]
        if goal.kind in ("points", "difference"):
            points = self._total - number if goal.side else number
            return points if goal.kind == "points" else 2 * points - self._total
        cleans = number == (0 if goal.side else 1)
        return int(cleans == (goal.kind == "cleans"))

    def _result(self, reached: tuple[int, ...]) -> Value:
        by_points: dict[int, list[int]] = {}
        for before, rungs in self._pasts:
            value = self._lowest
            for level, engine, needed in rungs:
                if engine is None or reached[engine] >= needed:
                    value = max(value, level)
            by_points.setdefault(before, []).append(value)
        if self._single:
            return next(iter(by_points.values()))[0]
        intervals: list[Interval] = []
        for before, values in by_points.items():
            least, most = min(values), max(values)
            if intervals and (intervals[-1].least, intervals[-1].most) == (least, most):
                intervals[-1] = Interval(intervals[-1].first, before, least, most)
            else:
                intervals.append(Interval(before, before, least, most))
        return tuple(intervals)


class MatchSearch(Search):
    """A question to the solver of a rank-match game."""

    def __init__(self, solver: MatchSolver, state: SedmaState, goal: Goal, line: bool) -> None:
        super().__init__(state, goal, solver.clock)
        self._solver = solver
        self._prepared = solver.prepared(state)
        self._nodes = self._prepared.nodes
        self._asked = Asked(solver, self._prepared, state, goal)
        self._root = state
        self._line: list[tuple[Seat, Action]] | None = [] if line else None
        self._at = state
        self._spots = after(self._prepared.frame, state, state)
        self._brackets = self._bracketed(self._spots)
        self._followed: tuple[int, ...] | None = None
        self._found: dict[str, tuple[int, ...]] = {}

    def _bracketed(self, spots: Mapping[str, tuple[Spot, tuple[Action, ...]]]) -> dict[str, list[Bracket]]:
        return {
            rank: [Bracket(spot, engine, targets) for engine, targets in self._asked.engines]
            for rank, (spot, _) in spots.items()
        }

    @override
    def _proceed(self) -> Solution:
        found = self._found
        guess: tuple[int, ...] | tuple[None, ...] = (None,) * len(self._asked.engines)
        for rank, brackets in self._brackets.items():
            if rank not in found:
                found[rank] = tuple(each.find(g) for each, g in zip(brackets, guess, strict=True))
            guess = found[rank]
        best = self._best(found, self.state.to_act)
        if self._line is not None:
            self._follow(found, best)
        legal = self._root.actions()
        return Solution(
            self.goal,
            cast(Seat, self.state.to_act),
            {action: self._asked.value(found[action[0]]) for action in legal},
            tuple(action for action in legal if action[0] in best),
            tuple(self._line or ()),
            self._prepared.nodes - self._nodes,
        )

    def _best(self, found: Mapping[str, tuple[int, ...]], seat: Seat | None) -> list[str]:
        """The ranks with which the seat does at least as well as with any other, whatever is asked."""
        ours = seat in ("N", "S")
        ends = [max(each) if ours else min(each) for each in zip(*found.values(), strict=True)]
        return [rank for rank, reached in found.items() if list(reached) == ends]

    def _follow(self, found: Mapping[str, tuple[int, ...]], best: list[str]) -> None:
        """Plays on as long as some card keeps what there was; the line so far outlives a pause."""
        assert self._line is not None
        if self._followed is None:
            if not best:
                return
            self._followed = found[best[0]]
            self._play(best[0])
        while self._at.to_act is not None:
            for rank, brackets in self._brackets.items():
                if all(each.is_just(n) for each, n in zip(brackets, self._followed, strict=True)):
                    self._play(rank)
                    break
            else:
                return

    def _play(self, rank: str) -> None:
        assert self._line is not None
        action = self._spots[rank][1][0]
        self._line.append((SEATS[self._at.turn], action))
        self._at = self._at.apply(action)
        if self._at.to_act is not None:
            self._spots = after(self._prepared.frame, self._at, self._root)
            self._brackets = self._bracketed(self._spots)


words.register(
    "en",
    {
        "search.goal.unknown": "{game} has no goal “{goal}”; it has {goals}",
        "search.over": "the deal is over; there is nothing left to search",
        "search.stock": "there are cards in the stock; only endings without stock can be solved",
        "search.hidden": "some hands hold hidden cards; only open hands can be solved",
    },
)
