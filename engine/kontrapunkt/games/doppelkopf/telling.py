"""What is done in Doppelkopf, in words: actions, deeds, what the seat to act has to do."""

from typing import TYPE_CHECKING, Final

from kontrapunkt import words
from kontrapunkt.game import SEATS
from kontrapunkt.games.doppelkopf.house import PARTNERS, PIGLETS
from kontrapunkt.games.doppelkopf.poverty import ACCEPT, GIVE, OFFER, PUT, TELL, TELLING
from kontrapunkt.games.doppelkopf.reservations import (
    BID_POVERTY,
    BID_SOLO,
    BID_WEDDING,
    HEALTHY,
    RESERVATION,
    THROW_IN,
    WITHDRAW,
    asked,
)
from kontrapunkt.games.doppelkopf.speech import BIDS, NAMES, SAY
from kontrapunkt.said import Text, say, seat_name

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState


def task(state: "DoppelkopfState") -> Text:
    """What the seat to act has to do before play begins; empty in play."""
    seat = seat_name(SEATS[state.turn])
    if state.phase == "reservations":
        return say("dk.task.forced" if state.forced is not None else "dk.task.reservations", seat=seat)
    if state.phase == "naming":
        rank = asked(state)[0]
        return say(f"dk.task.naming.{rank}" if rank else "dk.task.naming", seat=seat)
    if state.phase in (PUT, OFFER, GIVE, TELL):
        return say(f"dk.task.{state.phase}", seat=seat, n=len(state.stock) + 1)
    return ""


SOLO_NAMES: Final = {
    "queens": "queens solo",
    "jacks": "jacks solo",
    "clubs": "clubs solo",
    "spades": "spades solo",
    "hearts": "hearts solo",
    "diamonds": "diamonds solo",
    "fleischlos": "solo without trumps",
    "kings": "kings solo",
    "queens-jacks": "solo of queens and jacks",
    "kings-jacks": "solo of kings and jacks",
    "kings-queens": "solo of kings and queens",
    "koehler": "solo of kings, queens and jacks",
}

_PARTY = {"re": "Re", "kontra": "Kontra"}
_BIDS = {"": "{party}", "no 90": "{party}, no 90", "no 60": "{party}, no 60", "no 30": "{party}, no 30",
         "schwarz": "{party}, schwarz"}  # fmt: skip
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}

words.register(
    "en",
    {
        **{f"dk.solo.{key}": name for key, name in SOLO_NAMES.items()},
        **{f"action.{bid}": SOLO_NAMES[mode] for bid, mode in BID_SOLO.items()},
        **{f"deed.{bid}": f"{{seat}} plays a {SOLO_NAMES[mode]}." for bid, mode in BID_SOLO.items()},
        **{
            f"action.{said}": _BIDS[BIDS[level]].format(party=_PARTY[NAMES[party]])
            for (party, level), said in SAY.items()
        },
        **{
            f"action.{done}": f"{_SEATS[SEATS[seat]]} as partner, for {_PARTY[NAMES[party]]}"
            for done, (seat, party) in PARTNERS.items()
        },
        **{
            f"deed.{done}": f"{{seat}} chooses {_SEATS[SEATS[seat]]} as partner, for {_PARTY[NAMES[party]]}."
            for done, (seat, party) in PARTNERS.items()
        },
        **{f"action.{done}": f"{n or 'no'} trump{'' if n == 1 else 's'}" for done, n in TELLING.items()},
        "deed.trumps": "{seat} gives three cards back: {what}.",
        f"action.{HEALTHY}": "healthy",
        f"action.{RESERVATION}": "reservation",
        f"action.{WITHDRAW}": "take the reservation back",
        f"deed.{WITHDRAW}": "{seat} takes the reservation back.",
        f"action.{BID_WEDDING}": "wedding",
        f"action.{BID_WEDDING} plain": "wedding, to a plain trick",
        f"action.{BID_WEDDING} trump": "wedding, to a trick of trumps",
        f"deed.{BID_WEDDING}": "{seat} names a wedding.",
        f"deed.{BID_WEDDING} plain": "{seat} names a wedding: the first plain trick that another wins finds "
        "the partner.",
        f"deed.{BID_WEDDING} trump": "{seat} names a wedding: the first trick of trumps that another wins "
        "finds the partner.",
        f"action.{BID_POVERTY}": "poverty",
        f"deed.{BID_POVERTY}": "{seat} names a poverty.",
        f"action.{THROW_IN}": "throw the hand in",
        f"deed.{THROW_IN}": "{seat} throws the hand in.",
        f"action.{ACCEPT}": "take the three cards",
        f"deed.{ACCEPT}": "{seat} takes the three cards.",
        f"action.{PIGLETS}": "piglets",
        "dk.task.reservations": "{seat} is to say “healthy” or “reservation”.",
        "dk.task.forced": "{seat} has to play a compulsory solo now, and is to name it.",
        "dk.task.naming": "{seat} alone has a reservation, and is to name the game.",
        "dk.task.naming.compulsory": "{seat} is asked for a compulsory solo.",
        "dk.task.naming.voluntary": "{seat} is asked for a solo.",
        "dk.task.naming.poverty": "{seat} is asked for a poverty.",
        "dk.task.naming.throwing": "{seat} is asked whether the hand is to be thrown in.",
        "dk.task.naming.wedding": "{seat} is asked for a wedding.",
        "dk.task.put": "{seat} is to lay card {n} of three down, trumps first.",
        "dk.task.offer": "{seat} may take the three cards or leave them.",
        "dk.task.give": "{seat} is to give card {n} of three back.",
        "dk.task.tell": "{seat} is to say how many of the three cards are trumps.",
    },
)
