"""Pictures of positions from the painter, as files with descriptions."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations
from io import BytesIO

import discord

from bot.context import Bot
from bot.pictures.medals import Honours
from bot.pictures.work import Order, Shot, board
from bot.text.position import described
from games.protocol import Part, Position, Seat
from games.scene import Mark
from matches.model.computer_players import is_computer_player
from matches.model.ids import GuildId, MatchId, PlayerId
from matches.model.match import Listing, Match, PlayedTurn
from matches.model.played import Draft
from matches.model.turns import since
from render import THEMES

DEFAULT = "light"
"""The theme for people who have chosen none, or one that is gone."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted board and its description."""

    data: bytes
    alt: str
    name: str = "board.png"

    def file(self) -> discord.File:
        """A file that can be sent once."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt)


def side(match: Listing) -> Seat | None:
    """The seat at the bottom of all pictures of a match; None for the board as it is printed.

    A channel sees the same board as its players, and nobody should have to turn it in their mind.
    So it is turned only for a person who plays against computer players alone.
    """
    people = [
        seat
        for seat, player in enumerate(match.players, start=1)
        if player is None or not is_computer_player(player)
    ]
    return people[0] if len(people) == 1 else None


def after(position: Position, turns: Sequence[PlayedTurn]) -> Shot:
    """A position with the last of these turns marked, and faintly the earlier ones."""
    last = turns[-1].steps if turns else ()
    earlier = tuple(step for one in turns[:-1] for step in one.steps)
    return Shot(position, last, (), None, earlier)


def of_draft(draft: Draft, marks: tuple[Mark, ...] = (), begun: tuple[Part, ...] = ()) -> Shot:
    """A player's draft; if it is empty, what has happened since they last moved. `begun` are the
    parts that they have picked of the next move.
    """
    shot = after(draft.line.position, since(draft.match, draft.seat))
    if draft.steps:
        shot = replace(shot, steps=draft.steps, earlier=(*shot.earlier, *shot.steps))
    return replace(shot, marks=marks, mover=draft.seat, begun=begun)


async def of_match(
    bot: Bot,
    match: Match,
    language: NullTranslations,
    shot: Shot | None = None,
    *,
    viewer: PlayerId | None = None,
) -> Picture:
    """The match's current board, or another shot of it, with the players' names, and before them
    the medals that they have won in its game.

    It has the viewer's theme, or else the guild's, and is turned like all pictures of the match.
    On the current board, everything is marked that has happened since the viewer, or the player to
    move, last moved.
    """
    seat = match.to_move if viewer is None else match.seat_of(viewer)
    shot = replace(shot or after(match.position, since(match, seat)), seat=side(match))
    guild = match.place.guild
    theme = await (guild_theme(bot, guild) if viewer is None else theme_of(bot, viewer, guild))
    captions = await bot.names.captions(match, language)
    medals = await bot.service(Honours).of(match)
    order = Order(match.game.info.key, shot, captions, theme, medals)
    png = await ordered(bot, order, match.id if viewer is None else viewer)
    return Picture(png, _described(match, shot, language))


def _described(match: Match, shot: Shot, language: NullTranslations) -> str:
    """What a shot of a match shows, in words."""
    return described(
        match.game,
        match.setup,
        shot.position,
        language,
        steps=shot.steps,
        mover=shot.mover,
        ending=match.ending if shot.position is match.position else None,
    )


def ordered(bot: Bot, order: Order, whose: PlayerId | MatchId | None) -> Awaitable[bytes]:
    """Orders a PNG file from the painter: for a person, for all who look at a match, or for anyone.
    Awaiting it may raise Crashed.
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
    """The name, if there is such a theme, or else the default."""
    return name if name is not None and name in THEMES else DEFAULT
