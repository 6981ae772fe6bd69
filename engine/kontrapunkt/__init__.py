"""Kontrapunkt: an exact rules engine for the card games called Kontra, contra and konter."""

from kontrapunkt import game as interface
from kontrapunkt import naming as naming  # what is said is worded by it
from kontrapunkt.game import Action, Game, Refusal, Session, State, View
from kontrapunkt.registry import game

# `import kontrapunkt.game as g` finds the function; what the module holds is to be found in it all the same
game.__dict__.update({name: each for name, each in vars(interface).items() if not name.startswith("_")})

__version__ = "0.1.0"
__all__ = ["Action", "Game", "Refusal", "Session", "State", "View", "game"]
