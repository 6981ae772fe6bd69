"""German-suited drawings: acorn, leaf, heart and bell; Daus, King, Ober, Unter and number cards.

The suit sign tells the two lower courts apart, as on real cards: the Ober has it at the top, the Unter at the
foot of the figure; here, where figures are two-way, beside the head or by the belt. The Daus shows two signs,
numbers carry theirs along the edges.
"""

from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.render.courts import HALVES
from kontrapunkt.render.shapes import SUIT_PATHS

RANKS: Final = "AKQJT987"
"""The ranks that there are German-suited faces of."""

LETTERS: Final = {"Q": "O", "J": "U"}
"""The letters of the courts that French-suited cards name otherwise."""

LETTER_PATHS: Final = {
    "O": "M8 1.8C11.6 1.8 13.8 5 13.8 11S11.6 20.2 8 20.2 2.2 17 2.2 11 4.4 1.8 8 1.8Z",
    "U": "M2.4 1.8V13.4C2.4 17.6 4.6 20.2 8 20.2S13.6 17.6 13.6 13.4V1.8",
}

SIGNS: Final = {
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
"""The suit signs, drawn round the origin, 20 units wide and high."""

_HEAD: Final = (
    '<path d="M40.6 29H59.4C61.6 36 62 42 60.6 48.6 58.6 50 56.6 49.6 55.4 48H44.6C43.4 49.6 41.4 50 39.4'
    ' 48.6 38 42 38.4 36 40.6 29Z"/>'
    '<path class="kp-c0" d="M43 29H57V39C57 45 54 48.8 50 48.8S43 45 43 39Z"/>'
    '<path class="kp-l2" d="M46 44.4C48 43 52 43 54 44.4"/>'
)

_OBER: Final = (
    '<path d="M25 70V62L42 53H58L75 62V70Z"/>'
    '<path class="kp-c2" d="M25 70V62L42 53 50 61 58 53 75 62V70Z"/>'
    '<path class="kp-c1" d="M40 53.6 45.4 49H54.6L60 53.6 50 62Z"/>' + _HEAD +
    # helmet with a crest
    '<path class="kp-c1" d="M39 31C38 22 43 17.6 50 17.6S62 22 61 31Z"/>'
    '<path d="M38.4 28.6H61.6V32H38.4Z"/>'
    '<path d="M50 18C52 14.4 57.6 13 64 14.6 62.6 18.6 57.4 20.4 51.6 19.6Z"/>'
    # sabre
    '<path class="kp-l3" d="M69.6 64C71.6 52 71.4 40 68.4 30M66.4 60.6H73"/>'
)

HALF: Final = {
    "K": HALVES["K"],
    "Q": _OBER + '<path class="kp-l2" d="M44.4 37.4H47.8M52.2 37.4H55.6M50 38.6V42.4"/>'
    '<path class="kp-c1" d="M25 66.5H75V70H25Z"/>',
    "J": HALVES["J"],
}
"""The upper halves of the courts."""

COURT_SIGN: Final = {"K": (32.4, 22.6, 0.62), "Q": (32.4, 22.6, 0.72), "J": (33, 59.6, 0.72)}
"""Where a court has its sign, and how large: a King and an Ober beside the head, an Unter by the belt."""

_UPPER: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "T": ((35, 24), (66, 24), (35, 47), (66, 47)),
    "9": ((35, 25), (66, 25), (35, 55), (66, 55)),
    "8": ((35, 25), (66, 25), (35, 55), (66, 55)),
    "7": ((35, 26), (66, 26), (35, 52), (66, 52)),
}
_MIDDLE: Final[dict[str, tuple[tuple[float, float], ...]]] = {"T": ((35, 70), (65, 70)), "9": ((50, 70),)}


def definitions() -> str:
    """What the faces are made of: letters, signs, indices, halves of courts, faces."""
    found = [
        f'<symbol id="kp-rank-{letter}" viewBox="0 0 16 22" fill="currentColor">'
        f'<path id="kp-r{letter}" class="kp-stroke" d="{path}"/></symbol>'
        f'<g id="kp-i{letter}"><use xlink:href="#kp-r{letter}" transform="translate(4.5 6)scale(1.15)"/></g>'
        for letter, path in LETTER_PATHS.items()
    ]
    found += [
        f'<symbol id="kp-g-suit-{suit}" viewBox="-10.5 -10.5 21 21" fill="currentColor">'
        f'<g id="kp-g{suit}">{drawing}</g></symbol>'
        for suit, drawing in SIGNS.items()
    ]
    found += [f'<g id="kp-g-half-{rank}">{drawing}</g>' for rank, drawing in HALF.items()]
    every = [Card(rank + suit) for suit in SIGNS for rank in RANKS]
    found += [
        f'<symbol id="kp-g-{each}" viewBox="0 0 100 140" fill="currentColor">{_face(each)}</symbol>'
        for each in every
    ]
    return "".join(found)


def letter(rank: str) -> str:
    """The letter of a rank in the corner: O for an Ober."""
    return LETTERS.get(rank, rank)


def _sign(suit: str, x: float, y: float, scale: float) -> str:
    return f'<use xlink:href="#kp-g{suit}" transform="translate({x:g} {y:g})scale({scale:g})"/>'


def _face(of: Card) -> str:
    rank, suit = of.rank, of.suit
    half = f'<use xlink:href="#kp-i{letter(rank)}"/>' + _sign(suit, 13.7, 43.5, 0.8)
    middle = ""
    if rank in HALF:
        half += f'<use xlink:href="#kp-g-half-{rank}"/>' + _sign(suit, *COURT_SIGN[rank])
        middle = '<path class="kp-l1" d="M25 14H75V126H25Z"/>'
    elif rank == "A":
        half += _sign(suit, 50, 42, 1.9)
        middle = '<path class="kp-l3" d="M50 62C46 66 54 74 50 78"/>'
    else:
        half += "".join(_sign(suit, x, y, 0.95) for x, y in _UPPER[rank])
        middle = "".join(_sign(suit, x, y, 0.95) for x, y in _MIDDLE.get(rank, ()))
    name = f"kp-gh{of}"
    turned = f'<use xlink:href="#{name}" transform="rotate(180 50 70)"/>'
    return f'<g id="{name}">{half}</g>{turned}{middle}'
