"""Puzzle knowledge of Doppelkopf: reservations, calls, trumps and game points."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import PASS, SEATS, Action, Seat, Trick
from kontrapunkt.core.messages import Text, listed, row, say
from kontrapunkt.families.follow_suit import TRUMP
from kontrapunkt.families.follow_suit.puzzle_knowledge import FollowKnowledge
from kontrapunkt.games.doppelkopf import Doppelkopf, constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, RE, UNKNOWN
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.scoring import (
    LOW,
    DealScore,
    PartyTotals,
    score_deal,
    score_lines,
    seat_shares,
)
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.puzzles.knowledge import Mistake, Saying
from kontrapunkt.search import Goal

_ELSEWHERE: Final[Mapping[str, tuple[str, str, str]]] = {
    "target_rule": ("ddv", "seed_literal", "DK-S1"),
    "both_fail": ("ddv", "seed", "DK-S5"),
    "exceed_cumulative": ("on", "off", "DK-S14"),
    "schwarz_means": ("no_trick", "no_points", "DK-S11"),
}
"""Options that are often played the other way: both values, and the rule here."""


class DoppelkopfKnowledge(FollowKnowledge[DoppelkopfState]):
    """The parts of Doppelkopf that puzzles ask about."""

    lead_rule = "DK-P1"
    follow_rule = "DK-P2"
    void_rule = "DK-P3"
    equal_rule = "DK-V2"

    deeds = frozenset(("discard",))
    reasons: ClassVar = {
        PASS: ("may.pass", "DK-R5"),
        f"{PASS} {constants.OFFER}": ("may.refuse", "DK-V13"),
        "discard": ("may.put", "DK-V13"),
        "discard trump": ("may.put.trump", "DK-V13"),
        "discard back": ("may.give", "DK-V13"),
        constants.HEALTHY: ("may.healthy", "DK-R1"),
        constants.RESERVATION: ("may.reservation", "DK-R2"),
        constants.WITHDRAW: ("may.withdraw", "DK-R8"),
        constants.BID_POVERTY: ("may.poverty", "DK-V13"),
        constants.THROW_IN: ("may.throw_in", "DK-V14"),
        constants.ACCEPT: ("may.accept", "DK-V13"),
        constants.PIGLETS: ("may.piglets", "DK-V15"),
        **dict.fromkeys(constants.BID_SOLO, ("may.solo", "DK-R4")),
        **dict.fromkeys(constants.WEDDING_KINDS, ("may.wedding", "DK-R4")),
        **dict.fromkeys(constants.TELLING, ("may.tell", "DK-V13")),
        **dict.fromkeys(constants.PARTNERS, ("may.partner", "DK-V22")),
    }

    cards_mined = 6  # more cards are possible, but each puzzle may take many seconds

    # Calls

    @override
    def calls(self, state: DoppelkopfState, seat: Seat) -> tuple[Action, ...]:
        game = state.game
        if state.phase == constants.RESERVATIONS:
            return (constants.HEALTHY, constants.RESERVATION, constants.BID_WEDDING, *game.solo_bids[:1])
        if state.phase == constants.NAMING:
            return (*game.solo_bids, constants.BID_WEDDING, PASS)
        if state.phase in (constants.PUT, constants.GIVE):
            return tuple(constants.DISCARDS[one] for one in dict.fromkeys(state.hands[SEATS.index(seat)]))
        if state.phase in (constants.OFFER, constants.TELL):
            return (
                (constants.ACCEPT, PASS, constants.PIGLETS)
                if state.phase == constants.OFFER
                else tuple(constants.TELLING)
            )
        own = state.parties[SEATS.index(seat)]
        if not own:
            return tuple(constants.SAY[party, level] for party in (RE, KONTRA) for level in (0, 1))
        return (*(constants.SAY[own, level] for level in range(5)), constants.SAY[-own, 0])

    @override
    def name(self, action: Action) -> Text:
        if action not in constants.SAID:
            return super().name(action)
        party, level = constants.SAID[action]
        return row(filter(None, (say(f"action.say {constants.NAMES[party]}"), constants.BIDS[level])))

    # Legal actions

    @override
    def why_done(self, state: DoppelkopfState, action: Action, seat: Seat | None) -> Saying:
        """Explain why a call is legal: in time with all it includes, or as a reply."""
        if action not in constants.SAID:
            return super().why_done(state, action, seat)
        party, level = constants.SAID[action]
        speaker = state.speaker(state.turn if seat is None else SEATS.index(seat))
        first = speaker.next(party)
        values = {"call": self.name(action), "n": speaker.held, "due": speaker.due(level)}
        if not speaker.in_time(party, first):
            theirs = state.level(-party)
            answered = self.name(constants.SAY[-party, theirs])
            least = speaker.due(theirs) - 1
            return self.tell("may.reply", answered=answered, least=least, **values), "DK-R27"
        if level == 0 and state.game.by_table:
            return self.tell("may.table", **values), "DK-V19"
        if level > first:
            calls = (self.name(constants.SAY[party, each]) for each in range(first, level))
            between = [row(("“", call, "”"), "") for call in calls]
            values |= {"between": listed("and", between), "first": speaker.due(first)}
            return self.tell("may.includes", **values), "DK-R24"
        return self.tell("may.call", **values), "DK-R22"

    @override
    def reason(self, state: DoppelkopfState, action: Action) -> str:
        if action == PASS:
            return f"{PASS} {state.phase}"
        if action not in constants.LAID_DOWN:
            return action
        trump = state.order.suits[constants.LAID_DOWN[action]] == TRUMP
        return "discard back" if state.phase == constants.GIVE else "discard trump" if trump else "discard"

    # Winner of a trick

    @override
    def disguised(self, state: DoppelkopfState, trick: Trick) -> int:
        """Count misleading cards.

        They are trumps that seem to follow suit, plain cards that seem to be trumps, and aces or tens that
        are low trumps.
        """
        own = [(state.order.suits[card], card) for card in trick.cards]
        led = own[0][0]
        looks_plain = sum(suit == TRUMP != led and card.suit == led for suit, card in own)
        looks_trump = sum(suit != TRUMP and _usual(card) for suit, card in own)
        rich = any(suit == TRUMP and card.rank in "AT" and card != "TH" for suit, card in own)
        return looks_plain + looks_trump + rich

    # Goals

    @override
    def teams(self, state: DoppelkopfState) -> Iterable[tuple[Seat, ...]]:
        """Return the soloist, or both parties."""
        return super().teams(state) if UNKNOWN in state.parties else state.teams

    @override
    def aims(self, state: DoppelkopfState) -> tuple[Goal, ...]:
        return tuple(Goal.create("points", seats) for seats in state.teams)

    # Results

    @override
    def steps(self, end: DoppelkopfState) -> int:
        """Count the steps to the result.

        They are the kinds of points, a bid met or missed, a settlement as a solo, and points that only seem
        to count.
        """
        if end.mode == constants.REDEAL:
            return 1
        found = score_deal(end)
        kinds = {(line.rule, line.party) for line in found.lines}
        idle = _own_foxes(end) != 0 or (found.tally.alone and bool(end.happened))
        low = _low(found) != 0
        return max(1, len(kinds)) + found.tally.alone + (found.rule != "DK-S1") + idle + low

    @override
    def mistakes(self, end: DoppelkopfState) -> Iterator[Mistake]:
        if end.mode == constants.REDEAL:
            return
        game, found = end.game, score_deal(end)
        of = found.tally

        def said(value: int, mistake: str, rule: str) -> Mistake:
            return self.mistake(self.numbers_told(seat_shares(end, value)), mistake, rule)

        if found.rule in ("DK-S3", "DK-S4", "DK-S5"):
            silent = replace(of, levels=(min(of.levels[0], 0), min(of.levels[1], 0)))
            yield said(_value(game, silent, end), f"bid.{'none' if not found.won else 'one'}", found.rule)
        if of.alone:
            yield said(_value(game, replace(of, alone=False), end), "special", "DK-S19")
            once = {seat: found.value * party for seat, party in zip(SEATS, end.parties, strict=True)}
            yield self.mistake(self.numbers_told(once), "single", "DK-S22")
        else:
            opposite = self.numbers_told(_opposite(end, found.value))
            yield self.mistake(opposite, "opposite", "DK-R12")
            yield said(found.value + _own_foxes(end), "own_fox", "DK-S17")
        yield said(found.value + _low(found), "low", "DK-S24")
        for name, (one, other, rule) in _ELSEWHERE.items():
            here = game.options[name]
            elsewhere = Doppelkopf(**{**game.options, name: other if here == one else one})
            there = _value(elsewhere, of, end)
            if there != _value(game, of, end):
                yield said(there, name, rule)
        yield said(-found.value, "turned", "DK-S20")


def _usual(card: Card) -> bool:
    """Return True for a trump of a normal game that looks like a plain card."""
    return card.rank in "QJ" or card == "TH"


def _value(game: DoppelkopfRules, of: PartyTotals, end: DoppelkopfState) -> int:
    """Return the value of the deal with other totals or rules."""
    return sum(line.party * line.points for line in score_lines(game, of, end))


def _opposite(end: DoppelkopfState, value: int) -> dict[Seat, int]:
    """Return the results as if partners sat opposite each other."""
    first = end.parties.index(RE) & 1
    return {seat: value if i & 1 == first else -value for i, seat in enumerate(SEATS)}


def _own_foxes(end: DoppelkopfState) -> int:
    """Return the foxes that parties took from themselves, for Re."""
    parties = end.parties
    foxes = [event for event in end.happened if event.kind == constants.CAUGHT_FOX]
    return sum(parties[fox.winner] for fox in foxes if parties[fox.winner] == parties[fox.owner])


def _low(found: DealScore) -> int:
    """Return the points that the losers would have for low card points, for Re."""
    if not found.won:
        return 0
    won_with = found.tally.points[found.won == KONTRA]
    return -found.won * sum(won_with < limit for limit in LOW)
