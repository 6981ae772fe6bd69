"""A session of Doppelkopf: game points, deals, compulsory solos, double rounds.

If five, six or seven play, the four after the dealer play the deal (DK-D1). The others sit out, the dealer
among them. After the deal its dealer takes the seat of the next dealer; with six or seven, the player before
in the row does. So everybody else stays seated, and forehand moves round the four seats just as with four
players. The seat called the dealer's is then the one that is dealt to last: the dealer sits between it and
forehand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, override

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Seat, left_of
from kontrapunkt.core.messages import Message, Text, listed, row, say, seat_name, true_minus
from kontrapunkt.families.deal_session import DealSession
from kontrapunkt.games.doppelkopf.constants import REDEAL
from kontrapunkt.games.doppelkopf.contract import Bidding
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.scoring import DealScore, bock_triggers, score_deal, seat_shares
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record import facts as record
from kontrapunkt.record.facts import read_number, read_signed
from kontrapunkt.record.text import read_seat


class SessionFacts(record.FactsReader[DoppelkopfRules]):
    """A reader of the facts of a session."""

    def __init__(self, game: DoppelkopfRules, deal: Deal, known: Sequence[str] | None = None) -> None:
        super().__init__(game, deal, known)
        self.sides = game.persons

    @override
    def side(self, text: str) -> int | None:
        persons = self.game.persons
        person = read_seat(text) if persons == SEATS else text.upper()
        return persons.index(person) if person in persons else None

    def giver(self, persons: tuple[str, ...]) -> int:
        """Return the index of the dealer, from the fact that names those who sit out."""
        if "sitting" not in self.deal.facts:
            return 0
        if len(persons) == len(SEATS):
            self.fault("fact_idle.sitting", "sitting")
            return 0
        given = tuple(word.upper() for word in self.words("sitting"))
        known = {persons_sitting_out(persons, place): place for place in range(len(persons))}
        if given not in known:
            self.unreadable("sitting", " ".join(persons_sitting_out(persons, len(persons) - 1)))
        return known.get(given, 0)


@dataclass(frozen=True, slots=True)
class DoppelkopfSession(DealSession[DoppelkopfRules, DoppelkopfState]):
    """The standing of a session before a deal.

    Attributes:
        score: The game points of all persons in the session, in order.
        played: The number of deals that have counted.
        owing: The persons who still owe the compulsory solo (DK-R7).
        bock: The number of deals left in each double round. The rounds run at the same time unless they are
            appended; then there is one number for all.
        giver: The index of the dealer among the persons; 0 if four play, as the dealer's seat tells it.
    """

    score: tuple[int, ...] = ()
    played: int = 0
    owing: tuple[str, ...] = ()
    bock: tuple[int, ...] = ()
    giver: int = 0

    dealer_rule: ClassVar[str] = "DK-D1"
    reads = SessionFacts

    @property
    @override
    def unit(self) -> str:
        return self.game.gain_unit

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        scores = self.scores
        return {seat: scores[person] for seat, person in self.players_by_seat.items()}

    @property
    @override
    def scores(self) -> Mapping[str, int]:
        return dict(zip(self.persons, self.score, strict=True))

    @property
    @override
    def players_by_seat(self) -> Mapping[Seat, str]:
        return seat_persons(self.persons, self.giver, self.dealers[-1])

    @property
    @override
    def dealt_by(self) -> Seat | None:
        return None if self.resting else self.dealer

    @property
    def persons(self) -> tuple[str, ...]:
        """All players of the session, in the order they sit."""
        return self.game.persons

    @property
    def resting(self) -> tuple[str, ...]:
        """The persons who sit out the next deal, its dealer last; none if four play."""
        return persons_sitting_out(self.persons, self.giver)

    @property
    def left(self) -> int | None:
        """The number of deals left; None if no number was agreed."""
        deals = self.game.deals
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
        return tuple(seat for seat, number in self.seats.items() if number == max(self.scores.values()))

    def owes(self, seat: Seat) -> bool:
        """Return True if the person at a seat still owes the compulsory solo."""
        return bool(self.owing) and self.players_by_seat[seat] in self.owing

    @property
    def pressed(self) -> bool:
        """True if all deals left are needed for compulsory solos (DK-R10)."""
        return self.left is not None and 0 < self.left <= len(self.owing)

    @property
    def forced(self) -> Seat | None:
        """The seat that must play a compulsory solo in the next deal (DK-R10)."""
        if self.dealer is None or not self.pressed:
            return None
        around = (left_of(self.dealer, i) for i in range(1, 5))
        return next((seat for seat in around if self.owes(seat)), None)

    @property
    def bidding(self) -> Bidding:
        """The reservations of the next deal, before anybody has spoken."""
        assert self.dealer is not None
        forehand, forced = (SEATS.index(self.dealer) + 1) & 3, self.forced
        owing = tuple([self.owes(seat) for seat in SEATS])
        return Bidding(forehand, owing, None if forced is None else SEATS.index(forced))

    @property
    def factor(self) -> int:
        """The factor of the next deal."""
        return 1 << len(self.bock)

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        persons, changed = self.persons, self.owing != self.game.all_owing
        owed = [int(person in self.owing) for person in persons] if changed else []
        return record.tidy(
            {
                "score": record.write_numbers(persons, self.score) if any(self.score) else "",
                "played": str(self.played or ""),
                "owed": record.write_numbers(persons, owed) if owed else "",
                "bock": " ".join(map(str, self.bock)),
                "sitting": " ".join(self.resting) if self.giver else "",
            }
        )

    @classmethod
    @override
    def fresh(cls, game: DoppelkopfRules) -> "DoppelkopfSession":
        return cls(game, score=(0,) * len(game.persons), owing=game.all_owing)

    @override
    def with_facts(self, facts: SessionFacts) -> "DoppelkopfSession":
        game, persons = self.game, self.game.persons
        score = facts.numbers("score", read=read_signed, form=(3, -3, 3, -3, 0, 0, 0), whole=True)
        played = facts.number("played") or 0
        owed = facts.numbers("owed", form=(1,) * len(persons), whole=True)
        bock = tuple(read_number(word) or 0 for word in facts.words("bock"))
        giver = facts.giver(persons)
        owing = game.all_owing
        if owed is not None:
            owing = tuple(person for person, owes in zip(persons, owed, strict=True) if owes)
            if not game.all_owing:
                facts.fault("fact_idle.owed.off", "owed")
            elif max(owed) > 1:
                facts.unreadable("owed", record.write_numbers(persons, (1,) * len(persons)))
        if bock and not game.bock:
            facts.fault("fact_idle.bock.off", "bock")
        elif (
            not all(bock)
            or len(bock) > 30
            or (len(bock) > 1 and game.options.on("bock_append"))
            or (bock and not game.options.on("bock_append") and max(bock) > len(persons))
        ):
            facts.fault("standing_impossible.bock", "bock")
        if game.deals is not None and played >= game.deals:
            facts.fault("standing_impossible.played", "played", n=game.deals)
        if game.all_owing and len(game.all_owing) - len(owing) > played:
            facts.fault("standing_impossible.owed", "owed")
        if game.deals is not None and len(owing) > max(game.deals, len(game.all_owing)) - played:
            facts.fault("standing_impossible.owed.late", "owed")
        if score and not game.counted_sign and sum(score):
            facts.fault("standing_impossible.sum", "score")
        return replace(self, score=score or self.score, played=played, owing=owing, bock=bock, giver=giver)

    @property
    @override
    def standing(self) -> Text:
        scores = self.scores
        numbers = {_name(person): true_minus(str(number)) for person, number in scores.items()}
        told = listed("and", [row(each) for each in numbers.items()])
        parts = [say("dk.session.score", told=told)]
        if self.over:
            best = [_name(person) for person, number in scores.items() if number == max(scores.values())]
            parts.append(say("dk.session.won", winners=listed("and", best)))
        elif self.left is not None:
            parts.append(say("dk.session.left", n=self.left))
        if self.owing:
            owing = listed("and", [_name(person) for person in self.owing])
            parts.append(say("dk.session.owing", seats=owing))
        if self.bock:
            parts.append(say("dk.session.bock", n=max(self.bock), times=self.factor))
        return row(parts)

    @property
    @override
    def next_deal(self) -> Text:
        return self.table if self.dealer and self.resting else super(DoppelkopfSession, self).next_deal

    @property
    def table(self) -> Message:
        """The dealer, those who sit out and the seats, if more than four play."""
        return _table(self.persons, self.giver, self.dealers[-1])

    def resting_sentence(self) -> Message:
        """Return the sentence that those who sit out get nothing."""
        return _told_of_resting("nothing", self.resting)

    @override
    def counting(self, end: DoppelkopfState, found: DealScore | None = None) -> "DoppelkopfSession":
        """Return the session after a deal.

        Args:
            end: The finished deal.
            found: Its score, if it is known already.
        """
        if end.mode == REDEAL:
            return self
        found = found or score_deal(end)
        players, sign, declarer = self.players_by_seat, self.game.counted_sign, end.contract.declarer
        more = {players[seat]: number * self.factor for seat, number in seat_shares(end, found.value).items()}
        gained = {person: 0 if number * sign < 0 else number for person, number in more.items()}
        soloist = players[SEATS[declarer]] if end.contract.is_solo and declarer is not None else None
        counted = replace(
            self,
            score=tuple(number + gained.get(person, 0) for person, number in self.scores.items()),
            played=self.played + 1,
            owing=tuple(person for person in self.owing if person != soloist),
            bock=self._bock_after(len(bock_triggers(end, found))),
        )
        following = counted if soloist in self.owing and self.forced is None else counted.passed_on()
        while following.pressed and {*following.owing} <= {*following.resting}:
            following = following.passed_on()
        return following

    def passed_on(self) -> "DoppelkopfSession":
        """Return the session after the deal has passed to the next dealer (DK-D1)."""
        giver = (self.giver + 1) % len(self.persons) if self.resting else 0
        return replace(self, dealers=self.next_dealers, giver=giver)

    def _bock_after(self, rounds: int) -> tuple[int, ...]:
        left = [number - 1 for number in self.bock if number > 1]
        if self.game.options.on("bock_append"):
            whole = sum(left) + len(self.persons) * rounds
            return (whole,) if whole else ()
        return (*left, *(len(self.persons),) * rounds)


def _name(person: str) -> Message:
    """Return the name of a person: the seat if four play, otherwise a number."""
    seat = read_seat(person)
    return seat_name(seat) if seat else say("dk.session.person", n=person[1:])


@cache
def seat_persons(persons: tuple[str, ...], giver: int, dealer: Seat) -> Mapping[Seat, str]:
    """Return the person at each seat.

    Args:
        persons: All players of the session, in the order they sit.
        giver: The index of the dealer among them, from 0.
        dealer: The seat that is called the dealer's.
    """
    if len(persons) == len(SEATS):
        return dict(zip(SEATS, persons, strict=True))
    found = {left_of(dealer, i): persons[(giver + i) % len(persons)] for i in range(1, 5)}
    return {seat: found[seat] for seat in SEATS}


@cache
def persons_sitting_out(persons: tuple[str, ...], giver: int) -> tuple[str, ...]:
    """Return the persons who sit out, in order, the dealer last; none if four play.

    Args:
        persons: All players of the session, in the order they sit.
        giver: The index of the dealer among them, from 0.
    """
    away = len(persons) - len(SEATS)
    return tuple(persons[(giver - i) % len(persons)] for i in reversed(range(away)))


@cache
def _table(persons: tuple[str, ...], giver: int, dealer: Seat) -> Message:
    told = [
        say("dk.session.seat", person=_name(person), seat=seat_name(seat))
        for seat, person in seat_persons(persons, giver, dealer).items()
    ]
    away = _told_of_resting("away", persons_sitting_out(persons, giver))
    return say("dk.session.table", away=away, seated=listed("and", told))


def _told_of_resting(key: str, persons: tuple[str, ...]) -> Message:
    names = [_name(person) for person in persons]
    values = {"away": listed("and", names), "n": len(names), "giver": names[-1]}
    return say(f"dk.session.{key}", **values)
