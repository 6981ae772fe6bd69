"""Replaying a record through its game, checking its claims; and writing what was played as a record."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kontrapunkt import words
from kontrapunkt.game import CHANCE, SEATS, Action, Game, OptionError, Seat, State, View, seat_name
from kontrapunkt.games import UnknownGame, game_class, registered
from kontrapunkt.record.model import Claim, Deal, Move, Record, RecordError, nearest, short
from kontrapunkt.rules import PositionError, Refusal


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a seat, as replayed; a card that chance showed belongs to the action before it.

    Attributes:
        seat: Who acted.
        action: What they did.
        state: The state after it.
        comment: What the record says about it, in Markdown; empty for nothing.
        claim: What the record says the trick came to; None for nothing. It has been checked.
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
        record: The record.
        deal: The deal of it.
        game: The game with the record's options.
        start: The state before the first action.
        steps: The actions of the seats, in order.
    """

    record: Record
    deal: Deal
    game: Game
    start: State
    steps: tuple[Step, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """The start, then the state after each step."""
        return (self.start, *(step.state for step in self.steps))

    @property
    def end(self) -> State:
        """The state after the last step."""
        return self.steps[-1].state if self.steps else self.start


def game_of(record: Record) -> Game:
    """The game of a record, with its options.

    Raises:
        RecordError: if there is no such game, preset, option or value; it suggests what was meant.
    """
    if "Game" not in record.tags:
        raise RecordError(words.say("replay.no_game", games=", ".join(registered())))
    try:
        found = game_class(short(record.tags["Game"]))
    except UnknownGame as error:
        raise RecordError(str(error), record.lines.get("Game", 1)) from None
    line = record.lines.get("Options", 1)
    chosen = dict(record.options())
    preset = chosen.pop("preset", None)
    known = [option.key for option in found.known_options]
    for key in chosen:
        if key not in known and (near := nearest(key, [*known, "preset"])):
            raise RecordError(words.say("replay.option.near", key=short(key), near=near), line)
    if preset and preset not in found.presets and (near := nearest(preset, found.presets)):
        raise RecordError(words.say("replay.preset.near", preset=short(preset), near=near), line)
    try:
        return found(preset, **chosen)
    except OptionError as error:
        raise RecordError(str(error), line) from None


def replay(record: Record, deal: int = 0) -> Replay:
    """Replays a deal of a record and checks what it claims.

    Args:
        record: The record; none of the deal's cards may be hidden.
        deal: Which of its deals, from 0.

    Raises:
        RecordError: with the line of an impossible start, of a refused action, or of a wrong claim.
    """
    game = game_of(record)
    one = record.deals[deal]
    start = _started(game, one, False)
    return Replay(record, one, game, start, tuple(_steps(game, start, one.moves, False)))


def record_view(record: Record, seat: Seat | None, at: int | None = None, deal: int = 0) -> View:
    """What a seat may know of a record, which may hide cards.

    Args:
        record: The record.
        seat: Whose view; None for everything the record shows.
        at: After how many actions of the seats; None for all of them.
        deal: Which of its deals, from 0.

    Raises:
        RecordError: as `replay` does.
    """
    game = game_of(record)
    one = record.deals[deal]
    state = _started(game, one, True)
    for done, step in enumerate(_steps(game, state, one.moves, True)):
        if done == at:
            break
        state = step.state
    return state.view(seat)


def write_start(state: State, seat: Seat | None = None) -> Record:
    """A record that starts with this state: with its game and options, and no action.

    Args:
        state: The state.
        seat: As this seat sees it, the other cards hidden; None for all of it.
    """
    return Record(game_tags(state.game), (state.as_deal(seat),))


def record_of(
    start: State, actions: Iterable[str | tuple[Seat, str]] = (), tags: Mapping[str, str] | None = None
) -> Record:
    """A record of what was played, with trick numbers and claims.

    Args:
        start: The state it starts with.
        actions: What was done, each by the seat to act unless it names another.
        tags: Further tags, such as a title.

    Raises:
        Refusal: if an action is not legal.
        ValueError: if there is nobody to act.
    """
    state, moves = start, list[Move]()
    for entry in actions:
        seat, action = (state.to_act, entry) if isinstance(entry, str) else entry
        if seat is None:
            raise ValueError(f"the deal is over; nobody can do {action!r}")
        before = state.view(None)
        state = state.apply(action, seat)
        after = state.view(None)
        begins = not before.trick and before.phase == "lead"
        moves.append(Move(seat, Action(action), trick=before.trick_number if begins else None))
        if state.chance:
            moves.append(Move(CHANCE, state.chance))
        if len(after.tricks) > len(before.tricks):
            last = after.tricks[-1]
            moves[-1] = replace(moves[-1], claim=Claim(last.winner, last.card_points))
    deal = replace(start.as_deal(), moves=tuple(moves))
    return Record({**game_tags(start.game), **(tags or {})}, (deal,))


def game_tags(game: Game) -> dict[str, str]:
    """The tags that name a game and what differs from its default preset."""
    pairs = dict(game.chosen)
    if game.options.preset not in (None, next(iter(game.presets), None)):
        pairs = {"preset": game.options.preset, **pairs}
    tags = {"Game": game.id}
    if pairs:
        tags["Options"] = " ".join(f"{key}={value}" for key, value in pairs.items())
    return tags


def _started(game: Game, deal: Deal, unseen: bool) -> State:
    try:
        return game.start(deal, unseen=unseen)
    except PositionError as error:
        line = next((fault.line for fault in error.faults if fault.line), deal.line("start"))
        raise RecordError(str(error), line) from error


def _steps(game: Game, state: State, moves: tuple[Move, ...], unseen: bool) -> Iterator[Step]:
    i = 0
    while i < len(moves):
        move = moves[i]
        i += 1
        if move.actor == CHANCE:
            raise _error(move, "replay.chance.stray", card=short(move.action))
        shown = moves[i] if i < len(moves) and moves[i].actor == CHANCE else None
        i += shown is not None
        seat = next(seat for seat in SEATS if seat == move.actor)
        if unseen:
            state = state.supposing(seat, move.action, shown.action if shown else None)
        if move.trick is not None and (number := state.view(None).trick_number) != move.trick:
            raise _error(move, "replay.number", number=number, claimed=move.trick)
        before = state
        try:
            state = state.apply(move.action, seat)
        except Refusal as refusal:
            raise _refused(move, refusal) from refusal
        if shown:
            _check_chance(state, shown)
        claim = (shown.claim if shown else None) or move.claim
        if claim:
            _check_claim(game, before, state, claim)
        comment = "\n\n".join(filter(None, (move.comment, shown.comment if shown else "")))
        yield Step(seat, Action(move.action), state, comment, claim, move.line)


def _error(move: Move, sentence: str, /, **values: object) -> RecordError:
    return RecordError(words.say(sentence, **values), move.line, move.column)


def _refused(move: Move, refusal: Refusal) -> RecordError:
    """The refusal as the record's reader needs it: the rule in the sentence, and who it speaks to."""
    return _error(
        move,
        "replay.refused",
        seat=words.say(f"seat.{move.actor}"),
        action=short(move.action),
        reason=refusal.reason.rstrip("."),
        rule=refusal.rule,
    )


def _check_chance(state: State, shown: Move) -> None:
    if state.chance != shown.action:
        if state.chance is None:
            raise _error(shown, "replay.chance.stray", card=short(shown.action))
        raise _error(shown, "replay.chance.other", card=state.chance, claimed=short(shown.action))


def _check_claim(game: Game, before: State, after: State, claim: Claim) -> None:
    tricks = after.view(None).tricks
    if len(tricks) == len(before.view(None).tricks):
        raise RecordError(words.say("replay.claim.early"), claim.line, claim.column)
    last = tricks[-1]
    winner_rule, points_rule = game.trick_rules
    if last.winner != claim.winner:
        values = {"winner": seat_name(last.winner), "claimed": seat_name(claim.winner), "rule": winner_rule}
        text = words.say("replay.claim.winner", number=last.number, **values)
        raise RecordError(text, claim.line, claim.column)
    if claim.card_points not in (None, last.card_points):
        text = words.say(
            "replay.claim.points",
            number=last.number,
            points=last.card_points,
            claimed=claim.card_points,
            rule=points_rule,
        )
        raise RecordError(text, claim.line, claim.column)


words.register(
    "en",
    {
        "replay.no_game": 'the record names no game; write [Game "..."] on its first line: {games}',
        "replay.option.near": "there is no option “{key}”; did you mean {near}?",
        "replay.preset.near": "there is no preset “{preset}”; did you mean {near}?",
        "replay.refused": "{seat}'s “{action}” is refused: {reason} ({rule})",
        "replay.number": "this is trick {number}, not {claimed}",
        "replay.chance.stray": "chance has nothing to show here; take “* {card}” out",
        "replay.chance.other": "the card that turns up is {card}, not {claimed}; mend it or the stock",
        "replay.claim.early": "no trick ends here; put -> after the trick's last action",
        "replay.claim.winner": "trick {number} is won by {winner} ({rule}), not by {claimed}",
        "replay.claim.points": "trick {number} counts {points} card {points:point|points} ({rule}), "
        "not {claimed}",
    },
)
