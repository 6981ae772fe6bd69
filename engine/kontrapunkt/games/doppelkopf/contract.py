"""What is said and known in a deal of Doppelkopf: small frozen values, and what becomes of them.

They know no cards but those they are shown, and nothing of the state that keeps them. Seats are numbers.
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
    """What each seat has, another thing for one of them.

    Args:
        row: What they have, N E S W.
        seat: The number of the seat.
        one: What it has then.
    """
    return (*row[:seat], one, *row[seat + 1 :])


class Bidding(NamedTuple):
    """Who has a reservation, and who is asked for a game of which class (DK-R1 to R10).

    Attributes:
        forehand: Who speaks first, at the dealer's left.
        owing: Whether each seat has its compulsory solo before it.
        forced: Who must play a solo now, as there are no more deals than solos outstanding; None for nobody.
        spoken: From forehand on, whether a seat has a reservation.
        passes: How many questions for a class were answered with no.
        withdrawable: Whether the last reservation may still be taken back.
    """

    forehand: int
    owing: tuple[bool, ...]
    forced: int | None
    spoken: tuple[bool, ...] = ()
    passes: int = 0
    withdrawable: bool = False

    @property
    def withdraws(self) -> int | None:
        """Who may take the last reservation back; None for nobody."""
        return (self.forehand + len(self.spoken) - 1) & 3 if self.withdrawable else None

    @property
    def turn(self) -> int:
        """Who is to say whether there is a reservation, or must name a solo."""
        if self.forced is not None and not self.spoken:
            return self.forced
        return (self.forehand + len(self.spoken)) & 3

    def asked(self, classes: Sequence[str]) -> tuple[str, int]:
        """The class that is asked for, and the seat that is; the class is empty where one seat alone names.

        Classes come highest first, the owners of a reservation in turn within each (DK-R5).
        """
        owners = [(self.forehand + i) & 3 for i, spoken in enumerate(self.spoken) if spoken]
        if len(owners) == 1:
            return "", owners[0]
        rank, place = divmod(self.passes, len(owners))
        return classes[rank], owners[place]

    def speaking(self, reservation: bool, withdrawable: bool) -> Self:
        """After the next has spoken, who may take a reservation back, or not."""
        spoken = (*self.spoken, reservation)
        return self._replace(spoken=spoken, withdrawable=reservation and withdrawable)

    def settled(self) -> Self:
        """After a game was named."""
        return self._replace(passes=0, withdrawable=False)


class DoppelkopfContract(NamedTuple):
    """The game that is played, with what a wedding or a poverty has come to.

    Attributes:
        mode: A solo's name, `normal`, `wedding`, `poverty` or `redeal`; empty until it is settled.
        declarer: Who named it; None in a normal one.
        partner: Whom a wedding has found, or who has taken the cards of a poverty.
        kind: How a wedding finds its partner: `first`, `plain` or `trump`.
        clarified: The number of a wedding's clarification trick; 0 for none yet.
        refusals: How many have refused to take the cards of a poverty.
        returned: The trumps among the cards that a poverty got back; None before.
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
        """Whether a wedding is not clarified yet (DK-R16)."""
        return self.mode == WEDDING and not self.clarified

    @property
    def shift(self) -> int:
        """How many cards later all deadlines are, because a wedding was clarified late."""
        return self.clarified - 1 if self.clarified > 1 else 0

    @property
    def is_solo(self) -> bool:
        """Whether a solo was named."""
        return self.mode not in constants.GAMES

    def after(self, taken: CompletedTrick, trumps: bool, limit: int) -> Self:
        """A wedding after a trick: clarified if its partner is found, or a solo at the limit (DK-R14, R15).

        Args:
            taken: The trick.
            trumps: Whether a trump was led to it.
            limit: The tricks in which a partner may be found.
        """
        fits = self.kind == "first" or (self.kind == "trump") == trumps
        if taken.winner != self.declarer and fits:
            return self._replace(partner=taken.winner, clarified=taken.number)
        return self if taken.number < limit else self._replace(clarified=taken.number)


