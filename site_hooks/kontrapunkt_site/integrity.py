"""How a policy names an inline script: by the hash of its text."""

import base64
import hashlib


def hash_of(script: str) -> str:
    """The hash of an inline script, as a policy names it."""
    digest = hashlib.sha256(script.encode("utf-8", "surrogateescape")).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
