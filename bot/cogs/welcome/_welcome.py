"""The welcome: what the bot is, a picture of all its games, and three buttons."""

from __future__ import annotations

import logging
from functools import partial
from gettext import NullTranslations

import discord

import games
from bot.context import Bot
from bot.context.shut_channels import StillShut
from bot.delivery.transport.posts import once, post
from bot.messages.first_steps import first_steps
from bot.pictures.board import Picture, guild_theme
from bot.pictures.work import Order, boards
from bot.processes.pool import Crashed
from bot.text.discord_codes import meaning_of
from bot.ui.message import Reply
from games.protocol import AnyGame
from games.shot import Shot
from games.tutorial import shown
from games.words import N_, say
from matches.model.ids import ChannelId, GuildId

log = logging.getLogger(__name__)

HELLO = N_(
    "**Hi, I'm {name}.** With me you can play board games right here, against each other or the "
    "computer: {games}. You don't need any commands: just press a button."
)
MORE = N_("{help} shows what else I can do.")
PICTURE = N_("One board of each game: {games}.")

WIDTH, COLUMNS = 420, 3
"""The width of a board in the picture, and the number of boards in a row."""

_painted: dict[tuple[str, ...], bytes] = {}
"""The picture in each theme, with the names that appear in it."""


async def send_welcome(
    bot: Bot,
    channel_id: ChannelId,
    guild_id: GuildId | None,
    nonce: str,
    *languages: NullTranslations,
) -> None:
    """Sends the welcome to a channel, in these languages; as text if pictures are not allowed.

    Within some minutes, Discord sends nothing twice with the same nonce. Raises as `post`.
    """
    reply = await _welcome(bot, guild_id, languages)
    send = partial(post, bot, channel_id, nonce)
    try:
        await once(send, reply)
    except discord.HTTPException as error:
        meaning = meaning_of(error)
        if reply.picture is None or not meaning.bears_words or isinstance(error, StillShut):
            raise
        log.log(meaning.level, "channel=%d is welcomed without a picture: %s", channel_id, error)
        await once(send, Reply(reply.text, reply.controls))


async def _welcome(
    bot: Bot, guild_id: GuildId | None, languages: tuple[NullTranslations, ...]
) -> Reply:
    assert bot.user is not None
    here = await bot.preferences.in_guild(guild_id)
    offered = [game for game in games.all_games() if here.offers(game.info.key)]
    parts = list[str]()
    for language in languages:
        names = _names(offered, language)
        fields = {"name": bot.user.display_name, "games": names}
        parts.append(say(HELLO, fields, language=language))
    language = languages[0]
    mention = bot.command_ids.mention("help", language.gettext("help"), guild_id)
    more = say(MORE, {"help": mention}, language=language)
    text = "\n\n".join(parts) + f"\n-# {more}"
    return Reply(text, first_steps(*languages), await _picture(bot, guild_id, language))


def _names(offered: list[AnyGame], language: NullTranslations) -> str:
    return ", ".join(language.gettext(game.info.name) for game in offered)


async def _picture(
    bot: Bot, guild_id: GuildId | None, language: NullTranslations
) -> Picture | None:
    """The first picture of each game's rules, all in one. None if the painter is in trouble."""
    known = [game for game in games.all_games() if game.texts.help]
    theme = await guild_theme(bot, guild_id)
    names = [language.gettext(game.info.name) for game in known]
    key = (theme, *names)
    if key not in _painted:
        try:
            orders = [_order(game, theme) for game in known]
            painting = partial(boards, orders, WIDTH, COLUMNS, names)
            _painted[key] = await bot.painter.run(painting)
        except Crashed as error:
            log.warning("the welcome has no picture: %s", error)
            return None
    words = say(PICTURE, {"games": ", ".join(names)}, language=language)
    return Picture(_painted[key], words, "boards.png")


def _order(game: AnyGame, theme: str) -> Order:
    first = next(one for section in game.texts.help for one in section.examples)
    found = shown(game, first)
    return Order(game.info.key, Shot(found.line.position, found.steps), (), theme)
