"""Which match a command is about: the named one, that of the current thread, the only plausible
one, or one picked from a menu.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from gettext import NullTranslations
from typing import Literal, TypeAlias

import discord
from discord import app_commands

import matches
from bot.commands import destinations
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions import access
from bot.interactions.contexts import channel_of, guild_of, user_of
from bot.interactions.locale import language_of
from bot.interactions.registry import Registry
from bot.interactions.response import acknowledge_in_time
from bot.interactions.subject import subject_of
from bot.interactions.ways_out import lead
from bot.observability import logs
from bot.pictures.men import Emojis, sign
from bot.text import match as match_text
from bot.text.discord_limits import LABEL, OPTIONS
from bot.ui.controls import custom_id, menu
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_
from matches.model.errors import UnknownMatch
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Listing, Status

WHICH, CHOICE = N_("Which match?"), N_("Match")
WHICH_OF = N_("Which match? Choose it with the `match` option:")
NONE = N_(
    "You're not in a match at the moment. Start one with `/play`, or choose one with the "
    "`match` option."
)
NONE_HERE = N_("You have no match in progress here.")
lead(NONE, destinations.play, destinations.tables)
lead(NONE_HERE, destinations.games)
MATCH = N_("Which match, if there are several here")

MatchAct: TypeAlias = "Callable[[Interaction, MatchId, str], Awaitable[None]]"
"""Acts on a match, given its id and a text. The interaction will be acknowledged in time."""

Sought: TypeAlias = Literal["running", "adjourned", "over", "begun"]
"""Which matches a command is about. "begun" means those that are over, and after them all others
that have begun.
"""
_STATUSES: dict[Sought, tuple[Status, ...]] = {
    "running": ("running",),
    "adjourned": ("adjourned",),
    "over": ("finished", "aborted"),
    "begun": ("finished", "aborted", "running", "adjourned", "frozen"),
}
_OVER_AT_MOST = 20
"""How many matches that are over are offered if others are offered, too."""
_LIKELY: tuple[Status, ...] = (
    "running",
    "adjourned",
    "frozen",
    "open",
    "finished",
    "aborted",
)
"""Which match of a thread is taken, by status, if none fits the command."""
_THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)
"""Threads, including posts in forums."""

_ACTS: Registry[MatchAct] = Registry("command with a match")
in_match = _ACTS.on
"""Registers what a command does once its match is known."""


async def run_in_match(
    interaction: Interaction,
    name: str,
    given: str | None,
    text: str = "",
    *,
    to_move: bool = False,
    status: Sought = "running",
    own: bool = False,
) -> None:
    """Finds the match, or asks for it, and runs the command `name` with it.

    The interaction is acknowledged in time. With `to_move`, matches in which the user is to move
    come first; `status` is what the match should have. With `own`, other people's matches are only
    used if they are named, or in their own thread.
    """
    interaction.client.names.meet(guild_of(interaction), interaction.user)
    acknowledge_in_time(interaction)
    if given is not None:
        with as_typed(given) as match_id:
            await _run(interaction, name, match_id, text)
        return
    found = await meant(interaction, to_move=to_move, status=status)
    if not found:
        raise Refused(NONE)
    player = user_of(interaction)
    foreign = own and not any(one.concerns(player) for one in found)
    if foreign and not await meant_in_thread(interaction):
        raise Refused(NONE_HERE)
    await run_in_one_of(interaction, name, found, text)


@contextmanager
def as_typed(text: str) -> Iterator[MatchId]:
    """The id that somebody has typed. If there is no such match, it is named as they know it: with
    digits in place of letters that look like them, nobody would recognise “0FFER”.
    """
    try:
        yield MatchId(text)
    except UnknownMatch:
        raise UnknownMatch(match=text[:20]) from None


async def run_in_one_of(
    interaction: Interaction, name: str, found: Sequence[Listing], text: str = ""
) -> None:
    """Runs the command with the match if there is only one; otherwise asks which one is meant."""
    if len(found) > 1:
        await answers.show_reply(interaction, _question(interaction, name, text, found))
        return
    is_own = found[0].concerns(user_of(interaction))
    await _run(interaction, name, found[0].id, text, is_own=is_own)


async def _run(
    interaction: Interaction, name: str, match_id: MatchId, text: str, *, is_own: bool = False
) -> None:
    """Runs the command. If the match isn't known to be the user's own (`is_own`), it checks that
    they may see it.
    """
    subject_of(interaction).match_id = match_id
    logs.match.set(match_id)
    if not is_own:
        await access.admit(interaction, match_id)
    await _ACTS[name](interaction, match_id, text)


async def meant(
    interaction: Interaction, *, to_move: bool = False, status: Sought = "running"
) -> list[Listing]:
    """The matches that the user may mean by a command that names none.

    In a thread or post with matches it is one of those, whatever its status: a command never
    reaches from one match's thread into another match. Elsewhere, matches with this `status` are
    searched. If there are none, the others are, so that the refusal can say what is wrong.
    """
    database, player = interaction.client.database, user_of(interaction)
    channel = channel_of(interaction)
    if there := await meant_in_thread(interaction):
        return _fitting(there, player, to_move=to_move, status=status)
    if status in ("over", "begun"):
        played = await matches.matches_of(database, player, over=True)
        played = [one for one in played if one.started_at]
        if status == "begun":
            played.sort(key=lambda one: channel not in (one.place.channel, one.place.thread))
            live = await matches.matches_of(database, player)
            played = [*played[:_OVER_AT_MOST], *(one for one in live if one.started_at)]
        here = [one for one in played if channel in (one.place.channel, one.place.thread)]
        if played or status == "over":
            return here or played
    going: Literal["running", "adjourned"] = "adjourned" if status == "adjourned" else "running"
    found = await matches.find(database, player, channel, to_move=to_move, status=going)
    if found:
        return found
    other: Literal["running", "adjourned"] = "adjourned" if going == "running" else "running"
    return await matches.find(database, player, channel, to_move=to_move, status=other)


async def meant_in_thread(interaction: Interaction) -> list[Listing]:
    """The matches of the current thread or post; only the user's own if they have any."""
    channel = channel_of(interaction)
    if channel is None or getattr(interaction.channel, "type", None) not in _THREADS:
        return []
    player = user_of(interaction)
    return await matches.in_thread(interaction.client.database, player, channel)


