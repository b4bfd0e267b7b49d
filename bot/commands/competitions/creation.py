"""What opening competitions, ladders and leagues has in common: who may, where, and the form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord

import games
from bot.commands import checks
from bot.commands.competitions import destinations as ways
from bot.commands.competitions.channels import require_room
from bot.commands.competitions.common import Kind, wake
from bot.commands.destinations import play
from bot.commands.game_options import read_options
from bot.commands.options import as_typed, game_of, read_clock, share
from bot.context import Interaction
from bot.delivery.competitions.due import Competitions
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions.contexts import channel_of, guild_of, require_server
from bot.interactions.locale import language_at, language_of
from bot.interactions.subject import subject_of
from bot.interactions.ways_out import lead, lead_back
from bot.messages.competitions.tournament import page_of
from bot.text import competition as text
from bot.text.match import cut
from bot.text.verbatim import verbatim
from bot.ui import forms
from bot.ui.controls import NO_MATCH, custom_id
from bot.ui.forms import Field, Values
from bot.ui.message import Reply
from competitions.ladders import queries as ladders
from competitions.leagues import queries as leagues
from competitions.log.kept import Kept
from competitions.log.terms import LONGEST_NAME
from competitions.model.settings import BOUNDS
from competitions.tournaments import queries
from games.protocol import AnyGame
from games.words import N_, say
from matches.model.clock import TEXT_LIMIT, Clock
from matches.model.ids import ChannelId, GuildId
from matches.model.match import Place
from matches.settings.guilds import Openers

MOST_HERE = 50
"""How many running competitions, ladders and leagues a server may have."""
ENOUGH_HERE = N_(
    "There are already {limit} tournaments, leagues and ladders on this server. One of them has to "
    "end before another can be created."
)
TOO_OFTEN = N_(
    "You've created several tournaments, leagues or ladders in a short time. Please wait a while "
    "before you create another."
)
ORGANIZERS_ONLY = N_(
    "On this server, only people with the *Manage Server* permission can create tournaments, "
    "leagues and ladders. They can change that with `/server`."
)
lead(ENOUGH_HERE, ways.others)
lead(ORGANIZERS_ONLY, ways.others, play)

NO_GAME = N_("Choose a game.")
OF_SEATS = N_("{game}, {seats} players")
GAME, CALLED = N_("The game"), N_("What it's called")
NAMELESS = N_("leave it empty, and it's named after the game")
CLOCK = N_("Thinking time, such as 3 days per turn")
CHANNEL = N_("Where it's announced and played (default: here)")
SEATS = N_("Players per table")
GAMES = N_(
    "Matches per pairing, swapping seats (default: 2 if the game favours a seat, otherwise 1)"
)
TWICE = N_("Everyone plays everyone twice")
WRONG_NUMBER = N_("“{typed}” isn't a valid number here. Choose one from {least} to {most}.")

RATED: Mapping[Openers, str] = {
    "managers": N_(
        "All matches are rated, and everyone can watch. Here, only server managers can create "
        "competitions."
    ),
    "everyone": N_(
        "All matches are rated, and everyone can watch. Anyone who can start matches can create "
        "competitions."
    ),
}
"""What is rated in tournaments, leagues and ladders, by who may open them. They have no private
matches.
"""

USUAL_CLOCK = Clock.read("3d")
DAYS = (*range(1, 8), 10, 14, 21, 28)
"""How many days ahead the start can be."""


Where: TypeAlias = tuple[GuildId, ChannelId]
"""A server, and a channel there."""


# Who may open one, and where


def games_to_choose() -> dict[str, str]:
    """All games, as choices of a command."""
    return {game.info.key: game.info.name for game in games.all_games()}


def seats_to_choose() -> dict[int, str]:
    """All numbers of seats that some game has, as choices of a command."""
    seats = {one for game in games.all_games() for one in game.info.seats}
    return {one: str(one) for one in sorted(seats)}


async def require_organizer(interaction: Interaction) -> None:
    """Raises Refused unless the user may open competitions here. Managers of the server may; with
    the right setting, everybody who may open matches.
    """
    settings = await interaction.client.preferences.in_guild(guild_of(interaction))
    if settings.organizers == "managers" and not interaction.permissions.manage_guild:
        raise Refused(ORGANIZERS_ONLY)
    checks.require_opener(interaction, settings)


async def may_organize(interaction: Interaction) -> bool:
    """Whether the user may open competitions here."""
    try:
        await require_organizer(interaction)
    except Refused:
        return False
    return True


async def require_rest(interaction: Interaction, guild: GuildId) -> None:
    """Raises Refused if the user opens competitions too often, or the server has too many."""
    database = interaction.client.database
    going = (
        (await queries.in_guild(database, guild, limit=1)).count
        + (await ladders.in_guild(database, guild, limit=1)).count
        + (await leagues.in_guild(database, guild, limit=1)).count
    )
    if going >= MOST_HERE:
        raise Refused(ENOUGH_HERE, limit=MOST_HERE)
    if not interaction.client.service(Competitions).opening.ready(interaction.user.id):
        raise Refused(TOO_OFTEN)


async def room(
    interaction: Interaction,
    kind: Kind[Any],
    game: AnyGame,
    channel: discord.abc.Snowflake | None,
    servers_only: str,
    *,
    posts: bool = False,
) -> Where:
    """The server and the channel that was chosen, or else this one, if the user may open something
    there. Raises Refused, outside servers with `servers_only`. A forum is only allowed with
    `posts`.
    """
    kind.meant(interaction)
    subject_of(interaction).game = game
    guild = require_server(interaction, servers_only)
    await require_organizer(interaction)
    place = channel_of(interaction) if channel is None else ChannelId(channel.id)
    assert place is not None
    await require_room(interaction, game, place, posts=posts)
    return guild, place


async def opened(interaction: Interaction, held: Kept, sentence: str, **more: str) -> None:
    """Notes that the user has opened something, since only successes count. Says so, with the
    button to its page. Later errors lead to that page, too.
    """
    interaction.client.service(Competitions).opening.wait(interaction.user.id)
    subject_of(interaction).competition = held.id
    lead_back(interaction, ways.page)
    wake(interaction)
    language = language_of(interaction)
    fields = {"name": text.called(held.terms.name), "channel": f"<#{held.terms.channel}>", **more}
    said = say(sentence, fields, language=language)
    await answers.show_reply(interaction, Reply(said, (page_of(held.id, language),)))


# What was chosen


def filled_in(values: Values, *names: str) -> dict[str, str]:
    """The values of these fields of a form, and the game. Raises Refused if no game was chosen."""
    given = {name: forms.one(values, name) for name in ("game", *names)}
    if not given["game"]:
        raise Refused(NO_GAME)
    return given


def chosen_clock(typed: str | None, untimed: str) -> Clock | None:
    """The clock that was typed; None if nothing was. Raises Refused; with `untimed` if somebody
    typed that they want no clock.
    """
    if typed is None or not typed.strip():
        return None
    clock = read_clock(typed)
    if clock is None:
        raise Refused(untimed)
    return clock


def chosen_number(typed: str, bounds: tuple[int, int]) -> int | None:
    """A number that was typed; None if nothing was. Raises Refused."""
    if not typed:
        return None
    if not typed.isdecimal():
        least, most = bounds
        raise Refused(WRONG_NUMBER, typed=verbatim(typed), least=least, most=most)
    return int(typed)


async def common_terms(
    interaction: Interaction,
    where: Where,
    chosen: Mapping[str, Any],
    clock: Clock | None,
    *,
    name: str,
    most: int = LONGEST_NAME,
) -> dict[str, Any]:
    """The terms that were chosen, with the usual ones for the rest. The default name is in the
    language of the channel. Raises Refused.
    """
    bot, game, (guild, channel) = interaction.client, game_of(chosen["game"]), where
    usual = (await bot.preferences.in_guild(guild)).clock
    language = await language_at(bot, Place(guild, channel))
    own = " ".join((chosen["name"] or "").split())
    named = say(name, {"game": language.gettext(game.info.name)}, language=language)
    return {
        "name": cut(own, most) or named,
        "guild": guild,
        "channel": channel,
        "game": game,
        "options": read_options(chosen["options"]),
        "clock": clock or usual or USUAL_CLOCK,
        "anywhere": bool(chosen["anywhere"]),
        "role": None if chosen["role"] is None else chosen["role"].id,
        "reliability": share(chosen["reliability"]),
    }


# The form


Fields: TypeAlias = Callable[[Clock | None, NullTranslations], Iterator[Field]]
"""The fields of a form after that for the game, filled in with the usual values for this clock."""


async def ask(
    interaction: Interaction,
    kind: Kind[Any],
    title: str,
    fields: Fields,
    servers_only: str,
    *,
    seats: bool = False,
) -> None:
    """Opens the form. With `seats`, games with a choice of seats are listed once for each number.
    Raises Refused, outside servers with `servers_only`.
    """
    kind.meant(interaction)
    require_server(interaction, servers_only)
    await require_organizer(interaction)
    language = language_of(interaction)
    here = await interaction.client.preferences.in_guild(guild_of(interaction))
    offered = [game for game in games.all_games() if here.offers(game.info.key)]
    to = custom_id(f"{kind.action}-new", NO_MATCH, 0)
    first = game_field(offered, here.organizers, language, seats=seats)
    found = [first, *fields(here.clock, language)]
    await forms.show(interaction, language.gettext(title), to, found)


def game_field(
    offered: Sequence[AnyGame],
    organizers: Openers,
    language: NullTranslations,
    *,
    seats: bool = False,
) -> Field:
    """The field for the game, and for its `seats`, as `game_and_seats` reads it. Its description
    says what applies to everything that is opened here.
    """
    named = {game.info.key: language.gettext(game.info.name) for game in offered}
    if seats:
        named = dict(_with_seats(offered, language))
    label, note = language.gettext("game").capitalize(), language.gettext(RATED[organizers])
    return forms.choice("game", label, note, named, [*named][:1])


def _with_seats(
    offered: Sequence[AnyGame], language: NullTranslations
) -> Iterator[tuple[str, str]]:
    for game in offered:
        key, name = game.info.key, language.gettext(game.info.name)
        if len(game.info.seats) == 1:
            yield key, name
            continue
        for seats in game.info.seats:
            named = say(OF_SEATS, {"game": name, "seats": seats}, language=language)
            yield f"{key}/{seats}", named


def game_and_seats(value: str) -> tuple[str, int | None]:
    """The game and the seats in such a choice; the seats are None if the game has no choice of
    them.
    """
    key, _, seats = value.partition("/")
    return key, chosen_number(seats, BOUNDS["seats"])


def number_field(
    name: str, hint: str, usual: int | None, most: int, language: NullTranslations
) -> Field:
    """The field for a number of up to `most` digits, with the name of its option."""
    label, filled = language.gettext(name).capitalize(), "" if usual is None else str(usual)
    return forms.text(name, label, language.gettext(hint), filled, most=most)


def clock_field(clock: Clock | None, language: NullTranslations) -> Field:
    """The field for the clock, filled in with words if these are read as the same clock again."""
    label, filled = language.gettext("clock").capitalize(), as_typed(clock or USUAL_CLOCK, language)
    return forms.text("clock", label, language.gettext(CLOCK), filled, most=TEXT_LIMIT)


def name_field(language: NullTranslations, most: int = LONGEST_NAME) -> Field:
    """The field for the name."""
    label, hint = language.gettext("name").capitalize(), language.gettext(NAMELESS)
    return forms.text("name", label, hint, "", most=most)
