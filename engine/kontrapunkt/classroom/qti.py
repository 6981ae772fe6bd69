"""Closed questions as a QTI 2.1 package for learning platforms.

It contains items, a test of them and a manifest. Drawings are replaced by words: every platform shows them,
and screen readers read them. An item scores one point or none; after an answer it shows the reason.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kontrapunkt import __version__
from kontrapunkt.classroom.archive import zip_files
from kontrapunkt.classroom.paper import TRICK, is_multiple_choice, trick_of
from kontrapunkt.classroom.questions import SheetQuestion, needs_record
from kontrapunkt.classroom.sheet import reasons, with_rule
from kontrapunkt.classroom.xml_text import legal
from kontrapunkt.core.interface import Play
from kontrapunkt.puzzles.kind import ChoicePuzzle
from kontrapunkt.render.speech import (
    describe_calls,
    describe_cards_laid,
    describe_tricks,
    for_all,
    say_cards,
    say_hand,
    say_play,
    say_taken,
)
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Line, moments

ITEM: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
MANIFEST: Final = "imsmanifest.xml"
TEST: Final = "test.xml"

SPOKEN: Final = "http://www.w3.org/XML/1998/namespace"
_INSTANCE: Final = "http://www.w3.org/2001/XMLSchema-instance"
_SCHEMAS: Final = {
    ITEM: f"{ITEM} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd",
    PACKAGE: f"{PACKAGE} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd",
}

RIGHT, WRONG = "right", "wrong"
"""Identifiers of the feedback on questions with several right answers.

Other questions have feedback for each choice.
"""


class NotMultipleChoice(ValueError):
    """Raised for a question that is not answered by choosing."""


def package(title: str, entries: Sequence[SheetQuestion]) -> bytes:
    """Return the package as a zip archive.

    Args:
        title: The title of the test.

    Raises:
        NotMultipleChoice: if a question is not answered by choosing.
    """
    items = [item(each) for each in entries]
    _name_apart(items)
    names = [root.attrib["identifier"] for root in items]
    content = _digest(legal("\n".join((title, *names))).encode())
    files = {_file(n): root for n, root in enumerate(items, 1)}
    found = {MANIFEST: _manifest(f"manifest-{content}", f"test-{content}", names)}
    found |= {TEST: _test(f"test-{content}", title, names), **files}
    return zip_files((name, _written(root)) for name, root in found.items())


def _file(n: int) -> str:
    """Return the file name of an item by its number."""
    return f"question-{n}.xml"


def _digest(content: bytes) -> str:
    """Return a short hash: platforms treat items with the same identifier as one."""
    return sha256(content).hexdigest()[:16]


def _name_apart(items: Sequence[Element]) -> None:
    """Number the identifiers of equal items."""
    seen = Counter[str]()
    for root in items:
        name = root.attrib["identifier"]
        seen[name] += 1
        if seen[name] > 1:
            root.attrib["identifier"] = f"{name}-{seen[name]}"


def _written(root: Element) -> bytes:
    """Return an XML file in which its own namespace has no prefix."""
    for prefix, space in (("", root.tag[1:].partition("}")[0]), ("xsi", _INSTANCE)):
        ElementTree.register_namespace(prefix, space)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return text


def _root(space: str, name: str, **attributes: str) -> Element:
    plain = {key: legal(value) for key, value in attributes.items()}
    return Element(f"{{{space}}}{name}", {f"{{{_INSTANCE}}}schemaLocation": _SCHEMAS[space], **plain})


def _below(parent: Element, name: str, said: str = "", **attributes: str) -> Element:
    """Add an element with plain text in the parent's namespace."""
    plain = {key: legal(value) for key, value in attributes.items()}
    found = SubElement(parent, f"{parent.tag.partition('}')[0]}}}{name}", plain)
    found.text = legal(said) or None
    return found


# An item ----------------------------------------------------------------------------------------------------


def item(of: SheetQuestion) -> Element:
    """Return a question as an `assessmentItem`, identified by its content's hash.

    Raises:
        NotMultipleChoice: if it is not answered by choosing.
    """
    task = of.task
    if not is_multiple_choice(task):
        raise NotMultipleChoice(task.question)
    ids = {pick.key: f"c{n}" for n, pick in enumerate(task.picks, 1)}
    title = f"{task.game.title}: {task.puzzle.title or task.question}"
    root = _root(ITEM, "assessmentItem", identifier="", title=title, adaptive="false", timeDependent="false")
    root.attrib |= {f"{{{SPOKEN}}}lang": catalogue.language()}
    root.attrib |= {"toolName": "kontrapunkt", "toolVersion": __version__}
    many = "multiple" if task.many else "single"
    asked = _below(
        root, "responseDeclaration", identifier="RESPONSE", cardinality=many, baseType="identifier"
    )
    right = _below(asked, "correctResponse")
    for pick in task.right:
        _below(right, "value", ids[pick.key])
    for outcome, value in (("SCORE", "0"), ("MAXSCORE", "1")):
        got = _below(root, "outcomeDeclaration", identifier=outcome, cardinality="single", baseType="float")
        _below(_below(got, "defaultValue"), "value", value)
    _below(root, "outcomeDeclaration", identifier="FEEDBACK", cardinality="single", baseType="identifier")
    _body(root, of, task, ids)
    _processing(root, task.many)
    _feedback(root, task, ids)
    said = [(each.tag, each.text, *each.items()) for part in root for each in part.iter()]
    root.attrib["identifier"] = f"question-{_digest(legal(repr((title, said))).encode())}"
    return root


