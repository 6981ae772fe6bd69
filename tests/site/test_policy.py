"""The policy: what may run and load, what the build says about the rest, and the settings for both."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontrapunkt.commands.static_site import StaticSite
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.blocked import PolicyWatch
from kontrapunkt_site.csp import Policy, apply, headers, inline_scripts
from kontrapunkt_site.integrity import hash_of
from kontrapunkt_site.problems import Text
from kontrapunkt_site.settings import Settings
from tests.site.built import kontrapunkt

PAGE = """\
---
title: "Mine <script>frontMatter()</script>"
---

# Mine

<script src="https://cdn.example/a.js"></script>

<iframe src="https://video.example/embed?a=1&amp;b=2"></iframe>

![A](https://img.example/a.png) and <img src="a.png" onclick="handler()">

<script>
  inPage("<b>");
</script>

See [RL-R4].

<script>neverClosed()
"""
TEMPLATE = """\
{% extends "base.html" %}
{% block extrahead %}
<script>inTemplate()</script>
<script src="https://cdn.example/t.js"></script>
{% endblock %}
"""
CONFIG = """\
site_name: Mine
theme: {name: material, custom_dir: overrides}
extra_javascript:
  - https://cdn.example/e.js
extra_css: [https://style.example/e.css]
plugins:
  - search: LANGUAGES
  - kontrapunkt: SETTINGS
"""
COPY = "<!doctype html>\n<title>x</title>\n<script>inCopy()</script>\n<p>\xe4\n"


def write(folder: Path, settings: str, languages: str = "{}") -> Path:
    """A site with everything that a policy may stop."""
    for name, text in {
        "mkdocs.yml": CONFIG.replace("SETTINGS", settings).replace("LANGUAGES", languages),
        "docs/index.md": PAGE,
        "docs/second.md": "# Second\n\n:7S:\n",
        "overrides/main.html": TEMPLATE,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "docs/a.png").write_bytes(b"")
    (folder / "docs/copy.html").write_bytes(COPY.encode("latin-1"))
    return folder


class Built:
    """A site that has been built."""

    def __init__(self, folder: Path) -> None:
        done = kontrapunkt("build", folder=folder)
        assert done.returncode == 0, done.stderr
        self.said = done.stderr.splitlines()
        self.site = folder / "site"
        self.headers = (self.site / "_headers").read_text()
        self.page = (self.site / "index.html").read_text("utf-8")

    def sources(self, directive: str) -> list[str]:
        found = re.search(rf"[ ;]{directive} ([^;]*)", self.headers)
        assert found
        return found[1].split()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return Built(write(tmp_path_factory.mktemp("strict"), "{}"))


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Built:
    settings = (
        "{scripts: [cdn.example], frames: [https://video.example/embed], images: ['*.example'],"
        " rulebook_url: https://rules.example/house/}"
    )
    return Built(write(tmp_path_factory.mktemp("named"), settings, "{lang: [en, fi]}"))


def test_template_scripts_run_and_author_scripts_do_not(strict: Built) -> None:
    allowed = strict.sources("script-src")
    assert f"'{hash_of('inTemplate()')}'" in allowed
    written = {each for each in inline_scripts(strict.page) if "inTemplate" not in each}
    assert {"frontMatter()", '\n  inPage("<b>");\n'} <= written
    (never,) = (each for each in written if "neverClosed" in each)
    assert "</article>" in never  # such a script takes in what the theme has behind it
    copied = (strict.site / "copy.html").read_bytes()
    assert b"inCopy()" in copied
    assert b"<p>\xe4" in copied
    for script in ("frontMatter()", '\n  inPage("<b>");\n', never, "inCopy()"):
        assert f"'{hash_of(script)}'" not in allowed
    ours = {each for each in inline_scripts(strict.page) if "__md_" in each and "neverClosed" not in each}
    assert ours
    assert {f"'{hash_of(each)}'" for each in ours} <= {*allowed}


STOPPED = {
    ("docs/copy.html", 3): "a script written into the page (inCopy())",
    ("docs/index.md", 2): "a script written into the page (frontMatter())",
    ("docs/index.md", 7): "the script https://cdn.example/a.js; add cdn.example to scripts",
    ("docs/index.md", 9): "the frame https://video.example/embed?a=1&b=2; add video.example to frames",
    ("docs/index.md", 11): "the image https://img.example/a.png; add img.example to images",
    ("docs/index.md", 14): 'a script written into the page (inPage("<b>");)',
    ("docs/index.md", 19): "a script written into the page (neverClosed())",
    ("mkdocs.yml", 4): "the script https://cdn.example/e.js; add cdn.example to scripts",
    ("mkdocs.yml", 5): "the style sheet https://style.example/e.css; keep a copy",
    ("overrides/main.html", 4): "the script https://cdn.example/t.js; add cdn.example to scripts",
}


def test_the_build_says_what_the_policy_stops(strict: Built) -> None:
    for (path, line), words in STOPPED.items():
        start = f"kontrapunkt: {path}, line {line}: the policy of the site blocks {words}"
        assert [each for each in strict.said if each.startswith(start)], start
    (handler,) = (each for each in strict.said if "attribute (onclick)" in each)
    assert handler.startswith("kontrapunkt: docs/index.md, line 11: ")
    assert len(strict.said) == len(STOPPED) + 2, "\n".join(strict.said)  # the last is about a rule


def test_the_build_says_which_references_lead_nowhere(strict: Built) -> None:
    (said,) = (each for each in strict.said if "rulebook_url" in each)
    assert said.startswith("kontrapunkt: docs/index.md, line 17: references such as RL-R4 lead nowhere")
    assert '<span class="kp-ref">RL-R4</span>' in strict.page


def test_named_hosts_are_in_policy_without_warning(named: Built) -> None:
    assert "cdn.example" in named.sources("script-src")
    assert named.sources("frame-src") == ["https://video.example/embed"]
    assert named.sources("img-src") == ["'self'", "data:", "*.example"]
    assert not [each for each in named.said if re.search("stops the (script|frame|image)", each)]
    assert [each for each in named.said if "style.example" in each]


def test_rules_without_page_are_linked_elsewhere(named: Built) -> None:
    assert 'href="https://rules.example/house/ristiklappi/rules/#RL-R4">RL-R4</a>' in named.page
    assert not [each for each in named.said if "rulebook_url" in each]


def test_a_language_that_is_searched_is_shipped(named: Built) -> None:
    assert (named.site / "assets/javascripts/lunr/min/lunr.fi.min.js").exists()


def test_no_policy_blocks_and_warns_nothing(tmp_path: Path) -> None:
    given = Settings()
    given.load_dict({"policy": False})  # as YAML reads “off”
    assert given.validate() == ([], [])
    assert given.chosen_policy() is None
    assert not list(PolicyWatch(None).look(PAGE, Text("docs/index.md", PAGE.splitlines())))
    (tmp_path / "index.html").write_text(PAGE)
    apply(tmp_path, None, PolicyWatch(None).trusted)
    assert (tmp_path / "index.html").read_text() == PAGE
    said = (tmp_path / "_headers").read_text()
    assert "X-Content-Type-Options: nosniff" in said
    assert [line for line in headers("x").splitlines() if "Content-Security-Policy" not in line] == (
        said.splitlines()
    )
    assert headers("x").startswith("/*\n  Content-Security-Policy: x\n")


def test_theme_files_are_cached_all_day(tmp_path: Path) -> None:
    """Those alone whose names change with its versions."""
    for name in ("assets/javascripts/bundle.a5f9d56c.min.js", "assets/javascripts/own.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    apply(tmp_path, None, PolicyWatch(None).trusted)
    site = StaticSite(tmp_path)
    assert site.headers_of("assets/javascripts/bundle.a5f9d56c.min.js")["Cache-Control"] == (
        "public, max-age=86400"
    )
    assert "Cache-Control" not in site.headers_of("assets/javascripts/own.js")


def test_a_worker_has_a_policy_of_its_own() -> None:
    """It is short, since it comes with every file of the folder; what a worker may load is the site's."""
    policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    assert f"/{PLACE}/*\n  Content-Security-Policy: {policy}\n" in headers("x")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"policy": "lax"}, "“lax” is not a policy"),
        ({"policy": True}, "“True” is not a policy"),
        ({"scripts": ["a.example; script-src *"]}, "is not a host"),
        ({"frames": ["'unsafe-inline'"]}, "is not a host"),
        ({"images": ["https:"]}, "is not a host"),
        ({"images": [7]}, "is not a host"),
        ({"scripts": ["a.example,b.example"]}, "is not a host"),
        ({"scripts": ["*"]}, "is not a host"),
        ({"rulebook_url": "rules/"}, "is not the address of a page"),
    ],
)
def test_settings_are_checked(settings: dict[str, object], sentence: str) -> None:
    given = Settings()
    given.load_dict(settings)
    ((_, error),), _ = given.validate()
    assert sentence in str(error)


