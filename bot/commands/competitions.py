"""What commands about competitions, ladders and leagues share: which one is meant, who may look at
it and direct it, who may open one, and where refusals lead.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands, ui

from bot.commands import checks, destinations
from bot.context import Interaction
from bot.delivery import answers
from bot.delivery.channels import in_order
from bot.delivery.competitions import Competitions
from bot.errors import Refused
from bot.interactions import access, error_handler
from bot.interactions.contexts import channel_of, guild_of, is_server
from bot.interactions.locale import language_at, language_of
from bot.interactions.ways_out import Refusal, Way, lead, lead_back
from bot.messages import competition as message
from bot.text import competition as text
from bot.text.discord_codes import MISSING, UNFIT
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from bot.text.permissions import PERMISSIONS
from bot.ui.dispatch import Press
from bot.ui.message import Reply
from competitions.ladders import queries as ladders
from competitions.leagues import queries as leagues
from competitions.life import queries
from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.life.texts import REFUSALS
from competitions.logged.admission import Membership
from competitions.logged.kept import Kept
from competitions.model.errors import Code, CompetitionError
from games.protocol import AnyGame
from games.words import N_
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.match import Place

SERVERS_ONLY = N_(
    "Tournaments are held on servers I've been added to. Here, `/tournament list` shows those "
    "you're taking part in."
)
MOST_HERE = 50
"""How many competitions, ladders and leagues that go on a server may have."""
ENOUGH_HERE = N_(
    "There are already {limit} tournaments, leagues and ladders on this server. One of them has to "
    "end before another can be opened."
)
TOO_OFTEN = N_("You've opened a lot in a short time. Please wait a while.")
ORGANIZERS_ONLY = N_(
    "On this server, only server managers can open tournaments, leagues and ladders. They can "
    "change that with `/server`."
)

KIND = "competition kind"
"""Under this name, an interaction's extras hold the letter of the kind that it is about, where
that is no tournament.
"""

# Which one


async def found(interaction: Interaction, named: str) -> Held:
    """The competition with this id, if the user may look at it from where they are. Raises
    CompetitionError, as for one that doesn't exist, if they may not know of it.
    """
    return require_seen(
        interaction, await queries.get(interaction.client.database, CompetitionId(named))
    )


K = TypeVar("K", bound=Kept)


def require_seen(interaction: Interaction, held: K) -> K:
    """The same, if the user may look at it. Raises CompetitionError, as for one that doesn't
    exist.
    """
    if not may_see(interaction, held):
        raise CompetitionError("unknown-competition", competition=held.id)
    interaction.extras[error_handler.COMPETITION] = held.id
    return held


async def pressed(press: Press, pattern: str = "") -> tuple[Held, tuple[Any, ...]]:
    """The competition that a control is about, and what matches the `pattern` behind its id."""
    named, *more = press.read(rf"(C-[0-9A-Z]{{4,12}}){pattern}")
    return await found(press.interaction, named), tuple(more)


async def acknowledge(press: Press) -> None:
    """Promises an answer: in the place of the user's own page, or below a message that everybody
    can read.
    """
    shown = press.interaction.message
    if shown and shown.flags.ephemeral and shown.flags.components_v2:
        await press.interaction.response.defer()
    else:
        await press.interaction.response.defer(ephemeral=True, thinking=True)


def is_public(press: Press) -> bool:
    """Whether the control stands below a message that everybody can read."""
    shown = press.interaction.message
    return shown is not None and not shown.flags.ephemeral


async def acknowledge_in_place(press: Press) -> None:
    """As `acknowledge`, but what everybody can read is to be replaced, too."""
    if is_public(press):
        await press.interaction.response.defer()
    else:
        await acknowledge(press)


def wake(interaction: Interaction) -> None:
    """Has done and told what follows from a change that is stored."""
    error_handler.stands(interaction)
    interaction.client.service(Competitions).wake()


async def show_poster(
    press: Press, held: Kept, poster: Callable[[], Awaitable[Reply]], said: str
) -> None:
    """Shows how it stands now in its announcement, and tells the user what was done."""
    wake(press.interaction)
    async with in_order(held.id):
        await answers.show_reply(press.interaction, await poster())
    await error_handler.tell(press.interaction, said)


async def language_of_channel(interaction: Interaction, held: Kept) -> NullTranslations:
    """The language of what everybody reads about it."""
    return await language_at(interaction.client, Place(held.terms.guild, held.terms.channel))


def may_see(interaction: Interaction, held: Kept) -> bool:
    """Whether the user may look at it: those who take part and the director everywhere, members of
    its server who see its channel there, and its managers; everybody if anybody may join.
    """
    player = PlayerId(interaction.user.id)
    if player == held.host or held.concerns(player) or held.terms.anywhere:
        return True
    if guild_of(interaction) != held.terms.guild:
        return False
    return manages(interaction, held) or bool(access.in_sight(interaction, [held.terms.channel]))


async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The user's own competitions, and those of this server, by name and id."""
    database, player = interaction.client.database, PlayerId(interaction.user.id)
    own = await queries.of_player(database, player)
    over = await queries.of_player(database, player, statuses=queries.OVER)
    here: Sequence[Listed] = ()
    if (guild := guild_of(interaction)) is not None:
        seen = channels_seen(interaction)
        here = (await queries.in_guild(database, guild, channels=seen)).lines
    return choices((*own.lines, *over.lines, *here), current)


