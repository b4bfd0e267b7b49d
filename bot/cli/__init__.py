"""`dreierlei …`: the command line. Commands import what they need, so that all start fast."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import NoReturn

import click

from bot.cli import database, programs, ratings
from bot.cli.engine import engine
from bot.config.settings import Settings
from bot.observability import garbage


@click.group()
@click.version_option(package_name="dreierlei")
def main() -> None:
    """Dreierlei: German games about the number three, on Discord."""


for command in (programs.serve, programs.check, programs.match):
    engine.add_command(command)
main.add_command(engine)
main.add_command(database.verify)
main.add_command(ratings.ratings)
main.add_command(database.db)


@main.command()
@click.option(
    "--role",
    type=click.Choice(["all", "gateway", "thinker"]),
    help="What this process does: ROLE if not given.",
)
def run(role: str | None) -> None:
    """Migrate the database and start the bot; without DISCORD_TOKEN in a local playground.

    A thinker only searches for computer players, for the processes that speak with Discord.
    """
    with garbage.ignored():
        settings = _settings(**({"role": role} if role else {}))

        from bot.app.run import PlaygroundEnded, run  # noqa: PLC0415
        from bot.config.database import CantStart  # noqa: PLC0415
        from bot.observability.event_loop import Loop  # noqa: PLC0415

    try:
        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.run(run(settings))
    except (CantStart, PlaygroundEnded) as error:
        _stop(str(error))


@main.command()
def web() -> None:
    """Serve the pages on the web alone, on the same database as the bot."""
    settings = _settings()

    from bot.app.run import serve_pages  # noqa: PLC0415
    from bot.config.database import CantStart  # noqa: PLC0415

    try:
        asyncio.run(serve_pages(settings))
    except CantStart as error:
        _stop(str(error))


@main.command()
def migrate() -> None:
    """Bring the database up to date."""
    settings = _settings()

    from bot.config.database import CantStart, migrated  # noqa: PLC0415

    async def work() -> None:
        await (await migrated(settings)).close()

    try:
        asyncio.run(work())
    except CantStart as error:
        _stop(str(error))


@main.command()
@click.option("--host", help="Address to listen on (default: PLAYGROUND_HOST).")
@click.option("--port", type=click.IntRange(0, 65535), help="Default: PLAYGROUND_PORT.")
@click.option("--public", is_flag=True, help="Listen also where other machines can connect.")
def playground(host: str | None, port: int | None, *, public: bool) -> None:
    """Serve the playground alone, for a bot that is started by hand."""
    settings = _settings()
    where = ["--host", host or settings.playground_host]
    where += ["--port", str(settings.playground_port if port is None else port)]
    if public or settings.playground_public:
        where.append("--public")
    os.execv(sys.executable, [sys.executable, "-m", "playground", *where])  # noqa: S606


def _settings(**given: str) -> Settings:
    from bot.config.settings import SettingsError, load  # noqa: PLC0415
    from bot.observability.logs import set_up  # noqa: PLC0415

    try:
        settings = load(**given)
    except SettingsError as error:
        _stop(str(error))
    set_up(settings.log_level, settings.log_format, settings.secrets)
    return settings


def _stop(message: str) -> NoReturn:
    click.echo(message, err=True)
    raise SystemExit(2)
