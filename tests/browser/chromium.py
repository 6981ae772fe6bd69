"""The Chromium that the tests and the benchmark drive, and what its pages complain about."""

import json
import shutil
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import ConsoleMessage, Error, Page

ROOT = Path(__file__).parents[2]

LAID_OUT = ".kp { content-visibility: visible }"
"""Lays out the widgets far from the window, too, for who asks for places: these are an estimate there."""

UNSHOWN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""What nobody sees here: parts of a window that are pages of their own, a process ahead for the next page.

They take two fifths of what a new window takes."""

UNWANTED = (*UNSHOWN, "PaintHolding", "HttpsUpgrades", "OptimizationHints", "PreconnectToSearch")
"""Features that are turned off: those, and what Playwright turns off itself, as only the last list counts."""

_complaints: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def chromium_path() -> str | None:
    """Chromium as `make browsers` found it; None leaves the choice to Playwright."""
    known = ROOT / ".tools/browsers.json"
    found = json.loads(known.read_text()).get("chromium") if known.exists() else None
    return found or shutil.which("chromium")


def launch_options(*more: str) -> dict[str, Any]:
    """How to start it, and with what words: headless; without a sandbox, since containers run it as root."""
    return {
        "executable_path": chromium_path(),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            f"--disable-features={','.join(UNWANTED)}",
            *more,
        ],
    }


def listened(page: Page) -> Page:
    """The page, with an ear to its console from now on."""
    heard = _complaints.setdefault(page, [])

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            heard.append(message.text)

    def on_error(error: Error) -> None:
        heard.append(str(error))

    page.on("console", on_console)
    page.on("pageerror", on_error)
    return page


def complaints(page: Page) -> list[str]:
    """What a page that is listened to wrote to the console as errors."""
    return _complaints[page]
