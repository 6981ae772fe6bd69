"""The reader at a table: a session in progress, who plays the other seats, and how the reader was helped.

Nothing of it is shown here, and nothing said but what happened.
"""

from collections.abc import Iterator
from copy import replace
from typing import Any, Final

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State, Trick, View
from kontrapunkt.play.players import (
    NoHeuristics,
    Player,
    PlayerError,
    RandomPlayer,
    checked_choice,
    failing,
    player_for,
    substitute,
)
from kontrapunkt.play.players.club import ActionEstimates, Club
from kontrapunkt.play.players.foresight import Foresight, gone_before
from kontrapunkt.record import PlayedSession, Seen, Watched, write
from kontrapunkt.search.clock import through
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Line, moments
from kontrapunkt.widgets.mistakes import Mistakes
from kontrapunkt.widgets.review import HINT_STEPS, Hint, Review
from kontrapunkt.widgets.table.settings import TableSettings

HELPS: Final = ("back", "hint", "ask", "open", "finish")
"""How a reader may be helped: take back, hint, a club player asked, all hands, the rest played."""


class TableSession:
    """A session that people at one screen play, from its first deal on; mostly there is one, the reader.

    Attributes:
        sitting: What has been played.
        number: The seed of the first deal; None where it came from a record.
        people: The seats of this deal that are played at this screen, in the order of play.
        given: Hints to the decision that is due.
        helped: How the reader was helped in this deal, each time by its word in `HELPS`.
        most: The cards of the longest hand of the deal.
        busy: Whether there has been anything to do but to play cards.
        advised: What a club player thinks that the reader has asked; None before it has begun to.
        kept: The decisions whose puzzles the reader has kept, as steps of the deal.
    """

    def __init__(self, terms: TableSettings, sitting: PlayedSession, number: int | None = None) -> None:
        """Sits down.

        Args:
            terms: What was agreed.
            sitting: What has been played: a deal of which nothing has, or more.
            number: The seed of the first deal; None where it came from a record.
        """
        self.sitting = sitting
        self.number = number
        self.busy = False
        self._recorded: tuple[Watched, Seat | None] | None = None  # the moment that `_records` are of
        self._records = ("", "")
        self._player = terms.player
        self._deals = int(terms.length) if terms.length.isdecimal() else None
        who = (sitting.earlier[0][0] if sitting.earlier else sitting.start).session.sitting
        self._people = [name for seat, name in who.items() if seat in terms.seat + terms.people]
        self._begin()

    def _begin(self) -> None:
        """A deal lies on the table, and nobody has done anything."""
        game, start = self.sitting.game, self.sitting.start
        number = len(self.sitting.earlier)
        self._players: dict[Seat, Player] = {
            seat: self._sit_down(game, 8 * number + place) for place, seat in enumerate(game.seats)
        }
        self._foresight = Foresight(game) if game.heuristics and game.inference else None
        self.helped: list[str] = []
        names = start.session.sitting
        self.people = tuple(seat for seat in game.seats if names.get(seat) in self._people)
        self._here = self.people[0] if len(self.people) == 1 else None  # whose cards may be seen
        self._asked_for: Seat | None = None  # who need not be in turn: they may have something to say
        cards = start.view(None)
        self.most = max(map(len, cards.hands.values()))
        self.busy = self.busy or render.has_deeds(cards)
        self._anew()

    def _sit_down(self, game: Game, seed: int) -> Player:
        """A computer player; one that plays any legal card, where the one agreed on cannot be made."""
        try:
            return player_for(self._player, game, seed)
        except (NoHeuristics, PlayerError):
            return RandomPlayer(game, seed)

    def _anew(self) -> None:
        """What was said and thought is of no use any more."""
        watching = self.people if len(self.people) == 1 else (*self.people, None)
        self._told: dict[Seat | None, list[str]] = {seat: [] for seat in watching}
        self.given = 0
        self._forget()

    def _forget(self) -> None:
        """What was thought of another moment is of no use any more."""
        self.advised: ActionEstimates | None = None
        self._pondering: Iterator[ActionEstimates] | None = (
            None  # of the club player that the reader has asked
        )
        self._mind: Iterator[ActionEstimates] | None = None  # of a club player who is to act
        self._hint: Hint | None = None  # for the decision that is due
        self._reviews: dict[Seat, Review] = {}
        self._mistakes: dict[Seat, Mistakes] = {}
        self.kept: set[int] = set()

    # Who sees what --------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Where the deal stands."""
        return self.sitting.state

    @property
    def seat(self) -> Seat | None:
        """Whose cards are seen; None where they are covered, or no person plays in this deal."""
        turn = self.state.to_act
        if self.open and turn in self.people:
            return turn
        return None if self.covered else self._here or next(iter(self.people), None)

    @property
    def awaited(self) -> Seat | None:
        """Who of several people is to come to the screen; None where nobody is."""
        if self.open or self.ended or len(self.people) < 2:
            return None
        turn = self.state.to_act
        wanted = self._asked_for or (turn if turn in self.people else None)
        return wanted if wanted != self._here else None

    @property
    def covered(self) -> bool:
        """Whether all hands lie covered, between the turns of two people."""
        if self.open or self.ended or len(self.people) < 2:
            return False
        return self._here is None or self.awaited is not None

    def show(self, seat: Seat) -> None:
        """Somebody has come to the screen and looks at their cards, if it is they who are awaited.

        Args:
            seat: Who.
        """
        if seat == self.awaited:
            self._here = seat
            self.given = 0
            self._forget()

    def look_as(self, seat: Seat) -> None:
        """Looks at a deal that is over as one of the people has it.

        Args:
            seat: Who.
        """
        if seat in self.people and self.ended:
            self._here = seat

    def hand_over(self, seat: Seat) -> None:
        """Covers the cards, for another of the people to come to the screen.

        Args:
            seat: Who.
        """
        if seat in self.people and not (self.open or self.ended):
            self._asked_for = seat

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
        """What is seen at the screen; everything where it was asked for, or no person has cards."""
        return self._seen(self.state)

    def _seen(self, state: State) -> View:
        if self.covered:
            return covered(state, self.awaited or self.people[0])
        return state.view(None if self.open else self.seat)

    @property
    def told(self) -> list[str]:
        """What happened in the deal, in sentences, since the one at the screen has done something."""
        return self._told[self.seat]

    @property
    def record_seat(self) -> Seat | None:
        """As whom a record of the deal is written now; None for all of it."""
        return None if self.open or self.ended else self.seat

    @property
    def records(self) -> tuple[str, str]:
        """The record of the session to be taken along, and that of this deal alone, as text.

        They are written once for a moment, of which several frames may be drawn.
        """
        watched, seat = self.sitting.watched, self.record_seat
        if not self._recorded or self._recorded[0] is not watched or self._recorded[1] != seat:
            whole = write(self.sitting.record(seat))
            alone = write(self.sitting.record(seat, alone=True)) if self.sitting.earlier else whole
            self._recorded, self._records = (watched, seat), (whole, alone)
        return self._records

    @property
    def ended(self) -> bool:
        """Whether the deal on the table is over."""
        return self.state.to_act is None

    @property
    def over(self) -> bool:
        """Whether no deal follows: by the rules of the session, or as was agreed."""
        agreed = self._deals is not None and len(self.sitting.earlier) + 1 >= self._deals
        return self.ended and (agreed or self.sitting.over)

    @property
    def decides(self) -> bool:
        """Whether the reader is to act."""
        return self.state.to_act == self.seat is not None and not self.finishing

    @property
    def finished(self) -> Trick | None:
        """The trick that the last action completed; None if it completed none."""
        return self.view.finished(self._seen(self.sitting.states[-2])) if self.sitting.done else None

    @property
    def line(self) -> Line:
        """The deal with all hands open, a moment after each thing done."""
        return moments(self.sitting)

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
            self.given = 0
            self._asked_for = None
        self._forget()
        for each, told in self._told.items():
            if own and each in (None, seat):
                told.clear()
            told += self._events(before, each, seat, Action(action))
        self.busy = self.busy or render.has_deeds(self.view)

    def _events(self, before: State, viewer: Seat | None, seat: Seat, action: Action) -> list[str]:
        """What somebody has done, as one of the people sees it; None for what is seen by all, or open.

        What has become known by it stands with its cause, so that a message has both or neither.
        """
        onlooker: Seat | None = viewer
        if self.open or not self.people:
            earlier, later, onlooker = before.view(None), self.state.view(None), None
        elif viewer is None:
            earlier, later = covered(before, seat), covered(self.state, seat)
            onlooker = next(each for each in self.state.game.seats if each != seat)
        else:
            earlier, later = before.view(viewer), self.state.view(viewer)
        seen = before.seen_by(onlooker, seat, action)
        *told, cause = render.say_done(earlier, later, seat, seen, self.state.chance)
        return [*told, " ".join([cause, *(str(each.text) for each in render.news(earlier, later))])]

    def deal(self) -> None:
        """Deals the next hand.

        Raises:
            ValueError: while the deal is going on, and after the last.
        """
        self.sitting.deal()
        self._begin()

    def go_back(self, step: int | None = None) -> bool:
        """Goes back to a decision of one of the people, which is to be made anew.

        Args:
            step: How many things had been done before it; None for the last decision.

        Returns:
            Whether there is one.
        """
        done = self.sitting.done
        mine = [at for at, (seat, _) in enumerate(done) if seat in self.people]
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
        asked = self.sitting.asked_next(*self.people)
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
        if seat not in self._reviews:
            self._reviews[seat] = Review(self.line, seat, self._foresight)
            self._mistakes[seat] = Mistakes(self.line, self._reviews[seat])
        return self._reviews[seat]

    @property
    def mistakes(self) -> Mistakes | None:
        """The puzzles of what mattered in the deal; None before its review is over."""
        review = self.review
        return self._mistakes[review.seat] if review and review.over else None

    @property
    def hint(self) -> Hint | None:
        """The hint to the decision that is due; None if none is due, or nobody can advise."""
        seat = self.seat
        if seat is None or not self.decides or self._foresight is None:
            return None
        if self._hint is None:
            watched, gone = self.sitting.watched, gone_before(self.sitting.start)
            self._hint = Hint(self._foresight, self.state.view(seat), watched.seen[seat], gone)
        return self._hint

    @property
    def hints(self) -> int:
        """How many steps the hint to the decision that is due has: one, if there is nothing to choose."""
        alike = self.state.game.alike
        return HINT_STEPS if len({alike(action) for action in self.view.actions}) > 1 else 1

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
        thoughts, enough = through(self._pondering, budget_ms)
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
        view, seen = self.state.view(seat), self.sitting.watched.seen[seat]
        try:
            with failing(self._player):
                return self._thought_of(self._players[seat], view, seen, budget_ms)
        except PlayerError as error:
            self._mind = None
            for told in self._told.values():
                told.append(catalogue.say("players.goes_on", error=str(error)))
            return substitute(view, seen)

    def _thought_of(self, player: Player, view: View, seen: Seen, budget_ms: float) -> Action | None:
        kinds = {view.moment.game.alike(action) for action in view.actions}
        if not isinstance(player, Club) or (seen.seat == view.to_act and len(kinds) == 1):
            return checked_choice(self._player, player, view, seen)
        if self._mind is None:
            self._mind, player.thoughts = player.deliberate(view, seen), None
        thoughts, enough = through(self._mind, budget_ms)
        player.thoughts = thoughts or player.thoughts
        if not enough:
            return None
        self._mind = None
        return player.thoughts.chosen if player.thoughts else PASS


def covered(state: State, seat: Seat) -> View:
    """What lies open to all: what every seat sees, with all hands face down.

    Args:
        state: The moment.
        seat: Who is to come to the screen next.
    """
    view, *others = (state.view(each) for each in (seat, *state.game.seats) if each)
    parts: dict[str, Any] = {"actions": (), "others": {}}
    parts["task"] = view.task if all(str(other.task) == str(view.task) for other in others) else ""
    parts["hands"] = {each: (HIDDEN,) * len(hand) for each, hand in view.hands.items()}
    for part in ("statuses", "calls", "tricks", "piles"):
        parts[part] = tuple(
            each for each in getattr(view, part) if all(each in getattr(other, part) for other in others)
        )
    parts["laid"] = tuple(
        each
        if all(each in other.laid for other in others)
        else replace(each, cards=tuple(HIDDEN for _ in each.cards))
        for each in view.laid
    )
    return replace(view, **parts)
