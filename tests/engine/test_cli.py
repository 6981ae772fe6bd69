"""The command line as other tools call it: what it prints, as text and as JSON, its errors in one line."""

import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt import game
from kontrapunkt.cli import COMMANDS, main
from kontrapunkt.core.interface import Seat, State
from kontrapunkt.core.perft import perft
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.record import read, record_of, record_of_session, replay, replay_session, write, write_start
from kontrapunkt.search import solver
from tests.rules import doko, graden
from tests.rules.pot import dealt as turned_up
from tests.rules.pot import do
from tests.rules.slate import E5, E5_TRICKS, dealt, play

CLEANING = Path(__file__).parents[2] / "tutorials/ristiklappi/cleaning-hand.record"
KING = """\
[Game "ristiklappi"]
[Position]
N: JH 9C 9D 6C 3D
E: KD JC 8C 8H 3S
S: AS TC TS 7S 4S
W: 9H 6D 6H 5D 2H
stock: AD 8D QS 6S 9S 5H 3C QC AC 7H TH QD
lead: N
dirty: EW
6. N 9D
"""


MATCH = (Path(__file__).parents[1] / "rules/sessions/rk-6-abeyance.record").read_text("utf-8")
"""Five deals of Ristikontra."""

SEEN = write(write_start(replay(read(KING)).end, "E"))
"""The same as East sees it."""


