"""Links as mails and chats leave them come out as they were written; anything else stays as it is."""

import re
from collections.abc import Callable
from urllib.parse import quote

from tests.site.built import ROOT
from tests.site.node import answer

ASSETS = ROOT / "site_hooks/kontrapunkt_site/assets"

LINKS = (
    "#kp=hand&v=1~0.1.0~example&log=next~play.8C",
    "#kp=hand&v=1~0~example",
    "#kp=hand&v=1~0.1.0~example&log=go.3",
    "#kp=drill&do=due.R1.trick",
    "#kp=t&v=1~0.1.0~table&log=terms.seat%3DS~record.%5BGame.%22kontra%22%5D%0A1%2E.S.7H%0A",
    "#q=kontra.trick.4711.3",
    "#a=1.pAbCd.tWeek%203.0k3x",
    "#a=1.pAbCd.0k3x&at=2",
)

MANGLED: dict[str, Callable[[str], str]] = {
    "nothing": lambda link: link,
    "full stop": lambda link: f"{link}.",
    "sentence": lambda link: f"{link}).",
    "bracket": lambda link: f"{link})",
    "angle": lambda link: f"{link}>",
    "comma": lambda link: f"{link},",
    "stars": lambda link: f"{link}**",
    "angle as browsers escape it": lambda link: f"{link}%3E",
    "blank as browsers escape it": lambda link: f"{link}%20",
    "full stop of China": lambda link: f"{link}%E3%80%82",
    "no width behind": lambda link: f"{link}%E2%80%8B",
    "no width within": lambda link: f"{link[:4]}%EF%BB%BF{link[4:9]}%C2%AD{link[9:]}",
    "ampersands of HTML": lambda link: link.replace("&", "&amp;"),
    "angle of HTML": lambda link: f"{link}&gt;",
    "quote of HTML, cut": lambda link: f"{link}&quot",
    "equals sign": lambda link: link.replace("=", "%3D"),
    "first equals sign": lambda link: link.replace("=", "%3D", 1),
    "small letters": lambda link: link.replace("=", "%3d"),
    "ampersand": lambda link: re.sub("&(?=v=|log=|at=|do=)", "%26", link),
    "tildes": lambda link: link.replace("~", "%7E"),
    "all": lambda link: f"#{quote(link[1:], safe='')}",
    "all, by a browser": lambda link: f"#{quote(link[1:], safe='').replace('.', '%2E').replace('~', '%7E')}",
    "twice": lambda link: f"#{quote(quote(link[1:], safe=''), safe='')}",
}

DOTTED = [link for link in LINKS if "%2E" not in link]
"""Where a list has an escaped dot of its own, it cannot be told from one that a program has escaped."""

OTHERS = (
    "",
    "#",
    "#kp-hand",
    "#scoring",
    "#a",
    "#quick.",
    "#aces)",
    "#%E0%A4",
    "#kp",
    "#questions%3D",
    "#__tabbed_1_2",
)


def test_mangled_link_is_read_as_written() -> None:
    cases = [(link, name, mangle(link)) for link in LINKS for name, mangle in MANGLED.items()]
    cases += [(link, "dots", link.replace(".", "%2E")) for link in DOTTED]
    came = answer("links.mjs", {"assets": str(ASSETS), "fragments": [text for *_, text in cases]})
    wrong = [(name, link, text) for (link, name, _), text in zip(cases, came, strict=True) if text != link]
    assert wrong == []


def test_foreign_link_stays_unchanged() -> None:
    assert answer("links.mjs", {"assets": str(ASSETS), "fragments": OTHERS}) == list(OTHERS)
