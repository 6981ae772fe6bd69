"""A map of Europe with numbered places, and a list that names them: ` ```map `.

    [[place]]
    name = "Nokia"
    at = [61.48, 23.51]
    kind = "home"
    text = "[Kontra](../kontra/), one family."

`at` is latitude and longitude in degrees; `kind` is `home` for a game of this site, `relative` for another.
The picture adds nothing to the list, so a screen reader hears its title alone.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from math import cos, radians, sin, sqrt
from typing import Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.fences.base import Block, FenceKind
from kontrapunkt_site.fences.entries import Entry, entries

BOX: Final = (-12.0, 42.0, 34.0, 71.5)
"""The part of the world that is drawn: west, south, east and north, in degrees."""

WIDTH: Final = 480
HEIGHT: Final = 620
"""The size of the picture, in its own units."""

KINDS: Final = ("home", "relative")

_RADIUS: Final = 11
_SCALE: Final = 1130.0  # units of the picture for the earth's radius
_CENTRE: Final = (radians(56.2), radians(13.5))


def project(latitude: float, longitude: float) -> tuple[float, float]:
    """Return the place of a point in the picture: Lambert's azimuthal projection, which keeps areas."""
    y, x = radians(latitude), radians(longitude) - _CENTRE[1]
    centre = _CENTRE[0]
    stretch = sqrt(2 / (1 + sin(centre) * sin(y) + cos(centre) * cos(y) * cos(x)))
    right = stretch * cos(y) * sin(x)
    up = stretch * (cos(centre) * sin(y) - sin(centre) * cos(y) * cos(x))
    return WIDTH / 2 + _SCALE * right, HEIGHT / 2 - _SCALE * up


def _html(block: Block) -> str:
    places = list(entries(block, "place", ("name", "at", "kind", "text")))
    land = json.loads(files(__package__).joinpath("europe.json").read_text(encoding="utf-8"))["land"]
    picture = el(
        "svg",
        {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "img", "aria-label": catalogue.say("fence.map.label")},
        el("path", {"class": "kp-land", "d": land}),
        *(_mark(number, place) for number, place in enumerate(places, 1)),
    )
    return el("div", {"class": "kp-map"}, picture, el("ol", None, *_items(places)))


def _mark(number: int, place: Entry) -> str:
    """Draw a place's number at its point."""
    x, y = project(*_point(place))
    kind = place.string("kind")
    if kind not in KINDS:
        raise place.error("kind", f"kind is {' or '.join(KINDS)}; not “{kind}”")
    at = {"x": f"{x:.1f}", "y": f"{y:.1f}", "dy": "0.36em"}
    circle = el("circle", {"cx": at["x"], "cy": at["y"], "r": str(_RADIUS)})
    return el("g", {"class": "kp-place", "data-kind": kind}, circle, el("text", at, str(number)))


def _point(place: Entry) -> tuple[float, float]:
    """Return a place's latitude and longitude in degrees.

    Raises:
        PageError: if they are not two numbers within the picture.
    """
    west, south, east, north = BOX
    match place.values["at"]:
        case [float() | int() as latitude, float() | int() as longitude]:
            if south < latitude < north and west < longitude < east:
                return latitude, longitude
    raise place.error(
        "at", f"at is [latitude, longitude], {south:g} to {north:g} and {west:g} to {east:g} degrees"
    )


def _items(places: list[Entry]) -> Iterator[str]:
    for place in places:
        name = el("strong", None, text(place.string("name")))
        yield el("li", {"data-kind": place.string("kind")}, el("p", None, name), place.html("text"))


FENCE: Final = FenceKind("map", {}, _html)
