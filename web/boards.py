"""What a match's page shows after one of the match's turns: the board as a picture and in words."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TypeVar, cast

from bot.text.position import described, standing
from games.play import AnyStep, events
from games.scene import Scene
from games.stops import Stop, Stops
from matches.archive.records import log_of
from matches.model.ids import MatchId
from matches.model.match import Match
from render import paint
from render.svg import svg
from web.site import Site

T = TypeVar("T")

MATCHES, BOARDS = 64, 512
"""How many matches and how many drawn boards are kept: about 20 MB at most, so that people can step
through several matches at a time.
"""


@dataclass(frozen=True, slots=True)
class Board:
    """A match after a turn, drawn and in words. `turn` counts from 1; 0 is the start. `standing`
    says who is to move, or how the match has ended; so does `said` first, before all else.
    """

    turn: int
    turns: int
    svg: str
    said: str
    standing: str
    phase: str


class Boards:
    """Draws boards, and caches the latest ones."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._stops: OrderedDict[MatchId, tuple[int, Stops]] = OrderedDict()
        """The stops of matches, each up to an entry of the log."""
        self._kept: OrderedDict[tuple[object, ...], object] = OrderedDict()

    async def board(
        self,
        match: Match,
        turn: int | None,
        captions: Sequence[str],
        code: str,
        language: NullTranslations,
    ) -> Board | None:
        """The match after this turn, or as it stands; None if there is no such turn."""
        key = "board", match.id, match.seq, turn, tuple(captions), code
        return await self._once(key, lambda: self._board(match, turn, captions, language))

    async def png(self, match: Match, captions: Sequence[str]) -> bytes:
        """A picture of the present board, for previews of links."""
        key = "png", match.id, match.seq, tuple(captions)
        return await self._once(key, lambda: self._painted(match, captions))

    async def positions(self, match: Match) -> list[str]:
        """The positions at the start and after each turn and event, as texts."""
        key = "positions", match.id, match.seq
        return await self._once(key, lambda: [*map(str, self._stop(match).positions())])

    async def _once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """The cached value of a key, or else one made now in the worker."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return cast("T", self._kept[key])
        made = await asyncio.get_running_loop().run_in_executor(self._site.worker, make)
        self._kept[key] = made
        while len(self._kept) > BOARDS:
            self._kept.popitem(last=False)
        return made

    # In the worker

    def _stop(self, match: Match) -> Stops:
        seq, found = self._stops.get(match.id, (-1, None))
        if found is None or (seq != match.seq and not found.follow(log_of(match))):
            found = Stops(match.game, match.setup, log_of(match))
        self._stops[match.id] = match.seq, found
        self._stops.move_to_end(match.id)
        while len(self._stops) > MATCHES:
            self._stops.popitem(last=False)
        return found

    def _board(
        self, match: Match, turn: int | None, captions: Sequence[str], language: NullTranslations
    ) -> Board | None:
        stops = self._stop(match)
        if turn is not None and turn > stops.turns:
            return None
        stop = stops.at(len(stops.entries)) if turn is None else stops.of_turn(turn)
        game, setup, position = match.game, match.setup, stop.position
        ending = match.ending if stop.number == len(stops.entries) else None
        said = described(game, setup, position, language, steps=stop.steps, ending=ending)
        stands = standing(game, setup, position, language, ending=ending)
        drawn = svg(_scene(match, stop), captions=captions, title=said)
        phase = "" if ending else game.texts.phases.get(position.phase, "")
        # The translation of an empty text is the catalogue's own header.
        phase = language.gettext(phase) if phase else ""
        return Board(stop.turns, stops.turns, drawn, said, stands, phase)

    def _painted(self, match: Match, captions: Sequence[str]) -> bytes:
        stops = self._stop(match)
        return paint(_scene(match, stops.at(len(stops.entries))), captions=captions).png


def _scene(match: Match, stop: Stop) -> Scene:
    steps: tuple[AnyStep, ...] = stop.steps
    return match.game.scene(stop.position, events(match.game, steps))
