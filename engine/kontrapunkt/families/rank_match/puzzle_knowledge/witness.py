"""A witness that a position can arise: a whole deal, and play that leads to just this position.

The earlier tricks are laid out by chance, within what the position says of them (`Layout`), a bounded number
of times, always from the same seed. Then a deal is made to them: each player holds the first card to be
played, draws the next one in time, and at the end draws what completes the hand. That deal is played out by
the engine, which alone decides whether it was legal and whether it has led there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.puzzle_knowledge.layout import Laid, Layout
from kontrapunkt.families.rank_match.table import DARK, PACK
from kontrapunkt.game import SEATS, Seat, left_of
from kontrapunkt.rules import PositionError, Refusal

ATTEMPTS: Final = 600
"""How often the earlier tricks are laid out before it gives up."""

Done = list[tuple[Seat, str]]
"""Who did what."""


def witness(start: RankMatchState) -> tuple[RankMatchState, Done] | None:
    """A whole deal as it begins, and what is done in it up to a position; None if none was found.

    Args:
        start: The position, as a record starts with it.
    """
    boundary = _Boundary.before(start)
    if boundary is None:
        return None
    chance = Random(0)
    for _ in range(ATTEMPTS):
        laid = Layout(start, boundary.hands, boundary.leader, boundary.gone, chance).lay()
        if laid is None:
            continue
        found = _played(start, boundary, laid)
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True)
class _Boundary:
    """The moment before the trick in progress, and how play gets from there to the position.

    Attributes:
        hands: The hands.
        stock: The stock, top card first.
        leader: The number of the seat that leads.
        done: What is done from there on.
        gone: The cards of the earlier tricks.
    """

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    leader: int
    done: tuple[tuple[Seat, str], ...]
    gone: tuple[Card, ...]

    @classmethod
    def before(cls, start: RankMatchState) -> "_Boundary | None":
        """Takes back the trick in progress; None where no card can have been drawn in it."""
        hands = [list(hand) for hand in start.hands]
        stock = list(start.stock)
        done: Done = []
        seen = {card for _, card in start.shown}
        kept = start.turned
        if kept is not None:
            hands[start.turn].remove(kept)
            stock.insert(0, kept)
            done.append((SEATS[start.turn], DARK))
        trick = start.trick
        leader = (start.turn - len(trick)) % 4
        draws = start.first_part and start.game.draws_at_once
        for place, card in reversed([*enumerate(trick)]):
            dark = start.dark >> place & 1
            seat = (leader + place) % 4
            done.append((SEATS[seat], DARK if dark else card))
            if dark:
                stock.insert(0, card)
                continue
            if draws:
                drawn = next((each for each in hands[seat] if each not in seen), None)
                if drawn is None:
                    return None
                hands[seat].remove(drawn)
                stock.insert(0, drawn)
            hands[seat].append(card)
        there = {*stock}.union(*hands)
        gone = tuple(card for card in PACK if card not in there)
        return cls(tuple(map(tuple, hands)), tuple(stock), leader, tuple(done[::-1]), gone)


def _played(
    start: RankMatchState, boundary: _Boundary, laid: Sequence[Laid]
) -> tuple[RankMatchState, Done] | None:
    """The deal in which the tricks fall as they were laid out, if it leads to the position."""
    game = start.game
    deal = _dealt(start, boundary, laid)
    try:
        state = first = game.start(deal)
        done: Done = []
        for seat, action in (*_plays(start, laid), *boundary.done):
            state = state.apply(action, seat)
            done.append((seat, action))
    except (PositionError, Refusal):
        return None
    return (first, done) if agrees(state, start) else None


def _dealt(start: RankMatchState, boundary: _Boundary, laid: Sequence[Laid]) -> Deal:
    game = start.game
    first_part = laid[: game.stock_tricks]
    whole = [list(hand) for hand in boundary.hands]  # the hands when the stock ends, or at the position
    for trick in laid[game.stock_tricks :]:
        for seat in range(4):
            whole[seat].append(trick.cards[seat])
    lasts = [_last_drawn(start, seat, whole[seat]) for seat in range(4)]
    hands, drawn = whole, list[Card]()
    if first_part:
        for seat in range(4):
            hands[seat].remove(lasts[seat])
            hands[seat].append(first_part[0].cards[seat])
        following = [*(trick.cards for trick in first_part[1:]), tuple(lasts)]
        for trick, cards in zip(first_part, following, strict=True):
            opens = trick.leader if game.draws_at_once else trick.winner
            drawn += [cards[(opens + i) % 4] for i in range(4)]
    dealer = left_of(SEATS[laid[0].leader if laid else boundary.leader], 3)
    by_seat = {seat: tuple(hand) for seat, hand in zip(SEATS, hands, strict=True)}
    return Deal(by_seat, (*drawn, *boundary.stock), dealer=dealer, facts=start.session.facts)


def _last_drawn(start: RankMatchState, seat: int, hand: list[Card]) -> Card:
    """The card that completes a hand: one that all have seen, if there is one, for it was turned."""
    seen = [card for holder, card in start.shown if holder == seat and card != start.turned]
    return seen[0] if seen else hand[0]


def _plays(start: RankMatchState, laid: Sequence[Laid]) -> Done:
    """What is done in the earlier tricks; who has shown a card turned it in the last of the first part."""
    done: Done = []
    turners = {seat for seat, card in start.shown if card != start.turned}
    for number, trick in enumerate(laid, 1):
        for place in range(4):
            seat = (trick.leader + place) % 4
            if seat in turners and number == min(len(laid), start.game.stock_tricks):
                done.append((SEATS[seat], DARK))
            done.append((SEATS[seat], trick.cards[seat]))
    return done


def agrees(state: RankMatchState, start: RankMatchState) -> bool:
    """Whether play has led to a position, as far as that says what was before it."""
    before = start.before
    dealer = before.session.dealer
    return (
        state.hands == start.hands
        and state.stock == start.stock
        and state.trick == start.trick
        and (state.to_act, state.phase, state.trick_number) == (start.to_act, start.phase, start.trick_number)
        and state.dark == start.dark
        and state.marks == start.marks
        and sorted(state.shown) == sorted(start.shown)
        and (before.points is None or state.card_points == before.points)
        and (before.tricks is None or state.taken == before.tricks)
        and (dealer is None or state.session.dealer == dealer)
        and harmless(state, start)
    )


def harmless(state: RankMatchState, start: RankMatchState) -> bool:
    """Whether the last leads are as the position says; where it says nothing, whether they never matter."""
    if start.streak is not None or state.streak is None or start.trick_number == 1:
        return state.streak == start.streak or start.trick_number == 1
    leader, rank, number = state.streak
    game = state.game
    apart = {"player": (leader != state.turn and not state.trick), "team": bool((leader ^ state.turn) & 1)}
    if apart.get(game.lead_limit_scope, False) and state.phase == "lead":
        return True
    left = sum(card.rank == rank for hand in (*state.hands, state.trick) for card in hand)
    return number + left <= game.lead_limit