def test_wrong_setting_stops_build_with_sentence(tmp_path: Path) -> None:
    done = kontrapunkt("build", folder=write(tmp_path, "{scripts: ['a b']}"))
    assert done.returncode != 0
    assert "“a b” is not a host" in done.stderr
    assert "Traceback" not in done.stderr


STRICT = Policy()


def stopped(html: str, policy: Policy = STRICT, home: str = "") -> Iterator[str]:
    """What is said about a page, without its place."""
    for said in PolicyWatch(policy, home).look(html, Text("a.md", html.splitlines())):
        yield said.partition(" of the site ")[2]


@pytest.mark.parametrize(
    "html",
    [
        "<script src=//a.example/b.js></script>",
        "<SCRIPT\nSRC='https://a.example/b.js' defer>",
        "<img alt='a > b' src=https://a.example/b.png>",
        "<img srcset='a.png 1x, https://a.example/b.png 2x'>",
        "<svg><image xlink:href='https://a.example/b.png'/></svg>",
        "<video poster='https://a.example/b.png'></video>",
        "<video src='https://a.example/b.webm'></video>",
        "<audio><source src='https://a.example/b.mp3'></audio>",
        "<object data='b.pdf'></object>",
        "<embed src='b.pdf'>",
        "<iframe src='b.html'></iframe>",
        "<form action='https://a.example/'></form>",
        "<a href=' javascript:b()'>c</a>",
        "<p OnClick='b()'>c</p>",
        "<link rel='stylesheet' href='https://a.example/b.css'>",
        "<link rel='shortcut icon' href='https://a.example/b.png'>",
        "<img src='ftp://a.example/b.png'>",
    ],
)
def test_what_is_stopped(html: str) -> None:
    assert len(list(stopped(html))) == 1


