"""`kontrapunkt serve` as a static host: types, compression, caching, policy, nothing from outside."""

import asyncio
import gzip
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from email.message import Message
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import brotli
import pytest

from kontrapunkt.commands import static_host
from kontrapunkt.commands.static_host import StaticHost
from kontrapunkt.commands.static_site import Response, StaticSite, coding_for, part_of
from tests.engine.test_cli import complaint

POLICY = "default-src 'self'"
HEADERS = f"""\
/*
  Content-Security-Policy: {POLICY}
/assets/*
  Cache-Control: public, max-age=31536000, immutable
"""
SITEMAP = "<urlset><url><loc>http://nowhere/</loc></url><url><loc>http://nowhere/game/</loc></url></urlset>"
SCRIPT = b"let a = 1;\n" * 1000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site."""
    folder = tmp_path_factory.mktemp("site")
    for name, content in {
        "_headers": HEADERS.encode(),
        "index.html": b"<p>start",
        "game/index.html": b"<p>game",
        "404.html": b"<p>not here",
        "sitemap.xml": SITEMAP.encode(),
        "assets/a.mjs": SCRIPT,
        "assets/a.wasm": b"\0asm" * 99,
        "assets/a.png": b"png" * 99,
        "a.bin": bytes(range(100)),
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> StaticSite:
    return StaticSite(folder, "/repo/")


class Reader:
    """One who asks a site, with headers by keyword."""

    def __init__(self, site: StaticSite, target: str, method: str = "GET", **headers: str) -> None:
        asked = Message()
        for name, value in headers.items():
            asked[name.replace("_", "-")] = value
        answer = site.answer(target, asked, method)
        self.status, self.headers, self.body = answer.status, answer.headers, answer.body
        if self.status is not HTTPStatus.NOT_MODIFIED:
            assert self.headers["Content-Security-Policy"].startswith(POLICY)


# What is answered


def test_a_page_is_asked_for_again(site: StaticSite) -> None:
    page = Reader(site, "/repo/")
    assert (page.status, page.body) == (HTTPStatus.OK, b"<p>start")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-cache"
    tag = page.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = Reader(site, "/repo/", If_None_Match=known)
        assert (again.status, again.body) == (HTTPStatus.NOT_MODIFIED, b"")
        assert again.headers == {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    assert Reader(site, "/repo/", If_None_Match='"other"').status is HTTPStatus.OK


def test_what_never_changes_is_kept(site: StaticSite) -> None:
    script = Reader(site, "/repo/assets/a.mjs", Accept_Encoding="gzip")
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (script.headers["Content-Encoding"], script.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(script.body) == SCRIPT
    small = Reader(site, "/repo/assets/a.mjs", Accept_Encoding="gzip, br")
    assert brotli.decompress(small.body) == SCRIPT
    picture = Reader(site, "/repo/assets/a.png?v=2", Accept_Encoding="gzip")
    assert (picture.headers["Content-Type"], picture.body) == ("image/png", b"png" * 99)
    assert "Content-Encoding" not in picture.headers


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", ""),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "br"),
        ("gzip;q=0", ""),
        ("gzip; q=0.000, br; q=0", ""),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.5, GZIP;Q=0.8", "gzip"),
        ("*", "br"),
        ("*;q=0", ""),
        ("gzip, *;q=0", "gzip"),
        ("identity, gzip;q=0.5", ""),
        ("identity;q=0.1, gzip;q=0.5", "gzip"),
        ("gzip;q=nan", ""),
    ],
)
def test_compression_is_as_the_reader_likes_it(accepted: str, coding: str) -> None:
    assert coding_for(accepted) == coding


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-9", range(10)),
        ("bytes=90-", range(90, 100)),
        ("bytes=90-999", range(90, 100)),
        ("bytes=-7", range(93, 100)),
        ("bytes=-999", range(100)),
        ("bytes=100-", range(0)),
        ("bytes=200-300", range(0)),
        ("bytes=-0", range(0)),
        ("bytes=9-5", None),
        ("bytes=-", None),
        ("bytes=0-1,5-6", None),
        ("lines=0-9", None),
        ("bytes=0-" + "9" * 5000, None),
        ("", None),
    ],
)
def test_parts(site: StaticSite, asked: str, part: range | None) -> None:
    found = part_of(asked, 100)
    assert found is part is None or [*(found or ())] == [*(part or ())]
    answer = Reader(site, "/repo/a.bin", Range=asked)
    if part is None:
        assert (answer.status, len(answer.body)) == (HTTPStatus.OK, 100)
    elif part:
        assert (answer.status, answer.body) == (HTTPStatus.PARTIAL_CONTENT, bytes(part))
        assert answer.headers["Content-Range"] == f"bytes {part[0]}-{part[-1]}/100"
    else:
        assert answer.status is HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE
        assert answer.headers["Content-Range"] == "bytes */100"


def test_a_part_is_of_what_the_reader_has(site: StaticSite) -> None:
    whole = Reader(site, "/repo/a.bin")
    assert whole.headers["Accept-Ranges"] == "bytes"
    for known in (whole.headers["ETag"], whole.headers["Last-Modified"]):
        assert Reader(site, "/repo/a.bin", Range="bytes=5-", If_Range=known).body == whole.body[5:]
    assert Reader(site, "/repo/a.bin", Range="bytes=5-", If_Range='"old"').body == whole.body
    assert Reader(site, "/repo/a.bin", "HEAD", Range="bytes=5-").body == whole.body
    packed = Reader(site, "/repo/assets/a.mjs", Accept_Encoding="gzip")
    half = Reader(site, "/repo/assets/a.mjs", Accept_Encoding="gzip", Range="bytes=9-")
    assert (half.body, half.headers["Content-Encoding"]) == (packed.body[9:], "gzip")


def test_folders_get_their_slash(site: StaticSite) -> None:
    for path, to in {
        "/repo": "/repo/",
        "/repo/game": "/repo/game/",
        "/repo/game?a=b": "/repo/game/?a=b",
    }.items():
        answer = Reader(site, path)
        assert (answer.status, answer.headers["Location"]) == (HTTPStatus.MOVED_PERMANENTLY, to)
    assert Reader(site, "http://localhost/repo/game/").body == b"<p>game"


@pytest.mark.parametrize(
    "path",
    [
        "nowhere/at/all",
        "../../../../../../etc/passwd",
        "%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/etc/passwd",
        "..%2f..%2f..%2f..%2fetc%2fpasswd",
        "%00",
        "%ff%fe",
        "_headers",
        "index.html/x",
        "assets/",
        "x" * 256,
        "x/" * 5000,
        "%F0%9F%8E%B4" * 64,
    ],
    ids=lambda path: path[:30],
)
def test_what_is_not_there_gets_the_sites_page(site: StaticSite, path: str) -> None:
    answer = Reader(site, "/repo/" + path)
    assert (answer.status, answer.body) == (HTTPStatus.NOT_FOUND, b"<p>not here")
    assert Reader(site, "/" + path).status is HTTPStatus.NOT_FOUND


def test_the_site_map_names_the_host(site: StaticSite) -> None:
    """So that instant navigation works wherever the site is served; a host is text, whatever it is."""
    answer = Reader(site, "/repo/sitemap.xml", Host="example.org:80", Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"<loc>http://example.org:80/repo/game/</loc>" in gzip.decompress(answer.body)
    wicked = Reader(site, "/repo/sitemap.xml", Host="x</loc><script>&")
    assert b"<loc>http://x&lt;/loc&gt;&lt;script&gt;&amp;/repo/game/</loc>" in wicked.body


def test_our_own_site(built_site: Path) -> None:
    """Its headers file has the policy that its pages bear, and a long life for the runtime."""
    site = StaticSite(built_site)
    page = Reader(site, "/")
    assert page.headers["Content-Security-Policy"] in bytes(page.body).decode()
    (runtime,) = (built_site / "assets/kontrapunkt").glob("runtime-*")
    wasm = Reader(site, f"/assets/kontrapunkt/{runtime.name}/pyodide.asm.wasm", Accept_Encoding="gzip")
    assert wasm.headers["Content-Type"] == "application/wasm"
    assert wasm.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert len(wasm.body) < 3_500_000


@pytest.mark.parametrize(
    "path",
    [
        "%2Fevil.example/..%2F..%2Fgame",
        "%2F%2Fevil.example/..%2Fgame",
        "/evil.example/%2e%2e/game",
        "%5Cevil.example/..%2Fgame",
        "..%2F{folder}/",
        "..%2F{folder}",
        "game/..",
        "game%2F..%2Fgame",
        "./game/",
        "game//",
        "linked/",
        "linked",
        "ix/",
        "ix",
        "out.html",
        ".git/config",
        "%2egit/config",
        ".htpasswd",
        "seen.txt",
        "game/.DS_Store",
    ],
)
@pytest.mark.parametrize("root", ["/", "/repo/"])
def test_path_that_leads_astray_finds_nothing(folder: Path, tmp_path: Path, path: str, root: str) -> None:
    """Neither another host nor a folder's name, nothing hidden, nothing linked to from outside the site."""
    copy, outside = tmp_path / "site", tmp_path / "outside"
    shutil.copytree(folder, copy)
    outside.mkdir()
    (outside / "index.html").write_text("secret", "utf-8")
    for name in (".git/config", ".htpasswd", "game/.DS_Store"):
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text("secret", "utf-8")
    (copy / "ix").mkdir()
    (copy / "ix/index.html").symlink_to(outside / "index.html")
    (copy / "linked").symlink_to(outside)
    (copy / "out.html").symlink_to(outside / "index.html")
    (copy / "seen.txt").symlink_to(copy / ".htpasswd")
    answer = Reader(StaticSite(copy, root), root + path.format(folder=copy.name))
    assert (answer.status, answer.body) == (HTTPStatus.NOT_FOUND, b"<p>not here")
    assert "Location" not in answer.headers


