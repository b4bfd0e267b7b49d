"""Ratings end to end: the effect of a match, leaderboards, profiles, recomputing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import Connection

from bot.cogs.ratings import _messages
from bot.pictures.men import Emojis
from bot.text import rating
from matches.model.conduct import Reliability
from matches.model.ids import PlayerId
from matches.model.ratings import Pool
from matches.ratings.standings import Profile, Record
from playground.answers import Message
from playground.client import Channel, Playground, User
from storage import standings
from storage.database import Database
from storage.ratings import Rating
from storage.standings import EVERYWHERE, Board, Row, Shift
from storage.transactions import transaction
from tests.support.matches import Game, begin, open_table
from tests.support.stack import Stack, run

TURNS = ("c3", "d5", "c4")


@pytest.fixture
async def database(stack: Stack) -> AsyncIterator[Database]:
    """The bot's own database."""
    opened = Database.connect(f"sqlite:///{stack.folder / 'bot.db'}")
    yield opened
    await opened.close()


async def _finished(channel: Channel, *players: User, **options: Any) -> Game:
    """A match of three turns that the first seat has resigned."""
    game = await begin(channel, "attangle", *players, **options)
    await game.play(*TURNS)
    question = await game.players[0].command("resign", channel, match=game.id)
    await question.click("Resign")
    return game


def _lines(message: Message) -> list[str]:
    """The rows of a leaderboard."""
    text = message.content
    return [line for line in text.splitlines() if line.startswith("`")]


async def test_a_rated_match(general: Channel, ben: User, david: User, emma: User) -> None:
    """The result shows the change in the ratings. Leaderboard and profile show the new ones."""
    game = await _finished(general, ben, david)
    loser, winner = game.players
    board = (await game.board()).content
    assert f"{loser.mention} 1200? → 1" in board
    assert f"{winner.mention} 1200? → 1" in board
    assert board.count("(−") == board.count("(+") == 1
    explained = "A question mark means that a rating is provisional"
    assert board.count(explained) == 1
    assert rating.ALL_RISE not in board

    shown = await winner.command("leaderboard", general, game="attangle")
    assert shown.ephemeral
    title = "### Attangle · 2 seats · correspondence\n*This server · all time*"
    assert shown.content.startswith(title)
    first, second = _lines(shown)
    assert winner.mention in first
    assert first.endswith("◂")
    assert loser.mention in second
    assert "-# You: rank 1 of 2 on this server, 1" in shown.content
    assert f"-# {explained}" in shown.content
    assert shown.labels == []
    lately = await emma.command(
        "leaderboard", general, game="attangle", scope="everywhere", period=30
    )
    assert "Everywhere · gained in the last 30 days" in lately.content
    assert "**+" in _lines(lately)[0]
    assert lately.content.endswith("-# You're not on this leaderboard yet.")
    everywhere = await winner.command("leaderboard", general, game="attangle", scope="everywhere")
    assert "-# You: rank 1 of 2 on all servers, 1" in everywhere.content

    profile = await loser.command("profile", general, player=winner)
    whose, pool, against, note = profile.texts
    assert whose == f"### {winner.mention}"
    assert pool.startswith("**Attangle · 2 seats · correspondence**\n")
    assert "1 rated match: 1 won, 0 drawn, 0 lost" in pool
    assert "Rank 1 of 2 on all servers" in pool
    assert against.endswith("Attangle: 0 won, 0 drawn, 1 lost")
    assert note.startswith(f"-# {explained}")
    assert "A graph appears here once" in note
    assert profile.attachments == []
    await _finished(general, ben, david)
    profile = await loser.command("profile", general, player=winner)
    assert "A graph appears" not in profile.content
    picture = profile.attachments[0]
    assert "Attangle · 2 seats · correspondence: 1" in picture.description
    assert picture.description.endswith(" (provisional)")
    assert Image.open(BytesIO(await picture.read())).format == "PNG"


async def test_a_draw(general: Channel, pg: Playground, anna: User) -> None:
    """Both gain in their first match, and read why."""
    game = await begin(general, "attangle", anna, pg.user("clara"))
    await game.play(*TURNS)
    for player in game.players:
        await player.command("draw", game.channel, match=game.id)
    board = await game.board_with("Ratings:")
    assert board.content.count("(+") == 2
    assert f"-# {rating.ALL_RISE}" in board.content


async def test_nothing_to_show(general: Channel, ben: User, emma: User) -> None:
    """Empty boards and profiles say so, with a button to a first match; not so those of others. A
    number of seats that the game does not have is refused.
    """
    board = await emma.command("leaderboard", general, game="tyr", mode="live")
    assert "Nobody yet" in board.content
    assert board.labels == ["Find an opponent"]
    profile = await emma.command("profile", general)
    assert "No rated matches yet." in profile.content
    assert profile.attachments == []
    assert profile.labels == ["Find an opponent"]
    assert (await ben.command("profile", general, player=emma)).labels == []
    refused = await emma.command("leaderboard", general, game="attangle", seats="4")
    assert (
        refused.content
        == "Attangle can't be played with that number of players. Choose another number."
    )


