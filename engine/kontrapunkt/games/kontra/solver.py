"""The solver of Kontra, for play from the hands alone: the endgame, and a pack that is locked for good.

Each plays alone. With two players that is a game for the same 120 card points, and the values are exact for
both. With three, `points N` is what North can be sure of whatever the others do: they are taken to play
together against North, which is the worst that can happen. A fixed pact of two is the same question, asked of
the third: the two are sure of all that is left, less what the third is sure of. What a deal of three will
come to when each plays for the own pile has no such answer, and is not asked here.
The last cards of the pack belong to the first trick of the endgame; whoever takes it has them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from operator import mul
from typing import Final, override

from kontrapunkt.core.cards import CARDS, Card
from kontrapunkt.core.messages import Message, say, side_name
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import Phase
from kontrapunkt.search.clock import Clock, Work, patiently
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.compiled import KernelConfig, KernelPosition, RankSolver, TrialSearch
from kontrapunkt.search.solver import Bounds, Solution, Value
from kontrapunkt.search.verdict import Worths, best_actions, best_line

Hands = tuple[tuple[int, ...], ...]
"""The hands in the order of the seats; cards are numbers, equal ones alike, each hand sorted."""

_FAR: Final = 1 << 20


class KontraEnding:
    """The cards of an ending as numbers.

    A rank that two hands hold is a number of its own. What only one hand holds can neither beat nor be
    beaten: there, all cards that count the same are alike, and have one number for that hand.

    Attributes:
        numbers: The number of every card.
        worth: By number, what the card counts.
        table: What the seat with a number can be sure of.
    """

    def __init__(self, state: KontraState, clock: Clock) -> None:
        """Takes the cards that are in the hands and in the trick in progress.

        Args:
            state: The state.
            clock: Tells when to pause.
        """
        self.table = cache(lambda seat: BoundsTable(self, state.game.players, seat, clock))
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

    def values(self, state: KontraState, seat: int) -> Work[Worths]:
        """What a seat takes from a state on, by what is played now.

        Args:
            state: The state.
            seat: The seat's number in the order of play.
        """
        hands, turn, table = self.hands(state), state.turn, self.table(seat)
        before = table.nodes
        played = tuple(self.numbers[card] for card in state.trick)
        found: dict[int, int] = {}
        for number in dict.fromkeys(self.numbers[card] for card in state.hands[turn]):
            rest = list(hands[turn])
            rest.remove(number)
            left, now = (*hands[:turn], tuple(rest), *hands[turn + 1 :]), (*played, number)
            after = partial(table.play, left, state.leader, now, added_to_trick(state), -_FAR, _FAR)
            found[number] = yield from patiently(after)
            yield
        values = {action: found[self.numbers[CARDS[action]]] for action in state.actions()}
        return values, lambda: table.nodes - before


def _holders(state: KontraState) -> dict[Card, int]:
    found = {card: seat for seat, hand in enumerate(state.hands) for card in hand}
    players = state.game.players
    return found | {card: (state.leader + i) % players for i, card in enumerate(state.trick)}


Played = tuple[int, ...]
"""The cards of the trick in progress, as numbers."""


class BoundsTable:
    """What one seat can be sure of in an ending, with a table of bounds at the beginnings of tricks.

    Attributes:
        play: What the seat takes from a moment of a trick on, its cards included: hands, leader, the cards
            played so far, what else goes to its winner, and the window of values that matter.
        nodes: Positions searched so far.
    """

    play: Callable[[Hands, int, Played, int, int, int], int]

    def __init__(self, ending: KontraEnding, players: int, seat: int, clock: Clock) -> None:
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
            for at in _order(hand, played[0] if played else -1, worth):
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


def _order(hand: tuple[int, ...], led: int, worth: list[int]) -> list[int]:
    """The places of different cards in a hand, in the order to try: what matches, then blanks."""
    places = [at for at, card in enumerate(hand) if not at or hand[at - 1] != card]
    places.sort(key=lambda at: (hand[at] != led, worth[hand[at]]))
    return places


def added_to_trick(state: KontraState) -> int:
    """The card points that go to the winner of the trick in progress beside its cards (KO-R15).

    Args:
        state: The state.
    """
    if state.phase != Phase.ENDGAME1:
        return 0
    return state.game.worth(state.stock)


_KEPT: Final = 4  # endings whose tables are kept


class KontraSolver(RankSolver[KontraState, Kontra]):
    """The solver of Kontra."""

    family = "kontra"
    kinds = ("points",)

    def __init__(self, game: Kontra) -> None:
        super().__init__(game)
        self._desk = cache(self._make_desk)
        self._endings: list[KontraEnding] = []
        self.parties = tuple((seat,) for seat in game.seats)

    @override
    def worth_showing(self, state: KontraState) -> tuple[str, ...]:
        # of two, one has what the other has not
        return self.goals if self.game.players > 2 else self.goals[-1:]

    @override
    def early(self, state: KontraState) -> bool:
        return state.first_part

    @override
    def cards(self, state: KontraState) -> Iterable[Sequence[Card]]:
        return (*state.hands, state.trick, state.stock if state.phase == Phase.ENDGAME1 else ())

    @override
    def describe(self, goal: str | Goal, value: Value) -> Message:
        assert isinstance(value, int)
        key = "search.kontra.tell" if self.game.players == 2 else "search.kontra.tell.sure"
        return say(key, seat=side_name(self.known(goal).seats), n=value)

    @override
    def look(self, state: KontraState, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        seat = self.game.seats.index(goal.seats[0])
        values_at = partial(self._weighed if self.engine == "wasm" else self._walked, seat)
        values, searched = yield from values_at(state)
        assert state.to_act is not None
        best = best_actions(goal, state.to_act, values)
        moves = (yield from best_line(goal, state, best[0], values_at)) if line else ()
        return Solution(goal, state.to_act, values, best, moves, searched())

    # With the compiled kernel

    def _make_desk(self, seat: int) -> KernelConfig:
        """The desk for a seat's card points."""
        worth = self.numbering.values
        side = tuple(int(other != seat) for other in range(self.game.players))
        return KernelConfig(side, worth, self.numbering.groups(worth))

    def counting(self, seat: int) -> tuple[KernelConfig, bool]:
        """The desk for a seat's card points, and whether it counts what is left for the other.

        What one of two takes the other does not: they share a desk, and all that is remembered at it.

        Args:
            seat: The seat's number in the order of play.
        """
        return (self._desk(0), seat > 0) if self.game.players == 2 else (self._desk(seat), False)

    def _weighed(self, seat: int, state: KontraState) -> Work[Worths]:
        """What a seat takes from a state on, by what is played now."""
        numbering, trick, leader, added = self.numbering, state.trick, state.leader, added_to_trick(state)
        hands = numbering.hands(state.hands, leader, trick)
        left = added + sum([sum(map(mul, hand, numbering.values)) for hand in hands])
        numbers = {action: numbering.number[action[0]] for action in state.actions()}
        question = KernelPosition(hands, leader, numbering.laid(trick), added)
        desk, other = self.counting(seat)
        kernel, before = self.kernel, self.kernel.nodes
        work = TrialSearch(desk, question, sorted({*numbers.values()}), range(1, left + 1))
        yield from patiently(partial(kernel.weigh, work))
        yield
        low = [left - number for number in work.low] if other else work.low
        return {action: low[number] for action, number in numbers.items()}, lambda: kernel.nodes - before

    # In Python

    def _walked(self, seat: int, state: KontraState) -> Work[Worths]:
        """The same, in the ending that the state belongs to, or in a new one."""
        known = next((each for each in self._endings if each.holds(state)), None)
        found = known or KontraEnding(state, self.clock)
        self._endings = [found, *(each for each in self._endings if each is not known)][:_KEPT]
        return found.values(state, seat)
