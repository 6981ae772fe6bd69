"""Result codes: what was done comes out as it went in, by the rules; what was changed is refused."""

import csv
import json
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kontrapunkt import app
from kontrapunkt.classroom import homework
from kontrapunkt.classroom.notation import GREATEST, Packer, Unpacker, pack
from kontrapunkt.classroom.result_code import (
    Assignment,
    CodeError,
    CodeRefused,
    SealedCode,
    decode_bytes,
    encode_bytes,
    encode_work,
    find_codes,
    normalize_name,
)
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.widgets import Widget, open_widget
from kontrapunkt.widgets.puzzle.playing import PlayingWidget
from kontrapunkt.widgets.result import result

TUTORIALS = Path(__file__).parents[2] / "tutorials"
PUZZLES = sorted(path for path in TUTORIALS.glob("*/*.toml") if "\nrecord" in path.read_text())
DRILL = {
    "kind": "drill",
    "id": "d",
    "game": "ristikontra",
    "kinds": ["trick", "legal"],
    "plan": 41,
    "questions": 6,
}
QUESTIONS = 6
WORDS = st.text(st.characters(codec="utf-8"), max_size=40)


def spec(path):
    return {"kind": "puzzle", "id": path.stem, "puzzle": path.read_text()}


@cache
def opened(path):
    return open_widget(spec(path))


@pytest.fixture(scope="module", autouse=True)
def _let_go():
    yield
    opened.cache_clear()  # before the interpreter ends, which takes compiled searches along


def settle(widget):
    for _ in range(3000):
        if not widget.thinking:
            return
        widget.think(1000)
    raise AssertionError("it thinks without end")


def attempt(widget, chance):
    """One try, by chance; a puzzle that is played out until it is lost or won."""
    if not isinstance(widget, PlayingWidget):
        some = [key for key in widget._picks if chance.random() < 0.5] or list(widget._picks)[:1]
        widget._marked = set(some)
        widget._give(frozenset(some if widget.task.many else some[:1]))
        return
    while not widget._solved and widget._lost is None and widget._now.state.to_act:
        state = widget._now.state
        action = chance.choice(state.actions())
        widget.send(f"play {state.to_act} {action}")
        settle(widget)


def tried(widget, chance, times=3):
    """So many tries by chance, unless it is solved before."""
    widget.begin_again()
    for _ in range(times):
        if widget._solved:
            break
        attempt(widget, chance)
        if isinstance(widget, PlayingWidget) and not widget._solved:
            while widget._own:
                widget.send("back")
    return [widget.log]


def answered(widget, chance):
    """A drill to its end, by chance."""
    widget.begin_again()
    for _ in range(QUESTIONS):
        attempt(widget, chance)
        if not widget._round.complete:
            widget.send("onward")
    return [widget.log]


def entries(logs):
    return [[log[1:] for log in each] for each in logs]


def class_of(paths):
    return Assignment("1.pabcd", tuple(map(spec, paths))), [opened(path) for path in paths]


@pytest.fixture(scope="module")
def ten():
    """Ten puzzles of all games, a pupil's three tries at each, and their code."""
    chance = Random(5)
    paths = [*chance.sample(PUZZLES, 9), TUTORIALS / "ristikontra" / "odd-nine-out.toml"]
    of, widgets = class_of([path for path in paths if path.exists()] + chance.sample(PUZZLES, 1))
    logs = [tried(widget, chance) for widget in widgets]
    return of, widgets, logs, encode_work("Anna Kovács", logs, of, widgets)


# Packing ------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.lists(st.integers(1, 500), min_size=1, max_size=40), st.integers(0, 10**6))))
def test_choices_come_out_as_they_went_in(choices):
    packer = Packer()
    made = [(weights, number % len(weights)) for weights, number in choices]
    for weights, chosen in made:
        packer.put(chosen, weights)
    unpacker = Unpacker(packer.to_number)
    assert [unpacker.take(weights) for weights, _ in made] == [chosen for _, chosen in made]
    assert not unpacker.left


