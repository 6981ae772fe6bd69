"""QTI 2.1 packages: well formed, with the parts in the order that the specification has them, right keys.

The official schema is not here: no package that we could ask for brings it. So the content models of all
elements that we write stand below, as the specification's information model has them.
"""

import re
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from kontrapunkt.classroom.qti import ITEM, MANIFEST, PACKAGE, NotClosed, closed, item, package
from kontrapunkt.classroom.questions import of_puzzle
from kontrapunkt.cli import main
from kontrapunkt.naming import showing
from kontrapunkt.puzzles.kind import Picking
from kontrapunkt.puzzles.kinds import open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.registry import OWN
from tests.engine.drilled import FOUND
from tests.engine.test_sheet import TUTORIALS, made, order

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SCHEMA = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"

ITEM_MODEL: dict[str, tuple[str, set[str], set[str]]] = {
    "assessmentItem": (
        "responseDeclaration* outcomeDeclaration* itemBody? responseProcessing? modalFeedback*",
        {"identifier", "title", "adaptive", "timeDependent"},
        {LANG, SCHEMA, "toolName", "toolVersion"},
    ),
    "responseDeclaration": ("correctResponse?", {"identifier", "cardinality"}, {"baseType"}),
    "outcomeDeclaration": ("defaultValue?", {"identifier", "cardinality"}, {"baseType"}),
    "correctResponse": ("value+", set(), set()),
    "defaultValue": ("value+", set(), set()),
    "value": ("", set(), set()),
    "itemBody": ("p* ol? choiceInteraction", set(), set()),
    "p": ("", set(), set()),
    "ol": ("li*", set(), set()),
    "li": ("", set(), set()),
    "choiceInteraction": ("prompt? simpleChoice+", {"responseIdentifier"}, {"shuffle", "maxChoices"}),
    "prompt": ("", set(), set()),
    "simpleChoice": ("", {"identifier"}, set()),
    "responseProcessing": ("responseCondition*", set(), set()),
    "responseCondition": ("responseIf responseElse?", set(), set()),
    "responseIf": ("match setOutcomeValue*", set(), set()),
    "responseElse": ("setOutcomeValue*", set(), set()),
    "match": ("variable correct", set(), set()),
    "variable": ("", {"identifier"}, set()),
    "correct": ("", {"identifier"}, set()),
    "baseValue": ("", {"baseType"}, set()),
    "setOutcomeValue": ("baseValue? variable?", {"identifier"}, set()),
    "modalFeedback": ("p*", {"outcomeIdentifier", "identifier"}, {"showHide", "title"}),
    "assessmentTest": ("testPart+", {"identifier", "title"}, {SCHEMA}),
    "testPart": ("assessmentSection+", {"identifier", "navigationMode", "submissionMode"}, set()),
    "assessmentSection": ("assessmentItemRef*", {"identifier", "title", "visible"}, set()),
    "assessmentItemRef": ("", {"identifier", "href"}, set()),
}
PACKAGE_MODEL: dict[str, tuple[str, set[str], set[str]]] = {
    "manifest": ("metadata? organizations resources", {"identifier"}, {SCHEMA}),
    "metadata": ("schema? schemaversion?", set(), set()),
    "schema": ("", set(), set()),
    "schemaversion": ("", set(), set()),
    "organizations": ("", set(), set()),
    "resources": ("resource*", set(), set()),
    "resource": ("file* dependency*", {"identifier", "type"}, {"href"}),
    "file": ("", {"href"}, set()),
    "dependency": ("", {"identifierref"}, set()),
}
"""By element: its children in order, the attributes that it must have, and those that it may have."""

NAME = re.compile(r"[A-Za-z_][\w.-]*")


def name(element: Element) -> str:
    return element.tag.partition("}")[2]


