"""Mining: sound puzzles from deals of computer players or from given records.

    for found in mine(MiningPlan(tags, "play", seed=7), count=20, jobs=4):
        found.text                  a file that passes `check`

deals       deals and their play
drafts      moments of a deal that may be puzzles, and their proof; browsers also make puzzles of a
            player's mistakes with it
captions    forms to find duplicates, titles, and explanations
mine        the search itself, in several processes, without near-duplicates; not for browsers
"""
