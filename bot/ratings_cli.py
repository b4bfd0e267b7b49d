"""`dreierlei ratings …`: looking after the ratings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from matches.recompute import Recomputed


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
    from bot.opening import CantStart  # noqa: PLC0415
    from bot.settings import SettingsError  # noqa: PLC0415
    from storage.errors import StorageError  # noqa: PLC0415

    try:
        done = asyncio.run(_recomputed())
    except (CantStart, SettingsError, StorageError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
    click.echo(f"{done.matches} matches, {done.ratings} ratings: {done.changed} changed")


async def _recomputed() -> Recomputed:
    from bot.opening import existing  # noqa: PLC0415
    from bot.settings import load  # noqa: PLC0415
    from matches.recompute import recompute  # noqa: PLC0415

    database = await existing(load())
    try:
        return await recompute(database)
    finally:
        await database.close()