@given(st.integers(0, GREATEST), st.text(st.characters(codec="utf-8"), max_size=30), st.integers(0))
def test_numbers_and_texts_round_trip(number, text, great):
    packer = Packer()
    packer.put_number(number)
    packer.put_text(text)
    assert packer.put_number(great) == min(great, GREATEST)
    unpacker = Unpacker(packer.to_number)
    assert (unpacker.take_number(), unpacker.take_text()) == (number, text)
    assert unpacker.take_number() == min(great, GREATEST)
    assert not unpacker.left


def test_choice_size_follows_its_likelihood():
    packer = Packer()
    for _ in range(1000):
        packer.put(0, (255, 1))
    assert packer.to_number.bit_length() < 20
    for _ in range(100):
        packer.put(3, (1,) * 8)
    assert 295 <= packer.to_number.bit_length() <= 325


# Letters ------------------------------------------------------------------------------------------------


@given(st.binary(max_size=80))
def test_letters_decode_in_lower_case_too(data):
    signs = encode_bytes(data)
    assert decode_bytes(signs) == decode_bytes(signs.lower().replace("0", "o").replace("1", "l")) == data


@given(st.binary(min_size=10, max_size=80), st.data())
def test_each_single_sign_that_is_changed_is_found(data, draw):
    signs = encode_bytes(data)
    place = draw.draw(st.integers(0, len(signs) - 1))
    for sign in set("0123456789ABCDEFGHJKMNPQRSTVWXYZU") - {signs[place]}:
        with pytest.raises(CodeError):
            decode_bytes(signs[:place] + sign + signs[place + 1 :])


@given(st.binary(min_size=10, max_size=80), st.data())
def test_neighbours_that_change_places_are_found(data, draw):
    signs = encode_bytes(data)
    place = draw.draw(st.integers(0, len(signs) - 2))
    one, other = signs[place], signs[place + 1]
    if one != other:
        with pytest.raises(CodeError):
            decode_bytes(signs[:place] + other + one + signs[place + 2 :])


# Codes --------------------------------------------------------------------------------------------------


def test_ten_puzzles_fit_in_400_characters(ten):
    of, widgets, logs, code = ten
    assert len(logs) == 10
    assert sum(result("puzzle", each).tries for each in logs) >= 20
    assert len(code) < 400
    (one,) = find_codes(code)
    work = one.read().open(of, widgets)
    assert work.name == "Anna Kovács"
    assert entries(work.logs) == entries(logs)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_was_done_comes_out(seed):
    chance = Random(f"codes {seed}")
    paths = chance.sample(PUZZLES, 8)
    of, widgets = class_of(paths)
    logs = []
    for widget in widgets:
        each = tried(widget, chance, 2)
        for event in chance.choices(("hint", "solution", "again", "hint"), k=3):
            if event == "again":
                each.append([*widget.log[:1]])
            widget.send(event)
            each[-1] = widget.log
        attempt(widget, chance)
        each[-1] = widget.log
        logs.append(each)
    code = encode_work("7", logs, of, widgets)
    assert entries(next(find_codes(code)).read().open(of, widgets).logs) == entries(logs)


def test_each_sign_that_is_edited_is_refused(ten):
    *_, code = ten
    for place in range(4, len(code) - 1):
        edited = code[:place] + ("2" if code[place] != "2" else "3") + code[place + 1 :]
        with pytest.raises(CodeRefused, match="slip"):
            next(find_codes(edited)).read()
    for end in range(5, len(code)):
        (one,) = find_codes(code[:end])
        with pytest.raises(CodeRefused, match=r"cut|slip"):
            one.read()


