"""QTI 2.1 packages: well formed, as the official schemas have them, right keys.

The schemas themselves are not here: no package that we could ask for brings them, and their licence wants
whoever hands them on to be registered. So what they say of all elements that we write stands below, read off
the final releases, imsqti_v2p1.xsd (12 May 2012) and qtiv2p1_imscpv1p2_v1p0.xsd (31 January 2014), type by
type: children in their order, whether there is text, attributes and their types.
"""

import re
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from kontrapunkt.classroom.paper import is_multiple_choice
from kontrapunkt.classroom.qti import ITEM, MANIFEST, PACKAGE, NotMultipleChoice, item, package
from kontrapunkt.classroom.questions import question_of_puzzle
from kontrapunkt.cli import main
from kontrapunkt.core.cards import CARDS
from kontrapunkt.core.registry import OWN
from kontrapunkt.puzzles.kind import ChoicePuzzle, open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.render.speech import say_cards
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from tests.engine.drilled import FOUND
from tests.engine.test_sheet import TUTORIALS, made, order

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SCHEMA = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"

TYPES: dict[str, str] = {
    "name": r"[A-Za-z_][\w.-]*",  # xs:NCName, of what may stand in one the letters that every platform takes
    "text": r"[^\t\n\r]*",  # xs:normalizedString
    "256": r"(?s:.{0,256})",
    "bool": "true|false|1|0",
    "int": r"[+-]?\d+",
    "uri": r"[\w./:#?=&%-]+",
    "lang": r"[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*",
    "base": "boolean|directedPair|duration|file|float|identifier|integer|pair|point|string|uri",
    "cardinality": "multiple|ordered|record|single",
    "locations": r"\S+( \S+)*",
}
"""Patterns of attributes' types; any other type in a model is its own pattern."""

Model = dict[str, tuple[str, str, str]]
"""By element: its children in order; its text, empty for none but blanks; its attributes with their types,
and `!` behind those that it must have. Text is `mixed` with the children, `nothing` at all, or a pattern."""

ITEM_MODEL: Model = {
    "assessmentItem": (
        "responseDeclaration* outcomeDeclaration* itemBody? responseProcessing? modalFeedback*",
        "",
        "identifier!:text title!:text label:256 lang:lang toolName:256 toolVersion:256"
        " adaptive:bool timeDependent!:bool",
    ),
    "responseDeclaration": (
        "defaultValue? correctResponse?",
        "",
        "identifier!:name cardinality!:cardinality baseType:base",
    ),
    "outcomeDeclaration": ("defaultValue?", "", "identifier!:name cardinality!:cardinality baseType:base"),
    "correctResponse": ("value+", "", "interpretation:text"),
    "defaultValue": ("value+", "", "interpretation:text"),
    "value": ("", "text", "fieldIdentifier:name baseType:base"),
    "itemBody": ("(p|ol|choiceInteraction)*", "", "id:name label:256 lang:lang"),
    "p": ("", "mixed", "id:name label:256 lang:lang"),
    "ol": ("li*", "", "id:name label:256 lang:lang"),
    "li": ("", "mixed", "id:name label:256 lang:lang"),
    "choiceInteraction": (
        "prompt? simpleChoice+",
        "",
        "responseIdentifier!:name shuffle:bool maxChoices:int minChoices:int orientation:horizontal|vertical",
    ),
    "prompt": ("", "mixed", "id:name label:256 lang:lang"),
    "simpleChoice": ("", "mixed", "identifier!:name fixed:bool templateIdentifier:name showHide:show|hide"),
    "responseProcessing": ("responseCondition*", "", "template:uri templateLocation:uri"),
    "responseCondition": ("responseIf responseElse?", "", ""),
    "responseIf": ("match setOutcomeValue*", "", ""),
    "responseElse": ("setOutcomeValue*", "", ""),
    "match": ("(variable|correct|baseValue) (variable|correct|baseValue)", "", ""),
    "variable": ("", "nothing", "identifier!:name weightIdentifier:name"),
    "correct": ("", "nothing", "identifier!:name"),
    "baseValue": ("", "text", "baseType!:base"),
    "setOutcomeValue": ("(variable|correct|baseValue)", "", "identifier!:name"),
    "modalFeedback": (
        "p*",
        "mixed",
        "outcomeIdentifier!:name showHide!:show|hide identifier!:name title:text",
    ),
    "assessmentTest": ("testPart+", "", "identifier!:text title!:text toolName:256 toolVersion:256"),
    "testPart": (
        "assessmentSection+",
        "",
        "identifier!:name navigationMode!:linear|nonlinear submissionMode!:individual|simultaneous",
    ),
    "assessmentSection": (
        "assessmentItemRef*",
        "",
        "identifier!:name required:bool fixed:bool title!:text visible!:bool keepTogether:bool",
    ),
    "assessmentItemRef": ("", "", "identifier!:name required:bool fixed:bool href!:uri"),
}
PACKAGE_MODEL: Model = {
    "manifest": ("metadata organizations resources", "", "identifier!:name"),
    "metadata": ("schema schemaversion", "", ""),
    "schema": ("", "QTIv2.1 Package|QTIv2.1 Item Bank Package", ""),
    "schemaversion": ("", "1\\.0\\.0", ""),
    "organizations": ("", "nothing", ""),
    "resources": ("resource*", "", ""),
    "resource": (
        "file* dependency*",
        "",
        "identifier!:name href:uri type!:imsqti_(test|section|item|resprocessing)_xmlv2p1|webcontent",
    ),
    "file": ("", "", "href!:uri"),
    "dependency": ("", "nothing", "identifierref!:name"),
}


