"""What puzzles know of Kontraspiel: who may announce what, and when; what a deal costs whom, in chips."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, override

from kontrapunkt import words
from kontrapunkt.families.follow_suit.puzzle_knowledge import FollowKnowledge
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.games.kontraspiel import table
from kontrapunkt.games.kontraspiel.result import Payment, base_payments, outcome_of, with_pot
from kontrapunkt.games.kontraspiel.state import DISCARD, OFFER, OPEN, ROUND1, ROUND2, KontraspielState
from kontrapunkt.naming import card_name, seat_name, suit_name
from kontrapunkt.puzzles.aim import side_text
from kontrapunkt.puzzles.knowledge import Saying, seats_told
from kontrapunkt.search import Goal

Mistake = tuple[str, str, str]
"""A wrong answer, why it is wrong, and the rule."""

_SAID: Final[Mapping[str, tuple[str, str]]] = {
    table.TAKE: ("take", "KS-R8"),
    table.PLAY: ("play", "KS-R11"),
    table.CONTRA: ("contra", "KS-R15"),
    table.SWAP: ("swap", "KS-R16"),
    table.RECONTRA: ("recontra", "KS-R17"),
}
"""What is said of an answer or announcement that may be made, and by which rule."""

_PASSED: Final[Mapping[str, str]] = {OFFER: "KS-R8", ROUND1: "KS-R11", ROUND2: "KS-R12"}
"""The rule by which one may pass, by phase."""


class KontraspielKnowledge(FollowKnowledge[KontraspielState]):
    """What puzzles know of Kontraspiel."""

    lead_rule = "KS-R23"
    follow_rule = "KS-R22"

    deeds = frozenset(("discard", "match", "pass", "play", "say", "take", "trump"))

    # Calls

    @override
    def calls(self, state: KontraspielState, seat: Seat) -> tuple[Action, ...]:
        phase = state.standing.phase
        if phase == DISCARD and state.to_act == seat:
            return (table.DISCARDS[state.standing.turn_up],)
        if phase in (OFFER, ROUND1):
            return (table.TAKE, table.PLAY, table.PASS)
        if phase == ROUND2:
            return (*table.TRUMPS, table.PASS)
        return (*table.MATCHES, *table.ANNOUNCEMENTS)

    @override
    def name(self, action: Action) -> str:
        if action.card is not None:
            return card_name(action.card)
        if action in table.DISCARDED:
            return words.say("puzzle.ks.discard", card=card_name(table.DISCARDED[action]))
        suit = {**table.TRUMPS, **table.MATCHES}.get(action)
        if suit:
            return words.say(f"puzzle.ks.{action.verb}", suit=suit_name(suit))
        return words.say(f"puzzle.ks.{action}") if words.knows(f"puzzle.ks.{action}") else str(action)

    @override
    def why_allowed(self, state: KontraspielState, action: Action, seat: Seat | None = None) -> Saying:
        standing = state.standing
        values = {"card": card_name(standing.turn_up), "pref": suit_name(standing.pref)}
        if action in table.MATCHES:
            key, rule = "match", "KS-R14"
            values["suit"] = suit_name(table.MATCHES[action])
        elif action in table.TRUMPS:
            key, rule = "back" if table.TRUMPS[action] == standing.pref else "trump", "KS-R12"
        elif action in table.DISCARDED:
            key, rule = "discard", "KS-R7" if standing.contra is None else "KS-R16"
        elif action in _SAID:
            key, rule = _SAID[action]
        elif action == table.PASS and standing.phase != OPEN:
            key, rule = "pass", _PASSED[standing.phase]
        else:
            return super().why_allowed(state, action, seat)
        return words.say(f"puzzle.ks.may.{key}", **values), rule

    # Goals

    @override
    def sides(self, state: KontraspielState) -> Mapping[str, tuple[Seat, ...]]:
        """Each of those who have said that they will win the deal, and all the others together."""
        declared = [SEATS[seat] for seat in state.standing.declared]
        if not declared:
            return super().sides(state)
        others = tuple(seat for seat in SEATS if seat != declared[0])
        return {side_text(seats): seats for seats in (*((seat,) for seat in declared), others)}

    @override
    def aims(self, state: KontraspielState) -> tuple[Goal, ...]:
        match = state.standing.soloist if state.standing.matches else None
        return tuple(
            Goal.of("contract" if seat == match else "wins", (SEATS[seat],))
            for seat in state.standing.declared
        )

    @override
    def moment(self, goal: Goal, state: KontraspielState) -> Hashable:
        return super().moment(goal, state), state.first_two

    # Results

    @override
    def steps(self, end: KontraspielState) -> int:
        found = outcome_of(end)
        rivals = sum(number > 1 for number in end.taken) > 1
        unexpected = found.winner is not None and found.winner not in end.standing.declared
        return 1 + len({payment.kind for payment in found.payments}) + rivals + unexpected

    @override
    def mistaken(self, end: KontraspielState) -> Iterator[Mistake]:
        if outcome_of(end).winner is not None:
            yield from _misjudged(end)
        yield from super().mistaken(end)


def _misjudged(end: KontraspielState) -> Iterator[Mistake]:
    """Results of a deal that was played, by one who has a rule wrong."""
    found, standing = outcome_of(end), end.standing
    stake = found.payments[0]
    base = tuple(base_payments(end, found.winner, found.base))
    side = found.payments[1 + len(base) :]
    revolts = [payment for payment in side if payment.kind == "revolt"]

    def said(mistake: str, rule: str, payments: Iterable[Payment], **values: object) -> Mistake:
        chips = {seat: sum(each.chips[i] for each in payments) for i, seat in enumerate(SEATS)}
        return seats_told(end.game, chips), words.say(f"puzzle.ks.not.{mistake}", **values), rule

    winner = found.winner or 0
    rival = next((i for i, n in enumerate(end.taken) if n > 1 and i != winner), None)
    if rival is not None:
        key = "three" if end.taken[winner] > 2 else "first"
        wrong = [stake, *base_payments(end, rival, found.base), *side]
        yield said(key, "KS-R25", wrong, other=seat_name(SEATS[rival]))
    if winner not in standing.declared:
        draws = with_pot("draws", "KS-R28", winner, -found.base)
        yield said("nobody", "KS-R28", [stake, *base, draws, *side])
    if revolts:
        yield said("revolt", "KS-R32", [stake, *base, *(each for each in side if each not in revolts)])
    counted = end.session.pot
    for other in (counted if counted > found.base else found.base + 1, 1):
        if other != found.base:
            wrong = [stake, *base_payments(end, winner, other), *side]
            yield said("base", "KS-R27", wrong)
    doubled = standing.trump == standing.pref
    if any(each.kind in ("revolt", "match") for each in side):
        wrong = [stake, *base, *(_again(each, doubled=doubled) for each in side)]
        yield said("single" if doubled else "double", "KS-R29", wrong, pref=suit_name(standing.pref))
    if any(each.kind == "failed" for each in side):
        yield said("failed", "KS-R31", [stake, *base, *(each for each in side if each.kind != "failed")])
    yield said("stake", "KS-R2", [*base, *side], seat=seat_name(SEATS[standing.dealer]))


def _again(payment: Payment, *, doubled: bool) -> Payment:
    """A side payment as it were if the preferred suit made no difference, or any suit made it."""
    if payment.kind not in ("revolt", "match"):
        return payment
    chips = tuple(number // 2 if doubled else 2 * number for number in payment.chips)
    return replace(payment, chips=chips)
