"""What stays behind a turn: old boards without buttons, the table with the result, the next match,
the offer of a rematch.
"""

from __future__ import annotations

import pytest

from bot.delivery.matches.past_boards import NEWEST
from bot.messages.board import MOVE, REMATCH, TO_BOARD
from bot.messages.reminder import NEXT
from bot.messages.table import LAST_BOARD
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named, open_table, private, question_in, started

pytestmark = pytest.mark.shared_bot

PLACE = r"/channels/\d+/messages/\d+$"
ANSWER = r"^/webhooks/\d+/*/messages/\d+$"


def _last(reply: Reply) -> Message:
    return (reply.followups or [reply])[-1]


async def _edits(pg: Playground) -> int:
    """How many messages have been edited, in their channel or as answers."""
    return sum([(await pg.requests(path, "PATCH"))["count"] for path in (PLACE, ANSWER)])


async def _moved(game: Game, seat: int, turn: str) -> Reply:
    """A turn, once it is noted that its board is shown."""
    before = [one.id for one in await game.boards() if NEWEST not in one.labels]
    reply = await game.move(seat, turn)

    async def retired() -> bool:
        return all(NEWEST in one.labels for one in await game.boards() if one.id in before)

    await game.channel.pg.wait_for(retired)
    return reply


async def _labelled(message: Message, *labels: str) -> str:
    """What the message says once it has these buttons alone."""

    async def settled() -> bool:
        return (await message.refresh()).labels == [*labels]

    await message.pg.wait_for(settled)
    return message.content