def repacked(code, of, widgets, change):
    """A code made anew by somebody who has read the source up to the seal."""
    sealed = next(find_codes(code)).read()
    work = sealed.open(of, widgets)
    packer = Packer()
    name, logs = change(work.name, [list(map(list, each)) for each in work.logs])
    packer.put_text(name)
    for widget, each in zip(widgets, logs, strict=True):
        pack(widget, each, packer)
    number = packer.to_number
    data = sealed.key + sealed.version + sealed.seal + number.to_bytes(-(-number.bit_length() // 8))
    return f"KP1.{encode_bytes(data)}."


def test_a_code_that_is_renamed_is_refused(ten):
    of, widgets, _, code = ten
    other = repacked(code, of, widgets, lambda name, logs: ("Ben", logs))
    with pytest.raises(CodeRefused, match="seal") as refused:
        next(find_codes(other)).read().open(of, widgets)
    assert refused.value.name == "Ben"
    assert repacked(code, of, widgets, lambda name, logs: (name, logs)) == code


def test_a_code_with_something_left_out_is_refused(ten):
    of, widgets, _, code = ten

    def without_a_try(name, logs):
        at = next(at for at, each in enumerate(logs) if len(each[0]) > 2)
        logs[at] = [logs[at][0][:2]]
        return name, logs

    other = repacked(code, of, widgets, without_a_try)
    with pytest.raises(CodeRefused, match="seal"):
        next(find_codes(other)).read().open(of, widgets)


def test_a_log_says_solved_only_where_it_is():
    for path in PUZZLES[:40]:
        widget = opened(path)
        widget.begin_again()
        assert not any(each.entry == "solved " for each in widget.coming())
        packer = Packer()
        assert pack(widget, [[widget.log[0], "solved 3"]], packer) == []


def test_the_code_of_other_tasks_says_so(ten):
    of, widgets, _, code = ten
    specs = list(of.specs)
    specs[0] = {**specs[0], "puzzle": specs[1]["puzzle"]}
    other = [open_widget(specs[0]), *widgets[1:]]
    with pytest.raises(CodeRefused, match="version"):
        next(find_codes(code)).read().open(Assignment(of.text, tuple(specs)), other)


def test_codes_are_found_in_a_mail(ten):
    *_, code = ten
    wrapped = "\n> ".join(code[at : at + 60] for at in range(0, len(code), 60)).replace("KP1", "kp1")
    mail = f"Hello, my code:\n> {wrapped}\n\nYours. KP1.ABC\nand {code.lower()} (twice), KP2.XYZ. KP1.."
    one, cut, two, other, empty = find_codes(mail)
    assert one.read() == two.read()
    for each, why in ((cut, "cut"), (other, "format"), (empty, "slip")):
        with pytest.raises(CodeRefused, match=why):
            each.read()


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=120), WORDS)
def test_hostile_codes_are_refused_with_a_sentence(data, junk):
    paths = PUZZLES[:3]
    of, _ = class_of(paths)
    tasks = [{"title": path.stem, "specs": [spec(path)]} for path in paths]
    forged = encode_bytes(of.key + of.version + b"seal" + data)
    asked = {
        "heap": f"{junk} KP1.{forged}. {junk} KP1.{junk}.",
        "assignments": [{"text": of.text, "tasks": tasks}],
    }
    told = json.loads(homework.answer("results", json.dumps(asked)))
    assert "error" not in told
    assert not told["rows"]
    assert all(
        each["why"].endswith(".") and not each["why"].startswith("classroom") for each in told["refused"]
    )
    assert len(told["refused"]) >= 1


@given(WORDS)
@example("a \u200b b")
@example("e\u200b\u0301")
def test_a_name_is_put_in_order(text):
    name = normalize_name(text)
    assert name == normalize_name(name) == " ".join(name.split())
    assert len(name.encode()) <= 100


# Drills -------------------------------------------------------------------------------------------------


def test_planned_drill_is_same_for_all_and_judged():
    one, other = open_widget(DRILL), open_widget(DRILL)
    logs = [answered(one, Random(1)), answered(other, Random(2))]
    asked = [[entry for entry in each[0] if entry.startswith("ask ")] for each in logs]
    assert asked[0] == asked[1]
    assert len(asked[0]) == QUESTIONS
    of = Assignment("1.d", (DRILL,))
    for name, each in zip("AB", logs, strict=True):
        code = encode_work(name, [each], of, [one])
        assert len(code) < 100
        assert next(find_codes(code)).read().open(of, [one]).logs[0][0][1:] == each[0][1:]
        reached = result("drill", each, QUESTIONS)
        assert reached.tries == reached.total == QUESTIONS
        assert reached.right == sum(entry.startswith("right") for entry in each[0])


