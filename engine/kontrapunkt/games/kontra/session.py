"""A session of Kontra: next dealer, added card points (KO-R19 to R22, R24)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, override

from kontrapunkt.core.cards import Card, known_seed, shuffled
from kontrapunkt.core.interface import Game, Seat
from kontrapunkt.core.messages import Message, Text, row, say, seat_name, side_spoken
from kontrapunkt.families.rank_match.constants import PACK
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.rules import RankSession
from kontrapunkt.games.kontra.state import KontraState, Round, Rounds
from kontrapunkt.record.facts import write_numbers

CUTTING_ORDER: Final = "ATKQJ98765432"
"""The ranks in the order for cutting, highest first; the ten is next to the ace."""

_ANOTHER_SHUFFLE: Final = 1 << 70  # so that the cuts tell nothing of this deal or the next ones


def highest(cuts: Iterable[tuple[Seat, Card]]) -> tuple[Seat, ...]:
    """Return the seats that cut the highest rank: one, or several that are equal."""
    found = list(cuts)
    best = min(CUTTING_ORDER.index(card.rank) for _, card in found)
    return tuple(seat for seat, card in found if CUTTING_ORDER.index(card.rank) == best)


def cut(cutters: Sequence[Seat], recut: str, seed: int | None) -> Rounds:
    """Cut a shuffled pack until one card is highest.

    Args:
        cutters: The seats that cut.
        recut: The seats that cut again after a tie: `tied` or `all`.
        seed: The same seed gives the same cuts; None for random ones.
    """
    rounds: list[Round] = []
    who, seed = tuple(cutters), known_seed(seed)
    while who:
        order = shuffled(PACK, None if seed is None else _ANOTHER_SHUFFLE + (seed << 10) + len(rounds))
        rounds.append(tuple(zip(who, order, strict=False)))
        who = _again(rounds[-1], recut)
    return tuple(rounds)


def _again(cuts: Round, recut: str) -> tuple[Seat, ...]:
    """Return the seats that cut again after a round.

    They are those tied for the highest card, or all; nobody if one card is highest.
    """
    tied = highest(cuts)
    if len(tied) == 1:
        return ()
    return tied if recut == "tied" else tuple(seat for seat, _ in cuts)


def dealer_of(rounds: Rounds) -> Seat:
    """Return the dealer after these cuts."""
    return highest(rounds[-1])[0]


def rounds_of(cuts: Sequence[tuple[Seat, Card]], cutters: Sequence[Seat] | None, recut: str) -> Rounds | None:
    """Group cuts into rounds; return None if they are impossible.

    Args:
        cuts: The seats and the cards that they cut, in order.
        cutters: The seats that cut at first; if None, all before the first that cuts again.
        recut: The seats that cut again after a tie: `tied` or `all`.
    """
    left, seats = list(cuts), [seat for seat, _ in cuts]
    who = cutters
    if who is None:
        repeat = next((i for i, seat in enumerate(seats) if seat in seats[:i]), len(seats))
        who = seats[:repeat]
    if len(who) < 2:
        return None
    rounds: list[Round] = []
    while who:
        here, left = left[: len(who)], left[len(who) :]
        if {seat for seat, _ in here} != {*who} or len({card for _, card in here}) < len(who):
            return None
        rounds.append(tuple(here))
        who = _again(rounds[-1], recut)
    return None if left else tuple(rounds)


def next_dealers(points: Sequence[int], least: int) -> tuple[str, tuple[int, ...]]:
    """Return the next dealer, or those who cut for the deal, and the rule.

    Args:
        points: The card points of each player.
        least: The fewest card points that entitle to deal.

    Returns:
        The rule's id, and the numbers of the players.
    """
    able = [seat for seat, number in enumerate(points) if number >= least]
    if not able:
        return "KO-R21", tuple(range(len(points)))
    fewest = min(points[seat] for seat in able)
    found = tuple(seat for seat in able if points[seat] == fewest)
    if len(found) > 1:
        return "KO-R20", found
    return ("KO-R22" if len(able) == 1 else "KO-R19"), found


@dataclass(frozen=True, slots=True)
class KontraSession(RankSession[Game, KontraState]):
    """The standing of a session before a deal.

    Attributes:
        score: The card points of each player if they are added up; empty otherwise, and before the first
            deal.
        played: The number of deals played if card points are added up.
        cutters: The seats that cut for the deal in progress; empty if nobody did, or before the deal.
    """

    score: tuple[int, ...] = ()
    played: int = 0
    cutters: tuple[Seat, ...] = field(default=(), compare=False, repr=False)

    dealer_rule: ClassVar[str] = "KO-R19"
    score_field: ClassVar[str] = "score"
    fields: ClassVar[Mapping[str, str]] = {"deals": "played"}

    @property
    def deals(self) -> int:
        """The number of deals that are added up."""
        return int(self.game.options["deals"])

    @property
    @override
    def unit(self) -> str:
        return "card points" if self.cumulative else ""

    @property
    @override
    def winners(self) -> tuple[Seat, ...]:
        if not self.over:
            return ()
        most = max(self.score)
        return tuple(seat for seat, sum_ in self.seats.items() if sum_ == most)

    @property
    @override
    def over(self) -> bool:
        return self.cumulative and self.played >= self.deals

    @property
    @override
    def standing(self) -> Text:
        if not self.cumulative:
            return say("kontra.session.single")
        if not self.played:
            return say("kontra.session.fresh", deals=self.deals)
        sums = tell_numbers(self.game.seats, self.score)
        said = say("kontra.session.score", sums=sums, n=self.played, deals=self.deals)
        if not self.over:
            return said
        won = say("kontra.session.won", side=side_spoken(self.winners), n=len(self.winners))
        return row([said, won])

    @property
    @override
    def next_deal(self) -> Text:
        told = super(KontraSession, self).next_deal
        return told or say("kontra.session.cut", seats=side_spoken(self.dealers))

    @override
    def with_facts(self, facts: Facts[Game]) -> "KontraSession":
        keys = [key for key in self.game.session_facts if key in facts.deal.facts]
        score, played = facts.numbers("score"), facts.number("deals")
        if not self.cumulative:
            facts.fault("standing_impossible.single", keys[0])
        elif len(keys) < 2:
            facts.fault("standing_impossible.half", keys[0])
        elif score is not None and played is not None:
            if played >= self.deals:
                facts.fault("standing_impossible.over", "deals", n=self.deals)
            elif not played or sum(score) > 120 * played:
                facts.fault("standing_impossible.sum", "score", n=played)
        elif not facts.faults:
            sides = self.game.sides
            facts.unreadable("score", write_numbers(sides, (75, 45, 0)[: len(sides)]))
        return replace(self, score=score or (), played=played or 0)

    @override
    def brought(self, end: KontraState) -> tuple[int, ...] | None:
        return whole_points(end)

    @override
    def counting(self, points: Sequence[int]) -> "KontraSession":
        _, able = next_dealers(points, int(self.game.options["min_dealer"]))
        moved = replace(self, dealers=tuple(self.game.seats[seat] for seat in able), cutters=())
        if not self.cumulative:
            return moved
        score = tuple(a + b for a, b in zip(self.score or (0,) * len(points), points, strict=True))
        return replace(moved, score=score, played=self.played + 1)


def whole_points(state: KontraState) -> tuple[int, ...] | None:
    """Return the card points of each player in the whole deal.

    They are None if a record does not tell enough about earlier tricks.
    """
    early = state.before.points
    return early and tuple(a + b for a, b in zip(early, state.card_points, strict=True))


def tell_numbers(seats: Sequence[Seat], numbers: Sequence[int]) -> Message:
    """Return card points of players in words, as in "North 75, South 45".

    Args:
        numbers: The card points of each.
    """
    return row(map(row, zip(map(seat_name, seats), numbers, strict=True)), ", ")
