"""When an aim is settled by counting alone: by the card points, kings and marks that are left."""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final

from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.past import Sums, possible_sums
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.search.match import Payoffs
from kontrapunkt.search.match.ending import unclean

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
            if state.first_part and state.to_act is not None:
                return None
            value = self.clean(state.marks, aim.goal.side, _kings(state))
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
            over = state.to_act is None
            if state.first_part and not over:
                return None
            return self.result(aim, possible_sums(state), unclean(state.marks), left, _kings(state), over)
        return _agreed(aim.reached(end) for end in (0 if kind == "points" else -left, left))

    @staticmethod
    def clean(marks: tuple[int, ...], side: int, kings: bool) -> bool | None:
        """Whether a side ends clean, once the stock is gone; None while that is open.

        Args:
            marks: The game's marks.
            side: 0 for N–S, 1 for E–W.
            kings: Whether any are left.
        """
        if not unclean(marks) >> side & 1:
            return True
        return None if kings else False

    def _wins(self, aim: Aim, state: RankMatchState) -> bool | None:
        """Whether a side has won as is wanted, for every past there may be; None before the end."""
        if state.to_act is not None:
            return None
        ends = [
            self._payoffs.at(each.points[0], each.tricks[0], unclean(state.marks))
            for each in possible_sums(state)
        ]
        return all(aim.reached(int(end < 0 if aim.goal.side else end > 0)) for end in ends)

    def result(
        self, aim: Aim, pasts: Iterable[Sums], unclean: int, left: int, kings: bool, over: bool
    ) -> bool | None:
        """The same for the result, over every past there may be, once the stock is gone.

        Args:
            aim: The aim.
            pasts: What both sides may have so far.
            unclean: The sides that are unclean, as bits.
            left: Card points that are left.
            kings: Whether kings are.
            over: Whether the deal is over.
        """
        found = {self._reached(aim, unclean, sums, left, kings, over) for sums in pasts}
        if False in found:  # the aim is to be reached for every past
            return False
        return None if None in found else True

    def _reached(self, aim: Aim, unclean: int, sums: Sums, left: int, kings: bool, over: bool) -> bool | None:
        points, tricks = sums.points[0], sums.tricks[0]
        if over:
            return aim.reached(self._payoffs.at(points, tricks, unclean))
        if self._payoffs.tricks_matter(points, left, sums.tricks):
            return None
        return _agreed(
            answer for end in _ends(unclean, kings) for answer in self._both(aim, end, points, points + left)
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


def _kings(state: RankMatchState) -> bool:
    return any(card[0] == "K" for hand in (*state.hands, state.trick) for card in hand)


def _ends(unclean: int, kings: bool) -> set[int]:
    """The sides that may be unclean in the end."""
    return {unclean & kept for kept in (0, 1, 2, 3)} if kings else {unclean}
