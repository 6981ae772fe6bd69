"""Small sites, each with a common plugin of MkDocs beside ours.

Each site has a page with a puzzle, a worked example, a table and a Python cell, and a shelf whose page has a
blank and a letter outside ASCII in its name. `make beside` installs the plugins in a folder of its own.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from textwrap import indent
from typing import Final

from tests.site.built import ROOT, run
from tests.site.test_errors import HAND

INSTALLED: Final = ROOT / ".tools/beside"
"""The folder with the plugins; not part of `.venv`, so that only these tests see them."""

PUZZLE: Final = (ROOT / "tutorials/ristikontra/fourth-nine.toml").read_text("utf-8")
SHELF: Final = "```puzzles from=tutorials/few\n```\n"
SHELF_PAGE: Final = "Über zwei"

WIDGETS: Final = f"""
```puzzle id=two from=tutorials/alone/alone.toml
```

```example id=one
{HAND}```

```table id=three game=ristikontra deal=194
```

```python id=four
print(6 * 7)
```
"""

HOME: Final = f"""---
title: Mine
tags: [cards]
---

# Mine

See [the shelf](<{SHELF_PAGE}.md>).
{WIDGETS}"""

FILES: Final = {
    "docs/index.md": HOME,
    f"docs/{SHELF_PAGE}.md": f"---\ntags: [cards]\n---\n\n# Über zwei\n\n{SHELF}",
    "tutorials/few/one.toml": PUZZLE,
    "tutorials/alone/alone.toml": PUZZLE,
}


@dataclass(frozen=True)
class Neighbour:
    """A plugin beside ours.

    Attributes:
        plugins: The entries of `plugins:` besides the search and ours, as lines of YAML.
        package: The distribution that brings it; empty for one of the theme.
        config: More lines of the configuration.
        files: The files that differ.
        homes: The addresses of pages with the widgets.
        shelves: The addresses of the shelves.
        list_of_pages: The address of a page with the widgets of two pages; empty for none.
        is_last: True if it has to be the last plugin; ours is the last otherwise.
        git: True if the plugin asks Git about the files.
        is_translated: True if the site has languages, whose site maps the theme looks for in vain.
        password: The password of the page; empty for none.
    """

    plugins: str
    package: str = ""
    config: str = ""
    files: dict[str, str] = field(default_factory=dict)
    homes: tuple[str, ...] = ("",)
    shelves: tuple[str, ...] = (SHELF_PAGE,)
    list_of_pages: str = ""
    is_last: bool = False
    git: bool = False
    is_translated: bool = False
    password: str = ""

    @property
    def is_installed(self) -> bool:
        """True if its package is in `.venv` or in the folder of `make beside`."""
        path = [str(INSTALLED), *(entry for entry in sys.path if entry)]
        return not self.package or any(
            each.name.lower().replace("_", "-") == self.package for each in distributions(path=path)
        )

    def write(self, folder: Path) -> None:
        """Write its project."""
        config = f"site_name: Mine\nsite_url: http://localhost/\ntheme: {{name: material}}\n{self.config}"
        entries = [self.plugins, "  - kontrapunkt"]
        entries = ["  - search", *(reversed(entries) if self.is_last else entries)]
        files = {"mkdocs.yml": f"{config}plugins:\n" + "\n".join(entries) + "\n", **FILES, **self.files}
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        if self.git:
            who = ["-c", "user.name=Mine", "-c", "user.email=mine@localhost"]
            for words in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "Begin"]):
                subprocess.run(["git", *words], cwd=folder, check=True)

    def build(self, folder: Path) -> Path:
        """Write and build its site, strictly; return the site's folder."""
        self.write(folder)
        built = run("-m", "kontrapunkt.cli", "build", folder=folder, PYTHONPATH=str(INSTALLED))
        assert built.returncode == 0, built.stderr
        assert "DeprecationWarning" not in built.stderr
        return folder / "site"


PASSWORD: Final = "a long sentence of many words, such as nobody guesses in a hundred years"

