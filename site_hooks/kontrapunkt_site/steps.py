"""The steps of a site's widgets, beside its pages: what they show after events that can be foreseen."""

from hashlib import sha256
from pathlib import Path
from typing import Final

from kontrapunkt_site.assets import PLACE

FOLDER: Final = f"{PLACE}/steps"
"""Where they lie in a site; each file is named after its bytes."""


class Steps:
    """What pages have come to hold since the site was begun."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def keep(self, text: str) -> str:
        """Keeps the steps of a widget.

        Args:
            text: The map of them, as JSON.

        Returns:
            The name of their file.
        """
        content = text.encode()
        name = f"{sha256(content).hexdigest()[:16]}.json"
        self._files[name] = content
        return name

    def write(self, site: Path) -> None:
        """Writes them into a site, and takes away those of an earlier build.

        Args:
            site: The site's folder.
        """
        folder = site / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            if path.name not in self._files:
                path.unlink()
        for name, content in self._files.items():
            if not (folder / name).exists():
                (folder / name).write_bytes(content)
