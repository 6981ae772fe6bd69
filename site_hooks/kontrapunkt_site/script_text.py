"""The sentences that the site's scripts say.

They are in the catalogues, under keys that begin with `script.`. The build writes them into `config.js`, from
where `assets/ui/strings.js` says them without that prefix, and leaves them out of the browser's Python.
"""

import json
from typing import Final

from kontrapunkt.text import catalogue

PREFIX: Final = "script."
"""The beginning of the keys."""


def sentences() -> dict[str, dict[str, str]]:
    """Return the scripts' sentences by language, and by key without its prefix.

    Raises:
        PluginLoadError: if a language cannot be loaded.
    """
    return {code: _by_key(code) for code in catalogue.LANGUAGES}


def _by_key(language: str) -> dict[str, str]:
    entries = catalogue.catalogue(language).items()
    return {key.removeprefix(PREFIX): sentence for key, sentence in entries if key.startswith(PREFIX)}


def without_scripts(file: bytes) -> bytes:
    """Return a catalogue file without these sentences."""
    others = {key: sentence for key, sentence in json.loads(file).items() if not key.startswith(PREFIX)}
    return f"{json.dumps(others, ensure_ascii=False, indent=0)}\n".encode()
