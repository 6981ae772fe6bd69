"""The sprite: one hidden drawing a page, with a symbol for everything that cards refer to.

Ids: `kp-7S` a face, `kp-suit-S` a sign, `kp-rank-7` a rank, `kp-back` the back. Colours come from CSS: the
suit's is the text colour where the symbol is used, the others are classes (`kp-c0` card, `kp-c1` gold,
`kp-c2` tint, `kp-c3` back; `kp-l0` ... lines), so that schemes and four colours are a matter of CSS.
"""

from collections.abc import Iterable
from functools import lru_cache

from kontrapunkt.cards import HIDDEN, Card, pack
from kontrapunkt.render.courts import HALVES
from kontrapunkt.render.german import definitions
from kontrapunkt.render.shapes import BACK, MIDDLE_PIPS, RANK_PATHS, SUIT_PATHS, UPPER_PIPS


def sprite(cards: Iterable[Card] | None = None, *, german: bool = False) -> str:
    """The sprite of a page.

    Args:
        cards: The cards whose faces the page may come to show; the whole pack of 52 unless given.
        german: Whether the page shows German-suited faces, too.
    """
    return _of(frozenset(pack(52) if cards is None else cards) - {HIDDEN}, german)


@lru_cache(32)
def _of(wanted: frozenset[Card], german: bool) -> str:
    faces = [each for each in pack(52) if each in wanted]
    courts = {each.rank for each in faces} & HALVES.keys()
    symbols = [_sign(suit, path) for suit, path in SUIT_PATHS.items()]
    symbols += [_rank(rank, path) for rank, path in RANK_PATHS.items()]
    symbols += [_group(f"kp-q{suit}", _pip(suit, 0, 0, 0.86)) for suit in SUIT_PATHS]
    symbols += [_group(f"kp-j{suit}", _pip(suit, 13.7, 43.5, 0.8)) for suit in SUIT_PATHS]
    symbols += [
        _group(f"kp-i{rank}", _use(f"kp-r{rank}", "translate(4.5 6)scale(1.15)")) for rank in RANK_PATHS
    ]
    symbols += [_group(f"kp-half-{rank}", HALVES[rank]) for rank in HALVES if rank in courts]
    symbols += [_symbol("kp-back", "0 0 100 140", BACK)]
    symbols += [_symbol(f"kp-{each}", "0 0 100 140", _face(each)) for each in faces]
    drawn = "".join(symbols) + (definitions() if german else "")
    return f'<svg class="kp-sprite" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'


def _symbol(name: str, box: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}" fill="currentColor">{drawing}</symbol>'


def _sign(suit: str, path: str) -> str:
    return _symbol(f"kp-suit-{suit}", "-10.5 -10.5 21 21", f'<path id="kp-p{suit}" d="{path}"/>')


def _rank(rank: str, path: str) -> str:
    return _symbol(f"kp-rank-{rank}", "0 0 16 22", f'<path id="kp-r{rank}" class="kp-stroke" d="{path}"/>')


def _group(name: str, drawing: str) -> str:
    return f'<g id="{name}">{drawing}</g>'


def _use(name: str, transform: str = "") -> str:
    moved = f' transform="{transform}"' if transform else ""
    return f'<use xlink:href="#{name}"{moved}/>'


def _pip(suit: str, x: float, y: float, scale: float) -> str:
    return _use(f"kp-p{suit}", f"translate({x:g} {y:g})scale({scale:g})")


def _face(of: Card) -> str:
    rank, suit = of.rank, of.suit
    index = _use(f"kp-i{rank}") + _use(f"kp-j{suit}")
    if rank in HALVES:
        half = index + _use(f"kp-half-{rank}") + _pip(suit, 31.4, 21.4, 0.5)
        middle = '<path class="kp-l1" d="M25 14H75V126H25Z"/>'
    else:
        sign = f'<use xlink:href="#kp-{"q" if rank in "T987" else "p"}{suit}"'
        half = index + "".join(f'{sign} x="{x}" y="{y}"/>' for x, y in UPPER_PIPS.get(rank, ()))
        middle = "".join(f'{sign} x="{x}" y="{y}"/>' for x, y in MIDDLE_PIPS.get(rank, ()))
        if rank == "A":
            middle = _pip(suit, 50, 70, 2.4)
    name = f"kp-h{of}"
    return _group(name, half) + _use(name, "rotate(180 50 70)") + middle
