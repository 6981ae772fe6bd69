"""A site with other plugins: what they do to a page stays, and what they hide is nowhere else."""

import json
import re
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.built import ROOT, run
from tests.site.checker import broken_links, repeated_ids
from tests.site.conftest import CONFIG
from tests.site.test_errors import HAND
from tests.site.warm import kontrapunkt

LittleSite = Callable[..., Path]

SECRET = f"# Secret\n\nTop secret words.\n\n```example id=one\n{HAND}```\n"
PUZZLE = (ROOT / "tutorials/ristikontra/fourth-nine.toml").read_text("utf-8")
SHELF = "# Shelf\n\n```puzzles from=tutorials/few\n```\n"

ENCRYPT = """
from base64 import b64encode

def encrypted(html):
    return f'<p data-encrypted="{b64encode(html.encode()).decode()}">Type the password.</p>'
"""

AT_CONTENT = (
    ENCRYPT
    + """
def on_page_content(html, page, **kwargs):
    return encrypted(html) if page.meta.get("password") else html
"""
)
AT_CONTEXT = (
    ENCRYPT
    + """
from mkdocs.plugins import event_priority

@event_priority(50)
def on_page_context(context, page, **kwargs):
    if page.meta.get("password"):
        page.content = encrypted(page.content)
"""
)
PROTECTED = "---\npassword: pass\n---\n\n"


def build(write: LittleSite, hook: str, **files: str) -> Path:
    """The site of a project with a hook."""
    folder = write(**{"mkdocs.yml": f"{CONFIG}hooks: [hook.py]\n", "hook.py": hook, **files})
    made = kontrapunkt("build", folder=folder)
    assert made.returncode == 0, made.stderr
    return folder / "site"


def holding(site: Path, *words: str) -> list[str]:
    """The files of a site that hold one of some words."""
    return [
        path.relative_to(site).as_posix()
        for path in sorted(site.rglob("*"))
        if path.suffix in (".html", ".json", ".xml", ".js")
        and any(word in path.read_text("utf-8") for word in words)
    ]


@pytest.mark.parametrize("hook", [AT_CONTENT, AT_CONTEXT], ids=["content", "context"])
def test_encrypted_page_is_published_nowhere(little_site: LittleSite, hook: str) -> None:
    site = build(little_site, hook, **{"docs/secret.md": PROTECTED + SECRET})
    page = (site / "secret/index.html").read_text("utf-8")
    (hidden,) = re.findall('data-encrypted="([^"]*)"', page)
    assert "Type the password" in page
    assert "data-kp-aside" not in page
    plain = b64decode(hidden).decode()
    assert 'id="kp-one" data-kp="example"' in plain  # whoever has the password gets all of it
    assert holding(site, 'class="kp-body"', 'class="kp-hand', "Top secret") == []
    assert list(site.glob("assets/kontrapunkt/steps/*")) == []


@pytest.mark.parametrize("event", ["content", "context"])
def test_hook_that_adds_to_pages_is_heard(little_site: LittleSite, event: str) -> None:
    more = "'<p>By the way.</p>'\n"
    hook = {
        "content": f"def on_page_content(html, **kwargs):\n    return html + {more}",
        "context": f"def on_page_context(context, page, **kwargs):\n    page.content += {more}",
    }[event]
    site = build(little_site, hook, **{"docs/one.md": SECRET})
    for name in ("index.html", "one/index.html"):
        assert "<p>By the way.</p>" in (site / name).read_text("utf-8")
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    assert not any("Queen" in each["text"] or "queen" in each["text"] for each in index["docs"])


def test_whoever_reads_pages_gets_their_widgets(little_site: LittleSite) -> None:
    """A print page, a feed: what another plugin writes of a page by itself."""
    hook = """
from pathlib import Path

def on_page_context(context, page, **kwargs):
    heard.append(page.content)

def on_post_build(config, **kwargs):
    Path(config.site_dir, "feed.xml").write_text("".join(heard))

heard = []
"""
    site = build(little_site, hook, **{"docs/one.md": SECRET})
    feed = (site / "feed.xml").read_text("utf-8")
    assert 'id="kp-one" data-kp="example"' in feed
    assert "data-kp-aside" not in feed


