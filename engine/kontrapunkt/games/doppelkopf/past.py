"""What a position tells of the earlier tricks, and whether they can have been like that.

Each check is a function that says whether something cannot be; they are asked in the order of `CHECKS`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from kontrapunkt.families.follow_suit import PositionReader
from kontrapunkt.families.piles import BLANK, Held, MayHold
from kontrapunkt.games.doppelkopf import table
from kontrapunkt.games.doppelkopf.contract import Contract, Event, Piglets
from kontrapunkt.games.doppelkopf.options import Terms
from kontrapunkt.games.doppelkopf.table import WEDDING


class PastReader(PositionReader):
    """Reads a position as far as it tells of the earlier tricks; seats are numbers.

    Attributes:
        contract: What is played.
        events: What happened in the earlier tricks.
        piglets: Whose aces of diamonds are the highest trumps.
        queens: Who has played the queens of clubs, as far as that is told.
    """

    game: Terms
    contract: Contract
    events: tuple[Event, ...]
    piglets: Piglets
    queens: tuple[int, ...]

    @property
    def mode(self) -> str:
        """What is played; empty before that is settled."""
        return self.contract.mode

    def check_events(self) -> None:
        """What happened must have been possible in tricks like these."""
        wrong = next((key for key, cannot_be in CHECKS.items() if cannot_be(self)), "")
        may_hold = [_asked_of(self.won_by(seat), self.hearts) for seat in range(4)]
        if not wrong and self.events and not self.can_lie(may_hold):
            wrong = "events_tricks"
        if wrong:
            self.fault("events_wrong", f"dk.{wrong}", "events" if self.events else "queens")

    def won_by(self, seat: int) -> list[Event]:
        """What happened in the tricks of a seat.

        Args:
            seat: Its number, N E S W from 0.
        """
        return [event for event in self.events if event.winner == seat]

    @property
    def hearts(self) -> Counter[str]:
        """The plain hearts that are gone, by rank; the nines under what stands for no card points."""
        found = Counter[str]()
        for card, number in self.gone.items():
            if self.order.suits[card] == "H":
                found[card[0] if card[0] in table.VALUES else BLANK] += number
        return found


def _asked_of(won: Sequence[Event], hearts: Mapping[str, int]) -> MayHold | None:
    if not won:
        return None
    kinds = Counter(event.kind for event in won)

    def may_hold(held: Held) -> bool:
        spare = {
            **held,
            "A": held["A"] - kinds[table.CAUGHT_FOX],
            "T": held["T"] - 2 * kinds[table.BEATEN_DULLE],
        }
        if min(spare.values()) < 0 or held["A"] + held["T"] < 4 * kinds[table.DOPPELKOPF]:
            return False  # only aces and tens make forty
        return sum(min(spare[rank], number) for rank, number in hearts.items()) >= 4 * kinds[table.HEARTS]

    return may_hold


def _last_trick(told: PastReader) -> bool:
    """Whether something happened that only the last trick brings, which is still to come."""
    return any(event.kind in (table.CHARLIE, table.CAUGHT_CHARLIE, table.LAST_FOX) for event in told.events)


def _other_game(told: PastReader) -> bool:
    """Whether something happened that is not noted in such a game, or that piglets leave out."""
    kinds = {event.kind for event in told.events}
    if (told.contract.is_solo and kinds - {table.HEARTS}) or (
        table.BEATEN_DULLE in kinds and not told.game.dulle
    ):
        return True
    caught = [event.owner for event in told.events if event.kind == table.CAUGHT_FOX]
    first = told.game.piglets == "second_only"  # whose first ace may have gone to a partner
    return told.piglets.owner is not None and (
        len(caught) > first or any(one != told.piglets.owner for one in caught)
    )


def _too_often(told: PastReader) -> bool:
    """Whether the cards that are gone, or those that one player has laid, are too few."""
    kinds = Counter(event.kind for event in told.events)
    needed = {table.FOX: kinds[table.CAUGHT_FOX], table.DULLE: 2 * kinds[table.BEATEN_DULLE]}
    owners = Counter([*told.queens, *_owners(told.events)])
    return (
        any(number > table.KINDS[kind].most for kind, number in kinds.items())
        or any(number > told.gone.get(card, 0) for card, number in needed.items())
        or any(number >= told.number for number in owners.values())
        or 4 * kinds[table.HEARTS] > told.hearts.total()
    )


def _owners(events: Sequence[Event]) -> Iterator[int]:
    """Who has laid the cards that are known to be somebody's, one by one."""
    for kind, winner, owner in events:
        if kind in table.TWO_SEATS:
            yield owner
        if kind == table.BEATEN_DULLE:
            yield winner


def _own_card(told: PastReader) -> bool:
    """Whether somebody has caught the own card."""
    return any(kind in table.TWO_SEATS and winner == owner for kind, winner, owner in told.events)


def _too_early(told: PastReader) -> bool:
    """Whether something was noted before a wedding was clarified that counts only after it."""
    if told.mode != WEDDING or not told.game.clear_foxes:
        return False
    later = told.number - 1 - told.contract.clarified if told.contract.clarified else 0
    counted = [
        [e for e in told.won_by(seat) if e.kind in (table.DOPPELKOPF, table.CAUGHT_FOX)] for seat in range(4)
    ]
    return sum(map(_tricks_for, counted)) > later


def _too_few_tricks(told: PastReader) -> bool:
    """Whether somebody has won fewer tricks than it takes."""
    return any(_tricks_for(told.won_by(seat)) > told.tricks[seat] for seat in range(4))


def _tricks_for(won: Sequence[Event]) -> int:
    """The fewest tricks in which all this can have happened to their winner.

    In a trick each player lays one card, so only cards of several owners are caught in one; four plain hearts
    leave no room for a trump. A Doppelkopf may come with either.
    """
    kinds = Counter(event.kind for event in won)
    owners = Counter(event.owner for event in won if event.kind in table.TWO_SEATS)
    return max(kinds[table.DOPPELKOPF], max(owners.values(), default=0) + kinds[table.HEARTS])


CHECKS: Final[Mapping[str, Callable[[PastReader], bool]]] = {
    "events_own": _own_card,
    "events_last": _last_trick,
    "events_game": _other_game,
    "events_often": _too_often,
    "events_early": _too_early,
    "events_tricks": _too_few_tricks,
}
"""What may be wrong, each by the key of its sentence."""
