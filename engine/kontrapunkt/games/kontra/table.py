"""The phases of a deal of Kontra, and its actions beside the cards and `dark`."""

from typing import Final

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.rank_match.table import PACK
from kontrapunkt.game import Action

HAND: Final = 6
"""Cards in a full hand."""

FIRST_LEAD: Final = "first_lead"
FIRST_TRICK: Final = "first_trick"  # the rest of the first trick, in phase `normal`
NORMAL: Final = "normal"
SPICE: Final = "spice"
ENDGAME1: Final = "endgame1"
ENDGAME: Final = "endgame"
LOCKED_END: Final = "locked_end"
OVER: Final = "over"

TOP: Final = Action("top")
"""To play the top card of the pack while it lies face up."""

BOTTOM: Final = Action("bottom")
"""To lead the face-up bottom card."""

DECLINE: Final = Action("decline")
"""Not to unlock the pack, where that may be refused."""

SPICES: Final = {card: Action(f"{SPICE} {card}") for card in (*PACK, HIDDEN)}
"""The action of adding a card of the hand to the trick just won."""

SPICE_DARK: Final = Action(f"{SPICE} dark")
"""To add the top card of the pack to the trick just won."""
