"""A site during its build: what is collected before pages are converted, and written after it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from kontrapunkt_site.blocked import PolicyWatch
from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.csp import Policy
from kontrapunkt_site.explained import Explanations
from kontrapunkt_site.placeholders import Placeholders
from kontrapunkt_site.problems import FoundErrors, Text
from kontrapunkt_site.processes import Processes
from kontrapunkt_site.project import Project
from kontrapunkt_site.puzzle_pages import PuzzlePages
from kontrapunkt_site.rule_pages import RulePages
from kontrapunkt_site.search import SiteSearch
from kontrapunkt_site.steps import Steps


@dataclass(slots=True)
class SiteBuild:
    """A site during its build, with all its languages.

    Attributes:
        project: The author's project.
        folder: The folder of the site.
        home: The address of the finished site; empty if unknown.
        cache: The cache of results.
        processes: The worker processes; they stop when the site is written.
        puzzles: The puzzles with pages of their own.
        steps: The precomputed steps of widgets.
        watch: The check of what the policy would block.
        errors: The errors of its pages.
        rules: The paragraphs of rules, in the present language.
        placeholders: The markup of widgets.
        search: The text for the search.
        explanations: The rules and terms that links show in place.
    """

    project: Project
    folder: Path
    home: str
    cache: BuildCache
    processes: Processes
    puzzles: PuzzlePages
    steps: Steps
    watch: PolicyWatch
    errors: FoundErrors
    rules: RulePages = field(default_factory=RulePages)
    placeholders: Placeholders = field(default_factory=Placeholders)
    search: SiteSearch = field(default_factory=SiteSearch)
    explanations: Explanations = field(default_factory=Explanations)

    @classmethod
    def begin(
        cls,
        project: Project,
        folder: Path,
        home: str,
        *,
        policy: Policy | None,
        shared: list[Text],
        cache: BuildCache,
        processes: Processes,
        errors: FoundErrors,
    ) -> Self:
        """Begin a site: nothing is collected yet.

        Args:
            project: The author's project.
            folder: The folder of the site.
            home: The address of the finished site; empty if unknown.
            policy: The policy; None for none.
            shared: Sources that many pages use, such as templates.
            cache: The cache of results.
            processes: The worker processes.
            errors: The collector of errors.
        """
        return cls(
            project,
            folder,
            home,
            cache,
            processes,
            PuzzlePages(home, project.previews, processes),
            Steps(folder, cache, processes),
            PolicyWatch(policy, home, shared, cache),
            errors,
        )
