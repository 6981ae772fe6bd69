"""Many puzzles checked at once: the cache, the processes, and `kontrapunkt check`."""

import io
import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kontrapunkt.commands import progress
from kontrapunkt.core.rules import Fault, PositionError
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.puzzles import Puzzle, PuzzleKind, check_puzzles, open_puzzle, read, write
from kontrapunkt.puzzles import checking as work
from kontrapunkt.puzzles.process_pool import PoolError, ProcessPool
from tests.engine.test_cli import answer, answer_json, complaint, run

TUTORIALS = Path(__file__).parents[2] / "tutorials"
TEN = (TUTORIALS / "ristiklappi/cleaning-hand-ten.toml").read_text("utf-8")
NINE = (TUTORIALS / "ristikontra/fourth-nine.toml").read_text("utf-8")
WRONG = TEN.replace("difficulty = 3", "difficulty = 2")
UNREADABLE = TEN.replace('kind = "play"', 'kind = "pla')


# checked


def test_reports_in_order():
    reports = check_puzzles(
        [(TEN, "ten"), (WRONG, "wrong"), (UNREADABLE, "unreadable"), (NINE, "nine"), (TEN, "ten")], jobs=1
    )
    assert [report.sound for report in reports] == [True, False, False, True, True]
    assert reports[1].faults == ("The file says difficulty 2, but it measures 3.",)
    assert reports[2].faults[0].startswith("this is not TOML")
    assert reports[2].difficulty == 0


def test_in_several_processes_it_is_the_same():
    texts = [(TEN, "ten"), (WRONG, "wrong"), (NINE, "nine"), (UNREADABLE, "x"), (NINE, "y"), (TEN, "z")]
    alone, together = check_puzzles(texts, jobs=1), check_puzzles(texts, jobs=2)
    assert [replace(report, seconds=0) for report in alone] == [
        replace(report, seconds=0) for report in together
    ]


