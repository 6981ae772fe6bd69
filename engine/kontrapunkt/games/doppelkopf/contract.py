"""Values for the bidding, the contract, the parties and the calls of Doppelkopf.

They are small and frozen. They know no cards except those passed to them, and nothing of the state that has
them. Seats are numbers.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.families.follow_suit import CardOrder, CompletedTrick
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, NORMAL, POVERTY, RE, UNKNOWN, WEDDING
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules

Hands = Sequence[Sequence[Card]]
NOBODY: Final = (UNKNOWN,) * 4


def with_one[T](row: tuple[T, ...], seat: int, one: T) -> tuple[T, ...]:
    """Return a row with another item for one seat.

    Args:
        row: The items of N, E, S and W.
        seat: The number of the seat.
    """
    return (*row[:seat], one, *row[seat + 1 :])


class Bidding(NamedTuple):
    """The reservations, and the questions for games of each class (DK-R1 to R10).

    Attributes:
        forehand: The seat that speaks first, after the dealer.
        owing: For each seat, True if it still owes its compulsory solo.
        forced: The seat that must play a solo now, because only compulsory solos fit into the deals left; or
            None.
        spoken: For each seat from forehand on, True if it has a reservation.
        passes: The number of questions for a class that were answered with no.
        withdrawable: True if the last reservation may still be taken back.
    """

    forehand: int
    owing: tuple[bool, ...]
    forced: int | None
    spoken: tuple[bool, ...] = ()
    passes: int = 0
    withdrawable: bool = False

    @property
    def withdraws(self) -> int | None:
        """The seat that may take the last reservation back; None for nobody."""
        return (self.forehand + len(self.spoken) - 1) & 3 if self.withdrawable else None

    @property
    def turn(self) -> int:
        """The seat that must say healthy or reservation, or must name a forced solo."""
        if self.forced is not None and not self.spoken:
            return self.forced
        return (self.forehand + len(self.spoken)) & 3

    def class_and_seat_asked(self, classes: Sequence[str]) -> tuple[str, int]:
        """Return the class of games asked for, and the seat asked.

        The class is empty if only one seat names a game. Otherwise classes come highest first, and within
        each class the owners of reservations in turn (DK-R5).
        """
        owners = [(self.forehand + i) & 3 for i, spoken in enumerate(self.spoken) if spoken]
        if len(owners) == 1:
            return "", owners[0]
        rank, place = divmod(self.passes, len(owners))
        return classes[rank], owners[place]

    def speaking(self, reservation: bool, withdrawable: bool) -> Self:
        """Return the bidding after the next seat has spoken.

        Args:
            withdrawable: True if a reservation may be taken back.
        """
        spoken = (*self.spoken, reservation)
        return self._replace(spoken=spoken, withdrawable=reservation and withdrawable)

    def settled(self) -> Self:
        """Return the bidding after a game was named."""
        return self._replace(passes=0, withdrawable=False)


class DoppelkopfContract(NamedTuple):
    """The game that is played, with the progress of a wedding or a poverty.

    Attributes:
        mode: The name of a solo, `normal`, `wedding`, `poverty` or `redeal`; empty until it is settled.
        declarer: The seat that named it; None in a normal game.
        partner: The partner in a wedding, or the seat that took the cards of a poverty.
        kind: The trick that finds the partner of a wedding: `first`, `plain` or `trump`.
        clarified: The number of a wedding's clarification trick; 0 if there is none yet.
        refusals: The number of seats that refused the cards of a poverty.
        returned: The number of trumps among the cards that a poverty got back; None before.
    """

    mode: str = ""
    declarer: int | None = None
    partner: int | None = None
    kind: str = "first"
    clarified: int = 0
    refusals: int = 0
    returned: int | None = None

    @property
    def seeks_partner(self) -> bool:
        """True if a wedding is not clarified yet (DK-R16)."""
        return self.mode == WEDDING and not self.clarified

    @property
    def shift(self) -> int:
        """The number of cards by which all deadlines move after a late wedding."""
        return self.clarified - 1 if self.clarified > 1 else 0

    @property
    def is_solo(self) -> bool:
        """True if a solo was named."""
        return self.mode not in constants.GAMES

    def after(self, taken: CompletedTrick, trumps: bool, limit: int) -> Self:
        """Return the contract of a wedding after a trick (DK-R14, R15).

        It is clarified if the trick finds the partner; at the limit it becomes a solo.

        Args:
            trumps: True if a trump was led to the trick.
            limit: The number of tricks in which a partner may be found.
        """
        fits = self.kind == "first" or (self.kind == "trump") == trumps
        if taken.winner != self.declarer and fits:
            return self._replace(partner=taken.winner, clarified=taken.number)
        return self if taken.number < limit else self._replace(clarified=taken.number)


class Roles(NamedTuple):
    """The party of each seat (DK-R12).

    It is `RE`, `KONTRA`, or `UNKNOWN` while the seat has none or it cannot be told.

    Attributes:
        parties: The parties as far as the visible cards tell them.
        proved: The parties as far as all players know them (DK-R18).
        elders: The seats that have played the queens of clubs in a normal game.
        regrouped: The seat that chose a partner, and the partner (DK-V22); empty for nobody.
    """

    parties: tuple[int, ...] = NOBODY
    proved: tuple[int, ...] = NOBODY
    elders: tuple[int, ...] = ()
    regrouped: tuple[int, ...] = ()

    def settled(self, contract: DoppelkopfContract, hands: Hands) -> Self:
        """Return the roles that follow from the contract and the cards (DK-R12 to R17)."""
        if contract.mode == NORMAL:
            old = [seat in self.elders or constants.OLD in hand for seat, hand in enumerate(hands)]
            return self._replace(parties=tuple([RE if one else UNKNOWN for one in old]))._with_rest(hands)
        pair = (contract.declarer, contract.partner)
        sure = not contract.seeks_partner and (contract.mode != POVERTY or contract.partner is not None)
        found = tuple([RE if seat in pair else KONTRA if sure else UNKNOWN for seat in range(4)])
        return self._replace(parties=found, proved=found)

    def _with_rest(self, hands: Hands) -> Self:
        """Return the roles with Kontra added for seats that cannot be Re.

        These are seats whose visible hands have no queen of clubs, and all others once both queens are
        located.
        """
        both = sum([hand.count(constants.OLD) for hand in hands]) + len(self.elders) == 2
        found = [
            party or (KONTRA if both or HIDDEN not in hand else UNKNOWN)
            for party, hand in zip(self.parties, hands, strict=True)
        ]
        return self._replace(parties=tuple(found))

    def hidden(self, contract: DoppelkopfContract, hands: Hands) -> Self:
        """Return the roles as far as all know them, or the visible hands tell them."""
        if contract.mode != NORMAL or self.regrouped:
            return self
        seen = self.settled(contract, hands)
        pairs = zip(seen.parties, self.proved, strict=True)
        return seen._replace(parties=tuple([proved or party for party, proved in pairs]))

    def proving(self, seat: int, party: int) -> Self:
        """Return the roles after all have learned the party of a seat (DK-R18).

        Args:
            seat: Its number, N E S W from 0.
            party: 1 for Re, -1 for Kontra.
        """
        if self.proved[seat] == party:
            return self
        parties, proved = (with_one(each, seat, party) for each in (self.parties, self.proved))
        return self._replace(parties=parties, proved=proved)

    def with_elder(self, seat: int, hands: Hands) -> Self:
        """Return the roles after a seat has played a queen of clubs.

        The seat is proved to be Re; a second queen from the same seat proves all others to be Kontra.

        Args:
            seat: Its number, N E S W from 0.
            hands: The hands of N, E, S and W.
        """
        if seat in self.elders:
            found = tuple([RE if one == seat else KONTRA for one in range(4)])
            return self._replace(parties=found, proved=found, elders=(*self.elders, seat))
        shown = self._replace(elders=(*self.elders, seat)).proving(seat, RE)
        return shown._with_rest(hands) if UNKNOWN in shown.parties else shown

    def choosing(self, seat: int, partner: int, party: int) -> Self:
        """Return the roles after a seat has chosen a partner.

        The two are now the party that the chooser was.

        Args:
            seat: Its number, N E S W from 0.
            partner: The number of the partner's seat.
            party: 1 for Re, -1 for Kontra.
        """
        found = tuple([party if one in (seat, partner) else -party for one in range(4)])
        return self._replace(parties=found, proved=found, regrouped=(seat, partner))


class Announced(NamedTuple):
    """The highest calls of both parties.

    They are -1 for silent, 0 for announced, and 1 to 4 for bids.

    Attributes:
        closed: The parties whose first call was a reply, so that they may call no more (DK-R28).
    """

    re: int = -1
    kontra: int = -1
    closed: tuple[int, ...] = ()

    def level(self, party: int) -> int:
        """Return the highest call of a party.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        return self.re if party == RE else self.kontra

    def calling(self, party: int, level: int, in_time: bool) -> Self:
        """Return the calls after another one; a late first announcement is a reply.

        Args:
            party: 1 for Re, -1 for Kontra.
            level: 0 for announced, 1 to 4 for bids.
            in_time: True if the call meets the deadline of announcements.
        """
        reply = self.level(party) < 0 and not in_time
        closed = (*self.closed, party) if reply else self.closed
        re, kontra = (level, self.kontra) if party == RE else (self.re, level)
        return self._replace(re=re, kontra=kontra, closed=closed)

    def lapsed(self) -> Self:
        """Return the calls without bids, which lapse when a partner is chosen (DK-V22)."""
        return self._replace(re=min(self.re, 0), kontra=min(self.kontra, 0))


