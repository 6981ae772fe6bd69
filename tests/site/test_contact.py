"""Where readers can write to: what the host names, and otherwise what the page says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from markdown import Markdown

from kontrapunkt_site.fences.contact import link_to
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import PageError
from tests.site.built import ROOT
from tests.site.conftest import CONFIG
from tests.site.warm import kontrapunkt

FENCE = "```contact\nAsk *them*, and name [RL-R5].\n```\n"


def shown(contact: str, fence: str = FENCE) -> str:
    return Markdown(extensions=[KontrapunktExtension(Page(contact=contact))]).convert(fence)


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://cards.example/issues/", '<a href="https://cards.example/issues/">cards.example/issues</a>'),
        ("http://cards.example", '<a href="http://cards.example">http://cards.example</a>'),
        ("errors@cards.example", '<a href="mailto:errors@cards.example">errors@cards.example</a>'),
        (
            "https://cards.example/?a=1&b=2",
            '<a href="https://cards.example/?a=1&amp;b=2">cards.example/?a=1&amp;b=2</a>',
        ),
    ],
)
def test_an_address_becomes_a_link(address: str, link: str):
    assert shown(address) == f"<p>Write to {link}.</p>"


def test_without_one_the_page_speaks():
    html = shown("")
    assert html.startswith("<p>Ask <em>them</em>, and name ")
    assert "Write to" not in html


@pytest.mark.parametrize(
    "address", ["me", "javascript:alert(1)", "https://", "a@b", "a b@cards.example", "/issues"]
)
def test_what_is_no_address(address: str):
    with pytest.raises(ValueError, match="neither the address"):
        link_to(address)


def test_an_empty_fence():
    with pytest.raises(PageError, match="has no contact address"):
        shown("", "```contact\n```\n")


def test_a_site_with_an_address(little_site: Callable[..., Path]):
    config = f"{CONFIG}extra: {{contact: errors@cards.example}}\n"
    folder = little_site(**{"mkdocs.yml": config, "docs/index.md": f"# Mine\n\n{FENCE}"})
    assert kontrapunkt("build", folder=folder).returncode == 0
    assert '"mailto:errors@cards.example"' in (folder / "site/index.html").read_text("utf-8")
    (folder / "mkdocs.yml").write_text(config.replace("errors@", "errors at "), "utf-8")
    built = kontrapunkt("build", folder=folder)
    assert built.returncode == 1
    assert "extra.contact: “errors at cards.example” is neither the address" in built.stderr


def test_our_page_says_what_to_do_either_way():
    page = (ROOT / "docs/about.md").read_text("utf-8")
    assert page.count("```contact\n") == 1
    assert "KONTRAPUNKT_CONTACT" in (ROOT / "mkdocs.yml").read_text("utf-8")
