"""How a deal of Doppelkopf begins: before reservations, or as a position anywhere in the deal."""

from dataclasses import replace
from typing import Final, cast, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, TRUMP, PositionReader
from kontrapunkt.game import SEATS, Seat
from kontrapunkt.games.doppelkopf import past
from kontrapunkt.games.doppelkopf.contract import GAMES, Announced, Contract, Piglets, Roles
from kontrapunkt.games.doppelkopf.facts import WORDS, DoppelkopfFacts
from kontrapunkt.games.doppelkopf.options import Terms
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import THREE, DoppelkopfState, Standing
from kontrapunkt.games.doppelkopf.table import (
    DUTY,
    FOX,
    GIVE,
    KING,
    KONTRA,
    NAMING,
    NORMAL,
    OFFER,
    OLD,
    PARTIES,
    POVERTY,
    PUT,
    RE,
    RESERVATIONS,
    SAID,
    TELL,
    WEDDING,
    fox_is_trump,
)
from kontrapunkt.said import say, seat_name

KINDS: Final = ("first", "plain", "trump")


class DoppelkopfReader(PositionReader):
    """Reads one deal; the facts of a position are told in `facts`."""

    facts: DoppelkopfFacts
    reads = DoppelkopfFacts

    @property
    def doko(self) -> Terms:
        """The game."""
        return cast("Terms", self.game)

    @property
    def doko_session(self) -> DoppelkopfSession:
        """The session, as it stood before the deal."""
        return cast("DoppelkopfSession", self.session)

    @override
    def read(self) -> None:
        super().read()
        self.trump = ""  # it follows from the game
        facts = self.facts
        seats = facts.pairs("said", WORDS, "said: E healthy, S reservation")
        self.speakers = [seat for seat, _ in seats]
        self.spoken = tuple(word for _, word in seats)
        self.passes = facts.number("passes") or 0
        self.taken_back = "withdraw" in self.deal.facts
        self.declarer = facts.number_of_seat("declarer")
        self.partner = facts.number_of_seat("partner")
        self.kind = " ".join(facts.words("kind") or ["first"]).lower()
        self.clarified = facts.number("clarified") or 0
        self.returned = facts.number("returned")
        self.queens = facts.seats("queens", 2)
        self.told = facts.pairs("proved", PARTIES, "proved: N re, E kontra")
        self.closed = facts.closed()
        self.events = facts.events()
        self.piglets = facts.number_of_seat("piglets")
        self.ready = facts.number_of_seat("ready")
        self.mode = self.read_mode()
        self.read_regrouped()
        if self.kind not in KINDS:
            self.facts.unreadable("kind", "kind: plain")
        if self.taken_back and [word.lower() for word in facts.words("withdraw")] != ["yes"]:
            facts.unreadable("withdraw", "withdraw: yes")
        if self.returned is not None and self.returned > THREE:
            facts.unreadable("returned", "returned: 1")

    def read_mode(self) -> str:
        """The game that a position says is played; empty before one is settled."""
        given = [word.lower() for word in self.facts.words("game")]
        if not given:
            return "" if "said" in self.deal.facts or not self.deal.position else NORMAL
        name = given[-1]
        solo = given[0] == "solo" and len(given) == 2 and name in self.doko.solos
        if not solo and (len(given) > 1 or name not in GAMES):
            self.facts.unreadable("game", "game: solo queens")
        return name

    def read_regrouped(self) -> None:
        """Reads who chose a partner, whom, and for which party."""
        given = self.facts.words("regrouped")
        self.regrouped: tuple[int, ...] = ()
        self.regrouped_party = RE
        if given:
            party = PARTIES.get(given[-1].lower())
            seats = [word.upper() for word in given[:-1]]
            if party is None or len(seats) != 2 or not {*seats} < {*SEATS} or seats[0] == seats[1]:
                self.facts.unreadable("regrouped", "regrouped: N E re")
                return
            self.regrouped = tuple(SEATS.index(cast("Seat", seat)) for seat in seats)
            self.regrouped_party = party

    # Sizes and phase

    @property
    def exchanging(self) -> bool:
        """Whether the position lies in the exchange of a poverty."""
        return self.mode == POVERTY and self.returned is None

    @override
    def check_sizes(self) -> None:
        if self.exchanging:
            self.check_exchange()
            return
        super().check_sizes()
        if self.stock:
            self.fault("stock_wrong", "dk.stock_exchange", "stock")
        if not self.mode and self.number > 1:
            self.fault("game_missing", "dk.game_missing", "start")

    def check_exchange(self) -> None:
        """Hands and cards on the table while a poverty is exchanged."""
        self.number = 1
        size, down = self.game.hand_size, len(self.stock)
        sizes = [size] * 4
        if self.declarer is None:
            self.fault("declarer_missing", "dk.declarer_missing", "start", game=POVERTY)
            return
        if self.partner is None:
            sizes[self.declarer] -= down
        else:
            sizes[self.declarer] -= THREE
            sizes[self.partner] += THREE - down
        wrong = [i for i in range(4) if len(self.hands[i]) != sizes[i]]
        if wrong or down > THREE or self.trick or self.partner == self.declarer:
            self.fault("exchange_wrong", "dk.exchange_wrong", SEATS[wrong[0]] if wrong else "stock")

    @override
    def settle(self) -> None:
        self.duty = DUTY
        self.check_names()
        self.stop_at_faults()
        pigs = self.piglets is not None
        self.order = self.doko.order_of(self.mode, self.number, pigs) if self.mode else self.doko.home
        if not self.mode:
            self.phase = RESERVATIONS if len(self.spoken) < 4 else NAMING
        elif self.exchanging:
            full = len(self.stock) == THREE
            first, second = (GIVE, TELL) if self.partner is not None else (PUT, OFFER)
            self.phase = second if full else first
        else:
            self.phase = FOLLOW if self.trick else LEAD

    def check_names(self) -> None:
        """The game must have its declarer, and no other has facts of its kind."""
        named = self.mode not in ("", NORMAL)
        if named and self.declarer is None:
            kind = "declarer_missing" if self.mode in (WEDDING, POVERTY) else "soloist_missing"
            solo = say(f"action.bid solo {self.mode}") if kind == "soloist_missing" else ""
            self.fault(kind, f"dk.{kind}", "start", game=self.mode, solo=solo)
        for key, fits in (
            ("declarer", named),
            ("partner", self.mode in (WEDDING, POVERTY)),
            ("kind", self.mode == WEDDING),
            ("clarified", self.mode == WEDDING),
            ("returned", self.mode == POVERTY),
            ("queens", self.mode == NORMAL),
            ("proved", self.mode == NORMAL and not self.regrouped),
            ("said", not self.mode),
            ("passes", not self.mode or self.mode == POVERTY),
            ("withdraw", not self.mode and self.doko.withdrawing),
            ("piglets", fox_is_trump(self.mode) and self.doko.piglets != "off"),
            ("ready", fox_is_trump(self.mode) and self.doko.piglets == "second_only"),
            ("regrouped", self.doko.genscher and self.mode in GAMES),
        ):
            if not fits and key in self.deal.facts:
                self.fault("fact_idle", "dk.fact_idle", key, key=key)
        if self.mode == POVERTY and not self.doko.exchanging:
            self.facts.unreadable("game", "game: normal")
        if not self.mode:
            self.check_said()
        if self.mode == WEDDING:
            self.check_wedding()
        if self.mode == POVERTY and self.returned is not None and self.partner is None:
            self.fault("partner_wrong", "dk.partner_wrong", "partner")
        if self.passes >= (THREE if self.mode else 4 * len(self.doko.classes)):
            self.fault("passes_wrong", "dk.passes_wrong", "passes")

    def check_said(self) -> None:
        """Reservations are made in turn, and questions asked when all have spoken."""
        first = self.session.dealer and SEATS.index(self.session.dealer) + 1
        if self.speakers and first is None:
            self.session = self.session.agreed(replace(self.deal, dealer=SEATS[(self.speakers[0] - 1) % 4]))
            first = self.speakers[0]
        if first is None:
            self.fault("dealer_missing", "dealer_missing", "start")
            return
        due = [(first + i) % 4 for i in range(len(self.speakers))]
        if self.speakers != due or len(due) > 4 or (len(due) == 4 and not any(self.spoken)):
            self.fault("said_wrong", "dk.said_wrong", "said", seat=seat_name(SEATS[first % 4]))
        several = sum(self.spoken) > 1 and len(self.spoken) == 4
        most = sum(self.spoken) * len(self.doko.classes)
        if self.passes and not (several and self.passes < most):
            self.fault("passes_wrong", "dk.passes_wrong", "passes")
        if self.taken_back and (not self.spoken or not self.spoken[-1] or self.passes):
            self.fault("withdraw_wrong", "dk.withdraw_wrong", "withdraw")

    def check_wedding(self) -> None:
        """A clarification trick is one that has been played, and names a partner unless it is the last."""
        limit, k = self.doko.wedding_limit, self.clarified
        late = k >= self.number or k > limit or (not k and self.number > limit)
        without = self.partner is None and k not in (0, limit)
        if late or without or (self.partner is not None and (not k or self.partner == self.declarer)):
            self.fault("clarified_wrong", "dk.clarified_wrong", "clarified", n=limit)

    @override
    def first_leader(self) -> int | None:
        """Who leads to the first trick: a soloist by the options, else the dealer's left."""
        if self.declarer is not None:
            owes = self.doko_session.owes(SEATS[self.declarer])
            if self.doko.soloist_leads(self.mode, owes):
                return self.declarer
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
            if not self.facts.faults:
                self.find_parties()
            return
        self.points = self.tricks = (0, 0, 0, 0)
        for key in ("points", "tricks", "calls", "trick"):
            if key in self.deal.facts:
                self.fault("fact_idle", "dk.fact_idle", key, key=key)

    def check_calls(self) -> None:
        """Calls rise, party by party."""
        announced = Announced()
        for _, action in self.calls:
            if action not in SAID:
                self.fault("call_wrong", "dk.call_unknown", "calls")
                return
            party, level = SAID[action]
            if level <= announced.level(party):
                self.fault("call_wrong", "dk.call_order", "calls")
                return
            announced = announced.calling(party, level, True)
        self.announced = announced._replace(closed=self.closed)
        if any(announced.level(party) < 0 for party in self.closed):
            self.fault("call_wrong", "dk.call_closed", "closed")

    def holders(self, card: Card) -> list[int]:
        """Who holds a card or has it in the trick in progress, a copy each; hidden cards are left out."""
        held = [seat for seat, hand in enumerate(self.hands) for one in hand if one == card]
        return held + [(self.leader + i) % 4 for i, one in enumerate(self.trick) if one == card]

    def check_events(self) -> None:
        """What happened must have been possible in tricks like these."""
        told = past.Told(
            game=self.doko,
            mode=self.mode,
            order=self.order,
            number=self.number,
            gone=self.gone,
            tricks=self.tricks,
            events=self.events,
            queens=self.queens,
            piglets=self.piglets,
            clarified=self.clarified,
        )
        wrong = past.fault_of(told)
        if not wrong and self.events and not self.can_lie(past.asked_of_piles(told)):
            wrong = "events_tricks"
        if wrong:
            self.fault("events_wrong", f"dk.{wrong}", "events" if self.events else "queens")

    def check_clarified(self) -> None:
        """The declarer wins every trick until a wedding is clarified, and the partner the one that does."""
        if self.mode != WEDDING:
            return
        k, partner, declarer = self.clarified, self.partner, self.declarer
        assert declarer is not None
        due = k - 1 if partner is not None else k or self.number - 1
        won = self.tricks[declarer] >= due or self.kind != "first"
        if partner is not None:
            won = won and self.tricks[partner] > 0 and (k < self.number - 1 or self.leader == partner)
        if not won:
            self.fault("clarified_wrong", "dk.clarified_tricks", "tricks")

    def check_house(self) -> None:
        """The cards that a house rule is about are in sight only where they may be."""
        second = self.doko.piglets == "second_only"
        for key, owner, card, sentence in (
            ("piglets", self.piglets, FOX, "dk.piglets_wrong"),
            ("regrouped", next(iter(self.regrouped), None), KING, "dk.kings_wrong"),
        ):
            if owner is None:
                continue
            others = {*self.holders(card)} - {owner}
            if others or (card == FOX and second and FOX in self.hands[owner]):
                self.fault("house_wrong", sentence, key)

    def find_parties(self) -> None:
        """What all know of the parties, and what the cards tell; both must agree."""
        proved = [*Roles().proved]
        if self.mode == NORMAL and not self.regrouped:
            claims = [*self.told, *((seat, RE) for seat in self.queens), *self.seen_in_trick()]
            claims += [(seat, SAID[action][0]) for seat, action in self.calls]
            for seat, party in claims:
                if proved[seat] == -party:
                    self.fault("party_wrong", "dk.party_twice", "proved", seat=seat_name(SEATS[seat]))
                proved[seat] = party
            self.check_queens(proved)
        self.proved = tuple(proved)

    def seen_in_trick(self) -> list[tuple[int, int]]:
        """Who shows in the trick in progress to be Re or Kontra."""
        suits, found = self.order.suits, []
        for i, one in enumerate(self.trick):
            seat = (self.leader + i) % 4
            if one == OLD:
                found.append((seat, RE))
            elif suits[self.trick[0]] == TRUMP and suits[one] != TRUMP and seat not in self.re_seats():
                found.append((seat, KONTRA))
        return found

    def re_seats(self) -> set[int]:
        """The seats that are known to be Re in a normal game."""
        led = [(self.leader + i) % 4 for i, one in enumerate(self.trick) if one == OLD]
        return {*self.queens, *led, *(i for i, hand in enumerate(self.hands) if OLD in hand)}

    def check_queens(self, proved: list[int]) -> None:
        """Both queens of clubs must be accounted for, and with who may have them.

        Args:
            proved: The parties that all know, N E S W: 1 Re, -1 Kontra, 0 open.
        """
        here = sum(hand.count(OLD) for hand in self.hands) + self.trick.count(OLD)
        hidden = any(HIDDEN in hand for hand in self.hands)
        if here + len(self.queens) > 2 or (here + len(self.queens) < 2 and not hidden):
            self.fault("queens_wrong", "dk.queens_wrong", "queens")
        re = self.re_seats()
        for seat, party in enumerate(proved):
            known = HIDDEN not in self.hands[seat] or here + len(self.queens) == 2
            if (party == KONTRA and seat in re) or (party == RE and seat not in re and known):
                self.fault("party_wrong", "dk.party_cards", "proved", seat=seat_name(SEATS[seat]))

    @override
    def built(self) -> DoppelkopfState:
        return DoppelkopfState(self.doko, self.beginning(), self.standing())

    def standing(self) -> Standing:
        """How far Doppelkopf has come, when all has been read."""
        bidding = self.doko_session.bidding._replace(spoken=self.spoken)
        if not self.mode:
            bidding = bidding._replace(passes=self.passes, withdrawable=self.taken_back)
            return Standing(bidding, Contract())
        contract = Contract(
            self.mode, self.declarer, self.partner, self.kind, self.clarified, self.passes, self.returned
        )
        if self.exchanging:
            return Standing(bidding, contract, Roles().settled(contract, self.hands), happened=self.events)
        piglets = Piglets(self.piglets, self.ready)
        return Standing(bidding, contract, self.roles(contract), self.announced, piglets, self.events)

    def roles(self, contract: Contract) -> Roles:
        """The parties of a game in play."""
        led = [(self.leader + i) & 3 for i, one in enumerate(self.trick) if one == OLD]
        found = Roles().settled(contract, self.hands)
        for seat in (*self.queens, *led) if self.mode == NORMAL else ():
            found = found.with_elder(seat, self.hands)
        for seat, party in enumerate(self.proved):
            found = found.proving(seat, party) if party else found
        if self.regrouped:
            who, whom = self.regrouped
            found = found.choosing(who, whom, self.regrouped_party)
        return found
