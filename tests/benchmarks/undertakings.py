"""The worth of a player's bids and calls: `python -m tests.benchmarks.undertakings PLAYER DEALS [GAME ...]`.

All seats are the same player. Whenever a seat undertakes something that nobody must (a solo, a contract, an
announcement, contra, a march), the deal is played twice from there on: as it goes, and with that seat bidding
and calling nothing more. An undertaking is good if it is won at least as often as not and brings more than
silence does in the same deals.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import nan, sqrt
from typing import Final, NamedTuple

from kontrapunkt.core.interface import PASS, Action, Game, Seat, State
from kontrapunkt.core.registry import OWN, game
from kontrapunkt.families.follow_suit.game import FOLLOW, LEAD
from kontrapunkt.games.doppelkopf.constants import RESERVATION
from kontrapunkt.play.players import heuristics_of, player_for
from kontrapunkt.record import ObservedDeal

SEED: Final = 39_000_117
"""The first deal's seed; the others follow."""

Choose = Callable[[ObservedDeal, Seat, tuple[Action, ...]], Action]
"""The choice of a seat among some actions; to pass where it is not to act is to say nothing."""


class Undertaking(NamedTuple):
    """One bid or call, and what it brought.

    Attributes:
        kind: The action without its suit: `bid bettler`, `say re`, `trump`; of a seat's bids, the last.
        deal: The number of the deal, from 0.
        seat: The seat.
        won: Whether the seat is among the winners of the deal.
        gain: What the deal brought the seat, in the game's unit.
        silent: What the same deal brings when the seat says nothing instead.
        call: Whether it was said when cards were already played or about to be led.
    """

    kind: str
    deal: int
    seat: Seat
    won: bool
    gain: float
    silent: float
    call: bool


class _Begun(NamedTuple):
    """An undertaking as it is made: the moment before it, by whom, and the action."""

    before: ObservedDeal
    seat: Seat
    action: Action
    call: bool


def undertakings(played: Game, player: str, deals: int, first: int = 0) -> Iterator[Undertaking]:
    """Play deals and find what was undertaken in them.

    Args:
        played: The game.
        player: The name of the player on all seats, perhaps with its budget.
        deals: How many deals.
        first: The number of the first one.
    """
    for number in range(first, first + deals):
        seed = SEED + number
        choose, seats = _chooser(played, player, seed)
        begun: list[_Begun] = []
        end = _played(ObservedDeal.start(played.deal(seed), seats=seats), choose, begun)
        gains, winners = played.payoffs(end.state), end.state.result().winners
        for each, kind in _grouped(begun):
            other = _played(each.before, _silenced(choose, each.seat), [])
            silent = played.payoffs(other.state)[each.seat]
            won = each.seat in winners
            yield Undertaking(kind, number, each.seat, won, gains[each.seat], silent, each.call)


def _chooser(played: Game, player: str, seed: int) -> tuple[Choose, tuple[Seat, ...]]:
    """Return the choices of all seats, and the seats that have to watch: none for rules of thumb."""
    if player == "first-steps":
        advice = heuristics_of(played).advice  # the whole state gives the same advice as the view
        return lambda table, seat, actions: advice(table.state, seat, actions).action, ()
    players = {seat: player_for(player, played, 8 * seed + n) for n, seat in enumerate(played.seats)}

    def chosen(table: ObservedDeal, seat: Seat, actions: tuple[Action, ...]) -> Action:
        view = table.state.view(seat).replace(actions=actions)
        return players[seat].choose(view, table.histories[seat])

    return chosen, tuple(played.seats)


def _silenced(choose: Choose, silent: Seat) -> Choose:
    """Return the same choices, but for one seat that bids and calls nothing."""

    def chosen(table: ObservedDeal, seat: Seat, actions: tuple[Action, ...]) -> Action:
        state = table.state
        if seat != silent:
            return choose(table, seat, actions)
        quiet = tuple(state.game.quiet(state.view(seat)))
        return quiet[0] if len(quiet) == 1 else choose(table, seat, quiet)

    return chosen


