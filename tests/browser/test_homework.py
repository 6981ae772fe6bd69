"""Homework: an assignment goes out as a link, three pupils do it, their codes come back and are read."""

import csv
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from zlib import compressobj

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from tests.browser.chromium import complaints, listened
from tests.browser.conftest import profile
from tests.browser.own_data import brought_back, taken_out
from tests.browser.server import Server
from tests.browser.test_mistakes import kept
from tests.browser.test_tour import AXE, RUN
from tests.engine.test_result_code import repacked, tried

from kontrapunkt.classroom.result_code import Assignment, encode_bytes, encode_work, find_codes
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.widgets import open_widget

TUTORIALS = Path(__file__).parents[2] / "tutorials"
PHONE: ViewportSize = {"width": 360, "height": 740}
CHOSEN = (("ristikontra", "out-of-the-dark"), ("ristikontra", "turn-it-round"))
"""Who takes the trick, which is foreseen; and a position that is played out."""


def file_of(game: str, name: str) -> str:
    return (TUTORIALS / game / f"{name}.toml").read_text("utf-8")


def entry(site: Server, name: str) -> dict[str, Any]:
    """A puzzle in the list of all."""
    listed = json.loads((site.folder / "assets/puzzles.json").read_text("utf-8"))["puzzles"]
    found: dict[str, Any] = next(each for each in listed if each["id"] == name)
    return found


def assigned(page: Page, site: Server) -> str:
    """A teacher chooses two puzzles and a drill, by keyboard alone; answers the link."""
    page.goto(f"{site.url}teachers/assign/")
    page.get_by_label("Game").first.focus()
    page.keyboard.type("Ristikontra")
    for _, name in CHOSEN:
        page.locator(f".kp-found input[value='{entry(site, name)['mark']}']").focus()
        page.keyboard.press("Space")
    page.get_by_text("Drills", exact=True).focus()
    page.keyboard.press("Enter")
    drill = page.locator("details", has_text="Everybody gets the same")
    drill.get_by_label("Game").select_option(label="Ristikontra")
    drill.get_by_label("Questions").select_option("5")
    for kind in drill.locator(".kp-drill-kinds input").all()[1:]:
        kind.focus()
        page.keyboard.press("Space")
    drill.get_by_role("button", name="Add").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".kp-chosen > li")).to_have_count(3)
    page.get_by_role("button", name="Up: 5 questions").press("Enter")
    page.get_by_role("button", name="Remove: 5 questions").press("Enter")
    drill.get_by_role("button", name="Add").press("Enter")
    page.get_by_label("Title (optional)").fill("=Week 3")
    page.evaluate(AXE)
    assert page.locator(".kp-homework").evaluate(RUN) == []
    page.get_by_role("button", name="Make the link").press("Enter")
    expect(page.locator(".kp-given .kp-qr")).to_be_visible()
    link = page.get_by_label("Link", exact=True).input_value()
    assert len(link) < len(site.url) + 80
    return link


def pupil(page: Page, link: str, name: str) -> None:
    """Opens the link, says who it is and begins, by keyboard."""
    page.goto(link)
    page.get_by_label("Your name or number").focus()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.locator(".kp-task-ways h1")).to_contain_text("1 of 3")


def picks(page: Page, keys: Sequence[str]) -> None:
    """Answers the puzzle with the trick."""
    for key in keys:
        before = page.locator(".kp-say").inner_text()
        page.locator(f"[data-do='pick {key}']").scroll_into_view_if_needed()
        page.locator(f"[data-do='pick {key}']").press("Enter")
        expect(page.locator(".kp-say")).not_to_have_text(before, use_inner_text=True)


def wrong_and_right() -> tuple[list[str], str]:
    kind: Any = open_puzzle(read(file_of(*CHOSEN[0]), "it"))
    return [pick.key for pick in kind.picks if not pick.right], next(
        pick.key for pick in kind.picks if pick.right
    )


def next_task(page: Page) -> None:
    page.locator(".kp-task-ways a[rel=next]").press("Enter")


def answers(page: Page, n: int) -> None:
    """Answers so many questions of the drill, by the first button."""
    for _ in range(n):
        page.locator("[data-do^='pick ']").first.press("Enter")
        page.locator("[data-do=onward]:not([aria-disabled])").press("Enter")


