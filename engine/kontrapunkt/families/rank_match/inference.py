"""What is proved of hidden cards where ranks match: little, as any card may be played; but three things are.

Who leads a rank that is barred holds nothing else (RK-R10). Who may play in the dark only with the fourth
king in hand holds it (option `dark_fourth_king`). And cards that went into a hand for all to see are there.

Which of a seat's cards were dealt and which drawn nobody else knows, and it makes no difference: however the
hidden cards lie now, they have come there in equally many ways.
"""

from collections.abc import Sequence
from typing import Any, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.rank_match.state import RankMatchState, RankState
from kontrapunkt.families.rank_match.table import DARK, PACK
from kontrapunkt.game import Action
from kontrapunkt.record import Replay, Seen, replay_session
from kontrapunkt.unseen import Bound, Case, Place, Worlds

KINGS = frozenset(card for card in PACK if card[0] == "K")


class RankInference[S: RankState[Any, Any]]:
    """What a seat can conclude; a game says in `learn` and `conclude` what its acts prove.

    Attributes:
        now: Where the deal stands, as the seat sees it.
        never: For each seat, the cards that it cannot hold.
        bounds: For each seat, how many of some cards it holds.
        weights: For each seat, how many deals a card in its hand stands for, where that is not one; the other
            places have `elsewhere`.
        elsewhere: How many deals such a card stands for in any other place.
    """

    def __init__(self, seen: Seen) -> None:
        """Goes through what was done, and concludes.

        Args:
            seen: What the seat has seen.
        """
        self.played: Replay = replay_session(seen.record, unseen=True)[-1]
        end: Any = self.played.end
        self.now: S = end
        self.states: Sequence[S] = self.played.states  # type: ignore[assignment]
        self.never: list[set[Card]] = [set() for _ in end.hands]
        self.bounds: list[list[Bound]] = [[] for _ in end.hands]
        self.weights: list[dict[Card, int]] = [{} for _ in end.hands]
        self.elsewhere: dict[Card, int] = {}
        seats = seen.game.seats
        for before, step in zip(self.states, self.played.steps, strict=False):
            self.learn(before, seats.index(step.seat), step.action)
        self.conclude()

    def learn(self, before: S, seat: int, action: Action) -> None:
        """Takes note of what an action proves.

        Args:
            before: The moment before it, as the viewer sees it.
            seat: The number of who acts.
            action: What it does.
        """

    def conclude(self) -> None:
        """Takes note of what all of it together proves."""

    @property
    def worlds(self) -> Worlds:
        """The deals that the seat cannot exclude."""
        now = self.now
        seen = now.seen()
        cards = [card for card in PACK if card not in seen]
        places = [
            Place(
                ("hand", seat),
                n,
                frozenset(self.never[seat]),
                tuple(self.bounds[seat]),
                weights={**self.elsewhere, **self.weights[seat]},
            )
            for seat, hand in enumerate(now.hands)
            if (n := hand.count(HIDDEN))
        ]
        stock = now.stock.count(HIDDEN)
        if stock:
            places.append(Place(("stock", 0), stock, ordered=True, weights=self.elsewhere))
        gone = len(cards) - sum(place.size for place in places)
        if gone:  # in tricks before the start of the record
            places.append(Place(("gone", 0), gone, weights=self.elsewhere))
        return Worlds(cards, [Case(tuple(places))], now.filled)


class RankMatchInference(RankInference[RankMatchState]):
    """What a seat can conclude in the play of four."""

    @override
    def learn(self, before: RankMatchState, seat: int, action: Action) -> None:
        # Takes note of a lead of a barred rank, and of what is played in the dark.
        barred = before.barred_rank()
        if action.card and barred and action[0] == barred and action != str(before.turned):
            self.never[seat] |= {card for card in PACK if card[0] != barred}
        if action == DARK and before.game.dark_king == "forbid_dark" and before.king_barred():
            self.bounds[seat] = [Bound(KINGS, least=1)]

    @override
    def conclude(self) -> None:
        # A king that has been played since is no longer held.
        played = {card for state in self.states for card in state.trick if card in KINGS}
        if len(played) == len(KINGS):
            self.bounds = [[] for _ in self.bounds]


def worlds(seen: Seen) -> Worlds:
    """The deals that a seat cannot exclude."""
    return RankMatchInference(seen).worlds
