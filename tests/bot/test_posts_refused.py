"""Each line of the table of Discord's refusals, for posts in forums and for threads that belong to
no message: how they are made, named and found again, and what is asked before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import games
import matches
from bot.app.client import Dreierlei
from bot.delivery.competitions import bulletins, errands, sign_ups
from bot.delivery.competitions import due as competitions
from bot.delivery.competitions import news as delivery
from bot.delivery.competitions.errands import Errands
from bot.delivery.matches import threads
from bot.interactions.retries import PAUSES
from bot.text import discord_codes
from bot.text.discord_codes import (
    CROWDED,
    LOST,
    MISSING,
    NO_THREAD,
    TROUBLES,
    UNFIT,
    Meaning,
    Request,
)
from competitions.model.settings import Settings
from competitions.tournaments import direction, queries
from competitions.tournaments.creation import open_competition
from competitions.tournaments.held import Held, Terms
from matches import Match, Place
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground import payloads
from playground.faults import Fault
from playground.forums import Tag
from playground.server import Server
from playground.world import FORUM, Channel
from tests import PATIENCE
from tests.bot.test_prefetch import ANN, BEN, ENGLISH, bot
from tests.bot.test_requests import channel, lines, made, passes, refuse, server
from tests.bot.walks import walks

pytestmark = pytest.mark.untraced

__all__ = ["bot", "channel", "server"]

MANY = 9


class Hall:
    """A forum and a text channel, a bot without a connection, and what it has said in its log."""

    def __init__(
        self, bot: Dreierlei, server: Server, text: Channel, caplog: pytest.LogCaptureFixture
    ) -> None:
        self.bot, self.server, self.text, self.log = bot, server, text, caplog
        world, guild = server.world, text.guild
        assert guild is not None
        self.guild = GuildId(guild.id)
        self.host = PlayerId(1)
        """Who directs the last tournament: nobody may direct many."""
        self.forum = world.add_channel(Channel(world.ids.next(), FORUM, "cups", guild))
        for player in (ANN, BEN):
            known: Any = SimpleNamespace(id=player, display_name="N", global_name="N", name="n")
            bot.names.meet(self.guild, known)
        self.forum.tags = [Tag(1, "Open"), Tag(2, "Cancelled"), Tag(3, "Attangle")]

    async def open(self, place: Channel | None = None) -> Held:
        """A tournament that is to be announced in the forum, or elsewhere."""
        self.host = PlayerId(self.host + 1)
        terms = Terms(
            name="Planned",
            guild=self.guild,
            channel=ChannelId((place or self.forum).id),
            game=games.get("attangle"),
            options={},
            clock=Clock.read("3d"),
            unfinished="draw",
        )
        return await open_competition(self.bot.database, terms, Settings("knockout"), self.host)

    async def announced(self, place: Channel | None = None) -> Held:
        """The same once that has been done."""
        held = await self.open(place)
        await self.tell(held)
        held = await queries.get(self.bot.database, held.id)
        assert held.poster is not None
        return held

    async def tell(self, held: Held) -> None:
        """Its news are told, as far as Discord lets the bot."""
        tell: Any = partial(bulletins.tell_competition, self.bot, since=self.bot.database.now())
        over = asyncio.Event()
        Errands(self.bot, over.set).begin("tell of", held.id, tell)
        await over.wait()

    async def match(self, place: int, *, official: bool) -> Match:
        """A match that has just begun."""
        where = Place(self.guild, ChannelId(place))
        given: dict[str, Any] = {"game": "attangle", "host": ANN, "place": where}
        table = await matches.open_table(self.bot.database, invited=[BEN], **given)
        match = await matches.accept(self.bot.database, table.id, BEN)
        return replace(match, official=official)

    def posts(self, id_: str = "") -> list[Channel]:
        """The posts and threads with this id in their names; all of them without one."""
        return [
            one
            for one in self.server.world.channels.values()
            if one.parent is not None and f" · {id_}" in one.name
        ]

    def refuse(self, request: Request, line: Meaning, times: int = MANY) -> None:
        """The next requests get this answer, and the log begins anew."""
        self.log.clear()
        self.server.faults.requests.clear()
        refuse(self.server, request, line, 1 if passes(line) else times)

    def mend(self) -> None:
        """The trouble is over, and Discord says so."""
        self.server.faults.clear()
        below = [one.id for one in self.posts()]
        self.bot.shut.open(self.forum.id, self.text.id, self.guild, *below)
        self.log.clear()

    def remove(self, match: Match) -> None:
        """Somebody deletes the posts and threads of a match."""
        for one in self.posts(match.id):
            self.server.world.remove_channel(one)

    def said(self) -> list[int]:
        """The levels of what the log says of refusals."""
        names = {one.__name__ for one in (competitions, errands, sign_ups, threads, delivery)}
        return [one.levelno for one in self.log.records if one.name in names]


@pytest.fixture
def hall(
    bot: Dreierlei, server: Server, channel: Channel, caplog: pytest.LogCaptureFixture
) -> Hall:
    """Where tournaments are held."""
    data: Any = payloads.user(server.world.bot)
    bot._connection.user = discord.ClientUser(state=bot._connection, data=data)
    caplog.set_level(logging.INFO, logger="bot")
    return Hall(bot, server, channel, caplog)


@walks("post", "channel", "active")
@pytest.mark.parametrize("request_", ["post", "channel", "active"])
async def test_every_line_of_announcing(hall: Hall, request_: Request) -> None:
    """A tournament gets its post as soon as Discord allows it, and only one. While the forum is
    shut, it isn't tried. What would be refused again is left out, and the log says so.
    """
    for line in lines(request_):
        hall.refuse(request_, line)
        held = await hall.open()
        await hall.tell(held)
        if passes(line):
            assert (len(hall.posts(held.id)), hall.said()) == (1, []), line
            continue
        assert hall.posts(held.id) == [], line
        lost = not line.passes
        assert hall.said() == [logging.WARNING if lost else line.level], line
        before = made(hall.server, request_)
        await hall.tell(held)
        asked = made(hall.server, request_) > before
        assert asked == (not lost and not (line.shuts if request_ == "post" else line.hides)), line
        hall.mend()
        await hall.tell(held)
        assert len(hall.posts(held.id)) == (0 if lost else 1), line


async def test_a_post_whose_answer_is_lost(hall: Hall) -> None:
    """The next attempt finds it."""
    path = rf"^/channels/{hall.forum.id}/threads$"
    hall.server.faults.planned.append(Fault("lost", path, "POST"))
    held = await hall.open()
    await hall.tell(held)
    assert (await queries.get(hall.bot.database, held.id)).poster is None
    await hall.tell(held)
    (post,) = hall.posts(held.id)
    assert (await queries.get(hall.bot.database, held.id)).poster == post.id


@walks("post", "channel", "active")
@pytest.mark.parametrize("request_", ["post", "channel", "active"])
async def test_every_line_of_a_match_in_a_forum(hall: Hall, request_: Request) -> None:
    """It gets a post beside that of its tournament, or is played in that one. Where that is shut,
    the match waits for it, and gets its post then.
    """
    match = await hall.match((await hall.announced()).terms.channel, official=True)
    make = partial(threads.make, hall.bot, match, ENGLISH)
    for line in lines(request_):
        attempts = 1 if line is not LOST else len(PAUSES) + 1
        hall.refuse(request_, line, attempts if request_ == "post" else MANY)
        if request_ == "channel" and line.hides:
            with pytest.raises(discord.HTTPException):
                await make()
        else:
            post = await make()
            assert (post is not None) == passes(line), line
            assert [one.id for one in hall.posts(match.id)] == ([post] if post else []), line
        assert passes(line) or line.level in hall.said(), line
        hall.mend()
        assert await make() is not None, line
        assert len(hall.posts(match.id)) == 1, line
        hall.remove(match)


@walks("apart")
async def test_every_line_of_a_thread_without_a_message(hall: Hall) -> None:
    """Whoever is told where the match is played reads why it has no thread, unless there are none
    in such a channel. Where the bot can't use the channel at all the match waits.
    """
    match = await hall.match(hall.text.id, official=False)
    make = partial(threads.make, hall.bot, match, ENGLISH)
    for line in lines("apart"):
        hall.remove(match)
        hall.refuse("apart", line)
        if passes(line):
            thread = await make()
            assert [one.id for one in hall.posts(match.id)] == [thread], line
            continue
        if line.hides:
            with pytest.raises(discord.HTTPException):
                await make()
        elif line.sentence == UNFIT:
            assert await make() is None, line
        else:
            with pytest.raises(threads.NoThread) as refused:
                await make()
            known = line.sentence in (MISSING, CROWDED)
            assert refused.value.sentence == (line.sentence if known else NO_THREAD), line
        assert hall.said() == [line.level], line
        hall.mend()
        assert await make() is not None, line


@pytest.mark.parametrize("fault", ["lost", "cut"])
@pytest.mark.parametrize("official", [True, False])
async def test_a_thread_or_post_whose_answer_is_lost(
    hall: Hall, official: bool, fault: str
) -> None:
    """The match is played there, and has no other."""
    place = (await hall.announced()).terms.channel if official else hall.text.id
    match = await hall.match(place, official=official)
    parent = hall.forum if official else hall.text
    hall.server.faults.planned.append(Fault(fault, f"^/channels/{parent.id}/threads$", "POST"))
    made = await threads.make(hall.bot, match, ENGLISH)
    assert [(one.id, one.parent) for one in hall.posts(match.id)] == [(made, parent)]


@walks("rename")
async def test_every_line_of_closing_a_thread(hall: Hall) -> None:
    """It gets the result as its name, and is archived; also if somebody else has archived it just
    before. Where Discord refuses, it stays as it is, and the log says so once.
    """
    for line in lines("rename"):
        match = await hall.match(hall.text.id, official=False)
        thread = await threads.make(hall.bot, match, ENGLISH)
        assert thread is not None
        await matches.move_to(hall.bot.database, match.id, thread=thread)
        over = (await matches.resign(hall.bot.database, match.id, ANN)).match
        awake = line.again == "awake"
        hall.refuse("rename", line, 1 if awake else MANY)
        await threads.close(hall.bot, over, ENGLISH)
        (kept,) = hall.posts(match.id)
        done = passes(line) or awake
        assert (kept.name.endswith("wins"), kept.archived) == (done, done), line
        assert hall.said() == ([] if done else [line.level]), line
        hall.mend()


@walks("tags", "channel")
@pytest.mark.parametrize("request_", ["tags", "channel"])
async def test_every_line_of_tags(hall: Hall, request_: Request) -> None:
    """The post of a tournament tells how it stands. Where Discord refuses that is said once, and
    tried again if it can be mended.
    """
    held = await hall.announced()
    (post,) = hall.posts(held.id)
    name, tags = post.name, post.applied
    for line in lines(request_):
        post.name, post.applied = f"Before · {held.id}", [2]
        awake = line.again == "awake"
        hall.refuse(request_, line, 1 if awake else MANY)
        shown = await sign_ups.show(hall.bot, held.id)
        done = passes(line) or awake
        assert ((post.name, post.applied) == (name, tags)) == done, line
        assert hall.said() == ([] if done else [line.level]), line
        owed = not done and line.again in ("soon", "mended")
        assert (shown.owed is not None) == owed, line
        hall.mend()
        assert (await sign_ups.show(hall.bot, held.id)).owed is None, line
        assert (post.name, post.applied) == (name, tags), line


async def test_tags_are_tried_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without another change, as long as the trouble lasts, and no longer. What would be refused
    again is not.
    """
    monkeypatch.setattr(discord_codes, "FIRST", timedelta(0))
    held = await hall.announced()
    (post,) = hall.posts(held.id)
    service, name = hall.bot.service(competitions.Competitions), post.name
    by_code = {line.code: line for line in lines("tags")}
    for code, times in ((50013, 3), (200001, 1)):
        line = by_code[code]
        post.name = f"Before · {held.id}"
        hall.refuse("tags", line, 3)
        service.show(held.id)
        async with asyncio.timeout(PATIENCE):
            while await hall.bot.unfinished.begun() or service.owed:
                await hall.bot.unfinished.wait(PATIENCE)
        assert made(hall.server, "tags") == times + line.passes, line
        assert (post.name == name) == line.passes, line
        hall.mend()


@walks("read")
async def test_every_line_of_looking_for_an_announcement(hall: Hall, server: Server) -> None:
    """A tournament that is held in another channel is announced there once, as soon as Discord
    says whether it has been already.
    """
    world = server.world
    for line in lines("read"):
        other = Channel(world.ids.next(), hall.text.type, "other", hall.text.guild)
        world.add_channel(other)
        before = await hall.announced(hall.text)
        await direction.change(hall.bot.database, before.id, hall.host, channel=ChannelId(other.id))
        hall.refuse("read", line)
        move: Callable[[], Awaitable[None]] = partial(sign_ups.move, hall.bot, before)
        if passes(line) or (line.lasts and not line.hides) or line.again == "resent":
            await move()
            assert len(other.messages) == 1, line
        else:
            with pytest.raises(TROUBLES):
                await move()
            assert not other.messages, line
        hall.mend()
        hall.bot.shut.open(other.id)
        await move()
        assert len(other.messages) == 1, line
