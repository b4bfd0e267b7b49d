"""The controls of a draft: picking, taking back, confirming."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import replace
from functools import wraps

import matches
from bot.commands.acts import prepare_button
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.matches import whereabouts
from bot.delivery.matches.drafts import show_draft
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.locale import language_of, preferences_of
from bot.interactions.response import acknowledge_in_time
from bot.messages import picks as picking
from bot.messages.board import own_board
from bot.text import refusal as refusal_text
from bot.ui.dispatch import Handler, Press, on
from games import picks
from games.words import N_
from matches.model.errors import (
    HasWithdrawn,
    NotSeated,
    NotYourTurn,
    StaleDraft,
    StaleMatch,
    TableError,
    Unavailable,
)
from matches.model.match import Match
from matches.model.played import Draft

EARLIER = N_("The match has gone on since that message. This is how it stands now.")
_STATE = r"(\d+)/(\d+)/[\d-]+/(.*)"
"""What the controls carry: the draft's length, the page, their own number, the begun move."""


@on("move")
async def open_draft(press: Press) -> None:
    """The button under a board, or a line: begins a draft of the present turn, or goes on with it.

    Under an earlier one it does the same, since what can be chosen is shown with the position.
    """
    acknowledge_in_time(press.interaction)
    try:
        draft = await matches.draft(press.interaction.client.database, press.match_id, press.player)
    except (NotSeated, NotYourTurn, HasWithdrawn) as error:
        await _look_on(press, error)
        return
    earlier = press.seq < draft.match.base
    note = language_of(press.interaction).gettext(EARLIER) if earlier else ""
    await show_draft(press.interaction, draft, note=note)


async def _look_on(press: Press, error: TableError) -> None:
    """Shows the board to somebody who can't move now, and says why."""
    interaction, language = press.interaction, language_of(press.interaction)
    match = await access.require(interaction, press.match_id)
    board = await own_board(interaction.client, match, press.player, language)
    why = refusal_text.of_table(error, language)
    prepares = (prepare_button(match, language),) if isinstance(error, NotYourTurn) else ()
    told = replace(board, text=f"{why}\n{board.text}", controls=(*prepares, *board.controls))
    await answers.show_reply(interaction, await whereabouts.led(interaction, match, told, language))


async def _at_hand(press: Press) -> tuple[Draft, str, int]:
    """The draft as the player sees it, with the stem and the page. Raises StaleMatch, and
    StaleDraft if it has gone on elsewhere.
    """
    length, page, stem = press.read(_STATE)
    acknowledge_in_time(press.interaction, new=False)
    draft = await matches.draft(press.interaction.client.database, press.match_id, press.player)
    _require_fresh(draft.match, press)
    if draft.length != int(length):
        raise StaleDraft(match=press.match_id, seq=draft.match.seq)
    return draft, stem, int(page)


def _require_fresh(match: Match, press: Press) -> None:
    if press.seq < match.base:
        raise StaleMatch(match=match.id, seq=match.seq)


def _answered_alike(handler: Handler) -> Handler:
    """Another process may have heard of a press, too, and have carried it out. What is refused
    because of that is answered as it was there: Discord takes the answer that comes first.
    """

    @wraps(handler)
    async def handle(press: Press) -> None:
        try:
            await handler(press)
        except Unavailable:
            raise
        except TableError:
            database, by = press.interaction.client.database, press.interaction.id
            played = await matches.carried_out(database, press.match_id, press.player, by)
            if played is None:
                raise
            await turn_delivery.tell_played(press.interaction, played)

    return handle


@on("pick")
@_answered_alike
async def pick(press: Press) -> None:
    """Adds what was chosen, and all that follows without a choice.

    The last choice plays the turn at once for players who want that.
    """
    draft, stem, _ = await _at_hand(press)
    if len(press.values) > 1:
        await _pick_several(press, draft)
        return
    stem, moves = await asyncio.to_thread(_further, draft, stem, press.choice)
    if not moves:
        await show_draft(press.interaction, draft, stem)
        return
    played = await matches.extend_draft(
        press.interaction.client.database,
        press.match_id,
        press.player,
        " ".join(map(str, moves)),
        seq=press.seq,
        length=draft.length,
        commit=preferences_of(press.interaction).instant,
        interaction=press.interaction.id,
    )
    await turn_delivery.tell_played(press.interaction, played)


async def _pick_several(press: Press, draft: Draft) -> None:
    """Adds moves to the draft, and prepares those for later turns."""
    if draft.complete:
        raise StaleDraft(match=draft.match.id, seq=draft.match.seq)
    text, later = await asyncio.to_thread(picks.several, draft.line, press.values)
    played = await matches.extend_draft(
        press.interaction.client.database,
        press.match_id,
        press.player,
        text,
        seq=press.seq,
        length=draft.length,
        commit=preferences_of(press.interaction).instant,
        later=later,
        interaction=press.interaction.id,
    )
    await turn_delivery.tell_played(press.interaction, played)


def _further(draft: Draft, stem: str, picked: str) -> tuple[str, tuple[Hashable, ...]]:
    """As `picks.further`. Raises StaleDraft."""
    found = None if draft.complete else picks.further(draft.line, stem, picked)
    if found is None:
        raise StaleDraft(match=draft.match.id, seq=draft.match.seq)
    return found


@on("back")
@_answered_alike
async def back(press: Press) -> None:
    """Takes back the last choice, with all that followed from it."""
    draft, stem, _ = await _at_hand(press)
    if stem:
        earlier = await asyncio.to_thread(picking.before, draft.line, stem)
        await show_draft(press.interaction, draft, earlier)
        return
    draft = await matches.back(
        press.interaction.client.database,
        press.match_id,
        press.player,
        seq=press.seq,
        length=draft.length,
        tokens=await asyncio.to_thread(picks.chosen_last, draft.match.line, draft.steps),
        interaction=press.interaction.id,
    )
    await show_draft(press.interaction, draft)


@on("reset")
@_answered_alike
async def reset(press: Press) -> None:
    """Discards what has been picked."""
    await _at_hand(press)
    draft = await matches.reset_draft(
        press.interaction.client.database,
        press.match_id,
        press.player,
        seq=press.seq,
        interaction=press.interaction.id,
    )
    await show_draft(press.interaction, draft)


@on("page")
@on("page-on")
@_answered_alike
async def turn_page(press: Press) -> None:
    """Shows other menus."""
    draft, stem, page = await _at_hand(press)
    await show_draft(press.interaction, draft, stem, page)


@on("confirm")
async def confirm(press: Press) -> None:
    """Plays the turn."""
    length, _, _ = press.read(_STATE)
    acknowledge_in_time(press.interaction, new=False)
    played = await matches.confirm_draft(
        press.interaction.client.database,
        press.match_id,
        press.player,
        seq=press.seq,
        length=int(length),
        interaction=press.interaction.id,
    )
    await turn_delivery.tell_played(press.interaction, played)
