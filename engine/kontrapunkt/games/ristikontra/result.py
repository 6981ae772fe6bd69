"""The result of a deal of Ristikontra, and of the session (RK-R14 to R19)."""

from collections.abc import Iterator

from kontrapunkt.core.interface import SIDES, Item, Result, Seat
from kontrapunkt.core.messages import say, seat_name, side_name
from kontrapunkt.families.rank_match.constants import both, each
from kontrapunkt.families.rank_match.prior_play import possible_sums
from kontrapunkt.families.rank_match.state import RankMatchState
from kontrapunkt.games.ristikontra.session import RistikontraSession, Tricks, game_points


def deal_result(state: RankMatchState) -> Result:
    """Return the result of a finished deal.

    It is in game points, or in card points if the session adds those up.
    """
    session: RistikontraSession = state.session
    points = {each.points for each in possible_sums(state)}
    outcomes = {game_points(each) for each in points}
    if len(points if session.cumulative else outcomes) > 1:
        return _open_result(session, state, outcomes)
    whole = points.pop() if len(points) == 1 else None
    return settle_points(session, outcomes.pop(), whole, session.brought(state))


def settle_points(
    session: RistikontraSession, scored: tuple[int, int], whole: tuple[int, int] | None, tricks: Tricks | None
) -> Result:
    """Return the result for given points.

    Args:
        session: The session before the deal.
        scored: The game points of N–S and of E–W.
        whole: The card points of N–S and of E–W; None if they are not known.
        tricks: The tricks that the session counts; None if they are not known.
    """
    side = None if scored == (0, 0) else 0 if scored[0] else 1
    summed = int(session.cumulative)
    items = []
    if whole:
        told = say("ristikontra.count", ns=whole[0], ew=whole[1])
        items.append(Item("RK-R14", told, both(whole) if session.cumulative else {}))
    if side is None:
        text = say("ristikontra.tie", summed=summed)
        items.append(Item("RK-R17", text))
    else:
        rule = "RK-R16" if max(scored) == 2 else "RK-R15"
        values = {"half": session.game.total // 2, "summed": summed}
        text = say(f"ristikontra.{rule}", side=side_name(SIDES[side]), **values)
        items.append(Item(rule, text, {} if session.cumulative else each(side, max(scored))))
    items += _session_items(session, tricks, side)
    winners = () if side is None else SIDES[side]
    return Result.from_items(SIDES, session.unit, winners, text, items)


def _session_items(session: RistikontraSession, tricks: Tricks | None, winners: int | None) -> Iterator[Item]:
    """Yield the effects on the session.

    They are points carried over, an erased score, totals, the end of the session and the next dealer.
    """
    if tricks is None:
        yield Item("RK-R18", say("ristikontra.totals.open"))
        return
    after = session.counting(tricks)
    if winners is not None and session.held:
        text = say("ristikontra.held.paid", side=side_name(SIDES[winners]), n=session.held)
        yield Item("RK-R17", text, each(winners, session.held))
    elif after.held > 1:
        yield Item("RK-R17", say("ristikontra.held.more", n=after.held))
    for side in (0, 1):
        if after.score[side] < session.score[side]:
            lost, summed = session.score[side], int(session.cumulative)
            text = say("ristikontra.wiped", side=side_name(SIDES[side]), n=lost, summed=summed)
            yield Item("RK-R18", text, each(side, -lost))
    if session.cumulative:
        yield Item("RK-R18", say("ristikontra.totals", ns=after.score[0], ew=after.score[1]))
    if after.winner is not None:
        key = "ristikontra.won.first" if min(after.score) >= session.target else "ristikontra.won"
        target = session.amount(session.target)
        yield Item("RK-R18", say(key, side=side_name(SIDES[after.winner]), target=target))
    elif after.dealer:
        yield Item("RK-R19", say("session.dealer", seat=seat_name(after.dealer)))


def _open_result(
    session: RistikontraSession, state: RankMatchState, outcomes: set[tuple[int, int]]
) -> Result:
    """Return a result that is partly unknown, because the record omits early tricks.

    The winner may be known all the same, but not the score.
    """
    ns, ew = state.card_points
    text = say("ristikontra.open", ns=ns, ew=ew)
    items = [Item("RK-R14", text)]
    winners: tuple[Seat, ...] = ()
    ahead = {(ours > theirs) - (ours < theirs) for ours, theirs in outcomes}
    if len(ahead) == 1 and ahead != {0}:
        winners = SIDES[0 if ahead == {1} else 1]
        text = say("ristikontra.open.won", side=side_name(winners), summed=int(session.cumulative))
        items.append(Item("RK-R15", text))
    return Result(session.unit, both((0, 0)), winners, text, tuple(items), settled=False)
