"""Writing down what was played: a moment, a deal, a whole session; all of it, or as one seat has seen it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kontrapunkt.cards import HIDDEN
from kontrapunkt.deal import Claim, Deal, Move, Record
from kontrapunkt.game import CHANCE, Action, Game, Seat, State, View
from kontrapunkt.record.replaying import DRAW, SHOW, drawn, shown

Played = Iterable[str | tuple[Seat, str]]
"""What was done in a deal, each by the seat to act unless it names another."""


def write_start(state: State, seat: Seat | None = None) -> Record:
    """A record that starts with this state: with its game and options, and no action.

    Args:
        state: The state.
        seat: As this seat sees it, the other cards hidden; None for all of it.
    """
    return Record(game_tags(state.game), (state.as_deal(seat),))


def record_of(
    start: State, actions: Played = (), tags: Mapping[str, str] | None = None, seat: Seat | None = None
) -> Record:
    """A record of what was played in a deal, with trick numbers and claims.

    Args:
        start: The state it starts with.
        actions: What was done.
        tags: Further tags, such as a title.
        seat: As this seat has seen it, other cards hidden until they are played; None for all of it.

    Raises:
        Refusal: if an action is not legal.
        ValueError: if there is nobody to act.
    """
    return record_of_session([(start, actions)], tags, seat)


def record_of_session(
    deals: Iterable[tuple[State, Played]], tags: Mapping[str, str] | None = None, seat: Seat | None = None
) -> Record:
    """A record of the deals of a session.

    Args:
        deals: The state that each starts with, and what was done; all but the last are over, and each is
            played in the session that the one before it left.
        tags: Further tags, such as a title.
        seat: As this seat has seen it; None for all of it.

    Raises:
        Refusal: if an action is not legal.
        ValueError: if there is nobody to act, no deal, or a deal that does not follow from the one before it.
    """
    written: list[Deal] = []
    end: State | None = None
    for start, actions in deals:
        if end is not None:
            _check_follows(end, start)
        done = list(_done(start, actions))
        end = done[-1].after if done else start
        written.append(replace(start.as_deal(seat), moves=tuple(_moves(done, seat))))
    if end is None:
        raise ValueError("a session has at least one deal")
    return Record({**game_tags(end.game), **(tags or {})}, tuple(written))


def game_tags(game: Game) -> dict[str, str]:
    """The tags that name a game and what differs from its default preset."""
    pairs = dict(game.chosen)
    if game.options.preset not in (None, next(iter(game.presets), None)):
        pairs = {"preset": game.options.preset, **pairs}
    tags = {"Game": game.id}
    if pairs:
        tags["Options"] = " ".join(f"{key}={value}" for key, value in pairs.items())
    return tags


def _check_follows(end: State, start: State) -> None:
    if game_tags(end.game) != game_tags(start.game):
        raise ValueError("the options cannot change within a session")
    left = end.session.after(end)
    if left.over or start.session.facts != left.facts or not {*start.session.dealers} <= {*left.dealers}:
        raise ValueError(f"a deal starts at {start.session}, but the deal before it has left {left}")


def _done(state: State, actions: Played) -> Iterator["Deed"]:
    """Who did what, and the states before and after it."""
    for entry in actions:
        seat, action = (state.to_act, entry) if isinstance(entry, str) else entry
        if seat is None:
            raise ValueError(f"the deal is over; nobody can do {action!r}")
        after = state.apply(action, seat)
        yield Deed(state, seat, Action(action), after)
        state = after


def _moves(deeds: Iterable["Deed"], viewer: Seat | None) -> Iterator[Move]:
    numbered = 0
    for deed in deeds:
        moves = deed.moves(viewer, numbered)
        numbered = moves[0].trick or numbered
        yield from moves


@dataclass(frozen=True)
class Deed:
    """An action that was done, with the states on both sides of it; it serves to be written down.

    Attributes:
        before: The state that it was done in.
        seat: Who did it.
        action: What they did.
        after: The state after it.
    """

    before: State
    seat: Seat
    action: Action
    after: State

    def moves(self, viewer: Seat | None, numbered: int) -> list[Move]:
        """The deed as a record writes it: the seat's move, and what chance showed with it.

        Args:
            viewer: As this seat has seen it; None for all of it.
            numbered: The number of the last trick whose beginning is written down; 0 for none.
        """
        number, claim = self._in_trick
        seen = self.before.seen_by(viewer, self.seat, self.action)
        moves = [Move(self.seat, seen, trick=number if number > numbered else None)]
        if self.after.chance:
            moves.append(Move(CHANCE, self.after.chance))
        for card in drawn(self.before, self.after, viewer) if viewer else ():
            if card != HIDDEN:
                moves.append(
                    Move(CHANCE, Action(f"{DRAW} {'' if viewer == self.seat else f'{viewer} '}{card}"))
                )
        for other, cards in shown(self.before, self.after, viewer).items() if viewer else ():
            moves.append(Move(CHANCE, Action(" ".join([SHOW, other, *cards]))))
        if claim:
            moves[-1] = replace(moves[-1], claim=claim)
        return moves

    @cached_property
    def _in_trick(self) -> tuple[int, Claim | None]:
        """The number of the trick that it may begin, 0 for none; what the one that it completes came to."""
        before, after = self.before.view(None), self.after.view(None)
        last = after.tricks[-1] if len(after.tricks) > len(before.tricks) else None
        begins = not before.trick and any(each.card for each in before.actions)
        moved = begins and _lying(after) != _lying(before)  # what is only said begins no trick
        return before.trick_number if moved else 0, Claim(last.winner, last.card_points) if last else None


def _lying(view: View) -> tuple[object, ...]:
    """Where the cards lie that are not in tricks; new trumps may sort a hand anew, and move none."""
    return {seat: sorted(hand) for seat, hand in view.hands.items()}, view.stock, view.laid
