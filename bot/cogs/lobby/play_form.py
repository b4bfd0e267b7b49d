"""Opening a table by taps: the games, then the table as it would be, with forms for its options.

The options are those of `/play`. What was chosen is kept in the message itself (`_table_pages`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from random import SystemRandom
from typing import Any

import discord
from discord import ButtonStyle

import games
from bot.cogs.lobby import _play_options
from bot.cogs.lobby._table_pages import (
    AMONG,
    BETWEEN,
    FALSE,
    PEOPLE,
    TRUE,
    carriable,
    carried,
    custom_id_of,
    names_of,
    offered,
    pages,
    remembered,
    unrated_like,
)
from bot.cogs.lobby.cog import open_table
from bot.commands import destinations, options
from bot.commands.command_form import CommandOption
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions import access
from bot.interactions.contexts import guild_of
from bot.interactions.locale import language_of
from bot.interactions.ways_out import lead
from bot.pictures.men import Emojis, sign
from bot.text import clock as clock_text
from bot.text.clock import NO_CLOCK
from bot.text.discord_limits import LABEL
from bot.text.match import cut
from bot.ui import controls, forms, refused_forms
from bot.ui.controls import button, custom_id, number
from bot.ui.dispatch import Press, on
from bot.ui.forms import Field, Values
from bot.ui.layout import Row, Text, heading, ruled
from bot.ui.message import Reply
from games import play as rules
from games.errors import OptionError
from games.protocol import AnyGame, Setup
from games.words import N_
from matches.model.clock import Clock
from matches.model.ids import PlayerId
from matches.model.match import has_stand_ins

WHAT = N_("What do you want to play?")
PLAY = N_("Play")
OPEN = N_("Open the table")
CHANGE = N_("Change")
OPPONENTS = N_("Opponents")
ANYONE = N_("anyone")
ANY = N_("any")
TOO_LONG = N_("That's too long for a form. Type it with `/play`.")
lead(TOO_LONG, destinations.play)


# The games


@on("find")
async def ask_for_game(press: Press) -> None:
    """Lists the games that can be played here."""
    interaction, language = press.interaction, language_of(press.interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    here = await interaction.client.preferences.in_guild(guild_of(interaction))
    emojis = interaction.client.service(Emojis)
    rows = [
        Row(
            f"{emojis.before(sign(game.info.key), f'**{language.gettext(game.info.name)}**')}\n"
            f"{language.gettext(game.texts.summary)}",
            button(language.gettext(PLAY), custom_id("find-game", rest=game.info.key)),
        )
        for game in games.all_games()
        if here.offers(game.info.key)
    ]
    parts = (heading(language.gettext(WHAT)), *ruled(rows))
    await answers.show_reply(interaction, Reply("", parts=parts))


@on("find-game")
async def choose_game(press: Press) -> None:
    """Shows the table as it would be opened."""
    game = options.game_of(press.rest)
    await press.interaction.response.defer()
    await answers.show_reply(press.interaction, await _shown(press.interaction, game, {}))


@on("unrated")
async def show_unrated(press: Press) -> None:
    """Shows the table of an unrated match like this one."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await access.require(interaction, press.match_id)
    chosen = unrated_like(match, press.player, language_of(interaction))
    await answers.show_reply(interaction, await _shown(interaction, match.game, chosen))


async def _shown(interaction: Interaction, game: AnyGame, chosen: Mapping[str, str]) -> Reply:
    usual = await interaction.client.preferences.in_guild(guild_of(interaction))
    emojis = interaction.client.service(Emojis)
    return table(game, chosen, language_of(interaction), emojis, usual.clock)


