"""The addresses of this machine in its network, and a page that shows one."""

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Final

from kontrapunkt.classroom import qr
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue

_WAYS: Final = ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Addresses in other networks, the first in none; nothing is sent to them."""

_ASK_ADDRESS: Final = 0x8915
"""The Linux request for the address of an interface (SIOCGIFADDR)."""

_ADDRESS_AT: Final = slice(20, 24)  # the place in the answer of Linux


def addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the likeliest first.

    Nothing is sent: they are the addresses from which this machine would send, and those that it reports
    itself.
    """
    found = (*_by_way(), *_by_name(), *_by_interface())
    return [each for each in dict.fromkeys(found) if _is_reached(IPv4Address(each))]


def _is_reached(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def _by_way() -> Iterator[str]:
    """Yield the addresses from which this machine would send to other networks."""
    for way in _WAYS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect((way, 9))  # for datagrams this selects a route and sends nothing
            yield str(line.getsockname()[0])


def _by_name() -> Iterator[str]:
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _by_interface() -> Iterator[str]:
    """Yield the address of each interface on Linux.

    A network without a gateway has no other sign.
    """
    try:
        from fcntl import ioctl
    except ModuleNotFoundError:
        return
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                answer = ioctl(line.fileno(), _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[_ADDRESS_AT])


# The page by which a class finds a site --------------------------------------------------------------

_STYLE: Final = """
body { display: flex; flex-flow: column; align-items: center; justify-content: center; gap: 4vmin;
  min-height: 100vh; margin: 0; padding: 3vmin; box-sizing: border-box; background: #fff; color: #111;
  text-align: center; font-family: system-ui, sans-serif; }
h1 { margin: 0; font-size: clamp(1.2rem, 5.5vmin, 5rem); overflow-wrap: anywhere; }
p { margin: 0; max-width: 40em; font-size: clamp(1rem, 2.6vmin, 2.2rem); }
svg { width: min(60vmin, 90vw); }
"""


def page(url: str) -> str:
    """Render the page for a projector, dark on light whatever the device prefers.

    Without the package that draws QR codes it shows only the address.

    Args:
        url: The address of the site.
    """
    title = catalogue.say("class.title")
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{catalogue.language()}">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<link rel="icon" href="data:,">',
            el("title", {}, text(title)),
            f"<style>{_STYLE}</style>",
            el("h1", {}, el("a", {"href": url, "style": "color: inherit"}, text(url))),
            code(url),
            el("p", {}, text(catalogue.say("class.type"))),
        )
    )


def code(url: str) -> str:
    """Render the QR code of an address; empty if it is too long or `segno` missing."""
    try:
        return qr.svg(url, catalogue.say("class.code"))
    except (qr.QRPackageMissing, qr.NoCode):
        return ""
