"""The drawings of cards: suit symbols, ranks, pip patterns, the back.

Symbols are drawn around the origin, 20 units wide and high; ranks in a box of 16 by 22; faces in 100 by 140.
"""

from typing import Final

SUIT_PATHS: Final = {
    "C": "M0-10C2.6-10 4.6-8 4.6-5.5 4.6-4.2 4-2.9 3-1.9 3.7-2.4 4.5-2.6 5.3-2.6 7.9-2.6 9.9-.6 9.9 2 9.9"
    " 4.6 7.9 6.6 5.3 6.6 3.2 6.6 1.5 5.4.8 3.6 1 6.4 1.7 8.7 3.8 10H-3.8C-1.7 8.7-1 6.4-.8 3.6-1.5 5.4-3.2"
    " 6.6-5.3 6.6-7.9 6.6-9.9 4.6-9.9"
    " 2-9.9-.6-7.9-2.6-5.3-2.6-4.5-2.6-3.7-2.4-3-1.9-4-2.9-4.6-4.2-4.6-5.5-4.6-8-2.6-10 0-10Z",
    "S": "M0-10C2.2-6 8.8-2.3 8.8 2.7 8.8 5.4 6.9 7.2 4.6 7.2 2.9 7.2 1.5 6.3.8 4.9 1 7 1.9 9 3.8"
    " 10H-3.8C-1.9 9-1 7-.8 4.9-1.5 6.3-2.9 7.2-4.6 7.2-6.9 7.2-8.8 5.4-8.8 2.7-8.8-2.3-2.2-6 0-10Z",
    "H": "M0 10C-2.4 5.4-9.2 1.6-9.2-4.1-9.2-7.2-7-9.3-4.4-9.3-2.3-9.3-.7-8-0-5.9.7-8 2.3-9.3 4.4-9.3 7-9.3"
    " 9.2-7.2 9.2-4.1 9.2 1.6 2.4 5.4 0 10Z",
    "D": "M0-10.4C1.9-6.6 4.6-2.9 7.8 0 4.6 2.9 1.9 6.6 0 10.4-1.9 6.6-4.6 2.9-7.8 0-4.6-2.9-1.9-6.6 0-10.4Z",
}

RANK_PATHS: Final = {
    "A": "M1.6 20.4 8 2.2 14.4 20.4M4 14.4H12",
    "K": "M3 1.8V20.2M13.4 1.8 3.4 12.6M6.8 9.2 14 20.2",
    "Q": "M8 1.8C11.6 1.8 13.8 5 13.8 10.4S11.6 19 8 19 2.2 15.8 2.2 10.4 4.4 1.8 8 1.8M8.8 14.6 14 20.8",
    "J": "M7 1.8H12.2V14.6C12.2 18 10.3 20.2 7.4 20.2 4.9 20.2 3 18.7 2.4 16",
    "T": "M.9 5.2 3.5 2.4V20.2M11 1.8C13.4 1.8 14.8 5 14.8 11S13.4 20.2 11 20.2 7.2 17 7.2 11 8.6 1.8 11"
    " 1.8Z",
    "9": "M3 18.9C9.6 20.2 13.6 15 13.6 7.8 13.6 4.2 11.2 1.8 8 1.8S2.4 4.2 2.4 7.4 4.6 12.8 7.6 12.8C10.8"
    " 12.8 13.2 10.8 13.5 8.4",
    "8": "M8 1.8C10.8 1.8 12.6 3.6 12.6 6S10.8 10.2 8 10.2 3.4 8.4 3.4 6 5.2 1.8 8 1.8ZM8 10.2C11.4 10.2"
    " 13.8 12.3 13.8 15.2S11.4 20.2 8 20.2 2.2 18.1 2.2 15.2 4.6 10.2 8 10.2Z",
    "7": "M2.2 2.2H13.6C10 7.4 7.4 13 6.4 20.2",
    "6": "M13 3.1C6.4 1.8 2.4 7 2.4 14.2 2.4 17.8 4.8 20.2 8 20.2S13.6 17.8 13.6 14.6 11.4 9.2 8.4 9.2C5.2"
    " 9.2 2.8 11.2 2.5 13.6",
    "5": "M12.8 2.2H4.4L3.5 10.2C4.8 9 6.4 8.4 8 8.4 11.4 8.4 13.6 10.8 13.6 14.2S11.2 20.2 7.8 20.2C5.3"
    " 20.2 3.4 19.2 2.2 17.4",
    "4": "M10.6 20.2V2.2L1.8 14.8H14.4",
    "3": "M2.6 2.2H13L7.2 9C11 8.8 13.6 11 13.6 14.4S11.2 20.2 7.8 20.2C5.3 20.2 3.4 19.2 2.2 17.4",
    "2": "M2.5 6.8C2.7 3.8 5 1.8 8 1.8S13.2 3.8 13.2 6.6C13.2 8.7 12.2 10.2 10.6 11.9L2.6 20.2H13.8",
}

type _Pips = dict[str, tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]]

