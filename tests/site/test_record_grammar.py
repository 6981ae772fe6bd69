"""The grammar in the reference, read as EBNF, accepts what the writer writes and no broken record."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kontrapunkt import record
from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt_site.reference import records
from kontrapunkt_site.reference.fence_guide import text_of

COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|\w+|[=,|;{}()\[\]])""")
BASIC = {
    "letter": "[A-Za-z]",
    "digit": "[0-9]",
    "newline": r"[ \t]*\n",
    "character": r'[^{}"\\\n]',
    "sign": r"[^}]",
}
CLOSING = {"(": (")", ""), "{": ("}", "*"), "[": ("]", "?")}
LINES = ("hand", "stock", "own", "cards")
WHOLE = ("text", "quoted", "comment", "name", "key", "word", "card", "rank", "suit", "seat", "number")


class Grammar:
    """A grammar without recursion, as a regular expression."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = TOKEN.findall(COMMENT.sub("", text))
        self.rules: dict[str, str] = {}
        self.at = 0
        later: list[tuple[str, int]] = []
        while self.at < len(self.tokens):
            later.append((self.tokens[self.at], self.at + 2))
            self.at = self.tokens.index(";", self.at) + 1
        self.places = dict(later)
        for name, at in later:
            self.rule(name, at)

    def rule(self, name: str, at: int) -> str:
        if name not in self.rules:
            before, self.at = self.at, at
            blank = "" if name in WHOLE else r"[ \t]*" if name in LINES else r"\s*"
            self.rules[name] = self.choice(blank)
            self.at = before
        return self.rules[name]

    def choice(self, blank: str) -> str:
        found = [self.row(blank)]
        while self.tokens[self.at] == "|":
            self.at += 1
            found.append(self.row(blank))
        return f"(?:{'|'.join(found)})"

    def row(self, blank: str) -> str:
        found = [self.part(blank)]
        while self.tokens[self.at] == ",":
            self.at += 1
            found.append(self.part(blank))
        return blank.join(found)

    def part(self, blank: str) -> str:
        token = self.tokens[self.at]
        self.at += 1
        if token in CLOSING:
            closing, times = CLOSING[token]
            inside = self.choice(blank)
            assert self.tokens[self.at] == closing
            self.at += 1
            return f"(?:{inside}{blank}){times}" if times else inside
        if token[0] in "\"'":
            return str(re.escape(token[1:-1]))
        return BASIC[token] if token in BASIC else self.rule(token, self.places[token])


@cache
def grammar() -> re.Pattern[str]:
    return re.compile(Grammar(text_of("record.ebnf")).rules["record"] + r"\s*")


def positions(game: str) -> list[str]:
    """Records of some moments of a few deals."""
    found = []
    for seed in range(3):
        state, chance = game_class(game)().deal(seed), Random(seed)
        while state.to_act:
            if chance.random() < 0.2:
                found.append(record.write(record.write_start(state)))
            state = state.apply(chance.choice(state.actions()))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_grammar_accepts_deals_and_positions(game: str) -> None:
    for text in (records.whole_deal(game), *positions(game)):
        assert grammar().fullmatch(text), text
        assert record.write(record.read(text)) == text


def test_grammar_accepts_records_of_tutorials() -> None:
    paths = sorted(Path("tutorials").rglob("*.record"))
    assert paths
    for path in paths:
        text = record.write(record.read(path.read_text("utf-8")))
        assert grammar().fullmatch(text), path


@pytest.mark.parametrize(
    ("old", "new"),
    [("[Deal]", ""), ("N: ", "X: 1X\nN: {"), ("AH", "AX"), ('"]', "]")],
)
def test_grammar_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    broken = "\n".join(records.whole_deal("ristikontra").replace(old, new, 1).splitlines()[:6])
    with pytest.raises(record.RecordError):
        record.replay(record.read(broken))
    if old != "AH":  # a fact may have any name
        assert not grammar().fullmatch(broken)
