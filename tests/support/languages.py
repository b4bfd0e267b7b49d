"""The languages in which competitions are played on the playground."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter

from bot.i18n import catalogues
from games.words import Sentence, say
from playground.client import Channel, Playground, User

_UNKNOWN = "\0"


@dataclass(frozen=True)
class Language:
    """A language: its code here, the locale of Discord's, a channel of a server that uses it, and
    its people, the server's manager first.

    Sentences are given in English, as they stand in the code.
    """

    code: str
    locale: str
    place: str
    people: tuple[str, ...]

    def say(self, sentence: Sentence, **fields: str | int) -> str:
        """What the bot says in this language, for people who read it."""
        return say(sentence, fields, language=catalogues.language(self.code))

    def part(self, sentence: Sentence, **fields: str | int) -> str:
        """The longest part of that which follows from these fields, whatever the others are."""
        forms = [sentence] if isinstance(sentence, str) else sentence
        names = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
        unknown = dict.fromkeys(names - fields.keys(), _UNKNOWN)
        return max(self.say(sentence, **fields, **unknown).split(_UNKNOWN), key=len)

    def channel(self, pg: Playground) -> Channel:
        """Where it is spoken."""
        return pg.channel(self.place)

    async def speakers(self, pg: Playground, count: int) -> list[User]:
        """Returns this many people who read it from now on, the manager first."""
        found = [pg.user(name) for name in self.people[:count]]
        for one in found:
            await one.change(locale=self.locale)
        return found


_OTHERS = ("david", "emma", "clara")
ENGLISH = Language("en", "en-US", "general", ("anna", "ben", *_OTHERS))
GERMAN = Language("de", "de", "allgemein", ("ben", "anna", *_OTHERS))
LANGUAGES = (ENGLISH, GERMAN)
