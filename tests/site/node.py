"""What a script beside this file answers in Node.js: JSON in, JSON out."""

import json
import subprocess
from pathlib import Path
from typing import Any


def answer(script: str, asked: object, *arguments: object) -> Any:
    """Asks a script.

    Args:
        script: Its name.
        asked: What it reads.
        *arguments: Its words.
    """
    done = subprocess.run(
        ["node", str(Path(__file__).with_name(script)), *map(str, arguments)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
