"""The session at a table: who plays each seat, and the reader's help.

It renders nothing; its only texts describe what happened.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State, Trick, View
from kontrapunkt.core.old_names import old_names
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
from kontrapunkt.record import ObservedDeal, PlayedSession, SeatHistory, write
from kontrapunkt.render.speech import card_played
from kontrapunkt.search.clock import run_slice
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import addressing
from kontrapunkt.widgets.line import Line, moments
from kontrapunkt.widgets.mistakes import Mistakes
from kontrapunkt.widgets.review import HINT_STEPS, Decision, Hint, Review
from kontrapunkt.widgets.table.settings import TableSettings
from kontrapunkt.widgets.table.spoken import TableEvent, cards_added, is_sorted_anew

HELPS: Final = ("back", "hint", "ask", "open", "finish")
"""The kinds of help: undo, hint, asking a club player, all hands, automatic play."""


@old_names(sitting="history", kept="stored_puzzles", kept_as_puzzle="is_stored_as_puzzle")
class TableSession:
    """A session of people at one screen, mostly one, from its first deal on.

    Attributes:
        history: The deals and actions so far.
        number: The seed of the first deal; None if it came from a record.
        people: The seats played at this screen in this deal, in the order of play.
        given: The number of hints taken for the present decision.
        helped: The kinds of help taken in this deal, of `HELPS`, in order.
        most: The number of cards in the longest hand of the deal.
        busy: Whether there has been any action other than playing a card.
        estimates: The opinion of the club player whom the reader asked; None before it has one.
        stored_puzzles: True if the puzzle of a decision is stored, by the number of actions before it; False
            if the reader has taken it away.
    """

    def __init__(self, terms: TableSettings, history: PlayedSession, number: int | None = None) -> None:
        """Start a session.

        Args:
            history: The deals and actions so far; at least a deal.
            number: The seed of the first deal; None if it came from a record.
        """
        self.history = history
        self.number = number
        self.busy = False
        self._recorded: tuple[ObservedDeal, Seat | None] | None = None  # the moment and seat of `_records`
        self._records = ("", "")
        self._player = terms.player
        self._deals = int(terms.length) if terms.length.isdecimal() else None
        who = (history.earlier[0][0] if history.earlier else history.start).session.players_by_seat
        self._people = [name for seat, name in who.items() if seat in terms.seat + terms.people]
        self._begin()

    def _begin(self) -> None:
        """Prepare a new deal before its first action."""
        game, start = self.history.game, self.history.start
        number = len(self.history.earlier)
        self._players: dict[Seat, Player] = {
            seat: self._sit_down(game, 8 * number + place) for place, seat in enumerate(game.seats)
        }
        self._foresight = Foresight(game) if game.heuristics and game.inference else None
        self.helped: list[str] = []
        names = start.session.players_by_seat
        self.people = tuple(seat for seat in game.seats if names.get(seat) in self._people)
        self._here = self.people[0] if len(self.people) == 1 else None  # the person whose cards may be shown
        self._asked_for: Seat | None = None  # a person not in turn may want to make a call
        cards = start.view(None)
        self.most = max(map(len, cards.hands.values()))
        self.busy = self.busy or render.has_non_card_actions(cards)
        self._anew()

    def _sit_down(self, game: Game, seed: int) -> Player:
        """Create a computer player; a random one if the chosen one is not available."""
        try:
            return player_for(self._player, game, seed)
        except (NoHeuristics, PlayerError):
            return RandomPlayer(game, seed)

    def _anew(self) -> None:
        """Clear the messages and thoughts of an earlier state."""
        watching = self.people if len(self.people) == 1 else (*self.people, None)
        self._told: dict[Seat | None, list[TableEvent]] = {seat: [] for seat in watching}
        self.given = 0
        self._left_at = 0  # the events before the computer began to play the reader's cards
        self._left_step: int | None = None  # the number of actions before that; None if it does not
        self._forget()

    def _forget(self) -> None:
        """Clear the thoughts about an earlier moment."""
        self.estimates: ActionEstimates | None = None
        self._pondering: Iterator[ActionEstimates] | None = (
            None  # of the club player whom the reader has asked
        )
        self._mind: Iterator[ActionEstimates] | None = None  # of a club player whose turn it is
        self._hint: Hint | None = None  # for the present decision
        self._reviews: dict[Seat, Review] = {}
        self._mistakes: dict[Seat, Mistakes] = {}
        self.stored_puzzles: dict[int, bool] = {}

    # Views and seats ------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present state of the deal."""
        return self.history.state

    @property
    def seat(self) -> Seat | None:
        """The seat whose cards are shown; None if they are covered or nobody plays."""
        turn = self.state.to_act
        if self.open and turn in self.people:
            return turn
        return None if self.covered else self._here or next(iter(self.people), None)

    @property
    def addressed(self) -> Seat | None:
        """The seat to call “you”; None with several people at the screen, who read the same messages."""
        return self.seat if len(self.people) == 1 else None

    @property
    def awaited(self) -> Seat | None:
        """The one of several people who is to come to the screen; None for nobody."""
        if self.open or self.ended or len(self.people) < 2:
            return None
        turn = self.state.to_act
        wanted = self._asked_for or (turn if turn in self.people else None)
        return wanted if wanted != self._here else None

    @property
    def covered(self) -> bool:
        """Return True if all hands are covered, between two people's turns."""
        if self.open or self.ended or len(self.people) < 2:
            return False
        return self._here is None or self.awaited is not None

    def show(self, seat: Seat) -> None:
        """Show the cards of a person who has come to the screen, if they are awaited."""
        if seat == self.awaited:
            self._here = seat
            self.given = 0
            self._forget()

    def look_as(self, seat: Seat) -> None:
        """Show a finished deal from the seat of one of the people."""
        if seat in self.people and self.ended:
            self._here = seat

    def hand_over(self, seat: Seat) -> None:
        """Cover the cards until another person comes to the screen."""
        if seat in self.people and not (self.open or self.ended):
            self._asked_for = seat

    @property
    def open(self) -> bool:
        """Return True if the reader has asked for all hands."""
        return "open" in self.helped

    @property
    def finishing(self) -> bool:
        """Return True if the computer plays the reader's cards too."""
        return self._left_step is not None

    @property
    def view(self) -> View[Any]:
        """The view at the screen; everything if all hands are open or nobody plays."""
        return self._seen(self.state)

    @property
    def dealt(self) -> View[Any]:
        """The view at the screen before the first action of the deal."""
        return self._seen(self.history.start)

    def _seen(self, state: State) -> View[Any]:
        if self.covered:
            return covered(state, self.awaited or self.people[0])
        return state.view(None if self.open else self.seat)

    @property
    def sentences(self) -> list[str]:
        """The events since the person at the screen last acted, in sentences."""
        return [
            sentence
            for event in self._told[self.seat]
            for sentence in (*event.sentences[:-1], " ".join([event.sentences[-1], *event.news]))
        ]

    @property
    def events(self) -> list[TableEvent]:
        """The same events for listeners, without those before the computer plays the reader's cards."""
        return self._told[self.seat][self._left_at :]

    @property
    def record_seat(self) -> Seat | None:
        """The seat whose knowledge the record shows now; None for everything."""
        return None if self.open or self.ended else self.seat

    @property
    def records(self) -> tuple[str, str]:
        """The record of the session and the record of this deal alone, as text.

        They are cached for a moment, of which several frames may be drawn.
        """
        watched, seat = self.history.watched, self.record_seat
        if not self._recorded or self._recorded[0] is not watched or self._recorded[1] != seat:
            whole = write(self.history.record(seat))
            alone = write(self.history.record(seat, alone=True)) if self.history.earlier else whole
            self._recorded, self._records = (watched, seat), (whole, alone)
        return self._records

    @property
    def ended(self) -> bool:
        """Return True if the deal on the table is over."""
        return self.state.to_act is None

    @property
    def untouched(self) -> bool:
        """Return True if no person has acted yet, nor taken help, since the first deal."""
        begun = self.number is None or self.history.earlier or self.helped
        return not begun and not self.own_steps

    @property
    def over(self) -> bool:
        """Return True if no deal follows, by the rules of the session or as agreed."""
        agreed = self._deals is not None and len(self.history.earlier) + 1 >= self._deals
        return self.ended and (agreed or self.history.over)

    @property
    def decides(self) -> bool:
        """Return True if the reader is to act."""
        return self.state.to_act == self.seat is not None and not self.finishing

    @property
    def finished(self) -> Trick | None:
        """The trick that the last action completed; None if it completed none."""
        return self.view.finished(self._seen(self.history.states[-2])) if self.history.done else None

    @property
    def line(self) -> Line:
        """The moments of the deal with all hands open."""
        return moments(self.history)

    # What happens ---------------------------------------------------------------------------------------

    def act(self, seat: Seat, action: str, *, own: bool) -> None:
        """Apply an action and describe it.

        Args:
            own: Whether the reader acts, not a computer player.

        Raises:
            Refusal: if the action is not legal.
        """
        before = self.state
        self.history.act(action, seat)
        if own:
            self.given = 0
            self._left_at = 0
            self._asked_for = None
        self._forget()
        for each, told in self._told.items():
            if own and each in (None, seat):
                told.clear()
            told.append(self._event(before, each, seat, Action(action)))
        self.busy = self.busy or render.has_non_card_actions(self.view)

    def _event(self, before: State, viewer: Seat | None, seat: Seat, action: Action) -> TableEvent:
        """Describe an action as a viewer sees it; None as viewer for all people."""
        onlooker: Seat | None = viewer
        if self.open or not self.people:
            earlier, later, onlooker = before.view(None), self.state.view(None), None
        elif viewer is None:
            earlier, later = covered(before, seat), covered(self.state, seat)
            onlooker = next(each for each in self.state.game.seats if each != seat)
        else:
            earlier, later = before.view(viewer), self.state.view(viewer)
        seen = before.seen_by(onlooker, seat, action)
        play = card_played(earlier, later)
        with addressing(lambda: viewer if len(self.people) == 1 else None):
            said = tuple(render.say_done(earlier, later, seat, seen, self.state.chance))
            news = render.say_news(earlier, later)
            return TableEvent(
                seat,
                seen,
                said,
                tuple([each for each in news if each not in said]),
                play,
                later.finished(earlier),
                cards_added(earlier, later) if play else (),
                sorted_anew=onlooker is not None and is_sorted_anew(earlier, later),
            )

    def deal(self) -> None:
        """Deal the next hand.

        Raises:
            ValueError: if the deal is not over, or no deal follows.
        """
        self.history.deal()
        self._begin()

    @property
    def own_steps(self) -> list[int]:
        """The number of actions before each decision of one of the people."""
        return [at for at, (seat, _) in enumerate(self.history.done) if seat in self.people]

    def go_back(self, step: int | None = None) -> bool:
        """Undo back to a decision of one of the people.

        Args:
            step: The number of actions before it; None for the last decision.

        Returns:
            True if there is such a decision.
        """
        mine = self.own_steps
        if not mine or (step is not None and step not in mine):
            return False
        self.history.go_back(mine[-1] if step is None else step)
        self._anew()
        self.helped.append("back")
        return True

    def help(self, how: str) -> None:
        """Record help that the reader takes.

        Args:
            how: One of `HELPS`, other than `back`.
        """
        self.helped.append(how)
        self.given += how == "hint"
        if how == "finish":
            self._left_at = len(self._told[self.seat])
            self._left_step = len(self.history.done)

    # Computer players and advice --------------------------------------------------------------------------

    @property
    def next(self) -> Seat | None:
        """The computer player's seat that acts next; None if a person does, or nobody."""
        asked = self.history.asked_next(*self.people)
        return self.state.to_act if asked is None and self.finishing else asked

    @property
    def thinks(self) -> bool:
        """Return True if a club player is thinking about the reader's hand."""
        return self._pondering is not None

    @property
    def review(self) -> Review | None:
        """The review of the reader's decisions in the finished deal; None if the reader did not play it."""
        seat = self.seat
        if seat is None or not self.ended:
            return None
        if seat not in self._reviews:
            self._reviews[seat] = Review(self.line, seat, self._foresight, until=self._left_step)
            self._mistakes[seat] = Mistakes(self.line, self._reviews[seat])
        return self._reviews[seat]

    @property
    def mistakes(self) -> Mistakes | None:
        """The puzzles from the deal's mistakes; None before the review is over."""
        review = self.review
        return self._mistakes[review.seat] if review and review.over else None

    def is_stored_as_puzzle(self, of: Decision) -> bool | None:
        """Return True if the puzzle of a decision is stored; None if it has none."""
        mistakes = self.mistakes
        found = mistakes is not None and not of.silence and of.step in mistakes.puzzles
        return self.stored_puzzles.get(of.step, False) if found else None

    @property
    def hint(self) -> Hint | None:
        """The hint for the reader's decision; None if none is due or available."""
        seat = self.seat
        if seat is None or not self.decides or self._foresight is None:
            return None
        if self._hint is None:
            watched, gone = self.history.watched, gone_before(self.history.start)
            self._hint = Hint(self._foresight, self.state.view(seat), watched.histories[seat], gone)
        return self._hint

    @property
    def hints(self) -> int:
        """The number of steps of the present hint: one if there is no choice."""
        alike = self.state.game.alike
        return HINT_STEPS if len({alike(action) for action in self.view.actions}) > 1 else 1

    def ask(self, chance: int) -> None:
        """Ask a club player about the reader's hand; `ponder` lets it think.

        Args:
            chance: The random seed; the same seed gives the same opinion.

        Raises:
            ValueError: if the reader has no cards.
        """
        seat = self.seat
        if seat is None:
            raise ValueError("the reader sits this deal out")
        view, seen = self.state.view(seat), self.history.watched.histories[seat]
        self.estimates = None
        self._pondering = Club(self.state.game, chance).deliberate(view, seen, whole=True)

    def ponder(self, budget_ms: float) -> bool:
        """Let the club player who was asked think on.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.

        Returns:
            True if it has finished.
        """
        assert self._pondering is not None
        thoughts, enough = run_slice(self._pondering, budget_ms)
        self.estimates = thoughts or self.estimates
        if enough:
            self._pondering = None
        return enough

    def choice(self, seat: Seat, budget_ms: float) -> Action | None:
        """Return a computer player's action.

        Args:
            budget_ms: The time to spend in milliseconds, above 0; only club players heed it.

        Returns:
            The action; None while the player is thinking.
        """
        view, seen = self.state.view(seat), self.history.watched.histories[seat]
        try:
            with failing(self._player):
                return self._thought_of(self._players[seat], view, seen, budget_ms)
        except PlayerError as error:
            self._mind = None
            for told in self._told.values():
                told.append(TableEvent(seat, "", (catalogue.say("players.goes_on", error=str(error)),)))
            return substitute(view, seen)

    def _thought_of(
        self, player: Player, view: View[Any], seen: SeatHistory, budget_ms: float
    ) -> Action | None:
        kinds = {view.moment.game.alike(action) for action in view.actions}
        if not isinstance(player, Club) or (seen.seat == view.to_act and len(kinds) == 1):
            return checked_choice(self._player, player, view, seen)
        if self._mind is None:
            self._mind, player.estimates = player.deliberate(view, seen), None
        thoughts, enough = run_slice(self._mind, budget_ms)
        player.estimates = thoughts or player.estimates
        if not enough:
            return None
        self._mind = None
        return player.estimates.chosen if player.estimates else PASS


def covered(state: State, seat: Seat) -> View[Any]:
    """Return what every seat can see, with all hands face down.

    Args:
        seat: The seat that comes to the screen next.
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
    return view.replace(**parts)
