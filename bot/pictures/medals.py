"""Medals for the first three of a competition: gold, silver, bronze.

They are emojis of the application, like the men of the games. In pictures they come before a name.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from competitions.tournaments import queries
from games.words import N_
from matches.model.computer_players import is_computer_player
from matches.model.errors import TableError
from matches.model.ids import PlayerId
from matches.model.match import Match
from render.emoji import emoji, look
from render.signs import ROLES, medal
from storage.database import Database

log = logging.getLogger(__name__)

MOST = len(ROLES)
"""The lowest place that gets a medal."""
WORDS = (N_("gold medal"), N_("silver medal"), N_("bronze medal"))
FRESH = 300.0
"""Seconds for which the medals of a player are cached, since boards are painted often."""
LIMIT = 10_000


@dataclass(frozen=True, slots=True)
class Medal:
    """The medal for a place from 1 to 3. `bot.service(Emojis).of(Medal(1))` is its emoji."""

    place: int

    @property
    def name(self) -> str:
        """The name of its emoji: the metal, and a hash of its look."""
        return f"{self._role.replace('.', '_')}_{look(medal(self.place), self._role, {})}"

    def painted(self) -> bytes:
        """The emoji as a PNG file."""
        return emoji(medal(self.place), self._role, {})

    def in_words(self, language: NullTranslations) -> str:
        """The name of the medal."""
        return language.gettext(WORDS[self.place - 1])

    @property
    def _role(self) -> str:
        return ROLES[self.place - 1]


MEDALS = tuple(Medal(place) for place in range(1, MOST + 1))


class Honours:
    """The medals that players have won in each game, cached for a while."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[PlayerId, tuple[float, Sequence[queries.Medal]]] = OrderedDict()

    async def of(self, match: Match) -> tuple[int, ...]:
        """For each seat, the best place for which its player has a medal in the match's game, or 0.
        Empty if nobody has one. Computer players never count as having one.
        """
        found = [await self._best(player, match.game.info.key) for player in match.players]
        return tuple(found) if any(found) else ()

    async def _best(self, player: PlayerId | None, game: str) -> int:
        if player is None or is_computer_player(player):
            return 0
        return min((one.place for one in await self._won(player) if one.game == game), default=0)

    async def _won(self, player: PlayerId) -> Sequence[queries.Medal]:
        at, won = self._known.get(player, (0.0, ()))
        if player in self._known and time.monotonic() - at < FRESH:
            return won
        try:
            won = await queries.medals(self._database, player)
        except TableError as error:
            log.warning("user=%d: their medals can't be read: %s", player, error)
            return won
        self._known[player] = time.monotonic(), won
        self._known.move_to_end(player)
        if len(self._known) > LIMIT:
            self._known.popitem(last=False)
        return won