@pytest.mark.parametrize(
    "html",
    [
        "<script src='b.js'></script><script src='/a/b.js'></script><script>c()</script>",
        "<img src='data:image/png;base64,AA'><img src='../b.png' srcset='b.png 1x, c.png 2x'>",
        "<a href='https://a.example/'>c</a><a href='#b'>on = c</a><p data-on='a'>b onclick=c</p>",
        "<!-- <script src='https://a.example/b.js'></script> -->",
        "<link rel='canonical' href='https://a.example/'><form name='a'></form><iframe></iframe>",
        "<form action='./search.html'></form><form action='https://own.example/house/search.html'></form>",
        "<script src='https://own.example/b.js'></script><img src='//own.example/c.png'>",
        "<img src='https://a.example:99999/b.png'><img src='http://['>",
    ],
)
def test_what_is_not_stopped(html: str) -> None:
    assert list(stopped(html, home="https://own.example/house/")) == []


@pytest.mark.parametrize(
    ("host", "address", "allowed"),
    [
        ("a.example", "https://a.example/b.js", True),
        ("a.example", "http://a.example/b.js", True),
        ("a.example", "https://b.a.example/b.js", False),
        ("a.example", "https://xa.example/b.js", False),
        ("*.a.example", "https://b.a.example/b.js", True),
        ("*.a.example", "https://a.example/b.js", False),
        ("https://a.example", "http://a.example/b.js", False),
        ("http://a.example", "https://a.example/b.js", True),
        ("a.example:8000", "https://a.example:8000/b.js", True),
        ("a.example:8000", "https://a.example/b.js", False),
        ("https://a.example/c/", "https://a.example/c/b.js", True),
        ("https://a.example/c/", "https://a.example/b.js", False),
    ],
)
def test_hosts(host: str, address: str, allowed: bool) -> None:
    said = list(stopped(f"<script src='{address}'></script>", Policy(scripts=(host,))))
    assert bool(said) is not allowed


def test_frames_of_the_site_itself_are_named_self() -> None:
    assert list(stopped("<iframe src='a.html'></iframe>", Policy(frames=("self",)))) == []
    assert "; frame-src 'self' a.example; " in Policy(frames=("self", "a.example")).text(())
    assert "; frame-src 'none'; " in Policy().text(())


def test_allowed_framers_are_a_header() -> None:
    """Browsers read it nowhere else, and complain where it stands in a page."""
    assert "frame-ancestors" not in Policy(embedders=()).text(())
    assert Policy().header("a 'self'") == "a 'self'"
    assert Policy(embedders=()).header("a 'self'") == "a 'self'; frame-ancestors 'none'"
    assert Policy(embedders=("self", "lms.example")).header("a") == "a; frame-ancestors 'self' lms.example"
    given = Settings()
    given.load_dict({"embedders": ["lms.example"]})
    assert given.validate() == ([], [])
    chosen = given.chosen_policy()
    assert chosen
    assert chosen.embedders == ("lms.example",)
