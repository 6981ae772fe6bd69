"""The rules of the family's games with fixed options, and hooks for each game."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, override

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, SIDES, Action, Game, Option, Seat, State, Status
from kontrapunkt.core.legality import Violation
from kontrapunkt.families.deal_session import DealSession
from kontrapunkt.families.deal_state import DealGame, DealState
from kontrapunkt.families.rank_match.constants import PACK, VALUES, Marks, Pair, ranks, taker
from kontrapunkt.families.rank_match.facts import Facts

option = partial(Option, "rank_match")

PLAY_OPTIONS: Final = (
    option("draw", ("after_play", "after_trick"), ("RK-R7",)),
    option("lead_limit", ("3", "2", "none"), ("RK-R9",)),
    option("lead_limit_scope", ("player", "team", "table"), ("RK-R9",), only="lead_limit!=none"),
    option(
        "dark_barred_lead",
        ("stands", "exchange", "forbid_dark"),
        ("RK-R11",),
        only="lead_limit!=none dark_play=on",
    ),
    option("dark_play", ("on", "off"), ("RK-R5",)),
)
"""The options of play whose default and rules are the same in all games."""


def dark_fourth_king(rule: str) -> Option:
    """Return the option of the fourth king turned in the dark.

    Args:
        rule: The id of the rule it affects.
    """
    choices, only = ("keep", "stands", "forbid_dark"), "fourth_king_rule=on dark_play=on"
    return option("dark_fourth_king", choices, (rule,), only=only)


Streak = tuple[int, str, int]
"""The last leads of one rank: the leader, the rank, the number of tricks in a row."""


def together(scope: str, one: int, other: int) -> bool:
    """Return True if the leads of two seats count together.

    Args:
        scope: The seats whose leads count together: `player`, `team` or `table`.
        one: The number of a seat.
        other: The number of another or the same seat.
    """
    return scope == "table" or (one ^ other) & (1 if scope == "team" else 3) == 0


@dataclass(frozen=True, slots=True)
class RankSession[G: Game, S: State](DealSession[G, S]):
    """A session of a game in which ranks match, before a deal."""

    reads = Facts

    @property
    def cumulative(self) -> bool:
        """True if card points are added up from deal to deal."""
        return self.game.options["session"] == "cumulative"


@dataclass(frozen=True, slots=True)
class TargetSession[G: Game, S: State](RankSession[G, S]):
    """A session before a deal that the first side to reach a score wins.

    Attributes:
        score: The score of each side, in the session's unit.
        winner: The number of the side that has won the session; None while it goes on.
    """

    score: Pair = (0, 0)
    winner: int | None = None

    score_field: ClassVar[str] = "score"

    @property
    def target(self) -> int:
        """The score that ends the session, in its unit."""
        return int(self.game.options["target"])

    @property
    @override
    def winners(self) -> tuple[Seat, ...]:
        return () if self.winner is None else self.game.sides[self.winner]


class RankRules[S: State](DealGame[S]):
    """A game in which ranks match, for card points unless the game says otherwise."""

    gain_unit = "card points"
    values: Mapping[str, int] = VALUES["standard"]
    pack = PACK
    faults = "rank_match.fault."

    def worth(self, cards: Iterable[Card]) -> int:
        """Return the card points of some cards."""
        return sum([self.values.get(card[0], 0) for card in cards])

    def taker(self, trick: Sequence[str]) -> int:
        """Return the index of the card that is winning a trick: the last of the rank led.

        Args:
            trick: The cards of the trick, at least one, in the order played.
        """
        return taker(trick)

    @override
    def payoffs(self, state: State) -> dict[Seat, float]:
        """Return each side's card points above half of those in play."""
        assert isinstance(state, DealState)
        half = sum(state.card_points) / 2
        return {seat: state.card_points[i % 2] - half for i, seat in enumerate(self.seats)}

    @abstractmethod
    def check(self, state: Any, action: Action, seat: SeatIndex) -> Violation | None:
        """Return the first rule that an action of the seat to act breaks; None if legal."""

    @override
    def violation(self, state: Any, action: Action, who: Seat) -> Violation:
        if state.to_act is None or who != state.to_act:
            return self.out_of_turn(state, who)
        broken = self.check(state, action, state.turn)
        assert broken, f"{action} is not legal, and breaks no rule"
        return broken


