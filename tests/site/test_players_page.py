"""The page about the players: its lists are the engine's, its table is the file's."""

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from kontrapunkt.core.registry import OWN, game
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt_site.problems import PageError
from tests.benchmarks.players import CELLS, FOUND
from tests.site.test_markdown import PAGE, convert


@pytest.mark.parametrize("name", list(OWN))
def test_every_rule_of_thumb_is_listed_once(name: str) -> None:
    html = unescape(convert(f"```thumbs game={name}\n```"))
    played = game(name)
    with use_faces(played.faces):
        sentences = [f"{thumb.sentence}." for thumb in heuristics_of(played)]
    assert html.count("<li") == len(sentences)
    assert all(f">{sentence}</li>" in html for sentence in sentences)


def test_the_table_tells_what_was_measured() -> None:
    html = re.sub("</?span[^>]*>", "", convert(f"```arena file={FOUND.relative_to(PAGE.folder)}\n```"))
    told = json.loads(FOUND.read_text("utf-8"))
    assert 0 < len(told["cells"]) <= len(CELLS)
    assert html.count("<tr>") == len(told["cells"]) + 1
    for cell in told["cells"]:
        assert cell["command"] in html
        mean = cell["club"]["mean"]
        assert f"{mean:+.{1 if abs(mean) >= 5 else 2}f} ±" in html


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"cells": [{}]}')
    with pytest.raises(PageError, match="no file of measurements"):
        convert("```arena file=other.json\n```", replace(PAGE, folder=tmp_path))
    with pytest.raises(PageError, match="no body"):
        convert("```thumbs game=kontra\n7C\n```")
