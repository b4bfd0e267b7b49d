"""Long lists as several messages, none of them too long or with too many calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.text.discord_limits import CALLED, LAYOUT_TEXT
from matches.model.ids import PlayerId

_TITLE = 300
"""Characters that are kept for a title."""


@dataclass(frozen=True, slots=True)
class Page:
    """Lines, and the people in them, each once."""

    lines: tuple[str, ...] = ()
    people: tuple[PlayerId, ...] = ()

    def adding(self, line: str, people: Sequence[PlayerId]) -> Page:
        """The same with one more line."""
        return Page((*self.lines, line), tuple(dict.fromkeys((*self.people, *people))))


def pages(told: Iterable[tuple[str, Sequence[PlayerId]]]) -> Iterator[Page]:
    """The lines, each with the people whom it is about, in as few pages as possible; at least one
    page.
    """
    page, room = Page(), LAYOUT_TEXT - _TITLE
    for line, people in told:
        more = page.adding(line, people)
        if page.lines and (len(line) >= room or len(more.people) > CALLED):
            yield page
            more, room = Page().adding(line, people), LAYOUT_TEXT - _TITLE
        page = more
        room -= len(line) + 1
    yield page
