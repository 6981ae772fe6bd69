"""Mining: sound puzzles out of deals, those of a computer's play or of given records.

    for found in mine(Vein(game, "play", seed=7), count=20, jobs=4):
        found.text                  a file that passes `check`

deals       deals and how they are played
drafts      what in a deal may be a puzzle of a kind, and becomes one, if it is sound; browsers make those of
            mistakes, too
telling     when two puzzles are the same, what one is called, why its answer is right
mine        the search itself: in several processes, near-duplicates dropped; not for browsers
"""
