"""DoppelkopfState: reservations, the game that is named, parties as they come to light, calls, play."""

from typing import TYPE_CHECKING, Final, Self, cast, override

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Action, Laid, Seat, Status
from kontrapunkt.games.doppelkopf import house, legality, parties, poverty
from kontrapunkt.games.doppelkopf.events import Event, events
from kontrapunkt.games.doppelkopf.reservations import (
    BID_POVERTY,
    BID_SOLO,
    HEALTHY,
    NAMING,
    PASS,
    RESERVATION,
    THROW_IN,
    WEDDING_KINDS,
    WITHDRAW,
    asked,
)
from kontrapunkt.games.doppelkopf.speech import SAID
from kontrapunkt.games.doppelkopf.statuses import statuses, trump_kinds
from kontrapunkt.games.doppelkopf.table import (
    KONTRA,
    NORMAL,
    OLD,
    POVERTY,
    RE,
    REDEAL,
    UNKNOWN,
    WEDDING,
)
from kontrapunkt.games.doppelkopf.telling import task
from kontrapunkt.games.following import LEAD, OVER, TRUMP, FollowState, Taken
from kontrapunkt.games.following.look import having
from kontrapunkt.record.text import tidy_action
from kontrapunkt.said import Text

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf import Doppelkopf
    from kontrapunkt.games.doppelkopf.match import DoppelkopfMatch

GAMES: Final = (NORMAL, WEDDING, POVERTY)
"""The games that are no solo when they begin."""


