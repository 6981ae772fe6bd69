"""The result of a deal of Ristikontra (RK-R14 to R17)."""

from collections.abc import Mapping

from kontrapunkt import words
from kontrapunkt.game import Item, Result, Seat, side_name
from kontrapunkt.games.sedma.game import SedmaGame, both, each
from kontrapunkt.games.sedma.reckoning import Sums, possible_sums
from kontrapunkt.games.sedma.state import SedmaState
from kontrapunkt.games.sedma.table import seats_of


def game_points(points: tuple[int, int]) -> tuple[int, int]:
    """The game points of both sides for their card points."""
    return _scored(*points), _scored(*points[::-1])


def _scored(ours: int, theirs: int) -> int:
    if ours <= theirs:
        return 0
    return 2 if theirs == 0 else 1


def result(game: SedmaGame, state: SedmaState) -> Result:
    """The result of a finished deal."""
    sums = possible_sums(state)
    outcomes = {game_points(each.points) for each in sums}
    if len(outcomes) > 1:
        return _open(state, outcomes)
    return _settled(game, sums)


def _settled(game: SedmaGame, sums: list[Sums]) -> Result:
    scored = game_points(sums[0].points)
    items = []
    if len({each.points for each in sums}) == 1:
        ns, ew = sums[0].points
        items.append(Item("RK-R14", words.say("ristikontra.count", ns=ns, ew=ew)))
    if scored == (0, 0):
        text = words.say("ristikontra.tie")
        items.append(Item("RK-R17", text))
        return Result("game points", both(scored), (), text, tuple(items), grades={"N": "tie", "E": "tie"})
    side = 0 if scored[0] else 1
    number = scored[side]
    rule = "RK-R16" if number == 2 else "RK-R15"
    text = words.say(f"ristikontra.{rule}", side=side_name(seats_of(side)), half=game.total // 2)
    items.append(Item(rule, text, each(side, number)))
    grades: Mapping[Seat, str] = {"N": "loss" if side else "win", "E": "win" if side else "loss"}
    return Result("game points", both(scored), seats_of(side), text, tuple(items), grades=grades)


def _open(state: SedmaState, outcomes: set[tuple[int, int]]) -> Result:
    """What is known where the earlier tricks are not: perhaps who wins, but not whether with all points."""
    ns, ew = state.card_points
    text = words.say("ristikontra.open", ns=ns, ew=ew)
    items = [Item("RK-R14", text)]
    winners: tuple[Seat, ...] = ()
    if all(ours > theirs for ours, theirs in outcomes) or all(ours < theirs for ours, theirs in outcomes):
        winners = seats_of(0 if ns > ew else 1)
        text = words.say("ristikontra.open.won", side=side_name(winners))
        items.append(Item("RK-R15", text))
    return Result("game points", both((0, 0)), winners, text, tuple(items), settled=False)


words.register(
    "en",
    {
        "ristikontra.count": "N–S have {ns} card {ns:point|points}, E–W {ew}.",
        "ristikontra.tie": "Both sides have half of the card points: nobody scores, and the game point is "
        "held over.",
        "ristikontra.RK-R15": "{side} have more than {half} card points and score a game point.",
        "ristikontra.RK-R16": "{side} have all the card points and score two game points.",
        "ristikontra.open.won": "{side} win; the earlier tricks decide whether with all the card points.",
        "ristikontra.open": "N–S took {ns} card {ns:point|points} and E–W {ew} in the tricks shown; the "
        "earlier tricks decide.",
    },
)
