"""Matches as animations, for the user who asks."""

from __future__ import annotations

from functools import partial
from gettext import NullTranslations

from bot.commands import destinations
from bot.context import Interaction
from bot.errors import Refused
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.interactions.ways_out import lead
from bot.pictures import board
from bot.pictures.board import Picture
from bot.records.film import Film, Script, film
from bot.records.shelf import Log
from bot.text import match as match_text
from bot.text.position import ALT_LIMIT, described
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model import shots
from matches.model.match import Match
from render.animation import TooLargeError

NOTHING = N_("No turn has been played yet, so there's nothing to animate.")
TOO_LARGE = N_("The animation would be larger than Discord allows here. Try fewer turns.")
lead(TOO_LARGE, destinations.over)
SHOWN = N_("{title}: turns {first} to {last}")
ONE = N_("{title}: turn {last}")
THINNED = N_("{shown} of {count} turns are shown, including all the most recent ones.")
ALT = N_("Animation of turns {first} to {last}. At the end: {words}")
SECONDS = 240.0
"""Seconds that making a film may take: many times what it takes on an idle machine."""


async def animation(interaction: Interaction, match: Match, log: Log, last: int = 0) -> Reply:
    """The last turns of a match with this log as an animation; all turns if `last` is 0.

    Raises Refused, and as `Jobs.run`.
    """
    bot, viewer = interaction.client, user_of(interaction)
    language = language_of(interaction)
    captions = await bot.names.captions(match, language)
    theme = await board.theme_of(bot, viewer)
    side = shots.side(match)
    script = Script(log, last, side, tuple(captions), theme, interaction.filesize_limit)
    try:
        made = await bot.jobs.run(viewer, "film", partial(film, script), seconds=SECONDS)
    except TooLargeError as error:
        raise Refused(TOO_LARGE) from error
    if made is None:
        raise Refused(NOTHING)
    return _reply(match, made, language)


def _reply(match: Match, made: Film, language: NullTranslations) -> Reply:
    fields: Fields = {
        "title": match_text.title(match, language),
        "first": made.first,
        "last": made.first + made.count - 1,
        "count": made.count,
        "shown": made.shown,
        "words": described(match.game, match.setup, made.position, language),
    }
    lines = [say(SHOWN if made.count > 1 else ONE, fields, language=language)]
    if made.shown < made.count:
        lines.append(f"-# {say(THINNED, fields, language=language)}")
    alt = match_text.cut(say(ALT, fields, language=language), ALT_LIMIT)
    return Reply("\n".join(lines), picture=Picture(made.data, alt, "replay.webp"))