def test_minified_frame_holds_its_puzzles(little_site: LittleSite) -> None:
    hook = r"""
import re

def on_post_page(output, **kwargs):
    output = re.sub(r'=(")([\w-]+)"', r"=\2", output)
    return re.sub(r"</?(head|html|body)\b[^>]*>\s*|</p>", "", output)
"""
    files = {"docs/shelf.md": SHELF, "tutorials/few/one.toml": PUZZLE}
    site = build(little_site, hook, **files)
    page = (site / "shelf/one/index.html").read_text("utf-8")
    assert 'data-kp="puzzle"' in page
    for name in ("index.html", "shelf/index.html", "shelf/one/index.html"):
        page = (site / name).read_text("utf-8")
        assert page.count('http-equiv="Content-Security-Policy"') == 1, name
        assert page.count("kontrapunkt-page") == 1, name


UNSEARCHED = """
import json
from pathlib import Path

def on_post_build(config, **kwargs):
    path = Path(config.site_dir, "search/search_index.json")
    index = json.loads(path.read_text())
    index["docs"] = [each for each in index["docs"] if not each["location"].startswith("shelf/")]
    path.write_text(json.dumps(index))
"""


@pytest.mark.parametrize(
    ("front", "hook"), [("---\nsearch:\n  exclude: true\n---\n\n", ""), ("", UNSEARCHED)]
)
def test_puzzles_of_excluded_shelf_are_not_searched(little_site: LittleSite, front: str, hook: str) -> None:
    """Excluded by its front matter, or by another plugin."""
    shelf = f"{front}{SHELF}"
    site = build(little_site, hook, **{"docs/shelf.md": shelf, "tutorials/few/one.toml": PUZZLE})
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    assert (site / "shelf/one/index.html").exists()
    assert [entry["location"] for entry in index["docs"] if entry["location"].startswith("shelf/")] == []


def test_shelf_that_is_hidden_stops_the_build(little_site: LittleSite) -> None:
    folder = little_site(
        **{
            "mkdocs.yml": f"{CONFIG}hooks: [hook.py]\n",
            "hook.py": AT_CONTENT,
            "docs/shelf.md": PROTECTED + SHELF,
            "tutorials/few/one.toml": PUZZLE,
        }
    )
    made = kontrapunkt("build", folder=folder)
    assert made.returncode == 1
    assert "docs/shelf.md" in made.stderr
    assert "another plugin hides this page, and its puzzles have pages of their own" in made.stderr
    assert not (folder / "site/shelf/one/index.html").exists()


def test_linked_tutorials_are_read(little_site: LittleSite) -> None:
    """As MkDocs reads linked pages; a path that leads out of the project stays an error."""
    folder = little_site(**{"docs/shelf.md": SHELF, "elsewhere/few/one.toml": PUZZLE}) / "project"
    folder.mkdir()
    for name in ("docs", "mkdocs.yml"):
        (folder.parent / name).rename(folder / name)
    (folder / "tutorials").symlink_to(folder.parent / "elsewhere")
    made = kontrapunkt("build", folder=folder)
    assert made.returncode == 0, made.stderr
    assert (folder / "site/shelf/one/index.html").exists()
    (folder / "docs/out.md").write_text("```puzzle id=out from=../elsewhere/few/one.toml\n```\n")
    assert "leads out of the project's folder" in kontrapunkt("build", folder=folder).stderr


OUTSIDE = """
from pathlib import Path

from markdown import Markdown

def on_post_build(config, **kwargs):
    md = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
    Path(config.site_dir, "excerpt.xml").write_text(md.convert(Path("excerpt.md").read_text()))
"""


