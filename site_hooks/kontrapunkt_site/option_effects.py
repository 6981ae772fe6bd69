"""The effects of an option: what changes in a deal if the players agree on another value.

A deal is played again under the other value, action by action, until it cannot go on. The same comparison
serves a page, for its examples, and `python -m tests.benchmarks.option_counts`, for random deals.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from kontrapunkt.core.action import CHANCE, Action, Seat, known_seat
from kontrapunkt.core.deal import Deal, Move
from kontrapunkt.core.interface import Game, Session, State
from kontrapunkt.core.messages import (
    Text,
    action_name,
    capital,
    clause,
    listed,
    row,
    say,
    seat_name,
    the_card,
)
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.core.view_model import Result
from kontrapunkt.record.replaying import session_after

MOST_ACTIONS: Final = 3
"""The most actions that a sentence about a choice names."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference between two plays of the same deal.

    Attributes:
        kind: `start` if the deal cannot begin, `refused` if an action is illegal, `choice` if other actions
            are legal, `course` if a trick, a turn or a card turned up differs, `result`, or `session` if only
            the session's score differs.
        said: The difference in a sentence.
    """

    kind: str
    said: Text


# Comparison ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparedDeal:
    """A deal as it was played.

    Attributes:
        game: The game that it was played by.
        deal: The deal with its actions.
        moves: The actions of the seats, each with the card that it turned up.
        states: The state before each of them, and the last one.
        choices: The legal actions of the acting seat in each state; none with hidden cards.
        result: Its result; None while it goes on, or with hidden cards.
        session: The session after it; None while it goes on, or if its record says too little.
    """

    game: Game
    deal: Deal
    moves: tuple[tuple[Move, Action | None], ...]
    states: tuple[State, ...]
    choices: tuple[tuple[Action, ...], ...]
    result: Result | None
    session: Session | None


def play_deals(game: Game, deals: Sequence[Deal], *, sessions: bool = True) -> Iterator[ComparedDeal]:
    """Yield the deals of a session, played as recorded; claims are not checked.

    Args:
        sessions: True to work out the session after the last deal, too.

    Raises:
        PositionError: if a deal cannot begin like this.
        Refusal: if an action is illegal.
    """
    session: Session | None = None
    for place, deal in enumerate(deals):
        if place and session is None:
            return
        hidden = deal.hidden
        state = game.start(deal, unseen=hidden, session=session)
        states, choices, moves = [state], list[tuple[Action, ...]](), tuple(_moves(deal.moves))
        for move, turned in moves:
            seat = known_seat(move.actor)
            choices.append(() if hidden else state.actions(seat))
            state = _applied(state, move.action, seat, turned, hidden)
            states.append(state)
        choices.append(() if hidden or not state.to_act else state.actions())
        result = None if hidden or state.to_act else state.result()
        wanted = result and (sessions or place + 1 < len(deals))
        session = session_after(state) if wanted else None
        if session:
            _session_parts(session)  # a watched game notes what they depend on
        yield ComparedDeal(game, deal, moves, tuple(states), tuple(choices), result, session)


def compare_deals(played: Sequence[ComparedDeal], other: Game) -> Iterator[Effect]:
    """Yield the effects of other options on the deals of a session; at most one of each kind in a deal.

    Args:
        played: The deals; the sessions after them are compared where they are known.
        other: The same game with other options.
    """
    session: Session | None = None
    for one in played:
        end = yield from _effects(one, other, session)
        session = session_after(end) if end and one.session else None
        if not (session and one.session):
            return
        if said := _session_effect(one.session, session):
            yield Effect("session", said)
            return


def _effects(
    played: ComparedDeal, other: Game, session: Session | None
) -> Generator[Effect, None, State | None]:
    """Yield the effects on a deal.

    Returns:
        Its last state under the other options; None if the deals after it are not to be compared.
    """
    hidden = played.deal.hidden
    try:
        state, alone = _started(played, other, session)
    except PositionError as error:
        yield Effect("start", say("effects.start", reason=clause(error.faults[0].said)))
        return None
    chosen = False
    for usual, choice, after, (move, turned) in zip(
        played.states, played.choices, played.states[1:], played.moves, strict=False
    ):
        if said := _turn_effect(usual, state):
            yield Effect("course", said)
            return None
        seat = known_seat(move.actor)
        if not (hidden or chosen) and (said := _choice_effect(choice, state.actions(seat), seat)):
            yield Effect("choice", said)
            chosen = True
        try:
            state = _applied(state, move.action, seat, turned, hidden)
        except Refusal as refusal:
            yield Effect("refused", _refused(seat, move.action, refusal))
            return None
        if not hidden and state.chance != after.chance:
            yield Effect("course", say("effects.turned", seat=seat_name(seat)))
            return None
    usual = played.states[-1]
    if said := _trick_effect(usual, state) or _turn_effect(usual, state):
        yield Effect("course", said)
        return None
    if usual.to_act:
        choice = played.choices[-1]
        if not (hidden or chosen) and (said := _choice_effect(choice, state.actions(), usual.to_act)):
            yield Effect("choice", said)
        return None
    if played.result and (said := _result_effect(played.result, state.result())):
        yield Effect("result", said)
        return None
    if alone:
        yield Effect("session", say("effects.session.other"))
        return None
    return state


def _started(played: ComparedDeal, other: Game, session: Session | None) -> tuple[State, bool]:
    """Return the first state of a deal under other options, and True if only without the session's facts.

    Raises:
        PositionError: if it cannot begin without them, either.
    """
    try:
        return other.start(played.deal, unseen=played.deal.hidden, session=session), False
    except PositionError:
        alone = _without_session(played)
        if alone is None:
            raise
        return other.start(alone), True


def _without_session(played: ComparedDeal) -> Deal | None:
    """Return a deal without the facts of its session; None if it has none, or begins in the middle."""
    deal, keys = played.deal, {*played.game.session_facts}
    if deal.position or deal.hidden or keys.isdisjoint(deal.facts):
        return None
    return replace(deal, facts={key: text for key, text in deal.facts.items() if key not in keys})


def _applied(state: State, action: Action, seat: Seat, turned: Action | None, hidden: bool) -> State:
    """Return the state after an action, which may show a hidden card."""
    return (state.assuming(seat, action, turned) if hidden else state).apply(action, seat)


def _moves(moves: Sequence[Move]) -> Iterator[tuple[Move, Action | None]]:
    """Yield the actions of the seats, each with the card that it turns up."""
    for place, move in enumerate(moves):
        if move.actor != CHANCE:
            following = moves[place + 1] if place + 1 < len(moves) else None
            yield move, following.action if following and following.actor == CHANCE else None


# Sentences -------------------------------------------------------------------------------------------------


def _refused(seat: str, action: Action, refusal: Refusal) -> Text:
    return say(
        "effects.refused", seat=seat_name(seat), action=_listed([action]), reason=capital(refusal.said)
    )


def _turn_effect(usual: State, changed: State) -> Text:
    """Return the sentence if another seat is to act, or none; empty if the turns are the same."""
    if usual.to_act == changed.to_act:
        return ""
    if changed.to_act is None:
        return say("effects.ends")
    if usual.to_act is None:
        return say("effects.goes_on")
    said = _trick_effect(usual, changed)
    return said or say("effects.turn", seat=seat_name(changed.to_act), usual=seat_name(usual.to_act))


def _trick_effect(usual: State, changed: State) -> Text:
    """Return the sentence about the first trick that differs; empty for none."""
    for one, other in zip_longest(usual.view(None).tricks, changed.view(None).tricks):
        if one is None or other is None:
            return say("effects.trick.other", n=(one or other).number)
        if one.winner != other.winner:
            values = {"winner": seat_name(other.winner), "usual": seat_name(one.winner)}
            return say("effects.trick.winner", n=one.number, **values)
        if one.card_points != other.card_points:
            return say("effects.trick.points", n=one.number, points=other.card_points, usual=one.card_points)
    return ""


def _choice_effect(usual: Sequence[Action], changed: Sequence[Action], seat: str) -> Text:
    """Return the sentence about actions that are legal under one value only; empty for none."""
    if usual == changed:
        return ""
    more = [action for action in changed if action not in usual]
    fewer = [action for action in usual if action not in changed]
    if not (more or fewer):
        return ""
    key = "both" if more and fewer else "more" if more else "fewer"
    return say(f"effects.choice.{key}", seat=seat_name(seat), more=_listed(more), fewer=_listed(fewer))


def _listed(actions: Sequence[Action]) -> Text:
    """Return actions as they follow “may”: "play the ten of hearts or choose “Re”"; empty for none."""
    cards = [the_card(action.card) for action in actions if action.card]
    others = [say("effects.quoted", action=action_name(action)) for action in actions if not action.card]
    parts: list[Text] = []
    if cards:
        parts.append(say("effects.play", cards=_some(cards)))
    if others:
        parts.append(say("effects.do", actions=_some(others)))
    return listed("or", parts) if parts else ""


def _some(names: Sequence[Text]) -> Text:
    """Return the first of some names, and the number of the others."""
    shown = [*names[:MOST_ACTIONS]]
    if len(names) > MOST_ACTIONS:
        shown.append(say("effects.choice.others", n=len(names) - MOST_ACTIONS))
    return listed("or", shown)


def _result_effect(usual: Result, changed: Result) -> Text:
    """Return the sentence about two results; empty if they are worth the same."""
    if replace(usual, said="", items=()) == replace(changed, said="", items=()):
        return ""
    if usual.unit != changed.unit:
        return say("effects.result.unit", unit=changed.unit, usual=usual.unit)
    now, then = _different_ends(str(usual.said), str(changed.said))
    if not then:
        return say("effects.result", result=_numbers(changed), usual=_numbers(usual))
    return say("effects.result.said", result=then, usual=now)


def _different_ends(one: str, other: str) -> tuple[str, str]:
    """Return two sentences without the clauses that they begin with alike, and without a full stop."""
    first, second = one.rstrip(".").split("; "), other.rstrip(".").split("; ")
    while first and second and first[0] == second[0]:
        del first[0], second[0]
    return "; ".join(first), "; ".join(second)


def _numbers(result: Result) -> Text:
    """Return the numbers of a result, each once with its seats."""
    seats: dict[int, list[Text]] = {}
    for seat, number in result.seats.items():
        seats.setdefault(number, []).append(seat_name(seat))
    sign = {number: f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0" for number in seats}
    parts = [say("effects.number", seats=listed("and", some), n=sign[n]) for n, some in seats.items()]
    return row(parts, ", ")


def _session_parts(session: Session) -> tuple[object, ...]:
    return session.facts, session.over, session.dealers, session.scores


def _session_effect(usual: Session, changed: Session) -> Text:
    """Return the sentence about two sessions; empty if both go on alike."""
    if _session_parts(usual) == _session_parts(changed):
        return ""
    if changed.over and not usual.over:
        return say("effects.session.over")
    if usual.over and not changed.over:
        return say("effects.session.goes_on")
    if str(usual.standing) == str(changed.standing):
        return say("effects.session.dealer" if usual.dealers != changed.dealers else "effects.session.other")
    return say("effects.session", standing=clause(changed.standing), usual=clause(usual.standing))
