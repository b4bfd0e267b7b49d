"""REST: scheduled events of guilds. Only external ones can be made, because the others need
voice.
"""

from __future__ import annotations

from datetime import UTC, datetime

from aiohttp import web

from . import errors, payloads
from .api import PREFIX, guild_of, number, read_body, reply
from .errors import ApiError
from .forms import Form
from .permissions import Permission
from .scheduled import MOST, NEXT, SCHEDULED, ScheduledEvent
from .world import Guild, World

EXTERNAL, GUILD_ONLY = 3, 2


class EventRest:
    """The handlers; `routes` lists them."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[web.RouteDef]:
        """All routes of this module."""
        place = PREFIX + "/guilds/{guild}/scheduled-events"
        return [
            web.get(place, self.all),
            web.post(place, self.create),
            web.get(place + "/{event}", self.one),
            web.patch(place + "/{event}", self.change),
            web.delete(place + "/{event}", self.delete),
        ]

    def _event(self, request: web.Request) -> tuple[Guild, ScheduledEvent]:
        guild = guild_of(self.world, request)
        found = guild.events.get(number(request, "event"))
        if found is None:
            raise errors.unknown("guild scheduled event")
        return guild, found

    def _require(self, guild: Guild, *enough: Permission) -> None:
        """Raise 50013 unless the bot has one of these permissions in the guild."""
        have = self.world.guild_permissions(self.world.bot, guild)
        if not any(have & permission for permission in enough):
            raise errors.missing_permissions()

    def _own(self, request: web.Request) -> tuple[Guild, ScheduledEvent]:
        """An event that the bot may change: its own, or any event if it manages events."""
        guild, event = self._event(request)
        own = (Permission.CREATE_EVENTS,) if event.creator_id == self.world.bot.id else ()
        self._require(guild, Permission.MANAGE_EVENTS, *own)
        return guild, event

    async def all(self, request: web.Request) -> web.Response:
        """The events that are scheduled or active."""
        found = [each for each in guild_of(self.world, request).events.values() if each.listed]
        return reply([payloads.scheduled_event(each, self.world) for each in found])

    async def one(self, request: web.Request) -> web.Response:
        """One event."""
        return reply(payloads.scheduled_event(self._event(request)[1], self.world))

    async def create(self, request: web.Request) -> web.Response:
        """Add an event."""
        guild = guild_of(self.world, request)
        form = Form((await read_body(request))[0])
        form["privacy_level"].choice((GUILD_ONLY,), required=True)
        form["entity_type"].choice((EXTERNAL,), required=True)
        name = form["name"].text(1, 100, required=True)
        description = form["description"].text(0, 1000)
        location = form["entity_metadata"].or_empty()["location"].text(1, 100, required=True)
        start = _time(form["scheduled_start_time"])
        end = _time(form["scheduled_end_time"])
        _check(form, start, end)
        form.check()
        assert start is not None
        assert end is not None
        self._require(guild, Permission.CREATE_EVENTS)
        if sum(each.listed for each in guild.events.values()) >= MOST:
            said = f"Maximum number of uncompleted guild scheduled events reached ({MOST})"
            raise ApiError(400, 30038, said)
        id_, creator = self.world.ids.next(), self.world.bot.id
        made = ScheduledEvent(
            id_, guild.id, creator, name or "", description, location or "", start, end
        )
        guild.events[made.id] = made
        self.world.emit("event.create", made)
        return reply(payloads.scheduled_event(made, self.world))

    async def change(self, request: web.Request) -> web.Response:
        """Change the given fields, or start, end or cancel the event."""
        _, event = self._own(request)
        if not event.listed:
            raise ApiError(400, 180000, "Cannot update a finished event")
        form = Form((await read_body(request))[0])
        name = form["name"].text(1, 100)
        description = form["description"].text(0, 1000)
        location = form["entity_metadata"].or_empty()["location"].text(1, 100)
        form["entity_type"].choice((EXTERNAL,))
        status = form["status"].choice(NEXT[event.status])
        start, end = event.start, event.end
        if form["scheduled_start_time"].given:
            start = _time(form["scheduled_start_time"]) or start
            if event.status != SCHEDULED:
                said = "Cannot change the start of an event that has begun."
                form["scheduled_start_time"].error("GUILD_SCHEDULED_EVENT_STARTED", said)
        if form["scheduled_end_time"].given:
            end = _time(form["scheduled_end_time"]) or end
        _check(form, start, end, before=event)
        form.check()
        event.name = name or event.name
        event.description = description if "description" in form else event.description
        event.location = location or event.location
        event.start, event.end, event.made = start, end, status or event.made
        self.world.emit("event.update", event)
        return reply(payloads.scheduled_event(event, self.world))

    async def delete(self, request: web.Request) -> web.Response:
        """Remove an event."""
        guild, event = self._own(request)
        del guild.events[event.id]
        self.world.emit("event.delete", event)
        return reply()


def _time(form: Form) -> datetime | None:
    text = form.text(1, 40, required=True)
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        form.error("DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
        return None


def _check(
    form: Form,
    start: datetime | None,
    end: datetime | None,
    before: ScheduledEvent | None = None,
) -> None:
    """Check that the event doesn't start in the past, and ends after its start."""
    now = datetime.now(UTC)
    new = before is None or start != before.start
    if start is not None and new and start <= now:
        said = "Cannot schedule event in the past."
        form["scheduled_start_time"].error("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", said)
    if end is not None and end <= max(now, start or now):
        said = "Cannot schedule event to end before its start."
        form["scheduled_end_time"].error("GUILD_SCHEDULED_EVENT_END_BEFORE_START", said)
