"""Opening a tournament: by a command with an option for everything, or by a form of five fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
from discord import ui

import games
from bot.cogs.tournaments._wanted import KIND_NAMES, KINDS, USUAL_CLOCK, Wanted
from bot.commands import competitions as shared
from bot.commands.command_form import CommandForm
from bot.commands.options import (
    RELIABILITY,
    WRONG_CLOCK,
    complete_clock,
    complete_share,
    game_of,
    read_clock,
    share,
)
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.delivery.competitions import Competitions
from bot.errors import Refused
from bot.interactions import error_handler
from bot.interactions.contexts import channel_of, require_server
from bot.interactions.locale import language_at, language_of
from bot.interactions.ways_out import Refusal, lead
from bot.messages import competition as message
from bot.text import clock as clock_text
from bot.text import competition as text
from bot.text import competition_terms as terms_text
from bot.ui import forms
from bot.ui.controls import NO_MATCH, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.message import Reply
from competitions.life.opening import LONGEST_NAME, open_competition
from competitions.model.settings import BOUNDS
from games.words import N_, say
from matches.model.clock import Clock
from matches.model.ids import ChannelId, PlayerId
from matches.model.match import Place

OPENED = N_("{name} is open for sign-up in {channel}.")
UNTIMED = N_("A tournament needs a clock, so that it comes to an end.")
WRONG_SIZE = N_("That's no number of places. It can be from {least} to {most}.")
NAMELESS = N_("leave it empty, and it's named after the game")

GAME, NAME = N_("The game"), N_("What it's called")
FORMAT, SEATS = N_("How it's played"), N_("Players at a table")
SIZE = N_("Places; whoever signs up later waits")
CLOCK = N_("Time to think, such as 3 days a turn")
START = N_("In how many days it starts (default: as soon as it's full)")
END = N_("After how many days everything is decided (default: when the last game is over)")
ROUNDS = N_("Number of rounds (Swiss system and tables)")
GAMES = N_("Games of a pairing, with seats exchanged")
TWICE = N_("Everyone meets everyone twice")
TEAMS = N_("Teams of two partners")
UNFINISHED = N_("What becomes of games that aren't over at the end")
REPEATS = N_("After what time it's held again")
PACE = N_("How many days a round lasts (default: until its last game is over)")
ROLE = N_("Only people with this role can sign up")
LOWEST, HIGHEST = N_("The lowest rating with which to sign up"), N_("The highest rating")
ANYWHERE = N_("People of other servers can sign up, too")
CHANNEL = N_("Where it's announced and played (default: here)")


# By a command


def form() -> CommandForm:
    """The options of `/tournament new`."""
    made = CommandForm()
    names = {game.info.key: game.info.name for game in games.all_games()}
    seats = sorted({one for game in games.all_games() for one in game.info.seats})
    made.add(N_("game"), str, GAME, names)
    made.add(N_("format"), str, FORMAT, dict(terms_text.FORMATS))
    made.add(N_("seats"), int, SEATS, {one: str(one) for one in seats})
    made.add(N_("size"), int, SIZE)
    made.add(N_("clock"), str, CLOCK, complete=complete_clock)
    made.add(N_("start"), int, START, {days: str(days) for days in _DAYS})
    made.add(N_("end"), int, END, {days: str(days) for days in _ENDS})
    made.add(N_("name"), str, NAME)
    made.add(N_("rounds"), int, ROUNDS)
    made.add(N_("games"), int, GAMES, {count: str(count) for count in range(1, 5)})
    made.add(N_("twice"), bool, TWICE)
    made.add(N_("teams"), bool, TEAMS)
    made.add(N_("repeats"), str, REPEATS, dict(terms_text.REPEATS))
    made.add(N_("pace"), int, PACE, {days: str(days) for days in _DAYS})
    made.add(N_("unfinished"), str, UNFINISHED, dict(terms_text.UNFINISHED))
    made.add(N_("role"), discord.Role, ROLE)
    made.add(N_("lowest"), int, LOWEST)
    made.add(N_("highest"), int, HIGHEST)
    made.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    made.add(N_("anywhere"), bool, ANYWHERE)
    made.add(N_("channel"), discord.TextChannel, CHANNEL)
    return made


_DAYS = (*range(1, 8), 10, 14, 21, 28)
_ENDS = (3, 7, 10, 14, 21, 28, 35, 42, 60, 90, 120, 180)


async def new(interaction: Interaction, **chosen: Any) -> None:
    """Opens a tournament with what was chosen; without a game, asks for it by the form."""
    if chosen["game"] is None:
        await ask(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    wanted = Wanted(
        game=game_of(chosen["game"]),
        name=chosen["name"] or "",
        format=chosen["format"],
        seats=chosen["seats"],
        size=_within(chosen["size"], "most"),
        clock=_clock(chosen["clock"]),
        rounds=_within(chosen["rounds"], "rounds"),
        games=chosen["games"] or 1,
        twice=bool(chosen["twice"]),
        teams=bool(chosen["teams"]),
        starts_in=chosen["start"],
        ends_in=chosen["end"],
        unfinished=chosen["unfinished"] or "draw",
        repeats=chosen["repeats"],
        each_round=chosen["pace"],
        role=None if chosen["role"] is None else chosen["role"].id,
        lowest=chosen["lowest"],
        highest=chosen["highest"],
        reliability=share(chosen["reliability"]),
        anywhere=bool(chosen["anywhere"]),
    )
    channel = chosen["channel"]
    await open_it(interaction, wanted, None if channel is None else ChannelId(channel.id))


def _within(value: int | None, name: str) -> int | None:
    least, most = BOUNDS[name]
    if value is not None and not least <= value <= most:
        raise Refused(WRONG_SIZE, least=least, most=most)
    return value


def _clock(typed: str | None) -> Clock | None:
    if typed is None or not typed.strip():
        return None
    clock = read_clock(typed)
    if clock is None:
        raise Refused(UNTIMED)
    return clock


async def open_it(
    interaction: Interaction, wanted: Wanted, channel: ChannelId | None = None
) -> None:
    """Opens what is wanted. The interaction is acknowledged already. Raises Refused,
    CompetitionError.
    """
    interaction.extras["game"] = wanted.game
    guild = require_server(interaction, shared.SERVERS_ONLY)
    await shared.require_organizer(interaction)
    place = channel or channel_of(interaction)
    assert place is not None
    await shared.require_room(interaction, wanted.game, place)
    await shared.require_rest(interaction, guild)
    bot = interaction.client
    usual = (await bot.preferences.in_guild(guild)).clock
    language = await language_at(bot, Place(guild, place))
    held = await open_competition(
        bot.database,
        wanted.terms(guild, place, usual, bot.database.now(), language),
        wanted.settings(),
        PlayerId(interaction.user.id),
        interaction=interaction.id,
    )
    error_handler.stands(interaction)
    bot.service(Competitions).wake()
    own = language_of(interaction)
    fields = {"name": text.called(held.terms.name), "channel": f"<#{place}>"}
    done = say(OPENED, fields, language=own)
    await answers.show_reply(interaction, Reply(done, (message.page_button(held.id, own),)))


# By a form

_FIELDS = ("game", "kind", "size", "clock", "name")
_FILLED = "cup-new"
"""Under this name, an interaction's extras hold what was typed into a form that was refused."""
_BETWEEN = "|"


