"""Tables, challenges, and the actions under a match: joining, resigning, drawing, aborting."""

from __future__ import annotations

import asyncio

import pytest

import games
import matches
from bot.cogs.records import my_matches
from bot.i18n.catalogues import of_locale
from bot.messages import table as table_message
from bot.messages.board import BOARD
from bot.text.match import FROZEN
from bot.ui.controls import item_of
from matches import Place, privacy
from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId
from matches.model.log import Log
from matches.model.texts import REFUSALS
from matches.unit_of_work.cache import resize
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.bot.test_security import forger
from tests.support.forger import Forger
from tests.support.matches import (
    begin,
    named,
    open_table,
    private,
    question_in,
    started,
    unanswered,
)

__all__ = ["forger"]

pytestmark = pytest.mark.shared_bot


async def test_join_leave_and_start(
    pg: Playground, ben: User, david: User, emma: User, anna: User
) -> None:
    """A table for four shows who sits there. Its host starts it with two, and their match
    begins.
    """
    games_channel = pg.channel("games")
    table = await open_table(ben, games_channel, "tyr", seats=4)
    assert table.labels == ["Join", "Leave", "Start", "Computer players…", "Rules"]
    assert table.content.count("free") == 3
    alone = await table.click("Start", by=ben)
    assert alone.followups[-1].ephemeral
    assert alone.followups[-1].content.startswith(f"Table {named(table)} doesn't have enough")
    for user in (david, emma):
        table = await table.click("Join", by=user)
    assert table.content.count("free") == 1
    twice = await table.click("Join", by=david)
    assert twice.followups[-1].ephemeral
    assert "have a seat" in twice.followups[-1].content
    guest = await table.click("Start", by=david)
    assert "Only " + ben.mention in guest.followups[-1].content
    table = await table.click("Leave", by=emma)
    assert emma.mention not in table.content
    stranger = await table.click("Leave", by=anna)
    assert stranger.followups[-1].ephemeral
    table = await table.click("Start", by=ben)
    assert table.labels == ["Go to the board"]
    game = await started(games_channel, named(table), (ben, david))
    assert len(game.players) == 2
    assert len(await game.boards()) == 1


async def test_a_host_who_leaves_closes_the_table(general: Channel, ben: User) -> None:
    """When its host leaves, a table is closed: nobody can join any more."""
    table = await open_table(ben, general, "attangle")
    closed = await table.click("Leave", by=ben)
    assert closed.labels == []
    assert f"{ben.mention} has closed the table." in closed.content


async def test_a_challenge(general: Channel, ben: User, david: User, emma: User) -> None:
    """A challenge mentions the challenged player. Only they can accept or decline it."""
    challenge = await open_table(ben, general, "attangle", opponent=david)
    assert challenge.mentions == ["david"]
    assert challenge.labels == ["Accept", "Decline", "Withdraw challenge (host)", "Rules"]
    assert f"Unless {david.mention} accepts, the challenge expires <t:" in challenge.content
    for said in ("⏱ no clock", "This match is rated."):
        assert said in challenge.content
    other = await challenge.click("Accept", by=emma)
    assert other.followups[-1].content == f"Challenge {named(challenge)} is for other players."
    accepted = await challenge.click("Accept", by=david)
    assert accepted.labels == ["Go to the board"]
    game = await started(general, named(challenge), (ben, david))
    assert {player.name for player in game.players} == {"ben", "david"}
    challenge = await open_table(ben, general, "attangle", opponent=david)
    declined = await challenge.click("Decline", by=david)
    assert f"{david.mention} has declined the challenge." in declined.content
    assert declined.labels == []


