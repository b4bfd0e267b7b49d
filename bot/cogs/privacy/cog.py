"""The privacy policy, a user's data as a file, and its deletion."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from bot.cogs.privacy._policy import policy
from bot.context import Bot, Interaction
from bot.delivery.matches import publication
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions import error_handler
from bot.interactions.archived_threads import in_unarchived
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.messages import table as table_message
from bot.records import own_data
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_
from matches import privacy
from matches.model.storage_errors import map_storage_errors

STORED = N_("This is everything stored about you.")
SURE = N_(
    "Do you really want to delete everything stored about you? You'll resign all your current "
    "matches, and your tables will be closed. You'll leave your tournaments, leagues and ladders. "
    "Your settings, ratings and searches will be deleted. Your opponents keep finished matches, "
    "but without your name. This can't be undone."
)
DELETE, CANCEL = N_("Delete everything"), N_("Cancel")
FORGOTTEN = N_(
    "Your data has been deleted. All that's left is what keeps other players' blocks working and, "
    "for a day at most, waiting times between challenges. Your ID can't be read from it. `/privacy "
    "policy` tells you more."
)
KEPT = N_("Everything stays as it is.")


@everywhere
class Privacy(
    commands.GroupCog, group_name=N_("privacy"), group_description=N_("What is stored about you")
):
    """The commands about stored data."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name=N_("policy"), description=N_("What is stored, why, and for how long")
    )
    async def policy(self, interaction: Interaction) -> None:
        """Shows the policy."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        title, text = policy(interaction.locale)
        await answers.show_reply(
            interaction, Reply("", embed=discord.Embed(title=title, description=text))
        )

    @app_commands.command(name=N_("export"), description=N_("Get everything stored about you"))
    async def export(self, interaction: Interaction) -> None:
        """Sends a file with all data of the user."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        name, data = await self._file(interaction)
        said = language_of(interaction).gettext(STORED)

        async def send() -> None:
            file = discord.File(BytesIO(data), name)
            await interaction.edit_original_response(content=said, attachments=[file])

        await in_unarchived(interaction, send)

    async def _file(self, interaction: Interaction) -> tuple[str, bytes]:
        """The name of a user's file, and the file. Raises as `Jobs.run`, and Unavailable."""
        bot, player = interaction.client, user_of(interaction)
        with map_storage_errors():
            work = own_data.written(bot.database, player, interaction.filesize_limit)
            return await bot.jobs.run(player, "data", work)

    @app_commands.command(name=N_("delete"), description=N_("Delete everything stored about you"))
    async def delete(self, interaction: Interaction) -> None:
        """Asks whether the user means it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        language, player = language_of(interaction), str(interaction.user.id)
        yes = custom_id("forget", rest=player)
        controls = (
            button(language.gettext(DELETE), yes, style=ButtonStyle.danger),
            button(language.gettext(CANCEL), custom_id("forget-not")),
        )
        await answers.show_reply(interaction, Reply(language.gettext(SURE), controls))


@on("forget-not")
async def keep(press: Press) -> None:
    """Nothing happens."""
    await press.interaction.response.defer()
    language = language_of(press.interaction)
    await answers.show_reply(press.interaction, Reply(language.gettext(KEPT)))


@on("forget")
async def forget(press: Press) -> None:
    """Deletes the user's data, and tells the other players how their matches have ended."""
    interaction = press.interaction
    if press.rest != str(press.player):
        raise Outdated
    await interaction.response.defer()
    done = Reply(language_of(interaction).gettext(FORGOTTEN))
    forgotten = await privacy.forget(interaction.client.database, press.player)
    error_handler.stands(interaction, FORGOTTEN)
    for played in forgotten.resigned:
        await turn_delivery.publish_board(
            interaction,
            played.match,
            done,
            played.turns,
            played.events,
            lead=False,
            answers_it=False,
        )
    for match in forgotten.left:
        if match.started_at:
            await turn_delivery.publish_board(
                interaction, match, done, lead=False, answers_it=False
            )
        else:
            language = await answers.public_language(interaction, match.place)
            table = replace(table_message.message(match, language), mentions=())
            await publication.publish(
                interaction,
                match,
                table,
                f"{match.id}.{match.seq}.left",
                done,
                answers_it=False,
            )
    await answers.show_reply(interaction, done)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Privacy(bot))
