"""`kontrapunkt serve --live` shows errors in the browser, and reloads when they are mended."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.site.conftest import CONFIG

WRONG = "# Mine\n\n```cards\n7X\n```\n\nBy [RL-R99].\n"
MENDED = "# Mine\n\n```cards\n7S\n```\n"
PATIENCE = 60


class Author:
    """An author with a browser: waits until a page says something."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = ["serve", "--live", "--port", str(self.port), *more]
        self.server = subprocess.Popen(
            [sys.executable, "-m", "kontrapunkt.cli", *words],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def page(self, address: str = "") -> str:
        with urlopen(f"http://127.0.0.1:{self.port}/{address}", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def sees(self, said: Callable[[str], bool], address: str = "") -> str:
        """Return the page once it says what is expected."""
        until = time.monotonic() + PATIENCE
        page = ""
        while time.monotonic() < until:
            try:
                page = self.page(address)
            except URLError:  # the server begins
                assert self.server.poll() is None
            if page and said(page):
                return page
            time.sleep(0.3)
        raise AssertionError(page[:2000])

    def leave(self) -> None:
        self.server.terminate()
        self.server.communicate()


@pytest.fixture
def author(little_site: Callable[..., Path]) -> Iterator[Author]:
    one = Author(little_site(**{"docs/index.md": WRONG, "docs/other.md": "# Other\n"}))
    yield one
    one.leave()


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_printed_address_answers_at_once(little_site: Callable[..., Path], more: tuple[str, ...]) -> None:
    one = Author(little_site(), *more)
    try:
        printed = one.server.stdout
        assert printed is not None
        url = next(each for line in printed for each in re.findall(r"http[^\"\s]+", line.decode()))
        assert url == f"http://127.0.0.1:{one.port}/"
        assert "Mine" in one.page()
    finally:
        one.leave()


def test_errors_are_shown_until_they_are_mended(author: Author) -> None:
    first = author.sees(lambda page: "2 errors" in page)
    assert "docs/index.md, line 4: " in first
    assert "docs/index.md, line 7: there is no rule RL-R99" in first
    assert first.count('class="kp-error"') == 2  # each in its place
    assert "livereload" in first
    assert "2 errors" in author.page("other/")
    (author.folder / "docs/index.md").write_text(MENDED)
    mended = author.sees(lambda page: "2 errors" not in page)
    assert 'data-kp="cards"' in mended
    assert "kp-error" not in mended


def test_error_that_stops_a_rebuild_is_shown(author: Author) -> None:
    author.sees(lambda page: "2 errors" in page)
    (author.folder / "docs/index.md").write_text(MENDED)
    before = author.sees(lambda page: "2 errors" not in page)
    (author.folder / "mkdocs.yml").write_text(CONFIG + "navi: [index.md]\nnav: 7\n")
    stopped = author.sees(lambda page: "The site cannot be built." in page, "other/")
    assert "nav" in stopped
    epoch = re.compile(r"livereload\((\d+)")
    old, new = (int(epoch.search(page)[1]) for page in (before, stopped))  # type: ignore[index]
    assert new > old
    (author.folder / "mkdocs.yml").write_text(CONFIG)
    assert "Other" in author.sees(lambda page: "The site cannot be built." not in page, "other/")
