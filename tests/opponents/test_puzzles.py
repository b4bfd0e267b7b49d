"""The puzzle collection, each puzzle proved again; and the proofs themselves on small positions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games import picks, play
from games.continuations import WHOLE
from games.play import Line
from games.protocol import AnyGame
from games.record import RecordError, record, to_json, to_text
from opponents.budget import Budget, Spent
from opponents.puzzles import KINDS, Puzzle, collection, puzzle, solutions
from opponents.puzzles.__main__ import is_proved
from opponents.puzzles.collection import stored
from opponents.puzzles.collector import LAST, collect, is_fit
from opponents.puzzles.grade import grade
from opponents.puzzles.proof import includes, turns
from opponents.puzzles.sources import afresh, played, recorded

GAMES = games.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))


SAMPLE = 30
"""How many puzzles of each game are proved here. `make puzzles` proves all."""


def _sample(game: AnyGame) -> list[Puzzle]:
    """Always the same ones: those whose keys, which are drawn from positions, come first."""
    return sorted(collection(game.info.key), key=lambda one: one.key)[:SAMPLE]


@pytest.mark.untraced  # To trace the proofs would take twice as long.
@each_game
def test_puzzles_are_proved_again(game: AnyGame) -> None:
    """Exhaustive search finds the stored solution, and no other. No habit finds it."""
    assert [one for one in _sample(game) if not is_proved(one)] == []


@pytest.mark.untraced
@each_game
def test_puzzles_are_graded_again(game: AnyGame) -> None:
    """The stored level is the weakest that solves the puzzle."""
    easy = [one for one in _sample(game) if one.level < 4][:8]
    assert easy
    assert [one for one in easy if grade(one) != one.level] == []


@each_game
def test_the_collection_is_in_order(game: AnyGame) -> None:
    """There are puzzles of each game. Each is unique, also among those no longer offered, can be
    solved, is at the start of a turn, found by its key, and short enough for a button.
    """
    assert len(collection(game.info.key)) >= 20
    every = stored(game.info.key)
    assert len({one.key for one in every}) == len(every)
    for one in every:
        assert play.play_turn(one.line, one.solution).complete
        assert not one.line.position.mid_turn
        assert str(one.line.position) == one.position
        assert Puzzle.read(one.game, str(one)) == one
        assert puzzle(one.key) is one
        assert len(one.key) <= 60


@each_game
def test_no_puzzle_gives_itself_away(game: AnyGame) -> None:
    """Menus offer each kind of move by itself. In none does the solution's stand almost alone."""
    for one in collection(game.info.key):
        first = play.whole_turn(one.line, one.solution).steps[0].move
        kind = game.spellings(first)[0][0].kind
        offered = [way.part.kind for way in picks.ways(one.line, "", WHOLE)]
        assert offered.count(kind) >= 3, str(one)


def test_a_puzzle_that_is_not_offered_any_more_can_be_solved() -> None:
    """A message with it may be old. The only capture of its position is the solution."""
    old = puzzle("attangle-79681bad")
    assert old.level == 0
    assert old.stands_out
    assert old not in collection("attangle")
    assert old.is_solved("e5,f3-e4")


@each_game
def test_the_easiest_puzzles(game: AnyGame) -> None:
    """Each game has some for newcomers: they win in one turn, of as few plies as any."""
    found = collection(game.info.key)
    easiest = [one for one in found if one.effort == min(other.effort for other in found)]
    assert {one.kind for one in easiest} == {"win-in-one"}
    fewest = min(len(one.solution.split()) for one in found if one.kind == "win-in-one")
    assert {len(one.solution.split()) for one in easiest} == {fewest}


def test_unknown_puzzles() -> None:
    """Unknown keys and lines are refused."""
    for key in ("attangle-00000000", "chess-00000000", ""):
        with pytest.raises(KeyError):
            puzzle(key)
    for line in ("", "win|x|y|1", "win-in-one|x|y", "win-in-one|x|y|z", "draw-in-one|x|y|1"):
        with pytest.raises(ValueError, match=r"puzzle|unpack|int"):
            Puzzle.read("attangle", line)


def _of_kind(game: AnyGame, kind: str) -> Puzzle | None:
    return next((one for one in collection(game.info.key) if one.kind == kind), None)


@pytest.mark.untraced
@each_game
def test_what_the_kinds_mean(game: AnyGame) -> None:
    """The solution of a win in one ends the game. Before that of a win in two or three no turn
    wins, or wins soon enough. After any turn but the saving one an opponent can win at once.
    """
    for kind in KINDS:
        one = _of_kind(game, kind)
        if one is None:
            continue
        position = one.line.position
        after = play.whole_turn(one.line, one.solution).line.position
        others = [
            later
            for moves, later in turns(game, position, Budget(10_000))
            if not includes(moves, one.solution.split())
        ]
        if kind == "win-in-one":
            assert after.result.ranks[position.to_move - 1] == 1
        elif kind in ("win-in-two", "win-in-three"):
            assert not solutions(game, position, "win-in-one", Budget(20_000))
            if kind == "win-in-three":
                assert not solutions(game, position, "win-in-two", Budget(100_000))
        elif kind == "save-yourself":
            assert all(
                later.result is not None or solutions(game, later, "win-in-one", Budget(60_000))
                for later in others
            )
            assert not _wins_at_once(game, after)
        else:
            assert position.seats == 3
            assert _is_held(game, after)
            going = [later for later in others if later.result is None]
            assert not any(_is_held(game, later) for later in going)
            threats = {_wins_at_once(game, later) for later in going}
            assert threats == {True, False}, "both opponents are about to win"


