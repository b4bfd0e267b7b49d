"""People's names as plain text, for menus and pictures, where nobody can be mentioned."""

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
"""Up to this many people, Discord is asked for their names. With more, only names that the bot
already knows are used; the others are numbers in a picture.
"""


async def team(
    bot: Bot, guild: GuildId, players: Iterable[PlayerId | None], language: NullTranslations
) -> str:
    """The names of partners. An empty team is a former player."""
    said = [
        language.gettext(FORMER_PLAYER) if one is None else await bot.names.of(guild, one, language)
        for one in players
    ]
    return " & ".join(said) or language.gettext(FORMER_PLAYER)


async def entrants(
    bot: Bot, held: Held, ids: Sequence[EntrantId], language: NullTranslations
) -> dict[EntrantId, str]:
    """The names of a competition's entrants. Discord is asked for unknown ones, all at once."""
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
    """The names of members of a ladder or a league. Discord is asked for unknown ones."""
    named = (team(bot, guild, [people.get(id_)], language) for id_ in ids)
    return dict(zip(ids, await asyncio.gather(*named), strict=True))


# Without asking for too many


def numbered_entrants(
    bot: Bot, held: Held, ids: Sequence[EntrantId], language: NullTranslations
) -> dict[EntrantId, str]:
    """The names of entrants that the bot knows, and numbers for the others. For forms, which can't
    wait for Discord.
    """
    guild = held.terms.guild
    return {
        id_: _known(bot, guild, held.teams.get(id_, ()), language) or numbered(id_, language)
        for id_ in ids
    }


async def known_entrants(bot: Bot, held: Held, language: NullTranslations) -> dict[EntrantId, str]:
    """The names of all who take part, without asking Discord for too many."""
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
    """The names of these members, without asking Discord for too many."""
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
    """The names that the bot knows, in a form that pictures can write, with those of all partners.
    Computer players have no level here, which would take up the room of their name.
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
    """The names of partners; empty if one of them isn't known."""
    return _joined(players, lambda one: bot.names.known(guild, one, language), language)


def _joined(
    players: Iterable[PlayerId | None],
    name: Callable[[PlayerId], str | None],
    language: NullTranslations,
) -> str:
    said = [language.gettext(FORMER_PLAYER) if one is None else name(one) for one in players]
    return " & ".join(map(str, said)) if all(said) else ""
