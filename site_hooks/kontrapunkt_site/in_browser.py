"""Start the engine in the browser's Python, quickly: `kontrapunkt_boot` there.

The methods of dataclasses are compiled beforehand (`kontrapunkt_methods`), and garbage collection is off
during the imports, which leave almost none.
"""

import dataclasses
import gc
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any

METHODS: dict[str, Callable[..., Any]] = import_module("kontrapunkt_methods").METHODS
"""Functions that create the methods of a dataclass, by their source."""


def _run(source: str, names: dict[str, Any], found: dict[str, Any]) -> None:
    """Create the methods of a dataclass from their source, or from code compiled beforehand."""
    if source in METHODS:
        found["__create_fn__"] = FunctionType(METHODS[source].__code__, names)
    else:
        exec(source, names, found)


def start(door: str, spec: str) -> Any:
    """Import the module that the page calls, and the modules of the first widget.

    Args:
        door: The name of the module.
        spec: The spec of the first widget to open; empty for none.
    """
    dataclasses.exec = _run  # type: ignore[attr-defined]
    gc.disable()
    try:
        found = import_module(door)
        if spec and hasattr(found, "prepare"):
            found.prepare(spec)
    finally:
        gc.freeze()
        gc.enable()
    return found
