"""The frame of a shelf as a page of MkDocs, without a file among the site's.

Feeds, tags, translations and the navigation list the files of a site, so the frame is not one of them. It is
a copy of its shelf in another place; plugins that change whole pages see it as they see any page.
"""

from copy import copy
from urllib.parse import unquote

from jinja2 import Environment
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from kontrapunkt_site import frame
from kontrapunkt_site.shelves import address


def render(shelf: Page, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> str:
    """Render the frame of a shelf; return what the plugins make of it.

    Args:
        shelf: The page of the shelf.
    """
    page = _page(shelf, config)
    was_active, shelf.active = shelf.active, False
    page.active = True
    try:
        context = config.plugins.on_page_context(
            get_context(nav, files, config, page), page=page, config=config, nav=nav
        )
        output = env.get_template("main.html").render(context)
        return config.plugins.on_post_page(output, page=page, config=config)
    finally:
        page.active = False
        shelf.active = was_active


def _page(shelf: Page, config: MkDocsConfig) -> Page:
    """Return the page of a frame, in the navigation beside its shelf."""
    file = copy(shelf.file)
    file.name = frame.NAME
    file.url = address(shelf.url, frame.NAME)
    file.dest_uri = unquote(f"{file.url}index.html" if file.url.endswith("/") else file.url)
    file.__dict__.pop("abs_dest_path", None)  # it is made of the other one
    page = Page(str(frame.META["title"]), file, config)
    page.meta = {**frame.META, "tab": shelf.meta.get("tab") or shelf.title}
    page.markdown, page.content, page.toc = "", frame.CONTENT, get_toc([])
    page.edit_url = None
    page.parent = shelf.parent
    return page
