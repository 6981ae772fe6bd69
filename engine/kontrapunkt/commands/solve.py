"""`kontrapunkt solve`: print the value of every action and a line of best play."""

import argparse
from collections.abc import Iterator
from typing import Any

from kontrapunkt.commands import CommandError, exit_on_error, fields, tell
from kontrapunkt.commands.common import declare, declare_shared, source
from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import seat_name
from kontrapunkt.search import GoalError, Solution, Solver, Unsolvable, Value, solver_for
from kontrapunkt.text import catalogue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare_shared(parser, "file --deal --at")
    declare(parser, "--goal", "cli.solve.help.goal", metavar="G")
    declare(parser, "--engine", "cli.solve.help.engine", choices=("wasm", "python"))
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Print the result of the search.

    Raises:
        CommandError: if the record, goal or engine cannot be used, or the position cannot be solved.
    """
    found = source(chosen, chosen.file)
    state = found.moment(chosen.at)
    with exit_on_error(Unsolvable, key="cli.solve.cannot", place=found.place), exit_on_error(GoalError):
        solver = solver_for(state.game)
        if chosen.engine:
            if chosen.engine not in solver.engines:
                raise CommandError(catalogue.say("cli.solve.engine", game=state.game.title))
            solver.engine = chosen.engine
        goal = chosen.goal or ("result" if "result" in solver.goals else solver.goals[0])
        solution = solver.search(state, goal).run()
    return tell(chosen, {**_as_json(solution), "engine": solver.engine}, _lines(solution, solver))


def _lines(solution: Solution, solver: Solver[Any, Any]) -> Iterator[str]:
    yield catalogue.say("cli.solve.head", seat=seat_name(solution.to_act), goal=solution.goal)
    for (value, best), actions in _alike(solution).items():
        yield f"{'*' if best else ' '} {', '.join(actions)}: {solver.describe(solution.goal, value)}"
    line = "  ".join(f"{seat} {action}" for seat, action in solution.line)
    yield catalogue.say("cli.solve.line", line=line or "-")
    yield catalogue.say(f"cli.solve.nodes.{solver.engine}", n=solution.nodes)


def _alike(solution: Solution) -> dict[tuple[Value, bool], list[Action]]:
    """Group actions by their value and by whether they are best."""
    found: dict[tuple[Value, bool], list[Action]] = {}
    for action, value in solution.values.items():
        found.setdefault((value, action in solution.best), []).append(action)
    return found


def _as_json(solution: Solution) -> dict[str, object]:
    return {
        **fields(solution, "to_act goal values best line nodes"),
        "goal": str(solution.goal),
        "values": {action: _value_json(value) for action, value in solution.values.items()},
        "line": [f"{seat} {action}" for seat, action in solution.line],
    }


def _value_json(value: Value) -> object:
    """Return a value as JSON: a number, or a number for every possible past."""
    if isinstance(value, int):
        return value
    return [fields(each, "first last least most") for each in value]
