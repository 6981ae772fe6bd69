"""How strong the computer players are, for the site: `python -m tests.benchmarks.players FOLDER`.

Each cell is one call of `kontrapunkt arena`; what it played is kept in FOLDER, so that it can be broken off.
With `--known` nothing is played. What FOLDER knows nothing of stays as it was told last: players that have
changed are to be measured anew.
"""

import datetime
import json
import sys
from pathlib import Path
from typing import Final, NamedTuple

from kontrapunkt.commands.arena import known_deals, mark
from kontrapunkt.core.registry import game
from kontrapunkt.play.arena import Contest, DealOutcome, play_in_seatings, summary
from kontrapunkt.record.recording import game_tags

FOUND: Final = Path(__file__).with_name("players.json")
SEED: Final = 17
PARTIES: Final = "pack=40 solos=off"
QUICK: Final = "club:8"
_PAIRS: Final = 3


class Cell(NamedTuple):
    """A game in which players are measured.

    Attributes:
        game: Its name.
        options: Its options, as pairs.
        seatings: How players are seated.
        club: The club player, with its budget.
        first_wanted: What first-steps is to gain over random, in the game's unit, at least.
        club_wanted: What club is to gain over first-steps.
    """

    game: str
    options: str
    seatings: str
    club: str
    first_wanted: float
    club_wanted: float

    def contest(self, *players: str) -> Contest:
        """Two players in this game."""
        first, second = players
        tags = tuple(game_tags(game(self.game, **self.picked)).items())
        return Contest(tags, (first, second), self.seatings, SEED, calls=self.seatings != "parties")

    @property
    def picked(self) -> dict[str, str]:
        """Its options, by their keys."""
        return dict(pair.split("=") for pair in self.options.split())


MOST: Final = 300
"""How many deals there are at most."""

CELLS: Final = (
    Cell("konter-a-matt", "", "sides", "club", 0.5, 0.7),
    Cell("ristikontra", "", "sides", "club", 25, 10),
    Cell("ristiklappi", "", "sides", "club", 0, 0),
    Cell("doppelkopf", "", "alone", "club", 0.5, 0.6),
    Cell("doppelkopf", PARTIES, "parties", "club", 1, 0.8),
    Cell("koenigrufen-graden", "", "alone", QUICK, 0, 0),
    Cell("kontraspiel", "", "alone", QUICK, 0, 0),
    Cell("kontra", "", "alone", "club", 0, 0),
)


def main(folder: Path, play: bool) -> None:
    """Plays what is missing, or nothing, and writes what is known."""
    told = json.loads(FOUND.read_text("utf-8"))
    last = {cell["title"]: cell for cell in told["cells"]}
    cells = []
    for where in CELLS:
        name, options, club = where.game, where.options, where.club
        title = (
            f"{game(name).title}{', 40 cards, party against party, no solos, no calls' if options else ''}"
        )
        cell: dict[str, dict[str, object]] = {}
        pairs = {"first": ("first-steps", "random"), "club": (club, "first-steps")}
        for key, players in (pairs | {"open": ("open-hands", "first-steps")}).items():
            log = folder / f"{name}{options and '-40'}.log"
            bouts = _bouts(where.contest(*players), log, MOST if play else 0)
            if bouts:
                standing = summary(bouts).as_json()
                cell[key] = {each: standing[each] for each in ("mean", "error", "deals")}
            elif title in last:
                cell[key] = last[title][key]
        if len(cell) < _PAIRS:
            continue
        chosen = "".join(f" --option {pair}" for pair in options.split())
        more = f"{chosen} --seatings parties --no-calls" if options else ""
        met = f"--players {club},first-steps --deals {cell['club']['deals']} --seed {SEED}"
        command = f"kontrapunkt arena {name} {met}{more}"
        unit = f"{game(name).gain_unit}{' a player' if options else ''}"
        cells.append({"title": title, "unit": unit, **cell, "command": command})
    today = datetime.date.today().isoformat()
    text = json.dumps({"date": today, "cells": cells}, indent=2, ensure_ascii=False)
    FOUND.write_text(f"{text}\n", "utf-8")


def _bouts(contest: Contest, log: Path, most: int) -> list[DealOutcome]:
    known = {bout.number: bout for bout in known_deals(log, contest)}
    for number in range(most):
        if number not in known:
            known[number] = play_in_seatings(contest, number)
            line = {"contest": mark(contest), "deal": number, "values": known[number].values}
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    return list(known.values())


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--known" not in sys.argv)
