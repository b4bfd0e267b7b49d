"""What commands about competitions share: which one is meant, who may look at it and direct it, who
may open one, and where refusals lead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
from discord import app_commands, ui

from bot.commands import checks, destinations
from bot.context import Bot, Interaction
from bot.delivery.competitions import Competitions
from bot.errors import Refused
from bot.interactions import access, error_handler
from bot.interactions.contexts import guild_of, is_server
from bot.interactions.locale import language_of
from bot.interactions.ways_out import Refusal, Way, lead
from bot.messages import competition as message
from bot.text.discord_codes import MISSING
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from bot.text.permissions import PERMISSIONS
from bot.ui.dispatch import Press
from competitions.life import queries
from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.life.queries import Line
from competitions.life.signup import Membership
from competitions.life.texts import REFUSALS
from competitions.model.errors import Code, CompetitionError
from games.protocol import AnyGame
from games.words import N_
from matches.model.ids import ChannelId, GuildId, PlayerId

SERVERS_ONLY = N_(
    "Tournaments are held on servers I've been added to. Here you can look at those you take part "
    "in with `/tournament list`."
)
MOST_HERE = 50
"""How many competitions that go on a server may have."""
ENOUGH_HERE = N_(
    "On this server, {limit} tournaments are going on already. One of them has to end before the "
    "next one can be opened."
)
TOO_OFTEN = N_("You've opened a lot in a short time. Please wait a while.")
ORGANIZERS_ONLY = N_(
    "On this server, only server managers can open tournaments. They can change that with "
    "`/server`."
)

# Which one


async def found(interaction: Interaction, named: str) -> Held:
    """The competition with this id, if the user may look at it from where they are. Raises
    CompetitionError, as for one that doesn't exist, if they may not know of it.
    """
    held = await queries.get(interaction.client.database, CompetitionId(named))
    if not may_see(interaction, held):
        raise CompetitionError("unknown-competition", competition=held.id)
    interaction.extras[error_handler.COMPETITION] = held.id
    return held


async def pressed(press: Press, pattern: str = "") -> tuple[Held, tuple[Any, ...]]:
    """The competition that a control is about, and what matches the `pattern` behind its id."""
    named, *more = press.read(rf"(C-[0-9A-Z]{{4,12}}){pattern}")
    return await found(press.interaction, named), tuple(more)


def may_see(interaction: Interaction, held: Held) -> bool:
    """Whether the user may look at it: those who take part and the director everywhere, members of
    its server who see its channel there, and its managers; everybody if anybody may join.
    """
    player = PlayerId(interaction.user.id)
    if player == held.host or held.entrant_of(player) is not None or held.terms.anywhere:
        return True
    if guild_of(interaction) != held.terms.guild:
        return False
    return manages(interaction, held) or bool(access.in_sight(interaction, [held.terms.channel]))


async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The user's own competitions, and those of this server, by name and id."""
    database, player = interaction.client.database, PlayerId(interaction.user.id)
    own = await queries.of_player(database, player)
    over = await queries.of_player(database, player, statuses=queries.OVER)
    there = [*own.lines, *over.lines]
    if (guild := guild_of(interaction)) is not None:
        there += in_sight(interaction, (await queries.in_guild(database, guild)).lines)
    typed, offered = current.strip().casefold(), dict[str, str]()
    for line in there:
        label = f"{line.name} · {line.id}"
        if typed in label.casefold():
            offered.setdefault(line.id, cut(label, LABEL))
    choices = [app_commands.Choice(name=label, value=id_) for id_, label in offered.items()]
    return choices[:OPTIONS]


def in_sight(interaction: Interaction, lines: Iterable[Line]) -> list[Line]:
    """Those of a server's competitions that the user may look at."""
    listed = [*lines]
    seen = {*access.in_sight(interaction, {one.channel for one in listed})}
    everything = interaction.permissions.manage_guild
    return [one for one in listed if everything or one.anywhere or one.channel in seen]


# Who may do what


def manages(interaction: Interaction, held: Held) -> bool:
    """Whether the user manages the server on which it is held, and is there."""
    here = interaction.guild_id == held.terms.guild and is_server(interaction)
    return here and interaction.permissions.manage_guild


def directs(interaction: Interaction, held: Held) -> bool:
    """Whether the user may do what the director does."""
    return interaction.user.id == held.host or manages(interaction, held)


def require_director(interaction: Interaction, held: Held) -> None:
    """Raises CompetitionError unless the user may do what the director does."""
    if not directs(interaction, held):
        raise CompetitionError("not-director")


