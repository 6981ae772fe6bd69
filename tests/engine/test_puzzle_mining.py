"""Mining: what is found is sound, is the same for the same seed, and says nothing twice."""

from pathlib import Path
from random import Random

import pytest

from kontrapunkt import game
from kontrapunkt.core.registry import OWN
from kontrapunkt.puzzles import open_puzzle, read, write
from kontrapunkt.puzzles.checking import check
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.mining.captions import forms
from kontrapunkt.puzzles.mining.deals import deal_and_play
from kontrapunkt.puzzles.mining.drafts import KINDS_MINED, SoundPuzzle
from kontrapunkt.puzzles.mining.mine import MiningPlan, mine
from kontrapunkt.record import read as read_record
from kontrapunkt.record import record_of, replay
from kontrapunkt.record import write as write_record
from tests.engine.mined import mined
from tests.engine.test_cli import answer, complaint, run

GAMES = ("ristiklappi", "ristikontra")


def plan(of: str, kind: str, seed: int = 0) -> MiningPlan:
    return MiningPlan((("Game", of),), kind, seed)


@pytest.mark.parametrize("of", GAMES)
@pytest.mark.parametrize("kind", KINDS_MINED)
def test_what_is_mined_passes_the_check(of: str, kind: str):
    found = mined(of, kind)
    assert len(found) >= 3
    for each in found:
        assert each.puzzle.kind == kind
        again = check(f"{each.puzzle.id}.toml", each.text)
        assert again.faults == ()
        assert again.puzzle == each.puzzle
        assert again.report is not None
        assert again.report.difficulty == each.puzzle.difficulty
    assert len({each.puzzle.id for each in found}) == len(found)
    assert len({each.likeness for each in found}) == len(found)


@pytest.mark.parametrize("of", OWN)
def test_deals_of_every_game_are_played_out(of: str):
    """Those as well in which there is much to be said before a card may be played, and in between."""
    more = {"obligatory_announcement": "on", "poverty": "shift"} if of == "doppelkopf" else {}
    rules = game(of, **more)
    for deal in range(3):
        line = deal_and_play(rules, knowledge_of(rules), "x", Random(deal))
        assert line.states[-1].to_act is None
        assert len(line.moves) + 1 == len(line.states)


def test_mining_without_card_points_and_with_german_cards():
    found = list(mine(plan("kontraspiel", "trick"), 1, limit=20))
    assert [each.report.faults for each in found] == [()]
    assert "South’s Unter of Acorns" in found[0].puzzle.explanation
    assert "counts" not in found[0].puzzle.explanation
    for title in found[0].titles:
        assert "point" not in title


@pytest.mark.parametrize("kind", ["play", "find-the-mistake"])
def test_same_seed_gives_same_puzzles_for_any_jobs(kind: str):
    one = [each.text for each in mine(plan("ristiklappi", kind, seed=4), 3, limit=60, jobs=1)]
    three = [each.text for each in mine(plan("ristiklappi", kind, seed=4), 3, limit=60, jobs=3)]
    assert one == three
    assert len(one) == 3
    assert set(one).isdisjoint(each.text for each in mined("ristiklappi", kind))


def test_known_puzzles_are_left_out():
    both = [each.puzzle for each in mined("ristiklappi", "play")[:4]]
    then = [each.puzzle for each in mine(plan("ristiklappi", "play", seed=21), 2, limit=40, known=both[:2])]
    assert then == both[2:]


def test_only_one_difficulty():
    easy = MiningPlan((("Game", "ristikontra"),), "play", 3, difficulty=2)
    assert [each.puzzle.difficulty for each in mine(easy, 2, limit=60)] == [2, 2]


def test_it_gives_up():
    assert list(mine(plan("ristikontra", "legal"), 50, limit=2)) == []


TURNED = """
[Game "ristikontra"]
[Position]
N: KC 8C 6D 3S
E: KS QH TD 2H
S: AD KH TS 4H
W: QS QD JD 8S
stock: -
lead: E
points: NS 44 EW 22
"""


def form(text: str) -> str:
    state = replay(read_record(text)).start
    assert state.to_act is not None
    return knowledge_of(state.game).form(state, state.to_act)


def test_forms():
    """Suits, seats and the names of ranks that count nothing make no difference; all else does."""
    here = form(TURNED)
    suits = (
        TURNED.replace("KC", "KX")
        .replace("KS", "KC")
        .replace("KX", "KS")
        .replace("TD", "TX")
        .replace("TS", "TD")
        .replace("TX", "TS")
    )
    assert form(suits) == here
    hands = {seat: TURNED.split(f"{seat}: ")[1].split("\n")[0] for seat in "NESW"}
    turned = TURNED
    for seat, other in zip("NESW", "ESWN", strict=True):
        turned = turned.replace(f"\n{other}: {hands[other]}", f"\n{other}: {hands[seat]}")
    assert form(turned.replace("lead: E", "lead: S").replace("NS 44 EW 22", "NS 22 EW 44")) == here
    names = TURNED.replace("8C", "9C").replace("8S", "9S").replace("2H", "5H")
    assert form(names) == here
    assert form(TURNED.replace("lead: E", "lead: W")) != here
    assert form(TURNED.replace("6D", "8D")) != here
    assert form(TURNED.replace("JD", "KD").replace("EW 22", "EW 20")) != here
    assert form(TURNED.replace("lead: E", "lead: E\nstreak: E 2 3")) != here
    assert form(TURNED.replace("lead: E", "lead: E\nstreak: E 9 1")) == here  # nobody can lead a nine again


