"""Pages in another page's frame: `?embed=ID` shows one widget or lesson alone.

Two inline scripts in every page do that before anything is drawn: one reads the id and hides the header; the
other, at the page's end, marks the path to the element and hides everything else. `assets/widgets/embed.js`
then communicates with the framing page.
"""

import re
from typing import Final

from kontrapunkt_site import head

_ASKED: Final = (
    '{const at=new URLSearchParams(location.search).get("embed");'
    "if(at!==null)document.documentElement.dataset.kpEmbed=at}"
)

_FOUND: Final = (
    "{const at=document.documentElement.dataset.kpEmbed,"
    'found=at&&(document.getElementById("kp-"+at)||document.querySelector(`[data-kp-lesson="${CSS.escape(at)}"]`));'
    "for(let each=found;each;each=each.parentElement){"
    'each.setAttribute(each===found?"data-kp-on":"data-kp-way","");'
    "if(each instanceof HTMLDetailsElement)each.open=true}}"
)

_CONFIG: Final = re.compile(r"""<script id=["']?__config""")


def prepare(page: str) -> str:
    """Return a page with both scripts, minified or not."""
    if not head.is_document(page):
        return page
    page = head.with_last(page, f"<script>{_ASKED}</script>")
    before, end, after = page.rpartition("</body>") if "</body>" in page else (page, "", "")
    # before the theme's own scripts, which inspect the page
    scripts = _CONFIG.search(before)
    at = scripts.start() if scripts else len(before)
    return f"{before[:at]}<script>{_FOUND}</script>{before[at:]}{end}{after}"
