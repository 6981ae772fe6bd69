"""Sheets, homework and the local network for classes; independent of the games."""
