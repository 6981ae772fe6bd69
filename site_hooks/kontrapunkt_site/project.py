"""An author's project: puzzles, lessons and what earlier builds have left."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kontrapunkt.core.files import find_files


@dataclass(frozen=True, slots=True)
class Project:
    """A project by its folder, from which its pages name files."""

    folder: Path = Path()

    @property
    def tutorials(self) -> Path:
        """The folder of puzzles and lessons."""
        return self.folder / "tutorials"

    @property
    def checks(self) -> Path:
        """The cache of checks of puzzles."""
        return self.folder / ".cache/kontrapunkt/puzzles"

    @property
    def previews(self) -> Path:
        """The cache of preview pictures."""
        return self.folder / ".cache/kontrapunkt/previews"

    def puzzles(self) -> list[Path]:
        """Return the files of its puzzles."""
        return find_files(self.tutorials, ".toml", below=True)

    def puzzle_texts(self) -> dict[str, str]:
        """Return the texts of its puzzles by path, without those that cannot be read."""
        found = {}
        for path in self.puzzles():
            with suppress(OSError):
                found[str(path)] = path.read_text("utf-8-sig", "replace")
        return found
