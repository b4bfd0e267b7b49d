"""`/seek`: people find each other, with friends, across servers; what they are told of it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from bot.cogs.wishes import _meeting
from bot.messages import wish as message
from bot.text import wish as text
from matches.model.texts import REFUSALS
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.forger import Forger
from tests.support.matches import named, place_of, said, unanswered
from tests.support.stack import Stack
from tests.support.wishes import TRUE, direct, known, listed, seek, told, wishing

pytestmark = pytest.mark.untraced

MINE = ["My searches"]


@pytest.fixture(autouse=True)
async def ended(pg: Playground) -> AsyncIterator[None]:
    """Nobody is found who does not seek any more."""
    async with wishing(pg):
        yield


async def _told_of(*users: User, besides: frozenset[str]) -> list[Message]:
    """What each is told who has found company; all of the same match."""
    found = [await told(user, TRUE, besides) for user in users]
    assert len({named(one) for one in found}) == 1
    for user, one in zip(users, found, strict=True):
        others = {other.mention for other in users if other != user}
        assert others == {other for other in others if other in one.content}
        assert one.labels[-1] == "My searches"
    return found


# Finding each other


async def test_two_find_each_other(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """One on a server, the other elsewhere: they play in their direct messages, and each is told
    once.
    """
    before = await known(ben, david)
    made = await seek(ben, general, game="attangle")
    assert made.ephemeral
    assert made.content.startswith(message.MADE.format(tables="Attangle"))
    assert "⏱ 3 days per turn" in made.content
    assert made.labels == ["Change", "Cancel search", "New search"]
    await seek(david, game="attangle")
    found = await _told_of(ben, david, besides=before)
    match = named(found[0])
    for user, one in zip((ben, david), found, strict=True):
        assert message.HERE in one.content
        assert message.OTHERS not in one.content

        async def board(whose: User = user) -> list[Message]:
            return [one for one in await direct(whose) if one.attachments and match in one.content]

        assert await pg.wait_for(board)
        words = [one for one in await direct(user) if TRUE in one.content]
        assert [match in one.content for one in words].count(True) == 1
        assert (await listed(user)).content == message.NONE
    shown = await found[0].click("Board just for me")
    assert shown.ephemeral
    assert shown.attachments


async def test_three_with_a_party_of_two(
    general: Channel, pg: Playground, ben: User, david: User, emma: User
) -> None:
    """A friend agrees first. All are on one server, so the match gets its thread there."""
    before = await known(ben, david, emma)
    made = await seek(ben, general, game="tyr", seats=3, friend1=david)
    assert made.content.startswith(message.ASKING.format(players=david.mention))
    assert text.WAITS_FOR.format(players=david.mention) in made.content
    await seek(emma, general, game="tyr", seats=3)
    asked = await told(david, "would like to play with you", before)
    assert asked.content.startswith(f"{ben.mention} would like to play with you: Tyr")
    assert asked.labels == ["I'm in", "Decline"]
    agreed = await asked.click("I'm in")
    assert agreed.content.startswith("You're in: Tyr")
    found = await _told_of(ben, david, emma, besides=before)
    place = await place_of(general, named(found[0]))
    assert place.id != general.id
    for one in found:
        assert f"It's being played in <#{place.id}>." in one.content
    board = (await place.messages())[0]
    assert sorted(board.mentions) == ["ben", "david", "emma"]


async def test_two_matches_at_once(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Two who wish for a return match get both: each has a thread, and names the other one."""
    before = await known(ben, david)
    wished: dict[str, object] = {"game": "die-drei", "return": True}
    made = await seek(ben, general, **wished)
    assert "Die Drei for 2 with a return match" in made.content
    await seek(david, general, **wished)
    found = await _told_of(ben, david, besides=before)

    async def board_of(match: str) -> list[Message]:
        place = await place_of(general, match)
        said = [] if place.id == general.id else await place.messages()
        return [one for one in said if one.attachments][:1]

    match = named(found[0])
    (first,) = await pg.wait_for(lambda: board_of(match))
    other = re.search(r"At the same time, with seats swapped: match `(\w+)`", first.content)
    assert other
    (second,) = await pg.wait_for(lambda: board_of(other[1]))
    assert f"match `{match}`" in second.content