def handed_in(page: Page) -> str:
    expect(page.locator(".kp-homework h1:visible")).to_have_text("Hand in")
    field = page.get_by_label("Your code", exact=True)
    expect(field).to_be_visible()
    expect(page.locator(".kp-code-box .kp-qr")).to_be_visible()
    return field.input_value()


def specs_of(page: Page) -> list[dict[str, Any]]:
    """What the page's widgets are, as the engine opens them; those of an assignment of puzzles."""
    return [{"kind": "puzzle", "id": name, "puzzle": file_of(game, name)} for game, name in CHOSEN]


@pytest.mark.heavy("three pupils and a teacher, each in a browser of their own, start Python")
def test_three_pupils_hand_in_and_teacher_reads_results(
    browser: Browser, page: Page, site: Server, tmp_path: Path
) -> None:
    link = assigned(page, site)
    wrong, right = wrong_and_right()
    codes: dict[str, str] = {}
    for name, tries in (("Ada", [right]), ("Ben K.", [*wrong[:2], right]), ("Cem", wrong[:1])):
        with profile(browser, viewport=PHONE) as context:
            one = listened(context.new_page())
            pupil(one, link, name)
            picks(one, tries)
            next_task(one)
            expect(one.locator(".kp-task-ways h1")).to_contain_text("2 of 3")
            next_task(one)
            answers(one, 5 if name == "Ada" else 2)
            next_task(one)
            codes[name] = handed_in(one)
            assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert complaints(one) == []
    assert all(len(code) < 120 for code in codes.values())

    whole = codes["Ben K."]
    edited = f"{whole[:20]}{'7' if whole[20] != '7' else '8'}{whole[21:]}"
    page.goto(f"{site.url}teachers/results/")
    quoted = "\n> ".join(re.findall(".{1,40}", whole))
    ben = f"Hello, here is mine:\n> {quoted}\nBen"
    heap = "\n".join([codes["Ada"], ben, edited, codes["Cem"], codes["Ada"].lower()])
    page.get_by_label("Paste the codes here").fill(heap)
    page.get_by_role("button", name="Check codes").press("Enter")
    expect(page.locator(".kp-heap .kp-notice")).to_have_text("3 of 4 codes are valid.")
    rows = page.locator(".kp-class-table tbody tr")
    expect(rows).to_have_count(3)
    ada, second, cem = rows.all()
    expect(ada).to_contain_text(re.compile(r"Ada.*✓.*1 try", re.S))
    expect(second).to_contain_text(re.compile(r"Ben K\..*✓.*3 tries", re.S))
    expect(cem).to_contain_text(re.compile(r"Cem.*not yet.*1 try", re.S))
    expect(ada).to_contain_text("5 tries")
    expect(page.locator(".kp-refused li")).to_have_count(1)
    expect(page.locator(".kp-refused")).to_contain_text("A character in the code was changed")
    page.evaluate(AXE)
    assert page.locator(".kp-homework").evaluate(RUN) == []

    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table").press("Enter")
    saved = tmp_path / "results.csv"
    download.value.save_as(saved)
    lines = list(csv.DictReader(StringIO(saved.read_text("utf-8-sig"))))
    first = next(heading for heading in lines[0] if heading.startswith("1. "))
    marked = {line["Name"]: line[first] for line in lines}
    assert marked == {"Ada": "1", "Ben K.": "1", "Cem": "0"}
    assert lines[0]["Tries"] == "6"
    assert {line["Assignment"] for line in lines} == {"'=Week 3"}
    page.get_by_label("One row for").select_option(label="each pupil and task")
    page.get_by_label("Separator").select_option(label="semicolon")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table").press("Enter")
    download.value.save_as(saved)
    lines = list(csv.DictReader(StringIO(saved.read_text("utf-8-sig")), delimiter=";"))
    first_task = [line for line in lines if line["Task"] == "1"]
    assert [(line["Name"], line["Solved"], line["Tries"]) for line in first_task] == [
        ("Ada", "1", "1"),
        ("Ben K.", "1", "3"),
        ("Cem", "0", "1"),
    ]
    assert complaints(page) == []