class Roles(NamedTuple):
    """The party of each seat: `RE`, `KONTRA`, or `UNKNOWN` while it has none or it cannot be told (DK-R12).

    Attributes:
        parties: As the cards in sight tell them.
        proved: As all know them (DK-R18).
        elders: Who has played the queens of clubs in a normal game.
        regrouped: Who chose a partner, and whom (DK-V22); empty for nobody.
    """

    parties: tuple[int, ...] = NOBODY
    proved: tuple[int, ...] = NOBODY
    elders: tuple[int, ...] = ()
    regrouped: tuple[int, ...] = ()

    def settled(self, contract: DoppelkopfContract, hands: Hands) -> Self:
        """As they follow from the game, and in a normal one from the cards (DK-R12 to R17)."""
        if contract.mode == NORMAL:
            old = [seat in self.elders or constants.OLD in hand for seat, hand in enumerate(hands)]
            return self._replace(parties=tuple([RE if one else UNKNOWN for one in old]))._with_rest(hands)
        pair = (contract.declarer, contract.partner)
        sure = not contract.seeks_partner and (contract.mode != POVERTY or contract.partner is not None)
        found = tuple([RE if seat in pair else KONTRA if sure else UNKNOWN for seat in range(4)])
        return self._replace(parties=found, proved=found)

    def _with_rest(self, hands: Hands) -> Self:
        """Hands in sight show seats to be Kontra, or both queens of clubs all others."""
        both = sum([hand.count(constants.OLD) for hand in hands]) + len(self.elders) == 2
        found = [
            party or (KONTRA if both or HIDDEN not in hand else UNKNOWN)
            for party, hand in zip(self.parties, hands, strict=True)
        ]
        return self._replace(parties=tuple(found))

    def hidden(self, contract: DoppelkopfContract, hands: Hands) -> Self:
        """No more of the parties than all know, and than follows from the hands that are seen."""
        if contract.mode != NORMAL or self.regrouped:
            return self
        seen = self.settled(contract, hands)
        pairs = zip(seen.parties, self.proved, strict=True)
        return seen._replace(parties=tuple([proved or party for party, proved in pairs]))

    def proving(self, seat: int, party: int) -> Self:
        """All know the party of a seat now (DK-R18).

        Args:
            seat: Its number, N E S W from 0.
            party: 1 for Re, -1 for Kontra.
        """
        if self.proved[seat] == party:
            return self
        parties, proved = (with_one(each, seat, party) for each in (self.parties, self.proved))
        return self._replace(parties=parties, proved=proved)

    def with_elder(self, seat: int, hands: Hands) -> Self:
        """A queen of clubs shows its player to be Re, and a second one of a hand all others not to be.

        Args:
            seat: Its number, N E S W from 0.
            hands: The hands, N E S W.
        """
        if seat in self.elders:
            found = tuple([RE if one == seat else KONTRA for one in range(4)])
            return self._replace(parties=found, proved=found, elders=(*self.elders, seat))
        shown = self._replace(elders=(*self.elders, seat)).proving(seat, RE)
        return shown._with_rest(hands) if UNKNOWN in shown.parties else shown

    def choosing(self, seat: int, partner: int, party: int) -> Self:
        """A seat has chosen a partner; the two keep the name of the chooser's party.

        Args:
            seat: Its number, N E S W from 0.
            partner: The number of the partner's seat.
            party: 1 for Re, -1 for Kontra.
        """
        found = tuple([party if one in (seat, partner) else -party for one in range(4)])
        return self._replace(parties=found, proved=found, regrouped=(seat, partner))


