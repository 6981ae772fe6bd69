"""Lessons: a game learned step by step, each step a few words and something to do.

    lesson = read(text, "first-hand")
    faults(lesson, vocabulary)

model       the file: Lesson and its steps
checking    whether questions are sound, and no word is used before it has been shown; the words of a game
"""
