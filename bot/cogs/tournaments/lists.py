"""Lists of tournaments: those of this server, those open for sign-up, one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Literal, TypeAlias, cast

from bot.commands import competitions as shared
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.interactions.contexts import guild_of, is_server
from bot.interactions.locale import language_of
from bot.messages import competition as message
from bot.pictures.men import Emojis, sign
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.ui.controls import Control, button, custom_id, number, pager
from bot.ui.dispatch import Press, on
from bot.ui.layout import Row, Text, heading, ruled
from bot.ui.message import Reply
from competitions.life import queries
from competitions.life.queries import Line
from competitions.logged.lists import Page
from competitions.model.competition import Status
from games.words import N_
from matches.model.ids import PlayerId

Scope: TypeAlias = Literal["here", "open", "elsewhere", "mine", "over"]

SCOPES: dict[Scope, str] = {
    "here": N_("On this server"),
    "open": N_("Open for sign-up"),
    "elsewhere": N_("On other servers"),
    "mine": N_("My tournaments"),
    "over": N_("Finished"),
}
NONE: dict[Scope, str] = {
    "here": N_("There are no tournaments here at the moment."),
    "open": N_("No tournament is open for sign-up here at the moment."),
    "elsewhere": N_("No tournament on another server is open to everyone at the moment."),
    "mine": N_("You're not taking part in any tournament at the moment."),
    "over": N_("No tournament has finished yet."),
}
SHOW = N_("Show")
PAGE = 5
"""The most tournaments on a page, so that a message has room for them."""
_STATUSES: dict[Scope, Sequence[Status]] = {"open": ("open",), "over": queries.OVER}
_ANYWHERE: tuple[Scope, ...] = ("elsewhere", "mine", "over")
"""The lists where there is no server of which the bot is a member."""


async def show(interaction: Interaction, scope: Scope, page: int = 0) -> None:
    """Shows a page of a list as the answer. The interaction is acknowledged already."""
    on_server = is_server(interaction)
    if not on_server and scope not in _ANYWHERE:
        scope = "mine"
    found = await _found(interaction, scope, page, on_server=on_server)
    if page and not found.lines:  # There are fewer than before.
        await show(interaction, scope)
        return
    reply = listed(
        found.lines,
        scope,
        page,
        language_of(interaction),
        interaction.client.service(Emojis),
        places=shared.places(interaction, found.lines),
        more=(page + 1) * PAGE < found.count,
        on_server=on_server,
    )
    await answers.show_reply(interaction, reply)


async def _found(
    interaction: Interaction, scope: Scope, page: int, *, on_server: bool
) -> Page[Line]:
    """A page of what the user may look at."""
    database, guild = interaction.client.database, guild_of(interaction)
    player, offset = PlayerId(interaction.user.id), page * PAGE
    if scope == "elsewhere":
        return await queries.elsewhere(database, guild, offset=offset, limit=PAGE)
    statuses = _STATUSES.get(scope, queries.GOING)
    if scope == "mine" or guild is None or not on_server:
        return await queries.of_player(
            database, player, statuses=statuses, offset=offset, limit=PAGE
        )
    seen = shared.channels_seen(interaction)
    return await queries.in_guild(
        database, guild, statuses=statuses, channels=seen, offset=offset, limit=PAGE
    )


def listed(
    found: Sequence[Line],
    scope: Scope,
    page: int,
    language: NullTranslations,
    emojis: Emojis,
    *,
    places: Mapping[str, str],
    more: bool,
    on_server: bool,
) -> Reply:
    """A page of a list, each tournament with a button, and buttons to the other lists."""
    rows = [_row(one, language, emojis, places.get(one.id, "")) for one in found]
    controls = [*_scopes(scope, language, on_server=on_server)]
    controls += pager(page, lambda to: custom_id("cups", "-", 0, f"{scope}/{to}"), more=more)
    if on_server:
        controls.append(message.new_button(language))
    head = heading(language.gettext(SCOPES[scope]))
    if not rows:
        return Reply("", tuple(controls), parts=(head, Text(language.gettext(NONE[scope]))))
    return Reply("", tuple(controls), parts=(head, *ruled(rows)))


def _row(one: Line, language: NullTranslations, emojis: Emojis, place: str) -> Row:
    game = one.game.info
    title = emojis.before(sign(game.key), text.title(one.name, one.id))
    kind = terms.kind(one.settings, one.team, language)
    lines = (
        title,
        f"{language.gettext(game.name)} · {kind}",
        " · ".join(filter(None, (f"**{terms.state_in_short(one, language)}**", place))),
    )
    to = custom_id("cup", "-", 0, f"{one.id}/about")
    return Row("\n".join(lines), button(language.gettext(SHOW), to))


def _scopes(scope: Scope, language: NullTranslations, *, on_server: bool) -> Sequence[Control]:
    """The buttons to the lists."""
    return [
        button(
            language.gettext(SCOPES[one]),
            custom_id("cups", "-", 0, f"{one}/"),
            disabled=one == scope,
        )
        for one in (tuple(SCOPES) if on_server else _ANYWHERE)
    ]


@on("cups")
async def turn_page(press: Press) -> None:
    """Shows a list, or another page of it."""
    await shared.acknowledge(press)
    scope, page = press.read(rf"({'|'.join(SCOPES)})/(\d{{0,4}})")
    await show(press.interaction, cast("Scope", scope), number(page or "0"))


async def setup(_: Bot) -> None:
    """Only controls belong to this part."""
