"""Hashes of inline scripts for a policy."""

import base64
import hashlib


def hash_of(script: str) -> str:
    """Return the hash of an inline script, as a policy writes it."""
    digest = hashlib.sha256(script.encode("utf-8", "surrogateescape")).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
