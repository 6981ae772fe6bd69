"""`kontrapunkt play`: whole sessions, what is shown and what is hidden, the record they keep."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kontrapunkt import game
from kontrapunkt.commands.conversation import Conversation
from kontrapunkt.commands.play import _save
from kontrapunkt.core.interface import SEATS, Action, State
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.play.players import RandomPlayer
from kontrapunkt.record import read, replay, replay_session
from kontrapunkt.widgets.complaint import Complaint
from kontrapunkt.widgets.judging import judge
from tests.engine.test_cli import CLEANING, KING, SEEN, run

PLAY = ("play", "--player", "leaning")
DEAL = [*PLAY, "ristiklappi", "--seed", "4"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(text: str, *more: str) -> str:
    status, out, err = run(*DEAL, *more, stdin=text.encode())
    assert (status, err) == (0, "")
    return out


def only_record() -> str:
    (file,) = Path().glob("*.record")
    return file.read_text("utf-8")


def test_a_session():
    out = played("help\nKC\nrules RL-R10\ndark\nundo\nah\nsave kept.record\nquit\n")
    assert "You are South" in out
    assert "takes back your last action" in out
    assert "Refused: You do not hold the king of clubs; your cards are the ace of hearts, the queen" in out
    assert "and the three of hearts. (RK-R4)\nYou may: AH QD" in out
    assert "RL-R10: When three kings have been played" in out
    assert "South turns up the two of hearts from the stock." in out
    assert "Your dark has been taken back." in out
    assert "South plays the ace of hearts." in out
    assert out.endswith("Saved: kept.record\n")
    steps = replay(read(only_record())).steps
    assert [(step.seat, step.action) for step in steps[:3]] == [("N", "AS"), ("E", "TH"), ("S", "AH")]
    assert steps[-1].state.to_act == "S"


def test_refusal_and_result_are_complained_about():
    """The saved text is judged again; the others' cards stay hidden during the deal."""
    out = played("wrong\nKC\nwrong I {see} it\nAH\nwrong\n" + EVERY + "wrong  no winner\nquit\n")
    assert out.count("Nothing has been refused, and there is no result yet.") == 2
    assert "AH QD TD 5D 3H dark\nIs this wrong? Write “wrong” and your reason.\n? " in out
    assert "ristiklappi-complaint-2.record. You can send it to the authors of the program." in out
    refusal, result = (
        Complaint.read(path.read_text("utf-8")) for path in sorted(Path().glob("*-complaint-*"))
    )
    assert (refusal.subject, refusal.words, result.words) == ("refusal S KC", "I {see} it", "no winner")
    assert "?" in refusal.text
    assert (result.subject, "?" in result.text) == ("result", False)
    for each in (refusal, result):
        assert judge(each) == each.found
    assert run("complaint", "ristiklappi-complaint-1.record")[0] == 1


def test_last_result_is_complained_about():
    """After the last deal of a session, too, which an empty line ends."""
    given = [*PLAY, "ristikontra", "--seed", "4", "--option", "target=1"]
    out = session(given, EVERY + "wrong\n\nlist\n")
    assert out.index("An empty line ends.") < out.index("Saved: ristikontra-complaint-1.record")
    assert Complaint.read(Path("ristikontra-complaint-1.record").read_text("utf-8")).subject == "result"
    assert "There is nothing you can do" not in out


def test_the_table():
    out = played("quit\n")
    assert (
        "Trick 1. 30 cards in the stock.\n"
        "  North       5 cards         plays AS (wins so far)\n"
        "  East        5 cards         plays TH\n"
        "> South, you  AH QD TD 5D 3H\n"
        "  West        5 cards\n"
    ) in out
    assert "You may: AH QD TD 5D 3H dark\n" in out


def test_a_deal_to_its_end():
    """All cards but the legal ones are refused."""
    out = played("dark\n" * 3 + EVERY, "--seat", "w")
    assert "You are West" in out
    end = replay(read(only_record())).end
    assert end.to_act is None
    result = end.result()
    tail = out[out.index(f"\n\n{result.text}\n") :]
    for item in result.items:
        assert f"  {item.rule}: {item.text}" in tail
    assert out.endswith("Saved: ristiklappi-1.record\n")
    assert run("score", "ristiklappi-1.record")[0] == 0


