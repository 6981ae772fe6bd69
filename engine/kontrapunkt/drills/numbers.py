"""Questions that are answered with a number: a few that lie side by side, one of them right."""

from typing import ClassVar, override

from kontrapunkt.puzzles.kind import Pick, Picking

OFFERED = 4
"""So many numbers are offered."""


class Counting(Picking):
    """A number that is to be found; what is right and why, a kind says in `counted`."""

    name: ClassVar[str] = "count"

    def counted(self) -> tuple[int, str, str]:
        """The number, why it is so in a sentence or two, and the rule behind it."""
        raise NotImplementedError

    def mistaken(self) -> dict[int, str]:
        """Numbers that one may come to by mistake, each with what the mistake is; the likeliest first."""
        return {}

    @override
    def offer(self) -> tuple[Pick, ...]:
        right, why, rule = self.counted()
        wrong = {number: text for number, text in self.mistaken().items() if number != right and number >= 0}
        near = (right + step for step in self._steps())
        for number in near:
            if number != right and number >= 0:
                wrong.setdefault(number, "")
        found = {right: why} | {n: f"{text} {why}".strip() for n, text in list(wrong.items())[: OFFERED - 1]}
        return tuple(Pick(str(n), str(n), n == right, found[n], rule) for n in sorted(found))

    def _steps(self) -> tuple[int, ...]:
        """How far other numbers lie; more below than above, or the other way round, as the deal has it."""
        return (1, -1, 2, -2, 3, 4) if self.at % 2 else (-1, 1, -2, 2, 3, 4)

    @override
    def hint(self) -> tuple[str, ...]:
        return ()

    @override
    def solve(self) -> tuple[str, ...]:
        return (self.counted()[1],)
