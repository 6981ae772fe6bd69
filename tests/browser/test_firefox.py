"""Firefox, driven over WebDriver BiDi by puppeteer-core: the worked example, and a puzzle of each kind."""

import json

from tests.browser.firefox import run
from tests.browser.server import Server


def test_step_branch_and_return(site: Server) -> None:
    seen = run("firefox_smoke.mjs", f"{site.url}ristiklappi/cleaning-hand/")
    assert "North leads the seven of clubs." in seen["stepped"]
    assert "East plays" in seen["branched"]
    assert "In the deal: East plays the six of spades." in seen["branched"]
    assert "You are back in the deal." in seen["returned"]


def test_a_puzzle_of_each_kind(site: Server) -> None:
    rl, rk = f"{site.url}ristiklappi/puzzles/", f"{site.url}ristikontra/puzzles/"
    km = f"{site.url}konter-a-matt/puzzles/"
    marked = [(f"#two-bars-{code}", "Marked") for code in ("QC", "5S", "4H")]
    tasks = [
        (rl, "two-bars", [*marked, ('[data-do="pick dark"]', "dark"), ('[data-do="answer"]', "Right.")]),
        (rl, "sixty-each", [('[data-do="pick 1"]', "Wrong."), ('[data-do="pick 2"]', "Right.")]),
        (rl, "cleaning-hand-slip", [('[data-do="go 7"]', "East"), ('[data-do="pick 7"]', "Right.")]),
        (km, "half-a-pair", [('[data-do="pick say matt"]', "Matt"), ('[data-do="answer"]', "Right.")]),
        (rk, "out-of-the-dark", [('[data-do="pick E"]', "Right.")]),
        (
            rk,
            "three-small-cards",
            [
                ("#three-small-cards-8D", "South is to lead."),
                ("#three-small-cards-4C", "North is to play."),
                ("#three-small-cards-4D", "Solved"),
            ],
        ),
    ]
    asked = [{"url": url, "id": id, "steps": steps} for url, id, steps in tasks]
    heard = run("firefox_puzzles.mjs", json.dumps(asked))["heard"]
    assert set(heard) == {id for _, id, _ in tasks}
    assert all("Solved" in said for said in heard.values())
