"""The lore of Konter a Matt: announcements, trumps, the value of a deal in lines."""

from collections.abc import Iterator
from typing import override

from kontrapunkt import words
from kontrapunkt.game import SEATS, Action, Seat, State
from kontrapunkt.games.konter_a_matt.reckoning import Outcome, outcome_of
from kontrapunkt.games.konter_a_matt.state import NAME_TRUMP, KonterState
from kontrapunkt.games.konter_a_matt.table import CLAIM, HOLDS, TRUMPS
from kontrapunkt.puzzles import numbers
from kontrapunkt.puzzles.following.lore import FollowLore
from kontrapunkt.puzzles.lore import Saying


class KonterLore(FollowLore):
    """What puzzles know of Konter a Matt."""

    lead_rule = "KM-R12"
    follow_rule = "KM-R14"

    # Calls

    @override
    def calls(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return tuple(TRUMPS) if state.phase == NAME_TRUMP else (*HOLDS, CLAIM)

    @override
    def name(self, action: Action) -> str:
        if action in TRUMPS:
            return words.say("puzzle.km.trump", suit=words.say(f"cards.french.{TRUMPS[action]}"))
        return words.say("puzzle.km.claim") if action == CLAIM else super().name(action)

    @override
    def why_allowed(self, state: State, action: Action) -> Saying:
        if action in TRUMPS:
            return words.say("puzzle.km.any_suit"), "KM-R6"
        if action in HOLDS:
            cards = words.listed("and", [card.name for card in HOLDS[action]])
            return words.say("puzzle.km.holds", call=self.name(action), cards=cards), "KM-R8"
        if action == CLAIM:
            return words.say("puzzle.km.may_claim"), "KM-R16"
        return super().why_allowed(state, action)

    # Results

    @override
    def before_counting(self) -> str:
        return words.say("puzzle.km.first")

    @override
    def steps(self, end: State) -> int:
        assert isinstance(end, KonterState)
        true = outcome_of(end, end.konter_match)
        no_capot = not true.capot and 0 in end.card_points
        return 1 + true.announced + true.capot + no_capot + (true.winner in (None, 1 - true.makers))

    @override
    def mistaken(self, end: State) -> Iterator[tuple[str, str, str]]:
        assert isinstance(end, KonterState)
        true = outcome_of(end, end.konter_match)
        if true.winner is None:
            for value in range(1, 4):
                yield self._lines(end, true, {true.makers: value}), words.say("puzzle.km.not.tie"), "KM-R21"
            yield self._lines(end, true, {}), words.say("puzzle.km.not.tie"), "KM-R21"
            return
        winner, loser = true.winner, 1 - true.winner
        lost = true.value if loser == true.makers else 0
        for value, sentence, rule in (
            (true.value - true.announced, "announced", "KM-R11"),
            (true.value - true.capot, "capot", "KM-R18"),
            (true.value + 1, "more", "KM-R18"),
        ):
            said = words.say(f"puzzle.km.not.{sentence}")
            yield self._lines(end, true, {winner: -value, loser: value if lost else 0}), said, rule
        other = 0 if lost else true.value
        said = words.say("puzzle.km.not.makers" if lost else "puzzle.km.not.added")
        yield self._lines(end, true, {winner: -true.value, loser: other}), said, "KM-R20"
        said = words.say("puzzle.km.not.turned")
        yield self._lines(end, true, {winner: true.value, loser: -true.value}), said, "KM-R19"

    def _lines(self, end: KonterState, true: Outcome, sides: dict[int, int]) -> str:
        side_of = end.game.side_of
        return numbers.told(self.game, {seat: sides.get(side_of[i], 0) for i, seat in enumerate(SEATS)})


words.register(
    "en",
    {
        "puzzle.km.trump": "name {suit} as trumps",
        "puzzle.km.claim": "claim the deal",
        "puzzle.km.any_suit": "Any of the four suits may be named, even one that is not in the hand.",
        "puzzle.km.holds": "{call} asks for {cards} in one’s own hand, and they are there, in time.",
        "puzzle.km.may_claim": "Between two tricks, a team with 21 card points may claim the deal.",
        "puzzle.km.first": "Find the winners first, then the value: one line, one for each announcement, one "
        "for all the tricks.",
        "puzzle.km.not.tie": "In a tie nobody erases, and only the trump makers add: a line, and one "
        "more for each announcement.",
        "puzzle.km.not.announced": "It leaves out what was announced. That counts for whoever wins, whoever "
        "said it.",
        "puzzle.km.not.capot": "It leaves out the line for taking all six tricks.",
        "puzzle.km.not.more": "It counts a line too many. All the card points are not all the tricks, and an "
        "announcement counts once.",
        "puzzle.km.not.makers": "The losers named trumps, so they add as many lines as the deal is worth.",
        "puzzle.km.not.added": "Only trump makers add lines when they lose.",
        "puzzle.km.not.turned": "The winners erase lines: the fewer lines, the better.",
    },
)