def test_forms_of_puzzles():
    for each in mined("ristiklappi", "play")[:3]:
        puzzle = each.puzzle
        kind = open_puzzle(puzzle)
        assert forms(kind) == forms(open_puzzle(read(write(puzzle), "other-name")))
        assert puzzle.id.startswith("play-")


# kontrapunkt mine


def test_mine(tmp_path: Path):
    out = answer("mine", "ristiklappi", "--count", "2", "--seed", "6", "--jobs", "1")
    heads = [line for line in out.splitlines() if line.startswith("# play-")]
    assert len(heads) == 2
    text = answer(
        "mine", "ristiklappi", "--count", "2", "--seed", "6", "--jobs", "2", "--out", str(tmp_path / "new")
    )
    files = sorted((tmp_path / "new").iterdir())
    assert {f"# {path.name}" for path in files} == set(heads)
    assert all(path.read_text("utf-8") in out for path in files)
    assert len(text.splitlines()) == 2
    assert "difficulty" in text
    assert run("check", str(tmp_path / "new"))[0] == 0


def test_mining_goes_on_where_it_stopped(tmp_path: Path):
    """Files that are there are kept and counted, and the rest is what would have come anyway."""
    given = ("mine", "ristikontra", "--kind", "find-the-mistake", "--seed", "1", "--jobs", "1")
    answer(*given, "--count", "5", "--out", str(tmp_path / "whole"))
    answer(*given, "--count", "2", "--out", str(tmp_path / "parts"))
    first = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").iterdir()}
    answer(*given, "--count", "5", "--out", str(tmp_path / "parts"))
    assert {path: path.stat().st_mtime_ns for path in first} == first
    whole, parts = (
        {path.name: path.read_text("utf-8") for path in (tmp_path / each).iterdir()}
        for each in ("whole", "parts")
    )
    assert whole == parts
    assert answer(*given, "--count", "5", "--out", str(tmp_path / "parts")) == ""


def test_mining_counts_its_own_kind_only(tmp_path: Path):
    (tmp_path / "note.toml").write_text("no puzzle", encoding="utf-8")
    answer("mine", "ristikontra", "--kind", "trick", "--count", "2", "--jobs", "1", "--out", str(tmp_path))
    answer("mine", "ristikontra", "--kind", "score", "--count", "1", "--jobs", "1", "--out", str(tmp_path))
    assert len(list(tmp_path.glob("trick-*"))) == 2
    assert len(list(tmp_path.glob("score-*"))) == 1


def test_mining_records(tmp_path: Path):
    of = game("ristiklappi", preset="lappi6")
    texts = []
    for seed in range(6):
        line = deal_and_play(of, knowledge_of(of), "x", Random(seed))
        texts.append(write_record(record_of(line.start, line.moves, {"Title": f"Deal {seed}"})))
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.record").write_text(text, encoding="utf-8")
    paths = [str(tmp_path / f"{number}.record") for number in range(6)]
    status, out, err = run("mine", "ristiklappi", "--count", "50", "--records", *paths, "--jobs", "2")
    assert status == 1
    assert "puzzles were found; allow more deals" in err
    assert "preset=lappi6" in out
    assert "Deal 0, deal 1" in out


def test_mining_errors(tmp_path: Path):
    assert "there is no game “chess”" in complaint("mine", "chess")
    assert "invalid choice" in complaint("mine", "ristikontra", "--kind", "song")
    assert "no option" in complaint("mine", "ristikontra", "--option", "colour=red")
    bad = tmp_path / "bad.record"
    bad.write_text('[Game "ristikontra"]\n[Deal]\nN: XX\n', encoding="utf-8")
    assert "bad.record:3:4: “XX” is not a card" in complaint("mine", "ristikontra", "--records", str(bad))
    bad.write_text(
        (Path(__file__).parents[2] / "tutorials/ristiklappi/cleaning-hand.record").read_text("utf-8"),
        encoding="utf-8",
    )
    assert "of ristiklappi, not of ristikontra" in complaint("mine", "ristikontra", "--records", str(bad))
    assert "No such file" in complaint("mine", "ristikontra", "--records", str(tmp_path / "none"))
    (tmp_path / "file").write_text("")
    assert "cannot be written" in complaint(
        "mine", "ristikontra", "--kind", "trick", "--count", "1", "--out", str(tmp_path / "file" / "x")
    )


@pytest.mark.parametrize(("of", "number"), [("konter-a-matt", 0), ("ristikontra", 1)])
def test_unprovable_position_is_not_mined(of: str, number: int):
    """A record that begins in the middle of play gives no puzzle, unless its start has a witness."""
    rules = game(of)
    found: list[SoundPuzzle] = []
    for deal in range(4):
        line = deal_and_play(rules, knowledge_of(rules), "x", Random(deal))
        at = next(at for at, state in enumerate(line.states) if at > 15 and not state.view(None).trick)
        record = write_record(record_of(line.states[at], line.moves[at:]))
        found += mine(MiningPlan((("Game", of),), "play", records=(("half a deal", record),)), 1)
    assert (len(found) > 0) == number
    assert all(check("x", each.text).sound for each in found)