class Listed(Protocol):
    """A line of a list."""

    @property
    def id(self) -> str:
        """The public id of what it is about."""

    @property
    def name(self) -> str:
        """What that is called."""


def choices(lines: Sequence[Listed], current: str) -> list[app_commands.Choice[str]]:
    """Those of these that fit what is being typed."""
    typed, offered = current.strip().casefold(), dict[str, str]()
    for line in lines:
        label = f"{line.name} · {line.id}"
        if typed in label.casefold():
            offered.setdefault(line.id, cut(label, LABEL))
    found_ = [app_commands.Choice(name=label, value=id_) for id_, label in offered.items()]
    return found_[:OPTIONS]


class Placed(Listed, Protocol):
    """The same with where it is held."""

    @property
    def guild(self) -> GuildId:
        """On which server."""

    @property
    def channel(self) -> ChannelId:
        """In which channel."""


def places(interaction: Interaction, lines: Sequence[Placed]) -> dict[str, str]:
    """Where each is held: its channel, or the name of another server, whose channels can't be read
    here. Of a server that this process does not know nothing is said.
    """
    here, found_ = guild_of(interaction), dict[str, str]()
    for one in lines:
        if one.guild == here:
            found_[one.id] = f"<#{one.channel}>"
        elif (guild := interaction.client.get_guild(one.guild)) is not None:
            found_[one.id] = text.called(guild.name)
    return found_


def channels_seen(interaction: Interaction) -> list[ChannelId] | None:
    """The channels and threads of this server in which the user may look at competitions; None for
    those who may look at all of them.
    """
    if interaction.permissions.manage_guild:
        return None
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    known = () if guild is None else (*guild.channels, *guild.threads)
    here = channel_of(interaction)
    ids = {ChannelId(one.id) for one in known} | ({here} if here is not None else set())
    return access.in_sight(interaction, ids)


# Who may do what


def manages(interaction: Interaction, held: Kept) -> bool:
    """Whether the user manages the server on which it is held, and is there."""
    here = interaction.guild_id == held.terms.guild and is_server(interaction)
    return here and interaction.permissions.manage_guild


def directs(interaction: Interaction, held: Kept) -> bool:
    """Whether the user may do what the director does."""
    return interaction.user.id == held.host or manages(interaction, held)


def require_director(interaction: Interaction, held: Kept) -> None:
    """Raises CompetitionError unless the user may do what the director does."""
    if not directs(interaction, held):
        raise CompetitionError("not-director")


def as_director(press: Press, held: Kept) -> dict[str, Any]:
    """Who asks, for what the log notes."""
    return {"manager": manages(press.interaction, held), "interaction": press.interaction.id}


async def is_lost(interaction: Interaction, held: Kept) -> bool:
    """Whether the bot can't write in its channel, as far as that is known. Discord is asked for a
    thread that is archived: the cache does not have it.
    """
    bot, place = interaction.client, held.terms.channel
    guild = bot.get_guild(held.terms.guild)
    if guild is None:
        return False
    channel = guild.get_channel_or_thread(place)
    channel = channel or await bot.lookups.thread(guild, place, interaction.user.id)
    if channel is None:
        return True
    return bool(_lacking(guild.me, channel))


