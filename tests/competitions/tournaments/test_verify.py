"""Verifying: competitions pass as they were played, and all damage is reported."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, update

import games
from competitions.log import folds as kept
from competitions.log import verify as of_logs
from competitions.log.folds import Folds
from competitions.log.verify import Checked
from competitions.model.competition import Competition
from competitions.model.errors import CompetitionError
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.tournaments import verify
from competitions.tournaments.ids import CompetitionNumber, public_id
from competitions.tournaments.queries import get
from competitions.tournaments.rulings import take_back
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance
from matches.model.errors import Unavailable
from storage.database import Database
from storage.schema import competition, competition_entry, competition_game, entrant_member, match
from storage.transactions import transaction
from tests.competitions.play import signed
from tests.competitions.tournaments.conftest import (
    ANN,
    HOST,
    PLAYERS,
    Open,
    play_out,
    play_round,
    ruled,
)
from tests.support.stack import run


async def _all(db: Database) -> list[Checked]:
    return [one async for one in verify.checks(db)]


async def test_everything_that_was_played_passes(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open, running and finished ones, with withdrawals, forfeits and rulings."""
    monkeypatch.setattr(of_logs, "PAGE", 2)
    await hold(begun=False)
    await play_out(db, await hold(Settings("swiss", rounds=2), 5))
    running = await hold()
    running = await withdraw(db, running.id, ANN)
    await ruled(db, running, (1, 2, 0), 1, 1)
    await advance(db, running.id)
    found = await _all(db)
    assert [one.fault for one in found] == [None] * 3
    assert [one.status for one in found] == ["open", "over", "running"]


async def test_a_round_that_was_taken_back_passes(db: Database, hold: Open) -> None:
    """How its games were decided says nothing about the games that have their numbers now."""
    held = await hold(Settings("swiss", rounds=2), 4)
    await withdraw(db, held.id, ANN)
    held = await advance(db, held.id)
    decided = {game for game, one in held.competition.outcomes.items() if one.how == "forfeit"}
    held = await take_back(db, held.id, HOST, 1, reason="They were asked too late.")
    held = await advance(db, held.id)
    assert decided & set(held.matches)
    assert [one.fault for one in await _all(db)] == [None]


_ENTRY, _GAME = competition_entry.c, competition_game.c


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        (update(competition).values(seq=competition.c.seq + 1), "damaged"),
        (delete(competition_entry).where(_ENTRY.seq == 4), "damaged"),
        (update(competition_entry).where(_ENTRY.seq == 1).values(kind="cancel"), "damaged"),
        (update(competition_entry).where(_ENTRY.kind == "join").values(text="?"), "damaged"),
        (update(competition).values(settings="swiss"), "settings"),
        (update(competition).values(status="open"), "status"),
        (update(competition).values(stalled=1), "stalled"),
        (update(entrant_member).values(withdrawn=True), "withdrawn"),
        (delete(entrant_member).where(entrant_member.c.entrant == 2), "entrants"),
        (update(match).values(official=False), "official"),
        (
            update(competition_entry)
            .where(_ENTRY.kind == "decide", _ENTRY.text.startswith("1.1.0"))
            .values(text="1.1.0 1,1 played"),
            "logged as",
        ),
        (update(competition_game).where(_GAME.round == 1).values(game=2), "not paired"),
        (insert(competition_entry), "entries"),
    ],
    ids=["seq", "gap", "first", "text", "settings", "status", "stalled", "withdrawn", "members",
         "official", "outcome", "game", "tail"],
)  # fmt: skip
async def test_damage_is_reported(db: Database, hold: Open, statement: Any, word: str) -> None:
    """Any damage is named, and the next competition is still checked."""
    held = await play_round(db, await hold())
    if word == "entries":
        number = {"competition_id": held.number, "seq": held.seq + 1}
        statement = statement.values(**number, kind="cancel", text="Rain.", at=db.now())

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(statement)

    await db.write(spoil)
    first, *others = await _all(db)
    assert first.fault is not None
    assert word in first.fault
    assert others == []


def test_forfeits_of_earlier_versions_pass() -> None:
    """They also called it a forfeit if somebody had moved and then resigned. Different ranks are
    damage.
    """
    lost, played = Outcome((2, 1), "forfeit"), Outcome((2, 1), "played")
    assert verify._same(lost, played)
    assert not verify._same(played, lost)
    assert not verify._same(lost, Outcome((1, 2), "played"))
    assert not verify._same(lost, Outcome((2, 1), "time"))
    assert not verify._same(Outcome((2, 1), "time"), played)


async def test_broken_database_is_no_fault_of_a_competition(db: Database, hold: Open) -> None:
    """A failure to read is not reported as damage."""
    await hold(begun=False)
    await db.write(_drop)
    with pytest.raises(Unavailable):
        await _all(db)


def _drop(connection: Connection) -> None:
    with transaction(connection):
        connection.exec_driver_sql("DROP TABLE competition_game")


async def test_no_such_competition(db: Database) -> None:
    """An id that no competition has."""
    with pytest.raises(CompetitionError, match="unknown-competition"):
        await get(db, public_id(CompetitionNumber(9)))


def test_only_some_folds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently used one makes room."""
    monkeypatch.setattr(kept, "SIZE", 1)
    folds, now = Folds[Competition](), signed(Settings("swiss"), len(PLAYERS))
    one, other = CompetitionNumber(1), CompetitionNumber(2)
    folds.put(one, 3, now)
    assert folds.get(one, 3) == (3, now)
    assert folds.get(one, 2) == (0, None)
    assert folds.get(one, 3, forgotten=1) == (0, None)
    folds.put(other, 3, now)
    assert folds.get(one, 3) == (0, None)


async def test_the_command_names_damaged_competitions(
    db: Database, hold: Open, url: str, tmp_path: Path
) -> None:
    """`dreierlei verify` exits with a status, and says which competition is damaged."""
    held = await hold(game=next(one for one in games.all_games() if 2 in one.info.seats))
    clean = await asyncio.to_thread(run, tmp_path, "verify", DATABASE_URL=url)
    assert (clean.returncode, clean.stderr) == (0, "")

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(competition).values(settings="swiss"))

    await db.write(spoil)
    damaged = await asyncio.to_thread(run, tmp_path, "verify", DATABASE_URL=url)
    assert damaged.returncode == 1
    assert f"competition {held.id}: settings are stored as 'swiss'" in damaged.stdout
    assert "1 competitions are damaged" in damaged.stdout
