"""The facts of a position of Doppelkopf: their text form, read and written.

said: E healthy, S reservation   the reservations so far, from forehand on; then
passes: 1                        how many questions were answered with no (in a poverty: who have refused)
withdraw: yes                    the last reservation may still be taken back
game: solo queens                or normal (as where nothing is said), wedding, poverty
declarer: N                      who named it
kind: plain                      how a wedding finds its partner, if not in any trick
clarified: 2                     the clarification trick of a wedding
partner: E                       whom it found; or who took the cards of a poverty
returned: 1                      trumps that the poverty got back
queens: N W                      who has played the queens of clubs in earlier tricks of a normal game
proved: N re, E kontra           parties that all know for another reason than calls and queens
closed: kontra                   the parties whose first word was a reply
events: fox N from E, doppelkopf S
                                 what happened in earlier tricks that may count
piglets: N                       whose aces of diamonds are the highest trumps
ready: N                         whose second one will be
regrouped: N E re                who chose a partner, whom, and for which party
"""

from typing import Final

from kontrapunkt.families.follow_suit import FollowGame
from kontrapunkt.game import SEATS
from kontrapunkt.games.doppelkopf import table
from kontrapunkt.games.doppelkopf.contract import Event, Roles
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import NORMAL
from kontrapunkt.record.facts import Facts, write_pairs
from kontrapunkt.record.text import read_seat

KEYS: Final = (
    "said", "passes", "withdraw", "game", "declarer", "kind", "clarified", "partner", "returned", "queens",
    "proved", "closed", "events", "piglets", "ready", "regrouped",
)  # fmt: skip

WORDS: Final = {"healthy": False, "reservation": True}
_SPOKEN: Final = {spoken: word for word, spoken in WORDS.items()}


def own_facts(state: DoppelkopfState) -> dict[str, str]:
    """What a position says beside the facts of all such games; empty for what says nothing at its moment."""
    bidding, contract, roles = state.bidding, state.contract, state.roles
    if not state.mode:
        spoken = enumerate(bidding.spoken, bidding.forehand)
        return {
            "said": write_pairs([(SEATS[seat & 3], _SPOKEN[one]) for seat, one in spoken], ", "),
            "passes": str(bidding.passes or ""),
            "withdraw": "yes" if bidding.withdrawable else "",
        }
    proved = (
        [(seat, table.NAMES[party]) for seat, party in zip(SEATS, roles.proved, strict=True) if party]
        if contract.mode == NORMAL and not roles.regrouped
        else []
    )
    earlier = roles.elders[: len(roles.elders) - state.trick.count(table.OLD)]
    return {
        "game": _game(contract.mode),
        "declarer": _seat(contract.declarer),
        "partner": _seat(contract.partner),
        "kind": "" if contract.kind == "first" else contract.kind,
        "clarified": str(contract.clarified or ""),
        "passes": str(contract.refusals or ""),
        "returned": "" if contract.returned is None else str(contract.returned),
        "queens": " ".join(SEATS[seat] for seat in earlier),
        "proved": write_pairs(proved, ", "),
        "closed": " ".join(name for party, name in table.NAMES.items() if party in state.announced.closed),
        "events": ", ".join(_event(each) for each in state.happened),
        "piglets": _seat(state.piglets.owner),
        "ready": _seat(state.piglets.ready),
        "regrouped": _regrouped(roles),
    }


def _regrouped(roles: Roles) -> str:
    """Who chose a partner, whom, and for which party: `N E re`."""
    if not roles.regrouped:
        return ""
    who, whom = roles.regrouped
    return f"{SEATS[who]} {SEATS[whom]} {table.NAMES[roles.parties[who]]}"


def _game(mode: str) -> str:
    return mode if mode in table.GAMES else f"solo {mode}"


def _seat(seat: int | None) -> str:
    return "" if seat is None else SEATS[seat]


def _event(event: Event) -> str:
    told = f"{event.kind} {SEATS[event.winner]}"
    return f"{told} from {SEATS[event.owner]}" if event.kind in table.TWO_SEATS else told


class DoppelkopfFacts(Facts[FollowGame]):
    """What the facts of Doppelkopf say; seats are numbers."""

    def read_events(self) -> tuple[Event, ...]:
        """What happened in earlier tricks."""
        text = self.deal.facts.get("events", "")
        found = []
        for entry in filter(None, (each.split() for each in text.split(","))):
            kind, seats = entry[0].lower(), [read_seat(word) for word in entry[1::2]]
            wanted = 2 if kind in table.TWO_SEATS else 1
            linked = entry[2:3] in ([], ["from"]) and len(entry) % 2 == 0
            if kind not in table.KINDS or len(seats) != wanted or None in seats or not linked:
                self.unreadable("events", "fox N from E, doppelkopf S")
                return ()
            numbers = [SEATS.index(seat) for seat in seats if seat]
            found.append(Event(kind, numbers[0], numbers[-1]))
        return tuple(found)

    def read_regrouped(self) -> tuple[int, ...]:
        """Who chose a partner, whom, and for which party; empty for nobody."""
        *names, party = self.words("regrouped") or ("",)
        seats = [SEATS.index(seat) for name in names for seat in SEATS if seat == name.upper()]
        if len(seats) == len(names) == len({*seats}) == 2 and party.lower() in table.PARTIES:
            return (*seats, table.PARTIES[party.lower()])
        if party:
            self.unreadable("regrouped", "N E re")
        return ()