def test_falsified_drill_result_is_not_packed():
    widget = open_widget(DRILL)
    (log,) = answered(widget, Random(2))
    at = next(at for at, entry in enumerate(log) if entry.startswith("wrong"))
    forged = [*log[:at], "right RK-R8", *log[at + 1 :]]
    assert pack(widget, [forged], Packer()) == [log[:at]]


def test_a_planned_drill_ends_and_offers_nothing_else():
    widget = open_widget(DRILL)
    answered(widget, Random(3))
    assert "only" not in widget.frame().html
    for event in ("onward", "onward", "only trick", "due RK-R8 trick 3 1"):
        widget.send(event)
    assert sum(entry.startswith("ask ") for entry in widget.log) == QUESTIONS
    again: Widget = open_widget(DRILL, widget.log)
    assert again.log == widget.log
    assert not again.thinking


# What pages ask -----------------------------------------------------------------------------------------


def asked_by(call, **more):
    return json.loads(app.homework(call, json.dumps(more)))


@pytest.fixture(scope="module")
def homework_of_two():
    paths = PUZZLES[:2]
    return {
        "text": "1.pabcdefgh",
        "title": "Week 3",
        "tasks": [{"title": f"={path.stem}", "specs": [spec(path)]} for path in paths],
    }


def test_a_class_hands_in(homework_of_two):
    chance = Random(8)
    logs = [tried(opened(path), chance) for path in PUZZLES[:2]]
    seen = [tried(opened(path), Random(80)) for path in PUZZLES[:2]]
    codes = {
        name: asked_by("code", **homework_of_two, name=name, logs=each)["code"]
        for name, each in (("Zoe", logs), ("  Ben\t K ", logs), ("=Ada", seen))
    }
    heap = " ".join(codes.values()) + codes["Zoe"].lower() + " KP1.AAAA."
    assert asked_by("find", heap=heap, texts=["1.pother", "1.pabcdefgh"]) == {
        "texts": ["1.pabcdefgh"],
        "codes": 5,
    }
    told = asked_by("results", heap=heap, assignments=[homework_of_two])
    assert [row["name"] for row in told["rows"]] == ["=Ada", "Ben K", "Zoe"]
    assert [row["same"] for row in told["rows"]] == [[], ["Zoe"], ["Ben K"]]
    assert told["twice"] == 1
    assert [each["why"] for each in told["refused"]] == [
        "A character in the code was changed, lost or added."
    ]
    tasks = list(csv.reader(told["files"]["tasks"]["semicolon"].splitlines(), delimiter=";"))
    assert tasks[0][:6] == ["Assignment", "Link", "Name", "Task", "Title", "Solved"]
    assert tasks[1][:5] == ["Week 3", "came with the codes", "'=Ada", "1", f"'={PUZZLES[0].stem}"]
    assert len(tasks) == 1 + 3 * 2
    pupils = list(csv.reader(told["files"]["pupils"]["comma"].splitlines()))
    assert [row[2] for row in pupils] == ["Name", "'=Ada", "Ben K", "Zoe"]
    assert pupils[0][-2:] == [f"{n}. ={path.stem} (out of 1)" for n, path in enumerate(PUZZLES[:2], 1)]
    for row, shown in zip(pupils[1:], told["rows"], strict=True):
        assert int(row[3]) == sum(each["solved"] for each in shown["results"])
        assert [cell == "1" for cell in row[-2:]] == [each["solved"] for each in shown["results"]]


def test_two_assignments_table_numbers_their_tasks(homework_of_two):
    other = {**homework_of_two, "text": "1.pother", "origin": "opened", "tasks": homework_of_two["tasks"][:1]}
    heap = "".join(
        asked_by("code", **each, name=name, logs=[[] for _ in each["tasks"]])["code"]
        for each, name in ((homework_of_two, "A"), (other, "B"))
    )
    told = asked_by("results", heap=heap, assignments=[other, homework_of_two])
    table = list(csv.reader(told["files"]["pupils"]["comma"].splitlines()))
    assert table[0][-2:] == ["Task 1", "Task 2"]
    assert [row[1:3] for row in table[1:]] == [["opened with this page", "B"], ["came with the codes", "A"]]


