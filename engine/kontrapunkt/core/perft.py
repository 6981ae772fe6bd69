"""Perft: count the sequences of legal actions, the classic test of a rules engine."""

from kontrapunkt.core.interface import State


def perft(state: State, depth: int, calls: bool = False) -> int:
    """Count the sequences of actions of a given length.

    A deal that ends earlier counts as one sequence. Cards that chance shows are fixed by the state.

    Args:
        state: The state to start from.
        depth: The number of actions in a sequence.
        calls: True to include actions out of turn.
    """
    if depth == 0 or state.to_act is None:
        return 1
    seats = state.game.seats if calls else (state.to_act,)
    if depth == 1:
        return sum(len(state.actions(seat)) for seat in seats)
    return sum(
        perft(state.apply(action, seat), depth - 1, calls) for seat in seats for action in state.actions(seat)
    )
