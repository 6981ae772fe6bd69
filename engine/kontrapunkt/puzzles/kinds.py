"""The kinds of puzzle there are; a new one is a file and a line here."""

from typing import Final

from kontrapunkt.deal import nearest, short
from kontrapunkt.puzzles.kind import Kind
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.registry import BrokenEntry, Registry

KINDS: Final = Registry[type[Kind]](
    "puzzles",
    {
        "play": "kontrapunkt.puzzles.play:Play",
        "sure": "kontrapunkt.puzzles.sure:Sure",
        "legal": "kontrapunkt.puzzles.legal:Legal",
        "call": "kontrapunkt.puzzles.call:Calls",
        "trick": "kontrapunkt.puzzles.trick:WhoWins",
        "worth": "kontrapunkt.puzzles.worth:Worth",
        "score": "kontrapunkt.puzzles.score:Score",
        "find-the-mistake": "kontrapunkt.puzzles.find_the_mistake:FindTheMistake",
    },
)
"""The class of each kind, by its name."""


def kind_class(name: str) -> type[Kind]:
    """The class of a kind.

    Raises:
        KeyError: if there is no such kind.
    """
    found = KINDS[name]
    assert isinstance(found, type)
    assert issubclass(found, Kind)
    return found


def open_puzzle(puzzle: Puzzle) -> Kind:
    """A puzzle as something to solve. It replays the record; nothing is searched yet.

    Raises:
        PuzzleError: if there is no such kind, or the record does not give what it asks for.
    """
    if puzzle.kind not in KINDS:
        near = nearest(puzzle.kind, KINDS)
        sentence = "puzzle.kind.near" if near else "puzzle.kind.unknown"
        values = {"kind": short(puzzle.kind), "near": near or "", "kinds": ", ".join(KINDS)}
        raise puzzle.error("kind", sentence, **values)
    try:
        found = kind_class(puzzle.kind)
    except BrokenEntry as error:
        raise puzzle.error("kind", "puzzle.kind.broken", error=str(error)) from error
    return found(puzzle)
