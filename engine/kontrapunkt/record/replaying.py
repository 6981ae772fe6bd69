"""Replaying a record, deal after deal of a session, and checking its claims."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kontrapunkt.core.action import CHANCE, Action, Seat, known_seat
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import Claim, Deal, Move, Record, RecordError, nearest, short
from kontrapunkt.core.interface import Game, OptionError, Session, State, UnsettledError, View
from kontrapunkt.core.messages import clause, say, seat_name
from kontrapunkt.core.options import preset_now
from kontrapunkt.core.registry import GAMES, UnknownGame, game_class
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.record.text import read_card, read_seat

DRAW = "draw"
"""The verb of a chance event in which a seat draws a card that nobody else sees.

`draw 7C` for the seat that has just acted, `draw N 7C` for another. A card alone is turned up for all to see.
"""

SHOW = "show"
"""The verb of a chance event in which a seat shows cards: `show N 7C TH`.

The cards stay in its hand. A full record has no such event, as it names all cards; a record of a seat's own
view needs it.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a seat in a replay.

    Chance events belong to the action before them.

    Attributes:
        seat: The seat that acted.
        state: The state after it.
        comment: The record's comment on it, in Markdown; empty for none.
        claim: The record's claim of the trick's result, already checked; None for none.
        line: The line of the action.
    """

    seat: Seat
    action: Action
    state: State
    comment: str
    claim: Claim | None
    line: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A deal of a record, replayed.

    Attributes:
        deal: The deal in it.
        game: The game with the record's options.
        start: The state before the first action; its `session` is the session before the deal.
        steps: The actions of the seats, in order.
    """

    record: Record
    deal: Deal
    game: Game
    start: State
    steps: tuple[Step, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """The first state, then the state after each step."""
        return (self.start, *(step.state for step in self.steps))

    @property
    def done(self) -> list[tuple[Seat, str]]:
        """The actions in order, each with its seat."""
        return [(step.seat, step.action) for step in self.steps]

    @property
    def end(self) -> State:
        """The state after the last step."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def after(self) -> Session | None:
        """The session after the deal.

        None if the deal is not over, or too little is known.
        """
        return session_after(self.end) if self.end.to_act is None else None


def session_after(end: State) -> Session | None:
    """Return the session after a deal.

    Args:
        end: The deal's last state.

    Returns:
        None if the record says too little about earlier play.

    Raises:
        ValueError: while the deal is going on.
    """
    try:
        return end.session.after(end)
    except UnsettledError:
        return None


def game_of(record: Record) -> Game:
    """Return the game of a record, with its options.

    Raises:
        RecordError: if there is no such game, preset, option or value; it suggests a similar one.
    """
    if "Game" not in record.tags:
        raise RecordError(say("replay.no_game", games=", ".join(GAMES)))
    try:
        found = game_class(short(record.tags["Game"]))
    except UnknownGame as error:
        raise RecordError(str(error), record.lines.get("Game", 1)) from None
    line = record.lines.get("Options", 1)
    chosen = dict(record.options())
    preset = preset_now(chosen.pop("preset", None), found.presets)
    known = [option.key for option in found.known_options]
    for key in chosen:
        if key not in known and (near := nearest(key, [*known, "preset"])):
            raise RecordError(say("replay.option.near", key=short(key), near=near), line)
    if preset and preset not in found.presets and (near := nearest(preset, found.presets)):
        raise RecordError(say("replay.preset.near", preset=short(preset), near=near), line)
    try:
        return found(preset, **chosen)
    except OptionError as error:
        raise RecordError(str(error), line) from None


def replay(record: Record, deal: int = 0) -> Replay:
    """Replay a deal of a record and the deals before it, and check their claims.

    Args:
        record: The record; none of the deal's cards may be hidden.
        deal: The number of the deal, from 0.

    Raises:
        RecordError: with the line of an impossible start, of a refused action, of a wrong claim, or of a deal
            that cannot follow the one before it.
    """
    return _replayed(record, deal, False)


def replay_session(record: Record, *, unseen: bool = False) -> tuple[Replay, ...]:
    """Replay all deals of a record, each in the session after the one before it.

    Args:
        unseen: True to allow hidden cards; the states of such a deal can only be viewed.

    Raises:
        RecordError: as for `replay`.
    """
    return tuple(_replays(record, len(record.deals), unseen))


def record_view(record: Record, seat: Seat | None, at: int | None = None, deal: int = 0) -> View[Any]:
    """Return a seat's view of a record, which may hide cards.

    Args:
        seat: The viewer; None for everything that the record shows.
        at: The number of actions before the view; None for all of them.
        deal: The number of the deal, from 0.

    Raises:
        RecordError: as for `replay`.
    """
    states = _replayed(record, deal, True).states
    return states[-1 if at is None else min(at, len(states) - 1)].view(seat)


def _replayed(record: Record, number: int, unseen: bool) -> Replay:
    if not 0 <= number < len(record.deals):
        raise IndexError(f"the record has no deal {number}")
    return list(_replays(record, number + 1, unseen))[-1]


def _replays(record: Record, count: int, unseen: bool) -> Iterator[Replay]:
    """Yield the first deals in turn.

    Those before the last may have hidden cards, as all cards have been seen by their end.
    """
    game = game_of(record)
    session = None
    for number, deal in enumerate(record.deals[:count], 1):
        last = number == count
        hides = deal.hidden and (unseen or not last)
        start = _started(game, deal, hides, session)
        played = Replay(record, deal, game, start, tuple(_steps(game, start, deal.moves, hides)))
        yield played
        if not last:
            session = _left_by(played, number, record.deals[number])


def _left_by(played: Replay, number: int, following: Deal) -> Session:
    """Return the session that a deal leads to, for the following one."""
    turn = played.end.to_act
    session = played.after
    if session is None:
        key = "replay.unsettled" if turn is None else "replay.unfinished"
        text = say(key, number=number, seat=seat_name(turn) if turn else "")
        raise RecordError(text, following.line("start"))
    return session


def _started(game: Game, deal: Deal, unseen: bool, session: Session | None) -> State:
    try:
        return game.start(deal, unseen=unseen, session=session)
    except PositionError as error:
        line = next((fault.line for fault in error.faults if fault.line), deal.line("start"))
        raise RecordError(str(error), line) from error


def _steps(game: Game, state: State, moves: tuple[Move, ...], unseen: bool) -> Iterator[Step]:
    numbered = any(move.trick is not None for move in moves)
    deeds: list[tuple[Move, list[Move]]] = []  # each with the chance events after it
    for move in moves:
        if move.actor == CHANCE and deeds:
            deeds[-1][1].append(move)
        else:
            deeds.append((move, []))
    for move, seen in deeds:
        if move.actor == CHANCE:
            raise _error(move, "replay.chance.stray", card=short(move.action))
        turned = next((each for each in seen if each.action.verb not in (DRAW, SHOW)), None)
        seat = known_seat(move.actor)
        if unseen:
            state = state.assuming(seat, move.action, turned.action if turned else None)
        if move.trick is not None and (number := state.view(None).trick_number) != move.trick:
            raise _error(move, "replay.number", number=number, claimed=move.trick)
        before = state
        try:
            state = state.apply(move.action, seat)
        except Refusal as refusal:
            raise _refused(move, refusal) from refusal
        for each in seen:
            if each is turned:
                _check_turned(state, each)
                continue
            holder, cards = _seen_by(each, seat)
            for card in cards:  # does nothing in a full deal, which has them already
                state = state.having_drawn(holder, card)
            if each.action.verb == DRAW:
                _check_drawn(before, state, each, holder, *cards)
        for each in seen:  # only after all draws: a card shown may end the deal, and others then show theirs
            if each.action.verb == SHOW:
                _check_shown(state, each, *_seen_by(each, seat))
        claim = next((each.claim for each in reversed([move, *seen]) if each.claim), None)
        if claim:
            _check_claim(game, before, state, claim, numbered)
        comment = "\n\n".join(filter(None, (each.comment for each in (move, *seen))))
        yield Step(seat, Action(move.action), state, comment, claim, move.line)


def _error(at: Move | Claim, sentence: str, /, **values: object) -> RecordError:
    return RecordError(say(sentence, **values), at.line, at.column)


def _refused(move: Move, refusal: Refusal) -> RecordError:
    """Return a refusal as an error of the record, with the rule and the seat."""
    why = {"reason": clause(refusal.said), "rule": refusal.rule}
    return _error(move, "replay.refused", seat=seat_name(move.actor), action=short(move.action), **why)


def _check_turned(state: State, shown: Move) -> None:
    if state.chance != shown.action:
        key = "seen" if str(state.chance) == HIDDEN else "other" if state.chance else "stray"
        claimed = short(shown.action)
        raise _error(shown, f"replay.chance.{key}", card=state.chance or claimed, claimed=claimed)


def _seen_by(told: Move, actor: Seat) -> tuple[Seat, list[Card]]:
    """Return the seat and the cards of an event; a draw without a seat is the actor's."""
    first, *rest = told.action.argument.split(" ")
    draws = told.action.verb == DRAW
    seat, named = (actor, [first]) if draws and not rest else (read_seat(first), rest)
    cards = [card for word in named if (card := read_card(word))]
    fit = len(cards) == 1 if draws else HIDDEN not in cards
    if seat is None or not cards or len(cards) < len(named) or not fit:
        raise _error(told, "replay.chance.stray", card=short(told.action))
    return seat, cards


def _check_drawn(before: State, after: State, told: Move, drawer: Seat, card: Card) -> None:
    new = cards_drawn(before, after, drawer)
    if card not in new:
        key = "replay.draw.seen" if HIDDEN in new else "replay.draw.other" if new else "replay.draw.none"
        raise _error(told, key, seat=seat_name(drawer), claimed=card, card=", ".join(new))


def _check_shown(state: State, told: Move, seat: Seat, cards: list[Card]) -> None:
    other = next(each for each in state.game.seats if each != seat)
    lacking = Counter(cards) - Counter(state.view(other).hands[seat])
    if lacking:
        raise _error(told, "replay.show", seat=seat_name(seat), cards=", ".join(lacking))


def cards_shown(before: State, after: State, viewer: Seat) -> dict[Seat, tuple[Card, ...]]:
    """Return the cards of other hands that an action has shown to a seat.

    Hands without any are left out.

    Args:
        before: The state before the action.
        after: The state after it.
        viewer: The seat.
    """
    had, has = before.view(viewer).hands, after.view(viewer).hands
    found = {
        seat: tuple(card for card in (Counter(has[seat]) - Counter(had[seat])).elements() if card != HIDDEN)
        for seat in has
        if seat != viewer
    }
    return {seat: cards for seat, cards in found.items() if cards}


def cards_drawn(before: State, after: State, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that an action has brought into a hand from an unseen place.

    A card that was face down in front of the seat and returns to its hand does not count.

    Args:
        before: The state before the action.
        after: The state after it.
        seat: The seat, which sees its own cards.
    """
    earlier, later = before.view(seat), after.view(seat)
    had, has = Counter(earlier.hands[seat]), Counter(later.hands[seat])
    lay = {card for laid in earlier.laid for card in laid.cards if card != HIDDEN}
    return tuple(card for card in (has - had).elements() if str(card) != after.chance and card not in lay)


def _check_claim(game: Game, before: State, after: State, claim: Claim, numbered: bool) -> None:
    last = after.view(None).finished(before.view(None))
    if last is None:
        raise _error(claim, "replay.claim.early")
    winner_rule, points_rule = game.trick_rules
    trick = say("replay.trick.number" if numbered else "replay.trick", number=last.number)
    if last.winner != claim.winner:
        values = {"winner": seat_name(last.winner), "claimed": seat_name(claim.winner), "rule": winner_rule}
        raise _error(claim, "replay.claim.winner", trick=trick, **values)
    if claim.card_points not in (None, last.card_points):
        points = {"points": last.card_points or 0, "claimed": claim.card_points, "rule": points_rule}
        raise _error(claim, "replay.claim.points", trick=trick, **points)
