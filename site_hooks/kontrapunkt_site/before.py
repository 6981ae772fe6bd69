"""The work before a builder converts the pages of a site."""

from collections.abc import Callable, Mapping
from functools import partial

from kontrapunkt_site import assets, bundle, search, source, theme
from kontrapunkt_site.bundle import Runtime
from kontrapunkt_site.fences.lesson import questions
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.processes import BuildTask, Processes
from kontrapunkt_site.project import Project
from kontrapunkt_site.rule_pages import RulePages
from kontrapunkt_site.site_build import SiteBuild
from kontrapunkt_site.soundness import Soundness
from kontrapunkt_site.steps import MANY, ready


def begin_runtime(project: Project, processes: Processes) -> Runtime | BuildTask[Runtime]:
    """Begin to make the browser's Python; start the processes of a large project's first build.

    Raises:
        BundleError: if it cannot be made.
        PluginLoadError: if a registered language cannot be loaded.
    """
    if not project.checks.exists() and len(project.puzzles()) > MANY:
        processes.begin(ready)
    return bundle.cached_runtime() or processes.submit(bundle.make)


def read_sources(
    site: SiteBuild,
    texts: Mapping[str, Text],
    *,
    rulebook: str,
    contact: str,
    stops_with: type[PageError] = PageError,
) -> Page:
    """Read the sources of all pages in a language.

    Args:
        site: The site.
        texts: The whole text of each page by its address, relative to the site's root.
        rulebook: The address of a rulebook for games without rules in the site.
        contact: The contact address.
        stops_with: The class of the error that stops the builder.

    Returns:
        The data for the conversion of any page: of each, the builder adds the path and the address.
    """
    site.puzzles.shelves.taken.update(texts)
    site.watch.shared.extend(texts.values())
    site.rules = RulePages.read(texts.items(), rulebook, site.errors)
    project = site.project
    asked = partial(questions, project.tutorials)
    return Page(
        folder=project.folder,
        rules=site.rules,
        soundness=Soundness(project.puzzles(), project.checks, asked, site.processes),
        mistakes=next((url for url, text in texts.items() if _has_mistakes(text)), None),
        contact=contact,
        cache=site.cache,
        steps=site.steps,
        processes=site.processes,
        stops_with=stops_with,
        errors=site.errors,
    )


def _has_mistakes(text: Text) -> bool:
    """Return True if a page shows the reader's own mistakes."""
    return any(fence.name == "mistakes" for fence in source.fences(text.lines))


def change_of_theme(name: str, *, alone: bool) -> Callable[[str], str] | None:
    """Return the change that a file of the theme needs; None for one that stays.

    Args:
        name: The path of the file in the site.
        alone: Whether a site has only the theme's scripts and ours.
    """
    if theme.SCRIPT.fullmatch(name):
        return partial(theme.delay_script, alone=alone)
    if search.WORKER.fullmatch(name):
        return assets.forgiving
    return theme.name_elements if theme.STYLES.fullmatch(name) else None
