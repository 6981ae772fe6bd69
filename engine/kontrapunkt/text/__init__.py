"""Messages as text: catalogues of sentences, and names of cards, seats and sides."""
