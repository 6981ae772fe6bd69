"""The table of the games: its numbers are those of the packs, deals and rule sets."""

import re

from kontrapunkt.core.registry import GAMES, OWN
from kontrapunkt_site.fences import comparison


def row_of(game_id: str) -> list[str]:
    games = [GAMES[game_id](preset) for preset in GAMES[game_id].presets]
    return re.findall(r"<td>(.*?)</td>", comparison._row(games))


def test_comparison_gives_every_number_of_a_game() -> None:
    assert row_of("kontra") == ["2 or 3", "52", "6", "34 or 40", "none", "2", "9"]
    assert row_of("ristiklappi")[:4] == ["4", "52", "5 or 6", "28 or 32"]
    assert row_of("konter-a-matt")[2] == "6", "forehand has three cards before trumps are named"
    assert row_of("doppelkopf")[1:4] == ["48", "12", "0"]


def test_comparison_shows_permanent_trumps() -> None:
    assert [len(re.findall(r'data-suit="', row_of(each)[4])) for each in OWN] == [
        len(GAMES[each]().pinned) for each in OWN
    ]
