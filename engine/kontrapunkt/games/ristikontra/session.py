"""A session of Ristikontra (RK-R17 to R19): ties, erased scores, card points."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, override

from kontrapunkt.core.interface import SIDES
from kontrapunkt.core.messages import Message, Text, row, say, side_name
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.prior_play import could_be_ahead, possible_sums
from kontrapunkt.families.rank_match.rules import TargetSession

Tricks = tuple[tuple[int, int], ...]
"""The winning side (0 N–S, 1 E–W) and card points of each trick, in order."""


def game_points(points: tuple[int, int]) -> tuple[int, int]:
    """Return the game points of both sides (RK-R15, RK-R16).

    Args:
        points: The card points of N–S and of E–W, at least 0 each.
    """
    ours, theirs = points
    if ours == theirs:
        return 0, 0
    worth = 1 if min(points) else 2
    return (worth, 0) if ours > theirs else (0, worth)


@dataclass(frozen=True, slots=True)
class RistikontraSession(TargetSession[RankMatchGame, RankMatchState]):
    """The standing of a session before a deal: game points, or card points (`session=cumulative`).

    Attributes:
        held: The game points carried over from tied deals for the next winner.
    """

    held: int = 0

    dealer_rule: ClassVar[str] = "RK-R19"

    @property
    @override
    def unit(self) -> str:
        return "card points" if self.cumulative else "game points"

    def amount(self, number: int) -> Message:
        """Return an amount of the score in words, as in "2 game points".

        Args:
            number: Game points, or card points if the session adds those up.
        """
        return say("amount.points" if self.cumulative else "amount.game", n=number)

    @property
    @override
    def standing(self) -> Text:
        if self.winner is not None:
            ours, theirs = self.score[self.winner], self.score[1 - self.winner]
            side = side_name(SIDES[self.winner])
            return say("ristikontra.session.won", side=side, ours=self.amount(ours), theirs=theirs)
        ns, ew = self.score
        key = "ristikontra.session.score" if ns or ew else "ristikontra.session.fresh"
        said = say(key, ns=self.amount(ns), ew=ew)
        return row([said, say("ristikontra.session.held", n=self.held)]) if self.held else said

    @override
    def with_facts(self, facts: Facts[Any]) -> "RistikontraSession":
        ns, ew = score = facts.numbers("score", form=(3, 2), whole=True) or (0, 0)
        held = facts.number("held") or 0
        if max(score) >= self.target:
            facts.fault("standing_impossible.score_over", "score", target=self.target)
        elif self.cumulative and held:
            facts.fault("standing_impossible.held_cumulative", "held")
        elif self.cumulative and sum(score) % self.game.total and not self.game.options.on("zero_wipe"):
            facts.fault("standing_impossible.score_sum", "score", total=self.game.total)
        return replace(self, score=(ns, ew), held=held)

    @override
    def brought(self, end: RankMatchState) -> Tricks | None:
        """Return the tricks of a finished deal, as far as the session counts them.

        They are None if that depends on tricks before the record begins.
        """
        sums = {each.points for each in possible_sums(end)}
        if not self.cumulative:
            if len({game_points(points) for points in sums}) > 1:
                return None
            return tuple(enumerate(min(sums)))
        if len(sums) > 1:
            return None
        shown = end.card_points
        early = tuple((side, points - shown[side]) for side, points in enumerate(sums.pop()))
        if all(self.score[side] + points >= self.target for side, points in early):
            # Both reached the target before the record begins. Its first leader won the trick before that.
            last = end.finished[0].leader & 1
            if could_be_ahead(end, last, self.target - self.score[last]):
                return None
            early = (early[1 - last], early[last])
        return (*early, *((taken.winner & 1, taken.points) for taken in end.finished))

    @override
    def counting(self, tricks: Tricks) -> "RistikontraSession":
        if self.over:
            raise ValueError("the session is over")
        ns, ew = taken = [sum(points for taker, points in tricks if taker == side) for side in (0, 1)]
        gained, reached = taken, tricks
        if not self.cumulative:
            gained = [number and number + self.held for number in game_points((ns, ew))]
            reached = tuple(enumerate(gained))
        wipes = self.game.options.on("zero_wipe")
        kept = [0 if wipes and not points else had for had, points in zip(self.score, taken, strict=True)]
        score = (kept[0] + gained[0], kept[1] + gained[1])
        held, winner = 0 if any(gained) else self.held + 1, self._first_there(reached)
        return replace(self, dealers=self.next_dealers, score=score, held=held, winner=winner)

    def _first_there(self, tricks: Tricks) -> int | None:
        """Return the side that reaches the target first, if any.

        The score is followed trick by trick, because that decides at 120–120.
        """
        score = list(self.score)
        for side, points in tricks:
            score[side] += points
            if score[side] >= self.target:
                return side
        return None