def _lacking(who: discord.Member, channel: access.Channel) -> list[str]:
    """The permissions that somebody lacks in order to write in a channel or thread."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return [*_needed(channel)]
    return _without(channel.permissions_for(who), channel)


def _without(have: discord.Permissions, channel: object) -> list[str]:
    return [name for name in _needed(channel) if not getattr(have, name)]


def _needed(channel: object) -> tuple[str, ...]:
    """What it takes to write there; in a forum, to make posts and to write in them."""
    if isinstance(channel, discord.ForumChannel):
        return "view_channel", access.writing(thread=False), access.writing(thread=True)
    return "view_channel", access.writing(thread=isinstance(channel, discord.Thread))


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
    database = interaction.client.database
    going = (
        (await queries.in_guild(database, guild, limit=1)).count
        + (await ladders.in_guild(database, guild, limit=1)).count
        + (await leagues.in_guild(database, guild, limit=1)).count
    )
    if going >= MOST_HERE:
        raise Refused(ENOUGH_HERE, limit=MOST_HERE)
    if not interaction.client.service(Competitions).opening.ready(interaction.user.id):
        raise Refused(TOO_OFTEN)


def opened(interaction: Interaction, held: Kept) -> None:
    """The user has opened one: only those count. What goes wrong afterwards leads to its page."""
    interaction.client.service(Competitions).opening.wait(interaction.user.id)
    interaction.extras[error_handler.COMPETITION] = held.id
    lead_back(interaction, page)
    wake(interaction)


async def require_playable(interaction: Interaction, game: AnyGame, channel: ChannelId) -> None:
    """Raises Refused unless a server's rules let matches of the game be played in a channel."""
    settings = await interaction.client.preferences.in_guild(interaction.guild_id)
    there = interaction.guild and interaction.guild.get_channel_or_thread(channel)
    if not settings.is_open(channel, getattr(there, "parent_id", None)):
        raise Refused(checks.NOT_HERE, channels=", ".join(f"<#{one}>" for one in settings.channels))
    await checks.require_offered(interaction.client, interaction.guild_id, game)


async def require_room(
    interaction: Interaction, game: AnyGame, place: ChannelId, *, posts: bool = False
) -> None:
    """Raises Refused unless matches of the game may be played in a channel of this server, and the
    user and the bot may write there. A forum is one only for what has `posts`.
    """
    await require_playable(interaction, game, place)
    guild, user, there = interaction.guild, interaction.user, interaction.channel
    if place == interaction.channel_id:
        own, lacks = (
            _without(have, there) for have in (interaction.permissions, interaction.app_permissions)
        )
    else:
        there = None if guild is None else guild.get_channel_or_thread(place)
        if there is None or not isinstance(user, discord.Member):
            raise Refused(error_handler.NOT_ALLOWED)
        own, lacks = (_lacking(who, there) for who in (user, there.guild.me))
    if there is not None and not (_is_written_in(there) or (posts and _is_forum(there))):
        raise Refused(UNFIT, channel=f"<#{place}>")
    if own:
        raise Refused(error_handler.NOT_ALLOWED)
    if lacks:
        say = language_of(interaction).gettext
        named = ", ".join(say(PERMISSIONS[name]) for name in lacks)
        raise Refused(MISSING, channel=f"<#{place}>", permissions=named)


def _is_written_in(channel: object) -> bool:
    return isinstance(channel, discord.abc.Messageable)


def _is_forum(channel: object) -> bool:
    """Whether it is one for texts: posts in the other ones need a picture."""
    return isinstance(channel, discord.ForumChannel) and not channel.is_media()


def membership(interaction: Interaction, held: Kept) -> Membership:
    """How the user stands towards its server, which is known only there; and where they are."""
    user, here = interaction.user, guild_of(interaction)
    if here != held.terms.guild or not isinstance(user, discord.Member):
        return Membership(member=False, here=here)
    return Membership(member=True, roles=frozenset(role.id for role in user.roles), here=here)


# Where refusals lead


def page(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the page of the competition, the ladder or the league that was meant."""
    if (id_ := refusal.interaction.extras.get(error_handler.COMPETITION)) is not None:
        yield message.page_of(id_, refusal.language)


def others(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the others of its kind here."""
    extras, fields = refusal.interaction.extras, refusal.fields
    named = extras.get(error_handler.COMPETITION) or extras.get(KIND) or fields.get("competition")
    yield message.list_of(str(named or ""), refusal.language)


def tournaments(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the tournaments here."""
    yield message.list_button(refusal.language)


_LEADS: Mapping[Code, tuple[Way, ...]] = {"too-many-games": (destinations.settings, page)}
"""Refusals that lead elsewhere than the others."""

for _said in (*error_handler.UNKNOWN_THERE.values(), *error_handler.STANDS_THERE.values()):
    lead(_said, page)
for _code, _sentence in REFUSALS.items():
    lead(_sentence, *_LEADS.get(_code, (page, others)))
lead(SERVERS_ONLY, tournaments)
lead(ENOUGH_HERE, others)
lead(ORGANIZERS_ONLY, others, destinations.play)
