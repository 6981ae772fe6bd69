"""Rules of thumb: a beginner's advice in an ordered list.

The first that applies decides. A game's `heuristics` has such a list for each phase. Each rule of thumb
examines a sight (the things that one seat sees, prepared for its family of games), lists the actions it
recommends, and picks one of them. Nothing is random, and nothing hidden from the seat is used: a whole state
gives the same advice as the seat's view.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from kontrapunkt.core.interface import PASS, Action, Seat, State
from kontrapunkt.core.messages import Message, action_name, say
from kontrapunkt.core.old_names import old_members

type Pick[S] = Callable[[S, Sequence[str]], str]


class Sight(Protocol):
    """The information that a rule of thumb uses: what one seat sees at a moment.

    Attributes:
        actions: The legal actions of the seat.
    """

    actions: tuple[Action, ...]


@dataclass(frozen=True)  # without slots: Python 3.12 notes the type on an instance of a generic class
class RuleOfThumb[S: Sight]:
    """One rule of thumb.

    Attributes:
        key: Its id, which is also the key of its sentence in the catalogue: `heuristic.km.draw`.
        among: A function that returns the recommended actions; none where the rule does not apply.
        pick: A function that picks one of several; by default the first.
    """

    key: str
    among: Callable[[S], Sequence[str]]
    pick: Pick[S] = lambda sight, actions: actions[0]

    @property
    def sentence(self) -> Message:
        """The rule of thumb as a sentence."""
        return say(self.key)


@dataclass(frozen=True, slots=True)
class HeuristicAdvice:
    """The advice of a rule of thumb.

    Attributes:
        action: The recommended action.
        key: The rule of thumb's id; empty if there was only one legal action.
    """

    action: Action
    key: str

    @property
    def sentence(self) -> Message:
        """The rule of thumb and the recommended action, as a sentence."""
        return say("heuristic.cited", rule=say(self.key or "heuristic.only"), what=action_name(self.action))


@dataclass(frozen=True, slots=True)
class EndgameRule:
    """Endgames that are solved and not played by rules of thumb.

    Attributes:
        fits: A predicate: is a state with all cards known such an endgame?
        goal: A function that returns the solver's goal for a seat.
        gain: A function that converts a value of that goal to the seat's gain, in the unit of `Game.payoffs`;
            unchanged by default.
        open: A predicate: do the players who still act know all cards? Such an endgame is also solved when
            rules of thumb have led to it. `fits` must hold for it, too.
    """

    fits: Callable[[Any], bool]
    goal: Callable[[Any, Seat], str]
    gain: Callable[[Any, Seat, int], float] = lambda state, seat, value: value
    open: Callable[[Any], bool] = lambda state: False


@dataclass(frozen=True, slots=True)
class WinMargin:
    """The comparison of actions in sampled deals that are only won or lost.

    Attributes:
        extra: A function that returns a bonus for a seat in a finished deal, in the unit of the gain and
            never larger than the gain.
        trust: The number of standard errors by which an action must be better than the rule of thumb's.
    """

    extra: Callable[[Any, Seat], float] | None = None
    trust: float = 0.3


@dataclass(frozen=True, eq=False)
class Heuristics:
    """The rules of thumb of a game.

    Attributes:
        sight: A function that makes the sight of a seat from a state and its legal actions.
        lists: The rules of thumb of each phase, in order; those of `calls` apply in every phase and out of
            turn.
        ending: The endgames that are solved instead; None for none.
        follies: Rules of thumb against actions; they apply where any other action is legal.
        margin: The bonus and the threshold in comparisons of actions: see `WinMargin`.
        club: The rules of thumb that the club player uses instead; None for these.
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
        """Return the actions without the follies; all of them if there are no others.

        Args:
            state: The state, whole or as the seat sees it.
            seat: The seat that decides.
            actions: Its legal actions.
        """
        if not self.follies:
            return actions
        sight = self.sight(state, seat, actions)
        avoided = {str(action) for folly in self.follies for action in folly.among(sight)}
        return tuple(action for action in actions if str(action) not in avoided) or actions

    def advice(self, state: State, seat: Seat, actions: tuple[Action, ...]) -> HeuristicAdvice:
        """Return the advice of the first rule of thumb that applies.

        Args:
            state: The state, whole or as the seat sees it.
            seat: The seat that decides; if it is not to act, it may only make a call.
            actions: Its legal actions, at least one.
        """
        in_turn = state.to_act == seat
        if in_turn and len(actions) == 1:
            return HeuristicAdvice(actions[0], "")
        sight = self.sight(state, seat, actions)
        able = actions if in_turn else (*actions, PASS)  # a rule of thumb may recommend illegal actions
        for thumb in chain(self.lists.get("calls", ()), self.lists.get(state.phase, ()) if in_turn else ()):
            among = [each for each in thumb.among(sight) if each in able]
            if among:
                chosen = thumb.pick(sight, among) if len(among) > 1 else among[0]
                return HeuristicAdvice(Action(chosen), thumb.key)
        if not in_turn:
            return HeuristicAdvice(PASS, "")
        quiet = (PASS,) if PASS in actions else state.game.without_calls(actions)
        return HeuristicAdvice((quiet or actions)[0], "heuristic.any")


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"Advice": HeuristicAdvice})
