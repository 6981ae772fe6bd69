"""Code that the games of a family share, and code that the families share."""
