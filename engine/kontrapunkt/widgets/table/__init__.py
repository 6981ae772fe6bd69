"""A table that one sits down at: deal after deal against computer players, who see their own cards only.

Entries of the log: `terms preset=lappi6 seat=E`, what is agreed otherwise than at a fresh table; `deal 7`,
the seed of the first deal; then the reader's actions, `S KS`, and the computer players', `reply W 3D`; `back`
where something was taken back, `from 17` where all was from a decision on; `hint`; `ask` where a club player
was asked; `open` where all hands were shown; `finish` where the computer plays the reader's cards, too;
`next`, the next deal. Nobody is asked when a log is replayed.
"""

from collections.abc import Mapping
from datetime import date
from secrets import randbelow
from typing import Any, ClassVar, Final

from kontrapunkt import render, words
from kontrapunkt.game import PASS, Seat
from kontrapunkt.record import Sitting, write
from kontrapunkt.record.facts import read_number
from kontrapunkt.registry import UnknownGame, game_class
from kontrapunkt.rules import Refusal
from kontrapunkt.thumbs import Advice
from kontrapunkt.widgets.base import EventError, Prefs, SpecError, Widget
from kontrapunkt.widgets.frame import Frame
from kontrapunkt.widgets.line import rows, say_refusal, seat_in
from kontrapunkt.widgets.review_wording import shown
from kontrapunkt.widgets.table.seated import HELPS, Seated
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
        self._terms = self._fresh
        self._seated: Seated | None = None
        self._sheet: list[render.Line] = []

    @property
    def seated(self) -> Seated:
        """The reader at the table.

        Raises:
            EventError: before the first deal.
        """
        if self._seated is None:
            raise self._unknown("deal")
        return self._seated

    @property
    def sitting(self) -> Sitting:
        """What has been played.

        Raises:
            EventError: before the first deal.
        """
        return self.seated.sitting

    @property
    def seat(self) -> Seat | None:
        """Where the reader sits in this deal; None where they sit it out, or nobody has sat down."""
        return self._seated.seat if self._seated else None

    @property
    def ended(self) -> bool:
        """Whether there is a deal on the table, and it is over."""
        return self._seated is not None and self._seated.ended

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
        if self._seated:
            self._go_on(self._seated, word, rest)
        elif word == "terms":
            self._terms = self._agreed(rest)
            return
        else:
            seed = read_number(rest) if word == "deal" else None
            if seed is None:
                raise self._unknown(entry)
            self._seated = Seated(self._terms, seed)
        self._entries.append(entry)

    def _agreed(self, text: str) -> Terms:
        try:
            return self._fresh.reading(text)
        except TermsError as error:
            raise EventError(str(error)) from error

    def _go_on(self, at: Seated, word: str, rest: str) -> None:
        match word:
            case "next" if at.ended and not at.sitting.over:
                self._sheet.append(self._line(at))
                at.deal()
            case "back" | "from":
                step = None if word == "back" else read_number(rest)
                if (word == "from" and step is None) or not at.go_back(step):
                    raise self._unknown(f"{word} {rest}".strip())
            case "hint" | "ask" | "open" | "finish":
                at.help(word)
            case "reply":
                seat, _, action = rest.partition(" ")
                at.act(seat_in(seat), action, own=False)
            case _:
                at.act(seat_in(word), rest, own=True)

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Takes what a button or card sends.

        `set preset lappi6`, `deal`, `deal day`, `next`; an action: `play S KS`, `dark S`; `back`, `from 17`,
        `hint`, `ask`, `open`, `finish`, `leave`.
        """
        verb, _, rest = event.partition(" ")
        at = self._seated
        if at is None:
            return self._agree(verb, rest)
        match verb:
            case "leave":
                self._entries.clear()
                self._seated = None
                self._sheet = []
                return [self.frame()]
            case "next" if at.ended and not at.sitting.over:
                return self._take("next")
            case "back":
                return self._go_back(at)
            case "hint" if at.advice:
                return self._hint(at, at.advice)
            case "ask" if at.advice:
                self.replay("ask")
                at.ask(len(self._entries))
                return [self._frame([words.say("sitting.asking"), *self._due(at)])]
            case "open" | "finish" if not at.ended:
                return self._take(verb)
            case "from":
                return self._take(event)
            case "play":
                seat, _, action = rest.partition(" ")
                return self._do(at, seat_in(seat), action)
            case "next" | "hint" | "ask" | "open" | "finish" | "set" | "deal":
                return [self.frame()]
            case _:
                return self._do(at, seat_in(rest), verb)

    def _hint(self, at: Seated, advice: Advice) -> list[Frame]:
        """First the rule of thumb, then the card."""
        if at.given < 2:
            self.replay("hint")
        whole = at.given > 1 or not advice.key
        return [self._frame([str(advice.said) if whole else words.say(advice.key)])]

    def _agree(self, verb: str, rest: str) -> list[Frame]:
        """What may be done before the first deal."""
        match verb:
            case "set":
                key, _, value = rest.partition(" ")
                try:
                    self._terms = self._terms.having(key, value)
                except TermsError as error:
                    return [self._frame([str(error)], tone="wrong")]
                return [self.frame()]
            case "deal":
                seed = int(f"{date.today():%Y%m%d}") if rest == "day" else randbelow(MOST_SEEDS)
                return self._take(f"deal {seed}")
            case _:
                raise self._unknown(f"{verb} {rest}".strip())

    def _take(self, entry: str) -> list[Frame]:
        self.replay(entry)
        return [self.frame()]

    def _go_back(self, at: Seated) -> list[Frame]:
        try:
            return self._take("back")
        except EventError:
            return [self._frame([words.say("solving.back.none"), *self._due(at)])]

    def _do(self, at: Seated, seat: Seat, action: str) -> list[Frame]:
        """What the reader does; not what others are to do."""
        if seat != at.seat or at.finishing:
            return [self._frame([words.say("sitting.not_yours"), *self._due(at)])]
        refusal = at.state.why_not(action, seat)
        if refusal:
            return [self._frame([say_refusal(refusal)], refusal)]
        swept = self._swept(at)
        self.replay(f"{seat} {action}")
        return [*swept, self.frame()]

    @property
    def thinking(self) -> bool:
        """Whether a computer player is to do something, or the reader's decisions are still to be judged."""
        at = self._seated
        if at is None:
            return False
        return at.thinks or at.next is not None or (at.review is not None and not at.review.over)

    def think(self, budget_ms: float) -> list[Frame]:
        """Lets a computer player think or do something, or the review judge.

        Args:
            budget_ms: Milliseconds, more than none; a player takes the time that it takes.
        """
        at = self._seated
        if at is None:
            return []
        if at.thinks:
            return self._advise(at) if at.ponder(budget_ms) else []
        seat = at.next
        if seat is None:
            found = at.review is not None and at.review.work(budget_ms)
            return [self.frame()] if found else []
        action = at.choice(seat, budget_ms)
        if action is None:
            return []
        if seat != at.state.to_act and action == PASS:
            at.sitting.says_nothing(seat)
            return []
        resting = Frame(self._html(" ".join(self._heard(at))), pause_ms=PACES[self._terms.pace])
        swept = self._swept(at)
        self.replay(f"reply {seat} {action}")
        return [resting, *swept, self.frame()]

    def _advise(self, at: Seated) -> list[Frame]:
        """What the one who was asked thinks is best."""
        best = next(iter(at.advised.told)) if at.advised else words.say("sitting.asking.none")
        return [self._frame([str(best)])]

    # What it says and shows -----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """The table as it stands."""
        return self._frame(self._heard(self._seated) if self._seated else [words.say("sitting.agree")])

    def _heard(self, at: Seated) -> list[str]:
        return [*at.told[-HEARD:], *self._due(at)]

    def _due(self, at: Seated) -> list[str]:
        """Whose turn it is, or how the deal ended."""
        if not at.decides:
            return [render.say_turn(at.view)]
        return [words.say("sitting.yours"), *([str(at.view.task)] if at.view.task else [])]

    def _frame(self, told: list[str], refusal: Refusal | None = None, tone: str = "") -> Frame:
        said = " ".join(each for each in told if each)
        return Frame(self._html(said, refusal, tone), said)

    def _swept(self, at: Seated) -> list[Frame]:
        """The table between two tricks: the finished one goes to its winner."""
        return [Frame(self._html("", swept=True), pause_ms=SWEEP_MS)] if at.finished else []

    def _html(self, said: str, refusal: Refusal | None = None, tone: str = "", swept: bool = False) -> str:
        at = self._seated
        if at is None:
            return render.frame(
                table=render.terms(self._terms.agreements(), widget_id=self.id),
                say=self.feedback(said, tone=tone),
                controls=self._agreeing(),
            )
        view, ended = at.view, at.ended
        won = ended and at.seat in at.state.result().winners
        return render.frame(
            standing=self._standing(at.sitting),
            table=render.table(
                view,
                widget_id=self.id,
                resting=at.finished,
                swept=swept,
                foot=at.seat or "S",
                cue=at.state.to_act == at.seat,
                most=at.most,
            ),
            deeds=render.deeds(view, widget_id=self.id, kept=at.busy),
            say=self.feedback(said, refusal, tone="good" if won else tone),
            controls=self._controls(at),
            hints=self._outcome(at) + self._reviewed(at) if ended else self._advice(at),
            tricks=self._sheet_html(at),
            turns=self._record(at) if ended else self._last_trick(at),
        )

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

    def _controls(self, at: Seated) -> str:
        ended = at.ended
        able = at.decides and bool(at.state.game.heuristics)
        rare = [("leave", words.say("sitting.leave"))]
        if not ended:
            rare = [
                *([("ask", words.say("sitting.ask"))] if able else []),
                *([] if at.open else [("open", words.say("sitting.open"))]),
                *([] if at.finishing else [("finish", words.say("sitting.finish"))]),
                *rare,
            ]
        over = ended and at.sitting.over
        return render.sitting_controls(
            widget_id=self.id,
            main=("leave", words.say("sitting.leave"), False)
            if over
            else ("next", words.say("sitting.next"), not ended),
            back=any(seat == at.seat for seat, _ in at.sitting.done),
            hint=words.say("sitting.hint" if not at.given else "sitting.hint.card") if able else "",
            rare=rare,
        )

    def _outcome(self, at: Seated) -> str:
        result = at.state.result()
        links = {item.rule: self._rule(item.rule) for item in result.items if item.rule}
        return render.outcome(result, links)

    def _reviewed(self, at: Seated) -> str:
        """The decisions that mattered; how far judging has come, before it is over."""
        review = at.review
        if review is None or not review.decisions:
            return ""
        counted = {"n": review.foreseen, "m": review.searched, "all": len(review.decisions)}
        if not review.over:
            return render.review([], head=words.say("sitting.review.judging", **counted))
        found = review.decisive()
        head = words.say("sitting.review.lost" if found else "sitting.review.none", **counted)
        return render.review([shown(each) for each in found], head=head)

    def _advice(self, at: Seated) -> str:
        """What the one who was asked thinks of each action, once it has thought."""
        if at.advised is None or at.thinks:
            return ""
        count = words.say("sitting.asked", n=at.advised.count)
        return render.advice(count, [str(each) for each in at.advised.told])

    def _line(self, at: Seated) -> render.Line:
        """The deal that is over, as the scoresheet has it."""
        result = at.state.result()
        who = at.sitting.start.session.sitting
        numbers = {name: result.seats.get(seat, 0) for seat, name in who.items()} if result.seats else {}
        counted = {how: at.helped.count(how) for how in HELPS}
        helped = ", ".join(words.say(f"sitting.helped.{how}", n=n) for how, n in counted.items() if n)
        return render.Line(len(at.sitting.earlier) + 1, numbers, result.text, helped)

    def _sheet_html(self, at: Seated) -> str:
        lines = [*self._sheet, *([self._line(at)] if at.ended else [])]
        return render.scoresheet(lines, at.sitting.session_after if at.ended else at.sitting.start.session)

    def _last_trick(self, at: Seated) -> str:
        """The trick that anybody may look at once more, once another has begun."""
        tricks = at.view.tricks
        if not tricks or at.finished:
            return ""
        last = render.TrickRow.of(tricks[-1], range(1, len(tricks[-1].plays) + 1))
        return render.last_trick(render.trick_list([last], interactive=False))

    def _record(self, at: Seated) -> str:
        """The deal that is over, trick by trick, and the record of the session."""
        tricks = render.trick_list(rows(at.line), current=-1, interactive=False)
        return tricks + render.record_text(write(at.sitting.record()), widget_id=self.id)

    def _unknown(self, event: str) -> EventError:
        return EventError(words.say("widget.event", event=event))
