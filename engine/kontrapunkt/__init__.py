"""An exact rules engine for the card games called Kontra, contra and konter.

A game deals, a state knows its legal actions, a view is what one seat may see:

>>> import kontrapunkt
>>> game = kontrapunkt.game("kontraspiel")
>>> state = game.deal(seed=1)
>>> state.to_act, state.actions()
('N', ('play', 'pass'))
>>> print(state.why_not("7S"))
There is no soloist yet. Say “play” to become soloist in Acorns, or “pass”.
>>> print(state.view("E"))  # as East sees it; a notebook draws the table
> North      5 cards
  East, you  AC KC TS AH JD
  South      5 cards
  West       5 cards
  North: no tricks
  East: no tricks
  South: no tricks
  West: no tricks
  turn-up: 9C
  talon: 3 cards
  The pot holds 1 chip.
  North is to become soloist in Acorns or to pass.
>>> state.apply("play").phase
'lead'
"""

from kontrapunkt import notebook, renamed
from kontrapunkt.core.interface import Action, Game, Refusal, Session, State, View
from kontrapunkt.core.registry import game
from kontrapunkt.text import phrasing as phrasing  # it puts messages into words

__version__ = "0.1.0"
__all__ = ["Action", "Game", "Refusal", "Session", "State", "View", "game"]

renamed.install()
notebook.install()
