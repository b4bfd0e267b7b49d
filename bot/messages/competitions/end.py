"""The messages to a competition's channel when it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations

import matches
from bot.context import Bot
from bot.messages.competitions import servers as competition_servers
from bot.messages.competitions import tournament as message
from bot.messages.competitions.story import Story, line
from bot.pictures.board import Picture, of_match
from bot.processes.pool import Crashed
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.text import standings
from bot.ui.layout import RULE, Part, Text, heading
from bot.ui.message import Reply
from competitions.model.errors import CompetitionError
from competitions.model.events import Cancelled
from competitions.model.pairings import games_of
from competitions.tournaments import queries
from competitions.tournaments.held import Held
from competitions.tournaments.ids import public_id
from games.words import N_, NN_, say
from matches.model.errors import TableError, Unavailable
from matches.model.ids import MatchId

log = logging.getLogger(__name__)

OVER = N_("{name} is over")
OVER_AGAIN = N_("{name}: final standings after a correction")
DECIDING = N_("The deciding match: `{match}`")
MORE = NN_("… and {count} more", "… and {count} more")

PLACES = 20
"""How many places the final table shows."""
SERVERS = 10
"""How many servers are listed above it."""


def cancelled(story: Story, event: Cancelled, language: NullTranslations) -> Reply:
    """That it was cancelled, and what happens to its matches. It may have been divided into
    sections.
    """
    told = terms.state(story.then, language)
    running = {*story.now.undecided} - {*story.now.stalled}  # The matches of those may be over.
    if any(game in story.then.matches for game in running):
        told += f"\n-# {language.gettext(text.GO_ON)}"
    found = line(story, told, language)
    sections = message.sections_menu(story.held, language)
    return replace(found, controls=(*sections, *found.controls))


async def ended(bot: Bot, story: Story, language: NullTranslations) -> Reply:
    """The final table, with the last board of the deciding match. Once all sections of a cup of
    servers are over, also the standings of the servers over all of them.
    """
    held, now = story.then, story.now
    name = {"name": text.called(held.terms.name)}
    again = story.told.before is not None and story.told.before.competition.status == "over"
    first = now.places[0]
    called = text.people(held, first) if len(first) <= message.WINNERS else ()
    parts: list[Part] = [
        heading(say(OVER_AGAIN if again else OVER, name, language=language)),
        Text(f"**{message.won(held, language)}**"),
        RULE,
    ]
    if (summed := await _of_all_sections(bot, story, language)) is not None:
        title = f"{language.gettext(message.WHOLE)} · {summed.title}"
        parts += [_servers(replace(summed, title=title), language), RULE]
    names = await competition_servers.names(bot, held, patience=competition_servers.UNHURRIED)
    servers = standings.servers(held, names, language)
    if servers is not None:
        parts += [_servers(servers, language), RULE]
    lines = await asyncio.to_thread(_standings, held, language)  # Of hundreds that takes a while.
    shown = _most(lines, PLACES, language)
    if now.reason:
        shown.append(f"-# {terms.why(now.reason, language)}")
    parts.append(Text("\n".join(shown)))
    match_id, picture = deciding(held), None
    if match_id is not None:
        parts.append(Text(f"-# {say(DECIDING, {'match': match_id}, language=language)}"))
        picture = await board(bot, match_id, language)
    controls = (
        message.page_button(held.id, language, "table", message.VIEWS["table"]),
        message.page_button(held.id, language),
    )
    return Reply("", controls, picture, called, parts=tuple(parts))


def _standings(held: Held, language: NullTranslations) -> list[str]:
    return [line for block in standings.blocks(held, language) for line in block.lines]


async def _of_all_sections(
    bot: Bot, story: Story, language: NullTranslations
) -> standings.Block | None:
    """The standings of servers in a divided cup, with the points from all sections. None unless
    this is the section that ended last, so that they are posted once. Raises Unavailable.
    """
    held = story.then
    section = held.terms.section
    if section is None or not held.terms.servers:
        return None
    try:
        whole = await queries.get(bot.database, public_id(section.whole))
        sections = await queries.sections(bot.database, whole)
    except CompetitionError as error:
        log.warning("competition=%s is told without the other sections: %r", held.id, error)
        return None
    if any(one.competition.status not in queries.OVER for one in sections):
        return None
    others = [
        one for one in sections if one.competition.status == "over" and one.number != held.number
    ]
    ends = await queries.changed_at(bot.database, *others)
    own = (story.told.at, held.number)
    if any(own < (at, one.number) for at, one in zip(ends, others, strict=True)):
        return None
    names = await competition_servers.names(
        bot, held, sections=sections, patience=competition_servers.UNHURRIED
    )
    return await asyncio.to_thread(standings.servers_of_sections, sections, names, language)


def _servers(block: standings.Block, language: NullTranslations) -> Text:
    listed = _most(block.lines, SERVERS, language)
    return Text("\n".join((f"**{block.title}**", *listed)))


def _most(lines: Sequence[str], most: int, language: NullTranslations) -> list[str]:
    """The first lines, and how many more there are."""
    shown = list(lines[:most])
    if len(lines) > most:
        shown.append(say(MORE, {"count": len(lines) - most}, language=language))
    return shown


def deciding(held: Held) -> MatchId | None:
    """The match that decided the competition: the last one of a winner, against the runner-up if
    they met. None if there is no order.
    """
    now = held.competition
    if not now.places:
        return None
    best = [id_ for place in now.places[:2] for id_ in place]
    for pairings in reversed(now.rounds):
        with_winner = [one for one in pairings if {*one.seats} & {*now.places[0]}]
        with_winner.sort(key=lambda one: -len({*one.seats} & {*best}))
        for one in with_winner:
            played = [held.matches[game] for game in games_of(one) if game in held.matches]
            if played:
                return played[-1]
    return None


async def board(bot: Bot, match_id: MatchId, language: NullTranslations) -> Picture | None:
    """The last board of a match; None if it can't be painted. Raises Unavailable."""
    try:
        return await of_match(bot, await matches.get(bot.database, match_id), language)
    except Unavailable:
        raise
    except (TableError, Crashed) as error:
        log.warning("match=%s is told without its board: %r", match_id, error)
        return None
