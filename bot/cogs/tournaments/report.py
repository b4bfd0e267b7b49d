"""The report of a tournament as a file for other programs: see `competitions.formats.reports`."""

from __future__ import annotations

from io import BytesIO

import discord

from bot.cogs.tournaments.page import KIND
from bot.commands import people
from bot.interactions.archived_threads import in_unarchived
from bot.interactions.locale import language_of
from bot.interactions.response import answer
from bot.processes import standings
from bot.text import competition as text
from bot.ui.dispatch import Press, on
from games.words import N_

FILE = N_("The results as a report in FIDE's format (TRF16), which other programs can read.")


@on("cup-report")
async def send(press: Press) -> None:
    """Sends the user the current report in a new message."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    held, _ = await KIND.pressed(press)
    language = language_of(interaction)
    known = await people.known_entrants(interaction.client, held, language)
    names = {id_: known.get(id_) or f"#{id_}" for id_ in held.competition.seeding}
    written = await standings.report(
        interaction.client.jobs, press.player, held.competition, names, held.terms.name
    )
    division = held.terms.part is not None
    title = text.title(held.terms.name, held.id, language, division=division)
    said = f"{title}\n{language.gettext(FILE)}"

    async def give() -> None:
        file = discord.File(BytesIO(written.encode()), f"{held.id}.trf")
        await answer(interaction, content=said, attachments=[file])

    await in_unarchived(interaction, give)
