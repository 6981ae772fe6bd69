"""What a module says is in the catalogue as soon as that module is there, whatever else has been imported."""

import re
import subprocess
import sys
from pathlib import Path

import kontrapunkt
from kontrapunkt import words

PACKAGE = Path(kontrapunkt.__file__).parent

ALONE = """
import importlib, json, sys
for line in sys.stdin:
    name, *keys = line.split()
    for other in [each for each in sys.modules if each.startswith("kontrapunkt")]:
        del sys.modules[other]
    importlib.import_module(name)
    known = sys.modules["kontrapunkt.words"]._catalogues["en"] if "kontrapunkt.words" in sys.modules else {}
    for key in keys:
        if key not in known:
            print(name, key)
"""

TWICE = """
import importlib, pkgutil, sys
from kontrapunkt import words
homes, register = {}, words.register
def noting(language, entries):
    for key in entries:
        homes.setdefault((language, key), []).append(sys._getframe(1).f_globals["__name__"])
    register(language, entries)
words.register = noting
import kontrapunkt
from kontrapunkt import words
for module in pkgutil.walk_packages(kontrapunkt.__path__, "kontrapunkt."):
    importlib.import_module(module.name)
assert len(homes) > 500
for (language, key), modules in homes.items():
    if len(modules) > 1:
        print(language, key, *modules)
"""


def test_no_words_have_two_homes() -> None:
    """What one game says must not hang on which other game was imported last."""
    run = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == []


def test_every_module_brings_the_words_it_says() -> None:
    asked = []
    for path in sorted(PACKAGE.rglob("*.py")):
        keys = re.findall(r'\b(?:say|fault|note)\(\s*"([a-z_-]+(?:\.[a-z_-]+)+)"', path.read_text())
        if keys:
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            asked.append(" ".join([name, *sorted(set(keys))]))
    assert len(asked) > 40
    run = subprocess.run(
        [sys.executable, "-c", ALONE], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == []


def test_numbers_below_nothing_have_a_true_minus() -> None:
    words.register("en", {"test.minus": "{n} {n:chip|chips} for {seat}"})
    assert words.say("test.minus", n=-3, seat="you-know-who") == "−3 chips for you-know-who"
