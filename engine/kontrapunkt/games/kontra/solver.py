"""The solver of Kontra, for play from the hands alone.

That is the endgame, and the play with a pack that is locked for good. Each plays alone. Two players compete
for the same 120 card points, so the values are exact for both. With three, `points N` is what North is sure
of if the others play together against North, which is the worst case. For a fixed alliance of two the
question is the same: they are sure of all that is left, less what the third is sure of. How a deal of three
ends if each plays for their own pile has no such answer, and is no goal here.

The last cards of the pack belong to the first trick of the endgame; its winner takes them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from operator import mul
from typing import Final, override

from kontrapunkt.core.cards import CARDS, Card
from kontrapunkt.core.messages import Message, say, side_name
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import Phase
from kontrapunkt.search.clock import Clock, Work, retry_until_done
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.compiled import KernelConfig, KernelPosition, RankSolver, TrialSearch
from kontrapunkt.search.solver import Bounds, Solution, Value
from kontrapunkt.search.verdict import Worths, best_actions, best_line

Hands = tuple[tuple[int, ...], ...]
"""The hands in the order of the seats; cards are sorted numbers, equal for equals."""

_FAR: Final = 1 << 20


class KontraEndgame:
    """The cards of an ending as numbers.

    A rank that two hands hold is a number of its own. A rank that only one hand holds can neither beat nor be
    beaten. So all such cards of a hand share a number if they have the same card points.

    Attributes:
        numbers: The number of every card.
        worth: The card points, by number.
        table: The table of bounds for the number of a seat.
    """

    def __init__(self, state: KontraState, clock: Clock) -> None:
        """Number the cards that are in the hands and in the trick in progress.

        Args:
            clock: The clock that tells when to pause.
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
        """Return True if a state may arise in this ending."""
        return _holders(state).items() <= self.holders.items()

    def hands(self, state: KontraState) -> Hands:
        """Return the hands of a state as numbers."""
        return tuple(tuple(sorted(map(self.numbers.__getitem__, hand))) for hand in state.hands)

    def values(self, state: KontraState, seat: int) -> Work[Worths]:
        """Find the card points that a seat takes from a state on, for each action.

        Args:
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
            found[number] = yield from retry_until_done(after)
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
    """A search for the card points that one seat is sure of in an ending.

    It has a table of bounds for the beginnings of tricks.

    Attributes:
        play: The function that returns the card points of the seat from a moment of a trick on. It takes the
            hands, the leader, the cards played so far, the points added for the winner, and the window of
            values.
        nodes: The number of positions searched so far.
    """

    play: Callable[[Hands, int, Played, int, int, int], int]

    def __init__(self, ending: KontraEndgame, players: int, seat: int, clock: Clock) -> None:
        """Prepare a search for a seat.

        Args:
            players: The number of players.
            seat: The number of the seat whose card points count; all others play against it.
            clock: The clock that tells when to pause.
        """
        self.nodes = 0
        bounds: dict[tuple[Hands, int], tuple[int, int]] = {}
        worth, tick = ending.worth, clock.tick

        def begin(hands: Hands, leader: int, alpha: int, beta: int) -> int:
            """Return the card points of the seat from the beginning of a trick on."""
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
    """Return the places of different cards in a hand, in the order to try.

    Matching cards come first, then cards without points.
    """
    places = [at for at, card in enumerate(hand) if not at or hand[at - 1] != card]
    places.sort(key=lambda at: (hand[at] != led, worth[hand[at]]))
    return places


def added_to_trick(state: KontraState) -> int:
    """Return the card points added for the winner of the trick in progress (KO-R15)."""
    if state.phase != Phase.ENDGAME1:
        return 0
    return state.game.worth(state.stock)


_KEPT: Final = 4  # the number of endings whose tables are cached


class KontraSolver(RankSolver[KontraState, Kontra]):
    """The solver of Kontra."""

    family = "kontra"
    kinds = ("points",)

    def __init__(self, game: Kontra) -> None:
        super().__init__(game)
        self._config = cache(self._make_config)
        self._endings: list[KontraEndgame] = []
        self.parties = tuple((seat,) for seat in game.seats)

    @override
    def worth_showing(self, state: KontraState) -> tuple[str, ...]:
        # with two players, one takes what the other does not
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
        return say(key, seat=side_name(self.parse_goal(goal).seats), n=value)

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

    def _make_config(self, seat: int) -> KernelConfig:
        """Return the kernel's configuration for the card points of a seat."""
        worth = self.numbering.values
        side = tuple(int(other != seat) for other in range(self.game.players))
        return KernelConfig(side, worth, self.numbering.groups(worth))

    def counting(self, seat: int) -> tuple[KernelConfig, bool]:
        """Return the kernel's configuration for a seat, and True if it counts the other.

        Two players share one configuration, and with it the results in its memory: what one takes, the other
        does not.

        Args:
            seat: The seat's number in the order of play.
        """
        return (self._config(0), seat > 0) if self.game.players == 2 else (self._config(seat), False)

    def _weighed(self, seat: int, state: KontraState) -> Work[Worths]:
        """Find the card points that a seat takes from a state on, with the kernel."""
        numbering, trick, leader, added = self.numbering, state.trick, state.leader, added_to_trick(state)
        hands = numbering.hands(state.hands, leader, trick)
        left = added + sum([sum(map(mul, hand, numbering.values)) for hand in hands])
        numbers = {action: numbering.number[action[0]] for action in state.actions()}
        question = KernelPosition(hands, leader, numbering.laid(trick), added)
        config, other = self.counting(seat)
        kernel, before = self.kernel, self.kernel.nodes
        work = TrialSearch(config, question, sorted({*numbers.values()}), range(1, left + 1))
        yield from retry_until_done(partial(kernel.weigh, work))
        yield
        low = [left - number for number in work.low] if other else work.low
        return {action: low[number] for action, number in numbers.items()}, lambda: kernel.nodes - before

    # In Python

    def _walked(self, seat: int, state: KontraState) -> Work[Worths]:
        """Find the same in Python, with a cached or a new ending."""
        known = next((each for each in self._endings if each.holds(state)), None)
        found = known or KontraEndgame(state, self.clock)
        self._endings = [found, *(each for each in self._endings if each is not known)][:_KEPT]
        return found.values(state, seat)
