"""The games, a folder each; `kontrapunkt.core.registry` knows where they are."""
