"""The commands of `kontrapunkt`, one module each: `arguments(parser)`, and `run(chosen)`: the exit status."""

BAD_INPUT = 2
FAILED = 1


class CommandError(Exception):
    """What ends a command: one sentence, and the exit status."""

    def __init__(self, sentence: str, status: int = BAD_INPUT) -> None:
        super().__init__(" ".join(sentence.split()))
        self.status = status
