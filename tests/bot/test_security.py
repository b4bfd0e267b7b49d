"""What strangers, forgers and jokers try: controls that were never shown to them, and texts that
want to be more than text.

A control is forged by having the bot's account post it, so that it reaches the bot as a real one.
"""

from __future__ import annotations

import importlib
import re
import sqlite3
from asyncio import Semaphore, gather
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import discord
import pytest

from bot import cogs
from bot.app.client import Dreierlei
from bot.cogs.learning import _lesson, _puzzle
from bot.cogs.records import _replay
from bot.commands import which_match
from bot.config.settings import load
from bot.ui import dispatch
from bot.ui.message import Reply as Answer
from matches.model.ids import number_of
from playground.answers import Message, Reply
from playground.client import Channel, File, Playground, PlaygroundError, User
from storage.database import Database
from tests import PATIENCE
from tests.support.matches import begin, named, private
from tests.support.stack import TOKEN, Stack

pytestmark = pytest.mark.untraced

for _module in cogs.extensions():
    importlib.import_module(_module)

PICTURED = ("lesson", "puzzle", "rules")
"""What shows pictures that are of no match begins so."""
RESTS = (
    "",
    "1",
    "0/0/-/",
    "0/0/-/c3",
    "٣",
    "9" * 30,
    "a/b/c/d/e/f",
    "x-2-live/0/0/up/1/1",
    "x" * 70,
)
"""What controls carry, and what none ever carried."""
FORGED = [
    *((action, rest) for action in dispatch.actions() for rest in RESTS),
    *(
        (action, f"{act}/{text}")
        for action in ("act", "which")
        for act in (*which_match.acts(), "nothing")
        for text in ("", "c3", "9" * 30)
    ),
]
HOSTILE = (
    "@everyone @here <@&1> <@{clara}> <#1>",
    "` ``` **x** [y](https://example.org) ||z|| {player} %s",
    "\u202e\u0000\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    "9" * 5000,
    "- " * 2000,
    " " * 5000 + ";",
)
UNESCAPED = re.compile(r"(?<!\\)(\*\*x|\|\|z|\[y\]\(\S*\))")
"""What the second of these says in bold, hides, or links, unless it is shown as it was typed."""


class Forger:
    """Posts controls as the bot, and has somebody use them."""

    def __init__(self, pg: Playground, session: aiohttp.ClientSession, channel: Channel) -> None:
        self.pg = pg
        self.channel = channel
        self._session = session
        self._room = Semaphore(1)  # Who does a lot at once is told to wait.

    def moved(self, channel: Channel) -> Forger:
        """The same in another channel."""
        return Forger(self.pg, self._session, channel)

    async def press(self, by: User, custom_id: str) -> Reply:
        """A button."""
        button = {"type": 2, "style": 2, "label": "Forged", "custom_id": custom_id}
        return await (await self._posted(button)).click(custom_id, by=by)

    async def choose(self, by: User, custom_id: str, value: str) -> Reply:
        """A menu with one option."""
        options = [{"label": "Forged", "value": value}]
        menu = {"type": 3, "custom_id": custom_id, "options": options}
        return await (await self._posted(menu)).select(custom_id, [value], by=by)

    async def everything(
        self, by: User, match: str, forged: Iterable[tuple[str, str]] = FORGED
    ) -> list[tuple[str, Message]]:
        """Uses all these controls of a match; every answer with the action that it came of."""

        async def both(action: str, rest: str) -> list[tuple[str, Message]]:
            async with self._room:
                to = f"{action}:{match}:1:{rest}"
                chosen = [f"{match}/", "1"] if action == "sit" else [match, rest or "x"]
                replies = [await self.press(by, to)]
                replies += [await self.choose(by, to, value) for value in chosen]
            return [(action, reply) for reply in replies]

        used = [one for some in await gather(*(both(*one) for one in forged)) for one in some]
        answers: list[tuple[str, Message]] = []
        for action, reply in used:
            assert isinstance(reply, Reply)
            await reply.refresh()
            answers += [(action, message) for message in (reply, *reply.followups)]
        return answers

    async def _posted(self, control: dict[str, Any]) -> Message:
        url = f"{self.pg.url}/api/v10/channels/{self.channel.id}/messages"
        body = {"content": "Forged.", "components": [{"type": 1, "components": [control]}]}
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with self._session.post(url, json=body, headers=headers) as response:
            data = await response.json()
            assert response.status == 200, data
        return Message(self.pg, data, None)


