"""Orca reads Firefox on a display that nobody sees; what it says is in its log, and nothing is spoken."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = {
    "orca": "orca",
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "firefox-esr": "firefox-esr",
    "speech-dispatcher": "speech-dispatcher",
    "dbus-run-session": "dbus-daemon",
}
"""The programs, and the packages of Debian that have them."""

BUS = "/usr/libexec/at-spi-bus-launcher"
DISPLAY = ":47"

SAID = re.compile(r"^\S+ - SPEECH OUTPUT: (['\"])(.*)\1\s*(\{.*)?$")

QUIET = 1.5
"""The silence in seconds after which a key's speech is over, where no last words are known."""

LONGEST = 120.0
"""The seconds after which last words are given up."""

PREFERENCES = {
    "accessibility.force_disabled": "-1",
    "accessibility.warn_on_browsewithcaret": "false",
    "browser.startup.page": "0",
    "browser.aboutwelcome.enabled": "false",
    "browser.preonboarding.enabled": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "datareporting.policy.firstRunURL": '""',
    "trailhead.firstrun.didSeeAboutWelcome": "true",
    "termsofuse.bypassNotification": "true",
    "app.update.enabled": "false",
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
    "browser.urlbar.suggest.searches": "false",
    "browser.urlbar.autoFill": "false",
}

SILENT = """Debug 0
GenericExecuteSynth "true"
GenericCmdDependency "sh"
GenericLanguage "en" "en" "utf-8"
AddVoice "en" "MALE1" "en"
"""

DISPATCHER = """LogLevel 3
LogDir "{log}"
DefaultLanguage "en"
AudioOutputMethod "alsa"
AddModule "silent-generic" "sd_generic" "silent-generic.conf"
DefaultModule silent-generic
Timeout 0
DisableAutoSpawn
"""

CUSTOM = """import orca.debug, orca.settings
orca.debug.debugFile.reconfigure(line_buffering=True)
orca.settings.enableKeyEcho = False
"""


def missing() -> list[str]:
    """The packages that this machine lacks."""
    lacks = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    return lacks if Path(BUS).exists() else [*lacks, "at-spi2-core"]


class Orca:
    """Orca and Firefox in a folder of their own.

    Attributes:
        log: The file that Orca writes.
    """

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log/orca.debug"
        self._environment = {**os.environ, "DISPLAY": DISPLAY}
        self._read = 0
        self._rest = ""

    def said(self) -> list[str]:
        """Return the words spoken since the last call."""
        with self.log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
        self._read += len(new)
        *lines, self._rest = (self._rest + new.decode("utf-8", "replace")).split("\n")
        found = (SAID.match(line) for line in lines if "SPEECH OUTPUT" in line)
        return [match[2].strip() for match in found if match and match[2].strip()]

    def press(self, key: str, last: str = "") -> list[str]:
        """Press a key, and hear what is said after it.

        Args:
            key: Its name for xdotool; `type:words` types.
            last: The words that are waited for, as in `hear`.

        Raises:
            TimeoutError: if the last words do not come.
        """
        words = (
            ["type", "--delay", "8", key[5:]] if key.startswith("type:") else ["key", "--delay", "40", key]
        )
        self.said()
        subprocess.run(["xdotool", *words], env=self._environment, check=True)
        return self.hear(last)

    def open(self, address: str) -> list[str]:
        """Open a page, hear its title, stop Orca, which would read all of the page, and go to its top."""
        self.press("ctrl+l")
        self.press(f"type:{address}")
        told = self.press("Return", r"^Page has")
        self.press("Control_L")
        self.press("ctrl+Home")
        return [each for each in told if each.startswith("Finished loading")]

    def find_turn(self) -> None:
        """Go back from the button that deals, past the box of messages, to the last card or bid."""
        while not any(each.startswith("Messages") for each in self.press("shift+Tab")):
            pass
        self.press("shift+Tab")

    def hear(self, last: str = "") -> list[str]:
        """Return everything said until it is quiet.

        Args:
            last: An expression for words that are waited for; empty for none.

        Raises:
            TimeoutError: if the last words do not come.
        """
        heard: list[str] = []
        begun = latest = time.monotonic()
        while True:
            if new := self.said():
                heard += new
                latest = time.monotonic()
            quiet = time.monotonic() - latest > QUIET
            if quiet and (not last or any(re.search(last, each) for each in heard)):
                return heard
            if last and time.monotonic() - begun > LONGEST:
                raise TimeoutError(f"nothing else was said: {heard}")
            time.sleep(0.1)


@contextmanager
def started(folder: Path) -> Iterator[Orca]:
    """Run a display, a session bus, Orca and Firefox; all of them end with the block."""
    for part in ("log", "run", "profile", "home/.config/speech-dispatcher/modules", "home/.local/share/orca"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "run").chmod(0o700)
    home = folder / "home"
    speech = home / ".config/speech-dispatcher"
    (home / ".asoundrc").write_text("pcm.!default { type null }\nctl.!default { type null }\n")
    (speech / "modules/silent-generic.conf").write_text(SILENT)
    (speech / "speechd.conf").write_text(DISPATCHER.format(log=folder / "log"))
    (home / ".local/share/orca/orca-customizations.py").write_text(CUSTOM)
    chosen = (f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items())
    (folder / "profile/user.js").write_text("".join(chosen))
    environment = {
        **{name: os.environ[name] for name in ("TMPDIR",) if name in os.environ},
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "DISPLAY": DISPLAY,
        "GNOME_ACCESSIBILITY": "1",
        "GTK_MODULES": "gail:atk-bridge",
        "MOZ_ENABLE_WAYLAND": "0",
        "GDK_BACKEND": "x11",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
    }
    script = Path(__file__).with_name("session.sh")
    whole = subprocess.Popen(
        ["dbus-run-session", "--", "bash", str(script), str(folder)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    orca = Orca(folder)
    try:
        begun = time.monotonic()
        while not (folder / "run/firefox.pid").exists() or not orca.log.exists():
            if time.monotonic() - begun > LONGEST:
                raise TimeoutError("Orca did not start")
            time.sleep(0.2)
        orca.hear("^Finished loading .")
        yield orca
    finally:
        for pid in (folder / "run").glob("*.pid"):
            subprocess.run(["kill", "-9", pid.read_text().strip()], stderr=subprocess.DEVNULL, check=False)
        whole.wait()
