"""The MkDocs plugin: its events tell `before` and `after` what they need of a site."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from kontrapunkt.core.registry import PluginLoadError
from kontrapunkt.text import catalogue
from kontrapunkt_site import assets, before, front_matter
from kontrapunkt_site.after import RenderedPage, SiteCompletion, warn
from kontrapunkt_site.build_cache import BuildCache, installed
from kontrapunkt_site.bundle import BundleError, Runtime
from kontrapunkt_site.cached_files import cache_folder
from kontrapunkt_site.fences.contact import link_to
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.mkdocs import framed_page, live_server, navigation
from kontrapunkt_site.mkdocs.conversions import Conversions
from kontrapunkt_site.mkdocs.sources import (
    StopBuild,
    complete_theme,
    contact_of,
    content_of,
    copied_pages,
    foreign,
    front_texts,
    path_of,
    project_of,
    search_entries,
    search_index,
    shared_texts,
    text_of,
)
from kontrapunkt_site.page import Page
from kontrapunkt_site.page_cache import PageCache
from kontrapunkt_site.problems import FoundErrors, Text
from kontrapunkt_site.processes import BuildTask, Processes
from kontrapunkt_site.settings import Settings
from kontrapunkt_site.site_build import SiteBuild
from kontrapunkt_site.steps import save_steps

if TYPE_CHECKING:  # a build does not need the server
    from mkdocs.livereload import LiveReloadServer

_log: Final = logging.getLogger("kontrapunkt_site")


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
        self._processes = Processes()
        self._runtime: Runtime | BuildTask[Runtime]
        self._contact = ""
        self._conversions: Conversions | None = None
        # of the site, and of its pages in the present language, once MkDocs has listed the files
        self._site: SiteBuild
        self._completion: SiteCompletion
        self._page: Page
        self._nav: Navigation
        self._render_frame: Callable[[MkDocsPage], str]

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Store the command of MkDocs."""
        self.serving = command == "serve"
        self._builds = 0

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the Markdown extension, disable external fonts and start making the runtime."""
        others = [each for each in config.markdown_extensions if each not in ("kontrapunkt", self._extension)]
        config.markdown_extensions[:] = [*others, self._extension]  # type: ignore[list-item] # others have the list
        config.theme["font"] = False
        if self._builds:
            return config
        self._contact = contact_of(config)
        self._processes = Processes()
        with _plugin_errors():
            assets.check_minified()
            self._runtime = before.begin_runtime(project_of(config), self._processes)
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Save parts of the site that MkDocs deletes and that would be made again."""
        if not self._builds:
            save_steps(Path(config.site_dir))

    @event_priority(-50)  # after other plugins have added their pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read the site's pages: its rules, and what the policy would block."""
        if not self._builds:
            self._begin(config)
        self._builds += 1
        self._add_reference(files, config)
        texts = {page.url: self._text(page, config) for page in files.documentation_pages()}
        self._page = before.read_sources(
            self._site,
            texts,
            rulebook=self.config.rulebook_url,
            contact=self._contact,
            stops_with=StopBuild,
        )
        self._site.search.begin(self._site.cache, search_entries(config))
        if index := search_index(config):
            index.add_entry_from_context = partial(self._read_by_search, index.add_entry_from_context)
        for file in copied_pages(files, config):
            page = file.content_bytes.decode("utf-8", "replace")
            text = Text(path_of(file, config), page.splitlines())
            warn(self._site.watch.look_at_copy(file.dest_uri, page, text))
        return files

    def _begin(self, config: MkDocsConfig) -> None:
        """Begin a site: nothing is collected yet."""
        self._errors.clear()
        self._site = SiteBuild.begin(
            project_of(config),
            Path(config.site_dir),
            config.site_url or "",
            policy=self.config.chosen_policy(),
            shared=[*shared_texts(config)],
            cache=BuildCache(cache_folder() / "made"),
            processes=self._processes,
            errors=self._errors,
        )
        self._completion = SiteCompletion(self._site)

    def _add_reference(self, files: Files, config: MkDocsConfig) -> None:
        """Add the pages of the reference, where the settings name a folder for them."""
        if not self.config.reference:
            return
        from kontrapunkt_site import reference

        project = self._site.project
        puzzles = project.puzzle_texts()
        for name in reference.PAGES:
            given = ["reference", name, puzzles, installed("pettingzoo")]  # `kontrapunkt.rl` needs it
            text = self._site.cache.get_or_make(given, partial(reference.page, name, project.folder))
            path = f"{self.config.reference}/{name}.md"
            files.append(File.generated(config, path, content=text))

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Store the navigation, with a home page."""
        navigation.find_homepage(nav)
        self._nav = nav
        pages = {file.src_uri: file.url for file in files.documentation_pages()}
        outline = navigation.outline(nav)
        self._completion.begin_language(str(config.site_name), config.site_url or "", pages, outline)
        return nav

    @event_priority(100)  # while the Markdown is still the end of the file's text
    def _at_first(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> None:
        """Tell the Markdown extension the next page."""
        path = path_of(page.file, config)
        if wrong := front_matter.fault(markdown):
            self._errors.add(StopBuild(path, *wrong))
        source = content_of(page.file)
        front = source[: len(source) - len(markdown)] if source.endswith(markdown) else ""
        self._extension.page = replace(
            self._page,
            path=path,
            url=page.url,
            before=front.count("\n"),
            placeholders=self._site.placeholders,
            shelves=self._site.puzzles.shelves,
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
        self._extension.page = self._page  # for fences that other plugins convert, such as excerpts
        return self._completion.read(html, page.url, front_texts(page))

    @event_priority(-100)  # after all pages are converted
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Add scripts, styles and runtime; cache compiled templates; report errors and missing rules."""
        self._end_conversions()
        self._report()
        self._render_frame = partial(framed_page.render, config=config, files=files, nav=self._nav, env=env)
        complete_theme(files, config)
        with suppress(OSError):  # then the theme's templates are compiled each time
            compiled = cache_folder() / "templates"
            compiled.mkdir(parents=True, exist_ok=True)
            env.bytecode_cache = FileSystemBytecodeCache(str(compiled))
        with _plugin_errors():
            runtime = self._runtime if isinstance(self._runtime, Runtime) else self._runtime.result()
            made = assets.for_site(runtime, link_to(self._contact) if self._contact else "")
        for name, content in made.files.items():
            if isinstance(content, bytes):
                files.append(File.generated(config, name, content=content))
            else:
                files.append(File.generated(config, name, abs_src_path=str(content)))
        entry = ExtraScriptValue(made.entry)
        entry.type = "module"
        config.extra_javascript = [entry, *foreign(config.extra_javascript)]
        config.extra_css = [*made.styles, *foreign(config.extra_css)]
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
        text = text_of(file, config)
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
            warn((*found, *self._site.rules.unlinked.values()))
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
        self._errors.clear()
        return catalogue.say("errors.more" if count["n"] > count["listed"] else "errors.sum", **count)

    def _text(self, file: File, config: MkDocsConfig) -> Text:
        """Return the source of a page; empty, with an error, if it cannot be read."""
        try:
            return text_of(file, config)
        except StopBuild as error:
            self._errors.add(error)
            file.content_string = ""  # so that MkDocs goes on to the other pages
            return Text(error.path, [], 0, StopBuild)

    def _read_by_search(self, read: Callable[[MkDocsPage], object], page: MkDocsPage) -> None:
        """Give the search a readable version of a page."""
        shown, search = page.content, self._site.search
        about = repr([page.title, *(page.meta.get(each) for each in ("title", "search", "tags"))])
        prose = self._completion.without_widgets(shown or "", page.url)
        page.content = search.prose(prose, page.url, about)
        try:
            read(page)
            search.cache_entries()
        finally:
            page.content = shown

    @event_priority(-100)  # after other plugins have read the page
    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Complete the page, and render the frame of a shelf's puzzles.

        This plugin keeps the frame as one of those that see it rendered.
        """
        description = str(page.meta.get("description") or "")
        place = navigation.place_of(page, self._nav)
        about = RenderedPage(text_of(page.file, config), place, description)
        made = self._completion.complete(output, about)
        if self._completion.is_shelf(page.url):
            self._site.puzzles.expect(page.url)
            self._render_frame(page)
        return made

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Repair pages that have no source file, such as the 404 page."""
        if not template_name.endswith(".html"):  # such as a feed
            return output_content
        return self._completion.complete_other(output_content, template_name)

    def on_serve(
        self, server: "LiveReloadServer", *, config: MkDocsConfig, builder: Any
    ) -> "LiveReloadServer":
        """Rebuild when a record changes that pages include; show errors that stop a build."""
        tutorials = project_of(config).tutorials
        if tutorials.is_dir():
            server.watch(str(tutorials))
        live_server.attend(server)
        return server

    @event_priority(-1000)  # after other plugins have written their files, and built further languages
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the files that depend on the whole site."""
        self._builds -= 1
        if not self._builds:
            self._completion.write(finished=not self.serving)

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
    """Convert errors of the runtime and registered languages to errors of a plugin."""
    try:
        yield
    except (BundleError, PluginLoadError) as error:
        raise PluginError(str(error)) from error
