"""Start the engine in the browser's Python, quickly: `kontrapunkt_boot` there.

The methods of dataclasses are compiled already (`kontrapunkt_methods`), and no garbage is looked for while
modules are imported: there is next to none.
"""

import dataclasses
import gc
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any

METHODS: dict[str, Callable[..., Any]] = import_module("kontrapunkt_methods").METHODS
"""What makes the methods of a dataclass, by its source."""


def _run(source: str, names: dict[str, Any], found: dict[str, Any]) -> None:
    """Run the source of a dataclass's methods, compiled already if it is known."""
    if source in METHODS:
        found["__create_fn__"] = FunctionType(METHODS[source].__code__, names)
    else:
        exec(source, names, found)


def start(door: str, spec: str) -> Any:
    """Import the module that the page calls, and what the first widget needs.

    Args:
        door: The module.
        spec: The spec of the widget that is to be opened first; empty for none.
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
