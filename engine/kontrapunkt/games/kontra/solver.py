"""The solver of Kontra, for play from the hands alone: the endgame, and a pack that is locked for good.

Each plays alone. With two players that is a game for the same 120 card points, and the values are exact for
both. With three, `points N` is what North can be sure of whatever the others do: they are taken to play
together against North, which is the worst that can happen. What a deal of three will come to when each plays
for the own pile has no such answer, and is not asked here.
The last cards of the pack belong to the first trick of the endgame; whoever takes it has them.
"""

from collections.abc import Callable, Mapping
from typing import Final, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.rank_match.table import CARDS
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.table import ENDGAME, ENDGAME1, LOCKED_END
from kontrapunkt.said import Said, say, seat_name
from kontrapunkt.search.clock import Clock, Work, patiently
from kontrapunkt.search.front import Search, Solution, Solver, Value
from kontrapunkt.search.goals import Goal, GoalError, Unsolvable

Hands = tuple[tuple[int, ...], ...]
"""The hands in the order of the seats; cards are numbers, equal ones alike, each hand sorted."""

_FAR: Final = 1 << 20
_KEPT: Final = 4  # endings whose tables are kept


class Ending:
    """The cards of an ending as numbers.

    A rank that two hands hold is a number of its own. What only one hand holds can neither beat nor be
    beaten: there, all cards that count the same are alike, and have one number for that hand.

    Attributes:
        numbers: The number of every card.
        worth: By number, what the card counts.
    """

    def __init__(self, state: KontraState) -> None:
        """Takes the cards that are in the hands and in the trick in progress."""
        self.holders = _holders(state)
        self.numbers: dict[Card, int] = {}
        self.worth: list[int] = []
        ranks: dict[str, set[int]] = {}
        for card, seat in self.holders.items():
            ranks.setdefault(card[0], set()).add(seat)
        known: dict[object, int] = {}
        for card, seat in self.holders.items():
            count = state.game.values.get(card[0], 0)
            name = card[0] if len(ranks[card[0]]) > 1 else (seat, count)
            if name not in known:
                known[name] = len(self.worth)
                self.worth.append(count)
            self.numbers[card] = known[name]

    def holds(self, state: KontraState) -> bool:
        """Whether a state may come out of this ending."""
        return _holders(state).items() <= self.holders.items()

    def hands(self, state: KontraState) -> Hands:
        """The hands of a state as numbers."""
        return tuple(tuple(sorted(map(self.numbers.__getitem__, hand))) for hand in state.hands)


def _holders(state: KontraState) -> dict[Card, int]:
    found = {card: seat for seat, hand in enumerate(state.hands) for card in hand}
    players = state.game.players
    return found | {card: (state.leader + i) % players for i, card in enumerate(state.trick)}


Played = tuple[int, ...]
"""The cards of the trick in progress, as numbers."""


class Table:
    """What one seat can be sure of in an ending, with a table of bounds at the beginnings of tricks.

    Attributes:
        play: What the seat takes from a moment of a trick on, its cards included: hands, leader, the cards
            played so far, what else goes to its winner, and the window of values that matter.
        nodes: Positions searched so far.
    """

    play: Callable[[Hands, int, Played, int, int, int], int]

    def __init__(self, ending: Ending, players: int, seat: int, clock: Clock) -> None:
        """Prepares to count for a seat.

        Args:
            ending: The ending.
            players: How many play.
            seat: Whose card points are counted; all others play against it.
            clock: Tells when to pause.
        """
        self.nodes = 0
        bounds: dict[tuple[Hands, int], tuple[int, int]] = {}
        worth, tick = ending.worth, clock.tick

        def begin(hands: Hands, leader: int, alpha: int, beta: int) -> int:
            """What the seat takes from the beginning of a trick on."""
            if not hands[leader]:
                return 0
            key = hands, leader
            known = bounds.get(key)
            if known is None:
                known = 0, sum([worth[card] for hand in hands for card in hand])
            floor, ceiling = known
            if floor >= beta or floor == ceiling:
                return floor
            if ceiling <= alpha:
                return ceiling
            found = play(hands, leader, (), 0, alpha if alpha > floor else floor, beta)
            if found <= alpha:
                ceiling = min(ceiling, found)
            elif found >= beta:
                floor = max(floor, found)
            else:
                floor = ceiling = found
            bounds[key] = floor, ceiling
            tick()
            return found

        def play(hands: Hands, leader: int, played: Played, added: int, alpha: int, beta: int) -> int:
            if len(played) == players:
                place = players - 1
                while played[place] != played[0]:
                    place -= 1
                winner = (leader + place) % players
                gain = added + sum([worth[card] for card in played]) if winner == seat else 0
                return gain + begin(hands, winner, alpha - gain, beta - gain)
            self.nodes += 1
            turn = (leader + len(played)) % players
            hand = hands[turn]
            ours = turn == seat
            best = -_FAR if ours else _FAR
            for at in _order(hand, played[0] if played else -1, worth, ours):
                left = (*hands[:turn], hand[:at] + hand[at + 1 :], *hands[turn + 1 :])
                found = play(left, leader, (*played, hand[at]), added, alpha, beta)
                if ours:
                    if found > best:
                        best = found
                        if best > alpha:
                            alpha = best
                elif found < best:
                    best = found
                    if best < beta:
                        beta = best
                if alpha >= beta:
                    break
            return best

        self.play = play


