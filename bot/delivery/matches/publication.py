"""Shows everybody what an interaction has done, and tells its user."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations

from bot.context import Interaction
from bot.context.shut_channels import level_of
from bot.delivery.matches import channels, whereabouts
from bot.delivery.matches.board_answers import ByAnswer, Found, Way
from bot.delivery.matches.direct_boards import by_answers
from bot.delivery.transport import answers
from bot.delivery.transport.asides import Telling
from bot.delivery.transport.direct_messages import Instead, people, to_players
from bot.delivery.transport.posts import Sent, sent_as
from bot.delivery.transport.tokens import HistoryHidden
from bot.interactions import error_handler
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.messages.board import BOARD, act_button
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.text.numbers import listed
from bot.ui.message import Reply
from games.words import N_, NN_, Fields, say
from matches.model.errors import TableError
from matches.model.ids import PlayerId
from matches.model.match import Listing, Match

log = logging.getLogger(__name__)


UNREACHED = NN_(
    "I can't tell {players} about this: they don't accept direct messages from me. `/board` and "
    "`/games` always work.",
    "I can't tell {players} about this: they don't accept direct messages from me. `/board` and "
    "`/games` always work.",
)
HIDDEN = N_(
    "Only you can see this here: I'm not a member of this server, so it hides my answers from "
    "others."
)
BROUGHT = N_("I've told {players} by direct message.")
NOBODY_ELSE = N_(
    "That means nobody else can join the table. Challenge somebody by name, play against the "
    "computer, or open the table on a server I've been added to. Server managers can add me, "
    "or allow “Use External Apps”."
)

PATIENCE = 5.0
"""Seconds after which the user is told that Discord keeps the bot waiting."""


async def publish(
    interaction: Interaction,
    match: Match,
    reply: Reply,
    nonce: str,
    done: Reply,
    *,
    line: Reply | None = None,
    lined: asyncio.Event | None = None,
    now: Match | None = None,
    seen: Callable[[Sequence[Sent]], Awaitable[None]] | None = None,
    lead: bool = False,
    telling: Telling | None = None,
    way: Way | None = None,
    answers_it: bool = True,
) -> list[Sent]:
    """Shows a reply to everybody who may see the match, and then `done` to the user; in the block
    of `telling`, if there is one.

    A board comes with the `line` about its turn and the event that everybody has had it (`lined`),
    if it has just been read, the match as it is `now`, and perhaps with another `way` to show it:
    see `send_board`. Anything else is an answer that follows what is `done`, where that is
    possible, unless `answers_it` is false. With `lead`, a player who is elsewhere is told where it
    is shown.

    If the bot may not write in the channel it answers the interaction publicly instead, and names
    the missing permission; users who asked from elsewhere get the reply in their own answer. After
    some seconds the user is told that Discord keeps the bot waiting. Within some minutes, Discord
    sends nothing twice with the same nonce. Returns the messages that can be seen now; `seen` is
    called with them as soon as there are any.
    """
    error_handler.stands(interaction)
    bot = interaction.client
    async with AsyncExitStack() as own:
        if telling is None:
            telling = await own.enter_async_context(Telling(interaction))
        if line is None and answers_it:
            way = ByAnswer(telling, done)
        lined = lined or asyncio.Event()
        try:
            if match.apart:
                instead = by_answers(bot, match, way if line is not None else None)
                sent = await _apart(telling, match, reply, nonce, done, instead=instead, lead=lead)
            else:
                async with patience(telling, done) as waiting:
                    if line is not None:
                        sent = await channels.send_board(
                            bot, match, reply, line, nonce, now=now, way=way, lined=lined
                        )
                    else:
                        sent = await channels.broadcast(bot, match, reply, nonce, way)
        except TROUBLES as error:
            owed, there = line is not None, way is not None and way.tried
            failure = _Failure(error, owed=owed, known=lined.is_set(), there=there)
            closes, sent = False, await _instead(telling, match, reply, done, failure)
        else:
            closes = not match.apart and line is not None
            if not match.apart:

                async def tell_unless_told() -> None:
                    await telling.begun()
                    told = isinstance(way, ByAnswer) and way.told and not waiting.is_set()
                    if not told or any(one.channel != interaction.channel_id for one in sent):
                        await tell(interaction, match, done, sent, lead=lead)

                telling.add(tell_unless_told)
        if sent and seen is not None:
            await seen(sent)
        if closes:  # The user's answer may be there, too.
            telling.add(partial(channels.close, bot, match))
    return sent


@asynccontextmanager
async def patience(telling: Telling, done: Reply) -> AsyncIterator[asyncio.Event]:
    """If showing it to others takes some seconds, tells the user that what they have `done` counts,
    and sets the event. The caller then still has to tell them `done`.
    """
    over, waiting, interaction = asyncio.Event(), asyncio.Event(), telling.interaction

    async def watch() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await over.wait()
        except TimeoutError:
            await telling.begun()  # What keeps them waiting may be their own answer.
            if over.is_set():
                return
            waiting.set()
            remark = language_of(interaction).gettext(error_handler.WAITING)
            await answers.tell(interaction, done.adding(remark))

    telling.add(watch)
    try:
        yield waiting
    finally:
        over.set()


async def led(
    interaction: Interaction, match: Listing, done: Reply, sent: Sequence[Sent] = ()
) -> Reply:
    """What the user is told, with where the board was `sent` or is shown, unless they are there or
    this can't be found out now.
    """
    try:
        language = language_of(interaction)
        if answers.replaces_public(interaction):
            language = await answers.public_language(interaction, match.place)
        return await whereabouts.led(interaction, match, done, language, sent)
    except (*TROUBLES, TableError) as error:
        log.log(level_of(error), "match=%s: nobody is led there: %s", match.id, error)
        return done


async def tell(
    interaction: Interaction,
    match: Listing,
    done: Reply,
    sent: Sequence[Sent] = (),
    *,
    lead: bool = True,
) -> None:
    """Tells the user what was done and, with `lead`, where it was `sent` or is shown."""
    told = await led(interaction, match, done, sent) if lead else done
    await answers.tell(interaction, told)


@dataclass(frozen=True, slots=True)
class _Failure:
    """What has kept a reply from being shown where it belongs."""

    error: BaseException
    owed: bool
    """Whether it will be tried again."""
    known: bool
    """Whether everybody knows by a line, and only a kept board is behind. It is left to the outbox
    sender, so that nobody is called twice.
    """
    there: bool
    """Whether it may be there as an answer. If we may not look, that is left to the outbox sender,
    too.
    """


async def _instead(
    telling: Telling, match: Match, reply: Reply, done: Reply, failure: _Failure
) -> list[Sent]:
    """Tells the user why the others don't see a reply, and shows it in the answer: to everybody
    there, or to the user alone.
    """
    interaction, error, where = telling.interaction, failure.error, match.place.where
    meaning = meaning_of(error)
    log.log(level_of(error), "match=%s channel=%d: %s", match.id, where, error)
    place = None if match.apart else where
    language = language_of(interaction)
    excused = done.adding(error_handler.excuse(interaction, error, place, language))
    look = act_button(match, BOARD, "board", language)
    excused = excused.offering(look)
    if interaction.channel_id != place or not meaning.shuts:
        told = excused if answers.replaces_public(interaction) else _with(excused, reply)
        telling.add(partial(answers.tell, interaction, told))
        return []
    await telling.add(partial(answers.tell, interaction, excused))
    if failure.known:
        return []
    found = Found(interaction.client, interaction.id)
    try:
        if failure.there and not interaction.app_permissions.read_message_history:
            raise HistoryHidden("it may be there, but we may not look")
        if failure.there and (before := await found.look(where)) is not None:
            return [before]
        shown = await interaction.followup.send(**reply.sent(), wait=True)
        return [sent_as(shown)]
    except TROUBLES as trouble:
        level = meaning_of(trouble).level
        log.log(level, "match=%s: not even as an answer: %s", match.id, trouble)
        if failure.owed:
            excused = excused.adding(language.gettext(error_handler.NOT_YET))
        told = excused if answers.replaces_public(interaction) else _with(excused, reply)
        telling.add(partial(answers.tell, interaction, told))
        return []


def _with(done: Reply, reply: Reply) -> Reply:
    """The user's own message combined with what the others should have seen."""
    return replace(reply, text=f"{done.text}\n\n{reply.text}", mentions=())


