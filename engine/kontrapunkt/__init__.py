"""An exact rules engine for the card games called Kontra, contra and konter."""

from kontrapunkt import renamed
from kontrapunkt.core.interface import Action, Game, Refusal, Session, State, View
from kontrapunkt.core.registry import game
from kontrapunkt.text import phrasing as phrasing  # it puts messages into words

__version__ = "0.1.0"
__all__ = ["Action", "Game", "Refusal", "Session", "State", "View", "game"]

renamed.install()
