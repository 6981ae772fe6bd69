"""A contest as a picture: its mean after each deal, within the error."""

from collections.abc import Iterable, Sequence
from typing import Final

from kontrapunkt.arena.contest import Bout, summary

_WIDE: Final = 640
_HIGH: Final = 280
_LEFT: Final = 56
_EDGE: Final = 28
_FEWEST: Final = 5
"""Deals before which the error says nothing."""


def plot(bouts: Iterable[Bout], title: str, unit: str) -> str:
    """The mean so far over the number of deals, as SVG; around it the band that holds the truth in 95 of 100.

    Args:
        bouts: What each deal came to.
        title: What stands above it.
        unit: What the numbers are.
    """
    ordered = sorted(bouts, key=lambda bout: bout.number)
    counts = sorted({*range(_FEWEST, len(ordered) + 1, max(1, len(ordered) // 150)), len(ordered)})
    told = [summary(ordered[:count]) for count in counts if count]
    bands = [(each.interval if each.deals > 1 else (each.mean, each.mean)) for each in told]
    low = min([0.0, *(band[0] for band in bands)])
    high = max([0.0, *(band[1] for band in bands)])
    span = (high - low) or 1.0

    def across(count: int) -> float:
        return round(_LEFT + (_WIDE - _LEFT - _EDGE) * count / max(1, len(ordered)), 1)

    def down(value: float) -> float:
        return round(_EDGE + (_HIGH - 2 * _EDGE) * (high - value) / span, 1)

    upper = [(across(each.deals), down(band[1])) for each, band in zip(told, bands, strict=True)]
    lower = [(across(each.deals), down(band[0])) for each, band in zip(told, bands, strict=True)]
    means = [(across(each.deals), down(each.mean)) for each in told]
    marks = "".join(_mark(value, down(value)) for value in sorted({0.0, round(low, 2), round(high, 2)}))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="currentColor"><title>{_safe(title)}</title>'
        f'<text x="{_LEFT}" y="16">{_safe(title)}</text>{marks}'
        f'<polygon points="{_points([*upper, *lower[::-1]])}" fill="#3f6fb5" opacity=".22"/>'
        f'<polyline points="{_points(means)}" fill="none" stroke="#3f6fb5" stroke-width="2"/>'
        f'<text x="{_WIDE - _EDGE}" y="{_HIGH - 6}" text-anchor="end">'
        f"{len(ordered)} · {_safe(unit)}</text></svg>\n"
    )


def _mark(value: float, y: float) -> str:
    return (
        f'<line x1="{_LEFT}" x2="{_WIDE - _EDGE}" y1="{y}" y2="{y}" stroke="currentColor" '
        f'opacity="{0.6 if value == 0 else 0.2}"/>'
        f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{value:g}</text>'
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
