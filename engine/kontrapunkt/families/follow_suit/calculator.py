"""What a deal comes to in a game in which suit is followed: one dealt anyhow, and taken to have gone so."""

from collections.abc import Mapping

from kontrapunkt.core.calculator import Calculator, CalculatorChoices
from kontrapunkt.core.interface import Result
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.follow_suit.game import FollowGame


class FollowCalculator[G: FollowGame](Calculator):
    """Asks about a deal, and lets the game reckon up one that has come to what is chosen."""

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
        """The result of a deal that is over.

        Args:
            chosen: What is chosen; its `dealer` has dealt.
            points: The card points of each side.
            taken: The tricks of each side.
            leader: The number of the seat that took the last trick.
            facts: How the session stands, as a record says it.
            more: What else the game keeps of a deal, by the names of its slots.

        Raises:
            Impossible: if no session can stand so.
        """
        session = self.session(chosen.dealer, facts)
        dealt = self.game.start(self.game.dealt(self.game.pack, chosen.dealer), session=session)
        before = PriorPlay(session, self.game.hand_size + 1)  # no more is known of it than its end
        return self.game.result(dealt.as_finished(points, taken, leader, before=before, **more))