class Announced(NamedTuple):
    """The highest calls of both parties: -1 for silent, 0 for announced, 1 to 4 for bids.

    Attributes:
        re: That of Re.
        kontra: That of Kontra.
        closed: The parties whose first word was a reply, so that they may say no more (DK-R28).
    """

    re: int = -1
    kontra: int = -1
    closed: tuple[int, ...] = ()

    def level(self, party: int) -> int:
        """A party's highest call.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        return self.re if party == RE else self.kontra

    def calling(self, party: int, level: int, in_time: bool) -> Self:
        """After a call; a first announcement that is not in time is a reply.

        Args:
            party: 1 for Re, -1 for Kontra.
            level: -1 for silent, 0 for announced, 1 to 4 for bids.
            in_time: Whether the deadline is met.
        """
        reply = self.level(party) < 0 and not in_time
        closed = (*self.closed, party) if reply else self.closed
        re, kontra = (level, self.kontra) if party == RE else (self.re, level)
        return self._replace(re=re, kontra=kontra, closed=closed)

    def lapsed(self) -> Self:
        """Bids lapse and announcements stay, when partners are chosen (DK-V22)."""
        return self._replace(re=min(self.re, 0), kontra=min(self.kontra, 0))


class CallContext(NamedTuple):
    """A seat at a moment, with all that decides what it may call (DK-R20 to R31).

    As a value it can be kept, so that what has been found once need not be found again.

    Attributes:
        game: The game and its options.
        playing: Whether a card is to be played now.
        seeks: Whether a wedding still seeks its partner.
        own: The party of the seat.
        held: How many cards its hand has.
        played: How many cards are on the table so far, where deadlines go by them; else nothing.
        shift: How many cards later all deadlines are, because a wedding was clarified late.
        announced: What both parties have called.
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
        """How many cards who calls a level must hold (DK-R22).

        Args:
            level: 0 for announced, 1 to 4 for bids.
        """
        return self.game.deadlines[level] - self.shift

    def in_time(self, party: int, level: int, grace: int = 0) -> bool:
        """Whether a level is within its deadline, or no more cards later than the grace (DK-R22, DK-V19).

        Args:
            party: Whose call the level is: 1 for Re, -1 for Kontra.
            level: 0 for announced, 1 to 4 for bids.
            grace: How many cards later will do, too.
        """
        if level == 0 and self.game.by_table:
            return self.played < (5 if party == RE else 13) + 4 * (self.shift + grace)
        return self.held >= self.due(level) - grace

    def next(self, party: int) -> int:
        """The level after those that a party has reached.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        return self.announced.level(party) + 1

    def is_bare(self, party: int, level: int) -> bool:
        """Whether a call is a bid of a party that has not announced.

        Args:
            party: 1 for Re, -1 for Kontra.
            level: 0 for announced, 1 to 4 for bids.
        """
        return level > self.next(party) == 0

    def is_timely(self, party: int, level: int) -> bool:
        """Whether a call is in time with all that it includes, or answers the others in time (DK-R27).

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
    """Whose aces of diamonds are the highest trumps, or whose second one will be (DK-V15)."""

    owner: int | None = None
    ready: int | None = None

    def after(self, taken: CompletedTrick, earlier: Sequence[CompletedTrick], proved: Sequence[int]) -> Self:
        """A first ace of diamonds won by its player, or a proved partner, makes the player's other one high.

        Args:
            taken: The trick, in a game in which that card is trump.
            earlier: Those before it.
            proved: The parties as all know them.
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
"""Card points that make a trick a Doppelkopf (DK-S16)."""


class Event(NamedTuple):
    """What happened in a trick that may count in the end, when the parties are known.

    Attributes:
        kind: One of `KINDS`.
        winner: The number of the seat that won the trick.
        owner: Whose card it was that was caught or beaten; the winner's number again where there is none.
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
    """What happened in a trick, which has just been taken.

    Args:
        game: The game.
        contract: What is played; a wedding that the trick clarifies is not clarified yet.
        piglets: Whose aces of diamonds are the highest trumps.
        order: Which cards are trumps.
        taken: The trick.
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
            for owner in _lost(taken, constants.FOX)
            if owner != piglets
        ]
    if cards.count(constants.DULLE) == 2 and best == constants.DULLE and game.dulle:
        found.append(Event(constants.BEATEN_DULLE, winner, _lost(taken, constants.DULLE)[0]))
    if taken.number == game.hand_size:
        found += [Event(constants.CHARLIE, winner, winner)] * (best == constants.KARLCHEN)
        found += [
            Event(constants.CAUGHT_CHARLIE, winner, owner) for owner in _lost(taken, constants.KARLCHEN)
        ]
        found += [Event(constants.LAST_FOX, winner, winner)] * (best == constants.FOX and piglets != winner)
    return tuple(found)


def _lost(taken: CompletedTrick, card: Card) -> list[int]:
    """Who has laid a card to a trick and has not won it, a copy each."""
    owners = [(taken.leader + i * taken.step) & 3 for i, one in enumerate(taken.cards) if one == card]
    return [owner for owner in owners if owner != taken.winner]
