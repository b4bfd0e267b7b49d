"""How a director hands over: somebody else is asked, and accepts with a button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations
from typing import Any

import discord

from bot.commands.competitions import common as shared
from bot.commands.competitions import destinations as ways
from bot.commands.competitions.common import Kind
from bot.context import Bot, Interaction
from bot.delivery.competitions.due import Competitions
from bot.delivery.competitions.news import send
from bot.delivery.transport import answers
from bot.delivery.transport.posts import once, post_to
from bot.errors import Refused
from bot.i18n.catalogues import of_locale
from bot.interactions import error_handler
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.interactions.subject import subject_of
from bot.interactions.ways_out import lead
from bot.messages.competitions import tournament as message
from bot.text import competition as text
from bot.text import match as match_text
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.dispatch import Press
from bot.ui.message import Reply
from competitions.log.kept import Kept
from competitions.model.errors import CompetitionError
from games.words import N_, say
from matches.model.ids import PlayerId

UNREACHED = N_(
    "I can't ask {player}: they don't accept direct messages from me, and I can't post in "
    "{channel}."
)
ASKED = N_("I've asked {player}. Until they accept, you remain the director.")
ACCEPT = N_("Become director")
DIRECTS = N_("{player} is the director from now on.")
lead(UNREACHED, ways.page)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """How one kind is handed over: what people are asked, the refusal if they aren't members of its
    server, the use cases, and how its page is shown.
    """

    kind: Kind[Any]
    asks: str
    absent: str
    offer: Callable[..., Awaitable[str]]
    offered: Callable[..., Awaitable[Any]]
    hand_over: Callable[..., Awaitable[Any]]
    show: Callable[[Interaction, Any], Awaitable[None]]


async def ask(press: Press, offers: Offers, held: Kept, to: PlayerId) -> None:
    """Asks the person who was chosen. Managers who take over themselves are not asked. The
    interaction is already acknowledged. Raises Refused, CompetitionError.
    """
    interaction, bot = press.interaction, press.interaction.client
    manager = shared.manages(interaction, held)
    if to == held.host:
        await offers.show(interaction, held)
        return
    await _require_member(bot, offers, held, to)
    if to == press.player:
        now = await offers.hand_over(bot.database, held.id, to, to, manager=manager)
        _changed(interaction, now)
        await offers.show(interaction, now)
        return
    rates = bot.settings.limits.rates
    shown = await offers.offer(
        bot.database, held.id, press.player, to, manager=manager, rates=rates
    )
    await _bring(interaction, offers, held, to, shown)
    await offers.show(interaction, held)
    said = say(ASKED, {"player": f"<@{to}>"}, language=language_of(interaction))
    await error_handler.tell(interaction, said)


async def _require_member(bot: Bot, offers: Offers, held: Kept, player: PlayerId) -> None:
    """Raises Refused unless somebody is surely a member of its server. Raises TROUBLES, too."""
    try:
        guild = await bot.require_guild(held.terms.guild)
    except TROUBLES as error:
        if meaning_of(error).hides:
            raise Refused(offers.absent, player=f"<@{player}>") from error
        raise
    if await bot.lookups.member(guild, player) is None:
        raise Refused(offers.absent, player=f"<@{player}>")


async def _bring(
    interaction: Interaction, offers: Offers, held: Kept, to: PlayerId, shown: str
) -> None:
    """Asks by direct message, or in the channel if that isn't possible."""
    bot, nonce, player = interaction.client, str(interaction.id), user_of(interaction)
    public = await shared.language_of_channel(interaction, held)
    spoken = (await bot.preferences.by_player(to)).spoken
    language = of_locale(spoken) if spoken else public
    try:
        asked = question(offers, held, player, shown, language)
        await once(partial(post_to, bot, to, nonce), asked)
    except discord.HTTPException as error:
        if not meaning_of(error).shuts:
            raise
    else:
        return
    called = await bot.preferences.called([to])
    asked = question(offers, held, player, shown, public, called=called)
    try:
        await send(bot, held, held.terms.channel, asked, nonce)
    except discord.HTTPException as error:
        if not meaning_of(error).shuts:
            raise
        where = {"player": f"<@{to}>", "channel": f"<#{held.terms.channel}>"}
        raise Refused(UNREACHED, **where) from error


def question(
    offers: Offers,
    held: Kept,
    player: PlayerId,
    shown: str,
    language: NullTranslations,
    *,
    called: tuple[PlayerId, ...] = (),
) -> Reply:
    """The question, with the button to accept."""
    asks = say(offers.asks, {"player": match_text.mention(player, language)}, language=language)
    title = text.title(held.terms.name, held.id, language)
    lines = (title, *(f"<@{one}>" for one in called), asks)
    accept_it = message.act_button(
        ACCEPT,
        f"{offers.kind.action}-direct",
        held.id,
        language,
        shown,
        style=discord.ButtonStyle.success,
    )
    return Reply("\n".join(lines), (accept_it,), mentions=called)


async def accept(press: Press, offers: Offers) -> None:
    """Makes the user the director, if they were asked."""
    named, shown = press.read(r"([A-Z]-[0-9A-Z]{4,12})/([0-9]{1,12}\.[0-9a-f]{32})")
    interaction, bot = press.interaction, press.interaction.client
    await interaction.response.defer()
    try:
        held = await offers.offered(bot.database, named, press.player, shown)
    except CompetitionError:
        await offers.kind.found(interaction, named)  # Strangers read that it doesn't exist.
        raise
    subject_of(interaction).competition = held.id
    await _require_member(bot, offers, held, press.player)
    held = await offers.hand_over(bot.database, held.id, held.host, press.player)
    _changed(interaction, held)
    public = await shared.language_of_channel(interaction, held)
    there = interaction.channel_id == held.terms.channel
    await answers.show_reply(interaction, done(held, public if there else language_of(interaction)))
    if not there:
        with suppress(*TROUBLES):
            nonce = str(interaction.id)
            await send(bot, held, held.terms.channel, done(held, public), nonce)


def _changed(interaction: Interaction, held: Kept) -> None:
    """Has its announcement updated, which names the director."""
    shared.wake(interaction)
    interaction.client.service(Competitions).show(held.id)


def done(held: Kept, language: NullTranslations) -> Reply:
    """The message that somebody is the new director, with the button to the page."""
    directs = say(DIRECTS, {"player": text.director(held, language)}, language=language)
    said = f"{text.title(held.terms.name, held.id, language)}\n{directs}"
    return Reply(said, (message.page_of(held.id, language),))