class RankMatchRules[S: State](RankRules[S]):
    """The rules of a game of four in fixed partnerships with the play of Ristikontra.

    Attributes:
        hand_size: Cards in a full hand.
        stock_tricks: The number of tricks that begin with cards in the stock: the first part.
        lead_limit: The number of leads of a rank after which it is barred; 99 for no limit.
        total: Card points in the pack.
        king_rules: The ids of the rules of the fourth king: from the hand, and in the dark.
        queen_trick_cleans: True if a trick to which a queen was led cleans, too (RL-R7).
        plays_dark: True if the top card of the stock may be played in the dark.
    """

    sides = SIDES
    trick_rules = ("RK-R8", "RK-R14")
    play_facts = ("lead", "trick", "turned", "streak", "points", "tricks", "shown", "kings", "played")
    refusal_rules: ClassVar[Mapping[str, str]] = {"over": "RK-R13", "turn": "RK-R3"}
    king_rules: ClassVar[tuple[str, str]] = ("RK-R12", "RK-R12")
    queen_trick_cleans = False

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        chosen = self.options
        self.hand_size = int(chosen["hand_size"])
        self.packets = (1,) * self.hand_size
        self.stock_tricks = (len(PACK) - 4 * self.hand_size) // 4
        limit = chosen["lead_limit"]
        self.lead_limit = 99 if limit == "none" else int(limit)
        self.lead_limit_scope = chosen["lead_limit_scope"]
        self.draws_at_once = chosen["draw"] == "after_play"
        self.dark_barred_lead = chosen["dark_barred_lead"]
        self.guards_king = chosen.on("fourth_king_rule")
        self.dark_king = chosen["dark_fourth_king"]
        self.plays_dark = chosen.on("dark_play")
        self.values = VALUES[chosen.get("values", "standard")]
        self.total = 4 * sum(self.values.values())

    @override
    def alike(self, action: Action) -> str:
        return action[0] if action.card else str(action)

    def running(self, streak: Streak | None, leader: int, led: str) -> Streak:
        """Return the streak after a lead to a trick.

        Args:
            streak: The streak before it.
            leader: The number of the leader.
            led: The rank led.
        """
        if streak is None or streak[1] != led or not together(self.lead_limit_scope, streak[0], leader):
            return leader, led, 1
        return leader, led, 1 + streak[2]

    def barred(self, streak: Streak | None, leader: int) -> str:
        """Return the rank that must not be led unless the hand has no other (RK-R9).

        Args:
            streak: The last leads of one rank.
            leader: The number of the seat that is to lead.

        Returns:
            An empty string for none.
        """
        if streak is None or streak[2] < self.lead_limit:
            return ""
        return streak[1] if together(self.lead_limit_scope, streak[0], leader) else ""

    # Hooks for each game

    def marked(self, marks: Marks, first_part: bool, trick: Sequence[str], side: int) -> Marks:
        """Return the game's marks after a side has taken a trick.

        Args:
            marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
                cleaned.
            first_part: True if the trick began with a stock.
            trick: The cards of the trick, in the order played.
            side: 0 for N–S, 1 for E–W.
        """
        return marks

    def read_marks(self, facts: Facts[Any], number: int) -> Marks:
        """Return the marks that a position's facts give.

        Args:
            number: The number of the trick in progress, from 1.
        """
        return ()

    def write_marks(self, marks: Marks) -> dict[str, str]:
        """Return the facts that give the marks.

        Args:
            marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
                cleaned.
        """
        return {}

    def piles_may_hold(self, marks: Marks, tricks: Pair, queens: Pair, kings: Pair) -> bool:
        """Return True if sides with these marks may have these tricks, queens and kings.

        Args:
            marks: The marks after those tricks.
            tricks: The tricks of each side.
            queens: The queens in them.
            kings: The kings in them.
        """
        return True

    def statuses(self, state: Any) -> tuple[Status, ...]:
        """Return the facts shown beside the sides."""
        limit = state.barred_rank()
        if not limit:
            return ()
        key = f"rank_match.status.lead_limit.{'player' if self.lead_limit_scope == 'player' else 'others'}"
        turn = (SEATS[state.turn],)
        return (Status.from_catalogue(key, "RK-R9", turn, ranks=ranks(limit)),)
