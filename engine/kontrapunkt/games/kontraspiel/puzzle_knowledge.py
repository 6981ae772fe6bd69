"""Puzzle knowledge of Kontraspiel: announcements, and chips won and lost."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, override

from kontrapunkt.core.interface import SEATS, Action, Seat
from kontrapunkt.core.messages import card_name, seat_name, suit_name
from kontrapunkt.families.follow_suit.puzzle_knowledge import FollowKnowledge
from kontrapunkt.games.kontraspiel import constants
from kontrapunkt.games.kontraspiel.result import Payment, base_payments, outcome_of, with_pot
from kontrapunkt.games.kontraspiel.state import DISCARD, OFFER, ROUND1, ROUND2, KontraspielState
from kontrapunkt.puzzles.knowledge import Mistake
from kontrapunkt.search import Goal


class KontraspielKnowledge(FollowKnowledge[KontraspielState]):
    """The parts of Kontraspiel that puzzles ask about."""

    lead_rule = "KS-R23"
    follow_rule = "KS-R22"

    deeds = frozenset(("discard", "match", "pass", "play", "say", "take", "trump"))
    reasons: ClassVar = {
        constants.TAKE: ("may.take", "KS-R8"),
        constants.PLAY: ("may.play", "KS-R11"),
        constants.CONTRA: ("may.contra", "KS-R15"),
        constants.SWAP: ("may.swap", "KS-R16"),
        constants.RECONTRA: ("may.recontra", "KS-R17"),
        "match": ("may.match", "KS-R14"),
        "discard": ("may.discard", "KS-R7"),
        "discard for contra": ("may.discard", "KS-R16"),
        "trump": ("may.trump", "KS-R12"),
        "trump preferred": ("may.back", "KS-R12"),
        f"pass {OFFER}": ("may.pass", "KS-R8"),
        f"pass {ROUND1}": ("may.pass", "KS-R11"),
        f"pass {ROUND2}": ("may.pass", "KS-R12"),
    }

    # Calls

    @override
    def calls(self, state: KontraspielState, seat: Seat) -> tuple[Action, ...]:
        phase = state.standing.phase
        if phase == DISCARD and state.to_act == seat:
            return (constants.DISCARDS[state.standing.turn_up],)
        if phase in (OFFER, ROUND1):
            return (constants.TAKE, constants.PLAY, constants.PASS)
        if phase == ROUND2:
            return (*constants.TRUMPS, constants.PASS)
        return (*constants.MATCHES, *constants.ANNOUNCEMENTS)

    @override
    def reason(self, state: KontraspielState, action: Action) -> str:
        standing = state.standing
        if action == constants.PASS:
            return f"pass {standing.phase}"
        if action in constants.DISCARDED and standing.contra is not None:
            return "discard for contra"
        return "trump preferred" if constants.TRUMPS.get(action) == standing.pref else action

    @override
    def values(self, state: KontraspielState, action: Action) -> dict[str, object]:
        standing = state.standing
        names = {"card": card_name(standing.turn_up), "pref": suit_name(standing.pref)}
        return super().values(state, action) | names

    # Goals

    @override
    def teams(self, state: KontraspielState) -> Iterable[tuple[Seat, ...]]:
        """Return each declared player alone, and all the others together."""
        declared = [SEATS[seat] for seat in state.standing.declared]
        if not declared:
            return super().teams(state)
        others = tuple(seat for seat in SEATS if seat != declared[0])
        return (*((seat,) for seat in declared), others)

    @override
    def aims(self, state: KontraspielState) -> tuple[Goal, ...]:
        match = state.standing.soloist if state.standing.matches else None
        return tuple(
            Goal.create("contract" if seat == match else "wins", (SEATS[seat],))
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
    def mistakes(self, end: KontraspielState) -> Iterator[Mistake]:
        found, standing = outcome_of(end), end.standing
        if found.winner is None:
            return
        stake = found.payments[0]
        base = tuple(base_payments(end, found.winner, found.base))
        side = found.payments[1 + len(base) :]
        kinds = {payment.kind for payment in side}

        def said(mistake: str, rule: str, payments: Iterable[Payment], **values: object) -> Mistake:
            chips = {seat: sum(each.chips[i] for each in payments) for i, seat in enumerate(SEATS)}
            return self.mistake(self.numbers_told(chips), mistake, rule, **values)

        winner = found.winner
        rival = next((i for i, n in enumerate(end.taken) if n > 1 and i != winner), None)
        if rival is not None:
            key = "three" if end.taken[winner] > 2 else "first"
            wrong = [stake, *base_payments(end, rival, found.base), *side]
            yield said(key, "KS-R25", wrong, other=seat_name(SEATS[rival]))
        if winner not in standing.declared:
            draws = with_pot("draws", "KS-R28", winner, -found.base)
            yield said("nobody", "KS-R28", [stake, *base, draws, *side])
        if "revolt" in kinds:
            yield said("revolt", "KS-R32", [stake, *base, *(each for each in side if each.kind != "revolt")])
        counted = end.session.pot
        for other in (counted if counted > found.base else found.base + 1, 1):
            if other != found.base:
                wrong = [stake, *base_payments(end, winner, other), *side]
                yield said("base", "KS-R27", wrong)
        doubled = standing.trump == standing.pref
        if kinds & {"revolt", "match"}:
            wrong = [stake, *base, *(_again(each, doubled=doubled) for each in side)]
            yield said("single" if doubled else "double", "KS-R29", wrong, pref=suit_name(standing.pref))
        if "failed" in kinds:
            yield said("failed", "KS-R31", [stake, *base, *(each for each in side if each.kind != "failed")])
        yield said("stake", "KS-R2", [*base, *side], seat=seat_name(SEATS[standing.dealer]))


def _again(payment: Payment, *, doubled: bool) -> Payment:
    """Return a side payment with the doubling for the preferred suit reversed."""
    if payment.kind not in ("revolt", "match"):
        return payment
    chips = tuple(number // 2 if doubled else 2 * number for number in payment.chips)
    return replace(payment, chips=chips)