@pytest.mark.parametrize(("best", "told"), [(0, ""), (3, " (best winning streak: 3)")])
def test_losses_in_a_row(best: int, told: str) -> None:
    """A longest winning streak of zero is left out."""
    pool, player = Pool("tyr", 2), PlayerId(1)
    one = Rating(player, str(pool), 25.0, 8.0, 1200, 5, best, 0, -2, best)
    found = Profile(player, (Record(pool, one, None),), Reliability(0, 0, None))
    shown = _messages.profile(found, (), (), NullTranslations(), Emojis(), picture=None)
    lines = "\n".join(getattr(part, "text", "") for part in shown.parts).splitlines()
    assert f"Losses in a row: 2{told}" in lines


async def test_matches_with_computer_players_are_counted_apart(
    general: Channel, database: Database, ben: User
) -> None:
    """Where nobody is on the list of matches between people, it leads to the other one, if there is
    somebody. That one does not lead back.
    """
    board = Board(EVERYWHERE, str(Pool("tyr", 3, with_computer=True)), 0)
    player = PlayerId(int(ben.id))

    def fill(connection: Connection) -> None:
        with transaction(connection):
            shifts = [Shift(board, player, None, Row(player, 1234, 20))]
            standings.shift(connection, shifts)

    await database.write(fill)
    wanted: dict[str, Any] = {"game": "tyr", "seats": "3", "scope": "everywhere"}
    empty = await ben.command("leaderboard", general, **wanted)
    assert _messages.NOBODY_AMONG_PEOPLE in empty.content
    assert empty.labels == [_messages.TO_COMPUTER_PLAYERS, "Find an opponent"]
    shown = await empty.click(_messages.TO_COMPUTER_PLAYERS)
    assert shown.content.startswith(
        "### Tyr – 3 gewinnt · 3 seats · correspondence · with computer"
    )
    assert _lines(shown) == [f"`   1` {ben.mention} **1234** ◂"]
    assert shown.labels == []
    lately = await ben.command("leaderboard", general, period=30, **wanted)
    assert _messages.NOBODY in lately.content


async def test_an_unrated_match(general: Channel, ben: User, emma: User) -> None:
    """Its table says that it is unrated, and its end changes nothing."""
    table = await open_table(ben, general, "attangle", rated=False)
    assert "This match is unrated." in table.content
    game = await _finished(general, ben, emma, rated=False)
    board = (await game.board()).content
    assert "resigned" in board
    assert "Ratings" not in board
    profile = await emma.command("profile", general)
    assert "No rated matches yet." in profile.content


async def test_pages(general: Channel, database: Database, anna: User, emma: User) -> None:
    """Buttons lead down, up and to one's own rank. Ranks continue across pages."""
    pool = str(Pool("tyr", 4))

    def fill(connection: Connection) -> None:
        board = Board(EVERYWHERE, pool, 0)
        players = [*range(1001, 1060), int(emma.id)]
        with transaction(connection):
            standings.shift(
                connection,
                [
                    Shift(board, player, None, Row(player, 2000 - 10 * number, 20))
                    for number, player in enumerate(players)
                ],
            )

    await database.write(fill)
    page: Message = await emma.command(
        "leaderboard", general, game="tyr", seats="4", scope="everywhere"
    )
    assert page.labels == ["▶", "Me"]
    assert len(_lines(page)) == 25
    assert _lines(page)[0] == "`   1` <@1001> **2000**"
    assert page.content.endswith("-# You: rank 60 of 60 on all servers, 1410")
    page = await page.click("▶")
    assert page.labels == ["◀", "▶", "Me"]
    assert _lines(page)[0] == "`  26` <@1026> **1750**"
    page = await page.click("▶")
    assert page.labels == ["◀"]
    assert _lines(page)[-1] == f"`  60` {emma.mention} **1410** ◂"
    page = await page.click("◀")
    assert _lines(page)[0] == "`  26` <@1026> **1750**"
    page = await (await page.click("◀")).click("Me")
    assert _lines(page) == [f"`  60` {emma.mention} **1410** ◂"]
    assert page.labels == ["◀"]
    page = await page.click("◀")
    assert _lines(page)[-1] == "`  59` <@1059> **1420**"
    german = await anna.command("leaderboard", general, game="tyr", seats="4", scope="everywhere")
    assert len(_lines(german)) == 25


async def test_computing_everything_anew(
    stack: Stack, general: Channel, ben: User, david: User, tmp_path: Path
) -> None:
    """The command reports that no rating has changed. Without a database it exits with 2."""
    await _finished(general, ben, david)
    before = await ben.command("leaderboard", general, game="attangle")
    done = run(
        tmp_path, "ratings", "recompute", DATABASE_URL=f"sqlite:///{stack.folder / 'bot.db'}"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(": 0 changed\n")
    after = await ben.command("leaderboard", general, game="attangle")
    assert _lines(after) == _lines(before)
    folder = run(tmp_path, "ratings", "recompute", DATABASE_URL=f"sqlite:///{tmp_path}")
    assert folder.returncode == 2
    assert len(folder.stderr.splitlines()) == 1
