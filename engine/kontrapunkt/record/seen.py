"""What a seat has seen of a deal in progress, in order: its own record, kept while the deal is played.

    watched = Watched.of(game.deal(seed=7))
    while (turn := watched.state.to_act) is not None:
        action = player.choose(watched.state.view(turn), watched.seen[turn])
        watched = watched.after(action)

Cards that the seat cannot know are `?` there: it reads as a View (`record_view`) and no further. Deals that a
seat cannot tell apart have given it equal values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from kontrapunkt.deal import Deal, Move, Record
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.record.recording import Deed, Played, game_tags
from kontrapunkt.record.writer import write


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a seat has seen of a deal so far; a value, and it never holds what the seat cannot know.

    Attributes:
        game: The rules and options that are played.
        seat: Whose record it is.
        start: How the deal, or the position that play went on from, began: own cards, `?` for others.
        moves: What was done since, by whom, with what chance showed the seat, in order.
    """

    game: Game
    seat: Seat
    start: Deal
    moves: tuple[Move, ...] = ()

    def after(self, deed: Deed) -> Self:
        """What the seat has seen when one thing more was done.

        Args:
            deed: The thing done; nothing of it is kept but what the seat sees.
        """
        numbered = next((move.trick for move in reversed(self.moves) if move.trick), 0)
        return replace(self, moves=(*self.moves, *deed.moves(self.seat, numbered)))

    @property
    def deal(self) -> Deal:
        """The deal as the seat has seen it."""
        return replace(self.start, moves=self.moves)

    @property
    def record(self) -> Record:
        """The same as a record, with its game and options."""
        return Record(game_tags(self.game), (self.deal,))

    @property
    def text(self) -> str:
        """The record's text."""
        return write(self.record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seen):
            return NotImplemented
        return (
            game_tags(self.game) == game_tags(other.game)
            and self.seat == other.seat
            and self.start == other.start
            and self.moves == other.moves
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.moves))


@dataclass(frozen=True, slots=True)
class Watched:
    """A deal in progress, and what each seat has seen of it so far.

    Attributes:
        state: Where the deal stands.
        seen: What each seat has seen.
    """

    state: State
    seen: Mapping[Seat, Seen]

    @classmethod
    def of(cls, start: State, actions: Played = (), seats: Iterable[Seat] | None = None) -> Self:
        """A deal as it begins, or goes on from.

        Args:
            start: The state it begins with; what lies before it nobody has seen.
            actions: What was done since.
            seats: The seats that watch; all that play unless given.

        Raises:
            Refusal: if an action is not legal.
            ValueError: if nobody is to act any more.
        """
        watching = start.game.seats if seats is None else seats
        new = cls(start, {seat: Seen(start.game, seat, start.as_deal(seat)) for seat in watching})
        for entry in actions:
            new = new.after(entry) if isinstance(entry, str) else new.after(entry[1], entry[0])
        return new

    def after(self, action: str, seat: Seat | None = None) -> Self:
        """The same when one thing more was done.

        Args:
            action: The action.
            seat: Who acts; the one to act unless given.

        Raises:
            Refusal: if the action is not legal.
            ValueError: if the deal is over.
        """
        who = seat or self.state.to_act
        if who is None:
            raise ValueError(f"the deal is over; nobody can do {action!r}")
        deed = Deed(self.state, who, Action(action), self.state.apply(action, seat))
        return replace(
            self, state=deed.after, seen={each: seen.after(deed) for each, seen in self.seen.items()}
        )
