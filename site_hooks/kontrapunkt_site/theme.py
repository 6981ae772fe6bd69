"""What axe-core finds in Material's own markup, mended in the finished page."""

import re
from typing import Final

_SEARCH_BOX: Final = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
_SEARCH_FIELD: Final = re.compile(r'name="query" aria-label="([^"]*)"')


def mend(page: str) -> str:
    """The page with a name for its search dialog, which the theme leaves nameless: the name of its field."""
    field = _SEARCH_FIELD.search(page)
    return _SEARCH_BOX.sub(rf'\1 aria-label="{field[1]}">', page) if field else page
