"""What strangers, forgers and jokers try: controls that were never shown to them, and texts with
hidden effects.
"""

from __future__ import annotations

import importlib
import re
import sqlite3
from asyncio import gather
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
from matches.model.ids import PlayerId, number_of
from matches.model.texts import REFUSALS
from playground.answers import Message, Reply
from playground.client import Channel, File, Playground, PlaygroundError, User
from storage.database import Database
from tests import PATIENCE
from tests.support.forger import Forger
from tests.support.matches import begin, named, private
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

for _module in cogs.extensions():
    importlib.import_module(_module)

PICTURED = ("lesson", "puzzle", "rules")
"""The prefix of controls for pictures that belong to no match."""
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
"""Values that controls carry, and values that none has ever carried."""
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
UNESCAPED = re.compile(r"(?<!\\)(\*\*x|\|\|z|\[y\]\(\S*\)|@everyone|@here|<@&1>|<#1>)")
"""Text that is bold, hidden, a link or a mention unless it is escaped."""


async def everything(
    forger: Forger, by: User, match: str, forged: Iterable[tuple[str, str]] = FORGED
) -> list[tuple[str, Message]]:
    """Uses all these controls of a match; every answer with the action that it came of."""

    async def both(action: str, rest: str) -> list[tuple[str, Message]]:
        async with forger.room:
            to = f"{action}:{match}:1:{rest}"
            chosen = [f"{match}/", "1"] if action == "sit" else [match, rest or "x"]
            replies = [await forger.press(by, to)]
            replies += [await forger.choose(by, to, value) for value in chosen]
        return [(action, reply) for reply in replies]

    used = [one for some in await gather(*(both(*one) for one in forged)) for one in some]
    answers: list[tuple[str, Message]] = []
    for action, reply in used:
        assert isinstance(reply, Reply)
        await reply.refresh()
        answers += [(action, message) for message in (reply, *reply.followups)]
    return answers


@pytest.fixture
async def forger(pg: Playground) -> AsyncIterator[Forger]:
    """Somebody who posts in a channel without matches."""
    async with aiohttp.ClientSession() as session:
        yield Forger(pg, session, pg.channel("games"))


class Stored(NamedTuple):
    """The contents of the database about a match, apart from what time changes."""

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
    """A private match that has been opened but has not begun."""
    return named(await david.command("play attangle", channel, opponent=emma, private=True))


async def test_forged_controls_of_a_private_match(
    stack: Stack, forger: Forger, ben: User, david: User, emma: User
) -> None:
    """With whatever control, a stranger learns nothing about a private match, a challenge or a
    running one, not even that it exists, and changes nothing.
    """
    quiet = forger.pg.channel("quiet")
    match = await _private(david, emma, quiet)
    before = Stored.of(stack, match)
    few = [(action, rest) for action, rest in FORGED if rest in ("", "1")]
    _learn_nothing(await everything(forger, ben, match, few), match, david, emma)
    assert Stored.of(stack, match) == before
    await (await (await emma.dm()).last(emma)).click("Accept", by=emma)
    turn = await david.command("move", quiet, turn="c3", match=match)
    if "you played" not in turn.content:
        await emma.command("move", quiet, turn="c3", match=match)
    await david.command("draw", quiet, match=match)
    before, heard = Stored.of(stack, match), len(await (await emma.dm()).messages())
    assert before.entries
    _learn_nothing(await everything(forger, ben, match), match, david, emma)
    assert Stored.of(stack, match) == before
    assert len(await (await emma.dm()).messages()) == heard


def _unknown(match: str) -> str:
    return str(REFUSALS["unknown-match"]).format(match=match)


def _learn_nothing(answers: list[tuple[str, Message]], match: str, *players: User) -> None:
    assert {action for action, _ in answers} == {*dispatch.actions()}
    assert sum(answer.text == _unknown(match) for _, answer in answers) > 100
    for action, answer in answers:
        said = answer.text
        assert not any(player.mention in said for player in players), (action, said)
        assert match not in said or said == _unknown(match), (action, said)
        assert not answer.attachments or action.startswith(PICTURED), (action, said)
        assert "Reference:" not in said, (action, said)


