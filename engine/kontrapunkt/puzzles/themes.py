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


words.register(
    "en",
    {
        "puzzle.theme.cleaning": "Getting clean",
        "puzzle.theme.cleaning.text": "A dirty side needs a trick with a king in it.",
        "puzzle.theme.keeping-dirty": "Keeping them dirty",
        "puzzle.theme.keeping-dirty.text": "The other side is dirty, and is to stay so.",
        "puzzle.theme.kings": "Kings",
        "puzzle.theme.kings.text": "When to part with a king, and when not.",
        "puzzle.theme.queens": "Queens",
        "puzzle.theme.queens.text": "What a queen does to a trick.",
        "puzzle.theme.card-points": "Card points",
        "puzzle.theme.card-points.text": "As many card points as can be had.",
        "puzzle.theme.last-of-rank": "Last of its rank",
        "puzzle.theme.last-of-rank.text": "A card that nobody can equal any more wins.",
        "puzzle.theme.giving": "Giving",
        "puzzle.theme.giving.text": "Throwing a good card on a trick that somebody else wins.",
        "puzzle.theme.holding-back": "Holding back",
        "puzzle.theme.holding-back.text": "Not playing the card that would do something at once.",
        "puzzle.theme.leading": "The right lead",
        "puzzle.theme.leading.text": "Everything hangs on the card that is led.",
        "puzzle.theme.lead-limit": "Lead limit",
        "puzzle.theme.lead-limit.text": "One rank may not be led for ever.",
        "puzzle.theme.dark": "In the dark",
        "puzzle.theme.dark.text": "A card turned from the stock unseen.",
        "puzzle.theme.following": "Following suit",
        "puzzle.theme.following.text": "What a led card asks of the hand.",
        "puzzle.theme.trumps": "Trumps",
        "puzzle.theme.trumps.text": "When to trump, and with what.",
        "puzzle.theme.calls": "Calls",
        "puzzle.theme.calls.text": "What may be said, and what it brings.",
        "puzzle.theme.result": "Result",
        "puzzle.theme.result.text": "Who wins the deal, and how.",
    },
)
