"""The sandbox in which readers' Python runs: an empty page for a frame without an origin, and its policy.

Nothing can be loaded there and nothing can be sent, whatever the host says. The page is the text of a frame
(`srcdoc`), so it comes under the policy of the page around it, too: that names its script.
"""

from typing import Final

from kontrapunkt_site.bundle import VENDOR
from kontrapunkt_site.integrity import hash_of

SCRIPT: Final = VENDOR / "site" / "sandbox-frame.js"
"""The script of the page, as `tools/modules.mjs` makes it."""


def script() -> str:
    """The script, as it stands in the page."""
    return SCRIPT.read_text("utf-8").strip()


def policy() -> str:
    """The policy of the page: its script, and a worker that is made of what it was given."""
    rules = ("default-src 'none'", f"script-src '{hash_of(script())}' 'wasm-unsafe-eval'", "worker-src blob:")
    return "; ".join(rules)


def page() -> str:
    """The page."""
    rule = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
    return f'<!doctype html><meta charset="utf-8">{rule}<script>{script()}</script>'