def _is_held(game: AnyGame, position: Any) -> bool:
    """Whether the next player can't win at once, and may keep the one after from that."""
    replies = [after for _, after in turns(game, position, Budget(10_000))]
    return not _wins_at_once(game, position) and not all(
        _wins_at_once(game, one) for one in replies
    )


def test_doing_more_than_the_solution() -> None:
    """A turn that does everything the solution does, and more, also solves the puzzle if the
    outcome is the same. One that leaves a part out does not.
    """
    more = 0
    for one in collection("turnier"):
        if one.kind != "win-in-one":
            continue
        for moves, after in turns(one.rules, one.line.position, Budget(20_000)):
            text = " ".join(map(str, moves))
            wins = after.result is not None
            if text == one.solution or not one.may_solve(text):
                assert one.is_solved(text) == (text == one.solution)
            else:
                more += 1
                assert one.is_solved(text) == wins
    assert more


def _wins_at_once(game: AnyGame, position: object) -> bool:
    return bool(solutions(game, position, "win-in-one", Budget(60_000)))


@each_game
def test_proofs_are_bounded(game: AnyGame) -> None:
    """A proof that would look at more positions than allowed gives up."""
    position = game.start(play.setup(game, None, {}, Random(1)))
    with pytest.raises(Spent):
        solutions(game, position, "win-in-two", Budget(3))


def _wandered(game: AnyGame, rng: Random) -> list[object]:
    """The positions at the starts of turns in random play."""
    setup = play.setup(game, rng.choice(game.info.seats), {}, rng)
    line, positions = Line.begin(game, setup), list[object]()
    for move in play.random_line(game, setup, rng):
        if not line.played:
            positions.append(line.position)
        line = line.push(move)
    return positions


@pytest.mark.untraced
def test_collecting_again_finds_the_same() -> None:
    """The result depends on the sources only, and leaves out what is known. All are fit."""
    game = games.get("die-drei")
    sources = [_wandered(game, Random(number)) for number in range(30)]
    found = [*collect(game, sources, 5)]
    assert len(found) == 5
    assert [*collect(game, sources, 5)] == found
    assert all(one.level and is_fit(one) for one in found)
    assert max(Counter(one.kind for one in found).values()) == 2
    known = [one.position for one in found]
    others = [*collect(game, sources, 5, known)]
    assert others
    assert not {*known} & {one.position for one in others}


@pytest.mark.untraced
def test_after_a_slip() -> None:
    """Puzzles are also found a turn away from a game, a bounded number of each kind, and the same
    ones again.
    """
    game = games.get("die-drei")
    source = _wandered(game, Random(0))
    found = [*collect(game, [source], 20, each=2, slips=6)]
    assert [*collect(game, [source], 20, each=2, slips=6)] == found
    assert max(Counter(one.kind for one in found).values()) == 2
    played = {str(afresh(position)) for position in source}
    slipped = {one.position for one in found} - played
    assert slipped
    assert slipped <= {
        str(afresh(after))
        for position in source[-LAST:]
        for _, after in turns(game, afresh(position), Budget(10_000))
    }


@pytest.mark.untraced
def test_games_have_numbers() -> None:
    """The same number and seed play the same game."""
    game = games.get("die-drei")
    found = played(game, 3, 1)
    assert played(game, 3, 1) == found
    assert found not in (played(game, 4, 1), played(game, 3, 2))


def test_puzzles_of_played_matches(tmp_path: Path) -> None:
    """Exported records of matches are searched from the start of each turn. Those of other games
    are skipped, and files that are not records are an error.
    """
    game, files = games.get("attangle"), [tmp_path / name for name in "abcd"]
    setup = play.setup(game)
    line, texts, starts = Line.begin(game, setup), list[str](), list[object]()
    for move in play.random_line(game, setup, Random(0)):
        starts.append(line.position)
        texts.append(str(move))
        line = line.push(move)
    played = record(game, setup, texts, line.position.result)
    other = games.get("tyr")
    files[0].write_text(to_text(played), encoding="utf-8")
    files[1].write_text(to_json(played), encoding="utf-8")
    files[2].write_text(to_text(record(other, play.setup(other, 2), [], None)), encoding="utf-8")
    assert [*recorded(game, files[:3])] == [starts, starts]
    found = [*collect(game, recorded(game, files[:3]), 10)]
    assert found
    assert {one.position for one in found} <= {str(afresh(start)) for start in starts}
    files[3].write_text("c3 d4", encoding="utf-8")
    with pytest.raises(RecordError):
        [*recorded(game, files)]


@each_game
def test_puzzles_begin_without_a_past(game: AnyGame) -> None:
    """A position without its history can be read by the game."""
    rng = Random(5)
    for position in _wandered(game, rng):
        text = str(afresh(position))
        assert str(game.position(text)) == text
