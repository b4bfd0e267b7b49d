"""Pages of the rules: what `/rules` shows."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

import discord

from bot.cogs.learning._pictures import Reader, picture
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id, menu
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
from games.protocol import AnyGame
from games.tutorial import shown
from games.words import N_, Example, Section

SECTIONS = N_("Contents")
TO_TUTORIAL = N_("Tutorial")
PRACTISE = N_("Play the computer at level 1")


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
    title = heading(f"{reader.say(game.info.name)} – {page.title(language)}")
    parts = (title, Text(page.text(language)), Text(f"-# {number + 1} / {len(every)}"))
    painted = None
    if page.example is not None:
        caption = reader.say(page.example.caption)
        painted = await picture(reader, shown(game, page.example), caption)
    options = [
        discord.SelectOption(
            label=match_text.cut(one.title(language), 100),
            value=str(place),
            default=one.section is page.section,
        )
        for place, one in enumerate(every)
        if one.first
    ]
    controls = [menu(reader.say(SECTIONS), custom_id("rules-section", rest=key), options)]
    for sign, action, step in (("◀", "rules", -1), ("▶", "rules-on", 1)):
        to = custom_id(action, rest=f"{key}/{(number + step) % len(every)}")
        controls.append(button(sign, to))
    if game.texts.lessons:
        controls.append(
            button(reader.say(TO_TUTORIAL), custom_id("lesson", rest=f"{key}/goal/0/|"))
        )
    if page is every[0]:
        controls.append(practice(game, reader))
    return Reply("", tuple(controls), painted, parts=parts)


def practice(game: AnyGame, reader: Reader) -> Control:
    """A button that opens a match against the easiest computer player."""
    to = custom_id("practise", rest=game.info.key)
    return button(reader.say(PRACTISE), to, style=discord.ButtonStyle.success)


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
