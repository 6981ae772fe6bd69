"""The review of a seat's decisions in a deal, computed in slices.

Each decision is judged twice: with all hands open, and by what the seat could know. Together they separate
bad play from bad luck: a card that lost something as the cards lay may have been the best by what was known,
and a worse card may have cost nothing. A hint uses the same judgement.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Literal

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.heuristics import EndgameRule
from kontrapunkt.core.interface import PASS, Action, Seat, State, View
from kontrapunkt.core.messages import action_name, seat_name, the_card, true_minus
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.play.players.foresight import (
    DecisionAnalysis,
    Foresight,
    Recommendation,
    aim_of,
    gone_before,
)
from kontrapunkt.record import ObservedDeal, SeatHistory
from kontrapunkt.render.deal_end import MOST
from kontrapunkt.render.markup import joined
from kontrapunkt.search import Solver, Unsolvable, solver_for
from kontrapunkt.search.clock import Work, run_slice
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import Verdict, judge
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.complaint import Finding
from kontrapunkt.widgets.line import Line, Moment

_SLICE_MS: Final = 20.0

_ONE: Final = 0.75
"""The smallest gain that is said as a number, in any unit but deals won; below it is a little."""

Luck = Literal["", "bad", "good"]


@dataclass(frozen=True, slots=True)
class Decision:
    """An action for which the seat had an alternative, or calls that it never made.

    Attributes:
        step: The number of actions in the deal before it.
        action: The action; `pass` for calls that were never made.
        verdict: Its cost with all hands open; None if that cannot be searched within seconds.
        foreseen: Its cost by what could be known; None if that is not known.
        instead: The better action and the play after it; empty if the decision did not matter.
        calls: The calls that were possible for the last time then and never made; empty for an action.
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
        """Return True if the decision is that the seat made no call."""
        return bool(self.calls)

    @property
    def lost(self) -> bool:
        """Return True if it lost something as the cards lay."""
        return self.verdict is not None and self.verdict.kind == "lost"

    @property
    def worse(self) -> bool:
        """Return True if another action was better by what could be known, notably so."""
        return self.foreseen is not None and self.foreseen.worse

    @property
    def matters(self) -> bool:
        """Return True if it lost something as the cards lay, or much by what was known."""
        return self.lost or (self.foreseen is not None and self.foreseen.much)

    @property
    def luck(self) -> Luck:
        """The seat's luck: the difference between the two verdicts.

        `bad` if nothing was better by what could be known and yet it lost something; `good` if something was
        better and it cost nothing; empty otherwise, or if one verdict is missing.
        """
        if self.verdict is None or self.foreseen is None or self.lost == self.worse:
            return ""
        return "bad" if self.lost else "good"

    @property
    def better(self) -> Action | None:
        """The better action by what could be known, else as the cards lay, or None."""
        if self.worse and self.foreseen:
            return self.foreseen.best
        return self.verdict.better[0] if self.lost and self.verdict and self.verdict.better else None


