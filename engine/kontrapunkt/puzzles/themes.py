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
        "puzzle.theme.spice": "Spice",
        "puzzle.theme.spice.text": "The card that the winner of a trick adds to it.",
        "puzzle.theme.locked-pack": "The locked pack",
        "puzzle.theme.locked-pack.text": "Two open cards of one rank lock the pack; a third opens it.",
        "puzzle.theme.following": "Following suit",
        "puzzle.theme.following.text": "What the card that was led asks of a hand.",
        "puzzle.theme.trumps": "Trumps",
        "puzzle.theme.trumps.text": "Which cards are trumps, and which of them is higher.",
        "puzzle.theme.calls": "Calls",
        "puzzle.theme.calls.text": "Who may say what, and when.",
        "puzzle.theme.result": "Result",
        "puzzle.theme.result.text": "Who wins the deal, and how.",
    },
)
