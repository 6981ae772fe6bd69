"""The view of a deal of Doppelkopf: trumps, game, parties and task."""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import override

from kontrapunkt.core.cards import SUITS
from kontrapunkt.core.interface import SEATS, Seat, Status, TableCards
from kontrapunkt.core.messages import Message, Text, action_name, listed, row, say, seat_name, suit_name
from kontrapunkt.families.follow_suit.views import FollowView
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import NORMAL, POVERTY, RE, UNKNOWN, WEDDING
from kontrapunkt.games.doppelkopf.contract import Event, Roles
from kontrapunkt.games.doppelkopf.scoring import by_party
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record.facts import write_pairs


class DoppelkopfView(FollowView[DoppelkopfState]):
    """A seat's view of a deal of Doppelkopf."""

    @override
    def list_statuses(self) -> tuple[Status, ...]:
        """Return the statuses: trumps, the game named and the parties.

        A party that is not proved is shown only to those who know it.
        """
        seen = self._seen
        if seen.mode == constants.REDEAL:
            return ()
        return (*_table(seen), *(_statuses(seen, self.seat) if seen.mode else _reservations(seen)))

    @cached_property
    @override
    def trumps(self) -> tuple[str, ...]:
        return trump_kinds(self._seen)

    @override
    def describe_task(self) -> Text:
        seen = self._seen
        seat = seat_name(SEATS[seen.turn])
        if seen.phase == constants.NAMING and seen.class_and_seat_asked[0]:
            rank, _ = seen.class_and_seat_asked
            return say(f"dk.task.naming.{rank}", seat=seat, what=say(f"dk.class.{rank}"))
        if seen.phase == constants.RESERVATIONS and seen.bidding.forced is not None:
            return say("dk.task.forced", seat=seat)
        return self.task_of_phase(n=len(seen.stock) + 1)

    @override
    def list_table_cards(self) -> tuple[TableCards, ...]:
        layer = self._seen.layer
        return (TableCards("poverty", self._seen.stock, say("dk.laid.poverty"), layer),) if layer else ()

    @override
    def list_facts(self) -> dict[str, str]:
        state = self._seen
        bidding, contract, roles = state.bidding, state.contract, state.roles
        if not state.mode:
            words, spoken = [*constants.SPOKEN], enumerate(bidding.spoken, bidding.forehand)
            return {
                "said": write_pairs([(SEATS[seat & 3], words[one]) for seat, one in spoken], ", "),
                "passes": str(bidding.passes or ""),
                "withdraw": "yes" if bidding.withdrawable else "",
            }
        proved = (
            [(seat, constants.NAMES[party]) for seat, party in zip(SEATS, roles.proved, strict=True) if party]
            if contract.mode == NORMAL and not roles.regrouped
            else []
        )
        closed = [name for party, name in constants.NAMES.items() if party in state.announced.closed]
        earlier = roles.elders[: len(roles.elders) - state.trick.count(constants.OLD)]
        return {
            "game": contract.mode if contract.mode in constants.GAMES else f"solo {contract.mode}",
            "declarer": _seat(contract.declarer),
            "partner": _seat(contract.partner),
            "kind": "" if contract.kind == "first" else contract.kind,
            "clarified": str(contract.clarified or ""),
            "passes": str(contract.refusals or ""),
            "returned": "" if contract.returned is None else str(contract.returned),
            "queens": " ".join(SEATS[seat] for seat in earlier),
            "proved": write_pairs(proved, ", "),
            "closed": " ".join(closed),
            "events": ", ".join(_event(each) for each in state.happened),
            "piglets": _seat(state.piglets.owner),
            "ready": _seat(state.piglets.ready),
            "regrouped": _regrouped(roles),
        }


def _regrouped(roles: Roles) -> str:
    """Write the chooser of a partner, the partner and their party, as in `N E re`."""
    if not roles.regrouped:
        return ""
    who, whom = roles.regrouped
    return f"{SEATS[who]} {SEATS[whom]} {constants.NAMES[roles.parties[who]]}"


def _seat(seat: int | None) -> str:
    return "" if seat is None else SEATS[seat]


def _event(event: Event) -> str:
    told = f"{event.kind} {SEATS[event.winner]}"
    return f"{told} from {SEATS[event.owner]}" if event.kind in constants.TWO_SEATS else told


def _table(state: DoppelkopfState) -> Iterator[Status]:
    """Yield the seats of all persons if more than four play the session (DK-D1)."""
    session: DoppelkopfSession = state.session
    if session.resting:
        label = say("dk.status.table", persons=" ".join(session.players_by_seat.values()))
        yield Status("table", (), label, session.table, "DK-D1")


def _call_status(key: str, seat: Seat, rule: str, news: bool = True) -> Status:
    """Return the status for an action that a seat has called."""
    return Status.from_catalogue(
        f"dk.status.{key}", rule, (seat,), label=action_name(f"say {key}"), news=news
    )


def _statuses(state: DoppelkopfState, viewer: Seat | None) -> Iterator[Status]:
    yield _trumps(trump_kinds(state))
    if state.contract.declarer is not None:
        yield _game(state, state.contract.declarer)
    if state.contract.clarified:
        trick, later = state.contract.clarified, state.contract.shift
        # the trick moves the deadlines of calls
        yield Status.from_catalogue("dk.status.clarified", "DK-R22", trick=trick, later=later)
    yield from _parties(state, viewer)
    yield from _party_points(state, viewer)
    if state.piglets.owner is not None:
        yield _call_status("piglets", SEATS[state.piglets.owner], "DK-V15")


