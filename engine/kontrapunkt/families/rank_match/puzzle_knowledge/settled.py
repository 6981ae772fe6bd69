"""When an aim is settled by counting alone: by the card points, kings and marks that are left."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.reckoning import Sums, possible_sums
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.search.match import Payoffs

AVERAGE: Final = 6
"""A number of tricks that stands for any, where their number does not matter."""


class Settled:
    """Tells whether an aim is reached or missed whatever is played, as far as counting shows it."""

    def __init__(self, game: RankMatchGame, payoffs: Payoffs) -> None:
        """For a game.

        Args:
            game: The game.
            payoffs: What a finished deal is worth.
        """
        self._values = game.values
        self._payoffs = payoffs
        self._reaching: dict[tuple[Aim, int], list[int]] = {}

    def decided(self, aim: Aim, state: RankMatchState) -> bool | None:
        """Whether an aim is reached, or missed, whatever is played; None while that is open.

        Args:
            aim: What is left of the aim at the state.
            state: The state.
        """
        kind = aim.goal.kind
        if kind in ("cleans", "not-cleans"):
            value = self._clean(state, aim.goal.side)
            return None if value is None else aim.reached(int(value == (kind == "cleans")))
        cards = [card for hand in (*state.hands, state.trick) for card in hand]
        left = sum([self._values.get(card[0], 0) for card in cards])
        if kind == "tricks":
            return _agreed(aim.reached(end) for end in (0, len(cards) // 4))
        if kind == "no-tricks":
            return _agreed(aim.reached(end) for end in ((0, 1) if cards else (1,)))
        if kind == "wins":
            return self._wins(aim, state)
        if kind == "result":
            return self._result(aim, state, left, any(card[0] == "K" for card in cards))
        return _agreed(aim.reached(end) for end in (0 if kind == "points" else -left, left))

    @staticmethod
    def _clean(state: RankMatchState, side: int) -> bool | None:
        """Whether a side ends clean; None while that is open."""
        dirty, cleaned = state.marks or (0, 0)
        if state.first_part and state.to_act is not None:
            return None
        if not (dirty & ~cleaned) >> side & 1:
            return True
        kings = any(card[0] == "K" for hand in (*state.hands, state.trick) for card in hand)
        return None if kings else False

    def _wins(self, aim: Aim, state: RankMatchState) -> bool | None:
        """Whether a side has won as is wanted, for every past there may be; None before the end."""
        if state.to_act is not None:
            return None
        ends = [
            self._payoffs.at(each.points[0], each.tricks[0], _unclean(state)) for each in possible_sums(state)
        ]
        return all(aim.reached(int(end < 0 if aim.goal.side else end > 0)) for end in ends)

    def _result(self, aim: Aim, state: RankMatchState, left: int, kings: bool) -> bool | None:
        """The same for the result, over every past there may be."""
        if state.first_part and state.to_act is not None:
            return None
        found = {self._reached(aim, state, sums, left, kings) for sums in possible_sums(state)}
        if False in found:  # the aim is to be reached for every past
            return False
        return None if None in found else True

    def _reached(self, aim: Aim, state: RankMatchState, sums: Sums, left: int, kings: bool) -> bool | None:
        points, tricks = sums.points[0], sums.tricks[0]
        over = state.to_act is None
        matter = self._payoffs.tricks_matter(points, left, sums.tricks)
        if matter and not over:
            return None
        if over:
            return aim.reached(self._payoffs.at(points, tricks, _unclean(state)))
        return _agreed(
            answer
            for unclean in _ends(_unclean(state), kings)
            for answer in self._both(aim, unclean, points, points + left)
        )

    def _both(self, aim: Aim, unclean: int, least: int, most: int) -> Iterator[bool]:
        """Whether the aim is reached with so many card points of N–S: every answer there is, once."""
        counts = self._reaching.get((aim, unclean))
        if counts is None:
            total = self._payoffs.total
            reached = [aim.reached(self._payoffs.at(n, AVERAGE, unclean)) for n in range(total + 1)]
            counts = self._reaching[aim, unclean] = list(accumulate(reached, initial=0))
        number = counts[most + 1] - counts[least]
        if number:
            yield True
        if number <= most - least:
            yield False


def _agreed(answers: Iterator[bool]) -> bool | None:
    """The one answer, where all are the same."""
    found = set(answers)
    return found.pop() if len(found) == 1 else None


def _unclean(state: RankMatchState) -> int:
    dirty, cleaned = state.marks or (0, 0)
    return dirty & ~cleaned


def _ends(unclean: int, kings: bool) -> set[int]:
    """The sides that may be unclean in the end."""
    return {unclean & kept for kept in (0, 1, 2, 3)} if kings else {unclean}