def run(*given: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", typed):
        try:
            status = main(given)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


def answer(*given: str, stdin: str = "") -> str:
    status, out, err = run(*given, stdin=stdin.encode())
    assert (status, err) == (0, "")
    return out


def answer_json(*given: str, stdin: str = "") -> Any:
    return json.loads(answer(*given, "--json", stdin=stdin))


def complaint(*given: str, stdin: str | bytes = "") -> str:
    """The one line on standard error of bad input."""
    status, out, err = run(*given, stdin=stdin if isinstance(stdin, bytes) else stdin.encode())
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    return err.rstrip("\n")


def line_of(text: str, part: str) -> int:
    """The last line, from 1, that is a text."""
    return max(number for number, line in enumerate(text.splitlines(), 1) if line == part)


def finished(seed: int = 1) -> str:
    """The record of a whole deal."""
    start = state = game("ristiklappi", preset="lappi6").deal(seed)
    done: list[str] = []
    while state.to_act:
        done.append(state.actions()[0])
        state = state.apply(done[-1])
    return write(record_of(start, done))


# games, deal


def test_games():
    assert "ristiklappi Ristiklappi" in " ".join(answer("games").split())
    assert {"id": "ristikontra", "title": "Ristikontra"} in answer_json("games")


def test_a_games_options_presets_and_rules():
    found = answer_json("games", "ristiklappi")
    assert found["options"][0] == {
        "key": "hand_size",
        "label": "Cards in a hand",
        "choices": ["5", "6"],
        "default": "5",
        "source": "five: McLeod; six: C. Seres’ version",
        "rules": ["RK-R7", "RL-R2"],
        "usual": [],
        "only": "",
    }
    assert found["presets"]["lappi6"]["hand_size"] == "6"
    assert list(found["presets"]) == ["lappi5", "lappi6"]
    rules = {rule["id"]: rule for rule in found["rules"]}
    assert rules["RL-R10"]["source"] == "McLeod"
    assert rules["RL-R10"]["statement"].startswith("When three kings have been played")
    text = answer("games", "ristiklappi")
    for word in ("hand_size", "lappi6", "RL-R10", "Rule sets", "default 5"):
        assert word in text
    assert max(map(len, text.splitlines())) <= 96


def test_options_that_hang_together():
    """One that has another default, or changes nothing, beside others is listed so; the latter is told."""
    options = {option["key"]: option for option in answer_json("games", "ristikontra")["options"]}
    assert options["target"]["usual"][1] == {"terms": "session=cumulative", "value": "120"}
    assert options["dark_barred_lead"]["only"] == "lead_limit!=none dark_play=on"
    text = " ".join(answer("games", "ristikontra").split())
    assert "default 7; 60 with session=cumulative and values=simple; 120 with session=cumulative." in text
    assert "default stands; counts only with lead_limit other than none and dark_play=on. stands: our" in text
    status, out, err = run("deal", "kontra", "--option", "deals=3", "--seed", "1")
    assert (status, read(out).tags["Options"]) == (0, "deals=3")
    assert err == "kontrapunkt: deals counts only with session=cumulative; here it changes nothing\n"


def test_deal():
    text = answer("deal", "ristiklappi", "--seed", "3", "--option", "preset=lappi6", "--dealer", "n")
    assert read(text) == write_start(game("ristiklappi", preset="lappi6").deal(3, "N"))
    text = answer("deal", "ristikontra", "--option", "hand_size=5", "--option", "values=simple")
    assert dict(read(text).options()) == {"hand_size": "5", "values": "simple"}
    assert text != answer("deal", "ristikontra", "--option", "hand_size=5", "--option", "values=simple")


def test_the_next_deal_of_a_session(tmp_path: Path):
    """All deals and the next one, which is played in the session they leave."""
    text = answer("deal", "-", "--seed", "3", stdin=MATCH)
    assert text.startswith(MATCH.rstrip("\n"))
    last = replay_session(read(text))[-1].start
    assert last == game("ristikontra").deal(3, "N", last.session)
    assert last.session.facts == {"score": "NS 2 EW 4"}
    assert text.splitlines()[-1] == "score: NS 2 EW 4"
    path = tmp_path / "x.record"
    path.write_text(text)
    place = f"{path}:{line_of(text, '[Deal]')}:1"
    assert complaint("deal", str(path)) == (
        f"{place}: the deal is not over: East is to act; the next one is dealt when it is over"
    )
    assert "North is to deal here (RK-R19), not East" in complaint("deal", "-", "--dealer", "E", stdin=MATCH)
    assert "a record has its own" in complaint("deal", "-", "--option", "target=9", stdin=MATCH)
    assert "the state of the session" in complaint("deal", str(CLEANING))
    won = MATCH.replace("[Title", '[Options "target=4"]\n[Title')
    assert complaint("deal", "-", stdin=won).endswith(
        "East–West have won the session, 4 game points to 2; no deal can follow"
    )


def test_record_is_chosen_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.record"
    path.write_text(f"{answer('deal', 'kontra', '--seed', '1')}\n{MATCH}")
    assert "another record begins here" in complaint("score", str(path))
    assert answer("score", f"{path}#2") == answer("score", "-", stdin=MATCH)
    assert f"{path}:1:1: this text has 2 records" in complaint("score", f"{path}#3")
    (tmp_path / "two.record#2").write_text(MATCH)
    assert answer("score", f"{path}#2") == answer("score", "-", stdin=MATCH)


def test_a_first_dealer_by_chance():
    """West deals first unless another is named, or chance may choose; a seed decides that too."""
    dealers = [
        read(answer("deal", "ristikontra", "--seed", str(seed), "--dealer", "chance")).deals[0].dealer
        for seed in range(12)
    ]
    assert set(dealers) == {*"NESW"}
    assert read(answer("deal", "ristikontra", "--seed", "1")).deals[0].dealer == "W"
    again = answer("deal", "ristikontra", "--seed", "5", "--dealer", "CHANCE")
    assert again == answer("deal", "ristikontra", "--seed", "5", "--dealer", str(dealers[5]))


# legal


def test_legal_with_refusals():
    found = answer_json("legal", "-", stdin=KING)
    assert found == {
        "to_act": "E",
        "actions": ["JC", "8C", "8H", "3S", "dark"],
        "refused": [
            {
                "action": "KD",
                "rule": "RL-R10",
                "reason": "Three kings have been played and the king of diamonds is the last; "
                "keep it until the stock is gone.",
            }
        ],
        "others": {},
    }
    assert answer("legal", "-", stdin=KING).splitlines() == [
        "East is to play.",
        "legal: JC, 8C, 8H, 3S, dark",
        "KD is refused: Three kings have been played and the king of diamonds is the last; "
        "keep it until the stock is gone. (RL-R10)",
    ]


def test_legal_at_a_moment_and_at_the_end():
    assert answer_json("legal", str(CLEANING), "--at", "2")["actions"] == ["KS", "KH", "6C", "4S", "2S"]
    over = answer_json("legal", str(CLEANING))
    assert over == {"to_act": None, "actions": [], "refused": [], "others": {}}


def test_legal_in_what_a_seat_sees():
    """A record that hides cards answers for a hand that it shows, and says so for one that it does not."""
    assert "?" in SEEN
    assert answer_json("legal", "-", stdin=SEEN) == answer_json("legal", "-", stdin=KING)
    played = SEEN + "6. E JC\n"
    assert complaint("legal", "-", stdin=played) == (
        f"<stdin>:{played.count(chr(10))}:4: this deal hides cards of South, who is to act"
    )
    assert answer_json("legal", "-", "--at", "0", stdin=played)["to_act"] == "E"
    assert "hides cards" in complaint("perft", "-", "--depth", "1", stdin=SEEN)
    assert "cannot be solved" in complaint("solve", "-", stdin=SEEN)
    assert "East is to act" in complaint("score", "-", stdin=SEEN)
    assert "You do not hold the ace of spades" in complaint("legal", "-", stdin=SEEN + "E AS")


def test_several_deals():
    assert answer_json("legal", "-", "--deal", "1", stdin=MATCH)["to_act"] is None
    assert answer_json("legal", "-", "--deal", "2", "--at", "0", stdin=MATCH)["to_act"] == "E"
    assert answer_json("legal", "-", "--at", "0", stdin=MATCH)["to_act"] == "N"
    assert answer("perft", "-", "--at", "51", "--depth", "1", stdin=MATCH) == "1 1\n"
    assert "has 5 deals" in complaint("legal", "-", "--deal", "6", stdin=MATCH)
    unfinished = KING + "\n" + KING.partition("\n")[2]
    for deal in ("1", "2"):  # whichever is asked for, all are looked at
        assert complaint("legal", "-", "--deal", deal, stdin=unfinished) == (
            f"<stdin>:{KING.count(chr(10)) + 2}:1: deal 1 is not over, as East is to act; no other deal can "
            "follow it"
        )


# score


def test_score():
    text = finished()
    result = replay(read(text)).end.result()
    found = answer_json("score", "-", stdin=text)
    assert list(found["seats"].items()) == list(result.seats.items())
    assert found["unit"] == "card points"
    assert found["items"] == [item.as_data() for item in result.items]
    assert (found["settled"], found["winners"]) == (True, list(result.winners))
    *said, last = answer("score", "-", stdin=text).splitlines()
    assert said[0] == result.text
    assert said[1].endswith("(card points)")
    assert [line.split(":")[0].strip() for line in said[2:]] == [item.rule for item in result.items]
    assert last == "After deal 1: Each deal is a game of its own. North deals next."


def test_score_and_the_session():
    found = answer_json("score", "-", stdin=MATCH)
    assert (found["seats"], found["unit"]) == ({"N": 0, "E": 4, "S": 0, "W": 4}, "game points")
    assert found["session"] == {
        "deal": 5,
        "seats": {"N": 2, "E": 4, "S": 2, "W": 4},
        "unit": "game points",
        "facts": {"score": "NS 2 EW 4"},
        "dealer": "N",
        "over": False,
        "winners": [],
        "text": "North–South have 2 game points, East–West 4. North deals next.",
    }
    assert found["match"] == found["session"], "what programs that are about read"
    fourth = answer_json("score", "-", "--deal", "4", stdin=MATCH)
    assert fourth["session"]["facts"] == {"score": "NS 2 EW 0", "held": "2"}
    assert answer("score", "-", stdin=MATCH).splitlines()[1:] == [
        "N 0  E 4  S 0  W 4 (game points)",
        "  RK-R14: North–South have no card points, East–West 120.",
        "  RK-R16: East–West have all the card points and score two game points.  E +2  W +2",
        "  RK-R17: East–West also get the 2 game points that were carried over.  E +2  W +2",
        "  RK-R19: North deals next.",
        "After deal 5: North–South have 2 game points, East–West 4. North deals next.",
    ]
    won = MATCH.replace("[Title", '[Options "target=4"]\n[Title')
    over = answer_json("score", "-", stdin=won)["session"]
    assert (over["over"], over["winners"], over["dealer"]) == (True, ["E", "W"], None)
    assert over["text"] == "East–West have won the session, 4 game points to 2."


def test_score_that_is_not_settled():
    found = answer_json("score", str(CLEANING))
    assert (found["settled"], found["session"]) == (False, None)
    assert "No result yet: " in answer("score", str(CLEANING))


def test_score_of_an_unfinished_deal():
    assert complaint("score", "-", stdin=KING) == (
        "<stdin>:10:4: the deal is not over: East is to act; score needs a finished record"
    )


# solve, perft


def test_solve():
    found = answer_json("solve", str(CLEANING), "--at", "0", "--goal", "points NS")
    assert (found["to_act"], found["goal"]) == ("N", "points NS")
    assert found["values"] == {"QS": 11, "TS": 3, "7C": 10, "7D": 10, "5S": 7}
    assert found["best"] == ["QS"]
    assert found["line"][0] == "N QS"
    assert len(found["line"]) == 20
    assert found["nodes"] > 0
    text = answer("solve", str(CLEANING), "--at", "0", "--goal", "points NS")
    assert "* QS: With best play North–South take 11 card points from here.\n  TS: With best" in text
    assert "\n  7C, 7D: With best play North–South take 10 card points from here.\n" in text


def test_solve_where_the_past_decides():
    found = answer_json("solve", str(CLEANING), "--at", "0")
    assert found["goal"] == "result"
    assert found["values"]["QS"] == [{"first": 3, "last": 82, "least": -2, "most": -2}]
    lost = "With best play East–West win and North–South lose dishonourably, whatever was taken before."
    assert f"* QS, TS, 7C, 7D, 5S: {lost}\n" in answer("solve", str(CLEANING), "--at", "0")


def test_solve_complains():
    assert "cards in the stock" in complaint("solve", "-", stdin=KING)
    assert "the deal is over" in complaint("solve", str(CLEANING))
    assert "“gold” is not a goal" in complaint("solve", str(CLEANING), "--at", "0", "--goal", "gold")


def test_solve_says_what_searches():
    state: State = KonterAMatt().deal(3).apply("trump S")
    while len(state.view(None).hands["N"]) > 3 or state.view(None).trick:
        state = state.apply(next(action for action in state.actions() if action.card))
    text = write_start(state)
    found = {
        engine: answer_json("solve", "-", "--engine", engine, stdin=write(text))
        for engine in ("wasm", "python")
    }
    for engine, each in found.items():
        assert each.pop("engine") == engine
        assert each.pop("nodes") > 0
    assert found["wasm"] == found["python"]
    assert "searched by the compiled kernel" in answer("solve", "-", stdin=write(text))
    assert "searched in Python" in answer("solve", "-", "--engine", "python", stdin=write(text))


def test_solve_says_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solver, "runs", lambda name: False)
    assert "Kontra is searched in Python here" in complaint(
        "solve", "-", "--engine", "wasm", stdin=write(write_start(game("kontra").deal(1)))
    )


