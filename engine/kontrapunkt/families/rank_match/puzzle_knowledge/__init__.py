"""What puzzles know of the games of the Sedma group."""
