"""What a seat's decisions in a deal gave away: with all hands open, and by what could be known; in slices.

The two tell bad play from bad luck: what lost something as the cards lay may have been the best thing by all
that could be known, and what was worse by that may have cost nothing. A hint tells what a review would say.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, Action, Seat, State, View
from kontrapunkt.play.heuristics import EndgameRule
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.play.players.foresight import Advised, DecisionAnalysis, Foresight, aim_of, gone_before
from kontrapunkt.record import Seen, Watched
from kontrapunkt.search import Solver, Unsolvable, solver_for
from kontrapunkt.search.clock import Work, through
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import Verdict, judge
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import name_action, the_card
from kontrapunkt.widgets.line import Line, Moment

MOST: Final = 3
"""So many decisions are gone into."""

_SLICE_MS: Final = 20.0

Luck = Literal["", "bad", "good"]


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that a seat did where it could have done something else; or that it said nothing to the end.

    Attributes:
        step: How many things had been done in the deal before it.
        trick: The number of the trick it belongs to.
        action: What the seat did; `pass` where it said nothing.
        verdict: What that gave away, with all hands open; None where that cannot be searched, or not in
            seconds.
        foreseen: What it gave away by what could be known; None where that cannot be told.
        instead: What would have come of the better action as the cards lay, from that action on; empty but
            where it mattered.
        calls: The calls that could be made then for the last time in a turn of the seat's, and never were;
            empty for something that was done.
    """

    step: int
    trick: int
    action: Action
    verdict: Verdict | None = None
    foreseen: DecisionAnalysis | None = None
    instead: tuple[Moment, ...] = ()
    calls: tuple[Action, ...] = ()

    @property
    def silence(self) -> bool:
        """Whether it is that nothing was said."""
        return bool(self.calls)

    @property
    def lost(self) -> bool:
        """Whether it gave something away as the cards lay."""
        return self.verdict is not None and self.verdict.kind == "lost"

    @property
    def worse(self) -> bool:
        """Whether something else was better by what could be known, and by enough to be worth a word."""
        return self.foreseen is not None and self.foreseen.worse

    @property
    def mattered(self) -> bool:
        """Whether it lost something as the cards lay, or much by what could be known."""
        return self.lost or (self.foreseen is not None and self.foreseen.much)

    @property
    def luck(self) -> Luck:
        """How the cards lay for it; empty for as they might have, and where only one of the two can be told.

        `bad` where nothing was better by what could be known and yet it lost something; `good` where
        something was and it cost nothing.
        """
        if self.verdict is None or self.foreseen is None or self.lost == self.worse:
            return ""
        return "bad" if self.lost else "good"

    @property
    def better(self) -> Action | None:
        """What was better by what could be known, else as the cards lay; None where nothing was."""
        if self.worse and self.foreseen:
            return self.foreseen.best
        return self.verdict.better[0] if self.lost and self.verdict and self.verdict.better else None


