"""Two bot processes, each with one of two shards, on one PostgreSQL; one is killed.

`DREIERLEI_MATCHES` sets the number of matches, for a longer run.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select

import matches
from matches import Match, Place
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from matches.settings.guilds import configure
from matches.settings.players import prefer
from matches.wishes import requests
from matches.wishes.requests import Wanted
from matches.wishes.terms import Meeting, TableKind, Terms
from playground.answers import NoResponse
from playground.client import Channel, Playground, PlaygroundError, User
from storage import schema
from storage.database import Database
from tests import PATIENCE
from tests.bot.access_scene import unknown
from tests.support.matches import known, said
from tests.support.replay import replay_match
from tests.support.stack import Bot, Stack
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.untraced

NUMBER = int(os.environ.get("DREIERLEI_MATCHES", "200"))
TURNS = 2
"""The number of turns in each match."""
AT_ONCE = 12
"""The number of matches in which somebody types at the same time."""
LATER = 5.0 * PATIENCE
"""Seconds after which the test counts as hanging, however many matches there are."""
_MATCH = re.compile(r"`([0-9A-Z]{4,})`")
_TURN = re.compile(r"(?:^|: )(\d+)\. `", re.MULTILINE)


@pytest.fixture
def bots(address: str, tmp_path: Path) -> Iterator[list[Bot]]:
    """Both processes. Afterwards their logs are checked, and everything they have stored."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    shared = {"DATABASE_URL": address, "SHARD_COUNT": "2"}
    first = Stack(folders[0], **shared, SHARD_IDS="0")
    second = Bot(folders[1], first.url, **shared, SHARD_IDS="1")
    yield [first, second]
    for bot in (second, first):
        bot.close()
    for bot in (second, first):
        bot.check()


@pytest.fixture
async def pg(bots: list[Bot]) -> AsyncIterator[Playground]:
    """The test client, with both shards online."""
    async with Playground.connect(bots[0].url) as client:
        await client.wait_online(shards=2)
        yield client


async def test_every_turn_and_every_notice_exactly_once(
    bots: list[Bot], pg: Playground, db: Database
) -> None:
    """Many matches are played in both shards while one process is killed and restarted. Each turn
    is entered and shown once, and each notice is seen once, in the channel or by direct message, as
    its player prefers.
    """
    direct = {pg.user(name).id for name in ("david", "emma")}
    for player in direct:
        await prefer(db, PlayerId(int(player)), notices="direct")
    for guild in (await pg.refresh())["guilds"]:
        await configure(db, GuildId(int(guild["id"])), threads=False)
    begun = [await _begin(pg, db, number) for number in range(NUMBER)]
    driver = _Driver(pg, db, direct)
    async with asyncio.timeout(LATER), asyncio.TaskGroup() as group:
        watching = group.create_task(driver.watch())
        playing = [group.create_task(driver.play(match.id)) for match in begun]
        await pg.wait_for(lambda: _half(db), LATER)
        bots[1].kill()
        await pg.wait_for(partial(_connected, pg, 1))
        bots[1].start()
        await asyncio.wait(playing)
        await pg.wait_for(lambda: _all_told(db), LATER)
        watching.cancel()
    await _check(pg, db, begun, direct)


async def test_people_on_a_server_of_another_process(
    bots: list[Bot], pg: Playground, db: Database
) -> None:
    """Haven't left it for this one: they find each other there."""
    bots[1].kill()
    (guild,) = [GuildId(int(one["id"])) for one in (await pg.refresh())["guilds"][1:2]]
    assert (guild >> 22) % 2 == 1
    there = ChannelId(int(_channels(pg)[1].id))
    terms = Terms((TableKind("attangle", 2),), (Clock.read("3d"),), where="server")
    wanted = Wanted(terms, meeting=Meeting(guild, there))
    for name in ("ben", "david"):
        await requests.make(db, PlayerId(int(pg.user(name).id)), wanted)
    places = select(schema.match.c.guild)

    async def placed() -> list[int | None]:
        return await db.read(lambda connection: [*connection.execute(places).scalars()])

    assert await pg.wait_for(placed) == [guild]
    bots[1].start()
    await pg.wait_for(partial(_connected, pg, 2))