def _body(root: Element, of: SheetQuestion, task: ChoicePuzzle, ids: dict[str, str]) -> None:
    """Add the facts in words, the question and the choices."""
    body = _below(root, "itemBody")
    for sentence in (task.puzzle.story, " ".join(_known(of, task))):
        if sentence:
            _below(body, "p", sentence)
    if record := [*_record(of)] if needs_record(task) else []:
        played = _below(body, "ol")
        for line in record:
            _below(played, "li", line)
    most = "0" if task.many else "1"
    asked = _below(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices=most)
    _below(asked, "prompt", task.question)
    for pick in task.picks:
        _below(asked, "simpleChoice", catalogue.capital(pick.label), identifier=ids[pick.key])


def _known(of: SheetQuestion, task: ChoicePuzzle) -> Iterator[str]:
    """Yield the relevant cards and facts, in sentences."""
    if task.place in TRICK:
        before, plays, added = trick_of(of)
        yield from for_all(before)
        yield from _plays(plays)
        if added:
            yield catalogue.say("qti.added", cards=say_cards(added))
    else:  # the table without a mark on the best card so far
        view = of.view
        yield from for_all(view)
        yield from describe_calls(view)
        yield from _plays(view.trick)
        yield from (say_hand(seat, cards) for seat, cards in view.hands.items())
        yield from describe_cards_laid(view)
        yield from describe_tricks(view)


def _plays(plays: Sequence[Play]) -> list[str]:
    return [say_play(play, leads=not n) for n, play in enumerate(plays)]


def _record(of: SheetQuestion) -> Iterator[str]:
    """Yield the tricks of the record, a line for each."""
    for row in Line(moments(of.task.played)[: of.task.at + 1]).rows:
        told = [effect for _, effects in row.opening for effect in effects]
        told += _plays(row.plays)
        if row.added:
            told.append(catalogue.say("qti.added", cards=say_cards(row.added)))
        if row.winner is not None:
            told.append(f"{say_taken(row.winner, row.card_points)}.")
        yield " ".join(told)


def _processing(root: Element, many: bool) -> None:
    """Add the scoring, and the feedback for the choice or for right and wrong."""
    rule = _below(_below(root, "responseProcessing"), "responseCondition")
    hit, miss = _below(rule, "responseIf"), _below(rule, "responseElse")
    same = _below(hit, "match")
    _below(same, "variable", identifier="RESPONSE")
    _below(same, "correct", identifier="RESPONSE")
    for branch, points, said in ((hit, "1", RIGHT), (miss, "0", WRONG)):
        _below(_below(branch, "setOutcomeValue", identifier="SCORE"), "baseValue", points, baseType="float")
        told = _below(branch, "setOutcomeValue", identifier="FEEDBACK")
        if many:
            _below(told, "baseValue", said, baseType="identifier")
        else:
            _below(told, "variable", identifier="RESPONSE")


def _feedback(root: Element, task: ChoicePuzzle, ids: dict[str, str]) -> None:
    """Add the feedback after an answer: the reason with the rule."""
    if task.many:
        right = [pick.label for pick in task.right]
        told = [catalogue.say("drill.right", picks=catalogue.listed("and", right))] if right else []
        for said in (RIGHT, WRONG):
            _modal(root, said, said, [*told, *reasons(task)])
        return
    for pick in task.picks:
        why = reasons(task) if pick.right else [with_rule(pick)]
        _modal(root, ids[pick.key], RIGHT if pick.right else WRONG, why)


def _modal(root: Element, name: str, verdict: str, told: Sequence[str]) -> None:
    title = catalogue.say(f"solving.{verdict}")
    attributes = {"outcomeIdentifier": "FEEDBACK", "showHide": "show", "identifier": name, "title": title}
    _below(_below(root, "modalFeedback", **attributes), "p", " ".join(told))


# The package ------------------------------------------------------------------------------------------------


def _test(identifier: str, title: str, names: Sequence[str]) -> Element:
    """Return the test with all items in order."""
    root = _root(ITEM, "assessmentTest", identifier=identifier, title=title)
    part = _below(
        root, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual"
    )
    section = _below(part, "assessmentSection", identifier="section", title=title, visible="true")
    for n, name in enumerate(names, 1):
        _below(section, "assessmentItemRef", identifier=name, href=_file(n))
    return root


def _manifest(identifier: str, test: str, names: Sequence[str]) -> Element:
    """Return the manifest with the test and the items."""
    root = _root(PACKAGE, "manifest", identifier=identifier)
    about = _below(root, "metadata")
    _below(about, "schema", "QTIv2.1 Package")
    _below(about, "schemaversion", "1.0.0")
    _below(root, "organizations")
    resources = _below(root, "resources")
    whole = _below(resources, "resource", identifier=test, type="imsqti_test_xmlv2p1", href=TEST)
    _below(whole, "file", href=TEST)
    for n, name in enumerate(names, 1):
        _below(whole, "dependency", identifierref=name)
        file = _file(n)
        one = _below(resources, "resource", identifier=name, type="imsqti_item_xmlv2p1", href=file)
        _below(one, "file", href=file)
    return root
