"""The page of a league: one view of it at a time."""

from __future__ import annotations

from typing import cast, get_args

from bot.cogs.leagues import _views
from bot.cogs.leagues._views import Shown
from bot.commands.competitions import common as shared
from bot.commands.competitions import pictures as competition_pictures
from bot.commands.competitions.common import Kind
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.messages.competitions import tournament as cup
from bot.messages.competitions.league import View
from bot.pictures.board import Picture
from bot.ui.controls import number
from bot.ui.dispatch import Press, on
from competitions.leagues import queries
from competitions.leagues.acts import LeagueAct, possible
from competitions.leagues.held import Held
from competitions.tournaments.held import Held as Division

_VIEWS = "|".join(get_args(View))
KIND = Kind("league", "league", queries.get)


async def show(
    interaction: Interaction, held: Held, which: View = "about", page: int | None = None
) -> None:
    """Answers with a view of a league; by default, with the reader's own division. The interaction
    is already acknowledged.
    """
    player = user_of(interaction)
    own = held.division_of(player)
    at = 0
    if which == "table":
        at = (own or 1) - 1 if page is None else page
    at = max(0, min(at, len(held.divisions) - 1))
    division, picture = None, None
    if held.divisions and (which == "table" or (which == "mine" and own is not None)):
        chosen = at + 1 if which == "table" else own or 1
        division = await queries.division(interaction.client.database, held, chosen)
        picture = await _picture(interaction, division, which)
    shown = Shown(
        held,
        player,
        language_of(interaction),
        at,
        division,
        picture,
        acts_of(interaction, held),
        shared.directs(interaction, held),
    )
    await answers.show_reply(interaction, _views.view(shown, which))


async def _picture(interaction: Interaction, division: Division, which: View) -> Picture | None:
    """The standings of a division, or the reader's own course through it."""
    view: cup.View = "mine" if which == "mine" else "table"
    return (await competition_pictures.of_view(interaction, division, view)).picture


def acts_of(interaction: Interaction, held: Held) -> tuple[LeagueAct, ...]:
    """What the user can do with a league."""
    player = user_of(interaction)
    return possible(held, player, manager=shared.manages(interaction, held))


async def show_changed(interaction: Interaction, held: Held) -> None:
    """To be called after a stored change: starts upkeep, and shows the page as it is now."""
    shared.wake(interaction)
    await show(interaction, held)


@on("league")
async def open_view(press: Press) -> None:
    """Shows a view, or another page of it."""
    await answers.acknowledge(press.interaction)
    held, (which, page) = await KIND.pressed(press, rf"/({_VIEWS})(?:/(\d{{1,4}}))?")
    await show(press.interaction, held, cast("View", which), None if page is None else number(page))
