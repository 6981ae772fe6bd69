"""Ristikontra: the Finnish partnership game of the Sedma group.

Built: all of its play (see `kontrapunkt.families.rank_match`), both schedules of card points, and the result
of a deal with its one or two game points. The session carries over the points of tied deals, and has the
options to erase a score and to add up card points (see `session`).

Simplified: nothing.

Sources: John McLeod's page on Ristikontra, Ristiklappi and Kontra; variants also from Cristian Seres' page,
from English and Finnish Wikipedia and from an Android program, as each option says.
"""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

from kontrapunkt.core.interface import Option
from kontrapunkt.core.rules import RuleBook, number_rules
from kontrapunkt.families.rank_match import PLAY_OPTIONS, RankMatchGame, dark_fourth_king
from kontrapunkt.games.ristikontra.result import deal_result
from kontrapunkt.games.ristikontra.session import RistikontraSession

option = partial(Option, "rk")

ADDED_UP: Final = (("session=cumulative values=simple", "60"), ("session=cumulative", "120"))
"""The usual targets of sessions that add up card points."""

OPTIONS: Final = (
    option("values", ("standard", "simple"), ("RK-R14",)),
    option("session", ("game_points", "cumulative"), ("RK-R18",), formerly="match"),
    option("target", (), ("RK-R18",), default="7", usual=ADDED_UP),
    option("zero_wipe", ("off", "on"), ("RK-R18",)),
    option("hand_size", ("6", "5"), ("RK-R7",)),
    option("fourth_king_rule", ("off", "on"), ("RK-R12",)),
    *PLAY_OPTIONS,
    dark_fourth_king("RK-R12"),
)


class Ristikontra(RankMatchGame):
    """The game of Ristikontra with one set of options."""

    id = "ristikontra"
    title = "Ristikontra"
    prefix = "RK"
    known_options = OPTIONS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "mcleod": {},
        "simple": {"values": "simple"},
        "finnish": {"fourth_king_rule": "on"},
    }
    rulebook = RuleBook(number_rules("RK", "R1-19"))
    solver = "kontrapunkt.games.ristikontra.solver:RistikontraSolver"
    heuristics = "kontrapunkt.games.ristikontra.heuristics:HEURISTICS"
    calculator = "kontrapunkt.games.ristikontra.calculator:RistikontraCalculator"
    puzzle_knowledge = "kontrapunkt.games.ristikontra.puzzle_knowledge:RistikontraKnowledge"

    sessions = RistikontraSession
    session_facts = ("score", "held")
    result = staticmethod(deal_result)
    has_end = True
