"""The lenient reader: text to Record, in linear time."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from kontrapunkt.core.action import CHANCE, Seat
from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import (
    LONGEST_WORD,
    Claim,
    Deal,
    Move,
    Record,
    RecordError,
    near_tag,
    short,
    tidy_tag,
)
from kontrapunkt.core.messages import say
from kontrapunkt.record.plain import LINE_ENDS, clean_text
from kontrapunkt.record.text import CARD, GLUED, is_action, is_actor, read_card, read_seat, tidy_action

MAX_LENGTH: Final = 1_000_000
"""The most characters of a record."""

MAX_DEALS: Final = 1000
"""The most deals of a record."""

_SPACE: Final = re.compile(r"\s+")
_TAG: Final = re.compile(  # possessive throughout, so that a long run of spaces causes no backtracking
    r"\[[ \t]*+(\w{1,40}+)[ \t]*+(?:"
    r'["“]((?:[^"”\\\n]|\\[^\n])*+)["”][ \t]*+'
    r'|[„”]((?:[^"“”\\\n]|\\[^\n])*+)["“”][ \t]*+'  # German and Finnish quotation marks
    r"|[‚‘]([^‘’\]\n]*+)[‘’][ \t]*+"
    r'|([^\]"“\n]*+))\]'
)
_NEXT_GAME: Final = re.compile(r"(?:\[[^\]\n]*+\]\s*+){0,20}?\[[ \t]*Game\b", re.IGNORECASE)
"""The tags with which a record of a game begins."""

_COMMENT: Final = re.compile(r"\{(.*?)(?<!\\)\}", re.DOTALL)
_KEY: Final = re.compile(r"([A-Za-z][A-Za-z_-]{0,39})[ \t]*:")
_NEXT_HAND: Final = re.compile(r"[ \t](?:[NESW]|stock)[ \t]*:", re.IGNORECASE)
_FOREIGN: Final = re.compile(r"(//|[;%#])([^\n]{0,80})")
"""The beginning of a comment in chess records or in programs."""

_FOREIGN_BEHIND: Final = re.compile(r"(?:^|[ \t])(//|[;%#])")
_VALUE: Final = re.compile(r"[^\n{]*")
_WORD: Final = re.compile(r'"[^"\n]*"|->|→|\*|(?:[^\s{}\[\]"→*-]|-(?!>))+')
_NUMBER: Final = re.compile(r"([0-9]{1,4})\.+")


def read(text: str, number: int | None = None) -> Record:
    """Read a record, leniently.

    Args:
        text: The text.
        number: The number of the record, from 1, in a text of several; None for a text of one record.

    Raises:
        RecordError: naming line and column, what is wrong and what to do.
    """
    if len(text) > MAX_LENGTH:
        raise RecordError(say("record.long", limit=MAX_LENGTH))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = _RecordReader(text)
    found, here = reader.record(), 1
    if number is None:
        if reader.goes_on():
            raise reader.error("record.another", reader.at)
        return found
    while here != number and reader.goes_on():
        found, here = reader.record(), here + 1
    if here != number:
        raise RecordError(say("record.number", number=here))
    return found


@dataclass
class _Draft:
    """A deal while it is being read."""

    position: bool
    dealer: Seat | None
    lines: dict[str, int]
    comments: list[list[str]]  # those before the first move, then those after each
    hands: dict[Seat, tuple[Card, ...]] = field(default_factory=dict)
    stock: tuple[Card, ...] | None = None
    facts: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)

    def finished(self) -> Deal:
        first, *others = ("\n\n".join(filter(None, each)) for each in self.comments)
        said = zip(self.moves, others, strict=True)
        moves = tuple(replace(move, comment=comment) if comment else move for move, comment in said)
        start = self.hands, self.stock, self.position, self.dealer, self.facts
        return Deal(*start, moves, first, self.lines)


class _Token(NamedTuple):
    text: str
    at: int


class _RecordReader:
    """A single pass through the text, record by record: tags, facts and runs of moves."""

    def __init__(self, text: str) -> None:
        self.text, self.places = clean_text(text)
        self.at = 0
        self.line_starts = [0, *(i + 1 for i, c in enumerate(text) if c in LINE_ENDS)]

    def begin(self) -> None:
        """Forget the record before."""
        self.tags: dict[str, str] = {}
        self.tag_lines: dict[str, int] = {}
        self.deals: list[_Draft] = []
        self.dealer: tuple[Seat, int] | None = None
        self.comments: list[str] = []  # before the next heading

    def record(self) -> Record:
        """Return the next record; more text afterwards is another one."""
        self.begin()
        while self.goes_on():
            here = self.text[self.at]
            if here == "{":
                self.keep_comment(self.comment())
            elif here == "[":
                if not self.tag():
                    break
            elif not self.deals:
                self.look_for_foreign_comment(self.at)
                raise self.error("record.no_heading", self.at, text=short(self.text[self.at :]))
            elif not self.deals[-1].moves and (key := _KEY.match(self.text, self.at)):
                self.fact(key)
            else:
                self.run_of_moves()
        if self.dealer and self.deals:
            raise RecordError(say("record.dealer.late"), self.dealer[1])
        if not self.deals:
            raise self.error("record.empty", len(self.text))
        return Record(self.tags, tuple(deal.finished() for deal in self.deals), self.tag_lines)

    # Places

    def line(self, at: int) -> int:
        return bisect_right(self.line_starts, self.places[at])

    def place(self, at: int) -> tuple[int, int]:
        line = self.line(at)
        return line, self.places[at] - self.line_starts[line - 1] + 1

    def error(self, sentence: str, at: int, /, **values: object) -> RecordError:
        return RecordError(say(sentence, **values), *self.place(at))

    def goes_on(self) -> bool:
        """Skip space and return True unless the text has ended."""
        if space := _SPACE.match(self.text, self.at):
            self.at = space.end()
        return self.at < len(self.text)

    # Comments

    def comment(self) -> str:
        """Read `{...}`, in which a backslash escapes a closing brace."""
        found = _COMMENT.match(self.text, self.at)
        if not found:
            raise self.error("record.comment.open", self.at)
        self.at = found.end()
        return found[1].replace("\\}", "}").strip()

    def keep_comment(self, comment: str) -> None:
        if not self.deals or self.dealer:
            self.comments.append(comment)
        else:
            self.deals[-1].comments[-1].append(comment)

    def look_for_foreign_comment(self, at: int) -> None:
        """Reject a comment in the form of another format.

        Raises:
            RecordError: if there is one.
        """
        if found := _FOREIGN.match(self.text, at):
            raise self.error("record.comment.form", at, sign=found[1], text=short(found[2].strip() or "..."))

    # Tags

    def tag(self) -> bool:
        """Read a tag, unless another record begins with it; return True if it was read."""
        found = _TAG.match(self.text, self.at)
        if not found:
            raise self.error("record.tag.form", self.at)
        start, self.at = self.at, found.end()
        quoted = next((each for each in found.groups()[1:4] if each is not None), None)
        value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else found[5].strip()
        name = tidy_tag(found[1])
        if name in ("Deal", "Position"):
            self.heading(name == "Position", start)
            return True
        if self.deals and _NEXT_GAME.match(self.text, start):
            self.at = start
            return False
        if near := near_tag(name):
            raise self.error("record.tag.near", start, tag=name, near=near)
        if name == "Dealer":
            dealer = read_seat(value.strip())
            if not dealer:
                raise self.error("record.dealer", start, text=short(value))
            if self.dealer:
                raise self.error("record.tag.twice", start, tag=name)
            self.dealer = (dealer, self.line(start))
            return True
        if name in self.tags:
            raise self.error("record.tag.twice", start, tag=name)
        if self.deals:
            raise self.error("record.tag.late", start, tag=name)
        self.tags[name] = value
        self.tag_lines[name] = self.line(start)
        return True

    def heading(self, position: bool, at: int) -> None:
        if len(self.deals) == MAX_DEALS:
            raise self.error("record.deals", at, limit=MAX_DEALS)
        lines = {"": self.line(at)}
        dealer = None
        if self.dealer:
            dealer, lines["Dealer"] = self.dealer
        self.deals.append(_Draft(position, dealer, lines, [self.comments]))
        self.dealer, self.comments = None, []

    # Hands, stock and facts

    def fact(self, key: re.Match[str]) -> None:
        draft = self.deals[-1]
        value = _VALUE.match(self.text, key.end())
        assert value is not None
        text, start = value[0], value.start()
        name = key[1].lower().replace("-", "_")
        seat = read_seat(key[1])
        if seat or name == "stock":
            following = _NEXT_HAND.search(text)
            if following:
                text = text[: following.start()]
        self.at = start + len(text)
        if foreign := _FOREIGN_BEHIND.search(text):
            self.look_for_foreign_comment(start + foreign.start(1))
        known = seat or name
        if known in draft.lines:
            raise self.error("record.fact.twice", key.start(), key=known)
        draft.lines[known] = self.line(key.start())
        if seat:
            draft.hands[seat] = self.cards(text, start)
        elif name == "stock":
            draft.stock = self.cards(text, start)
        else:
            draft.facts[name] = text

    def cards(self, text: str, start: int) -> tuple[Card, ...]:
        if text.strip() in ("-", "–", "—"):
            return ()
        found, at = [], 0
        while at < len(text):
            if text[at].isspace() or text[at] == ",":
                at += 1
            elif match := CARD.match(text, at):
                one = read_card(match[0])
                assert one is not None
                found.append(one)
                at = match.end()
            else:
                raise self.error("record.card", start + at, text=short(text[at:].split()[0]))
        return tuple(found)

    # Moves

    def words(self) -> Iterator[_Token]:
        """Yield the words up to the next comment or tag, moving on past each."""
        while self.goes_on():
            if self.text[self.at] in "{[":
                return
            self.look_for_foreign_comment(self.at)
            found = _WORD.match(self.text, self.at)
            if not found or len(found[0]) > LONGEST_WORD:
                stray = found[0] if found else self.text[self.at]
                raise self.error("record.stray", self.at, text=short(stray))
            self.at = found.end()
            yield from _parts(found[0], found.start())

    def run_of_moves(self) -> None:
        run = list(self.words())
        moves = self.deals[-1].moves
        trick: int | None = None
        i = 0
        while i < len(run):
            word = run[i]
            if number := _NUMBER.fullmatch(word.text):
                trick = int(number[1])
                i += 1
            elif word.text in ("->", "→"):
                i = self.claim(run, i)
            elif is_actor(word.text):
                end = _end_of_action(run, i + 1)
                text = " ".join(w.text for w in run[i + 1 : end])
                if not text:
                    raise self.error("record.move.nothing", word.at, actor=word.text.upper())
                action = tidy_action(text.strip('"'))
                if not is_action(action):
                    raise self.no_action(run[i + 1 : end])
                moves.append(Move(word.text.upper(), action, "", None, trick, *self.place(word.at)))
                self.deals[-1].comments.append([])
                trick = None
                i = end
            elif word.text.endswith(":"):
                raise self.error("record.fact.late", word.at, key=short(word.text))
            else:
                raise self.error("record.move.actor", word.at, text=short(word.text))

    def no_action(self, found: list[_Token]) -> RecordError:
        """Return the error for words that are no action; most often it is a late fact."""
        key = next((word for word in found if word.text.endswith(":")), None)
        if key:
            return self.error("record.fact.late", key.at, key=short(key.text))
        odd = next((word for word in found if not is_action(tidy_action(word.text))), found[0])
        return self.error("record.stray", odd.at, text=short(odd.text))

    def claim(self, run: list[_Token], i: int) -> int:
        moves = self.deals[-1].moves
        winner = read_seat(run[i + 1].text) if i + 1 < len(run) else None
        if not winner:
            raise self.error("record.claim.form", run[i].at)
        if not moves or moves[-1].claim:
            raise self.error("record.claim.stray", run[i].at)
        end = i + 2
        points = None
        if end < len(run) and re.fullmatch(r"\d{1,4}", run[end].text, re.ASCII):
            points = int(run[end].text)
            end += 1
        moves[-1] = replace(moves[-1], claim=Claim(winner, points, *self.place(run[i].at)))
        return end


def _parts(word: str, at: int) -> Iterator[_Token]:
    """Split words written without spaces: `9.N7C` is a number, a seat and a card. Drop commas after them."""
    word = word.rstrip(",")
    number = _NUMBER.match(word)
    if number:
        yield _Token(number[0], at)
        word, at = word[number.end() :], at + number.end()
    if glued := GLUED.fullmatch(word):
        yield _Token(glued[1], at)
        yield _Token(glued[2], at + 1)
    elif word:
        yield _Token(word, at)


def _starts_action(word: str) -> bool:
    return not (is_actor(word) or word in ("->", "→") or _NUMBER.fullmatch(word))


def _end_of_action(run: list[_Token], start: int) -> int:
    """Return the index after the action that starts at an index.

    A card and a quoted text are actions by themselves. A verb takes the words up to the next actor. A seat's
    letter is an actor only if an action can start after it, so that `N trump S  E 7C` is read correctly.
    """
    if start >= len(run) or not _starts_action(run[start].text):
        return start
    if run[start].text[0] == '"' or read_card(run[start].text) is not None:
        return start + 1
    end = start + 1
    while end < len(run):
        word = run[end].text
        if word[0] == '"' or word in ("->", "→") or _NUMBER.fullmatch(word):
            break
        if is_actor(word) and (word == CHANCE or (end + 1 < len(run) and _starts_action(run[end + 1].text))):
            break
        end += 1
    return end
