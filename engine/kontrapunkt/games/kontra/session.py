"""A session of Kontra: who deals next or cuts for it (KO-R19 to R22), and card points added up (KO-R24)."""

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
"""The ranks as they count in cutting, and nowhere else: the ten comes next to the ace."""

_ANOTHER_SHUFFLE: Final = 1 << 70  # what is cut must tell nothing of this deal or the next ones


def highest(cuts: Iterable[tuple[Seat, Card]]) -> tuple[Seat, ...]:
    """Who cut the highest rank; several if they are equal."""
    found = list(cuts)
    best = min(CUTTING_ORDER.index(card.rank) for _, card in found)
    return tuple(seat for seat, card in found if CUTTING_ORDER.index(card.rank) == best)


def cut(cutters: Sequence[Seat], recut: str, seed: int | None) -> Rounds:
    """Cuts a shuffled pack until one card is highest.

    Args:
        cutters: Who cuts.
        recut: Who cuts again after a tie.
        seed: The same seed gives the same cuts; None for any.
    """
    rounds: list[Round] = []
    who, seed = tuple(cutters), known_seed(seed)
    while who:
        order = shuffled(PACK, None if seed is None else _ANOTHER_SHUFFLE + (seed << 10) + len(rounds))
        rounds.append(tuple(zip(who, order, strict=False)))
        who = _again(rounds[-1], recut)
    return tuple(rounds)


def _again(cuts: Round, recut: str) -> tuple[Seat, ...]:
    """Who cuts again after a round: those tied for the highest card, or all; nobody where one is highest."""
    tied = highest(cuts)
    if len(tied) == 1:
        return ()
    return tied if recut == "tied" else tuple(seat for seat, _ in cuts)


def dealer_of(rounds: Rounds) -> Seat:
    """Who deals after these cuts."""
    return highest(rounds[-1])[0]


def rounds_of(cuts: Sequence[tuple[Seat, Card]], cutters: Sequence[Seat] | None, recut: str) -> Rounds | None:
    """Cuts one after the other as rounds; None if they cannot have gone so.

    Args:
        cuts: Who cut what.
        cutters: Who cut at first; None where that is not known, then all up to the first that cuts again.
        recut: Who cuts again after a tie.
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
    """Who may deal after a deal, and by which rule: one player, or those who cut for it.

    Args:
        points: The card points of each player.
        least: The fewest that entitle to deal.

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
    """Where a session stands before a deal.

    Attributes:
        score: Card points of each player, where they are added up; empty where they are not, or are none yet.
        played: Deals played, where card points are added up.
        cutters: Who has cut for the deal that is played in it; empty where nobody has, or before the deal.
    """

    score: tuple[int, ...] = ()
    played: int = 0
    cutters: tuple[Seat, ...] = field(default=(), compare=False, repr=False)

    dealer_rule: ClassVar[str] = "KO-R19"
    score_field: ClassVar[str] = "score"
    fields: ClassVar[Mapping[str, str]] = {"deals": "played"}

    @property
    def deals(self) -> int:
        """How many deals are added up."""
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
    def stated(self, facts: Facts) -> "KontraSession":
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
    """The card points of each player in the whole deal; None where a record says too little of its past."""
    early = state.before.points
    return early and tuple(a + b for a, b in zip(early, state.card_points, strict=True))


def tell_numbers(seats: Sequence[Seat], numbers: Sequence[int]) -> Message:
    """Card points of players as one speaks them: "North 75, South 45".

    Args:
        seats: The players.
        numbers: The card points of each.
    """
    return row(map(row, zip(map(seat_name, seats), numbers, strict=True)), ", ")
