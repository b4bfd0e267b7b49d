"""`dreierlei …`: the command line. Each command imports what it needs, so that all start fast."""

from __future__ import annotations

import click

from bot.engine import engine


@click.group()
@click.version_option(package_name="dreierlei")
def main() -> None:
    """Dreierlei: five German games about the number three, on Discord."""


main.add_command(engine)
