"""Pictures of competitions: what they have in common.

Each is a job for one of the painting processes, in plain values, with its words: a description of
the picture, and all that it shows as lines of text, for people without pictures.
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
    """For whom a picture is painted.

    `names` are the full names of entrants; the picture shortens them. A team's members are joined
    by " & ". `captions` are names that the picture's font can write, or else the entrants' numbers.
    `title` is the competition's name. The row of the reader's `own` entrant stands out.
    `servers` are those for which entrants play, as far as they are to be shown.
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
    """A picture to be painted, and its words.

    `alt` is short enough for Discord. `lines` say all that there is to see, on all pages, in plain
    text without Markdown. Pages are counted from 0; a number beyond the last page
    means the last.
    """

    work: Callable[[], bytes]
    alt: str
    lines: tuple[str, ...]
    name: str
    page: int = 0
    pages: int = 1


async def painted(bot: Bot, drawn: Drawn, person: PlayerId | None = None) -> Picture:
    """The picture, painted as a job of a person, or for a channel by the painter.

    Raises Crashed; for a person also Engaged, Full and TooLong.
    """
    if person is None:
        png = await bot.painter.run(drawn.work)
    else:
        png = await bot.jobs.run(person, "record", drawn.work)
    return Picture(png, drawn.alt, drawn.name)