def test_perft():
    start = game("ristiklappi").deal(1)
    counts = "".join(f"{depth} {perft(start, depth)}\n" for depth in (1, 2, 3))
    assert answer("perft", "ristiklappi", "--seed", "1", "--depth", "3") == counts
    assert answer("perft", "ristiklappi", "--seed", "1", "--depth", "3", "--calls") == counts
    assert answer("perft", str(CLEANING), "--at", "0", "--depth", "2") == "1 5\n2 25\n"
    assert answer("perft", "-", "--depth", "1", stdin=KING) == "1 5\n"
    small = answer("perft", "ristikontra", "--option", "hand_size=5", "--depth", "1")
    assert small == "1 6\n"


# Errors


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["deal", "ristiklapi"], "kontrapunkt: there is no game “ristiklapi”; did you mean ristiklappi?"),
        (["games", "x\n\x1b[31m"], "kontrapunkt: there is no game “x \ufffd[31m”"),
        (["deal", "ristiklappi", "--option", "handsize=6"], "did you mean hand_size?"),
        (["deal", "ristiklappi", "--option", "hand_size=9"], "it takes 5, 6"),
        (["deal", "ristiklappi", "--option", "hand_size"], "not have the form key=value"),
        (["deal", "ristiklappi", "--seed", "-1"], "“-1” is not a whole number from 0 to 999999999999999999"),
        (["deal", "ristiklappi", "--seed", "9" * 5000], "is not a whole number"),
        (["deal", "ristiklappi", "--dealer", "Q"], "“Q” is not a seat"),
        (["play", "ristiklappi", "--seat", "nobody"], "“nobody” is not a seat"),
        (["legal", "/nowhere/x.record"], "/nowhere/x.record: this cannot be read: No such file"),
        (["legal", "/"], "/: this cannot be read: Is a directory"),
        (["legal", "a\0b"], "this cannot be read"),
        (["legal", str(CLEANING), "--at", "21"], "ask for 0 to 20"),
        (["perft", "ristiklapi", "--depth", "1"], "did you mean ristiklappi?"),
        (["perft", "x.record", "--depth", "1"], "x.record: this cannot be read"),
        (["perft", "ristiklappi", "--depth", "0"], "--depth takes 1 to"),
        (["perft", "ristiklappi", "--depth", "1", "--at", "1"], "are for a record"),
        (["perft", str(CLEANING), "--depth", "1", "--seed", "1"], "are for a game"),
        (["check", "/dev/zero"], "/dev/zero: this is longer than a record may be"),
        (["check", "a\0b"], "this cannot be read"),
        (["mine", "kontra", "--kind", "legal", "--out", "a\0b"], "this cannot be read"),
        (["sheet", "kontra", "--from", "a\0b"], "this cannot be read"),
        (["review", str(CLEANING), "--seat", "E", "--puzzles", "a\0b"], "this cannot be written"),
        (["mine", "kontra", "--jobs", "9999"], "“9999” is not a number of processes from 1 to 999"),
        (["build", "--config", "/"], "/: this cannot be read: Is a directory"),
        (["build", "--config", "a\0b"], "this cannot be read"),
        (["build", "--config", "/nowhere/mkdocs.yml"], "/nowhere/mkdocs.yml: there is no such file"),
        (["serve", "--live", "--config", "/nowhere/mkdocs.yml"], "go to the folder of your site"),
        (["legal"], "required: FILE; “kontrapunkt legal --help” explains the command"),
        (["gabble\nx"], "invalid choice"),
        ([], "required: COMMAND"),
    ],
    ids=lambda value: (
        " ".join(value)[:40].encode("unicode_escape").decode() if isinstance(value, list) else ""
    ),
)
def test_bad_words(given, said):
    assert said in complaint(*given)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_word_of_ten_thousand_letters(command):
    """It is cut off, whatever it is taken for."""
    given = ["--config", "x" * 10_000] if command == "build" else ["x" * 10_000]
    more = ["--depth", "1"] if command == "perft" else []
    said = complaint(command, *given, *more)
    assert "x" * 30 in said
    assert len(said) < 500


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "<stdin>:1:1: there is no deal here"),
        (b"\n\n  [Dael]\nN: 7C", "<stdin>:3:3: there is no tag Dael; did you mean Deal?"),
        (b'[Game "ristiklappi"]\n[Deal]\nN: 7C \xff', "<stdin>:3:7: this is not UTF-8 text"),
        (b"\xff\xfe[\0", "<stdin>:1:1: this is not UTF-8 text"),
        (KING.encode() + b"E KD", "<stdin>:11:1: East’s “KD” is refused: Three kings"),
        (KING.replace("N: JH", "N: 7S").encode(), "<stdin>:5:1: 7S is both"),
        (b"{" * 5_000_000, "<stdin>:1:1: this is longer than a record may be"),
        (b"{" * 1_000_000, "<stdin>:1:1: this comment does not end"),
    ],
    ids=["empty", "tag", "byte", "utf-16", "refused", "position", "huge", "long"],
)
@pytest.mark.parametrize("command", ["legal", "score", "solve", "perft"])
def test_bad_records(command, content, said):
    more = ["--depth", "1"] if command == "perft" else []
    assert complaint(command, "-", *more, stdin=content).startswith(said)