def table(
    game: AnyGame,
    chosen: Mapping[str, str],
    language: NullTranslations,
    emojis: Emojis,
    clock: Clock | None = None,
) -> Reply:
    """What would be opened, page by page, with a button to change each page, and one to open it.
    The `clock` is used if none was chosen. Raises Outdated.
    """
    usual = _usual(game, chosen, clock, language)
    title = emojis.before(sign(game.info.key), language.gettext(game.info.name))
    rows = [
        Row(
            "\n".join(_lines(page, chosen, usual, language)),
            button(language.gettext(CHANGE), custom_id_of(game, at, page, chosen)),
        )
        for at, page in enumerate(pages(game))
    ]
    to = custom_id("find-open", rest=game.info.key)
    controls = (button(language.gettext(OPEN), to, style=ButtonStyle.success),)
    about = Text(f"{heading(title).text}\n*{language.gettext(game.texts.summary)}*")
    return Reply("", controls, parts=(about, *ruled(rows)))


def _lines(
    page: Sequence[CommandOption],
    chosen: Mapping[str, str],
    usual: Mapping[str, str],
    language: NullTranslations,
) -> Iterator[str]:
    """What was chosen on a page, one line each; the defaults, together in one line."""
    for one in page:
        if value := chosen.get(one.name):
            yield f"**{_label(one, language)}:** {_said(one, value, language)}"
    rest = [usual[one.name] for one in page if one.name in usual and not chosen.get(one.name)]
    if rest:
        yield f"-# {' · '.join(rest)}"


def _usual(
    game: AnyGame, chosen: Mapping[str, str], clock: Clock | None, language: NullTranslations
) -> dict[str, str]:
    """The defaults in words, by option, without those that don't matter to people who only want to
    play.
    """
    known = {one.name: one for page in pages(game) for one in page}
    own = _play_options.own_options(game, {key: value for key, value in chosen.items() if value})
    setup = _setup(game, chosen, own)
    rated = not chosen.get("standin") or (setup is not None and not has_stand_ins(setup.seats))
    seat = {"chosen": "1", "youngest": _play_options.SEATINGS["youngest"]}
    invited = chosen.get("computer") or chosen.get("private") == TRUE
    values = {
        **({} if invited else {PEOPLE: language.gettext(ANYONE)}),
        "clock": clock_text.control(clock, language) if clock else language.gettext(NO_CLOCK),
        "rated": _said(known["rated"], TRUE if rated else FALSE, language),
        "private": _said(known["private"], FALSE, language),
        "seat": language.gettext(seat.get(chosen.get("seating", ""), _play_options.DRAWN)),
        "reliability": language.gettext(ANY),
    }
    if "return" in known:
        values["return"] = _said(known["return"], FALSE, language)
    if setup is not None and "seats" in known:
        values["seats"] = str(setup.seats)
    said = {name: f"{_label(known[name], language)}: {value}" for name, value in values.items()}
    for key, value in setup.options.items() if setup is not None else ():
        if meaning := game.texts.options.get(f"{key}={value}"):
            said[key] = language.gettext(meaning)
    return said


def _setup(game: AnyGame, chosen: Mapping[str, str], own: Mapping[str, str]) -> Setup | None:
    """The setup of the table as it would be opened, if the choices fit together."""
    seats = number(chosen["seats"]) if chosen.get("seats") else None
    players = 1 + sum(bool(one) for one in chosen.get(PEOPLE, "").split(AMONG))
    try:
        return rules.setup(game, seats, own, SystemRandom(), players=players)
    except OptionError:
        return None


def _label(option: CommandOption, language: NullTranslations) -> str:
    name = OPPONENTS if option.name == PEOPLE else option.name
    return language.gettext(name).capitalize()


def _said(option: CommandOption, value: str, language: NullTranslations) -> str:
    if option.kind is discord.User:
        return " ".join(f"<@{one}>" for one in value.split(AMONG))
    return language.gettext(names_of(option).get(value, value))


# The forms


@on("find-page")
async def ask(press: Press) -> None:
    """Opens the form of a page."""
    game, at, chosen = carried(press.rest)
    language = language_of(press.interaction)
    fields = form(game, at, chosen, language)
    to = custom_id("find-page", rest=f"{game.info.key}/{at}/")
    await forms.show(press.interaction, language.gettext(game.info.name), to, fields)


def form(
    game: AnyGame, at: int, chosen: Mapping[str, str], language: NullTranslations
) -> list[Field]:
    """The fields of a page, filled in with what was chosen."""
    page = pages(game)[at]
    return [_field(game, one, chosen.get(one.name, ""), language) for one in page]


