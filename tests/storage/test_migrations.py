"""Migrations: up from nothing, no drift, and never over a newer schema."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    MetaData,
    delete,
    insert,
    inspect,
    select,
)

from storage import migrations
from storage.database import Database, migrate
from storage.downtime import (
    DOWNTIME_BEFORE_ANSWER,
    DOWNTIME_BEFORE_END,
    to_real,
    total_downtime,
)
from storage.errors import WrongSchema
from storage.schema import ladder_challenge, match, metadata, standstill
from storage.transactions import transaction
from tests.storage.rows import fill, value_of

pytestmark = pytest.mark.untraced

REVISIONS = sorted(
    one.revision for one in ScriptDirectory.from_config(migrations.config()).walk_revisions()
)


async def test_up_from_nothing_without_drift(empty_url: str) -> None:
    """All migrations together produce exactly the schema of the code, indexes included."""
    await migrate(empty_url)
    db = Database.connect(empty_url)

    def differences(connection: Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))

    assert await db.read(differences) == []
    await db.close()


async def test_rules_without_drift(empty_url: str) -> None:
    """Check constraints, and SQLite's WITHOUT ROWID, also equal those of the code. The comparison
    above does not cover them.
    """
    db = Database.connect(empty_url)
    await db.migrate()
    found = await db.read(rules)
    assert sum(map(len, found.values())) > 25

    def anew(connection: Connection) -> dict[str, dict[str, str]]:
        with transaction(connection):
            metadata.drop_all(connection)
            metadata.create_all(connection)
        return rules(connection)

    assert await db.write(anew) == found
    await db.close()


def rules(connection: Connection) -> dict[str, dict[str, str]]:
    """By table and name, in the database's wording."""
    inspector = inspect(connection)
    return {
        table: {
            **{str(one["name"]): one["sqltext"] for one in inspector.get_check_constraints(table)},
            "options": str(inspector.get_table_options(table)),
        }
        for table in metadata.tables
    }


async def test_migrating_again_changes_nothing(empty_url: str) -> None:
    """Every start migrates. Two processes that start at once do not disturb each other."""
    await asyncio.gather(migrate(empty_url), migrate(empty_url))
    await migrate(empty_url)


def test_the_newest_is_known_without_alembic() -> None:
    """The revision that decides whether to upgrade is the one at which Alembic ends."""
    script = ScriptDirectory.from_config(migrations.config())
    assert migrations.head() == script.get_current_head()


async def test_down_to_nothing_and_up_again(empty_url: str) -> None:
    """Each migration can be reverted."""
    db = Database.connect(empty_url)
    await db.migrate()

    def down(connection: Connection) -> list[str]:
        with migrations.migrating(connection):
            command.downgrade(migrations.config(connection), "base")
        return inspect(connection).get_table_names()

    assert await db.write(down) == ["alembic_version"]
    await db.migrate()
    await db.close()