async def test_who_has_left_the_server(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever made their wish there and has left since plays in direct messages."""
    before = await known(ben, david)
    made = await seek(ben, general, game="attangle")
    assert f"in <#{general.id}> if everybody is on that server" in made.content
    await ben.leave(general)
    try:
        await seek(david, general, game="attangle")
        found = await _told_of(ben, david, besides=before)
        assert all(message.HERE in one.content for one in found)
    finally:
        await ben.join(general)


async def test_changed_from_direct_messages(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The channel of a wish stays, unless others are to play along, or it is to be in direct
    messages.
    """
    there = f"in <#{general.id}>, with people on that server"
    await seek(ben, general, game="tyr", seats=3, where="server")
    form = (await (await listed(ben)).click("Change")).modal
    assert form is not None
    changed = await form.submit(clocks=["7d"])
    assert there in changed.content
    form = (await changed.click("Change")).modal
    assert form is not None
    refused = await said(await form.submit(friends=[david.id]))
    assert refused.content == _meeting.ELSEWHERE
    form = (await (await listed(ben)).click("Change")).modal
    assert form is not None
    changed = await form.submit(where=["anywhere"])
    assert f"in <#{general.id}> if everybody is on that server" in changed.content
    form = (await changed.click("Change")).modal
    assert form is not None
    assert "in direct messages" in (await form.submit(where=["direct"])).content


async def test_blocked_pairs_never_meet(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """The next one who fits is found, and nobody learns of the block."""
    before = await known(ben, david, emma)
    await ben.command("block", general, user=david)
    try:
        for user in (ben, david):
            made = await seek(user, game="attangle")
            assert made.content.startswith("I'm looking for players")
        refused = await seek(ben, game="tyr", seats=3, friend1=david)
        assert refused.content == REFUSALS["not-together"]
        await seek(emma, game="attangle")
        found = await told(emma, TRUE, before)
        partner = ben if ben.mention in found.content else david
        other = david if partner is ben else ben
        assert "Started <t:" in (await listed(other)).content
    finally:
        await ben.command("unblock", general, user=david)


async def test_a_withdrawn_wish_finds_nobody(ben: User, david: User, emma: User) -> None:
    """The next two find each other."""
    before = await known(ben, david, emma)
    made = await seek(ben, game="attangle")
    gone = await made.click("Cancel search")
    assert gone.content.startswith(message.ENDED.format(tables="Attangle"))
    assert message.NONE in gone.content
    for user in (david, emma):
        await seek(user, game="attangle")
    await _told_of(david, emma, besides=before)


async def test_withdrawn_while_being_matched(
    pg: Playground, ben: User, david: User, emma: User
) -> None:
    """Whichever comes first: either both play, or the one who is left finds somebody else."""
    for _ in range(3):
        before = await known(ben, david, emma)
        made = await seek(ben, game="attangle")
        gone = await made.click("Cancel search", wait=False)
        await asyncio.gather(gone.wait(), seek(david, game="attangle"))
        left = "The search has ended" in gone.content
        if left:
            await seek(emma, game="attangle")
            await _told_of(david, emma, besides=before)
        else:
            await _told_of(ben, david, besides=before)
            assert "already led to match" in (await said(gone)).content


async def test_several_wishes(
    general: Channel, ben: User, david: User, emma: User, pg: Playground
) -> None:
    """When one comes true the others pause, until they are resumed."""
    before = await known(ben, david, emma)
    await seek(ben, game="tyr", seats=3)
    await seek(ben, game="attangle")
    await seek(david, game="attangle")
    found = await _told_of(ben, david, besides=before)
    assert message.OTHERS in found[0].content
    shown = await listed(ben)
    assert text.PAUSED in shown.content
    assert shown.labels == ["Resume", "Change", "Cancel search", "New search"]
    resumed = await shown.click("Resume")
    assert text.PAUSED not in resumed.content
    assert resumed.content.startswith("I'm looking for players")
    for user in (david, emma):
        await seek(user, game="tyr", seats=3)
    await _told_of(ben, david, emma, besides=before | {one.id for one in found})


async def test_a_friend_declines(forger: Forger, general: Channel, ben: User, david: User) -> None:
    """Whoever has asked is told; the question goes."""
    before = await known(ben, david)
    await seek(ben, general, game="tyr", seats=3, friend1=david)
    asked = await told(david, "would like to play with you", before)
    to_agree = str(asked.buttons[0]["custom_id"])
    gone = await asked.click("Decline")
    assert gone.content.startswith("The search has ended: Tyr")
    declined = await told(ben, "Not everybody wants to play", before)
    assert declined.labels == ["My searches", "New search"]
    refused = await said(await forger.press(david, to_agree))
    assert refused.content == REFUSALS["unknown-wish"]
    assert refused.labels == MINE


async def test_nobody_but_friends_can_press(
    general: Channel, pg: Playground, ben: User, david: User, emma: User
) -> None:
    """A friend who takes no direct messages is asked in the channel. Others learn nothing."""
    await david.change(dms_open=False)
    await seek(ben, general, game="tyr", seats=3, friend1=david)

    async def asked() -> list[Message]:
        return [one for one in await general.messages() if one.labels == ["I'm in", "Decline"]]

    (question,) = await pg.wait_for(asked)
    assert question.mentions == ["david"]
    for label in ("I'm in", "Decline"):
        refused = await said(await question.click(label, by=emma))
        assert refused.content == REFUSALS["unknown-wish"]
    await question.click("I'm in", by=david)
    assert "Started <t:" in (await listed(ben)).content


async def test_direct_messages_are_shut(
    general: Channel, pg: Playground, ben: User, david: User
) -> None:
    """Whoever takes none is told where they made the wish, and nobody there learns with whom they
    play.
    """
    await david.change(dms_open=False)
    before = await known(ben)
    await seek(david, general, game="attangle")
    await seek(ben, game="attangle")
    await told(ben, TRUE, before)

    async def called() -> list[Message]:
        return [one for one in await general.messages() if message.UNREACHED in one.content]

    (word,) = await pg.wait_for(called)
    assert word.content.startswith(david.mention)
    assert word.mentions == ["david"]
    assert ben.mention not in word.content


async def test_double_clicks(
    general: Channel, pg: Playground, ben: User, david: User, emma: User
) -> None:
    """Two presses at once agree once, and two commands make two wishes of which one is the same."""
    before = await known(ben, david, emma)
    async with unanswered(pg, 2):
        made = [
            await ben.command("seek", general, wait=False, game="tyr", seats=3, friend1=david)
            for _ in range(2)
        ]
    await asyncio.gather(*(one.wait() for one in made))
    assert (await listed(ben)).labels == ["Change", "Cancel search", "New search"]
    asked = await told(david, "would like to play with you", before)
    async with unanswered(pg, 2):
        pressed = [await asked.click("I'm in", wait=False) for _ in range(2)]
    await asyncio.gather(*(one.wait() for one in pressed))
    await seek(emma, general, game="tyr", seats=3)
    await _told_of(ben, david, emma, besides=before)


async def test_redelivered(pg: Playground, ben: User) -> None:
    """A command that Discord delivers again makes one wish."""
    made = await seek(ben, game="attangle")
    await pg.redeliver(made)
    await pg.redeliver(made)
    assert (await listed(ben)).labels == ["Change", "Cancel search", "New search"]


# The end of wishes


async def test_expired(stack: Stack, ben: User, david: User) -> None:
    """With a word, from which one can begin anew."""
    before = await known(ben)
    await seek(ben, game="attangle")
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute("UPDATE wish SET expires_at = '2000-01-01 00:00:00.000000'")
    word = await told(ben, "I haven't found anybody for you", before)
    assert word.labels == ["My searches", "New search"]
    form = (await word.click("New search")).modal
    assert form is not None
    await form.submit(tables=["attangle-2"])
    await seek(david, game="attangle")
    await _told_of(ben, david, besides=before | {word.id})


async def test_data_deleted(general: Channel, ben: User, david: User, emma: User) -> None:
    """Nobody is found by the wish of somebody who has gone; a leader is told that a friend has."""
    before = await known(ben, david, emma)
    await seek(emma, game="attangle")
    await seek(ben, general, game="tyr", seats=3, friend1=emma)
    asked = await told(emma, "would like to play with you", before)
    await asked.click("I'm in")
    question = await emma.command("privacy delete", general)
    await question.click("Delete everything")
    await told(ben, "Not everybody wants to play", before)
    await seek(ben, game="attangle")
    await seek(david, game="attangle")
    await _told_of(ben, david, besides=before)
    assert (await listed(emma)).content == message.NONE


async def test_killed_before_it_was_told(
    stack: Stack, pg: Playground, ben: User, david: User
) -> None:
    """The next process tells what this one could not, each once."""
    before = await known(ben, david)
    await seek(ben, game="attangle")
    await pg.fault("delay", r"/messages$", method="POST", seconds=3600, times=100)
    await seek(david, game="attangle")

    def matched() -> bool:
        with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
            query = "SELECT count(*) FROM wish WHERE status = 'matched' AND tell_at IS NOT NULL"
            return bool(database.execute(query).fetchone()[0] >= 2)

    await pg.wait_for(matched)
    stack.kill()
    await pg.clear_faults()
    await pg.release()
    stack.start()
    await pg.wait_online()
    await _told_of(ben, david, besides=before)
    for user in (ben, david):
        words = [one for one in await direct(user) if TRUE in one.content and one.id not in before]
        assert len(words) == 1
