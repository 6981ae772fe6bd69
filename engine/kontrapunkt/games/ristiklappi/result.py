"""The result of a deal of Ristiklappi, plain or graded (RL-R15 to R23)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from kontrapunkt.core.interface import SIDES, Game, Item, Options, Result, Seat, left_of
from kontrapunkt.core.messages import Message, say, seat_name, side_name
from kontrapunkt.families.rank_match.constants import Marks, both, each, unclean
from kontrapunkt.families.rank_match.prior_play import DealSums, possible_sums
from kontrapunkt.families.rank_match.state import RankMatchState

SHAMEFUL: Final = ("dishonourable_loss", "piss_game", "lappi", "kortiton_lappi", "kusilappi")
"""The losing grades that ignore the other side, least shameful first (RL-R23)."""

Grades = tuple[str, str]


def grades(options: Options, sums: DealSums) -> Grades:
    """Return the result of both sides: `win`, `tie`, or the name of a loss.

    Args:
        sums: Card points, tricks and marks of both sides.
    """
    first, second = (_shame(options, sums, side) for side in (0, 1))
    if first and second:
        uncleans = {"dishonourable_loss", "piss_game"}
        decided = options["both_unclean"] == "points_decide" and {first, second} <= uncleans
        if decided and sums.points[0] != sums.points[1]:
            return ("win", second) if sums.points[0] > sums.points[1] else (first, "win")
        return first, second
    if first or second:
        return first or "win", second or "win"
    return _by_points(options, sums)


def _shame(options: Options, sums: DealSums, side: int) -> str:
    """Return the shameful grade of a side, in the order of RL-R20; empty for none."""
    points = sums.points[side]
    below = options["lapland_below"]
    dirty = bool(sums.marks[0] >> side & 1)
    if below != "none":
        if sums.tricks[side] == 0:
            return "kortiton_lappi"
        if points == 3 and (dirty or options["kusilappi_queen"] == "any_part"):
            return "kusilappi"  # 3 card points are one queen and nothing else
        if points < int(below):
            return "lappi"
    return losses(options)[1] if unclean(sums.marks) >> side & 1 else ""


def losses(options: Options) -> Grades:
    """Return the names of a loss by card points and of a loss by an unclean side."""
    if options["results"] == "grades":
        return "point_loss", "piss_game"
    return "honourable_loss", "dishonourable_loss"


def _by_points(options: Options, sums: DealSums) -> Grades:
    loss, _ = losses(options)
    first, second = sums.points
    if first == second and options["tie_break"] == "cards":
        first, second = sums.tricks
    if first == second:
        return "tie", "tie"
    return ("win", loss) if first > second else (loss, "win")


def coins(found: Grades, sums: DealSums) -> tuple[int, int]:
    """Return the coins that each player of a side gets (RL-R19); a loser pays as many.

    The amounts follow an Android program.
    """
    if found.count("win") != 1:
        return 0, 0
    side = found.index("win")
    loser = 1 - side
    was_unclean = unclean(sums.marks) >> loser & 1
    if was_unclean and sums.points[loser] == 3:
        number = 5
    elif sums.tricks[loser] == 0:
        number = 4
    elif sums.points[side] >= 118:
        number = 3
    else:
        number = 2 if was_unclean else 1
    return (-number, number) if side else (number, -number)


def deal_result(game: Game, state: RankMatchState) -> Result:
    """Return the result of a finished deal."""
    options = game.options
    possible = possible_sums(state)
    found = {grades(options, sums) for sums in possible}
    paid = {coins(grades(options, sums), sums) for sums in possible}
    in_coins = options["numeric"] == "coins"
    shown = None if len({sums.points for sums in possible}) == 1 else state.card_points
    if len(found) == 1 and not (in_coins and len(paid) > 1):
        return settle_sums(game, state.session.dealer, possible[0], shown)
    won = {_winners(verdict) for verdict in found}
    winners = won.pop() if len(won) == 1 else ()
    text = say("ristiklappi.open.won", side=side_name(winners)) if winners else _open_text(state)
    rule = "RL-R21" if winners else "RL-R15"
    if len(found) == 1:  # only the coins are open
        rule = _verdict_rule(options, found.pop(), state.marks)
    items = (*_findings(game, possible[0], shown), Item(rule, text))
    unit, numbers = ("coins", (0, 0)) if in_coins else ("card points", shown or possible[0].points)
    return Result(unit, both(numbers), winners, text, items, settled=False)


def settle_sums(
    game: Game, dealer: Seat | None, sums: DealSums, shown: Sequence[int] | None = None
) -> Result:
    """Return the result of a deal if all that matters is known.

    Args:
        dealer: The seat that dealt; None if it is not known.
        sums: The totals of both sides at the end.
        shown: The card points that are known, if not all are.
    """
    verdict = grades(game.options, sums)
    text = verdict_text(verdict)
    items = [*_findings(game, sums, shown), Item(_verdict_rule(game.options, verdict, sums.marks), text)]
    unit = "card points"
    if game.options["numeric"] == "coins":
        unit, paid = "coins", coins(verdict, sums)
        items.append(Item("RL-R19", say("ristiklappi.coins", number=abs(paid[0])), both(paid)))
    named: dict[Seat, str] = {"N": verdict[0], "E": verdict[1]}
    found = Result.from_items(SIDES, unit, _winners(verdict), text, items, named)
    return replace(found, items=(*items, _dealer(dealer, found))) if dealer else found


def _dealer(dealer: Seat, last: Result) -> Item:
    key = "ristiklappi.dealer.winners" if shameful(last) else "session.dealer"
    return Item("RL-R18", say(key, seat=seat_name(next_dealer(dealer, last))))


def shameful(last: Result) -> bool:
    """Return True if a side lost shamefully, so it may not deal (RL-R18, RL-R20)."""
    return bool(last.winners) and any(grade in SHAMEFUL for grade in last.grades.values())


def next_dealer(dealer: Seat, last: Result) -> Seat:
    """Return the next dealer after a result (RL-R18).

    Args:
        dealer: The seat that dealt.
        last: The result of that deal.
    """
    if shameful(last):
        return next(seat for seat in (left_of(dealer, i) for i in range(1, 5)) if seat in last.winners)
    return left_of(dealer)


def _winners(verdict: Grades) -> tuple[Seat, ...]:
    return SIDES[verdict.index("win")] if "win" in verdict else ()


def stands(game: Game, marks: Marks, side: int) -> tuple[str, str]:
    """Return the state of a side, clean, dirty or cleaned, and the rule that says so.

    Args:
        marks: The sides that became dirty and those that have got clean, as bits.
        side: 0 for N–S, 1 for E–W.
    """
    dirty, cleaned = (mark >> side & 1 for mark in marks)
    if cleaned:
        return "cleaned", "RL-R7" if game.options.on("queen_trick_cleans") else "RL-R4"
    return ("dirty", "RL-R8") if dirty else ("clean", "RL-R9")


def _findings(game: Game, sums: DealSums, shown: Sequence[int] | None) -> Iterator[Item]:
    """Yield the state of both sides and their card points."""
    for side, seats in enumerate(SIDES):
        name, rule = stands(game, sums.marks, side)
        yield Item(rule, say(f"ristiklappi.found.{name}", side=side_name(seats)))
    ns, ew = shown or sums.points
    text = say("ristiklappi.count.shown" if shown else "ristiklappi.count", ns=ns, ew=ew)
    in_coins = game.options["numeric"] == "coins"
    yield Item("RK-R14", text, {} if in_coins else {**each(0, ns), **each(1, ew)})


def _open_text(state: RankMatchState) -> Message:
    ns, ew = state.card_points
    second_part = int(state.before.number == state.game.stock_tricks + 1)
    key = "ristiklappi.open" if unclean(state.marks) else "ristiklappi.open.clean"
    return say(key, ns=ns, ew=ew, second_part=second_part)


def _verdict_rule(options: Options, verdict: Grades, marks: tuple[int, ...]) -> str:
    """Return the rule that decides the result.

    If both sides are unclean it is RL-R17, whoever wins by its option.
    """
    shameful = {grade for grade in verdict if grade in SHAMEFUL}
    if options["results"] == "grades" or shameful - {"dishonourable_loss"}:
        return "RL-R21" if shameful else "RL-R20"
    if not shameful:
        return "RL-R15"
    return "RL-R17" if unclean(marks) == 3 else "RL-R16"


def verdict_text(verdict: Grades) -> Message:
    """Return the result of both sides in a sentence."""
    sides = [side_name(SIDES[side]) for side in (0, 1)]
    if verdict == ("tie", "tie"):
        return say("ristiklappi.tie")
    if "win" in verdict:
        side = verdict.index("win")
        loss = say(f"ristiklappi.grade.{verdict[1 - side]}")
        return say("ristiklappi.win", winners=sides[side], losers=sides[1 - side], loss=loss)
    losses = [say(f"ristiklappi.grade.{grade}") for grade in verdict]
    if verdict[0] == verdict[1]:
        return say("ristiklappi.nobody.same", loss=losses[0])
    return say("ristiklappi.nobody", one=sides[0], other=sides[1], loss=losses[0], also=losses[1])
