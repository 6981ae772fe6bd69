"""What puzzles know of every game in which ranks match: suits mean nothing, ranks have no order.

What a card does in its trick can be said with all hands open: why it takes it or not, and who could still
beat it. And a position can arise if there is a witness: a whole deal, and play that leads to just this
position, which the engine plays out; it alone decides whether that was legal and whether it has led there.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, override

from kontrapunkt.core.cards import RANKS, Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import Action, Seat, Trick
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.families.piles import holdings
from kontrapunkt.families.rank_match.constants import a_rank, taker
from kontrapunkt.families.rank_match.rules import RankRules
from kontrapunkt.families.rank_match.state import RankState
from kontrapunkt.puzzles.knowledge import Knowledge, Saying
from kontrapunkt.record import Replay
from kontrapunkt.text.phrasing import seat_name, side_spoken

Done = list[tuple[Seat, str]]
"""Who did what."""


@dataclass(frozen=True, slots=True)
class EarlierTrick:
    """An earlier trick that was laid out; seats are numbers in the order of play.

    Attributes:
        leader: Who led.
        winner: Who took it.
        cards: Its cards in the order played.
        added: Its spice, or the last of the pack.
    """

    leader: int
    winner: int
    cards: tuple[Card, ...]
    added: tuple[Card, ...] = ()


@lru_cache(64)  # each try asks again
def ways(
    numbers: tuple[int, ...], worths: tuple[int, ...], points: int | None, most: int
) -> tuple[tuple[int, ...], ...]:
    """All of `holdings`.

    Args:
        numbers: How many cards there are of each counting rank.
        worths: What one is worth.
        points: What those held count together; None where any number will do.
        most: How many may be held.
    """
    return tuple(holdings(numbers, worths, points, most))


class Witness[S: RankState[Any, Any]](ABC):
    """Looks for a witness of a position; its earlier tricks are laid out by chance, always from one seed.

    Attributes:
        attempts: How often they are laid out before it gives up.
        start: The position, as a record starts with it.
        game: Its game.
        chance: The chance.
        gone: The cards of the earlier tricks.
        possible: Whether it is worth a try.
    """

    attempts: ClassVar[int]
    possible: bool

    def __init__(self, start: S) -> None:
        self.start = start
        self.game = start.game
        self.chance = Random(0)
        self.gone = [*start.gone]

    @abstractmethod
    def tricks(self) -> list[EarlierTrick] | None:
        """The earlier tricks; None if this try came to nothing."""

    @abstractmethod
    def dealt(self, tricks: Sequence[EarlierTrick]) -> Deal:
        """The deal in which those tricks may fall."""

    @abstractmethod
    def done(self, tricks: Sequence[EarlierTrick]) -> Done:
        """What is done in it up to the position."""

    def find(self) -> tuple[S, Done] | None:
        """A whole deal as it begins, and what is done in it up to the position; None if none was found."""
        for _ in range(self.attempts if self.possible else 0):
            tricks = self.tricks()
            if tricks is None:
                continue
            deal, done = self.dealt(tricks), self.done(tricks)
            try:
                state = first = self.game.start(deal)
                for seat, action in done:
                    state = state.apply(action, seat)
            except (PositionError, Refusal, IndexError):  # no card may be left to draw
                continue
            if self.agrees(state):
                return first, done
        return None

    def agrees(self, state: S) -> bool:
        """Whether play has led to the position, as far as that says what was before it.

        Args:
            state: What it has led to.
        """
        start, before, dealer = self.start, self.start.before, self.start.session.dealer
        there = attrgetter("hands", "stock", "trick", "dark", "to_act", "phase", "trick_number")
        return bool(
            there(state) == there(start)
            and sorted(state.shown) == sorted(start.shown)
            and before.points in (None, state.card_points)
            and before.tricks in (None, state.taken)
            and dealer in (None, state.session.dealer)
        )


class RankKnowledge[S: RankState[Any, Any]](Knowledge[S]):
    """What puzzles know of a game in which ranks match.

    Attributes:
        witness: What looks for a witness of a position.
    """

    game: RankRules[Any]
    kin = ("sedma", *Knowledge.kin)
    witness: ClassVar[type[Witness[Any]]]

    def added(self, state: S) -> int:
        """Card points that go to whoever takes the trick beside its cards.

        Args:
            state: The state.
        """
        return 0

    # Cards

    @override
    def worth(self, action: Action) -> int:
        card = action.carries
        return self.game.values.get(card[0], 0) if card else 0

    @override
    def gain(self, state: S, action: Action, side: Sequence[Seat]) -> int:
        card = action.card
        if card is None:
            return super().gain(state, action, side)
        trick = (*state.trick, card)
        points = self.game.worth(trick)
        if len(trick) == len(self.game.seats):
            points += self.added(state)
        winner = state.turn if card[0] == trick[0][0] else _winner(state)
        return points if self.game.seats[winner] in side else -points

    @override
    def why_lost(self, state: S, trick: Trick, seat: Seat) -> Saying:
        lead = trick.plays[0]
        values, matches = _in_trick(trick, seat)
        if seat == trick.winner:
            key = "alone" if seat == lead.seat else "last"
        else:
            key = "beaten" if matches else "other"
        return self.tell(f"trick.{key}", **values), self.game.trick_rules[0]

    @override
    def why_not_theirs(self, state: S, trick: Trick, seat: Seat) -> str:
        values, matches = _in_trick(trick, seat)
        return self.tell(f"trick.{'overtaken' if matches else 'other'}", **values)

    @override
    def twists(self, state: S, trick: Trick) -> int:
        lead, worth = trick.plays[0].card.rank, self.game.values
        ranks = [play.card.rank for play in trick.plays]
        others = len([rank for rank in set(ranks) if rank != lead and ranks.count(rank) > 1])
        dark = sum(play.dark for play in trick.plays)
        counting = len({rank for rank in ranks if worth.get(rank, 0)})
        return ranks.count(lead) - 1 + others + dark + (counting > 1 and lead not in worth)

    @override
    def situation(self, state: S) -> str:
        trick, seats = state.trick, self.game.seats
        if state.first_part or not trick:
            return ""
        later = _holders(state, trick[0][0], len(seats) - len(trick))
        key = "open" if later else "safe" if len(trick) < len(seats) - 1 else "last"
        winner, turn = (seat_name(seats[place]) for place in (_winner(state), state.turn))
        values = {"winner": winner, "seat": turn, "rank": a_rank(trick[0][0])}
        return self.tell(f"situation.{key}", **values, **_told(state, later))

    @override
    def standing(self, state: S, action: Action) -> str:
        if state.first_part or action.card is None:
            return ""
        trick, seats, rank = state.trick, self.game.seats, action[0]
        over = bool(trick) and rank == trick[0][0]
        others = _holders(state, rank, len(seats) - len(trick) * over)
        key = "over" if over else "kept" if trick else "lead"
        values = {"rank": a_rank(rank), **_told(state, others)}
        told = self.tell(f"standing.{key}.{_who(state, others)}", **values)
        worth = self.game.values.get(rank, 0)
        if key != "kept" or not worth:
            return told
        given = self.tell("standing.gives", n=worth, winner=seat_name(seats[_winner(state)]))
        return f"{given} {told}"

    # Mining

    @override
    def liking(self, state: S, action: Action) -> float:
        if state.trick:
            return 0.0
        same = sum(card[0] == action[0] for card in state.hands[state.turn])
        return 3.0 * (same - 1) - 0.5 * self.worth(action)

    def of_card(self, before: S, action: Action) -> list[str]:
        """The themes of a card that is played.

        Args:
            before: The state.
            action: What plays it there.
        """
        if not before.trick:
            return ["leading"]
        lead = before.trick[0][0]
        if action[0] == lead:
            return []
        held = any(card[0] == lead for card in before.hands[before.turn])
        return ["holding-back"] * held + ["giving"] * (self.worth(action) > 0)

    @override
    def form(self, state: S, seat: Seat) -> str:
        seats = self.game.seats
        first = seats.index(seat)
        order = [(first + i) % len(seats) for i in range(len(seats))]
        special = self.special(state)
        plain: list[tuple[object, ...]] = []
        told: list[tuple[object, ...]] = []
        for rank in RANKS:
            counts = tuple(sum(card[0] == rank for card in state.hands[each]) for each in order)
            places = tuple(place for place, card in enumerate(state.trick) if card[0] == rank)
            if rank in special:
                told.append((counts, places))
            elif any(counts) or places:
                plain.append((counts, places))
        turn = (state.turn - first) % len(seats)
        return repr(self.with_more(state, first, turn, (told, sorted(plain, key=repr))))

    def special(self, state: S) -> set[str]:
        """The ranks that differ from others by more than their name.

        Args:
            state: The state.
        """
        return {*self.game.values}

    @abstractmethod
    def with_more(self, state: S, first: int, turn: int, cards: tuple[object, ...]) -> tuple[object, ...]:
        """The cards of a form, with what else makes a difference as it looks from a seat.

        Args:
            state: The state.
            first: The seat's number.
            turn: How many seats after it somebody is to act.
            cards: The cards.
        """

    # Where positions come from

    @override
    def why_unreachable(self, played: Replay) -> str:
        reason = super().why_unreachable(played)
        return "" if reason and self.witness(played.start).find() else reason


def ranks_of(state: RankState[Any, Any]) -> tuple[object, ...]:
    """The ranks in all hands and in the trick, in their order, and where play stands."""
    trick = "".join([card[0] for card in state.trick])
    hands = ["".join([card[0] for card in hand]) for hand in state.hands]
    return (*hands, trick, state.phase, state.turn)


def _in_trick(trick: Trick, seat: Seat) -> tuple[dict[str, object], bool]:
    """What a sentence on a seat's card in a finished trick names, and whether it matches the lead."""
    lead = trick.plays[0].card.rank
    own = next(play.card.rank for play in trick.plays if play.seat == seat)
    ranks = {"rank": a_rank(lead), "own": a_rank(own)}
    seats = {"seat": seat_name(seat), "winner": seat_name(trick.winner)}
    return {**seats, **ranks, "n": trick.card_points}, own == lead


def _holders(state: RankState[Any, Any], rank: str, before: int) -> list[int]:
    """The seats after the one to act, fewer than so many, that hold a card of a rank."""
    places = ((state.turn + step) % len(state.hands) for step in range(1, before))
    return [place for place in places if any(card[0] == rank for card in state.hands[place])]


def _winner(state: RankState[Any, Any]) -> int:
    """Whose the trick in progress is so far."""
    return (state.leader + taker(state.trick)) % len(state.hands)


def _who(state: RankState[Any, Any], holders: list[int]) -> str:
    """Who can still beat a card: nobody, the partner alone, or an opponent too."""
    if not holders:
        return "nobody"
    seats = state.game.seats
    own = next(side for side in state.game.sides if seats[state.turn] in side)
    return "partner" if all(seats[place] in own for place in holders) else "others"


def _told(state: RankState[Any, Any], holders: list[int]) -> dict[str, object]:
    seats = [state.game.seats[place] for place in holders]
    return {"seats": side_spoken(seats) if seats else "", "n": len(seats)}
