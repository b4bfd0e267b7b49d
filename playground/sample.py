"""The people and things in a playground at its start."""

from __future__ import annotations

from .snowflake import fixed
from .world import GROUP, TEXT, Channel, User, World

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


def renew(world: World, number: int) -> None:
    """Replaces all people and things by others with the same names, whom the bot has never met."""
    world.clear()
    furnish(world, number)
    for guild in world.joined_guilds():
        world.emit("guild.join", guild)
