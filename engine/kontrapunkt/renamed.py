"""Old names of modules: importing one warns and returns the present module."""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

MOVED: Final = {
    "action": "core.action",
    "arena": "play.arena",
    "calculator": "core.calculator",
    "cards": "core.cards",
    "deal": "core.deal",
    "files": "core.files",
    "game": "core.interface",
    "legality": "core.legality",
    "naming": "text.phrasing",
    "options": "core.options",
    "parts": "core.view_model",
    "perft": "core.perft",
    "play.card_distributions": "families.card_distributions",
    "play.heuristics": "core.heuristics",
    "players": "play.players",
    "registry": "core.registry",
    "rules": "core.rules",
    "said": "core.messages",
    "thumbs": "core.heuristics",
    "toml": "core.toml",
    "unseen": "families.card_distributions",
    "words": "text.catalogue",
}
"""The present names of modules by their old names."""

NAMES: Final = {
    "core.calculator": {"Chosen": "CalculatorChoices"},
    "core.messages": {"Said": "Message", "Worded": "HasText"},
    "core.options": {"hold": "conditions_met"},
    "core.registry": {"BrokenEntry": "PluginLoadError", "found_at": "load_object"},
    "core.view_model": {"Laid": "TableCards"},
    "play.arena": {"Bout": "DealOutcome", "Standing": "ContestScore"},
    "families.card_distributions": {
        "Bound": "CardBound",
        "Place": "CardPlace",
        "Sharing": "CardDistribution",
    },
    "core.heuristics": {"Ending": "EndgameRule", "Margin": "WinMargin", "Thumb": "RuleOfThumb"},
    "play.players": {"NoThumbs": "NoHeuristics"},
    "text.phrasing": {
        "name_action": "_action_name",
        "name_argument": "_argument_name",
        **{name: f"_{name}" for name in ("card_name", "rank_name", "seat_name", "side_name", "side_spoken")},
        **{name: f"_{name}" for name in ("source_of", "suit_name", "the_card", "the_cards")},
    },
}
"""The present names of objects by old module and name; the others have not changed."""

PACKAGE: Final = "kontrapunkt"


class _MovedModule(ModuleType):
    """A module under its old name, with the attributes of the present one."""

    def __getattr__(self, name: str) -> Any:
        place = MOVED[self.__name__.removeprefix(f"{PACKAGE}.")]
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(import_module(f"{PACKAGE}.{place}"), NAMES.get(place, {}).get(name, name))


class _GameModule(_MovedModule):
    """`kontrapunkt.game` as a function and, once imported, as the old module."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return import_module(f"{PACKAGE}.core.registry").game(*args, **options)


class _Finder:
    """Finds modules by their old names, after all other finders."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.removeprefix(f"{PACKAGE}.") not in MOVED or not name.startswith(f"{PACKAGE}."):
            return None
        return ModuleSpec(name, self)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        place = MOVED[spec.name.removeprefix(f"{PACKAGE}.")]
        warnings.warn(f"{spec.name} is {PACKAGE}.{place} now", DeprecationWarning, stacklevel=2)
        return _GameModule(spec.name) if spec.name == f"{PACKAGE}.game" else _MovedModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module needs no execution."""


def install() -> None:
    """Enable the import of old names, once."""
    if not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.append(_Finder())
