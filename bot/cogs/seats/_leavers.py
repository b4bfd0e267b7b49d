"""Players who have left the server of their match. Its managers can offer their seats."""

from __future__ import annotations

from bot.commands.checks import require_manager
from bot.context import Interaction
from bot.context.lookups import has_left
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import require_server
from games.protocol import Seat
from games.words import N_
from matches.model.computer_players import is_computer_player
from matches.model.errors import NotSeated, OfficialSeat
from matches.model.ids import GuildId
from matches.model.match import Match
from matches.model.requirements import require_running

NOBODY_LEFT = N_(
    "Everybody in match {match} is still on this server, so there's no seat for you to offer."
)
NOT_LEFT = N_(
    "The player with this seat in match {match} is still on this server and can offer it "
    "themselves."
)
ELSEWHERE = N_("To offer the seat of somebody who has left a server, go to that server.")


async def seats(interaction: Interaction, match: Match) -> list[Seat]:
    """The seats that a manager may offer. Raises NotSeated for other people, OfficialSeat, and
    Refused if there are none.
    """
    if not interaction.permissions.manage_guild:
        raise NotSeated(match=match.id)
    await _admitted(interaction, match)
    if match.official:
        raise OfficialSeat(match=match.id)
    found = [
        seat
        for seat in range(1, match.setup.seats + 1)
        if match.offer_of(seat) is None and await _has_left(interaction, match, seat)
    ]
    if not found:
        raise Refused(NOBODY_LEFT, match=match.id)
    return found


async def require(interaction: Interaction, match: Match, seat: Seat) -> GuildId:
    """The server, if the user manages it and the player of the seat has left. Raises what `seats`
    does.
    """
    guild = await _admitted(interaction, match)
    if seat > match.setup.seats or not await _has_left(interaction, match, seat):
        raise Refused(NOT_LEFT, match=match.id)
    return guild


async def _admitted(interaction: Interaction, match: Match) -> GuildId:
    guild = require_server(interaction, ELSEWHERE)
    require_manager(interaction)
    await access.require(interaction, match.id, "end")
    require_running(match, adjourned=True)
    return guild


async def _has_left(interaction: Interaction, match: Match, seat: Seat) -> bool:
    """Whether Discord says that a seat's player isn't a member. Raises what discord.py does."""
    player, guild = match.players[seat - 1], interaction.guild
    gone = seat in match.position.withdrawn
    if guild is None or player is None or gone or is_computer_player(player):
        return False
    return await has_left(guild, player)
