"""`kontrapunkt arena`: computer players compete on the same deals in all seatings."""

import argparse
import json
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Final

from kontrapunkt.commands import (
    CommandError,
    exit_if_unreadable,
    exit_on_error,
    fields,
    one_line,
    print_json,
    writing,
)
from kontrapunkt.commands.common import declare, declare_shared, game_with, jobs, number
from kontrapunkt.commands.progress import Progress, cluster_errors
from kontrapunkt.core import files
from kontrapunkt.play.arena import (
    SEATINGS,
    Contest,
    ContestScore,
    DealOutcome,
    play_in_seatings,
    plot,
    seatings_for,
    summary,
)
from kontrapunkt.play.players import NoHeuristics, PlayerError, UnknownPlayer, player_for
from kontrapunkt.puzzles.process_pool import in_order, pool_of
from kontrapunkt.record.recording import game_tags
from kontrapunkt.text import catalogue

_CHOSEN: Final = "players seatings seed calls sessions"
"""The attributes that identify a contest of a game."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "game", "cli.arena.help.game", metavar="GAME")
    declare(parser, "--players", "cli.arena.help.players", default="first-steps,random", metavar="A,B")
    declare(parser, "--deals", "cli.arena.help.deals", type=number, default=100, metavar="N")
    declare(parser, "--seed", "cli.arena.help.seed", type=number, default=0, metavar="N")
    declare_shared(parser, "--option")
    declare(parser, "--seatings", "cli.arena.help.seatings", choices=tuple(SEATINGS))
    declare(parser, "--no-calls", "cli.arena.help.calls", action="store_true")
    declare(parser, "--sessions", "cli.arena.help.sessions", action="store_true")
    declare(parser, "--jobs", "cli.help.jobs", type=jobs, default=1, metavar="N")
    declare_shared(parser, "--on")
    declare(parser, "--out", "cli.arena.help.out", type=Path, metavar="FILE")
    declare(parser, "--plot", "cli.arena.help.plot", type=Path, metavar="FILE")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Let each pair of players compete and print the results.

    Raises:
        CommandError: if there is no such game, option or player, or a file cannot be used.
    """
    game = game_with(chosen.game, chosen.option)
    names = [name.strip() for name in chosen.players.split(",") if name.strip()]
    if len(names) < 2 or not chosen.deals:
        raise CommandError(catalogue.say("cli.arena.two"))
    for name in names:
        with (
            exit_on_error(UnknownPlayer, PlayerError),
            exit_on_error(NoHeuristics, key="cli.arena.heuristics", name=name, game=game.title),
        ):
            player_for(name, game, 0)
    seatings = chosen.seatings or seatings_for(game)
    tags = tuple(game_tags(game).items())
    won = chosen.sessions and game.has_end
    unit = catalogue.say("gain.sessions won" if won else f"gain.{game.gain_unit}")
    told = []
    for pair in combinations(names, 2):
        contest = Contest(tags, pair, seatings, chosen.seed, not chosen.no_calls, chosen.sessions)
        bouts = _met(contest, chosen)
        standing = summary(bouts)
        named = {"game": game.id, "options": dict(tags).get("Options", "")}
        told.append({**named, **fields(contest, _CHOSEN), "unit": unit, **standing.as_json()})
        if chosen.plot:
            picture = plot(bouts, f"{game.title}: {' – '.join(pair)}", unit)
            with writing(chosen.plot):
                files.replace(chosen.plot, picture)
        if not chosen.json:
            print(_line(pair, standing, unit))
    if chosen.json:
        print_json(told[0] if len(told) == 1 else told)
    return 0


def _line(players: tuple[str, str], standing: ContestScore, unit: str) -> str:
    (first, second), (low, high) = players, standing.interval
    of = {"first": first, "second": second, "low": low, "high": high, "unit": unit}
    return catalogue.say("cli.arena.line", **of, **fields(standing, "mean error deals better worse"))


# The deals --------------------------------------------------------------------------------------------------


def _met(contest: Contest, chosen: argparse.Namespace) -> list[DealOutcome]:
    """Return the outcomes of all deals, read from a file or played now."""
    known = {bout.number: bout for bout in known_deals(chosen.out, contest)}
    wanted = [each for each in range(chosen.deals) if each not in known]
    meeting = exit_on_error(PlayerError)
    with Progress() as progress, meeting, cluster_errors(), pool_of(chosen.jobs, chosen.on) as pool:
        for bout in in_order(pool, play_in_seatings, ((contest, each) for each in wanted)):
            known[bout.number] = bout
            if chosen.out:
                told = {"contest": mark(contest), "deal": bout.number, "values": bout.values}
                with writing(chosen.out), chosen.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(told) + "\n")
            progress.tell(len(known), chosen.deals, f"{summary(known.values()).mean:+.3f}")
    return [known[each] for each in range(chosen.deals)]


def mark(contest: Contest) -> str:
    """Return the key of a contest in a file."""
    return json.dumps([dict(contest.tags), *fields(contest, _CHOSEN).values()])


def known_deals(path: Path | None, contest: Contest) -> Iterable[DealOutcome]:
    """Yield the deals of the contest in a file, without a line that was cut off.

    Args:
        path: The file; None for none.

    Raises:
        CommandError: if the file cannot be read or is no such file.
    """
    if path is None or not path.exists():
        return
    foreign = CommandError(catalogue.say("cli.arena.log", file=one_line(str(path))))
    if not path.is_file():  # a device or pipe might never end
        raise foreign
    with (
        exit_if_unreadable(path),
        exit_on_error(UnicodeDecodeError, key="cli.arena.log", file=one_line(str(path))),
    ):
        *lines, cut_off = path.read_text("utf-8").split("\n")
    for line in [*lines, cut_off]:
        try:
            told = json.loads(line)
            bout = DealOutcome(int(told["deal"]), tuple(float(value) for value in told["values"]))
            known = told["contest"] == mark(contest)
        except (ValueError, KeyError, TypeError):
            if line is not cut_off:
                raise foreign from None
            continue
        if known:
            yield bout
