"""Seats of running matches that go over to somebody else: offered, declined, kept, taken over."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.cogs.seats import _leavers, handover, open_seats
from bot.commands import acts
from bot.delivery.matches import seats as delivery
from bot.messages import seat as seat_message
from matches.model import texts
from matches.model.ids import MatchId
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.bot.access_scene import said, unknown
from tests.support.matches import FOLLOW_UPS, Game, begin, named, titled, unanswered
from tests.support.stack import Stack

MORE = "More…"

TAKE = "Take over White"


def refused(code: str, **fields: object) -> str:
    """A refusal in English."""
    return str(texts.REFUSALS[code]).format(**fields)


async def _shown(channel: Channel, text: str) -> Message:
    """The latest message with this text that everybody sees, once it is there."""

    async def found() -> list[Message]:
        public = [one for one in await channel.messages() if not one.ephemeral]
        return [one for one in public if text in one.content]

    return (await channel.pg.wait_for(found))[-1]


async def _told(player: User, match: str, text: str) -> Message:
    """The latest direct message about a match with this text, once it is there."""
    channel = await player.dm()

    async def found() -> list[Message]:
        messages = await channel.messages(player)
        return [one for one in messages if f"`{match}`" in one.content and text in one.content]

    return (await player.pg.wait_for(found))[-1]


async def _offered(game: Game) -> Message:
    """The question of who takes over the first seat, which its player has offered to everyone."""
    white = game.players[0]
    question = await white.command("handover", game.channel, match=game.id)
    await said(await question.click(handover.TO_ANYONE))
    return await _shown(game.channel, "Who would like to take over White from ")


async def _asks(giver: User, where: Channel, to: User, match: MatchId) -> Reply:
    """Somebody asks a person by name to take over, and says that they mean it."""
    question = await giver.command("handover", where, to=to, match=match)
    return await question.click(handover.ASK)


async def _kept(game: Game) -> None:
    """So that later tests find nothing of it."""
    question = await game.players[0].command("handover", game.channel, match=game.id)
    await said(await question.click(handover.KEEP))


def _over(game: Game, newcomer: User) -> str:
    """What the board says then."""
    return f"{newcomer.mention} takes over White from {game.players[0].mention}."


async def test_offered_to_everyone(general: Channel, ben: User, david: User, emma: User) -> None:
    """Whoever wants it goes on in the seat, and whoever has left is named. Who took over a seat
    that loses doesn't lose by it.
    """
    game = await begin(general, "attangle", ben, david, clock="3d")
    white, black = game.players
    await game.move(1, "c3")
    question = await white.command("handover", game.channel, match=game.id)
    assert question.ephemeral
    assert question.labels == [handover.TO_ANYONE, handover.TO_SOMEBODY, handover.CANCEL]
    for line in (handover.ABOUT, handover.IF_RATED, handover.IF_TIMED):
        assert line in question.content
    done = await said(await question.click(handover.TO_ANYONE))
    assert done.content == handover.OFFERED.format(match=titled(game), seat="White")
    assert done.labels == [handover.KEEP]
    offer = await _shown(game.channel, f"take over White from {white.mention}?")
    assert offer.labels == [TAKE, seat_message.LOOK]
    assert seat_message.AT_LEAST.format(time="1 day") in offer.content
    assert seat_message.RATED in offer.content
    taken = await said(await offer.click(TAKE, by=emma))
    assert open_seats.TAKEN.format(player=emma.mention, seat="White") in taken.content
    board = await _shown(game.channel, _over(game, emma))
    assert board.attachments
    assert emma.name in board.mentions
    header, *lines = board.content.splitlines()
    assert emma.mention in header
    assert white.mention not in header
    assert f"-# Up to turn 1, {white.mention} played White." in lines
    await game.move(2, "c4")
    gone = await white.command("move", game.channel, turn="c5", match=game.id)
    assert gone.content == refused("not-seated", match=game.id)
    left, game.players[0] = white, emma
    assert f"`{game.id}`: you played `c5`." in (await game.move(1, "c5")).content
    exported = await black.command("export", game.channel, match=game.id)
    assert "handover:1" in (await exported.attachments[0].read()).decode()
    sure = await emma.command("resign", game.channel, match=game.id)
    await said(await sure.click("Resign"))
    over = await _shown(game.channel, "has resigned")
    assert f"{emma.mention} 1200? (±0)" in over.content
    assert f"{left.mention} 1200? → " in over.content


async def test_asked_by_name(
    general: Channel, anna: User, ben: User, david: User, emma: User
) -> None:
    """Only whoever is asked takes the seat, or declines. They can look first."""
    await anna.change(locale="en-US")
    game = await begin(general, "attangle", ben, david)
    white = game.players[0]
    question = await white.command("handover", game.channel, to=emma, match=game.id)
    for line in (handover.ABOUT, handover.IF_RATED):
        assert line in question.content
    assert handover.WILL_ASK.format(player=emma.mention) in question.content
    assert question.labels == [handover.ASK, handover.CANCEL]
    asked = await said(await question.click(handover.ASK))
    sentence = handover.ASKED.format(match=titled(game), player=emma.mention, seat="White")
    assert asked.content == sentence
    offer = await _shown(game.channel, f"{emma.mention}, would you like to take over White")
    assert offer.mentions == [emma.name]
    assert offer.labels == [TAKE, seat_message.DECLINE, seat_message.LOOK]
    other = await said(await offer.click(TAKE, by=anna))
    assert other.content == refused("seat-not-offered", match=game.id)
    await said(await offer.click(seat_message.DECLINE, by=emma))
    declined = open_seats.DECLINED.format(player=emma.mention, seat="White")
    assert declined in (await offer.refresh()).content
    assert offer.labels == []
    question = await white.command("handover", game.channel, match=game.id)
    form = (await question.click(handover.TO_SOMEBODY)).modal
    assert form is not None
    assert form.title == handover.WHOM
    await said(await form.submit(player=[emma.id]))
    offer = await _shown(game.channel, f"{emma.mention}, would you like to take over White")
    look = await said(await offer.click(seat_message.LOOK, by=emma))
    assert look.ephemeral
    assert look.attachments
    assert look.labels == [TAKE, seat_message.DECLINE]
    await said(await look.click(TAKE))
    await _shown(game.channel, _over(game, emma))


async def test_who_keeps_the_seat(general: Channel, ben: User, david: User, emma: User) -> None:
    """Until somebody has taken it over, its player plays on, and may change their mind."""
    game = await begin(general, "attangle", ben, david)
    white = game.players[0]
    offer = await _offered(game)
    assert "you played" in (await game.move(1, "c3")).content
    more = await (await game.board()).click(MORE, by=white)
    assert acts.ACTS["keep-seat"][0] in more.labels
    assert acts.ACTS["hand-over"][0] not in more.labels
    again = await white.command("handover", game.channel, match=game.id)
    assert again.content == handover.ON_OFFER.format(match=titled(game), seat="White")
    await said(await more.click(handover.KEEP))
    await _shown(game.channel, handover.KEPT.format(player=white.mention, seat="White"))
    late = await said(await offer.click(TAKE, by=emma))
    assert late.content == refused("seat-not-offered", match=game.id)


async def test_the_list(general: Channel, anna: User, ben: User, david: User, emma: User) -> None:
    """It has what one may take: neither one's own matches, nor those of people who are blocked.
    Elsewhere it has what one is asked for by name. It is in one's own language.
    """
    nothing = await emma.command("seats", general)
    assert nothing.content == open_seats.NONE
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await _offered(game)
    listed = await emma.command("seats", general)
    assert f"Who would like to take over White from {white.mention}?" in listed.content
    look = await said(await listed.click(open_seats.LOOK))
    assert look.labels == [TAKE]
    for player in (white, black):
        assert (await player.command("seats", general)).content == open_seats.NONE
    assert (await emma.command("seats", await emma.dm())).content == open_seats.NONE
    await emma.command("block", general, user=black)
    assert (await emma.command("seats", general)).content == open_seats.NONE
    await emma.command("unblock", general, user=black)
    await anna.change(locale="de")
    german = await anna.command("seats", general)
    assert german.labels == ["Ansehen …"]
    look = await said(await german.click("Ansehen …"))
    assert look.labels == ["Weiß übernehmen"]
    await _kept(game)
    await said(await _asks(white, game.channel, emma, game.id))
    mine = await emma.command("seats", await emma.dm())
    assert f"{emma.mention}, would you like to take over White" in mine.content
    await _kept(game)


async def test_several_at_once(
    pg: Playground, general: Channel, anna: User, ben: User, *, david: User, emma: User
) -> None:
    """Two presses of the same button offer a seat once. Of two people who want it, one gets it."""
    await anna.change(locale="en-US")
    game = await begin(general, "attangle", ben, david)
    question = await game.players[0].command("handover", game.channel, match=game.id)
    async with unanswered(pg, 2):
        clicks = [await question.click(handover.TO_ANYONE, wait=False) for _ in range(2)]
    await asyncio.gather(*(click.wait() for click in clicks))
    offer = await _shown(game.channel, "Who would like to take over White")
    async with unanswered(pg, 2):
        clicks = [await offer.click(TAKE, by=one, wait=False) for one in (anna, emma)]
    await asyncio.gather(*(click.wait() for click in clicks))
    await _shown(game.channel, "takes over White from")
    messages = [one for one in await game.channel.messages() if not one.ephemeral]
    assert sum("Who would like to take over White" in one.content for one in messages) <= 1
    assert sum("takes over White from" in one.content for one in messages) == 1
    late = refused("seat-not-offered", match=game.id)

    async def told() -> list[str]:
        answers = [(await click.refresh(), *click.followups) for click in clicks]
        return [one.content for answer in answers for one in answer if one.content == late]

    # The other's board completes both answers; the refusal may follow it.
    assert len(await pg.wait_for(told)) == 1


async def test_a_redelivered_interaction(
    pg: Playground, general: Channel, ben: User, david: User, emma: User
) -> None:
    """What Discord delivers twice is done once."""
    game = await begin(general, "attangle", ben, david)
    asked = await _asks(game.players[0], game.channel, emma, game.id)
    await pg.redeliver(asked)
    offer = await _shown(game.channel, f"{emma.mention}, would you like to take over White")
    taken = await offer.click(TAKE, by=emma)
    await _shown(game.channel, _over(game, emma))
    await pg.redeliver(taken)
    messages = [one.content for one in await game.channel.messages() if not one.ephemeral]
    assert sum("would you like to take over White" in one for one in messages) <= 1
    assert sum(_over(game, emma) in one for one in messages) == 1


# Where no channel shows the match


async def _private(host: User, guest: User, channel: Channel) -> MatchId:
    """A private match that has begun."""
    opened = await host.command("play attangle", channel, opponent=guest, private=True)
    match = named(opened)
    await said(await (await _told(guest, match, "challenges")).click("Accept", by=guest))
    await _told(host, match, "The match begins.")
    return match


async def test_private_matches(general: Channel, ben: User, david: User, emma: User) -> None:
    """There a seat is offered by name, and by direct message. Who has left sees it no more."""
    match = await _private(ben, david, general)
    question = await ben.command("handover", await ben.dm(), match=match)
    assert question.labels == [handover.TO_SOMEBODY, handover.CANCEL]
    await said(await _asks(ben, await ben.dm(), emma, match))
    offer = await _told(emma, match, "would you like to take over")
    await said(await offer.click(offer.labels[0], by=emma))
    for player in (david, emma):
        assert (await _told(player, match, f"{emma.mention} takes over")).attachments
    gone = await ben.command("board", await ben.dm(), match=match)
    assert gone.content == unknown(match)


async def test_who_can_not_be_told(general: Channel, ben: User, david: User, emma: User) -> None:
    """The player learns of it. Whoever is asked finds the seat with `/seats` all the same."""
    match = await _private(david, ben, general)
    await emma.change(dms_open=False)
    asked = await said(await _asks(david, await david.dm(), emma, match))
    assert delivery.UNREACHED.format(player=emma.mention) in asked.content
    listed = await emma.command("seats", general)
    await emma.change(dms_open=True)
    look = await said(await listed.click(open_seats.LOOK))
    declined = await said(await look.click(seat_message.DECLINE))
    assert "doesn't want to take over" in declined.content


# People who have left


async def test_who_has_left_the_server(
    pg: Playground, general: Channel, anna: User, ben: User, emma: User
) -> None:
    """Their seats are offered by those who manage it, and by nobody else."""
    clara = pg.user("clara")
    for user in (anna, clara):
        await user.change(locale="en-US")
    game = await begin(general, "attangle", ben, clara)
    name = "White" if game.players[0] is clara else "Black"
    here = await said(await anna.command("handover", game.channel, match=game.id))
    assert here.content == _leavers.NOBODY_LEFT.format(match=game.id)
    await clara.leave(general)
    other = await said(await emma.command("handover", game.channel, match=game.id))
    assert other.content == refused("not-seated", match=game.id)
    question = await said(await anna.command("handover", game.channel, match=game.id))
    assert question.content == handover.OF_LEAVERS.format(players=clara.mention)
    labels = [handover.OF_ANYONE.format(seat=name), handover.OF_SOMEBODY.format(seat=name)]
    assert question.labels == labels
    done = await said(await question.click(labels[0]))
    assert done.content == handover.OFFERED.format(match=titled(game), seat=name)
    assert done.labels == []
    offer = await _shown(game.channel, f"take over {name} from {clara.mention}?")
    told = await _told(clara, game.id, seat_message.LEFT.format(seat=name))
    assert seat_message.LEFT_RATED in told.content
    await said(await offer.click(f"Take over {name}", by=emma))
    await _shown(game.channel, f"{emma.mention} takes over {name} from {clara.mention}.")
    await clara.join(general)


async def test_who_has_left_can_keep_the_seat(
    pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """By the button of the direct message in which they are told, once, that it is on offer."""
    clara = pg.user("clara")
    for user in (anna, clara):
        await user.change(locale="en-US")
    game = await begin(general, "attangle", ben, clara, clock="3d")
    name = "White" if game.players[0] is clara else "Black"
    await clara.leave(general)
    try:
        question = await said(await anna.command("handover", game.channel, match=game.id))
        await said(await question.click(handover.OF_ANYONE.format(seat=name)))
        told = await _told(clara, game.id, seat_message.LEFT.format(seat=name))
        assert seat_message.LEFT_TIMED in told.content
        assert told.labels == [handover.KEEP]
        await said(await told.click(handover.KEEP, by=clara))
        await _shown(game.channel, handover.KEPT.format(player=clara.mention, seat=name))
        told_of = [one.content for one in await (await clara.dm()).messages(clara)]
        words = [one for one in told_of if game.id in one]
        assert sum(seat_message.LEFT.format(seat=name) in one for one in words) == 1
    finally:
        await clara.join(general)


# Processes that die


def _owed(stack: Stack, game: Game) -> int:
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
        query = "SELECT count(*) FROM notice WHERE key LIKE ? AND kind = 'seat'"
        return int(database.execute(query, (f"{game.id}.%",)).fetchone()[0])


async def _offline(pg: Playground) -> bool:
    state = await pg.request("GET", "control/state")
    return not any(session["connected"] for session in state["sessions"])


@pytest.mark.parametrize("kind", ["late", "delay"])
async def test_killed_before_the_offer_is_noted(
    stack: Stack, pg: Playground, general: Channel, ben: User, *, david: User, kind: str
) -> None:
    """Whether it was shown already or not: in the end it is shown once."""
    game = await begin(general, "attangle", ben, david)
    question = await game.players[0].command("handover", game.channel, match=game.id)
    await pg.fault(kind, FOLLOW_UPS, method="POST", seconds=3600)
    await question.click(handover.TO_ANYONE, wait=False)
    await pg.wait_for(lambda: _owed(stack, game) == 1)
    if kind == "late":
        await _shown(game.channel, "Who would like to take over White")
    stack.kill()
    await pg.wait_for(lambda: _offline(pg))
    await pg.clear_faults()
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute("UPDATE notice SET due_at = '2000-01-01' WHERE kind = 'seat'")
    stack.start()
    await pg.wait_online()
    await pg.wait_for(lambda: not _owed(stack, game))
    messages = await game.channel.messages()
    assert sum("Who would like to take over White" in one.content for one in messages) == 1
    await _kept(game)
