"""The tokens of interactions, as long as they are good.

For a quarter of an hour, an interaction's token sends what follows its answer, and edits that, and
the message whose control was used. None of it spends the requests that Discord allows a bot. But
there are no nonces: when Discord's reply is lost nobody knows whether the message is there. So it
is sent once, without the repetitions of discord.py, and then looked for in the channel's history.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord
from discord.http import MultipartParameters, Route, handle_message_parameters

from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.transport.posts import Sent, body_of
from bot.text.discord_codes import TROUBLES, meaning_of
from bot.ui.controls import texts
from bot.ui.message import Reply
from matches.model.ids import ChannelId, MatchId, MessageId, PlayerId

log = logging.getLogger(__name__)

VALID = 14 * 60.0
"""Seconds for which a token is used, from its interaction on: Discord allows a quarter of an
hour.
"""
LIMIT = 10_000
"""How many messages, and how many matches, are remembered."""
ORIGINAL = "@original"
"""How Discord calls the answer itself, or the message with the control that was used."""
LOOK_AGAIN = 1.0
"""Seconds after which an answer in doubt is looked for once more: Discord may be about to show it
when its reply is lost already.
"""
PATIENCE = 10.0
"""Seconds for a request. Then its reply counts as lost."""
BLIND = 5 * 60.0
"""Seconds after an interaction in which nothing that may be its answer is sent again where we may
not look. Later it is: it is better shown twice than never.
"""
_PAGES = 5
_GONE, _EARLY = 404, 429

V = TypeVar("V")
K = TypeVar("K", bound=Hashable)
Is: TypeAlias = Callable[[Any], bool]
"""Whether a message, as Discord describes it, is the one that is looked for."""


class HistoryHidden(PermissionError):
    """Discord returns no messages where we lack *Read Message History*: nobody knows whether one
    is there.
    """


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction, and the webhook that it makes."""

    interaction: int
    webhook: discord.Webhook

    @property
    def left(self) -> float:
        """For how many seconds it is still used."""
        return VALID - max(age_of(self.interaction), 0.0)


class Tokens:
    """The good tokens that this process knows, by what they may be used for. They are kept in
    memory only.
    """

    def __init__(self) -> None:
        self._editing: OrderedDict[MessageId, tuple[Token, str]] = OrderedDict()
        self._following: OrderedDict[tuple[MatchId, ChannelId], Token] = OrderedDict()
        self._own: OrderedDict[tuple[MatchId, ChannelId, PlayerId], Token] = OrderedDict()
        self._rests: OrderedDict[int, float] = OrderedDict()
        """When the token of an interaction may be used again, in steady time."""

    def may_edit(self, message: MessageId, token: Token, path: str = "") -> None:
        """Notes that this token edits this message, for as long as it is good."""
        _remember(self._editing, message, (token, path or str(message)))

    def may_follow(self, match_id: MatchId, where: ChannelId, token: Token) -> None:
        """Notes that somebody has just acted in a match, in this place, by the interaction of this
        token.
        """
        _remember(self._following, (match_id, where), token)

    def belongs_to(
        self, player: PlayerId, match_id: MatchId, where: ChannelId, token: Token
    ) -> None:
        """Notes that this token is the player's own: they have just used the bot in a match, in
        this place, whether or not that has changed the match.
        """
        _remember(self._own, (match_id, where, player), token)

    def own(self, player: PlayerId, match_id: MatchId, where: ChannelId) -> Token | None:
        """The token of what a player has done in a match there last."""
        token = self._own.get((match_id, where, player))
        return token if token is not None and token.left > 0 else None

    def following(
        self, match_id: MatchId, where: ChannelId, among: Collection[int]
    ) -> Token | None:
        """The token by which more can follow what somebody has done in a match there last, if that
        was `among` these interactions: what follows another one isn't looked for there.
        """
        token = self._following.get((match_id, where))
        return token if token and token.left > 0 and token.interaction in among else None

    def edits(self, message: MessageId) -> bool:
        """Whether one of them still edits this message."""
        known = self._editing.get(message)
        return known is not None and known[0].left > 0

    async def edit(self, message: MessageId, **changes: Any) -> bool:
        """Edits a message. `changes` are as for `Message.edit`. Returns whether that was possible;
        raises nothing.
        """
        token, name = self._editing.get(message, (None, ""))
        if token is None or token.left <= 0:
            return False
        webhook = token.webhook
        path = f"/webhooks/{webhook.id}/{webhook.token}/messages/{name}"
        try:
            with handle_message_parameters(**changes) as given:
                await self.ask(token, "PATCH", path, given)
        except TROUBLES as error:
            log.log(level_of(error), "message=%d is no answer any more: %s", message, error)
            return False
        return True

    async def ask(self, token: Token, method: str, path: str, given: MultipartParameters) -> Any:
        """Asks Discord once for something that needs no authorization but a token, when that may be
        used again: Discord allows each some requests in a few seconds. Raises TROUBLES, also if the
        reply takes longer than `PATIENCE`.
        """
        session, url, body = token.webhook.session, f"{Route.BASE}{path}", body_of(given)
        limit = aiohttp.ClientTimeout(total=PATIENCE)
        await asyncio.sleep(self._rests.get(token.interaction, 0.0) - time.monotonic())
        async with session.request(method, url, timeout=limit, **body) as response:
            said = await discord.http.json_or_text(response)
        if response.status >= 500:
            raise discord.DiscordServerError(response, said)
        # What is refused is sent in another way instead: nobody waits for the end of a long limit.
        if response.status != _EARLY and response.headers.get("X-RateLimit-Remaining") == "0":
            after = float(response.headers.get("X-RateLimit-Reset-After", 0.0))
            _remember(self._rests, token.interaction, time.monotonic() + min(after, PATIENCE))
        if response.status >= 300:
            raise discord.HTTPException(response, said)
        return said