def _field(game: AnyGame, option: CommandOption, value: str, language: NullTranslations) -> Field:
    name, label, about = option.name, _label(option, language), language.gettext(option.description)
    if option.kind is discord.User:
        people = [number(one) for one in value.split(AMONG) if one]
        return forms.people(name, label, about, people, most=max(game.info.seats) - 1)
    if not (names := offered(game, option)):
        return forms.text(name, label, about, value, most=LABEL // 2)
    said = {key: language.gettext(one) for key, one in names.items()}
    return forms.choice(name, label, about, said, [value])


@forms.on("find-page", again=False)
async def submitted(press: Press, values: Values) -> None:
    """Shows the table with what was filled in, so that nothing has to be typed again. Raises
    Refused if no such table can be opened.
    """
    game, chosen = _filled_in(press.interaction, press.rest, values)
    await _show(press.interaction, game, chosen, bots=bool(forms.bots(press.interaction)))


@on("find-again")
async def show_again(press: Press) -> None:
    """Shows the table with what was filled in, after the form was refused before it was read."""
    game = options.game_of(press.rest.partition("/")[0])
    given = refused_forms.typed_in(press.interaction)
    known = [one.name for page in pages(game) for one in page]
    if given and len(given) != len(known):
        raise Outdated
    await _show(press.interaction, game, dict(zip(known, map(str, given), strict=False)))


async def _show(
    interaction: Interaction, game: AnyGame, chosen: Mapping[str, str], *, bots: bool = False
) -> None:
    """Shows the table with these choices. Raises Refused if no such table can be opened."""
    kept = carriable(game, chosen)
    shown = await _shown(interaction, game, kept)
    await interaction.response.defer()
    await answers.show_reply(interaction, shown)
    refused_forms.shows(interaction)
    if bots:
        raise Refused(_play_options.BOTS)
    if _wanted(game, chosen) != _wanted(game, kept):
        raise Refused(TOO_LONG)


def _typed(interaction: Interaction) -> Sequence[str]:
    """What was chosen on all pages, as in the form that was sent."""
    *_, rest = controls.read(interaction)
    values = refused_forms.values_of(interaction)
    game, chosen = _filled_in(interaction, rest, values)
    return [chosen.get(one.name, "") for page in pages(game) for one in page]


refused_forms.shown_by("find-page", "find-again", _typed)


def _filled_in(
    interaction: Interaction, rest: str, values: Values
) -> tuple[AnyGame, dict[str, str]]:
    """The game, and what was chosen on all pages, without the bots among the opponents."""
    given, bots = {name: _given(value) for name, value in values.items()}, forms.bots(interaction)
    people = given.get(PEOPLE, "").split(AMONG)
    if PEOPLE in given:
        given[PEOPLE] = AMONG.join(one for one in people if one not in bots)
    game = options.game_of(rest.partition("/")[0])
    return game, remembered(interaction) | given


def _given(value: Any) -> str:
    text = AMONG.join(value) if isinstance(value, list) else str(value).strip()
    return cut(text.replace(BETWEEN, " "), LABEL)


def _wanted(game: AnyGame, chosen: Mapping[str, str]) -> _play_options.Opening:
    """What was chosen, in the form that `/play` uses. Raises Refused."""
    read: dict[str, Any] = {
        one.name: _value(one, chosen.get(one.name, "")) for page in pages(game) for one in page
    }
    people = [PlayerId(number(one)) for one in chosen.get(PEOPLE, "").split(AMONG) if one]
    return _play_options.read(game, read, people)


def _value(option: CommandOption, text: str) -> Any:
    if not text:
        return None
    if option.kind is bool:
        return text == TRUE
    return number(text) if option.kind is int else text


@on("find-open")
async def open_it(press: Press) -> None:
    """Opens the table."""
    game = options.game_of(press.rest)
    wanted = _wanted(game, remembered(press.interaction))
    await press.interaction.response.defer()
    await open_table(press.interaction, wanted)
