"""Lists of competitions, ladders or leagues: on this server, on others, the user's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations
from typing import Any, Literal, Protocol, TypeAlias, cast

from discord import app_commands

from bot.commands.competitions.common import Kind
from bot.commands.competitions.creation import may_organize
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions import access
from bot.interactions.contexts import channel_of, guild_of, is_server, user_of
from bot.interactions.locale import language_of
from bot.pictures.men import Emojis, sign
from bot.text import competition as text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.match import cut
from bot.ui.controls import NO_MATCH, Control, button, custom_id, number, pager
from bot.ui.dispatch import Press
from bot.ui.layout import Row, Text, heading, ruled
from bot.ui.message import Reply
from competitions.log.lists import Page
from competitions.tournaments.texts import REFUSALS
from games.words import N_
from matches.model.ids import ChannelId, GuildId

Scope: TypeAlias = Literal["here", "open", "elsewhere", "mine", "over"]

HERE, ELSEWHERE, OVER = N_("On this server"), N_("On other servers"), N_("Finished")
SHOW = N_("Show")
NOT_FROM_HERE = str(REFUSALS["not-from-here"])
PAGE = 5
"""How many are on a page, so that they fit into a message."""
COMPLETED = 200
"""Among so many of each list, latest first, those are looked for that match what is typed."""
_ANYWHERE: tuple[Scope, ...] = ("elsewhere", "mine", "over")
"""The lists that exist where there is no server, or one that the bot isn't a member of."""


class Listed(Protocol):
    """An item of a list: its id, its name, and where it is held."""

    @property
    def id(self) -> str:
        """Its public id."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def guild(self) -> GuildId:
        """The server where it is held."""

    @property
    def channel(self) -> ChannelId:
        """The channel in which it is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """The lists of one kind: their names, what is said if they are empty, and the queries behind
    them. Scopes with `statuses` list those instead of what is running. `told` says what is played
    and its state; `new` is the button to open one.
    """

    kind: Kind[Any]
    scopes: Mapping[Scope, str]
    empty: Mapping[Scope, str]
    statuses: Mapping[Scope, Sequence[str]]
    queries: Any
    told: Callable[[Any, NullTranslations], tuple[str, str]]
    new: Callable[[NullTranslations], Control]

    def to(self, scope: Scope, page: object = "") -> str:
        """The custom id of a button to a page of a list."""
        return custom_id(f"{self.kind.action}s", NO_MATCH, 0, f"{scope}/{page}")


async def show(interaction: Interaction, lists: Lists, scope: Scope, page: int = 0) -> None:
    """Shows a page of a list as the answer. The interaction is acknowledged already."""
    on_server = is_server(interaction)
    if not on_server and scope not in _ANYWHERE:
        scope = "mine"
    shut = await _is_shut(interaction, scope)
    found: Any = Page((), 0)
    if not shut:
        found = await _found(interaction, lists, scope, page, on_server=on_server)
    if page and not found.lines:  # There are fewer than before.
        await show(interaction, lists, scope)
        return
    reply = listed(
        lists,
        found.lines,
        scope,
        language_of(interaction),
        interaction.client.service(Emojis),
        page=page,
        places=_places(interaction, found.lines),
        more=(page + 1) * PAGE < found.count,
        on_server=on_server,
        may_open=on_server and await may_organize(interaction),
        shut=shut,
    )
    await answers.show_reply(interaction, reply)


async def _found(
    interaction: Interaction, lists: Lists, scope: Scope, page: int, *, on_server: bool
) -> Any:
    """A page of what the user may see."""
    database, guild = interaction.client.database, guild_of(interaction)
    player, span = user_of(interaction), {"offset": page * PAGE, "limit": PAGE}
    if scope == "elsewhere":
        return await lists.queries.elsewhere(database, guild, **span)
    statuses = lists.statuses.get(scope)
    if scope == "mine" or guild is None or not on_server:
        return await lists.queries.of_player(database, player, statuses=statuses, **span)
    seen = _channels_seen(interaction)
    return await lists.queries.in_guild(database, guild, statuses=statuses, channels=seen, **span)


async def _is_shut(interaction: Interaction, scope: Scope) -> bool:
    """Whether this server doesn't let people sign up for what such a list would contain."""
    here = await interaction.client.preferences.in_guild(guild_of(interaction))
    return scope == "elsewhere" and not here.outside