def test_from_a_script_that_guards_nothing(tmp_path: Path):
    """The processes do not run the program that asks once more."""
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from kontrapunkt.puzzles import checked\n"
        "print('begun')\n"
        f"texts = [({NINE!r}, str(n)) for n in range(6)]\n"
        "print(sum(report.sound for report in checked(texts, jobs=2)))\n",
        encoding="utf-8",
    )
    for given in ([str(script)], ["-"]):
        done = subprocess.run(
            [sys.executable, *given],
            input=script.read_text("utf-8"),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert done.stdout.split() == ["begun", "6"]


def test_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    looked: list[str] = []
    real = work.check

    def watched(name: str, text: str, also: object) -> work.Checked:
        looked.append(name)
        return real(name, text)

    monkeypatch.setattr(work, "check", watched)
    texts = {"ten.toml": TEN, "wrong.toml": WRONG, "bad.toml": UNREADABLE}
    told: list[tuple[int, int]] = []
    first = work.check_all(texts, tmp_path / "kept", progress=lambda done, of: told.append((done, of)))
    assert (len(looked), told[-1]) == (3, (3, 3))
    looked.clear()
    second = work.check_all(texts, tmp_path / "kept")
    assert looked == ["bad.toml"]  # what cannot be read costs nothing to read again
    assert {name: one.report for name, one in first.items()} == {
        name: one.report for name, one in second.items()
    }
    looked.clear()
    work.check_all({"ten.toml": TEN + "\n"}, tmp_path / "kept")
    assert looked == ["ten.toml"]  # another text
    looked.clear()
    monkeypatch.setattr(work, "engine_version", lambda: "another engine")
    work.check_all({"ten.toml": TEN}, tmp_path / "kept")
    assert looked == ["ten.toml"]


@pytest.mark.parametrize(
    "rubbish", ["", "{}", "[]", '{"game": 1, "report": 2}', '{"report": {"faults": []}}', "\0"]
)
def test_a_cache_full_of_rubbish(tmp_path: Path, rubbish: str):
    work.check_all({"nine.toml": NINE}, tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_text(rubbish, encoding="utf-8")
    assert work.check_all({"nine.toml": NINE}, tmp_path)["nine.toml"].sound
    assert json.loads(kept.read_text("utf-8"))["game"] == "ristikontra"


def test_a_cache_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert work.check_all({"nine.toml": NINE}, tmp_path / "file" / "below")["nine.toml"].sound


def test_games_from_elsewhere_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(work, "OWN", {})
    work.check_all({"nine.toml": NINE}, tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_engines_version_is_that_of_its_code():
    assert work.engine_version() == work.engine_version()
    assert len(work.engine_version()) == 64


# Processes


def impossible() -> None:
    raise PositionError([Fault("name", "text")])


def test_a_crew():
    with ProcessPool(2) as pool:
        waiting = [pool.submit(divmod, 100, n) for n in range(1, 8)]
        assert [each.result() for each in waiting] == [divmod(100, n) for n in range(1, 8)]
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result()
        assert pool.submit(print, "no answer").result() is None
        with pytest.raises(PoolError, match="PositionError"):  # an error that cannot be sent is told
            pool.submit(impossible).result()
        with pytest.raises(PoolError, match="has died"):
            pool.submit(sys.exit, 3).result()


def test_large_tasks_wait_without_deadlock():
    text = "x" * 3_000_000  # more than a pipe holds, there and back
    with ProcessPool(1) as pool:
        waiting = [pool.submit(str.upper, text) for _ in range(4)]
        assert [len(each.result()) for each in waiting] == [len(text)] * 4


def test_unwanted_work_ends_with_the_pool():
    with ProcessPool(1) as pool:
        waiting = [pool.submit(time.sleep, 60) for _ in range(5)]
    assert all(each.done() for each in waiting)
    assert [each.cancelled() for each in waiting[-2:]] == [True, True]


def test_something_else_is_told_of_sound_puzzles():
    texts = {"ten.toml": TEN, "wrong.toml": WRONG}
    for jobs in (1, 2):
        found = work.check_all(texts, jobs=jobs, also=question_of)
        assert found["ten.toml"].more == question_of(open_puzzle(read(TEN, "ten")))
        assert found["wrong.toml"].more is None


def question_of(kind: PuzzleKind) -> str:
    return kind.question


# kontrapunkt check


def test_check():
    lines = answer("check", str(TUTORIALS), "--jobs", "1").splitlines()
    lessons = sorted(map(str, TUTORIALS.rglob("*.lesson")))
    puzzles = sorted(map(str, TUTORIALS.rglob("*.toml")))
    assert [line.split(": ")[0] for line in lines[:-1]] == [*puzzles, *lessons]
    assert lines[-1] == f"{len(puzzles)} puzzles and {len(lessons)} lessons, all sound"
    ten = next(line for line in lines if "hand-ten" in line)
    assert "cleaning-hand-ten.toml: play, difficulty 3 (choices 4, losing 0.75, decisions 5, tree 111" in ten


def test_check_as_json(tmp_path: Path):
    found = answer_json("check", str(TUTORIALS / "ristiklappi/cleaning-hand-ten.toml"))
    assert found["failed"] == 0
    (one,) = found["puzzles"]
    assert one["file"].endswith("cleaning-hand-ten.toml")
    assert (one["id"], one["game"], one["kind"]) == ("cleaning-hand-ten", "ristiklappi", "play")
    assert (one["goal"], one["sound"], one["faults"], one["difficulty"]) == ("cleans NS", True, [], 3)
    assert one["features"]["choices"] == 4
    assert one["seconds"] >= 0
    assert any("fails" in note for note in one["notes"])


def test_check_that_fails(tmp_path: Path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/good.toml").write_text(NINE, encoding="utf-8")
    (tmp_path / "wrong.toml").write_text(WRONG, encoding="utf-8")
    (tmp_path / "bad.toml").write_text("\n" + UNREADABLE, encoding="utf-8")
    (tmp_path / "other.txt").write_text("nothing", encoding="utf-8")
    status, out, err = run("check", str(tmp_path), "--jobs", "2", "--cache", str(tmp_path / ".cache"))
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert lines[0] == f"{tmp_path}/bad.toml:2: NOT READABLE"
    assert lines[1].startswith("    this is not TOML")
    assert f"{tmp_path}/sub/good.toml: legal, difficulty 1" in out
    assert "wrong.toml: play, NOT SOUND, difficulty 3" in out
    assert "    The file says difficulty 2, but it measures 3." in lines
    assert lines[-1] == "3 puzzles, 2 not sound"
    assert len(list((tmp_path / ".cache").iterdir())) == 2
    status, out, err = run("check", str(tmp_path), "--json")
    assert status == 1
    found = json.loads(out)
    assert found["failed"] == 2
    assert found["puzzles"][0]["line"] == 2


def test_check_with_notes():
    path = str(TUTORIALS / "ristiklappi/cleaning-hand-ten.toml")
    assert "fails" not in answer("check", path)
    assert "  - The three of spades fails: South K♠" in answer("check", path, "--notes")


def test_check_of_what_is_not_there(tmp_path: Path):
    assert complaint("check", str(tmp_path / "none.toml")).endswith("No such file or directory")
    assert "there is no puzzle (*.toml) and no lesson (*.lesson) here" in complaint("check", str(tmp_path))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in complaint("check", str(tmp_path / "bytes.toml"))
    assert "PATH" in complaint("check")


def test_a_puzzle_of_another_game_without_lore(monkeypatch: pytest.MonkeyPatch):
    """Kinds that need no search work for a game of which puzzles know nothing else."""
    monkeypatch.setattr(Ristikontra, "puzzle_knowledge", "")
    trick = read((TUTORIALS / "ristikontra/out-of-the-dark.toml").read_text("utf-8"), "x")
    report = work.check("x.toml", write(trick)).report
    assert report is not None
    assert any("record the whole deal" in fault for fault in report.faults)
    assert isinstance(trick, Puzzle)


# The line that tells how long it goes on


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_told_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "PATIENCE", 0)
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.Progress() as told:
            told.tell(1, 4, "puzzles")
            told._last = 0
            told.tell(4, 4, "puzzles, all")
    assert pipe.getvalue() == ""
    said = terminal.getvalue().split("\r")
    assert "[######..................] 1/4 puzzles" in said[1]
    assert "[########################] 4/4 puzzles, all" in said[2]
    assert said[3].strip() == ""  # and gone in the end
    assert said[-1] == ""


def test_quick_work_is_not_told(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.Progress() as told:
        told.tell(1, 4)
    assert terminal.getvalue() == ""