@pytest.mark.heavy("thirty codes are made and read")
def test_thirty_codes_are_read_and_renamed_one_refused(page: Page, site: Server) -> None:
    marks = "".join(entry(site, name)["mark"] for _, name in CHOSEN)
    page.goto(f"{site.url}homework/")
    text = page.evaluate(
        """async (marks) => {
            const script = document.querySelector('script[type=module][src*="/main.js"]').src;
            const { written } = await import(new URL('assignment.js', script));
            return written('', marks.match(/.{4}/g).map((puzzle) => ({ puzzle })));
        }""",
        marks,
    )
    specs = specs_of(page)
    of, widgets = Assignment(text, tuple(specs)), [open_widget(spec) for spec in specs]
    chance = Random(30)
    codes = [
        encode_work(f"Pupil {n:02}", [tried(each, chance) for each in widgets], of, widgets)
        for n in range(30)
    ]
    work = next(find_codes(codes[4])).read().open(of, widgets)
    copied = encode_work("Zoe", [list(each) for each in work.logs], of, widgets)
    renamed = repacked(codes[7], of, widgets, lambda name, logs: ("Somebody else", logs))
    page.goto(f"{site.url}teachers/results/#a={text}")
    page.get_by_label("Paste the codes here").fill("\n".join([*codes, copied, renamed]))
    page.get_by_role("button", name="Check codes").click()
    expect(page.locator(".kp-heap .kp-notice")).to_have_text("31 of 32 codes are valid.")
    rows = page.locator(".kp-class-table tbody tr")
    expect(rows).to_have_count(31)
    expect(rows.nth(30)).to_contain_text("identical to Pupil 04")
    expect(page.locator(".kp-refused")).to_contain_text("(Somebody else) Name, assignment and answers")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(page) == []


def deflated(text: str) -> str:
    """A puzzle of somebody's own as a link has it."""
    packed = compressobj(9, wbits=-15)
    return urlsafe_b64encode(packed.compress(text.encode()) + packed.flush()).decode().rstrip("=")


def link_of(page: Page, body: str) -> str:
    """An assignment with the check that its link has, whoever wrote it."""
    script = """async (body) => {
        const script = document.querySelector('script[type=module][src*="/main.js"]').src;
        const { check } = await import(new URL('assignment.js', script));
        return `${body}.${check(body)}`;
    }"""
    return str(page.evaluate(script, body))


def code_for(text: str) -> str:
    """A code that says it is about an assignment."""
    return f"KP1.{encode_bytes(Assignment(text, ()).key + bytes(8))}."


def test_bad_links_hide_no_other_result(page: Page, site: Server) -> None:
    page.goto(f"{site.url}teachers/results/")
    page.get_by_label("Paste the codes here").fill("Dear Ms Kovács, I have lost mine.")
    page.get_by_role("button", name="Check codes").click()
    expect(page.locator(".kp-heap .kp-notice")).to_contain_text("There is no code here")
    marks = "".join(entry(site, name)["mark"] for _, name in CHOSEN)
    text = link_of(page, f"1.p{marks}")
    bombs = {
        "This link holds more than an assignment may have": "a" * 60_000_000,
        "A key with more than 16 parts": ".".join("a" * 50_000) + " = 1",
        "This is not TOML": "title = ",
    }
    links = [link_of(page, f"1.o{deflated(bomb)}") for bomb in bombs.values()]
    specs = specs_of(page)
    of, widgets = Assignment(text, tuple(specs)), [open_widget(spec) for spec in specs]
    code = encode_work("Ada", [tried(each, Random(1)) for each in widgets], of, widgets)
    mails = [f"{site.url}homework/#a={link}\n{code_for(link)}\n" for link in links]
    heap = "\n".join([*mails, f"{site.url}homework/#a={text}", code])
    page.get_by_label("Paste the codes here").fill(heap)
    page.get_by_role("button", name="Check codes").click()
    expect(page.locator(".kp-heap .kp-notice")).to_have_text("1 of 4 codes are valid.")
    expect(page.locator(".kp-class-table tbody tr")).to_contain_text("Ada")
    unread, refused = page.locator(".kp-refused").all()
    for why, link in zip(bombs, links, strict=True):
        expect(unread.locator("li", has_text=link[-8:])).to_contain_text(why)
    expect(refused.locator("li")).to_have_text(
        [re.compile("The code belongs to an assignment that cannot be opened")] * 3
    )
    page.evaluate(AXE)
    assert page.locator(".kp-homework").evaluate(RUN) == []
    page.goto(f"{site.url}homework/#a={links[0]}")
    expect(page.locator(".kp-homework .kp-notice")).to_contain_text("holds more than an assignment may have")
    assert complaints(page) == []