@pytest.fixture
async def forger(pg: Playground) -> AsyncIterator[Forger]:
    """Somebody who posts in a channel without matches."""
    async with aiohttp.ClientSession() as session:
        yield Forger(pg, session, pg.channel("games"))


class Stored(NamedTuple):
    """What the database holds of a match, but for what changes with time."""

    match: list[Any]
    seats: list[Any]
    entries: list[Any]
    drafts: list[Any]

    @classmethod
    def of(cls, stack: Stack, match: str) -> Stored:
        """The rows of this match."""
        columns = "status, host, channel, thread, seq, base, turn_count, to_move, ending, rated"
        asked = [f"SELECT {columns} FROM match WHERE id = ?"]
        asked += [f"SELECT * FROM {name} WHERE match_id = ?" for name in ("seat", "entry", "draft")]
        with closing(sqlite3.connect(stack.folder / "bot.db", timeout=PATIENCE)) as database:
            number = (number_of(match),)
            return cls(*(database.execute(one, number).fetchall() for one in asked))


async def _private(david: User, emma: User, channel: Channel) -> str:
    """A private match that has been opened, and not begun."""
    return named(await david.command("play attangle", channel, opponent=emma, private=True))


async def test_forged_controls_of_a_private_match(
    stack: Stack, forger: Forger, ben: User, david: User, emma: User
) -> None:
    """Whatever control a stranger forges, he learns nothing of a private match, a challenge or one
    that runs, not even that there is one, and changes nothing of it.
    """
    quiet = forger.pg.channel("quiet")
    match = await _private(david, emma, quiet)
    before = Stored.of(stack, match)
    few = [(action, rest) for action, rest in FORGED if rest in ("", "1")]
    _learn_nothing(await forger.everything(ben, match, few), match, david, emma)
    assert Stored.of(stack, match) == before
    await (await (await emma.dm()).last(emma)).click("Accept", by=emma)
    turn = await david.command("move", quiet, turn="c3", match=match)
    if "you played" not in turn.content:
        await emma.command("move", quiet, turn="c3", match=match)
    await david.command("draw", quiet, match=match)
    before, heard = Stored.of(stack, match), len(await (await emma.dm()).messages())
    assert before.entries
    _learn_nothing(await forger.everything(ben, match), match, david, emma)
    assert Stored.of(stack, match) == before
    assert len(await (await emma.dm()).messages()) == heard


def _learn_nothing(answers: list[tuple[str, Message]], match: str, *players: User) -> None:
    assert {action for action, _ in answers} == {*dispatch.actions()}
    assert sum(answer.text == f"There is no match “{match}”." for _, answer in answers) > 100
    for action, answer in answers:
        said = answer.text
        assert not any(player.mention in said for player in players), (action, said)
        assert match not in said or said == f"There is no match “{match}”.", (action, said)
        assert not answer.attachments or action.startswith(PICTURED), (action, said)
        assert "Reference:" not in said, (action, said)


