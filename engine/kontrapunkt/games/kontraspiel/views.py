"""The view of a deal of Kontraspiel: turn-up, pot, roles and facts of a position."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, override

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS, Action, Call, Status, TableCards
from kontrapunkt.core.messages import Text, action_name, card_name, say, suit_name
from kontrapunkt.families.follow_suit import OVER, FollowView
from kontrapunkt.games.kontraspiel.constants import STAKE
from kontrapunkt.games.kontraspiel.result import outcome_of
from kontrapunkt.games.kontraspiel.state import DISCARD, STAGES, KontraspielState

_WON_BY: Final = {"turn_up": "KS-R7", "round1": "KS-R11", "round2": "KS-R12", "match": "KS-R14"}


class KontraspielView(FollowView[KontraspielState]):
    """A seat's view of a deal of Kontraspiel."""

    @cached_property
    @override
    def pot(self) -> int:
        seen = self._seen
        before: int = seen.session.pot
        return before + (outcome_of(seen).pot if seen.phase == OVER else STAKE)

    @cached_property
    @override
    def calls(self) -> tuple[Call, ...]:
        """The calls; the dealer's pass before the first round leaves the turn-up."""
        calls = super().calls
        if not calls or (calls[0].seat, calls[0].action) != (SEATS[self._seen.standing.dealer], "pass"):
            return calls
        left = replace(calls[0], label=say("ks.call.leave"), described_as=Action("pass turn-up"))
        return (left, *calls[1:])

    @override
    def describe_task(self) -> Text:
        return self.task_of_phase(**due(self._seen))

    @override
    def list_table_cards(self) -> Iterator[TableCards]:
        seen = self._seen
        standing, stock = seen.standing, seen.stock
        taker = None if standing.taker is None else SEATS[standing.taker]
        if seen.put_away is None:
            yield TableCards("turn_up", (standing.turn_up,), say("ks.laid.turn_up"), taker)
        else:
            label = say("ks.laid.discard", card=card_name(standing.turn_up))
            yield TableCards("discard", stock[:1] or (HIDDEN,), label, taker)
        if stock[1:]:
            yield TableCards("talon", (HIDDEN,) * len(stock[1:]), say("ks.laid.talon"))

    @override
    def list_statuses(self) -> Iterator[Status]:
        standing = self._seen.standing
        if standing.soloist is not None:
            rule, seats = _WON_BY[standing.won], (SEATS[standing.soloist],)
            match = int(bool(standing.matches))
            yield Status.from_catalogue(
                "ks.status.soloist", rule, seats, match=match, suit=suit_name(standing.trump)
            )
        roles = (("contra", standing.contra, "KS-R15"), ("recontra", standing.recontra, "KS-R17"))
        for name, who, rule in roles:
            if who is not None:
                label = action_name(f"say {name}")
                yield Status.from_catalogue(f"ks.status.{name}", rule, (SEATS[who],), label=label)

    @override
    def list_facts(self) -> dict[str, str]:
        state = self._seen
        standing, asked = state.standing, state.asked_for
        taken = standing.taker is not None and standing.phase != DISCARD
        twos = [number for number in state.taken if number > 1]
        return {
            "turn_up": standing.turn_up,
            "taken_up": SEATS[standing.taker or 0] if taken else "",
            "asked": f"{SEATS[asked[1]]} {STAGES[asked[0]]}" if asked else "",
            "first_two": SEATS[state.first_two or 0] if len(twos) > 1 else "",
        }


def due(state: KontraspielState) -> dict[str, object]:
    """Return the values for the sentence about the task of the seat to act.

    These are the turn-up, its suit and the number of the announcement asked for.
    """
    turn_up, stage = state.standing.turn_up, state.asked_for[0] if state.asked_for else 0
    return {"card": card_name(turn_up), "suit": suit_name(turn_up.suit), "stage": stage}