def test_an_endless_file():
    started = time.monotonic()
    assert "longer than a record may be" in complaint("legal", "/dev/zero")
    assert time.monotonic() - started < 5


def test_nothing_to_read_from():
    with patch("sys.stdin", None):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            assert main(["legal", "-"]) == 2
    assert "there is no deal here" in err.getvalue()


PIECES = [
    *("[Deal]", "[Position]", '[Game "ristikontra"]', '[Options "hand_size=5"]', '[Dealer "N"]', "{", "}"),
    *("N:", "E:", "S:", "W:", "stock:", "lead: N", "7C", "KD", "?", "-", "\n", " ", "N 7C", "E dark", "* 2S"),
    *("-> N 11", "6.", "\0", "♥", "10", "trick: N 7C", "streak: N 8 3", "dirty: NS", "played: 2C", "\r", '"'),
    *(
        "score: NS 2 EW 0",
        "held: 1",
        "coins: NS 1 EW -1",
        "kings: 3",
        "* draw 7C",
        '[Dealer "E"]',
        '[Options "target=2"]',
    ),
    *(
        '[Game "konter-a-matt"]',
        '[Options "preset=tutorial tie_rule=carry_forward"]',
        "trump: C",
        "N trump C",
    ),
    *("first: AC 9C AS", "calls: S say matt", "lines: NS 8 EW 2", "erased: NS 3 EW 7", "carried: 2"),
    *('[Game "kontraspiel"]', "turn_up: KH", "taken_up: W", "calls: N pass, E play", "first_two: E"),
    *("pot: 3", "balances: N -1 E 2 S -4 W 0", "pacts: N W", "asked: E contra", "dealt: 3", "W discard 9C"),
    *("N play", "W take", "S match C", "E say contra-swap", '[Options "announce_order=polled"]'),
    *('[Game "koenigrufen-graden"]', '[Options "show_pair=on raise_own_bid=on stop_when_decided=always"]'),
    *("calls: N bid bettler, E pass", "laid: N 9D, S ?", "partner: S", "shown: KC QC", "pair: no"),
    *("N bid hundert", "S lay 9D", "N call AS", "chips: N 90 E -30 S -30 W -30", '* "show E AC"', "E lay ?"),
    *("S say matt", "E claim", "points: NS 20", "tricks: NS 3 EW 2", "S say konter-a-matt"),
    *(
        '[Game "kontra"]',
        '[Options "players=3"]',
        '[Options "unlock=optional session=cumulative"]',
        "bottom: led",
    ),
    *("pack: locked", "declined: N", "cut: N AH S KD", "shown: S KC", "score: N 7 S 3", "deals: 1", "S top"),
    *("N bottom", "N decline", "* ask S", "* locked", "N spice 7C", "S spice dark", "* spice 6C AC"),
    *("points: N 24 S 11", "tricks: N 3 S 2", "trick: N 7C S dark 9S"),
    *('[Game "doppelkopf"]', '[Options "preset=tournament players=5 poverty=shift"]', "said: E healthy"),
    *("game: solo queens", "game: wedding", "game: poverty", "declarer: N", "kind: plain", "clarified: 2"),
    *(
        "returned: 1",
        "queens: N W",
        "proved: N re, E kontra",
        "closed: kontra",
        "events: fox N from E, dulle S",
    ),
    *("piglets: N", "ready: N", "regrouped: N E re", "withdraw: yes", "passes: 1", "sitting: P3", "bock: 4"),
    *("owed: P1 1 P2 0 P3 1 P4 0 P5 0", "played: 23", "score: P1 3 P2 -3 P3 3 P4 -3 P5 0", "bock: 4 4"),
    *("N say reservation", "N bid solo jacks", "E say kontra no 60", "W partner E re", "S say piglets"),
    *("N bid poverty", "E accept", "E discard 9D", "E trumps 1", "N pass", "N withdraw", "N bid throw-in"),
]


