"""People who have never seen the bot: it says hello, and they play within a few taps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

import games
from bot.i18n import catalogues
from bot.messages.first_steps import COMPUTER, LEARN, OPPONENT
from bot.text.discord_limits import MESSAGE
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import begin, named, open_table, place_of

pytestmark = pytest.mark.shared_bot

GERMAN = catalogues.language("de").gettext
STEPS = [LEARN, COMPUTER, OPPONENT]
HELLO = "Hi, I'm Dreierlei."


async def _welcomes(channel: Channel) -> list[Message]:
    """The welcomes in a channel."""
    return [one for one in await channel.messages() if "learn:-:0:" in str(one.data["components"])]


async def _welcome(channel: Channel, number: int = 1) -> Message:
    """The newest welcome, once there are so many."""

    async def there() -> list[Message]:
        found = await _welcomes(channel)
        return found if len(found) >= number else []

    found = await channel.pg.wait_for(there)
    assert len(found) == number
    return found[-1]


# Where the bot is new


async def test_a_server_is_welcomed_once(pg: Playground, general: Channel, ben: User) -> None:
    """With a picture and three buttons, where the bot may write. It is not repeated when Discord
    describes the server anew, or when the bot was removed for a while.
    """
    await general.permit(deny=["send_messages"])
    await general.throw_out()
    await general.invite()
    hello = await _welcome(pg.channel("games"))
    assert hello.labels == STEPS
    assert hello.content.startswith(f"**{HELLO}**")
    assert all(game.info.name in hello.content for game in games.all_games())
    (picture,) = hello.attachments
    assert picture.data["description"].startswith("One board of each game: 3Stein, ")
    assert hello.mentions == []
    await general.permit()
    await pg.gateway("invalidate")
    await pg.wait_online()
    await general.throw_out()
    await general.invite()
    await ben.send(f"<@{hello.data['author']['id']}> hello?", general)
    await _welcome(general)  # An answer: by then the bot has met the server again.
    assert len(await _welcomes(pg.channel("games"))) == 1
    assert await _welcomes(pg.channel("quiet")) == []


async def test_the_system_channel_comes_first(pg: Playground) -> None:
    """In the server's language. A server that the bot has long been on is not welcomed."""
    first, system = pg.channel("allgemein"), pg.channel("spiele")
    assert await _welcomes(first) == []
    await system.make_system_channel()
    await system.throw_out()
    await system.invite()
    hello = await _welcome(system)
    assert hello.labels == [GERMAN(label) for label in STEPS]
    assert hello.content.startswith("**Hallo, ich bin Dreierlei.**")
    assert await _welcomes(first) == []


# People who speak to it


async def test_a_mention_is_answered_once_an_hour(
    pg: Playground, ben: User, emma: User, david: User
) -> None:
    """For each person and channel; nothing else that is said there is answered."""
    quiet, general = pg.channel("quiet"), pg.channel("general")
    before = len(await _welcomes(general))
    bot = (await pg.request("GET", "control/state"))["bot"]["id"]
    role = int(quiet.data["guild_id"]) + 1
    for said in ("hello", "@everyone", "@here", f"<@&{role}>", f"<@{david.id}>"):
        await ben.send(said, quiet)
    await ben.send(f"<@{bot}> what are you?", quiet)
    hello = await _welcome(quiet)
    assert hello.content.startswith(f"**{HELLO}**")
    assert hello.mentions == []
    await ben.send(f"<@{bot}>", quiet)
    await david.send("nice", quiet, reply_to=hello)
    await emma.send(f"<@{bot}>", quiet)
    await _welcome(quiet, 2)
    await david.send(f"<@{bot}>", general)
    await _welcome(general, before + 1)
    assert len(await _welcomes(quiet)) == 2


