"""Drills: endless questions about a game, each made from a seed by dealing and playing on up to some moment.

    question = ask(kontrapunkt.game("doppelkopf"), "trick", seed=7, level=2)
    question.task.question           # what is asked; a drill is a puzzle that nobody wrote down
    [pick.key for pick in question.task.picks if pick.right]

What is right, and why the rest is not, comes from the engine alone: the game's own refusals and items, the
deals that a seat cannot exclude, what puzzles know of the game. A kind of drill is one module with one
`Drill`, registered in `kinds`; one from elsewhere comes in through the entry points `kontrapunkt.drills`.
"""

from kontrapunkt.drills.asking import NoQuestion, Question, ask, asking, drills_of, makes_sense, reader_of
from kontrapunkt.drills.drill import Drill, Moment
from kontrapunkt.drills.kinds import DRILLS
from kontrapunkt.drills.ladder import HARDEST, moved

__all__ = [
    "DRILLS",
    "HARDEST",
    "Drill",
    "Moment",
    "NoQuestion",
    "Question",
    "ask",
    "asking",
    "drills_of",
    "makes_sense",
    "moved",
    "reader_of",
]