def trump_kinds(state: DoppelkopfState) -> tuple[str, ...]:
    """Return the kinds of trumps, highest first: cards, ranks and a suit.

    There are none before the game is named.
    """
    mode = state.mode
    if mode in ("", constants.REDEAL):
        return ()
    if mode in constants.RANK_SOLOS:
        return tuple(constants.RANK_SOLOS[mode])
    high = [
        one
        for one, so in ((constants.FOX, state.piglets.owner is not None), (constants.DULLE, state.game.dulle))
        if so
    ]
    return (*high, "Q", "J", constants.trump_suit(mode))


@cache
def _trumps(kinds: tuple[str, ...]) -> Status:
    """Return the status that names the trumps, highest first."""
    named = [suit_name(kind) if kind in SUITS else say(f"cards.many.{kind}", rank=kind) for kind in kinds]
    told = listed("and", named) if named else ""
    key = "dk.status.trumps" if named else "dk.status.trumps.none"
    return Status.from_catalogue(key, "DK-P4", trumps=told, order=_order(kinds))


def _order(kinds: tuple[str, ...]) -> Message:
    """Name the same kinds, with the order of the suits within a rank."""
    ranks = [kind for kind in kinds if kind in "KQJ"]
    parts: list[Message] = [say(f"cards.many.{kind}", rank=kind) for kind in kinds if len(kind) > 1]
    if ranks:
        suits = listed("and", [suit_name(suit) for suit in "CSHD"])
        named = listed("and", [say(f"cards.many.{rank}", rank=rank) for rank in ranks])
        parts.append(say("dk.status.trumps.ranks", n=len(ranks), ranks=named, suits=suits))
    parts += [say("dk.status.trumps.suit", suit=suit_name(kind)) for kind in kinds if kind in SUITS]
    return row(parts, "; ")


def _parties(state: DoppelkopfState, viewer: Seat | None) -> Iterator[Status]:
    """Yield the status of each party (DK-R18).

    All see proved parties; the others are shown to their owner, and if hands are face up.
    """
    rule = {NORMAL: "DK-R18", WEDDING: "DK-R14", POVERTY: "DK-V13"}.get(state.mode, "DK-R13")
    if state.roles.regrouped:
        rule = "DK-V22"
    parties = state.parties
    proved = parties if state.to_act is None else state.roles.proved
    for number, seat in enumerate(SEATS):
        if proved[number]:
            news = state.to_act is not None and _is_news(state, number, proved[number])
            yield _party(seat, constants.NAMES[proved[number]], True, rule, news)
        elif viewer in (None, seat) and parties[number]:
            yield _party(seat, constants.NAMES[parties[number]], False, "DK-R12", False)


@cache
def _party(seat: Seat, party: str, proved: bool, rule: str, news: bool) -> Status:
    """Return the status of a seat's party."""
    key = f"dk.status.{party}" if proved else f"dk.status.hidden_{party}"
    return Status.from_catalogue(key, rule, (seat,), news=news, party=action_name(f"say {party}"))


def _is_news(state: DoppelkopfState, seat: int, party: int) -> bool:
    """Return True if a proved party does not already follow from the game named."""
    if state.mode == NORMAL or state.roles.regrouped:
        return True
    return state.mode in (WEDDING, POVERTY) and party == RE and seat != state.contract.declarer


def _party_points(state: DoppelkopfState, viewer: Seat | None) -> Iterator[Status]:
    """Yield the card points of each party, if the viewer knows all parties."""
    over = state.to_act is None
    known = state.parties if over or viewer is None else state.roles.proved
    if UNKNOWN in known or not state.finished:
        return
    re, kontra = by_party(known, state.card_points)
    yield Status.from_catalogue("dk.status.points", "DK-S1", news=False, re=re, kontra=kontra)


def _reservations(state: DoppelkopfState) -> Iterator[Status]:
    """Yield the reservations so far."""
    for i, spoken in enumerate(state.bidding.spoken):
        seat = SEATS[(state.bidding.forehand + i) & 3]
        yield _call_status("reservation" if spoken else "healthy", seat, "DK-R1", news=False)


def _game(state: DoppelkopfState, declarer: int) -> Status:
    """Return the status of the game that a player has named."""
    seat = seat_name(SEATS[declarer])
    if state.mode == WEDDING:
        text = _wedding(state, seat)
        rule = "DK-R15" if state.contract.clarified and state.contract.partner is None else "DK-R14"
        return Status("wedding", (SEATS[declarer],), action_name(constants.BID_WEDDING), text, rule)
    if state.mode == POVERTY:
        text = say("narration.bid poverty", seat=seat)
        if state.contract.returned is not None:
            text = row([text, say("dk.status.poverty.returned", n=state.contract.returned)])
        return Status("poverty", (SEATS[declarer],), action_name(constants.BID_POVERTY), text, "DK-V13")
    name = say(f"action.bid solo {state.mode}")
    text = say("narration.bid solo", seat=seat, what=name)
    return Status("soloist", (SEATS[declarer],), name, text, "DK-R13")


def _wedding(state: DoppelkopfState, seat: Message) -> Message:
    """Return a sentence on the progress of a wedding."""
    if state.contract.seeks_partner:
        return say("dk.status.wedding", seat=seat, n=state.game.wedding_limit)
    if state.contract.partner is None:
        return say("dk.status.wedding.alone", seat=seat)
    return say("dk.status.wedding.found", seat=seat, partner=seat_name(SEATS[state.contract.partner]))
