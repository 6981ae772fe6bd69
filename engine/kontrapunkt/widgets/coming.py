"""What a log may go on with: the entries that a widget would write where it stands, and no others.

By it logs are packed into result codes, each entry as a choice among those that may come; and a log whose
entries all may come is one that was played.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Coming:
    """An entry that may come next.

    Attributes:
        entry: The entry, or what it begins with.
        weight: How likely it is, against the others; from 1.
        number: Whether a number ends it, from 0.
        some: What ends it: some of these, a comma between them; empty for nothing.
    """

    entry: str
    weight: int = 1
    number: bool = False
    some: tuple[str, ...] = ()
