"""The sprite: a page's hidden drawing with a symbol for every part of a card.

Ids: `kp-7S` a face, `kp-suit-S` a suit symbol, `kp-rank-7` a rank, `kp-back` the back. Colours come from CSS:
the suit's is the text colour where the symbol is used, the others are classes (`kp-c0` card, `kp-c1` gold,
`kp-c2` tint, `kp-c3` back; `kp-l0` ... lines), so that CSS controls colour schemes and four-colour packs.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from kontrapunkt.core.cards import HIDDEN, Card, pack
from kontrapunkt.render import shapes
from kontrapunkt.render.courts import GERMAN_HALVES, HALVES
from kontrapunkt.render.shapes import RANK_PATHS, SUIT_PATHS, german_letter


def sprite(cards: Iterable[Card] | None = None, *, german: bool = False) -> str:
    """Render the sprite of a page.

    Args:
        cards: The cards whose faces the page may show; the whole pack of 52 if None.
        german: Whether the page also shows German-suited faces.
    """
    return _of(frozenset(pack(52) if cards is None else cards) - {HIDDEN}, german)


@lru_cache(32)
def _of(wanted: frozenset[Card], german: bool) -> str:
    drawn = "".join([*_french(wanted), *(_german() if german else ())])
    return f'<svg class="kp-sprite" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'


def _french(wanted: frozenset[Card]) -> Iterator[str]:
    """Yield the symbols of French-suited faces and of the back."""
    faces = [each for each in pack(52) if each in wanted]
    courts = {each.rank for each in faces}
    for suit, path in SUIT_PATHS.items():
        yield _symbol(f"kp-suit-{suit}", _SIGN, f'<path id="kp-p{suit}" d="{path}"/>')
    yield from (_rank(rank, path) for rank, path in RANK_PATHS.items())
    yield from (_group(f"kp-q{suit}", _sign(f"kp-p{suit}", 0, 0, 0.86)) for suit in SUIT_PATHS)
    yield from (_group(f"kp-j{suit}", _sign(f"kp-p{suit}", 13.7, 43.5, 0.8)) for suit in SUIT_PATHS)
    yield from (_index(rank) for rank in RANK_PATHS)
    yield from (_group(f"kp-half-{rank}", half) for rank, half in HALVES.items() if rank in courts)
    yield _symbol("kp-back", _FACE, shapes.BACK)
    yield from (_symbol(f"kp-{each}", _FACE, _face(each)) for each in faces)


def _german() -> Iterator[str]:
    """Yield the further symbols of German-suited faces."""
    for letter, path in shapes.GERMAN_LETTER_PATHS.items():
        yield _rank(letter, path) + _index(letter)
    for suit, drawing in shapes.GERMAN_SIGNS.items():
        yield _symbol(f"kp-g-suit-{suit}", _SIGN, _group(f"kp-g{suit}", drawing))
    yield from (_group(f"kp-g-half-{rank}", half) for rank, half in GERMAN_HALVES.items())
    for each in (Card(rank + suit) for suit in shapes.GERMAN_SIGNS for rank in shapes.GERMAN_RANKS):
        yield _symbol(f"kp-g-{each}", _FACE, _german_face(each))


_SIGN = "-10.5 -10.5 21 21"
_FACE = "0 0 100 140"


def _symbol(name: str, box: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}" fill="currentColor">{drawing}</symbol>'


def _rank(rank: str, path: str) -> str:
    return _symbol(f"kp-rank-{rank}", "0 0 16 22", f'<path id="kp-r{rank}" class="kp-stroke" d="{path}"/>')


def _index(rank: str) -> str:
    return _group(f"kp-i{rank}", _use(f"kp-r{rank}", "translate(4.5 6)scale(1.15)"))


def _group(name: str, drawing: str) -> str:
    return f'<g id="{name}">{drawing}</g>'


def _use(name: str, transform: str = "") -> str:
    moved = f' transform="{transform}"' if transform else ""
    return f'<use xlink:href="#{name}"{moved}/>'


def _sign(name: str, x: float, y: float, scale: float) -> str:
    return _use(name, f"translate({x:g} {y:g})scale({scale:g})")


_COURT = '<path class="kp-l1" d="M25 14H75V126H25Z"/>'


def _two_way(name: str, half: str, middle: str) -> str:
    """Combine the upper half of a face, its rotated copy and the middle."""
    return _group(name, half) + _use(name, "rotate(180 50 70)") + middle


def _face(of: Card) -> str:
    rank, suit = of.rank, of.suit
    half = _use(f"kp-i{rank}") + _use(f"kp-j{suit}")
    if rank in HALVES:
        half += _use(f"kp-half-{rank}") + _sign(f"kp-p{suit}", 31.4, 21.4, 0.5)
        middle = _COURT
    elif rank == "A":
        middle = _sign(f"kp-p{suit}", 50, 70, 2.4)
    else:
        sign = f'<use xlink:href="#kp-{"q" if rank in "T987" else "p"}{suit}"'
        upper, alone = shapes.PIPS[rank]
        half += "".join(f'{sign} x="{x}" y="{y}"/>' for x, y in upper)
        middle = "".join(f'{sign} x="{x}" y="{y}"/>' for x, y in alone)
    return _two_way(f"kp-h{of}", half, middle)


def _german_face(of: Card) -> str:
    rank, sign = of.rank, f"kp-g{of.suit}"
    half = _use(f"kp-i{german_letter(rank)}") + _sign(sign, 13.7, 43.5, 0.8)
    if rank in GERMAN_HALVES:
        half += _use(f"kp-g-half-{rank}") + _sign(sign, *shapes.COURT_SIGN[rank])
        middle = _COURT
    elif rank == "A":
        half += _sign(sign, 50, 42, 1.9)
        middle = '<path class="kp-l3" d="M50 62C46 66 54 74 50 78"/>'
    else:
        upper, alone = shapes.GERMAN_PIPS[rank]
        half += "".join(_sign(sign, x, y, 0.95) for x, y in upper)
        middle = "".join(_sign(sign, x, y, 0.95) for x, y in alone)
    return _two_way(f"kp-gh{of}", half, middle)
