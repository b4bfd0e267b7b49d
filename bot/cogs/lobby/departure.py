"""Leaving a table that waits for players."""

from __future__ import annotations

from discord import ButtonStyle

import matches
from bot.cogs.lobby.cog import carry_out
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.text import match as match_text
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import Match

SURE = N_("That closes the table for everybody.")
CLOSE, KEEP = N_("Close the table"), N_("Keep the table")
KEPT = N_("Table {match} stays open.")
_SURE = "sure"


@on("leave")
async def leave(press: Press) -> None:
    """Gives up the user's seat. If the user is the host this closes the table, after a question if
    other people have joined it.
    """
    (answer,) = press.read(f"({_SURE}|)")
    match = await matches.get(press.interaction.client.database, press.match_id)
    if not answer and _closes_for_others(match, press.player):
        await _ask(press.interaction, match)
    else:
        await carry_out(press, press.match_id, matches.leave)


def _closes_for_others(match: Match, player: PlayerId) -> bool:
    """Whether other people sit at a table that would be closed."""
    others = [one for one in match.seated if one != player and not is_computer_player(one)]
    return match.status == "open" and match.host == player and bool(others)


async def _ask(interaction: Interaction, match: Match) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    language = language_of(interaction)
    yes, no = custom_id("leave", match.id, match.seq, _SURE), custom_id("stay", match.id, match.seq)
    controls = (
        button(language.gettext(CLOSE), yes, style=ButtonStyle.danger),
        button(language.gettext(KEEP), no),
    )
    asked = f"{match_text.title(match, language)}\n{language.gettext(SURE)}"
    await answers.show_reply(interaction, Reply(asked, controls))


@on("stay")
async def stay(press: Press) -> None:
    """Nothing happens."""
    await press.interaction.response.defer()
    said = say(KEPT, {"match": press.match_id}, language=language_of(press.interaction))
    await answers.show_reply(press.interaction, Reply(said))
