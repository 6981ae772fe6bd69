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


ELSEWHERE: Final = (PREFIX, "cli.")
"""The beginnings of keys that Python in a browser never says: scripts and the command line say them."""


def for_browser(file: bytes) -> bytes:
    """Return a catalogue file without the sentences that are said elsewhere."""
    others = {key: sentence for key, sentence in json.loads(file).items() if not key.startswith(ELSEWHERE)}
    return f"{json.dumps(others, ensure_ascii=False, indent=0)}\n".encode()
