"""Legality: what a game of this kind asks of its actions, beside following suit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kontrapunkt.cards import Card
from kontrapunkt.game import Action
from kontrapunkt.legality import Requirement


@dataclass(frozen=True, slots=True)
class Legality[S]:
    """What a game of this kind asks of its actions.

    Attributes:
        deeds: What the seat to act may do in a phase before play.
        calls: What a seat may say now, in turn or not.
        asked: What an action has to meet in order, beyond what all games ask: that the deal goes on, that
            it is the seat's turn, that a card is in the hand. Of one that is not legal, some is not met.
        in_turn: What is not met by who is not to act, where the usual sentence says too little.
        cards: The cards that the seat to act may play, in a game that forbids more than the duty does.
    """

    deeds: Callable[[S], tuple[Action, ...]] = lambda _: ()
    calls: Callable[[S, int], tuple[Action, ...]] = lambda *_: ()
    asked: Callable[[S, Action], Sequence[Requirement[S]]] = lambda *_: ()
    in_turn: Sequence[Requirement[S]] = ()
    cards: Callable[[S], tuple[Card, ...]] = lambda _: ()


def is_card(_: object, action: Action, __: int) -> bool:
    """Whether an action is to play a card.

    Args:
        action: The action.
    """
    return action.card is not None