PIPS: Final[_Pips] = {
    "2": (((50, 28),), ()),
    "3": (((50, 28),), ((50, 70),)),
    "4": (((35, 28), (65, 28)), ()),
    "5": (((35, 28), (65, 28)), ((50, 70),)),
    "6": (((35, 28), (65, 28)), ((35, 70), (65, 70))),
    "7": (((35, 28), (65, 28)), ((35, 70), (65, 70), (50, 49))),
    "8": (((35, 28), (65, 28), (50, 49)), ((35, 70), (65, 70))),
    "9": (((35, 28), (65, 28), (35, 56), (65, 56)), ((50, 70),)),
    "T": (((35, 28), (65, 28), (35, 56), (65, 56), (50, 42)), ()),
}
"""The places of pips: those of the upper half with a rotated copy below, and others."""

_WAVE: Final = "".join(
    f"M{x} 8{first}{'t0 15.5' * 7}"
    for x in (18, 34, 50, 66, 82)
    for first in ("q16 7.75 0 15.5", "q-16 7.75 0 15.5")
)

BACK: Final = (
    '<rect class="kp-c3" x="5" y="5" width="90" height="130" rx="4"/>'
    f'<path class="kp-l0" d="{_WAVE}"/>'
    '<rect class="kp-l0" x="8" y="8" width="84" height="124" rx="2"/>'
)
"""The pattern of the back: two voices in contrary motion, five times."""

# German-suited faces: acorn, leaf, heart and bell; Daus, King, Ober, Unter and number cards. The place of the
# suit symbol distinguishes the two lower courts, as on real cards: the Ober has it at the top, the Unter at
# the foot of the figure; here figures are two-way, so it is beside the head or by the belt. The Daus shows
# two symbols, number cards show theirs along the edges.

GERMAN_RANKS: Final = "AKQJT987"
"""The ranks with German-suited faces."""

GERMAN_LETTERS: Final = {"Q": "O", "J": "U"}
"""The letters of German courts that differ from French ones."""

GERMAN_LETTER_PATHS: Final = {
    "O": "M8 1.8C11.6 1.8 13.8 5 13.8 11S11.6 20.2 8 20.2 2.2 17 2.2 11 4.4 1.8 8 1.8Z",
    "U": "M2.4 1.8V13.4C2.4 17.6 4.6 20.2 8 20.2S13.6 17.6 13.6 13.4V1.8",
}

GERMAN_SIGNS: Final = {
    "C": '<path class="kp-l3" d="M.6-10C1.2-8.6.8-7.6 0-6.4"/>'
    '<path d="M-7.4-.8C-7.4-4.8-4.2-7 0-7S7.4-4.8 7.4-.8C4.4.6-4.4.6-7.4-.8Z"/>'
    '<path class="kp-c1" d="M-6.2.6C-2.4 1.6 2.4 1.6 6.2.6 6.2 5 3.4 8.2 0 10-3.4 8.2-6.2 5-6.2.6Z"/>'
    '<path class="kp-l2" d="M-6.2.6C-2.4 1.6 2.4 1.6 6.2.6 6.2 5 3.4 8.2 0 10-3.4 8.2-6.2 5-6.2.6Z"/>',
    "S": '<path d="M0-10C2.6-6.6 8.2-5.6 8.2-.2 8.2 3.6 4.6 6 1.2 5.6L2 10H-2L-1.2 5.6C-4.6 6-8.2 3.6-8.2-.2'
    '-8.2-5.6-2.6-6.6 0-10Z"/>'
    '<path class="kp-l4" d="M0-5.6V6M0-1.4 3.8-3.8M0-1.4-3.8-3.8M0 2.4 4.2-.2M0 2.4-4.2-.2"/>',
    "H": f'<path d="{SUIT_PATHS["H"]}"/>',
    "D": '<circle class="kp-c1" cy=".8" r="8.4"/><circle class="kp-l3" cy=".8" r="8.4"/>'
    '<path class="kp-l3" d="M-8.2-.4H8.2M-8 2.2H8"/><circle cy="5" r="1.9"/><path d="M-.9 5H.9V9H-.9Z"/>'
    '<circle class="kp-l2" cy="-8.8" r="1.2"/>',
}
"""The German suit symbols, drawn around the origin, 20 units wide and high."""

COURT_SIGN: Final = {"K": (32.4, 22.6, 0.62), "Q": (32.4, 22.6, 0.72), "J": (33, 59.6, 0.72)}
"""Place and size of the suit symbol of German courts.

It is beside the head of a King or Ober, by the belt of an Unter.
"""

GERMAN_PIPS: Final[_Pips] = {
    "T": (((35, 24), (66, 24), (35, 47), (66, 47)), ((35, 70), (65, 70))),
    "9": (((35, 25), (66, 25), (35, 55), (66, 55)), ((50, 70),)),
    "8": (((35, 25), (66, 25), (35, 55), (66, 55)), ()),
    "7": (((35, 26), (66, 26), (35, 52), (66, 52)), ()),
}


def german_letter(rank: str) -> str:
    """Return the letter of a rank on a German-suited card: O for an Ober."""
    return GERMAN_LETTERS.get(rank, rank)
