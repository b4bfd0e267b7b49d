"""Painting ahead: while a turn is being stored, the board to which it leads is painted already.

Most of the time that storing takes is spent waiting for the disk. Nobody sees the picture unless
the turn has been stored: it is only taken for the very line that came of that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from gettext import NullTranslations
from threading import get_ident

from bot.context import Bot
from bot.pictures.board import Picture, of_match
from matches.model.match import Match, Place

Language = Callable[[Place], Awaitable[NullTranslations]]


class Ahead:
    """What `matches` is to call with the match that it is about to store (`execution.Soon`).

    `language` says in which language a board is shown in a place.
    """

    def __init__(self, bot: Bot, language: Language) -> None:
        self._bot, self._language = bot, language
        self._loop, self._thread = asyncio.get_running_loop(), get_ident()
        self._match: Match | None = None
        """That was shown last."""
        self._work: asyncio.Task[tuple[NullTranslations, Picture]] | None = None
        _current.set(self)

    def __call__(self, match: Match) -> None:
        """Begins to paint the board, unless that has begun. In whatever thread."""
        if self._shown(match):
            return
        self._match = match
        if get_ident() == self._thread:
            self._begin(match)
        else:
            self._loop.call_soon_threadsafe(self._begin, match)

    def _begin(self, match: Match) -> None:
        self._work = asyncio.create_task(self._paint(match), name="ahead")
        self._work.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _paint(self, match: Match) -> tuple[NullTranslations, Picture]:
        language = await self._language(match.place)
        return language, await of_match(self._bot, match, language)

    async def taken(self, match: Match, language: NullTranslations) -> Picture | None:
        """The picture of this match in this language, once; None if it is another."""
        work, self._work = self._work, None
        if work is None or not self._shown(match):
            return None
        known, picture = await work
        return picture if known is language else None

    def _shown(self, match: Match) -> bool:
        """Whether it looks like the match that was shown last, whose players may be others."""
        last = self._match
        return last is not None and last.line is match.line and last.players == match.players


_current: ContextVar[Ahead | None] = ContextVar("ahead", default=None)


async def board(bot: Bot, match: Match, language: NullTranslations) -> Picture:
    """The match's board as it stands for everybody, painted ahead or now."""
    ahead = _current.get()
    picture = await ahead.taken(match, language) if ahead is not None else None
    return picture or await of_match(bot, match, language)
