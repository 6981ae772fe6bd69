"""Recording play: a state, a deal or a session, whole or as one seat has seen it.

An `ObservedDeal` maintains what each seat has seen of a deal while it is played:

    watched = ObservedDeal.start(game.deal(seed=7))
    while (turn := watched.state.to_act) is not None:
        action = player.choose(watched.state.view(turn), watched.histories[turn])
        watched = watched.after(action)

Cards that the seat cannot know are `?` in it. It can be read as a View (`record_view`), but not replayed in
full. Deals that a seat cannot tell apart give it equal values. A `PlayedSession` is a session in progress.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Self

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.deal import Claim, Deal, Move, Record
from kontrapunkt.core.interface import CHANCE, Action, Game, Seat, Session, State, View
from kontrapunkt.core.old_names import old_members, old_names
from kontrapunkt.record.replaying import DRAW, SHOW, cards_drawn, cards_shown, session_after
from kontrapunkt.record.writer import write

Played = Iterable[str | tuple[Seat, str]]
"""The actions of a deal, each by the seat to act unless it names another."""

Done = list[tuple[Seat, str]]
"""The actions of a deal in order, each with its seat."""


def write_start(state: State, seat: Seat | None = None) -> Record:
    """Return a record that starts with this state and has no actions.

    Args:
        seat: The seat whose view it shows, other cards hidden; None for open hands.
    """
    return Record(game_tags(state.game), (state.as_deal(seat),))


def _action_in_turn(state: State, chance: Random) -> tuple[Seat, str]:
    """Return an action of the seat to act, each as likely as any other."""
    assert state.to_act is not None
    return state.to_act, chance.choice(state.actions())


def play_at_random(
    start: State,
    chance: Random,
    choose: Callable[[State, Random], tuple[Seat, str]] = _action_in_turn,
) -> Iterator[tuple[State, Done]]:
    """Yield the states of a deal played at random, each with the actions before it, in one list that grows.

    Args:
        start: The first state.
        chance: The random generator.
        choose: Returns the next action of a deal that is not over, and its seat.
    """
    state, done = start, Done()
    yield state, done
    while state.to_act is not None:
        done.append(choose(state, chance))
        state = state.apply(done[-1][1], done[-1][0])
        yield state, done


def record_of(
    start: State, actions: Played = (), tags: Mapping[str, str] | None = None, seat: Seat | None = None
) -> Record:
    """Return a record of the play of a deal, with trick numbers and claims.

    Args:
        start: The first state.
        tags: Further tags, such as a title.
        seat: The seat whose view it shows, other cards hidden until they are played; None for open hands.

    Raises:
        Refusal: if an action is not legal.
        ValueError: if there is nobody to act.
    """
    return record_of_session([(start, actions)], tags, seat)


def record_of_session(
    deals: Iterable[tuple[State, Played]], tags: Mapping[str, str] | None = None, seat: Seat | None = None
) -> Record:
    """Return a record of the deals of a session.

    Args:
        deals: The first state and the actions of each deal. All but the last are over, and each has the
            session that the one before it leads to.
        tags: Further tags, such as a title.
        seat: The seat whose view it shows; None for open hands.

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
        for action, who in _with_seats(actions):
            deed = RecordedAction.apply(end, action, who)
            moves += deed.moves(seat, moves)
            end = deed.after
        written.append(replace(start.as_deal(seat), moves=tuple(moves)))
    if end is None:
        raise ValueError("a session has at least one deal")
    return Record({**game_tags(end.game), **(tags or {})}, tuple(written))


def game_tags(game: Game) -> dict[str, str]:
    """Return the tags for a game and its differences from the default preset."""
    tags = {"Game": game.id}
    if pairs := game.options.as_text:
        tags["Options"] = " ".join(f"{key}={value}" for key, value in pairs.items())
    return tags


def _check_follows(end: State, start: State) -> None:
    if game_tags(end.game) != game_tags(start.game):
        raise ValueError("the options cannot change within a session")
    left = end.session.after(end)
    if left.over or start.session.facts != left.facts or not {*start.session.dealers} <= {*left.dealers}:
        raise ValueError(f"a deal starts at {start.session}, but the deal before it has left {left}")


def _with_seats(actions: Played) -> Iterator[tuple[str, Seat | None]]:
    """Yield the actions, each with its seat; None for the seat to act."""
    return ((entry, None) if isinstance(entry, str) else (entry[1], entry[0]) for entry in actions)