def is_lost(bot: Bot, held: Held) -> bool:
    """Whether the bot is known not to be able to write in the competition's channel."""
    guild = bot.get_guild(held.terms.guild)
    if guild is None:
        return False
    channel = guild.get_channel_or_thread(held.terms.channel)
    if channel is None:
        return True
    have = channel.permissions_for(guild.me)
    return not (have.view_channel and have.send_messages)


async def require_organizer(interaction: Interaction) -> None:
    """Raises Refused unless the user may open competitions here: those who manage the server, and
    where the server has chosen that, whoever may open matches.
    """
    settings = await interaction.client.preferences.in_guild(interaction.guild_id)
    if settings.organizers == "managers" and not interaction.permissions.manage_guild:
        raise Refused(ORGANIZERS_ONLY)
    checks.require_opener(interaction, settings)


async def require_rest(interaction: Interaction, guild: GuildId) -> None:
    """Raises Refused if the user opens competitions too often, or the server has enough of them."""
    going = await queries.in_guild(interaction.client.database, guild, limit=1)
    if going.count >= MOST_HERE:
        raise Refused(ENOUGH_HERE, limit=MOST_HERE)
    if interaction.client.service(Competitions).opening.wait(interaction.user.id):
        raise Refused(TOO_OFTEN)


async def require_playable(interaction: Interaction, game: AnyGame, channel: ChannelId) -> None:
    """Raises Refused unless a server's rules let matches of the game be played in a channel."""
    settings = await interaction.client.preferences.in_guild(interaction.guild_id)
    there = interaction.guild and interaction.guild.get_channel_or_thread(channel)
    if not settings.is_open(channel, getattr(there, "parent_id", None)):
        raise Refused(checks.NOT_HERE, channels=", ".join(f"<#{one}>" for one in settings.channels))
    await checks.require_offered(interaction.client, interaction.guild_id, game)


async def require_room(interaction: Interaction, game: AnyGame, place: ChannelId) -> None:
    """Raises Refused unless matches of the game may be played in a channel of this server, and the
    user and the bot may write there.
    """
    await require_playable(interaction, game, place)
    guild, have = interaction.guild, interaction.app_permissions
    there = None if guild is None else guild.get_channel_or_thread(place)
    if place != interaction.channel_id:
        if there is None or not isinstance(interaction.user, discord.Member):
            raise Refused(error_handler.NOT_ALLOWED)
        if not there.permissions_for(interaction.user).send_messages:
            raise Refused(error_handler.NOT_ALLOWED)
        have = there.permissions_for(there.guild.me)
    lacks = [said for name, said in _NEEDED.items() if not getattr(have, name)]
    if lacks:
        named = ", ".join(map(language_of(interaction).gettext, lacks))
        raise Refused(MISSING, channel=f"<#{place}>", permissions=named)


_NEEDED = {name: PERMISSIONS[name] for name in ("view_channel", "send_messages")}


def membership(interaction: Interaction, held: Held) -> Membership:
    """How the user stands towards the competition's server. Only there it is known."""
    user = interaction.user
    if interaction.guild_id != held.terms.guild or not isinstance(user, discord.Member):
        return Membership(member=False)
    return Membership(roles=frozenset(role.id for role in user.roles))


# Where refusals lead


def page(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the page of the competition that was meant."""
    if (id_ := refusal.interaction.extras.get(error_handler.COMPETITION)) is not None:
        yield message.page_button(id_, refusal.language)


def tournaments(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the tournaments here."""
    yield message.list_button(refusal.language)


OF_LADDERS: frozenset[Code] = frozenset(
    {
        "closed",
        "out-of-reach",
        "already-challenging",
        "already-challenged",
        "cooling-down",
        "unknown-challenge",
        "not-asked",
        "not-accepted",
        "being-played",
        "too-late",
        "not-due",
    }
)
"""What ladders refuse: their feature leads on from there."""

_LEADS: Mapping[Code, tuple[Way, ...]] = {"too-many-games": (destinations.settings, page)}
"""Refusals that lead elsewhere than the others."""

for _code, _sentence in REFUSALS.items():
    if _code not in OF_LADDERS:
        lead(_sentence, *_LEADS.get(_code, (page, tournaments)))
lead(SERVERS_ONLY, tournaments)
lead(ENOUGH_HERE, tournaments)
lead(ORGANIZERS_ONLY, tournaments, destinations.play)
