"""Rule numbers and headings of the rules pages stay where links lead, however the pages are ordered."""

import re
from pathlib import Path

import pytest

from kontrapunkt_site.rule_pages import RULE

KNOWN = Path(__file__).with_name("rule_anchors.txt")


def known() -> dict[str, list[str]]:
    """The ids that have been published, by page."""
    lines = KNOWN.read_text("utf-8").split("\n\n")[1:]
    return {page: [each.removeprefix("#") for each in ids] for page, *ids in map(str.split, lines)}


def test_published_anchors_stay(built_site: Path) -> None:
    for page, ids in known().items():
        text = (built_site / page / "index.html").read_text("utf-8")
        there = re.findall(r'\bid="([^"]+)"', text)
        assert [each for each in ids if there.count(each) != 1] == [], page


def test_no_rule_is_given_a_new_number(built_site: Path) -> None:
    """The list grows when a rule is added; a number that is gone, or moved to another page, was published."""
    for page, ids in known().items():
        assert set(numbers(built_site, page)) == {each for each in ids if re.fullmatch(RULE, each)}, page


@pytest.mark.parametrize(("game", "prefix", "count"), [("kontra", "KO-A", 12), ("ristikontra", "RK-A", 11)])
def test_moved_rulings_are_still_reached(game: str, prefix: str, count: int, built_site: Path) -> None:
    """A ruling that went to a page of its own left its anchor behind, on a link that leads there."""
    text = (built_site / game / "rules/index.html").read_text("utf-8")
    for number in range(1, count + 1):
        rule = f"{prefix}{number}"
        links = [link for link in re.findall(r"<a [^>]*>", text) if f'id="{rule}"' in link]
        assert len(links) == 1, rule
        assert f'href="../disputed/#{rule}"' in links[0]


def test_moved_house_rules_are_still_reached(built_site: Path) -> None:
    """Refusals link to the page with most rules of a game; there a link leads on to the options."""
    text = (built_site / "doppelkopf/rules/index.html").read_text("utf-8")
    moved = [each for each in known()["doppelkopf/options/"] if re.fullmatch(RULE, each)]
    assert len(moved) == 16
    for rule in moved:
        links = [link for link in re.findall(r"<a [^>]*>", text) if f'id="{rule}"' in link]
        assert len(links) == 1, rule
        assert f'href="../options/#{rule}"' in links[0]


@pytest.mark.parametrize(
    ("page", "played", "trouble"),
    [
        ("doppelkopf/rules/", "DK-P2", "DK-R2"),  # following suit; reservations
        ("koenigrufen-graden/rules/", "KG-P2", "KG-R4"),  # following suit; a second beggar
        ("konter-a-matt/rules/", "KM-R14", "KM-R8"),  # what may be played; announcements
        ("kontra/rules/", "KO-R6", "KO-R3"),  # any card; a locked pack
        ("kontraspiel/rules/", "KS-R22", "KS-R6"),  # following suit; a Wenzel turned up
        ("ristiklappi/rules/", "RL-R1", "RL-R10"),  # any card; the fourth king
        ("ristikontra/rules/", "RK-R4", "RK-R9"),  # any card; a rank that is barred
    ],
)
def test_legal_play_comes_before_penalties(page: str, played: str, trouble: str, built_site: Path) -> None:
    order = numbers(built_site, page)
    assert order.index(played) < order.index(trouble)
    assert order.index(played) < 6, "a beginner reads other rules first"


def numbers(site: Path, page: str) -> list[str]:
    """The rules of a page, in the order in which they stand."""
    text = (site / page / "index.html").read_text("utf-8")
    return re.findall(rf'<p class="kp-rule" id="({RULE})"', text)