async def test_forged_controls_of_a_match_in_another_channel(
    stack: Stack, forger: Forger, david: User, emma: User
) -> None:
    """Nor do people who cannot see the channel, or do not belong to the server, learn about a match
    there, even if it is not private.
    """
    pg, quiet, clara = forger.pg, forger.pg.channel("quiet"), forger.pg.user("clara")
    await clara.change(locale="en-US")
    await quiet.permit(user=clara, deny=["view_channel"])
    game = await begin(quiet, "attangle", david, emma)
    await game.move(1, "c3")
    before = Stored.of(stack, game.id)
    few = [(action, rest) for action, rest in FORGED if rest in ("", "1", "0/0/-/", "c3")]
    _learn_nothing(await everything(forger, clara, game.id, few), game.id, david, emma)
    await quiet.permit(user=clara)
    await clara.leave(quiet)
    there = forger.moved(pg.channel("spiele"))
    _learn_nothing(await everything(there, clara, game.id, few), game.id, david, emma)
    assert Stored.of(stack, game.id) == before
    await clara.join(quiet)


async def test_forged_controls_of_a_public_match(
    stack: Stack, forger: Forger, ben: User, david: User, emma: User
) -> None:
    """A spectator changes nothing, and a player cannot move for the other."""
    game = await begin(forger.pg.channel("general"), "attangle", david, emma)
    before = Stored.of(stack, game.id)
    few = [(action, rest) for action, rest in FORGED if rest in ("", "1", "0/0/-/c3", "c3")]
    for action, answer in await everything(forger, ben, game.id, few):
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
    """Without managing the server nobody can end a match or change its settings. Managers cannot
    end a private match. Nobody can delete other people's data.
    """
    emma, anna = pg.user("emma"), pg.user("anna")
    game = await begin(pg.channel("general"), "attangle", david, emma)
    before = Stored.of(stack, game.id)
    not_allowed = "You're not allowed to do that here."
    resets = ("server-keep:-:0:", "server-reset:-:0:", "server-reset-all:-:0:")
    menus = ("server:-:0:games", "server:-:0:channels")
    for to in (f"end:{game.id}:1:", *resets, *menus):
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
    """A challenge from a menu goes to a person: neither to oneself nor to a computer player."""
    for number in (ben.id, "1", "9" * 20, "-5", "x", ""):
        said = await forger.choose(ben, f"challenge:-:0:{number}", "attangle")
        assert said.ephemeral
        assert said.content.startswith("That's from an older version"), number
    answer = await forger.choose(ben, f"challenge:-:0:{david.id}", "attangle")
    assert "is open" in answer.content


# Texts


async def test_hostile_text_in_every_option(
    pg: Playground, ben: User, david: User, emma: User
) -> None:
    """No text in any option of any command notifies anybody, even where the bot may mention
    everyone. The answer is a sentence.
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
    """Runs a command, and its autocomplete if there is one. Returns whether Discord accepts it."""
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
    """Some value for a required option."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    return {3: "x", 4: 1, 5: True, 6: somebody, 11: File("x.txt", b"[x")}[option["type"]]


async def test_hostile_text_in_every_form(pg: Playground, ben: User, emma: User) -> None:
    """Nor does text typed into a form, or contained in a file that is viewed."""
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
    """An answer has text, and notifies neither this user nor everyone."""
    for said in (reply, *reply.followups):
        assert said.text
        assert "Reference:" not in said.text
        assert not UNESCAPED.search(said.text), said.text
        assert not said.data["mention_everyone"]
        assert user.name not in said.mentions


async def test_only_those_who_are_named_are_notified(tmp_path: Path) -> None:
    """A message notifies the users it names, never everyone and never roles. Without names it
    notifies nobody, and nor does anything else that the bot sends.
    """
    text = "@everyone @here <@&2> <@3>"
    for reply in (Answer(text).sent(), Answer(text).edited()):
        assert reply["allowed_mentions"].to_dict() == {"parse": []}
    named_one = Answer(text, mentions=(PlayerId(10**17),)).sent()["allowed_mentions"]
    assert named_one.to_dict() == {"parse": [], "users": [10**17]}
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    bot = Dreierlei(load(_env_file=None), database)
    try:
        assert bot.allowed_mentions is not None
        assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()
    finally:
        await bot.workers.close()
        await database.close()
