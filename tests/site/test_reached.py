"""What a reader has reached with a puzzle, told by the page's script from logs that the engine writes."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.puzzle.base import PuzzleWidget

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "site_hooks/kontrapunkt_site/assets/storage/reached.js"
HEADER = "kontrapunkt 1 0.1.0 puzzle"
node = shutil.which("node")
pytestmark = pytest.mark.skipif(node is None, reason="needs Node.js")

LOGS = {
    "nothing": [],
    "begun": ["S 6C", "reply W KC"],
    "a hint": ["hint"],
    "two hints": ["S 6C", "hint", "hint"],
    "a try": ["S KS", "lost", "reply W 5H"],
    "an answer": ["answer QC"],
    "two tries and a hint": ["pick S", "hint", "pick W"],
    "solved at once": ["S 6C", "reply W KC", "solved 37"],
    "solved faster": ["S 6C", "reply W KC", "solved 9"],
    "solved, then played on": ["S 6C", "reply W KC", "solved 9", "back", "S KS", "lost", "hint"],
    "solved at the second try": ["S KS", "lost", "back", "S 6C", "solved 4"],
    "solved with a hint": ["hint", "pick E", "solved 2"],
    "the solution shown": ["hint", "solution", "shown S 6C"],
}
LOGS = {name: [HEADER, *entries] for name, entries in LOGS.items()}

ASK = """
import { readFileSync } from "node:fs";
const [script, ask] = process.argv.slice(-2);
const { reached, furthest, isPlace } = await import(script);
const logs = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(eval(ask)));
"""

LAWS = """(() => {
  const told = (log) => JSON.stringify(reached(log));
  const least = (log, from) => {  // nothing that was reached is lost
    const [now, then] = [reached(log), reached(from)];
    const fewer = now.hints < then.hints || (now.hints === then.hints && now.tries <= then.tries);
    if (then.solved) return now.solved && fewer;
    return now.solved || now.tries >= then.tries && now.hints >= then.hints;
  };
  const broken = [];
  const all = Object.values(logs);
  for (const a of all) {
    if (told(furthest(a, a)) !== told(a)) broken.push(["twice", a]);
    for (const b of all) {
      const both = furthest(a, b);
      if (told(both) !== told(furthest(b, a))) broken.push(["either way", a, b]);
      if (!least(both, a) || !least(both, b)) broken.push(["less", a, b, both]);
      for (const c of all) {
        const one = told(furthest(both, c));
        if (one !== told(furthest(a, furthest(b, c)))) broken.push(["in any order", a, b, c]);
      }
    }
  }
  return broken;
})()"""


def ask(expression: str, logs: object = LOGS) -> Any:
    command = [str(node), "--input-type=module", "-e", ASK, str(SCRIPT), expression]
    done = subprocess.run(command, input=json.dumps(logs), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_log_tells_what_was_reached() -> None:
    found = ask("Object.fromEntries(Object.entries(logs).map(([name, log]) => [name, reached(log)]))")
    assert {name: tuple(each.values()) for name, each in found.items()} == {
        "nothing": (False, 0, 0, 0),
        "begun": (False, 0, 0, 0),
        "a hint": (False, 0, 1, 0),
        "two hints": (False, 0, 2, 0),
        "a try": (False, 1, 0, 0),
        "an answer": (False, 1, 0, 0),
        "two tries and a hint": (False, 2, 1, 0),
        "solved at once": (True, 0, 0, 37),
        "solved faster": (True, 0, 0, 9),
        "solved, then played on": (True, 0, 0, 9),
        "solved at the second try": (True, 1, 0, 4),
        "solved with a hint": (True, 1, 1, 2),
        "the solution shown": (False, 0, 1, 0),
    }


def test_it_tells_what_the_engine_counts() -> None:
    played = {
        "ristikontra/out-of-the-dark": ["pick S", "hint", "pick W", "hint", "pick E", "hint"],
        "ristiklappi/cleaning-hand-ten": ["play E 3S", "back", "hint", "play E 3S"],
    }
    logs, counted = {}, {}
    for name, events in played.items():
        path = ROOT / f"tutorials/{name}.toml"
        widget = open_widget({"kind": "puzzle", "id": path.stem, "puzzle": path.read_text()})
        assert isinstance(widget, PuzzleWidget)
        for event in events:
            widget.send(event)
            while widget.thinking:
                widget.think(1000)
        logs[name] = widget.log
        counted[name] = list(widget._result or (widget._tries, widget._hints))
    found = ask("Object.entries(logs).map(([name, log]) => [name, reached(log)])", logs)
    assert {name: [told["tries"], told["hints"]] for name, told in found} == counted
    assert [told["solved"] for _, told in found] == [True, False]
    assert list(counted.values()) == [[3, 2], [2, 1]]


def test_better_of_two_logs_is_stored() -> None:
    ranks = ["nothing", "a hint", "a try", "solved with a hint", "solved at the second try", "solved at once"]
    pairs = [pair for less, more in pairwise(ranks) for pair in ((less, more), (more, less))]
    pairs += [("begun", "nothing"), ("nothing", "begun"), ("two hints", "a try")]
    met = ask(f"{json.dumps(pairs)}.map(([one, other]) => furthest(logs[one], logs[other]))")
    *ranked, begun_first, begun_last, both = met
    for (one, other), kept in zip(pairs, ranked, strict=False):
        more = LOGS[max(one, other, key=ranks.index)]
        assert kept[: len(more)] == more
    assert (begun_first, begun_last) == (LOGS["nothing"], LOGS["begun"]), "nothing is reached in either"
    assert both == [*LOGS["a try"], "hint", "hint"]


def test_example_position_is_nothing_to_lose() -> None:
    logs = [["go 8"], ["goal points NS", "go 8"], [], ["go 8", "W 3S"], ["as NS"], ["hint"]]
    found = ask("logs.map(isPlace)", [[HEADER, *entries] for entries in logs])
    assert found == [True, True, True, False, False, False]


def test_progress_only_grows_in_any_merge_order() -> None:
    assert ask(LAWS) == []
