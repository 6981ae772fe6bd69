"""The wheel on every Python that it is for: it installs, imports, deals and plays."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.pythons import IN_NODE, UV, VERSIONS, has_node, in_node, native

PLAYED = """
import random
import sys

sys.path.insert(0, {folder!r})
import kontrapunkt
from kontrapunkt.core.registry import OWN

assert kontrapunkt.__file__.startswith({folder!r}), kontrapunkt.__file__
for name in OWN:
    state, chance = kontrapunkt.game(name).deal(seed=1), random.Random(1)
    while state.to_act:
        state = state.apply(chance.choice(state.actions()))
    print(name, state.result().text)
print("%d.%d" % sys.version_info[:2])
"""


@pytest.mark.parametrize("version", VERSIONS)
def test_wheel_installs_and_plays_every_game(wheel: Path, tmp_path: Path, version: str) -> None:
    python = native(version)
    code = PLAYED.format(folder=str(tmp_path))
    if python:
        install = f"{UV} pip install --offline --no-index --no-deps --python {python} --target"
        subprocess.run([*install.split(), tmp_path, wheel], check=True, capture_output=True)
        run = [str(python), "-c", code]
    elif version == IN_NODE and has_node():
        with zipfile.ZipFile(wheel) as files:
            files.extractall(tmp_path)
        run = in_node([tmp_path], code)
    else:
        pytest.skip(f"this machine has no Python {version}")
    told = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-2000:]
    assert len(told.stdout.splitlines()) == 8
    assert told.stdout.splitlines()[-1] == version
