"""The open tables of a server, which users can join."""

from __future__ import annotations

import logging
from functools import partial
from gettext import NullTranslations

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

import games
import matches
from bot.cogs.lobby.cog import BEGUN, carry_out, require_offered
from bot.commands import destinations, options
from bot.context import Bot, Interaction
from bot.delivery.matches import tables as table_delivery
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.contexts import guild_of, require_server, servers_only, user_of
from bot.interactions.locale import language_of
from bot.interactions.subject import subject_of
from bot.interactions.ways_out import lead
from bot.messages.first_steps import COMPUTER, first_steps
from bot.messages.table import open_button
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.pictures.men import Emojis, sign
from bot.text import clock as clock_text
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.layout import Row, Text, heading, ruled
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.lobby.cooldowns import forget_old
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Listing, Match

log = logging.getLogger(__name__)

TITLE = N_("Open tables")
TITLE_OF = N_("Open tables for {game}")
NONE = N_("There are no open tables here. Open one, or play the computer.")
FOR_YOU = N_("you're invited")
BY = N_("opened by {player}")
SEATS_FREE = NN_("{count} of {seats} seats free", "{count} of {seats} seats free")
FREE_AS = N_("free: {seats}")
RATED, UNRATED, IS_PRIVATE = N_("rated"), N_("unrated"), N_("🔒 private")
RELIABLE = N_("at least {share} percent of matches played to the end")
CLOSES = N_("closes {time}")
JOIN, CHOOSE_SEAT = N_("Join"), N_("Choose a seat")
SEATED = N_("You have a seat at table {match}.")
ELSEWHERE = N_(
    "Open tables belong to servers I've been added to; `/tables` lists them there. Here you can "
    "challenge somebody with `/play`. Your own matches are in `/games`."
)
lead(ELSEWHERE, destinations.play, destinations.games)

PAGE = 5
"""The most tables on a page, so that a message has room for them."""
PAUSE = 60.0
"""The most seconds between two looks for expired tables."""


class Tables(commands.Cog):
    """The command that lists them."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @servers_only(ELSEWHERE)
    @app_commands.command(name=N_("tables"), description=N_("Tables you can join here"))
    @app_commands.describe(game=N_("Only this game"))
    @app_commands.choices(game=options.GAMES)
    async def tables(self, interaction: Interaction, game: str | None = None) -> None:
        """Lists the open tables, with a menu of their seats."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(guild_of(interaction), interaction.user)
        await _show(interaction, game, 0)


async def _found(interaction: Interaction, game: str | None, page: int) -> list[Listing]:
    """The tables of a page, and one more if there is another page."""
    guild, database = require_server(interaction, ELSEWHERE), interaction.client.database
    channels = await matches.table_channels(database, guild)
    return await matches.open_tables(
        database,
        guild,
        user_of(interaction),
        game=game,
        channels=access.in_sight(interaction, channels),
        limit=PAGE + 1,
        offset=page * PAGE,
    )


async def _show(interaction: Interaction, game: str | None, page: int) -> None:
    """Shows a page of the list."""
    await answers.show_reply(interaction, await page_of(interaction, game, page))


async def page_of(
    interaction: Interaction,
    game: str | None = None,
    page: int = 0,
    *,
    none: str = NONE,
    ways: tuple[Control, ...] | None = None,
) -> Reply:
    """A page of the list, as the user sees it; the first one if there are fewer than before. `none`
    and `ways` are as in `listed`.
    """
    found = await _found(interaction, game, page)
    if page and not found:
        return await page_of(interaction, game)
    player, language = user_of(interaction), language_of(interaction)
    emojis = interaction.client.service(Emojis)
    return listed(found, player, language, emojis, game=game, page=page, none=none, ways=ways)


def listed(
    found: list[Listing],
    player: PlayerId,
    language: NullTranslations,
    emojis: Emojis,
    *,
    game: str | None = None,
    page: int = 0,
    none: str = NONE,
    ways: tuple[Control, ...] | None = None,
) -> Reply:
    """A page of the list, each table with a button, and buttons to the neighbouring pages. `ways`
    are buttons to other matches, in place of the usual ones; `none` is the text if there are no
    tables.
    """
    if not found:
        usual = (open_button(language), *first_steps(language, steps=(COMPUTER,)))
        return Reply(language.gettext(none), usual if ways is None else ways).laid_out()
    title = language.gettext(TITLE)
    if game is not None:
        title = say(TITLE_OF, {"game": games.get(game).info.name}, language=language)
    rows = [_row(one, player, language, emojis) for one in found[:PAGE]]
    controls = pager(
        page,
        lambda number: custom_id("tables", rest=f"{number}/{game or ''}"),
        more=len(found) > PAGE,
    )
    controls += (open_button(language),) if ways is None else ways
    return Reply("", tuple(controls), parts=(heading(title), *ruled(rows)))