def test_fence_converted_outside_a_page_is_whole(little_site: LittleSite) -> None:
    site = build(little_site, OUTSIDE, **{"excerpt.md": SECRET, "docs/one.md": SECRET})
    excerpt = (site / "excerpt.xml").read_text("utf-8")
    assert excerpt.count('id="kp-one" data-kp="example"') == 1
    assert "data-kp-aside" not in excerpt


DOCSTRINGS = """
from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.plugins import event_priority

class Docstrings(Extension):
    def extendMarkdown(self, md):
        md.preprocessors.register(Docstring(md), "docstring", 1)

class Docstring(Preprocessor):
    def run(self, lines):
        return [self.docstring() if line == "::: mine" else line for line in lines]

    def docstring(self):
        md = Markdown(extensions=[each for each in extensions if not isinstance(each, Docstrings)])
        return self.md.htmlStash.store(md.convert(TEXT))

@event_priority(50)
def on_config(config):
    global extensions
    extensions = config.markdown_extensions
    extensions.append(Docstrings())
"""


def test_docstring_within_a_page_has_its_widgets(little_site: LittleSite) -> None:
    """By a plugin that takes the Markdown extensions before ours has come to them."""
    page = "# API\n\n::: mine\n"
    hook = f"{DOCSTRINGS}\nTEXT = {SECRET!r}\n"
    site = build(little_site, hook, **{"docs/api.md": page})
    assert (site / "api/index.html").read_text("utf-8").count('id="kp-one" data-kp="example"') == 1
    (site.parent / "docs/api.md").write_text(f"{page}\nBy [RL-R99].\n")
    assert "docs/api.md, line 5: there is no rule RL-R99" in kontrapunkt("build", folder=site.parent).stderr


def test_excerpts_of_a_blog_hold_their_widgets(little_site: LittleSite) -> None:
    post = "---\ndate: 2026-01-0{0}\n---\n\n# Post {0}\n\n```example id=one\n{1}```\n\n<!-- more -->\n"
    site = build(
        little_site,
        "",
        **{
            "mkdocs.yml": CONFIG.replace("[search,", "[blog, search,"),
            "docs/blog/index.md": "# Blog\n",
            **{f"docs/blog/posts/{n}.md": post.format(n, HAND) for n in (1, 2)},
        },
    )
    for name in ("blog/index.html", "blog/archive/2026/index.html"):
        page = (site / name).read_text("utf-8")
        for id in ("one", "one-2"):
            assert page.count(f'id="kp-{id}" data-kp="example"') == 1, name
        assert "data-kp-aside" not in page
        assert 'class="kp-sprite"' in page, name
    assert repeated_ids(site) == []
    assert broken_links(site) == []


GENERATED = """
from mkdocs.structure.files import File

def on_files(files, config, **kwargs):
    files.append(File("made.md", None, config.site_dir, config.use_directory_urls))

def on_page_read_source(page, **kwargs):
    if page.file.src_uri == "made.md":
        return TEXT
"""


def test_page_without_a_file_is_made(little_site: LittleSite) -> None:
    site = build(little_site, f"{GENERATED}\nTEXT = {SECRET!r}\n")
    assert 'id="kp-one" data-kp="example"' in (site / "made/index.html").read_text("utf-8")


def test_page_without_a_file_has_its_errors_named(little_site: LittleSite) -> None:
    text = SECRET.replace("E 6S", "E KS")
    files = {"mkdocs.yml": f"{CONFIG}hooks: [hook.py]\n", "hook.py": f"{GENERATED}\nTEXT = {text!r}\n"}
    made = kontrapunkt("build", folder=little_site(**files))
    assert made.returncode == 1
    assert "made.md, line 16: " in made.stderr


def test_mkdocs_build_gives_no_warning_of_ours(little_site: LittleSite) -> None:
    folder = little_site(**{"docs/shelf.md": SHELF, "tutorials/few/one.toml": PUZZLE})
    built = run("-W", "error::DeprecationWarning:kontrapunkt_site", "-m", "mkdocs", "build", folder=folder)
    assert built.returncode == 0, built.stderr
    assert "Warning" not in built.stderr
    assert "kp-frame" not in built.stderr