EVERY = "".join(f"{rank}{suit}\n" for rank in "AKQJT98765432" for suit in "CSHD") * 13
"""Every card there is, over and over: enough to play any deal to its end."""


def session(given: list[str], text: str) -> str:
    status, out, err = run(*given, stdin=text.encode())
    assert (status, err) == (0, "")
    return out


def test_a_session_to_its_end():
    """An empty line starts the next deal, until somebody has won; the record has all of them."""
    given = [*PLAY, "ristikontra", "--seed", "4", "--option", "target=3"]
    out = session(given, (EVERY + "\n") * 8)
    record = read(only_record())
    deals = replay_session(record)
    assert len(deals) == 3
    assert deals[1].start == game("ristikontra", target=3).deal(5, session=deals[0].after)
    standing = [f"Deal {n}. {deals[n - 1].start.session.standing}" for n in (2, 3)]
    assert all(f"\n\n{line}\n" in out for line in standing)
    last = deals[-1].after
    assert last is not None
    assert last.over
    assert f"\n{last.standing}\nIs this wrong?" in out
    assert out.endswith("\n? \nSaved: ristikontra-1.record\n")
    assert out.count("An empty line starts the next deal") == 2
    assert run(*PLAY, "ristikontra-1.record")[2].endswith(f"{str(last.standing)[:-1]}; no deal can follow\n")


def test_between_two_deals():
    """Whatever is no empty line is answered, undo goes back into the deal, and quitting saves it."""
    given = [*PLAY, "ristikontra", "--seed", "4"]
    out = session(given, EVERY + "rules r18\n7C\ntable\nundo\nquit\n")
    assert "RK-R18: The first side to reach the target" in out
    assert "Refused: The deal is over; there is nothing left to play. (RK-R13)" in out
    assert replay(read(only_record())).end.to_act == "S"


def test_going_on_with_a_session():
    """A record is taken up where it stands: between two deals, or in the middle of one."""
    session([*PLAY, "ristikontra", "--seed", "4"], EVERY + "quit\n")
    first = replay(read(only_record()))
    assert first.after
    out = session([*PLAY, "ristikontra-1.record", "--seed", "9", "--seat", "E"], "quit\n")
    assert f"Deal 2. {first.after.standing}\n" in out
    one, two = replay_session(read(Path("ristikontra-2.record").read_text("utf-8")))
    assert one.end == first.end
    assert two.start == game("ristikontra").deal(9, session=first.after)
    out = session([*PLAY, "ristikontra-2.record", "--seat", "E"], "dark\nquit\n")
    again = replay_session(read(Path("ristikontra-3.record").read_text("utf-8")))
    assert again[1].states[: len(two.states)] == two.states
    assert len(again[1].states) > len(two.states)


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        (SEEN, [], "this record hides cards"),
        (KING, ["--dealer", "N"], "the cards are already dealt"),
        (KING, ["--option", "target=3"], "a record has its own"),
        ("[Deal", [], "x.record:1:1: this tag cannot be read"),
    ],
)
def test_what_cannot_be_gone_on_with(text, more, said):
    Path("x.record").write_text(text, encoding="utf-8")
    status, out, err = run(*PLAY, "x.record", *more)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_deal_with_unknown_past_ends_session():
    cleaning = str(CLEANING)
    assert "say enough about earlier ones" in run(*PLAY, cleaning)[2]
    text = CLEANING.read_text("utf-8").replace("-> W 0", "-> W 0\n", 1)
    Path("x.record").write_text(text[: text.index("13.")], encoding="utf-8")
    out = session([*PLAY, "x.record"], EVERY + "quit\n")
    assert "E–W: 11 card points since trick 9, cleaned" in out
    assert "so the first part’s card points decide." in out
    assert "An empty line starts" not in out


def test_other_hands_are_hidden():
    """Before the first action of anybody, no card is told but the reader's own."""
    out = played("rules\ntable\nzz\n7C 7D\nundo\n", "--seat", "N")
    mine = set(game("ristiklappi").deal(4).view("N").hands["N"])
    assert set(re.findall(r"\b[AKQJT2-9][CSHD]\b", out.replace("7C 7D", ""))) == mine
    assert "You have not done anything yet." in out


