"""Requests to Discord about guilds, members and users: what replaces a refused answer, and when it
is requested again. Each line of the table is tested.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.app.client import Dreierlei
from bot.context import lookups
from bot.context.lookups import Asker
from bot.context.names import NOBODY
from bot.i18n.catalogues import of_locale
from bot.interactions.locale import language_at
from matches import Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground import payloads
from playground.faults import Fault
from playground.server import Server
from playground.world import Guild
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import lines, made, passes, people, refuse, server
from tests.bot.walks import walks
from tests.soak.town import people_of

__all__ = ["bot", "people", "server"]

MANY = 9
ENGLISH = of_locale("en-US")


class Looker:
    """The test of one line: what is requested, and what replaces it while it is unknown."""

    def __init__(self, bot: Dreierlei, server: Server, user: PlayerId) -> None:
        self.bot, self.server, self.user = bot, server, user
        self.guild: Guild = next(iter(server.world.guilds.values()))

    def known(self) -> discord.Guild:
        """The guild, as if the bot were connected to it."""
        data: Any = payloads.guild_create(self.server.world, self.guild, all_members=False)
        return self.bot._connection._add_guild_from_data(data)

    async def name(self) -> str | None:
        """The user's name; None if a dash replaces it."""
        self.known()
        found = await self.bot.names.of(GuildId(self.guild.id), self.user, ENGLISH)
        return None if found == NOBODY else found

    async def member(self) -> str | None:
        """The user as a member, who may see something."""
        found = await self.bot.lookups.member(self.known(), self.user)
        return found.name if found else None

    async def language(self) -> str | None:
        """The language of a guild whose shard belongs to another process; None if
        it falls back to the default.
        """
        self.bot._connection._guilds.clear()
        self.bot.shard_count = 1
        found = await language_at(self.bot, Place(GuildId(self.guild.id), ChannelId(8)), "de")
        return None if found is of_locale("de") else "en-US"

    def mend(self, what: str) -> None:
        """Clears what is cached for a while."""
        self.bot.shut.open(self.guild.id)
        if what == "name":
            user = self.server.world.users[self.user]
            named: Any = payloads.user(user)
            met = discord.User(state=self.bot._connection, data=named)
            self.bot.names.meet(GuildId(self.guild.id), met)
        self.bot.lookups._known.clear()


@walks("look")
@pytest.mark.parametrize("what", ["name", "member", "language"])
async def test_every_line_of_looks(
    bot: Dreierlei,
    server: Server,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    """Missing answers are done without, and one log line says so. The request is repeated the next
    time, or after a while if the answer would be the same, or if it is about a guild.
    """
    caplog.set_level(logging.INFO, logger="bot")
    monkeypatch.setattr(lookups, "PATIENCE", 60.0)
    monkeypatch.setattr(lookups, "SOON", lookups.FRESH)
    met, users = lines("look"), people_of(server.world)
    for line, user in zip(met, users[: len(met)], strict=True):
        looker = Looker(bot, server, PlayerId(user.id))
        look: Callable[[], Awaitable[str | None]] = getattr(looker, what)
        server.faults.requests.clear()
        caplog.clear()
        refuse(server, "look", line, 1 if passes(line) else MANY)
        found = await look()
        if passes(line):
            assert found is not None, line
            assert made(server, "look") == 2, line
            assert not _said(caplog), line
        else:
            assert found is None, line
            assert {one.levelno for one in _said(caplog)} == {line.level}, line
        server.faults.clear()
        before = made(server, "look")
        again = await look()
        if what == "language" or line.lasts or passes(line):
            assert (again, made(server, "look")) == (found, before), line
        else:
            assert again is not None, line
            assert made(server, "look") == before + 1, line
        looker.mend(what)
        assert await look() is not None, line
        looker.mend(what)


async def test_a_guild_is_asked_for_again(
    bot: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon, if Discord could not answer; if it says that the bot is no member, after a while."""
    monkeypatch.setattr(lookups, "PATIENCE", 60.0)
    monkeypatch.setattr(lookups, "SOON", 0.0)
    looker = Looker(bot, server, PlayerId(people_of(server.world)[0].id))
    for line in [one for one in lines("look") if not passes(one)]:
        refuse(server, "look", line, MANY)
        assert await looker.language() is None, line
        server.faults.clear()
        again = await looker.language()
        assert (again is None) == (line.lasts or line.hides), line
        looker.mend("language")


async def test_one_person_asks_only_so_much(bot: Dreierlei, server: Server) -> None:
    """Whoever looks at many things makes a few requests a minute; what is not asked for is
    unknown. Others' questions are answered meanwhile, and what is known stays so.
    """
    first, second, *_ = people_of(server.world)
    curious, other = (Looker(bot, server, PlayerId(one.id)) for one in (first, second))
    guild = curious.known()
    server.faults.requests.clear()
    assert await curious.member() is not None
    for number in range(3 * lookups.MOST):
        assert await bot.lookups.thread(guild, ChannelId(number), Asker(curious.user)) is None
    assert sum(one.method == "GET" for one in server.faults.requests) == lookups.MOST
    assert await curious.member() is not None
    assert await other.member() is not None


async def test_a_name_from_elsewhere_is_not_kept(bot: Dreierlei, server: Server) -> None:
    """While Discord is in trouble a member's display name replaces their nickname, temporarily.
    Users who are not members keep it for good.
    """
    first, second, *_ = people_of(server.world)
    for user, status, code, asked in ((first, 503, 0, 4), (second, 404, 10007, 2)):
        server.faults.requests.clear()
        fault = Fault("status", r"/members/\d+", "GET", times=2, status=status, code=code)
        server.faults.planned[:] = [fault]
        looker = Looker(bot, server, PlayerId(user.id))
        assert [await looker.name() for _ in range(2)] == [user.global_name] * 2
        assert made(server, "look") == asked


def _said(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [one for one in caplog.records if one.name.startswith("bot")]
