"""All that is done in Doppelkopf but playing a card, as actions, and the phases before play."""

from typing import Final

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.follow_suit.order import ACTIONS
from kontrapunkt.game import PASS as PASS
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.doppelkopf.table import HOUSE_SOLOS, KONTRA, RE, SOLOS

RESERVATIONS: Final = "reservations"
NAMING: Final = "naming"
PUT: Final = "put"
OFFER: Final = "offer"
GIVE: Final = "give"
TELL: Final = "tell"
"""Phases; in the last four a poverty (DK-V13) lays three cards down, all its trumps among them; the others in
turn take them or not; who has taken them lays three down, and says how many are trumps."""

HEALTHY: Final = Action("say healthy")
RESERVATION: Final = Action("say reservation")
WITHDRAW: Final = Action("withdraw")
BID_POVERTY: Final = Action("bid poverty")
THROW_IN: Final = Action("bid throw-in")
BID_WEDDING: Final = Action("bid wedding")
BID_SOLO: Final = {Action(f"bid solo {name}"): name for name in (*SOLOS, *HOUSE_SOLOS)}

WEDDING_KINDS: Final = {BID_WEDDING: "first", **{Action(f"bid wedding {k}"): k for k in ("plain", "trump")}}
"""How a wedding finds its partner: in any trick of another, in a plain one, in one of trumps (DK-V11)."""

ACCEPT: Final = Action("accept")
DISCARDS: Final = {one: Action(f"discard {one}") for one in ACTIONS}
LAID_DOWN: Final = {action: one for one, action in DISCARDS.items()}
UNSEEN: Final = DISCARDS[HIDDEN]
"""How others see a card laid down."""

TELLING: Final = {Action(f"trumps {n}"): n for n in range(4)}
"""How many trumps a poverty gets back."""

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

PIGLETS: Final = Action("say piglets")
PARTNERS: Final = {
    Action(f"partner {seat} {NAMES[party]}"): (number, party)
    for number, seat in enumerate(SEATS)
    for party in (RE, KONTRA)
}
"""Whom a player chooses, and for which party (DK-V22)."""
