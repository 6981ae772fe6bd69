"""Reader of the deals of Doppelkopf: fresh deals, and positions at any moment.

said: E healthy, S reservation   the reservations so far, from forehand on; then
passes: 1                        the number of questions answered with no (in a poverty: of refusals)
withdraw: yes                    the last reservation may still be taken back
game: solo queens                or normal (also if the fact is missing), wedding, poverty
declarer: N                      the seat that named it
kind: plain                      the trick that finds a wedding's partner, if not any trick
clarified: 2                     the clarification trick of a wedding
partner: E                       the partner it found; or the seat that took the cards of a poverty
returned: 1                      the number of trumps that the poverty got back
queens: N W                      the seats that played the queens of clubs in earlier tricks of a normal game
proved: N re, E kontra           the parties that all know for another reason than calls and queens
closed: kontra                   the parties whose first call was a reply
events: fox N from E, doppelkopf S
                                 the events of earlier tricks that may count
piglets: N                       the seat whose aces of diamonds are the highest trumps
ready: N                         the seat whose second ace will be
regrouped: N E re                the seat that chose a partner, the partner, and their party
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, override

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.messages import say
from kontrapunkt.families.follow_suit import TRUMP, FollowPositionReader
from kontrapunkt.families.piles import BLANK, Held, MayHold
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, NORMAL, POVERTY, RE, WEDDING
from kontrapunkt.games.doppelkopf.contract import Announced, DoppelkopfContract, Event, Piglets, Roles
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import THREE, DoppelkopfProgress, DoppelkopfState
from kontrapunkt.record.facts import word_of
from kontrapunkt.record.text import read_seat


class DoppelkopfReader(FollowPositionReader):
    """A reader of one deal; seats are numbers.

    The functions in `CHECKS`, in their order, check that the earlier tricks were possible.

    Attributes:
        contract: The game that is played.
        events: The events of the earlier tricks.
        piglets: The owner of piglets.
        queens: The seats that played the queens of clubs, as far as the record says so.
    """

    game: DoppelkopfRules
    session: DoppelkopfSession

    @override
    def read(self) -> None:
        super().read()
        self.trump = ""  # the game decides it
        said = self.pairs(
            "said",
            self.place,
            word_of(constants.SPOKEN),
            "E healthy, S reservation",
        )
        self.speakers = [seat for seat, _ in said]
        self.spoken = tuple(word for _, word in said)
        passes = self.number("passes") or 0
        declarer, partner = self.seat("declarer"), self.seat("partner")
        kind = " ".join(self.words("kind") or ["first"]).lower()
        clarified, returned = self.number("clarified") or 0, self.number("returned")
        self.queens = self.each("queens", self.place, "N E", lambda found: len(found) <= 2)
        self.proved_parties = self.pairs("proved", self.place, word_of(constants.PARTIES), "N re, E kontra")
        closed = self.each("closed", word_of(constants.PARTIES), "kontra")
        self.closed = tuple(party for party in constants.PARTIES.values() if party in closed)
        self.events = self.read_events()
        self.piglets = Piglets(self.seat("piglets"), self.seat("ready"))
        self.contract = DoppelkopfContract(
            self.read_mode(), declarer, partner, kind, clarified, passes, returned
        )
        self.regrouped = self.read_regrouped()
        if kind not in constants.WEDDING_KINDS.values():
            self.unreadable("kind", "plain")
        self.taken_back = self.flag("withdraw", "yes", empty=False)
        if returned is not None and returned > THREE:
            self.unreadable("returned", "1")

    def read_mode(self) -> str:
        """Return the game that a position names; empty before one is settled."""
        given = [word.lower() for word in self.words("game")]
        if not given:
            return "" if "said" in self.deal.facts or not self.deal.position else NORMAL
        name = given[-1]
        solo = given[0] == "solo" and len(given) == 2 and name in self.game.solos
        if not solo and (len(given) > 1 or name not in constants.GAMES):
            self.unreadable("game", "solo queens")
        return name

    def read_events(self) -> tuple[Event, ...]:
        """Return the events of earlier tricks."""
        text = self.deal.facts.get("events", "")
        found = []
        for entry in filter(None, (each.split() for each in text.split(","))):
            kind, seats = entry[0].lower(), [read_seat(word) for word in entry[1::2]]
            wanted = 2 if kind in constants.TWO_SEATS else 1
            linked = entry[2:3] in ([], ["from"]) and len(entry) % 2 == 0
            if kind not in constants.KINDS or len(seats) != wanted or None in seats or not linked:
                self.unreadable("events", "fox N from E, doppelkopf S")
                return ()
            numbers = [SEATS.index(seat) for seat in seats if seat]
            found.append(Event(kind, numbers[0], numbers[-1]))
        return tuple(found)

    def read_regrouped(self) -> tuple[int, ...]:
        """Return the chooser of a partner, the partner and their party; empty for nobody."""
        *names, party = self.words("regrouped") or ("",)
        seats = [SEATS.index(seat) for name in names for seat in SEATS if seat == name.upper()]
        if len(seats) == len(names) == len({*seats}) == 2 and party.lower() in constants.PARTIES:
            return (*seats, constants.PARTIES[party.lower()])
        if party:
            self.unreadable("regrouped", "N E re")
        return ()

    @property
    def mode(self) -> str:
        """The game that is played; empty before it is settled."""
        return self.contract.mode

    # Sizes and phase

    @property
    def exchanging(self) -> bool:
        """True if the position is within the exchange of a poverty."""
        return self.mode == POVERTY and self.contract.returned is None

    @override
    def check_sizes(self) -> None:
        if self.exchanging:
            self.check_exchange()
            return
        super().check_sizes()
        if self.stock:
            self.fault("stock_wrong.exchange", "stock")
        if not self.mode and self.trick_number > 1:
            self.fault("game_missing", "start")

    def check_exchange(self) -> None:
        """Check hands and cards on the table during the exchange of a poverty."""
        self.trick_number = 1
        declarer, partner, down = self.contract.declarer, self.contract.partner, len(self.stock)
        sizes = [self.game.hand_size] * 4
        if declarer is None:
            self.fault("declarer_missing", "start", game=POVERTY)
            return
        if partner is None:
            sizes[declarer] -= down
        else:
            sizes[declarer] -= THREE
            sizes[partner] += THREE - down
        wrong = [i for i in range(4) if len(self.hands[i]) != sizes[i]]
        if wrong or down > THREE or self.trick or partner == declarer:
            self.fault("exchange_wrong", SEATS[wrong[0]] if wrong else "stock")

    @override
    def settle(self) -> None:
        super().settle()
        self.check_names()
        self.stop_at_faults()
        game, mode, highest = self.game, self.mode, self.piglets.owner is not None
        self.order = game.order_of(mode, self.trick_number, highest) if mode else game.home
        if not mode:
            self.phase = constants.RESERVATIONS if len(self.spoken) < 4 else constants.NAMING
        elif self.exchanging:
            putting = self.contract.partner is None
            phases = (constants.PUT, constants.OFFER) if putting else (constants.GIVE, constants.TELL)
            self.phase = phases[len(self.stock) == THREE]

    def check_names(self) -> None:
        """Check that the facts fit the game, and that it has its declarer."""
        game, mode, contract = self.game, self.mode, self.contract
        named, foxes = mode not in ("", NORMAL), constants.fox_is_trump(mode)
        if named and contract.declarer is None:
            kind = "soloist_missing" if contract.is_solo else "declarer_missing"
            solo = say(f"action.bid solo {mode}") if contract.is_solo else ""
            self.fault(kind, "start", game=mode, solo=solo)
        fits = {
            "declarer": named,
            "partner": mode in (WEDDING, POVERTY),
            "kind": mode == WEDDING,
            "clarified": mode == WEDDING,
            "returned": mode == POVERTY,
            "queens": mode == NORMAL,
            "proved": mode == NORMAL and not self.regrouped,
            "said": not mode,
            "passes": mode in ("", POVERTY),
            "withdraw": not mode and game.withdrawing,
            "piglets": foxes and game.piglets != "off",
            "ready": foxes and game.piglets == "second_only",
            "regrouped": game.genscher and mode in constants.GAMES,
        }
        self.leave_out(key for key, so in fits.items() if not so)
        if mode == POVERTY and not game.exchanging:
            self.unreadable("game", "normal")
        if not mode:
            self.check_said()
        if mode == WEDDING:
            self.check_wedding()
        if mode == POVERTY and contract.returned is not None and contract.partner is None:
            self.fault("partner_wrong", "partner")
        if contract.refusals >= (THREE if mode else 4 * len(game.classes)):
            self.fault("passes_wrong", "passes")

    def leave_out(self, keys: Iterable[str]) -> None:
        """Reject facts that have no meaning in this game or at this moment."""
        for key in keys:
            if key in self.deal.facts:
                self.fault("fact_idle", key, key=key)

    def check_said(self) -> None:
        """Check that reservations were made in turn, and questions asked after them."""
        first = self.session.dealer and SEATS.index(self.session.dealer) + 1
        if self.speakers and first is None:
            first = self.speakers[0]
            self.begins_with(first)
        if first is None:
            self.fault("dealer_missing", "start")
            return
        due = [(first + i) % 4 for i in range(len(self.speakers))]
        if self.speakers != due or len(due) > 4 or (len(due) == 4 and not any(self.spoken)):
            self.fault("said_wrong", "said", seat=self.name_of(first % 4))
        several = sum(self.spoken) > 1 and len(self.spoken) == 4
        most = sum(self.spoken) * len(self.game.classes)
        if self.contract.refusals and not (several and self.contract.refusals < most):
            self.fault("passes_wrong", "passes")
        if self.taken_back and (not self.spoken or not self.spoken[-1] or self.contract.refusals):
            self.fault("withdraw_wrong", "withdraw")

    def check_wedding(self) -> None:
        """Check the clarification trick.

        It has been played, and it names a partner unless it is the last possible one.
        """
        limit, k, partner = self.game.wedding_limit, self.contract.clarified, self.contract.partner
        late = k >= self.trick_number or k > limit or (not k and self.trick_number > limit)
        odd = k not in (0, limit) if partner is None else not k or partner == self.contract.declarer
        if late or odd:
            self.fault("clarified_wrong", "clarified", n=limit)

    @override
    def first_leader(self) -> int | None:
        """Return the leader of the first trick: a soloist, by the options, or forehand."""
        declarer = self.contract.declarer
        if declarer is not None and self.game.soloist_leads(self.mode, self.session.owes(SEATS[declarer])):
            return declarer
        return super().first_leader()

    # Parties and calls

    @override
    def check_past(self) -> None:
        if self.mode and not self.exchanging:
            super().check_past()
            self.stop_at_faults()
            self.check_clarified()
            self.check_calls()
            self.check_events()
            self.check_house()
            if not self.faults:
                self.find_parties()
            return
        self.points = self.tricks = (0, 0, 0, 0)
        self.leave_out(("points", "tricks", "calls", "trick"))

    def check_calls(self) -> None:
        """Check that the calls of each party rise."""
        announced = Announced()
        for _, action in self.calls:
            if action not in constants.SAID:
                self.fault("call_wrong.form", "calls")
                return
            party, level = constants.SAID[action]
            if level <= announced.level(party):
                self.fault("call_wrong.order", "calls")
                return
            announced = announced.calling(party, level, True)
        self.announced = announced._replace(closed=self.closed)
        if any(announced.level(party) < 0 for party in self.closed):
            self.fault("call_wrong.closed", "closed")

    def check_events(self) -> None:
        """Check that the events were possible in the tricks of each seat."""
        wrong = next((key for key, cannot_be in CHECKS.items() if cannot_be(self)), "")
        may_hold = [_asked_of(self.won_by(seat), self.hearts) for seat in range(4)]
        if not wrong and self.events and not self.can_lie(may_hold):
            wrong = "tricks"
        if wrong:
            self.fault(f"events_wrong.{wrong}", "events" if self.events else "queens")

    def won_by(self, seat: int) -> list[Event]:
        """Return the events in the tricks of a seat.

        Args:
            seat: Its number, N E S W from 0.
        """
        return [event for event in self.events if event.winner == seat]

    @property
    def hearts(self) -> Counter[str]:
        """The plain hearts that are gone, by rank; nines count among cards without points."""
        found = Counter[str]()
        for card, number in self.gone.items():
            if self.order.suits[card] == "H":
                found[card[0] if card[0] in constants.VALUES else BLANK] += number
        return found

    def check_clarified(self) -> None:
        """Check the winners of a wedding's first tricks.

        The declarer wins each until the wedding is clarified, and the partner the one that clarifies it.
        """
        if self.mode != WEDDING:
            return
        k, partner, declarer = self.contract.clarified, self.contract.partner, self.contract.declarer
        assert declarer is not None
        due = k - 1 if partner is not None else k or self.trick_number - 1
        won = self.tricks[declarer] >= due or self.contract.kind != "first"
        if partner is not None:
            won = won and self.tricks[partner] > 0 and (k < self.trick_number - 1 or self.leader == partner)
        if not won:
            self.fault("clarified_wrong.tricks", "tricks")

    def check_house(self) -> None:
        """Check that visible aces and kings of diamonds agree with the house rules."""
        second = self.game.piglets == "second_only"
        for key, owner, card in (
            ("piglets", self.piglets.owner, constants.FOX),
            ("regrouped", next(iter(self.regrouped), None), constants.KING),
        ):
            if owner is None:
                continue
            others = {*self.holders(card)} - {owner}
            if others or (card == constants.FOX and second and constants.FOX in self.hands[owner]):
                self.fault(f"house_wrong.{key}", key)

    def find_parties(self) -> None:
        """Find the parties that all know; cards and facts must agree on them."""
        proved = [*Roles().proved]
        if self.mode == NORMAL and not self.regrouped:
            claims = [*self.proved_parties, *((seat, RE) for seat in self.queens), *self.seen_in_trick()]
            claims += [(seat, constants.SAID[action][0]) for seat, action in self.calls]
            for seat, party in claims:
                if proved[seat] == -party:
                    self.fault("party_wrong.twice", "proved", seat=self.name_of(seat))
                proved[seat] = party
            self.check_queens(proved)
        self.proved = tuple(proved)

    def seen_in_trick(self) -> list[tuple[int, int]]:
        """Return the seats that the trick in progress shows to be Re or Kontra."""
        suits, found = self.order.suits, []
        for seat, one in self.played():
            if one == constants.OLD:
                found.append((seat, RE))
            elif suits[self.trick[0]] == TRUMP and suits[one] != TRUMP and seat not in self.re_seats():
                found.append((seat, KONTRA))
        return found

    def re_seats(self) -> set[int]:
        """Return the seats that are known to be Re in a normal game."""
        return {*self.queens, *self.holders(constants.OLD)}

    def check_queens(self, proved: list[int]) -> None:
        """Check that both queens of clubs can be with players of the Re party.

        Args:
            proved: The parties that all know, N E S W: 1 Re, -1 Kontra, 0 open.
        """
        found = len(self.queens) + len(self.holders(constants.OLD))
        if found > 2 or (found < 2 and not any(HIDDEN in hand for hand in self.hands)):
            self.fault("queens_wrong", "queens")
        re = self.re_seats()
        for seat, party in enumerate(proved):
            known = HIDDEN not in self.hands[seat] or found == 2
            if (party == KONTRA and seat in re) or (party == RE and seat not in re and known):
                self.fault("party_wrong.cards", "proved", seat=self.name_of(seat))

    @override
    def built(self) -> DoppelkopfState:
        return DoppelkopfState(self.game, self.standing(), **self.common_slots())

    def standing(self) -> DoppelkopfProgress:
        """Return the progress of the deal, when all has been read."""
        contract, bidding = self.contract, self.session.bidding._replace(spoken=self.spoken)
        if not contract.mode:
            bidding = bidding._replace(passes=contract.refusals, withdrawable=self.taken_back)
            return DoppelkopfProgress(bidding, DoppelkopfContract())
        if self.exchanging:
            return DoppelkopfProgress(
                bidding, contract, Roles().settled(contract, self.hands), happened=self.events
            )
        return DoppelkopfProgress(bidding, contract, self.roles(), self.announced, self.piglets, self.events)

    def roles(self) -> Roles:
        """Return the parties of a game in play."""
        found = Roles().settled(self.contract, self.hands)
        laid = [seat for seat, card in self.played() if card == constants.OLD]
        for seat in (*self.queens, *laid) if self.mode == NORMAL else ():
            found = found.with_elder(seat, self.hands)
        for seat, party in enumerate(self.proved):
            found = found.proving(seat, party) if party else found
        if self.regrouped:
            found = found.choosing(*self.regrouped)
        return found


# The earlier tricks ----------------------------------------------------------------------------------------


def _asked_of(won: Sequence[Event], hearts: Mapping[str, int]) -> MayHold | None:
    if not won:
        return None
    kinds = Counter(event.kind for event in won)

    def may_hold(held: Held) -> bool:
        spare = {
            **held,
            "A": held["A"] - kinds[constants.CAUGHT_FOX],
            "T": held["T"] - 2 * kinds[constants.BEATEN_DULLE],
        }
        if min(spare.values()) < 0 or held["A"] + held["T"] < 4 * kinds[constants.DOPPELKOPF]:
            return False  # only aces and tens make forty
        return sum(min(spare[rank], number) for rank, number in hearts.items()) >= 4 * kinds[constants.HEARTS]

    return may_hold


def _last_trick(told: DoppelkopfReader) -> bool:
    """Return True if an event belongs to the last trick, which is still to come."""
    return any(
        event.kind in (constants.CHARLIE, constants.CAUGHT_CHARLIE, constants.LAST_FOX)
        for event in told.events
    )


def _other_game(told: DoppelkopfReader) -> bool:
    """Return True if an event cannot happen in this game, or not with these piglets."""
    kinds = {event.kind for event in told.events}
    if (told.contract.is_solo and kinds - {constants.HEARTS}) or (
        constants.BEATEN_DULLE in kinds and not told.game.dulle
    ):
        return True
    caught = [event.owner for event in told.events if event.kind == constants.CAUGHT_FOX]
    first = told.game.piglets == "second_only"  # the first ace may have gone to a partner
    return told.piglets.owner is not None and (
        len(caught) > first or any(one != told.piglets.owner for one in caught)
    )


def _too_often(told: DoppelkopfReader) -> bool:
    """Return True if there are more events than the cards played so far allow."""
    kinds = Counter(event.kind for event in told.events)
    needed = {constants.FOX: kinds[constants.CAUGHT_FOX], constants.DULLE: 2 * kinds[constants.BEATEN_DULLE]}
    owners = Counter([*told.queens, *_owners(told.events)])
    return (
        any(number > constants.KINDS[kind].most for kind, number in kinds.items())
        or any(number > told.gone.get(card, 0) for card, number in needed.items())
        or any(number >= told.trick_number for number in owners.values())
        or 4 * kinds[constants.HEARTS] > told.hearts.total()
    )


def _owners(events: Sequence[Event]) -> Iterator[int]:
    """Yield the owner of each card that an event names."""
    for kind, winner, owner in events:
        if kind in constants.TWO_SEATS:
            yield owner
        if kind == constants.BEATEN_DULLE:
            yield winner


def _own_card(told: DoppelkopfReader) -> bool:
    """Return True if a seat has caught its own card."""
    return any(kind in constants.TWO_SEATS and winner == owner for kind, winner, owner in told.events)


def _too_early(told: DoppelkopfReader) -> bool:
    """Return True if an event came before a wedding was clarified, too early to count."""
    if told.mode != WEDDING or not told.game.clear_foxes:
        return False
    later = told.trick_number - 1 - told.contract.clarified if told.contract.clarified else 0
    counted = [
        [e for e in told.won_by(seat) if e.kind in (constants.DOPPELKOPF, constants.CAUGHT_FOX)]
        for seat in range(4)
    ]
    return sum(map(_tricks_for, counted)) > later


def _too_few_tricks(told: DoppelkopfReader) -> bool:
    """Return True if a seat has won fewer tricks than its events need."""
    return any(_tricks_for(told.won_by(seat)) > told.tricks[seat] for seat in range(4))


def _tricks_for(won: Sequence[Event]) -> int:
    """Return the least number of tricks in which a winner's events can occur.

    In a trick each player plays one card, so several cards can be caught in it only if they have different
    owners. Four plain hearts leave no room for a trump. A Doppelkopf may come with either.
    """
    kinds = Counter(event.kind for event in won)
    owners = Counter(event.owner for event in won if event.kind in constants.TWO_SEATS)
    return max(kinds[constants.DOPPELKOPF], max(owners.values(), default=0) + kinds[constants.HEARTS])


CHECKS: Final[Mapping[str, Callable[[DoppelkopfReader], bool]]] = {
    "own": _own_card,
    "last": _last_trick,
    "game": _other_game,
    "often": _too_often,
    "early": _too_early,
    "tricks": _too_few_tricks,
}
"""The checks of events, each by the key of its sentence."""
