"""A built site as a class is served it: with one page more, which shows the address on the board."""

from email.message import Message
from http import HTTPStatus
from pathlib import Path
from typing import Final, override

from kontrapunkt.classroom.address_page import page
from kontrapunkt.commands.static_site import TYPES, Answer, StaticSite

BOARD: Final = "on-the-board/"
"""The path of that page in the site."""


class ClassSite(StaticSite):
    """A built site, and the page with its address.

    Attributes:
        url: The address of the site, as the class types it; known once there is a host.
    """

    def __init__(self, folder: Path, path: str = "/") -> None:
        super().__init__(folder, path)
        self.url = ""

    @property
    def board(self) -> str:
        """The address of the page with the address."""
        return f"{self.url}{BOARD}"

    @override
    def answer(self, target: str, asked: Message, method: str = "GET") -> Answer:
        if target.partition("?")[0] != f"{self.path}{BOARD}":
            return super().answer(target, asked, method)
        headers = {**self.headers_of(""), "Content-Type": TYPES[".html"], "Cache-Control": "no-cache"}
        return Answer(HTTPStatus.OK, headers, page(self.url).encode())
