"""Puzzle knowledge of Konter a Matt: announcements, trumps, value of a deal."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, override

from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.core.messages import Text, card_name, listed, row, say, side_name
from kontrapunkt.families.follow_suit.puzzle_knowledge import FollowKnowledge
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.constants import CLAIM, HOLDS, TRUMPS
from kontrapunkt.games.konter_a_matt.session import KonterOutcome, KonterSession
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP, KonterState
from kontrapunkt.puzzles.knowledge import Mistake
from kontrapunkt.record.facts import read_signed


class KonterKnowledge(FollowKnowledge[KonterState]):
    """The parts of Konter a Matt that puzzles ask about."""

    lead_rule = "KM-R12"
    follow_rule = "KM-R14"
    trump_rule = "KM-R13"

    deeds = frozenset(("claim", "trump"))
    reasons: ClassVar = {
        "trump": ("any_suit", "KM-R6"),
        "say": ("holds", "KM-R8"),
        "claim": ("may_claim", "KM-R16"),
    }

    # Calls

    @override
    def calls(self, state: KonterState, seat: Seat) -> tuple[Action, ...]:
        return tuple(TRUMPS) if state.phase == NAME_TRUMP else (*HOLDS, CLAIM)

    @override
    def values(self, state: KonterState, action: Action) -> dict[str, object]:
        cards = [card_name(card) for card in HOLDS.get(action, ())]
        return {"call": self.name(action), "cards": listed("and", cards)} if cards else {}

    # Results

    @override
    def name_result(self, end: KonterState) -> Text:
        seats = end.result().seats
        return _name((seats["N"], seats["E"]))

    @override
    def answer(self, end: KonterState, text: str) -> Text | None:
        pair = [number for number in map(read_signed, text.split()) if number is not None]
        return _name(pair) if len(pair) == len(text.split()) == 2 else None

    @override
    def steps(self, end: KonterState) -> int:
        session: KonterSession = end.session
        found = session.brought(end)
        lost = found.winner is not None and end.makers != found.winner
        held = session.carried > 0
        return 1 + (end.announced > 0) + found.capot + held + lost + (found.winner is None)

    @override
    def mistaken(self, end: KonterState) -> Iterator[Mistake]:
        found: KonterOutcome = end.session.brought(end)
        side = found.winner if found.winner is not None else 1 - end.makers
        value = found.value

        def said(erase: int, add: int, mistake: str, rule: str, winner: int = side) -> Mistake:
            lines = (add, -erase) if winner else (-erase, add)
            return self.mistake(_name(lines), mistake, rule, claimed=int(end.claimed is not None))

        def worth(value: int, mistake: str, rule: str, winner: int = side) -> Mistake:
            return said(value, value if end.makers != found.winner else 0, mistake, rule, winner)

        if found.winner is None:
            yield said(value, 0, "tie", "KM-R21")
            yield said(0, value + 1, "tie.value", "KM-R21")
            yield said(0, 0, "tie.none", "KM-R21")
            yield said(value, value, "tie", "KM-R21", end.makers)
            return
        if end.announced:
            yield worth(value - end.announced, "announced", "KM-R11")
        if found.capot:
            yield worth(value - 1, "capot", "KM-R18")
        else:
            yield worth(value + 1, "no_capot", "KM-R18")
        yield said(value, 0 if end.makers != found.winner else value, "makers", "KM-R20")
        yield worth(value, "winner", "KM-R17", 1 - side)
        yield worth(1, "one", "KM-R18")
        yield said(0, value, "erase", "KM-R19")


def _name(lines: Sequence[int]) -> Text:
    """Describe the change of the slate, as in "N–S erase 3 lines, E–W add 3".

    Args:
        lines: The lines of N–S and E–W; negative for erased lines.
    """
    told = (
        say("puzzle.km.answer", side=side_name(side), n=abs(number), erase=int(number < 0))
        for side, number in zip(KonterAMatt.sides, lines, strict=True)
    )
    return row(told, ", ")