@cache
def _matches() -> list[str]:
    """Records of sessions: as a seat sees one, one that goes on, one whose deals are single tricks."""
    played = replay_session(read(MATCH))
    deals = [(deal.start, [(step.seat, step.action) for step in deal.steps]) for deal in played]
    trick = "[Position]\nN: 2C\nE: 3C\nS: 4C\nW: 5C\nlead: N\npoints: NS 60\nN 2C E 3C S 4C W 5C\n"
    return [
        write(record_of_session([*deals[:2], (deals[2][0], deals[2][1][:9])], seat="E")),
        answer("deal", "-", "--seed", "3", stdin=MATCH),
        '[Game "ristikontra"]\n[Dealer "N"]\n' + trick * 40,
        *_with_suits_to_follow(),
        *_of_graden(),
        *of_doppelkopf(),
    ]


DOPPELKOPF = (
    {"poverty": "shift", "poverty_fox": "single_free", "schweinchen": "on_playing_first", "withdraw": "on"},
    {"pack": "40", "genscher": "on", "deadline_scheme": "9-7-4-1-1", "schweinchen": "second_only"},
    {"preset": "ddv", "wedding_partner": "declarer_chooses", "obligatory_announcement": "on"},
    {"preset": "tournament", "players": "6", "bock": "draw+zero+schwarz+lost_solo", "bock_append": "off"},
    {"preset": "tournament", "players": "5", "deals": "4"},
)


