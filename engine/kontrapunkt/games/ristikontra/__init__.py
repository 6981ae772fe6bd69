"""Ristikontra: the Finnish partnership game of the Sedma group.

Kept: all of its play (see `kontrapunkt.families.rank_match`), both schedules of card points, the result of a
deal with its one or two game points, and the session with its tied points, wipes and cumulative count
(`session`).
Simplified: nothing.
From: John McLeod's page on Ristikontra, Ristiklappi and Kontra; variants also from Cristian Seres' page, from
English and Finnish Wikipedia and from an Android program, as each option says.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import PLAY_OPTIONS, RankMatchGame, RankMatchState, dark_fourth_king
from kontrapunkt.game import Option, Result
from kontrapunkt.games.ristikontra.result import result
from kontrapunkt.games.ristikontra.session import RistikontraSession, read_session
from kontrapunkt.rules import RuleBook, numbered

OPTIONS: Final = (
    Option(
        "values",
        "What the counting cards are worth",
        ("standard", "simple"),
        "standard",
        "both McLeod; simple is ace 5, king 4, queen 3, jack 2, ten 1",
        ("RK-R14",),
    ),
    Option(
        "session",
        "How a match is won",
        ("game_points", "cumulative"),
        "game_points",
        "both McLeod",
        ("RK-R18",),
        formerly="match",
    ),
    Option(
        "target",
        "Where a match ends",
        (),
        "7",
        "McLeod; where card points are added up it is 120 (simple values: 60) unless another is named",
        ("RK-R18",),
        usual=(("session=cumulative values=simple", "60"), ("session=cumulative", "120")),
    ),
    Option(
        "zero_wipe",
        "A side without a card point loses all it had scored in the match",
        ("off", "on"),
        "off",
        "some, says McLeod; the rule on C. Seres’ page",
        ("RK-R18",),
    ),
    Option(
        "hand_size",
        "Cards in a hand",
        ("6", "5"),
        "6",
        "six: McLeod; five belongs to Ristiklappi",
        ("RK-R7",),
    ),
    Option(
        "fourth_king_rule",
        "The fourth king must be kept until the stock is gone",
        ("off", "on"),
        "off",
        "in the basic game: Finnish Wikipedia",
        ("RK-R12",),
    ),
    *PLAY_OPTIONS,
    dark_fourth_king("RK-R12"),
)


class Ristikontra(RankMatchGame):
    """Ristikontra with its options fixed."""

    id = "ristikontra"
    title = "Ristikontra"
    prefix = "RK"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "seed": {},
        "simple": {"values": "simple"},
        "finnish": {"fourth_king_rule": "on"},
    }
    rulebook = RuleBook(numbered("RK", "R1-19"))
    solver = "kontrapunkt.games.ristikontra.solver:RistikontraSolver"
    puzzle_knowledge = "kontrapunkt.games.ristikontra.puzzle_knowledge:RistikontraKnowledge"

    session_facts = ("score", "held")

    @override
    def session(self, deal: Deal | None = None) -> RistikontraSession:
        return RistikontraSession(self) if deal is None else read_session(self, deal)

    @override
    def result(self, state: RankMatchState) -> Result:
        return result(self, state)
