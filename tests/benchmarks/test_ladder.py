"""The ladder: its plan, games that follow from their numbers, and files that go on."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple, replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import games
from benchmarks import entrants, playouts
from benchmarks.entrants import ENTRANTS, UCT, contestant, signature, signatures
from benchmarks.kinds import Kind, chosen, kinds
from benchmarks.ladder import GOALS, PLAN, Pair, by_side, number_of_games, pair_of, terms
from benchmarks.ledger import STOPPED, Appended, Game, InUseError, begun, counted, path_of, prune
from benchmarks.strength import Cell, Run, main, played
from games import play
from games.play import Line
from opponents.levels import Level
from opponents.player import mind_of

pytestmark = pytest.mark.untraced

LOW = Pair("novice", "uniform")
STEP = Pair("2", "1")
DIE_DREI = kinds()["die-drei-2"]


def _run(folder: Path, *arguments: str) -> str:
    """What the command says."""
    where = ["--folder", str(folder), "--output", str(folder / "PAGE.md")]
    done = CliRunner().invoke(main, [*where, *arguments], catch_exceptions=False)
    return f"{done.exit_code} {done.output}"


def _same(game: Game) -> Game:
    """The game without the time that it took."""
    return replace(game, seconds=0.0)


def test_every_step_is_planned() -> None:
    """At least 200 games a step up to level 5, and 60 for the strongest. Everybody takes part."""
    for level in range(2, 6):
        assert PLAN[Pair(str(level), str(level - 1))] >= 200
    assert PLAN[Pair("6", "5")] >= 60
    assert {name for pair in PLAN for name in (pair.first, pair.second)} == {*ENTRANTS}
    assert {goal.pair for goal in GOALS} <= {*PLAN}
    assert {*kinds()} == {
        f"{game.info.key}-{seats}" for game in games.all_games() for seats in game.info.seats
    }
    assert [pair_of(str(pair)) for pair in PLAN] == [*PLAN]


@pytest.mark.parametrize("kind", kinds().values(), ids=kinds())
def test_seats_are_taken_in_turn(kind: Kind) -> None:
    """The first one has each side as often as any other, alone; and each game has its own seed."""
    number = number_of_games(kind, STEP)
    assert 0 <= number - PLAN[STEP] < len(kind.sides)
    sides = Counter(by_side(kind, STEP, one) for one in range(number))
    assert {*sides.values()} == {number // len(kind.sides)}
    assert all(players.count("2") == 1 for players in sides)
    assert len(sides) == len(kind.sides)
    seeds = {terms(kind, pair, one)[2] for pair in (STEP, LOW) for one in range(20)}
    assert len(seeds) == 40
    assert len(terms(kind, STEP, 0)[1]) == kind.seats


def test_kinds_are_chosen_by_key_or_game() -> None:
    """Without any they are all meant; what there isn't is refused."""
    assert [kind.key for kind in chosen(("tyr-3", "attangle"))] == ["attangle-2", "tyr-3"]
    assert [kind.key for kind in chosen(("tyr",))] == ["tyr-2", "tyr-3", "tyr-4"]
    assert len(chosen(())) == len(kinds())
    with pytest.raises(KeyError):
        chosen(("tyr", "chess"))


@pytest.mark.parametrize("pair", [STEP, LOW, Pair("1", "novice")], ids=str)
def test_a_game_follows_from_its_number(pair: Pair) -> None:
    """The same one each time, and another one for another number."""
    first = played("die-drei-2", pair, 3)
    assert _same(played("die-drei-2", pair, 3)) == _same(first)
    assert played("die-drei-2", pair, 5).digest != first.digest


def test_shares_of_the_win() -> None:
    """Ranks are by seat; sides share what their seats share; stopped games are drawn."""
    game = Game("2:1", 0, "2121", 9, "0", 0.0)
    assert game.shares(kinds()["turnier-4"]) == (0.0, 1.0)
    assert replace(game, ranks="1111").shares(kinds()["turnier-4"]) == (0.5, 0.5)
    assert replace(game, ranks="211").shares(kinds()["tyr-3"]) == (0.0, 0.5, 0.5)
    assert replace(game, ranks=STOPPED).shares(kinds()["tyr-3"]) == (1 / 3,) * 3


def test_a_run_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    """Each game is stored as it ends. What is stored isn't played again, and a line that was being
    written is.
    """
    file = begun(DIE_DREI, tmp_path)
    for number in range(97):
        file.add(list(astuple(Game(str(LOW), number, "12", 10, "0" * 8, 0.1))))
    file.close()
    with path_of(DIE_DREI, tmp_path).open("a") as torn:
        torn.write('["novice:uniform",97,"1')
    assert len(counted(DIE_DREI, tmp_path).of(LOW)) == 97
    assert "3 games, 3 of them new." in _run(tmp_path, "--kind", "die-drei-2", "--pair", str(LOW))
    found = counted(DIE_DREI, tmp_path).of(LOW)
    assert [*found] == [*range(100)]
    assert found[0].digest == "0" * 8
    assert _same(found[98]) == _same(played("die-drei-2", LOW, 98))
    assert "0 games, 0 of them new." in _run(tmp_path, "--kind", "die-drei-2", "--pair", str(LOW))
    page = (tmp_path / "PAGE.md").read_text()
    assert "**100 of " in page
    assert "| novice v uniform | 100 | 100 |" in page


