"""Pages in somebody else's frame: `?embed=ID` in an address shows one widget or lesson, and nothing around.

Two scripts in every page do that, before anything is drawn and without any other script: one notes what is
asked for, and the header goes; the other, at the page's end, marks the way down to it, and what is not on the
way goes. `assets/widgets/embed.js` then speaks with the page that has the frame.
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
    """The page with both scripts, whether or not a minifier has left the ends of head and body."""
    if not head.is_document(page):
        return page
    page = head.with_last(page, f"<script>{_ASKED}</script>")
    before, end, after = page.rpartition("</body>") if "</body>" in page else (page, "", "")
    # before the theme's own scripts, which look at what is there
    scripts = _CONFIG.search(before)
    at = scripts.start() if scripts else len(before)
    return f"{before[:at]}<script>{_FOUND}</script>{before[at:]}{end}{after}"