async def test_without_pictures(pg: Playground, emma: User) -> None:
    """Where the bot may not attach files its words and buttons are enough."""
    place = pg.channel("spiele")
    before = len(await _welcomes(place))
    await place.permit(deny=["attach_files"])
    bot = (await pg.request("GET", "control/state"))["bot"]["id"]
    await emma.send(f"<@{bot}>", place)
    hello = await _welcome(place, before + 1)
    await place.permit()
    assert hello.attachments == []
    assert len(hello.labels) == len(STEPS)


async def test_private_messages(pg: Playground) -> None:
    """Any of them is answered: in all languages as long as the person's is not known, then in
    theirs. The buttons work there, too.
    """
    clara = pg.user("clara")
    private = await clara.dm()
    await clara.send("hallo", private)
    hello = await _welcome(private)
    assert HELLO in hello.content
    assert "Hallo, ich bin Dreierlei." in hello.content
    assert hello.labels == [f"{label} · {GERMAN(label)}" for label in STEPS]
    await clara.send("ist da jemand?", private)
    chosen = await (await hello.click("computer:-:0:", by=clara)).select(
        "computer-game:-:0:1", ["attangle"]
    )
    board = [one for one in await private.messages(clara) if named(chosen) in one.content]
    assert any(one.attachments for one in board)
    assert len(await _welcomes(private)) == 1
    opponents = await hello.click("opponent:-:0:", by=clara)
    asked = await opponents.select(GERMAN("Challenge somebody"), [pg.user("ben")])
    await asked.select(None, ["attangle"])


# From the buttons to the thing itself


@dataclass
class Taps:
    """What a person presses, and how often."""

    now: Reply
    count: int = 1

    async def click(self, button: str) -> None:
        """Presses a button."""
        self.now, self.count = await self.now.click(button), self.count + 1

    async def choose(self, value: str | None = None) -> None:
        """Chooses in the first menu: the first choice, or the named one where it is offered."""
        menus = self.now.selects
        menu = next(one for one in menus if value is None or value in _values(one))
        picked = value or menu["options"][0]["value"]
        self.now = await self.now.select(menu["custom_id"], [picked])
        self.count += 1


def _values(menu: dict[str, Any]) -> list[str]:
    return [option["value"] for option in menu["options"]]


async def _hello(channel: Channel, user: User) -> Message:
    """A welcome for this person."""
    bot = (await channel.pg.request("GET", "control/state"))["bot"]["id"]
    before = len(await _welcomes(channel))
    await user.send(f"<@{bot}>", channel)
    found = await _welcome(channel, before + 1)
    found.viewer = user
    return found


async def test_a_first_move_is_five_taps_away(pg: Playground, david: User) -> None:
    """*Play the computer*, the game, *Move*, a point, perhaps *Confirm*: then the turn is on the
    board, for everybody to see.
    """
    place = pg.channel("games")
    taps = Taps(await (await _hello(place, david)).click(COMPUTER))
    await taps.choose("attangle")
    match = named(taps.now)
    assert taps.now.ephemeral
    assert taps.now.attachments
    assert "is open" not in taps.now.content
    await taps.click("Move")
    while taps.now.selects:
        await taps.choose()
    if "Confirm" in taps.now.labels:
        await taps.click("Confirm")
    assert "you played" in taps.now.content
    assert taps.count <= 5
    thread = await place_of(place, match)
    played = re.search("you played `(.+?)`", taps.now.content)
    assert played
    boards = [one.content for one in await thread.messages() if one.attachments]
    assert any(f"`{played[1]}`" in text for text in boards)


