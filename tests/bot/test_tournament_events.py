"""Tournaments among a server's scheduled events, and in its forums: as extras, which hold up
nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.text import forum_tags
from bot.text.discord_codes import LINES, LOST, MISSING
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.bot.discord_requests import REQUESTS
from tests.support.servers import delete_event, events, forum, grant, post
from tests.support.stack import Stack
from tests.support.tournaments import Cup, cup_of, open_cup

pytestmark = pytest.mark.untraced

TO_EVENTS = REQUESTS["event"][1]
ONE_EVENT = r"^/guilds/\d+/scheduled-events/\d+$"


@pytest.fixture
async def owner(anna: User, general: Channel) -> AsyncIterator[User]:
    """A server manager who speaks English here, and wants events, which the bot may create."""
    await anna.change(locale="en-US")
    await anna.command("server", general, events="visible")
    await grant(general, "create_events")
    yield anna
    await grant(general)
    await anna.command("server", general, reset="all")


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def _rename(cup: Cup, name: str) -> None:
    form = (await (await cup.manage()).click("Name and channel…")).modal
    assert form is not None
    await form.submit(name=name)


async def _count(pg: Playground, path: str, method: str) -> int:
    count: int = (await pg.requests(path, method))["count"]
    return count


async def _listed(here: Channel, count: int) -> list[dict[str, Any]]:
    """The events of the server, once there are so many."""

    async def there() -> bool:
        return len(await events(here)) == count

    await here.pg.wait_for(there)
    return await events(here)


async def _signed_up(cup: Cup, player: User) -> None:
    """Somebody signs up, and the announcement shows it: all news before have been told."""
    poster: Message = await cup.poster()
    await poster.click("Sign up", by=player)
    await cup.shown(poster, player.mention)


# Events


async def test_an_event_follows_its_tournament(
    pg: Playground, general: Channel, owner: User, ben: User, david: User
) -> None:
    """It says what, where and when, with a link to the announcement; it is renamed, begins and ends
    with the tournament.
    """
    cup = await open_cup(owner, general, name="Planned", start=3, deadline=10)
    poster = await cup.poster()
    (event,) = await _listed(general, 1)
    assert (event["name"], event["location"], event["active"]) == ("Planned", "#general", False)
    said = event["description"].splitlines()
    assert said[0] == "Game: Attangle · Knockout"
    assert said[1].endswith(f"/{general.data['guild_id']}/{general.id}/{poster.id}")
    assert said[2] == cup.id
    start, end = _time(event["start"]), _time(event["end"])
    assert abs(start - datetime.now(UTC) - timedelta(days=3)) < timedelta(minutes=10)
    assert abs(end - start - timedelta(days=10)) < timedelta(seconds=1)

    await _rename(cup, "Renamed")

    async def renamed() -> bool:
        return bool((await events(general))[0]["name"] == "Renamed")

    await pg.wait_for(renamed)
    await cup.shown(poster, "### Renamed")
    for player in (ben, david):
        await _signed_up(cup, player)
    await cup.start()
    await cup.news("round 1 of 1 begins")
    (event,) = await events(general)
    assert event["active"]
    before = await _count(pg, ONE_EVENT, "PATCH")
    await cup.resign(ben, await cup.match_of(ben))
    await cup.news("Renamed is over")
    await _listed(general, 0)
    assert await _count(pg, ONE_EVENT, "PATCH") == before + 1
    assert await _count(pg, ONE_EVENT, "DELETE") == 0


async def test_without_an_end_it_lasts_a_day_and_without_a_start_it_begins_now(
    general: Channel, owner: User
) -> None:
    """A tournament without times has no event. The event of one that is cancelled is gone."""
    full = await open_cup(owner, general, name="When full")
    begins = await open_cup(owner, general, name="Begins", start=2)
    ends = await open_cup(owner, general, name="Ends", deadline=7)
    for cup in (full, begins, ends):
        await cup.poster()
    now_, later = await _listed(general, 2)
    assert (now_["name"], later["name"]) == ("Ends", "Begins")
    assert _time(now_["start"]) - datetime.now(UTC) < timedelta(minutes=2)
    assert _time(later["end"]) - _time(later["start"]) == timedelta(days=1)
    for cup in (full, begins, ends):
        await cup.cancel()
    await _listed(general, 0)


async def test_only_where_it_is_wanted_and_allowed(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """Without the permission, without the server's wish, and of hidden channels nobody is told: and
    Discord is not asked in vain.
    """
    before = await _count(pg, TO_EVENTS, "POST")
    await grant(general)
    cups = [await open_cup(owner, general, name="Forbidden", start=2)]
    await _signed_up(cups[0], ben)
    await grant(general, "create_events")
    await owner.command("server", general, events="none")
    cups.append(await open_cup(owner, general, name="Unwanted", start=2))
    await _signed_up(cups[1], ben)
    await owner.command("server", general, events="visible")
    quiet = pg.channel("quiet", general.guild)
    await quiet.permit(deny=["view_channel"], everyone=True)
    await quiet.permit(allow=["view_channel"])
    hidden = await open_cup(owner, quiet, name="Hidden", start=2)
    await _signed_up(hidden, owner)
    await cups[1].cancel()
    await cups[1].news("It was cancelled.")
    assert await events(general) == []
    assert await _count(pg, TO_EVENTS, "POST") == before
    await owner.command("server", general, events="all")
    told = await open_cup(owner, quiet, name="Told", start=2)
    (event,) = await _listed(general, 1)
    assert event["name"] == "Told"
    for cup in (cups[0], hidden, told):
        await cup.cancel()
    await _listed(general, 0)
    await quiet.permit(everyone=True)


async def test_a_deleted_event_stays_away(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """Whatever happens to its tournament."""
    cup = await open_cup(owner, general, name="Deleted", start=2)
    (event,) = await _listed(general, 1)
    await delete_event(general, event)
    poster = await cup.poster()
    await _rename(cup, "Still there")
    await cup.shown(poster, "### Still there")
    await _signed_up(cup, ben)
    assert await events(general) == []
    await cup.cancel()
    await cup.news("It was cancelled.")
    assert await events(general) == []


async def test_a_refused_event_holds_up_nothing(
    pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """Whatever Discord says to it, the tournament is announced, and goes on."""
    for line in (one for one in LINES if "event" in one.met and one is not LOST):
        given = {"status": line.status, "code": line.code}
        await pg.fault("status", TO_EVENTS, method="POST", **given)
        cup = await open_cup(owner, general, name=f"Refused {line.code}", start=2)
        await _signed_up(cup, ben)
        await pg.clear_faults()
        await cup.cancel()
    await _listed(general, 0)


async def test_a_crash_makes_no_second_event(
    stack: Stack, pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """The next process finds the one that was made."""
    await pg.fault("late", TO_EVENTS, method="POST", seconds=3600)
    cup = await open_cup(owner, general, name="Crashed", start=2)
    await _listed(general, 1)
    stack.kill()
    await pg.release()
    stack.start()
    await pg.wait_online()
    await _signed_up(cup, ben)
    assert len(await events(general)) == 1
    await cup.cancel()
    await _listed(general, 0)


# Forums


async def _open_in(place: Channel, director: User, here: Channel, name: str) -> Cup:
    """A tournament that has just been opened in a forum, from another channel."""
    made = await director.command("tournament new", here, game="attangle", name=name, channel=place)
    return cup_of(made, here, director)


def test_tags_are_recognized_in_all_languages() -> None:
    """Whatever language the moderators speak."""
    assert {"tournament", "turnier", "tournaments", "turniere"} <= forum_tags.of_tournament()
    assert {"open", "offen"} <= forum_tags.of_state("open")
    assert {"running", "läuft"} <= forum_tags.of_state("running")
    assert {"over", "beendet"} <= forum_tags.of_state("over")
    assert forum_tags.of_state("cancelled") < forum_tags.of_states()


async def test_a_tournament_in_a_forum(
    pg: Playground, general: Channel, owner: User, ben: User, david: User
) -> None:
    """It has a post of its own, with the announcement first, and with the tags that are called like
    it; its matches have posts beside it. The tag of its state changes, those of others stay.
    """
    tags = ("Attangle", "Tyr", "Turnier", "Open", "Running", "Over", "Featured")
    place = await forum(general, "tournaments", *tags)
    cup = await _open_in(place, owner, general, "In a forum")
    own = cup.channel = await post(pg, place, cup.id)
    assert own.name == f"In a forum · {cup.id}"
    assert own.data["tags"] == ["Attangle", "Turnier", "Open"]
    poster = await cup.poster()
    assert poster.id == own.id
    assert (await own.messages())[0].id == own.id

    await own.change(tags=["Attangle", "Turnier", "Open", "Featured"])
    await _rename(cup, "In its post")
    await post(pg, place, "In its post")
    for player in (ben, david):
        await _signed_up(cup, player)
    await cup.start()
    told = await cup.news("In its post: round 1 of 1 begins")
    assert sorted(told.mentions) == ["ben", "david"]
    await _tagged(pg, place, cup.id, ["Attangle", "Turnier", "Running", "Featured"])
    match = await cup.match_of(ben)
    beside = await post(pg, place, match)
    assert beside.data["tags"] == ["Attangle"]
    first, *_ = await beside.messages()
    assert cup.id in first.content

    async def board() -> list[Message]:
        return [one for one in await beside.messages() if one.attachments]

    assert await pg.wait_for(board)
    await cup.resign(ben, match)
    await cup.news("In its post is over")
    await _tagged(pg, place, cup.id, ["Attangle", "Turnier", "Over", "Featured"])

    other = await open_cup(owner, own, name="Another")
    assert (await post(pg, place, other.id)).id != own.id


async def _tagged(pg: Playground, place: Channel, text: str, tags: list[str]) -> None:
    """Waits until the post has these tags."""

    async def there() -> bool:
        return bool((await post(pg, place, text)).data["tags"] == tags)

    await pg.wait_for(there)


async def test_tags_that_the_bot_may_not_use(pg: Playground, general: Channel, owner: User) -> None:
    """Moderated ones are for those who manage threads. Where a forum wants a tag, it gets one."""
    place = await forum(general, "moderated", "News", "!Tournament", wants_tag=True)
    cup = await _open_in(place, owner, general, "Without")
    assert (await post(pg, place, cup.id)).data["tags"] == ["News"]
    await grant(general, "manage_threads")
    cup = await _open_in(place, owner, general, "With")
    assert (await post(pg, place, cup.id)).data["tags"] == ["Tournament"]


async def test_a_forum_that_the_bot_can_not_use(
    pg: Playground, general: Channel, owner: User, ben: User, david: User
) -> None:
    """A tournament is refused there. A match whose post is refused is played in that of its
    tournament.
    """
    place = await forum(general, "closed")
    await place.permit(deny=["send_messages"])
    refused = await owner.command("tournament new", general, game="attangle", channel=place)
    assert MISSING.format(channel=f"<#{place.id}>", permissions="Send Messages") in refused.content
    await place.permit()
    cup = await _open_in(place, owner, general, "Alone")
    cup.channel = await post(pg, place, cup.id)
    for player in (ben, david):
        await _signed_up(cup, player)
    await pg.fault("status", rf"^/channels/{place.id}/threads$", status=403, code=50013, times=9)
    await cup.start()
    await cup.news("round 1 of 1 begins")
    match = await cup.match_of(ben)

    async def board() -> list[Message]:
        shown = await cup.channel.messages()
        return [one for one in shown if one.attachments and match in one.content]

    assert await pg.wait_for(board)
    assert len(await pg.threads(place)) == 1
    await pg.clear_faults()


async def test_a_crash_makes_no_second_post(
    stack: Stack, pg: Playground, general: Channel, owner: User, ben: User
) -> None:
    """The next process finds the one that was made."""
    place = await forum(general, "crashed")
    await pg.fault("late", rf"^/channels/{place.id}/threads$", method="POST", seconds=3600)
    cup = await _open_in(place, owner, general, "Crashed")
    cup.channel = await post(pg, place, cup.id)
    stack.kill()
    await pg.release()
    stack.start()
    await pg.wait_online()
    await _signed_up(cup, ben)
    assert len(await pg.threads(place)) == 1
