"""Rules of thumb: what a beginner is told to do, in an ordered list, of which the first that applies acts.

A game's `heuristics` is such a list by phase. Each rule of thumb looks at what one seat sees, as a sight of
its kind of game tells it, names the actions that it would have, and picks one of them. Nothing is drawn by
chance, and nothing is looked at that the seat does not see: the whole of a state gives the same advice as
its view.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from kontrapunkt.core.interface import PASS, Action, Seat, State
from kontrapunkt.core.messages import Message, action_name, say

type Pick[S] = Callable[[S, Sequence[str]], str]


class Sight(Protocol):
    """What a rule of thumb looks at: what one seat sees at a moment.

    Attributes:
        actions: What the seat may do.
    """

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class RuleOfThumb[S: Sight]:
    """One rule of thumb.

    Attributes:
        key: Its id, and the key of the sentence that says it: `thumb.km.draw`.
        among: The actions that it would have at a moment; none where it does not apply.
        pick: Which of several it takes; the first unless given.
    """

    key: str
    among: Callable[[S], Sequence[str]]
    pick: Pick[S] = lambda sight, actions: actions[0]

    @property
    def said(self) -> Message:
        """The rule of thumb as a sentence."""
        return say(self.key)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a rule of thumb says.

    Attributes:
        action: What to do.
        key: The rule of thumb's id; empty where there was nothing to choose.
    """

    action: Action
    key: str

    @property
    def said(self) -> Message:
        """The rule of thumb and what it comes to, as a sentence."""
        return say("thumb.cited", rule=say(self.key or "thumb.only"), what=action_name(self.action))


@dataclass(frozen=True, slots=True)
class EndgameRule:
    """Endings that are solved rather than played on by rules of thumb.

    Attributes:
        fits: Whether a moment, all cards known, is one.
        goal: What the solver is asked for a seat.
        gain: What a value of that goal brings the seat, in the unit of `Game.gains`; as much, unless given.
        open: Whether a moment is one at which those who act know all cards, so that it is solved even where
            it is come to by rules of thumb; it fits, too.
    """

    fits: Callable[[Any], bool]
    goal: Callable[[Any, Seat], str]
    gain: Callable[[Any, Seat, int], float] = lambda state, seat, value: value
    open: Callable[[Any], bool] = lambda state: False


@dataclass(frozen=True, slots=True)
class WinMargin:
    """How a player that tries actions in several deals tells a better one, where deals are only won or lost.

    Attributes:
        extra: What a finished deal brings a seat beside its gain, in the same unit, never more than that.
        trust: By how many standard errors an action has to be better than the rule of thumb's.
    """

    extra: Callable[[Any, Seat], float] | None = None
    trust: float = 0.3


@dataclass(frozen=True, eq=False)
class Heuristics:
    """The rules of thumb of a game.

    Attributes:
        sight: What a seat sees of a state, and may do.
        lists: The rules of thumb of each phase, in order; `calls` is asked in every phase, and out of turn.
        ending: Which endings need none, because they are solved; None for no such.
        follies: Rules of thumb that say what not to do, where anything else can be done.
        margin: What counts beside a finished deal's gain where deals are compared: see `WinMargin`.
        club: What a club player plays on by instead, and keeps to where nothing is better.
    """

    sight: Callable[[Any, Seat, tuple[Action, ...]], Sight]
    lists: Mapping[str, tuple[RuleOfThumb[Any], ...]]
    ending: EndgameRule | None = None
    follies: tuple[RuleOfThumb[Any], ...] = ()
    margin: WinMargin = WinMargin()
    club: "Heuristics | None" = None

    def __iter__(self) -> Iterator[RuleOfThumb[Any]]:
        lists = (*self.lists.values(), self.follies)
        return iter({each.key: each for thumbs in lists for each in thumbs}.values())

    def sensible(self, state: State, seat: Seat, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Some actions without those that are called a folly; all of them, if there are no others.

        Args:
            state: The moment, as the seat sees it or whole.
            seat: Whose turn it is to think.
            actions: What it may do.
        """
        if not self.follies:
            return actions
        sight = self.sight(state, seat, actions)
        avoided = {str(action) for folly in self.follies for action in folly.among(sight)}
        return tuple(action for action in actions if str(action) not in avoided) or actions

    def advice(self, state: State, seat: Seat, actions: tuple[Action, ...]) -> Advice:
        """What to do.

        Args:
            state: The moment, as the seat sees it or whole.
            seat: Whose turn it is to think; not to act, where it may only say something.
            actions: What it may do, at least one.
        """
        in_turn = state.to_act == seat
        if in_turn and len(actions) == 1:
            return Advice(actions[0], "")
        sight = self.sight(state, seat, actions)
        able = actions if in_turn else (*actions, PASS)  # a rule of thumb may think of more than is legal
        for thumb in chain(self.lists.get("calls", ()), self.lists.get(state.phase, ()) if in_turn else ()):
            among = [each for each in thumb.among(sight) if each in able]
            if among:
                chosen = thumb.pick(sight, among) if len(among) > 1 else among[0]
                return Advice(Action(chosen), thumb.key)
        if not in_turn:
            return Advice(PASS, "")
        quiet = (PASS,) if PASS in actions else state.game.without_calls(actions)
        return Advice((quiet or actions)[0], "thumb.any")
