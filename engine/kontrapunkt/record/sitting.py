"""A session as it is played: the deals that are over, and the one on the table."""

from collections.abc import Iterable

from kontrapunkt.deal import Deal, Record
from kontrapunkt.game import Action, Game, Seat, Session, State, UnsettledError
from kontrapunkt.record.recording import game_tags, record_of
from kontrapunkt.record.seen import Watched

type Done = list[tuple[Seat, str]]
"""What was done in a deal, in order: who, and what."""


class Sitting:
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
        try:
            return self.state.session.after(self.state)
        except UnsettledError:
            return None

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
