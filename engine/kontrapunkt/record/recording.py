"""Writing down what was played: a moment, a deal, a session; all of it, or as one seat has seen it.

A `Watched` keeps what each seat has seen of a deal in progress, in order, while it is played:

    watched = Watched.of(game.deal(seed=7))
    while (turn := watched.state.to_act) is not None:
        action = player.choose(watched.state.view(turn), watched.seen[turn])
        watched = watched.after(action)

Cards that the seat cannot know are `?` there: it reads as a View (`record_view`) and no further. Deals that a
seat cannot tell apart have given it equal values. A `PlayedSession` is a session as it is played.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.deal import Claim, Deal, Move, Record
from kontrapunkt.core.interface import CHANCE, Action, Game, Seat, Session, State, View
from kontrapunkt.record.replaying import DRAW, SHOW, drawn, left_by, shown
from kontrapunkt.record.writer import write

Played = Iterable[str | tuple[Seat, str]]
"""What was done in a deal, each by the seat to act unless it names another."""

Done = list[tuple[Seat, str]]
"""What was done in a deal, in order: who, and what."""


def write_start(state: State, seat: Seat | None = None) -> Record:
    """A record that starts with this state: with its game and options, and no action.

    Args:
        state: The state.
        seat: As this seat sees it, the other cards hidden; None for all of it.
    """
    return Record(game_tags(state.game), (state.as_deal(seat),))


def record_of(
    start: State, actions: Played = (), tags: Mapping[str, str] | None = None, seat: Seat | None = None
) -> Record:
    """A record of what was played in a deal, with trick numbers and claims.

    Args:
        start: The state it starts with.
        actions: What was done.
        tags: Further tags, such as a title.
        seat: As this seat has seen it, other cards hidden until they are played; None for all of it.

    Raises:
        Refusal: if an action is not legal.
        ValueError: if there is nobody to act.
    """
    return record_of_session([(start, actions)], tags, seat)


def record_of_session(
    deals: Iterable[tuple[State, Played]], tags: Mapping[str, str] | None = None, seat: Seat | None = None
) -> Record:
    """A record of the deals of a session.

    Args:
        deals: The state that each starts with, and what was done; all but the last are over, and each is
            played in the session that the one before it left.
        tags: Further tags, such as a title.
        seat: As this seat has seen it; None for all of it.

    Raises:
        Refusal: if an action is not legal.
        ValueError: if there is nobody to act, no deal, or a deal that does not follow from the one before it.
    """
    written: list[Deal] = []
    end: State | None = None
    for start, actions in deals:
        if end is not None:
            _check_follows(end, start)
        end, moves = start, list[Move]()
        for action, who in _named(actions):
            deed = RecordedAction.of(end, action, who)
            moves += deed.moves(seat, moves)
            end = deed.after
        written.append(replace(start.as_deal(seat), moves=tuple(moves)))
    if end is None:
        raise ValueError("a session has at least one deal")
    return Record({**game_tags(end.game), **(tags or {})}, tuple(written))


def game_tags(game: Game) -> dict[str, str]:
    """The tags that name a game and what differs from its default preset."""
    tags = {"Game": game.id}
    if pairs := game.options.written:
        tags["Options"] = " ".join(f"{key}={value}" for key, value in pairs.items())
    return tags


def _check_follows(end: State, start: State) -> None:
    if game_tags(end.game) != game_tags(start.game):
        raise ValueError("the options cannot change within a session")
    left = end.session.after(end)
    if left.over or start.session.facts != left.facts or not {*start.session.dealers} <= {*left.dealers}:
        raise ValueError(f"a deal starts at {start.session}, but the deal before it has left {left}")


def _named(actions: Played) -> Iterator[tuple[str, Seat | None]]:
    """What was done, each with who did it; None for the one to act."""
    return ((entry, None) if isinstance(entry, str) else (entry[1], entry[0]) for entry in actions)


@dataclass(frozen=True)
class RecordedAction:
    """An action that was done, with the states on both sides of it; it serves to be written down.

    Attributes:
        before: The state that it was done in.
        seat: Who did it.
        action: What they did.
        after: The state after it.
    """

    before: State
    seat: Seat
    action: Action
    after: State

    @classmethod
    def of(cls, before: State, action: str, seat: Seat | None = None) -> Self:
        """The deed of whoever does something.

        Args:
            before: The state that it is done in.
            action: The action.
            seat: Who acts; the one to act unless given.

        Raises:
            Refusal: if the action is not legal.
            ValueError: if the deal is over.
        """
        who = seat or before.to_act
        if who is None:
            raise ValueError(f"the deal is over; nobody can do {action!r}")
        return cls(before, who, Action(action), before.apply(action, seat))

    def moves(self, viewer: Seat | None, earlier: Sequence[Move]) -> list[Move]:
        """The deed as a record writes it: the seat's move, and what chance showed with it.

        Args:
            viewer: As this seat has seen it; None for all of it.
            earlier: What is written down before it.
        """
        number, claim = self._in_trick
        numbered = next((move.trick for move in reversed(earlier) if move.trick), 0)
        seen = self.before.seen_by(viewer, self.seat, self.action)
        moves = [Move(self.seat, seen, trick=number if number > numbered else None)]
        if self.after.chance:
            moves.append(Move(CHANCE, self.after.chance))
        whose = "" if viewer == self.seat else f"{viewer} "
        for card in drawn(self.before, self.after, viewer) if viewer else ():
            if card != HIDDEN:
                moves.append(Move(CHANCE, Action(f"{DRAW} {whose}{card}")))
        for other, cards in shown(self.before, self.after, viewer).items() if viewer else ():
            moves.append(Move(CHANCE, Action(" ".join([SHOW, other, *cards]))))
        if claim:
            moves[-1] = replace(moves[-1], claim=claim)
        return moves

    @cached_property
    def _in_trick(self) -> tuple[int, Claim | None]:
        """The number of the trick that it may begin, 0 for none; what the one that it completes came to."""
        before, after = self.before.view(None), self.after.view(None)
        last = after.finished(before)
        begins = not before.trick and any(each.card for each in before.actions)
        moved = begins and _lying(after) != _lying(before)  # what is only said begins no trick
        return before.trick_number if moved else 0, Claim(last.winner, last.card_points) if last else None


def _lying(view: View) -> tuple[object, ...]:
    """Where the cards lie that are not in tricks; new trumps may sort a hand anew, and move none."""
    return {seat: sorted(hand) for seat, hand in view.hands.items()}, view.stock, view.laid


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

    def after(self, deed: RecordedAction) -> Self:
        """What the seat has seen when one thing more was done.

        Args:
            deed: The thing done; nothing of it is kept but what the seat sees.
        """
        return replace(self, moves=(*self.moves, *deed.moves(self.seat, self.moves)))

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
        return isinstance(other, Seen) and (self.seat, self.record) == (other.seat, other.record)

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
        for action, who in _named(actions):
            new = new.after(action, who)
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
        deed = RecordedAction.of(self.state, action, seat)
        return replace(
            self, state=deed.after, seen={each: seen.after(deed) for each, seen in self.seen.items()}
        )


class PlayedSession:
    """Players at a table, deal after deal; what was done may be taken back within a deal.

    Attributes:
        done: What was done in the deal on the table.
        earlier: How each deal before it began, and what was done in it.
    """

    def __init__(
        self, start: State, seed: int | None = None, earlier: Iterable[tuple[State, Done]] = ()
    ) -> None:
        """Sits down.

        Args:
            start: The deal.
            seed: The deal's; the next ones have the numbers after it. None for random ones.
            earlier: The deals of the session before this one.
        """
        self.done: Done = []
        self.earlier = list(earlier)
        self._told = [record_of(*each).deals[0] for each in self.earlier]  # their records
        self._seed = seed
        self._watched = [Watched.of(start)]
        self._silent: set[Seat] = set()  # who had nothing to say since something was done

    @property
    def game(self) -> Game:
        """The rules and options that are played."""
        return self.state.game

    @property
    def start(self) -> State:
        """How the deal began."""
        return self._watched[0].state

    @property
    def watched(self) -> Watched:
        """Where the deal stands, and what each seat has seen of it."""
        return self._watched[-1]

    @property
    def state(self) -> State:
        """Where the deal stands."""
        return self.watched.state

    @property
    def states(self) -> list[State]:
        """The deal from its start: a state after each thing done."""
        return [each.state for each in self._watched]

    def act(self, action: str, seat: Seat) -> None:
        """Does something.

        Raises:
            Refusal: if it is not legal.
        """
        self._watched.append(self.watched.after(action, seat))
        self.done.append((seat, action))
        self._silent.clear()

    def asked_next(self, *readers: Seat) -> Seat | None:
        """The seat to be asked next: before a trick one that may say something out of turn, else who acts.

        Args:
            readers: Seats that speak unasked.

        Returns:
            None where the deal is over, or a reader is to act and nobody else has anything to say.
        """
        state = self.state
        turn = state.to_act
        if turn is None:
            return None
        for seat in () if state.view(None).trick else self.game.seats:
            if seat not in (turn, *readers, *self._silent) and state.actions(seat):
                return seat
        return turn if turn not in readers else None

    def says_nothing(self, seat: Seat) -> None:
        """A seat that was asked out of turn is not asked again before something is done.

        Args:
            seat: The seat.
        """
        self._silent.add(seat)

    def take_back(self, seat: Seat) -> Action | None:
        """Goes back to before the last thing that a seat has done in the deal.

        Returns:
            What that was; None where it has not done anything.
        """
        mine = [place for place, (who, _) in enumerate(self.done) if who == seat]
        if not mine:
            return None
        action = Action(self.done[mine[-1]][1])
        self.go_back(mine[-1])
        return action

    def go_back(self, step: int) -> None:
        """Goes back to where so many things had been done in the deal.

        Args:
            step: How many; no more than have been.
        """
        del self.done[step:], self._watched[step + 1 :]
        self._silent.clear()

    @property
    def session_after(self) -> Session | None:
        """The session after the deal; None where a record that goes on says too little of its past.

        Raises:
            ValueError: while the deal is going on.
        """
        return left_by(self.state)

    @property
    def over(self) -> bool:
        """Whether no deal can follow the one on the table."""
        if self.state.to_act is not None:
            return False
        session = self.session_after
        return session is None or session.over

    def deal(self) -> None:
        """Deals the next hand.

        Raises:
            ValueError: while the deal is going on, and after the last.
        """
        session = self.session_after
        if session is None:
            raise ValueError("no deal can follow this one")
        self.earlier.append((self.start, self.done))
        self._told.append(record_of(self.start, self.done).deals[0])
        seed = None if self._seed is None else self._seed + len(self.earlier)
        self._watched = [Watched.of(self.game.deal(seed, session=session))]
        self.done = []
        self._silent.clear()

    def record(self, seat: Seat | None = None, *, alone: bool = False) -> Record:
        """What was played so far; the deals before the one on the table are over, and hide nothing.

        Args:
            seat: The deal on the table as this seat has seen it; None for all of it.
            alone: Whether the deals before it are left out.
        """
        now = self.watched.seen[seat].deal if seat else record_of(self.start, self.done).deals[0]
        earlier: list[Deal] = [] if alone else self._told
        return Record(game_tags(self.game), (*earlier, now))
