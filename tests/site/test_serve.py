"""`kontrapunkt serve` as a static host: types, compression, caching, policy, nothing from outside."""

import gzip
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest

BASE = "/repo/"


@pytest.fixture(scope="module")
def host(built_site: Path) -> Iterator[str]:
    """The address of our site as served under a path."""
    words = [sys.executable, "-m", "kontrapunkt.cli", "serve", "--port", "0", "--path", BASE]
    process = subprocess.Popen([*words, "--site-dir", str(built_site)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    assert process.stdout.read() == ""


def ask(host: str, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection(urlsplit(host).netloc, timeout=10)
    connection.request(
        method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    return answer, answer.read()


def runtime(built_site: Path) -> str:
    (folder,) = (built_site / "assets/kontrapunkt").glob("runtime-*")
    return f"{BASE}assets/kontrapunkt/{folder.name}/"


def test_it_says_where_it_is(host: str) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/repo/", host)


def test_a_page_has_the_policy_and_is_asked_for_again(host: str) -> None:
    answer, body = ask(host, BASE)
    assert answer.status == 200
    assert answer.getheader("Content-Type") == "text/html; charset=utf-8"
    assert answer.getheader("Cache-Control") == "no-cache"
    policy = answer.getheader("Content-Security-Policy") or ""
    assert "default-src 'self'" in policy
    assert policy in body.decode()
    again, nothing = ask(host, BASE, If_None_Match=answer.getheader("ETag") or "")
    assert (again.status, nothing) == (304, b"")


def test_what_never_changes_is_kept(host: str, built_site: Path) -> None:
    answer, body = ask(host, runtime(built_site) + "pyodide.asm.wasm", Accept_Encoding="gzip")
    assert answer.getheader("Content-Type") == "application/wasm"
    assert answer.getheader("Cache-Control") == "public, max-age=31536000, immutable"
    assert answer.getheader("Content-Encoding") == "gzip"
    assert len(body) < 3_500_000
    assert gzip.decompress(body)[:4] == b"\0asm"


def test_modules_are_scripts(host: str, built_site: Path) -> None:
    answer, _ = ask(host, runtime(built_site) + "pyodide.mjs")
    assert answer.getheader("Content-Type") == "text/javascript; charset=utf-8"
    assert answer.getheader("Content-Encoding") is None


def test_head_has_no_body(host: str) -> None:
    answer, body = ask(host, BASE, "HEAD")
    assert int(answer.getheader("Content-Length") or 0) > 1000
    assert body == b""


def test_folders_get_their_slash(host: str) -> None:
    for path in ("/repo", "/repo/ristiklappi"):
        answer, _ = ask(host, path)
        assert (answer.status, answer.getheader("Location")) == (301, path + "/")


def test_what_is_not_there_gets_the_sites_page(host: str) -> None:
    answer, body = ask(host, BASE + "nowhere/at/all")
    assert answer.status == 404
    assert b"Kontrapunkt" in body
    assert ask(host, "/elsewhere")[0].status == 404


def test_the_site_map_names_the_host(host: str) -> None:
    """So that instant navigation works wherever the site is served."""
    _, body = ask(host, BASE + "sitemap.xml", Accept_Encoding="gzip")
    assert f"<loc>{host}ristiklappi/rules/</loc>" in body.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/repo/../../../../../../etc/passwd",
        "/repo/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/repo//etc/passwd",
        "/repo/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/repo/%00",
        "/repo/_headers",
        "/repo/index.html/x",
    ],
)
def test_nothing_else_is_served(host: str, path: str) -> None:
    address = urlsplit(host)
    with socket.create_connection((str(address.hostname), address.port or 0), timeout=10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 404 "), answer[:200]
    assert b"root:" not in answer