def name(element: Element) -> str:
    return element.tag.partition("}")[2]


def conforms(root: Element) -> None:
    """Every element has the children, the text and the attributes that it may have, each in its place."""
    model, space = (ITEM_MODEL, ITEM) if root.tag.startswith(f"{{{ITEM}}}") else (PACKAGE_MODEL, PACKAGE)
    for each in root.iter():
        assert each.tag.startswith(f"{{{space}}}")
        children, text, attributes = model[name(each)]
        pattern = re.sub(r"\w+", lambda word: f"(?:{word[0]},)", children).replace(" ", "")
        found = "".join(f"{name(child)}," for child in each)
        assert re.fullmatch(pattern, found), (name(each), found)
        holds_as_said(each, text)
        types = {key.rstrip("!"): (key.endswith("!"), of) for key, _, of in map(split, attributes.split())}
        given = {"lang" if key == LANG else key: value for key, value in each.items() if key != SCHEMA}
        assert {key for key, (must, _) in types.items() if must} <= given.keys() <= types.keys(), name(each)
        for key, value in given.items():
            assert re.fullmatch(TYPES.get(types[key][1], types[key][1]), value), (name(each), key, value)
    once = [each.get("identifier") for each in root.iter(f"{{{PACKAGE}}}resource")] + [root.get("identifier")]
    assert len(once) == len(set(once))  # xs:ID
    assert {each.get("identifierref") for each in root.iter(f"{{{PACKAGE}}}dependency")} <= {
        *once
    }  # xs:IDREF


def split(word: str) -> tuple[str, str, str]:
    return word.partition(":")


def holds_as_said(element: Element, text: str) -> None:
    """Text stands only where there may be some, and is what it may be."""
    inside = (element.text or "") + "".join(child.tail or "" for child in element)
    patterns = {"nothing": "", "": r"\s*", "text": "(?s:.*)", "mixed": "(?s:.*)"}
    assert re.fullmatch(patterns.get(text, text), inside), (name(element), inside)


def files(data: bytes) -> dict[str, Element]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {each: ElementTree.fromstring(archive.read(each)) for each in archive.namelist()}


def texts(element: Element, path: str) -> list[str]:
    return [found.text or "" for found in element.iterfind(re.sub(r"(\w+)", rf"{{{ITEM}}}\1", path))]


@pytest.mark.parametrize("game", OWN)
def test_package_is_valid_and_its_keys_are_right(game: str) -> None:
    of = order(game)
    entries = made(of)["A"]
    with use_faces(of.sheet_faces):
        data = package("Test", entries)
        assert data == package("Test", entries)
        found = files(data)
        for root in found.values():
            conforms(root)
        listed = [each.get("href") for each in found[MANIFEST].iter(f"{{{PACKAGE}}}file")]
        assert sorted([*map(str, listed), MANIFEST]) == sorted(found)
        for n, each in enumerate(entries, 1):
            assert isinstance(each.task, ChoicePuzzle)
            root = found[f"question-{n}.xml"]
            right = FOUND[each.kind](each.task, each.reader)
            ids = {pick.key: f"c{place}" for place, pick in enumerate(each.task.picks, 1)}
            assert set(texts(root, ".//correctResponse/value")) == {ids[key] for key in right}
            assert len(texts(root, ".//simpleChoice")) == len(set(texts(root, ".//simpleChoice"))) == len(ids)
            said = [one.get("identifier") for one in root.iter(f"{{{ITEM}}}modalFeedback")]
            assert said == (["right", "wrong"] if each.task.many else [*ids.values()])
            assert all(texts(root, ".//modalFeedback/p"))


@pytest.mark.parametrize(
    ("file", "written", "instead"),
    [
        ("question-1.xml", ' showHide="show"', ""),
        ("question-1.xml", 'cardinality="single"', 'cardinality="one"'),
        ("question-1.xml", "<itemBody>", "<itemBody>Look:"),
        ("question-1.xml", "</choiceInteraction>", "</choiceInteraction><li>1</li>"),
        ("question-1.xml", "</baseValue>", '</baseValue><variable identifier="RESPONSE"/>'),
        ("question-1.xml", 'identifier="c1"', 'identifier="1"'),
        ("test.xml", ' visible="true"', ""),
        (MANIFEST, "<schemaversion>1.0.0", "<schemaversion>2.1"),
        (MANIFEST, 'resource identifier="question-', 'resource identifier="9question-'),
        (MANIFEST, 'identifierref="question-', 'identifierref="no-question-'),
        (MANIFEST, "<organizations />", ""),
    ],
)
def test_what_the_schemas_forbid_is_found(file: str, written: str, instead: str) -> None:
    of = order("kontra")
    with use_faces(of.sheet_faces), zipfile.ZipFile(BytesIO(package("Test", made(of)["A"]))) as archive:
        text = archive.read(file).decode()
    conforms(ElementTree.fromstring(text))
    assert written in text
    with pytest.raises(AssertionError):
        conforms(ElementTree.fromstring(text.replace(written, instead)))


