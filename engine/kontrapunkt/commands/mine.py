"""`kontrapunkt mine`: make new sound puzzles from random deals or records."""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from kontrapunkt.commands import FAILED, CommandError, exit_on_error, fields, one_line, print_json, writing
from kontrapunkt.commands.check import ENDING, puzzle_files
from kontrapunkt.commands.common import declare, declare_shared, game_with, number, text_of
from kontrapunkt.commands.progress import Progress, cluster_errors
from kontrapunkt.core import files
from kontrapunkt.core.interface import Game
from kontrapunkt.puzzles.mining.drafts import KINDS_MINED, SEARCHED, SoundPuzzle
from kontrapunkt.puzzles.mining.mine import MiningPlan, mine
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read
from kontrapunkt.record import RecordError, game_of, replay_session
from kontrapunkt.record import read as read_record
from kontrapunkt.record.recording import game_tags
from kontrapunkt.search import Unsolvable, solver_for
from kontrapunkt.text import catalogue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    kinds = tuple(KINDS_MINED)
    declare(parser, "game", "cli.mine.help.game", metavar="GAME")
    declare(parser, "--kind", "cli.mine.help.kind", choices=kinds, default=kinds[0])
    declare(parser, "--count", "cli.mine.help.count", type=number, default=10, metavar="N")
    declare(parser, "--seed", "cli.mine.help.seed", type=number, default=0, metavar="N")
    levels = range(1, 6)
    declare(parser, "--difficulty", "cli.mine.help.hard", type=int, choices=levels, default=0, metavar="N")
    declare(parser, "--deals", "cli.mine.help.deals", type=number, default=2000, metavar="N")
    declare(parser, "--cards", "cli.mine.help.cards", type=number, default=0, metavar="N")
    declare_shared(parser, "--jobs --on --option --json")
    declare(parser, "--records", "cli.mine.help.records", nargs="+", default=[], metavar="FILE")
    declare(parser, "--out", "cli.mine.help.out", type=Path, metavar="FOLDER")


def run(chosen: argparse.Namespace) -> int:
    """Mine puzzles and write each as soon as it is found.

    Raises:
        CommandError: if the game, option or record is invalid, or the folder cannot be written to.
    """
    game = game_with(chosen.game, chosen.option)
    if chosen.kind in SEARCHED:
        with exit_on_error(Unsolvable, key="cli.mine.unsolvable", kind=chosen.kind):
            solver_for(game)
    known = list(_known(chosen.out, game, chosen.kind)) if chosen.out else []
    records = tuple(_record(path, game) for path in chosen.records)
    plan = MiningPlan(
        tuple(game_tags(game).items()), chosen.kind, chosen.seed, records, chosen.difficulty, chosen.cards
    )
    wanted = max(0, chosen.count - len(known))
    look = partial(mine, plan, wanted, jobs=chosen.jobs, on=chosen.on, limit=chosen.deals, known=known)
    found: list[dict[str, object]] = []
    with Progress() as progress, cluster_errors():

        def told(deals: int, kept: int) -> None:
            a_minute = 60 * kept / max(progress.seconds, 0.001)
            text = catalogue.say("cli.mine.going", deals=deals, rate=f"{a_minute:.0f}")
            progress.tell(len(known) + kept, chosen.count, text)

        for each in look(told=told) if wanted else ():
            progress.clear()
            path = _write(each, chosen.out)
            found.append(_as_json(each, path))
            if not chosen.json:
                print(_line(each, path), flush=True)
    short = len(found) < wanted
    if chosen.json:
        print_json({"puzzles": found, "known": len(known), "wanted": chosen.count})
        return FAILED if short else 0
    if short:
        raise CommandError(
            catalogue.say("cli.mine.short", n=len(found) + len(known), wanted=chosen.count), FAILED
        )
    return 0


def _write(found: SoundPuzzle, folder: Path | None) -> Path | None:
    """Write a puzzle into the folder, if there is one; return its file."""
    if folder is None:
        return None
    path = folder / f"{found.puzzle.id}{ENDING}"
    with writing(path):
        folder.mkdir(parents=True, exist_ok=True)
        files.replace(path, found.text)
    return path


def _line(found: SoundPuzzle, path: Path | None) -> str:
    if path is None:
        return f"# {found.puzzle.id}{ENDING}\n{found.text}"
    values = {"difficulty": found.report.difficulty, "title": found.puzzle.title}
    return catalogue.say("cli.mine.found", file=one_line(str(path)), **values)


def _as_json(found: SoundPuzzle, path: Path | None) -> dict[str, object]:
    return {
        **fields(found.puzzle, "id kind title"),
        "difficulty": found.report.difficulty,
        "file": str(path) if path else None,
        "text": found.text,
    }


def _known(folder: Path, game: Game, kind: str) -> Iterator[Puzzle]:
    """Yield the folder's puzzles of this game and kind, ignoring unreadable files."""
    for path in puzzle_files(folder):
        try:
            puzzle = read(path.read_text("utf-8-sig"), path.stem)
            if puzzle.kind == kind and read_record(puzzle.record).tags.get("Game") == game.id:
                yield puzzle
        except (OSError, UnicodeDecodeError, PuzzleError, RecordError):
            continue


def _record(name: str, game: Game) -> tuple[str, str]:
    """Read a record of the game and check that it can be replayed."""
    with exit_on_error(RecordError, place=one_line(name)):
        text = text_of(name)
        record = read_record(text)
        other = game_of(record)
        replay_session(record)
    if other.id != game.id:
        raise CommandError(catalogue.say("cli.mine.other_game", game=other.id, wanted=game.id), place=name)
    return Path(name).stem, text