def test_an_assignment_of_somebody_else_is_marked(page: Page, site: Server) -> None:
    """A pupil hands in an easy assignment of its own under the teacher's title."""
    marks = [entry(site, name)["mark"] for _, name in CHOSEN]
    page.goto(f"{site.url}teachers/results/")
    mine, forged = (link_of(page, f"1.p{which}.tWeek%203") for which in ("".join(marks), marks[0]))
    specs = specs_of(page)
    codes = []
    for text, some, name in ((forged, specs[:1], "Eve"), (mine, specs, "Ada")):
        of, widgets = Assignment(text, tuple(some)), [open_widget(spec) for spec in some]
        codes.append(encode_work(name, [tried(each, Random(1)) for each in widgets], of, widgets))
    page.goto(f"{site.url}teachers/results/#a={mine}")
    page.reload()
    page.get_by_label("Paste the codes here").fill("\n".join([f"{site.url}homework/#a={forged}", *codes]))
    page.get_by_role("button", name="Check codes").click()
    one, other = (page.locator(".kp-class-table").nth(n) for n in (0, 1))
    expect(one.locator("caption")).to_have_text("Week 3 You opened this page with this assignment.")
    expect(one).to_contain_text("Ada")
    expect(other.locator("caption")).to_contain_text("Week 3 You neither opened this page with this")
    expect(other).to_contain_text("Eve")
    page.evaluate(AXE)
    assert page.locator(".kp-homework").evaluate(RUN) == []
    assert complaints(page) == []


def test_what_a_pupil_does_is_kept_apart(page: Page, site: Server, tmp_path: Path) -> None:
    """A puzzle that was solved elsewhere is open here; nothing that was tried here is forgotten."""
    wrong, right = wrong_and_right()
    puzzle = entry(site, CHOSEN[0][1])
    page.set_viewport_size(PHONE)
    page.goto(site.url + puzzle["url"])
    picks(page, [right])
    expect(page.locator(".kp-say")).to_contain_text("Solved at the first try")
    link = assigned(page, site)
    pupil(page, link, "9b-17")
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("")
    box = page.locator(".kp-own-page .kp-frame").bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["height"], "all of a task is in a phone's window"
    picks(page, wrong[:1])
    page.reload()
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("started")
    picks(page, [right])
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("solved")
    page.reload()  # what was solved lies as new
    picks(page, [right])
    page.locator("a.kp-next-puzzle").click()
    expect(page.locator(".kp-task-ways h1")).to_contain_text("2 of 3")
    page.go_back()
    expect(page.locator(".kp-task-ways h1")).to_contain_text("1 of 3")
    here = {
        name: json.loads(text) for name, text in kept(page, "rounds").items() if name.startswith(site.path)
    }
    (rounds,) = here.values()
    assert [entry.split()[0] for entry in rounds[0][1:]] == ["pick", "pick", "solved"]
    page.goto(f"{site.url}homework/")
    expect(page.locator(".kp-begun li")).to_have_text("=Week 3 1 of 3 done, 9b-17")

    saved = taken_out(page, site, tmp_path)
    page.goto(link)
    expect(page.get_by_label("Your name or number")).to_have_value("")
    brought_back(page, site, saved)
    page.goto(link)
    page.get_by_role("button", name="Continue as 9b-17").click()
    page.get_by_role("link", name="2 of 3: back to all tasks").click()
    expect(page.locator(".kp-tasks li").first).to_contain_text("solved")
    assert kept(page, "rounds") == {
        name: json.dumps(value, separators=(",", ":")) for name, value in here.items()
    }
    assert complaints(page) == []


