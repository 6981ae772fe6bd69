"""The calculator of suit-following games, which scores a deal with any cards."""

from collections.abc import Mapping
from typing import Any

from kontrapunkt.core.calculator import Calculator, CalculatorChoices
from kontrapunkt.core.interface import Result
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.follow_suit.game import FollowGame


class FollowCalculator[G: FollowGame[Any]](Calculator):
    """A calculator that lets the game's own scoring work on a made-up finished deal."""

    game: G

    def as_finished(
        self,
        chosen: CalculatorChoices,
        points: tuple[int, ...],
        taken: tuple[int, ...],
        leader: int = 0,
        facts: Mapping[str, str] = {},
        **more: object,
    ) -> Result:
        """Return the result of a deal that is over.

        Args:
            chosen: The choices; `dealer` is among them.
            points: The card points of each side.
            taken: The tricks of each side.
            leader: The number of the seat that took the last trick.
            facts: The facts of the session, as a record writes them.
            more: Other slots of the game's state, by name.

        Raises:
            Impossible: if a session cannot have these facts.
        """
        session = self.session(chosen.dealer, facts)
        dealt = self.game.start(self.game.deal_pack(self.game.pack, chosen.dealer), session=session)
        before = PriorPlay(session, self.game.hand_size + 1)  # only the end of the deal is known
        return self.game.result(dealt.as_finished(points, taken, leader, before=before, **more))