def _order(hand: tuple[int, ...], led: int, worth: list[int], ours: bool) -> list[int]:
    """The places of different cards in a hand, in the order to try: what matches, then blanks."""
    places = [at for at, card in enumerate(hand) if not at or hand[at - 1] != card]
    places.sort(key=lambda at: (hand[at] != led, worth[hand[at]]))
    return places


class KontraSolver(Solver):
    """The solver of Kontra.

    Attributes:
        clock: Its clock.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, Kontra)
        self.rules = game
        self.clock = Clock()
        self._endings: list[tuple[Ending, dict[int, Table]]] = []

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        return tuple(f"points {seat}" for seat in self.game.seats)

    @override
    def goals_for(self, state: State) -> tuple[str, ...]:
        if self.why_unsolvable(state) is not None:
            return ()
        return (
            self.goals if self.rules.players > 2 else self.goals[-1:]
        )  # of two, one has what the other has not

    @override
    def why_unsolvable(self, state: State) -> Said | None:
        assert isinstance(state, KontraState)
        if state.to_act is None:
            return say("search.kontra.over")
        if state.phase not in (ENDGAME1, ENDGAME, LOCKED_END):
            return say("search.kontra.pack")
        last = state.stock if state.phase == ENDGAME1 else ()
        if any(HIDDEN in cards for cards in (*state.hands, state.trick, last)):
            return say("search.kontra.hidden")
        return None

    @override
    def label(self, goal: str | Goal) -> Said:
        return say("search.kontra.label", seat=seat_name(self._seat(goal)))

    @override
    def describe(self, goal: str | Goal, value: Value) -> Said:
        assert isinstance(value, int)
        key = "search.kontra.tell" if self.rules.players == 2 else "search.kontra.tell.sure"
        return say(key, seat=seat_name(self._seat(goal)), n=value)

    @override
    def search(self, state: State, goal: str | Goal, line: bool = True) -> Search:
        seat = self._seat(goal)
        why = self.why_unsolvable(state)
        if why is not None:
            raise Unsolvable(why)
        assert isinstance(state, KontraState)
        return Search(state, Goal.read(goal), self.clock, self._look(state, Goal.read(goal), seat, line))

    def _seat(self, goal: str | Goal) -> Seat:
        """The seat of a goal, if it knows it."""
        found = Goal.read(goal)
        if str(found) not in self.goals or found.seat is None:
            values = {"game": self.game.title, "goal": str(found), "goals": ", ".join(self.goals)}
            raise GoalError(say("search.kontra.goal", **values))
        return found.seat

    def _look(self, state: KontraState, goal: Goal, seat: Seat, line: bool) -> Work[Solution]:
        """The values of all actions, and a best line."""
        ending, table = self._tables(state, self.game.seats.index(seat))
        before = table.nodes
        values = yield from _values(state, ending, table)
        best = _best(goal, state, values)
        moves: list[tuple[Seat, Action]] = []
        here, action = state, best[0]
        while line:
            assert here.to_act is not None
            moves.append((here.to_act, action))
            here = here.apply(action)
            if here.to_act is None:
                break
            found = yield from _values(here, ending, table)
            action = _best(goal, here, found)[0]
        assert state.to_act is not None
        return Solution(goal, state.to_act, values, best, tuple(moves), table.nodes - before)

    def _tables(self, state: KontraState, seat: int) -> tuple[Ending, Table]:
        """The ending that a state belongs to, or a new one, and its table for a seat."""
        known = next((each for each in self._endings if each[0].holds(state)), None)
        if known is None:
            known = Ending(state), {}
        else:
            self._endings.remove(known)
        self._endings = [known, *self._endings[: _KEPT - 1]]
        ending, tables = known
        if seat not in tables:
            tables[seat] = Table(ending, self.rules.players, seat, self.clock)
        return ending, tables[seat]


def _values(state: KontraState, ending: Ending, table: Table) -> Work[dict[Action, Value]]:
    """What the table's seat takes from a state on, by what is played now."""
    hands, turn = ending.hands(state), state.turn
    played = tuple(ending.numbers[card] for card in state.trick)
    added = 0
    if state.phase == ENDGAME1:
        added = sum(state.game.values.get(card[0], 0) for card in state.stock)
    found: dict[int, int] = {}
    for card in state.hands[turn]:
        number = ending.numbers[card]
        if number not in found:
            rest = list(hands[turn])
            rest.remove(number)
            left = (*hands[:turn], tuple(rest), *hands[turn + 1 :])
            now = (*played, number)
            found[number] = yield from patiently(
                lambda left=left, now=now: table.play(left, state.leader, now, added, -_FAR, _FAR)  # type: ignore[misc]
            )
            yield
    return {action: found[ending.numbers[CARDS[action]]] for action in state.actions()}


def _best(goal: Goal, state: KontraState, values: Mapping[Action, Value]) -> tuple[Action, ...]:
    assert state.to_act is not None
    numbers = [value for value in values.values() if isinstance(value, int)]
    most = max(numbers) if goal.wants_more(state.to_act) else min(numbers)
    return tuple(action for action, value in values.items() if value == most)