def test_stored_games_are_played_again(tmp_path: Path) -> None:
    """A true one is the same again, and a forged one is found."""
    file = begun(DIE_DREI, tmp_path)
    true = played("die-drei-2", LOW, 4)
    file.add(list(astuple(true)))
    file.close()
    assert _run(tmp_path, "--check", "5").startswith("0 All were the same again.")
    file = begun(DIE_DREI, tmp_path)
    file.add(list(astuple(replace(true, digest="00000000"))))
    file.close()
    assert _run(tmp_path, "--check", "5").startswith("1 die-drei-2 novice:uniform game 4: stored")


def test_a_stored_game_that_comes_out_differently_is_replaced(tmp_path: Path) -> None:
    """The others stay as they are, with the time that they took; what is missing stays missing."""
    true = [replace(played("die-drei-2", LOW, number), seconds=7.0) for number in (4, 5)]
    file = begun(DIE_DREI, tmp_path)
    file.add(list(astuple(replace(true[0], digest="00000000"))), list(astuple(true[1])))
    file.close()
    assert "2 games, 1 of them new." in _run(tmp_path, "--kind", "die-drei-2", "--renew")
    found = counted(DIE_DREI, tmp_path).of(LOW)
    assert [*found] == [4, 5]
    assert _same(found[4]) == _same(true[0])
    assert found[5] == true[1]
    assert len(path_of(DIE_DREI, tmp_path).read_text().splitlines()) == 3
    assert _run(tmp_path, "--check", "2").startswith("0 All were the same again.")


def test_games_of_players_who_have_changed_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are counted apart, until they are removed; those of the others stay."""
    file = begun(DIE_DREI, tmp_path)
    file.add(["2:1", 0, "12", 10, "0" * 8, 0.1], ["novice:uniform", 0, "21", 9, "1" * 8, 0.1])
    file.close()
    before = signatures(DIE_DREI)
    monkeypatch.setitem(mind_of("die-drei").levels, 1, Level(1, 0.001, 0.5, 0.9))
    after = signatures(DIE_DREI)
    assert [name for name in ENTRANTS if before[name] != after[name]] == ["1"]
    known = counted(DIE_DREI, tmp_path)
    assert (len(known.of(STEP)), len(known.of(LOW)), known.changed) == (0, 1, 1)
    file = begun(DIE_DREI, tmp_path)
    file.add(["2:1", 1, "12", 10, "2" * 8, 0.1], ["2:1", 10_000, "12", 10, "2" * 8, 0.1])
    file.add(["9:1", 1, "12", 10, "2" * 8, 0.1])
    file.close()
    known = counted(DIE_DREI, tmp_path)
    assert ([*known.of(STEP)], len(known.of(LOW)), known.changed) == ([1], 1, 1)
    prune(DIE_DREI, tmp_path)
    known = counted(DIE_DREI, tmp_path)
    assert ([*known.of(STEP)], len(known.of(LOW)), known.changed) == ([1], 1, 0)
    assert len(known.all) == 2


def test_signatures_tell_players_apart() -> None:
    """No two of a kind have the same; and what is found is part of it, not only numbers."""
    kind = kinds()["attangle-2"]
    assert len({*signatures(kind).values()}) == len(ENTRANTS)
    assert signature(kind, "3") == signature(kind, "3")


def test_a_search_that_finds_something_else_is_another_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though its numbers are the same."""
    kind = kinds()["attangle-2"]
    before = signature(kind, "6")
    monkeypatch.setattr(entrants, "_NODES", 50)
    entrants._signature.cache_clear()
    assert signature(kind, "6") != before
    entrants._signature.cache_clear()


def test_one_process_writes_at_a_time(tmp_path: Path) -> None:
    """Another one is told so."""
    first = begun(DIE_DREI, tmp_path)
    with pytest.raises(InUseError, match=r"die-drei-2\.jsonl"):
        begun(DIE_DREI, tmp_path)
    assert "Another process is writing" in _run(tmp_path, "--kind", "die-drei", "--minutes", "0")
    first.close()
    Appended(path_of(DIE_DREI, tmp_path)).close()


def test_what_can_be_finished_soonest_is_played_first(tmp_path: Path) -> None:
    """By what the pair's games have cost; and before any, by who plays."""
    known = {0: Game("2:1", 0, "12", 9, "0", 50.0)}
    cells = [
        Cell(DIE_DREI, Pair("6", "5"), {}),
        Cell(DIE_DREI, STEP, known),
        Cell(DIE_DREI, Pair("3", "2"), {}),
    ]
    order = sorted(cells, key=lambda cell: cell.price)
    assert [str(cell.pair) for cell in order] == ["3:2", "6:5", "2:1"]
    run = Run(cells, tmp_path)
    for file in run.files.values():
        file.close()
    todo = [(str(cell.pair), number) for cell, number in run._todo()]
    assert todo[:2] == [("3:2", 0), ("3:2", 1)]
    assert len({*todo}) == 200 + 60 + 199
    assert ("2:1", 0) not in todo


def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    """With its name."""
    assert "There is no chess." in _run(tmp_path, "--kind", "chess")
    assert "There is no 6:1." in _run(tmp_path, "--pair", "6:1")


def test_plain_search_takes_a_win_and_is_the_same_each_time() -> None:
    """From the rules alone, with a number of positions."""
    game = games.get("attangle")
    setup = play.setup(game, None, {}, Random(1))
    line = Line.begin(game, setup)
    for move in play.random_line(game, setup, Random(3))[:-1]:
        line = line.push(move)
    (move,) = playouts.turn(line, Random(1), 3_000)
    assert line.push(move).position.result is not None
    begin = Line.begin(game, setup)
    assert playouts.turn(begin, Random(2), 500) == playouts.turn(begin, Random(2), 500)
    assert contestant(UCT)(line, setup, 1) == [move]
