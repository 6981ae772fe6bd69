"""Pages in somebody else's frame: `?embed=ID` in an address shows one widget or lesson, and nothing around.

Two scripts in every page do that, before anything is drawn and without any other script: one notes what is
asked for, and the header goes; the other, at the page's end, marks the way down to it, and what is not on the
way goes. `assets/embed.js` then speaks with the page that has the frame.
"""

from typing import Final

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


def prepare(page: str) -> str:
    """The page with both scripts; one without a head or a body stays as it is."""
    page = page.replace("</head>", f"<script>{_ASKED}</script></head>", 1)
    before, end, after = page.rpartition("</body>")
    # before the theme's own scripts, which look at what is there
    scripts = before.find('<script id="__config"')
    at = scripts if scripts >= 0 else len(before)
    return f"{before[:at]}<script>{_FOUND}</script>{before[at:]}{end}{after}" if end else page