async def test_a_challenge_accepted_while_discord_refuses_the_board(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Whoever accepts reads why the others have no board yet, with one button to see it."""
    await ben.command("play attangle", general, opponent=david, private=True)
    challenge = await (await david.dm()).last(david)
    await pg.fault("status", r"^/channels/\d+/messages$", method="POST", status=503, times=2)
    try:
        accepted = await challenge.click("Accept", by=david)
        assert accepted.labels.count(BOARD) == 1
        assert "I couldn't tell the others yet." in accepted.content
    finally:
        await pg.clear_faults()


async def test_openings_that_are_refused(general: Channel, ben: User, david: User) -> None:
    """Wrong opponents, seats and options are answered to the host only, and no table appears."""
    before = len(await general.messages(david))
    refused = [
        await ben.command("play attangle", general, opponent=ben),
        await ben.command("play attangle", general, private=True),
        await ben.command("play tyr", general, opponent1=david, opponent2=david),
        await ben.command("play die-drei", general, board="nonsense"),
        await ben.command("play turnier", general, partners="true", seats=2),
    ]
    for reply in refused:
        assert reply.ephemeral
        assert "`" not in reply.content
    assert "room for 1 besides you" in refused[0].content
    assert "is not a valid value for board" in refused[3].content
    assert "only works with 4 seats" in refused[4].content
    assert len(await general.messages(david)) == before


async def test_two_clicks_at_once_seat_one(
    pg: Playground, general: Channel, ben: User, david: User, emma: User
) -> None:
    """If two people press Join for the last seat at once, one plays and the other is told. Double
    clicks count once.
    """
    table = await open_table(ben, general, "attangle")
    users = (david, emma, david, emma)
    async with unanswered(pg, len(users)):
        clicks = [await table.click("Join", by=user, wait=False) for user in users]
    await asyncio.gather(*(click.wait() for click in clicks))
    assert len(await private(*clicks, number=3)) == 3
    game = await started(general, named(table), (ben, david, emma))
    assert len(game.players) == 2
    assert len(await game.boards()) == 1


async def test_redelivered_interactions_act_once(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If Discord delivers a click or a command again, nothing happens twice."""
    table = await open_table(ben, general, "attangle")
    click = await table.click("Join", by=david)
    await pg.redeliver(click)
    game = await started(general, named(table), (ben, david))
    move = await game.move(1, "c3")
    await pg.redeliver(move)
    await pg.redeliver(move)
    reply = await game.move(2, "c4")
    assert f"`{game.id}`: you played `c4`." in reply.content
    assert len(await game.boards()) == 3
    turns = [line for board in await game.boards() for line in board.content.splitlines()]
    assert sum(line.startswith(f"{game.players[0].mention}: 1. `c3`") for line in turns) == 1


async def test_resigning_is_asked_first(general: Channel, ben: User, david: User) -> None:
    """A resignation must be confirmed in the same position. Then the other player has won."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    question = await black.command("resign", general, match=game.id)
    assert question.ephemeral
    assert question.labels == ["Resign", "Cancel"]
    kept = await question.click("Cancel")
    assert kept.content == f"Match {game.id} goes on."
    old = await black.command("resign", general, match=game.id)
    await game.move(1, "c3")
    stale = await old.click("Resign")
    assert "has moved on" in stale.followups[-1].content
    question = await black.command("resign", general, match=game.id)
    await question.click("Resign")
    board = await game.board()
    assert f"Black ({black.mention}) has resigned." in board.content
    assert f"{white.mention} (White) wins by resignation." in board.content
    assert board.labels[0] == "Rematch"


async def test_who_can_not_resign_is_not_asked(
    general: Channel, ben: User, david: User, emma: User
) -> None:
    """Strangers are refused at once, and so is everybody once the match is over."""
    game = await begin(general, "attangle", ben, david)
    for name in ("resign", "abort"):
        refused = await emma.command(name, general, match=game.id)
        assert refused.content == f"You aren't playing in match {game.id}."
    await (await ben.command("resign", general, match=game.id)).click("Resign")
    for name in ("resign", "abort"):
        refused = await david.command(name, general, match=game.id)
        assert refused.content == f"Match {game.id} is over."


async def test_draws(
    pg: Playground, general: Channel, ben: User, david: User, forger: Forger
) -> None:
    """Only its own buttons answer an offer. An old button does not answer a new offer."""
    game = await begin(general, "attangle", ben, david)
    white, black = game.players
    await white.command("draw", general, match=game.id)
    first = await question_in(game.channel, "offers a draw")
    assert f"{white.mention} offers a draw." in first.content
    assert first.mentions == [black.name]
    accepts, declines = (one["custom_id"] for one in first.buttons)
    own = await first.click("Accept", by=white)
    assert "is yours. The others have to answer it." in own.followups[-1].content
    again = await white.command("draw", general, match=game.id)
    assert "already" in again.content
    await game.move(1, "c3")
    gone = await forger.press(black, accepts)
    assert "Nobody is offering a draw" in gone.followups[-1].content
    await white.command("draw", general, match=game.id)

    async def shown() -> Message | None:
        found = await question_in(game.channel, "offers a draw")
        return found if found.id != first.id else None

    second = await pg.wait_for(shown)
    assert second is not None
    for old in (accepts, declines):
        stale = await forger.press(black, old)
        assert "has moved on" in stale.followups[-1].content
    declined = await second.click("Decline", by=black)
    assert f"{black.mention} has declined the draw." in declined.content
    await game.move(2, "c4")
    await black.command("draw", general, match=game.id)
    third = await question_in(game.channel, f"{black.mention} offers")
    agreed = await third.click("Accept", by=white)
    assert agreed.labels == []
    board = await game.board()
    assert "Both players have agreed to a draw." in board.content
    assert "The match is drawn by agreement." in board.content


async def test_aborting(general: Channel, ben: User, david: User) -> None:
    """Until everyone has moved a match can be aborted after a question, but not later."""
    game = await begin(general, "attangle", ben, david)
    await game.move(1, "c3")
    question = await david.command("abort", general, match=game.id)
    await question.click("Abort match")
    board = await game.board()
    assert f"{david.mention} aborted the match before" in board.content
    other = await begin(general, "attangle", ben, david)
    await other.move(1, "c3")
    question = await david.command("abort", general, match=other.id)
    await other.move(2, "c4")
    late = await question.click("Abort match")
    assert "can't be aborted any more" in late.followups[-1].content
    refused = await david.command("abort", general, match=other.id)
    assert "can't be aborted any more" in refused.content
    assert f"`{other.id}`: you played `c5`." in (await other.move(1, "c5")).content


async def test_the_list_of_matches(pg: Playground, david: User, emma: User) -> None:
    """`/games` lists those where it is one's turn first, and links to their boards."""
    channel = pg.channel("quiet")
    mine = [await begin(channel, "attangle", david, emma) for _ in range(3)]
    for game in mine[1:]:
        if game.players[0] is david:
            await game.move(1, "c3")
    if mine[0].players[0] is emma:
        await mine[0].move(1, "c3")
    listed = await emma.command("games", channel)
    assert listed.ephemeral
    places = [game.channel.id for game in mine]
    listing = iter([line.strip("*") for line in listed.texts])
    assert my_matches.MY_TURN in listing
    mine_to_move = 0
    for line in listing:
        if line == my_matches.THEIR_TURN:
            break
        mine_to_move += any(place in line for place in places)
    assert mine_to_move == 2
    assert sum(any(place in line for place in places) for line in listing) == 1
    board = await listed.click(listed.beside(mine[1].id)["custom_id"])
    assert board.ephemeral
    assert f"`{mine[1].id}`" in board.content
    assert board.attachments


async def test_languages(pg: Playground, anna: User, ben: User) -> None:
    """Ephemeral messages use the user's language, public ones the server's."""
    german, english = of_locale("de"), of_locale("en-US")
    table = await open_table(ben, pg.channel("allgemein"), "attangle")
    wanted = ("Join", "Leave", "Computer players…", "Rules")
    assert table.labels == [german.gettext(label) for label in wanted]
    assert german.gettext(table_message.DRAWN_LOTS) in table.content
    table = await open_table(anna, pg.channel("general"), "attangle")
    assert english.gettext(table_message.DRAWN_LOTS) in table.content
    page = await anna.command("rules", pg.channel("general"), game="attangle")
    title = games.get("attangle").texts.help[0].title
    assert page.texts[0] == f"### Attangle – {german.gettext(title)}"
    refused = await anna.command("move", pg.channel("general"), turn="c3", match="ZZZZ")
    assert refused.content == german.gettext(str(REFUSALS["unknown-match"])).format(match="ZZZZ")


async def test_without_permission_to_write(pg: Playground, ben: User, emma: User) -> None:
    """Where the bot may not post it still answers publicly, and names the missing permission."""
    channel = pg.channel("quiet")
    game = await begin(channel, "attangle", ben, emma)
    await channel.permit(deny=["send_messages", "send_messages_in_threads"])
    try:
        reply = await game.move(1, "c3")
        assert f"`{game.id}`" in reply.text or game.id in reply.text
        assert "Send Messages in Threads" in reply.content
        public = (await pg.wait_for(lambda: _followups(reply)))[-1]
        assert not public.ephemeral
        assert "White places a piece on c3." in public.content
        assert public.attachments
    finally:
        await channel.permit()
    await game.move(2, "c4")
    assert "`c4`" in (await game.board()).content


async def _followups(reply: Reply) -> list[Message]:
    return (await reply.refresh()).followups


async def test_a_challenge_names_who_was_challenged(db: Database) -> None:
    """Its message doesn't name those who have taken over a seat since."""
    ben, david, emma, anna = map(PlayerId, (1001, 1002, 1003, 1004))
    place = Place(GuildId(7), ChannelId(77))
    table = await matches.open_table(db, game="attangle", host=ben, place=place, invited=[david])
    match = await matches.accept(db, table.id, david)
    for by, to in ((david, emma), (ben, anna)):
        seat = match.seat_of(by)
        assert seat is not None
        await matches.offer_seat(db, match.id, by, to=to)
        match = (await matches.take_over(db, match.id, to, seat)).match
    shown = table_message.message(match, of_locale("en"))
    assert "<@1001> challenges <@1002>." in shown.text


@pytest.mark.parametrize(
    ("gone", "said"),
    [(1001, "somebody challenges <@1002>."), (1002, "<@1001> challenges somebody.")],
)
async def test_a_challenge_of_somebody_who_has_left(db: Database, gone: int, said: str) -> None:
    """Whoever has deleted their data is not named, and the sentence is whole."""
    ben, david = PlayerId(1001), PlayerId(1002)
    place = Place(GuildId(7), ChannelId(77))
    table = await matches.open_table(db, game="attangle", host=ben, place=place, invited=[david])
    match = await matches.accept(db, table.id, david)
    await privacy.forget(db, PlayerId(gone))
    shown = table_message.message(await matches.get(db, match.id), of_locale("en"))
    assert said in shown.text.splitlines()


async def test_a_frozen_table_keeps_its_buttons(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table where a later version has noted something unknown says that it is frozen, not that
    its match has begun. Its buttons stay for when it goes on.
    """
    place = Place(GuildId(7), ChannelId(77))
    table = await matches.open_table(db, game="attangle", host=PlayerId(1001), place=place)
    table = await matches.move_to(db, table.id, message=MessageId(1))
    before = table_message.message(table, of_locale("en"))
    known = {kind: fold for kind, fold in Log._KINDS.items() if kind != "place"}
    monkeypatch.setattr(Log, "_KINDS", known)
    resize(db, 100)
    frozen = table_message.message(await matches.get(db, table.id), of_locale("en"))
    both = [[str(item_of(one)) for one in shown.controls] for shown in (frozen, before)]
    assert both[0] == both[1] != []
    assert {*frozen.text.splitlines()} == {*before.text.splitlines(), f"-# {FROZEN}"}
