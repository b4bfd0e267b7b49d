"""The scene of `tests/bot/test_access*.py`: people, places, and matches of every kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from matches.model import texts
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named


@dataclass(frozen=True)
class Row:
    """A row of the table, with `cells` by deed."""

    match: str
    who: str
    where: str
    cells: dict[str, str]

    def __str__(self) -> str:
        return f"{self.match}-{self.who}-{self.where}".replace(" ", "_")


@dataclass(frozen=True)
class Scene:
    """The matches of one kind, and the channel in which they were opened."""

    channel: Channel
    running: Game
    over: Game


_SCENES: dict[str, Scene] = {}
CHANNELS = {
    "ordinary": "general",
    "hidden": "quiet",
    "public": "quiet",
    "private": "general",
    "apart": "lounge",
}
PEOPLE = {
    "player": "david",
    "player who left": "clara",
    "unseeing player": "david",
    "member": "emma",
    "silent member": "emma",
    "unseeing member": "emma",
    "manager": "anna",
    "unseeing manager": "emma",
    "stranger": "clara",
}


async def scene_of(pg: Playground, kind: str, host: User, guest: User) -> Scene:
    """The match of this kind between these two, created on first use."""
    key = f"{kind}/{guest.name}"
    if key not in _SCENES:
        channel = pg.channel(CHANNELS[kind])
        await guest.join(channel)
        over = await _match(kind, channel, host, guest)
        await _move(kind, over)
        question = await over.players[1].command("resign", channel, match=over.id)
        await said(await question.click("Resign"))
        await _analysed(guest, over.id)
        running = await _match(kind, channel, host, guest)
        await _move(kind, running)
        if kind not in ("private", "apart"):
            question = await host.command("handover", channel, match=running.id)
            await said(await question.click("Offer it to everyone"))
        _SCENES[key] = Scene(channel, running, over)
    known = _SCENES[key]
    return Scene(pg.channel(CHANNELS[kind]), _again(pg, known.running), _again(pg, known.over))


def _again(pg: Playground, game: Game) -> Game:
    """The same kind of match, for one test only."""
    channel = Channel(pg, game.channel.data, game.channel.guild)
    return Game(channel, game.id, [pg.user(player.name) for player in game.players])


async def _analysed(player: User, match_id: str) -> None:
    """Waits until the match is analysed."""
    answer = await player.command("analyse", await player.dm(), match=match_id)

    async def done() -> bool:
        return "Analysis of" in (await answer.refresh()).content

    await player.pg.wait_for(done)


async def _match(kind: str, channel: Channel, host: User, guest: User) -> Game:
    """A running match. One that no channel shows is found through its players' messages."""
    if kind not in ("private", "apart"):
        return await begin(channel, "attangle", host, guest)
    if kind == "private":
        opened = await host.command("play attangle", channel, opponent=guest, private=True)
        table = await _about(guest, named(opened))
        await said(await table.click("Accept", by=guest))
    else:
        opened = await host.command("play attangle", channel)
        table = await table_of(channel, guest, named(opened))
        await said(await table.click("Join", by=guest))
    board = await guest.command("board", await guest.dm(), match=named(opened))
    header = board.content.partition("\n")[0]
    players = sorted((host, guest), key=lambda one: header.index(one.mention))
    return Game(channel, named(opened), players)


async def _move(kind: str, game: Game) -> None:
    """The first turn, once it is shown where others read it."""
    if kind in ("private", "apart"):
        await game.players[0].command("move", game.channel, turn="c3", match=game.id)
    else:
        await game.move(1, "c3")


async def _about(player: User, match_id: str) -> Message:
    channel = await player.dm()
    return (await player.pg.wait_for(lambda: _of(channel, player, match_id)))[-1]


async def table_of(channel: Channel, viewer: User, match_id: str) -> Message:
    """The table of a match, as this user sees it in the channel."""
    return (await viewer.pg.wait_for(lambda: _of(channel, viewer, match_id)))[0]


async def _of(channel: Channel, viewer: User, match_id: str) -> list[Message]:
    messages = await channel.messages(viewer)
    return [one for one in messages if f"`{match_id}`" in one.content and one.labels]


@asynccontextmanager
async def prepared(pg: Playground, row: Row) -> AsyncIterator[None]:
    """Settings as in the row, and rights as everybody else has them; afterwards as before."""
    anna, ben, emma = pg.user("anna"), pg.user("ben"), pg.user("emma")
    general, quiet, see = pg.channel("general"), pg.channel("quiet"), ["view_channel"]
    await quiet.permit(everyone=True, deny=see)
    for user in (None, ben, pg.user("david"), emma):
        await quiet.permit(user=user, allow=see)
    public = row.match in ("hidden", "public")
    for player in (ben, pg.user("david")):
        await player.command("settings", await player.dm(), public=public)
    if row.match == "public":
        await anna.command("server", general, public=True)
    try:
        yield
    finally:
        await anna.command("server", general, reset="public")
        for one in (general, pg.channel("games"), quiet):
            for user in (emma, pg.user("david")):
                await one.permit(user=user)
        await quiet.permit(everyone=True)


async def restrict(pg: Playground, row: Row) -> None:
    """Gives the person of the row their own rights, until it is no longer `prepared`."""
    who, channel = pg.user(PEOPLE[row.who]), pg.channel(CHANNELS[row.match])
    if row.who.startswith("unseeing"):
        await channel.permit(user=who, deny=["view_channel"])
    if row.who == "silent member":
        await channel.permit(user=who, deny=["send_messages", "send_messages_in_threads"])
    if row.who == "unseeing manager":
        for one in (pg.channel("general"), pg.channel("games")):
            await one.permit(user=who, allow=["manage_guild"])


# Answers


async def said(reply: Reply) -> Message:
    """The final text of an answer to its user alone, once it is there."""
    await reply.refresh()
    own = [one for one in reply.followups if one.ephemeral]
    return own[-1] if own else reply


def unknown(match_id: str) -> str:
    """The refusal for a match that the user may not know of."""
    return str(texts.REFUSALS["unknown-match"]).format(match=match_id)
