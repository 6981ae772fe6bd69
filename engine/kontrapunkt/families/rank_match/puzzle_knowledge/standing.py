"""What a card does in its trick: why it takes it or not, and who could still beat it with all hands open."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.families.rank_match.table import a_rank
from kontrapunkt.game import Action, Seat, Trick
from kontrapunkt.naming import seat_name


class Rules(Protocol):
    """What is asked of a game: its seats and sides, and what its ranks count."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order of play."""

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who plays with whom."""

    @property
    def values(self) -> Mapping[str, int]:
        """Card points by rank."""


class Moment(Protocol):
    """What is asked of a state of a game in which the last card of the rank that was led wins."""

    @property
    def game(self) -> Rules:
        """The game."""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands in the order of the seats."""

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress."""

    @property
    def turn(self) -> int:
        """The number of the seat to act."""


def taking(trick: Trick, seat: Seat) -> str:
    """Why a seat takes a finished trick, or does not, in a sentence."""
    plays = {play.seat: play for play in trick.plays}
    lead, mine, best = trick.plays[0], plays[seat], plays[trick.winner]
    values = {
        "seat": seat_name(mine.seat),
        "winner": seat_name(best.seat),
        "rank": a_rank(lead.card.rank),
        "own": a_rank(mine.card.rank),
        "n": trick.card_points,
    }
    if mine.seat == best.seat:
        key = "alone" if best.seat == lead.seat else "last"
    elif mine.card.rank != lead.card.rank:
        key = "other"
    else:
        key = "beaten"
    return words.say(f"puzzle.sedma.trick.{key}", **values)


def losing(trick: Trick, seat: Seat) -> str:
    """Why a seat does not take a finished trick, in a sentence that does not tell who does."""
    lead = trick.plays[0].card.rank
    own = next(play.card.rank for play in trick.plays if play.seat == seat)
    values = {"seat": seat_name(seat), "rank": a_rank(lead), "own": a_rank(own)}
    return words.say(f"puzzle.sedma.trick.{'other' if own != lead else 'overtaken'}", **values)


def twists(trick: Trick, worth: Mapping[str, int]) -> int:
    """How many things about a finished trick may mislead.

    Args:
        trick: The trick.
        worth: Card points by rank.
    """
    lead = trick.plays[0].card.rank
    ranks = [play.card.rank for play in trick.plays]
    others = len([rank for rank in set(ranks) if rank != lead and ranks.count(rank) > 1])
    dark = sum(play.dark for play in trick.plays)
    counting = len({rank for rank in ranks if worth.get(rank, 0)})
    return ranks.count(lead) - 1 + others + dark + (counting > 1 and lead not in worth)


def situation(state: Moment) -> str:
    """Whose the trick is so far and who may still take it, in a sentence; empty where a card is to be led.

    Args:
        state: The state, with no stock left.
    """
    trick = state.trick
    if not trick:
        return ""
    lead = trick[0][0]
    size = len(state.game.seats)
    later = _holders(state, lead, size - len(trick))
    key = "open" if later else "safe" if len(trick) < size - 1 else "last"
    winner, turn = (seat_name(state.game.seats[place]) for place in (_winner(state), state.turn))
    values = {"winner": winner, "seat": turn, "rank": a_rank(lead)}
    return words.say(f"puzzle.sedma.situation.{key}", **values, **_told(state, later))


def standing(state: Moment, action: Action) -> str:
    """What an action does to the trick, in a sentence or two; empty for a card that nobody sees yet.

    Args:
        state: The state, with no stock left.
        action: What its seat may do there.
    """
    if action.card is None:
        return ""
    trick = state.trick
    rank = a_rank(action[0])
    size = len(state.game.seats)
    others = _holders(state, action[0], size)
    values = {"rank": rank, **_told(state, others)}
    if not trick:
        return words.say(f"puzzle.sedma.standing.lead.{_who(state, others)}", **values)
    if action[0] == trick[0][0]:
        later = _holders(state, action[0], size - len(trick))
        key = f"puzzle.sedma.standing.over.{_who(state, later)}"
        return words.say(key, **{**values, **_told(state, later)})
    worth = state.game.values.get(action[0], 0)
    kept = words.say(f"puzzle.sedma.standing.kept.{_who(state, others)}", **values)
    if not worth:
        return kept
    winner = seat_name(state.game.seats[_winner(state)])
    given = words.say("puzzle.sedma.standing.gives", n=worth, winner=winner)
    return f"{given} {kept}"


def gain(state: Moment, card: Card, side: Sequence[Seat], added: int = 0) -> int:
    """Card points in the trick after a card: a side's if it is winning it, else the others' below 0.

    Args:
        state: The state.
        card: The card that its seat plays.
        side: The seats of the side.
        added: Card points that go to whoever takes the trick beside its cards.
    """
    game, trick = state.game, (*state.trick, card)
    points = sum([game.values.get(each[0], 0) for each in trick]) + added * (len(trick) == len(game.seats))
    winner = state.turn if card[0] == trick[0][0] else _winner(state)
    return points if game.seats[winner] in side else -points


def _holders(state: Moment, rank: str, before: int) -> list[int]:
    """The seats after the one to act, fewer than so many, that hold a card of a rank."""
    places = ((state.turn + step) % len(state.game.seats) for step in range(1, before))
    return [place for place in places if any(card[0] == rank for card in state.hands[place])]


def _winner(state: Moment) -> int:
    """Whose the trick in progress is so far."""
    trick = state.trick
    last = max(place for place, card in enumerate(trick) if card[0] == trick[0][0])
    return (state.turn - len(trick) + last) % len(state.game.seats)


def _who(state: Moment, holders: list[int]) -> str:
    """Who can still beat a card: nobody, the partner alone, or an opponent too."""
    if not holders:
        return "nobody"
    seats = state.game.seats
    own = next(side for side in state.game.sides if seats[state.turn] in side)
    return "partner" if all(seats[place] in own for place in holders) else "others"


def _told(state: Moment, holders: list[int]) -> dict[str, object]:
    names = [seat_name(state.game.seats[place]) for place in holders]
    return {"seats": words.listed("and", names) if names else "", "n": len(names)}
