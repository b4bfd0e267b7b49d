"""Medals for the first three of a competition: gold, silver, bronze.

They are emojis of the application, like the men of the games; in pictures they stand before a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

from games.words import N_
from render.emoji import emoji, look
from render.signs import ROLES, medal

MOST = len(ROLES)
"""The last place that has a medal."""
WORDS = (N_("gold medal"), N_("silver medal"), N_("bronze medal"))


@dataclass(frozen=True, slots=True)
class Medal:
    """The medal for a place from 1 to 3. `bot.service(Emojis).of(Medal(1))` is its emoji."""

    place: int

    @property
    def name(self) -> str:
        """The name of its emoji: the metal, and a hash of the look."""
        return f"{self._role.replace('.', '_')}_{look(medal(self.place), self._role, {})}"

    def painted(self) -> bytes:
        """The emoji as a PNG file."""
        return emoji(medal(self.place), self._role, {})

    def in_words(self, language: NullTranslations) -> str:
        """What it is called."""
        return language.gettext(WORDS[self.place - 1])

    @property
    def _role(self) -> str:
        return ROLES[self.place - 1]


MEDALS = tuple(Medal(place) for place in range(1, MOST + 1))
