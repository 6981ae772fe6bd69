"""Lessons: a game learned step by step, each step a few words and something to do.

    lesson = read(text, "first-hand")
    faults(lesson, vocabulary)

model       the file: Lesson and its steps
vocabulary  the words of a game, and where a text uses them
checking    whether questions are sound, and no word is used before it has been shown
"""

from kontrapunkt.lessons.checking import Fault, faults, vocabulary_for
from kontrapunkt.lessons.model import ENDING, Example, Lesson, LessonError, Step, read
from kontrapunkt.lessons.vocabulary import Term, Vocabulary

__all__ = [
    "ENDING",
    "Example",
    "Fault",
    "Lesson",
    "LessonError",
    "Step",
    "Term",
    "Vocabulary",
    "faults",
    "read",
    "vocabulary_for",
]
