"""Computer players, and contests between them."""