async def test_forged_controls_of_a_match_in_another_channel(
    stack: Stack, forger: Forger, david: User, emma: User
) -> None:
    """Nor does one who does not see the channel learn anything of a match that is played there, nor
    one who does not belong to the server; also where the match is not private.
    """
    pg, quiet, clara = forger.pg, forger.pg.channel("quiet"), forger.pg.user("clara")
    await clara.change(locale="en-US")
    await quiet.permit(user=clara, deny=["view_channel"])
    game = await begin(quiet, "attangle", david, emma)
    await game.move(1, "c3")
    before = Stored.of(stack, game.id)
    few = [(action, rest) for action, rest in FORGED if rest in ("", "1", "0/0/-/", "c3")]
    _learn_nothing(await forger.everything(clara, game.id, few), game.id, david, emma)
    await quiet.permit(user=clara)
    await clara.leave(quiet)
    there = forger.moved(pg.channel("spiele"))
    _learn_nothing(await there.everything(clara, game.id, few), game.id, david, emma)
    assert Stored.of(stack, game.id) == before
    await clara.join(quiet)


async def test_forged_controls_of_a_public_match(
    stack: Stack, forger: Forger, ben: User, david: User, emma: User
) -> None:
    """Who has no seat changes nothing, and who has one does not move for the other."""
    game = await begin(forger.pg.channel("general"), "attangle", david, emma)
    before = Stored.of(stack, game.id)
    few = [(action, rest) for action, rest in FORGED if rest in ("", "1", "0/0/-/c3", "c3")]
    for action, answer in await forger.everything(ben, game.id, few):
        assert "Reference:" not in answer.text, (action, answer.text)
    assert Stored.of(stack, game.id) == before
    waiting, seq = game.players[1], len(before.entries)
    moving = [("play", "c3"), ("confirm", "0/0/-/"), ("back", "0/0/-/"), ("act", "move/c3")]
    for action, rest in moving:
        to = f"{action}:{game.id}:{seq}:{rest}"
        answer = await forger.press(waiting, to)
        (said,) = await private(answer, number=1) if answer.followups else [answer]
        assert "turn" in said.content
    await forger.choose(waiting, f"pick:{game.id}:{seq}:0/0/-/", "c3")
    assert Stored.of(stack, game.id) == before


async def test_permissions_are_checked_when_it_is_pressed(
    stack: Stack, pg: Playground, forger: Forger, ben: User, david: User
) -> None:
    """Who does not manage the server ends no match and changes none of its settings, whatever is
    forged; who manages it ends no private match; and nobody has another forgotten.
    """
    emma, anna = pg.user("emma"), pg.user("anna")
    game = await begin(pg.channel("general"), "attangle", david, emma)
    before = Stored.of(stack, game.id)
    not_allowed = "You may not do that here."
    for to in (f"end:{game.id}:1:", "server-reset:-:0:", "server:-:0:games", "server:-:0:channels"):
        answer = await forger.press(ben, to)
        (said,) = await private(answer, number=1)
        assert said.content == not_allowed, to
    secret = await _private(david, emma, pg.channel("quiet"))
    hidden = Stored.of(stack, secret)
    (said,) = await private(await forger.press(anna, f"end:{secret}:1:"), number=1)
    assert secret in said.content
    assert david.mention not in said.content
    assert Stored.of(stack, secret) == hidden
    assert (await forger.press(ben, f"forget:-:0:{david.id}")).ephemeral
    assert Stored.of(stack, game.id) == before


async def test_forged_challenges(forger: Forger, ben: User, david: User) -> None:
    """A challenge by a menu goes to a person, and neither to oneself nor to a computer player."""
    for number in (ben.id, "1", "9" * 20, "-5", "x", ""):
        said = await forger.choose(ben, f"challenge:-:0:{number}", "attangle")
        assert said.ephemeral
        assert said.content.startswith("This is from an older version"), number
    answer = await forger.choose(ben, f"challenge:-:0:{david.id}", "attangle")
    assert "is open" in answer.content


# Texts


