"""What a state keeps to itself and puzzles ask a thousand times; a view would tell far more each time."""

from kontrapunkt.cards import Card
from kontrapunkt.games.sedma import SedmaState


def lying(state: SedmaState) -> tuple[Card, ...]:
    """The cards of the trick in progress."""
    return state._trick


def unseen(state: SedmaState) -> tuple[bool, ...]:
    """For each card of the trick in progress, whether it was turned in the dark."""
    return tuple(bool(state._dark >> place & 1) for place in range(len(state._trick)))


def turned(state: SedmaState) -> Card | None:
    """The card that the seat to act has turned and must keep; None outside the phase `exchange`."""
    return state._turned


def shown(state: SedmaState) -> tuple[tuple[int, Card], ...]:
    """The cards in hands that everybody has seen, each with the number of its seat."""
    return state._shown