def conforms(root: Element) -> None:
    """Every element has the children and attributes that it may have, each in its place."""
    model, space = (ITEM_MODEL, ITEM) if root.tag.startswith(f"{{{ITEM}}}") else (PACKAGE_MODEL, PACKAGE)
    for each in root.iter():
        assert each.tag.startswith(f"{{{space}}}")
        children, must, may = model[name(each)]
        pattern = "".join(
            f"(?:{word.rstrip('*+?')} ){word[len(word.rstrip('*+?')) :]}" for word in children.split()
        )
        assert re.fullmatch(pattern, "".join(f"{name(child)} " for child in each)), name(each)
        assert must <= {*each.keys()} <= must | may, name(each)
        assert all(
            NAME.fullmatch(each.attrib[key]) for key in ("identifier", "identifierref") if key in each.attrib
        )


def files(data: bytes) -> dict[str, Element]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {each: ElementTree.fromstring(archive.read(each)) for each in archive.namelist()}


def texts(element: Element, path: str) -> list[str]:
    return [found.text or "" for found in element.iterfind(re.sub(r"(\w+)", rf"{{{ITEM}}}\1", path))]


@pytest.mark.parametrize("game", OWN)
def test_a_package_is_what_it_should_be_and_its_keys_are_right(game: str) -> None:
    of = order(game)
    entries = made(of)["A"]
    with showing(of.shown):
        data = package("Test", entries)
        assert data == package("Test", entries)
        found = files(data)
        for root in found.values():
            conforms(root)
        listed = [each.get("href") for each in found[MANIFEST].iter(f"{{{PACKAGE}}}file")]
        assert sorted([*map(str, listed), MANIFEST]) == sorted(found)
        for n, each in enumerate(entries, 1):
            assert isinstance(each.task, Picking)
            root = found[f"question-{n}.xml"]
            right = FOUND[each.kind](each.task, each.reader)
            ids = {pick.key: f"c{place}" for place, pick in enumerate(each.task.picks, 1)}
            assert set(texts(root, ".//correctResponse/value")) == {ids[key] for key in right}
            assert len(texts(root, ".//simpleChoice")) == len(set(texts(root, ".//simpleChoice"))) == len(ids)
            said = [one.get("identifier") for one in root.iter(f"{{{ITEM}}}modalFeedback")]
            assert said == (["right", "wrong"] if each.task.many else [*ids.values()])
            assert all(texts(root, ".//modalFeedback/p"))


@pytest.mark.parametrize("game", ["kontra", "doppelkopf"])
def test_nothing_before_the_feedback_tells_the_answer(game: str) -> None:
    """With right and wrong exchanged, and other reasons, the body of an item is the same."""
    of = order(game)
    for each in made.__wrapped__(of)["A"]:
        with showing(of.shown):
            before = ElementTree.tostring(item("q", each).find(f"{{{ITEM}}}itemBody"))  # type: ignore[arg-type]
            assert isinstance(each.task, Picking)
            picks = each.task.picks
            turned = tuple(type(pick)(pick.key, pick.label, not pick.right, "!", "KO-R1") for pick in picks)
            each.task.__dict__["picks"] = turned
            after = ElementTree.tostring(item("q", each).find(f"{{{ITEM}}}itemBody"))  # type: ignore[arg-type]
        assert before == after


def test_the_command_leaves_out_what_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kontra.zip"
    folder = TUTORIALS / "kontra"
    assert main(["export", "qti", "kontra", "--from", str(folder), "--count", "40", "--out", str(out)]) == 0
    tasks = [open_puzzle(read(path.read_text("utf-8"), path.stem)) for path in sorted(folder.glob("*.toml"))]
    able = [task for task in tasks if closed(of_puzzle(task))]
    assert 5 < len(able) < len(tasks)
    assert len(files(out.read_bytes())) == len(able) + 2
    assert f"{len(able)} questions" in capsys.readouterr().out
    played = next(task for task in tasks if task not in able)
    with pytest.raises(NotClosed):
        item("q", of_puzzle(played))


def test_what_cannot_be_exported_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["export", "qti", "kontra", "--from", str(TUTORIALS / "kontra")]
    assert main([*words, "--kinds", "play", "--out", str(tmp_path / "x.zip")]) == 2
    assert "none of these questions" in capsys.readouterr().err
    assert main([*words, "--out", str(tmp_path / "no/x.zip")]) == 2
    assert "no/x.zip" in capsys.readouterr().err
