"""The options of `/play` in pages, and how the pages' buttons carry what was chosen on them.

All state is in the message itself, so it survives a restart.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from gettext import NullTranslations
from typing import Any

import discord

from bot.cogs.lobby import _play_options
from bot.commands import options
from bot.commands.command_form import CommandOption
from bot.context import Interaction
from bot.errors import Outdated, Refused
from bot.text.discord_limits import LABEL
from bot.ui import forms
from bot.ui.controls import custom_id, number
from games.protocol import AnyGame
from games.words import N_
from matches.model.computer_players import is_computer_player, level_of
from matches.model.ids import PlayerId
from matches.model.match import Match

OPPONENTS_HINT = N_("Any seats left are open to everyone")
YES, NO = N_("yes"), N_("no")

BETWEEN, AMONG = "|", ","
"""The separators between the values of a form, and between people, in its button."""
PEOPLE = "opponents"
TRUE, FALSE = "1", "0"


# The pages


def pages(game: AnyGame) -> list[Sequence[CommandOption]]:
    """The options of `/play` in forms; all opponents share a field."""
    found = list(_play_options.options_of(game))
    people = CommandOption(PEOPLE, discord.User, OPPONENTS_HINT)
    return forms.pages([people, *(one for one in found if one.kind is not discord.User)])


def offered(game: AnyGame, option: CommandOption) -> dict[str, str]:
    """The values that a form offers, with their names; none if the user types the value."""
    if option.name == "reliability":
        return {str(share): f"{share} %" for share in options.SHARES}
    names = names_of(option)
    if not names and option.kind is int:
        return {str(seat): str(seat) for seat in range(1, max(game.info.seats) + 1)}
    return names


def names_of(option: CommandOption) -> dict[str, str]:
    """The values of an option with their names, if there are only a few."""
    if option.kind is bool:
        return {TRUE: YES, FALSE: NO}
    return {str(value): said for value, said in (option.choices or {}).items()}


def unrated_like(match: Match, player: PlayerId, language: NullTranslations) -> dict[str, str]:
    """The options of an unrated match like this one, as chosen on the pages: its seats, its own
    options, its clock, and the level of the computer players if the player has no other opponents.
    """
    usual = {option.key: option.default for option in match.game.info.options}
    chosen = {key: value for key, value in match.setup.options.items() if value != usual[key]}
    chosen["rated"] = FALSE
    if any(option.name == "seats" for page in pages(match.game) for option in page):
        chosen["seats"] = str(match.setup.seats)
    if match.clock is not None:
        chosen["clock"] = options.as_typed(match.clock, language)
    if match.private:
        chosen["private"] = TRUE
    others = [one for one in match.seated if one != player]
    if others and all(map(is_computer_player, others)):
        chosen["computer"] = str(level_of(others[0]))
    return carriable(match.game, chosen)


# What the buttons carry


def custom_id_of(
    game: AnyGame, at: int, page: Sequence[CommandOption], chosen: Mapping[str, str]
) -> str:
    """The `custom_id` of a page's button, with what was chosen on the page. Raises Outdated if that
    is too much.
    """
    try:
        return custom_id("find-page", rest=f"{game.info.key}/{at}/{_values(page, chosen)}")
    except ValueError:
        raise Outdated from None


def _values(page: Sequence[CommandOption], chosen: Mapping[str, str]) -> str:
    """What was chosen on a page, as its button carries it."""
    return BETWEEN.join(_packed(one, chosen.get(one.name, "")) for one in page)


def _packed(option: CommandOption, value: str) -> str:
    """A value as a button carries it: ids of people in half as many characters."""
    if option.kind is not discord.User:
        return value
    ids = (number(one).to_bytes(8) for one in value.split(AMONG) if one)
    return AMONG.join(urlsafe_b64encode(one).decode().rstrip("=") for one in ids)


def carriable(game: AnyGame, chosen: Mapping[str, str]) -> dict[str, str]:
    """The chosen values in the form that the pages' buttons can carry.

    What is too long is shortened: a clock to the way it is stored, other texts to their beginning.
    """
    found = dict(chosen)
    for at, page in enumerate(pages(game)):
        room = LABEL - len(custom_id("find-page", rest=f"{game.info.key}/{at}/"))
        if len(_values(page, found)) > room and any(one.name == "clock" for one in page):
            with suppress(Refused):
                found["clock"] = options.canonical_clock(found.get("clock", "")) or options.UNTIMED
        typed = [one.name for one in page if found.get(one.name) and _is_typed(game, one)]
        while typed and (excess := len(_values(page, found)) - room) > 0:
            longest = max(typed, key=lambda name: len(found[name]))
            found[longest] = found[longest][:-excess]
            typed = [name for name in typed if found[name]]
    return found


def _is_typed(game: AnyGame, option: CommandOption) -> bool:
    return option.kind is str and not offered(game, option)


def remembered(interaction: Interaction) -> dict[str, str]:
    """What was chosen on all pages, from the buttons of the message."""
    chosen = dict[str, str]()
    for text in _custom_ids(interaction.message.components if interaction.message else []):
        action, _, rest = text.partition(":-:0:")
        if action == "find-page":
            chosen |= carried(rest)[2]
    return chosen


def _custom_ids(parts: Any) -> Iterator[str]:
    for part in parts:
        if text := getattr(part, "custom_id", None):
            yield text
        yield from _custom_ids(getattr(part, "children", ()))
        if accessory := getattr(part, "accessory", None):
            yield from _custom_ids([accessory])


def carried(text: str) -> tuple[AnyGame, int, dict[str, str]]:
    """The game, the page, and what was chosen there. Raises Outdated."""
    key, _, rest = text.partition("/")
    at, _, values = rest.partition("/")
    game = options.game_of(key)
    known = pages(game)
    if (page := number(at)) >= len(known):
        raise Outdated
    given = values.split(BETWEEN)
    if len(given) != len(known[page]):
        raise Outdated
    both = zip(known[page], given, strict=True)
    return game, page, {one.name: _unpacked(one, value) for one, value in both}


def _unpacked(option: CommandOption, value: str) -> str:
    """The inverse. Raises Outdated."""
    if option.kind is not discord.User:
        return value
    try:
        ids = [urlsafe_b64decode(f"{one}=") for one in value.split(AMONG) if one]
    except ValueError:
        raise Outdated from None
    return AMONG.join(str(int.from_bytes(one)) for one in ids)
