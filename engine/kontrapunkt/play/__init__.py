"""Computer players: heuristics, card distributions, the players, and contests."""