def test_undo_goes_back_as_far_as_wanted():
    out = played("dark\ndark\nundo\nundo\nundo\n")
    assert out.count("has been taken back") == 2
    assert out.count("Trick 1. ") == 2
    assert [step.action for step in replay(read(only_record())).steps] == ["AS", "TH"]


def test_rules_and_saving():
    Path("mine.txt").write_text("precious")
    out = played(
        "rules\nrules r4, R99\nsave\nsave mine.txt\nsave no/where\nsave a\0b\nsave b.record\nsave b.record\n"
    )
    assert "The rules are RK-R1" in out
    assert "RL-R4: A dirty side gets clean" in out
    assert "There is no rule R99" in out
    assert "Write a file name" in out
    assert "mine.txt already exists" in out
    assert "no/where cannot be written: No such file" in out
    assert out.count("Saved: b.record") == 3
    assert Path("mine.txt").read_text() == "precious"


def test_every_session_has_its_own_record():
    played("")
    played("quit")
    assert sorted(path.name for path in Path().glob("*")) == ["ristiklappi-1.record", "ristiklappi-2.record"]


def test_a_folder_that_cannot_be_written_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    start = game("ristikontra").deal(1)
    session = Conversation(start, "S", RandomPlayer(game("ristikontra"), 1), input, print)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "spare"))
    (tmp_path / "spare").mkdir()
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert _save(session) == tmp_path / "spare/ristikontra-1.record"


@pytest.mark.parametrize(
    "typed",
    [b"\xff\xfe\0\n" * 20, b"x" * 100_000, "♥ “10♥” \x1b[2J\n".encode(), b"save \xff\0\nundo 1\n\n\n"],
)
def test_any_bytes(typed):
    status, out, err = run(*DEAL, stdin=typed)
    assert (status, err) == (0, "")
    assert "\x1b" not in out
    assert "\0" not in out
    assert "Saved: " in out.splitlines()[-1]


def test_words_that_are_no_action_are_reported():
    """In turn and out of turn; `list` tells what one may do, and whatever is an action has its refusal."""
    out = session(
        [*PLAY, "kontraspiel", "--seed", "1"],
        "hint\nlist\nplay\nsay recontra\n\nsay foo\nKC\n9s\nquit\n",
    )
    before, _, after = out.partition("? \n")
    assert "turn" not in before.partition("? ")[2].partition("? play")[0]
    assert (
        before.count("? hint\n“hint” is neither an action nor a command; “help” lists what you can write.\n")
        == 1
    )
    assert "? list\nYou may: “match S” “match H” “match D” “say contra” “say contra-swap”\n" in before
    assert "? play\nRefused: " in before
    assert "? say recontra\nRefused: " in before
    assert "? say foo\nRefused: " in after
    assert "? KC\nRefused: You do not hold the king of Acorns" in after


def test_question_out_of_turn_waits_without_loss():
    """Before the first card of one’s own; a chance that the first lead takes away is asked for at once."""
    out = session([*PLAY, "doppelkopf", "--seed", "4"], "healthy\nJH\n\nquit\n")
    first, _, second = out.partition("Trick 2.")
    assert "“say re”" in first
    assert "It is not" not in first
    assert "It is West’s turn, but you may say something; an empty line lets the chance go for this" in second
    out = session([*PLAY, "kontraspiel", "--seed", "1"], "quit\n")
    assert "It is North’s turn, but you may say something" in out.partition("North leads")[0]
    out = session([*PLAY, "kontraspiel", "--seed", "4"], "\nquit\n")
    assert "turn, but" not in out.partition("? ")[0]
    assert "You may: AS KH TH JD 9D “say contra”\n? \n" in out


def test_calls_out_of_turn(monkeypatch: pytest.MonkeyPatch):
    """A game whose seats may speak at any time asks the reader, and goes on at an empty line."""
    plain_actions, plain_apply = RankMatchState.actions, RankMatchState.apply

    def actions(self, seat=None):
        return plain_actions(self, seat) or ((Action("say hum"),) if seat == "S" and self.to_act else ())

    def apply(self, action, seat=None):
        return self if action == "say hum" else plain_apply(self, action, seat)

    monkeypatch.setattr(RankMatchState, "actions", actions)
    monkeypatch.setattr(RankMatchState, "apply", apply)
    told: list[str] = []
    lines = iter(["say hum", "7C", "", "", "quit"])
    session = Conversation(
        game("ristikontra").deal(7),
        "S",
        RandomPlayer(game("ristikontra"), 1),
        lambda: next(lines),
        told.append,
    )
    session.play()
    assert "South says “hum”." in told
    assert "Refused: It is East’s turn. (RK-R3)" in told
    assert [(seat, action) for seat, action in session.history.done if seat == "S"] == [("S", "say hum")]
    assert session.state.to_act == "S"


