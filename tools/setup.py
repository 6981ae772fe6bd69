"""Set up a checkout: `python3 tools/setup.py [--browsers] [--beside]`, any Python >= 3.9 that has pip.

Every step names its inputs; a stamp in .tools/stamps holds their hash: a step runs again only when they
change.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS, VENV = ROOT / ".tools", ROOT / ".venv"
VENDOR = ROOT / "site_hooks/kontrapunkt_site/vendor"
NATIVE = ROOT / "engine/kontrapunkt/search/native"
NODE_AT_LEAST = (20, 19)  # package.json, "engines"


# --- running things -----------------------------------------------------------------------------------------


def run(*command: object, env: dict[str, str] | None = None) -> None:
    subprocess.run([str(word) for word in command], cwd=ROOT, env=env, check=True)


@contextlib.contextmanager
def step(name: str, doing: str, hint: str, inputs: list[str], *made: Path) -> Iterator[bool]:
    """Give True if the step has to run; stamp it afterwards, or stop with one sentence on what to do."""
    stamp = TOOLS / "stamps" / name
    state = hashlib.sha256(b"".join((ROOT / path).read_bytes() for path in inputs)).hexdigest()
    if all(path.exists() for path in made) and stamp.exists() and stamp.read_text() == state:
        yield False
        return
    print(f"setup: {doing}", flush=True)
    stamp.unlink(missing_ok=True)
    try:
        yield True
    except (subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"setup: {doing} failed: {error}\n       {hint}")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(state)


def uv(*arguments: object) -> None:
    """Run uv with pip's index and certificates: it reads none of pip's settings by itself."""
    env = dict(os.environ)
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True)
    pip = dict(re.findall(r"^\S*\.(index-url|cert)='(.*)'$", listed.stdout, re.MULTILINE))
    if "index-url" in pip:
        env.setdefault("UV_DEFAULT_INDEX", pip["index-url"])
    if "cert" in pip:
        env.setdefault("SSL_CERT_FILE", pip["cert"])
    machine = ssl.get_default_verify_paths()
    if machine.cafile or (machine.capath and os.listdir(machine.capath)):  # else uv brings its own
        env.setdefault("UV_SYSTEM_CERTS", "true")
    # uv finds a pyenv Python by its own bin folder, not by the shim; with none at all, uv downloads 3.13.
    pyenv = Path(env.get("PYENV_ROOT", Path.home() / ".pyenv"))
    env["PATH"] = os.pathsep.join([*map(str, pyenv.glob("versions/3.13*/bin")), env["PATH"]])
    env["VIRTUAL_ENV"] = str(VENV)
    run(TOOLS / "uv/bin/uv", "--quiet", *arguments, env=env)


def machine_has_node() -> bool:
    try:
        version = subprocess.check_output(["node", "--version"], text=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return bool(shutil.which("npm")) and tuple(map(int, re.findall(r"\d+", version)))[:2] >= NODE_AT_LEAST


def with_node() -> dict[str, str]:
    """The environment in which Node.js is that of .venv, or else the machine's."""
    return {**os.environ, "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def node(script: Path, *arguments: object) -> None:
    run("node", script, *arguments, env=with_node())


def npm(*arguments: object) -> None:
    env = with_node()
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # the Node of a wheel brings certificates of its own
    quiet = "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"
    run("npm", *arguments, "--ignore-scripts", *quiet, env=env)


# --- the steps ----------------------------------------------------------------------------------------------


def python_packages() -> None:
    online = "Does `python3 -m pip download six` work on this machine? Then run `make setup` again."
    with step("uv", "installing uv", online, ["tools/lock/uv.txt"], TOOLS / "uv/bin/uv") as todo:
        if todo:
            # --target needs neither the venv module nor leave to touch the system's Python (PEP 668)
            shutil.rmtree(TOOLS / "uv", ignore_errors=True)
            run(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--root-user-action=ignore", "--require-hashes", "--target", TOOLS / "uv",
                "-r", "tools/lock/uv.txt")  # fmt: skip
    hint = "Install Python 3.13 (uv found none and could not download one), then run `make setup` again."
    with step("venv", "creating .venv", hint, [], VENV / "bin/python") as todo:
        if todo:
            uv("venv", "--clear", "--python", "3.13", VENV)
    locks = ["tools/lock/dev.txt", "tools/lock/node.txt"]
    inputs, made = [*locks, "pyproject.toml"], VENV / "bin/kontrapunkt"
    with step("python", "installing Python packages", online, inputs, made) as todo:
        if todo:
            # without a usable Node.js on the machine, .venv gets one too
            uv("pip", "sync", "--require-hashes", *(locks[:1] if machine_has_node() else locks))
            uv("pip", "install", "--no-deps", "--no-build-isolation", "--editable", ".")


def native_kernels() -> None:
    """Compile the search's inner loops; without them it is Python that searches, many times slower."""
    sources = sorted(path.relative_to(ROOT).as_posix() for path in NATIVE.glob("source/*.[ch]"))
    hint = "Remove .venv and .tools/stamps, then run `make setup` again."
    inputs = [*sources, "tools/native.py", "tools/lock/dev.txt"]
    made = [NATIVE / f"{path.stem}.wasm" for path in NATIVE.glob("source/*.c")]
    with step("native", "compiling the search", hint, inputs, *made) as todo:
        if todo:
            run(VENV / "bin/python", "tools/native.py")


def npm_packages() -> None:
    hint = "Does `npm view idiomorph` work? Then run `make setup` again."
    inputs, made = ["package.json", "package-lock.json", ".npmrc"], ROOT / "node_modules/pyodide"
    with step("npm", "installing npm packages", hint, inputs, made) as todo:
        if todo:
            npm("ci")


def browser_runtime() -> None:
    """Copy what readers' browsers are sent to where the site generator and the wheel take it from."""
    hint = "Remove node_modules and .tools/stamps, then run `make setup` again."
    inputs = ["package-lock.json", "tools/lock/dev.txt", "tools/setup.py"]
    with step("vendor", "copying the browser runtime", hint, inputs, VENDOR) as todo:
        if not todo:
            return
        pyodide, idiomorph, fsrs, qr = (
            ROOT / "node_modules" / name for name in ("pyodide", "idiomorph", "ts-fsrs", "lean-qr")
        )
        (packages,) = VENV.glob("lib/python3.*/site-packages")
        # pyodide on npm holds no licence text: its sister's is the same; typing_extensions has CPython's
        (mpl,) = packages.glob("pyodide_build-*.dist-info/licenses/LICENSE")
        (psf,) = packages.glob("typing_extensions-*.dist-info/licenses/LICENSE")
        shutil.rmtree(VENDOR, ignore_errors=True)
        VENDOR.mkdir()
        for source, name in [
            *((pyodide / name, name) for name in ("pyodide.mjs", "pyodide.js", "python_stdlib.zip")),
            *((pyodide / name, name) for name in ("pyodide.asm.js", "pyodide.asm.wasm")),
            (idiomorph / "LICENSE", "LICENSE-idiomorph.txt"),
            (fsrs / "LICENSE", "LICENSE-ts-fsrs.txt"),
            (qr / "index.mjs", "lean-qr.js"),
            (qr / "LICENSE", "LICENSE-lean-qr.txt"),
            (mpl, "LICENSE-pyodide.txt"),
            (psf, "LICENSE-python.txt"),
        ]:
            shutil.copyfile(source, VENDOR / name)
        # The small one is no module yet.
        small = (idiomorph / "dist/idiomorph.min.js").read_text()
        (VENDOR / "idiomorph.js").write_text(f"{small}\nexport {{ Idiomorph }};\n")
        # The address of a map that is not there says nothing.
        repetition = (fsrs / "dist/index.mjs").read_text()
        (VENDOR / "ts-fsrs.js").write_text(repetition.partition("//# sourceMappingURL")[0])
        # All that pyodide wants to know of its 119 kB lock file.
        info = json.loads((pyodide / "pyodide-lock.json").read_text())["info"]
        (VENDOR / "lock-info.json").write_text(json.dumps(info, indent=2) + "\n")


def scripts() -> None:
    """Make our modules and styles small for readers, and one script of them for copies opened from disk."""
    assets, tools = ROOT / "site_hooks/kontrapunkt_site/assets", ("sources", "modules", "disk")
    found = [path for path in assets.rglob("*.*") if path.suffix in (".js", ".css")]
    inputs = sorted(path.relative_to(ROOT).as_posix() for path in found)
    made = [VENDOR / name for name in ("site/VERSION", "disk.js")]
    hint = "Remove node_modules and .tools/stamps, then run `make setup` again."
    tooled = [*inputs, *(f"tools/{name}.mjs" for name in tools)]
    with step("scripts", "making scripts and styles small", hint, tooled, *made) as todo:
        if todo:
            node(ROOT / "tools/modules.mjs", VENDOR)
            node(ROOT / "tools/disk.mjs", VENDOR)


def beside() -> None:
    """Install the plugins that are tried beside ours into a folder of their own."""
    folder, lock = TOOLS / "beside", "tools/lock/beside.txt"
    hint = "Does `python3 -m pip download mkdocs-macros-plugin` work? Then run `make beside` again."
    with step("beside", "installing other plugins", hint, [lock], folder) as todo:
        if todo:
            shutil.rmtree(folder, ignore_errors=True)
            uv("pip", "install", "--require-hashes", "--target", folder, "-r", lock)


def browsers() -> None:
    """Find or install the browsers of the tests and write .tools/browsers.json: a path, or null.

    For Chromium null means Playwright's own download; for Firefox it means that there is none.
    """
    known = TOOLS / "browsers.json"
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(known.read_text())
        if all(path is None or Path(path).exists() for path in found.values()):
            return
    names = (
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        ("firefox-esr", "firefox"),
    )
    chromium, firefox = (first(*of_one) for of_one in names)
    if not (chromium and firefox):
        missing = {"chromium": chromium, "firefox-esr": firefox}
        apt_install([package for package, path in missing.items() if not path])
        chromium, firefox = (first(*of_one) for of_one in names)
    if not chromium:
        print("setup: downloading Playwright's Chromium", flush=True)
        try:
            run(VENV / "bin/playwright", "install", "chromium")
        except subprocess.CalledProcessError:
            sys.exit("setup: no Chromium. Install Chromium or Chrome so that it is on PATH, then try again.")
    known.write_text(json.dumps({"chromium": chromium, "firefox": firefox}, indent=2) + "\n")


def first(*names: str) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def apt_install(packages: list[str]) -> None:
    """Install Debian packages, if this is Debian and we are root (Ubuntu's are stubs for its snaps)."""
    release = Path("/etc/os-release")
    debian = release.exists() and "ID=debian" in release.read_text().split()
    if not debian or os.getuid() != 0:
        return
    print("setup: installing Debian's", *packages, flush=True)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", "-qq", *words], env=env, capture_output=True, text=True)
        if done.returncode:
            print(f"setup: apt-get {words[0]} failed: {done.stderr.strip()}", file=sys.stderr)


def main() -> None:
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two `make` at once take turns
        python_packages()
        native_kernels()
        npm_packages()
        browser_runtime()
        scripts()
        if "--browsers" in sys.argv:
            browsers()
        if "--beside" in sys.argv:
            beside()


if __name__ == "__main__":
    main()