def test_well_known_folder_is_served(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "site")
    (tmp_path / "site/.well-known").mkdir()
    (tmp_path / "site/.well-known/security.txt").write_text("Contact: me", "utf-8")
    assert Reader(StaticSite(tmp_path / "site"), "/.well-known/security.txt").body == b"Contact: me"


# The connection


@pytest.fixture(scope="module")
def host(site: StaticSite) -> Iterator[StaticHost]:
    """The small site on a port of this machine, with little patience."""
    with pytest.MonkeyPatch.context() as patch, StaticHost(site, ("127.0.0.1", 0)) as host:
        patch.setattr(static_host, "PATIENCE", 1.0)
        serving = threading.Thread(target=host.serve_forever)
        serving.start()
        yield host
        host.shutdown()
        serving.join()


def said(host: StaticHost, *parts: bytes) -> bytes:
    """All that is answered to what is sent, until the host hangs up."""
    address = host.server_address[:2]
    with socket.create_connection((str(address[0]), int(address[1])), timeout=20) as line:
        for part in parts:
            line.sendall(part)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


def test_requests_one_after_the_other(host: StaticHost) -> None:
    """The body of one is not taken for the next; a request for the head gets no body."""
    answer = said(
        host,
        b"GET /repo/ HTTP/1.1\r\nHost: x\r\nContent-Length: 26\r\n\r\nGET /repo/a.bin HTTP/1.1\r\n",
        b"HEAD /repo/game/ HTTP/1.1\r\nHost: x\r\n\r\nGET /repo/game/ HTTP/1.1\r\nConnection: close\r\n\r\n",
    )
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200"] * 3
    assert re.findall(rb"Content-Length: (\d+)", answer) == [b"8", b"7", b"7"]
    assert answer.count(b"<p>") == 2


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /repo/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 411),
        (b"GET /repo/ HTTP/1.1\r\nContent-Length: 99999999\r\n\r\nabc", 413),
        (b"GET /repo/ HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 0\r\n\r\nabc", 400),
        (b"GET /repo/ HTTP/1.1\r\nContent-Length: 3, 0\r\n\r\nabc", 400),
        (b"GET /repo/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /repo/ HTTP/1.1\r\nContent-Length: -3\r\n\r\nabc", 400),
        (b"POST /repo/ HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", 501),
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/9.9\r\n\r\n", 505),
        (b"what is this\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n", 431),
        (b"GET http://[ HTTP/1.1\r\nConnection: close\r\n\r\n", 404),
    ],
    ids=lambda value: str(value)[:30],
)
def test_refusals_bear_the_policy_and_end_the_connection(
    host: StaticHost, request_: bytes, status: int
) -> None:
    answer = said(host, request_)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert b"\r\nContent-Security-Policy: " + POLICY.encode() in answer
    assert b"\r\nConnection: close\r\n" in answer
    assert b"Content-Type: text/plain" in answer


