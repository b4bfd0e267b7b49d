"""Recorded games are reproduced, line by line."""

from __future__ import annotations

from tests.playthroughs.write import FOLDER, cases, name, playthrough


def test_playthroughs_come_out_the_same() -> None:
    """Each recorded game of each registered game is reproduced exactly."""
    found = set()
    for game, setup, seed in cases():
        path = FOLDER / name(game, setup)
        assert path.read_text().splitlines() == list(playthrough(game, setup, seed)), path.name
        found.add(path)
    assert found == set(FOLDER.glob("*.txt"))
