"""Puzzle knowledge for all games in which ranks match.

Suits mean nothing in these games, and ranks have no order. With all hands open, sentences can explain a
card's effect in its trick: why it takes the trick or not, and who could still beat it.

A position can arise if there is a witness: a whole deal, with play that leads to exactly this position. The
engine plays it out, and it alone decides if that play was legal and has led there.
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
from kontrapunkt.core.messages import Text, row, seat_name, side_spoken
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.families.piles import holdings
from kontrapunkt.families.rank_match.constants import Pair, a_rank
from kontrapunkt.families.rank_match.rules import RankRules
from kontrapunkt.families.rank_match.state import RankState
from kontrapunkt.puzzles.knowledge import Knowledge, Saying
from kontrapunkt.record import Replay

Done = list[tuple[Seat, str]]
"""The actions of a deal, each with its seat."""


@dataclass(frozen=True, slots=True)
class EarlierTrick:
    """A made-up earlier trick; seats are numbers in the order of play.

    Attributes:
        leader: The seat that led.
        winner: The seat that took it.
        cards: Its cards in the order played.
        added: Its spice, or the last cards of the pack.
    """

    leader: int
    winner: int
    cards: tuple[Card, ...]
    added: tuple[Card, ...] = ()


@lru_cache(64)  # needed again in each attempt
def ways(
    numbers: tuple[int, ...], worths: tuple[int, ...], points: int | None, most: int
) -> tuple[tuple[int, ...], ...]:
    """Return all of `holdings`.

    Args:
        numbers: The number of cards of each rank that counts.
        worths: The card points of each rank.
        points: The card points of those held; None for any number.
        most: The greatest number of cards held.
    """
    return tuple(holdings(numbers, worths, points, most))


class Witness[S: RankState[Any, Any]](ABC):
    """A search for a witness of a position; it makes up the earlier tricks at random.

    The random seed is always the same.

    Attributes:
        attempts: The number of attempts before it gives up.
        start: The position, as the first state of a record.
        game: Its game.
        chance: The random generator.
        gone: The cards of the earlier tricks.
        possible: False if no attempt can succeed.
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
        """Make up the earlier tricks; None if this attempt has failed."""

    @abstractmethod
    def dealt(self, tricks: Sequence[EarlierTrick]) -> Deal:
        """Return a deal in which those tricks can be played."""

    @abstractmethod
    def done(self, tricks: Sequence[EarlierTrick]) -> Done:
        """Return the actions in it up to the position."""

    def find(self) -> tuple[S, Done] | None:
        """Return a deal's first state and the actions that lead to the position.

        Returns:
            None if no attempt has succeeded.
        """
        for _ in range(self.attempts if self.possible else 0):
            tricks = self.tricks()
            if tricks is None:
                continue
            deal, done = self.dealt(tricks), self.done(tricks)
            try:
                state = first = self.game.start(deal)
                for seat, action in done:
                    state = state.apply(action, seat)
            except (PositionError, Refusal, IndexError):  # IndexError: there is no card left to draw
                continue
            if self.agrees(state):
                return first, done
        return None

    def agrees(self, state: S) -> bool:
        """Return True if a state is the position and agrees with its known earlier play.

        Args:
            state: The state after the actions.
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
    """Puzzle knowledge for a game in which ranks match.

    Attributes:
        witness: The class that searches for a witness of a position; None for none.
    """

    game: RankRules[Any]
    kin = ("sedma", *Knowledge.kin)
    witness: ClassVar[type[Witness[Any]] | None] = None

    def added(self, state: S) -> int:
        """Return the card points that the winner of the trick gets beside its cards."""
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
        winner = (state.leader + self.game.taker(trick)) % len(self.game.seats)
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
    def why_not_theirs(self, state: S, trick: Trick, seat: Seat) -> Text:
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
    def situation(self, state: S) -> Text:
        trick, seats = state.trick, self.game.seats
        if state.first_part or not trick:
            return ""
        later = _holders(state, trick[0][0], len(seats) - len(trick))
        key = "open" if later else "safe" if len(trick) < len(seats) - 1 else "last"
        winner, turn = (seat_name(seats[place]) for place in (_winner(state), state.turn))
        values = {"winner": winner, "seat": turn, "rank": a_rank(trick[0][0])}
        return self.tell(f"situation.{key}", **values, **_holder_values(state, later))

    @override
    def standing(self, state: S, action: Action) -> Text:
        if state.first_part or action.card is None:
            return ""
        trick, seats, rank = state.trick, self.game.seats, action[0]
        over = bool(trick) and rank == trick[0][0]
        others = _holders(state, rank, len(seats) - len(trick) * over)
        key = "over" if over else "kept" if trick else "lead"
        values = {"rank": a_rank(rank), **_holder_values(state, others)}
        told = self.tell(f"standing.{key}.{_who(state, others)}", **values)
        worth = self.game.values.get(rank, 0)
        if key != "kept" or not worth:
            return told
        given = self.tell("standing.gives", n=worth, winner=seat_name(seats[_winner(state)]))
        return row((given, told))

    # Mining

    @override
    def liking(self, state: S, action: Action) -> float:
        if state.trick:
            return 0.0
        same = sum(card[0] == action[0] for card in state.hands[state.turn])
        return 3.0 * (same - 1) - 0.5 * self.worth(action)

    def of_card(self, before: S, action: Action) -> list[str]:
        """Return the themes of a card.

        Args:
            before: The state before it.
            action: The action that plays it.
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
        """Return the ranks that differ from others in more than their name."""
        return {*self.game.values}

    @abstractmethod
    def with_more(self, state: S, first: int, turn: int, cards: tuple[object, ...]) -> tuple[object, ...]:
        """Return the cards of a form with everything else that matters, as a seat sees it.

        Args:
            first: The seat's number.
            turn: The number of turns from that seat to the seat to act.
        """

    # Earlier play of positions

    @override
    def why_unreachable(self, played: Replay) -> Text:
        reason = super().why_unreachable(played)
        return "" if reason and self.witness and self.witness(played.start).find() else reason


