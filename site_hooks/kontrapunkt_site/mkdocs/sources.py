"""The sources of a site, as MkDocs knows them: the configuration, files, and what plugins share."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from kontrapunkt_site import assets, before, licences
from kontrapunkt_site.fences.contact import link_to
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.project import Project


class StopBuild(PageError, PluginError):
    """A page error that stops MkDocs with a sentence and no traceback."""


def project_of(config: MkDocsConfig) -> Project:
    """Return the author's project."""
    return Project(Path(config.config_file_path).parent if config.config_file_path else Path.cwd())


def contact_of(config: MkDocsConfig) -> str:
    """Return the configured contact address (`extra.contact`); empty for none.

    Raises:
        PluginError: if it is neither of a page nor of a mailbox.
    """
    address = str(config.extra.get("contact") or "").strip()
    if address:
        try:
            link_to(address)
        except ValueError as error:
            raise PluginError(f"extra.contact: {error}") from error
    return address


def path_of(file: File, config: MkDocsConfig) -> str:
    """Return the path of a page's file for messages, from the project's folder."""
    if file.abs_src_path is None:
        return file.src_uri
    return os.path.relpath(file.abs_src_path, project_of(config).folder)


def content_of(file: File) -> str:
    """Return the source of a page; empty for one without a file."""
    try:
        return file.content_string
    except (
        AssertionError,
        OSError,
    ):  # MkDocs reports it on reading, unless a plugin provides the page
        return ""


def text_of(file: File, config: MkDocsConfig) -> Text:
    """Return the source of a page.

    Raises:
        StopBuild: if it cannot be read.
    """
    try:
        lines = content_of(file).splitlines()
    except UnicodeDecodeError as error:
        raise StopBuild(path_of(file, config), 1, "this is not a text in UTF-8") from error
    return Text(path_of(file, config), lines, 0, StopBuild)


def shared_texts(config: MkDocsConfig) -> Iterator[Text]:
    """Yield the owner's files that many pages use: the configuration and templates."""
    templates = Path(config.theme.custom_dir or os.devnull)
    folder = project_of(config).folder
    for path in (Path(config.config_file_path), *sorted(templates.rglob("*.html"))):
        with suppress(OSError, UnicodeDecodeError):
            yield Text.read(path, os.path.relpath(path, folder), StopBuild)


def copied_pages(files: Files, config: MkDocsConfig) -> list[File]:
    """Return the pages that an author has written as HTML."""
    return [
        file
        for file in files
        if file.src_uri.endswith(".html")
        and file.src_dir == config.docs_dir
        and file.src_uri not in config.extra_templates
    ]


def foreign(entries: Iterable[Any]) -> list[Any]:
    """Return the entries that are not ours, which remain if a configuration is reused."""
    return [entry for entry in entries if not str(entry).startswith(f"{assets.PLACE}/")]


def front_texts(page: Page) -> Iterator[str]:
    """Yield the texts in the front matter of a page."""
    return _strings(page.meta)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def search_index(config: MkDocsConfig) -> Any:
    """Return the search's reader of pages; None for another search or none."""
    index = getattr(_search(config), "search_index", None)
    return index if hasattr(index, "add_entry_from_context") else None


def search_entries(config: MkDocsConfig) -> list[dict[str, Any]] | None:
    """Return the list of the theme's search entries; None for another search or none."""
    found = getattr(search_index(config), "entries", None)
    return found if isinstance(found, list) else None


def _search(config: MkDocsConfig) -> object:
    """Return the plugin that makes the search index; None for none."""
    return config.plugins.get("search") or config.plugins.get("material/search")


_WITHOUT_SCRIPTS: Final = frozenset(("kontrapunkt", "search", "tags", "meta", "blog"))
"""The plugins that bring no scripts to pages."""


def _has_no_other_scripts(config: MkDocsConfig) -> bool:
    """Return True if pages have only the theme's scripts and ours.

    Others may expect the theme's `document$` at once, as that of its own feedback form does.
    """
    plugins = {name.removeprefix("material/").partition(" ")[0] for name in config.plugins}
    return plugins <= _WITHOUT_SCRIPTS and not (
        foreign(config.extra_javascript) or config.theme.custom_dir or config.extra.get("analytics")
    )


def complete_theme(files: Files, config: MkDocsConfig) -> None:
    """Add the theme's licence texts; change its files; omit unneeded files of its search."""
    if config.theme.name != "material":
        return
    texts = licences.theme_licences(config.theme.dirs)
    files.append(File.generated(config, f"assets/LICENSE-{licences.THEME}.txt", content=texts))
    languages = getattr(getattr(_search(config), "config", None), "lang", None) or ["en"]
    alone = _has_no_other_scripts(config)
    for file in list(files):
        change = before.change_of_theme(file.src_uri, alone=alone)
        if change:
            content = change(file.content_string)
            files.remove(file)  # MkDocs warns if a file replaces another
            files.append(File.generated(config, file.src_uri, content=content))
        elif list(languages) == ["en"] and file.src_uri.startswith("assets/javascripts/lunr/"):
            files.remove(file)
