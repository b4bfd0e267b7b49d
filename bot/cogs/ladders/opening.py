"""Opening a ladder: by a command with an option for everything, or by a form of five fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

import games
from bot.cogs.ladders import page
from bot.commands import competitions as shared
from bot.commands.command_form import CommandForm
from bot.commands.options import (
    RELIABILITY,
    complete_clock,
    complete_share,
    game_of,
    read_clock,
    share,
)
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.errors import Refused
from bot.interactions.contexts import channel_of, require_server
from bot.interactions.locale import language_at, language_of
from bot.interactions.ways_out import lead
from bot.messages import ladder as message
from bot.messages.competition import list_of, page_of
from bot.text import competition as text
from bot.text.match import cut
from bot.ui import forms
from bot.ui.controls import NO_MATCH, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.message import Reply
from competitions.ladder.events import BOUNDS, LadderSettings
from competitions.ladders.opening import open_ladder
from competitions.logged.terms import LONGEST_NAME, CommonTerms
from games.words import N_, say
from matches.model.clock import TEXT_LIMIT, Clock
from matches.model.ids import ChannelId, PlayerId
from matches.model.match import Place

SERVERS_ONLY = N_(
    "Ladders are held on servers I've been added to. Here, `/ladder list` shows those you're on."
)
OPENED = N_("{name} is open in {channel}.")
NAME = N_("{game} ladder")
UNTIMED = N_("A ladder needs a clock, so that its matches come to an end.")
WRONG_NUMBER = N_("“{typed}” isn't a valid number here. It can be from {least} to {most}.")
NAMELESS = N_("leave it empty, and it's named after the game")

GAME, CALLED = N_("The game"), N_("What it's called")
SEATS = N_("Players per table")
REACH = N_("How many places up players can challenge")
CLOCK = N_("Time to think, such as 3 days per turn")
ANSWER = N_("How many days there are to answer a challenge")
COOLDOWN = N_("How many days until the same players can meet again")
IDLE = N_("After how many days without playing or challenging members drop")
DROP = N_("How many places they drop then")
ROLE = N_("Only people with this role can join")
ANYWHERE = N_("People from other servers can join, too")
CHANNEL = N_("Where it's announced and played (default: here)")

USUAL_CLOCK = Clock.read("3d")
_NUMBERS = {"reach": REACH, "answer": ANSWER, "cooldown": COOLDOWN, "idle": IDLE, "drop": DROP}


# By a command


def form() -> CommandForm:
    """The options of `/ladder new`."""
    made = CommandForm()
    names = {game.info.key: game.info.name for game in games.all_games()}
    seats = sorted({one for game in games.all_games() for one in game.info.seats})
    made.add(N_("game"), str, GAME, names)
    made.add(N_("seats"), int, SEATS, {one: str(one) for one in seats})
    made.add(N_("clock"), str, CLOCK, complete=complete_clock)
    made.add(N_("reach"), int, REACH)
    made.add(N_("name"), str, CALLED)
    made.add(N_("answer"), int, ANSWER)
    made.add(N_("cooldown"), int, COOLDOWN)
    made.add(N_("idle"), int, IDLE)
    made.add(N_("drop"), int, DROP)
    made.add(N_("role"), discord.Role, ROLE)
    made.add(N_("reliability"), int, RELIABILITY, complete=complete_share)
    made.add(N_("anywhere"), bool, ANYWHERE)
    made.add(N_("channel"), discord.TextChannel, CHANNEL)
    return made


async def new(interaction: Interaction, **chosen: Any) -> None:
    """Opens a ladder with what was chosen; without a game, asks for it by the form."""
    interaction.extras[shared.KIND] = page.LETTER
    if chosen["game"] is None:
        await ask(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _open(interaction, chosen)


async def _open(interaction: Interaction, chosen: dict[str, Any]) -> None:
    """Opens what is wanted. The interaction is acknowledged already. Raises Refused,
    CompetitionError.
    """
    game = game_of(chosen["game"])
    interaction.extras["game"] = game
    guild = require_server(interaction, SERVERS_ONLY)
    await shared.require_organizer(interaction)
    elsewhere, here = chosen["channel"], channel_of(interaction)
    place = here if elsewhere is None else ChannelId(elsewhere.id)
    assert place is not None
    await shared.require_room(interaction, game, place)
    settings, clock = _settings(chosen), _clock(chosen["clock"])
    await shared.require_rest(interaction, guild)
    bot = interaction.client
    usual = (await bot.preferences.in_guild(guild)).clock
    language = await language_at(bot, Place(guild, place))
    name = " ".join((chosen["name"] or "").split())
    usual_name = say(NAME, {"game": language.gettext(game.info.name)}, language=language)
    terms = CommonTerms(
        name=cut(name, LONGEST_NAME) or usual_name,
        guild=guild,
        channel=place,
        game=game,
        clock=clock or usual or USUAL_CLOCK,
        anywhere=bool(chosen["anywhere"]),
        role=None if chosen["role"] is None else chosen["role"].id,
        reliability=share(chosen["reliability"]),
    )
    player = PlayerId(interaction.user.id)
    held = await open_ladder(bot.database, terms, settings, player, interaction=interaction.id)
    shared.opened(interaction, held)
    own = language_of(interaction)
    fields = {"name": text.called(held.terms.name), "channel": f"<#{place}>"}
    done = say(OPENED, fields, language=own)
    await answers.show_reply(interaction, Reply(done, (page_of(held.id, own),)))


def _settings(chosen: dict[str, Any]) -> LadderSettings:
    """The rules, with the usual ones where nothing was chosen: a table needs the reach for its
    opponents, and fewest seats are those of the game. Raises CompetitionError.
    """
    game = game_of(chosen["game"])
    seats = chosen["seats"] or min(game.info.seats)
    numbers = {name: chosen[name] for name in _NUMBERS if chosen[name] is not None}
    return LadderSettings(seats=seats, **numbers)


def _clock(typed: str | None) -> Clock | None:
    if typed is None or not typed.strip():
        return None
    clock = read_clock(typed)
    if clock is None:
        raise Refused(UNTIMED)
    return clock


# By a form


@on("ladder-new")
async def fill_in(press: Press) -> None:
    """Opens the form."""
    press.interaction.extras[shared.KIND] = page.LETTER
    await ask(press.interaction)


async def ask(interaction: Interaction) -> None:
    """Opens the form for a ladder. Raises Refused."""
    require_server(interaction, SERVERS_ONLY)
    await shared.require_organizer(interaction)
    language = language_of(interaction)
    here = await interaction.client.preferences.in_guild(interaction.guild_id)
    usual = {
        "seats": "2",
        "reach": str(LadderSettings().reach),
        "clock": str(here.clock or USUAL_CLOCK),
    }
    offered = {
        game.info.key: game.info.name for game in games.all_games() if here.offers(game.info.key)
    }
    fields = [*_fields(offered, usual, interaction)]
    to = custom_id("ladder-new", NO_MATCH, 0)
    await forms.show(interaction, language.gettext(message.NEW), to, fields)


def _fields(
    offered: dict[str, str], usual: dict[str, str], interaction: Interaction
) -> Iterator[Field]:
    say_ = language_of(interaction).gettext
    named = {key: say_(name) for key, name in offered.items()}
    seats = {str(one): str(one) for one in range(*_span("seats"))}
    yield forms.choice("game", say_("game").capitalize(), "", named, [*named][:1])
    yield forms.choice("seats", say_("seats").capitalize(), say_(SEATS), seats, [usual["seats"]])
    clock = say_("clock").capitalize()
    yield forms.text("clock", clock, say_(CLOCK), usual["clock"], most=TEXT_LIMIT)
    yield forms.text("reach", say_("reach").capitalize(), say_(REACH), usual["reach"], most=2)
    yield forms.text("name", say_("name").capitalize(), say_(NAMELESS), "", most=LONGEST_NAME)


def _span(name: str) -> tuple[int, int]:
    least, most = BOUNDS[name]
    return least, most + 1


@forms.on("ladder-new")
async def filled_in(press: Press, values: Values) -> None:
    """Opens the ladder."""
    interaction = press.interaction
    interaction.extras[shared.KIND] = page.LETTER
    await interaction.response.defer(ephemeral=True, thinking=True)
    given = {name: forms.one(values, name) for name in ("game", "seats", "clock", "reach", "name")}
    chosen: dict[str, Any] = dict.fromkeys(
        (*_NUMBERS, "role", "reliability", "anywhere", "channel")
    )
    chosen |= {name: given[name] for name in ("game", "clock", "name")}
    chosen |= {"seats": _number(given, "seats"), "reach": _number(given, "reach")}
    await _open(interaction, chosen)


def _number(given: dict[str, str], name: str) -> int | None:
    """A number that was typed; None if nothing was. Raises Refused."""
    typed = given[name]
    if not typed:
        return None
    if not typed.isdecimal():
        least, most = BOUNDS[name]
        raise Refused(WRONG_NUMBER, typed=typed, least=least, most=most)
    return int(typed)


lead(SERVERS_ONLY, lambda refusal: [list_of(page.LETTER, refusal.language)])


async def setup(_: Bot) -> None:
    """The command is added with the others of its group."""
