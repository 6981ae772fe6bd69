"""The sandbox for readers' Python: an empty page in a frame without an origin.

Its policy prevents all loading and sending, whatever the host allows. The page is the text of a frame
(`srcdoc`), so the policy of the surrounding page applies too and must allow its script.
"""

from typing import Final

from kontrapunkt_site.bundle import VENDOR
from kontrapunkt_site.integrity import hash_of

SCRIPT: Final = VENDOR / "site" / "sandbox-frame.js"
"""The script of the page, made by `tools/modules.mjs`."""


def script() -> str:
    """Return the script as it is in the page."""
    return SCRIPT.read_text("utf-8").strip()


def policy() -> str:
    """Return the policy of the page: its script, and a worker from given data."""
    rules = ("default-src 'none'", f"script-src '{hash_of(script())}' 'wasm-unsafe-eval'", "worker-src blob:")
    return "; ".join(rules)


def page() -> str:
    """Return the page."""
    rule = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
    return f'<!doctype html><meta charset="utf-8">{rule}<script>{script()}</script>'
