"""The page of a ladder: one view of it at a time."""

from __future__ import annotations

from typing import cast, get_args

import matches
from bot.cogs.ladders import _views
from bot.cogs.ladders._views import Shown
from bot.commands import people
from bot.commands.competitions import common as shared
from bot.commands.competitions import pictures as competition_pictures
from bot.commands.competitions.common import Kind
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.contexts import guild_of, user_of
from bot.interactions.locale import language_of
from bot.messages.competitions.ladder import View
from bot.pictures.board import Picture, theme_of
from bot.pictures.competitions.common import Reader
from bot.pictures.competitions.ladder import ladder_picture
from bot.ui.controls import number
from bot.ui.dispatch import Press, on
from competitions.ladders import queries
from competitions.ladders.acts import LadderAct, possible
from competitions.ladders.held import Held
from competitions.model.entrants import EntrantId
from matches.model.match import Listing

_VIEWS = "|".join(get_args(View))
KIND = Kind("ladder", "ladder", queries.get)


async def show(interaction: Interaction, held: Held, which: View = "about", page: int = 0) -> None:
    """Answers with a view of a ladder. The interaction is already acknowledged."""
    player, now = user_of(interaction), interaction.client.database.now()
    member, past = held.member_of(player), None
    if which == "history":
        past = await queries.history(interaction.client.database, held, page)
    shown = Shown(
        held,
        player,
        member,
        language_of(interaction),
        page,
        await _picture(interaction, held) if which == "about" else None,
        past,
        await _playing(interaction, held) if which == "about" else (),
        acts_of(interaction, held),
        shared.directs(interaction, held),
        {} if member is None else held.ladder.blocked(member, now),
    )
    await answers.show_reply(interaction, _views.view(shown, which))


def acts_of(interaction: Interaction, held: Held) -> tuple[LadderAct, ...]:
    """What the user can do with a ladder."""
    player, now = user_of(interaction), interaction.client.database.now()
    return possible(held, player, now, manager=shared.manages(interaction, held))


async def _picture(interaction: Interaction, held: Held) -> Picture | None:
    """The places around the reader as a picture; None while nobody is on the ladder."""
    if not held.ladder.places:
        return None
    bot, language, player = interaction.client, language_of(interaction), user_of(interaction)
    member = held.member_of(player)
    guild, places = held.terms.guild, held.ladder.places
    named = await people.known_members(bot, guild, held.people, places, language)
    teams = {EntrantId(id_): [held.people.get(id_)] for id_ in places}
    reader = Reader(
        names={EntrantId(id_): name for id_, name in named.items()},
        captions=people.captions(bot, guild, teams, language),
        language=language,
        theme=await theme_of(bot, player, guild_of(interaction)),
        title=held.terms.name,
        own=None if member is None else EntrantId(member),
    )
    now = bot.database.now()
    near = () if member is None else held.ladder.reachable(member, now)
    drawn = ladder_picture(held.ladder, reader, near)
    return await competition_pictures.shown(interaction, drawn, held.id)


async def _playing(interaction: Interaction, held: Held) -> list[Listing]:
    """The reader's own running matches on the ladder."""
    member = held.member_of(user_of(interaction))
    if member is None:
        return []
    own = [held.match_of(one) for one in held.ladder.running(member)]
    database = interaction.client.database
    found = [await matches.get(database, match_id) for match_id in own if match_id is not None]
    return [one for one in found if one.ending is None]


async def show_changed(interaction: Interaction, held: Held) -> None:
    """To be called after a stored change: starts upkeep, and shows the page as it is now."""
    shared.wake(interaction)
    await show(interaction, held)


@on("ladder")
async def open_view(press: Press) -> None:
    """Shows a view, or another page of it."""
    await answers.acknowledge(press.interaction)
    held, (which, page) = await KIND.pressed(press, rf"/({_VIEWS})(?:/(\d{{1,4}}))?")
    await show(press.interaction, held, cast("View", which), number(page or "0"))
