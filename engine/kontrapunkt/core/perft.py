"""Perft: counting the sequences of actions that a state allows, the classic check of a rules engine."""

from kontrapunkt.core.interface import State


def perft(state: State, depth: int, calls: bool = False) -> int:
    """How many sequences of that many actions there are.

    A deal that ends earlier counts as one sequence; cards that chance shows are fixed by the state.

    Args:
        state: Where to start.
        depth: Actions in a sequence.
        calls: Whether to count what seats out of turn may do, too.
    """
    if depth == 0 or state.to_act is None:
        return 1
    seats = state.game.seats if calls else (state.to_act,)
    if depth == 1:
        return sum(len(state.actions(seat)) for seat in seats)
    return sum(
        perft(state.apply(action, seat), depth - 1, calls) for seat in seats for action in state.actions(seat)
    )
