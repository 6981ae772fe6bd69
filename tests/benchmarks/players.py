"""How strong the computer players are, for the site: `python -m tests.benchmarks.players FOLDER`.

Each cell is one call of `kontrapunkt arena`; what it played is kept in FOLDER, so that it can be broken off.
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
BUDGET: Final = 8
PARTIES: Final = "pack=40 solos=off"
CELLS: Final = (
    ("konter-a-matt", "", "sides", 300),
    ("ristikontra", "", "sides", 300),
    ("ristiklappi", "", "sides", 300),
    ("doppelkopf", "", "alone", 300),
    ("doppelkopf", PARTIES, "parties", 300),
    ("koenigrufen-graden", "", "alone", 300),
    ("kontraspiel", "", "alone", 300),
    ("kontra", "", "alone", 300),
)
"""Game, options, seatings, and how many deals there are at most."""

PAIRS: Final = {
    "first": ("first-steps", "random"),
    "club": (f"club:{BUDGET}", "first-steps"),
    "open": ("open-hands", "first-steps"),
}


def main(folder: Path, play: bool) -> None:
    """Plays what is missing, or nothing, and writes what is known."""
    cells = []
    for name, options, seatings, most in CELLS:
        cell: dict[str, object] = {}
        played: object = 0
        for key, players in PAIRS.items():
            picked = dict(pair.split("=") for pair in options.split())
            tags = tuple(game_tags(game(name, **picked)).items())
            contest = Contest(tags, players, seatings, SEED, calls=seatings != "parties")
            bouts = _bouts(contest, folder / f"{name}{options and '-40'}.log", most if play else 0)
            if not bouts:
                break
            standing = summary(bouts).as_json()
            played = standing["deals"] if key == "club" else played
            cell[key] = {each: standing[each] for each in ("mean", "error", "deals")}
        if len(cell) < len(PAIRS):
            continue
        chosen = "".join(f" --option {pair}" for pair in options.split())
        more = f"{chosen} --seatings parties --no-calls" if options else ""
        title = (
            f"{game(name).title}{', 40 cards, party against party, no solos, no calls' if options else ''}"
        )
        met = f"--players club:{BUDGET},first-steps --deals {played} --seed {SEED}"
        command = f"kontrapunkt arena {name} {met}{more}"
        unit = f"{game(name).gain_unit}{' a player' if options else ''}"
        cells.append({"title": title, "unit": unit, **cell, "command": command})
    today = datetime.date.today().isoformat()
    told = {"date": today, "budget": BUDGET, "cells": cells}
    FOUND.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")


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
