"""The reader at a table: a session in progress, who plays the other seats, and how the reader was helped.

Nothing of it is shown here, and nothing said but what happened.
"""

from collections.abc import Iterator
from time import monotonic
from typing import Final

from kontrapunkt import render
from kontrapunkt.game import PASS, Action, Seat, State, Trick, View
from kontrapunkt.players import Player, player_for
from kontrapunkt.players.club import Club
from kontrapunkt.players.first_steps import heuristics_of
from kontrapunkt.players.thinking import Thoughts
from kontrapunkt.record import Sitting
from kontrapunkt.thumbs import Advice
from kontrapunkt.widgets.line import Moment
from kontrapunkt.widgets.review import Review
from kontrapunkt.widgets.table.terms import Terms

HELPS: Final = ("back", "hint", "ask", "open", "finish")
"""How a reader may be helped: take back, hint, a club player asked, all hands, the rest played."""


class Seated:
    """A session that the reader plays, from its first deal on.

    Attributes:
        sitting: What has been played.
        told: What happened in the deal on the table, in sentences; what the reader does begins it anew.
        given: Hints to the decision that is due.
        helped: How the reader was helped in this deal, each time by its word in `HELPS`.
        most: The cards of the longest hand of the deal.
        busy: Whether there has been anything to do but to play cards.
        advised: What a club player thinks that the reader has asked; None before it has begun to.
    """

    def __init__(self, terms: Terms, seed: int) -> None:
        """Sits down, and deals.

        Args:
            terms: What was agreed.
            seed: The seed of the first deal.
        """
        self.sitting = Sitting(terms.game.deal(seed), seed)
        self.busy = False
        self._player = terms.player
        sitting = self.sitting.start.session.sitting
        self._name = next((name for seat, name in sitting.items() if seat == terms.seat), "")
        self._begin()

    def _begin(self) -> None:
        """A deal lies on the table, and nobody has done anything."""
        game, start = self.sitting.game, self.sitting.start
        number = len(self.sitting.earlier)
        self._players: dict[Seat, Player] = {
            seat: player_for(self._player, game, 8 * number + place) for place, seat in enumerate(game.seats)
        }
        self.helped: list[str] = []
        cards = start.view(None)
        self.most = max(map(len, cards.hands.values()))
        self.busy = self.busy or render.has_deeds(cards)
        self._anew()

    def _anew(self) -> None:
        """What was said and thought is of no use any more."""
        self.told: list[str] = []
        self.given = 0
        self._forget()

    def _forget(self) -> None:
        """What was thought of another moment is of no use any more."""
        self.advised: Thoughts | None = None
        self._pondering: Iterator[Thoughts] | None = None  # of the club player that the reader has asked
        self._mind: Iterator[Thoughts] | None = None  # of a club player who is to act
        self._review: Review | None = None

    # Who sees what --------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Where the deal stands."""
        return self.sitting.state

    @property
    def seat(self) -> Seat | None:
        """Where the reader sits in this deal; None where they sit it out."""
        sitting = self.sitting.start.session.sitting
        return next((seat for seat, name in sitting.items() if name == self._name), None)

    @property
    def open(self) -> bool:
        """Whether the reader has asked for all hands."""
        return "open" in self.helped

    @property
    def finishing(self) -> bool:
        """Whether the computer plays the reader's cards, too."""
        last_back = max((at for at, how in enumerate(self.helped) if how == "back"), default=-1)
        return "finish" in self.helped[last_back + 1 :]

    @property
    def view(self) -> View:
        """What the reader sees; everything where they asked for it, or have no cards."""
        return self._seen(self.state)

    def _seen(self, state: State) -> View:
        return state.view(None if self.open else self.seat)

    @property
    def ended(self) -> bool:
        """Whether the deal on the table is over."""
        return self.state.to_act is None

    @property
    def decides(self) -> bool:
        """Whether the reader is to act."""
        return self.state.to_act == self.seat is not None and not self.finishing

    @property
    def finished(self) -> Trick | None:
        """The trick that the last action completed; None if it completed none."""
        before = self._seen(self.sitting.states[-2]).tricks if self.sitting.done else ()
        now = self.view.tricks
        return now[-1] if now and (not before or now[-1].number != before[-1].number) else None

    @property
    def line(self) -> list[Moment]:
        """The deal with all hands open, a moment after each thing done."""
        found = [Moment(None, Action(""), self.sitting.start)]
        for state, (seat, action) in zip(self.sitting.states[1:], self.sitting.done, strict=True):
            found.append(Moment(seat, Action(action), state, found[-1]))
        return found

    # What happens ---------------------------------------------------------------------------------------

    def act(self, seat: Seat, action: str, *, own: bool) -> None:
        """Does something.

        Args:
            seat: Who.
            action: What.
            own: Whether it is the reader's doing.

        Raises:
            Refusal: if it is not legal.
        """
        before = self.state
        self.sitting.act(action, seat)
        if own:
            self._anew()
        self._forget()
        seen = before.seen_by(None if self.open else self.seat, seat, Action(action))
        self.told += render.say_events(self._seen(before), self.view, seat, seen, self.state.chance)
        self.busy = self.busy or render.has_deeds(self.view)

    def deal(self) -> None:
        """Deals the next hand.

        Raises:
            ValueError: while the deal is going on, and after the last.
        """
        self.sitting.deal()
        self._begin()

    def go_back(self, step: int | None = None) -> bool:
        """Goes back to a decision of the reader's, which is to be made anew.

        Args:
            step: How many things had been done before it; None for the last decision.

        Returns:
            Whether there is one.
        """
        done = self.sitting.done
        mine = [at for at, (seat, _) in enumerate(done) if seat == self.seat]
        if not mine or (step is not None and step not in mine):
            return False
        self.sitting.go_back(mine[-1] if step is None else step)
        self._anew()
        self.helped.append("back")
        return True

    def help(self, how: str) -> None:
        """Notes how the reader is helped.

        Args:
            how: One of `HELPS`, but `back`.
        """
        self.helped.append(how)
        self.given += how == "hint"

    # Who thinks -----------------------------------------------------------------------------------------

    @property
    def next(self) -> Seat | None:
        """The computer player who is asked next; None where it is the reader's turn, or the deal is over."""
        asked = self.sitting.asked_next(self.seat)
        return self.state.to_act if asked is None and self.finishing else asked

    @property
    def thinks(self) -> bool:
        """Whether a club player is thinking about the reader's hand."""
        return self._pondering is not None

    @property
    def review(self) -> Review | None:
        """The review of the deal that is over; None where the reader had no cards, or did not play them."""
        seat = self.seat
        if seat is None or not self.ended or self.finishing:
            return None
        self._review = self._review or Review(self.line, seat)
        return self._review

    @property
    def advice(self) -> Advice | None:
        """What rules of thumb tell the reader to do now; None if there are none, or nothing is to be done."""
        seat = self.seat
        if seat is None or not self.decides or not self.state.game.heuristics:
            return None
        view = self.state.view(seat)
        return heuristics_of(self.state.game).advice(view.moment, seat, view.actions)

    def ask(self, chance: int) -> None:
        """Asks a club player what it thinks of the reader's hand; `ponder` lets it think.

        Args:
            chance: A number; the same one makes the same thoughts.

        Raises:
            ValueError: where the reader has no cards.
        """
        seat = self.seat
        if seat is None:
            raise ValueError("the reader sits this deal out")
        view, seen = self.state.view(seat), self.sitting.watched.seen[seat]
        self.advised = None
        self._pondering = Club(self.state.game, chance).deliberate(view, seen, whole=True)

    def ponder(self, budget_ms: float) -> bool:
        """Lets the one who was asked think on.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether it has thought enough.
        """
        assert self._pondering is not None
        thoughts, enough = _through(self._pondering, budget_ms)
        self.advised = thoughts or self.advised
        if enough:
            self._pondering = None
        return enough

    def choice(self, seat: Seat, budget_ms: float) -> Action | None:
        """What a computer player does.

        Args:
            seat: Its seat.
            budget_ms: Milliseconds, more than none; all but club players take the time that they take.

        Returns:
            None while it is thinking about it.
        """
        player, state = self._players[seat], self.state
        view, seen = state.view(seat), self.sitting.watched.seen[seat]
        kinds = {state.game.alike(action) for action in view.actions}
        if not isinstance(player, Club) or (seat == state.to_act and len(kinds) == 1):
            return player.choose(view, seen)
        if self._mind is None:
            self._mind, player.thoughts = player.deliberate(view, seen), None
        thoughts, enough = _through(self._mind, budget_ms)
        player.thoughts = thoughts or player.thoughts
        if not enough:
            return None
        self._mind = None
        return player.thoughts.chosen if player.thoughts else PASS


def _through(thinking: Iterator[Thoughts], budget_ms: float) -> tuple[Thoughts | None, bool]:
    """What has been thought by the end of a slice, if anything new, and whether that is all."""
    until = monotonic() + budget_ms / 1000
    thoughts = None
    for thoughts in thinking:
        if monotonic() > until:
            return thoughts, False
    return thoughts, True
