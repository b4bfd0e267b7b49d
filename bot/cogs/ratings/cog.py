"""Leaderboards and profiles."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.ratings import _messages
from bot.commands import options
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions.contexts import everywhere, guild_of, user_of
from bot.interactions.locale import language_of
from bot.pictures.board import Picture, theme_of
from bot.pictures.men import Emojis
from bot.ui.dispatch import Press, on
from competitions.tournaments.queries import medals
from games.words import N_
from matches.model.ids import GuildId, PlayerId
from matches.model.ratings import MODES, PERIODS, Pool, tables_of
from matches.ratings.standings import Cursor, head_to_head, leaderboard, profile

NOT_BY_SO_MANY = N_("{game} can't be played with that number of players. Choose another number.")
PERIOD_NAMES = {0: N_("All time"), 30: N_("The last 30 days"), 365: N_("The last 365 days")}
PEOPLE, COMPUTER = "people", "computer"


def _table(seats: int, *, partners: bool) -> str:
    """A size of table, as the value of an option."""
    return f"{seats}p" if partners else str(seats)


def _tables() -> list[app_commands.Choice[str]]:
    """All sizes of tables; 4 (2+2) means partners."""
    found = sorted({table for game in games.all_games() for table in tables_of(game)})
    return [
        app_commands.Choice(
            name=f"{seats} ({'+'.join(['2'] * (seats // 2))})" if partners else str(seats),
            value=_table(seats, partners=partners),
        )
        for seats, partners in found
    ]


class Standings(commands.Cog):
    """The commands about ratings."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("leaderboard"), description=N_("Who has the best ratings"))
    @app_commands.describe(
        game=N_("The game"),
        scope=N_("Ratings of this server's players, or of everyone"),
        period=N_("All time, or points gained recently"),
        seats=N_("Number of players"),
        mode=N_("Correspondence, or live with at most an hour per player"),
        against=N_("Ratings from matches between people, or with computer players"),
    )
    @app_commands.choices(
        game=options.GAMES,
        scope=[
            app_commands.Choice(name=_messages.THIS_SERVER, value="guild"),
            app_commands.Choice(name=_messages.EVERYWHERE, value="everywhere"),
        ],
        seats=_tables(),
        mode=[app_commands.Choice(name=_messages.MODES[mode], value=mode) for mode in MODES],
        against=[
            app_commands.Choice(name=_messages.AMONG_PEOPLE, value=PEOPLE),
            app_commands.Choice(name=_messages.WITH_COMPUTER_PLAYERS, value=COMPUTER),
        ],
    )
    @app_commands.choices(
        period=[app_commands.Choice(name=PERIOD_NAMES[days], value=days) for days in (0, *PERIODS)],
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str,
        *,
        scope: str = "guild",
        period: int = 0,
        seats: str | None = None,
        mode: str = MODES[0],
        against: str = PEOPLE,
    ) -> None:
        """Shows the first page of a leaderboard."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(guild_of(interaction), interaction.user)
        guild = guild_of(interaction) if scope == "guild" else None
        pool = replace(_pool(game, seats, mode), with_computer=against == COMPUTER)
        await _show_board(interaction, pool, guild, period)

    @everywhere
    @app_commands.command(name=N_("profile"), description=N_("A player's ratings and results"))
    @app_commands.describe(player=N_("Which player (default: you)"), game=N_("Only this game"))
    @app_commands.choices(game=options.GAMES)
    async def profile(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Shows a player's ratings and their curves, and the user's own score against them."""
        await _show_profile(interaction, player or interaction.user, game)


async def profile_of(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """The same, from the context menu of somebody's name."""
    await _show_profile(interaction, user)


async def _show_profile(
    interaction: Interaction, whose: discord.User | discord.Member, game: str | None = None
) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    database, user = interaction.client.database, interaction.user
    interaction.client.names.meet(guild_of(interaction), user, whose)
    language = language_of(interaction)
    found = await profile(database, PlayerId(whose.id), game=game)
    scores = (
        await head_to_head(database, PlayerId(user.id), PlayerId(whose.id))
        if whose.id != user.id
        else []
    )
    scores = [one for one in scores if game in (None, one.game)]
    won = await medals(database, PlayerId(whose.id))
    won = tuple(one for one in won if game in (None, one.game))
    theme = await theme_of(interaction.client, PlayerId(user.id), guild_of(interaction))
    drawn, picture = _messages.curves(found.records, language, theme), None
    if drawn is not None:
        work, alt = drawn
        png = await interaction.client.jobs.run(user.id, "record", work)
        picture = Picture(png, alt, "ratings.png")
    emojis = interaction.client.service(Emojis)
    own = whose.id == user.id
    shown = _messages.profile(found, scores, won, language, emojis, picture=picture, own=own)
    await answers.show_reply(interaction, shown)


def _pool(key: str, seats: str | None, named: str) -> Pool:
    """The requested pool; by default that of the game's smallest table."""
    game = options.game_of(key)
    mode = next((mode for mode in MODES if mode == named), MODES[0])
    for number, partners in tables_of(game):
        if seats in (None, _table(number, partners=partners)):
            return Pool(key, number, mode, partners)
    raise Refused(NOT_BY_SO_MANY, game=game.info.name)


async def _show_board(
    interaction: Interaction,
    pool: Pool,
    guild: GuildId | None,
    period: int,
    cursor: Cursor | None = None,
) -> None:
    player, database = user_of(interaction), interaction.client.database
    board = await leaderboard(database, pool, player, guild=guild, period=period, cursor=cursor)
    language = language_of(interaction)
    shown = _messages.leaderboard(board, player, language)
    if not board.page and not pool.with_computer:
        apart = replace(pool, with_computer=True)
        other = await leaderboard(database, apart, player, guild=guild, period=period)
        if other.page:
            shown = _messages.counted_apart(board, other, language)
    await answers.show_reply(interaction, shown)


@on("ranks")
@on("ranks-on")
@on("ranks-me")
async def turn_page(press: Press) -> None:
    """Shows another page."""
    await press.interaction.response.defer()
    try:
        pool, guild, period, cursor = _messages.read(press.rest)
    except ValueError:
        raise Outdated from None
    await _show_board(press.interaction, pool, guild, period, cursor)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Standings(bot))
    bot.tree.add_command(
        everywhere(app_commands.ContextMenu(name=N_("Profile"), callback=profile_of))
    )
