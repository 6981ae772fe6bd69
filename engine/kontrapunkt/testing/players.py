"""Checks for computer players: they act legally and know no more than their seat.

The player acts in two deals that its seat cannot tell apart: the real one, and one with the unseen cards
redistributed.
"""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.families.card_distributions import consistent
from kontrapunkt.play.players import Player
from kontrapunkt.record import Done, ObservedDeal
from kontrapunkt.testing.states import at_random

OFTEN = 3
"""One in so many positions is tried, so that those of a deal are far apart."""

_WAYS = 40
"""The most ways that are tried to replay a deal with other cards."""


def check_player(
    game: Game, made: Callable[[Game, int | None], Player], positions: int, seed: int = 0
) -> None:
    """Check that a player does the same when the unseen cards are elsewhere.

    In each position, a seat that may act, in turn or out of it, gets two deals that it cannot tell apart. It
    has seen the same in both, its view is the same to the last bit, and so must be the player's action: a
    card, a bid or a call.

    Args:
        game: The game; if it has a double pack, cards must not change hands before play.
        made: The factory of the player, as it is registered.
        positions: The number of positions tried.
        seed: The same seed tries the same positions.

    Raises:
        AssertionError: naming the difference, or the illegal action.
    """
    chance = Random(seed)
    for number, (start, done) in zip(range(positions), moments(game, chance), strict=False):
        here = ObservedDeal.start(start, done)
        seat = chance.choice([each for each in game.seats if here.state.actions(each)])
        there, _ = other_world(start, done, seat, chance)
        views = here.state.view(seat), there.state.view(seat)
        assert pickle.dumps(views[0]) == pickle.dumps(views[1]), f"{seat}'s view holds more than it shows"
        one, other = (
            made(game, number).choose(view, each.histories[seat])
            for view, each in zip(views, (here, there), strict=True)
        )
        silent = one == PASS and seat != here.state.to_act
        assert silent or one in views[0].actions, f"{one} is not legal:\n{here.histories[seat].text}"
        assert one == other, (
            f"{seat} does {one}, or {other} if others hold otherwise:\n{here.histories[seat].text}"
        )


def moments(game: Game, chance: Random) -> Iterator[tuple[State, Done]]:
    """Yield positions of random deals in which there is a choice, without end.

    Args:
        chance: The random generator.

    Yields:
        The first state of the deal, and the actions up to the position.
    """
    while True:
        start = game.deal(chance.randrange(10**9))
        for state, done in at_random(start, chance):
            if len(state.actions()) > 1 and chance.random() * OFTEN < 1:
                yield start, [*done]


def other_world(start: State, done: Done, seat: Seat, chance: Random) -> tuple[ObservedDeal, Done]:
    """Return another deal that looks the same to one seat, and the actions in it.

    Args:
        start: The first state of the real deal.
        done: The actions in it.
        chance: The random generator.

    Raises:
        AssertionError: if the seat can tell them apart, so that a conclusion about hidden cards was wrong.
    """
    now = ObservedDeal.start(start, done, [seat])
    other = consistent(now.histories[seat]).draw(chance)
    found = replay_elsewhere(start, done, now.state, other, [seat])
    assert found is not None, (
        f"{seat} knows that the cards cannot lie so:\n{now.histories[seat].text}\n{other!r}"
    )
    again, retelling = found
    assert again.histories[seat] == now.histories[seat], (
        f"{seat} has seen something else:\n{again.histories[seat].text}"
    )
    assert again.state.view(seat) == now.state.view(seat), f"{seat} sees something else"
    return again, retelling


def replay_elsewhere(
    start: State, done: Done, state: State, other: State, seats: Sequence[Seat] | None = None
) -> tuple[ObservedDeal, Done] | None:
    """Replay a deal with some cards in other places from the start.

    The cards are those that are elsewhere in the other state.

    Args:
        start: The first state of the deal.
        done: The actions in it.
        state: The last state.
        other: The same state with some of the unseen cards elsewhere.
        seats: The seats that watch; None for all that play.

    Returns:
        The deal and the actions in it; None if that is impossible.
    """
    deal = start.as_deal()
    if len({*(cards := deal.cards)}) < len(cards):
        return _rewatch(start, _by_hands(deal, state, other), list(done), seats)
    chance = Random(0)
    for number in range(_WAYS):
        # nothing says which card of a hand was drawn, and it may matter: so several ways are tried
        pairs = _moved_pairs(state, other, chance if number else None)
        moved = {was: now for was, now in pairs if was != now}
        again = _rewatch(start, _rename_cards(deal, moved), list(_rename_actions(start, done, moved)), seats)
        if again:
            return again
    return None


def _rewatch(
    start: State, deal: Deal, retelling: Done, seats: Sequence[Seat] | None
) -> tuple[ObservedDeal, Done] | None:
    try:
        return ObservedDeal.start(start.game.start(deal), retelling, seats), retelling
    except (Refusal, PositionError):
        return None


def _cards_by_place(state: State) -> Iterator[tuple[Card, ...]]:
    """Yield the cards outside tricks by place: hands, stock card by card, cards aside."""
    deal, view = state.as_deal(), state.view(None)
    yield from view.hands.values()
    yield from ((card,) for card in deal.stock or ())
    yield from (laid.cards for laid in view.laid if laid.seat)


def _moved_pairs(state: State, other: State, chance: Random | None) -> Iterator[tuple[Card, Card]]:
    """Yield each card that is elsewhere, with the one in its place.

    Args:
        chance: The random generator for the pairs; None for pairs in order.

    At random with `chance`.
    """
    for was, now in zip(_cards_by_place(state), _cards_by_place(other), strict=True):
        if chance and Counter(was) != Counter(now):
            yield from zip(was, chance.sample(now, len(now)), strict=True)
            continue
        gone, come = Counter(was) - Counter(now), Counter(now) - Counter(was)
        yield from zip(sorted(gone), sorted(come), strict=True)


def _rename_cards(deal: Deal, moved: dict[Card, Card]) -> Deal:
    def new(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(moved.get(card, card) for card in cards)

    hands = {seat: new(hand) for seat, hand in deal.hands.items()}
    return replace(deal, hands=hands, stock=None if deal.stock is None else new(deal.stock))


def _rename_actions(start: State, done: Done, moved: dict[Card, Card]) -> Iterator[tuple[Seat, str]]:
    """Yield the actions, with the other card where one was put away face down.

    Calls stay as they were.
    """
    state = start
    for seat, action in done:
        deed = Action(action)
        hidden = any(state.seen_by(each, seat, deed) != deed for each in start.game.seats)
        other = moved.get(deed.carries) if hidden and deed.carries else None
        yield seat, action.replace(str(deed.carries), str(other)) if other else action
        state = state.apply(action, seat) if moved else state


def _by_hands(deal: Deal, state: State, other: State) -> Deal:
    """Return the deal with the final differences of the hands applied from the start.

    This is for double packs, in which equal cards cannot be told apart.
    """
    was, now = state.view(None).hands, other.view(None).hands
    hands = {
        seat: tuple((Counter(hand) - Counter(was[seat]) + Counter(now[seat])).elements())
        for seat, hand in deal.hands.items()
    }
    return replace(deal, hands=hands)
