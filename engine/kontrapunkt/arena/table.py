"""A deal played by computer players, each asked in turn, and out of turn for what it may say."""

from collections.abc import Mapping

from kontrapunkt.game import PASS, Seat, State, View
from kontrapunkt.players import Player, sees_all
from kontrapunkt.record import Watched


def played(start: State, players: Mapping[Seat, Player], calls: bool = True) -> State:
    """Plays a deal to its end.

    Before each trick all others who may say something are asked, in the order of play; then the one to act.

    Args:
        start: The deal.
        players: Who plays each seat.
        calls: Whether anything may be said that nobody must say.

    Returns:
        The last state.
    """
    watched = Watched.of(start)
    asked = -1
    while (turn := watched.state.to_act) is not None:
        view = _view(watched.state, turn, players[turn])
        if calls and not view.trick and len(watched.seen[turn].moves) != asked:
            watched = _said(watched, players, turn)
            asked = len(watched.seen[turn].moves)
            continue
        if not calls:
            quiet = watched.state.game.without_calls(view.actions)
            view = view.__replace__(actions=quiet or view.actions)
        watched = watched.after(players[turn].choose(view, watched.seen[turn]))
    return watched.state


def _said(watched: Watched, players: Mapping[Seat, Player], turn: Seat) -> Watched:
    """The deal after what others than the one to act have to say."""
    game = watched.state.game
    for step in range(1, len(game.seats)):
        seat = game.after(turn, step)
        while watched.state.actions(seat):
            said = players[seat].choose(_view(watched.state, seat, players[seat]), watched.seen[seat])
            if said == PASS:
                break
            watched = watched.after(said, seat)
    return watched


def _view(state: State, seat: Seat, player: Player) -> View:
    """What a player is shown: its seat's view, or open hands if that is what it is for."""
    if not sees_all(player):
        return state.view(seat)
    return state.view(None).__replace__(actions=state.actions(seat))
