"""What all know of the parties and the game, as a table shows it (DK-R18)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kontrapunkt import words
from kontrapunkt.game import SEATS, Status, seat_name
from kontrapunkt.games.doppelkopf.speech import NAMES
from kontrapunkt.games.doppelkopf.table import NORMAL, POVERTY, REDEAL, WEDDING

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState


def statuses(state: "DoppelkopfState") -> tuple[Status, ...]:
    """The game that somebody has named, then each party that is publicly proved."""
    if state.mode == REDEAL:
        return ()
    if not state.mode:
        return tuple(_reservations(state))
    found = []
    if state.declarer is not None:
        found.append(_game(state, state.declarer))
    for seat, party in enumerate(state.proved):
        if party:
            name = NAMES[party]
            text = words.say(f"dk.status.{name}", seat=seat_name(SEATS[seat]))
            rule = {NORMAL: "DK-R18", WEDDING: "DK-R14"}.get(state.mode, "DK-R13")
            if state.mode == POVERTY:
                rule = "DK-V13"
            if state.regrouped:
                rule = "DK-V22"
            label = words.say(f"dk.status.{name}.label")
            found.append(Status(name, (SEATS[seat],), label, text, rule))
    if state.piglets is not None:
        owner = SEATS[state.piglets]
        text = words.say("dk.status.piglets", seat=seat_name(owner))
        found.append(Status("piglets", (owner,), words.say("dk.status.piglets.label"), text, "DK-V15"))
    return tuple(found)


def _reservations(state: "DoppelkopfState") -> Iterator[Status]:
    """What each has said so far."""
    for i, spoken in enumerate(state.spoken):
        seat = SEATS[(state.forehand + i) & 3]
        name = "reservation" if spoken else "healthy"
        text = words.say(f"dk.status.{name}", seat=seat_name(seat))
        yield Status(name, (seat,), words.say(f"dk.status.{name}.label"), text, "DK-R1")


def _game(state: "DoppelkopfState", declarer: int) -> Status:
    """What a player has named."""
    seat = seat_name(SEATS[declarer])
    if state.mode == WEDDING:
        key = "wedding" if not state.clarified or state.partner is not None else "wedding.alone"
        rule = "DK-R14" if key == "wedding" else "DK-R15"
        values = {"seat": seat, "n": state.game.wedding_limit}
        return Status("wedding", (SEATS[declarer],), words.say("dk.status.wedding.label"),
                      words.say(f"dk.status.{key}", **values), rule)  # fmt: skip
    if state.mode == POVERTY:
        text = words.say("dk.status.poverty", seat=seat)
        if state.returned is not None:
            text += " " + words.say("dk.status.poverty.returned", n=state.returned)
        return Status("poverty", (SEATS[declarer],), words.say("dk.status.poverty.label"), text, "DK-V13")
    name = solo_name(state.mode)
    text = words.say("dk.status.soloist", seat=seat, solo=name)
    return Status("soloist", (SEATS[declarer],), name, text, "DK-R13")


def solo_name(mode: str) -> str:
    """A solo's name, in the language in force."""
    return words.say(f"dk.solo.{mode}")


words.register(
    "en",
    {
        "dk.status.healthy": "{seat} is healthy.",
        "dk.status.healthy.label": "healthy",
        "dk.status.reservation": "{seat} has a reservation.",
        "dk.status.reservation.label": "reservation",
        "dk.status.re": "{seat} is Re, as all know.",
        "dk.status.re.label": "Re",
        "dk.status.kontra": "{seat} is Kontra, as all know.",
        "dk.status.kontra.label": "Kontra",
        "dk.status.piglets": "{seat} has piglets: the aces of diamonds are the highest trumps.",
        "dk.status.piglets.label": "piglets",
        "dk.status.wedding": "{seat} has both queens of clubs and seeks a partner within {n} "
        "{n:trick|tricks}.",
        "dk.status.wedding.alone": "{seat} has found no partner in time and plays alone.",
        "dk.status.wedding.label": "wedding",
        "dk.status.poverty": "{seat} has a poverty.",
        "dk.status.poverty.returned": "{n:No trumps|1 trump|{n} trumps} came back.",
        "dk.status.poverty.label": "poverty",
        "dk.status.soloist": "{seat} plays alone: {solo}.",
        "dk.solo.queens": "queens solo",
        "dk.solo.jacks": "jacks solo",
        "dk.solo.clubs": "clubs solo",
        "dk.solo.spades": "spades solo",
        "dk.solo.hearts": "hearts solo",
        "dk.solo.diamonds": "diamonds solo",
        "dk.solo.fleischlos": "solo without trumps",
        "dk.solo.kings": "kings solo",
        "dk.solo.queens-jacks": "solo of queens and jacks",
        "dk.solo.kings-jacks": "solo of kings and jacks",
        "dk.solo.kings-queens": "solo of kings and queens",
        "dk.solo.koehler": "solo of kings, queens and jacks",
    },
)