def listed(
    lists: Lists,
    found: Sequence[Any],
    scope: Scope,
    language: NullTranslations,
    emojis: Emojis,
    *,
    page: int,
    places: Mapping[str, str],
    more: bool,
    on_server: bool,
    may_open: bool,
    shut: bool = False,
) -> Reply:
    """A page of a list, with a button for each item, buttons to the other lists, and for those who
    may, one to open another. A list that is `shut` is empty and says why.
    """
    rows = [_row(lists, one, language, emojis, places.get(one.id, "")) for one in found]
    controls = [
        button(language.gettext(label), lists.to(one), disabled=one == scope)
        for one, label in lists.scopes.items()
        if on_server or one in _ANYWHERE
    ]
    controls += pager(page, lambda to: lists.to(scope, to), more=more)
    if may_open:
        controls.append(lists.new(language))
    head = heading(language.gettext(lists.scopes[scope]))
    if not rows:
        empty = Text(language.gettext(NOT_FROM_HERE if shut else lists.empty[scope]))
        return Reply("", tuple(controls), parts=(head, empty))
    return Reply("", tuple(controls), parts=(head, *ruled(rows)))


def _row(lists: Lists, one: Any, language: NullTranslations, emojis: Emojis, place: str) -> Row:
    title = emojis.before(sign(one.game.info.key), text.title(one.name, one.id, language))
    played, state = lists.told(one, language)
    lines = (title, played, " · ".join(filter(None, (f"**{text.capital(state)}**", place))))
    to = custom_id(lists.kind.action, NO_MATCH, 0, f"{one.id}/about")
    return Row("\n".join(lines), button(language.gettext(SHOW), to))


async def turn_page(press: Press, lists: Lists) -> None:
    """Shows a list, or another page of it."""
    await answers.acknowledge(press.interaction)
    scope, page = press.read(r"([a-z]{1,9})/(\d{0,4})")
    if scope not in lists.scopes:
        raise Outdated
    await show(press.interaction, lists, cast("Scope", scope), number(page or "0"))


async def list_them(interaction: Interaction, lists: Lists, scope: str | None) -> None:
    """Answers the command for lists: by default, that of the server if there is one."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(guild_of(interaction), interaction.user)
    usual = "here" if is_server(interaction) else "mine"
    await show(interaction, lists, cast("Scope", scope or usual))


async def show_named(
    interaction: Interaction,
    lists: Lists,
    named: str | None,
    page: Callable[[Interaction, Any], Awaitable[None]],
) -> None:
    """Answers the command for a page. If none is named, it lists the user's own."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(guild_of(interaction), interaction.user)
    if named is None:
        await show(interaction, lists, "mine")
    else:
        await page(interaction, await lists.kind.found(interaction, named))


async def complete(
    interaction: Interaction, lists: Lists, current: str
) -> list[app_commands.Choice[str]]:
    """Completes names and ids: the user's own, and those of this server."""
    query = partial(lists.queries.of_player, interaction.client.database, user_of(interaction))
    own = await query(limit=COMPLETED)
    over = await query(statuses=lists.statuses["over"], limit=COMPLETED)
    here: Sequence[Any] = ()
    if (guild := guild_of(interaction)) is not None:
        seen = _channels_seen(interaction)
        found = lists.queries.in_guild(
            interaction.client.database, guild, channels=seen, limit=COMPLETED
        )
        here = (await found).lines
    return _choices((*own.lines, *over.lines, *here), current)


def _choices(lines: Sequence[Listed], current: str) -> list[app_commands.Choice[str]]:
    """Those that match what is being typed."""
    typed, offered = current.strip().casefold(), dict[str, str]()
    for line in lines:
        label = f"{line.name} · {line.id}"
        if typed in label.casefold():
            offered.setdefault(line.id, cut(label, LABEL))
    found = [app_commands.Choice(name=label, value=id_) for id_, label in offered.items()]
    return found[:OPTIONS]


def _places(interaction: Interaction, lines: Sequence[Listed]) -> dict[str, str]:
    """Where each is held: the channel, or for another server its name, since channels can't be
    mentioned here. Servers that this process doesn't know are left out.
    """
    here, found = guild_of(interaction), dict[str, str]()
    for one in lines:
        if one.guild == here:
            found[one.id] = f"<#{one.channel}>"
        elif (guild := interaction.client.get_guild(one.guild)) is not None:
            found[one.id] = text.called(guild.name)
    return found


def _channels_seen(interaction: Interaction) -> list[ChannelId] | None:
    """The channels and threads of this server whose competitions the user may see; None if they may
    see all.
    """
    if interaction.permissions.manage_guild:
        return None
    guild = interaction.guild
    known = () if guild is None else (*guild.channels, *guild.threads)
    here = channel_of(interaction)
    ids = {ChannelId(one.id) for one in known} | ({here} if here is not None else set())
    return access.in_sight(interaction, ids)