def turned() -> Iterator[State]:
    """States in which somebody has turned a card and must keep it."""
    for seed in range(200):
        state: State = game("ristiklappi").deal(seed)
        while state.to_act:
            actions = state.actions()
            state = state.apply("dark" if "dark" in actions else actions[0])
            if state.phase == "exchange":
                yield state
                break


def test_a_card_that_is_turned_and_kept():
    after = next(turned())
    seat, card = after.to_act, after.chance
    assert seat
    text = f"{seat} dark * {card}"
    told: list[str] = []
    before = next(
        state
        for seed in range(200)
        for state in _deal_in_the_dark(seed)
        if state.phase != "exchange" and _goes_on(state) == after
    )
    lines = iter(["dark", "quit"])
    session = Conversation(
        before, seat, RandomPlayer(game("ristikontra"), 1), lambda: next(lines), told.append
    )
    session.play()
    assert any(line.endswith(f": dark; {card} turns up.") for line in told)
    assert text in session.record()


def _goes_on(state: State) -> State | None:
    return state.apply("dark") if "dark" in state.actions() else None


def _deal_in_the_dark(seed: int) -> Iterator[State]:
    state: State = game("ristiklappi").deal(seed)
    while state.to_act:
        yield state
        actions = state.actions()
        state = state.apply("dark" if "dark" in actions else actions[0])


def heed_interrupts():
    """A test run in the background ignores Ctrl-C, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("how", ["interrupt", "end of input"])
def test_quitting_by_key(how):
    command = [str(Path(sys.executable).with_name("kontrapunkt")), *DEAL]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        preexec_fn=heed_interrupts,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"dark\n")
    process.stdin.flush()
    shown = b""
    deadline = time.monotonic() + 15
    while shown.count(b"? ") < 2 and time.monotonic() < deadline:
        shown += os.read(process.stdout.fileno(), 4096)
    if how == "interrupt":
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=15)
    assert (process.returncode, err) == (0, b"")
    assert out.endswith(b"\nSaved: ristiklappi-1.record\n")
    record = replay(read(only_record()))
    assert record.end.to_act == "S"
    assert {step.seat for step in record.steps} <= set(SEATS)


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_quitting_at_a_terminal(key):
    """Even at the very moment the prompt appears."""
    ours, theirs = pty.openpty()
    command = [str(Path(sys.executable).with_name("kontrapunkt")), *DEAL]
    process = subprocess.Popen(
        ["setsid", "--ctty", "--wait", *command],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=heed_interrupts,
    )
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # the other end closes
        while select.select([ours], [], [], 20)[0] and (part := os.read(ours, 4096)):
            shown += part
            if shown.endswith(b"? "):  # it may come in two parts
                os.write(ours, key)
    os.close(ours)
    assert process.wait(15) == 0
    assert shown.endswith(b"Saved: ristiklappi-1.record\r\n")
    assert b"Traceback" not in shown


def test_others_explain_and_reader_may_ask_club_player():
    given = ["play", "konter-a-matt", "--seed", "3", "--player", "first-steps"]
    out = session(given, "trump D\nthink\nwhy\nlist\nJH\nwhy\nquit\n")
    assert re.search(r"Examined 24 of the 10\^\S+ deals that fit what you know\.", out)
    assert re.search(r"\n\w+ of \w+.*: ahead in \d+ of 24 deals; on average [+−]\d", out)
    assert "It does worst if North holds " in out
    assert "South holds" not in out
    assert "No player gives a reason." in out
    assert re.search(r"\nEast: \w.*: \w+ of \w+\n", out)


def test_a_call_out_of_turn_is_heard():
    """Who may say contra before somebody else leads is asked, and does."""
    said = 0
    for seed in range(12):
        given = ["play", "kontraspiel", "--seed", str(seed), "--player", "first-steps", "--seat", "N"]
        out = session(given, "pass\n" * 3 + EVERY)
        said += "contra" in out.lower().replace("say contra", "")
    assert said
