"""Players as pages show them: by name if they want this, else only as players."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from bot.text import match as match_text
from bot.text.match import computer_player
from games.words import N_
from matches.model.computer_players import is_computer_player
from matches.model.ids import GuildId, PlayerId
from matches.pages import Page
from render.text import legible
from web.frame import Reader
from web.markup import Markup, text
from web.site import Site

SOMEBODY = N_("a player")
PATIENCE = 2.0
"""Seconds for which a page waits for names."""
Asked: TypeAlias = tuple[GuildId | None, PlayerId]
"""Somebody, and the guild in which their name is asked for."""


class Shown(NamedTuple):
    """A player of a match: the seat's name, their own name if it may be shown, and the key of their
    page.
    """

    seat: str
    name: str | None
    key: str | None

    def linked(self, reader: Reader) -> Markup:
        """Their name, as a link to their page if they have one."""
        if self.key is None:
            return text(self.name or reader.say(SOMEBODY))
        return reader.link(self.name or reader.say(SOMEBODY), "p", self.key)

    @property
    def caption(self) -> str:
        """Their caption in a picture: their seat if its font can't write their name."""
        return drawable(self.name) or self.seat


def drawable(name: str | None) -> str | None:
    """A name that a picture can show; None for any other."""
    return name if name and legible(name) else None


async def name_of(site: Site, guild: GuildId | None, player: PlayerId) -> str | None:
    """The name of a player who wants it to be shown; None if it can't be found out in time."""
    try:
        async with asyncio.timeout(PATIENCE), site.asking:
            return await site.names(guild, player)
    except TimeoutError:
        return None


async def names_of(site: Site, asked: Iterable[Asked]) -> Mapping[Asked, str | None]:
    """The names of several people, asked for at once: however many they are, a page waits no longer
    than for one.
    """
    wanted = [*dict.fromkeys(asked)]
    found = await asyncio.gather(*(name_of(site, *one) for one in wanted))
    return dict(zip(wanted, found, strict=True))


def to_ask(pages: Iterable[Page]) -> list[Asked]:
    """The people in these matches who want to be named."""
    return [
        (page.match.place.guild, player)
        for page in pages
        for player in page.match.seated
        if player in page.named
    ]


async def shown(reader: Reader, page: Page) -> list[Shown]:
    """The players of a match, by seat."""
    return among(reader, page, await names_of(reader.site, to_ask([page])))


def among(reader: Reader, page: Page, names: Mapping[Asked, str | None]) -> list[Shown]:
    """The players of a match, by seat; these names are known."""
    match, site, found = page.match, reader.site, list[Shown]()
    seats = match_text.seats(match, reader.language)
    for seat, player in zip(seats, match.players, strict=True):
        assert player is not None  # Matches with pages are full.
        if is_computer_player(player):
            found.append(Shown(seat, computer_player(player, reader.language), None))
        elif player in page.named:
            name = names.get((match.place.guild, player))
            found.append(Shown(seat, name, site.player_key(player)))
        else:
            found.append(Shown(seat, None, None))
    return found
