"""The games, a folder each; `kontrapunkt.registry` knows where they are."""
