"""`dreierlei ratings …`: looking after the ratings."""

from __future__ import annotations

import asyncio

import click

from matches.ratings.recompute import Recomputed


@click.group()
def ratings() -> None:
    """Look after the ratings."""


@ratings.command()
def recompute() -> None:
    """Compute all ratings, their ledger and the leaderboards anew from the stored matches.

    Nothing changes unless the model is another one than before, or something was damaged. Stop
    the bot before: it could not write meanwhile. The exit status is 2 if the database can't be
    used.
    """
    from bot.config.database import CantStart  # noqa: PLC0415
    from bot.config.settings import SettingsError  # noqa: PLC0415
    from storage.errors import StorageError  # noqa: PLC0415

    try:
        done = asyncio.run(_recomputed())
    except (CantStart, SettingsError, StorageError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
    click.echo(f"{done.matches} matches, {done.ratings} ratings: {done.changed} changed")


async def _recomputed() -> Recomputed:
    from bot.config.database import existing  # noqa: PLC0415
    from bot.config.settings import load  # noqa: PLC0415
    from matches.ratings.recompute import recompute  # noqa: PLC0415

    database = await existing(load())
    try:
        return await recompute(database)
    finally:
        await database.close()
