"""Every tutorial is followed word for word, from an empty folder.

A block `console` has commands behind `$`, and below each what it says, in part. A block with a title is a
file to write; one called `diff` changes lines of it. Left out are `pip` and what serves until it is stopped.
"""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

PAGES = Path(__file__).parents[2] / "docs/make"
HOW_TOS = ("publish", "hosts", "elsewhere", "beside", "extend", "complaints", "learning-agents")
TUTORIALS = ("first-site", "first-example", "first-puzzle", "first-lesson", "python", "first-game")
OF_THEIR_OWN = ("first-site", "python", "first-game", "extend", "complaints", "learning-agents")
BLOCK = re.compile(r"^(`{3,})(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
LEFT_OUT = (["pip"], ["kontrapunkt", "serve"])


class Follower:
    """Somebody who does what a page says.

    Attributes:
        folder: Where they are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def follow(self, page: Path) -> int:
        """Follow a page; return the number of commands."""
        done = 0
        for _, kind, title, text in BLOCK.findall(page.read_text("utf-8")):
            if kind == "console":
                done += sum(map(self.run, re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]))
            elif kind == "diff":
                self.change(title, text)
            elif title:
                path = self.folder / title
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
        return done

    def run(self, text: str) -> bool:
        command, *said = text.strip().splitlines()
        words = shlex.split(command)
        if words[0] == "cd":
            self.folder /= words[1]
            return True
        if words[:1] in LEFT_OUT or words[:2] in LEFT_OUT:
            self.install()
            return False
        if words[0] != "python":
            words[:1] = ["-m", {"kontrapunkt": "kontrapunkt.cli", "pytest": "pytest"}[words[0]]]
        env = {**os.environ, "PYTHONPATH": str(self.folder), "NO_MKDOCS_2_WARNING": "1"}
        run = [sys.executable, *words] if words[0] == "-m" else [sys.executable, *words[1:]]
        done = subprocess.run(run, cwd=self.folder, env=env, capture_output=True, text=True)
        answer = done.stdout + done.stderr
        for line in said:
            assert line in answer, f"{command}: {answer}"
        if not any(line.startswith(("kontrapunkt: ", "line ")) for line in said):
            assert done.returncode == 0, f"{command}: {answer}"
            assert "lead nowhere" not in answer, f"{command}: {answer}"
        return True

    def change(self, title: str, text: str) -> None:
        path = self.folder / title
        before, after = (
            "".join(line[1:] for line in text.splitlines(True) if line.startswith(sign)) for sign in "-+"
        )
        whole = path.read_text("utf-8")
        assert whole.count(before) == 1, f"{title}: {before}"
        path.write_text(whole.replace(before, after), "utf-8")

    def install(self) -> None:
        """Let Python find the entry points of a package, as `pip install -e .` does."""
        if not (self.folder / "pyproject.toml").exists():
            return
        project = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]
        place = self.folder / f"{project['name'].replace('-', '_')}-0.1.0.dist-info"
        place.mkdir(exist_ok=True)
        (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1.0\n")
        groups = project["entry-points"].items()
        lines = (f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in each.items()) for group, each in groups)
        (place / "entry_points.txt").write_text("".join(lines), "utf-8")


@pytest.mark.parametrize("name", [*TUTORIALS, *HOW_TOS])
@pytest.mark.heavy("a reader's own commands, each a process")
def test_tutorial_can_be_followed(name: str, tmp_path: Path) -> None:
    follower = Follower(tmp_path)
    if name not in OF_THEIR_OWN:  # they begin in the folder of the first one
        follower.follow(PAGES / "first-site.md")
        mended = follower.folder / "docs/index.md"
        mended.write_text(mended.read_text("utf-8").replace("W 19", "W 18"), "utf-8")
    assert follower.follow(PAGES / f"{name}.md") > 0


def steps_of(page: str, title: str) -> list[str]:
    """The lines that a host's workflow runs, without those of `pip`."""
    found = next(text for _, _, name, text in BLOCK.findall(page) if name == title)
    workflow = yaml.safe_load(found)
    if "jobs" in workflow:
        lines = [step["run"] for step in workflow["jobs"]["publish"]["steps"] if "run" in step]
    else:
        lines = workflow["pages"]["script"]
    return [line for line in lines if not line.startswith("pip ")]


@pytest.mark.parametrize(
    ("title", "folder"), [(".github/workflows/pages.yml", "site"), (".gitlab-ci.yml", "public")]
)
@pytest.mark.heavy("a reader's own commands, each a process")
def test_workflow_builds_what_it_publishes(title: str, folder: str, tmp_path: Path) -> None:
    page = (PAGES / "publish.md").read_text("utf-8")
    follower = Follower(tmp_path)
    follower.run("kontrapunkt new site .")
    address = "https://games.example/rules"
    for line in steps_of(page, title):
        follower.run(re.sub(r"\$\{\{.*?\}\}|\$CI_PAGES_URL", address, line))
    assert f"path: {folder}" in page or f"paths: [{folder}]" in page
    assert f"{address}/" in (tmp_path / folder / "sitemap.xml").read_text("utf-8")