def ranks_of(state: RankState[Any, Any]) -> tuple[object, ...]:
    """Return the ranks in all hands and in the trick, in order, with phase and turn."""
    trick = "".join([card[0] for card in state.trick])
    hands = ["".join([card[0] for card in hand]) for hand in state.hands]
    return (*hands, trick, state.phase, state.turn)


def read_pairs(text: str) -> tuple[Pair, Pair] | None:
    """Return an answer's card points and game points of both sides: `60-30 1-0`; None if unreadable."""
    found = [word.split("-") for word in text.split()]
    if len(found) != 2 or any(len(pair) != 2 or not all(p.isdecimal() for p in pair) for pair in found):
        return None
    points, scored = ((int(a), int(b)) for a, b in found)
    return points, scored


def _in_trick(trick: Trick, seat: Seat) -> tuple[dict[str, object], bool]:
    """Return values for a sentence on a seat's card, and True if it matches the lead."""
    lead = trick.plays[0].card.rank
    own = next(play.card.rank for play in trick.plays if play.seat == seat)
    ranks = {"rank": a_rank(lead), "own": a_rank(own)}
    seats = {"seat": seat_name(seat), "winner": seat_name(trick.winner)}
    return {**seats, **ranks, "n": trick.card_points}, own == lead


def _holders(state: RankState[Any, Any], rank: str, before: int) -> list[int]:
    """Return the seats after the one to act that have a card of a rank.

    Args:
        before: One more than the number of seats considered.
    """
    places = ((state.turn + step) % len(state.hands) for step in range(1, before))
    return [place for place in places if any(card[0] == rank for card in state.hands[place])]


def _winner(state: RankState[Any, Any]) -> int:
    """Return the number of the seat that is winning the trick in progress."""
    place: int = state.game.taker(state.trick)
    return (state.leader + place) % len(state.hands)


def _who(state: RankState[Any, Any], holders: list[int]) -> str:
    """Return `nobody`, `partner` or `others` for the seats that can beat a card.

    `partner` means the partner alone.
    """
    if not holders:
        return "nobody"
    seats = state.game.seats
    own = next(side for side in state.game.sides if seats[state.turn] in side)
    return "partner" if all(seats[place] in own for place in holders) else "others"


def _holder_values(state: RankState[Any, Any], holders: list[int]) -> dict[str, object]:
    seats = [state.game.seats[place] for place in holders]
    return {"seats": side_spoken(seats) if seats else "", "n": len(seats)}
