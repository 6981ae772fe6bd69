"""Draw the land and borders of Europe for the fence `map`: `python tools/coastline.py countries-50m.json`.

The file is from the npm package world-atlas (TopoJSON of Natural Earth, public domain). The result is
committed: run this again only for another part of the world.
"""

import json
import math
import sys
from pathlib import Path

from kontrapunkt_site.fences.map import BOX, HEIGHT, WIDTH, project

TOLERANCE = 0.9  # units of the picture
SMALLEST = 14.0  # square units; smaller islands are left out
OUT = Path(__file__).parents[1] / "site_hooks/kontrapunkt_site/fences/europe.json"

Point = tuple[float, float]


def main(source: str) -> None:
    """Write the picture's paths."""
    atlas = json.loads(Path(source).read_text())
    arcs = [decoded(arc, atlas["transform"]) for arc in atlas["arcs"]]
    rings = [
        ring
        for country in atlas["objects"]["countries"]["geometries"]
        for polygon in (country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]])
        for ring in polygon
    ]
    lands = [drawn for ring in rings if (drawn := outline(ring, arcs))]
    OUT.write_text(json.dumps({"land": "".join(lands)}) + "\n")


def decoded(arc: list[list[int]], transform: dict[str, list[float]]) -> list[Point]:
    """Return the points of an arc: longitude and latitude in degrees."""
    (scale_x, scale_y), (shift_x, shift_y) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * scale_x + shift_x, y * scale_y + shift_y))
    return points


def outline(ring: list[int], arcs: list[list[Point]]) -> str:
    """Return a ring as a path; empty if it is outside the picture or too small.

    Each arc is simplified by itself, so neighbours keep a common border.
    """
    degrees = [point for index in ring for point in arcs[index if index >= 0 else ~index]]
    west, south, east, north = BOX
    if not any(west < x < east and south < y < north for x, y in degrees):
        return ""
    points: list[Point] = []
    for index in ring:
        arc = simplified([project(y, x) for x, y in arcs[index if index >= 0 else ~index]])
        points += arc if index >= 0 else arc[::-1]
    points = clipped(points)
    if area(points) < SMALLEST:
        return ""
    return path(points)


def path(points: list[Point]) -> str:
    """Return a closed path of whole steps."""
    (x, y), *rest = [(round(x), round(y)) for x, y in points]
    steps = f"M{x} {y}l"
    for to_x, to_y in rest:
        if (to_x, to_y) != (x, y):
            steps += f"{to_x - x} {to_y - y} "
        x, y = to_x, to_y
    return f"{steps.rstrip()}z"


def simplified(points: list[Point]) -> list[Point]:
    """Drop the points that change a line by less than the tolerance (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay)

    def distance(point: Point) -> float:
        x, y = point[0] - ax, point[1] - ay
        return abs(x * (by - ay) - y * (bx - ax)) / length if length else math.hypot(x, y)

    at = max(range(1, len(points) - 1), key=lambda index: distance(points[index]))
    if distance(points[at]) < TOLERANCE:
        return [points[0], points[-1]]
    return simplified(points[: at + 1])[:-1] + simplified(points[at:])


def clipped(points: list[Point]) -> list[Point]:
    """Move points far outside the picture to just beyond its edge."""
    beyond = 20.0
    return [(min(max(x, -beyond), WIDTH + beyond), min(max(y, -beyond), HEIGHT + beyond)) for x, y in points]


def area(points: list[Point]) -> float:
    """Return the area within a ring."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


if __name__ == "__main__":
    main(sys.argv[1])