def age_of(snowflake: int) -> float:
    """Seconds since Discord made this id, as far as its clock and ours agree."""
    return time.time() - discord.utils.snowflake_time(snowflake).timestamp()


def _remember(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > LIMIT:
        known.popitem(last=False)


async def follow(
    bot: Bot,
    token: Token,
    where: ChannelId,
    reply: Reply,
    *,
    is_it: Is,
    after: int,
) -> Sent | None:
    """Sends a reply after an answer, for everybody in the channel. It can be edited while the token
    is good.

    If nobody knows whether it has arrived, the channel's history tells, at once or a moment later:
    it is the first message `after` that one for which `is_it` holds. Returns None if it is not
    there. Raises TROUBLES if that can't be found out.
    """
    try:
        message = await _post(bot, token, reply)
    except (discord.DiscordServerError, aiohttp.ClientError, OSError) as error:
        log.info("channel=%d: is the answer there? %s", where, error)
        message = await find(bot, where, after=after, is_it=is_it)
        if message is None:
            await asyncio.sleep(LOOK_AGAIN)
            message = await find(bot, where, after=after, is_it=is_it)
    except discord.HTTPException as error:
        log.info("channel=%d: nothing can follow the answer: %s", where, error)
        return None
    if message is None or message.get("flags", 0) & discord.MessageFlags.ephemeral.flag:
        return None
    sent = sent_by(message, where)
    bot.service(Tokens).may_edit(sent.id, token)
    return sent


async def add(bot: Bot, token: Token, reply: Reply) -> None:
    """Sends a reply after an answer that nobody would miss: it is tried once, and not looked for.
    Raises nothing.
    """
    try:
        await _post(bot, token, reply)
    except TROUBLES as error:
        log.log(level_of(error), "nothing is added: %s", error)


async def find(bot: Bot, where: ChannelId, *, after: int, is_it: Is) -> Any:
    """The first message in a channel which `is_it`, if there is one `after` a message; None
    if the channel is gone. Raises TROUBLES, also if we may not see the channel now: we may again
    by the time something is sent there. HistoryHidden only within `BLIND`.
    """
    route, since = Route("GET", "/channels/{channel_id}/messages", channel_id=where), after
    for _ in range(_PAGES):
        try:
            with bot.shut.reaching(where):
                found = await bot.http.request(route, params={"after": after, "limit": 100})
        except discord.HTTPException as error:
            meaning = meaning_of(error)
            if not meaning.shuts or meaning.status != _GONE:
                raise
            return None
        if not found and age_of(since) < BLIND and _hides_history(bot, where):
            raise HistoryHidden("we may not read what was said there")
        for one in sorted(found, key=lambda each: int(each["id"])):  # Discord begins with the last.
            if is_it(one):
                return one
        if len(found) < 100:
            return None
        after = max(int(one["id"]) for one in found)
    return None


def _hides_history(bot: Bot, where: ChannelId) -> bool:
    """Whether we are known to lack the permission to read what was said in a channel before."""
    known = bot.get_channel(where)
    if isinstance(known, discord.Thread):
        known = known.parent
    if not isinstance(known, discord.abc.GuildChannel):
        return False
    return not known.permissions_for(known.guild.me).read_message_history


def sent_by(message: Any, where: ChannelId) -> Sent:
    """A message in a channel, as Discord describes it."""
    return Sent(MessageId(int(message["id"])), where, tuple(texts(message, "custom_id")))


def answers_to(message: Any) -> int | None:
    """The interaction that a message answers, as Discord describes it."""
    found = (message.get("interaction_metadata") or {}).get("id")
    return None if found is None else int(found)


def answers_whom(message: Any) -> int | None:
    """Whose interaction a message answers, as Discord describes it."""
    found = ((message.get("interaction_metadata") or {}).get("user") or {}).get("id")
    return None if found is None else int(found)


async def _post(bot: Bot, token: Token, reply: Reply) -> Any:
    """Sends a reply after an answer, and returns it as Discord describes it. Raises TROUBLES."""
    webhook, allowed = token.webhook, bot.allowed_mentions
    path = f"/webhooks/{webhook.id}/{webhook.token}?wait=true"
    with handle_message_parameters(previous_allowed_mentions=allowed, **reply.sent()) as given:
        return await bot.service(Tokens).ask(token, "POST", path, given)
