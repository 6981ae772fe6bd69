"""Builds a playable site from Markdown pages and the Kontrapunkt engine."""
