"""The effects of an option on a puzzle: whether it has other right answers under another value."""

from typing import Any, Final

from kontrapunkt.core.action import known_seat
from kontrapunkt.core.interface import Game, OptionError
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.puzzles.kind import KINDS, PuzzleKind
from kontrapunkt.puzzles.model import Puzzle, PuzzleError
from kontrapunkt.record import Record, Replay, Step, game_of, read
from kontrapunkt_site.option_effects import ComparedDeal, play_deals
from kontrapunkt_site.option_values import changed_games
from kontrapunkt_site.watched_game import Watch

LONG: Final = ("sure",)
"""The kinds of puzzles that are not examined, since each proof takes long."""


def puzzle_effects(puzzle: Puzzle) -> dict[str, str]:
    """Return the effect of each other value of an option on a puzzle, by `key=value`.

    Options that its record chooses itself are left out. The effect is
    `gone` if its record or its question is not possible then, and `answers` if other answers are right.

    Args:
        puzzle: A sound puzzle.
    """
    record = read(puzzle.record)
    game = game_of(record)
    watch = Watch(game)
    right = _right(puzzle, record, watch.game)
    found = {}
    for option, value, changed in changed_games(game):
        if option.key not in game.chosen and watch.depends_on(changed):
            other = _right(puzzle, record, changed)
            if other != right:
                found[f"{option.key}={value}"] = "gone" if other is None else "answers"
    return found


def _right(puzzle: Puzzle, record: Record, game: Game) -> frozenset[str] | None:
    """Return the keys of the right answers in a game; None if it cannot be asked there."""
    try:
        played = [*play_deals(game, record.deals, sessions=False)]
        if len(played) < len(record.deals):
            return None
        of: type[Any] = KINDS[puzzle.kind]

        class Replayed(of):  # type: ignore[misc]
            def _replayed(self) -> Replay:
                return _replay(record, played[-1])

        task: PuzzleKind = Replayed(puzzle)
        return frozenset(answer.key for answer in task.possible if answer.right)
    except (PuzzleError, PositionError, Refusal, OptionError, ValueError):
        return None


def _replay(record: Record, played: ComparedDeal) -> Replay:
    """Return a deal as a puzzle reads it."""
    steps = [
        Step(known_seat(move.actor), move.action, state, "", None, move.line)
        for (move, _), state in zip(played.moves, played.states[1:], strict=True)
    ]
    return Replay(record, played.deal, played.game, played.states[0], tuple(steps))
