"""Puzzle knowledge for the games of the Sedma group."""