async def test_a_cup_between_servers_of_two_processes(bots: list[Bot], pg: Playground) -> None:
    """Each process knows the name of the other's server, and asks somebody there to direct it."""
    here, there = _channels(pg)
    owner, ben, david = (pg.user(name) for name in ("anna", "ben", "david"))
    for one in (owner, ben, david):
        await one.change(locale="en-US")
    cup = await open_cup(owner, here, name="Servers", format="round-robin", start=7, servers=True)
    await cup.join(david)
    page = await ben.command("tournament show", there, tournament=cup.id)
    await page.click("Sign up")
    await cup.start()
    await cup.news("round 1 of 1 begins")
    cup.channel = there
    assert "Playground **0**" in (await cup.page(ben, "Standings")).content
    cup.channel = here
    await ben.command("server", there, public=True)
    named = "Spielplatz **0**"

    async def is_named() -> bool:
        return named in (await cup.page(david, "Standings")).content

    await pg.wait_for(is_named)
    await cup.hand_over(ben)
    assert "Manage…" in (await cup.page(ben)).labels


async def test_a_board_from_direct_messages(pg: Playground, db: Database) -> None:
    """Who sees the channel of a match on the other process's server, or the thread there in which
    it was opened, reads it: by what Discord says of both. Nobody else does.
    """
    german, emma, clara = _channels(pg)[1], pg.user("emma"), pg.user("clara")
    await clara.change(locale="en-US")
    guild = GuildId(int(german.data["guild_id"]))
    assert (guild >> 22) % 2 == 1
    players = [PlayerId(int(pg.user(name).id)) for name in ("ben", "david")]
    first = await _between(db, Place(guild, ChannelId(int(german.id))), *players)
    await pg.wait_for(lambda: _all_told(db), LATER)
    thread = (await matches.get(db, first.id)).place.own_thread
    assert thread is not None
    second = await _between(db, Place(guild, thread), *players)
    for match in (first, second):
        await known(emma, await emma.dm(), match.id)
    await german.permit(everyone=True, deny=["view_channel"])
    await german.permit(allow=["view_channel"])
    refused = await clara.command("board", await clara.dm(), match=first.id)
    assert (await said(refused)).content == unknown(first.id)


async def test_a_turn_from_direct_messages(pg: Playground, db: Database) -> None:
    """One process answers there. The match is in a channel of the other one's server, and its board
    is shown once, there alone.
    """
    for guild in (await pg.refresh())["guilds"]:
        await configure(db, GuildId(int(guild["id"])), threads=False)
    match = await _begin(pg, db, 1)
    assert match.place.guild is not None
    assert (match.place.guild >> 22) % 2 == 1
    player = pg.user(str(match.player_to_move))
    await pg.wait_for(lambda: _all_told(db), LATER)
    direct = await player.dm()
    reply = await player.command("move", direct, turn="c3", match=match.id)
    assert f"`{match.id}`" in reply.content
    await pg.wait_for(lambda: _all_told(db), LATER)
    assert (await replay_match(db, match.id)).turn_count == 1
    shown = (await _boards(pg))[match.id]
    assert [numbers for numbers, _ in shown] == [[], ["1"]]
    assert [one for one in await direct.messages() if one.attachments and not one.ephemeral] == []


async def _begin(pg: Playground, db: Database, number: int) -> Match:
    """A match of two of the players, alternately in each guild."""
    channel = _channels(pg)[number % 2]
    guild = (await pg.refresh())["guilds"][number % 2]["id"]
    host, guest = random.Random(number).sample([int(user.id) for user in pg.users], 2)
    place = Place(GuildId(int(guild)), ChannelId(int(channel.id)))
    return await _between(db, place, PlayerId(host), PlayerId(guest))


async def _between(db: Database, place: Place, host: PlayerId, guest: PlayerId) -> Match:
    table = await matches.open_table(db, game="attangle", host=host, invited=[guest], place=place)
    return await matches.accept(db, table.id, guest)


def _channels(pg: Playground) -> list[Channel]:
    return [pg.channel("general"), pg.channel("allgemein")]


async def _connected(pg: Playground, shards: int) -> bool:
    state = await pg.request("GET", "control/state")
    return len([one for one in state["sessions"] if one["connected"]]) == shards