def test_pupils_sharing_a_device_have_separate_work(page: Page, site: Server) -> None:
    """The second one inherits neither answers nor solutions, the first one finds all again."""
    wrong, right = wrong_and_right()
    link = assigned(page, site)
    expect(page.locator(".kp-given")).to_contain_text("Pupils cannot open this link")
    pupil(page, link, "Ada")
    picks(page, [*wrong[:1], right])
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("solved")

    page.goto(f"{site.url}homework/")  # the next lesson, the same tablet
    page.goto(link)
    expect(page.get_by_label("Your name or number")).to_have_value("")
    expect(page.locator(".kp-tasks a, .kp-tasks .kp-state")).to_have_count(0)
    expect(page.get_by_role("heading", name="Not you? Start again.")).to_be_visible()
    page.evaluate(AXE)
    assert page.locator(".kp-homework").evaluate(RUN) == []
    page.get_by_label("Your name or number").fill("  Ben   K. ")
    page.keyboard.press("Enter")
    expect(page.locator(".kp-task-ways h1")).to_contain_text("1 of 3")
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("")
    expect(page.locator(".kp-say")).not_to_contain_text("Solved")
    picks(page, wrong[:1])
    page.reload()
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("started")
    page.get_by_role("link", name="1 of 3: back to all tasks").click()
    expect(page.locator(".kp-tasks li").first).to_contain_text("started")
    page.get_by_text("Correct the name").click()
    page.get_by_label("Your name or number").fill("ada")
    page.get_by_role("button", name="Use this name").click()
    expect(page.locator(".kp-pupil .kp-notice")).to_contain_text("Ada has already started this assignment")
    page.get_by_label("Your name or number").fill("Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Continue as Ben", exact=True)).to_be_visible()
    page.get_by_role("link", name="Hand in").click()
    bens = handed_in(page)
    page.get_by_role("link", name="All tasks").click()
    page.get_by_role("button", name="Not you? Start again.").click()
    expect(page.locator(".kp-begun li")).to_have_text(
        ["Continue as Ada 1 of 3 done", "Continue as Ben 0 of 3 done"]
    )
    page.get_by_label("Your name or number").fill("ADA")
    page.keyboard.press("Enter")
    expect(page.locator(".kp-task-ways h1")).to_contain_text("2 of 3")
    page.get_by_role("link", name="2 of 3: back to all tasks").click()
    expect(page.locator(".kp-tasks li").first).to_contain_text("solved")
    page.get_by_role("link", name="Hand in").click()
    expect(page.locator(".kp-homework")).to_contain_text("Ada: 1 of 3 done.")
    adas = handed_in(page)

    page.goto(f"{site.url}teachers/results/{link[link.index('#') :]}")
    page.get_by_label("Paste the codes here").fill(f"{adas} {bens}")
    page.get_by_role("button", name="Check codes").click()
    rows = page.locator(".kp-class-table tbody tr")
    expect(rows.nth(0)).to_contain_text(re.compile(r"Ada.*✓.*2 tries", re.S))
    expect(rows.nth(1)).to_contain_text(re.compile(r"Ben.*not yet.*1 try", re.S))
    assert complaints(page) == []


def test_old_unnamed_work_stays_with_its_name(page: Page, site: Server) -> None:
    """As it was kept until now: the assignment alone names it."""
    page.goto(f"{site.url}homework/")
    text = link_of(page, f"1.p{entry(site, CHOSEN[0][1])['mark']}")
    _, right = wrong_and_right()
    script = """async ([text, log, name]) => {
        const script = document.querySelector('script[type=module][src*="/main.js"]').src;
        const { check } = await import(new URL('assignment.js', script));
        const key = check(text) + check(`${text} `), page = location.pathname;
        const doing = { text, title: '', name: 'Ada', tasks: 1, done: 1 };
        localStorage.setItem(`kontrapunkt/1/homework/${page}#${key}`, JSON.stringify(doing));
        localStorage.setItem(`kontrapunkt/1/log/${page}${key}/#${name}`, JSON.stringify(log));
    }"""
    page.evaluate(script, [text, ["kontrapunkt 1 0 puzzle", f"pick {right}", "solved 7"], CHOSEN[0][1]])
    page.goto(f"{site.url}homework/#a={text}")
    page.reload()
    expect(page.locator(".kp-begun li")).to_have_text(["Continue as Ada 1 of 1 done"])
    page.get_by_label("Your name or number").fill("Ben")
    page.keyboard.press("Enter")
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("")
    page.goto(f"{site.url}homework/#a={text}&at=1")
    page.goto(f"{site.url}homework/#a={text}")
    page.get_by_role("button", name="Continue as Ada").click()
    expect(page.locator(".kp-homework")).to_contain_text("Ada: 1 of 1 done.")
    handed_in(page)
    page.goto(f"{site.url}homework/")
    expect(page.locator(".kp-begun li")).to_have_count(2)
    assert complaints(page) == []