class CallContext(NamedTuple):
    """All that decides the calls that a seat may make at a moment (DK-R20 to R31).

    It is a value, so that results for it can be cached.

    Attributes:
        playing: True if a card is to be played now.
        seeks: True if a wedding still seeks its partner.
        own: The party of the seat.
        held: The number of cards in its hand.
        played: The number of cards played so far if deadlines depend on it; otherwise 0.
        shift: The number of cards by which all deadlines move after a late wedding.
        announced: The calls of both parties.
    """

    game: DoppelkopfRules
    playing: bool
    seeks: bool
    own: int
    held: int
    played: int
    shift: int
    announced: Announced

    def due(self, level: int) -> int:
        """Return the number of cards that a caller of a level must hold (DK-R22).

        Args:
            level: 0 for announced, 1 to 4 for bids.
        """
        return self.game.deadlines[level] - self.shift

    def in_time(self, party: int, level: int, grace: int = 0) -> bool:
        """Return True if a level meets its deadline (DK-R22, DK-V19).

        Args:
            party: The party that calls: 1 for Re, -1 for Kontra.
            level: 0 for announced, 1 to 4 for bids.
            grace: The number of cards by which the call may be later.
        """
        if level == 0 and self.game.by_table:
            return self.played < (5 if party == RE else 13) + 4 * (self.shift + grace)
        return self.held >= self.due(level) - grace

    def next(self, party: int) -> int:
        """Return the level after the highest one that a party has reached.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        return self.announced.level(party) + 1

    def is_bare(self, party: int, level: int) -> bool:
        """Return True if a call is a bid by a party without an announcement.

        Args:
            party: 1 for Re, -1 for Kontra.
            level: 0 for announced, 1 to 4 for bids.
        """
        return level > self.next(party) == 0

    def is_timely(self, party: int, level: int) -> bool:
        """Return True if a call is in time (DK-R27).

        All levels that it includes must meet their deadlines, or it is a reply in time.

        Args:
            party: 1 for Re, -1 for Kontra.
            level: 0 for announced, 1 to 4 for bids.
        """
        first = self.next(party)
        if all(self.in_time(party, each) for each in range(first, level + 1)):
            return True
        theirs = self.announced.level(-party)
        return self.game.replies and level == first == 0 <= theirs and self.in_time(-party, theirs, 1)


class Piglets(NamedTuple):
    """The owner of piglets, aces of diamonds that are the highest trumps (DK-V15).

    Attributes:
        owner: The seat whose aces of diamonds are the highest trumps.
        ready: The seat whose second ace will become the highest trump.
    """

    owner: int | None = None
    ready: int | None = None

    def after(self, taken: CompletedTrick, earlier: Sequence[CompletedTrick], proved: Sequence[int]) -> Self:
        """Return the piglets after a trick with a first ace of diamonds.

        If its player won the trick, or a proved partner did, the player's other ace will become the highest
        trump.

        Args:
            taken: The trick, in a game in which that card is trump.
            earlier: The tricks before it.
            proved: The parties as far as all players know them.
        """
        if (
            taken.cards.count(constants.FOX) != 1
            or self.ready is not None
            or any(constants.FOX in one.cards for one in earlier)
        ):
            return self
        owner = (taken.leader + taken.cards.index(constants.FOX) * taken.step) & 3
        won = owner == taken.winner or (proved[owner] != UNKNOWN and proved[taken.winner] == proved[owner])
        return self._replace(ready=owner) if won else self


ENOUGH: Final = 40
"""The card points that make a trick a Doppelkopf (DK-S16)."""


class Event(NamedTuple):
    """An event in a trick that may count in the end, when the parties are known.

    Attributes:
        kind: One of `KINDS`.
        winner: The number of the seat that won the trick.
        owner: The seat whose card was caught or beaten; the winner if there is none.
    """

    kind: str
    winner: int
    owner: int


def events(
    game: DoppelkopfRules,
    contract: DoppelkopfContract,
    piglets: int | None,
    order: CardOrder,
    taken: CompletedTrick,
) -> tuple[Event, ...]:
    """Return the events of a trick that has just been taken.

    Args:
        contract: The contract before the trick; a wedding that the trick clarifies is not clarified yet.
        piglets: The number of the seat whose aces of diamonds are the highest trumps; None for nobody.
        order: The order of cards.
    """
    found: list[Event] = []
    cards, winner = taken.cards, taken.winner
    if cards[0][1] == "H" and all(order.suits[card] == "H" for card in cards):
        found.append(Event(constants.HEARTS, winner, winner))
    if contract.is_solo:
        return tuple(found)
    counted = not (game.clear_foxes and contract.seeks_partner)
    best = cards[(winner - taken.leader) * taken.step & 3]
    if taken.points >= ENOUGH and counted:
        found.append(Event(constants.DOPPELKOPF, winner, winner))
    if constants.FOX in cards and constants.fox_is_trump(contract.mode) and counted:
        found += [
            Event(constants.CAUGHT_FOX, winner, owner)
            for owner in _losing_players_of(taken, constants.FOX)
            if owner != piglets
        ]
    if cards.count(constants.DULLE) == 2 and best == constants.DULLE and game.dulle:
        found.append(Event(constants.BEATEN_DULLE, winner, _losing_players_of(taken, constants.DULLE)[0]))
    if taken.number == game.hand_size:
        found += [Event(constants.CHARLIE, winner, winner)] * (best == constants.KARLCHEN)
        found += [
            Event(constants.CAUGHT_CHARLIE, winner, owner)
            for owner in _losing_players_of(taken, constants.KARLCHEN)
        ]
        found += [Event(constants.LAST_FOX, winner, winner)] * (best == constants.FOX and piglets != winner)
    return tuple(found)


def _losing_players_of(taken: CompletedTrick, card: Card) -> list[int]:
    """Return the seats that played a card and did not win the trick, one per copy."""
    owners = [(taken.leader + i * taken.step) & 3 for i, one in enumerate(taken.cards) if one == card]
    return [owner for owner in owners if owner != taken.winner]
