"""What a player can do by touch: look, choose, take back, reset, confirm. Each act applies to the
turn that they saw, and never changes another one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from aiohttp import web

import matches
from games import picks
from matches.course.drafts import at_hand
from matches.effects.notices import board_key
from matches.model.errors import StaleDraft, StaleMatch, TableError, Unavailable
from matches.model.played import Draft, Played
from matches.outbox import queue
from matches.touch import Link
from web.site import Site
from web.touch_view import further_turns

log = logging.getLogger(__name__)

LONGEST = 200
"""The most characters of a choice, and of the beginning of a move."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player wants to do with the turn that they saw: the entry of the match, the number of
    tokens in the draft, and the beginning of a move.
    """

    act: str
    seq: int
    length: int
    stem: str
    value: str

    @classmethod
    def read(cls, body: Any) -> Wish:
        """The wish in the body of a request. Raises HTTPBadRequest."""
        if not isinstance(body, dict):
            raise web.HTTPBadRequest
        words = [body.get(name, "") for name in ("act", "stem", "value")]
        numbers = [body.get(name, 0) for name in ("seq", "length")]
        if not all(isinstance(one, str) and len(one) <= LONGEST for one in words):
            raise web.HTTPBadRequest
        if not all(type(one) is int and 0 <= one < 2**31 for one in numbers):
            raise web.HTTPBadRequest
        act, stem, value = words
        if act not in ACTS:
            raise web.HTTPBadRequest
        seq, length = numbers
        return cls(act, seq, length, stem, value)


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a wish: the beginning of a move that is picked now, and what was played."""

    stem: str = ""
    played: Played | None = None


TouchAct: TypeAlias = Callable[[Site, Link, Wish], Awaitable[Done]]


async def _look(site: Site, link: Link, wish: Wish) -> Done:
    """Does nothing but show the present board. The beginning of a move is kept if it is still
    possible, also if others have done something that leaves the position as it is.
    """
    match, draft = await at_hand(site.database, link.match_id, link.player)
    same = draft is not None and match.base <= wish.seq and draft.length == wish.length
    if not same or draft is None or draft.complete or not picks.ways(draft.line, wish.stem):
        return Done()
    return Done(wish.stem)


async def _pick(site: Site, link: Link, wish: Wish) -> Done:
    """Adds what was chosen, and all that follows without a choice. The last choice plays the turn
    at once for players who want that.
    """
    draft = await _fresh(site, link, wish)
    if draft.complete:
        return await _prepare(site, link, wish, draft)
    found = await asyncio.to_thread(picks.further, draft.line, wish.stem, wish.value)
    if found is None:
        raise StaleDraft(match=link.match_id, seq=draft.match.seq)
    stem, moves = found
    if not moves:
        return Done(stem)
    played = await matches.extend_draft(
        site.database,
        link.match_id,
        link.player,
        " ".join(map(str, moves)),
        seq=wish.seq,
        length=wish.length,
        commit=link.chosen.instant,
    )
    return Done(played=played)


async def _prepare(site: Site, link: Link, wish: Wish, draft: Draft) -> Done:
    """Prepares a turn that was chosen along with a whole one."""
    offered = await asyncio.to_thread(further_turns, draft)
    if wish.value not in {way.text for way in offered}:
        raise StaleDraft(match=link.match_id, seq=draft.match.seq)
    await matches.prepare(site.database, link.match_id, link.player, wish.value, seq=wish.seq)
    return Done()


async def _back(site: Site, link: Link, wish: Wish) -> Done:
    """Takes back the last choice, with all that followed from it: of turns that were chosen
    together, only the last.
    """
    draft = await _fresh(site, link, wish)
    if wish.stem:
        return Done(await asyncio.to_thread(picks.before, draft.line, wish.stem))
    tokens = await asyncio.to_thread(picks.chosen_last, draft.match.line, draft.steps)
    await matches.back(
        site.database,
        link.match_id,
        link.player,
        seq=wish.seq,
        length=wish.length,
        tokens=tokens,
        singly=True,
    )
    return Done()


async def _reset(site: Site, link: Link, wish: Wish) -> Done:
    """Discards what has been picked."""
    await _fresh(site, link, wish)
    await matches.reset_draft(site.database, link.match_id, link.player, seq=wish.seq)
    return Done()


async def _confirm(site: Site, link: Link, wish: Wish) -> Done:
    """Plays the turn."""
    played = await matches.confirm_draft(
        site.database, link.match_id, link.player, seq=wish.seq, length=wish.length
    )
    return Done(played=played)


ACTS: Mapping[str, TouchAct] = {
    "look": _look,
    "pick": _pick,
    "back": _back,
    "reset": _reset,
    "confirm": _confirm,
}


async def _fresh(site: Site, link: Link, wish: Wish) -> Draft:
    """The draft as the player saw it. Raises StaleMatch, and StaleDraft if it has gone on
    elsewhere; and as `matches.draft`.
    """
    draft = await matches.draft(site.database, link.match_id, link.player)
    if not draft.match.base <= wish.seq <= draft.match.seq:
        raise StaleMatch(match=link.match_id, seq=draft.match.seq)
    if draft.length != wish.length:
        raise StaleDraft(match=link.match_id, seq=draft.match.seq)
    return draft


async def hurried(site: Site, played: Played | None) -> None:
    """Makes the process that is connected to Discord send the new board at once. If that fails, it
    is sent some seconds later.
    """
    if played is None or not played.turns:
        return
    log.info("match=%s seq=%d touched", played.match.id, played.match.seq)
    try:
        await queue.hurry(site.database, board_key(played.match))
    except Unavailable as error:
        log.warning("the board of match %s can't be hurried: %s", played.match.id, error)


async def with_forced(site: Site, link: Link, draft: Draft) -> Draft:
    """The draft with the moves that follow without a choice."""
    moves = await asyncio.to_thread(picks.forced, draft.line)
    if not moves:
        return draft
    text, seq = " ".join(map(str, moves)), draft.match.seq
    try:
        played = await matches.extend_draft(
            site.database, link.match_id, link.player, text, seq=seq, length=draft.length
        )
    except Unavailable:
        raise
    except TableError:  # It has gone on elsewhere, or is over: that is shown next.
        return draft
    return played.draft or draft