def test_half_a_request_comes_to_an_end(host: StaticHost) -> None:
    """Also one whose body does not come, and a connection on which nothing more does."""
    line = b"GET /repo/ HTTP/1.1\r\n"
    halves = [b"", b"GET /re", line + b"Host: x\r\n", line + b"Content-Length: 5\r\n\r\nabc", line + b"\r\n"]
    with ThreadPoolExecutor() as readers:
        *nothing, page = readers.map(partial(said, host), halves)
    assert nothing == [b""] * 4
    assert page.endswith(b"<p>start")


def test_slow_request_is_ended(host: StaticHost) -> None:
    address = host.server_address[:2]
    with socket.create_connection((str(address[0]), int(address[1])), timeout=0.2) as line:
        line.sendall(b"GET /repo/ HTTP/1.1\r\n")
        for _ in range(100):
            try:
                line.sendall(b"a")
                if line.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the host waits for ever")


def test_what_lies_unread_is_answered_however_late(site: StaticSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that the host takes is not held against its reader."""
    monkeypatch.setattr(static_host, "PATIENCE", -1.0)
    handled = StaticHost.process_request_thread

    def late(host: StaticHost, *request: Any) -> None:
        host.awaits(request[0])
        host.service_actions()
        handled(host, *request)

    monkeypatch.setattr(StaticHost, "process_request_thread", late)
    with StaticHost(site, ("127.0.0.1", 0)) as host, socket.socket() as line:
        line.settimeout(20)
        line.connect(host.server_address)
        line.sendall(b"GET /repo/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        host.handle_request()
        answer = b"".join(iter(partial(line.recv, 65536), b""))
    assert answer.startswith(b"HTTP/1.1 200 ")


def test_a_thousand_readers_at_once(site: StaticSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """They share a machine with their host, so this one has the patience of a busy machine."""
    monkeypatch.setattr(static_host, "PATIENCE", 60.0)

    async def read() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /repo/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        return answer

    async def all_() -> list[bytes]:
        return await asyncio.gather(*(read() for _ in range(1000)))

    with StaticHost(site, ("127.0.0.1", 0)) as host, ThreadPoolExecutor(2) as threads:
        port = host.server_address[1]
        threads.submit(host.serve_forever)
        try:  # the browser of other tests may have a loop in this thread
            answers = threads.submit(asyncio.run, all_()).result()
        finally:
            host.shutdown()
    assert all(answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"<p>start") for answer in answers)


@pytest.fixture
def few_descriptors(folder: Path) -> Iterator[int]:
    """The port of a host that may have 128 descriptors and no more."""
    limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (128, 128))
    words = [sys.executable, "-m", "kontrapunkt.cli", "serve", "--port", "0", "--site-dir", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, preexec_fn=limit) as process:
        assert process.stdout
        yield int(process.stdout.readline().rpartition(":")[2].strip("/\n"))
        process.send_signal(signal.SIGINT)


SILENT = b""
STALLED = b"GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("sent", [SILENT, STALLED], ids=["silent", "stalled"])
def test_reader_is_served_while_others_hold_all_connections(
    folder: Path, few_descriptors: int, sent: bytes
) -> None:
    (folder / "big.bin").write_bytes(bytes(20_000_000))
    address = ("127.0.0.1", few_descriptors)
    with ExitStack() as others:
        for _ in range(200):
            line = others.enter_context(socket.create_connection(address, timeout=30))
            line.sendall(sent)
        line = others.enter_context(socket.create_connection(address, timeout=30))
        line.sendall(b"GET /game/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(partial(line.recv, 65536), b""))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"<p>game")


def test_limit_of_descriptors_is_raised() -> None:
    code = "import resource; from kontrapunkt.commands.static_host import raise_descriptor_limit as raised; "
    code += "print(raised(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (256, 900))
    done = subprocess.run([sys.executable, "-c", code], preexec_fn=limit, capture_output=True, text=True)
    assert done.stdout == "900 900\n"


def test_parts_share_the_bytes_of_the_whole(site: StaticSite) -> None:
    """A hundred readers of a large file hold it once."""
    parts = [site.answer("/repo/a.bin", Message()), *(_part(site, n) for n in range(3))]
    assert len({id(each.body.obj) for each in parts if isinstance(each.body, memoryview)}) == 1
    assert parts[1].body.obj is parts[0].body  # type: ignore[union-attr]


def _part(site: StaticSite, begin: int) -> Response:
    asked = Message()
    asked["Range"] = f"bytes={begin}-"
    return site.answer("/repo/a.bin", asked)


# The command


def test_server_prints_address_and_ends_on_interrupt(folder: Path) -> None:
    words = [sys.executable, "-m", "kontrapunkt.cli", "serve", "--port", "0", "--path", "/Käse"]
    process = subprocess.Popen([*words, "--site-dir", str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/K%C3%A4se/\n", process.stdout.readline())
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert process.stdout.read() == ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--host", ""], "--host needs an address of this computer or its name"),
        (["--host", " "], "--host needs an address"),
        (["--host", "", "--live"], "--host needs an address"),
        (["--host", "\x1b[31m"], "--host needs an address"),
        (["--host", "a\0b"], "--host needs an address"),
        (["--host", "x" * 10_000], "cannot listen at xxx"),
        (["--host", "..x"], "cannot listen at ..x:8000: "),
        (["--port", "65536"], "there is no port 65536"),
        (["--site-dir", "x" * 10_000], "there is no site in xxx"),
        (["--site-dir", "a\0b"], "there is no site in a\ufffdb"),
    ],
    ids=lambda value: (
        " ".join(value)[:20].encode("unicode_escape").decode() if isinstance(value, list) else ""
    ),
)
def test_where_it_cannot_be(folder: Path, given: list[str], said: str) -> None:
    assert said in complaint("serve", "--site-dir", str(folder), *given)
