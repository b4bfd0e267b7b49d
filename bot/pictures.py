"""Pictures of positions, painted in threads, as files with a description."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot import sentences
from games.play import Step, events
from games.protocol import Seat
from games.scene import Mark, turned
from matches.match import Match
from matches.queries import last_steps
from render import paint

if TYPE_CHECKING:
    from bot.client import Dreierlei


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted board and its description."""

    png: bytes
    alt: str

    def file(self) -> discord.File:
        """A file to be sent once."""
        return discord.File(BytesIO(self.png), "board.png", description=self.alt)


@dataclass(frozen=True, slots=True)
class Shot:
    """What to paint: a position, the plies that led to it, and what else to mark."""

    position: Any
    steps: Sequence[Step[Any, Any]] = ()
    marks: tuple[Mark, ...] = ()
    seat: Seat | None = None
    """Who shall sit at the bottom."""


async def of_match(
    bot: Dreierlei,
    match: Match,
    language: NullTranslations,
    shot: Shot | None = None,
) -> Picture:
    """The match's board as it stands, or another shot of it, with its players' names."""
    shot = shot or Shot(match.position, last_steps(match))
    guild = match.place.guild
    captions = [await bot.names.of(guild, player) for player in match.players]
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(bot.painters, _paint, match, shot, captions, language)


def _paint(
    match: Match, shot: Shot, captions: Sequence[str], language: NullTranslations
) -> Picture:
    game, position = match.game, shot.position
    scene = game.scene(position, events(game, shot.steps))
    known = tuple(mark for mark in shot.marks if mark.point in scene.board.spots)
    scene = replace(scene, marks=(*scene.marks, *known))
    if shot.seat is not None:
        scene = turned(scene, game.view(position, shot.seat))
    png = paint(scene, captions=captions).png
    return Picture(png, sentences.in_words(match, position, language))
