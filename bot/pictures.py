"""Pictures of positions, painted in threads, as files with a description."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot import sentences
from games.play import Step, events
from games.protocol import AnyGame, Seat
from games.scene import Mark, Scene, turned, with_earlier, with_expected
from matches.match import Draft, Match, PlayedTurn
from matches.queries import since
from render import THEMES, paint

if TYPE_CHECKING:
    from bot.client import Dreierlei

DEFAULT = "light"
"""The theme of whoever has chosen none, or one that is gone."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted board and its description."""

    data: bytes
    alt: str
    name: str = "board.png"

    def file(self) -> discord.File:
        """A file to be sent once."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt)


@dataclass(frozen=True, slots=True)
class Shot:
    """What to paint: a position, the plies that led to it, and what else to mark."""

    position: Any
    steps: Sequence[Step[Any, Any]] = ()
    """Of the last turn."""
    marks: tuple[Mark, ...] = ()
    seat: Seat | None = None
    """Who shall sit at the bottom."""
    earlier: Sequence[Step[Any, Any]] = ()
    """Of turns before the last one, to be marked faintly."""
    expected: Sequence[Sequence[Step[Any, Any]]] = ()
    """Turns that could follow, drawn as arrows."""
    mover: Seat | None = None
    """Whose turn it still is, even if the position says that it is over."""


def after(position: Any, turns: Sequence[PlayedTurn], seat: Seat | None = None) -> Shot:
    """A position, the last of these turns, and faintly those before it."""
    last = turns[-1].steps if turns else ()
    earlier = tuple(step for one in turns[:-1] for step in one.steps)
    return Shot(position, last, (), seat, earlier)


def of_draft(draft: Draft, marks: tuple[Mark, ...] = ()) -> Shot:
    """A player's turn that he has not confirmed, or while there is none what he has not seen."""
    shot = after(draft.line.position, since(draft.match, draft.seat), draft.seat)
    if draft.steps:
        shot = replace(shot, steps=draft.steps, earlier=(*shot.earlier, *shot.steps))
    return replace(shot, marks=marks, mover=draft.seat)


async def of_match(
    bot: Dreierlei,
    match: Match,
    language: NullTranslations,
    shot: Shot | None = None,
    *,
    viewer: int | None = None,
) -> Picture:
    """The match's board as it stands, or another shot of it, with its players' names.

    For a viewer in his theme, else in that of the guild. Of the board as it stands everything is
    marked that has happened since the viewer, or the player to move, moved last.
    """
    seat = match.to_move if viewer is None else match.seat_of(viewer)
    shot = shot or after(match.position, since(match, seat))
    guild = match.place.guild
    theme = await (guild_theme(bot, guild) if viewer is None else theme_of(bot, viewer, guild))
    captions = [await bot.names.of(guild, player, language) for player in match.players]
    work = partial(_paint, match, shot, captions, language, theme)
    return await asyncio.get_running_loop().run_in_executor(bot.painters, work)


async def theme_of(bot: Dreierlei, player: int, guild: int | None = None) -> str:
    """The theme in which a player wants his own pictures, else that of the guild."""
    chosen = (await bot.chosen.by_player(player)).theme
    return await guild_theme(bot, guild) if chosen is None else known_theme(chosen)


async def guild_theme(bot: Dreierlei, guild: int | None) -> str:
    """The theme of the pictures that everybody in a guild sees."""
    return known_theme((await bot.chosen.in_guild(guild)).theme)


def known_theme(name: str | None) -> str:
    """The name if there is such a theme, else the default's."""
    return name if name is not None and name in THEMES else DEFAULT


def scene_of(game: AnyGame, shot: Shot) -> Scene:
    """What a shot shows, before it is painted."""
    position = shot.position
    scene = game.scene(position, events(game, shot.steps))
    if shot.earlier:
        before = game.scene(position, events(game, shot.earlier))
        scene = with_earlier(scene, before, game.scene(position, ()))
    then = [game.scene(steps[-1].after, events(game, steps)) for steps in shot.expected if steps]
    scene = with_expected(scene, then)
    marks = tuple(mark for mark in shot.marks if mark.point in scene.board.spots)
    mover = scene.to_move and (shot.mover or scene.to_move)
    scene = replace(scene, marks=(*scene.marks, *marks), to_move=mover)
    return scene if shot.seat is None else turned(scene, game.view(position, shot.seat))


def _paint(
    match: Match, shot: Shot, captions: Sequence[str], language: NullTranslations, theme: str
) -> Picture:
    png = paint(scene_of(match.game, shot), theme=theme, captions=captions).png
    return Picture(png, sentences.in_words(match, shot.position, language))
