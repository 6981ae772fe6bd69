"""What the catalogues of sentences lack, one line each: `make check` runs it.

Keys are in order and none is there twice; every other language has the keys of English and no others, with
the same values in them; and every key that is written out in the code is in English. `--sort` puts keys in
order.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kontrapunkt.text.catalogue import keys as keys_of

LANG = Path("engine/kontrapunkt/text/lang")
CODE = (Path("engine"), Path("site_hooks"))
ENGLISH = "en"

_SAID = re.compile(
    r'\b(?:say|fault|note)\(\s*"([a-z_-]+(?:\.[a-z_-]+)+)"|\bViolation\(\s*[^,]+,\s*"([a-z_.0-9-]+)"'
)
_SHARED = re.compile(r"^(?:facts|[a-z_]+\.fault)\.")  # what is wrong with a fact is said by what follows this
_VALUE = re.compile(r"\{([a-z_]+)")


def pairs(path: Path) -> list[tuple[str, str]]:
    """The entries of a catalogue, as they stand in the file."""
    found: list[tuple[str, str]] = json.loads(path.read_text("utf-8"), object_pairs_hook=list)
    return found


def by_key(path: Path) -> list[tuple[str, str]]:
    """The sentences of a catalogue, each with its key: an entry may list several."""
    return [(key, sentence) for entry, sentence in pairs(path) for key in keys_of(entry)]


def faults(folder: Path = LANG, code: tuple[Path, ...] = CODE) -> Iterator[str]:
    """What is wrong, one line each."""
    english = dict(by_key(folder / f"{ENGLISH}.json"))
    for path in sorted(folder.glob("*.json")):
        entries = [entry for entry, _ in pairs(path)]
        found = by_key(path)
        keys = [key for key, _ in found]
        yield from (f"{path}: {key} is there twice" for key in sorted({k for k in keys if keys.count(k) > 1}))
        if entries != sorted(entries):
            yield f"{path}: the keys are not in order; python tools/catalogues.py --sort"
        yield from (f"{path}: {key} is missing" for key in english if key not in keys)
        yield from (f"{path}: {key} is no key of {ENGLISH}.json" for key in keys if key not in english)
        for key, sentence in found:
            extra = {*_VALUE.findall(sentence)} - {*_VALUE.findall(english.get(key, sentence))}
            yield from (f"{path}: {key} has no value {{{name}}}" for name in sorted(extra))
    known = {*english, *(_SHARED.sub("", key) for key in english)}
    for path in sorted(each for folder in code for each in folder.rglob("*.py")):
        asked = [key or refusal for key, refusal in _SAID.findall(path.read_text("utf-8"))]
        yield from (f"{path}: {key} is in no catalogue" for key in asked if key not in known)


def main() -> int:
    """Prints the faults; 1 if there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sort", action="store_true", help="put the keys in order")
    if parser.parse_args().sort:
        for path in LANG.glob("*.json"):
            ordered = dict(sorted(pairs(path)))
            path.write_text(json.dumps(ordered, ensure_ascii=False, indent=0) + "\n", "utf-8")
    found = list(faults())
    print("\n".join(found) if found else "catalogues: complete")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
