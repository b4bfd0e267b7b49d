"""`dreierlei verify` and `dreierlei db …`: looking after what is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import click

from storage.database import Database

_SHOWN = 20
"""How many faults in the ratings are listed."""


@click.command()
def verify() -> None:
    """Replay all stored matches and report those that do not reproduce, and wrong ratings.

    Nothing is changed, and the bot may run. The exit status is 0 if everything reproduces, 1 if
    something does not, 2 if the database can't be read.
    """
    _exit(_verified_here())


@click.group()
def db() -> None:
    """Back up the database, restore it, move it."""


@db.command()
@click.argument("from_", metavar="FROM")
@click.argument("to", metavar="TO")
def copy(from_: str, to: str) -> None:
    """Copy everything from the database at the address FROM into an empty one at TO.

    Either may be SQLite (sqlite:///FILE) or PostgreSQL (postgresql://USER@HOST/NAME), or - for the
    DATABASE_URL of the settings. Give a password there, or in PGPASSWORD or ~/.pgpass, which
    PostgreSQL's own programs read, too: what stands on the command line can be read by everybody
    on this machine. TO is migrated first. Stop the bot before: what it writes meanwhile may be
    missing in the copy. All is read again and compared, and all matches are replayed. The exit
    status is 0 if the copy is complete and all matches reproduce, 1 if it is complete and some do
    not, 2 without a copy.
    """
    _exit(_copied(from_, to))


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Back up the database of the settings into the new file FILE, while the bot runs.

    FILE is an SQLite database, whatever the bot runs on, with all that was stored at one moment.
    The exit status is 0 if it is complete, 2 if there is none.
    """
    _exit(_backed_up(file))


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Throw away what the database holds now.")
def restore(file: Path, force: bool) -> None:
    """Put what the backup FILE holds into the database of the settings. Stop the bot before.

    A backup of an older version is migrated on the way; FILE itself stays as it is. All is read
    again and compared, and all matches are replayed. The exit status is 0 if everything is
    restored and all matches reproduce, 1 if some do not, 2 if nothing was changed.
    """
    _exit(_restored(file, replace=force))


@db.command()
@click.argument("to", required=False)
def downgrade(to: str | None) -> None:
    """Take the schema of the database back to TO, before an older version is installed.

    TO is the number of a schema, or a backup that the older version has made; without it they are
    listed. Stop the bot before, and back up. All that the older version can hold is kept, and what
    it has no room for is named. The exit status is 0 if the database is as that version left
    databases, 2 if nothing was changed.
    """
    _exit(_downgraded(to))


async def _backed_up(file: Path) -> int:
    from bot.config.database import existing  # noqa: PLC0415
    from bot.config.settings import load  # noqa: PLC0415
    from storage import backups  # noqa: PLC0415

    database = await existing(load(), current=False)
    try:
        size = await backups.back_up(database, file)
    finally:
        await database.close()
    click.echo(f"{file}: {size} bytes")
    return 0


async def _restored(file: Path, *, replace: bool) -> int:
    from bot.config.database import migrated  # noqa: PLC0415
    from bot.config.settings import load  # noqa: PLC0415
    from storage import backups, copies  # noqa: PLC0415

    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="dreierlei-"))
        source = await backups.open_copy(file, Path(folder))
        stack.push_async_callback(source.close)
        target = await migrated(load())
        stack.push_async_callback(target.close)
        try:
            _show(await copies.copy(source, target, replace=replace))
        except copies.NotEmpty as error:
            raise copies.CantCopy(f"{error}; --force replaces all that it holds") from error
        return await _verified(target)


async def _downgraded(to: str | None) -> int:
    from bot.config.database import existing  # noqa: PLC0415
    from bot.config.settings import load  # noqa: PLC0415
    from storage import backups, migrations  # noqa: PLC0415

    database = await existing(load(), current=False)
    try:
        now = await database.read(migrations.require_any)
        if to is None:
            for revision, title in migrations.revisions().items():
                click.echo(f"{'*' if revision == now else ' '} {revision}  {title}")
            return 0
        revision = to if to in migrations.revisions() else backups.revision(Path(to))
        gone = await database.downgrade(revision)
    finally:
        await database.close()
    for what, rows in gone.items():
        click.echo(f"{what} is gone, for which that version has no room ({rows} rows)")
    click.echo(f"the database has the schema {revision}: install the version that works with it")
    return 0


async def _verified_here() -> int:
    from bot.config.database import existing  # noqa: PLC0415
    from bot.config.settings import load  # noqa: PLC0415

    database = await existing(load())
    try:
        return await _verified(database)
    finally:
        await database.close()


