"""Count how often each option matters: `python -m tests.benchmarks.option_counts GAME DEALS`.

Deals are played in sessions by the rules of thumb, and each is played again under each other value of each
option, up to the first difference: other actions are legal, the rules of thumb choose another call before the
first card, a trick or the result differs. An option without effect unless others are changed is counted with
those changed in both plays.
"""

import datetime
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from kontrapunkt.core.action import known_seat
from kontrapunkt.core.deal import Deal, Move
from kontrapunkt.core.interface import PASS, Action, Game, Seat, Session, State
from kontrapunkt.core.registry import game as new_game
from kontrapunkt.core.rules import PositionError
from kontrapunkt.play.players import heuristics_of
from kontrapunkt_site.option_effects import ComparedDeal, compare_deals, play_deals
from kontrapunkt_site.option_values import conditions_of, other_values, with_options
from kontrapunkt_site.watched_game import Watch

FOLDER: Final = Path(__file__).with_name("option_counts")
SEED: Final = 43
LATE: Final = ("result", "session")
"""The kinds of effects that are found only when a deal has been played."""

LONGEST: Final = 24
"""The most deals of a session."""


def count(game_id: str, deals: int) -> dict[str, Any]:
    """Return the counts of a game's options, each with the options that it needs."""
    usual = new_game(game_id)
    tables: dict[tuple[tuple[str, str], ...], list[tuple[str, str, Game]]] = {}
    for option in usual.known_options:
        needs = tuple(conditions_of(usual, option).items())
        base = _with(usual, needs)
        for value in other_values(option, base.options[option.key]):
            other = with_options(base, {option.key: value})
            if other is not None:
                tables.setdefault(needs, []).append((option.key, value, other))
    found: list[dict[str, Any]] = []
    for needs, others in tables.items():
        base = _with(usual, needs)
        kinds = [Counter[str]() for _ in others]
        for deal in played(base, deals):
            watch = Watch(base)
            line = [*play_deals(watch.game, [deal])]
            calls = _calls(line[0])
            for counted, (_, _, other) in zip(kinds, others, strict=True):
                if not watch.depends_on(other):
                    continue
                first = next(compare_deals(line, other), None)
                if (first is None or first.kind in LATE) and _calls_differ(deal, calls, other):
                    counted["choice"] += 1
                elif first:
                    counted[first.kind] += 1
        given = {"needs": dict(needs)} if needs else {}
        found += [
            {"key": key, "value": value, **given, "found": dict(sorted(counted.items()))}
            for counted, (key, value, _) in zip(kinds, others, strict=True)
        ]
    keys = [option.key for option in usual.known_options]
    found.sort(key=lambda each: keys.index(each["key"]))
    return {"deals": deals, "seed": SEED, "date": datetime.date.today().isoformat(), "options": found}


def _calls(played: ComparedDeal) -> list[tuple[Seat, Action]]:
    """Return the actions of a deal before its first card, as the rules of thumb choose them again."""
    rules, found = heuristics_of(played.game), list[tuple[Seat, Action]]()
    for state, (move, _) in zip(played.states, played.moves, strict=False):
        if move.action.card:
            break
        if state.to_act == move.actor:
            rules.advice(state.view(state.to_act).moment, state.to_act, state.actions())  # a watch sees it
        found.append((known_seat(move.actor), move.action))
    return found


def _calls_differ(deal: Deal, calls: list[tuple[Seat, Action]], other: Game) -> bool:
    """Return True if the rules of thumb choose another action before the first card in another game."""
    if not calls:
        return False
    try:
        rules, state = heuristics_of(other), other.start(deal)
    except PositionError:  # of the session's facts; the deal itself is the same
        return False
    for seat, action in calls:
        if state.to_act == seat:
            view = state.view(seat)
            if rules.advice(view.moment, seat, view.actions).action != action:
                return True
        state = state.apply(action, seat)
    return False


def _with(usual: Game, needs: Iterable[tuple[str, str]]) -> Game:
    """Return a game with the options that another one needs."""
    found = with_options(usual, dict(needs))
    assert found is not None
    return found


def played(game: Game, deals: int) -> Iterator[Deal]:
    """Yield deals of sessions, each with the actions in it."""
    session: Session | None = None
    for number in range(deals):
        start = game.deal(SEED * 1_000_003 + number, session=session)
        end, moves = _played(start)
        yield replace(start.as_deal(), moves=tuple(moves))
        session = end.session.after(end)
        if session.over or number % LONGEST == LONGEST - 1:
            session = None


def _played(start: State) -> tuple[State, list[Move]]:
    """Play a deal by the rules of thumb; each seat may make a call before each trick."""
    rules, state, moves = heuristics_of(start.game), start, list[Move]()
    asked = -1
    while (turn := state.to_act) is not None:
        view = state.view(turn)
        seats = [turn]
        if not view.trick and len(moves) != asked:
            asked = len(moves)
            seats = [start.game.after(turn, step) for step in range(1, len(start.game.seats))]
        for seat in seats:
            able = state.actions(seat)
            if not able:
                continue
            action = rules.advice(state.view(seat).moment, seat, able).action
            if action == PASS and seat != turn:
                continue
            state = state.apply(action, seat)
            moves.append(Move(seat, action))
            if seat != turn:
                asked = len(moves)
                break
    return state, moves


def main(game_id: str, deals: int) -> None:
    """Count, and write the file of the game."""
    counted = count(game_id, deals)
    options = ",\n".join(json.dumps(each) for each in counted.pop("options"))
    told = json.dumps(counted).removesuffix("}")
    (FOLDER / f"{game_id}.json").write_text(f'{told}, "options": [\n{options}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
