"""Positions for the compiled kernels, and a page whose worker asks about them in the site's own runtime."""

import json
import os
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

from kontrapunkt.core.interface import Game, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.kontra import Kontra
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.record import game_of, read, write, write_start
from kontrapunkt.search import solver_for
from kontrapunkt.search.solver import Solver
from kontrapunkt.widgets.analysis import values_as_json

PYTHON = """
import json
from kontrapunkt.record import game_of, read
from kontrapunkt.search import solver_for
from kontrapunkt.widgets.analysis import values_as_json

def solved(record, goal):
    deal = read(record)
    state = game_of(deal).start(deal)
    solver = solver_for(state.game)
    search = solver.search(state, goal, line=False)
    slices = 1
    while not search.step(20):
        slices += 1
    return json.dumps([solver.engine, values_as_json(search.solution.values), slices])
"""

WORKER = """
onmessage = async ({ data: { folder, bundle, lock, python, questions, spoil } }) => {
  const told = [];
  try {
    const { loadPyodide } = await import(folder + "pyodide.mjs");
    const runtime = await loadPyodide({
      indexURL: folder, stdLibURL: folder + bundle, packageBaseUrl: folder,
      lockFileContents: JSON.stringify({ info: lock, packages: {} }), stderr: (line) => told.push(line),
    });
    if (spoil) WebAssembly.Instance = class { constructor() { throw new RangeError("out of memory"); } };
    runtime.FS.writeFile("asked.py", python);
    const { solved } = runtime.pyimport("asked");
    postMessage({ told, answers: questions.map(([record, goal]) => JSON.parse(solved(record, goal))) });
  } catch (error) {
    postMessage({ told: [...told, String(error)], answers: [] });
  }
};
"""

PAGE = """<!doctype html><title>kernel</title><script type="module">
globalThis.ask = (question) => new Promise((done) => {
  const worker = new Worker("/kernel.js", { type: "module" });
  worker.onmessage = ({ data }) => { worker.terminate(); done(data); };
  worker.postMessage(question);
});
</script>"""


def positions(many: int) -> list[tuple[str, str]]:
    """Records with a goal: games with suits to follow, and endings of those in which ranks match."""
    found = []
    follow = KonterAMatt(), KoenigrufenGraden(), Doppelkopf("ddv"), Kontraspiel()
    games = (*follow, Ristikontra(), Ristiklappi(), Kontra(), Kontra("three"))
    for seed in range(many):
        chance = Random(seed)
        game = games[seed % len(games)]
        state, goal = begun(game, seed, chance)
        solver, left = solver_for(game), chance.randrange(1, 25)
        while solver.why_unsolvable(state) or sum(map(len, state.view(None).hands.values())) > left:
            cards = [action for action in state.actions() if action.card]
            after = state.apply(chance.choice(cards or state.actions()))
            if after.to_act is None:
                break
            state = after
        shown = solver.goals_for(state)
        found.append((write(write_start(state)), goal or shown[seed // len(games) % len(shown)]))
    return found


def begun(game: Game, seed: int, chance: Random) -> tuple[State, str]:
    """A deal in which cards are to be played, and a goal; none where its contract says which there are."""
    state = game.deal(seed, dealer="W") if isinstance(game, Doppelkopf) else game.deal(seed)
    if isinstance(game, KonterAMatt):
        return state.apply(f"trump {chance.choice('CSHD')}"), "points NS"
    if isinstance(game, KoenigrufenGraden | Kontraspiel):
        while state.to_act and state.phase not in ("lead", "follow"):
            able = [action for action in state.actions() if action.verb != "pass"]
            state = state.apply(chance.choice(able if able and chance.random() < 0.4 else state.actions()))
        return (state, "") if state.to_act else begun(game, seed + 1000, chance)
    if not isinstance(game, Doppelkopf):
        return state, chance.choice(solver_for(game).goals)
    for said in ("reservation", "healthy", "healthy", "healthy"):
        state = state.apply(f"say {said}")
    return state.apply(
        f"bid solo {chance.choice(['queens', 'jacks', 'hearts', 'fleischlos'])}"
    ), chance.choice(["points N", "game N", "wins N"])


def here(asked: list[tuple[str, str]]) -> list[dict[str, object]]:
    """What CPython says."""
    found: list[dict[str, object]] = []
    solvers: dict[str, Solver[Any, Any]] = {}
    for record, goal in asked:
        deal = read(record)
        state = game_of(deal).start(deal)
        solver = solvers.setdefault(str((state.game.id, dict(state.game.options))), solver_for(state.game))
        assert solver.engine == "wasm"
        found.append(values_as_json(solver.search(state, goal, line=False).run().values))
    return found


def question(site: Path, asked: list[tuple[str, str]], spoil: bool = False) -> dict[str, object]:
    """What a page with a worker is told, to ask."""
    runtime = next((site / "assets" / "kontrapunkt").glob("runtime-*"))
    config = next((site / "assets" / "kontrapunkt").glob("site-*")) / "config.js"
    settings = json.loads(config.read_text().partition("export default")[2].strip().rstrip(";"))
    return {
        "folder": f"/{runtime.relative_to(site).as_posix()}/",
        "bundle": settings["bundle"],
        "lock": settings["lock"],
        "python": PYTHON,
        "questions": asked,
        "spoil": spoil,
    }


def folder(site: Path, beside: Path) -> Path:
    """A folder with the site's runtime and the page."""
    copytree(site / "assets", beside / "assets", copy_function=os.link)
    (beside / "kernel.js").write_text(WORKER)
    (beside / "kernel.html").write_text(PAGE)
    return beside
