"""A session in the terminal: reads the reader's lines and prints the game."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from kontrapunkt.commands import one_line, reason
from kontrapunkt.core import files
from kontrapunkt.core.interface import PASS, Action, Seat, State
from kontrapunkt.core.messages import Text, action_name, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.play.players import NoHeuristics, Player, PlayerError, checked_choice, substitute
from kontrapunkt.play.players.club import Club
from kontrapunkt.record import Done, PlayedSession, RecordError, write
from kontrapunkt.record.text import tidy_action
from kontrapunkt.render.plain_lines import quote_actions, result_lines, table_lines
from kontrapunkt.render.speech import say_events
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.complaint import Complaint, finding_of_refusal, finding_of_result

LONGEST_LINE = 1000
"""The most characters of a line that are read."""

_UNCOUNTABLE: Final = 10**6
"""From this number on, numbers of deals are given as a power of ten."""


@old_names(sitting="history")
class Conversation:
    """A session between the reader and computer players, from the reader's view.

    Attributes:
        history: The deals and actions so far.
        saved: The file to which the reader has saved the session; None for none.
    """

    def __init__(
        self,
        start: State,
        seat: Seat,
        player: Player,
        ask: Callable[[], str],
        tell: Callable[[str], None],
        seed: int | None = None,
        earlier: Iterable[tuple[State, Done]] = (),
    ) -> None:
        """Prepare a session.

        Args:
            start: The start of the deal.
            seat: The reader's seat.
            player: The player of the other seats.
            ask: Returns the reader's next line; raises EOFError at the end.
            tell: Prints a line.
            seed: The seed of the deal; later deals use the following numbers. None for random ones.
            earlier: The session's deals before this one.
        """
        self.history = PlayedSession(start, seed, earlier)
        self.saved: Path | None = None
        self._seat: Seat = seat
        self._player = player
        self._ask = ask
        self._tell = tell
        self._shown: State | None = None  # the state whose table or result is on the screen
        self._whys: dict[Seat, Text] = {}  # the reasons for the players' last actions
        self._passed: tuple[int, tuple[Action, ...]] | None = None  # trick and calls passed up
        self._refused: tuple[State, Action] | None = None  # the last refusal

    @property
    def state(self) -> State:
        """The present state of the deal."""
        return self.history.state

    def play(self) -> None:
        """Play deal after deal until the session ends or the reader quits.

        Raises:
            EOFError: if the input ends.
        """
        game, goes_on = self.state.game, True
        with use_faces(game.faces):
            self._tell(catalogue.say("play.welcome", game=game.title, seat=seat_name(self._seat)))
            if self.history.earlier:
                self._tell_standing()
            while goes_on:
                turn = self.state.to_act
                if turn is None:
                    goes_on = self._between()
                elif self._asks(turn):
                    goes_on = self._turn(turn)
                else:
                    self._ask_others(turn)

    def _chosen(self, seat: Seat) -> Action:
        """Return a computer player's action; its reason is stored for `why`."""
        view, seen = self.state.view(seat), self.history.watched.histories[seat]
        name = type(self._player).__name__
        try:
            chosen = checked_choice(name, self._player, view, seen)
        except PlayerError as error:
            self._tell(catalogue.say("players.goes_on", error=one_line(str(error))))
            chosen = substitute(view, seen)
        if chosen != PASS or seat == self.state.to_act:
            self._whys[seat] = getattr(self._player, "why", "")
        return chosen

    def _ask_others(self, turn: Seat) -> None:
        """Let one of the others act or pass up a call."""
        seat = self.history.asked_next(self._seat) or turn
        chosen = self._chosen(seat)
        if seat != turn and chosen == PASS:
            self.history.says_nothing(seat)
        else:
            self._act(seat, chosen)

    def _asks(self, turn: Seat) -> bool:
        """Return True if the reader is asked to act or call.

        Out of turn that happens once a trick, and again when the possible calls change. Before the reader's
        first card it happens only for calls that the next play may make impossible.
        """
        able = self.state.actions(self._seat)
        if turn == self._seat or not able:
            return bool(able)
        if self._occasion() == self._passed:
            return False
        view = self.state.view(self._seat)
        fresh = view.trick_number == 1 and all(play.seat != self._seat for play in view.trick)
        return not fresh or any(
            not {*able} <= {*self.state.apply(play).actions(self._seat)} for play in self.state.plays()
        )

    def _occasion(self) -> tuple[int, tuple[Action, ...]]:
        """Return the number of the trick and the reader's possible actions."""
        return self.state.view(self._seat).trick_number, self.state.actions(self._seat)

    def record(self) -> str:
        """Return the session so far as a record."""
        return write(self.history.record())

    def _turn(self, turn: Seat) -> bool:
        """Let the reader act; return True to go on."""
        if self._shown is not self.state:
            self._tell("")
            self._do_table()
            if turn != self._seat:
                self._tell(catalogue.say("play.out_of_turn", seat=seat_name(turn)))
        line = self._line()
        action = self._meant(line)
        if action:
            self._act(self._seat, action)
        elif not line:
            if turn == self._seat:
                self._do_table()
            else:
                self._passed = self._occasion()
        else:
            return self._answered(line)
        return True

    def _meant(self, line: str) -> Action | None:
        """Return the legal action that a line means: its text, its argument or its name."""
        able = self.state.actions(self._seat)
        action = tidy_action(line)
        if action in able:
            return action
        said = line.strip('“”"').lower()
        found = [each for each in able if said and said in (each.argument, str(action_name(each)).lower())]
        return found[0] if len(found) == 1 else None

    def _between(self) -> bool:
        """Print the result after a deal and start the next, if any; return True to go on."""
        session, ended = self.history.session_after, self.history.over
        if self._shown is not self.state:
            self._shown = self.state
            self._tell("")
            self._tell_all(result_lines(self.state.result()))
            if session:
                self._tell(str(session.text))
            self._tell(catalogue.say("play.doubt"))
            self._tell(catalogue.say("play.end" if ended else "play.next"))
        if line := self._line():
            return self._answered(line)
        if ended:
            return False
        self.history.deal()
        self._passed = None
        self._tell("")
        self._tell_standing()
        return True

    def _line(self) -> str:
        return " ".join(self._ask()[:LONGEST_LINE].split())

    def _answered(self, line: str) -> bool:
        """Handle a line that is no legal action; return True to go on."""
        word, _, rest = line.partition(" ")
        name = "help" if word == "?" else word.lower()
        if name in ("quit", "exit"):
            return False
        if command := getattr(self, f"_do_{name}", None):
            command(rest)
        elif not self._is_action(line):
            self._tell(catalogue.say("play.unknown", text=one_line(line[:40])))
        elif refused := self.state.why_not(line, self._seat):
            self._tell(catalogue.say("play.refused", reason=one_line(refused.reason), rule=refused.rule))
            if refused.legal:
                self._do_list()
            if self.state.to_act is not None:
                self._tell(catalogue.say("play.doubt"))
                self._refused = self.state, tidy_action(line)
        return True

    def _is_action(self, line: str) -> bool:
        """Return True if a line may be an action: a card, or a known first word."""
        action = tidy_action(line)
        able = {one.verb for seat in self.state.game.seats for one in self.state.actions(seat)}
        return action.card is not None or action.verb in able or str(action_name(action)) != action

    def _act(self, seat: Seat, action: Action) -> None:
        before = self.state.view(self._seat)
        seen = self.state.seen_by(self._seat, seat, action)
        self.history.act(action, seat)
        if seat == self._seat and not self.state.game.is_call(action):
            self._passed = self._occasion()  # the reader has just been asked about these calls
        after = self.state.view(self._seat)
        self._tell_all(say_events(before, after, seat, seen, self.state.chance))

    def _tell_standing(self) -> None:
        standing = self.state.session.standing
        self._tell(catalogue.say("play.deal", n=len(self.history.earlier) + 1, standing=standing))

    def _tell_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._tell(line)

    # The reader's commands: each method gets the text after its word.

    def _do_help(self, _: str = "") -> None:
        self._tell_all(catalogue.say("play.help", prefix=self.state.game.prefix).splitlines())

    def _do_table(self, _: str = "") -> None:
        self._shown = self.state
        self._tell_all(table_lines(self.state.view(self._seat)))

    def _do_list(self, _: str = "") -> None:
        able = self.state.actions(self._seat)
        self._tell(
            catalogue.say("table.actions", actions=quote_actions(able))
            if able
            else catalogue.say("play.nothing")
        )

    def _do_why(self, _: str = "") -> None:
        """Print the reasons of the others for their last actions, as far as they have any."""
        told = [(seat, why) for seat, why in self._whys.items() if why]
        if not told:
            self._tell(catalogue.say("play.why.nothing"))
        for seat, why in told:
            self._tell(catalogue.say("play.why", seat=seat_name(seat), why=why))

    def _do_think(self, _: str = "") -> None:
        """Print the opinion of a club player with the reader's knowledge."""
        if not self.state.actions(self._seat):
            self._tell(catalogue.say("play.nothing"))
            return
        view, seen = self.state.view(self._seat), self.history.watched.histories[self._seat]
        try:
            thoughts = Club(self.state.game, 0).think(view, seen)
        except (NoHeuristics, RecordError, ValueError):
            self._tell(catalogue.say("play.think.nothing"))
            return
        count = thoughts.count
        of = str(count) if count < _UNCOUNTABLE else f"10^{len(str(count)) - 1}"
        self._tell(catalogue.say("play.think", n=thoughts.of_chosen.deals, of=of))
        self._tell_all(str(each) for each in thoughts.sentences)

    def _do_undo(self, _: str = "") -> None:
        action = self.history.take_back(self._seat)
        if action is None:
            self._tell(catalogue.say("play.undo.nothing"))
            return
        self._tell(catalogue.say("play.undo", action=action))
        self._passed = None

    def _do_rules(self, which: str) -> None:
        book, prefix = self.state.game.rulebook, self.state.game.prefix
        names = which.replace(",", " ").upper().split()[:20]
        if not names:
            self._tell(catalogue.say("play.rules", rules=" ".join(book)))
        for name in names:
            rule = book.get(name) or book.get(f"{prefix}-{name}")
            if rule:
                self._tell(f"{rule.id}: {rule.statement} [{rule.source}]")
            else:
                self._tell(
                    catalogue.say("play.rules.unknown", rule=one_line(name[:40]), rules=" ".join(book))
                )

    def _do_save(self, name: str) -> None:
        if not name:
            self._tell(catalogue.say("play.save.name"))
            return
        try:
            path = Path(name).expanduser()
            if path != self.saved and os.path.lexists(path):
                raise FileExistsError
            files.replace(path, self.record())
        except FileExistsError:
            self._tell(catalogue.say("play.save.exists", file=one_line(name)))
        except (OSError, ValueError, RuntimeError) as error:
            why = one_line(str(reason(error)))
            self._tell(catalogue.say("play.save.cannot", file=one_line(name), reason=why))
        else:
            self.saved = path
            self._tell(catalogue.say("play.saved", file=one_line(str(path))))

    def _do_wrong(self, words: str) -> None:
        """Save a complaint about the last refusal in this moment, or about the result."""
        state, over = self.state, self.state.to_act is None
        if over:
            subject, found = "result", finding_of_result(state.result())
        elif self._refused and self._refused[0] is state:
            action = self._refused[1]
            subject = f"refusal {self._seat} {action}"
            found = finding_of_refusal(state.why_not(action, self._seat))
        else:
            self._tell(catalogue.say("play.wrong.nothing"))
            return
        record = self.history.record(None if over else self._seat)
        text = Complaint.create(subject, found, record, words=words).text
        path = files.create_numbered(f"{state.game.id}-complaint", ".record", text)
        self._tell(catalogue.say("play.wrong", file=path) if path else text)
