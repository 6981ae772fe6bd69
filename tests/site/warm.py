"""A process that has built a site, and runs each command in a copy of itself.

To read all that a build needs takes longer than to build a page. `python -m tests.site.warm` takes commands,
each a line as JSON (words, folder, files for what it says on either stream) and answers with its status.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kontrapunkt.cli import main


@cache
def _process() -> subprocess.Popen[str]:
    """It ends with the process that has started it, when nobody can ask any more."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.site.warm"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def kontrapunkt(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the command in a folder, without starting Python for it."""
    process = _process()
    assert process.stdin
    assert process.stdout
    with TemporaryDirectory() as kept:
        streams = [Path(kept) / name for name in ("out", "err")]
        asked = {"words": [*map(str, words)], "folder": str(folder), "streams": [*map(str, streams)]}
        print(json.dumps(asked), file=process.stdin, flush=True)
        status = int(process.stdout.readline())
        said = [stream.read_text("utf-8") for stream in streams]
    return subprocess.CompletedProcess(asked["words"], status, *said)


def _run(asked: Mapping[str, Any]) -> int:
    os.chdir(asked["folder"])
    for number, stream in enumerate(asked["streams"], 1):
        os.dup2(os.open(stream, os.O_CREAT | os.O_WRONLY), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["kontrapunkt", *asked["words"]]
    return main()


def _serve() -> int:
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        config = Path(folder, "mkdocs.yml")
        config.write_text("site_name: Mine\ntheme: {name: material}\nplugins: [search, kontrapunkt]\n")
        Path(folder, "docs").mkdir()
        Path(folder, "docs/index.md").write_text("# Mine\n\n:7S:\n")
        status = main(["build", "--config", str(config)])
        assert status == 0
    while line := sys.stdin.readline():
        if (child := os.fork()) == 0:
            return _run(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(_serve())
