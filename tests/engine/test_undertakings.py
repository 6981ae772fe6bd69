"""Bids and calls of the beginners' player: it undertakes enough, wins most of it, and gains by it."""

import pytest

from kontrapunkt.core.registry import OWN, game
from tests.benchmarks.undertakings import rows, undertakings

SHARES = {
    "doppelkopf": {"bids": (0.15, 0.45), "calls": (0.1, 0.45)},
    "koenigrufen-graden": {"bids": (0.4, 0.8)},
    "kontraspiel": {"bids": (0.6, 0.95), "calls": (0.01, 0.2)},
    "konter-a-matt": {"calls": (0.3, 0.7)},
}
"""The share of deals in which something is bid or called, at least and at most; games without have none."""


def check(name: str, deals: int, fewest: int) -> None:
    """Check the undertakings in some deals of a game, each kind of which there are enough to judge.

    Args:
        name: The game's id.
        deals: How many deals are played.
        fewest: How often a kind has to be undertaken to be judged by itself.
    """
    found = {row.kind: row for row in rows(undertakings(game(name), "first-steps", deals))}
    wanted = SHARES.get(name, {})
    assert set(found) & {"bids", "calls"} == set(wanted)
    for kind, (least, most) in wanted.items():
        assert least <= found[kind].deals / deals <= most, found[kind]
    for row in found.values():
        if row.times >= fewest:
            assert row.won >= 0.5, row
            assert row.gain > row.silent, row


@pytest.mark.parametrize("name", list(OWN))
def test_what_beginners_undertake_is_mostly_won(name: str) -> None:
    check(name, 150, 15)


@pytest.mark.soak
@pytest.mark.parametrize("name", list(OWN))
def test_what_beginners_undertake_is_won_over_1000_deals(name: str) -> None:
    check(name, 1000, 20)