def test_links_that_lead_nowhere_say_so(page: Page, site: Server) -> None:
    page.goto(f"{site.url}homework/")
    expect(page.locator(".kp-homework h1")).to_have_text("Homework")
    expect(page.locator(".kp-homework")).to_contain_text("opens an assignment from your teacher")
    script = """async ([tasks, change]) => {
        const script = document.querySelector('script[type=module][src*="/main.js"]').src;
        const { check, written } = await import(new URL('assignment.js', script));
        const text = await written('', tasks);
        return change === 'cut' ? text.slice(0, -1) : change === 'newer' ? `2${text.slice(1)}` : text;
    }"""
    own = file_of(*CHOSEN[1])
    for tasks, change, said in (
        ([{"puzzle": "!!!!"}], "", "it was made with another version of the site"),
        ([{"own": own}], "cut", "This link is incomplete"),
        ([{"own": own}], "newer", "made by a newer version"),
    ):
        text = page.evaluate(script, [tasks, change])
        page.goto(f"{site.url}homework/#a={text}")
        expect(page.locator(".kp-homework .kp-notice")).to_contain_text(said)
    text = page.evaluate(script, [[{"own": own}], ""])
    page.goto(f"{site.url}homework/#a={text}")
    expect(page.locator(".kp-tasks li")).to_contain_text("Turn it round")
    for mangled in (f"#a={text})", f"#a%3D{text}.", f"#a={text.replace('.', '%2E')}%3E"):
        page.goto(f"{site.url}homework/")
        page.goto(f"{site.url}homework/{mangled}")
        expect(page.locator(".kp-tasks li")).to_contain_text("Turn it round")
    assert complaints(page) == []


def test_own_lesson_and_puzzle_can_be_homework(page: Page, context: BrowserContext, site: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site.url}teachers/assign/")
    page.get_by_text("Lessons", exact=True).click()
    lessons = page.locator("details:has(> summary:text-is('Lessons'))")
    lessons.get_by_label("Lesson").select_option(label="Your first deal of Ristikontra")
    lessons.get_by_role("button", name="Add").click()
    page.get_by_text("Your own puzzles", exact=True).click()
    own = page.locator("details", has_text="A position or a puzzle")
    own.get_by_label("A position or a puzzle").fill("nonsense")
    own.get_by_role("button", name="Add").click()
    expect(own.locator(".kp-notice")).to_contain_text("comes before any deal")
    own.get_by_label("A position or a puzzle").fill(file_of(*CHOSEN[0]))
    own.get_by_role("button", name="Add").click()
    expect(page.locator(".kp-chosen > li")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Make the link").click()
    page.get_by_role("link", name="View as a pupil").click()
    page.get_by_label("Your name or number").fill("Eve")
    page.keyboard.press("Enter")
    lesson = page.locator("[data-kp-lesson]")
    expect(lesson.locator(".kp-lesson-step[data-here] h2")).to_be_visible()
    assert lesson.locator(".kp-solution").count() == 0
    lesson.locator("[data-here] .kp-lesson-next").click()
    expect(lesson.locator(".kp-lesson-step").nth(1)).to_have_attribute("data-here", "")
    assert "&at=1" in page.url
    rule = lesson.locator("a.kp-rule-ref").first
    rule.dispatch_event("pointerover")
    assert str(rule.evaluate("link => link.href")).startswith(f"{site.url}ristikontra/rules/#")
    next_task(page)
    _, right = wrong_and_right()
    page.locator(f"[data-do='pick {right}']").press("Enter")
    expect(page.locator(".kp-task-ways .kp-state")).to_have_text("solved")
    page.evaluate(AXE)
    assert page.locator(".kp-homework").evaluate(RUN) == []
    next_task(page)
    code = handed_in(page)
    page.get_by_role("link", name="All tasks").click()
    page.get_by_role("link", name="For the teacher").click()
    page.get_by_label("Paste the codes here").fill(code)
    page.get_by_role("button", name="Check codes").click()
    expect(page.locator(".kp-class-table tbody tr")).to_contain_text(
        re.compile(r"Eve.*1 of 2.*0 of \d+.*✓", re.S)
    )
    assert complaints(page) == []
