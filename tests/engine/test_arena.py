"""The arena: the same deals for both, in every seating; the same numbers each time, and after a break."""

import json
from pathlib import Path

import pytest

from kontrapunkt.cli import main
from kontrapunkt.core.interface import State
from kontrapunkt.core.registry import OWN, game
from kontrapunkt.play.arena import Contest, DealOutcome, play_in_seatings, plot, seatings_for, summary
from kontrapunkt.play.players import UnknownPlayer, player_for


def contest(name: str, *players: str, seatings: str = "sides", options: str = "", **more: bool) -> Contest:
    first, second = players
    tags = (("Game", name), ("Options", options)) if options else (("Game", name),)
    return Contest(tags, (first, second), seatings, 3, **more)


@pytest.mark.parametrize("name", ["konter-a-matt", "ristikontra", "ristiklappi"])
def test_equal_players_of_two_sides_come_out_even(name: str) -> None:
    for number in range(4):
        bout = play_in_seatings(contest(name, "first-steps", "first-steps"), number)
        assert len(bout.values) == 2
        assert bout.value == 0
    assert any(
        play_in_seatings(contest(name, "first-steps", "first-steps"), each).values[0] for each in range(4)
    )


@pytest.mark.parametrize("name", ["kontraspiel", "koenigrufen-graden", "doppelkopf", "kontra"])
def test_equal_players_on_all_seats_come_out_even(name: str) -> None:
    each = contest(name, "first-steps", "first-steps", seatings="alone")
    bout = play_in_seatings(each, 1)
    assert len(bout.values) == len(each.game.seats)
    assert bout.value == pytest.approx(0, abs=1e-5)


def test_parties_are_those_of_the_cards() -> None:
    each = contest("doppelkopf", "first-steps", "random", seatings="parties", options="pack=40", calls=False)
    bout = play_in_seatings(each, 0)
    assert len(bout.values) == 2
    start = each.game.deal(3 * 1_000_003)
    re, kontra = each.game.parties(start)
    assert all("QC" in start.view(None).hands[seat] for seat in re)
    assert not any("QC" in start.view(None).hands[seat] for seat in kontra)


@pytest.mark.parametrize("name", list(OWN))
def test_gains_add_up_to_nothing(name: str) -> None:
    def end(seed: int) -> State:
        state = game(name).deal(seed)
        players = {seat: player_for("random", state.game, seed) for seat in state.game.seats}
        from kontrapunkt.play.arena import play_deal

        return play_deal(state, players)

    for seed in range(20):
        gains = game(name).payoffs(end(seed))
        assert sum(gains.values()) == pytest.approx(0)
        assert set(gains) == set(game(name).seats)


@pytest.mark.parametrize("name", list(OWN))
def test_open_hands_player_can_be_chosen_and_wins(name: str) -> None:
    """Even a stock, which no view shows, is no trouble."""
    each = contest(name, "open-hands:1", "random", seatings=seatings_for(game(name)))
    assert sum(play_in_seatings(each, number).value for number in range(3)) > 0


def test_a_session_is_won_or_lost() -> None:
    bout = play_in_seatings(contest("konter-a-matt", "first-steps", "random", sessions=True), 0)
    assert all(abs(value) == 0.5 for value in bout.values)
    bout = play_in_seatings(
        contest("kontraspiel", "first-steps", "random", seatings="alone", sessions=True), 0
    )
    assert len(bout.values) == 4


def test_summary_is_mean_and_error() -> None:
    standing = summary(
        [
            DealOutcome(0, (1.0, 3.0)),
            DealOutcome(1, (0.0, 0.0)),
            DealOutcome(2, (4.0,)),
            DealOutcome(3, (-2.0,)),
        ]
    )
    assert standing.mean == 1
    assert standing.deviation == pytest.approx((20 / 3) ** 0.5)
    assert standing.error == pytest.approx(standing.deviation / 2)
    assert (standing.better, standing.worse) == (0.5, 0.25)
    with pytest.raises(ValueError, match="no deals"):
        summary([])


ARGUMENTS = [
    "arena",
    "kontraspiel",
    "--players",
    "first-steps,random",
    "--deals",
    "6",
    "--seed",
    "5",
    "--json",
]


def test_the_same_seed_gives_the_same_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = []
    log = tmp_path / "log"
    for more in ([], ["--jobs", "2"], ["--out", str(log)]):
        assert main([*ARGUMENTS, *more]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]
    assert json.loads(told[0])["deals"] == 6


def test_interrupted_contest_is_continued(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, picture = tmp_path / "log", tmp_path / "plot.svg"
    assert main([*ARGUMENTS, "--out", str(log)]) == 0
    whole = capsys.readouterr().out
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:4]) + lines[4][:20])
    asked: list[int] = []

    def counted(contest: Contest, number: int) -> DealOutcome:
        asked.append(number)
        return play_in_seatings(contest, number)

    monkeypatch.setattr("kontrapunkt.commands.arena.play_in_seatings", counted)
    assert main([*ARGUMENTS, "--out", str(log), "--plot", str(picture)]) == 0
    assert capsys.readouterr().out == whole
    assert asked == [4, 5]
    assert picture.read_text().startswith("<svg")


def test_plot_has_band_and_sample_size() -> None:
    text = plot([DealOutcome(i, (float(i % 3),)) for i in range(30)], "A < B", "chips")
    assert "A &lt; B" in text
    assert "<polygon" in text
    assert "30 · chips" in text


@pytest.mark.parametrize("name", ["nobody", "random:5", "random:x", "first-steps:0"])
def test_players_are_named_with_their_budget(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        player_for(name, game("kontraspiel"))


def test_seats_of_a_game_are_all_taken() -> None:
    from kontrapunkt.play.arena import SEATINGS

    start = game("doppelkopf").deal(1)
    for turns in SEATINGS.values():
        assert sorted(seat for ours in turns(start) for seat in ours) == sorted(start.game.seats)
