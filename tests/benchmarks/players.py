"""How strong the computer players are, for the site: `python -m tests.benchmarks.players FOLDER`.

Each cell is one call of `kontrapunkt arena`; what it played is kept in FOLDER, so that it can be broken off.
With `--known` nothing is played. What FOLDER knows nothing of stays as it was told last: players that have
changed are to be measured anew.
"""

import datetime
import json
import sys
from pathlib import Path
from typing import Final

from kontrapunkt.arena import Bout, Contest, fought, summary
from kontrapunkt.commands.arena import known_deals, mark
from kontrapunkt.record.recording import game_tags
from kontrapunkt.registry import game

FOUND: Final = Path(__file__).with_name("players.json")
SEED: Final = 17
PARTIES: Final = "pack=40 solos=off"
QUICK: Final = "club:8"
_PAIRS: Final = 3
CELLS: Final = (
    ("konter-a-matt", "", "sides", "club", 300),
    ("ristikontra", "", "sides", "club", 300),
    ("ristiklappi", "", "sides", QUICK, 300),
    ("doppelkopf", "", "alone", QUICK, 300),
    ("doppelkopf", PARTIES, "parties", "club", 300),
    ("koenigrufen-graden", "", "alone", QUICK, 300),
    ("kontraspiel", "", "alone", QUICK, 300),
    ("kontra", "", "alone", "club", 300),
)
"""Game, options, seatings, the club player with its budget, and how many deals there are at most."""


def main(folder: Path, play: bool) -> None:
    """Plays what is missing, or nothing, and writes what is known."""
    told = json.loads(FOUND.read_text("utf-8"))
    last = {cell["title"]: cell for cell in told["cells"]}
    cells = []
    for name, options, seatings, club, most in CELLS:
        title = (
            f"{game(name).title}{', 40 cards, party against party, no solos, no calls' if options else ''}"
        )
        cell: dict[str, dict[str, object]] = {}
        pairs = {"first": ("first-steps", "random"), "club": (club, "first-steps")}
        for key, players in (pairs | {"open": ("open-hands", "first-steps")}).items():
            picked = dict(pair.split("=") for pair in options.split())
            tags = tuple(game_tags(game(name, **picked)).items())
            contest = Contest(tags, players, seatings, SEED, calls=seatings != "parties")
            bouts = _bouts(contest, folder / f"{name}{options and '-40'}.log", most if play else 0)
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


def _bouts(contest: Contest, log: Path, most: int) -> list[Bout]:
    known = {bout.number: bout for bout in known_deals(log, contest)}
    for number in range(most):
        if number not in known:
            known[number] = fought(contest, number)
            line = {"contest": mark(contest), "deal": number, "values": known[number].values}
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    return list(known.values())


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--known" not in sys.argv)
