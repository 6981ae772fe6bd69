"""The builder MkDocs: its events and objects, and nothing that another builder would need."""

from kontrapunkt_site.mkdocs.plugin import KontrapunktPlugin

__all__ = ["KontrapunktPlugin"]
