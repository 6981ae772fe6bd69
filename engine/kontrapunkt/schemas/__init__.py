"""The JSON schemas of what commands print with `--json`: a file per command, and `error.json` for errors."""

import json
from importlib.resources import files
from typing import Any


def schema_of(name: str) -> dict[str, Any]:
    """Return a JSON schema (draft 2020-12).

    Args:
        name: A command, or `error`.
    """
    schema: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.json").read_text("utf-8"))
    return schema
