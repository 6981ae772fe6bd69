"""Lessons: a game learned step by step, each step a few words and something to do.

    lesson = read(text, "first-hand")
    faults(lesson, vocabulary)

model       the file: `Lesson` and its steps
checking    checks that questions are sound and that no word is used before it is introduced; the vocabulary
"""