INCLUDED: Final = {
    "docs/index.md": HOME.replace(WIDGETS, '\n{% include-markdown "../parts/widgets.md" %}\n'),
    f"docs/{SHELF_PAGE}.md": '# Über zwei\n\n{% include-markdown "../parts/shelf.md" %}\n',
    "parts/widgets.md": WIDGETS,
    "parts/shelf.md": SHELF,
}

MODULE: Final = f'''
"""A module whose docstrings have widgets."""


def deal():
    """Deal the cards.
{indent(WIDGETS, "    ")}
    """
'''

POST: Final = f"---\ndate: 2026-01-0{{0}}\n---\n\n# Post {{0}}\n{WIDGETS}\n<!-- more -->\n"

NEIGHBOURS: Final = {
    "awesome-nav": Neighbour(
        "  - awesome-nav",
        "mkdocs-awesome-nav",
        files={"docs/.nav.yml": 'nav:\n  - index.md\n  - "*"\n'},
    ),
    "macros": Neighbour(
        "  - macros",
        "mkdocs-macros-plugin",
        config=f"extra:\n  shelf: {json.dumps(SHELF)}\n  widgets: {json.dumps(WIDGETS)}\n",
        files={
            "docs/index.md": HOME.replace(WIDGETS, "\n{{ widgets }}\n"),
            f"docs/{SHELF_PAGE}.md": "# Über zwei\n\n{{ shelf }}\n\n{{ 6 * 7 }}\n",
        },
    ),
    "include-markdown": Neighbour("  - include-markdown", "mkdocs-include-markdown-plugin", files=INCLUDED),
    "minify": Neighbour(
        "  - minify: {minify_html: true, minify_js: true, minify_css: true, htmlmin_opts: "
        "{remove_comments: true, remove_optional_attribute_quotes: true, remove_all_empty_space: true}}",
        "mkdocs-minify-plugin",
    ),
    "print-site": Neighbour(
        "  - print-site",
        "mkdocs-print-site-plugin",
        files={"docs/again.md": f"# Again\n\n[The start](index.md#kp=one&log=go.1)\n{WIDGETS}"},
        is_last=True,
        homes=("", "print_page/"),
        list_of_pages="print_page/",
    ),
    "rss": Neighbour("  - rss: {use_git: false}", "mkdocs-rss-plugin"),
    "tags": Neighbour("  - tags", files={"docs/tags.md": "# Tags\n\n<!-- material/tags -->\n"}),
    "blog": Neighbour(
        "  - blog",
        files={
            "docs/blog/index.md": "# Blog\n",
            **{f"docs/blog/posts/{n}.md": POST.format(n) for n in (1, 2)},
        },
        homes=("", "blog/"),
        list_of_pages="blog/",
    ),
    "redirects": Neighbour(
        f"  - redirects: {{redirect_maps: {{old.md: '{SHELF_PAGE}.md', 'older.md': index.md}}}}",
        "mkdocs-redirects",
        homes=("older/",),
    ),
    "static-i18n": Neighbour(
        "  - i18n: {docs_structure: suffix, languages: [{locale: en, default: true, name: English}, "
        "{locale: de, name: Deutsch}]}",
        "mkdocs-static-i18n",
        files={"docs/index.de.md": HOME.replace("# Mine", "# Meins").replace("See", "Siehe")},
        homes=("", "de/"),
        shelves=(SHELF_PAGE, f"de/{SHELF_PAGE}"),
        is_translated=True,
    ),
    "mkdocstrings": Neighbour(
        "  - mkdocstrings: {handlers: {python: {paths: [code]}}}",
        "mkdocstrings",
        files={"code/mine.py": MODULE, "docs/api.md": "# API\n\n::: mine\n"},
        homes=("", "api/"),
    ),
    "git-revision-date": Neighbour(
        "  - git-revision-date-localized: {enable_creation_date: true}",
        "mkdocs-git-revision-date-localized-plugin",
        git=True,
    ),
    "encryptcontent": Neighbour(
        "  - encryptcontent",
        "mkdocs-encryptcontent-plugin",
        files={"docs/secret.md": f"---\npassword: {PASSWORD}\n---\n\n# Secret\n{WIDGETS}"},
        homes=("secret/",),
        password=PASSWORD,
    ),
}
