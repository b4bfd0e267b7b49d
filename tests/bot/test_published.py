"""Studies that are published with a match that is over: who sees them, who deletes what."""

from __future__ import annotations

import pytest

from games.record import from_text, read
from playground.answers import Message
from playground.client import Channel, User
from tests.bot.test_security import forger
from tests.support.forger import Forger
from tests.support.matches import Game, begin, said

__all__ = ["forger"]

pytestmark = pytest.mark.shared_bot


async def _over(general: Channel, one: User, other: User) -> Game:
    """A match of Attangle that the second player has given up after three turns."""
    match = await begin(general, "attangle", one, other)
    await match.play("c3", "d5", "e2")
    ended = await match.players[1].command("resign", general, match=match.id)
    await ended.click("Resign")
    return match


async def _tried(general: Channel, match: Game, text: str, comment: str) -> Message:
    """The first player's study from after the first turn: there, with a comment."""
    replay = await match.players[0].command("replay", general, match=match.id, turn=1)
    form = await (await replay.click("Try it out")).click("Type turns…")
    assert form.modal is not None
    tried = await form.modal.submit(text=text)
    form = await (await tried.click("More…")).click("Name and comment…")
    assert form.modal is not None
    return await form.modal.submit(comment=comment)


async def _publish(noted: Message) -> Message:
    asked = await (await noted.click("More…")).click("Publish with the match…")
    assert "with your name" in asked.content
    return await asked.click("Publish")


async def _at_its_end(general: Channel, match: Game, reader: User) -> Message:
    """What has been published, after its last turn, as somebody sees it from the replay."""
    seen = await (await reader.command("replay", general, match=match.id)).click("Variations")
    while "Forward" in seen.labels:
        seen = await seen.click("Forward")
    return seen


async def test_publishing(general: Channel, ben: User, emma: User, david: User) -> None:
    """Once the match is over its owner may publish a study. Everybody who sees the match steps into
    it from the replay; the record has it. All of it is taken back by its author.
    """
    running = await begin(general, "attangle", ben, emma)
    shown = await running.players[0].command("whatif", general, match=running.id)
    assert "Publish with the match…" not in (await shown.click("More…")).labels
    match = await _over(general, ben, emma)
    author = match.players[0]
    replay = await david.command("replay", general, match=match.id)
    assert "Variations" not in replay.labels
    done = await _publish(await _tried(general, match, "d5; b3", "*Much* better?"))
    assert "your study is published" in done.content
    replay = await david.command("replay", general, match=match.id)
    seen = await replay.click("Variations")
    assert author.mention in seen.content
    assert f"{match.id}" in seen.content
    there = await _at_its_end(general, match, david)
    assert "> \\*Much\\* better?" in there.content
    assert not {"Delete this comment", "Unpublish my study"} & {*there.labels}
    exported = await david.command("export", general, match=match.id)
    texts = {file.filename[-3:]: (await file.read()).decode() for file in exported.attachments}
    assert '"*Much* better?"' in texts["txt"]
    record = from_text(texts["txt"])
    assert [one.text for one in record.variations[0].turns] == ["d5", "b3"]
    assert read(texts["son"].encode()) == record
    mine = await (await author.command("replay", general, match=match.id)).click("Variations")
    off = await mine.click("Unpublish my study")
    assert "has been removed from the replay" in off.content
    refused = await said(await replay.click("Variations"))
    assert "isn't published" in refused.content
    assert "Variations" not in (await replay.click("▶")).labels


async def test_who_deletes_comments(
    general: Channel, ben: User, emma: User, anna: User, forger: Forger
) -> None:
    """Their author, and the managers of the server, from the replay; the turns stay. Nobody else,
    not even the other player, and not with a button that was made for those.
    """
    await anna.change(locale="en-US")
    david = forger.pg.user("david")
    match = await _over(general, ben, emma)
    author, other = match.players
    for manager, comment in ((author, "Mine alone"), (anna, "Rude words")):
        await _publish(await _tried(general, match, "d5; b3", comment))
        there = await _at_its_end(general, match, manager)
        assert f"> {comment}" in there.content
        for stranger in (other, david):
            seen = await _at_its_end(general, match, stranger)
            assert "Delete this comment" not in seen.labels
            button = f"tried-delete:{match.id}:2:{author.id}"
            refused = await said(await forger.press(stranger, button))
            assert "can be deleted by its author, and by the managers" in refused.content
        assert comment in (await _at_its_end(general, match, david)).content
        gone = await there.click("Delete this comment")
        assert comment not in gone.content
        assert "`b3`" in gone.content
        after = await _at_its_end(general, match, david)
        assert "`b3`" in after.content
        assert comment not in after.content
        exported = await david.command("export", general, match=match.id)
        assert all([comment.encode() not in await one.read() for one in exported.attachments])
