"""`kontrapunkt solve`: the value of every legal action with all hands open, and a best line."""

import argparse

from kontrapunkt import words
from kontrapunkt.commands import CommandError
from kontrapunkt.commands.common import file_arguments, json_argument, print_json, source
from kontrapunkt.game import seat_name
from kontrapunkt.search import GoalError, Solution, Unsolvable, Value, solve


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    file_arguments(parser)
    parser.add_argument("--goal", default="result", metavar="G", help=words.say("cli.solve.help.goal"))
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints what the search has found.

    Raises:
        CommandError: for a record or goal that cannot be used, or a position that cannot be solved.
    """
    found = source(chosen, chosen.file)
    try:
        solution = solve(found.moment(chosen.at), chosen.goal)
    except GoalError as error:
        raise CommandError(str(error)) from None
    except Unsolvable as error:
        raise found.error("cli.solve.cannot", reason=error) from None
    if chosen.json:
        print_json(_as_json(solution))
        return 0
    print(words.say("cli.solve.head", seat=seat_name(solution.to_act), goal=solution.goal))
    width = max(map(len, solution.values))
    for action, value in solution.values.items():
        print(f"{'*' if action in solution.best else ' '} {action:{width}}  {_value_text(value)}")
    line = "  ".join(f"{seat} {action}" for seat, action in solution.line)
    print(words.say("cli.solve.line", line=line or "-"))
    print(words.say("cli.solve.nodes", n=solution.nodes))
    return 0


def _value_text(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    return "; ".join(
        words.say(
            "cli.solve.interval",
            value=each.least if each.least == each.most else f"{each.least}…{each.most}",
            past=each.first if each.first == each.last else f"{each.first}…{each.last}",
        )
        for each in value
    )


def _as_json(solution: Solution) -> dict[str, object]:
    return {
        "to_act": solution.to_act,
        "goal": str(solution.goal),
        "values": {action: _value_json(value) for action, value in solution.values.items()},
        "best": list(solution.best),
        "line": [f"{seat} {action}" for seat, action in solution.line],
        "nodes": solution.nodes,
    }


def _value_json(value: Value) -> object:
    """A number; where an unknown past decides, the number for every possible past."""
    if isinstance(value, int):
        return value
    return [
        {"first": each.first, "last": each.last, "least": each.least, "most": each.most} for each in value
    ]


words.register(
    "en",
    {
        "cli.solve.help.goal": "what to find out, such as result or points NS (default: result); a wrong one "
        "is answered with the list",
        "cli.solve.cannot": "this cannot be solved: {reason}",
        "cli.solve.head": "{seat} is to act; goal: {goal}. The best actions are marked *.",
        "cli.solve.interval": "{value} if N–S had {past} card points before",
        "cli.solve.line": "line: {line}",
        "cli.solve.nodes": "{n} {n:position|positions} searched",
    },
)