def _fitting(
    found: Sequence[Listing], player: PlayerId, *, to_move: bool, status: Sought
) -> list[Listing]:
    """Those with the status. If none has it, the one that is most likely meant."""
    fit = [one for one in found if one.status in _STATUSES[status]]
    if not fit:
        return [min(found, key=lambda one: _LIKELY.index(one.status))]
    if to_move:
        return [one for one in fit if one.player_to_move == player] or fit
    return fit


def _question(interaction: Interaction, name: str, text: str, found: Sequence[Listing]) -> Reply:
    language, player = language_of(interaction), user_of(interaction)
    rest, emojis = f"{name}/{text}", interaction.client.service(Emojis)
    try:
        to = custom_id("which", rest=rest)
    except ValueError:  # What was typed is too long for a menu.
        lines = [language.gettext(WHICH_OF)]
        lines += [
            f"{match_text.title(one, language)} · {match_text.state(one, player, language)}"
            for one in found[:OPTIONS]
        ]
        return Reply("\n".join(lines))
    options = [
        discord.SelectOption(
            label=label(interaction, one, language),
            value=one.id,
            emoji=emojis.of(sign(one.game.info.key)),
            description=language.gettext(match_text.OVER) if one.ending else None,
        )
        for one in found[:OPTIONS]
    ]
    return Reply(language.gettext(WHICH), (menu(language.gettext(CHOICE), to, options),))


@on("which")
async def picked(press: Press) -> None:
    """Runs the command with the match that was picked from the menu."""
    name, text = press.read("([a-z]+)/(.*)")
    if name not in _ACTS:
        raise Outdated
    await run_in_match(press.interaction, name, press.choice, text)


@on("act")
async def act(press: Press) -> None:
    """Runs a command with the match whose board is above the button."""
    name, text = press.read("([a-z]+)/(.*)")
    if name not in _ACTS:
        raise Outdated
    await run_in_match(press.interaction, name, press.match_id, text)


def acts() -> list[str]:
    """The commands that controls can run with a match."""
    return sorted(_ACTS)


def knows(name: str) -> bool:
    """Whether a command has this name."""
    return name in _ACTS


def label(interaction: Interaction, match: Listing, language: NullTranslations) -> str:
    """A match in plain text: its id, game, opponents, and what the user has to do."""
    player, guild = user_of(interaction), match.place.guild
    names = interaction.client.names
    others = [names.known(guild, one, language) for one in match.seated if one != player]
    parts = [match.id, language.gettext(match.game.info.name)]
    if others and all(others):
        parts.append(", ".join(filter(None, others)))
    if match.player_to_move == player:
        parts.append(language.gettext(match_text.YOUR_TURN))
    return match_text.cut(" · ".join(parts), LABEL)


async def complete_match(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The user's own matches, for the option `match`."""
    found = await matches.matches_of(interaction.client.database, user_of(interaction))
    return choices(interaction, found, current)


def choices(
    interaction: Interaction, found: Sequence[Listing], current: str
) -> list[app_commands.Choice[str]]:
    """The matches whose label contains what is typed."""
    language, typed = language_of(interaction), current.strip().lower()
    labels = [(label(interaction, one, language), one.id) for one in found]
    fitting = [(name, value) for name, value in labels if typed in name.lower()]
    return [app_commands.Choice(name=name, value=value) for name, value in fitting[:OPTIONS]]
