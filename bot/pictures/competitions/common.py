"""What pictures of competitions have in common.

Each is a job for a painting process, made of plain values. It comes with words for people without
pictures: a description, and lines of text with everything that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations

from bot.context import Bot
from bot.pictures.board import DEFAULT, Picture
from competitions.model.entrants import EntrantId
from matches.model.ids import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The reader of a picture.

    `names` are the full names of entrants; the picture shortens them. A team's members are joined
    by " & ". `captions` are names in the picture's font, or else the entrants' numbers. `title` is
    the competition's name. The row of the reader's `own` entrant is highlighted. `servers` are the
    names of servers for which entrants play, as far as they may be shown.
    """

    names: Mapping[EntrantId, str]
    captions: Mapping[EntrantId, str] = field(default_factory=dict)
    language: NullTranslations
    theme: str = DEFAULT
    title: str = ""
    own: EntrantId | None = None
    servers: Mapping[EntrantId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture ready to be painted, and its words.

    `alt` is short enough for Discord. `lines` say everything that all pages show, in plain text
    without Markdown. Pages are counted from 0; a number that is too large means the last page.
    """

    work: Callable[[], bytes]
    alt: str
    lines: tuple[str, ...]
    name: str
    page: int = 0
    pages: int = 1


async def painted(bot: Bot, drawn: Drawn, person: PlayerId | None = None) -> Picture:
    """Has the picture painted: as a job of a person, or by the painter for a channel.

    Raises Crashed; for a person also Engaged, Full and TooLong.
    """
    if person is None:
        png = await bot.painter.run(drawn.work)
    else:
        png = await bot.jobs.run(person, "record", drawn.work)
    return Picture(png, drawn.alt, drawn.name)