class DoppelkopfState(FollowState):
    """A moment of a deal of Doppelkopf; immutable.

    A party is `RE`, `KONTRA` or `UNKNOWN`: the last for all but the declarer until a wedding is clarified,
    and in a state with hidden cards for whom it cannot know.
    """

    __slots__ = (
        "_clarified", "_closed", "_declarer", "_events", "_kind", "_levels", "_mode", "_old_ladies",
        "_parties", "_partner", "_passes", "_piglets", "_proved", "_ready", "_regrouped", "_returned",
        "_spoken", "_taken_back",
    )  # fmt: skip

    _game: "Doppelkopf"
    _clarified: int  # the number of the clarification trick; 0 for none yet
    _closed: tuple[int, ...]  # the parties whose first word was a reply (DK-R28)
    _declarer: int | None
    _events: tuple[Event, ...]
    _kind: str  # of a wedding, as in WEDDING_KINDS
    _levels: tuple[int, int]  # of Re and Kontra: -1 for silent, 0 announced, 1 to 4 bid
    _mode: str  # a solo's name, normal, wedding, poverty, redeal; empty until it is settled
    _old_ladies: tuple[int, ...]  # who has played the queens of clubs, in a normal game
    _parties: tuple[int, ...]
    _partner: int | None  # found in a wedding, or who has taken the cards of a poverty
    _passes: int  # answers to the questions for classes, or refusals of a poverty
    _piglets: int | None  # whose aces of diamonds rank highest (DK-V15)
    _proved: tuple[int, ...]  # the parties that all know (DK-R18)
    _ready: int | None  # whose second ace of diamonds will rank highest
    _regrouped: tuple[int, ...]  # who chose a partner, and whom (DK-V22)
    _returned: int | None  # trumps that a poverty got back
    _spoken: tuple[bool, ...]  # from forehand on: whether there is a reservation
    _taken_back: bool  # whether the last reservation may still be withdrawn

    @property
    @override
    def game(self) -> "Doppelkopf":
        return self._game

    @property
    def doppelkopf_match(self) -> "DoppelkopfMatch":
        """The match, as it stood before the deal."""
        return cast("DoppelkopfMatch", self._before.match)

    @property
    def forehand(self) -> int:
        """The number of the seat at the dealer's left."""
        dealer = self.match.dealer
        assert dealer is not None
        return (SEATS.index(dealer) + 1) & 3

    @property
    def mode(self) -> str:
        """The game: a solo's name, `normal`, `wedding`, `poverty` or `redeal`; empty until it is settled."""
        return self._mode

    @property
    def kind(self) -> str:
        """How a wedding finds its partner: `first`, `plain` or `trump`."""
        return self._kind

    @property
    def declarer(self) -> int | None:
        """The number of the seat that named the game; None in a normal one."""
        return self._declarer

    @property
    def partner(self) -> int | None:
        """The number of the declarer's partner, once there is one."""
        return self._partner

    @property
    def clarified(self) -> int:
        """The number of a wedding's clarification trick; 0 for none yet."""
        return self._clarified

    @property
    def parties(self) -> tuple[int, ...]:
        """The party of each seat, as far as there are parties."""
        return self._parties

    @property
    def proved(self) -> tuple[int, ...]:
        """The party of each seat as far as all know it."""
        return self._proved

    @property
    def old_ladies(self) -> tuple[int, ...]:
        """Who has played the queens of clubs in a normal game."""
        return self._old_ladies

    @property
    def happened(self) -> tuple[Event, ...]:
        """What happened in tricks that may count in the end."""
        return self._events

    @property
    def spoken(self) -> tuple[bool, ...]:
        """From forehand on, whether a seat has a reservation."""
        return self._spoken

    @property
    def passes(self) -> int:
        """How many questions for a class were answered with no, or how many have refused a poverty."""
        return self._passes

    @property
    def piglets(self) -> int | None:
        """Whose aces of diamonds are the highest trumps."""
        return self._piglets

    @property
    def ready(self) -> int | None:
        """Whose second ace of diamonds will be the highest trump (DK-V15, `second_only`)."""
        return self._ready

    @property
    def regrouped(self) -> tuple[int, ...]:
        """Who chose a partner with the kings of diamonds, and whom; empty for nobody."""
        return self._regrouped

    @property
    def returned(self) -> int | None:
        """The trumps among the cards that a poverty got back; None before."""
        return self._returned

    @property
    def withdrawable(self) -> bool:
        """Whether the last reservation may still be taken back."""
        return self._taken_back

    @property
    def cards_played(self) -> int:
        """The cards that have been laid on the table so far."""
        return 4 * (self._number - 1) + len(self._trick)

    @property
    def seeks_partner(self) -> bool:
        """Whether a wedding is not clarified yet (DK-R16)."""
        return self._mode == WEDDING and not self._clarified

    @property
    def shift(self) -> int:
        """How many cards later all deadlines are, because a wedding was clarified late."""
        return self._clarified - 1 if self._clarified > 1 else 0

    @property
    def is_declared_solo(self) -> bool:
        """Whether a solo was named."""
        return self._mode not in GAMES

    @property
    def alone(self) -> int | None:
        """Who plays alone, in a solo of any kind; None while nobody is known to."""
        return self._parties.index(RE) if sorted(self._parties) == [KONTRA, KONTRA, KONTRA, RE] else None

    def level(self, party: int) -> int:
        """A party's highest call: -1 for silent, 0 for announced, 1 to 4 for bids."""
        return self._levels[party == KONTRA]

    @property
    def levels(self) -> tuple[int, int]:
        """The highest calls of Re and Kontra: -1 for silent, 0 for announced, 1 to 4 for bids."""
        return self._levels

    @property
    def closed(self) -> tuple[int, ...]:
        """The parties whose first word was a reply, so that they may say no more (DK-R28)."""
        return self._closed

    @property
    def last_speaker(self) -> int:
        """Who was the last to say whether there is a reservation."""
        return (self.forehand + len(self._spoken) - 1) & 3

    def owes_solo(self, seat: int) -> bool:
        """Whether a seat has its compulsory solo before it."""
        return self.doppelkopf_match.owes(SEATS[seat])

    @property
    def forced(self) -> int | None:
        """Who must play a solo now, as there are no more deals than solos outstanding (DK-R10)."""
        forced = self.doppelkopf_match.forced
        return None if forced is None else SEATS.index(forced)

    # What is allowed

    @override
    def deeds(self) -> tuple[Action, ...]:
        return legality.deeds(self)

    @override
    def calls(self, seat: int) -> tuple[Action, ...]:
        return legality.calls(self, seat)

    @override
    def cards_allowed(self) -> tuple[Card, ...]:
        return legality.cards(self)

    @override
    def must_hold(self, action: Action) -> tuple[Card, ...]:
        if action in WEDDING_KINDS:
            return (OLD, OLD)
        return house.shows(self, action) or poverty.shows(action)

    # What an action does

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        said = SAID.get(action)
        if said:
            new._call(action, seat, *said)
            return new
        new._taken_back = False
        if action == WITHDRAW:
            new._spoken = (*self._spoken[:-1], False)
            new._next_speaker()
        elif action in (HEALTHY, RESERVATION):
            new._spoken = (*self._spoken, action == RESERVATION)
            new._taken_back = action == RESERVATION and self._game.withdrawing
            new._next_speaker()
        elif action in BID_SOLO:
            new._name(BID_SOLO[action], seat)
        elif action in WEDDING_KINDS:
            new._kind = WEDDING_KINDS[action]
            if self._game.options["wedding_partner"] in ("first_plain_trick", "first_trump_trick"):
                new._kind = self._game.options["wedding_partner"].split("_")[1]
            new._name(WEDDING, seat)
        elif action == THROW_IN or (action == BID_POVERTY and not self._game.exchanging):
            new._declarer = seat if action == BID_POVERTY else None
            new._redeal()
        elif action == BID_POVERTY:
            poverty.begin(new, seat)
        elif action == PASS and self._phase == NAMING:
            new._passes += 1
            new._turn = asked(new)[1]
        elif not house.did(new, action, seat):
            poverty.did(new, action)
        return new

    def _next_speaker(self) -> None:
        """Goes on to the next to speak, or to who is asked, or to a normal game."""
        if len(self._spoken) < 4:
            self._turn = (self.forehand + len(self._spoken)) & 3
        elif any(self._spoken):
            self._phase = NAMING
            self._turn = asked(self)[1]
        else:
            self._name(NORMAL, None)

    def _name(self, mode: str, declarer: int | None) -> None:
        """The game is settled: orders the hands, finds the parties, and who leads (DK-R11)."""
        self._mode, self._declarer = mode, declarer
        self._passes = 0
        self._settle_order()
        parties.settle(self)
        self._phase = LEAD
        self._leader = self._turn = self.first_leader()

    def _redeal(self) -> None:
        self._mode = REDEAL
        self._phase = OVER

    def first_leader(self) -> int:
        """Who leads to the first trick: the soloist of a compulsory solo, usually the dealer's left."""
        if self._mode and self._declarer is not None and self.is_declared_solo:
            rule = self._game.options["solo_leads"]
            if rule == "always" or (rule == "compulsory_only" and self.owes_solo(self._declarer)):
                return self._declarer
        return self.forehand

    def _settle_order(self) -> None:
        """Puts the order of the game in force; in the last trick it may be another (DK-V2)."""
        order = self._game.order_of(self._mode, self._number, self._piglets is not None)
        if order is not self._order:
            self._order = order
            self._hands = tuple([order.in_order(hand) for hand in self._hands])

    def _call(self, action: Action, seat: int, party: int, level: int) -> None:
        """A call counts for the party, and shows whose the speaker is (DK-R29)."""
        if self.level(party) < 0 and not legality.speaker(self, seat).in_time(party, 0):
            self._closed = (*self._closed, party)
        self._calls = (*self._calls, (seat, action))
        re, kontra = self._levels
        self._levels = (level, kontra) if party == RE else (re, level)
        parties.prove(self, seat, party)

    @override
    def _play(self, card: Card) -> Self:
        turn, led = self._turn, self._trick
        state = house.second_piglet(self, card) if self._ready == turn else self
        new = super(DoppelkopfState, state)._play(card)
        if self._mode == NORMAL and not self._regrouped:
            if card == OLD:
                parties.old_lady(new, turn)
            elif led and not self._proved[turn]:
                suits = self._order.suits
                if suits[led[0]] == TRUMP and suits[card] != TRUMP:
                    parties.prove(new, turn, KONTRA)
        if not new._trick:
            new._after_trick(new._tricks[-1])
        return new

    def _after_trick(self, taken: Taken) -> None:
        happened = events(self, taken)
        if happened:
            self._events += happened
        if self.seeks_partner:
            parties.clarify(self, taken)
        if self._game.piglets == "second_only":
            house.notice_piglet(self, taken)
        if self._number == self._game.hand_size and self._game.first_in_last:
            self._settle_order()
        if self._phase == OVER and UNKNOWN in self._parties:
            self._parties = tuple([party or KONTRA for party in self._parties])

    @override
    def _copy(self) -> Self:
        new = super()._copy()
        new._clarified = self._clarified
        new._closed = self._closed
        new._declarer = self._declarer
        new._events = self._events
        new._kind = self._kind
        new._levels = self._levels
        new._mode = self._mode
        new._old_ladies = self._old_ladies
        new._parties = self._parties
        new._partner = self._partner
        new._passes = self._passes
        new._piglets = self._piglets
        new._proved = self._proved
        new._ready = self._ready
        new._regrouped = self._regrouped
        new._returned = self._returned
        new._spoken = self._spoken
        new._taken_back = self._taken_back
        return new

    # What is seen and written

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        if seat is not None and self._phase != OVER:
            parties.hide(new)
        return new

    @override
    def refusal(self, action: Action, seat: int) -> tuple[str, Text]:
        return legality.refusal(self, action, seat)

    @override
    def refusal_out_of_turn(self, action: Action, seat: int) -> tuple[str, Text] | None:
        return legality.out_of_turn(self)

    @property
    @override
    def stock_left(self) -> None:
        return None  # the cards of a poverty are laid out

    @override
    def laid(self, seat: Seat | None) -> tuple[Laid, ...]:
        return poverty.laid(self, seat)

    @override
    def stock_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        return poverty.seen_on_table(self, viewer)

    @override
    def statuses(self) -> tuple[Status, ...]:
        return self.statuses_seen(None)

    @override
    def statuses_seen(self, viewer: Seat | None) -> tuple[Status, ...]:
        return statuses(self, viewer)

    @override
    def trump_kinds(self) -> tuple[str, ...]:
        return trump_kinds(self)

    @override
    def task(self) -> Text:
        return task(self)

    @override
    def own_facts(self) -> dict[str, str]:
        from kontrapunkt.games.doppelkopf.facts import own_facts

        return own_facts(self)

    @override
    def supposing(self, seat: Seat, action: str, chance: str | None) -> Self:
        who, said = SEATS.index(seat), SAID.get(tidy_action(action))
        if not said:
            return super().supposing(seat, action, chance)
        shows = said[0] == RE and self._mode == NORMAL and self._parties[who] == UNKNOWN
        return having(self, who, (OLD,)) if shows else self

    @override
    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        return action if viewer in (None, seat) else poverty.seen(action)
