"""Lists of ladders or leagues: those of this server, of others, one's own, those that are over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Literal, TypeAlias, cast, get_args

from discord import app_commands

from bot.commands import competitions as shared
from bot.context import Interaction
from bot.delivery import answers
from bot.interactions.contexts import guild_of, is_server
from bot.interactions.locale import language_of
from bot.pictures.men import Emojis, sign
from bot.text import competition as text
from bot.ui.controls import Control, button, custom_id, number, pager
from bot.ui.dispatch import Press
from bot.ui.layout import Row, Text, heading, ruled
from bot.ui.message import Reply
from games.words import N_
from matches.model.ids import PlayerId

Scope: TypeAlias = Literal["here", "elsewhere", "mine", "over"]

HERE, ELSEWHERE, OVER = N_("On this server"), N_("On other servers"), N_("Finished")
SHOW = N_("Show")
PAGE = 5
"""The most on a page, so that a message has room for them."""
_ANYWHERE: tuple[Scope, ...] = ("elsewhere", "mine", "over")
"""The lists where there is no server of which the bot is a member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """The lists of one kind: the actions of their buttons and of those to a page, what they are
    called, what is said if they are empty, and how they are looked up. `told` are the lines about
    one of them; `new` is the button to open one.
    """

    action: str
    page: str
    scopes: Mapping[Scope, str]
    empty: Mapping[Scope, str]
    queries: Any
    told: Callable[[Any, NullTranslations], Sequence[str]]
    new: Callable[[NullTranslations], Control]


async def show(interaction: Interaction, lists: Lists, scope: Scope, page: int = 0) -> None:
    """Shows a page of a list as the answer. The interaction is acknowledged already."""
    on_server = is_server(interaction)
    if not on_server and scope not in _ANYWHERE:
        scope = "mine"
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
        places=shared.places(interaction, found.lines),
        more=(page + 1) * PAGE < found.count,
        on_server=on_server,
    )
    await answers.show_reply(interaction, reply)


async def _found(
    interaction: Interaction, lists: Lists, scope: Scope, page: int, *, on_server: bool
) -> Any:
    """A page of what the user may look at."""
    database, guild = interaction.client.database, guild_of(interaction)
    player, span = PlayerId(interaction.user.id), {"offset": page * PAGE, "limit": PAGE}
    if scope == "elsewhere":
        return await lists.queries.elsewhere(database, guild, **span)
    statuses = lists.queries.OVER if scope == "over" else lists.queries.GOING
    if scope == "mine" or guild is None or not on_server:
        return await lists.queries.of_player(database, player, statuses=statuses, **span)
    seen = shared.channels_seen(interaction)
    return await lists.queries.in_guild(database, guild, statuses=statuses, channels=seen, **span)


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
) -> Reply:
    """A page of a list, each with a button, and buttons to the other lists."""
    rows = [_row(lists, one, language, emojis, places.get(one.id, "")) for one in found]
    controls = [
        button(
            language.gettext(lists.scopes[one]),
            custom_id(lists.action, "-", 0, f"{one}/"),
            disabled=one == scope,
        )
        for one in (get_args(Scope) if on_server else _ANYWHERE)
    ]
    controls += pager(page, lambda to: custom_id(lists.action, "-", 0, f"{scope}/{to}"), more=more)
    if on_server:
        controls.append(lists.new(language))
    head = heading(language.gettext(lists.scopes[scope]))
    if not rows:
        empty = Text(language.gettext(lists.empty[scope]))
        return Reply("", tuple(controls), parts=(head, empty))
    return Reply("", tuple(controls), parts=(head, *ruled(rows)))


def _row(lists: Lists, one: Any, language: NullTranslations, emojis: Emojis, place: str) -> Row:
    title = emojis.before(sign(one.game.info.key), text.title(one.name, one.id))
    lines = filter(None, (title, *lists.told(one, language), place))
    to = custom_id(lists.page, "-", 0, f"{one.id}/about")
    return Row("\n".join(lines), button(language.gettext(SHOW), to))


async def turn_page(press: Press, lists: Lists) -> None:
    """Shows a list, or another page of it."""
    await shared.acknowledge(press)
    scope, page = press.read(rf"({'|'.join(get_args(Scope))})/(\d{{0,4}})")
    await show(press.interaction, lists, cast("Scope", scope), number(page or "0"))


async def list_them(interaction: Interaction, lists: Lists, scope: str | None) -> None:
    """Answers the command that lists: those of the server, where there is one."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(interaction.guild_id, interaction.user)
    usual = "here" if is_server(interaction) else "mine"
    await show(interaction, lists, cast("Scope", scope or usual))


async def complete(
    interaction: Interaction, lists: Lists, current: str
) -> list[app_commands.Choice[str]]:
    """The user's own, and those of this server, by name and id."""
    database, player = interaction.client.database, PlayerId(interaction.user.id)
    own = await lists.queries.of_player(database, player)
    over = await lists.queries.of_player(database, player, statuses=lists.queries.OVER)
    here: Sequence[Any] = ()
    if (guild := guild_of(interaction)) is not None:
        seen = shared.channels_seen(interaction)
        here = (await lists.queries.in_guild(database, guild, channels=seen)).lines
    return shared.choices((*own.lines, *over.lines, *here), current)