@pytest.mark.parametrize("game", ["kontra", "doppelkopf"])
def test_nothing_before_the_feedback_tells_the_answer(game: str) -> None:
    """With right and wrong exchanged, and other reasons, the body of an item is the same."""
    of = order(game)
    for each in made.__wrapped__(of)["A"]:
        with use_faces(of.sheet_faces):
            before = ElementTree.tostring(item(each).find(f"{{{ITEM}}}itemBody"))  # type: ignore[arg-type]
            assert isinstance(each.task, ChoicePuzzle)
            picks = each.task.picks
            turned = tuple(type(pick)(pick.key, pick.label, not pick.right, "!", "KO-R1") for pick in picks)
            each.task.__dict__["picks"] = turned
            after = ElementTree.tostring(item(each).find(f"{{{ITEM}}}itemBody"))  # type: ignore[arg-type]
        assert before == after


def test_added_cards_are_named_in_a_sentence() -> None:
    """One card or several: the same verb is right for both."""
    one, two = (
        catalogue.say("qti.added", cards=say_cards([CARDS[name] for name in names]))
        for names in (["7C"], ["7C", "KS"])
    )
    assert one == "The trick also includes the seven of clubs."
    assert two == "The trick also includes the seven of clubs and the king of spades."
    folder = TUTORIALS / "kontra"
    tasks = [open_puzzle(read(path.read_text("utf-8"), path.stem)) for path in sorted(folder.glob("*.toml"))]
    items = [item(question_of_puzzle(task)) for task in tasks if is_multiple_choice(task)]
    assert any("The trick also includes the" in text for each in items for text in texts(each, ".//li"))


def identifiers(data: bytes) -> set[str]:
    """What a platform keeps of a package: the identifiers of its files and of the resources in it."""
    found = files(data)
    resources = found[MANIFEST].iter(f"{{{PACKAGE}}}resource")
    return {str(each.get("identifier")) for each in (*found.values(), *resources)}


def test_identifiers_of_other_questions_are_others() -> None:
    """Or a platform that imports two packages takes the second one's questions for the first one's."""
    one, other = order("kontra"), replace(order("kontra"), seed=77)
    with use_faces(one.sheet_faces):
        first, second = made(one)["A"], made(other)["A"]
        assert not identifiers(package("Test", first[:5])) & identifiers(package("Test", second[:5]))
        longer = identifiers(package("Test", first[:6]))
        kept = identifiers(package("Test", first[:5])) & longer
        assert len(kept) == len({item(each).get("identifier") for each in first[:5]})  # the same question
        twice = package("Test", [first[0], first[0]])
    conforms(files(twice)[MANIFEST])


WICKED = "a\x07b\x1b\ufffe\ud800c"


def test_package_drops_characters_xml_cannot_hold() -> None:
    of = order("kontra")
    with use_faces(of.sheet_faces):
        found = files(package(WICKED, made(of)["A"][:1]))
    assert found["test.xml"].get("title") == "a\ufffdb\ufffd\ufffd\ufffdc"


@pytest.mark.parametrize("title", [WICKED, "a\tb", "two\nlines", "two\u2028lines"])
@pytest.mark.parametrize(
    "words", [["export", "qti", "kontra"], ["sheet", "kontra"], ["export", "scorm", "kontra/learn/"]]
)
def test_title_with_control_characters_is_refused(
    words: list[str], title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--title", title, "--out", str(tmp_path / "x")]) == 2
    assert "a title must be one line of text without control characters" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_the_command_leaves_out_what_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kontra.zip"
    folder = TUTORIALS / "kontra"
    assert main(["export", "qti", "kontra", "--from", str(folder), "--count", "40", "--out", str(out)]) == 0
    tasks = [open_puzzle(read(path.read_text("utf-8"), path.stem)) for path in sorted(folder.glob("*.toml"))]
    able = [task for task in tasks if is_multiple_choice(task)]
    assert 5 < len(able) < len(tasks)
    assert len(files(out.read_bytes())) == len(able) + 2
    assert f"{len(able)} questions" in capsys.readouterr().out
    played = next(task for task in tasks if task not in able)
    with pytest.raises(NotMultipleChoice):
        item(question_of_puzzle(played))


def test_what_cannot_be_exported_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["export", "qti", "kontra", "--from", str(TUTORIALS / "kontra")]
    assert main([*words, "--kinds", "play", "--out", str(tmp_path / "x.zip")]) == 2
    assert "none of these questions" in capsys.readouterr().err
    assert main([*words, "--out", str(tmp_path / "no/x.zip")]) == 2
    assert "no/x.zip" in capsys.readouterr().err