@dataclass(frozen=True)
class RecordedAction:
    """An action with the states before and after it, for writing a record.

    Attributes:
        before: The state before it.
        seat: The seat that acted.
        after: The state after it.
    """

    before: State
    seat: Seat
    action: Action
    after: State

    @classmethod
    def apply(cls, before: State, action: str, seat: Seat | None = None) -> Self:
        """Apply an action and return it for a record.

        Args:
            before: The state before it.
            seat: The seat that acts; None for the seat to act.

        Raises:
            Refusal: if the action is not legal.
            ValueError: if the deal is over.
        """
        who = seat or before.to_act
        if who is None:
            raise ValueError(f"the deal is over; nobody can do {action!r}")
        return cls(before, who, Action(action), before.apply(action, seat))

    def moves(self, viewer: Seat | None, earlier: Sequence[Move]) -> list[Move]:
        """Return it as a record's moves: the seat's own, then any chance events.

        Args:
            viewer: The seat whose view the record shows; None for open hands.
            earlier: The moves before it.
        """
        number, claim = self._in_trick
        numbered = next((move.trick for move in reversed(earlier) if move.trick), 0)
        seen = self.before.seen_by(viewer, self.seat, self.action)
        moves = [Move(self.seat, seen, trick=number if number > numbered else None)]
        if self.after.chance:
            moves.append(Move(CHANCE, self.after.chance))
        whose = "" if viewer == self.seat else f"{viewer} "
        for card in cards_drawn(self.before, self.after, viewer) if viewer else ():
            if card != HIDDEN:
                moves.append(Move(CHANCE, Action(f"{DRAW} {whose}{card}")))
        for other, cards in cards_shown(self.before, self.after, viewer).items() if viewer else ():
            moves.append(Move(CHANCE, Action(" ".join([SHOW, other, *cards]))))
        if claim:
            moves[-1] = replace(moves[-1], claim=claim)
        return moves

    @cached_property
    def _in_trick(self) -> tuple[int, Claim | None]:
        """The number of a trick that it starts, or 0, and the claim of one it completes."""
        before, after = self.before.view(None), self.after.view(None)
        last = after.finished(before)
        begins = not before.trick and any(each.card for each in before.actions)
        moved = begins and _cards_by_place(after) != _cards_by_place(before)  # a call does not start a trick
        return before.trick_number if moved else 0, Claim(last.winner, last.card_points) if last else None


def _cards_by_place(view: View[Any]) -> tuple[object, ...]:
    """Return the cards outside tricks by place.

    Hands are sorted, as new trumps reorder them.
    """
    return {seat: sorted(hand) for seat, hand in view.hands.items()}, view.stock, view.laid


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """Everything that a seat has seen of a deal so far.

    It has nothing the seat cannot know.

    Attributes:
        game: The game with its options.
        start: The start of the deal, or the position that play started from: own cards, `?` for others.
        moves: The moves since then, with the chance events that the seat saw, in order.
    """

    game: Game
    seat: Seat
    start: Deal
    moves: tuple[Move, ...] = ()

    def after(self, deed: RecordedAction) -> Self:
        """Return it after one more action.

        Args:
            deed: The action; only what the seat sees of it is added.
        """
        return replace(self, moves=(*self.moves, *deed.moves(self.seat, self.moves)))

    @property
    def deal(self) -> Deal:
        """The deal as the seat has seen it."""
        return replace(self.start, moves=self.moves)

    @property
    def record(self) -> Record:
        """The deal as a record, with its game and options."""
        return Record(game_tags(self.game), (self.deal,))

    @property
    def text(self) -> str:
        """The record's text."""
        return write(self.record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatHistory) and (self.seat, self.record) == (other.seat, other.record)

    def __hash__(self) -> int:
        return hash((self.seat, self.moves))


@old_names(of="start", seen="histories")
@dataclass(frozen=True, slots=True)
class ObservedDeal:
    """A deal in progress, with what each seat has seen of it so far.

    Attributes:
        state: The current state.
        histories: The record of each seat.
    """

    state: State
    histories: Mapping[Seat, SeatHistory]

    @classmethod
    def start(cls, start: State, actions: Played = (), seats: Iterable[Seat] | None = None) -> Self:
        """Start watching a deal.

        Args:
            start: The first state; nobody has seen anything before it.
            actions: The actions since then.
            seats: The seats that watch; None for all that play.

        Raises:
            Refusal: if an action is not legal.
            ValueError: if nobody is to act any more.
        """
        watching = start.game.seats if seats is None else seats
        new = cls(start, {seat: SeatHistory(start.game, seat, start.as_deal(seat)) for seat in watching})
        for action, who in _with_seats(actions):
            new = new.after(action, who)
        return new

    def after(self, action: str, seat: Seat | None = None) -> Self:
        """Return it after one more action.

        Args:
            seat: The seat that acts; None for the seat to act.

        Raises:
            Refusal: if the action is not legal.
            ValueError: if the deal is over.
        """
        deed = RecordedAction.apply(self.state, action, seat)
        return replace(
            self,
            state=deed.after,
            histories={each: seen.after(deed) for each, seen in self.histories.items()},
        )


