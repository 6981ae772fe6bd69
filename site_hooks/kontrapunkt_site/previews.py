"""Preview pictures for links: cards of a game on its table, as PNG."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import resvg_py

from kontrapunkt.core.cards import Card
from kontrapunkt.core.registry import game_class
from kontrapunkt.render import sprite
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt_site.cached_files import cached_file

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The height in pixels, in the usual proportion of previews."""

_CARD: Final = (240, 336)
"""The width and height of a card in the picture, in pixels."""

_STYLE: Final = """
.kp-c0 { fill: #fdfbf5 } .kp-c1 { fill: #d9a83c } .kp-c2 { fill: currentColor; fill-opacity: .26 }
.kp-c3 { fill: #8f2130 }
.kp-stroke { fill: none; stroke: currentColor; stroke-width: 3; stroke-linejoin: round }
.kp-l0 { fill: none; stroke: #f0d9c4; stroke-width: 1.1 }
.kp-l4 { fill: none; stroke: #fdfbf5; stroke-width: 1 }
.kp-l1 { fill: none; stroke: currentColor; stroke-width: .9 }
.kp-l2 { fill: none; stroke: currentColor; stroke-width: 1.2; stroke-linecap: round }
.kp-l3 { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round }
"""

_SUITS: Final = {
    "french": {"C": "#1e1b18", "S": "#1e1b18", "H": "#ad1a2e", "D": "#ad1a2e"},
    "german": {"C": "#6b4416", "S": "#17643a", "H": "#ad1a2e", "D": "#8a3d0c"},
}
"""The colours of suits, as in the style sheet's light scheme."""


def picture(game: str, cards: Sequence[Card], cache: Path | None = None) -> bytes:
    """Draw a fan of cards on a table, without text, as titles accompany it.

    Args:
        game: The id of the game whose faces they have.
        cache: The folder of cached pictures; None for no cache.
    """
    faces = "german" if game_class(game).faces != "french" else "french"
    with use_faces(faces):
        drawings = sprite(cards, german=faces == "german")
    svg = _svg(drawings, faces, cards)
    if cache is None:
        return _drawn(svg)
    return cached_file(cache / f"{hashlib.sha256(svg.encode()).hexdigest()[:20]}.png", lambda: _drawn(svg))


def _drawn(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def _svg(drawings: str, faces: str, cards: Sequence[Card]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{_STYLE}</style>{drawings}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#1f5140"/>'
        f'<rect x="24" y="24" width="{WIDTH - 48}" height="{HEIGHT - 48}" rx="28" fill="none"'
        f' stroke="#55806e" stroke-width="3"/>{"".join(_fanned(faces, cards))}</svg>'
    )


def _fanned(faces: str, cards: Sequence[Card]) -> Iterator[str]:
    """Draw the cards as held in a hand, around a point below the picture."""
    width, height = _CARD
    prefix = "g-" if faces == "german" else ""
    middle = (len(cards) - 1) / 2
    for place, card in enumerate(cards):
        turn = (place - middle) * 11
        yield (
            f'<g color="{_SUITS[faces][card.suit]}" transform="rotate({turn:g} {WIDTH / 2:g} 1250)">'
            f'<g transform="translate({(WIDTH - width) / 2:g} {(HEIGHT - height) / 2 - 10:g})">'
            f'<rect width="{width}" height="{height}" rx="18" fill="#fffdf7" stroke="#b9af9c"/>'
            f'<use xlink:href="#kp-{prefix}{card}" width="{width}" height="{height}"/></g></g>'
        )
