"""The command `kontrapunkt`; each of its commands is a module of `kontrapunkt.commands` and a line below."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from kontrapunkt import __version__
from kontrapunkt.commands import CommandError

COMMANDS: Final = {
    "build": "build the site",
    "serve": "serve the built site on this machine",
}
"""The commands, each with what it does; `kontrapunkt.commands.<name>` has its `arguments` and its `run`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command.

    Args:
        argv: The words after `kontrapunkt`; those of the process unless given.

    Returns:
        The exit status: 0, 1 for a check or a build that fails, 2 for bad input.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _Parser(prog="kontrapunkt", description="A playable rulebook: rules engine and site generator.")
    parser.add_argument("--version", action="version", version=f"kontrapunkt {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, does in COMMANDS.items():
        command = commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".")
        if name in words[:1]:  # the others are not even imported
            import_module(f"kontrapunkt.commands.{name}").arguments(command)
    chosen = parser.parse_args(words)
    try:
        status: int = import_module(f"kontrapunkt.commands.{chosen.command}").run(chosen)
    except CommandError as error:
        print(f"kontrapunkt: {error}", file=sys.stderr)
        return error.status
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
        return 0
    return status


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.exit(2, f"{self.prog}: {message}\n")


if __name__ == "__main__":
    sys.exit(main())
