"""People by their names, as plain texts: for menus and pictures, where nobody can be mentioned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from gettext import NullTranslations

from bot.context import Bot
from bot.text.competition import numbered
from bot.text.match import FORMER_PLAYER
from competitions.model.entrants import EntrantId, MemberId
from competitions.tournaments.held import Held
from matches.model.computer_players import is_computer_player, name_of
from matches.model.ids import GuildId, PlayerId

ASKED = 24
"""Of how many people the names are asked for at Discord. Of more only those are known whom the bot
has met; the others have numbers in a picture.
"""


async def team(
    bot: Bot, guild: GuildId, players: Iterable[PlayerId | None], language: NullTranslations
) -> str:
    """The names of some who play together. Nobody is a former player."""
    said = [
        language.gettext(FORMER_PLAYER) if one is None else await bot.names.of(guild, one, language)
        for one in players
    ]
    return " & ".join(said) or language.gettext(FORMER_PLAYER)


async def entrants(
    bot: Bot, held: Held, ids: Sequence[EntrantId], language: NullTranslations
) -> dict[EntrantId, str]:
    """The names of a competition's entrants. Discord is asked for those that are not known, all at
    once.
    """
    guild = held.terms.guild
    named = (team(bot, guild, held.teams.get(id_, ()), language) for id_ in ids)
    return dict(zip(ids, await asyncio.gather(*named), strict=True))


async def members(
    bot: Bot,
    guild: GuildId,
    people: Mapping[MemberId, PlayerId | None],
    ids: Sequence[MemberId],
    language: NullTranslations,
) -> dict[MemberId, str]:
    """The names of members of a ladder or a league, found in the same way."""
    named = (team(bot, guild, [people.get(id_)], language) for id_ in ids)
    return dict(zip(ids, await asyncio.gather(*named), strict=True))


# Without asking for too many


def numbered_entrants(
    bot: Bot, held: Held, ids: Sequence[EntrantId], language: NullTranslations
) -> dict[EntrantId, str]:
    """The names of entrants as far as the bot knows them, else the numbers: for a form, which can't
    wait until Discord has answered.
    """
    guild = held.terms.guild
    return {
        id_: _known(bot, guild, held.teams.get(id_, ()), language) or numbered(id_, language)
        for id_ in ids
    }


async def known_entrants(bot: Bot, held: Held, language: NullTranslations) -> dict[EntrantId, str]:
    """The names of all who take part, as far as they are known without asking for too many."""
    ids = held.competition.seeding
    if len(ids) <= ASKED:
        return await entrants(bot, held, ids, language)
    named = {id_: _known(bot, held.terms.guild, held.teams[id_], language) for id_ in ids}
    return {id_: name for id_, name in named.items() if name}


async def known_members(
    bot: Bot,
    guild: GuildId,
    people: Mapping[MemberId, PlayerId | None],
    ids: Sequence[MemberId],
    language: NullTranslations,
) -> dict[MemberId, str]:
    """The same of members."""
    if len(ids) <= ASKED:
        return await members(bot, guild, people, ids, language)
    named = {id_: _known(bot, guild, [people.get(id_)], language) for id_ in ids}
    return {id_: name for id_, name in named.items() if name}


def captions(
    bot: Bot,
    guild: GuildId,
    teams: Mapping[EntrantId, Iterable[PlayerId | None]],
    language: NullTranslations,
) -> dict[EntrantId, str]:
    """The names of those whom the bot knows as a picture can write them, each of partners. Those of
    computer players have no level, which would take the room of the name.
    """

    def caption(player: PlayerId) -> str | None:
        if is_computer_player(player):
            return language.gettext(name_of(player))
        return bot.names.shown(guild, player, language)

    named = {id_: _joined(players, caption, language) for id_, players in teams.items()}
    return {id_: name for id_, name in named.items() if name}


def _known(
    bot: Bot, guild: GuildId, players: Iterable[PlayerId | None], language: NullTranslations
) -> str:
    """The names of some who play together; empty if one of them isn't known."""
    return _joined(players, lambda one: bot.names.known(guild, one, language), language)


def _joined(
    players: Iterable[PlayerId | None],
    name: Callable[[PlayerId], str | None],
    language: NullTranslations,
) -> str:
    said = [language.gettext(FORMER_PLAYER) if one is None else name(one) for one in players]
    return " & ".join(map(str, said)) if all(said) else ""
