"""Computer players: rules of thumb, where hidden cards may lie, the players, and contests between them."""
