"""What `mkdocs.yml` may say to the plugin: `- kontrapunkt: {policy: strict, frames: [video.example]}`."""

import re
from typing import Final

from mkdocs.config.base import Config, ValidationError
from mkdocs.config.config_options import ListOfItems, Optional, OptionallyRequired

from kontrapunkt.text import catalogue
from kontrapunkt_site.csp import Policy

_HOST: Final = re.compile(r"(https?://)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?(/[\w./~%-]*)?", re.ASCII)
_ADDRESS: Final = re.compile(r"https?://[^\s/]+(/\S*)?")
_POLICIES: Final = ("strict", "off")


class _PolicyName(OptionallyRequired[str]):
    """`strict` or `off`, which YAML reads as False unless it stands in quotation marks."""

    def run_validation(self, value: object) -> str:
        name = "off" if value is False else value
        if name not in _POLICIES:
            raise ValidationError(catalogue.say("settings.policy", value=value))
        return str(name)


class _Host(OptionallyRequired[str]):
    """A host that pages may load from."""

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


class Settings(Config):  # type: ignore[no-untyped-call]
    """The settings of the plugin.

    Attributes:
        policy: `strict`: pages load and run what the site brings, and what the lists name; `off`: anything.
        scripts: Further hosts of scripts.
        frames: Further hosts of pages in frames; `self` for the site.
        images: Further hosts of images.
        embedders: Hosts of pages that may show ours in a frame, `self` for the site, `[]` for nobody; all
            unless given.
        rulebook_url: Where the rules of games are that the site has none of; `{game}` stands for a game's id.
    """

    policy = _PolicyName(default="strict")
    scripts = ListOfItems(_Host(), default=[])
    frames = ListOfItems(_Host(), default=[])
    images = ListOfItems(_Host(), default=[])
    embedders = Optional(ListOfItems(_Host()))
    rulebook_url = _Address(default="")

    def chosen_policy(self) -> Policy | None:
        """The policy; None for none."""
        if self.policy == "off":
            return None
        embedders = None if self.embedders is None else tuple(self.embedders)
        return Policy(tuple(self.scripts), tuple(self.frames), tuple(self.images), embedders)
