"""Whether what everybody reads may follow the answer to an interaction; and whose that is.

Discord shows whom a message answers. So a turn that no interaction has caused, such as one played
by touch, follows what its player has done last, if that is possible.
"""

from __future__ import annotations

import discord

from bot.context import Interaction
from bot.delivery.transport.tokens import Token, Tokens
from bot.interactions.access import writing
from bot.interactions.contexts import user_of
from bot.ui.message import Reply
from matches.model.ids import ChannelId, MatchId

NOTHING = Reply("")


def can_follow(interaction: Interaction, where: ChannelId, reply: Reply = NOTHING) -> bool:
    """Whether everybody there would see what follows the answer to this interaction, and it could
    be found if it got lost.
    """
    here, may = interaction.channel, interaction.app_permissions
    if where != interaction.channel_id or not interaction.is_guild_integration():
        return False
    in_thread = isinstance(here, discord.Thread)
    if isinstance(here, discord.Thread) and (here.archived or here.locked):
        return False
    if reply.picture is not None and not may.attach_files:
        return False
    sending = bool(getattr(may, writing(thread=in_thread)))
    allowed = sending and may.view_channel and may.read_message_history
    return allowed and not interaction.client.shut.is_shut(where)


def lend(interaction: Interaction, match_id: MatchId, where: ChannelId) -> None:
    """Lets what the match shows there of its user's turns follow the answer to this interaction,
    which has been given: in the place of the interaction, or in their direct messages.
    """
    if where != interaction.channel_id:
        return
    if interaction.context.dm_channel or can_follow(interaction, where):
        token = Token(interaction.id, interaction.followup)
        known = interaction.client.service(Tokens)
        known.belongs_to(user_of(interaction), match_id, where, token)