class Review:
    """The decisions of one seat in a deal, judged one after the other.

    Attributes:
        decisions: The decisions in order, with the verdicts so far; calls that were not made come before the
            action of the same step.
        over: Whether everything that can be judged has been judged.
    """

    def __init__(
        self,
        line: Sequence[Moment],
        seat: Seat,
        foresight: Foresight | None = None,
        *,
        until: int | None = None,
    ) -> None:
        """Collect the decisions of a seat.

        Args:
            line: The moments of the deal from its start.
            foresight: The analysis used for hints, whose results are reused; None for none.
            until: The number of actions in the deal before the seat was left to the computer; None for never.
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
        if until is not None:
            self.decisions = [each for each in self.decisions if each.step < until]
        self.decisions.sort(key=lambda each: (each.step, not each.silence))
        self._solver: Solver[Any, Any] | None = None
        self._ending: EndgameRule | None = None
        with suppress(Unsolvable):
            self._solver = solver_for(self._game)
        self._foresight: Foresight | None = None
        if self._game.heuristics:
            self._ending = heuristics_of(self._game).ending
            self._foresight = foresight or Foresight(self._game)
        self._work = self._judged_all()

    def work(self, budget_ms: float) -> bool:
        """Continue judging for the given time.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.

        Returns:
            True if more is known than before.
        """
        before = self.foreseen, self.searched
        _, self.over = run_slice(self._work, budget_ms)
        if self.over:
            self._solver = self._foresight = None  # free the memory of their tables
        return self.over or (self.foreseen, self.searched) != before

    @property
    def foreseen(self) -> int:
        """The number of decisions judged by what could be known."""
        return sum(each.foreseen is not None for each in self.decisions)

    @property
    def searched(self) -> int:
        """The number of decisions searched with all hands open."""
        return sum(each.verdict is not None for each in self.decisions)

    @property
    def matters(self) -> bool:
        """Return True if any decision mattered."""
        return any(each.matters for each in self.decisions)

    def decisive(self, most: int = MOST) -> list[Decision]:
        """Return the decisions that mattered most, in order.

        Decisions that were worse by what could be known come first, then those that lost most as the cards
        lay. If none mattered, the nearest ones are returned.

        Args:
            most: The largest number to return.
        """
        found = [each for each in self.decisions if each.matters] or self.decisions
        worse = [each for each in found if each.worse]
        worse.sort(key=lambda each: -(each.foreseen.loss if each.foreseen else 0))
        lost = [each for each in found if each.lost and not each.worse]
        lost.sort(key=lambda each: -(each.verdict.cost if each.verdict else 0))
        return sorted((*worse, *lost)[:most], key=lambda each: each.step)

    # Judging

    def _judged_all(self) -> Iterator[None]:
        """Judge all decisions: first by what could be known, which is quicker.

        With all hands open the last decision is searched first, as its results serve the earlier ones.
        """
        watched = ObservedDeal.start(self._line[0].state, seats=[self.seat])
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

    def _foreseen(self, watched: ObservedDeal, of: Decision) -> Work[DecisionAnalysis | None]:
        if self._foresight is None or not self._game.inference:
            return None
        view, seen = watched.state.view(self.seat), watched.histories[self.seat]
        gone = gone_before(self._line[0].state)
        if of.silence:
            return (yield from self._foresight.foresee_silence(view, seen, of.calls, gone))
        return (yield from self._foresight.foresee(view, seen, of.action, gone))

    def _instead(self, of: Decision) -> Work[tuple[Moment, ...]]:
        """Return the better action and the play after it.

        The play is best play if it can be searched, else by rules of thumb.
        """
        if of.better is None:
            return ()
        at = replace(self._line[of.step], before=None)
        line = [at]
        if of.better != PASS or at.state.to_act == self.seat:
            line.append(at.next_moment(self.seat, of.better))
        while (turn := line[-1].state.to_act) is not None:
            state, solver = line[-1].state, self._solver
            if solver and not solver.why_unsolvable(state) and not solver.takes_long(state):
                search = solver.search(state, aim_of(solver, self._ending, state, self.seat))
                while not search.step(_SLICE_MS):
                    yield
                found = search.solution.line if search.solution else ()
                for seat, action in found:
                    line.append(line[-1].next_moment(seat, action))
                if found:
                    continue
            if not self._game.heuristics:
                break
            advice = heuristics_of(self._game).advice(state, turn, state.actions())
            line.append(line[-1].next_moment(turn, advice.action))
            yield
        return tuple(line)


def _silences(line: Sequence[Moment], seat: Seat) -> Iterator[Decision]:
    """Yield the calls that a seat never made, each at its last opportunity.

    A seat that called later did not keep silent. Calls that were possible only while others acted, and forced
    ones, do not count.
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
    """Return True if a seat had an alternative: another card, or no call."""
    if before.to_act != seat:
        return True
    able = before.actions() if before.game.is_call(made) else before.plays()
    return len({before.game.alike(action) for action in able}) > 1


# Describing a decision


TRICKS: Final = 2
"""The number of tricks shown after the better action."""


