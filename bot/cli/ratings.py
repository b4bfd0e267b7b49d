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
    """Compute all ratings, their ledger and the leaderboards anew from the stored matches, and how
    reliably people have played them.

    Nothing changes unless the model is another one than before, or something was damaged; or for
    matches from before reliability was noted. Stop the bot before: it could not write meanwhile.
    The exit status is 2 if the database can't be used.
    """
    from bot.config.database import CantStart  # noqa: PLC0415
    from bot.config.settings import SettingsError  # noqa: PLC0415
    from storage.errors import StorageError  # noqa: PLC0415

    try:
        done, noted = asyncio.run(_recomputed())
    except (CantStart, SettingsError, StorageError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
    if noted:
        click.echo(f"reliability: noted for {noted} matches")
    click.echo(f"{done.matches} matches, {done.ratings} ratings: {done.changed} changed")


async def _recomputed() -> tuple[Recomputed, int]:
    from bot.config.database import existing  # noqa: PLC0415
    from bot.config.settings import load  # noqa: PLC0415
    from matches.ratings.conduct import note_anew  # noqa: PLC0415
    from matches.ratings.recompute import recompute  # noqa: PLC0415

    database = await existing(load())
    try:
        return await recompute(database), await note_anew(database)
    finally:
        await database.close()