def _row(
    match: Listing, player: PlayerId, language: NullTranslations, emojis: Emojis
) -> Row | Text:
    """A table, with the button to a seat unless the user has one."""
    text = _lines(match, player, language, emojis)
    if player in match.players:
        return Text(text)
    if player in match.kept or match.seating != "chosen":
        to = custom_id("sit", match.id, match.seq)
        return Row(text, button(language.gettext(JOIN), to, style=ButtonStyle.success))
    return Row(text, button(language.gettext(CHOOSE_SEAT), custom_id("go", match.id, match.seq)))


def _lines(match: Listing, player: PlayerId, language: NullTranslations, emojis: Emojis) -> str:
    """A table: game, host, options, clock, players, free seats, and when it expires."""
    host = match_text.mention(match.host, language)
    invited = player in match.kept and player not in match.players
    others = [match_text.mention(one, language) for one in match.seated if one != match.host]
    first = [
        emojis.before(sign(match.game.info.key), match_text.title(match, language)),
        f"**{language.gettext(FOR_YOU)}**" if invited else "",
        say(BY, {"player": host}, language=language),
        ", ".join(others),
    ]
    said = [
        _free(match, language),
        clock_text.control(match.clock, language)
        if match.clock
        else language.gettext(clock_text.NO_CLOCK),
        language.gettext(RATED if match.rated else UNRATED),
        language.gettext(IS_PRIVATE) if match.private else "",
    ]
    if match.reliability is not None:
        said.append(say(RELIABLE, {"share": match.reliability}, language=language))
    said += _unusual(match, language)
    closes = ""
    if match.expires_at is not None:
        time = discord.utils.format_dt(match.expires_at, "R")
        closes = f"-# {say(CLOSES, {'time': time}, language=language)}"
    lines = (" · ".join(filter(None, first)), " · ".join(filter(None, said)), closes)
    return "\n".join(filter(None, lines))


def _unusual(match: Listing, language: NullTranslations) -> list[str]:
    """What differs from the defaults, as far as there are words for it."""
    usual = {option.key: option.default for option in match.game.info.options}
    own, chosen = match.game.texts.options, match.setup.options.items()
    said = (own.get(f"{key}={value}") for key, value in chosen if value != usual[key])
    return [language.gettext(meaning) for meaning in said if meaning is not None]


def _free(match: Listing, language: NullTranslations) -> str:
    """The free seats if seats are chosen, otherwise their number."""
    free = match.open_seats
    if not free:
        return ""
    if match.seating == "chosen":
        names = match_text.seats(match, language)
        called = ", ".join(names[seat - 1] for seat in free)
        return say(FREE_AS, {"seats": called}, language=language)
    fields: Fields = {"count": len(free), "seats": match.setup.seats}
    return say(SEATS_FREE, fields, language=language)


@on("tables")
async def turn_page(press: Press) -> None:
    """Shows another page."""
    page, game = press.read(r"(\d{1,4})/(.*)")
    if game:
        options.game_of(game)
    require_server(press.interaction, ELSEWHERE)
    await press.interaction.response.defer()
    await _show(press.interaction, game or None, int(page))


@on("sit")
async def sit_down(press: Press) -> None:
    """Takes a seat at a table: any seat, or the one chosen from a menu that older messages still
    have.
    """
    chosen, _, named = press.choice.partition("/") if press.values else (press.match_id, "", "")
    match_id = MatchId(chosen)
    seat = number(named) if named else None
    subject_of(press.interaction).match_id = match_id
    language, limits = language_of(press.interaction), press.interaction.client.settings.limits
    await require_offered(press, match_id, "join")
    use_case = partial(matches.join, seat=seat, limits=limits)

    def done(match: Match) -> str:
        sentence = BEGUN if match.status == "running" else SEATED
        return say(sentence, {"match": match.id}, language=language)

    await carry_out(press, match_id, use_case, done)


# Tables that nobody joins


async def _sweep(bot: Bot) -> None:
    """Closes tables that have expired, and forgets old cooldowns."""
    for match in await matches.expire_tables(bot.database):
        await table_delivery.close_table(bot, match)
    await forget_old(bot.database)


async def setup(bot: Bot) -> None:
    """Adds the command, and starts sweeping."""
    await bot.add_cog(Tables(bot))
    every = min(PAUSE, bot.settings.limits.waiting.total_seconds() / 10)
    trouble = Trouble(log, "tables can't be swept up")
    bot.keep(Poller("sweeper", partial(_sweep, bot), every, trouble=trouble))
