"""The MkDocs plugin: data for the extension, runtime, policy, service worker."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from kontrapunkt.core.files import find_files
from kontrapunkt.core.registry import PluginLoadError
from kontrapunkt.text import catalogue
from kontrapunkt_site import (
    assets,
    bundle,
    chapter,
    covers,
    csp,
    footer,
    frame,
    framed_page,
    front_matter,
    head,
    licences,
    live_errors,
    offline,
    preload,
    search,
    sitemap,
    source,
    theme,
)
from kontrapunkt_site.blocked import PolicyWatch
from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.bundle import Runtime
from kontrapunkt_site.cached_files import cache_folder
from kontrapunkt_site.conversions import Conversions
from kontrapunkt_site.covers import SHELF
from kontrapunkt_site.explained import Explanations
from kontrapunkt_site.fences.contact import link_to
from kontrapunkt_site.fences.lesson import questions
from kontrapunkt_site.markdown import KontrapunktExtension, with_drawings
from kontrapunkt_site.page import Page
from kontrapunkt_site.page_cache import PageCache
from kontrapunkt_site.placeholders import Placeholders
from kontrapunkt_site.problems import FoundErrors, PageError, Text
from kontrapunkt_site.processes import BuildTask, Processes
from kontrapunkt_site.puzzle_pages import PICTURE, PuzzlePages
from kontrapunkt_site.rule_pages import RulePages
from kontrapunkt_site.search import SiteSearch
from kontrapunkt_site.settings import Settings
from kontrapunkt_site.soundness import Soundness
from kontrapunkt_site.steps import MANY, Steps, ready, save_steps, steps_in

if TYPE_CHECKING:  # a build does not need the server
    from mkdocs.livereload import LiveReloadServer

_log: Final = logging.getLogger("kontrapunkt_site")
"""Logs faults that readers notice but pages survive; they do not stop a strict build."""


class StopBuild(PageError, PluginError):
    """A page error that stops MkDocs with a sentence and no traceback."""


class KontrapunktPlugin(BasePlugin[Settings]):  # type: ignore[no-untyped-call]
    """Makes a MkDocs site playable.

    A plugin for translations builds a site again for each language, within the first build. The builds share
    what this plugin collects, and the first one writes what depends on all pages.

    Attributes:
        serving: Whether MkDocs serves pages during editing, without policy and service worker.
    """

    def __init__(self) -> None:
        self.serving = False
        self._builds = 0  # those that have begun, each within the one before
        self._extension = KontrapunktExtension(Page())
        self._errors = FoundErrors()
        self._rules = RulePages()
        self._soundness = Soundness()
        self._made = BuildCache()
        self._processes = Processes()
        self._runtime: Runtime | BuildTask[Runtime]
        self._steps: Steps
        self._aside = Placeholders()
        self._search = SiteSearch()
        self._explained = Explanations()
        self._puzzles = PuzzlePages()
        self._nav: Navigation | None = None
        self._env: Environment | None = None
        self._files: Files | None = None
        self._pages: dict[str, str] = {}
        self._pieces: dict[str, list[int]] = {}
        self._shown: set[str] = set()
        self._urls: set[str] = set()
        self._outline: dict[str, dict[str, str]] = {}
        self._mistakes: str | None = None
        self._contact = ""
        self._watch = PolicyWatch(None)
        self._conversions: Conversions | None = None

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Store the command of MkDocs."""
        self.serving = command == "serve"
        self._builds = 0

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the Markdown extension, disable external fonts and start making the runtime."""
        others = [each for each in config.markdown_extensions if each not in ("kontrapunkt", self._extension)]
        config.markdown_extensions = [*others, self._extension]  # type: ignore[list-item]
        config.theme["font"] = False
        if self._builds:
            return config
        with _plugin_errors():
            assets.check_minified()
        self._contact = _contact(config)
        self._processes = Processes()
        if _is_new(_folder(config)):
            self._processes.begin(ready)
        with _plugin_errors():
            self._runtime = bundle.cached_runtime() or self._processes.submit(bundle.make)
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Save parts of the site that MkDocs deletes and that would be made again."""
        if not self._builds:
            save_steps(Path(config.site_dir))

    @event_priority(-50)  # after other plugins have added their pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read the site's pages: its rules, and what the policy would block."""
        self._made = BuildCache(cache_folder() / "made")
        self._add_reference(files, config)
        pages = list(files.documentation_pages())
        if not self._builds:
            self._begin(config)
        self._builds += 1
        folder = _folder(config)
        puzzles = _puzzles(folder)
        asked = partial(questions, folder / "tutorials")
        self._soundness = Soundness(puzzles, _cache(folder) / "puzzles", asked, self._processes)
        self._search.begin(self._made, _entries(config))
        if index := _index(config):
            index.add_entry_from_context = partial(self._read_by_search, index.add_entry_from_context)
        texts = {page.url: self._text(page, config) for page in pages}
        self._puzzles.shelves.taken.update(page.url for page in pages)
        self._mistakes = next((url for url, text in texts.items() if _has(text, "mistakes")), None)
        self._rules = RulePages.read(texts.items(), self.config.rulebook_url, self._errors)
        self._watch.shared.extend(texts.values())
        for file in _copied_pages(files, config):
            page = file.content_bytes.decode("utf-8", "replace")
            text = Text(_path(file, config), page.splitlines())
            _say(self._watch.look_at_copy(file.dest_uri, page, text))
        return files

    def _begin(self, config: MkDocsConfig) -> None:
        """Begin a site: nothing is collected yet."""
        home = config.site_url or ""
        self._aside = Placeholders()
        self._pieces, self._shown = {}, set()
        self._errors = FoundErrors()
        self._urls, self._outline = set(), {}
        self._search = SiteSearch()
        self._explained = Explanations()
        self._steps = Steps(Path(config.site_dir), self._made, self._processes)
        self._puzzles = PuzzlePages(home, _cache(_folder(config)) / "previews", self._processes)
        self._watch = PolicyWatch(self.config.chosen_policy(), home, [*_shared(config)], self._made)

    def _add_reference(self, files: Files, config: MkDocsConfig) -> None:
        """Add the pages of the reference, where the settings name a folder for them."""
        if not self.config.reference:
            return
        from kontrapunkt_site import reference

        folder = _folder(config)
        puzzles = _texts(_puzzles(folder))
        for name in reference.PAGES:
            text = self._made.get_or_make(["reference", name, puzzles], partial(reference.page, name, folder))
            path = f"{self.config.reference}/{name}.md"
            files.append(File.generated(config, path, content=text))

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Store the navigation, with a home page."""
        chapter.find_homepage(nav)
        self._nav = nav
        for title, pages in chapter.outline(nav).items():
            self._outline.setdefault(title, {}).update(pages)
        self._pages = {file.src_uri: file.url for file in files.documentation_pages()}
        return nav

    @event_priority(100)  # while the Markdown is still the end of the file's text
    def _at_first(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
        """Tell the Markdown extension the next page."""
        if wrong := front_matter.fault(markdown):
            self._errors.add(StopBuild(_path(page.file, config), *wrong))
        source = _content(page.file)
        front = source[: len(source) - len(markdown)] if source.endswith(markdown) else ""
        self._extension.page = replace(
            self._between_pages(config),
            path=_path(page.file, config),
            url=page.url,
            before=front.count("\n"),
            placeholders=self._aside,
            shelves=self._puzzles.shelves,
        )

    def _between_pages(self, config: MkDocsConfig) -> Page:
        """Return the page's data for fences that other plugins convert, such as excerpts."""
        return Page(
            folder=_folder(config),
            rules=self._rules,
            soundness=self._soundness,
            mistakes=self._mistakes,
            contact=self._contact,
            cache=self._made,
            steps=self._steps,
            processes=self._processes,
            stops_with=StopBuild,
            errors=self._errors,
        )

    @event_priority(-100)  # after other plugins have changed it
    def _at_last(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
        """Tell the extension the inputs of MkDocs for the page."""
        if self._conversions is None:
            broken = partial(self._add_broken_link, files, config)
            self._conversions = Conversions(files, config, self._extension, broken)
        host = self._conversions.begin(page)
        self._extension.page = replace(self._extension.page, host=host)
        self._extension.around = PageCache(Page())  # conversion does not even begin for an empty page

    on_page_markdown = CombinedEvent(_at_first, _at_last)

    @event_priority(100)  # before other plugins see the result
    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Store the facts that MkDocs has learnt about the page, or restore cached ones.

        Returns:
            The whole page with its widgets, for other plugins.
        """
        assert self._conversions is not None  # set when its Markdown was read
        around = self._extension.around
        if around.is_kept:
            self._conversions.restore(page, around.host)
        elif self._conversions.is_silent:
            around.keep(self._conversions.facts(page))
        self._conversions.except_states(page)
        self._extension.page = self._between_pages(config)
        for each in (html, *_strings(page.meta)):
            self._watch.add_authored(each)
        self._explained.read(html, page.url)
        self._pieces[page.file.src_uri] = self._aside.places(html)
        return self._aside.put_back(html)

    @event_priority(-100)  # after all pages are converted
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Add scripts, styles and runtime; cache compiled templates; report errors and missing rules."""
        self._end_conversions()
        self._report()
        self._env, self._files = env, files
        _complete_theme(files, config)
        with suppress(OSError):  # then the theme's templates are compiled each time
            compiled = cache_folder() / "templates"
            compiled.mkdir(parents=True, exist_ok=True)
            env.bytecode_cache = FileSystemBytecodeCache(str(compiled))
        with _plugin_errors():
            runtime = self._runtime if isinstance(self._runtime, Runtime) else self._runtime.result()
            made = assets.for_site(runtime)
        for name, content in made.files.items():
            if isinstance(content, bytes):
                files.append(File.generated(config, name, content=content))
            else:
                files.append(File.generated(config, name, abs_src_path=str(content)))
        entry = ExtraScriptValue(made.entry)
        entry.type = "module"
        config.extra_javascript = [entry, *_foreign(config.extra_javascript)]
        config.extra_css = [*made.styles, *_foreign(config.extra_css)]
        return env

    def _add_broken_link(
        self, files: Files, config: MkDocsConfig, page: str, link: str, problem: str
    ) -> bool:
        """Add a broken link to the errors, if it stops the build or an author serves the site.

        Returns:
            Whether MkDocs need not report it.
        """
        file = files.get_file_from_path(page)
        if file is None or not (config.strict or self.serving):
            return False
        text = _source(file, config)
        sentence = catalogue.say("errors.link", link=link, problem=problem)
        self._errors.add(text.error(text.line_of(link), sentence))
        return True

    def _report(self) -> None:
        """Report all errors of the pages.

        Raises:
            StopBuild: if there are any, unless the pages show them.
        """
        found = self._errors.listed()
        if self.serving or not found:
            _say((*found, *self._rules.unlinked.values()))
        elif len(found) == 1:
            raise found[0]
        elif found:
            raise PluginError(self._all_errors())

    def _all_errors(self) -> str:
        """Log the errors by file and line; return their number in words."""
        found = self._errors.listed()
        for each in found:
            _log.error("%s", each)
        count = {"n": len(self._errors), "listed": len(found)}
        self._errors = FoundErrors()
        return catalogue.say("errors.more" if count["n"] > count["listed"] else "errors.sum", **count)

    def _text(self, file: File, config: MkDocsConfig) -> Text:
        """Return the source of a page; empty, with an error, if it cannot be read."""
        try:
            return _source(file, config)
        except StopBuild as error:
            self._errors.add(error)
            file.content_string = ""  # so that MkDocs goes on to the other pages
            return Text(error.path, [], 0, StopBuild)

    def _read_by_search(self, read: Callable[[MkDocsPage], object], page: MkDocsPage) -> None:
        """Give the search a readable version of a page."""
        shown = page.content
        about = repr([page.title, *(page.meta.get(each) for each in ("title", "search", "tags"))])
        page.content = self._search.prose(self._without_widgets(shown or "", page), page.url, about)
        try:
            read(page)
            self._search.cache_entries()
        finally:
            page.content = shown

    def _without_widgets(self, html: str, page: MkDocsPage) -> str:
        """Return a page without the widgets of its fences, which are long."""
        return self._aside.take_out(html, self._pieces.get(page.file.src_uri, ()))

    @event_priority(-100)  # after other plugins have read the page
    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Repair the theme's markup and put the widgets back."""
        output = self._without_widgets(output, page)
        _say(self._watch.look(output, _source(page.file, config)))
        output = self._with_header(self._explained.link_terms(output, page.url), page, config)
        output = footer.with_page_links(output, self._pages, page.url)
        if self._puzzles.frames(page.url):
            if not frame.is_whole(output):
                raise _hidden(page.file, config)
            self._puzzles.keep(page.url, output)
            return ""  # it is not written
        self._urls.add(page.url)
        made = theme.complete_markup(output)
        about = str(page.meta.get("description") or "")
        made = head.with_last(made, self._puzzles.head(page.url, str(page.title), about))
        if self._puzzles.shelves.on(page.url):
            if SHELF not in output:
                raise _hidden(page.file, config)
            self._frame(page, config)
        made = preload.add_preload_links(with_drawings(self._complete(made, page.url)))
        self._shown.update(steps_in(made))
        return live_errors.shown(made, self._errors)

    def _frame(self, shelf: MkDocsPage, config: MkDocsConfig) -> None:
        """Render the frame of a shelf's puzzles; this plugin keeps it as one of those that see the page."""
        assert self._files is not None  # set before the first page, like the others
        assert self._nav is not None
        assert self._env is not None
        self._puzzles.expect(shelf.url, excluded=_is_excluded(shelf))
        framed_page.render(shelf, config, self._files, self._nav, self._env)

    def _complete(self, output: str, url: str) -> str:
        """Put the widgets back into a page, and all puzzles into the page that shows them."""
        output = covers.with_all_puzzles(output, self._puzzles.shelves.puzzles, url)
        return theme.lead_to_table(self._aside.put_back(output))

    def _with_header(self, output: str, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Put chapter and tabs into the header of a page, and its place into its title."""
        assert self._nav is not None  # set before the first page
        place = chapter.Place.of(page, self._nav)
        name = frame.SHORT_TITLE if self._puzzles.frames(page.url) else chapter.name_of(place)
        return chapter.with_header(output, place, name, str(config.site_name))

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Repair pages that have no source file, such as the 404 page."""
        if not template_name.endswith(".html"):  # such as a feed
            return output_content
        _say(self._watch.look(output_content, Text(template_name, [])))
        base = urlsplit(config.site_url or "/").path
        output_content = footer.with_page_links(output_content, self._pages, None, base)
        made = theme.complete_markup(chapter.with_header(output_content))
        return live_errors.shown(made, self._errors)

    def on_serve(
        self, server: "LiveReloadServer", *, config: MkDocsConfig, builder: Any
    ) -> "LiveReloadServer":
        """Rebuild when a record changes that pages include; show errors that stop a build."""
        tutorials = _folder(config) / "tutorials"
        if tutorials.is_dir():
            server.watch(str(tutorials))
        live_errors.attend(server)
        return server

    @event_priority(-1000)  # after other plugins have written their files, and built further languages
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the files that depend on the whole site: site map, policy, service worker."""
        self._builds -= 1
        if self._builds:
            return
        site = Path(config.site_dir)
        self._puzzles.write(site)
        sitemap.write(site, (*self._urls, *self._puzzles.urls), config.site_url or sitemap.NOWHERE)
        self._explained.write(site)
        self._search.complete(site, self._puzzles.search_entries(), self._outline, self._rules.by_prefix(""))
        changed = {} if self.serving else csp.apply(site, self._watch.policy, self._watch.trusted)
        self._shown.update(steps_in("".join(each.html for each in self._puzzles.shelves.puzzles)))
        self._steps.complete(self._shown)  # other processes have worked on them meanwhile
        self._processes.stop()
        if not self.serving:
            offline.write_service_worker(site, _wanted_offline, changed)

    def on_build_error(self, *, error: Exception) -> None:
        """Stop the work of other processes for a failed build; report what it has found."""
        self._builds = 0
        self._end_conversions()
        if not isinstance(error, StopBuild):  # another plugin's, or MkDocs's own
            self._all_errors()
        self._processes.stop()

    def _end_conversions(self) -> None:
        if self._conversions:
            self._conversions.end()
        self._conversions = None


@contextmanager
def _plugin_errors() -> Iterator[None]:
    """Convert errors of the runtime and of registered languages to errors of a plugin."""
    try:
        yield
    except (bundle.BundleError, PluginLoadError) as error:
        raise PluginError(str(error)) from error


def _say(sentences: Iterable[object]) -> None:
    for sentence in sentences:
        _log.warning("%s", sentence)


def _foreign(entries: Iterable[Any]) -> list[Any]:
    """Return the entries that are not ours, which remain if a configuration is reused."""
    return [entry for entry in entries if not str(entry).startswith(f"{assets.PLACE}/")]


def _contact(config: MkDocsConfig) -> str:
    """Return the configured contact address (`extra.contact`); empty for none."""
    address = str(config.extra.get("contact") or "").strip()
    if address:
        try:
            link_to(address)
        except ValueError as error:
            raise PluginError(f"extra.contact: {error}") from error
    return address


def _shared(config: MkDocsConfig) -> Iterator[Text]:
    """Yield the owner's files that many pages use: the configuration and templates."""
    templates = Path(config.theme.custom_dir or os.devnull)
    for path in (Path(config.config_file_path), *sorted(templates.rglob("*.html"))):
        with suppress(OSError, UnicodeDecodeError):
            yield Text.read(path, os.path.relpath(path, _folder(config)), StopBuild)


def _copied_pages(files: Files, config: MkDocsConfig) -> list[File]:
    """Return the pages that an author has written as HTML."""
    return [
        file
        for file in files
        if file.src_uri.endswith(".html")
        and file.src_dir == config.docs_dir
        and file.src_uri not in config.extra_templates
    ]


def _strings(value: object) -> Iterator[str]:
    """Yield the texts in a value of a page's front matter."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _is_new(folder: Path) -> bool:
    """Return True if a project with many puzzles has not been built before."""
    return not (_cache(folder) / "puzzles").exists() and len(_puzzles(folder)) > MANY


def _puzzles(folder: Path) -> list[Path]:
    """Return the puzzle files of a project."""
    return find_files(folder / "tutorials", ".toml", below=True)


def _texts(paths: Iterable[Path]) -> dict[str, str]:
    """Return the texts of files by path, without those that cannot be read."""
    found = {}
    for path in paths:
        with suppress(OSError):
            found[str(path)] = path.read_text("utf-8-sig", "replace")
    return found


def _cache(folder: Path) -> Path:
    """Return a project's cache folder."""
    return folder / ".cache/kontrapunkt"


def _folder(config: MkDocsConfig) -> Path:
    """Return the project's folder."""
    return Path(config.config_file_path).parent if config.config_file_path else Path.cwd()


def _path(file: File, config: MkDocsConfig) -> str:
    """Return the path of a page's file for messages, from the project's folder."""
    return file.src_uri if file.abs_src_path is None else os.path.relpath(file.abs_src_path, _folder(config))


def _content(file: File) -> str:
    """Return the source of a page; empty for one without a file."""
    try:
        return file.content_string
    except (
        AssertionError,
        OSError,
    ):  # MkDocs reports it on reading, unless a plugin provides the page
        return ""


def _source(file: File, config: MkDocsConfig) -> Text:
    try:
        lines = _content(file).splitlines()
    except UnicodeDecodeError as error:
        raise StopBuild(_path(file, config), 1, "this is not a text in UTF-8") from error
    return Text(_path(file, config), lines, 0, StopBuild)


def _hidden(shelf: File, config: MkDocsConfig) -> PageError:
    """Return the error about a shelf that another plugin hides, such as by encryption.

    Its puzzles' pages would publish what the plugin hides.
    """
    text = _source(shelf, config)
    lines = (fence.line for fence in source.fences(text.lines) if fence.name == "puzzles")
    return text.error(
        next(lines, 1),
        "another plugin hides this page, and its puzzles have pages of their own that it does not hide; show "
        "each of them by a fence puzzle instead",
    )


def _has(text: Text, name: str) -> bool:
    """Return True if a page has a fence of a kind."""
    return any(fence.name == name for fence in source.fences(text.lines))


def _is_excluded(page: MkDocsPage) -> bool:
    """Return True if a page's front matter excludes it from the search."""
    said = page.meta.get("search")
    return isinstance(said, dict) and bool(said.get("exclude"))


def _search(config: MkDocsConfig) -> object:
    """Return the plugin that makes the search index; None for none."""
    return config.plugins.get("search") or config.plugins.get("material/search")


def _index(config: MkDocsConfig) -> Any:
    """Return the search's reader of pages; None for another search or none."""
    index = getattr(_search(config), "search_index", None)
    return index if hasattr(index, "add_entry_from_context") else None


def _entries(config: MkDocsConfig) -> list[dict[str, Any]] | None:
    """Return the list of the theme's search entries; None for another search or none."""
    found = getattr(_index(config), "entries", None)
    return found if isinstance(found, list) else None


def _complete_theme(files: Files, config: MkDocsConfig) -> None:
    """Add the theme's licence texts; omit unneeded files of its search."""
    if config.theme.name != "material":
        return
    texts = licences.theme_licences(config.theme.dirs)
    files.append(File.generated(config, f"assets/LICENSE-{licences.THEME}.txt", content=texts))
    languages = getattr(getattr(_search(config), "config", None), "lang", None) or ["en"]
    if list(languages) == ["en"]:
        for file in [each for each in files if each.src_uri.startswith("assets/javascripts/lunr/")]:
            files.remove(file)
    alone = not (_foreign(config.extra_javascript) or config.theme.custom_dir)
    for file in [each for each in files if theme.SCRIPT.fullmatch(each.src_uri)]:
        _replace(files, file, theme.delay_script(file.content_string, alone), config)
    for file in [each for each in files if search.WORKER.fullmatch(each.src_uri)]:
        _replace(files, file, assets.forgiving(file.content_string), config)
    for file in [each for each in files if theme.STYLES.fullmatch(each.src_uri)]:
        _replace(files, file, theme.name_elements(file.content_string), config)


def _replace(files: Files, file: File, content: str, config: MkDocsConfig) -> None:
    files.remove(file)  # MkDocs warns if a file replaces another
    files.append(File.generated(config, file.src_uri, content=content))


def _wanted_offline(name: str) -> bool:
    """Return True if a reader without a network may need a file."""
    picture = name.endswith(f"/{PICTURE}")
    return not (picture or name.endswith((".map", ".gz", ".br")) or name == csp.HEADERS)
