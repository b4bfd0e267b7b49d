"""The terms of a wish, as options of `/seek` and as fields of its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import games
from bot.commands.command_form import CommandForm
from bot.commands.options import read_clock
from bot.context import Interaction
from bot.errors import Outdated, Refused
from bot.interactions.contexts import guild_of, is_server
from bot.interactions.locale import language_of
from bot.text import clock as clock_text
from bot.text import wish as text
from bot.ui import forms
from bot.ui.forms import Field, Values
from games.words import N_
from matches.model.clock import Clock
from matches.wishes.terms import CLOCKS, STRENGTHS, WHERES, TableKind, Terms, kinds

GAME, SEATS = N_("Which game (default: any)"), N_("How many players (default: any number)")
RETURN = N_("Two matches at once, with seats swapped, where one seat wins more often")
CLOCK = N_("Thinking time (default: 3 days per turn)")
STRENGTH = N_("How much stronger or weaker others may be (default: up to 200 points)")
WHERE = N_("Where to play (default: here if everybody is here, otherwise in direct messages)")
FRIEND = N_("Who plays with you at the same table; they have to agree")
NO_TABLE = N_(
    "No game fits these choices. Choose another game or another number of players, or leave out "
    "`return`."
)
NO_GAME, NO_CLOCK = N_("Choose at least one game."), N_("Choose at least one clock.")
FEW_CLOCKS = N_(
    "Searches offer only a few clocks, so that people can find each other. Choose one from the "
    "list."
)

GAMES, TIME, RANGE = N_("Games"), N_("Thinking time"), N_("Strength")
PLACE, FRIENDS = N_("Where to play"), N_("Friends")
SEVERAL = N_("The more you choose, the sooner I find somebody")
OTHERS = N_("How much stronger or weaker the others may be")
ALONG = N_("They play at the same table, and have to agree")

USUAL = Clock.read("3d")
ANY = 0
"""Any strength, in options and forms, which can't be empty."""
MOST_FRIENDS = max(kind.seats for kind in kinds()) - 2
"""How many friends can come along if one seat is left for somebody else."""
_FRIEND_OPTIONS = (N_("friend1"), N_("friend2"))[:MOST_FRIENDS]


# By the command


def options() -> CommandForm:
    """The options of `/seek`."""
    made = CommandForm()
    seats = sorted({kind.seats for kind in kinds()})
    made.add(N_("game"), str, GAME, {game.info.key: game.info.name for game in games.all_games()})
    made.add(N_("seats"), int, SEATS, {one: str(one) for one in seats})
    made.add(N_("return"), bool, RETURN)
    made.add(N_("clock"), str, CLOCK, complete=_complete_clock)
    strengths = {_number(one): text.STRENGTHS[one] for one in STRENGTHS}
    made.add(N_("strength"), int, STRENGTH, strengths)
    made.add(N_("where"), str, WHERE, dict(text.WHERES))
    for name in _FRIEND_OPTIONS:
        made.add(name, discord.User, FRIEND)
    return made


async def _complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    language, typed = language_of(interaction), current.strip().casefold()
    said = {clock: clock_text.control(clock, language) for clock in CLOCKS}
    return [
        app_commands.Choice(name=words, value=str(clock))
        for clock, words in said.items()
        if typed in words.casefold() or typed in str(clock)
    ]


async def of_command(interaction: Interaction, chosen: Mapping[str, Any]) -> Terms:
    """The terms that were chosen by options. Raises Refused."""
    game, seats, both = chosen["game"], chosen["seats"], bool(chosen["return"])
    found = [
        kind
        for kind in await kinds_here(interaction)
        if game in (None, kind.game) and seats in (None, kind.seats) and kind.with_return == both
    ]
    if not found:
        raise Refused(NO_TABLE)
    typed = chosen["clock"]
    clocks = (USUAL,) if typed is None else (_typed_clock(typed),)
    strength = 200 if chosen["strength"] is None else chosen["strength"]
    return Terms(tuple(found), clocks, _strength(strength), chosen["where"] or "anywhere")


def friends_of(chosen: Mapping[str, Any]) -> list[discord.User | discord.Member]:
    """The friends who were named by options."""
    return [user for name in _FRIEND_OPTIONS if (user := chosen[name]) is not None]


async def kinds_here(interaction: Interaction) -> list[TableKind]:
    """The kinds of tables that the user can play here. A server may not offer every game."""
    here = await interaction.client.preferences.in_guild(
        guild_of(interaction) if is_server(interaction) else None
    )
    return [kind for kind in kinds() if here.offers(kind.game)]


# By the form


async def fields(
    interaction: Interaction, terms: Terms | None, friends: Sequence[int] = ()
) -> list[Field]:
    """The fields of the form, filled in with these terms."""
    language, offered = language_of(interaction), await kinds_here(interaction)
    if terms is not None:
        offered += [kind for kind in terms.kinds if kind not in offered]
    filled = terms or Terms((), (USUAL,))
    return [*_fields(offered, filled, friends, language)]


def _fields(
    offered: Sequence[TableKind], filled: Terms, friends: Sequence[int], language: NullTranslations
) -> Iterator[Field]:
    say_ = language.gettext
    tables = {str(kind): text.table(kind, language) for kind in offered}
    clocks = {str(clock): clock_text.control(clock, language) for clock in CLOCKS}
    strengths = {str(_number(one)): say_(text.STRENGTHS[one]) for one in STRENGTHS}
    wheres: dict[str, str] = {where: say_(text.WHERES[where]) for where in WHERES}
    chosen = [str(kind) for kind in filled.kinds]
    yield forms.choice("tables", say_(GAMES), say_(SEVERAL), tables, chosen, several=True)
    chosen = [str(clock) for clock in filled.clocks]
    yield forms.choice("clocks", say_(TIME), say_(SEVERAL), clocks, chosen, several=True)
    chosen = [str(_number(filled.within))]
    yield forms.choice("strength", say_(RANGE), say_(OTHERS), strengths, chosen)
    yield forms.choice("where", say_(PLACE), "", wheres, [filled.where])
    yield forms.people("friends", say_(FRIENDS), say_(ALONG), friends, most=MOST_FRIENDS)


def of_form(values: Values) -> Terms:
    """The terms that were filled in. Raises Refused; raises Outdated for values that the form
    doesn't offer.
    """
    found = [*(values.get("tables") or ())]
    clocks = [*(values.get("clocks") or ())]
    if not found or not clocks:
        raise Refused(NO_CLOCK if found else NO_GAME)
    try:
        chosen = tuple(map(TableKind.read, map(str, found)))
    except ValueError:
        raise Outdated from None
    strength = forms.one(values, "strength") or "200"
    where = forms.one(values, "where") or "anywhere"
    if where not in WHERES or not strength.isdecimal():
        raise Outdated
    within = _strength(int(strength))
    return Terms(chosen, tuple(map(_clock, map(str, clocks))), within, where)


# Values of either


def _typed_clock(typed: str) -> Clock:
    """The clock that was chosen, or typed in words. Raises Refused."""
    clock = read_clock(typed)
    if clock is None or clock not in CLOCKS:
        raise Refused(FEW_CLOCKS)
    return clock


def _clock(chosen: str) -> Clock:
    """The clock that a form names. Raises Outdated."""
    known = {str(clock): clock for clock in CLOCKS}
    if chosen not in known:
        raise Outdated
    return known[chosen]


def _strength(chosen: int) -> int | None:
    within = None if chosen == ANY else chosen
    if within not in STRENGTHS:
        raise Outdated
    return within


def _number(within: int | None) -> int:
    return ANY if within is None else within