class Review:
    """The decisions of one seat in a deal, judged one after the other.

    Attributes:
        seat: Whose decisions.
        decisions: They, in the order in which they were made, with what is known of each so far; that
            something was not said comes before what was done then.
        over: Whether all has been judged that can be.
    """

    def __init__(self, line: Sequence[Moment], seat: Seat, foresight: Foresight | None = None) -> None:
        """Looks for the decisions.

        Args:
            line: The deal from its start, a moment after each thing done.
            seat: Whose decisions.
            foresight: Who has weighed some of them already, as advice was asked for; None for nobody.
        """
        self.seat: Seat = seat
        self.over = False
        self._line = line
        self._game = line[0].state.game
        self.decisions = [
            Decision(step, before.view.trick_number, then.action)
            for step, (before, then) in enumerate(pairwise(line))
            if then.seat == seat and _chosen(before.state, seat, then.action)
        ]
        self.decisions += _silences(line, seat)
        self.decisions.sort(key=lambda each: (each.step, not each.silence))
        self._solver: Solver | None = None
        self._ending: EndgameRule | None = None
        with suppress(Unsolvable):
            self._solver = solver_for(self._game)
        self._foresight: Foresight | None = None
        if self._game.heuristics:
            self._ending = heuristics_of(self._game).ending
            self._foresight = foresight or Foresight(self._game)
        self._work = self._judged_all()

    def work(self, budget_ms: float) -> bool:
        """Judges on for so many milliseconds.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether more is known than before.
        """
        before = self.foreseen, self.searched
        _, self.over = through(self._work, budget_ms)
        if self.over:
            self._solver = self._foresight = None  # their tables are of no use any more
        return self.over or (self.foreseen, self.searched) != before

    @property
    def foreseen(self) -> int:
        """How many decisions have been judged by what could be known."""
        return sum(each.foreseen is not None for each in self.decisions)

    @property
    def searched(self) -> int:
        """How many decisions have been searched with all hands open."""
        return sum(each.verdict is not None for each in self.decisions)

    @property
    def mattered(self) -> bool:
        """Whether any decision did."""
        return any(each.mattered for each in self.decisions)

    def decisive(self, most: int = MOST) -> list[Decision]:
        """The decisions that mattered, in the order in which they were made; or came nearest to it.

        First those that were worse by what could be known, the worst before others; then those that lost most
        as the cards lay.

        Args:
            most: How many, at most.
        """
        found = [each for each in self.decisions if each.mattered] or self.decisions
        worse = [each for each in found if each.worse]
        worse.sort(key=lambda each: -(each.foreseen.loss if each.foreseen else 0))
        lost = [each for each in found if each.lost and not each.worse]
        lost.sort(key=lambda each: -(each.verdict.cost if each.verdict else 0))
        return sorted((*worse, *lost)[:most], key=lambda each: each.step)

    # Judging

    def _judged_all(self) -> Iterator[None]:
        """Judges all decisions: first what can be told soonest, by what could be known.

        With all hands open the last comes first, as what is found there serves those before it.
        """
        watched = Watched.of(self._line[0].state, seats=[self.seat])
        for step, then in enumerate(self._line[1:]):
            for place, each in enumerate(self.decisions):
                if each.step == step:
                    found = yield from self._foreseen(watched, each)
                    self.decisions[place] = replace(each, foreseen=found)
            watched = watched.after(then.action, then.seat)
        for place in reversed(range(len(self.decisions))):
            verdict = yield from self._searched(self.decisions[place])
            self.decisions[place] = replace(self.decisions[place], verdict=verdict)
        for each in self.decisive():
            instead = yield from self._instead(each)
            self.decisions[self.decisions.index(each)] = replace(each, instead=instead)

    def _searched(self, of: Decision) -> Work[Verdict | None]:
        before, solver = self._line[of.step].state, self._solver
        calls = before.to_act != self.seat or self._game.is_call(of.action) or of.silence
        if solver is None or calls or solver.why_unsolvable(before) or solver.takes_long(before):
            return None
        goal = aim_of(solver, self._ending, before, self.seat)
        search = solver.search(before, goal, line=False)
        while not search.step(_SLICE_MS):
            yield
        assert search.solution is not None
        values = search.solution.values
        return judge(goal, self.seat, values, of.action, self._game.alike) if of.action in values else None

    def _foreseen(self, watched: Watched, of: Decision) -> Work[DecisionAnalysis | None]:
        if self._foresight is None or not self._game.inference:
            return None
        view, seen = watched.state.view(self.seat), watched.seen[self.seat]
        gone = gone_before(self._line[0].state)
        if of.silence:
            return (yield from self._foresight.foresee_silence(view, seen, of.calls, gone))
        return (yield from self._foresight.foresee(view, seen, of.action, gone))

    def _instead(self, of: Decision) -> Work[tuple[Moment, ...]]:
        """The better action and what follows: best play where it can be searched, else rules of thumb."""
        if of.better is None:
            return ()
        at = replace(self._line[of.step], before=None)
        line = [at]
        if of.better != PASS or at.state.to_act == self.seat:
            line.append(at.then(self.seat, of.better))
        while (turn := line[-1].state.to_act) is not None:
            state, solver = line[-1].state, self._solver
            if solver and not solver.why_unsolvable(state) and not solver.takes_long(state):
                search = solver.search(state, aim_of(solver, self._ending, state, self.seat))
                while not search.step(_SLICE_MS):
                    yield
                found = search.solution.line if search.solution else ()
                for seat, action in found:
                    line.append(line[-1].then(seat, action))
                if found:
                    continue
            if not self._game.heuristics:
                break
            advice = heuristics_of(self._game).advice(state, turn, state.actions())
            line.append(line[-1].then(turn, advice.action))
            yield
        return tuple(line)


def _silences(line: Sequence[Moment], seat: Seat) -> Iterator[Decision]:
    """Calls that a seat never made, each at the last of its turns at which it could have.

    Whoever called anything later had not kept silent before. What could be said only while others acted is
    not held against anybody, nor is what somebody had to say.
    """
    game = line[0].state.game
    last: dict[Action, int] = {}
    for step, (before, then) in enumerate(pairwise(line)):
        if then.seat != seat:
            continue
        if game.is_call(then.action):
            last.clear()
        elif before.state.to_act == seat:
            last |= {call: step for call in before.state.actions() if game.is_call(call)}
    for step in sorted({*last.values()}):
        calls = tuple(call for call, at in last.items() if at == step)
        yield Decision(step, line[step].view.trick_number, PASS, calls=calls)


def _chosen(before: State, seat: Seat, made: Action) -> bool:
    """Whether a seat that did something had something to choose: another card, or to say nothing."""
    if before.to_act != seat:
        return True
    able = before.actions() if before.game.is_call(made) else before.plays()
    return len({before.game.alike(action) for action in able}) > 1


# What is said of a decision


TRICKS: Final = 2
"""So many tricks are shown of what would have come of something better."""


