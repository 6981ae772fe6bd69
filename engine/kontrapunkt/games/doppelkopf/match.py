"""A match of Doppelkopf: game points, the round of deals, compulsory solos, deals that count double."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, override

from kontrapunkt import words
from kontrapunkt.game import SEATS, Seat, State, left_of, seat_name, side_spoken
from kontrapunkt.games.doppelkopf.reckoning import Reckoning, reckoned, triggers
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.games.doppelkopf.table import REDEAL
from kontrapunkt.match import Match
from kontrapunkt.record import facts as record
from kontrapunkt.record.facts import read_number
from kontrapunkt.record.model import Deal
from kontrapunkt.record.text import read_seat
from kontrapunkt.rules import PositionError

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf import Doppelkopf

KEYS = ("score", "played", "owed", "bock")
ROUND = 4
"""Deals in a round that counts double (DK-V21)."""


@dataclass(frozen=True, slots=True)
class DoppelkopfMatch(Match):
    """Where a match stands before a deal.

    Attributes:
        score: The game points of N, E, S, W.
        played: Deals that have counted.
        owing: The seats that have their compulsory solo before them (DK-R7).
        bock: Deals left of each round that counts double; the rounds run at the same time unless they are
            appended, and then there is one number for all.
    """

    score: tuple[int, ...] = (0, 0, 0, 0)
    played: int = 0
    owing: tuple[Seat, ...] = ()
    bock: tuple[int, ...] = ()

    dealer_rule: ClassVar[str] = "DK-D1"

    @property
    def doko(self) -> "Doppelkopf":
        """The game."""
        from kontrapunkt.games.doppelkopf import Doppelkopf

        assert isinstance(self.game, Doppelkopf)
        return self.game

    @property
    @override
    def unit(self) -> str:
        return "game points"

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        return dict(zip(SEATS, self.score, strict=True))

    @property
    def left(self) -> int | None:
        """Deals that are left; None where no number was agreed."""
        deals = self.doko.deals
        return None if deals is None else deals - self.played

    @property
    @override
    def over(self) -> bool:
        return self.left == 0

    @property
    @override
    def winners(self) -> tuple[Seat, ...]:
        if not self.over:
            return ()
        return tuple(seat for seat, number in self.seats.items() if number == max(self.score))

    @property
    def forced(self) -> Seat | None:
        """Who must play a compulsory solo in the next deal, as no deal is left without (DK-R10)."""
        left, dealer = self.left, self.dealer
        if left is None or dealer is None or not self.owing or len(self.owing) < left:
            return None
        around = (left_of(dealer, i) for i in range(1, 5))
        return next(seat for seat in around if seat in self.owing)

    @property
    def factor(self) -> int:
        """What the next deal counts times."""
        return 1 << len(self.bock)

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        found = {}
        if any(self.score):
            found["score"] = " ".join(f"{seat} {number}" for seat, number in self.seats.items())
        if self.played:
            found["played"] = str(self.played)
        if self.owing != self.doko.all_owing:
            found["owed"] = " ".join(f"{seat} {int(seat in self.owing)}" for seat in SEATS)
        if self.bock:
            found["bock"] = " ".join(str(number) for number in self.bock)
        return found

    @property
    @override
    def standing(self) -> str:
        told = words.listed("and", [f"{seat_name(seat)} {number}" for seat, number in self.seats.items()])
        parts = [words.say("dk.match.score", told=told)]
        if self.over:
            parts.append(words.say("dk.match.won", winners=side_spoken(self.winners)))
        elif self.left is not None:
            parts.append(words.say("dk.match.left", n=self.left))
        if self.owing:
            parts.append(words.say("dk.match.owing", seats=side_spoken(self.owing)))
        if self.bock:
            parts.append(words.say("dk.match.bock", n=max(self.bock), times=self.factor))
        return " ".join(parts)

    @override
    def after(self, end: State) -> "DoppelkopfMatch":
        assert isinstance(end, DoppelkopfState)
        if end.to_act is not None:
            raise ValueError("the deal is still going on")
        if self.over:
            raise ValueError("the match is over")
        if end.mode == REDEAL:
            return self
        return self.counting(end, reckoned(end))

    def counting(self, end: DoppelkopfState, found: Reckoning) -> "DoppelkopfMatch":
        """The match after a deal that was reckoned up.

        Args:
            end: The deal's last state.
            found: What it comes to.
        """
        from kontrapunkt.games.doppelkopf.result import shares

        more = {seat: number * self.factor for seat, number in shares(end, found.value).items()}
        kept = self.doko.kept
        score = [self.score[i] + (0 if more[seat] * kept < 0 else more[seat]) for i, seat in enumerate(SEATS)]
        soloist = SEATS[end.declarer] if end.is_declared_solo and end.declarer is not None else None
        paid = soloist in self.owing
        again = paid and self.forced is None
        following = self.dealers if again else tuple(left_of(seat) for seat in self.dealers)
        return replace(
            self,
            dealers=tuple(seat for seat in SEATS if seat in following),
            score=tuple(score),
            played=self.played + 1,
            owing=tuple(seat for seat in self.owing if seat != soloist),
            bock=self._bock_after(len(triggers(end, found))),
        )

    def _bock_after(self, rounds: int) -> tuple[int, ...]:
        left = [number - 1 for number in self.bock if number > 1]
        if self.doko.appends:
            whole = sum(left) + ROUND * rounds
            return (whole,) if whole else ()
        return (*left, *(ROUND,) * rounds)


class MatchFacts(record.Facts):
    """Reads how a match stands."""

    sentences = "dk.fault."

    def by_seat(self, key: str, form: str) -> dict[Seat, int] | None:
        """A number for each of the four seats, which may be below nothing; None where the fact is missing."""
        if key not in self.deal.facts:
            return None
        given = self.words(key)
        found: dict[Seat, int] = {}
        for name, text in zip(given[::2], given[1::2], strict=False):
            seat, number = read_seat(name), read_number(text.replace("−", "-").removeprefix("-"))
            if seat is not None and number is not None:
                found[seat] = -number if text[0] in "-−" else number
        if len(found) != 4 or len(given) != 8:
            self.unreadable(key, form)
            return None
        return found


def read_match(game: "Doppelkopf", deal: Deal | None) -> DoppelkopfMatch:
    """The match that the facts `score`, `played`, `owed` and `bock` of a deal state; a fresh one without.

    Raises:
        PositionError: if they cannot be read, or no match can stand so before a deal.
    """
    if deal is None:
        return DoppelkopfMatch(game, owing=game.all_owing)
    facts = MatchFacts(deal, tuple(deal.facts))
    score = facts.by_seat("score", "score: N 3 E -3 S 3 W -3")
    played = facts.number("played") or 0
    owed = facts.by_seat("owed", "owed: N 1 E 0 S 1 W 1")
    bock = tuple(read_number(word) or 0 for word in facts.words("bock"))
    owing = game.all_owing
    if owed is not None:
        owing = tuple(seat for seat in SEATS if owed[seat])
        if not {*owed.values()} <= {0, 1} or not {*owing} <= {*game.all_owing}:
            facts.unreadable("owed", "owed: N 1 E 0 S 1 W 1")
    if (
        not all(bock)
        or len(bock) > 30
        or (len(bock) > 1 and game.appends)
        or (bock and not game.bock)
        or (bock and not game.appends and max(bock) > ROUND)
    ):
        facts.fault("standing_impossible", "bock", "bock")
    if game.deals is not None and played >= game.deals:
        facts.fault("standing_impossible", "played", "played", n=game.deals)
    if len(game.all_owing) - len(owing) > played:
        facts.fault("standing_impossible", "owed", "owed")
    if score is not None and not game.kept and sum(score.values(), 0):
        facts.fault("standing_impossible", "sum", "score")
    if facts.faults:
        raise PositionError(facts.faults)
    numbers = tuple(score[seat] for seat in SEATS) if score else (0, 0, 0, 0)
    dealers = (deal.dealer,) if deal.dealer else SEATS
    return DoppelkopfMatch(game, dealers, numbers, played, owing, bock)


words.register(
    "en",
    {
        "dk.match.score": "Game points: {told}.",
        "dk.match.won": "The round is over; {winners} won it.",
        "dk.match.left": "{n} {n:deal is|deals are} left.",
        "dk.match.owing": "Compulsory solos are still owed by {seats}.",
        "dk.match.bock": "The next {n:deal counts|{n} deals count} more, the first of them {times} times.",
        "dk.fault.bock": "so many rounds cannot count double here",
        "dk.fault.played": "after {n} deals the match is over, and no deal follows",
        "dk.fault.owed": "nobody can have played a compulsory solo in so few deals",
        "dk.fault.sum": "game points add up to nothing",
    },
)
