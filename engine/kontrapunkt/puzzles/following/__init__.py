"""What puzzles know of the games in which suit is followed."""
