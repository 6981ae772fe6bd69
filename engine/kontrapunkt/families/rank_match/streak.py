"""The last leads of one rank running, and what the lead limit makes of them (RK-R9)."""

Streak = tuple[int, str, int]
"""Seat, rank and number of the last leads of one rank."""


def together(scope: str, one: int, other: int) -> bool:
    """Whether the leads of two seats count together.

    Args:
        scope: Whose leads count: `player`, `team` or `table`.
        one: The number of a seat.
        other: That of another, or the same.
    """
    return scope == "table" or (one ^ other) & (1 if scope == "team" else 3) == 0


def running(streak: Streak | None, scope: str, leader: int, led: str) -> Streak:
    """The streak once a trick has been led to.

    Args:
        streak: The streak before it.
        scope: Whose leads count.
        leader: Who led to it.
        led: The rank led.
    """
    goes_on = streak is not None and streak[1] == led and together(scope, streak[0], leader)
    return leader, led, 1 + (streak[2] if goes_on and streak is not None else 0)


def barred(streak: Streak | None, most: int, scope: str, leader: int) -> str:
    """The rank that may not be led, unless the hand has no other; empty for none.

    Args:
        streak: The last leads of one rank.
        most: How many tricks running a rank may be led to.
        scope: Whose leads count.
        leader: Who is to lead.
    """
    return streak[1] if streak and streak[2] >= most and together(scope, streak[0], leader) else ""
