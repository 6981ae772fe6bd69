"""What puzzles are about: a small fixed list, each theme with the words for it."""

from typing import Final

from kontrapunkt import words

THEMES: Final = (
    "cleaning",
    "keeping-dirty",
    "kings",
    "queens",
    "card-points",
    "last-of-rank",
    "giving",
    "holding-back",
    "leading",
    "lead-limit",
    "dark",
    "spice",
    "locked-pack",
    "following",
    "trumps",
    "calls",
    "result",
)
"""The themes."""


def theme_label(theme: str) -> str:
    """A theme in a few words, as on a button."""
    return words.say(f"puzzle.theme.{theme}")


def theme_text(theme: str) -> str:
    """A theme in a sentence."""
    return words.say(f"puzzle.theme.{theme}.text")
