"""The Discord of a soak: many people, servers and channels, and a witness who reads everything."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from discord import ButtonStyle

from bot.delivery.matches import channels
from bot.delivery.matches import turns as turn_delivery
from bot.i18n.catalogues import language, languages
from playground.snowflake import fixed
from playground.world import TEXT, Channel, Message, User, World

GUILDS, CHANNELS = 6, 6
_LOCALES = ("en-US", "de", "en-GB")
_MATCH = re.compile(r"`([0-9A-HJKMNP-TV-Z]{4,})`")
_BOARD = re.compile(r"\b(?:text|move|resume|rematch):([0-9A-HJKMNP-TV-Z]{4,}):(\d+):")
_NUMBER = re.compile(r"(?:^|: )(\d+)\. `([^`]+)`", re.MULTILINE)

Numbered: TypeAlias = tuple[int, str]
"""The number of the turn in its match, and its text. After a take-back another turn can have this
number.
"""


def town(users: int) -> World:
    """People, all of them members of some servers with some channels each."""
    world = World()
    people = [
        world.add_user(User(fixed(10_000 + n), f"user{n}", f"User {n}", _LOCALES[n % 3]))
        for n in range(users)
    ]
    for n in range(GUILDS):
        owner = world.add_user(User(fixed(50 + n), f"owner{n}", f"Owner {n}"))
        locale = _LOCALES[n % 2]
        guild = world.add_guild(fixed(100 + n), f"Server {n}", locale, [owner, *people])
        for m in range(CHANNELS):
            number = fixed(1000 + 10 * n + m)
            world.add_channel(Channel(number, TEXT, f"board-{m}", guild, position=m))
    return world


def people_of(world: World) -> list[User]:
    """The people who play."""
    return [user for user in world.users.values() if user.username.startswith("user")]


def channels_of(world: World, guild: int | None = None) -> list[Channel]:
    """The text channels (of one server)."""
    return [
        channel
        for channel in world.channels.values()
        if channel.type == TEXT and channel.guild is not None and guild in (None, channel.guild.id)
    ]


class Witness:
    """Records everything that the bot says, even if the message is changed or deleted later."""

    def __init__(self, world: World) -> None:
        self.shown: dict[str, dict[int, Message]] = defaultdict(dict)
        """By match, the messages that everybody there could read, by id."""
        self.sent: dict[str, Counter[int]] = defaultdict(Counter)
        """By nonce, the number of messages with it in each channel."""
        self.lines: set[str] = set()
        """The nonces of lines about turns, which lead to the board that is kept."""
        self.answers: dict[int, list[Message]] = defaultdict(list)
        """By interaction, the messages with which it was answered for everybody there, without the
        lines beside boards that were answers themselves.
        """
        self.boards: dict[int, tuple[str, int]] = {}
        """By message, the match and its last entry that a board, or the line about one, was made
        for.
        """
        self.turns: dict[str, set[Numbered]] = defaultdict(set)
        """By match, the turns announced to everybody there."""
        self.played: dict[tuple[int, str, str], int] = {}
        """Players who read that they played a turn: message, match, text -> user."""
        self.closed: set[int] = set()
        """People who did not accept direct messages at some time."""
        self._beside = [language(code).gettext(channels.MOVED_ON) for code in languages()]
        self._said = [
            _pattern(language(code).gettext(turn_delivery.PLAYED)) for code in languages()
        ]
        world.listen(self._hear)

    def _hear(self, kind: str, subject: Any) -> None:
        if kind == "user.update" and not subject.dms_open:
            self.closed.add(subject.id)
        if kind not in ("message.create", "message.update") or not subject.author.bot:
            return
        message: Message = subject
        for file in message.attachments:
            file.data = b""  # Nobody looks at this many pictures.
        if kind == "message.create" and message.nonce is not None:
            self.sent[str(message.nonce)][message.channel.id] += 1
            if any(leads_away(part) for part in _parts(message.components)):
                self.lines.add(str(message.nonce))
        beside = any(one in text_of(message) for one in self._beside)
        new = kind == "message.create" and not beside
        if new and message.interaction and message.ephemeral_to is None:
            self.answers[int(message.interaction["id"])].append(message)
            if found := _BOARD.search(" ".join(_custom_ids(message))):
                self.boards[message.id] = found[1], int(found[2])
        if message.ephemeral_to is not None:
            self._acknowledged(message, message.ephemeral_to)
        if found := _MATCH.search(text_of(message)):
            self._showing(message, found[1])

    def _acknowledged(self, message: Message, user: User) -> None:
        for pattern in self._said:
            for match, text in pattern.findall(text_of(message)):
                self.played[message.id, match, text] = user.id

    def answered(self) -> Iterator[tuple[int, str, list[Message]]]:
        """The interactions that were answered by boards with turns: each with the match."""
        for interaction, messages in self.answers.items():
            boards = [one for one in messages if _NUMBER.search(text_of(one))]
            found = _MATCH.search(text_of(boards[0])) if boards else None
            if found is not None:
                yield interaction, found[1], boards

    def _showing(self, message: Message, match: str) -> None:
        if message.ephemeral_to is None:
            self.shown[match][message.id] = message
            found = _NUMBER.findall(text_of(message))
            self.turns[match].update((int(number), text) for number, text in found)


def leads_away(part: Any) -> bool:
    """Whether a part of a message is a link: the line about a turn has one to the board."""
    return bool(part.get("style") == ButtonStyle.link.value)


def text_of(message: Message) -> str:
    """What can be read in a message: its text, or those of its layout."""
    texts = [str(part["content"]) for part in _parts(message.components) if part["type"] == 10]
    return "\n".join(filter(None, (message.content, *texts)))


def descriptions_of(message: Message) -> list[str]:
    """How its pictures are described."""
    items = [item for part in _parts(message.components) for item in part.get("items", ())]
    attached = [str(file.description) for file in message.attachments]
    return attached + [str(item.get("description")) for item in items]


def _custom_ids(message: Message) -> Iterator[str]:
    return (str(part.get("custom_id", "")) for part in _parts(message.components))


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for one in components:
        yield one
        yield from _parts(one.get("components", ()))


def _pattern(sentence: str) -> re.Pattern[str]:
    """Finds a sentence about a match and a turn in a text. The match's title ends with its id."""
    text = re.escape(sentence)
    return re.compile(text.replace(r"\{match\}", r"`(\w+)`").replace(r"\{turn\}", "([^`]+)"))
