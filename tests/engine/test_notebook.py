"""Games, views, results, records and cards as Python and notebooks show them."""

import html
import re
from random import Random

import pytest

import kontrapunkt
from kontrapunkt import notebook, record
from kontrapunkt.core.cards import CARDS, HIDDEN
from kontrapunkt.core.interface import State
from kontrapunkt.core.registry import OWN


def html_of(value: object) -> str:
    """Return the HTML that a notebook asks a value for."""
    drawn: str = getattr(value, "_repr_html_")()  # noqa: B009 - as notebooks do
    return drawn


def played(game_id: str) -> State:
    """A random deal, played to its end."""
    chance = Random(5)
    state: State = kontrapunkt.game(game_id).deal(seed=5)
    while state.to_act:
        state = state.apply(chance.choice(state.actions()))
    return state


@pytest.mark.parametrize("game_id", sorted(OWN))
def test_game_repr_makes_the_same_game(game_id: str) -> None:
    for preset in kontrapunkt.game(game_id).presets:
        game = kontrapunkt.game(game_id, preset)
        same = eval(repr(game), {"kontrapunkt": kontrapunkt})
        assert dict(same.options) == dict(game.options)
    changed = kontrapunkt.game("ristikontra", "simple", draw="after_trick")
    assert repr(changed) == "kontrapunkt.game('ristikontra', 'simple', draw='after_trick')"


@pytest.mark.parametrize("game_id", sorted(OWN))
def test_views_and_results_show_their_facts(game_id: str) -> None:
    state: State = kontrapunkt.game(game_id).deal(seed=5)
    seat = state.to_act
    assert seat is not None
    view = state.view(seat)
    assert all(card in repr(view) for card in view.hands[seat])
    drawn = re.search(r'srcdoc="([^"]*)"', html_of(view))
    assert drawn is not None
    assert 'class="kp-table' in html.unescape(drawn.group(1))
    ended = played(game_id)
    assert repr(ended).endswith(f", {ended.phase}>")
    result = ended.result()
    assert result.text in repr(result)
    assert html_of(result).count("<tr>") == len(result.items) + 2


def test_views_without_styles_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda name: None)
    view = kontrapunkt.game("kontra").deal(seed=2).view("S")
    assert html_of(view) == f"<pre>{html.escape(repr(view))}</pre>"


def test_records_and_cards_show_their_text() -> None:
    text = record.write(record.record_of(played("kontra")))
    assert html.unescape(html_of(record.read(text))) == f"<pre>{text}</pre>"
    assert html_of(CARDS["TH"]) == '<span style="color: #b3261e">10♥</span>'
    assert html_of(HIDDEN) == '<span style="color: inherit">?</span>'