@cache
def of_doppelkopf() -> list[str]:
    """Records of Doppelkopf: deals and a session at random, as a seat sees them, positions of every phase."""
    found = []
    poor = game("doppelkopf", **DOPPELKOPF[0])
    assert isinstance(poor, Doppelkopf)
    hand = {"E": "AD 9D 9D JD AC AC TC TC KC AS AS TS"}
    said = "say healthy, say reservation, say healthy, say healthy, bid poverty, discard 9D, discard 9D"
    for further in ("", ", discard JD", ", discard JD, accept, discard JD", ", discard JD, pass, pass"):
        exchange = doko.do(doko.dealt(hand, poor), said + further)
        found += [write(write_start(exchange, seat)) for seat in (None, "N", "E")]
    wedding = "say reservation, say healthy, say healthy, say healthy, bid wedding"
    found.append(write(write_start(doko.do(doko.dealt({"N": "QC QC", "E": "JS", "S": "9D"}), wedding))))
    for seed, options in enumerate(DOPPELKOPF):
        chance, rules = Random(seed), game("doppelkopf", **options)
        deals: list[tuple[State, list[tuple[Seat, str]]]] = []
        session = rules.session()
        phases = set()
        for _ in range(3):
            start = state = rules.deal(chance.randrange(10**6), None, session)
            done: list[tuple[Seat, str]] = []
            while state.to_act:
                seat = chance.choice([one for one in rules.seats if state.actions(one)])
                action = chance.choice(state.actions(seat))
                done.append((seat, str(action)))
                state = state.apply(action, seat)
                if (state.phase, len(done) // 12) not in phases and state.to_act:
                    phases.add((state.phase, len(done) // 12))
                    found.append(write(write_start(state, chance.choice([None, None, "S"]))))
            deals.append((start, done))
            session = start.session.after(state)
        found.append(write(record_of_session(deals)))
        found += [write(record_of(*deals[0], seat=seat)) for seat in (None, "E")]
    return found


def _of_graden() -> list[str]:
    """Records of Königrufen of Graden: cards face down, open hands as a seat sees them, positions."""
    joined = ["bid bettler", "lay 9D", "pass", "bid bettler", "lay AH", "pass", "9D", "KD", "AH", "9H", "QH"]
    open_hands = ["bid plauderer", "lay 9C", "pass", "pass", "pass", "9C", "JC", "QC", "AC"]
    two, alone = graden.dealt(graden.G5), graden.dealt(graden.G10_HANDS)
    march = graden.do(graden.bid(graden.dealt(graden.G7), "durchmarsch"), "A call SA")
    records = [
        record_of(two, joined),
        record_of(two, joined, seat="E"),
        record_of(alone, open_hands, seat="N"),
        write_start(graden.do(two, graden.JOINED.format("D9", "HA")), "S"),
        write_start(graden.play(march, "CA CT CQ C9 (A) / CJ HT")),
    ]
    return [*map(write, records)]


def _with_suits_to_follow() -> list[str]:
    """Records of Konter a Matt and Kontraspiel: whole deals, calls, one seat's view, positions."""
    start = dealt(E5, KonterAMatt(), KonterSession(KonterAMatt(), ("E",), (11, 9), (3, 7)))
    tricks = [word for trick in E5_TRICKS for word in trick.split()[1::2]]
    done: list[str | tuple[Seat, str]] = ["trump C", ("S", "say matt"), *tricks]
    records = [
        record_of(start, done),
        record_of(start, [*done[:14], "claim"]),
        record_of(start, done[:9], seat="W"),
        write_start(play(start.apply("trump C"), E5_TRICKS[:2])),
    ]
    turned = turned_up("KH", {"P4": "JC AC AS AD 9D"}, pot=3)
    swapped: list[str | tuple[Seat, str]] = [
        "play",
        ("W", "say contra-swap"),
        "discard 9D",
        ("S", "say recontra"),
    ]
    records += [
        record_of(turned, swapped),
        record_of(turned, swapped, seat="N"),
        write_start(do(turned, "play", "P4 say contra-swap", "discard 9D")),
        write_start(turned_up("AH"), "W"),
    ]
    whole = dict(zip("ENWS", E5, strict=True))
    hands = "".join(f"{seat}: {whole[seat]}\n" for seat in "NESW")
    dealt_out = f'[Game "konter-a-matt"]\n[Dealer "E"]\n[Deal]\n{hands}first: AC 9C AS\nN trump C\n'
    return [*map(write, records), dealt_out]


@cache
def _kontras() -> list[str]:
    """Records of Kontra: whole deals, a locked pack that may stay so, as a seat sees them, an ending."""
    found = []
    for seed, options in (
        (1, {}),
        (525, {"unlock": "optional"}),
        (454, {"players": "3", "unlock": "optional"}),
    ):
        chance = Random(seed)
        start = state = game("kontra", **options).deal(seed)
        done: list[tuple[Seat, str]] = []
        while state.to_act:
            action = chance.choice(state.actions())
            done.append((state.to_act, action))
            state = state.apply(action)
        found += [write(record_of(start, done, seat=seat)) for seat in (None, "S")]
        found.append(write(record_of(start, done[:2], seat="N")))
        for _, each in done[:-12]:
            start = start.apply(each)
        found += [write(write_start(start)), write(write_start(start, "S"))]
    return found


@st.composite
def mutilated(draw: Callable[..., Any]) -> bytes:
    """A good record with a few places changed."""
    text = draw(
        st.sampled_from(
            [
                *(KING, finished(), CLEANING.read_text("utf-8"), SEEN, SEEN + "E JC S 7S", MATCH),
                *_matches(),
                *_kontras(),
            ]
        )
    )
    found: bytes = draw(changed(text))
    return found


@st.composite
def changed(draw: Callable[..., Any], text: str) -> bytes:
    """A text with a few places changed."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(PIECES)) + text[at + draw(st.integers(0, 30)) :]
    return text.encode()


ANYTHING = st.one_of(
    st.binary(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=60).map(lambda pieces: " ".join(pieces).encode()),
    mutilated(),
)


@settings(max_examples=120, deadline=2000)
@given(
    ANYTHING,
    st.sampled_from(
        [["legal"], ["score"], ["legal", "--json"], ["score", "--json"], ["perft", "--depth", "2"], ["deal"]]
    ),
)
def test_any_bytes_get_a_clean_answer(content, command):
    status, out, err = run(command[0], "-", *command[1:], stdin=content)
    if status:
        assert status == 2
        if "--json" in command:
            error = json.loads(out)["error"]
            out, err = "", f"{error['place']}: {error['text']}\n"
        assert err.startswith("<stdin>:")
        assert err.count("\n") == 1
        assert out == ""
    else:
        assert err == ""
        assert out


# The process


def entry(*given: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    command = [str(Path(sys.executable).with_name("kontrapunkt")), *given]
    done: subprocess.CompletedProcess[bytes]
    done = subprocess.run(command, capture_output=True, timeout=20, check=False, **more)
    return done


def test_the_installed_command():
    done = entry("legal", "-", input=KING.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"East is to play.\n")
    done = entry("score", "-", input=b"\xff")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"<stdin>:1:1: this is not UTF-8 text, and a record must be\n"


def test_a_terminal_without_our_signs():
    done = entry("score", str(CLEANING), env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"North-South" in done.stdout


def test_whoever_reads_us_may_stop():
    tool = Path(sys.executable).with_name("kontrapunkt")
    piped = f"'{tool}' games ristiklappi | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, timeout=20, check=False)
    assert (done.stdout, done.stderr) == (b"0\n", b"")


@pytest.mark.parametrize("given", [["games"], ["--help"], ["deal", "kontra"], ["games", "/"]], ids=" ".join)
def test_output_that_cannot_be_written(given):
    """A full device fails in one sentence; where nobody can be told, the status tells."""
    tool = str(Path(sys.executable).with_name("kontrapunkt"))
    for buffered in ("", "1"):
        env = {**os.environ, "PYTHONUNBUFFERED": buffered}
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [tool, *given], stdout=full, stderr=subprocess.PIPE, env=env, timeout=20, check=False
            )
            mute = subprocess.run([tool, *given], stdout=full, stderr=full, env=env, timeout=20, check=False)
        assert done.returncode == mute.returncode == (2 if "/" in given else 1)
        said = "there is no game" if "/" in given else "the output cannot be written: No space left"
        assert done.stderr.startswith(f"kontrapunkt: {said}".encode())
        assert done.stderr.count(b"\n") == 1


def test_help_for_every_command():
    listed = re.findall(r"^    (\w+)\b", answer("--help"), re.MULTILINE)  # a long name has its own line
    assert {*COMMANDS} <= {*listed}
    for name in COMMANDS:
        assert answer(name, "--help").startswith(f"usage: kontrapunkt {name}")