def _played(table: ObservedDeal, choose: Choose, begun: list[_Begun]) -> ObservedDeal:
    """Play a deal to its end, and note what is undertaken.

    Before a card is led all others are asked for calls, and again whenever something was said.
    """
    asked = None
    while (turn := table.state.to_act) is not None:
        state, seat, said = table.state, turn, PASS
        if state is not asked and not state.view(None).trick:
            for step in range(1, len(state.game.seats)):
                other = state.game.after(turn, step)
                if said == PASS and (able := state.actions(other)):
                    seat, said = other, choose(table, other, able)
        asked = state
        if said == PASS:
            seat = turn
        action = said if seat != turn else choose(table, turn, state.actions())
        if not action.card and (_undertakes(state, seat, action) or _names(action, seat, begun)):
            begun.append(_Begun(table, seat, action, state.phase in (LEAD, FOLLOW)))
        table = table.after(action, seat)
    return table


def _undertakes(state: State, seat: Seat, action: Action) -> bool:
    """Return whether a seat could have kept silent."""
    return action not in state.game.quiet(state.view(seat))


def _names(action: Action, seat: Seat, begun: Iterable[_Begun]) -> bool:
    """Return whether a seat says which game it meant when it undertook something before."""
    return action.verb == "bid" and any(each.seat == seat for each in begun)


def _grouped(begun: Iterable[_Begun]) -> Iterator[tuple[_Begun, str]]:
    """Yield each undertaking by where it began, with its kind; a seat's bids are one, called by the last."""
    bids: dict[Seat, list[_Begun]] = defaultdict(list)
    for each in begun:
        if each.call:
            yield each, _kind(each.action)
        else:
            bids[each.seat].append(each)
    for made in bids.values():
        if made[-1].action != RESERVATION:  # another's game went before it, and nothing was named
            yield made[0], _kind(made[-1].action)


def _kind(action: Action) -> str:
    """Return an action without the suit that it names."""
    return " ".join(word for word in action.split() if word not in "CSHD")


class Row(NamedTuple):
    """The undertakings of one kind together.

    Attributes:
        kind: The kind; `bids` and `calls` for all of them together.
        times: How often it was undertaken.
        deals: In how many deals.
        won: The share won.
        gain: The mean of what it brought.
        silent: The mean of what silence brings in the same deals.
        error: The standard error of the difference.
    """

    kind: str
    times: int
    deals: int
    won: float
    gain: float
    silent: float
    error: float

    @classmethod
    def of(cls, kind: str, made: list[Undertaking]) -> "Row":
        """The row of some undertakings, at least one."""
        apart = [each.gain - each.silent for each in made]
        mean, n = sum(apart) / len(made), len(made)
        error = sqrt(sum((each - mean) ** 2 for each in apart) / (n - 1) / n) if n > 1 else nan
        won, gain = sum(each.won for each in made) / n, sum(each.gain for each in made) / n
        return cls(kind, n, len({each.deal for each in made}), won, gain, gain - mean, error)


def rows(made: Iterable[Undertaking]) -> list[Row]:
    """Return a row for all bids, each kind of them, all calls and each kind of them."""
    by_kind: dict[str, list[Undertaking]] = defaultdict(list)
    for each in made:
        by_kind["calls" if each.call else "bids"].append(each)
        by_kind[("calls: " if each.call else "bids: ") + each.kind].append(each)
    return [Row.of(kind, found) for kind, found in sorted(by_kind.items())]


def main(player: str, deals: int, names: list[str]) -> None:
    """Print a table for each game."""
    for name in names:
        print(f"{name}, {player}, {deals} deals")
        for row in rows(undertakings(game(name), player, deals)):
            print(
                f"  {row.kind:34} {row.times:5} in {row.deals / deals:5.1%} of deals, won {row.won:4.0%}, "
                f"{row.gain:+7.2f}, silent {row.silent:+7.2f}, "
                f"difference {row.gain - row.silent:+6.2f} ± {row.error:.2f}"
            )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:] or list(OWN))
