"""The options and presets of Kontraspiel."""

from collections.abc import Mapping
from typing import Final

from kontrapunkt.game import Option

_RULING: Final = "our ruling"

OPTIONS: Final = (
    Option(
        "direction",
        "Which way dealing and play go round",
        ("clockwise", "anticlockwise"),
        "clockwise",
        "clockwise: the German account of 1773 and the draft after Thalberg",
        ("KS-R1",),
    ),
    Option(
        "packets",
        "How the five cards are dealt",
        ("3-2", "2-3"),
        "3-2",
        "both: the English encyclopedia",
        ("KS-R3",),
    ),
    Option(
        "wenzel_turnup",
        "What a Wenzel turned up does to the dealer",
        ("automatic", "like_ace"),
        "automatic",
        "it must be taken up, or may be, as an ace: the one variation that the encyclopedia gives",
        ("KS-R6", "KS-R8", "KS-R9"),
    ),
    Option(
        "pact_scope",
        "Whether aces and Wenzels have one pact, where Wenzels are like aces",
        ("shared", "per_rank"),
        "shared",
        f"{_RULING}: the sources speak of aces alone",
        ("KS-R9", "KS-R10"),
        only="wenzel_turnup=like_ace",
    ),
    Option(
        "second_round_pref",
        "Who may return to the preferred suit in the second round",
        ("eldest_only", "eldest_and_dealer"),
        "eldest_only",
        "eldest hand: the encyclopedia, whose example speaks of the dealer all the same",
        ("KS-R12",),
    ),
    Option(
        "base_moment",
        "Whether the pot is counted before or after the dealer’s stake",
        ("before_stake", "after_stake"),
        "before_stake",
        f"{_RULING}: a least value of one has a meaning only before the stake",
        ("KS-R27",),
    ),
    Option(
        "base_min",
        "The least base value, in chips",
        ("1",),
        "1",
        "one: the encyclopedia; more could not be paid from an empty pot",
        ("KS-R27",),
    ),
    Option("base_max", "The highest base value, in chips", (), "4", "four: the encyclopedia", ("KS-R27",)),
    Option(
        "match_suit",
        "Which suits a match may be announced in",
        ("any_non_pref", "also_differs_from_current"),
        "any_non_pref",
        "any but the preferred one: the encyclopedia; that the trumps in force are allowed is our ruling",
        ("KS-R14",),
    ),
    Option(
        "match_overcall",
        "Whether a match may be announced over another one",
        ("once", "repeated"),
        "once",
        f"{_RULING}; repeated: each player once in a deal, so that it has an end",
        ("KS-R14",),
    ),
    Option(
        "failed_match_revolt",
        "What an announced match without a single trick costs",
        ("cumulative", "failed_match_only"),
        "cumulative",
        "both: the encyclopedia’s “moreover”, as we read it",
        ("KS-R33",),
    ),
    Option(
        "revolt_payees",
        "Whom a declared player without a trick pays",
        ("all_others", "undeclared_only"),
        "all_others",
        f"{_RULING}: all three others; or only those who have not declared",
        ("KS-R32",),
    ),
    Option(
        "announce_order",
        "How announcements are made",
        ("free", "polled"),
        "free",
        "at any moment in their windows: the encyclopedia; in turn, match first: our convenience",
        ("KS-R18", "KS-R20"),
    ),
    Option(
        "pot_at_end",
        "What becomes of the pot when the players part",
        ("report", "split_equal"),
        "report",
        f"{_RULING}: it is reported, or shared out in four equal parts, the rest remaining",
        ("KS-R35",),
    ),
)

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {"seed": {}}