async def _half(db: Database) -> bool:
    """Whether half of all turns are entered."""
    query = select(func.sum(schema.match.c.turn_count))
    total = await db.read(lambda connection: connection.execute(query).scalar_one())
    return int(total) >= NUMBER * TURNS // 2


async def _all_told(db: Database) -> bool:
    """Whether the outbox is empty."""
    query = select(func.count()).select_from(schema.notice)
    return await db.read(lambda connection: connection.execute(query).scalar_one()) == 0


class _Driver:
    """People at their boards. They retry if they get no answer and the turn is not stored."""

    def __init__(self, pg: Playground, db: Database, direct: set[str]) -> None:
        self.pg, self.db, self.direct = pg, db, direct
        self.told: Counter[tuple[str, str]] = Counter()
        self._room = asyncio.Semaphore(AT_ONCE)

    async def watch(self) -> None:
        """Reads the direct messages continuously."""
        while True:
            self.told = await direct_messages(self.pg, self.direct)
            await asyncio.sleep(0.2)

    async def play(self, match_id: MatchId) -> None:
        """Plays until there are enough turns. Players who want direct messages wait for theirs."""
        turns_of: Counter[str] = Counter()
        known = -1
        while (match := await self._look(match_id)).turn_count < TURNS:
            player = self.pg.user(str(match.player_to_move))
            if match.turn_count != known:
                known, turns_of[player.id] = match.turn_count, turns_of[player.id] + 1
            if player.id in self.direct:
                heard = partial(self._heard, player.id, match_id, turns_of[player.id])
                await self.pg.wait_for(heard, LATER)
            async with self._room:
                await self._move(player, match)

    async def _look(self, match_id: MatchId) -> Match:
        """The match as it is now. The number of concurrent reads is limited, since on a slow
        machine one of them would wait too long for a connection.
        """
        async with self._room:
            return await matches.get(self.db, match_id)

    def _heard(self, player: str, match_id: MatchId, times: int) -> bool:
        return self.told[player, match_id] >= times

    async def _move(self, player: User, match: Match) -> None:
        moves = match.game.legal_moves(match.position)
        turn = str(random.Random(f"{match.id} {match.turn_count}").choice(moves))
        channel = self.pg.channel(str(match.place.channel))
        try:
            await player.command("move", channel, turn=turn, match=match.id)
        except (NoResponse, PlaygroundError):
            await asyncio.sleep(0.2)


async def direct_messages(pg: Playground, players: set[str]) -> Counter[tuple[str, str]]:
    """How many notices each of these players has received about each match."""
    found: Counter[tuple[str, str]] = Counter()
    for player in players:
        for message in await (await pg.user(player).dm()).messages():
            match = _MATCH.search(message.content)
            assert match, message
            found[player, match[1]] += 1
    return found


async def _check(pg: Playground, db: Database, begun: list[Match], direct: set[str]) -> None:
    """Counts the turns and notices stored, shown in the channels, and sent."""
    shown = await _boards(pg)
    wanted: Counter[tuple[str, str]] = Counter()
    for one in begun:
        match = await replay_match(db, one.id)
        assert match.turn_count == TURNS
        assert Counter(number for numbers, _ in shown[match.id] for number in numbers) == Counter(
            map(str, range(1, TURNS + 1))
        )
        assert len(shown[match.id]) == TURNS + 1
        movers = [*(turn.seat for turn in match.turns), match.to_move]
        players = [str(match.players[seat - 1]) for seat in movers if seat]
        called = [pg.user(player).name for player in players if player not in direct]
        assert sorted(name for _, names in shown[match.id] for name in names) == sorted(called)
        wanted += Counter((player, match.id) for player in players if player in direct)
    assert await direct_messages(pg, direct) == wanted
    assert sum(wanted.values()) > 0


async def _boards(pg: Playground) -> dict[str, list[tuple[list[str], list[str]]]]:
    """By match, the turn numbers on public boards, and the players mentioned."""
    shown: dict[str, list[tuple[list[str], list[str]]]] = defaultdict(list)
    for channel in _channels(pg):
        for message in await channel.messages():
            if message.attachments and not message.ephemeral:
                found = _MATCH.search(message.content)
                assert found, message
                shown[found[1]].append((_TURN.findall(message.content), message.mentions))
    return shown