async def _verified(database: Database) -> int:
    """Prints what does not reproduce, and the counts. Returns the exit status."""
    from matches.archive.verify import replays  # noqa: PLC0415
    from matches.ratings.audit import audit  # noqa: PLC0415

    statuses, turns, broken = Counter[str](), 0, 0
    rules = Counter[tuple[str, int, int]]()
    async for one in replays(database):
        statuses[one.status] += 1
        turns += one.turns
        if one.rules is not None and one.present is not None:
            rules[one.game, one.rules, one.present] += 1
        if one.fault is not None:
            broken += 1
            fault = one.fault
            click.echo(f"{one.match_id}: turn {fault.number} ({fault.text}): {fault.message}")
    for (game, rules_version, present), count in sorted(rules.items()):
        click.echo(_other_rules(game, rules_version, present, count))
    found = await audit(database)
    for line in found.faults[:_SHOWN]:
        click.echo(f"ratings: {line}")
    if len(found.faults) > _SHOWN:
        click.echo(f"ratings: and {len(found.faults) - _SHOWN} faults more")
    if found.faults:
        click.echo("ratings: `dreierlei ratings recompute` recomputes them from the matches")
    for model in found.models:
        click.echo(
            f"ratings: some come from another model ({model}): `dreierlei ratings recompute` "
            "computes all by the present one; they were not compared"
        )
    damaged = await _damaged_competitions(database)
    listed = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    kinds = f" ({listed})" if listed else ""
    wrong = [f"{broken} do not reproduce"] if broken else []
    wrong += [f"{len(found.faults)} faults in the ratings"] if found.faults else []
    wrong += [f"{damaged} competitions are damaged"] if damaged else []
    verdict = ", ".join(wrong) or "all reproduce"
    click.echo(f"{statuses.total()} matches{kinds}, {turns} turns: {verdict}")
    return 1 if wrong else 0


async def _damaged_competitions(database: Database) -> int:
    """Prints what is wrong with competitions, ladders and leagues. Returns how many are damaged."""
    from competitions.ladders import verify as ladders  # noqa: PLC0415
    from competitions.leagues import verify as leagues  # noqa: PLC0415
    from competitions.tournaments import verify as tournaments  # noqa: PLC0415

    damaged = 0
    for kind, checks in (
        ("competition", tournaments.checks),
        ("ladder", ladders.checks),
        ("league", leagues.checks),
    ):
        async for one in checks(database):
            if one.fault is not None:
                damaged += 1
                click.echo(f"{kind} {one.id}: {one.fault}")
    return damaged


def _other_rules(game: str, rules_version: int, present: int, count: int) -> str:
    """What to do about matches that were opened under another version of the rules."""
    opened = f"{game}: {count} matches were opened under version {rules_version} of the rules"
    if rules_version > present:
        return f"{opened}, and this program knows {present}: install the newer program again"
    return (
        f"{opened}, and are played by version {present}: nothing has to be done for those that "
        "reproduce; the others need the program that they were played with"
    )


async def _copied(from_: str, to: str) -> int:
    from storage import copies  # noqa: PLC0415
    from storage.database import Database, address_of  # noqa: PLC0415

    here, there = _address("FROM", from_), _address("TO", to)
    async with AsyncExitStack() as stack:
        if address_of(here) == address_of(there):
            raise copies.CantCopy("FROM and TO are the same database")
        source = await Database.open(here)
        stack.push_async_callback(source.close)
        target = Database.connect(there)
        stack.push_async_callback(target.close)
        await target.migrate()
        _show(await copies.copy(source, target))
        return await _verified(target)


def _address(name: str, given: str) -> str:
    """The address that an argument names; `-` is the one in the settings. Warns of a password."""
    from bot.config.settings import load  # noqa: PLC0415
    from storage.database import address_of  # noqa: PLC0415

    if given == "-":
        return load().database_url
    if address_of(given).password:
        click.echo(
            f"{name}: everybody on this machine can read a password in the list of processes; "
            "see `dreierlei db copy --help`",
            err=True,
        )
    return given


def _show(counts: Mapping[str, int]) -> None:
    for table, rows in counts.items():
        click.echo(f"{table}: {rows} rows")
    click.echo(f"copied and compared: {sum(counts.values())} rows")


def _exit(work: Coroutine[Any, Any, int]) -> NoReturn:
    """Exits with the status that `work` returns, or with 2 and one line that says what is wrong."""
    from bot.config.database import CantStart  # noqa: PLC0415
    from bot.config.settings import SettingsError  # noqa: PLC0415
    from matches.model.errors import Unavailable  # noqa: PLC0415
    from storage.errors import StorageError  # noqa: PLC0415

    try:
        raise SystemExit(asyncio.run(work))
    except (CantStart, SettingsError, StorageError, Unavailable) as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
