"""Matches as moving pictures, for the one who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from gettext import NullTranslations
from typing import TYPE_CHECKING

from bot import pictures, sentences
from bot.canvas import Shot, scene_of
from bot.chosen import language_of
from bot.errors import Refused
from bot.pictures import Picture
from bot.replies import Reply
from bot.wording import ALT_LIMIT, in_words
from games.words import N_, Fields, say
from matches.match import Match, PlayedTurn
from matches.queries import turns_of
from render.animation import Animation, TooLargeError, animate

if TYPE_CHECKING:
    from bot.client import Interaction

NOTHING = N_("No turn has been played yet: there is nothing to animate.")
TOO_LARGE = N_("This would be larger than the files that Discord takes here. Try fewer turns.")
SHOWN = N_("{title}: turns {first} to {last}")
ONE = N_("{title}: turn {last}")
THINNED = N_("Of {count} turns {shown} are shown, the last ones all.")
ALT = N_("An animation, turns {first} to {last}. At its end: {words}")


async def animation(interaction: Interaction, match: Match, last: int = 0) -> Reply:
    """The last turns of a match as an animation, all of them for 0, from the user's side.

    Raises Refused.
    """
    bot, viewer = interaction.client, interaction.user.id
    language = language_of(interaction)
    played = await asyncio.to_thread(turns_of, match)
    wanted = [one for one in played[-last:] if one.steps]
    if not wanted:
        raise Refused(NOTHING)
    captions = await bot.names.captions(match, language)
    work = partial(
        _animated,
        match,
        wanted,
        captions=captions,
        theme=await pictures.theme_of(bot, viewer),
        viewer=viewer,
        limit=interaction.filesize_limit,
    )
    try:
        made = await asyncio.get_running_loop().run_in_executor(bot.animators, work)
    except TooLargeError as error:
        raise Refused(TOO_LARGE) from error
    return _reply(match, wanted, made, language)


def _animated(
    match: Match,
    wanted: Sequence[PlayedTurn],
    *,
    captions: Sequence[str],
    theme: str,
    viewer: int,
    limit: int,
) -> Animation:
    """The position before the first turn, that after each, and the match as it stands."""
    seat = match.seat_of(viewer)
    shots = [Shot(wanted[0].steps[0].before, seat=seat)]
    shots += [Shot(one.steps[-1].after, one.steps, seat=seat) for one in wanted]
    if match.position != shots[-1].position:
        shots.append(Shot(match.position, seat=seat))
    scenes = [scene_of(match.game, shot) for shot in shots]
    return animate(scenes, theme=theme, captions=captions, limit=limit)


def _reply(
    match: Match, wanted: Sequence[PlayedTurn], made: Animation, language: NullTranslations
) -> Reply:
    fields: Fields = {
        "title": sentences.title(match, language),
        "first": wanted[0].turn.number,
        "last": wanted[-1].turn.number,
        "count": len(wanted),
        "shown": len(made.shown) - 1,
        "words": in_words(match.game, match.setup, match.position, language),
    }
    lines = [say(SHOWN if len(wanted) > 1 else ONE, fields, language=language)]
    if len(made.shown) <= len(wanted):
        lines.append(f"-# {say(THINNED, fields, language=language)}")
    alt = sentences.cut(say(ALT, fields, language=language), ALT_LIMIT)
    return Reply("\n".join(lines), picture=Picture(made.data, alt, "replay.webp"))
