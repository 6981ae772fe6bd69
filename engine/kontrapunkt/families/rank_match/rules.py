"""What a game of the family has settled before anybody plays: options, values, and the game's own marks."""

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final, override

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal, Record
from kontrapunkt.families.rank_match.asked import Asked
from kontrapunkt.families.rank_match.facts import PLAY_FACTS, Facts
from kontrapunkt.families.rank_match.table import PACK, SIDES, VALUES, Pair
from kontrapunkt.game import Action, Game, Option, Result, Seat, Session, State, Status
from kontrapunkt.rules import Refusal

option = partial(Option, "rank_match")

PLAY_OPTIONS: Final = (
    option("draw", ("after_play", "after_trick"), "after_play", ("RK-R7",)),
    option("lead_limit", ("3", "2", "none"), "3", ("RK-R9",)),
    option("lead_limit_scope", ("player", "team", "table"), "player", ("RK-R9",), only="lead_limit!=none"),
    option(
        "dark_barred_lead",
        ("stands", "exchange", "forbid_dark"),
        "stands",
        ("RK-R11",),
        only="lead_limit!=none dark_play=on",
    ),
    option("dark_play", ("on", "off"), "on", ("RK-R5",)),
)
"""Options of play, apart from those whose default or rules differ from game to game."""


def dark_fourth_king(rule: str) -> Option:
    """The option of the fourth king turned in the dark.

    Args:
        rule: The rule it touches.
    """
    choices, only = ("keep", "stands", "forbid_dark"), "fourth_king_rule=on dark_play=on"
    return option("dark_fourth_king", choices, "keep", (rule,), only=only)


class RankRules[S: State](Game):
    """What a state asks of its game: how cards count, and to be told.

    Attributes:
        values: Card points by rank.
    """

    values: Mapping[str, int] = VALUES["standard"]
    pack = PACK

    @abstractmethod
    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: Session | None = None
    ) -> S: ...

    @abstractmethod
    @override
    def start(self, deal: Record | Deal, *, unseen: bool = False, session: Session | None = None) -> S: ...

    @abstractmethod
    def why_not(self, state: S, action: str, seat: Seat | None) -> Refusal | None:
        """Why a seat may not do this now; None if it may."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """The result of a finished deal."""

    @abstractmethod
    def as_deal(self, state: S, seat: Seat | None) -> Deal:
        """A moment as the start of a record; for a seat, with what it has not seen hidden."""


class RankMatchRules[S: State](RankRules[S]):
    """The rules of a game of four in fixed partnerships that is played as Ristikontra is.

    Attributes:
        hand_size: Cards in a full hand.
        stock_tricks: How many tricks begin with cards in the stock: the first part.
        lead_limit: After how many leads of a rank it is barred; 99 for never.
        total: Card points in the pack.
        king_rules: The ids of the rules of the fourth king: from the hand, and in the dark.
        own_facts: The keys of facts that the game adds to those of play.
        asked: What actions have to meet as a rule, and of the seat that must keep a card it has turned.
    """

    sides = SIDES
    trick_rules = ("RK-R8", "RK-R14")
    king_rules: ClassVar[tuple[str, str]] = ("RK-R12", "RK-R12")
    own_facts: ClassVar[tuple[str, ...]] = ()
    asked: tuple[Asked[S], Asked[S]]

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.hand_size = int(chosen["hand_size"])
        self.stock_tricks = (len(PACK) - 4 * self.hand_size) // 4
        limit = chosen["lead_limit"]
        self.lead_limit = 99 if limit == "none" else int(limit)
        self.lead_limit_scope = chosen["lead_limit_scope"]
        self.draws_at_once = chosen["draw"] == "after_play"
        self.dark_play = chosen.on("dark_play")
        self.dark_barred_lead = chosen["dark_barred_lead"]
        self.guards_king = chosen.on("fourth_king_rule")
        self.dark_king = chosen["dark_fourth_king"]
        self.values = VALUES[chosen.get("values", "standard")]
        self.total = 4 * sum(self.values.values())

    @property
    @override
    def position_facts(self) -> tuple[str, ...]:
        return (*PLAY_FACTS, *self.own_facts, *self.session_facts)

    @override
    def alike(self, action: Action) -> str:
        return action[0] if action.card else str(action)

    # What each game adds

    def marked(
        self, marks: tuple[int, ...], first_part: bool, trick: tuple[Card, ...], side: int
    ) -> tuple[int, ...]:
        """The game's marks on the sides after a side (0 N–S, 1 E–W) has taken a trick.

        Args:
            marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
                cleaned.
            first_part: Whether the trick began with a stock.
            trick: The cards of the trick, in the order played.
            side: 0 for N–S, 1 for E–W.
        """
        return marks

    def read_marks(self, facts: Facts, number: int) -> tuple[int, ...]:
        """The marks that a position's facts give, before the trick of that number.

        Args:
            facts: The facts.
            number: The trick's number, from 1.
        """
        return ()

    def write_marks(self, marks: tuple[int, ...]) -> dict[str, str]:
        """The facts that say the marks.

        Args:
            marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
                cleaned.
        """
        return {}

    def piles_may_hold(self, marks: tuple[int, ...], tricks: Pair, queens: Pair, kings: Pair) -> bool:
        """Whether both sides may have so many tricks, queens and kings, given the marks that they brought.

        Args:
            marks: The marks after those tricks.
            tricks: The tricks of each side.
            queens: The queens in them.
            kings: The kings in them.
        """
        return True

    @abstractmethod
    def statuses(self, state: S) -> tuple[Status, ...]:
        """What a table shows beside the sides."""
