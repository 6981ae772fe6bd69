"""What a game of the family asks of each action in a phase: what is listed and what is refused read it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kontrapunkt.cards import Card
from kontrapunkt.families.rank_match.table import ACTIONS
from kontrapunkt.game import Action
from kontrapunkt.legality import Requirement, unmet

CARD = "card"
"""The kind of action that is a card of the hand, played."""


@dataclass(frozen=True, slots=True)
class Asked[S]:
    """What is asked in a phase.

    Attributes:
        lists: What an action has to meet, in order, by its kind: `card`, or the action itself where it names
            no card of the hand. Of a card, first that it is held.
        words: The actions of those that may be legal, in the order in which they are listed.
        hand: The action that each card of the hand is good for.
        kind: The kind of those actions.
        bars: The ranks of which a card may not be good for that now; no other card is looked at.
    """

    lists: Mapping[str, Sequence[Requirement[S]]]
    words: tuple[Action, ...] = ()
    hand: Mapping[Card, Action] = field(default_factory=lambda: ACTIONS)
    kind: str = CARD
    bars: Callable[[S], str] | None = None

    def legal(self, state: S, hand: Sequence[Card], seat: int) -> tuple[Action, ...]:
        """What the seat to act may do: with its cards, then without.

        Args:
            state: The moment.
            hand: Its hand.
            seat: Its number.
        """
        actions = self.hand
        found = tuple([actions[card] for card in hand])
        barred = self.bars(state) if self.bars else ""
        if barred:
            asked = self.lists[self.kind][1:]  # the first is met by every card of the hand
            found = tuple(
                [each for each in found if each[0] not in barred or not unmet(asked, state, each, seat)]
            )
        for word in self.words:
            for asks in self.lists[word]:
                if not asks.met(state, word, seat):
                    break
            else:
                found += (word,)
        return found