async def test_only_the_last_board_has_buttons(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A board loses its buttons to the next one, by one edit; what stays leads to the newest."""
    game = await begin(general, "attangle", ben, david)
    before = await _edits(pg)
    await _moved(game, 1, "c3")
    assert await _edits(pg) == before + 1
    await _moved(game, 2, "c4")
    assert await _edits(pg) == before + 2
    first, second, last = await game.boards()
    assert (first.labels, second.labels) == ([NEWEST], [NEWEST])
    for past in (first, second):
        (told,) = await private(await past.click(NEWEST, by=game.players[1]), number=1)
        assert f"{game.players[0].mention} is to move as White." in told.content
        assert told.labels == [TO_BOARD]
        assert told.buttons[0]["url"].endswith(f"/{game.channel.id}/{last.id}")
    assert last.labels[0] == MOVE
    assert first.attachments
    await ben.command("board", game.channel, public=True)
    shown = (await game.boards())[-1]
    await _labelled(last, NEWEST)
    assert shown.labels[0] == MOVE
    await _moved(game, 1, "c5")
    assert (await shown.refresh()).labels == [NEWEST]


async def test_a_board_that_cannot_be_changed(general: Channel, ben: User, david: User) -> None:
    """It keeps its buttons, and the match goes on."""
    game = await begin(general, "attangle", ben, david)
    await general.pg.fault("status", PLACE, method="PATCH", status=403, code=50005)
    assert f"`{game.id}`: you played" in (await game.move(1, "c3")).content
    assert len(await game.boards()) == 2
    last = await game.board()
    await game.move(2, "c4")
    await _labelled(last, NEWEST)


async def test_the_next_match_only_if_there_is_one(
    pg: Playground, general: Channel, ben: User, emma: User
) -> None:
    """After a turn there is a button to the next match, if the player is to move in another."""
    clara = pg.user("clara")
    await clara.change(locale="en-US")
    first = await begin(general, "attangle", clara, emma)
    mover = first.players[0]
    second = await begin(general, "attangle", mover, ben)
    if second.players[0] is not mover:
        await second.move(1, "c3")
    played = await first.move(1, "c3")
    assert played.labels == [NEXT.format(count=1)]
    board = _last(await played.click(NEXT.format(count=1)))
    assert board.labels[0] == MOVE
    assert NEXT.format(count=1) not in board.labels
    seat = second.players.index(mover) + 1
    assert (await second.move(seat, "c4")).labels == []


async def test_move_whenever_it_is_ones_turn(general: Channel, ben: User, david: User) -> None:
    """Also after a turn that was answered at once, under a board in words, and behind “More”."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await black.command("move", game.channel, turn="; c4")
    played = await game.move(1, "c3")
    assert "It's your turn again." in played.content
    assert played.labels[0] == MOVE
    board = await game.board()
    for button in ("Board as text", "More…"):
        assert _last(await board.click(button, by=white)).labels[0] == MOVE
        assert MOVE not in _last(await board.click(button, by=black)).labels


async def test_the_table_tells_the_result(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The table's message in the channel says how the match ended, with a link to its last board,
    and offers a rematch.
    """
    table = await open_table(ben, general, "attangle")
    await table.click("Join", by=david)
    game = await started(general, named(table), (ben, david))
    await _moved(game, 1, "c3")
    await (await david.command("resign", game.channel)).click("Resign")

    async def told() -> bool:
        return "🏆" in (await table.refresh()).content

    await pg.wait_for(told)
    assert f"{ben.mention}" in table.content.partition("🏆")[2]
    assert table.labels == [REMATCH, LAST_BOARD]
    url = next(one["url"] for one in table.buttons if "url" in one)
    last = await game.board()
    assert "🏆" in last.content
    assert last.labels == [REMATCH, "Replay", "Board as text", "Rules", "More…"], "looking back"
    assert url.endswith(f"/{game.channel.id}/{last.id}")


async def test_a_rematch_is_offered_where_people_are(
    general: Channel, ben: User, david: User
) -> None:
    """In the thread of the match, by name, with buttons; its table stands in the channel. Accepted,
    the offer leads everybody there to the new match.
    """
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    await (await david.command("resign", game.channel)).click("Resign")
    told = _last(await (await game.board()).click(REMATCH, by=ben))
    assert f"you've challenged {david.mention} to a rematch in <#{general.id}>" in told.content

    async def offers() -> list[Message]:
        sent = await game.channel.messages()
        return [one for one in sent if "Accept" in one.labels and not one.ephemeral]

    (offer,) = await general.pg.wait_for(offers)
    assert f"{ben.mention} challenges {david.mention} to a rematch." in offer.content
    assert offer.mentions == []
    accepted = await offer.click("Accept", by=david)
    assert "The match has begun." in accepted.content
    rematch = await started(general, named(offer), (ben, david))
    assert rematch.players == game.players[::-1]
    assert f"It's being played in <#{rematch.channel.id}>." in accepted.content
    assert accepted.labels == [TO_BOARD]
    led = accepted.buttons[0]["url"]
    assert led.endswith(f"/{rematch.channel.id}/{(await rematch.board()).id}")


async def _challenged_again(general: Channel, host: User, other: User) -> list[Message]:
    """A challenge to a rematch: its table in the channel, and the offer in the match's thread."""
    game = await begin(general, "attangle", host, other)
    await (await other.command("abort", game.channel)).click("Abort match")
    await (await game.board()).click(REMATCH, by=host)
    offer = await question_in(game.channel, "to a rematch")
    return [await question_in(general, f"`{named(offer)}`"), offer]


async def test_a_rematch_that_is_withdrawn(general: Channel, ben: User, david: User) -> None:
    """Both in the channel and where it was offered, nobody can answer it any more."""
    table, offer = await _challenged_again(general, ben, david)
    await table.click("Withdraw challenge (host)", by=ben)
    for message in (table, offer):
        said = await _labelled(message)
        assert f"{ben.mention} challenges {david.mention}." in said
        assert f"{ben.mention} has withdrawn the challenge." in said


async def test_a_rematch_that_is_accepted_elsewhere(
    general: Channel, ben: User, david: User
) -> None:
    """The offer leads to the new match, like the table; both still say that it was a challenge."""
    table, offer = await _challenged_again(general, ben, david)
    await table.click("Accept", by=david)
    for message in (table, offer):
        said = await _labelled(message, TO_BOARD)
        assert f"{ben.mention} challenges {david.mention}." in said
        assert "The match has begun." in said


async def test_partners_stand_together(
    general: Channel, ben: User, david: User, emma: User, anna: User
) -> None:
    """The header of a match with partners shows who plays with whom."""
    game = await begin(general, "turnier", ben, david, emma, anna, seats=4)
    one, two, three, four = (player.mention for player in game.players)
    header = (await game.board()).content.partition("\n")[0]
    sides = [side.split(" & ") for side in header.split(" – ")]
    assert [len(side) for side in sides] == [2, 2]
    for side, mentions in zip(sides, ((one, three), (two, four)), strict=True):
        assert all(mention in said for mention, said in zip(mentions, side, strict=True))


async def test_what_was_done_is_said(general: Channel, ben: User, david: User) -> None:
    """After an act that is no turn, the player reads which."""
    for command, said in (
        ("resign", "you've resigned."),
        ("abort", "you've aborted the match."),
        ("draw", "you've agreed to a draw."),
    ):
        game = await begin(general, "attangle", ben, david)
        reply = await ben.command(command, game.channel)
        if command == "draw":
            assert f"`{game.id}`: you've offered {david.mention} a draw.\n" in reply.content
            reply = await david.command("draw", game.channel)
        else:
            reply = await reply.click(reply.labels[0])
        assert reply.content.endswith(f"`{game.id}`: {said}")


@pytest.mark.parametrize("rated", [True, False])
async def test_whoever_resigns_is_told_whether_it_counts(
    general: Channel, ben: User, david: User, rated: bool
) -> None:
    """Before they do, since they may lose points. A match of fewer turns would not count."""
    game = await begin(general, "attangle", ben, david, rated=rated)
    await game.play("c3", "d5")
    asked = await ben.command("resign", game.channel)
    assert asked.content.endswith(" too short to count for ratings.") == rated
    await game.play("c4")
    asked = await ben.command("resign", game.channel)
    assert asked.content.endswith(" It's rated.") == rated
