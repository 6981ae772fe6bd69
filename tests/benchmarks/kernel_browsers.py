"""The questions of `kernel_questions` in Chromium and Firefox, answered by the built site's runtime."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from tests.benchmarks import kernel_questions
from tests.benchmarks.asked import site_with
from tests.browser.chromium import chromium_path
from tests.browser.firefox import firefox_path

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = json.dumps(Path(kernel_questions.__file__).read_text())
WORKER: Final = f"""
let asked;
onmessage = async ({{ data: [name, given] }}) => {{
  try {{
    asked ??= await start({PYTHON});
    postMessage(asked[name](...given));
  }} catch (error) {{
    postMessage(JSON.stringify({{ error: String(error) }}));
  }}
}};
"""


class Browser:
    """A browser with a worker that has booted the site's Python.

    Attributes:
        version: Its name and version.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.version: str = self._answer()

    def ask(self, name: str, *given: Any) -> Any:
        """What a function of `kernel_questions` gives there.

        Raises:
            RuntimeError: if it raises.
        """
        assert self._process.stdin
        print(json.dumps([name, given]), file=self._process.stdin, flush=True)
        found = self._answer()
        if isinstance(found, dict):
            raise RuntimeError(found["error"])
        return found

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the browser has ended")
        return json.loads(line)


@contextmanager
def browsers() -> Iterator[dict[str, Browser]]:
    """Chromium and Firefox, of these what there is on this machine, each with nothing else to do."""
    paths = {"chrome": chromium_path(), "firefox": firefox_path()}
    with ExitStack() as stack:
        server, worker = stack.enter_context(site_with(WORKER))
        found = {}
        for name, path in paths.items():
            if path is None:
                continue
            script = str(Path(__file__).with_name("in_browser.mjs"))
            command = ["node", script, name, path, f"{server.url}asked.html", server.url + worker]
            process = subprocess.Popen(
                command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            stack.enter_context(process)  # its input is closed at the end, and so it ends
            found[name] = Browser(process)
        yield found
