"""The record format: strict writer, lenient reader, errors with their place."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt.core.cards import HIDDEN, card, pack
from kontrapunkt.core.interface import Action
from kontrapunkt.record import Claim, Deal, Move, Record, RecordError, read, write
from kontrapunkt.record.plain import INVISIBLE, LINE_ENDS

STRICT = """\
[Game "ristiklappi"]
[Title "A \\"short\\" one"]
[Dealer "W"]
[Position]
N: QS TS
E: TD 8S
S: KS KH
W: -
stock: ? ?
lead: N
{Before it starts.}

9. N QS  E TD  {Why not?}
S dark * KH  W TS  -> S 7  {Two
lines.}
10. S KS  E pass
"""


def test_strict_text_is_a_fixed_point():
    assert write(read(STRICT)) == STRICT


def test_what_is_read():
    record = read(STRICT)
    assert record.tags == {"Game": "ristiklappi", "Title": 'A "short" one'}
    deal = record.deals[0]
    assert (deal.position, deal.dealer, deal.facts, deal.stock) == (
        True,
        "W",
        {"lead": "N"},
        (HIDDEN, HIDDEN),
    )
    assert deal.hands["N"] == (card("QS"), card("TS"))
    assert deal.hands["W"] == ()
    assert deal.comment == "Before it starts."
    assert [(move.actor, move.action) for move in deal.moves] == [
        ("N", "QS"), ("E", "TD"), ("S", "dark"), ("*", "KH"), ("W", "TS"), ("S", "KS"), ("E", "pass"),
    ]  # fmt: skip
    assert deal.moves[1].comment == "Why not?"
    assert deal.moves[4].claim == Claim("S", 7)
    assert deal.moves[4].comment == "Two\nlines."
    assert [move.trick for move in deal.moves] == [9, None, None, None, None, 10, None]
    assert (deal.moves[2].line, deal.moves[2].column) == (14, 1)
    assert (deal.line("lead"), deal.line("S"), deal.line("start")) == (10, 7, 4)


@pytest.mark.parametrize(
    "text",
    [
        "[position]\nn:10S 7♣ w: k♥\nStock : -\n LEAD:  N\n9.N10s E7C S2S->W 0 {x} W KH",
        "[ Position ]\r\nN: tsTS\r\nE:\r\n",
        "[Deal] N: 7C E: 8C S: 9C W: TC stock: AC\n1. n 7c e 8c",
        "[Game ristikontra]\n[Deal]\nN: 7♠️,8♠️\n",
        "\ufeff[Deal]\nN: 7C\n{a}{b}\nN 7C {c} -> N {d}",
    ],
)
def test_lenient_readings_are_written_strictly(text):
    record = read(text)
    assert read(write(record)) == record
    assert write(read(write(record))) == write(record)


def test_commas_between_moves_are_passed_over():
    text = "[Deal]\nN: 7C\nE: 8C\n1. N 7C, E 8C -> E 0, S dark , W pass,"
    assert read(text) == read(text.replace(",", " "))


def test_lenient_details():
    deal = read("[position]\nn:10S 7♣ w: k♥\nStock : -\n LEAD:  N\n9.N10s E7C S2S->W 0 {x} W KH").deals[0]
    assert deal.hands == {"N": (card("TS"), card("7C")), "W": (card("KH"),)}
    assert deal.stock == ()
    assert deal.facts == {"lead": "N"}
    assert [f"{move.actor} {move.action}" for move in deal.moves] == ["N TS", "E 7C", "S 2S", "W KH"]
    assert deal.moves[2].claim == Claim("W", 0)
    assert deal.moves[2].comment == "x"
    assert deal.moves[0].trick == 9


@pytest.mark.parametrize(
    "sign",
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2064\u2067\u2069\ufeff\ufe0e\ufe0f",
    ids=ascii,
)
def test_sign_that_nobody_sees_is_passed_over(sign):
    odd = STRICT
    for word in ("Game", "Position", "N: QS", "TD", "lead", "9. N", "QS  E", "dark", "-> S"):
        assert word in odd
        odd = odd.replace(word, sign + sign.join(word) + sign, 1)
    odd = odd.replace("Why", f"{sign}Why")
    assert write(read(odd)) == STRICT.replace("Why", f"{sign}Why")  # a comment is as it was written


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2007", "\u2009", "\u3000"], ids=ascii)
def test_other_space_is_read_as_a_space(space):
    odd = STRICT.replace(" ", space).replace(f"A{space}", "A ").replace(f'"{space}one', '" one')
    for comment in ("Before it starts.", "Why not?"):
        odd = odd.replace(comment.replace(" ", space), comment)
    assert write(read(odd)) == STRICT


@pytest.mark.parametrize("end", ["\r\n", "\r", "\v", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_other_end_of_line_is_read_as_one(end):
    text = "[Deal]\nN: 7C\nE: 8C\n\n1. N 7C\nE 8C\n"
    assert read(text.replace("\n", end)).deals[0].hands == read(text).deals[0].hands
    assert len(read(text.replace("\n", end)).deals[0].moves) == 2
    with pytest.raises(RecordError) as caught:
        read(f"[Deal]{end}N: 7C{end}E: 7X")
    assert (caught.value.line, caught.value.column) == (3, 4)


@pytest.mark.parametrize("tag", ['"a b"', "“a b”", "„a b“", "„a b”", "”a b”", "‚a b‘", "‘a b’", '“a b"'])
def test_quotes_of_other_countries_are_read(tag):
    text = f"[Title {tag}]\n[Deal]\nN: 7C\n1. N „give E 7C“ E “give N 8C” –> N 0"
    record = read(text)
    assert record.tags["Title"] == "a b"
    assert [move.action for move in record.deals[0].moves] == ["give E 7C", "give N 8C"]
    assert record.deals[0].moves[1].claim == Claim("N", 0)


def test_value_in_quotes_stays_as_it_was_written():
    record = read('[Title "a\u00a0“b\u200b"]\n[Event Tom’s ‘n’]\n{„c“\u00a0\ufeff}\n[Deal]\nN: 7C\n')
    assert record.tags == {"Title": "a “b\u200b", "Event": "Tom’s ‘n’"}
    assert record.deals[0].comment == "„c“\u00a0\ufeff"


def test_place_of_an_error_counts_what_nobody_sees():
    with pytest.raises(RecordError) as caught:
        read("[Deal]\n\u200bN:\u00a0\u2060\u20607C 7X")
    assert (caught.value.line, caught.value.column) == (2, 10)


@pytest.mark.parametrize("sign", [";", "%", "#", "//"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{} a remark\n[Deal]\nN: 7C", (1, 1)),
        ("[Deal]\n{} a remark\nN: 7C", (2, 1)),
        ("[Deal]\nN: 7C {} a remark", (2, 7)),
        ("[Deal]\nN: 7C\nlead: N {}a remark", (3, 9)),
        ("[Deal]\nN: 7C\nN 7C {} a remark", (3, 6)),
        ("[Deal]\nN: 7C\nN pass {} a remark", (3, 8)),
        ("[Deal]\nN: 7C\nN 7C\n{}a remark", (4, 1)),
    ],
)
def test_foreign_comment_style_gets_advice(sign, text, place):
    with pytest.raises(RecordError) as caught:
        read(text.replace("{}", sign))
    assert (
        f"“{sign}” does not begin a comment in a record; put the comment in braces, as in {{a remark}}"
        in str(caught.value)
    )
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("N trump S  E 7C", ["N trump S", "E 7C"]),
        ("N pass E pass S bid Bettler W call as", ["N pass", "E pass", "S bid bettler", "W call AS"]),
        ("N trump s", ["N trump S"]),
        ("N trump ♠ S pass", ["N trump S", "S pass"]),
        ("N swap E S W pass", ["N swap E S", "W pass"]),
        ('N "give E 7C" E 7C', ["N give E 7C", "E 7C"]),
        ("N dark*9C E dark * 10♥", ["N dark", "* 9C", "E dark", "* TH"]),
        ("1. N say re 2. E 7C", ["N say re", "E 7C"]),
        ("N 7C * draw 10h E dark * 9C * draw 8C", ["N 7C", "* draw TH", "E dark", "* 9C", "* draw 8C"]),
        ('N 7C * "draw E 8C" E 7D', ["N 7C", "* draw E 8C", "E 7D"]),
    ],
)
def test_actions(text, moves):
    record = read(f"[Deal]\nN: 7C\n{text}")
    assert [f"{move.actor} {move.action}" for move in record.deals[0].moves] == moves
    assert read(write(record)) == record


SEVERAL = """[Game "x"]
[Deal]
N: 7C

