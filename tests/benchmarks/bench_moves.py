"""How long a club player thinks in the reader's browser: `python -m tests.benchmarks.bench_moves [DEALS]`.

In real headless Chromium, with the built site's runtime, four club players with their usual budget play deals
of every game, calls included. Measured in the worker, by the browser's clock, is each decision at which there
is something to choose, from the question to the answer; told in seconds as they are here, and as though the
calibration took 30 ms, for which the limits are.
"""

import json
import statistics
import sys
from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Page

from kontrapunkt.core.registry import OWN
from kontrapunkt.play.players.club import DEALS
from tests.benchmarks.asked import page_with
from tests.benchmarks.calibrate import calibrate

MEAN: Final = 0.3
"""Seconds that a move may take on average."""

WORST: Final = 1.0
"""Seconds that it may take at the most."""

WORKER: Final = """
onmessage = async ({ data }) => {
  try {
    const asked = await start(data.python);
    onmessage = ({ data }) => postMessage(asked.played(...data));
    postMessage("ready");
  } catch (error) {
    postMessage("failed: " + error);
  }
};
"""

PYTHON: Final = """
import json
from time import perf_counter
from kontrapunkt.game import PASS
from kontrapunkt.play.players.club import Club
from kontrapunkt.record import Sitting
from kontrapunkt.core.registry import game as game_called

def played(name, seed):
    game = game_called(name)
    table = Sitting(game.deal(seed))
    players = {seat: Club(game, 8 * seed + n) for n, seat in enumerate(game.seats)}
    took = []
    while seat := table.asked_next():
        view, seen, start = table.state.view(seat), table.watched.histories[seat], perf_counter()
        action = players[seat].choose(view, seen)
        if players[seat].estimates:
            took.append(perf_counter() - start)
        if action == PASS and seat != table.state.to_act:
            table.says_nothing(seat)
        else:
            table.act(action, seat)
    return json.dumps(took)
"""

ASK: Final = """([worker, message]) => {
  globalThis.asking ??= new Worker(worker, { type: "module" });
  return new Promise((done, failed) => {
    asking.onmessage = ({ data }) => done(data);
    asking.onerror = (event) => failed(new Error(event.message));
    asking.postMessage(message);
  });
}"""


def decisions(page: Page, worker: str, name: str, deals: int) -> list[tuple[float, float]]:
    """What the decisions of some deals took, in seconds: as they were, and at a calibration of 30 ms."""
    found = []
    for seed in range(deals):
        before = calibrate()
        took = json.loads(page.evaluate(ASK, [worker, [name, seed]]))
        scale = 0.06 / (before + calibrate())
        found += [(each, each * scale) for each in took]
    return found


def line(took: Sequence[float]) -> str:
    """What decisions took, in short."""
    return f"mean {statistics.mean(took):5.2f} worst {max(took):5.2f} s"


def main(deals: int) -> int:
    """Builds the site, lets them play, prints; 1 if a limit is passed."""
    kept = True
    with page_with(WORKER) as (page, worker, version):
        told = page.evaluate(ASK, [worker, {"python": PYTHON}])
        assert told == "ready", told
        print(f"Chromium {version}, {deals} deals a game, {DEALS} deals looked into")
        for name in OWN:
            here, there = zip(*decisions(page, worker, name, deals), strict=True)
            within = statistics.mean(there) <= MEAN and max(there) <= WORST
            kept = kept and within
            print(
                f"{name:20} n={len(here):4}  here {line(here)}  at 30 ms {line(there)}  "
                f"unit {calibrate() * 1000:.0f} ms  {'ok' if within else 'OVER'}",
                flush=True,
            )
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
