"""Pictures for the rules, the tutorial and puzzles, and what a turn did, for one reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from bot.context import Bot, Interaction
from bot.interactions.contexts import guild_of, user_of
from bot.interactions.locale import language_of
from bot.pictures.board import Picture, ordered, theme_of
from bot.pictures.work import Order
from bot.text import match as match_text
from bot.text.position import ALT_LIMIT, described
from games.protocol import Seat
from games.scene import Mark
from games.shot import Shot
from games.texts import sentence_of
from games.tutorial import Shown
from games.words import Event, say
from matches.model.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader: the bot that answers them, their language, their theme, and, for a person, who they
    are.
    """

    bot: Bot
    language: NullTranslations
    theme: str
    person: PlayerId | None = None

    @classmethod
    async def of(cls, interaction: Interaction) -> Reader:
        """The user of an interaction."""
        person = user_of(interaction)
        theme = await theme_of(interaction.client, person, guild_of(interaction))
        return cls(interaction.client, language_of(interaction), theme, person)

    def say(self, sentence: str) -> str:
        """The sentence in the reader's language."""
        return self.language.gettext(sentence)


async def picture(
    reader: Reader,
    what: Shown,
    caption: str,
    *,
    marks: Sequence[Mark] = (),
    seat: Seat | None = None,
) -> Picture:
    """The picture of a situation. Its description begins with `caption`.

    `seat` is at the bottom.
    """
    game = what.line.game
    shot = Shot(what.line.position, what.steps, tuple(marks), seat, begun=what.begun)
    names = tuple(map(reader.say, what.names))
    png = await ordered(reader.bot, Order(game.info.key, shot, names, reader.theme), reader.person)
    said = described(game, what.setup, what.line.position, reader.language, steps=what.steps)
    return Picture(png, match_text.cut(f"{caption} {said}", ALT_LIMIT))


def happened(what: Shown, events: Sequence[Event], language: NullTranslations) -> str:
    """What a turn did, sentence after sentence."""
    texts = what.line.game.texts
    return " ".join(
        say(sentence_of(texts, "events", event), event.fields, what.names, language)
        for event in events
    )
