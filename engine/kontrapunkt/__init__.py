"""Kontrapunkt: an exact rules engine for the card games called Kontra, contra and konter."""

from kontrapunkt import naming as naming  # what is said is worded by it
from kontrapunkt.games import game

__version__ = "0.1.0"
__all__ = ["game"]