def told(of: Decision) -> str:
    """What a decision gave away, in a few sentences; empty for nothing, and where nothing is known."""
    verdict = str(of.verdict.text) if of.verdict else ""
    if of.luck == "bad" and of.foreseen:
        return catalogue.say("review.luck.bad", verdict=verdict, deals=deals(of.foreseen))
    if not of.worse or of.foreseen is None:
        return _as_cards_lay(verdict) if of.lost else ""
    values = {"what": better(of), "more": more(of.foreseen), "deals": deals(of.foreseen)}
    if of.luck == "good":
        return catalogue.say("review.luck.good", **values)
    worse = catalogue.say("review.worse", **values)
    return f"{_as_cards_lay(verdict)} {worse}" if of.lost else worse


def _as_cards_lay(verdict: str) -> str:
    """A verdict within a sentence: "As the cards lay, this costs East 2 card points."."""
    return catalogue.say("review.open", verdict=verdict[:1].lower() + verdict[1:])


def shown(of: Decision) -> render.ReviewedDecision:
    """A decision as a page shows it, with what else would have come of it."""
    line = Line(of.instead)
    tricks = "".join(render.trick_list(line.rows[:TRICKS], interactive=False)) if line else ""
    label = catalogue.say("sitting.review.instead", what=better(of)) if line else ""
    return render.ReviewedDecision(f"from {of.step}", headed(of), (label, tricks), against(of))


def against(of: Decision) -> dict[Seat, tuple[Card, ...]]:
    """Who else holds what in the deal that punishes a decision; nobody where there is none."""
    found = of.foreseen
    if found is None or found.against is None:
        return {}
    hands = found.against.view(None).hands
    return {
        seat: cards for seat, cards in hands.items() if seat != found.seat and cards and HIDDEN not in cards
    }


def headed(of: Decision) -> str:
    """The same with the trick and what was done before it."""
    what = catalogue.say("review.nothing_said") if of.silence else name_action(of.action)
    return catalogue.say("review.decision", n=of.trick, what=what, told=told(of))


def better(of: Decision) -> str:
    """What would have been better, as a sentence names it: "the ace of hearts"; empty for nothing."""
    action = of.better
    if action is None:
        return ""
    if of.worse and of.foreseen and of.foreseen.silent:
        return catalogue.say("review.silence")
    return the_card(action.card) if action.card else catalogue.say("review.said", what=name_action(action))


def more(of: DecisionAnalysis) -> str:
    """How much more the better action brings, give or take the error: "1.2 ± 0.4 lines more"."""
    wins = of.unit in (*YES_OR_NO, "deals won")
    numbers = [100 * each if wins else each for each in (of.loss, of.error)]
    places = 0 if numbers[0] >= 10 else 1 if numbers[0] >= 1 else 2
    told = " ± ".join(f"{number:.{places}f}" for number in numbers if number)
    return catalogue.say("review.more.of a hundred" if wins else f"review.more.{of.unit}", n=told)


def deals(of: DecisionAnalysis) -> str:
    """Into how many deals was looked, and whether they were solved: "40 deals, played on"."""
    key = "every" if of.every else "drawn"
    return catalogue.say(f"review.deals.{key}", n=of.deals, played=int(not of.solved))


# A hint: the rule of thumb, unless the review would judge it a mistake, and then what to do
#
# What the reader may do is weighed as the review weighs it afterwards, from the moment on that it is their
# turn, so that a hint needs no waiting and the review finds it done.

HINT_STEPS: Final = 2
"""So many steps a hint has."""


class Hint:
    """What the reader is told who asks for a hint at one moment, once it has been weighed.

    Attributes:
        advised: What to do; None before it has been weighed.
    """

    def __init__(self, foresight: Foresight, view: View, seen: Seen, gone: Sequence[Card]) -> None:
        """Begins.

        Args:
            foresight: Who weighs.
            view: What the reader sees, whose turn it is.
            seen: What they have seen.
            gone: The cards of tricks that were over before what they have seen begins.
        """
        self.advised: Advised | None = None
        self._work = self._weighed(foresight.advise(view, seen, gone))

    def weigh(self, budget_ms: float) -> bool:
        """Weighs on for so many milliseconds.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether it is weighed.
        """
        through(self._work, budget_ms)
        return self.advised is not None

    def _weighed(self, work: Work[Advised]) -> Iterator[None]:
        self.advised = yield from work


def hinted(advised: Advised, step: int) -> str:
    """What a hint says at one of its steps.

    Args:
        advised: What to do.
        step: From 1; where nothing can be chosen, the first says all.
    """
    thumb, instead = advised.thumb, advised.instead
    if instead is None:
        return str(thumb.said) if step >= HINT_STEPS or not thumb.key else catalogue.say(thumb.key)
    if step < HINT_STEPS:
        key = "say" if advised.call else "none" if thumb.key in ("", "thumb.any") else "other"
        return catalogue.say(f"sitting.hint.{key}", rule=catalogue.say(thumb.key or "thumb.only"))
    key = "call" if advised.call else "better"
    names = {"what": name_action(advised.action), "thumb": name_action(thumb.action)}
    return catalogue.capital(
        catalogue.say(f"sitting.hint.{key}", more=more(instead), deals=deals(instead), **names)
    )
