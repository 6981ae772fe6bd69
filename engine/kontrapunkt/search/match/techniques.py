"""The techniques of the rank-match solver: why each is exact here, and what it saves."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Techniques:
    """Switches, all on unless a test turns them off; no answer depends on any of them."""

    zero_window: bool = True
    memory: bool = True
    canonical: bool = True
    alike: bool = True
    sure: bool = True
    reach: bool = True
    ordering: bool = True
    unrolled: bool = True

    @classmethod
    def none(cls) -> "Techniques":
        """Every technique off: a plain walk through the tree with an open window."""
        return cls(**dict.fromkeys((each.name for each in fields(cls)), False))


ALL = Techniques()
