"""Completions of turns and of points."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations

from discord import app_commands

import matches
from bot.cogs.play import _board_text
from bot.commands.which_match import meant
from bot.context import Interaction
from bot.interactions import access
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.text.position import thing
from games.continuations import Completion, completions
from matches.model.errors import NotYourTurn, TableError
from matches.model.ids import MatchId
from matches.model.played import Draft


async def turns(
    interaction: Interaction, typed: str, match_id: MatchId | None
) -> list[app_commands.Choice[str]]:
    """Complete texts that may be typed, each with its meaning; none if the text can't be played.

    After a semicolon a turn is prepared. Nobody knows what will be legal then, so this offers what
    is legal now, and what was typed.
    """
    earlier, semicolon, last = typed.rpartition(";")
    lead = f"{earlier}{semicolon} " if semicolon else ""
    found = await _found(interaction, last.lstrip(), match_id)
    if found is None:
        found = dict.fromkeys(filter(None, [last.strip()]), "")
        lead = lead or "; "
    elif semicolon:
        before = {text.strip() for text in earlier.split(";")}
        found = dict.fromkeys(filter(None, [last.strip()]), "") | found
        found = {text: "" for text in found if text not in before}
    return [
        app_commands.Choice(name=_label(lead + text, said), value=lead + text)
        for text, said in found.items()
        if len(lead + text) <= LABEL
    ][:OPTIONS]


async def points(
    interaction: Interaction, typed: str, match_id: MatchId | None
) -> list[app_commands.Choice[str]]:
    """The points of the board that begin like this. Those that can be used now come first."""
    try:
        if not match_id:
            found = await meant(interaction)
            if len(found) != 1:
                return []
            match_id = found[0].id
        seen = await access.require(interaction, match_id)
    except TableError:
        return []
    if seen.started_at is None:
        return []
    stem = typed.strip().casefold()
    known = await asyncio.to_thread(_board_text.points, seen)
    fitting = [point for point in known if point.casefold().startswith(stem)][:OPTIONS]
    return [app_commands.Choice(name=point, value=point) for point in fitting]


def _label(text: str, said: str) -> str:
    return match_text.cut(f"{text} · {said}" if said else text, LABEL)


async def _found(
    interaction: Interaction, typed: str, match_id: MatchId | None
) -> dict[str, str] | None:
    """Completions of the user's turn, each with its meaning; None if it isn't their turn, so that
    they can only prepare.
    """
    database, player = interaction.client.database, user_of(interaction)
    try:
        if not match_id:
            found = await meant(interaction, to_move=True)
            if len(found) != 1:
                return {}
            match_id = found[0].id
        draft = await matches.draft(database, match_id, player)
    except NotYourTurn:
        return None
    except TableError:
        return {}
    asked = _Asked(
        id(database),
        draft.match.id,
        draft.match.seq,
        draft.text,
        typed,
        language_of(interaction),
        draft,
    )
    return await asyncio.to_thread(_described, asked)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is looked up at each keystroke, and is often unchanged."""

    database: int
    match_id: MatchId
    seq: int
    done: str
    typed: str
    language: NullTranslations
    draft: Draft = field(compare=False)


@lru_cache(maxsize=100)
def _described(asked: _Asked) -> dict[str, str]:
    draft, typed = asked.draft, asked.typed
    offered = completions(draft.continued, typed, OPTIONS)
    offered = offered or completions(draft.match.line, typed, OPTIONS)
    return {one.text: _said(asked.draft, one, asked.language) for one in offered}


def _said(draft: Draft, offered: Completion, language: NullTranslations) -> str:
    """What the last token of a completion is about, as the menus say it."""
    game, setup = draft.match.game, draft.match.setup
    return thing(game, setup, offered.position, offered.way.whole, language)
