"""What puzzles know of games in which suit is followed."""
