"""Positions for the compiled kernel, and a page whose worker asks about them in the site's own runtime."""

import json
import os
from pathlib import Path
from random import Random
from shutil import copytree

from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.record import game_of, read, write, write_start
from kontrapunkt.search import solver_for
from kontrapunkt.search.front import Solver, Value

PYTHON = """
import json
from kontrapunkt.record import game_of, read
from kontrapunkt.search import solver_for

def solved(record, goal):
    deal = read(record)
    state = game_of(deal).start(deal)
    solver = solver_for(state.game)
    search = solver.search(state, goal, line=False)
    slices = 1
    while not search.step(20):
        slices += 1
    return json.dumps([solver.engine, dict(search.solution.values), slices])
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
    """Records with a goal: whole deals and endings of Konter a Matt, endings of Doppelkopf's solos."""
    found = []
    games = KonterAMatt(), Doppelkopf("ddv")
    for seed in range(many):
        chance = Random(seed)
        game = games[seed % 3 == 2]
        if isinstance(game, KonterAMatt):
            state, left = game.deal(seed).apply(f"trump {chance.choice('CSHD')}"), chance.randrange(1, 25)
        else:
            state, left = game.deal(seed, dealer="W").apply("say reservation"), chance.randrange(1, 25)
            for _ in range(3):
                state = state.apply("say healthy")
            state = state.apply(f"bid solo {chance.choice(['queens', 'jacks', 'hearts', 'fleischlos'])}")
        while sum(map(len, state.view(None).hands.values())) > left:
            state = state.apply(chance.choice([action for action in state.actions() if action.card]))
        found.append((write(write_start(state)), "points NS" if game is games[0] else "points N"))
    return found


def here(asked: list[tuple[str, str]]) -> list[dict[str, Value]]:
    """What CPython says."""
    found: list[dict[str, Value]] = []
    solvers: dict[type, Solver] = {}
    for record, goal in asked:
        deal = read(record)
        state = game_of(deal).start(deal)
        solver = solvers.setdefault(type(state.game), solver_for(state.game))
        assert solver.engine == "wasm"
        found.append(
            {
                str(action): value
                for action, value in solver.search(state, goal, line=False).run().values.items()
            }
        )
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
