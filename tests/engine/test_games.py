"""The generic kit on all games, with any options; refusals; speed; perft; playthroughs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import EntryPoints
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontrapunkt import game
from kontrapunkt.core import registry
from kontrapunkt.core.interface import Game, OptionError, State
from kontrapunkt.core.options import IdleOption
from kontrapunkt.core.perft import perft
from kontrapunkt.core.registry import GAMES, GROUPS, GUESTS, OWN, UnknownGame, game_class, plugin_entries
from kontrapunkt.core.rules import Refusal
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.kontra import Kontra
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.games.ristikontra.session import RistikontraSession
from kontrapunkt.record import Deal, game_of, read, replay, write, write_start
from kontrapunkt.testing import check_deal, check_game, check_session, playthrough, random_options
from tests.calls import CALLS
from tests.perft.cases import PerftCase, perft_cases

ROOT = Path(__file__).parents[1]
CLASSES = [game_class(name) for name in OWN]
PRESETS = [(cls, preset) for cls in CLASSES for preset in cls.presets]


STAKES: dict[str, object] = {key: 9999 for key in KoenigrufenGraden().options if key[:6] == "value_"}


@pytest.mark.parametrize("cls", CLASSES)
def test_kit(cls):
    check_game(cls, deals=4, calls=CALLS)


@st.composite
def games(draw: st.DrawFn, cls: type[Game]) -> Game:
    preset = draw(st.sampled_from(list(cls.presets)))
    options = {o.key: st.sampled_from(o.choices or ("1", "60")) for o in cls.known_options}
    return cls(preset, **draw(st.fixed_dictionaries({}, optional=options)))


@pytest.mark.parametrize("cls", CLASSES)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_any_options(cls, data):
    rules, seed = data.draw(games(cls)), data.draw(st.integers(0, 10**6))
    check_deal(rules, seed, CALLS)
    check_session(rules, seed, most=3)


def forgetful(session: RistikontraSession) -> Mapping[str, str]:
    """Facts that do not say what is held over."""
    return {"score": f"NS {session.score[0]} EW {session.score[1]}"} if session.score != (0, 0) else {}


def generous(session: RistikontraSession, end: State) -> RistikontraSession:
    """A game point more than the deal has brought."""
    assert isinstance(end, RankMatchState)
    tricks = session.brought(end)
    assert tricks is not None
    right = session.counting(tricks)
    return replace(right, score=(right.score[0] + 1, right.score[1]))


def lenient(session: RistikontraSession, deal: Deal) -> RistikontraSession:
    """Anybody may deal, and say anything of the session."""
    return replace(session, dealers=(deal.dealer,)) if deal.dealer else session


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("facts", property(forgetful), "states another session"),
        ("after", generous, "the session has more by"),
        ("agreed", lenient, "is not refused"),
    ],
)
def test_the_kit_finds_out_a_wrong_session(name, wrong, said, monkeypatch: pytest.MonkeyPatch):
    tie = 6  # a seed whose first deal is a tie
    assert check_session(Ristikontra(), tie, most=1).facts == {"held": "1"}
    monkeypatch.setattr(RistikontraSession, name, wrong)
    with pytest.raises(AssertionError, match=said):
        check_session(Ristikontra(), tie, most=2)


@pytest.mark.soak
@pytest.mark.parametrize("cls", CLASSES)
def test_soak(cls):
    for seed in range(2000):
        check_deal(random_options(cls, seed), seed, CALLS, thorough=True)
    for seed in range(300):
        check_session(random_options(cls, seed), seed, most=12)


@pytest.mark.parametrize(("cls", "preset"), PRESETS)
def test_playthrough(cls, preset, golden: Callable[[Path, str], None]):
    golden(ROOT / f"playthroughs/{cls.id}-{preset}.txt", playthrough(cls(preset), 1))


@pytest.mark.parametrize("case", perft_cases("*.perft"), ids=lambda case: case.name)
def test_perft(case: PerftCase):
    state = case.start()
    assert [
        (kind, depth, perft(state, depth, kind == "calls")) for kind, depth, _ in case.counts
    ] == case.counts


def test_a_seed_gives_the_same_deal_everywhere():
    deal = game("ristikontra").deal(7).as_deal()
    assert " ".join(deal.hands["N"]) == "AH JH 6S 3C 3S 3D"


def test_actions_are_read_leniently():
    state = game("ristikontra").deal(7)
    assert state.apply(" ah ") == state.apply("AH") == state.apply("A♥")
    assert state.apply("DARK") == state.apply("dark")


@pytest.mark.parametrize(
    ("action", "rule", "reason"),
    [
        (
            "KC",
            "RK-R4",
            "You do not hold the king of clubs; your cards are the ace of hearts, the jack "
            "of hearts, the six of spades, the three of clubs, the three of spades and the three of "
            "diamonds.",
        ),
        ("gabble", "RK-R4", "“gabble” is not possible here. Name a card in your hand, or “dark”."),
        ("", "RK-R4", "“” is not possible here. Name a card in your hand, or “dark”."),
    ],
)
def test_refusals_name_the_cards(action, rule, reason):
    state = game("ristikontra").deal(7)
    refused = state.why_not(action)
    assert refused is not None
    assert (refused.rule, refused.reason) == (rule, reason)
    assert refused.legal == state.actions()
    with pytest.raises(Refusal):
        state.apply(action)


def test_states_are_immutable_and_comparable():
    state = game("ristikontra").deal(7)
    with pytest.raises(AttributeError):
        state.phase = "over"  # type: ignore[misc]
    assert state == game("ristikontra").deal(7) != game("ristikontra").deal(8)
    assert hash(state) == hash(game("ristikontra").deal(7))
    with pytest.raises(ValueError, match="going on"):
        state.result()


@pytest.mark.parametrize("value", ["0", "-3", "10000", "9" * 5000, "٣"])
def test_a_number_of_an_option_has_bounds(value):
    with pytest.raises(OptionError, match="from 1 to 9999"):
        Kontraspiel(base_max=value)


@pytest.mark.parametrize(
    "game",
    [
        Kontraspiel(base_max=9999),
        KoenigrufenGraden(None, **STAKES),
    ],
    ids=lambda game: game.id,
)
def test_the_highest_stakes_can_be_written_and_read(game):
    chance, session = Random(3), game.session()
    for seed in range(200):
        state = game.deal(seed, session=session)
        assert replay(read(write(write_start(state)))).start.session == state.session
        while state.to_act:
            state = state.apply(chance.choice(state.actions()))
        session = state.session.after(state)
    assert max(map(abs, session.seats.values())) > 10**5


def test_unknown_names():
    with pytest.raises(UnknownGame, match="did you mean ristiklappi"):
        game("ristiklapi")
    with pytest.raises(OptionError, match="takes 5, 6"):
        game("ristiklappi", hand_size=7)
    with pytest.raises(OptionError, match="there are lappi5, lappi6"):
        game("ristiklappi", "lappi7")
    assert game_class("ristikontra") is Ristikontra


def test_target_differs_where_card_points_accumulate():
    """Seven is played to where it is named, and the record says so."""
    assert [game("ristikontra", session="cumulative", **more).options["target"] for more in ADDED_UP] == [
        *("120", "60", "60", "7", "7", "120"),
    ]
    short = game("ristikontra", session="cumulative", target=7)
    assert short.chosen == {"session": "cumulative", "target": "7"}
    assert game_of(write_start(short.deal(1))).options == short.options
    assert game("ristikontra", session="cumulative", target=120).chosen == {"session": "cumulative"}
    assert game("ristikontra", target=7).chosen == {}
    check_session(short, 1)


@pytest.mark.parametrize("name", ["kontra", "ristikontra"])
def test_old_option_name_is_read_but_not_written(name: str) -> None:
    old, new = game(name, match="cumulative"), game(name, session="cumulative")
    assert (old.options, old.chosen) == (new.options, {"session": "cumulative"})
    text = write(write_start(new.deal(1)))
    assert '[Options "session=cumulative"]' in text
    assert game_of(read(text.replace("session=", "match="))).options == new.options
    with pytest.raises(OptionError, match="session cannot be “often”"):
        game(name, match="often")


@pytest.mark.parametrize("name", GAMES)
def test_old_preset_name_is_read_but_not_written(name: str) -> None:
    old, new = game(name, "seed"), game(name)
    assert (old.options, old.options.preset) == (new.options, next(iter(new.presets)))
    text = write(write_start(old.deal(1)))
    assert "preset" not in text
    tagged = text.replace("\n", '\n[Options "preset=seed"]\n', 1)
    assert game_of(read(tagged)).options == new.options


ADDED_UP: list[dict[str, Any]] = [
    {},
    {"values": "simple"},
    {"preset": "simple"},
    {"target": 7},
    {"values": "simple", "target": 7},
    {"preset": "simple", "values": "standard"},
]


def test_an_option_that_changes_nothing_is_told():
    with pytest.warns(IdleOption, match="deals counts only with session=cumulative; here it changes"):
        game("kontra", deals=3)
    with pytest.warns(IdleOption, match="bock_append counts only with bock other than off"):
        game("doppelkopf", bock_append="off")
    with pytest.warns(IdleOption, match="counts only with claim=allowed and capot_line=1"):
        game("konter-a-matt", claim_keeps_capot="on", capot_line=0)
    assert not Doppelkopf(elders_in_solo="on").options.idle
    assert Doppelkopf(elders_in_solo="on", special_points="fox+karlchen").options.idle
    assert not Kontra(deals=3, session="cumulative").options.idle


IDLE = [
    (cls, option, term) for cls in CLASSES for option in cls.known_options for term in option.only.split()
]


@pytest.mark.parametrize(
    ("cls", "option", "term"), IDLE, ids=[f"{cls.id} {option.key} {term}" for cls, option, term in IDLE]
)
def test_option_without_effect_changes_nothing(cls, option, term):
    """What may be done and how it comes out is the same, whatever it is, over a few deals of a session."""
    key, _, value = term.partition("=")
    other = next(each for each in cls.known_options if each.key == key.rstrip("!"))
    others = ("off",) if other.several else other.choices
    broken = {other.key: value if key[-1] == "!" else next(each for each in others if each != value)}
    plain = [told_match(cls(None, **broken), seed) for seed in range(6)]
    for value in option.choices or ("1", "3"):
        assert [told_match(cls(None, **broken, **{option.key: value}), seed) for seed in range(6)] == plain


def told_match(rules: Game, seed: int) -> list[object]:
    """What may be done, deal after deal of a random session, and how it comes out."""
    chance, session, found = Random(seed), rules.session(), list[object]()
    for _ in range(2):
        state = rules.deal(chance.randrange(10**9), session=session)
        while state.to_act:
            able = [(seat, action) for seat in rules.seats for action in state.actions(seat)]
            found.append(able)
            seat, action = chance.choice(able)
            state = state.apply(action, seat)
        session = state.session.after(state)
        found += [state.result(), session.standing]
        if session.over:
            break
    return found


@pytest.mark.parametrize(("cls", "preset"), PRESETS)
def test_options_name_rules_that_exist(cls, preset):
    for option in cls.known_options:
        assert option.check(option.default) == option.default
        assert set(option.rules) <= {*cls.rulebook}
        assert option.label
        assert option.source


def test_what_all_are_told_tells_worlds_apart() -> None:
    """A pack that nobody can unlock is locked for good before the first card, and all hear it (KO-R5)."""
    check_deal(game("kontra", "three", spice="on"), 5888, CALLS)


@pytest.mark.parametrize("place", ["kontrapunkt.core.cards:Card", "kontrapunkt.text.catalogue:say"])
def test_registered_non_game_is_reported_broken(place, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(registry.OWN, "odd", place)
    told = f"the game odd cannot be loaded from {place}: .* is no Game$"
    with pytest.raises(registry.PluginLoadError, match=told):
        registry.game_class("odd")


@pytest.mark.parametrize("cls", [cls for cls in CLASSES if cls is not Kontra])  # its dealers cut the pack
def test_cards_just_dealt_are_not_looked_through_again(cls, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a deal begins hangs on who deals and what is turned up: more than that is not read."""
    begin, readers = cls.reader.begin, []

    def counted(reader: Any, session: Any) -> Any:
        readers.append(reader)
        return begin(reader, session)

    monkeypatch.setattr(cls.reader, "begin", counted)
    dealing = cls()
    dealt = [dealing.deal(seed, dealer) for seed in range(60) for dealer in "NE"]
    assert len(readers) <= 2 * (len(dealing.pack) if dealing.turned_up else 1)
    for state in dealt:
        assert dealing.start(read(write(write_start(state)))) == state


def test_installed_games_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python reads the metadata of every package for an answer."""
    asked = []

    def entry_points(**group: str) -> EntryPoints:
        asked.append(group)
        return EntryPoints()

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    registry._plugin_entries.cache_clear()
    try:
        assert list(GAMES) == list(GAMES) == [*OWN, *GUESTS]
        assert [*map(plugin_entries, GROUPS)] == [{}] * len(GROUPS)
    finally:
        registry._plugin_entries.cache_clear()
    assert asked == [{}]
