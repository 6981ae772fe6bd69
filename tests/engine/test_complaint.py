"""Complaints: written, read and judged again, whatever they are about."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kontrapunkt
from kontrapunkt import app
from kontrapunkt.cli import main
from kontrapunkt.core.registry import OWN
from kontrapunkt.drills import DRILLS, ask
from kontrapunkt.puzzles.kind import KINDS, ChoicePuzzle, PlayoutPuzzle, open_puzzle
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.record import PlayedSession, Record, RecordError, read, record_of, replay
from kontrapunkt.widgets.base import COMPLAIN
from kontrapunkt.widgets.complaint import (
    Complaint,
    Finding,
    finding_of_refusal,
    finding_of_result,
)
from kontrapunkt.widgets.judging import SUBJECTS, judge
from kontrapunkt.widgets.line import moments
from kontrapunkt.widgets.puzzle.complaint import finding_of_answer, finding_of_goal, tags_of
from kontrapunkt.widgets.review import Review, finding_of_decision

ROOT = Path(__file__).parents[2]
RULED = ROOT / "tests/complaints"
REFUSED = (RULED / "unter-is-no-acorn.record").read_text("utf-8")


def lines(text: str) -> st.SearchStrategy[str]:
    """Text of one line with characters that a tag has to escape."""
    return st.text(alphabet=st.sampled_from(text), max_size=20)


@given(
    lines('ab7 "\\”[]{}:é'),
    st.text(alphabet=st.sampled_from('ab }{\\"\n[:.'), max_size=40),
    st.sampled_from(["", "right: as written", "wrong"]),
)
def test_complaint_reads_back_as_written(sentence: str, words: str, ruling: str) -> None:
    record = read(REFUSED)
    of = Complaint.create(
        "refusal E JC", Finding("KS-R22", sentence), Record({"Game": "kontraspiel"}, record.deals)
    )
    ruled = {"Ruling": ruling, **({"Expected": "legal"} if ruling == "wrong" else {})} if ruling else {}
    tags = {**of.record.tags, **ruled}
    first = replace(record.deals[0], comment=words)
    of = Complaint(replace(of.record, tags=tags, deals=(first,)))
    again = Complaint.read(of.text)
    assert again == of
    assert again.words == first.comment
    assert again.ruled == ruling.partition(":")[0]
    assert again.expected == {"": "", "r": "KS-R22", "w": "legal"}[ruling[:1]]
    above = "{" + words.replace("}", "\\}") + "\n}\n\n"  # as a page writes them
    bare = replace(record.deals[0], comment="")
    assert Complaint.read(above + Complaint(replace(of.record, deals=(bare,))).text) == of


def played(name: str) -> Iterator[PlayedSession]:
    """A deal of a game, played at random: the session before each action, and at the end."""
    session, chance = PlayedSession(kontrapunkt.game(name).deal(seed=5), 5), Random(5)
    yield session
    while (turn := session.state.to_act) is not None:
        session.act(chance.choice(session.state.actions()), turn)
        yield session


@pytest.mark.parametrize("name", OWN)
def test_refusals_and_result_are_found_again(name: str) -> None:
    """The record that a seat has seen is enough to refuse its cards again."""
    refused = 0
    for session in played(name):
        state = session.state
        if state.to_act is None:
            of = Complaint.create("result", finding_of_result(state.result()), session.record())
            assert judge(Complaint.read(of.text)) == of.found
            continue
        turn = state.to_act
        for action in (*state.view(turn).hands[turn][:2], "pass", "say re"):
            if why := state.why_not(action, turn):
                record = session.record(turn)
                of = Complaint.create(f"refusal {turn} {action}", finding_of_refusal(why), record)
                assert judge(Complaint.read(of.text)) == of.found
                refused += 1
    assert refused


def puzzles(kind: str) -> list[Path]:
    """The puzzles of a kind, two of each game at most."""
    return [
        path
        for game in sorted((ROOT / "tutorials").iterdir())
        for path in [
            each for each in sorted(game.glob("*.toml")) if f'kind = "{kind}"' in each.read_text("utf-8")
        ][:2]
    ]


@pytest.mark.parametrize("kind", ["legal", "call", "trick", "worth", "score", "find-the-mistake", "sure"])
def test_answers_are_marked_again(kind: str) -> None:
    found = puzzles(kind)
    assert found
    for path in found:
        task = open_puzzle(read_puzzle(path.read_text("utf-8"), path.stem))
        assert isinstance(task, ChoicePuzzle)
        answers = [[pick.key] for pick in task.picks] + [[pick.key for pick in task.right]]
        for keys in answers:
            named = finding_of_answer(task, frozenset(keys))
            subject = f"answer {', '.join(keys)}"
            of = Complaint.create(subject, named, read(task.puzzle.record), tags_of(task.puzzle))
            assert judge(Complaint.read(of.text)).claim == named.claim
        assert {finding_of_answer(task, frozenset(keys)).claim for keys in answers} == {"right", "wrong"}


def test_goal_is_judged_after_each_first_card() -> None:
    path = ROOT / "tutorials/kontraspiel/four-trumps-fall.toml"
    paths = [path, *puzzles("play")]
    task = next(
        each
        for each in (open_puzzle(read_puzzle(path.read_text("utf-8"), path.stem)) for path in paths)
        if isinstance(each, PlayoutPuzzle)
    )
    claims = set()
    for action in task.values:
        done = [*task.played.done[: task.at], (task.turn, action)]
        kept = finding_of_goal(task.keeps(task.state, action))
        of = Complaint.create(
            "goal", kept, record_of(task.played.start, done), {**tags_of(task.puzzle), "At": str(task.at)}
        )
        assert judge(Complaint.read(of.text)) == kept
        claims.add(kept.claim)
    assert claims == {"kept", "lost"}


def test_decision_of_a_review_is_judged_again() -> None:
    record = read((ROOT / "tutorials/kontraspiel/three-beats-two.record").read_text("utf-8"))
    line = replay(record)
    review = Review(moments(line), "S")
    while not review.over:
        review.work(1000)
    for each in review.decisions:
        word = "silence" if each.silence else "decision"
        of = Complaint.create(f"{word} S {each.step}", finding_of_decision(each), record)
        assert judge(Complaint.read(of.text)) == of.found


def asked(spec: dict[str, object], *events: str) -> str:
    """Return the reply to the event `complain` after others: a complaint, or an error."""
    assert "error" not in json.loads(app.open("complaint", json.dumps(spec)))
    for event in events:
        app.send("complaint", event)
        while json.loads(app.think("complaint", "1000")).get("thinking"):
            pass
    reply = json.loads(app.send("complaint", events[-1] if events[-1].startswith(COMPLAIN) else COMPLAIN))
    assert not reply.get("frames")
    return str(reply.get("complaint") or reply["error"])


def shown(name: str) -> dict[str, object]:
    """The spec of a puzzle of the site."""
    return {"kind": "puzzle", "puzzle": (ROOT / f"tutorials/{name}.toml").read_text("utf-8"), "id": "asked"}


EXAMPLE = {
    "kind": "example",
    "record": read_puzzle((ROOT / "tutorials/kontraspiel/no-acorn.toml").read_text(), "").record,
}
SIXTY = read_puzzle((ROOT / "tutorials/ristiklappi/sixty-each.toml").read_text("utf-8"), "").record


@pytest.mark.parametrize(
    ("spec", "events", "subject", "claim"),
    [
        (EXAMPLE, ["last", "play E JC", "complain E JC"], "refusal E JC", "KS-R22"),
        ({"kind": "example", "record": SIXTY}, ["last"], "result", "won E W"),
        (shown("kontraspiel/no-acorn"), ["play E JC", "answer"], "answer JC", "wrong"),
        (shown("kontraspiel/no-acorn"), ["play E 9C", "answer"], "answer 9C", "right"),
        (shown("kontraspiel/no-acorn"), ["solution"], "answer 9C", "right"),
        (shown("ristikontra/deuce-first"), ["play E QH"], "goal", "lost"),
        (shown("ristikontra/deuce-first"), ["play E AC", "complain E AC"], "refusal E AC", "RK-R"),
    ],
)
def test_widget_writes_what_is_judged_the_same(
    spec: dict[str, object], events: list[str], subject: str, claim: str
) -> None:
    of = Complaint.read(asked(spec, *events))
    assert of.subject == subject
    assert of.found.claim.startswith(claim)
    assert judge(of).claim == of.found.claim


@pytest.mark.parametrize(
    ("spec", "events"),
    [
        (EXAMPLE, ["last"]),
        (EXAMPLE, ["last", "complain E 9C"]),
        (shown("kontraspiel/no-acorn"), ["hint"]),
        (shown("ristikontra/deuce-first"), ["hint"]),
        ({"kind": "table", "game": "kontraspiel"}, ["set seat S"]),
        ({"kind": "cards", "cards": ["AC"]}, ["complain"]),
    ],
)
def test_nothing_to_complain_about_is_an_error(spec: dict[str, object], events: list[str]) -> None:
    assert "does nothing" in asked(spec, *events)


@pytest.mark.parametrize("kind", DRILLS)
def test_answer_in_a_drill_is_marked_again(kind: str) -> None:
    game = "konter-a-matt" if kind == "call" else "doppelkopf"
    spec = {"kind": "drill", "id": "asked", "game": game, "kinds": [kind], "seed": 4}
    question = ask(kontrapunkt.game(game), kind, 4, 1)
    claims = set()
    for pick in question.task.picks:
        of = Complaint.read(asked(spec, f"pick {pick.key}", *(["answer"] if question.task.many else [])))
        assert judge(of).claim == of.found.claim
        claims.add(of.found.claim)
    assert "wrong" in claims


def changed(**tags: str) -> str:
    """The complaint about a refusal with other tags; an empty value removes one."""
    record = read(REFUSED)
    return Complaint(
        replace(record, tags={tag: text for tag, text in {**record.tags, **tags}.items() if text})
    ).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed(Complaint=""), "1:1: this is no complaint, as it has no tag Complaint"),
        (changed(Claim=""), "1:1: this is no complaint, as it has no tag Claim"),
        (changed(Complaint="weather"), "1:1: “weather” cannot be judged"),
        (changed(Complaint="refusal JC"), "1:1: the record does not show what “refusal JC” is about"),
        (changed(Complaint="refusal E"), "1:1: the record does not show"),
        (changed(Complaint="result"), "1:1: the record does not show"),
        (changed(Complaint="answer JC"), "1:1: there is no kind “”"),
        (changed(Complaint="answer 9C", Kind="trick"), "7:1: no trick ends at step 3"),
        (changed(Complaint="goal", Kind="legal"), "1:1: the record does not show"),
        (
            changed(Complaint="answer 2", Drill="out", Seat="E", About="stars"),
            "1:1: the record does not show",
        ),
        (changed(Complaint="answer 2", Drill="hold", Seat="E"), "1:1: the record does not show"),
        (changed(Complaint="answer 2", Drill="stars", Seat="E"), "1:1: the record does not show"),
        (changed(Complaint="decision E 99"), "1:1: the record does not show"),
        (changed(Ruling="perhaps"), "5:1: “perhaps” is no ruling"),
        (changed(Ruling="wrong: KS-R22"), "5:1: a complaint that is ruled wrong"),
        (changed(Expected="legal"), "7:1: a complaint that is ruled wrong"),
        (REFUSED.replace("N AC\n", "N QC\n"), "18:4: North’s “QC” is refused"),
        ("nonsense", "1:1: “nonsense” comes before any deal"),
    ],
)
def test_wrong_file_gets_one_sentence(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.record"
    path.write_text(text, "utf-8")
    assert main(["complaint", str(path)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.count("\n") == 1
    assert told.err.startswith(f"{path}:{said}")


@pytest.mark.parametrize(
    ("tags", "status", "said"),
    [
        ({}, 0, "Judged now: the same."),
        ({"Ruling": ""}, 1, "Nobody has ruled on this yet."),
        ({"Claim": "KS-R23"}, 1, "Judged now: KS-R22."),
        ({"Ruling": "wrong: it is an acorn", "Expected": "legal"}, 1, "it should be: legal"),
        (
            {"Claim": "legal", "Ruling": "Wrong, KS-R22", "Expected": "KS-R22"},
            0,
            "The program does as ruled.",
        ),
    ],
)
def test_status_says_if_the_engine_does_as_ruled(
    tags: dict[str, str], status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unter.record"
    path.write_text(changed(**tags), "utf-8")
    assert main(["complaint", str(path)]) == status
    assert said in capsys.readouterr().out
    assert main(["complaint", str(path), "--json"]) == status
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] == (status == 0)
    assert told["changed"] == (told["then"]["claim"] != told["now"]["claim"])
    assert told["words"] == "It shows an acorn and acorns were led.\nSo I follow suit with it."


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["refusal", "result", "answer", "goal", "decision", "silence", "Refusal"]),
    st.sampled_from(["", "E JC", "E", "e dark", "S 7C, 8C", "2", "E 2", "W say re", "say", "E \u2066"]),
    st.dictionaries(
        st.sampled_from(["Kind", "Drill", "Seat", "Side", "Goal", "Target", "At", "About", "Answers"]),
        st.sampled_from([*KINDS, *DRILLS, "E", "NS", "S", "points NS", "tricks E", "1", "3", "99", "-"]),
    ),
)
def test_any_tags_get_a_clean_answer(subject: str, rest: str, tags: dict[str, str]) -> None:
    of = Complaint.read(changed(Complaint=f"{subject} {rest}", **tags))
    with suppress(RecordError):
        assert judge(of).claim


def test_every_subject_has_a_judge() -> None:
    assert set(SUBJECTS) == {"refusal", "result", "answer", "goal", "decision", "silence"}
    with pytest.raises(RecordError):
        judge(Complaint.read(REFUSED.replace("refusal", "wish")))


@pytest.mark.parametrize("kind", ["diagrams", "example"])
def test_widget_without_a_puzzle_loads_no_puzzles(kind: str) -> None:
    """A page waits for these modules before its first frame."""
    code = (
        f"import sys, kontrapunkt.widgets.{kind}; print(*(each for each in sys.modules if 'puzzles' in each))"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.split() == []
