"""Unseen cards: the deals that a seat cannot exclude by logic alone, from what it has seen so far.

    worlds = consistent(seen)        # seen: what a player is given beside its view
    worlds.count                     # how many physical deals they are
    worlds.draw(chance)              # one of them, as a State at this very point, for a solver to be asked
    worlds.few                       # all of them, each with its weight, where they are no more than 500
    worlds.some(100, chance)         # those, or a hundred drawn: what a player that samples worlds wants

What is known: who could not follow, trump or beat; what calls, bids and reservations require; cards shown,
discarded, exchanged, drawn; parties as far as they are proved. What is likely but not certain is not used.

A record that starts in the middle of a deal does not name the cards of its earlier tricks: any card that has
not been seen may lie there.
"""

from kontrapunkt.record import Seen
from kontrapunkt.registry import found_at
from kontrapunkt.unseen.sharing import Bound, Filling, Place, Sharing
from kontrapunkt.unseen.worlds import FEW, Case, Lying, Worlds


def consistent(seen: Seen) -> Worlds:
    """The deals that a seat cannot exclude.

    Args:
        seen: What it has seen.

    Raises:
        RecordError: if it has seen what cannot be.
        ValueError: if the game does not say what its acts prove.
    """
    if not seen.game.inference:
        raise ValueError(f"{seen.game.id} does not say what is proved of hidden cards")
    worlds = found_at(seen.game.inference)(seen)
    assert isinstance(worlds, Worlds)
    return worlds


__all__ = ["FEW", "Bound", "Case", "Filling", "Lying", "Place", "Sharing", "Worlds", "consistent"]
