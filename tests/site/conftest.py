"""What the tests of the site generator share: the built site, and little sites of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.built import built_site

__all__ = ["built_site"]

CONFIG = "site_name: Mine\ntheme: {name: material}\nplugins: [search, kontrapunkt]\n"


@pytest.fixture
def little_site(tmp_path: Path) -> Callable[..., Path]:
    """Writes a project with these files; its configuration is as short as one can be."""

    def write(**files: str) -> Path:
        for name, text in {"mkdocs.yml": CONFIG, "docs/index.md": "# Mine\n", **files}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return tmp_path

    return write
