"""`kontrapunkt serve --class`: a laptop that serves a class, and tells it how to get there."""

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.message import Message
from http import HTTPStatus
from ipaddress import IPv4Address
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from kontrapunkt.classroom import network, qr
from kontrapunkt.commands.serve import BOARD, ClassSite
from kontrapunkt.commands.static_host import StaticHost
from tests.engine.test_cli import complaint

LARGE = bytes(range(256)) * 40_000  # as the engine is

POLICY = "default-src 'self'"

in_a_network = pytest.mark.skipif(not network.addresses(), reason="this computer is not in a network")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site beside something that is nobody's business."""
    folder = tmp_path_factory.mktemp("class") / "site"
    folder.mkdir()
    (folder / "_headers").write_text(f"/*\n  Content-Security-Policy: {POLICY}\n")
    (folder / "index.html").write_text("<p>start")
    (folder / "engine.wasm").write_bytes(LARGE)
    (folder.parent / "marks.csv").write_text("nobody's business")
    (folder / "link.csv").symlink_to(folder.parent / "marks.csv")
    return folder


@contextmanager
def class_begun(folder: Path, *words: str) -> Iterator[tuple[str, list[str]]]:
    """The command while it runs: the address, and what it says below it, line by line."""
    command = [sys.executable, "-m", "kontrapunkt.cli", "serve", "--class", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--site-dir", str(folder), *words], stdout=subprocess.PIPE, encoding="utf-8", env=UTF8
    )
    assert process.stdout
    try:
        url = process.stdout.readline().strip()
        told: list[str] = []
        while "guest networks often do not" not in " ".join(told):
            told.append(process.stdout.readline().rstrip("\n"))
        yield url, told
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


UTF8 = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}


def read(url: str) -> str:
    with urlopen(url, timeout=20) as answer:
        return str(answer.read().decode())


@in_a_network
def test_a_class_is_told_how_to_get_there(folder: Path) -> None:
    """Address and code in the terminal, and on a page under the site's own policy."""
    with class_begun(folder) as (url, told):
        address = IPv4Address(re.fullmatch(r"http://([\d.]+):\d+/", url)[1])  # type: ignore[index]
        assert not address.is_loopback
        assert read(url) == "<p>start"
        said = "\n".join(told)
        assert qr.terminal(url) in said
        assert f"{url}{BOARD} shows this address" in said
        assert "need HTTPS" in said
        with urlopen(url + BOARD, timeout=20) as answer:
            board = answer.read().decode()
            assert answer.headers["Content-Security-Policy"] == POLICY
        assert f">{url}</a>" in board
        assert qr.svg(url, "QR code for this address") in board
        port = int(url.rstrip("/").rpartition(":")[2])
        with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), 5):
            pass  # it listens in the network alone


@in_a_network
@pytest.mark.parametrize("path", ["../marks.csv", "%2e%2e/marks.csv", "link.csv", "_headers", "nowhere"])
def test_nothing_but_the_site_is_shown(folder: Path, path: str) -> None:
    with class_begun(folder) as (url, _), pytest.raises(HTTPError) as refused:
        read(url + path)
    assert refused.value.code == HTTPStatus.NOT_FOUND


def test_thirty_pupils_begin_at_once(folder: Path) -> None:
    """Each gets the whole of what the engine weighs, and nobody waits for ever."""
    with StaticHost(ClassSite(folder), ("127.0.0.1", 0)) as host:
        serving = threading.Thread(target=host.serve_forever)
        serving.start()

        def begun(_: int) -> bool:
            with urlopen(Request(f"{host.url}engine.wasm"), timeout=60) as answer:
                return bool(answer.read() == LARGE)

        with ThreadPoolExecutor(30) as pupils:
            assert list(pupils.map(begun, range(30))) == [True] * 30
        host.shutdown()
        serving.join()


def test_the_site_has_the_page_under_its_path(folder: Path) -> None:
    site = ClassSite(folder, "/school")
    site.url = "http://192.0.2.7:8000/school/"
    assert site.answer(f"/school/{BOARD}?large", Message()).status is HTTPStatus.OK
    assert site.answer(f"/{BOARD}", Message()).status is HTTPStatus.NOT_FOUND
    assert site.board == f"http://192.0.2.7:8000/school/{BOARD}"


def test_an_address_is_text_on_its_page() -> None:
    assert "<script" not in network.page("http://x/<script>")


def test_address_is_shown_without_code_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    page = network.page("http://192.0.2.7/")
    assert "http://192.0.2.7/</a>" in page
    assert "<svg" not in page


def test_addresses_are_such_that_others_reach_them() -> None:
    found = network.addresses()
    assert len(found) == len(set(found))
    for each in found:
        assert not IPv4Address(each).is_loopback
        with socket.create_server((each, 0)):  # it is one of this machine's
            pass


def test_a_machine_in_no_network_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "addresses", list)
    assert "this computer is not in a network" in complaint("serve", "--class", "--site-dir", str(folder))


def test_a_class_is_not_served_what_is_rebuilt() -> None:
    assert "not allowed with argument" in complaint("serve", "--class", "--live")
