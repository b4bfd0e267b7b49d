"""The counts of sound turns and of wins that are found: where they look, and that they go on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks import sight, soundness, walks
from benchmarks.answers import Answers
from benchmarks.kinds import Kind, kinds
from benchmarks.soundness import SCALES, Looked, added, judged, looked, two_sided
from benchmarks.walks import starts, walk
from games.play import Line
from games.protocol import Setup
from opponents.levels import LEVELS
from opponents.player import Taken

pytestmark = pytest.mark.untraced

ATTANGLE = kinds()["attangle-2"]


@pytest.mark.parametrize("kind", kinds().values(), ids=kinds())
def test_positions_are_starts_of_turns_that_go_on(kind: Kind) -> None:
    """The same ones each time; others in other chunks; none where a game is only built up."""
    found = starts(kind, 0, 12)
    assert [str(line.position) for _, line in found] == [
        str(line.position) for _, line in starts(kind, 0, 12)
    ]
    other = {str(line.position) for _, line in starts(kind, 2, 12)}
    assert {str(line.position) for _, line in found} != other
    for _, line in found:
        assert not line.played
        assert line.position.to_move is not None
        assert line.position.phase not in kind.game.info.gradual


def test_levels_play_half_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odd chunks are theirs."""
    asked = []

    def noted(kind: Kind, seed: str, *, by_levels: bool) -> object:
        asked.append(by_levels)
        return walk(kind, seed, by_levels=False)

    monkeypatch.setattr(walks, "walk", noted)
    starts(ATTANGLE, 4, 3)
    starts(ATTANGLE, 5, 3)
    assert {*asked} == {False, True}
    assert asked == sorted(asked)


def test_sound_levels_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All positions come out safe or lost, chunk by chunk; what is stored isn't looked at again;
    what other players have done doesn't count.
    """
    monkeypatch.setattr(soundness, "POSITIONS", 40)
    monkeypatch.setattr(soundness, "CHUNK", 20)
    found = [looked(ATTANGLE, 4, chunk, 20) for chunk in range(2)]
    soundness.play([ATTANGLE], [4], 10, tmp_path)
    stored = soundness.stored(tmp_path)
    assert [*stored["attangle-2", 4].values()] == found
    assert not stored["attangle-2", 5]
    whole = added(stored["attangle-2", 4])
    assert whole.total == 40
    assert {*whole.counts} <= {"safe", "lost"}
    file = tmp_path / soundness.NAME
    before = file.read_text()
    soundness.play([ATTANGLE], [4], 10, tmp_path)
    assert file.read_text() == before
    file.write_text(before.replace('"player":"', '"player":"0'))
    assert not added(soundness.stored(tmp_path)["attangle-2", 4]).total


def test_wrong_words_are_violations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that loses though another doesn't, one that is said to lose and doesn't, and one that
    is said to be safe and isn't; an open one is none, and too many answers aren't judged.
    """
    lost, chance = _losing()
    setup, line = lost
    turn = Answers(ATTANGLE.game, setup)
    verdicts = {}
    for safety in ("safe", "lost", "open"):
        monkeypatch.setattr(soundness, "take_turn", lambda *_, s=safety: Taken(chance, 0.5, s))
        verdicts[safety] = judged(ATTANGLE, 4, setup, line, 0)
    assert turn.avoidable(line.position)
    assert verdicts == {"safe": "violation", "lost": "violation", "open": "open"}
    monkeypatch.setattr(soundness, "Answers", lambda game, setup: Answers(game, setup, 0))
    monkeypatch.setattr(soundness, "take_turn", lambda *_: Taken(chance, 0.5, "safe"))
    assert judged(ATTANGLE, 4, setup, line, 0) == "unchecked"


def _losing() -> tuple[tuple[Setup, Line[Any, Any]], tuple[Any, ...]]:
    """A position with a turn that loses to an answer, and others that don't."""
    for setup, line in starts(ATTANGLE, 0, 200):
        if Answers(ATTANGLE.game, setup).avoidable(line.position):
            for move in ATTANGLE.game.legal_moves(line.position):
                after = ATTANGLE.game.apply(line.position, move)
                if not after.mid_turn and Answers(ATTANGLE.game, setup).loses(line.position, after):
                    return (setup, line), (move,)
    raise AssertionError


def test_chunks_are_added() -> None:
    """Counts and violations."""
    one = Looked(Counter(safe=3, violation=1), ["here"])
    assert added({0: one, 1: one}) == Looked(Counter(safe=6, violation=2), ["here", "here"])
    assert added({}).total == 0


def test_who_is_looked_at() -> None:
    """All kinds with two sides; the sound levels."""
    assert [kind.key for kind in two_sided()] == [
        "attangle-2",
        "die-drei-2",
        "turnier-2",
        "turnier-4",
        "tyr-2",
    ]
    assert {*SCALES} == {4, 5, 6}


def test_wins_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each position somebody can win, and the strongest finds every win. Stored by chunks."""
    for setup, line in sight.places(ATTANGLE, 0, 8):
        assert Answers(ATTANGLE.game, setup).can_win(line.position)
    monkeypatch.setattr(sight, "POSITIONS", 16)
    monkeypatch.setattr(sight, "CHUNK", 8)
    sight.play([ATTANGLE], 10, tmp_path)
    found = sight.stored(tmp_path)["attangle-2"]
    assert {*found} == {0, 1}
    for chunk in found.values():
        assert chunk[max(LEVELS)] == 8
        assert 0 <= chunk[1] <= 8
    before = (tmp_path / sight.NAME).read_text()
    sight.play([ATTANGLE], 10, tmp_path)
    assert (tmp_path / sight.NAME).read_text() == before
