"""A witness that a position can arise, as a record."""

from kontrapunkt.core.interface import Seat, State
from kontrapunkt.record import Record, record_of


def recorded(found: tuple[State, list[tuple[Seat, str]]] | None) -> Record | None:
    """The record of a deal and of what is done in it; None for none."""
    return record_of(*found) if found else None
