"""THIRD-PARTY.md names every package that pyproject.toml and package.json ask for, at its pinned version."""

import json
import re
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| (?P<name>[\w-]+) \| (?P<version>\d[\w.]*) \| (?P<licence>[^|]+) \|", re.MULTILINE)
LISTED = {row["name"]: row for row in ROW.finditer((ROOT / "THIRD-PARTY.md").read_text())}


def pinned() -> dict[str, str]:
    """Every direct dependency and its version; that of a range is the one in the lock."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    package = json.loads((ROOT / "package.json").read_text())
    project, groups = pyproject["project"], pyproject["dependency-groups"]
    lists = [
        *project["optional-dependencies"].values(),
        *groups.values(),
        pyproject["build-system"]["requires"],
    ]
    locked = dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "tools/lock/dev.txt").read_text(), re.MULTILINE))
    pins = {}
    for requirement in chain(project["dependencies"], *lists):
        name, exact, version = requirement.partition("==")
        name = re.split(r"[<>]", name)[0]
        pins[name] = version if exact else locked[name]
    npm = {**package["dependencies"], **package["devDependencies"]}  # `npm:pyodide@314.0.7`: an alias
    return {**pins, **{name: version.rpartition("@")[2] for name, version in npm.items()}}


def test_every_direct_dependency_is_listed_at_its_version() -> None:
    assert {name: row["version"] for name, row in LISTED.items()} == pinned()


@pytest.mark.parametrize("name", sorted(LISTED))
def test_licence_is_the_one_the_package_states(name: str) -> None:
    npm = ROOT / "node_modules" / name / "package.json"
    if npm.exists():
        stated = json.loads(npm.read_text())["license"]
    else:
        try:
            about = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            pytest.skip("not installed here")
        stated = (
            about.get("License-Expression") or about.get("License") or worded(metadata.distribution(name))
        )
    if len(stated) > 99:
        pytest.skip("states the text of its licence, not the name")
    assert LISTED[name]["licence"] == stated


def worded(package: metadata.Distribution) -> str:
    """The licence of a package that states none but by its text."""
    (text,) = (path.read_text("utf-8") for path in package.files or () if path.name == "LICENSE")
    return "MIT" if "Permission is hereby granted, free of charge" in text else text