def describe_cost(of: Decision) -> str:
    """Describe the cost of a decision in a few sentences; empty if it has none."""
    verdict = str(of.verdict.text) if of.verdict else ""
    if of.luck == "bad" and of.foreseen:
        return catalogue.say("review.luck.bad", verdict=verdict, deals=sample_text(of.foreseen))
    if not of.worse or of.foreseen is None:
        return _as_cards_lay(verdict) if of.lost else ""
    values = {
        "what": better_action_name(of),
        "more": gain_text(of.foreseen),
        "deals": sample_text(of.foreseen),
    }
    if of.luck == "good":
        return joined([catalogue.say("review.luck.good", **values), _key_figures(of.foreseen)])
    worse = joined([catalogue.say("review.worse", **values), _key_figures(of.foreseen)])
    return f"{_as_cards_lay(verdict)} {worse}" if of.lost else worse


def _as_cards_lay(verdict: str) -> str:
    """Put a verdict in a sentence: "As the cards lay, this costs East 2 card points."."""
    return catalogue.say("review.open", verdict=verdict[:1].lower() + verdict[1:])


def in_words(of: Decision, *, reason: bool = True) -> str:
    """Describe the cost of a decision without figures of the review; empty if it has none.

    Args:
        reason: Whether it says why.
    """
    if of.luck == "bad" and of.verdict:
        return catalogue.say("review.words.bad", verdict=str(of.verdict.loss))
    if not of.worse or of.foreseen is None:
        return _as_cards_lay(str(of.verdict.text)) if of.lost and of.verdict else ""
    said = catalogue.say(
        f"review.words.{_gain(of.foreseen)}", what=better_action_name(of), n=_rounded(of.foreseen)
    )
    if reason:
        said = _with_reason(said, of.foreseen)
    return catalogue.say("review.words.good", said=said) if of.luck == "good" else catalogue.capital(said)


def _with_reason(said: str, of: DecisionAnalysis) -> str:
    """Return a sentence about a gain with its reason in words, as far as the trials prove one."""
    reason = of.reason
    if reason is None:
        return said
    if key := reason.key:
        values = {"seat": seat_name(key.seat), "card": the_card(key.card), "said": said}
        return catalogue.say(f"review.reason.{'likely' if key.held else 'unlikely'}", **values)
    if not reason.worse:
        return catalogue.say(f"review.reason.{'never' if of.every else 'hardly'}", said=said)
    how = "mostly" if reason.mostly else "seldom" if reason.seldom else ""
    return catalogue.say(f"review.reason.{how}", said=said) if how else said


def _key_figures(of: DecisionAnalysis) -> str:
    """State how likely the card of the reason is, and what depends on it; empty for no such card."""
    key = of.reason.key if of.reason else None
    if key is None:
        return ""
    scale = 100 if _counts_wins(of) else 1
    gains = {
        name: true_minus(f"{scale * gain:+.1f}")
        for name, gain in (("more", key.gain), ("other", key.otherwise))
    }
    values = {"seat": seat_name(key.seat), "card": the_card(key.card), "n": round(100 * key.share)}
    return catalogue.say("review.reason.figures", held=int(key.held), **values, **gains)


def _gain(of: DecisionAnalysis) -> str:
    """Return the end of the key for a gain in words: its unit, or that it is little."""
    if _counts_wins(of):
        return "of a hundred"
    return "little" if of.loss < _ONE else of.unit


def _rounded(of: DecisionAnalysis) -> int:
    return round(100 * of.loss if _counts_wins(of) else of.loss)


def _counts_wins(of: DecisionAnalysis) -> bool:
    """Return True if gains are shares of deals, which are said of a hundred."""
    return of.unit in (*YES_OR_NO, "deals won")


def finding_of_decision(of: Decision) -> Finding:
    """Return the finding about a decision: `lost` with open hands, `worse` by what was known, or `good`."""
    ways = [way for way, is_so in (("lost", of.lost), ("worse", of.worse)) if is_so]
    claim = " ".join(ways or ["good"]) + (f", better {of.better}" if of.better else "")
    return Finding(claim, describe_cost(of))


def show_decision(of: Decision) -> render.ReviewedDecision:
    """Return a decision for display, with the play after the better action."""
    line = Line(of.instead)
    tricks = "".join(render.trick_list(line.rows[:TRICKS], interactive=False)) if line else ""
    label = catalogue.say("table.review.instead", what=better_action_name(of)) if line else ""
    return render.ReviewedDecision(
        of.step,
        of.trick,
        decision_text(of),
        in_words(of),
        in_words(of, reason=False),
        describe_cost(of),
        "" if of.silence else of.action,
        None if of.better == PASS or (of.worse and of.foreseen and of.foreseen.silent) else of.better,
        (label, tricks),
        punishing_hands(of),
    )


