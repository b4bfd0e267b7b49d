"""Completion of turns that are being typed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands

import matches
from bot import looking
from bot.components import LONGEST
from games.ways import completions
from matches.errors import NotYourTurn, TableError

if TYPE_CHECKING:
    from bot.client import Interaction

MOST = 25
"""The most choices that Discord shows."""


async def turns(
    interaction: Interaction, typed: str, match: str | None
) -> list[app_commands.Choice[str]]:
    """What may be typed next, as whole texts; nothing for what can't be played.

    After a semicolon turns are prepared: nobody knows what will be legal then, so what is legal
    now is offered, and what was typed.
    """
    earlier, semicolon, last = typed.rpartition(";")
    lead = f"{earlier}{semicolon} " if semicolon else ""
    texts = await _texts(interaction, last.lstrip(), match)
    if texts is None:
        texts = [last.strip()] if last.strip() else []
        lead = lead or "; "
    elif semicolon:
        before = {text.strip() for text in earlier.split(";")}
        texts = [last.strip(), *texts] if last.strip() else texts
        texts = [text for text in dict.fromkeys(texts) if text not in before]
    offered = [lead + text for text in texts]
    return [app_commands.Choice(name=text, value=text) for text in offered if len(text) <= LONGEST][
        :MOST
    ]


async def points(
    interaction: Interaction, typed: str, match: str | None
) -> list[app_commands.Choice[str]]:
    """The points of the match's board that begin so; first those that can be used now."""
    database, player = interaction.client.database, interaction.user.id
    try:
        if not match:
            found = await matches.find(database, player, interaction.channel_id)
            if len(found) != 1:
                return []
            match = found[0].id
        seen = await matches.get(database, match, viewer=player)
    except TableError:
        return []
    if seen.started_at is None:
        return []
    stem = typed.strip().casefold()
    known = await asyncio.to_thread(looking.points, seen)
    fitting = [point for point in known if point.casefold().startswith(stem)][:MOST]
    return [app_commands.Choice(name=point, value=point) for point in fitting]


async def _texts(interaction: Interaction, typed: str, match: str | None) -> list[str] | None:
    """Completions in the user's turn; None if it is another's, so that he can only prepare."""
    database, player = interaction.client.database, interaction.user.id
    try:
        if not match:
            found = await matches.find(database, player, interaction.channel_id, to_move=True)
            if len(found) != 1:
                return []
            match = found[0].id
        draft = await matches.draft(database, match, player)
    except NotYourTurn:
        return None
    except TableError:
        return []
    return await asyncio.to_thread(completions, draft.line, typed, MOST)
