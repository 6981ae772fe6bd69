"""What is seen of a state, and how it is written down."""

from collections import Counter
from collections.abc import Sequence

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action, Call, Pile, Seat, View
from kontrapunkt.games.following.facts import write_calls, write_numbers, write_trick
from kontrapunkt.games.following.kept import Taken, plays_of
from kontrapunkt.games.following.order import CARDS
from kontrapunkt.games.following.state import FOLLOW, LEAD, OVER, FollowState
from kontrapunkt.record.model import Deal
from kontrapunkt.record.text import tidy_action


def view(state: FollowState, seat: Seat | None) -> View:
    """What a seat may know; None for open hands."""
    game = state.game
    trick = state.trick
    mine = seat or state.to_act
    return View(
        game=game.id,
        seat=seat,
        phase=state.phase,
        dealer=state.match.dealt_by,
        to_act=state.to_act,
        hands=hands_seen(state, seat),
        stock=state.stock_left,
        trick=plays_of(state.leader, trick, game.step),
        best=state.order.best(trick) if trick else None,
        trick_number=min(state.trick_number, game.hand_size),
        tricks=tuple(taken.as_trick(bool(state.values)) for taken in tricks_seen(state, seat)),
        actions=tuple(action for action in state.actions(mine) if HIDDEN not in action),
        piles=piles(state),
        statuses=state.statuses_seen(seat),
        result=state.result() if state.phase == OVER else None,
        facts=facts(state, seat),
        match=state.match,
        first_trick=state.before.number,
        seats=game.seats,
        laid=state.laid(seat),
        calls=calls(state),
        trump=state.trump,
        task=state.task(),
        pinned=game.pinned,
        others=out_of_turn(state) if seat is None else {},
        pot=state.pot,
    )


def out_of_turn(state: FollowState) -> dict[Seat, tuple[Action, ...]]:
    """What the seats that are not to act may do."""
    found = {seat: state.actions(seat) for seat in state.game.seats if seat != state.to_act}
    return {seat: actions for seat, actions in found.items() if actions}


def tricks_seen(state: FollowState, seat: Seat | None) -> Sequence[Taken]:
    """The finished tricks that lie open: to a seat the last one, until the deal is over."""
    return state.finished if seat is None or state.phase == OVER else state.finished[-1:]


def hands_seen(state: FollowState, seat: Seat | None) -> dict[Seat, tuple[Card, ...]]:
    """The hands, with the cards a seat has not seen hidden."""
    return {owner: state.seen_hand(seat, i) for i, owner in enumerate(SEATS)}


def calls(state: FollowState) -> tuple[Call, ...]:
    """What was said aloud, in order."""
    labels = state.call_labels()
    return tuple(Call(SEATS[who], said, label) for (who, said), label in zip(state.said, labels, strict=True))


def piles(state: FollowState) -> tuple[Pile, ...]:
    """What each side has taken."""
    before = state.before
    if not state.values:
        return tuple(Pile(tuple(seats), state.taken[i], None) for i, seats in enumerate(state.game.sides))
    return tuple(
        Pile(tuple(seats), state.taken[i], state.card_points[i] - before.points[i], before.points[i])
        for i, seats in enumerate(state.game.sides)
    )


def facts(state: FollowState, seat: Seat | None = None) -> dict[str, str]:
    """What has been so far and the rules still ask for, as a position says it; what a seat knows of it."""
    sides = state.game.sides
    playing = state.phase in (LEAD, FOLLOW)
    past = state.trick_number > 1
    counts = bool(state.values)
    said = {
        "lead": SEATS[state.leader] if playing or past else "",
        "trick": write_trick(state.leader, state.trick, state.game.step),
        "trump": state.trump,
        "calls": write_calls(state.said),
        "points": write_numbers(sides, state.card_points) if past and counts else "",
        "tricks": write_numbers(sides, state.taken) if past else "",
        **state.own_facts_seen(seat),
        **state.match.facts,
    }
    return {key: text for key, text in said.items() if text}


def as_deal(state: FollowState, seat: Seat | None = None) -> Deal:
    """This moment as the start of a record; for a seat, with what it has not seen hidden."""
    hands = hands_seen(state, seat)
    stock = state.stock_seen(seat)
    if state.game.fresh(state):
        return Deal(hands, stock or None, dealer=state.match.dealer, facts=state.match.facts)
    return Deal(hands, stock or None, True, state.match.dealer, facts(state, seat))


def supposing[S: FollowState](state: S, seat: Seat, action: str) -> S:
    """The same moment where hidden cards that an action shows, or proves, to be in the hand are in it."""
    done = tidy_action(action)
    card = CARDS.get(done)
    if card is not None:
        shown: tuple[Card, ...] = (card,) if state.to_act == seat else ()
    else:
        shown = state.must_hold(done)
    lacking = Counter(shown) - Counter(state.hands[SEATS.index(seat)])
    return having(state, SEATS.index(seat), tuple(lacking.elements()))


def having[S: FollowState](state: S, seat: int, cards: Sequence[Card]) -> S:
    """The same moment where hidden cards of a hand are these; unless too few are hidden, or one was seen."""
    hand = state.hands[seat]
    left = unseen(state)
    if not cards or hand.count(HIDDEN) < len(cards) or Counter(cards) - left:
        return state
    rest = list(hand)
    for _ in cards:
        rest.remove(HIDDEN)
    hands = list(state.hands)
    hands[seat] = state.order.in_order((*rest, *cards))
    new = state._copy()
    new._hands = tuple(hands)
    return new


def unseen(state: FollowState) -> Counter[Card]:
    """The cards of the pack that a state does not name anywhere."""
    seen = Counter[Card]()
    played = [taken.cards for taken in state.finished]
    for cards in (*state.hands, state.stock, state.trick, state.aside(), *played):
        seen.update(cards)
    return Counter(state.game.pack) - seen