async def _apart(
    telling: Telling,
    match: Listing,
    reply: Reply,
    nonce: str,
    done: Reply,
    *,
    instead: Instead | None,
    lead: bool,
) -> list[Sent]:
    """As `publish`, for a match that no channel shows. Raises as `broadcast`.

    Everybody gets a direct message, and the user learns who accepts none. Where the bot is no
    member, a table is an answer that everybody can read unless the guild hides it, and the user
    gets the board in an answer of their own.
    """
    interaction = telling.interaction
    user, away = user_of(interaction), not match.private
    if away and match.started_at is None:
        await telling.add(partial(answers.tell, interaction, done))
        table = await interaction.followup.send(**reply.sent(), wait=True)
        if table.flags.ephemeral:
            hidden = await _hidden(interaction, match, reply, nonce, done)
            telling.add(partial(answers.tell, interaction, hidden))
        return [sent_as(table)]
    async with patience(telling, done):
        bot, without = interaction.client, user if away else None
        sent, missed = await to_players(bot, match, reply, nonce, without=without, instead=instead)
    if others := [one for one in missed if one != user]:
        remark = f"-# {_unreached(others, language_of(interaction))}"
        done, reply = (done, reply.adding(remark)) if away else (done.adding(remark), reply)
    lead = lead and not away
    told = telling.add(partial(tell, interaction, match, done, sent, lead=lead))
    if away:
        await told
        shown = await interaction.followup.send(**reply.sent(), ephemeral=True, wait=True)
        sent.append(sent_as(shown))
    return sent


async def _hidden(
    interaction: Interaction, match: Listing, reply: Reply, nonce: str, done: Reply
) -> Reply:
    """What the user is told if nobody else sees the bot's answer. The other people concerned get it
    as a direct message.
    """
    user, language = user_of(interaction), language_of(interaction)
    wanted = [one for one in people(match) if one != user]
    _, missed = await to_players(interaction.client, match, reply, nonce, without=user)
    lines = [language.gettext(HIDDEN)]
    if reached := [f"<@{one}>" for one in wanted if one not in missed]:
        lines.append(say(BROUGHT, {"players": listed(reached, language)}, language=language))
    if missed:
        lines.append(_unreached(missed, language))
    if not wanted:
        lines.append(language.gettext(NOBODY_ELSE))
    return done.adding("\n".join(lines))


def _unreached(players: Sequence[PlayerId], language: NullTranslations) -> str:
    """Says that these people can't be sent direct messages."""
    fields: Fields = {
        "players": listed([f"<@{one}>" for one in players], language),
        "count": len(players),
    }
    return say(UNREACHED, fields, language=language)