1. N 7C {[Game "z"] is a comment}

[Title "Two"]
[Dealer "E"]
[Game "y"]
[Deal]
N: 8C­

N 8C
"""


def test_record_is_chosen_from_several() -> None:
    """The place of an error is that in the whole text."""
    assert [read(SEVERAL, n).tags["Game"] for n in (1, 2)] == ["x", "y"]
    assert read(SEVERAL, 2).deals[0].dealer == "E"
    for number, text, said in (
        (None, SEVERAL, "7:1: another record begins here"),
        (3, SEVERAL, "1:1: this text has 2 records"),
        (0, SEVERAL, "1:1: this text has 2 records"),
        (2, SEVERAL.partition("\n\n[Title")[0], "1:1: this text has 1 record"),
        (2, SEVERAL.replace("8C­", "8X"), "11:4: "),
    ):
        with pytest.raises(RecordError, match=said):
            read(text, number)


def test_several_deals():
    text = (
        '[Game "x"]\n[Dealer "N"]\n[Deal]\nN: 7C\n\n1. N 7C\n\n[Dealer "E"]\n[Deal]\nN: 8C\npot: 12\n\nN 8C\n'
    )
    record = read(text)
    assert [deal.dealer for deal in record.deals] == ["N", "E"]
    assert record.deals[1].facts == {"pot": "12"}
    assert write(record) == text


@pytest.mark.parametrize(
    ("text", "place", "part"),
    [
        ("", (1, 1), "[Deal] or [Position]"),
        ("hello", (1, 1), "before any deal"),
        ('[Gmae "x"]', (1, 1), "did you mean Game"),
        ('[Game "x"]\n[Game "y"]', (2, 1), "is here twice"),
        ('[Game "x"', (1, 1), '[Name "value"]'),
        ('[Dealer "Q"]', (1, 1), "N, E, S or W"),
        ("[Deal]\nN: 7C 7X", (2, 7), "“7X” is not a card"),
        ("[Deal]\nN: 7C\nN: 8C", (3, 1), "is here twice"),
        ("[Deal]\nN: 7C\n\nN 7C\n7D", (5, 1), "who does “7D”"),
        ("[Deal]\nN: 7C\n\nN 7C E", (4, 6), "E does nothing"),
        ("[Deal]\nN: 7C\n{never", (3, 1), "does not end"),
        ("[Deal]\nN: 7C\nN 7C -> 5", (3, 6), "after -> write"),
        ("[Deal]\nN: 7C\n-> N 5", (3, 1), "no complete trick"),
        ("[Deal]\nN: 7C\nN 7C\nlead: N", (4, 1), "move it up"),
        ("[Deal]\nN: 7C\nN dark\nlead: N", (4, 1), "move it up"),
        ("[Deal]\nN: 7C\nN 7C13.", (3, 3), "take it out"),
        ('[Deal]\nN: 7C\nN 7C\n[Title "x"]', (4, 1), "above the first deal"),
        ('[Deal]\nN: 7C\nN 7C\n[Options "session=cumulative"]\n[Deal]', (4, 1), "above the first deal"),
        ("[Deal]\n" * 1001, (1001, 1), "at most 1000 deals"),
        ("[Deal]\nN: 7C\nN 7C }", (3, 6), "take it out"),
        ('[Deal]\nN: 7C\nN 7C\n[Dealer "E"]', (4, 1), "move the tag above"),
        ("[Deal]\nN: 7C\n" + "x" * 100, (3, 1), "take it out"),
    ],
)
def test_errors_name_their_place(text, place, part):
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == place
    assert part in caught.value.text
    assert len(caught.value.text) < 200


CARDS = st.lists(st.sampled_from([*pack(52), HIDDEN]), max_size=6).map(tuple)
PROSE = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["}", "a\\", "\\}", "{", "x\n y"]
)
WORDS = st.sampled_from(
    [
        "7C",
        "dark",
        "pass",
        "bid bettler",
        "call AS",
        "trump S",
        "say re",
        "give E 7C",
        "swap N E",
        "draw 7C",
        "draw N 7C",
    ]
)
MOVES = st.builds(
    Move,
    st.sampled_from([*"NESW*"]),
    WORDS.map(Action),
    PROSE,
    st.none() | st.builds(Claim, st.sampled_from("NESW"), st.none() | st.integers(0, 9999)),
    st.none() | st.integers(0, 99),
)
FACTS = st.dictionaries(
    st.sampled_from(["lead", "dirty", "points", "odd_one"]),
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters=f"{{;%#/“”„‟–—−{INVISIBLE}"), max_size=9
    ),
)
DEALS = st.builds(
    Deal,
    st.dictionaries(st.sampled_from("NESW"), CARDS),
    st.none() | CARDS,
    st.booleans(),
    st.none() | st.sampled_from("NESW"),
    FACTS,
    st.lists(MOVES, max_size=6).map(tuple),
    PROSE,
)
TAGS = st.dictionaries(st.sampled_from(["Game", "Options", "Title", "Zweck"]), PROSE)
RECORDS = st.builds(Record, TAGS, st.lists(DEALS, min_size=1, max_size=3).map(tuple))


@settings(max_examples=200, deadline=None)
@given(RECORDS)
def test_every_record_round_trips(record):
    assert read(write(record)) == record


NASTY = st.lists(
    st.sampled_from(
        [
            "[",
            "]",
            "[Deal]",
            "[Position]",
            "{",
            "}",
            "\\",
            '"',
            "->",
            "→",
            "*",
            "N",
            "E:",
            "stock:",
            "7C",
            "10♠",
            "9.",
            "\n",
            " ",
        ]
    )
    | st.text(max_size=3),
    max_size=25,
).map("".join)


def read_or_error(text: str) -> tuple[Record | None, RecordError | None]:
    try:
        return read(text), None
    except RecordError as error:
        return None, error


@settings(max_examples=300, deadline=None)
@given(NASTY | st.text(max_size=60))
def test_any_text_gives_record_or_clean_error(text):
    record, error = read_or_error("[Deal]\n" + text)
    if error:
        assert 1 <= error.line <= sum(map(text.count, LINE_ENDS + "\r")) + 2
        assert error.column >= 1
    if not record:
        return
    assert read(write(record)) == record


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "}",
        "[",
        "(",
        "\\}",
        "N",
        "N ",
        "7C ",
        "* ",
        "N 7C ",
        "9.",
        "9. ",
        "->",
        "-> ",
        "E:\n",
        '"',
        "?",
        "a b ",
        "{a}",
        "{a} N 7C ",
    ],
)
def test_reading_takes_bounded_time(piece):
    text = "[Deal]\nN: 7C\n\nN 7C " + piece * (150_000 // len(piece))
    begin = time.process_time()
    read_or_error(text)
    assert time.process_time() - begin < 5


def test_an_endless_tag_takes_bounded_time():
    begin = time.process_time()
    read_or_error("[Title" + " " * 100_000 + "\n")
    assert time.process_time() - begin < 5


def test_too_long():
    with pytest.raises(RecordError, match="longer than a record"):
        read(" " * 1_000_001)


@pytest.mark.parametrize(
    "record",
    [
        Record({}, ()),
        Record({"Dealer": "N"}, (Deal({}),)),
        Record({"Gamee": "N"}, (Deal({}),)),
        Record({}, (Deal({}, facts={"N": "7C"}),)),
        Record({}, (Deal({}, facts={"lead": "{"}),)),
        Record({}, (Deal({}, moves=(Move("Q", Action("7C")),)),)),
        Record({}, (Deal({}, moves=(Move("N", Action("7c")),)),)),
        Record({}, (Deal({}, moves=(Move("N", Action("E")),)),)),
        Record({}, (Deal({}, moves=(Move("N", Action("7C"), trick=-1),)),)),
    ],
)
def test_the_writer_is_strict(record):
    with pytest.raises(ValueError, match=r"\S"):
        write(record)


@pytest.mark.parametrize("action", ["draw w? TD", "w?", "say n7c", "trump S", "draw N TD"])
def test_words_like_seat_and_card_round_trip(action):
    moves = (Move("*", Action(action)), Move("N", Action("7C")))
    record = Record({"Game": "ristikontra"}, (Deal({"N": (card("7C"),)}, moves=moves),))
    assert read(write(record)) == record
