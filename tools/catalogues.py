"""What the catalogues of sentences lack, one line each: `make check` runs it.

Keys are in order and none is there twice; every other language has the keys of English and no others, with
the same values in them; and every key that is written out in the code is in English. Of the scripts' keys
(`script.`), each is said by a script, with all its values. `--sort` puts keys in order.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kontrapunkt.text.catalogue import keys as keys_of
from kontrapunkt_site.script_text import PREFIX

LANG = Path("engine/kontrapunkt/text/lang")
CODE = (Path("engine"), Path("site_hooks"))
SCRIPTS = Path("site_hooks/kontrapunkt_site/assets")
ENGLISH = "en"

_SAID = re.compile(
    r'\b(?:say|fault|note)\(\s*"([a-z_-]+(?:\.[a-z_-]+)+)"|\bViolation\(\s*[^,]+,\s*"([a-z_.0-9-]+)"'
)
_SHARED = re.compile(r"^(?:facts|[a-z_]+\.fault)\.")  # what is wrong with a fact is said by what follows this
_VALUE = re.compile(r"\{([a-z_]+)")

_LITERAL = re.compile(r'"([a-z]+(?:\.[a-z]+)+)"')
_TEMPLATE = re.compile(r"`([a-z$][\w.${}[\]]*)`")
_SAID_BY_SCRIPT = re.compile(r'\bsay\(\s*"([a-z.]+)"\s*(?:,\s*\{([^{}]*)\}\s*)?\)')
_GIVEN = re.compile(r"(?:^|,)\s*(\w+)\s*(?=[:,]|$)")


def pairs(path: Path) -> list[tuple[str, str]]:
    """The entries of a catalogue, as they stand in the file."""
    found: list[tuple[str, str]] = json.loads(path.read_text("utf-8"), object_pairs_hook=list)
    return found


def by_key(path: Path) -> list[tuple[str, str]]:
    """The sentences of a catalogue, each with its key: an entry may list several."""
    return [(key, sentence) for entry, sentence in pairs(path) for key in keys_of(entry)]


def faults(folder: Path = LANG, code: tuple[Path, ...] = CODE) -> Iterator[str]:
    """List the faults, one line each."""
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


def script_faults(file: Path = LANG / f"{ENGLISH}.json", scripts: Path = SCRIPTS) -> Iterator[str]:
    """List the faults between the scripts and their sentences, one line each.

    A string whose first part is that of a key has to be a key, unless it names a file. A template may stand
    for several keys, and a key for those one part longer.
    """
    sentences = {key.removeprefix(PREFIX): text for key, text in by_key(file) if key.startswith(PREFIX)}
    families = {key.partition(".")[0] for key in sentences}
    written: set[str] = set()
    templates: set[str] = set()
    for path in sorted(scripts.rglob("*.js")):
        code = path.read_text("utf-8")
        said = _SAID_BY_SCRIPT.findall(code)
        found = {key for key in _LITERAL.findall(code) if key.partition(".")[0] in families}
        found = {key for key in found if not key.endswith((".js", ".css"))} | {key for key, _ in said}
        yield from (f"{path}: {PREFIX}{key} is in no catalogue" for key in sorted(found - {*sentences}))
        for key, given in said:
            missing = {*_VALUE.findall(sentences.get(key, ""))} - {*_GIVEN.findall(given)}
            yield from (f"{path}: {PREFIX}{key} is said without {{{name}}}" for name in sorted(missing))
        written |= found
        templates.update(each for each in _TEMPLATE.findall(code) if "${" in each)
    parts = [re.split(r"\$\{[^}]+\}", each) for each in templates]
    patterns = ["[a-z]+".join(map(re.escape, each)) for each in parts if re.search("[a-z]", "".join(each))]
    for key, sentence in sentences.items():
        literal = not written.isdisjoint({key, key.rpartition(".")[0]})
        if not (literal or any(re.fullmatch(each, key) for each in patterns)):
            yield f"{file}: no script says {PREFIX}{key}"
        if "{" in re.sub(r"\{\w+\}", "", sentence):
            yield f"{file}: {PREFIX}{key} has more in braces than the name of a value"


def main() -> int:
    """Prints the faults; 1 if there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sort", action="store_true", help="put the keys in order")
    if parser.parse_args().sort:
        for path in LANG.glob("*.json"):
            ordered = dict(sorted(pairs(path)))
            path.write_text(json.dumps(ordered, ensure_ascii=False, indent=0) + "\n", "utf-8")
    found = [*faults(), *script_faults()]
    print("\n".join(found) if found else "catalogues: complete")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
