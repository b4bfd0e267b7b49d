"""The page of a tournament: one view of it at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from typing import cast, get_args

import matches
from bot.cogs.tournaments import _views
from bot.cogs.tournaments._views import Reader, Shown
from bot.commands.competitions import common as shared
from bot.commands.competitions import pictures as competition_pictures
from bot.commands.competitions.common import Kind
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.contexts import guild_of, user_of
from bot.interactions.locale import language_of
from bot.messages.competitions import servers as competition_servers
from bot.messages.competitions.tournament import View
from bot.text.standings import Block, servers_of_sections
from bot.ui.controls import number
from bot.ui.dispatch import Press, on
from competitions.tournaments import queries, sheets
from competitions.tournaments.acts import TournamentAct, possible
from competitions.tournaments.held import Held
from matches.model.match import Listing

_VIEWS = "|".join(get_args(View))
KIND = Kind("tournament", "cup", queries.get)


async def show(
    interaction: Interaction, held: Held, which: View = "about", page: int | None = None
) -> None:
    """Answers with a view of a tournament. The interaction is already acknowledged."""
    player, language = user_of(interaction), language_of(interaction)
    pictured = await competition_pictures.of_view(interaction, held, which, page)
    at = _views.last_page(held, which) if page is None else page
    reader = Reader(player, held.entrant_of(player), shared.directs(interaction, held))
    sections = await _sections(interaction, held) if which == "table" else ()
    here = guild_of(interaction)
    servers = await competition_servers.names(interaction.client, held, here, sections)
    shown = Shown(
        held,
        reader,
        language,
        at if pictured.page is None else pictured.page,
        pictured.picture,
        await _playing(interaction, held, reader) if which == "mine" else (),
        acts_of(interaction, held),
        pictured.pages,
        servers,
        sections,
        await _summed(sections, servers, language),
    )
    await answers.show_reply(interaction, _views.view(shown, which))


def acts_of(interaction: Interaction, held: Held) -> tuple[TournamentAct, ...]:
    """What the user can do with a tournament."""
    player, now = user_of(interaction), interaction.client.database.now()
    return possible(held, player, now, manager=shared.manages(interaction, held))


async def _sections(interaction: Interaction, held: Held) -> Sequence[Held]:
    """The sections into which a tournament was divided."""
    if not held.sections:
        return ()
    return await queries.sections(interaction.client.database, held)


async def _summed(
    sections: Sequence[Held], names: Mapping[int, str], language: NullTranslations
) -> Block | None:
    """The standings of servers over all sections, which may have very many entrants."""
    if not sections:
        return None
    return await asyncio.to_thread(servers_of_sections, sections, names, language)


async def _playing(interaction: Interaction, held: Held, reader: Reader) -> list[Listing]:
    """The reader's own running matches."""
    now = held.competition
    own = [
        held.matches[game]
        for game in now.undecided
        if game in held.matches and reader.entrant in now.pairing(game).seats
    ]
    database = interaction.client.database
    found = [await matches.get(database, match_id) for match_id in own[: 2 * _views.ROWS]]
    return [one for one in found if one.ending is None]


async def show_changed(interaction: Interaction, held: Held) -> None:
    """To be called after a stored change: starts upkeep, and shows the page as it is now."""
    shared.wake(interaction)
    await show(interaction, held)


@on("cup")
async def open_view(press: Press) -> None:
    """Shows a view, or another page of it."""
    await answers.acknowledge(press.interaction)
    named, which, said = KIND.named(press, rf"/({_VIEWS})(?:/(\d{{1,4}}))?")
    page = None if said is None else number(said)
    held = await _seen(press.interaction, which, page).found(press.interaction, named)
    await show(press.interaction, held, which, page)


@on("cup-section")
async def open_section(press: Press) -> None:
    """Shows the section that was chosen. Older menus don't say in which view."""
    await answers.acknowledge(press.interaction)
    (said,) = press.read(rf"[^/]*(?:/({_VIEWS}))?")
    which = cast("View", said or "about")
    held = await _seen(press.interaction, which).found(press.interaction, press.choice)
    await show(press.interaction, held, which)


def _seen(interaction: Interaction, which: View, page: int | None = None) -> Kind[Held]:
    """How the tournament is loaded. For standings, only what their page needs of a large one."""
    if which != "table":
        return KIND
    return replace(KIND, get=partial(sheets.look, player=user_of(interaction), page=page))