async def test_hostile_text_in_every_option(
    pg: Playground, ben: User, david: User, emma: User
) -> None:
    """Whatever is written into an option of whatever command, nobody is notified by it, and the
    answer is a sentence: even where the bot may mention everyone.
    """
    channel, clara = pg.channel("games"), pg.user("clara")
    await channel.permit(allow=["mention_everyone"])
    await begin(channel, "attangle", ben, emma)
    tried = 0
    for command in await ben.commands(channel):
        options = command.get("options", ())
        for option in options:
            if option["type"] != 3 or option.get("choices"):
                continue
            given = {one["name"]: _filled(one, david) for one in options if one.get("required")}
            for text in HOSTILE:
                hostile = text.replace("{clara}", clara.id)
                tried += await _harmless(
                    ben, channel, command, option, {**given, option["name"]: hostile}
                )
    assert tried > 60
    for message in await channel.messages():
        assert not message.data["mention_everyone"]
        assert not message.data["mention_roles"]
        assert clara.name not in message.mentions, message.content


async def _harmless(
    user: User, channel: Channel, command: dict[str, Any], option: dict[str, Any], given: Any
) -> bool:
    """Runs a command, and completes the option if it can be; whether Discord lets it be run."""
    name, key = command["name"], option["name"]
    if option.get("autocomplete"):
        others = {one: value for one, value in given.items() if one != key}
        found = await user.autocomplete(name, key, given[key], channel=channel, **others)
        assert len(found) <= 25
        assert all(len(choice.name) <= 100 for choice in found)
    try:
        reply = await user.command(name, channel, **given)
    except PlaygroundError:
        return False
    said = (reply.followups[-1] if reply.followups else reply).text
    assert said
    assert "Reference:" not in said, (name, key, said)
    assert not UNESCAPED.search(said), (name, key, said)
    return True


def _filled(option: dict[str, Any], somebody: User) -> Any:
    """Some value for an option that has to have one."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    return {3: "x", 4: 1, 5: True, 6: somebody, 11: File("x.txt", b"[x")}[option["type"]]


async def test_hostile_text_in_every_form(pg: Playground, ben: User, emma: User) -> None:
    """Nor by what is typed into a form, or stands in a file that is looked at."""
    channel, clara = pg.channel("games"), pg.user("clara")
    await channel.permit(allow=["mention_everyone"])
    game = await begin(channel, "attangle", ben, emma)
    await game.move(1, "c3")
    shown = {
        _lesson.TYPE: await ben.command("tutorial", channel, game="attangle"),
        _puzzle.TYPE: await ben.command("puzzle", channel, game="attangle"),
        _replay.TO_TURN: await ben.command("replay", channel, match=game.id),
    }
    for text in HOSTILE[:3]:
        hostile = text.replace("{clara}", clara.id)
        for label, message in shown.items():
            form = (await message.click(label)).modal
            assert form is not None
            (field,) = form.fields
            typed = hostile[:6] if label == _replay.TO_TURN else hostile[:100]
            _sober(await form.submit(**{field: typed}), clara)
        file = File("x.txt", f"attangle\n{hostile}\n1. {hostile}".encode(errors="replace"))
        _sober(await ben.command("import", channel, file=file), clara)


def _sober(reply: Reply, user: User) -> None:
    """That an answer says something, and notifies neither this user nor everyone."""
    for said in (reply, *reply.followups):
        assert said.text
        assert "Reference:" not in said.text
        assert not UNESCAPED.search(said.text), said.text
        assert not said.data["mention_everyone"]
        assert user.name not in said.mentions


async def test_only_those_who_are_named_are_notified(tmp_path: Path) -> None:
    """A message notifies the users that it names, never everyone and never roles; without any it
    notifies nobody, and so does whatever the bot sends otherwise.
    """
    text = "@everyone @here <@&2> <@3>"
    for reply in (Answer(text).sent(), Answer(text).edited()):
        assert reply["allowed_mentions"].to_dict() == {"parse": []}
    named_one = Answer(text, mentions=(10**17,)).sent()["allowed_mentions"]
    assert named_one.to_dict() == {"parse": [], "users": [10**17]}
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    bot = Dreierlei(load(_env_file=None), database)
    try:
        assert bot.allowed_mentions is not None
        assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()
    finally:
        await bot.workers.close()
        await database.close()
