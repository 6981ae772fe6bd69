"""The result of a deal of Sedma (SE-R11 to R15)."""

from collections.abc import Iterator

from kontrapunkt.core.interface import Item, Result
from kontrapunkt.core.messages import say, seat_name, side_name
from kontrapunkt.families.rank_match.constants import Pair
from kontrapunkt.games.sedma.session import SedmaSession, game_points, whole_counts
from kontrapunkt.games.sedma.state import SedmaState

UNIT = "game points"


def deal_result(state: SedmaState) -> Result:
    """Return the result of a finished deal, in game points."""
    counts = whole_counts(state)
    if counts is None:
        return _open_result(state)
    return settle_points(state.session, *counts)


def settle_points(session: SedmaSession, points: Pair, tricks: Pair) -> Result:
    """Return the result for given card points and tricks.

    Args:
        session: The session before the deal.
        points: The card points of each side.
        tricks: The tricks of each side.
    """
    sides = session.game.sides
    side, number = game_points(points, tricks)
    winners = sides[side]
    text = say(f"sedma.result.{number}", side=side_name(winners), n=len(winners))
    first, second = map(side_name, sides)
    counted = say("sedma.count", first=first, second=second, one=points[0], other=points[1])
    items = [Item("SE-R12", counted), Item("SE-R13", text, dict.fromkeys(winners, number))]
    items += _session_items(session, (side, number))
    return Result.from_items(sides, UNIT, winners, text, items)


def _session_items(session: SedmaSession, brought: tuple[int, int]) -> Iterator[Item]:
    """Yield the end of the session, or the next dealer."""
    after = session.counting(brought)
    if after.over:
        side = side_name(after.winners)
        yield Item("SE-R14", say("sedma.won", side=side, n=len(after.winners), target=session.target))
    elif after.dealer:
        yield Item("SE-R15", say("session.dealer", seat=seat_name(after.dealer)))


def _open_result(state: SedmaState) -> Result:
    """Return a result that is unknown, because the record omits early tricks."""
    game = state.game
    first, second = map(side_name, game.sides)
    one, other = state.card_points
    text = say("sedma.open", first=first, second=second, one=one, other=other)
    return Result(UNIT, dict.fromkeys(game.seats, 0), (), text, (Item("SE-R12", text),), settled=False)
