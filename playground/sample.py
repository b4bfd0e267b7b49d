"""The people and things in a playground at its start."""

from __future__ import annotations

from itertools import count

from .permissions import USUAL
from .snowflake import fixed
from .world import GROUP, TEXT, Channel, Role, User, World

_PEOPLE = (
    ("Anna", "de", "#d9534f"),
    ("Ben", "en-US", "#2e8b57"),
    ("Clara", "de", "#8e5bb5"),
    ("David", "en-US", "#c98a1b"),
    ("Emma", "en-GB", "#1f8a9e"),
)
_GUILDS = (
    ("Playground", "en-US", ("general", "games", "quiet")),
    ("Spielplatz", "de", ("allgemein", "spiele")),
)
_APART = 10_000
_CROWD = 1_000_000_000
"""Beyond all ids of `furnish`."""


def default_world(*, new: bool = False) -> World:
    """A furnished world. The bot is an old member of its guilds, or a `new` one."""
    world = World()
    furnish(world)
    if new:
        for guild in world.joined_guilds():
            world.add_bot(guild)
    return world


def furnish(world: World, number: int = 0) -> None:
    """Adds an English and a German guild, one without the bot, a private group, and five people.

    Each `number` below 10,000 has its own ids.
    """

    def own(id_: int) -> int:
        return fixed(_APART * number + id_)

    people = [
        world.add_user(User(own(10 + i), name.lower(), name, locale, colour))
        for i, (name, locale, colour) in enumerate(_PEOPLE)
    ]
    for i, (name, locale, names) in enumerate(_GUILDS):
        guild = world.add_guild(own(100 + i), name, locale, people[i:] + people[:i])
        for j, channel in enumerate(names):
            world.add_channel(Channel(own(1000 + 10 * i + j), TEXT, channel, guild, position=j))
    strange = world.add_guild(own(102), "Elsewhere", "en-US", people[2:] + people[:2], bot=False)
    world.add_channel(Channel(own(1020), TEXT, "lounge", strange))
    friends = people[:3]
    name = ", ".join(user.display for user in friends)
    world.add_channel(Channel(own(1030), GROUP, name, owner=friends[0], group=friends))


def crowd(world: World, guilds: int, channels: int, roles: int) -> None:
    """Adds so many guilds of one person and the bot, each with so many channels and roles beside
    those that every guild has.
    """
    owner = next(user for user in world.users.values() if not user.bot)
    inside = count(_CROWD + guilds)
    for number in range(guilds):
        guild = world.add_guild(fixed(_CROWD + number), f"Guild {number}", "en-US", [owner])
        for place in range(channels):
            channel = Channel(fixed(next(inside)), TEXT, f"channel-{place}", guild, position=place)
            world.add_channel(channel)
        for place in range(roles):
            role = Role(fixed(next(inside)), f"Role {place}", USUAL, place + 2)
            guild.roles[role.id] = role


def renew(world: World, number: int) -> None:
    """Replaces all people and things by others with the same names, whom the bot has never met."""
    world.clear()
    furnish(world, number)
    for guild in world.joined_guilds():
        world.emit("guild.join", guild)
