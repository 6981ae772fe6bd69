"""The commands of `kontrapunkt`, one module each: `arguments(parser)`, and `run(chosen)`: the exit status."""

from kontrapunkt import words

BAD_INPUT = 2
FAILED = 1


class CommandError(Exception):
    """What ends a command: one sentence, and the exit status.

    Attributes:
        status: The exit status.
        place: Where in the input it is, as `file:line:column`; empty where there is no such place.
    """

    def __init__(self, sentence: str, status: int = BAD_INPUT, place: str = "") -> None:
        super().__init__(one_line(sentence))
        self.status = status
        self.place = one_line(place)


def one_line(text: str) -> str:
    """Foreign text on one line, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))


words.register("en", {"cli.needs_site": "this command needs MkDocs and its theme; install kontrapunkt[site]"})
