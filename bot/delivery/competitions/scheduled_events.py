"""Discord's scheduled events: they show when tournaments are played, on servers that want this.

Nothing is stored about events, and Discord has no nonce for them. Each description ends with the
tournament's id, by which the bot finds the event in the server's list. So an event is created only
once, and one that somebody has deleted is not created again.

Events are optional. If the bot isn't allowed to create any, or Discord refuses one, the tournament
goes on without it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from gettext import NullTranslations
from typing import Any, TypeAlias

import discord
from discord import EventStatus

from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.matches.channels import in_order
from bot.interactions.locale import language_at
from bot.text import competition_terms as terms_text
from bot.text.discord_codes import TROUBLES
from bot.text.discord_limits import EVENT_NAME, EVENT_TEXT
from bot.text.match import cut
from competitions.model.events import Cancelled, Ended, Opened, Started
from competitions.tournaments import queries
from competitions.tournaments.held import Held
from games.words import N_, say
from matches.model.match import Place

log = logging.getLogger(__name__)

WHERE = N_("Sign-up and standings: {link}")

SHOWN = (Opened, Started, Ended, Cancelled)
"""The tournament's changes that affect its event."""
FIRST = timedelta(days=1)
"""How long an event lasts without a hard end: only its beginning matters to people."""
AHEAD = timedelta(minutes=1)
"""Events can't be created in the past; one that would begin too early begins this long from now."""
CLOSE = timedelta(seconds=1)
"""Times that differ by less are the same."""

Channel: TypeAlias = "discord.abc.GuildChannel | discord.Thread"


@dataclass(frozen=True, slots=True)
class Plan:
    """What an event is to say."""

    name: str
    description: str
    location: str
    start: datetime
    end: datetime


async def keep(bot: Bot, held: Held, *, new: bool = False) -> None:
    """Brings the event of a tournament up to date. It is created only for a `new` one. Failures are
    logged, and nothing is raised.
    """
    if _span(held) is None:
        return
    chosen = (await bot.preferences.in_guild(held.terms.guild)).events
    if chosen == "none" and _goes_on(held):
        return
    try:
        async with in_order(held.id):
            await _keep(bot, held, hidden=chosen == "all", new=new)
    except (*TROUBLES, discord.InvalidData) as error:
        log.log(level_of(error), "competition=%s its event is left out: %s", held.id, error)
    except Exception:
        bot.metrics.bugs.inc()
        log.exception("competition=%s its event is left out", held.id)


def _span(held: Held) -> tuple[datetime, datetime] | None:
    """When it begins and ends, as far as that is known. Divisions belong to the season of their
    league, which has no event.
    """
    terms = held.terms
    if terms.part is not None or (terms.starts_at is None and terms.ends_at is None):
        return None
    start = terms.starts_at or held.created_at
    return start, terms.ends_at or start + FIRST


def _goes_on(held: Held) -> bool:
    return held.competition.status in queries.GOING


async def _keep(bot: Bot, held: Held, *, hidden: bool, new: bool) -> None:
    assert bot.user is not None
    guild = await bot.require_guild(held.terms.guild)
    me = guild.get_member(bot.user.id) or await guild.fetch_member(bot.user.id)
    have = me.guild_permissions
    if not (have.create_events or have.manage_events):
        return
    listed = await guild.fetch_scheduled_events(with_counts=False)
    found = [one for one in listed if one.creator_id == me.id and _is_about(one, held)]
    plan = await _plan(bot, guild, held, hidden=hidden)
    for event in found[1:] if plan else found:
        await _finish(event, held)
    if plan is not None and found:
        await _update(found[0], plan, held, bot.database.now())
    elif plan is not None and new:
        await _create(guild, plan, bot.database.now())


def _is_about(event: discord.ScheduledEvent, held: Held) -> bool:
    return (event.description or "").endswith(f"\n{held.id}")


# What it says


async def _plan(bot: Bot, guild: discord.Guild, held: Held, *, hidden: bool) -> Plan | None:
    """What the event should say. None if there should be no event (any more): the tournament is
    over, or it is in a `hidden` channel that the event would reveal to everybody, unless that is
    wanted.
    """
    span = _span(held)
    if span is None or not _goes_on(held):
        return None
    channel = await _channel(guild, held.terms.channel)
    if not hidden and not await _sees(guild.default_role, guild, channel):
        return None
    place = Place(held.terms.guild, held.terms.channel)
    language = await language_at(bot, place)
    there = bot.get_partial_messageable(place.channel, guild_id=place.guild)
    shown = there if held.poster is None else there.get_partial_message(held.poster)
    return Plan(
        cut(held.terms.name, EVENT_NAME),
        _description(held, shown.jump_url, language),
        cut(f"#{channel.name}", EVENT_NAME),
        *span,
    )


def _description(held: Held, link: str, language: NullTranslations) -> str:
    """What is played, and a link; the id comes last."""
    terms = held.terms
    game = terms_text.played(terms.game, language)
    said = f"{game} · {terms_text.kind(held.competition.settings, terms.team, language)}"
    where = say(WHERE, {"link": link}, language=language)
    return f"{cut(said, EVENT_TEXT // 2)}\n{where}\n{held.id}"


async def _channel(guild: discord.Guild, id_: int) -> Channel:
    """A channel or a thread of the guild. Raises TROUBLES, InvalidData."""
    return guild.get_channel_or_thread(id_) or await guild.fetch_channel(id_)


async def _sees(role: discord.Role, guild: discord.Guild, channel: Channel) -> bool:
    """Whether everybody with the role sees a channel."""
    if isinstance(channel, discord.Thread):
        if channel.is_private():
            return False
        channel = await _channel(guild, channel.parent_id)
    return channel.permissions_for(role).view_channel


# The event itself


async def _create(guild: discord.Guild, plan: Plan, now: datetime) -> None:
    start = max(plan.start, now + AHEAD)
    if start < plan.end:
        await guild.create_scheduled_event(
            name=plan.name,
            description=plan.description,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=plan.location,
            start_time=start,
            end_time=plan.end,
        )


async def _update(event: discord.ScheduledEvent, plan: Plan, held: Held, now: datetime) -> None:
    """Changes what differs. An event that has begun keeps its start time: the tournament may begin
    earlier than planned.
    """
    waiting = event.status is EventStatus.scheduled
    changes: dict[str, Any] = {}
    if event.name != plan.name:
        changes["name"] = plan.name
    if event.description != plan.description:
        changes["description"] = plan.description
    if event.location != plan.location:
        changes["location"] = plan.location
    if plan.end > now and (event.end_time is None or _differ(event.end_time, plan.end)):
        changes["end_time"] = plan.end
    if waiting and plan.start > now + AHEAD and _differ(event.start_time, plan.start):
        changes["start_time"] = plan.start
    if changes:
        event = await event.edit(**changes)
    if waiting and held.competition.status == "running":
        await event.start()


def _differ(one: datetime, other: datetime) -> bool:
    return abs(one - other) >= CLOSE


async def _finish(event: discord.ScheduledEvent, held: Held) -> None:
    """Ends the event with its tournament, or deletes it if the tournament was not played."""
    if held.competition.status == "over" and event.status is EventStatus.active:
        await event.end()
    else:
        await event.delete()
