"""What puzzles know of Kontra.

knowledge      actions, tricks, goals
results   card points and the next deal: how an answer reads, and mistaken ones
witness   the earlier tricks of a position
"""
