"""Lines of code by folder: without docstrings, comments and blank lines.

    python tools/count_code.py [--by DEPTH] [FOLDER...]

Python is counted by its tokens, so that a string that is data counts as many lines as it has. Text that is no
Python (a catalogue of sentences) counts its lines that are not blank.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

ENGINE = Path("engine")
DATA = {".json", ".toml", ".txt", ".csv"}
IDLE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


def lines_of_code(path: Path) -> int:
    """The lines of a file that say something to the machine."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return sum(1 for line in text.splitlines() if line.strip())
    counted: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in IDLE:
            counted.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            counted.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(counted)


def files(folder: Path) -> list[Path]:
    """The files that are counted."""
    wanted = {".py", *DATA}
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in wanted]


def main() -> int:
    """Prints a table, the sum last."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[ENGINE])
    parser.add_argument("--by", type=int, default=3, metavar="DEPTH", help="how deep folders are told apart")
    chosen = parser.parse_args()
    lines: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for folder in chosen.folders:
        for path in files(folder):
            place = "/".join(path.parts[: chosen.by])
            lines[place] += lines_of_code(path)
            number[place] += 1
    for place in sorted(lines):
        print(f"{lines[place]:7} lines {number[place]:4} files  {place}")
    print(f"{sum(lines.values()):7} lines {sum(number.values()):4} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
