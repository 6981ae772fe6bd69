"""The plugin's settings: `kontrapunkt: {policy: strict, frames: [video.example]}`."""

import re
from typing import Final

from mkdocs.config.base import Config, ValidationError
from mkdocs.config.config_options import ListOfItems, Optional, OptionallyRequired

from kontrapunkt.text import catalogue
from kontrapunkt_site.csp import Policy

_HOST: Final = re.compile(r"(https?://)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?(/[\w./~%-]*)?", re.ASCII)
_ADDRESS: Final = re.compile(r"https?://[^\s/]+(/\S*)?")
_FOLDER: Final = re.compile(r"([\w-]+(/[\w-]+)*)?")
_POLICIES: Final = ("strict", "off")


class _PolicyName(OptionallyRequired[str]):
    """`strict` or `off`, which YAML reads as False without quotation marks."""

    def run_validation(self, value: object) -> str:
        name = "off" if value is False else value
        if name not in _POLICIES:
            raise ValidationError(catalogue.say("settings.policy", value=value))
        return str(name)


class _Host(OptionallyRequired[str]):
    """A host from which pages may load."""

    def run_validation(self, value: object) -> str:
        if not isinstance(value, str) or not _HOST.fullmatch(value):
            raise ValidationError(catalogue.say("settings.host", value=value))
        return value


class _Address(OptionallyRequired[str]):
    """The address of a page; empty for none."""

    def run_validation(self, value: object) -> str:
        if value and not (isinstance(value, str) and _ADDRESS.fullmatch(value)):
            raise ValidationError(catalogue.say("settings.rulebook", value=value))
        return str(value or "")


class _Folder(OptionallyRequired[str]):
    """A folder of pages; empty for none."""

    def run_validation(self, value: object) -> str:
        if not isinstance(value, str) or not _FOLDER.fullmatch(value):
            raise ValidationError(catalogue.say("settings.reference", value=value))
        return value


class Settings(Config):  # type: ignore[no-untyped-call]
    """The settings of the plugin.

    Attributes:
        policy: `strict` to allow only the site's own resources and the hosts below; `off` to allow
            everything.
        scripts: Further hosts of scripts.
        frames: Further hosts of framed pages; `self` for the site.
        images: Further hosts of images.
        embedders: Hosts whose pages may frame ours, `self` for the site, `[]` for none; all by default.
        rulebook_url: The rulebook for games without rules in the site; `{game}` is replaced by the game's id.
        reference: The folder for the pages of the reference for authors, which the build makes from the code;
            empty for none.
    """

    policy = _PolicyName(default="strict")
    scripts = ListOfItems(_Host(), default=[])
    frames = ListOfItems(_Host(), default=[])
    images = ListOfItems(_Host(), default=[])
    embedders = Optional(ListOfItems(_Host()))
    rulebook_url = _Address(default="")
    reference = _Folder(default="")

    def chosen_policy(self) -> Policy | None:
        """Return the policy; None for none."""
        if self.policy == "off":
            return None
        embedders = None if self.embedders is None else tuple(self.embedders)
        return Policy(tuple(self.scripts), tuple(self.frames), tuple(self.images), embedders)
