"""A small, unmodified discord.py bot that uses every feature once."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from tests.playground.rawbot import SMALL_PNG

Interaction = discord.Interaction[commands.AutoShardedBot]


class Form(discord.ui.Modal, title="Your name"):
    """One short text."""

    name: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Name", max_length=10)

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Greets the user."""
        await interaction.response.send_message(f"Hello {self.name.value}", ephemeral=True)


class Table(discord.ui.View):
    """One of each button and menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", custom_id="join")
    async def join(self, interaction: Interaction, _: discord.ui.Button[Table]) -> None:
        """Changes the message at once."""
        await interaction.response.edit_message(content=f"{interaction.user.name} joined")

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: Interaction, _: discord.ui.Button[Table]) -> None:
        """Defers, then changes it."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="later", view=None)

    @discord.ui.button(label="Name", custom_id="name")
    async def name(self, interaction: Interaction, _: discord.ui.Button[Table]) -> None:
        """Opens the form."""
        await interaction.response.send_modal(Form())

    @discord.ui.select(
        custom_id="pick", placeholder="Pick", options=[discord.SelectOption(label=x) for x in "ab"]
    )
    async def pick(self, interaction: Interaction, menu: discord.ui.Select[Table]) -> None:
        """Answers with the choice."""
        await interaction.response.send_message(f"picked {menu.values[0]}")

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who", placeholder="Who")
    async def who(self, interaction: Interaction, menu: discord.ui.UserSelect[Table]) -> None:
        """Answers with the chosen user."""
        await interaction.response.send_message(f"picked {menu.values[0].display_name}")


class TinyBot(commands.AutoShardedBot):
    """Starts with two shards, without the pauses that only Discord itself needs."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        super().__init__("!", intents=intents, shard_count=2, guild_ready_timeout=0.1)
        self.seen: list[int] = []
        self.resumed = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No pause between shards."""
        return

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Records it for the tests."""
        self.resumed.set()

    async def setup_hook(self) -> None:
        """Registers everything."""
        self.add_view(Table())
        self.tree.add_command(Play())
        self.tree.command(name="move", description="Moves.")(move)
        self.tree.command(name="board", description="Slow.")(board)
        self.tree.add_command(anywhere)
        self.tree.command(name="fail", description="Never answers.")(fail)
        self.tree.add_command(app_commands.ContextMenu(name="Who is", callback=who_is))
        self.tree.add_command(app_commands.ContextMenu(name="Quote", callback=quote))
        await self.tree.sync()


class Play(app_commands.Group, name="play", description="Plays."):
    """A group with one subcommand per kind of place."""

    @app_commands.command(description="A table with buttons.")
    async def table(self, interaction: Interaction, opponent: discord.Member | None = None) -> None:
        """Answers at once."""
        name = opponent.display_name if opponent else "anyone"
        await interaction.response.send_message(f"against {name}", view=Table())

    @app_commands.command(description="Writes to you.")
    async def dm(self, interaction: Interaction) -> None:
        """Messages the user."""
        try:
            await interaction.user.send("psst", file=picture())
            await interaction.response.send_message("sent", ephemeral=True)
        except discord.Forbidden as error:
            await interaction.response.send_message(f"closed: {error.code}", ephemeral=True)

    @app_commands.command(description="Opens a thread.")
    async def thread(self, interaction: Interaction) -> None:
        """Starts, fills and archives a thread."""
        assert isinstance(interaction.channel, discord.TextChannel)
        start = await interaction.channel.send("start", nonce="thread")
        thread = await start.create_thread(name="Match 1")
        await thread.add_user(interaction.user)
        await thread.send(f"{interaction.user.mention} begins", nonce=1)
        await thread.edit(archived=True)
        await interaction.response.send_message(thread.mention)

    @app_commands.command(description="Components of the second kind.")
    async def layout(self, interaction: Interaction) -> None:
        """Answers with components v2."""
        view = discord.ui.LayoutView()
        gallery = discord.ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://board.png"))
        view.add_item(discord.ui.Container(discord.ui.TextDisplay("Your turn"), gallery))
        await interaction.response.send_message(view=view, file=picture())


async def turns(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Two completions of the typed text."""
    return [app_commands.Choice(name=f"{current}{x}", value=f"{current}{x}") for x in "12"]


@app_commands.describe(turn="The turn.")
@app_commands.autocomplete(turn=turns)
async def move(
    interaction: Interaction, turn: str, times: app_commands.Range[int, 1, 3] = 1
) -> None:
    """Answers with a picture in an embed."""
    embed = discord.Embed(title=turn, description="x" * times)
    await interaction.response.send_message(
        embed=embed.set_image(url="attachment://board.png"), file=picture()
    )


async def board(interaction: Interaction) -> None:
    """Defers, answers, and follows up."""
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send("the board", file=picture())
    await interaction.followup.send("and more", ephemeral=True)
    message = await interaction.original_response()
    await message.edit(content="the new board")


@app_commands.command(description="Goes along with its user.")
@app_commands.allowed_installs(guilds=True, users=True)
async def anywhere(interaction: Interaction) -> None:
    """Answers with the kind of place, and whose installation authorized it."""
    where = interaction.context
    kind = "guild" if where.guild else "dm" if where.dm_channel else "group"
    by = "user" if interaction.is_user_integration() else "guild"
    known = interaction.client.get_guild(interaction.guild_id or 0) is not None
    await interaction.response.send_message(f"{kind} {by} {known}", file=picture())


async def fail(interaction: Interaction) -> None:
    """Only records that it was called."""
    interaction.client.seen.append(interaction.id)  # type: ignore[attr-defined]


async def who_is(interaction: Interaction, user: discord.Member) -> None:
    """A user context menu."""
    await interaction.response.send_message(f"{user.display_name} {user.id}")


async def quote(interaction: Interaction, message: discord.Message) -> None:
    """A message context menu."""
    await interaction.response.send_message(f"> {message.content}")


def picture() -> discord.File:
    """A picture with an alt text."""
    return discord.File(io.BytesIO(SMALL_PNG), "board.png", description="The board.")
