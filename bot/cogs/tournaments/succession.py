"""How a director hands a tournament over: see `bot.commands.competitions.succession`."""

from __future__ import annotations

from bot.cogs.tournaments import page
from bot.commands.competitions import destinations as ways
from bot.commands.competitions import succession
from bot.commands.competitions.succession import Offers
from bot.interactions.ways_out import lead
from bot.ui.dispatch import Press, on
from competitions.tournaments import direction, offers
from games.words import N_

NOT_THERE = N_("{player} isn't a member of the tournament's server, so they can't direct it.")
lead(NOT_THERE, ways.page)

OFFERS = Offers(
    kind=page.KIND,
    asks=N_("{player} would like you to direct this tournament from now on."),
    absent=NOT_THERE,
    offer=offers.offer,
    offered=offers.offered,
    hand_over=direction.hand_over,
    show=page.show,
)


@on("cup-direct")
async def accept(press: Press) -> None:
    """Makes the user the director, if they were asked."""
    await succession.accept(press, OFFERS)