@on("cup-new")
async def fill_in(press: Press) -> None:
    """Opens the form, filled in with what was typed before."""
    values = press.rest.split(_BETWEEN, len(_FIELDS) - 1) if press.rest else []
    await ask(press.interaction, dict(zip(_FIELDS, values, strict=False)))


async def ask(interaction: Interaction, filled: dict[str, str] | None = None) -> None:
    """Opens the form for a tournament. Raises Refused."""
    require_server(interaction, shared.SERVERS_ONLY)
    await shared.require_organizer(interaction)
    language = language_of(interaction)
    here = await interaction.client.preferences.in_guild(interaction.guild_id)
    usual = {
        "size": "8",
        "kind": "knockout",
        "clock": clock_text.control(here.clock or USUAL_CLOCK, language),
    }
    offered = {
        game.info.key: game.info.name for game in games.all_games() if here.offers(game.info.key)
    }
    fields = [*_fields(offered, usual | (filled or {}), interaction)]
    to = custom_id("cup-new", NO_MATCH, 0)
    await forms.show(interaction, language.gettext(message.NEW), to, fields)


def _fields(
    offered: dict[str, str], filled: dict[str, str], interaction: Interaction
) -> Iterator[Field]:
    say_ = language_of(interaction).gettext
    kinds = {key: say_(name) for key, name in KIND_NAMES.items()}
    named = {key: say_(name) for key, name in offered.items()}
    game = filled.get("game") or next(iter(offered), "")
    yield forms.choice("game", say_("game").capitalize(), "", named, [game])
    yield forms.choice("kind", say_("format").capitalize(), say_(FORMAT), kinds, [filled["kind"]])
    yield forms.text("size", say_("size").capitalize(), say_(SIZE), filled["size"], most=4)
    yield forms.text("clock", say_("clock").capitalize(), say_(CLOCK), filled["clock"], most=40)
    name = filled.get("name", "")
    yield forms.text("name", say_("name").capitalize(), say_(NAMELESS), name, most=LONGEST_NAME)


@forms.on("cup-new")
async def filled_in(press: Press, values: Values) -> None:
    """Opens the tournament. A refusal leads back to the form with what was typed."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    given = {name: _given(values.get(name)) for name in _FIELDS}
    interaction.extras[_FILLED] = given
    game = game_of(given["game"])
    format_, seats = KINDS.get(given["kind"], KINDS["knockout"])
    wanted = Wanted(
        game=game, name=given["name"], format=format_, seats=seats, size=_size(given["size"])
    )
    await open_it(interaction, replace(wanted, clock=_clock(given["clock"])))


def _given(value: Any) -> str:
    typed = value[0] if isinstance(value, list) and value else value or ""
    return str(typed).replace(_BETWEEN, " ").strip()


def _size(typed: str) -> int | None:
    if not typed:
        return None
    if not typed.isdecimal():
        least, most = BOUNDS["most"]
        raise Refused(WRONG_SIZE, least=least, most=most)
    return _within(int(typed), "most")


def again(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the form, with what was typed; as much of it as a button can carry."""
    if (given := refusal.interaction.extras.get(_FILLED)) is None:
        return
    values = [given[name] for name in _FIELDS]
    while len(filled := _BETWEEN.join(values)) > _CARRIED:
        values[-1] = values[-1][: max(0, len(values[-1]) - (len(filled) - _CARRIED))]
        if not values[-1]:
            values.pop()
    yield message.new_button(refusal.language, filled)


_CARRIED = 85

for _sentence in (UNTIMED, WRONG_SIZE, WRONG_CLOCK):
    lead(_sentence, again)


async def setup(_: Bot) -> None:
    """The command is added with the others of its group."""
