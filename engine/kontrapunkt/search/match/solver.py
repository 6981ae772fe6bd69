"""The solver of rank-match games: what it knows, what it refuses, and the endings it keeps."""

from typing import Final, override

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.game import Game, State
from kontrapunkt.said import Said, say
from kontrapunkt.search.clock import Clock, Work, whole
from kontrapunkt.search.front import Search, Solver, Value
from kontrapunkt.search.goals import Goal, Unsolvable
from kontrapunkt.search.match.asked import Asked
from kontrapunkt.search.match.bracket import Bracket
from kontrapunkt.search.match.look import look
from kontrapunkt.search.match.payoffs import Payoffs
from kontrapunkt.search.match.place import Boundary, Spot, Turn, unclean
from kontrapunkt.search.match.prepared import Prepared, Setting
from kontrapunkt.search.match.techniques import ALL, Techniques
from kontrapunkt.search.match.wording import describe
from kontrapunkt.search.wording import known_goal, label

_KEPT: Final = 4  # endings whose tables are kept


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
        assert isinstance(game, RankMatchGame)
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
    def goals_for(self, state: State) -> tuple[str, ...]:
        if self.why_unsolvable(state) is not None:
            return ()
        assert isinstance(state, RankMatchState)
        dirty = [f"cleans {name}" for side, name in enumerate(("NS", "EW")) if unclean(state) >> side & 1]
        return (*(dirty if self.knows_dirt else ()), "result", "points NS")

    @override
    def why_unsolvable(self, state: State) -> Said | None:
        assert isinstance(state, RankMatchState)
        if state.to_act is None:
            return say("search.over")
        if state.stock or (state.first_part and state.phase != "exchange"):
            return say("search.stock")
        if any(HIDDEN in hand for hand in state.hands):
            return say("search.hidden")
        return None

    @override
    def label(self, goal: str | Goal) -> Said:
        return label(self._known(goal))

    @override
    def describe(self, goal: str | Goal, value: Value) -> Said:
        return describe(self._known(goal), value, self.payoffs)

    @override
    def search(self, state: State, goal: str | Goal, line: bool = True) -> Search:
        found, state = self._checked(state, goal)
        return Search(state, found, self.clock, look(self._prepare(state), self.payoffs, state, found, line))

    @override
    def value(self, state: State, goal: str | Goal) -> Value | None:
        found, state = self._checked(state, goal)
        if found.kind == "result":
            return super().value(state, found)
        with self.clock.slice():
            asked, spot = self._asked(state, found)
            engine, targets = asked.engines[0]
            return asked.value((Bracket(spot, engine, targets).find(),))

    @override
    def reaches(self, state: State, goal: str | Goal, target: int) -> bool:
        found, state = self._checked(state, goal)
        if found.kind not in ("points", "difference"):
            return super().reaches(state, found, target)
        with self.clock.slice():
            asked, spot = self._asked(state, found)
            engine, count, at_least = asked.as_count(target)
            return (spot.at_least(engine, count) >= count) == at_least

    def _asked(self, state: RankMatchState, goal: Goal) -> tuple[Asked, Spot]:
        """A goal as questions, and the state with nothing chosen yet."""
        prepared = whole(self._prepare(state))
        asked = Asked(prepared, self.payoffs, state, goal)
        whole(asked.prepare())
        frame = prepared.frame
        leads = state.phase == "lead"
        return asked, Boundary(frame.position(state), 0, 0) if leads else Turn(frame, state, state)

    def _checked(self, state: State, goal: str | Goal) -> tuple[Goal, RankMatchState]:
        """The goal and the state, if it can answer for them."""
        found = self._known(goal)
        why = self.why_unsolvable(state)
        if why is not None:
            raise Unsolvable(why)
        assert isinstance(state, RankMatchState)
        return found, state

    def _known(self, goal: str | Goal) -> Goal:
        """The goal, if it knows it."""
        return known_goal(goal, self.game, self.goals)

    def _prepare(self, state: RankMatchState) -> Work[Prepared]:
        """Finds the ending a state belongs to, or begins a new one and lets go of the one used least."""
        for known in self._prepared:
            if known.holds(state):
                self._prepared.remove(known)
                self._prepared.insert(0, known)
                return known
        while len(self._prepared) >= _KEPT:
            yield from self._prepared.pop().clear()
        setting = Setting(self.match_game, self.techniques, self.clock, self.queen_cleans)
        made = Prepared(setting, state)
        self._prepared.insert(0, made)
        yield
        return made