class PlayedSession:
    """A session in progress, deal after deal; actions may be taken back within a deal.

    Attributes:
        done: The actions of the current deal.
        earlier: The first state and the actions of each deal before it.
    """

    def __init__(
        self, start: State, seed: int | None = None, earlier: Iterable[tuple[State, Done]] = ()
    ) -> None:
        """Start with a deal.

        Args:
            start: The deal.
            seed: The deal's seed; the next deals have the numbers after it. None for random ones.
            earlier: The deals of the session before this one.
        """
        self.done: Done = []
        self.earlier = list(earlier)
        self._told = [record_of(*each).deals[0] for each in self.earlier]  # their records
        self._seed = seed
        self._watched = [ObservedDeal.start(start)]
        self._silent: set[Seat] = set()  # seats that have made no call since the last action

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.state.game

    @property
    def start(self) -> State:
        """The first state of the deal."""
        return self._watched[0].state

    @property
    def watched(self) -> ObservedDeal:
        """The current state, and what each seat has seen of the deal."""
        return self._watched[-1]

    @property
    def state(self) -> State:
        """The current state."""
        return self.watched.state

    @property
    def states(self) -> list[State]:
        """The states of the deal: the first, then the one after each action."""
        return [each.state for each in self._watched]

    def act(self, action: str, seat: Seat) -> None:
        """Apply an action.

        Raises:
            Refusal: if it is not legal.
        """
        self._watched.append(self.watched.after(action, seat))
        self.done.append((seat, action))
        self._silent.clear()

    def asked_next(self, *readers: Seat) -> Seat | None:
        """Return the next seat to ask for an action; None for none.

        Before a trick, seats that may make a call out of turn come first, then the seat to act.

        Args:
            readers: Seats of people, who make their calls unasked.

        Returns:
            None if the deal is over, or if a reader is to act and nobody else can make a call.
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
        """Note that a seat makes no call; it is not asked again before the next action."""
        self._silent.add(seat)

    def take_back(self, seat: Seat) -> Action | None:
        """Go back to before the last action of a seat in the deal, and return that action.

        Returns:
            None if the seat has not acted.
        """
        mine = [place for place, (who, _) in enumerate(self.done) if who == seat]
        if not mine:
            return None
        action = Action(self.done[mine[-1]][1])
        self.go_back(mine[-1])
        return action

    def go_back(self, step: int) -> None:
        """Go back to the state after a number of actions in the deal.

        Args:
            step: The number of actions, at most as many as there have been.
        """
        del self.done[step:], self._watched[step + 1 :]
        self._silent.clear()

    @property
    def session_after(self) -> Session | None:
        """The session after the deal.

        None if the record says too little about earlier play.

        Raises:
            ValueError: while the deal is going on.
        """
        return session_after(self.state)

    @property
    def over(self) -> bool:
        """True if no deal can follow the current one."""
        if self.state.to_act is not None:
            return False
        session = self.session_after
        return session is None or session.over

    def deal(self) -> None:
        """Deal the next hands.

        Raises:
            ValueError: while the deal is going on, and after the last deal.
        """
        session = self.session_after
        if session is None:
            raise ValueError("no deal can follow this one")
        self.earlier.append((self.start, self.done))
        self._told.append(record_of(self.start, self.done).deals[0])
        seed = None if self._seed is None else self._seed + len(self.earlier)
        self._watched = [ObservedDeal.start(self.game.deal(seed, session=session))]
        self.done = []
        self._silent.clear()

    def record(self, seat: Seat | None = None, *, alone: bool = False) -> Record:
        """Return a record of the session so far; its finished deals hide nothing.

        Args:
            seat: The seat whose view of the current deal it shows; None for open hands.
            alone: True to leave out the deals before the current one.
        """
        now = self.watched.histories[seat].deal if seat else record_of(self.start, self.done).deals[0]
        earlier: list[Deal] = [] if alone else self._told
        return Record(game_tags(self.game), (*earlier, now))


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"Seen": SeatHistory, "Watched": ObservedDeal})
