"""The announcements and bids of a party, as actions: `say re`, `say kontra no 90` ..."""

from typing import Final

from kontrapunkt.game import Action
from kontrapunkt.games.doppelkopf.table import KONTRA, RE

NAMES: Final = {RE: "re", KONTRA: "kontra"}
BIDS: Final = ("", "no 90", "no 60", "no 30", "schwarz")
"""The levels of calls: the announcement, then four bids."""

SAY: Final = {
    (party, level): Action(" ".join(filter(None, ("say", name, bid))))
    for party, name in NAMES.items()
    for level, bid in enumerate(BIDS)
}
"""A party's call at a level. Every call says for whom it is (DK-R29)."""

SAID: Final = {action: key for key, action in SAY.items()}
"""Party and level of a call."""

BELOW: Final = (240, 90, 60, 30, 0)
"""What a bid of each level says the others will stay below; with the last they take nothing."""

EXCEEDED: Final = (240, 120, 90, 60, 30)
"""What the others need to have more than a bid of each level allows for (DK-S14)."""
