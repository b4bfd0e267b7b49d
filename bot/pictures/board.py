"""Pictures of positions from the painter, as files with descriptions."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations
from io import BytesIO

import discord

from bot.context import Bot
from bot.pictures.medals import Honours
from bot.pictures.work import Order, board
from bot.text.position import described
from games.shot import Shot
from matches.model.ids import GuildId, MatchId, PlayerId
from matches.model.match import Match
from matches.model.shots import after, side
from matches.model.turns import since
from render import THEMES

DEFAULT = "light"
"""The theme for people who have chosen none, or one that no longer exists."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted board and its description."""

    data: bytes
    alt: str
    name: str = "board.png"

    def file(self) -> discord.File:
        """A file that can be sent once."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt)


async def of_match(
    bot: Bot,
    match: Match,
    language: NullTranslations,
    shot: Shot | None = None,
    *,
    viewer: PlayerId | None = None,
) -> Picture:
    """The match's current board, or another shot of it. Players' names have the medals in front
    that they have won in its game.

    It has the viewer's theme, or else the guild's, and is turned like all pictures of the match.
    The current board marks everything that has happened since the viewer, or the player to move,
    last moved. Once the match is over, nobody is shown to be to move there.
    """
    seat = match.to_move if viewer is None else match.seat_of(viewer)
    shot = shot or after(match.position, since(match, seat))
    ending = match.ending if shot.position is match.position else None
    shot = replace(shot, seat=side(match), over=ending is not None)
    guild = match.place.guild
    theme = await (guild_theme(bot, guild) if viewer is None else theme_of(bot, viewer, guild))
    captions = await bot.names.captions(match, language)
    medals = await bot.service(Honours).of(match)
    order = Order(match.game.info.key, shot, captions, theme, medals)
    png = await ordered(bot, order, match.id if viewer is None else viewer)
    alt = described(
        match.game,
        match.setup,
        shot.position,
        language,
        steps=shot.steps,
        mover=shot.mover,
        ending=ending,
    )
    return Picture(png, alt)


def ordered(bot: Bot, order: Order, whose: PlayerId | MatchId | None) -> Awaitable[bytes]:
    """Orders a PNG file from the painter: for one person, for everybody who looks at a match, or
    for anyone. Awaiting it may raise Crashed.
    """
    return bot.painter.run(partial(board, order), whose)


async def theme_of(bot: Bot, player_id: PlayerId, guild_id: GuildId | None = None) -> str:
    """The theme of a player's own pictures; by default the guild's."""
    chosen = (await bot.preferences.by_player(player_id)).theme
    return await guild_theme(bot, guild_id) if chosen is None else known_theme(chosen)


async def guild_theme(bot: Bot, guild_id: GuildId | None) -> str:
    """The theme of a guild's public pictures."""
    return known_theme((await bot.preferences.in_guild(guild_id)).theme)


def known_theme(name: str | None) -> str:
    """The name if there is such a theme, else the default."""
    return name if name is not None and name in THEMES else DEFAULT
