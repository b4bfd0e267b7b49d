"""Pages of the rules, and pictures for them and for the tutorial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

import discord

from bot.context import Bot, Interaction
from bot.interactions.locale import language_of
from bot.pictures.board import Picture, ordered, theme_of
from bot.pictures.work import Order, Shot
from bot.text import match as match_text
from bot.text.position import ALT_LIMIT, described
from bot.ui.controls import Control, button, custom_id, menu
from bot.ui.message import Reply
from games.protocol import AnyGame, Seat
from games.scene import Mark
from games.teaching import Shown, shown
from games.texts import sentence_of
from games.words import N_, Event, Example, Section, say
from matches.model.ids import PlayerId

SECTIONS = N_("Contents")
TO_TUTORIAL = N_("Tutorial")
PLAY_COMPUTER = N_("Play the computer")


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads: the bot that answers, their language, and their theme."""

    bot: Bot
    language: NullTranslations
    theme: str

    @classmethod
    async def of(cls, interaction: Interaction) -> Reader:
        """The user of an interaction."""
        theme = await theme_of(
            interaction.client, PlayerId(interaction.user.id), interaction.guild_id
        )
        return cls(interaction.client, language_of(interaction), theme)

    def say(self, sentence: str) -> str:
        """The sentence in the reader's language."""
        return self.language.gettext(sentence)


# Pages


@dataclass(frozen=True, slots=True)
class Page:
    """A section of the help with its first picture, or one of its further pictures."""

    section: Section
    example: Example | None
    first: bool = True

    def title(self, language: NullTranslations) -> str:
        """The section's title."""
        return language.gettext(self.section.title)

    def text(self, language: NullTranslations) -> str:
        """The section's text, on its first page, and what the picture shows."""
        parts = [language.gettext(self.section.body)] if self.first else []
        if self.example is not None:
            caption = language.gettext(self.example.caption)
            parts.append(f"*{caption}*" if self.first else caption)
        return "\n\n".join(parts)


def pages(game: AnyGame) -> list[Page]:
    """All pages of a game's rules, in order."""
    found: list[Page] = []
    for section in game.texts.help:
        first, *others = section.examples or (None,)
        found.append(Page(section, first))
        found += [Page(section, example, first=False) for example in others]
    return found


async def rules(reader: Reader, game: AnyGame, number: int) -> Reply:
    """One page, with a menu of the sections and buttons to the pages beside it."""
    every, language = pages(game), reader.language
    number %= len(every)
    page, key = every[number], game.info.key
    embed = discord.Embed(
        title=f"{reader.say(game.info.name)} – {page.title(language)}",
        description=page.text(language),
    )
    embed.set_footer(text=f"{number + 1} / {len(every)}")
    painted = None
    if page.example is not None:
        caption = reader.say(page.example.caption)
        painted = await picture(reader, shown(game, page.example), caption)
        embed.set_image(url=f"attachment://{painted.file().filename}")
    options = [
        discord.SelectOption(
            label=match_text.cut(one.title(language), 100),
            value=str(place),
            default=one.section is page.section,
        )
        for place, one in enumerate(every)
        if one.first
    ]
    controls = [menu(reader.say(SECTIONS), custom_id("rules-section", "-", 0, key), options)]
    for sign, action, step in (("◀", "rules", -1), ("▶", "rules-on", 1)):
        to = custom_id(action, "-", 0, f"{key}/{(number + step) % len(every)}")
        controls.append(button(sign, to))
    if game.texts.lessons:
        controls.append(
            button(reader.say(TO_TUTORIAL), custom_id("lesson", "-", 0, f"{key}/goal/0/|"))
        )
    if page is every[0]:
        controls.append(practice(game, reader.say(PLAY_COMPUTER)))
    return Reply("", tuple(controls), painted, embed=embed)


def practice(game: AnyGame, label: str) -> Control:
    """A button that opens a match against the easiest computer player."""
    to = custom_id("practise", "-", 0, game.info.key)
    return button(label, to, style=discord.ButtonStyle.success)


def page_of(game: AnyGame, section: str, language: NullTranslations) -> int:
    """The number of the page on which a section begins. The section is given by number or by a part
    of its title.

    The first page if nothing fits.
    """
    every = pages(game)
    wanted = section.strip().casefold()
    if wanted.isascii() and wanted.isdigit():
        return int(wanted[:3]) % len(every)
    found = (place for place, one in enumerate(every) if wanted in one.title(language).casefold())
    return next(found, 0)


# Pictures


async def picture(
    reader: Reader,
    what: Shown,
    caption: str,
    *,
    marks: Sequence[Mark] = (),
    seat: Seat | None = None,
) -> Picture:
    """The picture of a situation. Its description begins with `caption`.

    `seat` sits at the bottom.
    """
    game, shot = what.line.game, Shot(what.line.position, what.steps, tuple(marks), seat)
    names = tuple(map(reader.say, what.names))
    png = await ordered(reader.bot, Order(game.info.key, shot, names, reader.theme))
    said = described(game, what.setup, what.line.position, reader.language, steps=what.steps)
    return Picture(png, match_text.cut(f"{caption} {said}", ALT_LIMIT))


def happened(what: Shown, events: Sequence[Event], language: NullTranslations) -> str:
    """What a turn did, sentence after sentence."""
    texts = what.line.game.texts
    return " ".join(
        say(sentence_of(texts, "events", event), event.fields, what.names, language)
        for event in events
    )
