"""An ending of Kontra walked card by card: what one seat can be sure of, all others playing against it."""

from collections.abc import Callable
from typing import Final

from kontrapunkt.action import CARDS
from kontrapunkt.cards import Card
from kontrapunkt.game import Action
from kontrapunkt.games.kontra.options import Phase
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.search.clock import Clock, Work, patiently
from kontrapunkt.search.front import Value

Hands = tuple[tuple[int, ...], ...]
"""The hands in the order of the seats; cards are numbers, equal ones alike, each hand sorted."""

_FAR: Final = 1 << 20


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


def walked_values(state: KontraState, ending: Ending, table: Table) -> Work[dict[Action, Value]]:
    """What the table's seat takes from a state on, by what is played now.

    Args:
        state: The state.
        ending: The ending that it belongs to.
        table: The table.
    """
    hands, turn = ending.hands(state), state.turn
    played = tuple(ending.numbers[card] for card in state.trick)
    added = added_to_trick(state)
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


def added_to_trick(state: KontraState) -> int:
    """The card points that go to the winner of the trick in progress beside its cards (KO-R15).

    Args:
        state: The state.
    """
    if state.phase != Phase.ENDGAME1:
        return 0
    return sum(state.game.values.get(card[0], 0) for card in state.stock)
