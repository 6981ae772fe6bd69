"""How strong players are, as the site tells it: each is better than the one below it, and by how much.

In soak a thousand deals of each cell are played, club players at their usual budget: hours.
"""

import pytest

from kontrapunkt.play.arena import play_in_seatings, summary
from tests.benchmarks.players import CELLS, Cell

FEW, MANY = 24, 1000
NAMES = [f"{cell.game}-{cell.seatings}" for cell in CELLS]


@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_first_steps_is_better_than_chance(cell: Cell) -> None:
    contest = cell.contest("first-steps", "random")
    standing = summary(play_in_seatings(contest, number) for number in range(FEW))
    assert standing.mean > 3 * standing.error
    assert standing.mean > cell.first_wanted - 3 * standing.error


@pytest.mark.soak
@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
@pytest.mark.parametrize(("better", "worse"), [("first-steps", "random"), ("club", "first-steps")])
def test_each_gains_what_is_wanted(cell: Cell, better: str, worse: str) -> None:
    contest = cell.contest(better, worse)
    standing = summary(play_in_seatings(contest, number) for number in range(MANY))
    wanted = cell.club_wanted if better == "club" else cell.first_wanted
    assert standing.mean > max(wanted, 3 * standing.error)
