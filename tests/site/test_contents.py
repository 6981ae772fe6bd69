"""A widget's `data-has` names the parts that its style sheets ask for; no `:has()` watches a whole widget."""

import json
import re

from kontrapunkt.render.markup import CONTENTS, contents
from kontrapunkt_site.assets import ASSETS, for_site
from kontrapunkt_site.bundle import Runtime

STYLES = "".join(path.read_text("utf-8") for path in sorted((ASSETS / "widgets").glob("*.css")))


def test_script_and_renderer_name_the_same_parts() -> None:
    files = for_site(Runtime(b"", {}, "runtime", {})).files
    (config,) = (content for name, content in files.items() if name.endswith("/config.js"))
    assert isinstance(config, bytes)
    _, _, given = config.decode().partition("export default ")
    assert json.loads(given.rstrip(";\n"))["contents"] == [*CONTENTS]


def test_style_sheets_ask_for_named_parts() -> None:
    assert {*re.findall(r'\[data-has~="([\w-]+)"\]', STYLES)} == {*CONTENTS}


def test_style_sheets_watch_no_whole_widget() -> None:
    assert re.findall(r"[^\n]*\.kp(?:-stage)?(?:\[[^\]]*\])*:has\([^\n]*", STYLES) == []


def test_contents_are_classes_in_the_body() -> None:
    assert contents('<p class="kp-few kp-walk" id="kp-picks">kp-ahead</p>') == "few walk"