def test_what_cannot_be_asked_is_said(homework_of_two):
    assert asked_by("code", **homework_of_two, name=" \n", logs=[[], []])["error"].startswith(
        "The code needs a name"
    )
    assert asked_by("own", text='kind = "play"\n')["error"]
    assert asked_by("own", text='[Game "ristiklappi"]')["error"]
    told = asked_by(
        "results",
        heap="KP1.AAAA. " + asked_by("code", **homework_of_two, name="A", logs=[[], []])["code"],
        assignments=[],
    )
    assert told["refused"][1]["why"].startswith("The code belongs to an assignment")


def test_results_without_a_code_are_an_empty_table(homework_of_two):
    for heap in ("", "Dear Ms Kovács, I have not done it."):
        assert asked_by("find", heap=heap, texts=["1.pother"]) == {"texts": [], "codes": 0}
        told = asked_by("results", heap=heap, assignments=[homework_of_two])
        assert (told["rows"], told["refused"], told["unread"]) == ([], [], [])


BAD_TASKS = {
    "no TOML": (
        {"kind": "puzzle", "id": "x", "puzzle": "title = "},
        "This is not TOML: a value is missing or wrong;",
    ),
    "a deep key": ({"kind": "puzzle", "id": "x", "puzzle": ".".join("a" * 50_000) + "=1"}, "A key with more"),
    "no such kind": ({"kind": "drill", "id": "x", "game": "ristikontra", "kinds": ["x"], "plan": 1}, ""),
    "no such game": ({"kind": "drill", "id": "x", "game": "chess", "kinds": ["trick"], "plan": 1}, ""),
    "no spec": ({}, "The rules engine cannot open one of the tasks."),
    "no text": ({"kind": "puzzle", "id": "x", "puzzle": 3}, ""),
}


@pytest.mark.parametrize("name", BAD_TASKS)
def test_results_with_a_bad_assignment_read_all_others(homework_of_two, name):
    """One pupil's mail brings its own link and a code about it."""
    bad, why = BAD_TASKS[name]
    forged = {"text": "1.pforged", "title": "Week 3", "tasks": [{"title": "x", "specs": [bad]}]}
    key = Assignment("1.pforged", ()).key
    heap = (
        f"KP1.{encode_bytes(key + bytes(8))}. "
        + asked_by("code", **homework_of_two, name="A", logs=[[], []])["code"]
    )
    told = asked_by("results", heap=heap, assignments=[forged, homework_of_two])
    assert [(row["name"], row["assignment"]) for row in told["rows"]] == [("A", 1)]
    (unread,) = told["unread"]
    assert unread["assignment"] == 0
    assert unread["why"].startswith(why)
    assert unread["why"][0].isupper()
    assert unread["why"].endswith(".")
    assert [each["why"] for each in told["refused"]] == [
        "The code belongs to an assignment that cannot be opened."
    ]
    told = asked_by("results", heap=heap, assignments=[homework_of_two], unread=["1.pforged"])
    assert [each["why"] for each in told["refused"]] == [
        "The code belongs to an assignment that cannot be opened."
    ]


def test_code_that_breaks_engine_is_refused_alone(homework_of_two, monkeypatch):
    codes = [asked_by("code", **homework_of_two, name=name, logs=[[], []])["code"] for name in "AB"]
    opened_by = SealedCode.open

    def failing(self, of, widgets):
        work = opened_by(self, of, widgets)
        if work.name == "A":
            raise RecursionError
        return work

    monkeypatch.setattr(SealedCode, "open", failing)
    told = asked_by("results", heap=" ".join(codes), assignments=[homework_of_two])
    assert [row["name"] for row in told["rows"]] == ["B"]
    assert [each["why"] for each in told["refused"]] == [
        "The code does not replay: it describes something that cannot have been played."
    ]


def test_a_position_becomes_a_task():
    path = next(path for path in PUZZLES if 'kind = "play"' in path.read_text())
    told = asked_by("own", text=path.read_text())
    assert told["puzzle"] == path.read_text()
    record = read(path.read_text(), "it").record
    made = asked_by("own", text=record)
    assert made["game"] == path.parent.name
    assert open_puzzle(read(made["puzzle"], "own")).check().sound
