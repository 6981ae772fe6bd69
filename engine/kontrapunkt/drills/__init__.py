"""Drills: endless questions about a game, each made from a seed by dealing and playing on up to some moment.

    question = ask(kontrapunkt.game("doppelkopf"), "trick", seed=7, level=2)
    question.task.question           # what is asked; a drill is a puzzle that nobody wrote down
    [pick.key for pick in question.task.picks if pick.right]

What is right, and why the rest is not, comes from the engine alone: the game's own refusals and items, the
deals that a seat cannot exclude, what puzzles know of the game. A kind of drill is one
`Drill`, registered in `DRILLS`; one from elsewhere comes in through the entry points `kontrapunkt.drills`.
"""

from kontrapunkt.drills.asking import HARDEST, NoQuestion, Question, ask, asking, drills_of, moved
from kontrapunkt.drills.drill import DRILLS, Drill, Moment

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
    "moved",
]
