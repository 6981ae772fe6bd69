"""A table that one sits down at: deal after deal against computer players, who see their own cards only.

Entries of the log: `terms preset=lappi6 seat=E`, what is agreed otherwise than at a fresh table; `deal 7`,
the seed of the first deal; then the reader's actions, `S KS`, and the computer players', `reply W 3D`; `back`
where something was taken back; `hint`; `ask` where a club player was
asked; `open` where all hands were shown; `finish` where the computer plays
the reader's cards, too; `next`, the next deal. Nobody is asked when a log is replayed.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from secrets import randbelow
from time import monotonic
from typing import Any, ClassVar, Final

from kontrapunkt import render, words
from kontrapunkt.game import PASS, Action, Game, Seat, State, View
from kontrapunkt.players import Player, player_for
from kontrapunkt.players.club import Club
from kontrapunkt.players.first_steps import NoThumbs, heuristics_of
from kontrapunkt.players.thinking import Thoughts
from kontrapunkt.record import Sitting, write
from kontrapunkt.record.facts import read_number
from kontrapunkt.registry import UnknownGame, game_class
from kontrapunkt.rules import Refusal
from kontrapunkt.search.review import Review
from kontrapunkt.thumbs import Advice
from kontrapunkt.widgets.base import EventError, Prefs, SpecError, Widget
from kontrapunkt.widgets.frame import Frame
from kontrapunkt.widgets.line import Moment, rows, say_refusal, seat_in
from kontrapunkt.widgets.table.terms import PACES, Terms, TermsError

SWEEP_MS: Final = 260
"""How long a finished trick takes on its way to its winner, in milliseconds."""

MOST_SEEDS: Final = 10**9
"""Seeds of random deals are below that."""

HEARD: Final = 3
"""So many of the last things that happened stand in the message."""


class Table(Widget):
    """A table: terms, then deals."""

    kind: ClassVar[str] = "table"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Lays the table.

        Raises:
            SpecError: if there is no such game, or its terms cannot be agreed.
        """
        super().__init__(spec, prefs)
        try:
            game_class(str(spec.get("game")))
            self._fresh = Terms(str(spec.get("game"))).reading(str(spec.get("terms") or "")).seated
        except (UnknownGame, TermsError) as error:
            raise SpecError(str(error)) from error
        self._leave()

    def _leave(self) -> None:
        """Nobody has sat down."""
        self._terms = self._fresh
        self._sitting: Sitting | None = None
        self._name = ""  # of the reader among the players of the session
        self._players: dict[Seat, Player] = {}
        self._told: list[str] = []
        self._asked: tuple[int, set[Seat]] = (-1, set())  # who was asked out of turn, and when
        self._given = 0  # hints to the decision that is due
        self._open = False
        self._finishing = False
        self._helped: list[str] = []  # in the deal on the table, the words of the log
        self._sheet: list[render.Line] = []
        self._review: Review | None = None
        self._mind: Iterator[Thoughts] | None = None  # of a computer player that thinks in slices
        self._pondering: Iterator[Thoughts] | None = None  # the same, of one whom the reader has asked
        self._advised: Thoughts | None = None  # what that one has come to think
        self._busy = False  # whether there has been anything to do but to play cards

    # The log --------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """What was agreed and dealt, and what happened since."""
        agreed = self._terms.text if self._terms != self._fresh else ""
        return [self._header(), *([f"terms {agreed}"] if agreed else []), *self._entries]

    def replay(self, entry: str) -> None:
        """Takes any entry of a log.

        Raises:
            EventError: if it does not fit.
            Refusal: if an action is not legal.
        """
        word, _, rest = entry.partition(" ")
        match word:
            case "terms" if self._sitting is None:
                try:
                    self._terms = self._fresh.reading(rest)
                except TermsError as error:
                    raise EventError(str(error)) from error
                return
            case "deal" if self._sitting is None:
                self._sit_down(rest)
            case "next" if self._sitting and self.ended and not self._sitting.over:
                self._deal_next(self._sitting)
            case "back" if self._sitting:
                self._take_back(self._sitting)
            case "from" if self._sitting:
                self._go_back_to(self._sitting, rest)
            case "hint" | "ask" | "open" | "finish" if self._sitting:
                self._help(word)
            case "reply" if self._sitting:
                seat, _, action = rest.partition(" ")
                self._act(self._sitting, seat_in(seat), action)
            case _ if self._sitting:
                heard = len(self._told)
                self._act(self._sitting, seat_in(word), rest)
                self._told = self._told[heard:]
                self._given = 0
            case _:
                raise self._unknown(entry)
        self._entries.append(entry)

    def _sit_down(self, text: str) -> None:
        seed = read_number(text)
        if seed is None:
            raise self._unknown(f"deal {text}")
        start = self._terms.game.deal(seed)
        self._sitting = Sitting(start, seed)
        self._name = start.session.sitting.get(seat_in(self._terms.seat), "")
        self._begin(self._sitting)

    def _deal_next(self, sitting: Sitting) -> None:
        self._sheet.append(self._line(sitting))
        sitting.deal()
        self._begin(sitting)

    def _begin(self, sitting: Sitting) -> None:
        """A deal lies on the table, and nobody has done anything."""
        game = sitting.game
        number = len(sitting.earlier)
        self._players = {
            seat: player_for(self._terms.player, game, 8 * number + place)
            for place, seat in enumerate(game.seats)
        }
        self._told, self._helped = [], []
        self._asked = (-1, set())
        self._given = 0
        self._open = self._finishing = False
        self._busy = self._busy or render.has_deeds(sitting.state.view(None))

    def _take_back(self, sitting: Sitting) -> None:
        seat = self.seat
        if seat is None or sitting.take_back(seat) is None:
            raise self._unknown("back")
        self._mind = self._pondering = self._advised = None
        self._told = []
        self._given = 0
        self._finishing = False
        self._help("back")

    def _go_back_to(self, sitting: Sitting, text: str) -> None:
        """To a decision of the reader's, which is to be made anew."""
        step = read_number(text)
        if step is None or step >= len(sitting.done) or sitting.done[step][0] != self.seat:
            raise self._unknown(f"from {text}")
        sitting.go_back(step)
        self._mind = self._pondering = self._advised = None
        self._told = []
        self._given = 0
        self._finishing = False
        self._help("back")

    def _help(self, how: str) -> None:
        self._helped.append(how)
        self._given += how == "hint"
        self._open = self._open or how == "open"
        self._finishing = self._finishing or how == "finish"

    def _act(self, sitting: Sitting, seat: Seat, action: str) -> None:
        before = sitting.state
        sitting.act(action, seat)
        self._review, self._mind = None, None
        self._told += self._news(before, sitting.state, seat, Action(action))
        self._busy = self._busy or render.has_deeds(self._view)

    def _news(self, before: State, after: State, seat: Seat, action: Action) -> list[str]:
        """What an action did, as the reader sees it."""
        eye = None if self._open else self.seat
        seen = before.seen_by(eye, seat, action)
        return [*render.say_events(before.view(eye), after.view(eye), seat, seen, after.chance)]

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Takes what a button or card sends.

        `set preset lappi6`, `deal`, `deal day`, `next`; an action: `play S KS`, `dark S`; `back`, `hint`,
        `open`, `finish`, `leave`.
        """
        verb, _, rest = event.partition(" ")
        sitting = self._sitting
        if sitting is None:
            return self._agree(verb, rest)
        match verb:
            case "leave":
                terms = self._terms
                self._entries.clear()
                self._leave()
                self._terms = terms
                return [self._frame([words.say("sitting.agree")])]
            case "next" if self.ended and not sitting.over:
                return self._take("next")
            case "back":
                return self._go_back()
            case "hint" if self._to_decide:
                return self._advise()
            case "ask" if self._to_decide and self._advice:
                return self._ask(sitting)
            case "open" | "finish" if not self.ended:
                return self._take(verb)
            case "from":
                return self._take(event)
            case "play":
                seat, _, action = rest.partition(" ")
                return self._do(sitting, seat_in(seat), action)
            case "next" | "hint" | "ask" | "open" | "finish" | "set" | "deal":
                return [self.frame()]
            case _:
                return self._do(sitting, seat_in(rest), verb)

    def _agree(self, verb: str, rest: str) -> list[Frame]:
        """What may be done before the first deal."""
        match verb:
            case "set":
                key, _, value = rest.partition(" ")
                try:
                    self._terms = self._terms.having(key, value)
                except TermsError as error:
                    return [self._frame([str(error)], tone="wrong")]
                return [self._frame([words.say("sitting.agree")])]
            case "deal":
                seed = int(f"{date.today():%Y%m%d}") if rest == "day" else randbelow(MOST_SEEDS)
                return self._take(f"deal {seed}")
            case _:
                raise self._unknown(f"{verb} {rest}".strip())

    def _take(self, entry: str) -> list[Frame]:
        self.replay(entry)
        return [self.frame()]

    def _go_back(self) -> list[Frame]:
        try:
            return self._take("back")
        except EventError:
            return [self._frame([words.say("solving.back.none"), *self._due])]

    def _do(self, sitting: Sitting, seat: Seat, action: str) -> list[Frame]:
        """What the reader does; not what others are to do."""
        if seat != self.seat or self._finishing:
            return [self._frame([words.say("sitting.not_yours"), *self._due])]
        refusal = sitting.state.why_not(action, seat)
        if refusal:
            return [self._frame([say_refusal(refusal)], refusal)]
        swept = self._swept()
        self.replay(f"{seat} {action}")
        return [*swept, self.frame()]

    def _advise(self) -> list[Frame]:
        """First the rule of thumb, then the card."""
        advice = self._advice
        if advice is None:
            return [self.frame()]
        if self._given < 2:
            self.replay("hint")
        return [self._frame([self._hint(advice)])]

    def _ask(self, sitting: Sitting) -> list[Frame]:
        """What a club player would think of the reader's hand; it takes a while."""
        seat = self.seat
        assert seat is not None
        self.replay("ask")
        view, seen = sitting.state.view(seat), sitting.watched.seen[seat]
        self._pondering = Club(sitting.game, len(self._entries)).deliberate(view, seen, whole=True)
        return [self._frame([words.say("sitting.asking"), *self._due])]

    def _ponder(self, thinking: Iterator[Thoughts], budget_ms: float) -> list[Frame]:
        until = monotonic() + budget_ms / 1000
        for thoughts in thinking:
            self._advised = thoughts
            if monotonic() > until:
                return []
        self._pondering = None
        first = next(iter(self._advised.told)) if self._advised else words.say("sitting.asking.none")
        return [self._frame([str(first)])]

    def _hint(self, advice: Advice) -> str:
        return str(advice.said) if self._given > 1 or not advice.key else words.say(advice.key)

    @property
    def _advice(self) -> Advice | None:
        """What rules of thumb tell the reader to do now; None where there are none."""
        seat, state = self.seat, self._sitting.state if self._sitting else None
        if seat is None or state is None:
            return None
        try:
            found = heuristics_of(state.game)
        except NoThumbs:
            return None
        view = state.view(seat)
        return found.advice(view.moment, seat, view.actions) if view.actions else None

    # Who acts -------------------------------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        return self._sitting.game if self._sitting else self._terms.game

    @property
    def sitting(self) -> Sitting:
        """What has been played.

        Raises:
            ValueError: before the first deal.
        """
        if self._sitting is None:
            raise ValueError("nobody has sat down")
        return self._sitting

    @property
    def seat(self) -> Seat | None:
        """Where the reader sits in this deal; None where they sit it out."""
        if self._sitting is None:
            return None
        sitting = self._sitting.start.session.sitting
        return next((seat for seat, name in sitting.items() if name == self._name), None)

    @property
    def ended(self) -> bool:
        """Whether the deal on the table is over."""
        return self._sitting is not None and self._sitting.state.to_act is None

    @property
    def _to_decide(self) -> bool:
        """Whether the reader is to act."""
        return self._sitting is not None and self._sitting.state.to_act == self.seat is not None

    @property
    def thinking(self) -> bool:
        """Whether a computer player is to do something, or the reader's decisions are still to be judged."""
        if self._sitting is None:
            return False
        if self._pondering is not None or self._speaker() is not None:
            return True
        return self._reviewed is not None and not self._reviewed.over

    @property
    def _reviewed(self) -> Review | None:
        """The review of the deal that is over; None where the reader had no cards, or did not play them."""
        sitting, seat = self._sitting, self.seat
        if sitting is None or seat is None or not self.ended or self._finishing:
            return None
        self._review = self._review or Review(sitting.states, sitting.done, seat)
        return self._review

    def _speaker(self) -> Seat | None:
        """The computer player to be asked next: before a trick who may say something, else who is to act."""
        assert self._sitting is not None
        state = self._sitting.state
        if state.to_act is None:
            return None
        quiet = not state.view(state.to_act).trick
        when, asked = self._asked
        done = asked if when == len(self._sitting.done) else set()
        for seat in state.game.seats if quiet else ():
            if seat not in (state.to_act, self.seat) and seat not in done and state.actions(seat):
                return seat
        return state.to_act if state.to_act != self.seat or self._finishing else None

    def think(self, budget_ms: float) -> list[Frame]:
        """Lets one computer player do something, or let it be.

        Args:
            budget_ms: Milliseconds, more than none; a player takes the time that it takes.
        """
        sitting = self._sitting
        seat = self._speaker() if sitting else None
        if sitting is None:
            return []
        if self._pondering is not None:
            return self._ponder(self._pondering, budget_ms)
        if seat is None:
            review = self._reviewed
            found = review is not None and review.work(budget_ms)
            return [self._frame(self._heard)] if found and review and review.over else []
        watched = sitting.watched
        action = self._choice(sitting, seat, budget_ms)
        if action is None:
            return []
        if seat != watched.state.to_act and action == PASS:
            when, asked = self._asked
            self._asked = len(sitting.done), {seat, *(asked if when == len(sitting.done) else ())}
            return []
        pause = PACES[self._terms.pace]
        resting = Frame(self._html(" ".join(self._heard)), pause_ms=pause)
        swept = self._swept()
        self.replay(f"reply {seat} {action}")
        return [resting, *swept, self.frame()]

    def _choice(self, sitting: Sitting, seat: Seat, budget_ms: float) -> Action | None:
        """What a computer player does; None while it is thinking about it."""
        player, state = self._players[seat], sitting.state
        view, seen = state.view(seat), sitting.watched.seen[seat]
        kinds = {state.game.alike(action) for action in view.actions}
        if not isinstance(player, Club) or (seat == state.to_act and len(kinds) == 1):
            return player.choose(view, seen)
        self._mind = self._mind or player.deliberate(view, seen)
        until = monotonic() + budget_ms / 1000
        for thoughts in self._mind:
            player.thoughts = thoughts
            if monotonic() > until:
                return None
        self._mind = None
        return player.thoughts.chosen if player.thoughts else PASS

    # What it says and shows -----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """The table as it stands."""
        if self._sitting is None:
            return self._frame([words.say("sitting.agree")])
        return self._frame(self._heard)

    @property
    def _heard(self) -> list[str]:
        return [*self._told[-HEARD:], *self._due]

    @property
    def _due(self) -> list[str]:
        """Whose turn it is, or how the deal ended."""
        if self._sitting is None:
            return []
        if self._to_decide and not self._finishing:
            task = self._view.task
            return [words.say("sitting.yours"), *([str(task)] if task else [])]
        return [render.say_turn(self._view)]

    def _frame(self, told: list[str], refusal: Refusal | None = None, tone: str = "") -> Frame:
        said = " ".join(each for each in told if each)
        return Frame(self._html(said, refusal, tone), said)

    @property
    def _view(self) -> View:
        """What the reader sees; everything where they asked for it, or have no cards."""
        assert self._sitting is not None
        return self._sitting.state.view(None if self._open else self.seat)

    def _swept(self) -> list[Frame]:
        """The table between two tricks: the finished one goes to its winner."""
        return [Frame(self._html("", swept=True), pause_ms=SWEEP_MS)] if self._finished else []

    @property
    def _finished(self) -> Any:
        """The trick that the last action completed; None if it completed none."""
        assert self._sitting is not None
        states = self._sitting.states
        if len(states) < 2:
            return None
        eye = None if self._open else self.seat
        before, now = states[-2].view(eye).tricks, states[-1].view(eye).tricks
        return now[-1] if now and (not before or now[-1].number != before[-1].number) else None

    def _html(self, said: str, refusal: Refusal | None = None, tone: str = "", swept: bool = False) -> str:
        sitting = self._sitting
        if sitting is None:
            return render.frame(
                table=render.terms(self._terms.agreements(), widget_id=self.id),
                say=self.feedback(said, tone=tone),
                controls=self._agreeing(),
            )
        view = self._view
        ended = self.ended
        return render.frame(
            standing=self._standing(sitting),
            table=render.table(
                view,
                widget_id=self.id,
                resting=self._finished,
                swept=swept,
                foot=self.seat or "S",
                cue=self._to_decide,
                most=max(map(len, sitting.start.view(None).hands.values())),
            ),
            deeds=render.deeds(view, widget_id=self.id, kept=self._busy),
            say=self.feedback(said, refusal, tone="good" if ended and self._won else tone),
            controls=self._controls(sitting),
            hints=self._outcome(sitting) + self._review_html(sitting) if ended else self._advice_html,
            tricks=self._sheet_html(sitting),
            turns=self._record(sitting) if ended else self._last_trick,
        )

    @property
    def _won(self) -> bool:
        assert self._sitting is not None
        return self.seat in self._sitting.state.result().winners

    def _standing(self, sitting: Sitting) -> str:
        if not sitting.earlier:
            return ""
        return words.say("play.deal", n=len(sitting.earlier) + 1, standing=sitting.start.session.standing)

    def _agreeing(self) -> str:
        return render.sitting_controls(
            widget_id=self.id,
            main=("deal", words.say("sitting.deal"), False),
            rare=[("deal day", words.say("sitting.day"))],
        )

    def _controls(self, sitting: Sitting) -> str:
        ended = self.ended
        back = self.seat is not None and any(seat == self.seat for seat, _ in sitting.done)
        able = self._to_decide and not self._finishing and self._advice is not None
        rare = [("leave", words.say("sitting.leave"))]
        if not ended:
            rare = [
                *([("ask", words.say("sitting.ask"))] if able else []),
                *([] if self._open else [("open", words.say("sitting.open"))]),
                *([] if self._finishing else [("finish", words.say("sitting.finish"))]),
                *rare,
            ]
        over = ended and sitting.over
        return render.sitting_controls(
            widget_id=self.id,
            main=("leave", words.say("sitting.leave"), False)
            if over
            else ("next", words.say("sitting.next"), not ended),
            back=back,
            hint=words.say("sitting.hint" if not self._given else "sitting.hint.card") if able else "",
            rare=rare,
        )

    def _outcome(self, sitting: Sitting) -> str:
        result = sitting.state.result()
        links = {item.rule: self._rule(item.rule) for item in result.items if item.rule}
        return render.outcome(result, links)

    def _review_html(self, sitting: Sitting) -> str:
        """The three decisions that gave away most."""
        review = self._reviewed
        if review is None or not review.over or not review.judged:
            return ""
        found = []
        for each in review.costliest():
            assert each.verdict is not None
            what = render.name_action(each.action)
            said = words.say("sitting.review.card", n=each.trick, what=what, verdict=each.verdict.text)
            found.append((f"from {each.step}", said))
        return render.review(found, judged=review.judged, all=len(review.decisions))

    @property
    def _advice_html(self) -> str:
        """What the one who was asked thinks of each action, once it has thought."""
        if self._advised is None or self._pondering is not None:
            return ""
        count = words.say("sitting.asked", n=self._advised.count)
        return render.advice(count, [str(each) for each in self._advised.told])

    def _line(self, sitting: Sitting) -> render.Line:
        """The deal that is over, as the scoresheet has it."""
        result = sitting.state.result()
        who = sitting.start.session.sitting
        numbers = {name: result.seats.get(seat, 0) for seat, name in who.items()} if result.seats else {}
        return render.Line(len(sitting.earlier) + 1, numbers, result.text, self._help_told())

    def _help_told(self) -> str:
        counted = {how: self._helped.count(how) for how in ("back", "hint", "ask", "open", "finish")}
        told = [words.say(f"sitting.helped.{how}", n=n) for how, n in counted.items() if n]
        return ", ".join(told)

    def _sheet_html(self, sitting: Sitting) -> str:
        ended = self.ended
        lines = [*self._sheet, *([self._line(sitting)] if ended else [])]
        return render.scoresheet(lines, sitting.session_after if ended else sitting.start.session)

    @property
    def _last_trick(self) -> str:
        """The trick that anybody may look at once more, once another has begun."""
        tricks = self._view.tricks
        if not tricks or self._finished:
            return ""
        last = render.TrickRow.of(tricks[-1], range(1, len(tricks[-1].plays) + 1))
        return render.last_trick(render.trick_list([last], interactive=False))

    def _record(self, sitting: Sitting) -> str:
        """The deal that is over, trick by trick, and its record."""
        line = [Moment(None, Action(""), sitting.start)]
        for state, (seat, action) in zip(sitting.states[1:], sitting.done, strict=True):
            line.append(Moment(seat, Action(action), state, line[-1]))
        return render.trick_list(rows(line), current=-1, interactive=False) + render.record_text(
            write(sitting.record()), widget_id=self.id
        )

    def _unknown(self, event: str) -> EventError:
        return EventError(words.say("widget.event", event=event))