def punishing_hands(of: Decision) -> dict[Seat, tuple[Card, ...]]:
    """Return the hands of others in the deal that punishes a decision; empty for none."""
    found = of.foreseen
    if found is None or found.against is None:
        return {}
    hands = found.against.view(None).hands
    return {
        seat: cards for seat, cards in hands.items() if seat != found.seat and cards and HIDDEN not in cards
    }


def decision_text(of: Decision, said: str = "") -> str:
    """Return a decision with its trick and action, in words.

    Args:
        said: What is said about it, in sentences.
    """
    what = catalogue.say("review.nothing_said") if of.silence else action_name(of.action)
    return catalogue.say("review.decision", n=of.trick, what=what, told=said).strip()


def better_action_name(of: Decision) -> str:
    """Name the better action within a sentence: "the ace of hearts"; empty for none."""
    action = of.better
    if action is None:
        return ""
    if of.worse and of.foreseen and of.foreseen.silent:
        return catalogue.say("review.silence")
    if action.card:
        return str(the_card(action.card))
    return catalogue.say("review.said", what=action_name(action))


def gain_text(of: DecisionAnalysis) -> str:
    """State the gain of the better action with its error: "1.2 ± 0.4 lines more"."""
    wins = _counts_wins(of)
    numbers = [100 * each if wins else each for each in (of.loss, of.error)]
    places = 0 if numbers[0] >= 10 else 1 if numbers[0] >= 1 else 2
    told = " ± ".join(f"{number:.{places}f}" for number in numbers if number)
    return catalogue.say("review.more.of a hundred" if wins else f"review.more.{of.unit}", n=told)


def sample_text(of: DecisionAnalysis) -> str:
    """State the number of deals examined and how: "40 deals, played on"."""
    key = "every" if of.every else "drawn"
    return catalogue.say(f"review.deals.{key}", n=of.deals, played=int(not of.solved))


# A hint is the rule of thumb, unless the review would call that a mistake; then it is the better action. The
# analysis starts when the reader's turn begins, so that a hint needs no waiting and the review can reuse it.

HINT_STEPS: Final = 2
"""The number of steps of a hint."""


class Hint:
    """A hint for one moment.

    Attributes:
        recommendation: The advised action; None before it has been computed.
    """

    def __init__(
        self, foresight: Foresight, view: View[Any], seen: SeatHistory, gone: Sequence[Card]
    ) -> None:
        """Prepare the analysis.

        Args:
            view: The reader's view at their turn.
            seen: Everything that the reader has seen in the deal.
            gone: The cards of tricks that were over before `seen` begins.
        """
        self.recommendation: Recommendation | None = None
        self._work = self._weighed(foresight.advise(view, seen, gone))

    def weigh(self, budget_ms: float) -> bool:
        """Analyse for the given time.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.

        Returns:
            True if the advice is ready.
        """
        run_slice(self._work, budget_ms)
        return self.recommendation is not None

    def _weighed(self, work: Work[Recommendation]) -> Iterator[None]:
        self.recommendation = yield from work


def hint_text(advised: Recommendation, step: int) -> str:
    """Return the text of a hint at one of its steps.

    Args:
        step: The step, from 1; if nothing can be chosen, the first is complete.
    """
    thumb, instead = advised.thumb, advised.instead
    if instead is None:
        rule = thumb.sentence if step >= HINT_STEPS or not thumb.key else catalogue.say(thumb.key)
        return catalogue.say("table.hint.rule", rule=rule)
    if step < HINT_STEPS:
        key = "say" if advised.call else "none" if thumb.key in ("", "heuristic.any") else "other"
        return catalogue.say(f"table.hint.{key}", rule=catalogue.say(thumb.key or "heuristic.only"))
    key = "call" if advised.call else "better"
    names = {"what": action_name(advised.action), "thumb": action_name(thumb.action)}
    return catalogue.capital(
        catalogue.say(f"table.hint.{key}", more=gain_text(instead), deals=sample_text(instead), **names)
    )