async def test_newer_schema_is_left_alone(empty_url: str) -> None:
    """A database from a later version of the program is refused and unchanged."""
    db = Database.connect(empty_url)
    await db.migrate()

    def from_the_future(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    await db.write(from_the_future)
    with pytest.raises(WrongSchema, match="does not fit this version"):
        await db.migrate()
    await db.close()


@pytest.mark.parametrize("filled_url", REVISIONS, indirect=True)
async def test_from_every_earlier_revision(filled_url: str) -> None:
    """A database of any earlier version, with a row in every table, is upgraded without losing a
    row.
    """
    db = Database.connect(filled_url)
    before = await db.read(_count)
    await db.migrate()
    after = await db.read(_count)
    assert {name: after[name] for name in before} == before
    assert set(after.values()) <= {0, 1}
    await db.close()


def _count(connection: Connection) -> dict[str, int]:
    names = set(inspect(connection).get_table_names()) - {"alembic_version"}
    return {
        name: connection.exec_driver_sql(f'SELECT count(*) FROM "{name}"').scalar_one()
        for name in sorted(names)
    }


async def test_matches_that_were_opened_in_threads(empty_url: str) -> None:
    """Such a thread becomes the match's channel, and does not count as its own thread."""
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0005"))

    def in_a_thread(connection: Connection) -> None:
        fill(connection)
        with transaction(connection):
            connection.exec_driver_sql("UPDATE match SET channel = 5, thread = 6")

    await db.write(in_a_thread)
    await db.migrate()
    places = await db.read(lambda c: c.exec_driver_sql("SELECT channel, thread FROM match").all())
    assert places == [(6, None)]
    await db.close()


async def test_challenges_from_before_there_were_invitations(empty_url: str) -> None:
    """Everybody challenged to an open table counts as invited, whether or not they have
    accepted.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0006"))

    def challenge(connection: Connection) -> None:
        fill(connection)
        with transaction(connection):
            for seat, joined in ((2, True), (3, False)):
                connection.exec_driver_sql(
                    "INSERT INTO seat (match_id, seat, player_id, joined) "
                    f"VALUES (1, {seat}, {seat}, {joined})"
                )

    await db.write(challenge)
    await db.migrate()
    query = "SELECT invited FROM seat ORDER BY seat"
    invited = await db.read(lambda c: c.exec_driver_sql(query).scalars().all())
    assert list(map(bool, invited)) == [False, True, True]
    await db.close()


async def test_ends_of_time_around_standstills(empty_url: str) -> None:
    """Without downtimes each due time is unchanged. After a downgrade each is the time of day that
    it stood for.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0008"))
    await db.write(fill)
    await db.migrate()
    first, hour = datetime(2030, 1, 1, tzinfo=UTC), timedelta(hours=1)

    def record_downtime(connection: Connection) -> list[datetime | None]:
        given = connection.execute(select(match).limit(1)).mappings().one()
        with transaction(connection):
            connection.execute(delete(standstill))
            for number, due_at in enumerate([first + hour, first + 3 * hour, None], start=2):
                connection.execute(
                    insert(match), {**given, "id": number, "due_at": due_at, "rematch_of": None}
                )
            for hours, total in ((0, 5 * hour), (2, 9 * hour)):
                row = {"at": first + hours * hour, "total": total // timedelta(microseconds=1)}
                connection.execute(insert(standstill), row)
        query = select(match.c.due_at, DOWNTIME_BEFORE_END).order_by(match.c.id)
        return [to_real(due_at, stood) for due_at, stood in connection.execute(query)]

    def back(connection: Connection) -> list[datetime | None]:
        migrations.downgrade(connection, "0008")
        query = select(match.c.due_at).order_by(match.c.id)
        return list(connection.execute(query).scalars())

    expected = [first, first + 6 * hour, first + 12 * hour, None]
    assert await db.write(record_downtime) == expected
    assert await db.write(back) == expected
    await db.migrate()
    assert await db.read(total_downtime) == 0
    await db.close()


async def test_direct_messages_of_the_forgotten(empty_url: str) -> None:
    """The direct-message channels of players forgotten earlier are removed. Other matches keep
    their place.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0009"))

    def fill(connection: Connection) -> None:
        old = MetaData()
        old.reflect(connection)
        matches, entries = old.tables["match"], old.tables["entry"]
        base = {column.name: value_of(column) for column in matches.columns}
        told = {column.name: value_of(column) for column in entries.columns} | {"interaction": None}
        with transaction(connection):
            for number, guild, kind in ((1, None, "forget"), (2, None, "turn"), (3, 7, "forget")):
                row = base | {"id": number, "guild": guild, "channel": 5, "rematch_of": None}
                connection.execute(insert(matches), row)
                connection.execute(insert(entries), told | {"match_id": number, "kind": kind})

    await db.write(fill)
    await db.migrate()
    found = await db.read(
        lambda connection: connection.execute(
            select(match.c.id, match.c.channel).order_by(match.c.id)
        ).all()
    )
    assert [tuple(row) for row in found] == [(1, 0), (2, 5), (3, 5)]
    await db.close()


async def test_damaged_rows_are_not_taken_for_sound(empty_url: str) -> None:
    """Rows that no version has written stop the migration. The database is unchanged, and the rows
    are named.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0009"))
    await db.write(fill)

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("UPDATE match SET seats = 7")

    await db.write(spoil)
    with pytest.raises(WrongSchema, match=r"match has rows .1. that are damaged: not seats"):
        await db.migrate()
    assert await db.read(migrations.require_any) == "0009"
    await db.close()


async def test_rows_without_an_ending_of_old(empty_url: str) -> None:
    """An ending stored as JSON null is read as none."""
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0009"))
    await db.write(fill)

    def old(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("UPDATE match SET ending = 'null'")

    await db.write(old)
    await db.migrate()
    query = "SELECT count(*) FROM match WHERE ending IS NULL"
    assert await db.read(lambda c: c.exec_driver_sql(query).scalar()) == 1
    await db.close()


async def test_times_to_answer_challenges(empty_url: str) -> None:
    """Challenges that run get the times that were announced when they were made: as many days as
    their ladder says, or three.
    """
    db = Database.connect(empty_url)
    await db.write(partial(migrations.upgrade, revision="0019"))
    await db.write(fill)
    made, hour = datetime(2030, 1, 1, tzinfo=UTC), timedelta(hours=1)

    def more(connection: Connection) -> None:
        old = MetaData()
        old.reflect(connection)
        with transaction(connection):
            connection.execute(delete(old.tables["standstill"]))
            down = {"at": made - hour, "total": 5 * hour // timedelta(microseconds=1)}
            connection.execute(insert(old.tables["standstill"]), down)
            base = {column.name: value_of(column) for column in old.tables["ladder"].columns}
            for number, settings in ((2, "answer=5 idle=60"), (3, "")):
                row = base | {"id": number, "settings": settings}
                connection.execute(insert(old.tables["ladder"]), row)
                entry = {"ladder_id": number, "seq": 1, "kind": "open", "text": "", "at": made}
                connection.execute(insert(old.tables["ladder_entry"]), entry)
                for challenge, ended in ((1, None), (2, 2)):
                    row = {"ladder_id": number, "number": challenge, "seq": 1, "ended": ended}
                    connection.execute(insert(old.tables["ladder_challenge"]), row)

    await db.write(more)
    await db.migrate()

    def times(connection: Connection) -> dict[tuple[int, int], datetime | None]:
        own = ladder_challenge.c
        query = select(own.ladder_id, own.number, own.until, DOWNTIME_BEFORE_ANSWER)
        return {
            (ladder, number): to_real(until, downtime)
            for ladder, number, until, downtime in connection.execute(query)
        }

    assert await db.read(times) == {
        (1, 1): None,
        (2, 1): made + timedelta(days=5),
        (2, 2): None,
        (3, 1): made + timedelta(days=3),
        (3, 2): None,
    }
    await db.close()
