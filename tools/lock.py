"""Rewrite the locks (`make lock`): exact versions and hashes, no address of any index.

So the same locks serve every machine, whichever index its pip, uv and npm are set up to ask.
"""

import json
import re
import sys

from setup import ROOT, npm, uv

DEV = ("--extra", "site", "--extra", "qr", "--extra", "cluster", "--extra", "rl", "--group", "dev")
LOCKS = {
    "dev": DEV,
    "lowest": (*DEV, "--resolution", "lowest-direct"),
    "beside": ("--extra", "site", "--group", "beside"),
    "node": ("--group", "node"),
    "uv": ("--group", "uv"),
}


def lock_python(upgrade: bool) -> None:
    for name, wanted in LOCKS.items():
        uv("pip", "compile", "pyproject.toml", *wanted, "--universal", "--generate-hashes",
           "--no-header", "--no-annotate", "--output-file", f"tools/lock/{name}.txt",
           *(["--upgrade"] if upgrade else []))  # fmt: skip


def lock_npm(upgrade: bool) -> None:
    lock = ROOT / "package-lock.json"
    if upgrade:
        lock.unlink()
    npm("install", "--package-lock-only")
    data = json.loads(lock.read_text())
    for package in data["packages"].values():
        package.pop("funding", None)  # addresses of sponsors: nothing reads them
    lock.write_text(json.dumps(data, indent=2) + "\n")


def refuse_addresses() -> None:
    for lock in [*ROOT.glob("tools/lock/*.txt"), ROOT / "package-lock.json"]:
        if found := re.search(r"\w+://\S+|\"resolved\"", lock.read_text()):
            sys.exit(f"{lock.relative_to(ROOT)} names an address: {found[0]}")


if __name__ == "__main__":
    lock_python("--upgrade" in sys.argv)
    lock_npm("--upgrade" in sys.argv)
    refuse_addresses()
