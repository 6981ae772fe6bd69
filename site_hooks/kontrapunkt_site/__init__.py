"""Builds a playable site out of Markdown pages and the kontrapunkt engine."""