@pytest.mark.parametrize("game", [game.info.key for game in games.all_games()])
async def test_every_match_with_the_computer_opens_with_its_board(
    pg: Playground, emma: User, game: str
) -> None:
    """In two taps, and the newcomer has the first move, at the level that was chosen."""
    place = pg.channel("allgemein")
    asked = await (await open_table(emma, place, game)).click("rules-of:-:0:" + game, by=emma)
    assert asked.ephemeral
    assert asked.texts
    again = await emma.command("help", place)
    asked = await again.click("computer:-:0:")
    levels, which = asked.selects
    assert game in _values(which)
    assert [one["value"] for one in levels["options"] if one.get("default")] == ["1"]
    asked = await asked.select("computer-level:-:0:", ["2"])
    opened = await asked.select("computer-game:-:0:2", [game])
    assert opened.ephemeral
    assert opened.attachments
    assert opened.labels[0] == "Move"
    assert "Rules" in opened.labels
    thread = await place_of(place, named(opened))
    assert thread.name.startswith(f"{games.get(game).info.name} · "), (
        "what tells such threads apart"
    )
    assert (await thread.last()).mentions == ["emma"]


async def test_a_lesson_is_two_taps_away(pg: Playground, emma: User) -> None:
    """*Learn*, the game: a task on a board."""
    taps = Taps(await (await _hello(pg.channel("allgemein"), emma)).click("learn:-:0:"))
    await taps.choose("tyr")
    assert taps.count == 2
    assert taps.now.ephemeral
    assert taps.now.attachments


async def test_an_opponent_is_three_taps_away(
    pg: Playground, ben: User, david: User, emma: User
) -> None:
    """One may sit down at a table that is waiting, open one, or challenge somebody."""
    place = pg.channel("quiet")
    help_ = await emma.command("help", place)
    nobody = await help_.click(OPPONENT)
    assert len(nobody.selects) == 2
    assert nobody.labels == ["Find players for me…"], "nothing that the menus do, too"
    opened = await nobody.select("Open a table for everybody", ["attangle"])
    table = named(opened)
    found = await (await ben.command("help", place)).click(OPPONENT)
    seated = await found.click(found.beside(f"`{table}`")["custom_id"])
    assert seated.content.startswith(f"Match {table} begins.\nIt's being played in <#")
    bot = (await pg.request("GET", "control/state"))["bot"]["id"]
    again = await (await ben.command("help", place)).click(OPPONENT)
    for whom, why in (
        (bot, "Choose a person: bots can't play here."),
        (ben.id, "Choose somebody else"),
    ):
        refused = await again.select("Challenge somebody", [whom], by=ben)
        told = refused.followups[-1] if refused.followups else refused
        assert told.content.startswith(why)
    asked = await again.select("Challenge somebody", [david])
    challenge = await asked.select("Choose a game", ["tyr"])
    assert f"{ben.mention} challenges {david.mention}" in (await place.last(david)).content
    assert named(challenge) in (await place.last(david)).content


# Rules where one plays


async def test_rules_beside_the_board(general: Channel, ben: User, david: User) -> None:
    """Tables and boards have a button to the rules of their game, which only the user sees."""
    table = await open_table(ben, general, "tyr", seats=3)
    assert table.labels[-1] == "Rules"
    game = await begin(general, "attangle", ben, david)
    board = await game.board()
    rules = await board.click("Rules", by=david)
    assert rules.ephemeral
    assert rules.texts[0].startswith("### Attangle – ")
    assert (await board.refresh()).labels == board.labels


# Help


async def test_help_begins_with_what_is_needed(pg: Playground, general: Channel, ben: User) -> None:
    """It says what the bot is. Its commands can be clicked: they have the ids that Discord gave
    them.
    """
    ids = {one["name"]: one["id"] for one in await pg.commands()}
    shown = await ben.command("help", general)
    count = len(games.all_games())
    assert shown.content.startswith(f"With me you can play {count} board games")
    assert shown.labels == STEPS
    mentioned = re.findall(r"</([^:>]+):(\d+)>", shown.content)
    assert ("play attangle", ids["play"]) in mentioned
    assert {name for name, _ in mentioned} >= {"move", "board", "games", "rules", "settings"}
    assert all(ids[name.partition(" ")[0]] == number for name, number in mentioned)
    assert len(shown.content) < MESSAGE / 2
